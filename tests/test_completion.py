"""Shell completion: what the Tab key offers, by click's own protocol, quickly and without loading a stranger's code."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete

from referee.cli import COMMANDS, main
from referee.cli.completing import SHELLS, VARIABLE
from referee.library import CAMPAIGN, new_game
from referee.ruleset import find
from referee.ruleset.find import ruleset_names
from tests.conftest import ROOT, Run
from tests.noughts import RULESET

PLAY = "from referee.cli import main; main(prog_name='referee')"
HEAVY = (
    "import atexit, sys\n"
    "heavy = {'tinydb', 'prompt_toolkit', 'rulesets', 'markupsafe', 'referee.game'}\n"
    "atexit.register(lambda: print('HEAVY', sorted(heavy & set(sys.modules))))\n"
)


def offered(*words: str) -> list[str]:
    """What is offered for the last of some words; a file as `FILE`."""
    found = BashComplete(main, {}, "referee", VARIABLE).get_completions(list(words[:-1]), words[-1])
    return ["FILE" if item.type == "file" else item.value for item in found]


def asked(shell: str, line: str, code: str = PLAY, **more: str) -> str:
    """What a shell gets for a line, in a process of its own."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - (not line.endswith(" ")))}
    if shell == "fish":
        words["COMP_CWORD"] = "" if line.endswith(" ") else line.split()[-1]
    env = {**os.environ, VARIABLE: f"{shell}_complete", **words, **more}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(
    ("shell", "said"), [("bash", "plain,report\n"), ("zsh", "plain\nreport\n"), ("fish", "plain,report\t")]
)
def test_each_shell_gets_its_answer(shell: str, said: str) -> None:
    assert asked(shell, "referee rep").startswith(said)


def test_it_is_light() -> None:
    told = asked("bash", "referee play lightning-p", HEAVY + PLAY, REFEREE_DATA="/nonexistent")
    assert "plain,lightning-poland\n" in told
    heavy = asked("bash", "referee show --a", HEAVY + PLAY)
    assert "plain,--at\nplain,--as\n" in heavy
    assert "HEAVY []" in heavy
    assert "HEAVY []" in asked("bash", "referee stats --ruleset ", HEAVY + PLAY)


def test_commands_and_options() -> None:
    assert offered("") == list(COMMANDS)
    assert offered("re") == [name for name in COMMANDS if name.startswith("re")]
    assert offered("components", "x", "") == ["ask", "check", "edit", "export", "import"]
    assert offered("completion", "") == list(SHELLS)


def test_campaigns(evening: str) -> None:
    new_game(RULESET, "club-1", tags={CAMPAIGN: "club"}).log.close()
    assert offered("play", "--campaign", "") == ["club"]
    assert offered("show", "") == ["club-1", "evening", "club"]
    assert offered("play", "cl") == ["club-1", "club"]


def test_games_rulesets_rules_and_files(evening: str) -> None:
    for command in ("show", "log", "export", "rejudge", "dice", "diff", "review", "doctor", "watch"):
        assert offered(command, "ev") == ["evening"]
    assert offered("play", "") == ["evening", *ruleset_names()]
    assert offered("play", "--new", "nou") == offered("rulebook", "nou") == offered("components", "nou") == ["noughts"]
    assert offered("rulebook", "noughts", "turn.") == ["turn.place", "turn.order", "turn.hand"]
    assert offered("rulebook", "nobody", "") == []
    assert offered("help", "e") == ["export", "evening"]
    assert offered("report", "ev") == ["evening", "FILE"]
    for words in (("check", ""), ("import", ""), ("export", "evening", "-o", ""), ("play", "--position", "")):
        assert offered(*words) == ["FILE"]
    assert asked("fish", "referee check /tmp/exa") == "file,/tmp/exa\n", "fish lists what begins so"
    for words in (("watch", "--html"), ("test-ruleset", "x", "--examples"), ("new-ruleset", "--folder")):
        assert offered(*words, "ta") == ["ta"]


@pytest.mark.usefixtures("data_folder")
def test_no_games_and_a_broken_folder_offer_nothing(data_folder: Path) -> None:
    assert offered("show", "") == []
    data_folder.write_text("a file in the folder's place")
    assert offered("show", "") == []


def test_a_strangers_ruleset_is_named_and_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    class Theirs(EntryPoint):
        @property
        def dist(self) -> object:  # type: ignore[override]
            return type("Dist", (), {"name": "theirs"})()

    strange = EntryPoints([Theirs("waterloo", "tests.no_such_module", find.GROUP)])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: strange)
    assert offered("rulebook", "wat") == ["waterloo"]
    assert offered("rulebook", "waterloo", "") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_calls_click_back(call: Run, shell: str) -> None:
    script = call("completion", shell).output
    assert f"{VARIABLE}={shell}_complete" in script


@pytest.mark.usefixtures("evening")
def test_every_game_and_ruleset_is_completed() -> None:
    """No argument that names a game, a ruleset or a file was forgotten."""
    for name in COMMANDS:
        with click.Context(main) as context:
            command = main.get_command(context, name)
        assert command is not None
        for param in command.params:
            if param.name in ("game", "ruleset", "file", "files", "output", "outputs", "position", "topic"):
                assert param.shell_complete(click.Context(command), ""), f"{name}: {param.name}"

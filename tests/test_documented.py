"""What is documented is there, and what is there is documented: commands, options, examples."""

from __future__ import annotations

import re
import shlex
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from referee import components
from referee.catalogue import LEARNED, MINE
from referee.cli import COMMANDS, main
from referee.cli.completing import VARIABLE
from referee.log import SUFFIX
from referee.repair import DAMAGED
from referee.sealed import ENDING
from tests import golden, keystrokes, picture
from tests.conftest import NEW, ROOT, Run

pytestmark = pytest.mark.usefixtures("data_folder")

PARSED = frozenset({"watch", "tutorial", "review", "new-ruleset", "test-ruleset", "stats"})
"""Commands whose examples are only parsed: they wait for a person, take long, or name a folder that is not there."""


IN_NOUGHTS = {"RULESET": "noughts", "supply.3": "turn.hand", "red": "nought", "move": "place"}
"""What an example means in the game on which it is tried."""


def command_of(name: str) -> click.Command:
    """A command by its name."""
    with click.Context(main) as context:
        found = main.get_command(context, name)
    assert found is not None
    return found


def examples() -> list[str]:
    """The lines of all examples, as they stand in the help."""
    found = []
    for name in COMMANDS:
        lines = (command_of(name).help or "").split("Example", 1)[1].splitlines()
        lines[0] = lines[0].partition(":")[2]
        found += [line.strip() for line in lines if line.strip().startswith("referee ")]
    return found


@pytest.fixture
def prepared(call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with all that the examples name."""
    monkeypatch.chdir(tmp_path)
    call(*NEW, text="place a1\n-\nhand\n" + "note again\n" * 30)
    call("play", "noughts", "--name", "evening-what-if")
    call("play", "noughts", "--campaign", "desert")
    call("report", "evening", "-o", "evening.json", "-o", "evening.ref")
    Path("turn-four.txt").write_text("b2.token nought\n")
    Path("deck.ref").write_text("")


def test_every_command_has_an_example() -> None:
    assert {line.split()[1] for line in examples()} == set(COMMANDS)


@pytest.mark.usefixtures("prepared")
def test_every_example_runs() -> None:
    for example in examples():
        line = example.replace("SIDE=Anna,SIDE=Ben", "nought=Anna,cross=Ben").replace("--name evening", "--name other")
        words = [IN_NOUGHTS.get(word, word) for word in shlex.split(line)[1:]]
        if words[0] in PARSED or words == ["play"]:
            with command_of(words[0]).make_context(words[0], words[1:]):
                continue
        text = ""
        if "<" in words:
            text, words = Path(words[-1]).read_text(encoding="utf-8"), words[:-2]
        for option, value in pairwise(words):
            if option == "-o":
                Path(value).unlink(missing_ok=True)
        result = CliRunner().invoke(main, words, input=text, catch_exceptions=False)
        assert result.exit_code == 0, f"{example}: {result.output}"


@pytest.mark.parametrize("name", [*COMMANDS])
def test_every_option_is_in_the_help_with_its_meaning(name: str) -> None:
    command = command_of(name)
    with click.Context(command, info_name=name) as context:
        text = command.get_help(context)
    for param in command.params:
        if isinstance(param, click.Option):
            assert not param.hidden
            assert param.help, f"{name}: {param.opts}"
            assert all(opt in text for opt in param.opts)


def test_the_table_of_commands_in_readme_is_whole() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## Commands\n")[1].split("\n## ")[0]
    heads = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    named = {code.removeprefix("referee ").split()[0] for head in heads for code in re.findall(r"`([^`]+)`", head)}
    assert named == set(COMMANDS)


def test_files_and_environment_are_in_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "referee").rglob("*.py"))
    variables = set(re.findall(r'environ\.get\("(\w+)"', source)) | {VARIABLE}
    files = {SUFFIX, ".torn", DAMAGED, ENDING, ".mark", ".lock", LEARNED, MINE, "history/"}
    assert [name for name in sorted(variables | files) if name not in text] == []


def test_help_on_the_components_names_every_module() -> None:
    modules = {file.stem for file in Path(components.__file__).parent.glob("*.py")} - {"__init__"}
    assert {line.split()[0] for line in (components.__doc__ or "").splitlines()[2:]} == modules


@pytest.mark.parametrize("by_hand", [golden, picture, keystrokes])
def test_what_is_run_by_hand_only_tells_its_help(
    by_hand: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["by-hand", "--help"])
    with pytest.raises(SystemExit) as left:
        by_hand.main()
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("usage: by-hand")

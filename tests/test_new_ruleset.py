"""`referee new-ruleset` makes a package that works at once, and `referee test-ruleset` examines it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.parts import sentences
from referee.invariants.counts import Counts
from referee.invariants.examples import faults_of
from referee.invariants.suite import invented
from referee.ruleset import read_rulebook
from tests.noughts import RULESET as NOUGHTS
from tests.separate import installed

Run = Callable[..., subprocess.CompletedProcess[str]]


def made(folder: Path, name: str = "my-game") -> Path:
    """A new package in a folder."""
    target = folder / "somewhere" / name
    result = CliRunner().invoke(main, ["new-ruleset", name, "--folder", str(target)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return target


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a module of Python in a new package that is installed; without a build, which would need the network."""
    target = made(tmp_path)
    path = os.pathsep.join(map(str, (target, installed(tmp_path / "site", "my-game", "my_game"))))

    def python(*words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": path, "REFEREE_DATA": str(tmp_path / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-m", *words], cwd=target, env=env, capture_output=True, text=True)
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return python


def test_what_comes_next_brings_all_that_it_needs(tmp_path: Path) -> None:
    target = tmp_path / "my-game"
    words = ["new-ruleset", "my-game", "--folder", str(target)]
    told = CliRunner().invoke(main, words, catch_exceptions=False).output
    assert f"pip install -e '{target}[dev]'\n" in told
    assert f"python -m pytest {target}\n" in told
    assert 'dev = ["pytest' in (target / "pyproject.toml").read_text()


def test_a_new_package_passes_its_own_tests(run: Run) -> None:
    assert "passed" in run("pytest", "-p", "no:cacheprovider", "-p", "no:xdist").stdout
    assert "my-game: of the package referee-my-game" in run("referee", "rulesets").stdout
    assert "Blue won, no findings" in run("referee", "check", "examples/game.ref").stdout


def test_a_ruleset_is_examined(run: Run, tmp_path: Path) -> None:
    examine = ("referee", "test-ruleset", "my-game", "--games", "3", "--jobs", "1", "--examples", "examples")
    figures = run(*examine).stdout.splitlines()
    invented = "tests/invented/my_game"
    assert figures[0] == f"Told first: {invented}.ref. Invariants of its own: {invented}.py."
    assert figures[1].startswith("6 games")
    assert any(line.startswith("take.1") for line in figures)
    assert figures[-1] == "All holds."

    faults = tmp_path / "faults.py"
    faults.write_text("def faults(table):\n    return ['stones are gone'] if table.taken else []\n")
    golden = tmp_path / "somewhere" / "my-game" / "examples" / "game.txt"
    golden.write_text("something else\n")
    failed = run(*examine, "--faults", str(faults), status=1).stderr
    assert "game.txt is not what the referee makes of it now" in failed
    assert "stones are gone" in failed
    lines = failed.splitlines()
    assert lines[-2].startswith("game.ref: game.txt is not"), "what is wrong with the examples stands last"
    assert lines[-1] == "Something does not hold."
    transcript = tmp_path / "again.ref"
    transcript.write_text("\n".join(lines[lines.index('[Ruleset "my-game"]') : -3]))
    assert "turn 1" in run("referee", "check", str(transcript)).stdout

    run("referee", "test-ruleset", "my-game", "--examples", "examples", "--write")
    assert "take right 1" in golden.read_text()


def test_invented_things_are_found_beside_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path)
    monkeypatch.chdir(tmp_path)
    tree = "somewhere/my-game"
    assert invented("my-game", "py") == ""
    assert invented("my-game", "py", f"{tree}/examples") == f"{tree}/tests/invented/my_game.py"
    monkeypatch.chdir(tree)
    assert invented("my-game", "ref", "examples") == "tests/invented/my_game.ref"


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_what_was_reached_is_told_when_it_is_stopped(which: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, told: Callable[[Counts], None], **__: object) -> Counts:
        told(Counts(games=7))
        signal.raise_signal(which)
        return Counts()

    monkeypatch.setattr("referee.invariants.suite.examine_in_processes", stopped)
    done = CliRunner().invoke(main, ["test-ruleset", "lightning-poland"], catch_exceptions=False)
    assert "7 games, 0 drawn" in done.stdout
    assert done.stderr == "Stopped on the way; what was played until then holds.\n"
    assert done.exit_code == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('treatment = "judged"', 'treatment = "judgd"', "rule a.1 in rulebook.toml: 'judgd' is not a valid Treatment"),
        ('choices = { a = "A", b = "B" }', "", "rule a.1 in rulebook.toml: Ruling.__init__() missing"),
        ('default = "a"', 'default = "c"', "ruling a.1-x in rulebook.toml has no proper choices"),
        ('id = "a.1"', 'id = "a.1', "rulebook.toml is not TOML: Illegal character"),
    ],
)
def test_what_is_wrong_with_a_rulebook_is_said_in_a_sentence(old: str, new: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_text(RULE.replace(old, new))
    with pytest.raises(click.ClickException, match=re.escape(said)), sentences():
        read_rulebook(tmp_path / "rulebook.toml")


RULE = """[[rule]]
id = "a.1"
heading = "A"
summary = "B."
where = "page 1"
treatment = "judged"
[[rule.ruling]]
id = "a.1-x"
question = "Which?"
default = "a"
reason = "So."
choices = { a = "A", b = "B" }
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("My Game",), "small letters and digits"),
        (("x" * 41,), "40 at the most"),
        (("kiss-rommel",), "installed already"),
        (("json",), "a Python package 'json' is there already"),
        (("class",), "no package can well be called 'class'"),
        (("tests",), "no package can well be called 'tests'"),
        (("fine", "--folder", "."), "is there already; nothing is written over"),
        (("fine", "--folder", "file/inside"), "cannot be made"),
    ],
)
def test_what_cannot_be_made_is_said(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    result = CliRunner().invoke(main, ["new-ruleset", *words], catch_exceptions=False)
    assert result.exit_code == 1
    assert said.lower() in result.output.lower()
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_examined_is_said(tmp_path: Path) -> None:
    empty = tmp_path / "empty.py"
    empty.touch()
    latin = tmp_path / "latin.ref"
    latin.write_bytes(b"card \xe4\n")
    for words, said in (
        (("no-such-game",), "No ruleset is called"),
        (("kiss-rommel", "--jobs", "1", "--teach", str(latin)), "latin.ref: Line 1 is not UTF-8 text"),
        (("kiss-rommel", "--games", "-3"), "'--games': -3"),
        (("kiss-rommel", "--illegal", "-1"), "'--illegal': -1"),
        (("kiss-rommel", "--largest", "-4"), "'--largest': -4"),
        (("kiss-rommel", "--fixes", "7"), "'--fixes': 7.0"),
        (("kiss-rommel", "--examples", str(tmp_path / "nowhere"), "--write"), "nowhere has no whole example"),
        (("kiss-rommel", "--write"), "--write belongs to --examples"),
        (("kiss-rommel", "--jobs", "1", "--faults", str(empty)), "has no function `faults`"),
        (("kiss-rommel", "--teach", "no-such-file"), "does not exist"),
    ):
        result = CliRunner().invoke(main, ["test-ruleset", *words], catch_exceptions=False)
        assert result.exit_code > 0
        assert said in result.output


def test_where_a_folder_stands_in_the_place_of_a_golden_text(tmp_path: Path, noughts: None) -> None:
    (tmp_path / "game.ref").write_text(PLACED + "b2")
    (tmp_path / "game.txt").mkdir()
    examine = ("test-ruleset", "noughts", "--games", "0", "--illegal", "0", "--examples", str(tmp_path))
    result = CliRunner().invoke(main, [*examine, "--write"], catch_exceptions=False)
    assert result.exit_code == 1
    assert "game.txt cannot be written: Is a directory" in result.output
    assert any("game.txt is not what the referee makes" in each for each in faults_of(NOUGHTS, tmp_path, "maker"))


def test_paths_in_commands_can_be_copied(tmp_path: Path) -> None:
    target = tmp_path / "my games" / "it"
    said = CliRunner().invoke(main, ["new-ruleset", "my-game", "--folder", str(target)], catch_exceptions=False).output
    install, check, *_ = [shlex.split(line) for line in said.splitlines() if line.startswith("  ")]
    assert install == ["pip", "install", "-e", f"{target}[dev]"]
    assert check == ["referee", "check", str(target / "examples" / "game.ref")]


PLACED = '[Ruleset "noughts"]\nplace a1\nhand\nplace '
"""The second token is due, and a1 is taken."""


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"game.ref": PLACED + "b2"}, "game.ref: game.txt is not what the referee makes of it now"),
        ({}, "has no whole example"),
        ({}, "rule turn.place is judged, and no case breaks it"),
        ({"turn.place.ref": PLACED + "b2"}, "turn.place.ref: not turn.place alone is flagged, but nothing"),
        ({"turn.place.ref": PLACED + "a1\nhand"}, "turn.place.ref: the breach is in line 4, and not in the last"),
        ({"turn.place.ref": PLACED + "a1"}, "turn.place.ref has no twin turn.place.legal.ref"),
        (
            {"turn.place.ref": PLACED + "a1", "turn.place.legal.ref": PLACED + "a1"},
            "turn.place.legal.ref: flagged is line 4: [turn.place] a1 holds a token of Noughts.",
        ),
        ({"pie.legal.ref": PLACED + "b2"}, "pie.legal.ref is the twin of no case"),
        ({"draw.ref": PLACED + "b2"}, "a case is called draw, which is no rule that is judged"),
    ],
)
def test_what_is_wrong_with_examples_is_said(files: dict[str, str], fault: str, tmp_path: Path, noughts: None) -> None:
    (tmp_path / "illegal").mkdir()
    for name, text in files.items():
        (tmp_path / ("" if name == "game.ref" else "illegal") / name).write_text(text)
    found = list(faults_of(NOUGHTS, tmp_path, "maker"))
    assert any(fault in each for each in found), found


def test_rules_that_were_too_seldom_reached_are_told_apart_from_what_does_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.invariants.suite.examine_in_processes", lambda *_, **__: Counts())
    done = CliRunner().invoke(main, ["test-ruleset", "lightning-north-africa"], catch_exceptions=False)
    assert done.exit_code == 1
    said = done.stderr
    assert "was never flagged and never passed: is it cited nowhere" in said
    assert said.splitlines()[-1].startswith("What was played holds")

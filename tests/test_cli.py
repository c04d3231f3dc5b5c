"""The command line: help, checking transcripts, playing without a terminal, and what players do wrong."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee.cli import COMMANDS as LISTED
from referee.cli import main
from referee.library import games, open_game
from tests.conftest import NEW, ROOT, Run, write

pytestmark = pytest.mark.usefixtures("noughts", "data_folder")

COMMANDS = sorted(LISTED)


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(call: Run, command: str) -> None:
    output = call(command, "--help").output
    assert "Example" in output
    assert f"referee {command}" in output


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_nothing_heavy(option: str) -> None:
    code = (
        "import sys\n"
        "from referee.cli import main\n"
        "try:\n"
        f"    main([{option!r}])\n"
        "finally:\n"
        "    heavy = {'tinydb', 'prompt_toolkit', 'rulesets', 'platformdirs', 'filelock', 'importlib.metadata',\n"
        "             'referee.game', 'referee.storage', 'hashlib', 'json'}\n"
        "    print('HEAVY', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "HEAVY []" in done.stdout


def test_a_wrong_command_is_said(call: Run) -> None:
    assert "No such command" in call("chekc", status=2).output


# check


def test_check_a_clean_file(call: Run, tmp_path: Path) -> None:
    file = write(tmp_path, '[Ruleset "noughts"]\nplace a1; hand\n')
    assert call("check", file).output == f"{file}: turn 1, Crosses, step place, no winner yet, no findings\n"


def test_check_reports_each_fault_with_its_line(call: Run, tmp_path: Path) -> None:
    file = write(tmp_path, '[Ruleset "noughts"]\nplace a1\nmvoe\nplace b2\n')
    lines = call("check", file, status=1).output.splitlines()
    assert lines[0].startswith(f"{file}:3: not-understood [notation] 'mvoe' is no verb.")
    assert lines[1] == f"{file}:4: omission [turn.hand] Handing over the marker was skipped (Noughts)."
    assert lines[2].endswith("2 findings")


@pytest.mark.parametrize("words", [("check",), ("check", "-")])
def test_check_reads_standard_input(call: Run, words: tuple[str, ...]) -> None:
    assert call(*words, text='[Ruleset "noughts"]\nplace a1\n').output.startswith("standard input: turn 1")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"place a1\n", "no ruleset tag"),
        (b'[Ruleset "chess"]\n', "No ruleset is called 'chess'"),
        (b"\xff\xfe\x00", "Line 1 is not UTF-8"),
        (b'[Ruleset "noug', "not whole"),
    ],
)
def test_check_says_why_a_file_is_unusable(call: Run, tmp_path: Path, data: bytes, said: str) -> None:
    result = call("check", write(tmp_path, data), status=2)
    assert said in result.stderr
    assert result.stdout == ""


def test_check_says_when_there_is_no_file(call: Run, tmp_path: Path) -> None:
    assert "No such file" in call("check", str(tmp_path / "none.ref"), status=2).stderr
    assert "Is a directory" in call("check", str(tmp_path), status=2).stderr
    assert "cannot be read" in call("check", "a\0b", status=2).stderr


def test_check_json_is_one_object_or_a_list(call: Run, tmp_path: Path) -> None:
    good = write(tmp_path, '[Ruleset "noughts"]\nplace a1\n', "good.ref")
    bad = write(tmp_path, '[Ruleset "noughts"]\nplace z1\n', "bad.ref")
    row = json.loads(call("check", "--json", good).stdout)
    assert row["state"] == {"tokens": {"a1": "nought"}}
    rows = json.loads(call("check", "--json", good, bad, status=1).stdout)
    assert [r["file"] for r in rows] == [good, bad]
    assert [len(r["findings"]) for r in rows] == [0, 1]
    broken = json.loads(call("check", "--json", str(tmp_path / "no.ref"), status=2).stdout)
    assert "cannot be read" in broken["error"]


def test_the_worst_of_several_files_is_the_status(call: Run, tmp_path: Path) -> None:
    good = write(tmp_path, '[Ruleset "noughts"]\nplace a1\n', "good.ref")
    output = call("check", good, str(tmp_path / "no.ref"), good, status=2).output
    assert output.count("no findings") == 2


# play without a terminal


def test_each_entry_is_acknowledged(call: Run) -> None:
    output = call(*NEW, text="place a1\nhand\n").output
    assert output.splitlines() == [
        "evening: Noughts and Crosses with Tokens, 0 entries",
        "#1 ok nought> place a1",
        "  hands: put a nought on a1",
        "  an empty line: decline",
        "#2 ok cross> decline  (by the referee)",
        "#3 ok nought> hand",
    ]


def test_flagged_lines_are_held_and_an_empty_line_takes_them_back(call: Run) -> None:
    output = call(*NEW, text="place a1\n-\nplace b2\n\nhand\n").output
    assert "#3 held cross> place b2\n" in output
    assert "#4 withdrawn cross> place b2\n" in output
    assert "#5 ok nought> hand\n" in output


def test_the_status_tells_of_failed_and_held_lines(call: Run) -> None:
    assert "failed: not-understood" in call(*NEW, text="mvoe\n", status=1).output
    call("play", "evening", text="place a1\nplace a1\n", status=1)
    output = call("play", "evening", text="stand fine\nquit\nplace b2\n").output
    assert "held: cross> place a1" in output
    assert "place b2" not in output


def test_joined_lines_stop_at_the_first_that_fails(call: Run) -> None:
    output = call(*NEW, text="place a1; mvoe; hand; note x\n", status=1).output
    assert "left out: hand\nleft out: note x\n" in output
    assert "#2" not in output


def test_looking_and_comments_write_nothing(call: Run) -> None:
    output = call(*NEW, text="show\n# a comment\n   # another\nlegal\n? win\n").output
    assert "#1" not in output
    assert ". . ." in output
    assert "Three tokens" in output


def test_awkward_input_is_answered(call: Run) -> None:
    text = b"\xef\xbb\xbfplace a1\r\n" + b"x" * 200_000 + b"\n\xff\n\x1b[2J\nplace \xe2\x80\xae\n\n"
    output = call(*NEW, text=text, status=1).output
    assert "#1 ok nought> place a1\n" in output
    assert "characters; 32000 is the most" in output
    assert "line 3 of the input is not UTF-8" in output
    assert "control character" in output
    assert "\x1b" not in output
    assert "\u202e" not in output


def test_go_on_by_name_by_beginning_and_by_ruleset(call: Run, evening: str) -> None:
    assert "evening: Noughts and Crosses with Tokens, 6 entries" in call("play", "even").output
    assert "noughts-" in call("play", "noughts").output  # a ruleset's full name is a new game
    assert "noughts-" in call("play", "noughts").output
    names = [summary.path.stem for summary in games()]
    assert len(names) == 3
    assert sum(name.endswith("-2") for name in names) == 1
    assert ", 0 entries" in call("play", "--new", "noughts", "--name", "Other Evening!").output
    assert "other-evening" in call("games").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play",), "name a saved game or a ruleset"),
        (("play", "evenimg"), "Did you mean evening"),
        (("play", "qqq"), "No game is called 'qqq'"),
        (("play", "noughts", "--name", "evening"), "a game called evening already"),
        (("play", "evening", "--new", "noughts"), "not both"),
        (("play", "evening", "--name", "x"), "belong to a new game"),
        (("play", "--new", "nougts"), "Did you mean noughts"),
        (("play", "noughts", "--players", "nought"), "SIDE=NAME"),
        (("play", "noughts", "--players", "axis=Anna"), "no side 'axis'"),
        (("play", "noughts", "--players", "nought=Referee"), "No player can be called"),
        (("play", "../../etc/passwd"), "No game is called"),
        (("show", "qqq"), "No game is called"),
        (("log", "qqq"), "No game is called"),
        (("export", "qqq"), "No game is called"),
        (("rulebook", "chess"), "No ruleset is called"),
        (("rulebook", "noughts", "xyzzy"), "No rule has 'xyzzy'"),
        (("show", "evening", "--at", "99"), "no entry 99"),
        (("show", "evening", "--at", "x"), "not a valid integer"),
    ],
)
@pytest.mark.usefixtures("evening")
def test_mistakes_are_one_sentence(call: Run, words: tuple[str, ...], said: str) -> None:
    result = call(*words, status=None)
    assert result.exit_code in (1, 2)
    assert said in re.sub(r"\s+", " ", result.output)
    assert len(games()) == 1


def test_a_second_prompt_is_told_who_has_the_game(call: Run, evening: str) -> None:
    first = open_game(evening)
    try:
        assert f"process {os.getpid()}" in call("play", evening, status=1).output
        assert "place a1" in call("log", evening).output
    finally:
        first.log.close()


def test_a_file_in_the_folders_place(call: Run, data_folder: Path) -> None:
    data_folder.write_text("mine")
    for words in (NEW, ("games",), ("show", "x"), ("doctor",)):
        result = call(*words, status=1)
        assert "it is a file" in result.output
        assert len(result.output.splitlines()) == 1
    assert data_folder.read_text() == "mine"


def test_a_folder_that_cannot_be_made(call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "file" / "data"))
    assert "could not be saved" in call(*NEW, status=1).output
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "disk"))

    def mkdir(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", mkdir)
    result = call(*NEW, status=1)
    assert "only be read, not written" in result.output
    assert len(result.output.splitlines()) == 1


def test_a_failure_to_save_is_said_and_caught_up(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = os.fsync, {"n": 0}

    def fsync(number: int) -> None:
        calls["n"] += 1
        if 6 <= calls["n"] <= 8:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(number)

    call(*NEW)
    monkeypatch.setattr(os, "fsync", fsync)
    calls["n"] = 3
    output = call("play", "evening", text="place a1\n-\nhand\nplace b2\nhand\n").output
    for number in range(1, 6):
        assert len(re.findall(rf"^#{number} ok", output, re.M)) == 1
    assert "NOT SAVED" in output
    assert "the disk is full" in output
    assert len(open_game("evening", readonly=True).log.entries) == 5


def test_what_was_never_saved_is_said_at_the_end(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    call(*NEW)

    def fsync(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    real = os.fsync
    calls = iter([real])  # opening the record is still fine
    monkeypatch.setattr(os, "fsync", lambda number: next(calls, fsync)(number))
    result = call("play", "evening", text="place a1\n", status=1)
    assert "#1 ok" not in result.stdout
    assert "report them again:\n  nought> place a1\n" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    with click.Context(main) as context:
        command = main.get_command(context, name)
    assert command is not None
    assert (command.help or "").partition("\n")[0].startswith(LISTED[name][1])


def test_help_is_a_command_too(call: Run) -> None:
    assert call("help").output.splitlines()[-len(COMMANDS) :] == call("--help").output.splitlines()[-len(COMMANDS) :]
    assert call("help", "dice").output == call("dice", "--help").output
    assert "No such command 'nope'" in call("help", "nope", status=2).output

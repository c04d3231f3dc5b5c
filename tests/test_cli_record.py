"""The command line over the record: lists, shows, exports and imports it, checks it, and survives a kill."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from referee.cli import main
from referee.library import games, open_game
from tests.conftest import NEW, ROOT, Run, write

pytestmark = pytest.mark.usefixtures("noughts", "data_folder")


# The record


def test_games_are_listed_newest_first(call: Run, evening: str, data_folder: Path) -> None:
    assert "No game" not in call("games").output
    call("play", "noughts", "--name", "later", text="place a1\n")
    (data_folder / "torn.jsonl").write_text("{\n")
    rows = json.loads(call("games", "--json").stdout)
    assert {row["name"] for row in rows[:2]} == {"later", "evening"}
    assert rows[2]["name"] == "torn"
    assert rows[2]["damage"]
    assert "torn: damaged" in call("games").output
    assert "Anna" in call("games").output


def test_no_games_yet(call: Run) -> None:
    assert "No game is saved" in call("games").output
    assert call("games", "--json").output == "[]\n"


def test_show_prints_what_check_prints(call: Run, evening: str, tmp_path: Path) -> None:
    row = json.loads(call("show", evening, "--json").stdout)
    call("export", evening, "-o", str(tmp_path / "evening.ref"))
    checked = json.loads(call("check", "--json", str(tmp_path / "evening.ref"), status=1).stdout)
    assert list(row) == list(checked)
    for key in ("ruleset", "turn", "side", "step", "winner", "state", "digest"):
        assert row[key] == checked[key]
    assert [f["rule"] for f in row["findings"]] == [f["rule"] for f in checked["findings"]] == ["turn.place"]
    assert "X . ." in call("show", evening).output


def test_show_at_an_entry(call: Run, evening: str) -> None:
    assert json.loads(call("show", evening, "--at", "0", "--json").stdout)["state"] == {"tokens": {}}
    assert json.loads(call("show", evening, "--at", "2", "--json").stdout)["state"] == {"tokens": {"a1": "nought"}}


def test_log_prints_every_entry(call: Run, evening: str) -> None:
    output = call("log", evening).output
    assert "Turn 1, Crosses, place" in output
    assert '#5 illegal-stands cross> place a1  "why not"' in output
    rows = json.loads(call("log", evening, "--json").stdout)
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row["verdict"] for row in rows] == ["ok", "ok", "ok", "held", "illegal-stands", "ok"]
    call("play", "noughts", "--name", "empty")
    assert call("log", "empty").output == "The record is empty.\n"


def test_export_and_import_lead_to_the_same_table(call: Run, evening: str, tmp_path: Path) -> None:
    text = call("export", evening).output
    assert "cross> place a1  # illegal, stands: why not" in text
    file = write(tmp_path, text)
    assert "evening-2: 5 entries saved" in call("import", file).output
    assert "third: 5 entries saved" in call("import", file, "--name", "third").output
    assert "third already" in call("import", file, "--name", "third", status=1).output
    digests = {json.loads(call("show", name, "--json").stdout)["digest"] for name in (evening, "evening-2", "third")}
    assert len(digests) == 1
    assert call("export", "third").output.replace("third", "evening") == text.replace(
        "  # illegal, stands: why not", ""
    )


def test_an_import_of_a_finished_game_says_who_won(call: Run) -> None:
    output = call("import", str(ROOT / "examples/lettow_vorbeck/no-option.ref")).output
    assert "The game is over: Allied won. `referee report no-option -o no-option.html` tells it." in output


def test_export_overwrites_nothing(call: Run, evening: str, tmp_path: Path) -> None:
    file = write(tmp_path, "mine")
    assert "is there already" in call("export", evening, "-o", file, status=1).output
    assert Path(file).read_text() == "mine"
    assert "cannot be written" in call("export", evening, "-o", str(tmp_path / "no" / "x.ref"), status=1).output


def test_import_wants_lines_that_can_be_read(call: Run, tmp_path: Path) -> None:
    file = write(tmp_path, '[Ruleset "noughts"]\nplace a1\nmvoe\n')
    output = call("import", file, status=1).output
    assert f"{file}:3: not-understood" in output
    assert "Nothing was imported" in output
    assert games() == []
    call("import", write(tmp_path, "x"), status=2)


# What it knows


def test_rulesets_and_rulebook(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.ruleset.find._entries", lambda: iter([("noughts", "tests.noughts")]))
    assert "noughts: Noughts and Crosses with Tokens, version 1 (Noughts and Crosses)" in call("rulesets").output
    assert "[turn.place] Placing:" in call("rulebook", "noughts").output
    assert "A diagonal wins. (in force)" in call("rulebook", "noughts", "win").output
    assert "[turn.hand]" in call("rulebook", "noughts", "marker", "side").output


# doctor


def test_doctor_says_what_is_sound(call: Run, evening: str) -> None:
    output = call("doctor").output
    assert "1 record." in output
    assert "evening: sound: 6 entries" in output
    assert "fits the last-entry mark" in output


def test_doctor_without_a_folder(call: Run) -> None:
    assert "not there yet" in call("doctor").output


def damage(kind: str) -> Callable[[bytes], bytes]:
    """A way to damage a record."""
    ways: dict[str, Callable[[bytes], bytes]] = {
        "changed": lambda raw: raw.replace(b"place a1", b"place a2", 1),
        "lost": lambda raw: b"".join(raw.splitlines(True)[:2] + raw.splitlines(True)[3:]),
        "cut": lambda raw: b"".join(raw.splitlines(True)[:-1]),
        "empty": lambda raw: b"",
        "rubbish": lambda raw: b"\x00\xff" * 50,
    }
    return ways[kind]


@pytest.mark.parametrize("kind", ["changed", "lost", "cut", "empty", "rubbish"])
def test_doctor_finds_damage_and_changes_nothing(call: Run, evening: str, data_folder: Path, kind: str) -> None:
    path = data_folder / "evening.jsonl"
    path.write_bytes(damage(kind)(path.read_bytes()))
    before = {p: p.read_bytes() for p in data_folder.rglob("*") if p.is_file()}
    output = call("doctor", status=1).output
    assert "evening: damaged" in output
    assert {p: p.read_bytes() for p in data_folder.rglob("*") if p.is_file()} == before
    if kind != "cut":
        assert len(call("play", evening, status=1).output.splitlines()) == 1


def test_doctor_says_when_the_mark_is_missing_or_the_ruleset(
    call: Run, evening: str, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for mark in (data_folder / ".state").glob("*.mark"):
        mark.unlink()
    assert "no last-entry mark" in call("doctor").output
    monkeypatch.setattr("referee.ruleset.find._entries", lambda: iter(()))
    assert "not installed" in call("doctor").output
    assert "No ruleset is called 'noughts'" in call("show", evening, status=1).output


# The real program


def environment(tmp_path: Path) -> dict[str, str]:
    """The real program finds the toy ruleset by an entry point, as any other."""
    info = tmp_path / "site" / "noughts-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[referee.rulesets]\nnoughts = tests.noughts\n")
    path = os.pathsep.join((str(ROOT), str(info.parent)))
    return {**os.environ, "PYTHONPATH": path, "REFEREE_DATA": str(tmp_path / "data")}


PROGRAM = [sys.executable, "-c", "from referee.cli import main; main(prog_name='referee')"]


def test_a_kill_loses_nothing_that_was_acknowledged(call: Run, tmp_path: Path) -> None:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen([*PROGRAM, *NEW], env=environment(tmp_path), cwd=ROOT, **pipes) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("place a1\nhand\nplace b2\n")
        program.stdin.flush()
        for line in program.stdout:
            if line.startswith("#4 "):
                break
        program.send_signal(signal.SIGKILL)
    game = open_game("evening")
    assert [e.line for e in game.log.entries if e.kind == "act"] == ["place a1", "hand", "place b2"]
    game.log.close()
    assert "4 entries" in call("play", "evening", text="hand\n").output
    assert "sound" in call("doctor").output


def test_a_terminal_without_all_letters_is_no_traceback(tmp_path: Path) -> None:
    file = write(tmp_path, '[Ruleset "noughts"]\nK\u00f6ln\n', "town.ref")
    env = {**environment(tmp_path), "PYTHONIOENCODING": "iso8859-5"}
    done = subprocess.run([*PROGRAM, "check", file], env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "K\\xf6ln' is no verb" in done.stdout
    assert done.stderr == ""


def test_a_file_name_that_is_no_text_is_no_traceback(call: Run, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.ref"
    with open(path, "wb") as stream:
        stream.write(b'[Ruleset "noughts"]\nplace a1\n')
    assert "\\udcff.ref: turn 1" in call("check", os.fsdecode(path)).output
    assert "1 entry saved" in call("import", os.fsdecode(path)).output


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    text = "place a1\n" + "legal\n" * 3000
    with subprocess.Popen(
        [*PROGRAM, *NEW], env=environment(tmp_path), cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        program.stdout.close()
        program.stdout = None
        _, errors = program.communicate(text)
    assert "Traceback" not in errors


def test_the_words_of_a_game_are_kept_beside_its_name(call: Run, tmp_path: Path) -> None:
    file = write(tmp_path, '[Ruleset "noughts"]\n[Game "A race, to Cairo!"]\n\nplace a1\n')
    assert "a-race-to-cairo: 1 entry saved" in call("import", file).output
    assert '[Title "A race, to Cairo!"]' in call("export", "a-race-to-cairo").output
    call("report", "a-race-to-cairo", "-o", str(tmp_path / "a.md"))
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert ": A race, to Cairo!" in text
    assert "Title" not in text
    again = write(tmp_path, call("export", "a-race-to-cairo").output, "again.ref")
    assert "a-race-to-cairo-2" in call("import", again).output
    assert '[Title "A race, to Cairo!"]' in call("export", "a-race-to-cairo-2").output
    assert "1 entry, imported" in call("games").output


def test_one_line_that_must_be_mended_is_one(call: Run, tmp_path: Path) -> None:
    file = write(tmp_path, '[Ruleset "noughts"]\n\nnonsense\n')
    assert "1 line must be mended first" in call("import", file, status=1).output


def test_the_list_of_games_is_broken_between_its_parts(
    evening: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    with patch("sys.stdout.isatty", return_value=True), pytest.raises(SystemExit):
        main(["games"])
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) < 40
    last = told.splitlines()[-1]
    assert re.fullmatch(r"  (.*, )?last \d{4}-\d\d-\d\d \d\d:\d\d", last), "the time is whole"

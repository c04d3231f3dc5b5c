"""Damage to a record and the files beside it: it is found, nothing good is lost, and no command ends in a traceback."""

from __future__ import annotations

import errno
import json
import os
import re
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import pytest

from referee.fold import REFEREE
from referee.library import open_game
from referee.lines import End
from referee.log import Log
from referee.repair import repair
from referee.salvage import find
from tests.conftest import NEW, Run
from tests.damage import READERS, Bench, Damage, cuts, flips, moved_lines, spoilt_lines
from tests.records import FOLDER
from tests.unbreakable.calls import KILLED, killed_before

LINES = 'place b2\n-\nhand\nplace a1\nundo\nplace a1\nplace c3\nstand "why not"\nhide cross "a trap"\n'


@pytest.fixture
def bench(call: Run, data_folder: Path) -> Bench:
    """A record of a few entries of all sorts, and its mark."""
    call(*NEW, text=LINES)
    found = Bench(data_folder, (data_folder / "evening.jsonl").read_bytes())
    found.set_mark()
    return found


def without(bench: Bench, entry: int) -> bytes:
    """The record without the line of an entry."""
    return b"".join(bench.lines[:entry] + bench.lines[entry + 1 :])


def content(bench: Bench) -> list[str]:
    """The lines that count in the record as it is now, without notes."""
    with Log.open(bench.path, bench.state, readonly=True) as log:
        return [entry.line for entry in log.entries if entry.kind != "note"]


# ---------------------------------------------------------------------------------------------- every byte, every line


def test_a_bit_flipped_at_every_byte_is_found_and_turned_back(bench: Bench) -> None:
    for at, damage in enumerate(flips(bench.raw, range(len(bench.raw) - 1))):
        bench.look(damage, mend=at % 5 == 0)
    figures = bench.figures
    assert not figures.faults
    assert figures.tried.total() == figures.found.total() == len(bench.raw) - 1
    assert figures.whole.total() == len(range(0, len(bench.raw) - 1, 5))
    assert not figures.upto


def test_a_last_line_without_its_end_is_mended(bench: Bench, call: Run) -> None:
    for damage in chain(flips(bench.raw, [len(bench.raw) - 1]), cuts(bench.raw, [len(bench.raw) - 1])):
        bench.look(damage)
        assert "whole again" in call("doctor", "--repair").output
        assert bench.path.read_bytes() == bench.raw
    assert bench.figures.found.total() == 2


def test_a_file_cut_at_every_byte_is_found(bench: Bench) -> None:
    for damage in cuts(bench.raw, range(len(bench.raw))):
        bench.look(damage)
    assert not bench.figures.faults
    assert bench.figures.found.total() == bench.figures.upto.total() == len(bench.raw)


def test_each_line_lost_doubled_moved_or_spoilt_is_found(bench: Bench) -> None:
    for damage in chain(moved_lines(bench.raw), spoilt_lines(bench.raw)):
        bench.look(damage)
    figures = bench.figures
    assert not figures.faults
    assert figures.found == figures.tried
    assert all(figures.whole[what] == figures.tried[what] for what in figures.tried if what.split()[-1] in MENDED)


MENDED = {"doubled", "swapped", "end"}
"""The last word of what is done to lines where none of them is lost."""


def test_what_is_left_is_open_again_and_the_doctor_is_content(bench: Bench) -> None:
    for damage in islice(chain(moved_lines(bench.raw), spoilt_lines(bench.raw)), 0, None, 5):
        bench.repair(damage)
    assert not bench.figures.faults


def test_no_command_ends_in_a_traceback(bench: Bench) -> None:
    for damage in (
        *flips(bench.raw, (20, len(bench.raw) // 2)), *cuts(bench.raw, (0, len(bench.raw) // 2)),
        Damage("cut at a line's end", 5, b"".join(bench.lines[:4])),
        Damage("zeros", 1, bytes(3000)), Damage("not UTF-8", 1, b"\xff\xfe{[" * 99 + b"\n"),
        Damage("nested deeply", 1, b"[" * 99_999),
    ):  # fmt: skip
        bench.read(damage)
    assert not bench.figures.faults


@pytest.mark.parametrize("ending", ["json", "ref"])
def test_a_damaged_export_is_taken_whole_or_not_at_all(bench: Bench, call: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"game.{ending}"
    call("report", "evening", "-o", str(file))
    raw = file.read_bytes()
    for damage in chain(flips(raw, range(0, len(raw), 41)), cuts(raw, range(0, len(raw), 97))):
        file.write_bytes(damage.raw)
        call("import", str(file), "--name", "again", status=None)
        (bench.folder / "again.jsonl").unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------------------ mending


def test_the_way_of_a_player_from_the_damage_to_the_game(bench: Bench, call: Run) -> None:
    bench.put(without(bench, 3))
    assert "damaged at line 4 (entry 3)" in call("play", "evening", status=1).output
    told = call("doctor", "evening", status=1).output
    assert "It is good up to entry 2: `referee doctor evening --repair` opens it there" in told
    assert bench.path.read_bytes() == without(bench, 3)
    told = call("doctor", "evening", "--repair").output
    assert "open again up to entry 2" in told
    assert "branch 2" in told
    assert bench.path.with_name("evening.jsonl.damaged").read_bytes() == without(bench, 3)
    assert content(bench)[:2] == [entry.line for entry in bench.entries[:2]]
    said = call("play", "evening", text="branches\nbranch 2\n").output
    assert "branch 2: from entry" in said
    assert "ok branch 2" in said


def test_with_the_lost_line_the_branch_is_the_game_as_it_was(bench: Bench, call: Run) -> None:
    def digest() -> str:
        return str(json.loads(call("show", "evening", "--json").stdout)["digest"])

    before = digest()
    lost = next(i for i, entry in enumerate(bench.entries, 1) if entry.line == "place a1" and entry.kind == "act")
    bench.put(without(bench, lost))
    assert "cannot be the line" in call("doctor", "evening", "--repair", "--lost", "jump a1", status=1).output
    assert bench.path.read_bytes() == without(bench, lost)
    call("doctor", "evening", "--repair", "--lost", f"{bench.entries[lost - 1].side}> place a1")
    assert digest() != before
    call("play", "evening", text="branch 2\n")
    assert digest() == before


@pytest.mark.parametrize("line", ["undo 2", "fix 1 place a1"])
def test_a_lost_line_that_was_asked_about_was_kept(call: Run, data_folder: Path, line: str) -> None:
    call(*NEW, text=f"place b2\n-\nhand\nplace a1\nhand\n{line}\nkeep\nplace c3\nhand\nundo\n")
    before = json.loads(call("show", "evening", "--json").stdout)["digest"]
    record = data_folder / "evening.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:6] + lines[7:]))
    call("doctor", "evening", "--repair", "--lost", line)
    call("play", "evening", text="branch 2\n")
    assert json.loads(call("show", "evening", "--json").stdout)["digest"] == before


def test_a_lost_line_that_is_not_needed_is_said(bench: Bench, call: Run) -> None:
    told = ("doctor", "evening", "--repair", "--lost", "place a1")
    bench.put(bench.raw.replace(b"\n", b"\r\n"))
    assert "What --lost says was not entered" in call(*told).output
    bench.put(b"".join(bench.lines[:-2]))
    assert "What --lost says was not entered" in call(*told).output


def test_what_can_be_read_of_a_lost_entry_is_said(bench: Bench, call: Run) -> None:
    bench.put(bench.raw.replace(b'"answers"', b'"anrewss"', 1))
    assert "can be read: nought> place b2" in call("doctor", "evening", status=1).output


def test_line_ends_that_a_sync_program_converted_are_put_right(bench: Bench, call: Run) -> None:
    bench.put(b"\xef\xbb\xbf" + bench.raw.replace(b"\n", b"\r\n"))
    assert "whole again" in call("doctor", "--repair").output
    assert bench.path.read_bytes() == bench.raw


def test_a_second_damage_behind_the_first_is_not_taken_for_good(bench: Bench) -> None:
    lines = bench.lines[:3] + bench.lines[4:6] + [bench.lines[6].replace(b"a1", b"c3")] + bench.lines[7:]
    found = find(b"".join(lines))
    assert len(found.good) == 3
    assert [line.id for line in found.later] == [4, 5, *range(7, len(bench.lines))]


def test_a_lost_header_is_said_and_the_rest_is_kept(bench: Bench, call: Run) -> None:
    bench.put(without(bench, 0))
    told = call("doctor", "evening", "--repair", status=1).output
    assert "header of evening.jsonl is lost" in told
    rest = bench.path.with_name("evening.jsonl.rest.ref").read_text(encoding="utf-8")
    assert "nought> place b2" in rest.splitlines()
    assert bench.path.read_bytes() == without(bench, 0)
    assert "already" in call("doctor", "evening", "--repair", status=1).output


def test_a_cut_at_a_lines_end_is_taken_as_it_is_only_when_asked(bench: Bench, call: Run) -> None:
    bench.put(b"".join(bench.lines[:-2]))
    there, written = len(bench.lines) - 3, len(bench.entries)
    assert f"ends at entry {there}, but {written} were written" in call("doctor", status=1).output
    assert "says so in a note" in call("doctor", "--repair").output
    assert "taken as it is" in call("log", "evening").output
    call("doctor")


def test_a_later_referees_record_is_not_cut(bench: Bench, call: Run) -> None:
    with Log.open(bench.path, bench.state) as log:
        log.db.table("entries").insert({"number": len(bench.entries) + 1, "kind": "telepathy", "side": "", "line": ""})
    raw = bench.path.read_bytes()
    assert "bring this one up to date" in call("doctor", "evening", "--repair", status=1).output.lower()
    assert bench.path.read_bytes() == raw


def chained(bench: Bench, number: int, **changed: Any) -> bytes:
    """The record with an entry of other words, as whole as if they had been written."""
    end, lines = End(), []
    for at, line in enumerate(bench.lines):
        document = {**json.loads(line), **(changed if at == number else {})}
        kind = document.pop("table")
        raw, end = end.after(kind, {key: document[key] for key in document if key not in ("id", "sum")})
        lines.append(raw)
    return b"".join(lines)


@pytest.mark.parametrize("lost", [0, 2])
def test_an_entry_of_a_later_referee_behind_the_damage_is_told_of(bench: Bench, call: Run, lost: int) -> None:
    lines = chained(bench, 5, kind="telepathy").splitlines(keepends=True)
    bench.put(b"".join(lines[:lost] + lines[lost + 1 :]))
    told = call("doctor", "evening", "--repair", status=int(not lost)).output
    if not lost:
        told = bench.path.with_name("evening.jsonl.rest.ref").read_text(encoding="utf-8")
    assert re.search(r"5( cannot be read)?: 'telepathy' is no kind of entry that this referee knows", told)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_what_is_mended_is_read_by_those_who_could_and_stays_where_it_is(
    bench: Bench, call: Run, tmp_path: Path, mode: int
) -> None:
    synced = tmp_path / "synced.jsonl"
    synced.write_bytes(without(bench, 3))
    synced.chmod(mode)
    bench.path.unlink()
    bench.path.symlink_to(synced)
    call("doctor", "evening", "--repair")
    assert bench.path.is_symlink()
    assert synced.read_bytes() != without(bench, 3)
    for file in (synced, bench.path.with_name("evening.jsonl.damaged")):
        assert file.stat().st_mode & 0o777 == mode
    assert [file.name for file in tmp_path.glob("*.part")] == []


@pytest.mark.parametrize(("lost", "acts"), [(3, 11), (4, 12), (12, 11), (18, 11)])
def test_undos_and_corrections_behind_the_damage_do_what_they_did(
    call: Run, data_folder: Path, lost: int, acts: int
) -> None:
    data_folder.mkdir()
    lines = (FOLDER / "na-corrected.jsonl").read_bytes().splitlines(keepends=True)
    (data_folder / "evening.jsonl").write_bytes(b"".join(lines[:lost] + lines[lost + 1 :]))
    call("doctor", "--repair")
    branch = open_game("evening", readonly=True).timeline.branches[-1]
    assert sum(step.entry.by != REFEREE for step in branch.steps) == acts  # of 12


def test_looking_for_lines_has_an_end(bench: Bench) -> None:
    lines = [*bench.lines, *(f"{number} is no line\n".encode() for number in range(3_000))]
    assert find(b"".join(lines[5:] + lines[:5])).good == bench.lines
    assert len(find(b"".join(reversed(lines * 40))).good) < len(lines)


# -------------------------------------------------------------------------------------------------- the files beside it

SPOILT = {"empty": b"", "zeros": bytes(500), "not UTF-8": b'\xff\xfe{["' * 99, "cut": b"0000"}
WAYS = (*SPOILT, "a folder", "a loop")


def spoil(file: Path, how: str) -> None:
    """Put something else in the place of a file."""
    file.unlink()
    if how == "a folder":
        file.mkdir()
    elif how == "a loop":
        file.symlink_to(file.name)
    else:
        file.write_bytes(SPOILT[how])


@pytest.mark.parametrize("how", WAYS)
def test_a_spoilt_mark_or_vault_is_said_and_costs_nothing_else(bench: Bench, call: Run, how: str) -> None:
    spoil(next(bench.state.glob("evening*.mark")), how)
    assert "there is no last-entry mark" in call("doctor").output
    assert 'ok note "on"' in call("play", "evening", text="note on\n").output
    spoil(bench.path.with_suffix(".sealed"), how)
    assert "sealed note 1 cannot be opened" in call("doctor", status=1).output
    assert "Note 1 (entry 10) cannot be opened" in call("play", "evening", text="unhide 1\n", status=1).output
    for words in READERS:
        call(*words, status=None)


@pytest.mark.parametrize("how", WAYS)
def test_a_spoilt_component_file_is_said(patrol: None, data_folder: Path, call: Run, how: str) -> None:
    file = data_folder / "components" / "patrol" / "learned.ref"
    file.parent.mkdir(parents=True)
    file.write_text("", encoding="utf-8")
    spoil(file, how)
    assert ("something cannot be used" in call("doctor", status=int(how != "empty")).output) is (how != "empty")
    assert "#1 ok" in call("play", "lightning-poland", text="note on\n").output


def test_a_record_that_may_not_be_read(bench: Bench, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refused(path: str | Path, *arguments: Any, **named: Any) -> int:
        if Path(path) == bench.path:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, *arguments, **named)

    monkeypatch.setattr(os, "open", refused)
    for words in (("show", "evening"), ("play", "evening"), ("doctor",), ("doctor", "evening", "--repair")):
        assert "Permission denied" in call(*words, status=1).output or "not allowed" in call(*words, status=1).output


# ---------------------------------------------------------------------------------------------------------------- kills


def test_a_kill_while_mending_loses_nothing(bench: Bench, call: Run) -> None:
    damaged = without(bench, 4)
    for number in count(1):
        bench.put(damaged)
        bench.set_mark()
        status = killed_before(bench.folder, number, lambda: repair("evening"))
        now = bench.path.read_bytes()
        assert now == damaged or bench.path.with_name("evening.jsonl.damaged").read_bytes() == damaged
        call("doctor", "evening", "--repair")
        assert content(bench)[:3] == [entry.line for entry in bench.entries[:3]]
        if not status:
            break
        assert status == KILLED
    assert number > 10

"""The record of a game: nothing acknowledged is lost, nothing in memory is lost, saving catches up."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import where

from referee.database import RecordDB
from referee.lines import ENTRIES, HEADER, MAX_LINE, AppendOnlyError, DamagedRecord, SaveError
from referee.log import (
    ENTRY_KINDS,
    FORMAT,
    Entry,
    Header,
    Log,
    UnknownFormat,
    list_records,
    record_name,
    record_path,
)
from referee.statefolder import RecordBusy, state_file
from referee.storage import AppendStorage

HEADER_OF_TEST = Header(
    ruleset="noughts",
    version="1",
    name="Monday",
    players={"axis": "Anna", "allied": "Jörg"},
    options={"weather": "on"},
    rulings={"supply.3": "strict"},
    date="2026-05-01",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "game.jsonl"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def entry(number: int, **fields: Any) -> Entry:
    return Entry(number, "act", "axis", f"move panzer-{number} tobruk", **fields)


def fill(path: Path, state: Path | None, count: int = 3, header: Header = HEADER_OF_TEST) -> list[Entry]:
    entries = [entry(number, time=f"2026-05-01T20:{number:02d}:00+02:00") for number in range(1, count + 1)]
    with Log.create(path, header, state) as log:
        for each in entries:
            log.append(each)
    return entries


def reread(path: Path, state: Path | None = None) -> list[Entry]:
    with Log.open(path, state, readonly=True) as log:
        assert not log.storage.notices
        return log.entries


class Disk:
    """Lets `os.fsync` fail with `number` while it is set; counts the calls."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = 0
        self.real = os.fsync
        monkeypatch.setattr(os, "fsync", self.sync)

    def sync(self, descriptor: int) -> None:
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        self.real(descriptor)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


# --- Header and Entry ---


def test_defaults_are_left_out_of_the_file(path: Path) -> None:
    with Log.create(path, HEADER_OF_TEST, None) as log:
        log.append(entry(1))
    header, first = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    own = {"table", "id", "sum"}
    assert header.keys() - own == {
        "format", "ruleset", "version", "name", "players", "options", "rulings", "date",
    }  # fmt: skip
    assert first.keys() - own == {"number", "kind", "side", "line"}
    assert header["format"] == FORMAT


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
MAPS = st.dictionaries(TEXTS, TEXTS, max_size=3)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
PLAIN = st.dictionaries(TEXTS, VALUES, max_size=3)
HEADERS = st.builds(
    Header,
    ruleset=TEXTS,
    version=TEXTS,
    name=TEXTS,
    players=MAPS,
    options=MAPS,
    rulings=MAPS,
    date=TEXTS,
    place=TEXTS,
    umpire=TEXTS,
    seed=st.integers(),
    tags=MAPS,
)
ENTRY_FIELDS = st.fixed_dictionaries(
    {"kind": st.sampled_from(sorted(ENTRY_KINDS)), "side": TEXTS, "line": TEXTS},
    optional={
        "verdict": TEXTS,
        "time": TEXTS,
        "by": TEXTS,
        "findings": st.lists(MAPS, max_size=3).map(tuple),
        "consequences": st.lists(TEXTS, max_size=3).map(tuple),
        "dice": st.lists(PLAIN, max_size=3).map(tuple),
        "answers": TEXTS,
        "of": st.lists(st.integers(), max_size=3).map(tuple),
        "why": TEXTS,
        "ruled": TEXTS,
        "digest": TEXTS,
        "data": PLAIN,
    },
)


@settings(max_examples=60, deadline=None)
@given(header=HEADERS, several=st.lists(ENTRY_FIELDS, max_size=4))
def test_whatever_is_written_is_read_back(header: Header, several: list[dict[str, Any]]) -> None:
    entries = [Entry(number=number, **fields) for number, fields in enumerate(several, 1)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        with Log.create(path, header, None) as log:
            for each in entries:
                log.append(each)
            assert not log.failure
        with Log.open(path, None) as log:
            assert (log.header, log.entries) == (header, entries)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOATS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)
FIELD_NAMES = [field.name for kind in (Header, Entry) for field in dataclasses.fields(kind)]


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELD_NAMES) | TEXTS, JSON | st.just(1) | st.just("act")) | JSON)
def test_no_document_of_a_stranger_breaks_the_reading(document: object) -> None:
    for read in (Header.from_json, Entry.from_json):
        with suppress(DamagedRecord, UnknownFormat):
            read(document)


GOOD_ENTRY = {"number": 1, "kind": "act", "side": "axis", "line": "pass"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"number": "1"}, "number should be a whole number, but is '1'"),
        ({"number": True}, "number should be a whole number, but is True"),
        ({"number": 1.0}, "number should be a whole number"),
        ({"kind": "win"}, "'win' is no kind of entry"),
        ({"kind": []}, "kind should be a text, but is a list"),
        ({"findings": {}}, "findings should be a list"),
        ({"findings": [{"rule": 3}]}, "findings should be a list"),
        ({"of": ["1"]}, "of should be a list"),
        ({"dice": [3]}, "dice should be a list"),
        ({"data": []}, "data should be JSON values by name"),
        ({"lien": ""}, "unknown field 'lien'"),
        ({"line": None}, "line should be a text, but is None"),
    ],
)
def test_entries_of_the_wrong_shape(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(DamagedRecord, match=reason):
        Entry.from_json({**GOOD_ENTRY, **change})


def test_missing_fields_are_named() -> None:
    for name in GOOD_ENTRY:
        with pytest.raises(DamagedRecord, match=f"field '{name}' is missing"):
            Entry.from_json({key: value for key, value in GOOD_ENTRY.items() if key != name})
    with pytest.raises(DamagedRecord, match="field 'date' is missing"):
        Header.from_json({key: value for key, value in HEADER_OF_TEST.to_json().items() if key != "date"})


@pytest.mark.parametrize("number", [2, 0, "1", True, 1.5, [1]])
def test_another_format_is_refused_by_its_number(number: object) -> None:
    with pytest.raises(UnknownFormat, match="this referee reads only format 1"):
        Header.from_json({**HEADER_OF_TEST.to_json(), "format": number})


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "win"},
        {"line": 3},
        {"findings": [{"rule": "1"}]},
        {"findings": ({"rule": 1},)},
        {"data": {"a": (1, 2)}},
        {"data": {1: "a"}},
        {"data": {"a": float("nan")}},
        {"data": {"a": object()}},
        {"line": "\ud800"},
        {"line": "a" * MAX_LINE},
    ],
    ids=range(10),
)
def test_what_could_not_be_read_back_is_not_added(path: Path, fields: dict[str, Any]) -> None:
    for log in (Log.create(path, HEADER_OF_TEST, None), Log.memory(HEADER_OF_TEST)):
        with pytest.raises(ValueError, match=r"should be|no kind of entry|cannot be written|would be longer"):
            log.append(dataclasses.replace(entry(1), **fields))
        assert not log.entries
        log.append(entry(1))
        log.close()
    assert reread(path) == [entry(1)]


def test_entries_are_numbered_without_a_gap(path: Path) -> None:
    with Log.create(path, HEADER_OF_TEST, None) as log:
        for number in (0, 2):
            with pytest.raises(ValueError, match="the next entry has the number 1"):
                log.append(entry(number))
        log.append(entry(1))


# --- creating, opening, going on ---


def test_a_game_goes_on_after_opening_again(path: Path, state: Path) -> None:
    entries = fill(path, state)
    with Log.open(path, state) as log:
        assert (log.header, log.entries, log.unsaved, log.failure) == (HEADER_OF_TEST, entries, [], "")
        assert log.storage.mark == "fits"
        log.append(entry(4))
        assert reread(path, state) == [*entries, entry(4)]


def test_own_tags_are_kept(path: Path) -> None:
    header = dataclasses.replace(HEADER_OF_TEST, tags={"Club": "Thursday"}, place="Köln", seed=7)
    fill(path, None, 1, header)
    with Log.open(path, None, readonly=True) as log:
        assert log.header == header


def test_queries(path: Path) -> None:
    fill(path, None)
    with Log.open(path, None, readonly=True) as log:
        assert [each["number"] for each in log.db.search(where("line").matches("move panzer-[23]"))] == [2, 3]


def test_a_closed_or_read_only_log_takes_nothing(path: Path, state: Path) -> None:
    fill(path, state)
    before = path.read_bytes()
    log = Log.open(path, state, readonly=True)
    closed = Log.open(path, state)
    closed.close()
    for each in (log, closed):
        with pytest.raises(AppendOnlyError, match="closed or open for reading only"):
            each.append(entry(4))
        assert len(each.entries) == 3
        each.close()
    assert path.read_bytes() == before


def test_one_writer_and_any_readers(path: Path, state: Path) -> None:
    fill(path, state)
    with Log.open(path, state, now="2026-05-01T20:00:00+02:00") as log:
        with pytest.raises(RecordBusy, match="since 2026-05-01T20:00"):
            Log.open(path, state)
        log.append(entry(4))
        assert reread(path, state) == log.entries
    Log.open(path, state).close()


def test_a_name_that_is_taken(path: Path, state: Path) -> None:
    fill(path, state)
    before = path.read_bytes()
    with pytest.raises(SaveError, match="choose another name") as caught:
        Log.create(path, HEADER_OF_TEST, state)
    assert caught.value.errno == errno.EEXIST
    assert path.read_bytes() == before
    Log.open(path, state).close()


def test_a_record_that_cannot_be_made_leaves_nothing(path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(SaveError, match="the disk is full"):
            Log.create(path, HEADER_OF_TEST, state)
    assert not path.exists()
    Log.create(path, HEADER_OF_TEST, state).close()


@pytest.mark.parametrize(
    ("table", "document", "reason"),
    [
        (ENTRIES, {**GOOD_ENTRY, "number": 2}, "says it is entry 2 where entry 1 is due"),
        (ENTRIES, {**GOOD_ENTRY, "kind": "win"}, "no kind of entry"),
        (ENTRIES, {}, "field 'kind' is missing"),
        ("notes", {}, "it is not an entry"),
    ],
)
def test_lines_that_are_whole_but_wrong(
    path: Path, state: Path, table: str, document: dict[str, Any], reason: str
) -> None:
    with RecordDB(path, state_dir=state, create=()) as db:
        db.table(HEADER).insert(HEADER_OF_TEST.to_json())
        db.table(table).insert(document)
        db.table(ENTRIES).insert(GOOD_ENTRY)
    path.write_bytes(path.read_bytes() + b"torn")
    before = path.read_bytes()
    for readonly in (True, False):
        with pytest.raises(DamagedRecord, match=reason) as caught:
            Log.open(path, state, readonly)
        assert caught.value.line == 2
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_record_without_header_or_of_a_later_format(path: Path, state: Path) -> None:
    with RecordDB(path, create=()) as db:
        db.insert(GOOD_ENTRY)
    with pytest.raises(DamagedRecord, match="first line is not the header"):
        Log.open(path, state)
    path.unlink()
    with RecordDB(path, create=()) as db:
        db.table(HEADER).insert({"format": 2, "surprise": True})
    with pytest.raises(UnknownFormat, match="bring this one up to date"):
        Log.open(path, state)


def test_entries_that_are_missing_at_the_end_are_told(path: Path, state: Path) -> None:
    fill(path, state, 5)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
    with Log.open(path, state) as log:
        assert (log.storage.mark, log.storage.missing) == ("short", 2)
        assert "ends at entry 3, but 5 were written" in log.storage.notices[0]
    state_file(path, state, ".mark").unlink()
    with Log.open(path, state) as log:
        assert (log.storage.mark, log.storage.missing) == ("none", 0)


# --- when saving fails ---


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_unsaved_entries_are_kept_and_caught_up(path: Path, state: Path, disk: Disk, number: int) -> None:
    entries = fill(path, state)
    before = path.read_bytes()
    with Log.open(path, state) as log:
        disk.number = number
        for due in (4, 5):
            log.append(entry(due))
            assert log.failure
            assert log.unsaved == [entry(each) for each in range(4, due + 1)]
            assert path.read_bytes() == before
        assert not log.retry()
        disk.number = 0
        log.append(entry(6))
        assert (log.failure, log.unsaved) == ("", [])
        assert log.entries == [*entries, entry(4), entry(5), entry(6)]
        assert reread(path, state) == log.entries


def test_retry(path: Path, disk: Disk) -> None:
    with Log.create(path, HEADER_OF_TEST, None) as log:
        disk.number = errno.EDQUOT
        log.append(entry(1))
        assert log.failure == "your share of the disk is used up"
        assert not log.retry()
        disk.number = 0
        assert log.retry()
        assert not log.failure
    assert reread(path) == [entry(1)]


def test_closing_tries_once_more(path: Path, disk: Disk) -> None:
    log = Log.create(path, HEADER_OF_TEST, None)
    disk.number = errno.ENOSPC
    log.append(entry(1))
    disk.number = 0
    log.close()
    assert not log.unsaved
    assert reread(path) == [entry(1)]


def test_what_could_not_be_saved_is_still_known_after_closing(path: Path, disk: Disk) -> None:
    log = Log.create(path, HEADER_OF_TEST, None)
    disk.number = errno.ENOSPC
    log.append(entry(1))
    log.close()
    assert (log.unsaved, log.failure) == ([entry(1)], "the disk is full")


def test_an_entry_that_cannot_be_written_does_not_wait_behind_a_full_disk(path: Path, disk: Disk) -> None:
    with Log.create(path, HEADER_OF_TEST, None) as log:
        disk.number = errno.ENOSPC
        log.append(entry(1))
        with pytest.raises(ValueError, match="would be longer"):
            log.append(entry(2, why="a" * MAX_LINE))
        disk.number = 0
        log.append(entry(2))
    assert reread(path) == [entry(1), entry(2)]


def test_saving_elsewhere(path: Path, state: Path, tmp_path: Path, disk: Disk) -> None:
    entries = fill(path, state)
    before = path.read_bytes()
    other = tmp_path / "stick" / "game.jsonl"
    with Log.open(path, state) as log:
        disk.number = errno.ENOSPC
        log.append(entry(4))
        with pytest.raises(SaveError):
            log.save_elsewhere(other)
        assert not other.exists()
        assert log.unsaved == [entry(4)]
        disk.number = 0
        old = log.storage
        log.save_elsewhere(other)
        assert old.readonly
        assert (log.failure, log.unsaved, log.storage.path) == ("", [], other)
        Log.open(path, state).close()  # the old place is free again
        with pytest.raises(RecordBusy):
            Log.open(other, state)
        log.append(entry(5))
    assert path.read_bytes() == before
    assert reread(other, state) == [*entries, entry(4), entry(5)]


def test_saving_elsewhere_never_overwrites(path: Path, state: Path, tmp_path: Path) -> None:
    fill(path, state)
    other = tmp_path / "precious"
    other.write_text("precious")
    with Log.open(path, state) as log:
        with pytest.raises(SaveError, match="choose another name"):
            log.save_elsewhere(other)
        with pytest.raises(RecordBusy):
            log.save_elsewhere(path)
        log.append(entry(4))
    assert other.read_text() == "precious"
    assert len(reread(path, state)) == 4


def test_a_file_that_was_taken_away_does_not_take_the_game_along(path: Path, state: Path, tmp_path: Path) -> None:
    entries = fill(path, state)
    with Log.open(path, state) as log:
        path.unlink()
        log.append(entry(4))
        assert log.failure
        assert log.unsaved == [*entries, entry(4)]
        log.save_elsewhere(path.with_name("saved.jsonl"))
        assert reread(path.with_name("saved.jsonl")) == [*entries, entry(4)]


def test_ctrl_c_saves_an_entry_once_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    with Log.create(path, HEADER_OF_TEST, None) as log:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", interrupt)
            with pytest.raises(KeyboardInterrupt):
                log.append(entry(1))
        assert log.unsaved == log.entries == [entry(1)]
        log.append(entry(2))
    assert reread(path) == [entry(1), entry(2)]


# --- in memory ---


def test_a_log_in_memory(tmp_path: Path) -> None:
    with Log.memory(HEADER_OF_TEST) as log:
        log.append(entry(1))
        assert (log.entries, log.unsaved, log.failure, log.retry()) == ([entry(1)], [], "", True)
        assert log.db.search(where("side") == "axis")
        assert (log.storage.path, log.storage.notices, log.storage.mark) == (None, (), "none")
        log.save_elsewhere(tmp_path / "game.jsonl", state_dir=tmp_path / "state")
        assert isinstance(log.storage, AppendStorage)
        log.append(entry(2))
    assert reread(tmp_path / "game.jsonl", tmp_path / "state") == [entry(1), entry(2)]


# --- the list of records, and their names ---


def test_records_are_listed_the_newest_first(tmp_path: Path) -> None:
    for name, time in (
        ("old", "2026-05-01T21:00:00+02:00"),
        ("new", "2026-05-01T20:30:00+00:00"),
        ("middle", "2026-05-01T22:00:00+02:00"),
    ):
        with Log.create(tmp_path / f"{name}.jsonl", dataclasses.replace(HEADER_OF_TEST, name=name), None) as log:
            log.append(entry(1))
            log.append(entry(2, time=time))
    (tmp_path / "notes.txt").write_text("no record")
    found = list_records(tmp_path)
    assert [each.header.name for each in found if each.header] == ["new", "middle", "old"]
    assert {each.entries for each in found} == {2}
    assert found[0].last == "2026-05-01T20:30:00+00:00"
    assert not any(each.damage for each in found)


def test_records_without_a_time_go_by_the_file(tmp_path: Path) -> None:
    for name, moment in (("a", 1_000), ("b", 3_000), ("c", 2_000)):
        Log.create(tmp_path / f"{name}.jsonl", HEADER_OF_TEST, None).close()
        os.utime(tmp_path / f"{name}.jsonl", (moment, moment))
    assert [each.path.stem for each in list_records(tmp_path)] == ["b", "c", "a"]


def test_damaged_records_are_listed_last_with_the_reason(tmp_path: Path) -> None:
    for name in ("good", "flipped", "swapped", "later-format"):
        fill(tmp_path / f"{name}.jsonl", None)
    flipped, swapped = tmp_path / "flipped.jsonl", tmp_path / "swapped.jsonl"
    flipped.write_bytes(flipped.read_bytes().replace(b"panzer-2", b"panzer-7"))
    lines = swapped.read_bytes().splitlines(keepends=True)
    swapped.write_bytes(b"".join([lines[0], lines[2], lines[1], lines[3]]))
    (tmp_path / "later-format.jsonl").unlink()
    with RecordDB(tmp_path / "later-format.jsonl", create=()) as db:
        db.table(HEADER).insert({"format": 9})
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "dangling.jsonl").symlink_to(tmp_path / "nowhere")
    first, *others = list_records(tmp_path)
    assert (first.path.stem, first.damage, first.entries) == ("good", "", 3)
    reasons = {each.path.stem: each.damage for each in others}
    assert set(reasons) == {"flipped", "swapped", "later-format", "empty", "folder", "pipe", "dangling"}
    assert "checksum" in reasons["flipped"]
    assert "format 9" in reasons["later-format"]
    assert "plain file" in reasons["pipe"]
    assert all(reasons.values())


def test_a_torn_record_is_listed_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    fill(path, None)
    torn = path.read_bytes() + b"torn"
    path.write_bytes(torn)
    assert [(each.entries, each.damage) for each in list_records(tmp_path)] == [(3, "")]
    assert path.read_bytes() == torn


def test_no_folder_no_records(tmp_path: Path) -> None:
    assert list_records(tmp_path / "missing") == []


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".hidden", "a/b", "../a", "/a", "A", "a b", "ä", "a\n", "a\0", "a\\b", "~", "a" * 95]
)
def test_names_that_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name of a record"):
        record_path(tmp_path, name)


@given(st.text())
def test_every_name_is_refused_or_stays_in_the_folder(name: str) -> None:
    folder = Path("/data/games")
    for attempt in (name, record_name(name)):
        try:
            path = record_path(folder, attempt)
        except ValueError:
            assert attempt is name
            continue
        assert path.resolve().parent == folder.resolve()
        assert len(path.name) <= 100
        assert not path.name.startswith(".")


def test_names(tmp_path: Path) -> None:
    assert record_path(tmp_path, "monday-3") == tmp_path / "monday-3.jsonl"
    assert record_path(tmp_path, "monday-3.jsonl") == tmp_path / "monday-3.jsonl"
    assert record_name("Anna's Game, 3rd") == "anna-s-game-3rd"
    assert record_name("../..") == "game"

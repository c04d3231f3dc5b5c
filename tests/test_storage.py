"""The append-only storage: what is acknowledged is on the disk, and no damage passes unseen."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinydb import where
from tinydb.storages import MemoryStorage as TinyMemory
from tinydb.table import Document

from referee import durable, storage
from referee import lines as limits
from referee.database import AppendTable, RecordDB
from referee.lines import ENTRIES, HEADER, AppendOnlyError, DamagedRecord, SaveError, skim
from referee.statefolder import Mark, RecordBusy, WriterLock, state_file
from referee.storage import AppendStorage, MemoryStorage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "game.jsonl"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


def document(number: int) -> dict[str, Any]:
    return {"line": f"move panzer-{number} tobruk", "dice": [number % 6 + 1], "who": "Jörg 🎲"}


def write(path: Path, state: Path | None, count: int = 5) -> list[dict[str, Any]]:
    """A record of a header and `count` entries; returns the entries."""
    documents = [document(number) for number in range(1, count + 1)]
    with RecordDB(path, state_dir=state, create=()) as db:
        db.table(HEADER).insert({"name": "test"})
        db.insert_multiple(documents)
    return documents


def read(path: Path, state: Path | None = None) -> tuple[list[dict[str, Any]], AppendStorage]:
    with RecordDB(path, state_dir=state, readonly=True) as db:
        found = db.storage
        assert isinstance(found, AppendStorage)
        return [dict(each) for each in db.all()], found


def flaws(path: Path, state: Path | None) -> list[str]:
    """What a reader is told about a record: [] if nothing. Raises nothing but what is promised."""
    try:
        _, found = read(path, state)
    except DamagedRecord as damage:
        return [str(damage)]
    return list(found.notices)


# -------------------------------------------------------------------------------------------------- writing and reading


def test_what_was_appended_is_there_again(path: Path, state: Path) -> None:
    documents = write(path, state)
    found, opened = read(path, state)
    assert found == documents
    assert (opened.torn, opened.mark, opened.missing, opened.notices) == (b"", "fits", 0, [])


def test_going_on_after_opening_again(path: Path, state: Path) -> None:
    documents = write(path, state)
    with RecordDB(path, state_dir=state) as db:
        assert db.insert(document(6)) == 6
    assert read(path, state)[0] == [*documents, document(6)]


def test_each_line_is_plain_json_with_table_id_and_sum(path: Path) -> None:
    write(path, None, 2)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(line["table"], line["id"]) for line in lines] == [(HEADER, 1), (ENTRIES, 1), (ENTRIES, 2)]
    assert all(list(line)[-1] == "sum" and len(line["sum"]) == 16 for line in lines)
    assert b'": ' not in path.read_bytes()
    assert "Jörg 🎲".encode() in path.read_bytes()


def spy(monkeypatch: pytest.MonkeyPatch, place: object, name: str, calls: list[tuple[Any, ...]]) -> None:
    """Note each call of a function, with its arguments, and let it happen."""
    real = getattr(place, name)

    def noted(*arguments: Any) -> Any:
        calls.append((name, *arguments))
        return real(*arguments)

    monkeypatch.setattr(place, name, noted)


def test_line_and_folder_are_synced_before_append_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    for place, name in ((os, "write"), (os, "link"), (os, "fsync"), (durable, "sync_folder")):
        spy(monkeypatch, place, name, calls)
    opened = AppendStorage(path, create=[(HEADER, {})])
    made = ["sync_folder", "fsync"]
    assert [call[0] for call in calls] == [*made, "write", "fsync", "link", *made]
    calls.clear()
    opened.append(ENTRIES, {})
    assert [call[0] for call in calls] == ["write", "fsync"]
    opened.close()


def test_an_append_costs_the_same_at_any_length(path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Structural: the bytes written, the reads of the file and the tables rebuilt, at 10 and at 1,000 entries."""
    reads: list[tuple[Any, ...]] = []
    spy(monkeypatch, AppendTable, "_read_table", reads)
    spy(monkeypatch, MemoryStorage, "read", reads)
    writes: list[tuple[Any, ...]] = []
    spy(monkeypatch, os, "write", writes)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    with RecordDB(path, state_dir=state, create=()) as db:
        for number in range(1, 1001):
            db.insert({"same": number % 7})
        monkeypatch.setattr(storage, "open", lambda *args, **kwargs: pytest.fail("read again"), raising=False)
        db.insert({"same": 1})
    assert not reads
    assert len(writes) == 1001
    assert len(writes[-1][2]) - len(writes[9][2]) == len("1001") - len("10")


def test_tinydb_queries_see_new_documents(path: Path) -> None:
    with RecordDB(path, create=()) as db:
        db.insert({"side": "axis", "n": 1})
        assert db.count(where("side") == "axis") == 1
        db.insert({"side": "axis", "n": 2})
        assert [each.doc_id for each in db.search(where("side") == "axis")] == [1, 2]
        assert db.get(doc_id=2) == {"side": "axis", "n": 2}
        assert len(db) == 2
        assert db.tables() == {ENTRIES}


@pytest.mark.parametrize(
    "change",
    [
        lambda db: db.update({"n": 9}),
        lambda db: db.update({"n": 9}, where("n") == 1),
        lambda db: db.update_multiple([({"n": 9}, where("n") == 1)]),
        lambda db: db.upsert({"n": 9}, where("n") == 1),
        lambda db: db.remove(doc_ids=[1]),
        lambda db: db.truncate(),
        lambda db: db.drop_table(ENTRIES),
        lambda db: db.drop_tables(),
        lambda db: db.insert(Document({"n": 9}, doc_id=1)),
        lambda db: db.storage.write({}),
    ],
)
def test_nothing_can_be_changed_or_removed(path: Path, change: Callable[[RecordDB], object]) -> None:
    with RecordDB(path, create=()) as db:
        db.insert({"n": 1})
        before = path.read_bytes()
        with pytest.raises(AppendOnlyError):
            change(db)
        assert db.table(ENTRIES).all() == [{"n": 1}]
        assert path.read_bytes() == before
        assert db.insert({"n": 2}) == 2


def test_a_table_needs_our_storage() -> None:
    with pytest.raises(TypeError):
        RecordDB(storage=TinyMemory).table("x")


def circle() -> dict[str, Any]:
    inner: dict[str, Any] = {}
    inner["self"] = inner
    return inner


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "bad",
    [
        {"sum": "x"},
        {"id": 3},
        {"x": float("nan")},
        {"x": float("inf")},
        {"x": "\ud800"},
        {"x": {1, 2}},
        {"x": object()},
        {"x": "a" * limits.MAX_LINE},
        {"x": 10**5000},
        {"x": nested(limits.MAX_DEPTH)},
        {"x": nested(5000)},
        circle(),
    ],
    ids=lambda value: str(next(iter(value))) if isinstance(value, dict) else "",
)
def test_what_could_not_be_read_back_is_not_written(path: Path, bad: dict[str, Any]) -> None:
    with RecordDB(path, create=()) as db:
        db.insert({"n": 1})
        before = path.read_bytes()
        with pytest.raises(ValueError, match=r"a document cannot|cannot be written as JSON|would be longer"):
            db.insert(bad)
        assert path.read_bytes() == before
        db.insert({"x": nested(limits.MAX_DEPTH - 1)})
    assert len(read(path)[0]) == 2


# --------------------------------------------------------------------------------------------------------------- damage


def test_no_flipped_byte_passes_unseen(path: Path, state: Path) -> None:
    write(path, state, 3)
    sound = path.read_bytes()
    for at in range(len(sound)):
        for flip in (1, 32, 128):
            path.write_bytes(sound[:at] + bytes([sound[at] ^ flip]) + sound[at + 1 :])
            assert flaws(path, state), f"byte {at} xor {flip}"
    path.write_bytes(sound)
    assert not flaws(path, state)


def test_no_cut_passes_unseen(path: Path, state: Path) -> None:
    write(path, state, 3)
    sound = path.read_bytes()
    for length in range(len(sound)):
        path.write_bytes(sound[:length])
        assert flaws(path, state), f"cut at {length}"


def test_no_lost_doubled_or_swapped_line_passes_unseen(path: Path, state: Path) -> None:
    write(path, state, 4)
    sound = path.read_bytes().splitlines(keepends=True)
    for at in range(len(sound)):
        for lines in (
            sound[:at] + sound[at + 1 :],
            sound[: at + 1] + sound[at:],
            [*sound[:at], *sound[at + 1 : at + 2], sound[at], *sound[at + 2 :]],
            [*sound[:at], b"\n", *sound[at:]],
            [*sound[:at], b"{}\n", *sound[at:]],
        ):
            if lines == sound:
                continue
            path.write_bytes(b"".join(lines))
            assert flaws(path, state), f"line {at + 1}"


def test_a_rewritten_record_with_good_sums_shows_by_the_mark(path: Path, state: Path) -> None:
    write(path, state, 3)
    path.unlink()
    with RecordDB(path, create=()) as db:
        db.table(HEADER).insert({"name": "another"})
        db.insert_multiple([{"n": number} for number in range(5)])
    found = read(path, state)[1]
    assert found.mark == "differs"
    assert "line 4 (entry 3) is another" in found.notices[0]


def test_damage_names_its_line(path: Path, state: Path) -> None:
    write(path, state, 5)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"panzer-3", b"panzer-8")
    lines[4] = b"nonsense\n"
    path.write_bytes(b"".join(lines))
    before = everything(path.parent.parent)
    with pytest.raises(DamagedRecord) as caught:
        AppendStorage(path, state_dir=state)
    damage = caught.value
    assert (damage.line, damage.path) == (4, path)
    assert "damaged at line 4 (entry 3)" in str(damage)
    assert "last good one is line 3 (entry 2)" in str(damage)
    assert everything(path.parent.parent) == before


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"table":"entries","id":2}', "its number is 2"),
        (b'{"table":"entries","id":true}', "no table name or no number"),
        (b'{"table":"entries"}', "no table name or no number"),
        (b'{"table":1,"id":1}', "no table name or no number"),
        (b'{"table":"entries", "id":1}', "not a JSON document"),
        (b'{"table":"entries","id":1,"x":1,"x":2}', "not a JSON document"),
        (b'{"table":"entries","id":1,"x":NaN}', "not a JSON document"),
        (b'{"table":"entries","id":1,"x":"\\ud800"}', "not a JSON document"),
        (b'{"table":"entries","id":1,"x":"\xff"}', "not a JSON document"),
        (b'{"table":"entries","id":1,"x":' + b"1" * 5000 + b"}", "not a JSON document"),
        (b'{"table":"entries","id":1,"x":' + b"[" * 100 + b"]" * 100 + b"}", "not a JSON document"),
        (b'{"table":"entries","id":1,"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not a JSON document"),
        (b"[" * 400_000 + b"}", "not a JSON document"),
    ],
    ids=range(13),
)
def test_lines_with_a_good_sum_that_are_not_ours(path: Path, body: bytes, reason: str) -> None:
    path.parent.mkdir()
    path.write_bytes(sealed("", body))
    with pytest.raises(DamagedRecord, match=reason):
        read(path)


def sealed(before: str, body: bytes) -> bytes:
    """A line with a right checksum, whatever is in it."""
    return body[:-1] + b',"sum":"' + limits.chained_sum(before, body).encode() + b'"}\n'


def test_giant_lines_are_refused_without_reading_them(path: Path) -> None:
    write(path, None, 1)
    with path.open("ab") as file:
        file.truncate(path.stat().st_size + (40 << 20))
    with pytest.raises(DamagedRecord, match="longer than 1048576 bytes") as caught:
        read(path)
    assert caught.value.line == 3


def test_giant_files_are_refused(path: Path) -> None:
    write(path, None, 1)
    with path.open("ab") as file:
        file.truncate(limits.MAX_FILE + 1)
    with pytest.raises(DamagedRecord, match=f"larger than {limits.MAX_FILE >> 20} MiB"):
        read(path)


def test_too_many_lines_are_refused_without_reading_them(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(sealed("", b'{"table":"entries","id":1}') + b"{}\n" * limits.MAX_LINES)
    with pytest.raises(DamagedRecord, match=f"more than {limits.MAX_LINES:,} lines"):
        read(path)


@pytest.mark.parametrize(("what", "most"), [("MAX_LINES", 2), ("MAX_FILE", 150), ("MAX_VALUES", 16)])
def test_a_record_stops_before_it_is_too_much_to_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, what: str, most: int
) -> None:
    monkeypatch.setattr(storage, what, most)
    with RecordDB(path, create=()) as db:
        db.insert({})
        db.insert({})
        with pytest.raises(SaveError, match="greatest length"):
            db.insert({})
    assert len(read(path)[0]) == 2


@pytest.mark.parametrize("readonly", [True, False])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, readonly: bool) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DamagedRecord, match="not a plain file"):
        AppendStorage(tmp_path / "pipe", readonly=readonly)
    with pytest.raises((DamagedRecord, SaveError), match=r"not a plain file|a folder stands in its place"):
        AppendStorage(tmp_path, readonly=readonly)
    with pytest.raises(FileNotFoundError):
        AppendStorage(tmp_path / "missing", readonly=readonly)


def test_an_empty_file_is_no_record(path: Path) -> None:
    path.parent.mkdir()
    for content in (b"", b"half a head"):
        path.write_bytes(content)
        for readonly in (True, False):
            with pytest.raises(DamagedRecord, match="no whole line"):
                AppendStorage(path, readonly=readonly)
        assert path.read_bytes() == content
        assert os.listdir(path.parent) == [path.name]


def test_skim_checks_every_sum(path: Path) -> None:
    documents = write(path, None, 3)
    first, last = skim(path)
    assert (first.document, last.document, last.number) == ({"name": "test"}, documents[-1], 4)
    path.write_bytes(path.read_bytes().replace(b"panzer-2", b"panzer-7"))
    with pytest.raises(DamagedRecord, match="line 3 "):
        skim(path)


# ------------------------------------------------------------------------------------------------------ torn last lines


def test_a_torn_last_line_is_set_aside(path: Path, state: Path) -> None:
    documents = write(path, state, 3)
    sound = path.read_bytes()
    path.chmod(0o600)
    for piece in (b"{", b'{"table":"entries","id":4,"li', sealed("", b'{"x":1}')[:-1], b"\0" * 300):
        path.write_bytes(sound + piece)
        with RecordDB(path, state_dir=state) as db:
            opened = db.storage
            assert isinstance(opened, AppendStorage)
            assert opened.torn == piece
            assert opened.mark == "fits"
            assert "only in part" in opened.notices[0]
            assert db.all() == documents
        assert path.read_bytes() == sound
        assert path.with_name("game.jsonl.torn").read_bytes().endswith(piece + b"\n")
    assert path.with_name("game.jsonl.torn").read_bytes().startswith(b"{\n{")
    assert path.with_name("game.jsonl.torn").stat().st_mode & 0o777 == 0o600


def test_an_acknowledged_line_that_was_cut_is_missed(path: Path, state: Path) -> None:
    write(path, state, 3)
    path.write_bytes(path.read_bytes()[:-1])
    opened = AppendStorage(path, state_dir=state)
    assert (opened.mark, opened.missing) == ("short", 1)
    assert "ends at entry 2, but 3 were written" in opened.notices[1]
    opened.close()


def test_a_torn_line_that_cannot_be_copied_is_not_cut_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = write(path, None, 2)
    torn = path.read_bytes() + b'{"half'
    path.write_bytes(torn)
    side = path.with_name("game.jsonl.torn")
    side.mkdir()
    with RecordDB(path) as db:
        assert db.all() == documents
        with pytest.raises(SaveError, match="a folder stands in its place"):
            db.insert({"n": 3})
        assert path.read_bytes() == torn
        side.rmdir()
        db.insert({"n": 3})
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda descriptor, data: 0)
            with pytest.raises(SaveError):
                db.insert({"n": 4})
    assert side.read_bytes() == b'{"half\n'  # once
    assert read(path)[0] == [*documents, {"n": 3}]


# ---------------------------------------------------------------------------------------------------- the mark, reading


def test_without_a_mark_that_is_said(path: Path, state: Path) -> None:
    write(path, state, 2)
    state_file(path, state, ".mark").unlink()
    assert read(path, state)[1].mark == "none"
    assert read(path, None)[1].mark == "none"


def test_a_damaged_mark_counts_as_none(path: Path, state: Path) -> None:
    write(path, state, 2)
    mark = state_file(path, state, ".mark")
    sound = mark.read_bytes()
    assert len(sound) == 36
    for at in range(len(sound)):
        mark.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        assert read(path, state)[1].mark == "none"
        mark.write_bytes(sound[:at])
        assert read(path, state)[1].mark == "none"


def test_a_mark_behind_the_record_is_no_fault(path: Path, state: Path) -> None:
    write(path, state, 2)
    mark = state_file(path, state, ".mark")
    old = mark.read_bytes()
    with RecordDB(path, state_dir=state) as db:
        db.insert({"n": 3})
    mark.write_bytes(old)
    assert read(path, state)[1].mark == "fits"


def test_a_mark_that_cannot_be_written_hinders_nothing(path: Path, state: Path) -> None:
    state_file(path, state, ".mark").mkdir()
    with RecordDB(path, create=()) as db:
        db.insert({"n": 1})
    with RecordDB(path, state_dir=state) as db:
        db.insert({"n": 2})
    found, opened = read(path, state)
    assert (found, opened.mark) == ([{"n": 1}, {"n": 2}], "none")


def test_the_mark_of_a_deleted_record_does_not_speak_of_a_new_one(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, state, 5)
    path.unlink()
    monkeypatch.setattr(Mark, "write", lambda *args: None)  # lost in a crash
    write(path, state, 1)
    assert read(path, state)[1].mark == "none"


def everything(folder: Path) -> dict[str, bytes | None]:
    return {str(each): each.read_bytes() if each.is_file() else None for each in sorted(folder.rglob("*"))}


def test_reading_changes_no_byte_and_needs_no_lock(path: Path, state: Path) -> None:
    write(path, state, 3)
    lock = WriterLock(path, state)
    path.write_bytes(path.read_bytes() + b"torn")
    before = everything(path.parent.parent)
    found, opened = read(path, state)
    assert (len(found), opened.torn) == (3, b"torn")
    assert "left out" in opened.notices[0]
    with pytest.raises(AppendOnlyError):
        opened.append(ENTRIES, {})
    assert everything(path.parent.parent) == before
    lock.release()


# ----------------------------------------------------------------------------------------------------- writes that fail


class Faults:
    """`os.write` or `os.fsync` that fails while `number` is set; a write puts some bytes on the disk before it does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
        self.number = 0
        self.real = getattr(os, call)
        monkeypatch.setattr(os, call, self.write if call == "write" else self.sync)

    def write(self, descriptor: int, data: bytes) -> int:
        if not self.number:
            return int(self.real(descriptor, data))
        self.real(descriptor, data[:20])
        raise OSError(self.number, os.strerror(self.number))

    def sync(self, descriptor: int) -> None:
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        self.real(descriptor)


@pytest.mark.parametrize("call", ["write", "fsync"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EFBIG, errno.EBADMSG])
def test_a_failed_write_leaves_the_record_as_it_was(
    path: Path, state: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    documents = write(path, state, 2)
    before = path.read_bytes()
    faults = Faults(monkeypatch, call)
    with RecordDB(path, state_dir=state) as db:
        faults.number = number
        for _ in range(2):
            with pytest.raises(SaveError) as caught:
                db.insert({"n": 3})
            assert (caught.value.errno, caught.value.path) == (number, path)
            assert isinstance(caught.value, OSError)
            assert "could not be saved: " in str(caught.value)
            assert path.read_bytes() == before
        faults.number = 0
        assert db.insert({"n": 3}) == 3
    found, opened = read(path, state)
    assert (found, opened.notices) == ([*documents, {"n": 3}], [])


def test_a_short_write_is_a_failed_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = write(path, None, 2)
    before = path.read_bytes()
    real = os.write
    with RecordDB(path) as db:
        monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:-1]))
        with pytest.raises(SaveError, match="the disk is full"):
            db.insert({"n": 3})
        assert path.read_bytes() == before
        monkeypatch.undo()
    assert read(path)[0] == documents


def test_bytes_that_cannot_be_cut_off_at_once_are_cut_off_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = write(path, None, 2)
    faults = Faults(monkeypatch, "write")
    real = os.ftruncate

    def refuse(descriptor: int, length: int) -> None:
        raise OSError(errno.EIO, "fault")

    with RecordDB(path) as db:
        faults.number = errno.ENOSPC
        monkeypatch.setattr(os, "ftruncate", refuse)
        with pytest.raises(SaveError):
            db.insert({"n": 3})
        faults.number = 0
        with pytest.raises(SaveError, match="the disk reports a fault"):
            db.insert({"n": 3})
        monkeypatch.setattr(os, "ftruncate", real)
        db.insert({"n": 3})
    assert read(path)[0] == [*documents, {"n": 3}]


def test_cutting_off_never_makes_a_file_longer(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, None, 2)

    def cut_by_another(descriptor: int) -> None:
        os.truncate(path, 50)
        raise OSError(errno.EIO, "fault")

    with RecordDB(path) as db:
        monkeypatch.setattr(os, "fsync", cut_by_another)
        with pytest.raises(SaveError):
            db.insert({"n": 3})
        monkeypatch.undo()
        with pytest.raises(SaveError, match="another program changed"):
            db.insert({"n": 3})
    assert path.stat().st_size == 50


def test_bytes_left_over_are_cut_off_on_closing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, None, 2)
    before = path.read_bytes()
    real = os.fsync

    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    opened = AppendStorage(path)
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        opened.append(ENTRIES, {"n": 3})
    monkeypatch.setattr(os, "fsync", real)
    assert path.read_bytes() != before
    assert opened.count(ENTRIES) == 2
    opened.close()
    assert path.read_bytes() == before


def test_ctrl_c_never_saves_a_line_twice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = write(path, None, 2)

    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    with RecordDB(path) as db:
        monkeypatch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            db.insert({"n": 3})
        monkeypatch.undo()
        assert db.insert({"n": 3}) == 3
    assert read(path)[0] == [*documents, {"n": 3}]


def test_a_file_that_cannot_be_synced_is_not_opened_for_writing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, None, 2)
    Faults(monkeypatch, "fsync").number = errno.EIO
    with pytest.raises(SaveError, match="the disk reports a fault"):
        AppendStorage(path)


@pytest.mark.parametrize("how", ["removed", "replaced", "rewritten", "appended to", "shortened", "a pipe", "a folder"])
def test_a_file_changed_under_our_hands_is_not_written_to(path: Path, how: str) -> None:
    write(path, None, 3)
    with RecordDB(path) as db:
        copy = path.with_name("copy")
        shutil.copy(path, copy)
        if how == "removed":
            path.unlink()
        elif how == "replaced":
            copy.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:-1]))
            copy.rename(path)
        elif how == "rewritten":
            path.write_bytes(path.read_bytes().replace(b"panzer-2", b"panzer-8"))
        elif how == "a pipe":
            path.unlink()
            os.mkfifo(path)
        elif how == "a folder":
            path.unlink()
            path.mkdir()
        elif how == "appended to":
            with path.open("ab") as file:
                file.write(b"a stranger's\n")
        else:
            os.truncate(path, 50)
        before = everything(path.parent)
        for _ in range(2):
            with pytest.raises(SaveError, match=r"another program changed|is not there|a folder stands"):
                db.insert({"n": 4})
        assert everything(path.parent) == before
        assert isinstance(db.storage, AppendStorage)
        assert db.storage.displaced


@pytest.mark.parametrize("how", ["moved away and back", "copied over", "touched"])
def test_a_file_that_is_the_same_again_is_gone_on_with(path: Path, how: str) -> None:
    documents = write(path, None, 3)
    with RecordDB(path) as db:
        away = path.with_name("away")
        if how == "touched":
            os.utime(path, (1, 1))
        elif how == "copied over":
            shutil.copy(path, away)
            away.rename(path)
        else:
            path.rename(away)
            with pytest.raises(SaveError):
                db.insert({"n": 4})
            away.rename(path)
        assert db.insert({"n": 4}) == 4
        assert not db.storage.displaced
    assert read(path)[0] == [*documents, {"n": 4}]


def test_a_full_disk_leaves_no_torn_line(path: Path, state: Path) -> None:
    """A child process whose files may not grow beyond a limit: writes are cut short, then refused, by the system."""
    write(path, state, 2)
    script = """
        import resource, sys
        from pathlib import Path
        from referee.database import RecordDB
        from referee.lines import SaveError
        path, state, limit = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
        with RecordDB(path, state_dir=state) as db:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            saved = failed = 0
            for number in range(20):
                try:
                    db.insert({"n": "x" * (number % 5)})
                    saved += 1
                except SaveError as error:
                    failed += 1
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            db.insert({"last": True})
        print(saved, failed)
    """
    for extra in (0, 1, 200, 333):
        saved, failed = map(int, child(script, path, state, path.stat().st_size + extra).split())
        assert failed
        assert saved == 0 or extra > 50
        found, opened = read(path, state)
        assert found[-1] == {"last": True}
        assert not opened.notices


def child(script: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent.parent,
    )
    return done.stdout


def test_a_killed_writer_has_lost_nothing_it_acknowledged(path: Path, state: Path) -> None:
    write(path, state, 1)
    script = """
        import os, signal, sys
        from pathlib import Path
        from referee.database import RecordDB
        db = RecordDB(Path(sys.argv[1]), state_dir=Path(sys.argv[2]))
        for number in range(200):
            print(db.insert({"n": number}), flush=True)
            if number == 150:
                os.kill(os.getpid(), signal.SIGKILL)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), str(path), str(state)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parent.parent,
    ) as process:
        assert process.stdout
        acknowledged = [int(line) for line in process.stdout]
    found, opened = read(path, state)
    assert len(found) == acknowledged[-1] == 152
    assert not opened.notices


# ------------------------------------------------------------------------------------------------------------- creating


def test_a_file_that_is_there_is_never_created_again(path: Path, state: Path) -> None:
    write(path, state, 2)
    before = everything(path.parent.parent)
    with pytest.raises(SaveError, match="choose another name") as caught:
        AppendStorage(path, state_dir=state, create=())
    assert caught.value.errno == errno.EEXIST
    assert everything(path.parent.parent) == before


def test_creating_where_no_folder_can_be(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file in the folder's place")
    with pytest.raises(SaveError, match=r"a file, not a folder|choose another name"):
        AppendStorage(tmp_path / "games" / "game.jsonl", create=())


def test_a_folder_that_cannot_be_synced_keeps_no_half_made_record(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Faults(monkeypatch, "fsync").number = errno.EIO
    with pytest.raises(SaveError, match="the disk reports a fault"):
        AppendStorage(path, create=())
    assert not path.exists()


# ----------------------------------------------------------------------------------------------------------- one writer


def test_a_second_writer_is_told_who_is_first(path: Path, state: Path) -> None:
    lock = WriterLock(path, state, "2026-05-01T20:15:00+02:00")
    with pytest.raises(RecordBusy) as caught:
        WriterLock(path, state)
    busy = caught.value
    assert (busy.pid, busy.host, busy.since) == (str(os.getpid()), os.uname().nodename, "2026-05-01T20:15:00+02:00")
    assert busy.user
    for word in (busy.user, busy.host, busy.pid, busy.since, "for reading only"):
        assert word in str(busy)
    lock.release()
    again = WriterLock(path, state)
    lock.release()  # a second time: must not disturb the new holder
    assert state_file(path, state, ".who").exists()
    with pytest.raises(RecordBusy):
        WriterLock(path, state)
    again.release()


def test_records_of_one_name_in_two_folders_do_not_hinder_each_other(tmp_path: Path, state: Path) -> None:
    locks = [WriterLock(tmp_path / folder / "game.jsonl", state) for folder in ("a", "b")]
    for lock in locks:
        lock.release()


@pytest.mark.parametrize("who", ["", "[]", "{", "[" * 9000, '{"user": 7}'])
def test_a_spoilt_note_of_who_writes_does_not_matter(path: Path, state: Path, who: str) -> None:
    lock = WriterLock(path, state)
    state_file(path, state, ".who").write_text(who)
    with pytest.raises(RecordBusy, match="is open in another referee"):
        WriterLock(path, state)
    lock.release()


def test_a_lock_between_processes_and_of_a_dead_one(path: Path, state: Path) -> None:
    script = """
        import os, signal, sys
        from pathlib import Path
        from referee.statefolder import WriterLock
        lock = WriterLock(Path(sys.argv[1]), Path(sys.argv[2]), "yesterday")
        print(os.getpid(), flush=True)
        sys.stdin.read()
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), str(path), str(state)],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent,
    ) as process:
        assert process.stdout
        pid = process.stdout.readline().strip()
        with pytest.raises(RecordBusy, match=f"process {pid} since yesterday"):
            WriterLock(path, state)
        process.kill()
    assert state_file(path, state, ".who").exists()
    WriterLock(path, state).release()


def test_a_state_folder_that_cannot_be_written(path: Path, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file in the folder's place")
    with pytest.raises(SaveError):
        WriterLock(path, tmp_path / "blocked")

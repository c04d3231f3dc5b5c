"""The record of one game: a header, and entries numbered 1, 2, 3 ..., kept on disk by `referee.storage`.

An entry is never changed or removed. `Log.append` returns only when the entry is on the disk; if saving fails, the
entry is kept in `Log.unsaved`, `Log.failure` says why, and the next append catches up. Times are passed in: no clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self

from referee.database import RecordDB
from referee.entry import ENTRY_KINDS, FORMAT, Entry, Header, UnknownFormat
from referee.lines import ENTRIES, HEADER, AppendOnlyError, DamagedRecord, Line, RecordError, SaveError, encode, skim
from referee.statefolder import WriterLock
from referee.storage import MemoryStorage

__all__ = [
    "ENTRY_KINDS",
    "FORMAT",
    "SUFFIX",
    "Collector",
    "Entry",
    "Header",
    "Log",
    "Summary",
    "UnknownFormat",
    "list_records",
    "record_name",
    "record_path",
]

SUFFIX = ".jsonl"


class Collector:
    """Makes the header and the entries of a record's lines, in order."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.entries: list[Entry] = []

    def __call__(self, line: Line) -> None:
        """Take the next line. Raises UnknownFormat, DamagedRecord."""
        if self.header is None:
            if line.table != HEADER:
                raise DamagedRecord("the first line is not the header")
            self.header = Header.from_json(line.document)
            return
        if line.table != ENTRIES:
            raise DamagedRecord("it is not an entry")
        entry = Entry.from_json(line.document)
        if entry.number != line.id:
            raise DamagedRecord(f"it says it is entry {entry.number} where entry {line.id} is due")
        self.entries.append(entry)


class _Place(NamedTuple):
    """Where a log is kept: the database, and the right to write it (None: in memory, or read-only)."""

    db: RecordDB
    lock: WriterLock | None

    def close(self) -> None:
        self.db.close()
        if self.lock:
            self.lock.release()


def _new_place(path: Path, state_dir: Path | None, now: str, header: Header, entries: Iterable[Entry]) -> _Place:
    """A new file with all this in it, or none. Raises SaveError, RecordBusy, ValueError."""
    documents = [(HEADER, header.to_json()), *((ENTRIES, entry.to_json()) for entry in entries)]
    lock = WriterLock(path, state_dir, now) if state_dir else None
    try:
        return _Place(RecordDB(path, state_dir=state_dir, create=documents), lock)
    except BaseException:
        if lock:
            lock.release()
        raise


class Log:
    """A record that is open. Made by `create`, `open` or `memory`; closed by `close` or at the end of a `with`.

    header; entries: all of them, saved or not (do not change the list). failure: why saving fails, in plain words (""
    when all is saved). If Ctrl-C falls into `append`, look at `entries`: the entry counts if it is there.
    """

    def __init__(self, header: Header, entries: list[Entry], place: _Place, state_dir: Path | None) -> None:
        self.header, self.entries, self.failure = header, entries, ""
        self._place, self._state_dir = place, state_dir

    @classmethod
    def create(
        cls, path: str | Path, header: Header, state_dir: Path | None, entries: Iterable[Entry] = (), *, now: str = ""
    ) -> Log:
        """A new record, with all these entries or not at all. now: what a second opener is told as its beginning.

        Raises SaveError (errno EEXIST: the name is taken), RecordBusy, ValueError.
        """
        entries = list(entries)
        for due, entry in enumerate(entries, 1):
            _check_number(entry, due)
        return cls(header, entries, _new_place(Path(path), state_dir, now, header, entries), state_dir)

    @classmethod
    def open(cls, path: str | Path, state_dir: Path | None, readonly: bool = False, *, now: str = "") -> Log:
        """A record that is there. What is odd but bearable is in `storage.notices`. Reading only takes no lock.

        Raises DamagedRecord, UnknownFormat, RecordBusy, SaveError, FileNotFoundError and other OSErrors of reading.
        """
        path, collected = Path(path), Collector()
        lock = WriterLock(path, state_dir, now) if state_dir and not readonly else None
        try:
            db = RecordDB(path, state_dir=state_dir, readonly=readonly, check=collected)
        except BaseException:
            if lock:
                lock.release()
            raise
        assert collected.header is not None  # a record without a header is damaged
        return cls(collected.header, collected.entries, _Place(db, lock), state_dir)

    @classmethod
    def memory(cls, header: Header, entries: Iterable[Entry] = ()) -> Log:
        """A record that is kept nowhere, as for checking a transcript; `save_elsewhere` can still save it.

        Raises ValueError for entries that `append` would not take.
        """
        place = _Place(RecordDB(storage=MemoryStorage), None)
        place.db.table(HEADER).insert(header.to_json())
        log = cls(header, [], place, None)
        for entry in entries:
            log.append(entry)
        return log

    @property
    def db(self) -> RecordDB:
        """For TinyDB's queries: `log.db.search(where("side") == "red")`. What is not saved yet is not in it."""
        return self._place.db

    @property
    def storage(self) -> MemoryStorage:
        """The storage: its path, readonly, torn, mark, missing and notices tell how the record was found."""
        storage = self._place.db.storage
        assert isinstance(storage, MemoryStorage)
        return storage

    @property
    def name(self) -> str:
        """By what name the game is opened: that of its file, which need not be the one it was begun with."""
        path = self.storage.path
        return path.name.removesuffix(SUFFIX) if path else self.header.name

    @property
    def unsaved(self) -> list[Entry]:
        """The entries that are only in memory, oldest first: all, where the file is not what was written here."""
        return list(self.entries) if self.storage.displaced else self._due

    @property
    def _due(self) -> list[Entry]:
        # Asked of the storage each time, not counted here, so that no interruption can save an entry twice.
        return self.entries[self.storage.count(ENTRIES) :]

    def append(self, entry: Entry) -> None:
        """Add an entry and save it, and everything unsaved before it; look at `failure` afterwards.

        Raises ValueError (nothing is added) for a wrong number or for what cannot be stored; AppendOnlyError if closed
        or read-only.
        """
        due = len(self.entries) + 1
        _check_number(entry, due)
        if self.storage.readonly:
            raise AppendOnlyError(f"{self.storage.path} is closed or open for reading only: nothing can be added.")
        # Checked before it counts: an entry that can never be written would stop all those behind it.
        encode(ENTRIES, due, entry.to_json())
        self.entries.append(entry)
        self.retry()

    def retry(self) -> bool:
        """Save what is unsaved, in order, and look whether the file is still there and ours.

        True if all is saved; else `failure` says why not.
        """
        try:
            due = self._due
            if not due:
                self.storage.check_place()
            for entry in due:
                self.db.table(ENTRIES).insert(entry.to_json())
        except SaveError as error:
            self.failure = error.reason
            return False
        self.failure = ""
        return True

    def save_elsewhere(self, path: str | Path, *, state_dir: Path | None = None, now: str = "") -> None:
        """Write the whole record to a new file and go on there; the old file stays as it is.

        Where the state folder cannot be written either, it goes on without lock and mark. Raises as `create` does; the
        log then goes on where it was, and the new file is not there.
        """
        state_dir = state_dir or self._state_dir
        try:
            place = _new_place(Path(path), state_dir, now, self.header, self.entries)
        except SaveError as error:
            if error.path != state_dir:
                raise
            state_dir = None
            place = _new_place(Path(path), state_dir, now, self.header, self.entries)
        old, self._place, self._state_dir, self.failure = self._place, place, state_dir, ""
        old.close()

    def close(self) -> None:
        """Try once more to save what is unsaved, then close the file and let others write."""
        if self.unsaved and not self.storage.readonly:
            self.retry()
        self._place.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_number(entry: Entry, due: int) -> None:
    if entry.number != due:
        raise ValueError(f"the next entry has the number {due}, not {entry.number}")


@dataclass(frozen=True, slots=True)
class Summary:
    """A record in a list. damage: why it cannot be used ("" if it can; otherwise the other fields may be empty)."""

    path: Path
    header: Header | None = None
    entries: int = 0
    last: str = ""  # the time of the last entry
    damage: str = ""


def list_records(folder: str | Path) -> list[Summary]:
    """The records in a folder, the newest first; those that cannot be used come last. Every line's sum is checked.

    Newest by the time of the last entry, or by the file's own time where there is none. Raises OSError of the folder.
    """
    folder = Path(folder)
    if not folder.exists():
        return []
    found = [_summary(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return sorted(found, key=lambda summary: (not summary.damage, _moment(summary)), reverse=True)


def _summary(path: Path) -> Summary:
    try:
        first, last = skim(path)
        collected = Collector()
        collected(first)
        if first.number == last.number:
            return Summary(path, collected.header)
        collected(last)
    except DamagedRecord as damage:
        return Summary(path, damage=damage.reason)
    except (RecordError, OSError) as error:
        return Summary(path, damage=str(error))
    return Summary(path, collected.header, last.id, collected.entries[-1].time)


def _moment(summary: Summary) -> float:
    """Seconds since 1970 of a record's last entry, else of its file; 0 if neither is known."""
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(summary.last).timestamp()
    with suppress(OSError):
        return summary.path.stat().st_mtime
    return 0.0


def record_path(folder: str | Path, name: str) -> Path:
    """The file of the record of that name, inside the folder whatever the name is.

    Raises ValueError for a name that is not of small letters a-z, digits, dot, dash and underline, begins with a dot,
    or is longer than 100 characters; `record_name` makes a good one of any text.
    """
    stem = name.removesuffix(SUFFIX)
    if not re.fullmatch(r"[a-z0-9_-][a-z0-9._-]*", stem) or len(stem + SUFFIX) > 100:
        raise ValueError(
            f"{name[:100]!r} cannot be the name of a record: use only a-z, 0-9, dot, dash and underline, no dot at the "
            f"beginning, and at most {100 - len(SUFFIX)} characters"
        )
    return Path(folder) / (stem + SUFFIX)


def record_name(text: str) -> str:
    """A name that `record_path` takes, as near to the text as may be: "Anna's Game" gives "anna-s-game"."""
    return re.sub(r"[^a-z0-9._]+", "-", text.lower()).strip("-.")[: 100 - len(SUFFIX)].strip("-.") or "game"

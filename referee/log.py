"""The record of one game: a header, and entries numbered 1, 2, 3 ..., kept on disk by `referee.storage`.

An entry is never changed or removed. `Log.append` returns only when the entry is on the disk; if saving fails, the
entry is kept in `Log.unsaved`, `Log.failure` says why, and the next append catches up. Times are passed in: no clock.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from referee.storage import (
    ENTRIES,
    HEADER,
    MAX_DEPTH,
    AppendOnlyError,
    DamagedRecord,
    Line,
    MemoryStorage,
    RecordDB,
    RecordError,
    SaveError,
    WriterLock,
    encode,
    skim,
)

FORMAT = 1
SUFFIX = ".jsonl"
# What an entry can be; what each means is the game's affair (`referee.fold`). A new kind is added here first.
_TELLING = ("act", "held", "stand", "back", "close", "skip", "answer", "roll", "seal", "reveal")
_AMENDING = ("undo", "redo", "fix", "branch", "adjust", "note", "card", "ruling", "house")
_ENDING = ("resign", "agree", "end")
ENTRY_KINDS = frozenset(_TELLING + _AMENDING + _ENDING)


class UnknownFormat(RecordError):
    """The record is of a format that this referee does not know, most likely a later one."""


class _Shape(NamedTuple):
    """What a field is called in a complaint, how it is read from JSON and made into JSON (TypeError for a misfit)."""

    what: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {_text(key): _text(item) for key, item in value.items()}


def _plain(value: Any, left: int = MAX_DEPTH) -> Any:
    """A copy, JSON values only. A tuple is refused: it would come back as a list, and a game replay differently."""
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if left and isinstance(value, Mapping):
        return {_text(key): _plain(item, left - 1) for key, item in value.items()}
    if left and isinstance(value, list):
        return [_plain(item, left - 1) for item in value]
    raise TypeError


def _plain_map(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {_text(key): _plain(item) for key, item in value.items()}


def _both(what: str, convert: Callable[[Any], Any]) -> _Shape:
    return _Shape(what, convert, convert)


def _list_of(what: str, convert: Callable[[Any], Any]) -> _Shape:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise TypeError
        return tuple(convert(item) for item in value)

    def write(value: Any) -> list[Any]:
        if not isinstance(value, tuple):
            raise TypeError
        return [convert(item) for item in value]

    return _Shape(f"a list (in Python a tuple) of {what}", read, write)


_TEXT, _WHOLE, _TEXTS = _both("a text", _text), _both("a whole number", _whole), _both("texts by name", _texts)
_HEADER_SHAPES = {
    "ruleset": _TEXT,
    "version": _TEXT,
    "name": _TEXT,
    "players": _TEXTS,
    "options": _TEXTS,
    "rulings": _TEXTS,
    "date": _TEXT,
    "place": _TEXT,
    "umpire": _TEXT,
    "seed": _WHOLE,
    "tags": _TEXTS,
    "format": _WHOLE,
}
_ENTRY_SHAPES = {
    "number": _WHOLE,
    "kind": _TEXT,
    "side": _TEXT,
    "line": _TEXT,
    "verdict": _TEXT,
    "time": _TEXT,
    "by": _TEXT,
    "findings": _list_of("texts by name", _texts),
    "consequences": _list_of("texts", _text),
    "dice": _list_of("JSON values by name", _plain_map),
    "answers": _TEXT,
    "of": _list_of("whole numbers", _whole),
    "why": _TEXT,
    "ruled": _TEXT,
    "digest": _TEXT,
    "data": _both("JSON values by name (no tuples, no NaN)", _plain_map),
}


def _defaults(kind: type[Header] | type[Entry]) -> dict[str, object]:
    """The fields that may be left out, with what they then are."""
    found = {}
    for each in fields(kind):
        if each.default is not MISSING:
            found[each.name] = each.default
        elif each.default_factory is not MISSING:
            found[each.name] = each.default_factory()
    return found


def _to_json(thing: Header | Entry, shapes: Mapping[str, _Shape], defaults: Mapping[str, object]) -> dict[str, Any]:
    document = {}
    for name, shape in shapes.items():
        value = getattr(thing, name)
        if name in defaults and value == defaults[name]:
            continue
        try:
            document[name] = shape.write(value)
        except TypeError:
            raise ValueError(f"{name} should be {shape.what}, but is {_short(value)}") from None
    return document


def _from_json(document: object, shapes: Mapping[str, _Shape], defaults: Mapping[str, object]) -> dict[str, Any]:
    """The fields of a stored document. Raises DamagedRecord."""
    if not isinstance(document, Mapping):
        raise DamagedRecord(f"it should be a JSON object, but is {_short(document)}")
    if unknown := document.keys() - shapes.keys():
        raise DamagedRecord(f"it has the unknown field {_short(min(unknown, key=str))}")
    if missing := shapes.keys() - document.keys() - defaults.keys():
        raise DamagedRecord(f"its field {min(missing)!r} is missing")
    found = {}
    for name, value in document.items():
        try:
            found[name] = shapes[name].read(value)
        except TypeError:
            raise DamagedRecord(f"{name} should be {shapes[name].what}, but is {_short(value)}") from None
    return found


def _short(value: object) -> str:
    """A value in a complaint: its kind only if it is large, since it may come from a stranger's file."""
    return repr(value)[:60] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is: its ruleset, who plays, and under which options and rulings. `tags` are the players' own fields.

    players, options, rulings: by side, option and rule id. date: ISO 8601. seed: of the referee's own dice.
    """

    ruleset: str
    version: str
    name: str
    players: Mapping[str, str]
    options: Mapping[str, str]
    rulings: Mapping[str, str]
    date: str
    place: str = ""
    umpire: str = ""
    seed: int = 0
    tags: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT

    def to_json(self) -> dict[str, Any]:
        """The stored document, without what is as by default. Raises ValueError for a field of the wrong kind."""
        return {"format": self.format} | _to_json(self, _HEADER_SHAPES, _HEADER_DEFAULTS)

    @classmethod
    def from_json(cls, document: object) -> Header:
        """The header of a stored document. Raises UnknownFormat, DamagedRecord."""
        number = document.get("format") if isinstance(document, Mapping) else None
        if number is None:
            raise DamagedRecord("its header has no format number")
        if number != FORMAT or isinstance(number, bool):
            raise UnknownFormat(
                f"The record has the format {_short(number)}, but this referee reads only format {FORMAT}. "
                f"It was most likely written by a later referee: bring this one up to date."
            )
        return cls(**_from_json(document, _HEADER_SHAPES, _HEADER_DEFAULTS))


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened, was said, or was decided. Only stored here; what it means is the game's affair.

    number: 1, 2, 3 ...  kind: one of ENTRY_KINDS. side: who acts ("" for the referee). line: canonical notation without
    the side. time: ISO 8601 with seconds and offset. by: who typed it. findings: texts under kind, rule, message and
    instead. dice: value, source ... of each die. answers: the rule id of the question. of: the numbers of the entries
    that an undo, stand ... speaks of. why, ruled: the reason, and who ruled. digest: of the state afterwards. data:
    whatever else.
    """

    number: int
    kind: str
    side: str
    line: str
    verdict: str = "ok"
    time: str = ""
    by: str = ""
    findings: tuple[Mapping[str, str], ...] = ()
    consequences: tuple[str, ...] = ()
    dice: tuple[Mapping[str, object], ...] = ()
    answers: str = ""
    of: tuple[int, ...] = ()
    why: str = ""
    ruled: str = ""
    digest: str = ""
    data: Mapping[str, object] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The stored document, without what is as by default. Raises ValueError for a field of the wrong kind."""
        if self.kind not in ENTRY_KINDS:
            raise ValueError(f"{_short(self.kind)} is no kind of entry; the kinds are {', '.join(sorted(ENTRY_KINDS))}")
        return _to_json(self, _ENTRY_SHAPES, _ENTRY_DEFAULTS)

    @classmethod
    def from_json(cls, document: object) -> Entry:
        """The entry of a stored document. Raises DamagedRecord."""
        entry = cls(**_from_json(document, _ENTRY_SHAPES, _ENTRY_DEFAULTS))
        if entry.kind not in ENTRY_KINDS:
            raise DamagedRecord(f"{_short(entry.kind)} is no kind of entry that this referee knows")
        return entry


_HEADER_DEFAULTS = _defaults(Header)
_HEADER_DEFAULTS.pop("format")  # always written, so that a later format can always be told
_ENTRY_DEFAULTS = _defaults(Entry)


class _Collector:
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
    first = header.to_json()
    lock = WriterLock(path, state_dir, now) if state_dir else None
    try:
        db = RecordDB(path, state_dir=state_dir, create=True)
        try:
            db.table(HEADER).insert(first)
            for entry in entries:
                db.table(ENTRIES).insert(entry.to_json())
        except BaseException:
            db.close()
            with suppress(OSError):  # made a moment ago, and holds nothing that is not elsewhere
                path.unlink()
            raise
    except BaseException:
        if lock:
            lock.release()
        raise
    return _Place(db, lock)


class Log:
    """A record that is open. Made by `create`, `open` or `memory`; closed by `close` or at the end of a `with`.

    header; entries: all of them, saved or not (do not change the list). failure: why saving fails, in plain words (""
    when all is saved). If Ctrl-C falls into `append`, look at `entries`: the entry counts if it is there.
    """

    def __init__(self, header: Header, entries: list[Entry], place: _Place, state_dir: Path | None) -> None:
        self.header, self.entries, self.failure = header, entries, ""
        self._place, self._state_dir = place, state_dir

    @classmethod
    def create(cls, path: str | Path, header: Header, state_dir: Path | None, *, now: str = "") -> Log:
        """A new record. now: what a second opener is told as the time since when it is open.

        Raises SaveError (errno EEXIST: the name is taken), RecordBusy, ValueError.
        """
        return cls(header, [], _new_place(Path(path), state_dir, now, header, ()), state_dir)

    @classmethod
    def open(cls, path: str | Path, state_dir: Path | None, readonly: bool = False, *, now: str = "") -> Log:
        """A record that is there. What is odd but bearable is in `storage.notices`. Reading only takes no lock.

        Raises DamagedRecord, UnknownFormat, RecordBusy, SaveError, FileNotFoundError and other OSErrors of reading.
        """
        path, collected = Path(path), _Collector()
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
    def memory(cls, header: Header) -> Log:
        """A record that is kept nowhere, as for checking a transcript; `save_elsewhere` can still save it."""
        place = _Place(RecordDB(storage=MemoryStorage), None)
        place.db.table(HEADER).insert(header.to_json())
        return cls(header, [], place, None)

    @property
    def db(self) -> RecordDB:
        """For TinyDB's queries: `log.db.search(where("side") == "axis")`. What is not saved yet is not in it."""
        return self._place.db

    @property
    def storage(self) -> MemoryStorage:
        """The storage: its path, readonly, torn, mark, missing and notices tell how the record was found."""
        storage = self._place.db.storage
        assert isinstance(storage, MemoryStorage)
        return storage

    @property
    def unsaved(self) -> list[Entry]:
        """The entries that are only in memory, oldest first."""
        return self.entries[self.storage.count(ENTRIES) :]

    def append(self, entry: Entry) -> None:
        """Add an entry and save it, and everything unsaved before it; look at `failure` afterwards.

        Raises ValueError (nothing is added) for a wrong number or for what cannot be stored; AppendOnlyError if closed
        or read-only.
        """
        due = len(self.entries) + 1
        if entry.number != due:
            raise ValueError(f"the next entry has the number {due}, not {entry.number}")
        if self.storage.readonly:
            raise AppendOnlyError(f"{self.storage.path} is closed or open for reading only: nothing can be added.")
        # Checked before it counts: an entry that can never be written would stop all those behind it.
        encode(ENTRIES, due, entry.to_json())
        self.entries.append(entry)
        self.retry()

    def retry(self) -> bool:
        """Save what is unsaved, in order. True if all is saved; else `failure` says why not."""
        # What is saved is asked of the storage each time, not counted here, so that no interruption can save one twice.
        try:
            for entry in self.unsaved:
                self.db.table(ENTRIES).insert(entry.to_json())
        except SaveError as error:
            self.failure = error.reason
            return False
        self.failure = ""
        return True

    def save_elsewhere(self, path: str | Path, *, state_dir: Path | None = None, now: str = "") -> None:
        """Write the whole record to a new file and go on there; the old file stays as it is.

        Raises as `create` does; the log then goes on where it was, and the new file is not there.
        """
        state_dir = state_dir or self._state_dir
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
        collected = _Collector()
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
            f"{_short(name)} cannot be the name of a record: use only a-z, 0-9, dot, dash and underline, no dot at the "
            f"beginning, and at most {100 - len(SUFFIX)} characters"
        )
    return Path(folder) / (stem + SUFFIX)


def record_name(text: str) -> str:
    """A name that `record_path` takes, as near to the text as may be: "Anna's Game" gives "anna-s-game"."""
    return re.sub(r"[^a-z0-9._]+", "-", text.lower()).strip("-.")[: 100 - len(SUFFIX)].strip("-.") or "game"


class Salvage(NamedTuple):
    """What can still be had of a damaged record: `entries` are sure, `later` ones only well formed."""

    header: Header | None
    entries: list[Entry]
    later: list[Entry]


def salvage(damage: DamagedRecord) -> Salvage:
    """The header and entries before the damage, and what looks like entries behind it."""
    sure, later = _Collector(), []
    for line in damage.good:
        sure(line)
    for line in damage.later:
        with suppress(RecordError):
            later.append(Entry.from_json(line.document))
    return Salvage(sure.header, sure.entries, later)

"""The header and the entries of a record: their fields, and how they are written to and read from JSON, strictly."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, NamedTuple

from referee.lines import MAX_DEPTH, DamagedRecord, RecordError

FORMAT = 1
# What an entry can be; what each means is the game's affair (`referee.fold`). A new kind is added here first.
_TELLING = ("act", "held", "stand", "back", "close", "skip", "later", "roll", "seal", "reveal")
_AMENDING = ("undo", "redo", "fix", "branch", "adjust", "note", "ruling", "house", "paid", "dispute", "settle")
_ENDING = ("resign", "agree")
ENTRY_KINDS = frozenset(_TELLING + _AMENDING + _ENDING)

OPEN = "open"
"""Under which name an entry's data lists what is not known of it yet."""


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
    "components": _list_of("texts", _text),
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
    components: the lines that teach what was on file when the game began, so that the record stands on its own.
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
    components: tuple[str, ...] = ()
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

    @property
    def unknown(self) -> tuple[str, ...]:
        """What is not known of it yet: numbers by their keyword, or what the table went on without."""
        found = self.data.get(OPEN)
        return tuple(map(str, found)) if isinstance(found, list) else ()

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

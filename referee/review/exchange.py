"""A whole record as one JSON object, and back: header, entries as they stand, totals, and the digest of the last table.

What is read comes from a stranger: its size is bounded, unknown fields are refused, and every field must be what the
referee writes there, so that the game it makes can be read like any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from sys import getsizeof
from typing import Any, BinaryIO, NoReturn

from referee.dice import Source
from referee.digest import spell
from referee.entry import OPEN, Entry, Header
from referee.fold import BrokenRecord
from referee.game import Game
from referee.lines import MAX_FILE, MAX_LINES, MAX_VALUES, RecordError, reason_of, weight
from referee.log import Log
from referee.past import THROW
from referee.review.account import Account
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from referee.umpire import OVERRIDES

FORM = "referee-game 1"
"""What the field `form` says, so that a later form can be told from this one."""

LARGEST = MAX_FILE
"""Bytes of an export, as of a record; a correction repeats what follows it, so that it is larger than a transcript."""

FIELDS = ("form", "header", "entries", "totals", "digest")


class NoExport(Exception):
    """A file that is no game exported as JSON; the message is a sentence for the player."""


def write_json(account: Account) -> str:
    """The whole record: nothing that was undone, held or corrected is left out. Sealed words stay where they are."""
    game = account.game
    document = {
        "form": FORM,
        "header": game.log.header.to_json(),
        "entries": [entry.to_json() for entry in game.log.entries],
        "totals": account.totals(),
        "digest": spell(game.timeline.digest),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_json(stream: BinaryIO) -> Game:
    """The game of an export, in memory. Raises NoExport, NoSuchRuleset."""
    try:
        data = stream.read(LARGEST + 1)
    except OSError as error:
        raise NoExport(f"It cannot be read: {reason_of(error)}.") from error
    text = _text_of(data)
    del data  # as large as the text
    document = _document(text)
    try:
        header = Header.from_json(document["header"])
        entries = [Entry.from_json(each) for each in document["entries"]]
    except RecordError as error:
        raise NoExport(f"It holds no record as the referee writes it: {error}") from error
    ruleset = load_ruleset(header.ruleset)
    _check_header(ruleset, header)
    try:
        for entry in entries:
            check_entry(ruleset, entry)
        game = Game(ruleset, Log.memory(header, entries))
    except (BrokenRecord, ValueError) as error:
        raise NoExport(f"Its entries do not make a game: {error}.") from error
    if not game.timeline.differs and document["digest"] != spell(game.timeline.digest):
        raise NoExport("Its digest is not that of the table to which its entries lead: it was changed or cut.")
    return game


def _text_of(data: bytes) -> str:
    """The text of a file, if it is of bearable size."""
    if len(data) > LARGEST:
        raise NoExport(f"It is larger than {LARGEST >> 20} MiB, too much for a game.")
    if weight(data) > MAX_VALUES:
        raise NoExport(f"It holds more than {MAX_VALUES:,} values, too much for a game.")
    try:
        text = data.decode("utf-8")
    except ValueError as error:
        raise NoExport(f"It is no JSON that can be read: {str(error)[:200]}.") from error
    if getsizeof(text) > 2 * LARGEST:  # a single emoji makes every letter of a text take four bytes
        raise NoExport(f"It takes more than {2 * LARGEST >> 20} MiB in memory, too much for a game.")
    return text


def _document(text: str) -> Mapping[str, Any]:
    """The object in a text, with the right fields of the right kind."""
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise NoExport(f"It is no JSON that can be read: {str(error)[:200]}.") from error
    if not isinstance(document, dict) or document.get("form") != FORM:
        raise NoExport(f'It is no game that `referee report` wrote: its field "form" is not "{FORM}".')
    if wrong := sorted(set(document) ^ set(FIELDS)):
        what = "an unknown field" if wrong[0] in document else "no field"
        raise NoExport(f"It has {what} {wrong[0][:60]!r}.")
    if not isinstance(document["entries"], list) or not _counts(document["totals"]) or not _text(document["digest"]):
        raise NoExport("Its entries are no list, its totals no whole numbers by name, or its digest is no text.")
    if len(document["entries"]) >= MAX_LINES:
        raise NoExport(f"It has more than {MAX_LINES:,} entries, too much for a game.")
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field stands twice")
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _check_header(ruleset: Ruleset[Any], header: Header) -> None:
    """Sides and options are those of the ruleset. Raises NoExport."""
    if unknown := [side for side in header.players if side not in ruleset.sides]:
        raise NoExport(f"{ruleset.title} has no side {unknown[0][:60]!r}.")
    options = {option.name: option for option in ruleset.options}
    for name, choice in header.options.items():
        if name not in options or not options[name].free and choice not in options[name].choices:
            raise NoExport(f"{ruleset.title} has no option {f'{name}={choice}'[:60]!r}.")


# What the data of an entry may hold, by its kind


def _text(value: object) -> bool:
    return isinstance(value, str)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1_000_000


def _positive(value: object) -> bool:
    return _whole(value) and value != 0


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _named_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_text, value.values()))


def _counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(_whole, value.values()))


def _list(value: object) -> bool:
    return isinstance(value, list)


Check = Callable[[object], bool]
_OPEN: Mapping[str, Check] = {OPEN: _texts, THROW: _whole}
_ACTS: Mapping[str, Check] = {"acts": _positive}
_SAYS: Mapping[str, Check] = {"entry": _whole, "text": _text}
_MAY: Mapping[str, Mapping[str, Check]] = {
    **dict.fromkeys(("act", "held", "stand", "later", "roll"), _OPEN),
    **dict.fromkeys(("undo", "redo"), _ACTS),
}
_MUST: Mapping[str, Mapping[str, Check]] = {
    "paid": {"item": _positive},
    "dispute": _SAYS,
    "settle": _SAYS,
    "seal": {"hash": _text},
    "reveal": {"item": _positive, "text": _text, "salt": _text},
    "fix": {"kept": _whole, "steps": _list, "marks": _named_texts, "branch": _whole},
}
_NOT_IN_FIX = frozenset({"fix", "undo", "redo", "branch", "held", "back"})
_NOTE = re.compile(r'note "(?:[^"]|"")*"')


def check_entry(ruleset: Ruleset[Any], entry: Entry) -> None:
    """An entry, and those that a correction holds, are of the shape that the referee gives them. Raises NoExport."""
    if not _is_sound(ruleset, entry):
        raise NoExport(f"Entry {entry.number} ({entry.kind}) is not as the referee writes one.")
    for document in _steps(entry):
        try:
            inner = Entry.from_json(document)
        except RecordError as error:
            raise NoExport(f"Entry {entry.number} holds what is no entry: {error}") from error
        if inner.kind in _NOT_IN_FIX:
            raise NoExport(f"Entry {entry.number} holds an entry of the kind {inner.kind}, which no correction does.")
        if not 0 < inner.number <= entry.number:
            raise NoExport(f"Entry {entry.number} holds an entry {inner.number}, which was not written before it.")
        check_entry(ruleset, inner)


def _steps(entry: Entry) -> list[Any]:
    steps = entry.data.get("steps")
    return steps if entry.kind == "fix" and isinstance(steps, list) else []


def _is_sound(ruleset: Ruleset[Any], entry: Entry) -> bool:
    return (
        entry.side in ("", *ruleset.sides)
        and (entry.kind != "branch" or bool(entry.of))
        and (entry.kind != "note" or bool(_NOTE.fullmatch(entry.line)))
        and all(map(_is_die, entry.dice))
        and _is_data(entry)
    )


def _is_die(die: Mapping[str, object]) -> bool:
    value, source = die.get("value"), die.get("source")
    least = 0 if source == Source.COCKED else 1
    return (
        die.keys() == {"value", "for", "source"}
        and _whole(value)
        and least <= int(str(value)) <= 6
        and _text(die["for"])
        and source in set(map(str, Source))
    )


def _is_data(entry: Entry) -> bool:
    data, must, may = entry.data, _MUST.get(entry.kind, {}), _MAY.get(entry.kind, {})
    if entry.kind in OVERRIDES:  # what they set, by name
        return _named_texts(data)
    allowed = {**must, **may}
    return must.keys() <= data.keys() <= allowed.keys() and all(allowed[key](value) for key, value in data.items())

"""Cards that are learned at the table: their names, what was told of them, and what contradicts what is on file."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from enum import Enum, StrEnum
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

from referee.components.geometry import Point, spell
from referee.components.memo import remembered
from referee.components.rows import BadComponents, Row
from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import ROMAN, listed
from referee.ruleset import CONNECTING, Finding, Impossible, Name, Text, needs, warning

C = TypeVar("C")


class YesNo(StrEnum):
    """Something is printed there, or not."""

    YES = "yes"
    NO = "no"


@lru_cache(maxsize=4096)
def parts_of(title: str) -> tuple[str, ...]:
    """The numbers and words of a title, without the ending of an ordinal. What is no plain number (`²`) is left out: it
    would be read as one.
    """
    plain = re.sub(r"(\d)(st|nd|rd|th)\b", r"\1", title.lower())
    told = "".join(c for c in plain if c.isdecimal() or c.isalpha() or not c.isnumeric())
    return tuple(re.findall(r"\d+|[^\W\d_]+", told))


def slug(title: str) -> str:
    """The notation name of a title: `21st Panzer` is `21-panzer`; never a word that only connects names in a line."""
    name = "-".join(parts_of(title))
    return f"a-{name}" if name in CONNECTING else name


def title_of(word: str) -> str:
    """The title that a word stands for, or several as they were written, in the line that would teach it."""
    parts = (part.split(" ") for part in word.replace('"', "").split("-"))
    written = (" ".join((in_title(first), *(_number(each) for each in rest))) for first, *rest in parts)
    return " ".join(written)[:60].strip()


def _number(word: str) -> str:
    """A Roman number as it is printed; any other word as it is."""
    return word.upper() if word.lower() in ROMAN else word


def in_title(word: str) -> str:
    """A word as it stands in a title: `Army`, `XVI`."""
    number = _number(word)
    return number[:1].upper() + number[1:]


class Titled(Protocol):
    """What has a title."""

    @property
    def title(self) -> str:
        """The title as it is printed."""


@remembered
def titles_of(cards: Mapping[str, Titled]) -> Mapping[str, str]:
    """The titles of what is on file, by name. They are the same on most tables, so they are remembered."""
    return {name: card.title for name, card in cards.items()}


def told(**facts: Any) -> dict[str, Any]:
    """Those of some facts that were told."""
    return {name: value for name, value in facts.items() if value is not None}


def yes(said: YesNo | None) -> bool | None:
    """What was said as a value; None if nothing was."""
    return None if said is None else said is YesNo.YES


def name_told(name: Name | None, title: Text | None) -> str:
    """The name of the card that is meant: one on file, or a new one by its title; "" if it is not said which."""
    return str(name or slug(title or ""))


def titled(title: str | None) -> str:
    """The title of a new card as it is kept, without the blanks around it."""
    return str(title).strip()


def retitled(name: Name | None, title: Text | None) -> str | None:
    """The title that a card on file is told to have; it keeps its name. None where none is told, or of a new card."""
    return titled(title) if name is not None and title is not None and slug(title) else None


def which(name: str, kind: str, rule: str) -> Iterator[Finding]:
    """That it is not said of which card something is told."""
    if not name:
        yield needs(rule, f"which {kind}? by its name, or a new one by its title in quotes")


def in_place_of(known: Any, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some facts that could contradict a card: what it has none of (None) may be added to it."""
    return {name: value for name, value in facts.items() if known is None or getattr(known, name) is not None}


def noted(fact: object) -> str:
    """A fact in the words of the notation: `yes`, `none`, `all-2,fleet-4`."""
    if isinstance(fact, bool):
        return str(YesNo.YES if fact else YesNo.NO)
    if isinstance(fact, Point):
        return f"{spell(fact.x)},{spell(fact.y)}"
    if isinstance(fact, float):
        return spell(fact)
    if isinstance(fact, Mapping):
        fact = tuple(f"{noted(what)}-{noted(much)}" for what, much in fact.items())
    if isinstance(fact, tuple | list):
        return ",".join(map(noted, fact)) or "none"
    return "none" if fact is None else str(fact)


def contradicts(known: Any, facts: Mapping[str, Any], rule: str) -> Iterator[Finding]:
    """A fact that is on file already, and now is told to be another one. `known` is the card; None: it is new."""
    for name, value in facts.items():
        old = UNKNOWN if known is None else getattr(known, name)
        if old is not UNKNOWN and old != value:
            yield warning(rule, f"on file the {name} of {known.title} was {noted(old)}; now it is {noted(value)}")


def refuse_owner(known: Any, of: str | None) -> None:
    """Raises Impossible where a card on file is told to be another side's than it was told before. It may lie on the
    table as what it is: the line that told it so is to be corrected. `known` is the card; None: it is new.
    """
    if known is not None and of is not None and known.side not in ("", of):
        raise Impossible(f"{known.title} is {known.side} on file, not {of}; `fix` corrects the line that told that.")


def card_of_row(card: type[C], row: Mapping[str, Any]) -> C:
    """A card out of a row of a components.toml. What the row does not name is as the class has it.

    "unknown" is UNKNOWN; words become names and choices as the fields of the class say, and `name` is what the row is
    found by. Raises BadComponents for a row without a field that has no default, with one that the class has not, and
    for a value that does not fit.
    """
    makers: Mapping[str, type[Any]] = _makers(card)  # type: ignore[arg-type]  # a class is hashable
    called = row.get("name", "a row")
    for key in row:
        if key not in makers and key != "name":
            raise BadComponents(f"{_at(row, key)}: {key} of {called} is not known; a row may have {listed(makers)}.")
    values = {name: _value(row, name, make) for name, make in makers.items() if name in row}
    try:
        return card(**values)
    except TypeError as error:
        lacks = [one.name for one in fields(card) if one.default is one.default_factory is MISSING]  # type: ignore[arg-type]
        missing = listed([name for name in lacks if name not in values])
        raise BadComponents(f"{_at(row)}: {called} has no {missing}.") from error


def _at(row: Mapping[str, Any], key: str = "") -> str:
    """Where a row or a key of it stands."""
    return row.at(key) if isinstance(row, Row) else "a row"


def _value(row: Mapping[str, Any], key: str, make: type[Any]) -> Any:
    """A value of a row as a card has it."""
    value = row[key]
    if value == "unknown":
        return UNKNOWN
    try:
        if make is int and type(value) is not int:
            raise ValueError
        return tuple(map(make, value)) if isinstance(value, list) else make(value)
    except (TypeError, ValueError) as error:
        what = f"one of {listed(list(make))}" if issubclass(make, Enum) else _KINDS.get(make, make.__name__)
        raise BadComponents(f"{_at(row, key)}: {key} is {value!r}, and not {what}.") from error


_KINDS: Mapping[type[Any], str] = {int: "a whole number", float: "a number", str: "text"}
"""What values are called."""


@cache
def _makers(card: type[Any]) -> Mapping[str, type[Any]]:
    """What each field of a card is made with: the first type of its annotation that is a value's."""
    return {name: _maker(hint) for name, hint in typing.get_type_hints(card).items()}


def _maker(hint: Any) -> type[Any]:
    if typing.get_origin(hint) is tuple:
        hint = typing.get_args(hint)[0]
    if isinstance(hint, types.UnionType):
        hint = next(one for one in typing.get_args(hint) if one not in (Unknown, type(None)))
    made: type[Any] = hint
    return made

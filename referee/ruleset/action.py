"""What a player can report: one frozen class a verb, whose fields are its notation and whose docstring is its help."""

from __future__ import annotations

import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, dataclass, fields
from enum import Enum, StrEnum
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

from referee.components.geometry import Point
from referee.ruleset.finding import Finding
from referee.ruleset.table import Name, Table

MANY = 3
"""Items up to which a list is tried out by `legal`, if a field does not say otherwise."""

T = TypeVar("T", bound=Table)
A = TypeVar("A", bound="Action[Any]")


class Text(str):
    """Free words of a player; written in double quotes."""

    __slots__ = ()


class Die(int):
    """A six-sided die as it fell, 1 to 6. The record keeps each with its source: the table, or the referee's dice."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Span:
    """The allowed range of a number, both ends included; `unit` is shown in help (inches, cards, pips)."""

    low: float
    high: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """The connecting word that the canonical spelling puts before a value (`by dive-bomber`).

    `only`: a number without it is no such value, for another is told first. `also`: other words that players use.
    """

    word: str
    only: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, init=False)
class Behind:
    """A number right behind the value of one of these fields is this number: `effect loss 1` of a card whose `amount`
    it is.
    """

    fields: tuple[str, ...]

    def __init__(self, *fields: str) -> None:
        """The fields, at least one."""
        object.__setattr__(self, "fields", fields)


@dataclass(frozen=True, slots=True, init=False)
class Listing:
    """A text that lists things of some kinds by their titles, which may be new: beside it stands how many they are."""

    kinds: tuple[type[Name], ...]

    def __init__(self, *kinds: type[Name]) -> None:
        """The kinds, at least one."""
        object.__setattr__(self, "kinds", kinds)


class Meant(StrEnum):
    """Words to choose from, each with its meaning, which the help tells, and with others that players say for it:
    `ACTION = "action", "in the own turn", "operation"`.
    """

    meaning: str
    others: tuple[str, ...]

    def __new__(cls, word: str, meaning: str, *others: str) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.meaning, member.others = meaning, others
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return next((member for member in cls if value in member.others), None)


class Spoken(StrEnum):
    """Words to choose from, each with others that players say for it: `YES = "yes", "success", "won"`. A record holds
    the first one.
    """

    others: tuple[str, ...]

    def __new__(cls, word: str, *others: str) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.others = others
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return next((member for member in cls if value in member.others), None)


@dataclass(frozen=True, slots=True)
class Told:
    """A value that players may add to a report (a measurement, a die): `legal` leaves it out, at its default."""


@dataclass(frozen=True, slots=True)
class Few:
    """How long the lists are that `legal` tries out for a field, where each item may well be reported by itself."""

    most: int


class NotYet(Exception):
    """A field of an unfinished action was read: what depends on it is not yet decided."""


class Form(Enum):
    """How a field is written."""

    NAME = "name"
    CHOICE = "choice"
    NUMBER = "number"
    MEASURE = "measure"
    POINT = "point"
    FLAG = "flag"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of an action, as the notation sees it."""

    field: str
    form: Form
    type: type[Any]
    many: bool = False
    optional: bool = False
    default: Any = None
    span: Span | None = None
    word: str = ""
    told: bool = False
    most: int = MANY
    behind: tuple[str, ...] = ()
    only: bool = False
    lists: tuple[Any, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def keyword(self) -> str:
        """The word that names this field in a line."""
        return self.word or self.field.rstrip("_").replace("_", "-")

    @property
    def label(self) -> str:
        """The field in help: `FORCE`, `[at REGION]`, `REGION,...`."""
        name = self.keyword if self.form is Form.FLAG else self.field.rstrip("_").replace("_", "-").upper()
        if self.word:
            name = f"{self.word} {name}"
        if self.many:
            name = f"{name},..."
        return f"[{name}]" if self.optional else name


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Action(ABC, Generic[T]):
    """Base of all reports. `side` is who acts; the line's prefix, the owner of the piece, or the side that is asked.

    `judge` yields findings and changes nothing; it reads fields in the order in which they stand, so that an
    unfinished action can be judged too. `apply` returns the next table and works for an illegal act that stands: it
    may rely on `during` and on the types of the fields, and on nothing else. A line without a verb is none that is
    `outright`.
    """

    verb: ClassVar[str] = ""
    short: ClassVar[str] = ""
    alias: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    during: ClassVar[str] = ""
    aside: ClassVar[bool] = False
    learns: ClassVar[bool] = False
    timed: ClassVar[bool] = False
    actor: ClassVar[str] = ""
    outright: ClassVar[bool] = False
    examples: ClassVar[tuple[str, ...]] = ()

    side: str

    def judge(self, table: T) -> Iterator[Finding]:
        """Findings about this act on this table. Raises Impossible where `apply` could not mirror it."""
        yield from ()

    def among(self, field: str, table: T) -> Iterable[Any] | None:
        """The values of a field with which this unfinished act can be legal; None: try all that there are.

        For acts with so many names to choose from that trying each takes too long. It reads only the fields before that
        one, and may offer too much, but must leave out nothing that `judge` passes.
        """
        return None

    def implied(self, field: str, table: T) -> Any:
        """The value of a required field that a line left out, where the table has only one; None: it must be said.

        Asked of an unfinished act, which may read only the fields that were written.
        """
        return None

    def bare(self, field: str, table: T) -> bool | None:
        """Whether a number that was written without its word, and can be the value of this field, is that; False: it is
        the value of the next one; None: it may be either, and the players are asked.

        Asked of the act as it is if it is that.
        """
        return True

    def begins(self, table: T) -> str:
        """Where this act begins, by name, for a line that says it too (`from hill`); "" where it does not know that."""
        return ""

    def everything(self, field: str, table: T) -> int | None:
        """What the word `all` means in a number of this unfinished act; None: the number must be said."""
        return None

    def also_told(self, table: T) -> str:
        """The line that teaches what this act says of a component by the way; the prompt reports it behind the act."""
        return ""

    def whose(self, table: T) -> str:
        """The rule by which it is for another side to do this now."""
        return self.rule

    @abstractmethod
    def apply(self, table: T) -> T:
        """The table after this act."""

    def story(self, before: T, after: T) -> str:
        """What happened, as a sentence for somebody who was not there, without its full stop.

        Only an aside that belongs in no story gives "" (a fact about a card). `before` is the table that the act met,
        `after` the one it left, with all that followed by itself. An illegal act that stands is told too. What follows
        by a rule has its own sentence (`Consequence`).
        """
        return ""

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in type(self).__dataclass_fields__)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Action) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields = (f"{name}={getattr(self, name)!r}" for name in type(self).__dataclass_fields__)
        return f"{type(self).__name__}({', '.join(fields)})"

    def __getattr__(self, name: str) -> Any:
        # Only reached for a slot that was never set: the act is unfinished.
        if name in type(self).__dataclass_fields__:
            raise NotYet(name)
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")


@dataclass_transform(frozen_default=True)
def action(
    verb: str,
    *,
    rule: str,
    during: str = "",
    short: str = "",
    alias: str = "",
    aside: bool = False,
    learns: bool = False,
    timed: bool = False,
    actor: str = "",
    examples: tuple[str, ...] = (),
) -> Callable[[type[A]], type[A]]:
    """Make an action of a class.

    verb      the word that players type. It may be none of the commands that change a record (`Ruleset` refuses it);
              one of those that only look (`show`, `rule`, `log`) would be hidden by it: `test-ruleset` says so
    rule      the rule it belongs to, cited when it comes at the wrong time
    during    the attribute of the table that must not be None, else the act is impossible
    short     a shorter spelling, beside every unique beginning
    alias     another whole word for it, that the rulebook uses too
    aside     never gated, closes no window (a note, a card learned)
    learns    teaches what is printed on a component: an aside that a component file may hold, kept for the next game
    timed     where no open question asks for it, its own judge says whether it may come now (a card has its own time)
    actor     the field whose owner acts, where that is not the first thing named (`loss ENEMY by CARD`)
    examples  lines for the help
    """

    def decorate(cls: type[A]) -> type[A]:
        # Equality and text are the same for all actions and stand in the base, for making them anew in each class
        # would be most of what loading a ruleset costs.
        made: type[A] = dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)
        made.verb, made.rule, made.during = verb, rule, during
        made.short, made.alias, made.timed, made.examples = short, alias, timed, examples
        made.aside, made.learns, made.actor = aside or learns, learns, actor
        return made

    return decorate


@cache
def slots_of(cls: type[Action[Any]]) -> tuple[Slot, ...]:
    """The fields of an action in the order in which they are written, without the side."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return tuple(
        _slot(f.name, hints[f.name], f.default) for f in fields(cls) if f.name != "side"
    )


def _slot(name: str, hint: Any, default: Any) -> Slot:
    span: Span | None = None
    word, behind = "", tuple[str, ...]()
    told = only = False
    lists: tuple[type[Name], ...] = ()
    also: tuple[str, ...] = ()
    most = MANY
    optional = default is not MISSING
    if typing.get_origin(hint) is typing.Annotated:
        hint, *extras = typing.get_args(hint)
        span = next((e for e in extras if isinstance(e, Span)), None)
        word = next((e.word for e in extras if isinstance(e, Word)), "")
        only = any(e.only for e in extras if isinstance(e, Word))
        also = next((e.also for e in extras if isinstance(e, Word)), ())
        told = any(isinstance(e, Told) for e in extras)
        most = next((e.most for e in extras if isinstance(e, Few)), MANY)
        behind = next((e.fields for e in extras if isinstance(e, Behind)), ())
        lists = next((e.kinds for e in extras if isinstance(e, Listing)), ())
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        hint = next(a for a in typing.get_args(hint) if a is not type(None))
    many = typing.get_origin(hint) is tuple
    if many:
        hint = typing.get_args(hint)[0]
    if hint is Die:
        span = Span(1, 6, "pips")
    value = None if default is MISSING else default
    return Slot(name, _form(hint), hint, many, optional, value, span, word, told, most, behind, only, lists, also)


def _form(hint: Any) -> Form:
    if hint is bool:
        return Form.FLAG
    for base, form in ((Name, Form.NAME), (Text, Form.TEXT), (StrEnum, Form.CHOICE)):
        if issubclass(hint, base):
            return form
    if issubclass(hint, int):
        return Form.NUMBER
    if hint is float:
        return Form.MEASURE
    if hint is Point:
        return Form.POINT
    raise TypeError(f"a field of type {hint!r} has no notation")


def unfinished(cls: type[A], side: str, **values: Any) -> A:
    """An action with only some fields set; reading another one raises NotYet."""
    act = object.__new__(cls)
    object.__setattr__(act, "side", side)
    for name, value in values.items():
        object.__setattr__(act, name, value)
    return act


def name_lost_yield(act: Action[T], table: T, error: TypeError) -> None:
    """Nothing, except where an act's `judge` is no generator any more, for it has lost its last `yield`.

    Raises TypeError then, with the module and name of its class; `error` is what came of it.
    """
    if act.judge(table) is None:
        name = f"{type(act).__module__}.{type(act).__name__}"
        raise TypeError(f"{name}.judge returned None: it needs a `yield` (or `yield from ()`)") from error


def first_findings(act: Action[T], table: T) -> Iterable[Finding]:
    """The findings that an unfinished action already deserves: those before it reads a field that is not set."""
    try:
        yield from act.judge(table)
    except NotYet:
        return

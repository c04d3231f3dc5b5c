"""The state of a table: what every game has, questions that are open, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from referee.components.facts import replace
from referee.components.geometry import Point

T_co = TypeVar("T_co", covariant=True)


CONNECTING = frozenset({"to", "at", "with", "on", "in", "from", "into", "the", "and", "of", "for", "vs"})
"""Words that may stand between the names of a line and say nothing; no thing is called so."""


class Name(str):
    """The name of a thing on the table, in its notation form (`5-lancers`). Rulesets subclass it, one class a kind.

    An action holds names, never copies of what they name, so the same line can be replayed years later.
    `kind` is what they are called in a message, `hint` how players come by one that is not listed.
    """

    __slots__ = ()
    kind = "name"
    hint = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """The first thing that is still open, in the order of the book.

    rule      the rule that asks
    side      who answers; several sides where each has a part of it
    idle      nothing is to be done but to go on (`enter`): a prompt does that by itself, and says so
    also      a side that is not waited for, and may answer before it
    verbs     the actions that answer it
    question  one line for the prompt
    step      a step of the turn, not a window within it: what comes behind it is not offered yet
    may       a window: it may be let pass (Enter, or the next line that is no answer closes it)
    among     the values that may be named, where a list can be known
    enter     the line that an empty line stands for; shown before it is done
    forced    the only possible answer: made by the referee, and announced
    waits     it is made only for the next line: what may change it is not known, and can be told before
    dice      how many dice answer it; the referee can throw them (`roll`)
    duty      what is missing when the table goes on without an answer (then it is an omission); "" if it cannot go on
    early     actions that do not answer it, and are judged here as too early or too late: they pass nothing over
    lost      what it offers that does not come back: another line that passes a window over is a doubt then, and one of
              the other side that passes a step over; Enter is none
    ends      what a line ends whose verb is the first that answers it, and which is legal only behind it (then it is a
              doubt)
    unnamed   an act that may be done with a thing of which nobody knows the name yet, in words: it counts as legal
    secret    what is chosen is not told yet: a value alone is taken for no answer, not even of a question behind it
    """

    rule: str
    side: str
    verbs: tuple[str, ...]
    question: str = ""
    may: bool = False
    step: bool = False
    among: tuple[str, ...] | None = None
    enter: str = ""
    forced: str = ""
    waits: bool = False
    dice: int = 0
    duty: str = ""
    early: tuple[str, ...] = ()
    also: str = ""
    idle: bool = False
    lost: str = ""
    ends: str = ""
    unnamed: str = ""
    secret: bool = False

    def is_ended(self, verb: str) -> bool:
        """Whether a verb that passes this window over may have been meant for it."""
        return bool(self.ends) and verb == self.verbs[0]

    @property
    def dice_told(self) -> str:
        """The dice that answer it, in words: `1 die`, `3 dice`."""
        return "1 die" if self.dice == 1 else f"{self.dice} dice"

    @property
    def dice_due(self) -> str:
        """That they are due, in words: `1 die is due`, `3 dice are due`."""
        return f"{self.dice_told} {'is' if self.dice == 1 else 'are'} due"


@dataclass(frozen=True, slots=True)
class Consequence(Generic[T_co]):
    """What the rules make happen by themselves: the rule, what it does in words, and the table after it."""

    rule: str
    message: str
    table: T_co


@dataclass(frozen=True, slots=True)
class Debt:
    """A duty that the table went past. It stays on the list of open items until it is paid or waived."""

    rule: str
    side: str
    what: str
    turn: int


@dataclass(frozen=True, kw_only=True)
class Table:
    """What every table has. A ruleset adds its own fields in a frozen subclass, and overrides the methods.

    turn      counts from 1; 0 while the table is set up
    side      whose turn it is
    step      the step of the turn, by the name the book gives it (a slug)
    winner    a side, or "draw"; "" while the game goes on
    rulings   the choice in force for every ruling of the rulebook
    house     rules that this game changes: rule id to "off" or "warn"
    parked    duties that were passed over
    """

    side: str
    step: str
    turn: int = 0
    winner: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)
    parked: tuple[Debt, ...] = ()

    @property
    def stage(self) -> str:
        """The part of a step that is gone through by itself (a place, with acts of its own); else the step."""
        return self.step

    def but(self, **changes: Any) -> Self:
        """The same table with some fields changed."""
        return replace(self, **changes)

    def ruled(self, ruling: str) -> str:
        """The choice in force for a ruling. A ruling that the rulebook does not list is a programming error."""
        return self.rulings[ruling]

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        """The things of one kind that can be named now: notation name to full title."""
        return {}

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        """The things of one kind that exist but are not there: name to the reason ("is out of the game [rule.id]").

        One that `names` has as well can be named by mistake, and the act judges it.
        """
        return {}

    def owner(self, name: Name) -> str:
        """The side that owns a thing; "" if none does."""
        return ""

    def points(self) -> Sequence[Point]:
        """Positions worth trying where one is asked for; none where the game knows no positions."""
        return ()

    def teach(self, kind: type[Name], word: str) -> str:
        """The line that would teach an unknown name of this kind; "" if nothing can be learned."""
        return ""

"""What the sides of a game still owe, or may still do, before it goes on; paid off act by act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.components.facts import replace
from referee.ruleset import Name

N = TypeVar("N", bound=Name)


@dataclass(frozen=True, slots=True)
class Owed(Generic[N]):
    """Something a side must or may do before the turn goes on; a game has a subclass, which says what `what` may be.

    among   what may be named, of the things on the table
    reason  why it is owed, in words
    source  the card or piece by which it is owed, "" for a rule
    """

    rule: str
    side: str
    what: str
    count: int = 1
    among: tuple[N, ...] = ()
    reason: str = ""
    source: str = ""


D = TypeVar("D", bound=Owed[Any])


def paid(debts: tuple[D, ...], owed: D, count: int = 1) -> tuple[D, ...]:
    """The debts after some of one was paid."""
    rest = (replace(owed, count=owed.count - count),) if owed.count > count else ()
    at = debts.index(owed)
    return (*debts[:at], *rest, *debts[at + 1 :])

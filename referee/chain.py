"""The open questions of a table, each behind those before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.course import go_past
from referee.ruleset import Ask, Ruleset, Table

LONGEST_CHAIN = 60
"""Open questions that one line may pass over; more is a ruleset that never gets on."""


class Open(NamedTuple):
    """A question that is open on `table`; `passed` are those that were let pass or skipped to get there."""

    table: Table
    ask: Ask
    passed: tuple[Ask, ...] = ()


def open_questions(ruleset: Ruleset[Any], table: Table) -> Iterator[Open]:
    """The open question, then those that come up when it is let pass (a window) or skipped (a duty).

    The border of a turn is crossed once, to the first question of the next turn, and only past what the ruleset allows
    (one step at the most, as a rule): so a forgotten end of a turn is what was left of it and not a turn full of
    findings, and an act in the middle of the enemy's turn stays just that.
    """
    here = (table.turn, table.side)
    passed: tuple[Ask, ...] = ()
    for _ in range(LONGEST_CHAIN):
        ask = ruleset.asks(table)
        if ask is None:
            return
        beyond = (table.turn, table.side) != here
        if beyond and not ruleset.crosses(passed):
            return
        yield Open(table, ask, passed)
        if beyond:
            return
        if not (ask.may or ask.duty or ask.forced):
            return
        table = go_past(ruleset, table, ask)
        passed = (*passed, ask)
    raise RuntimeError(f"{ruleset.name}: more than {LONGEST_CHAIN} questions are open at once")


class Chain:
    """The open questions of one table, worked out only as far as somebody looks."""

    def __init__(self, ruleset: Ruleset[Any], table: Table) -> None:
        """None is worked out yet; a game that is won asks nothing."""
        self.table = table
        self._known: list[Open] = []
        self._rest = iter(()) if table.winner else open_questions(ruleset, table)

    def __iter__(self) -> Iterator[Open]:
        at = 0
        while True:
            while at < len(self._known):
                yield self._known[at]
                at += 1
            further = next(self._rest, None)
            if further is None:
                return
            self._known.append(further)

    def asks(self) -> Iterator[Ask]:
        """The questions alone, the nearest first."""
        return (place.ask for place in self)

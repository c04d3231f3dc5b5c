"""Noughts and crosses as later versions of its ruleset have it: one with a new rule, one with other words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.ruleset import Action, Ask, Finding, Rule, Rulebook, Treatment, action, illegal
from tests.noughts import RULESET, Board, Place, Swap, asks, next_turn

OPENING = Rule("opening", "Opening", "The first token may not lie in the middle.", "page 1", Treatment.JUDGED)


@action("place", rule="turn.place", examples=("place b2",))
class Opened(Place):
    """Place a token on a free square, the very first one not in the middle."""

    def judge(self, table: Board) -> Iterator[Finding]:
        if not table.tokens and self.to == "b2":
            yield illegal("opening", "The very first token may not lie in the middle.", "any other square")
        yield from Place.judge(self, table)


@action("give", rule="turn.hand")
class Give(Action[Board]):
    """Give the marker to the other side."""

    def apply(self, table: Board) -> Board:
        return next_turn(table)


def asks_to_give(table: Board) -> Ask | None:
    """The same questions; handing over is called giving."""
    ask = asks(table)
    return replace(ask, verbs=("give",), enter="give") if ask and ask.verbs == ("hand",) else ask


BOOK = Rulebook({**RULESET.rulebook.rules, "opening": OPENING}, RULESET.rulebook.rulings)
SECOND = replace(RULESET, version="2", rulebook=BOOK, actions=(Opened, *RULESET.actions[1:]))
THIRD = replace(RULESET, version="3", actions=(Place, Swap, Give), asks=asks_to_give)

"""Taking stones: the acts, the questions that they answer, and what follows by itself. One such module a heading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling, counted
from referee.ruleset import Action, Ask, Consequence, Finding, Span, action, illegal, needs

from two_piles.table import BLUE, RED, SIDES, Pile, Table, other


@action("take", rule="turns.1", examples=("take left 2",))
class Take(Action[Table]):
    """Take stones from a pile."""

    # The fields are the notation: `take left 2`, or `left 2` where it is asked for. What is read first stands first.
    pile: Pile
    stones: Annotated[int, Span(1, 9, "stones")]

    def judge(self, table: Table) -> Iterator[Finding]:
        # Findings, and no change. A rule that can be broken is checked here; the last argument says what is legal.
        if self.stones > 3:
            yield illegal("take.1", f"{self.stones} stones are more than three.", "1, 2 or 3")
        if self.stones > table.most(self.pile):
            yield illegal("take.2", f"No more than {table.most(self.pile)} can lie there.", "fewer, or the other pile")
        if table.left(self.pile) is UNKNOWN:
            yield needs("piles.1", f"how many stones the {self.pile} pile has", f"pile {self.pile} stones ?")

    def apply(self, table: Table) -> Table:
        # The next table; for an illegal act that the players let stand as well.
        taken = table.taken.get(self.pile, 0) + min(self.stones, table.most(self.pile))
        return table.but(taken={**table.taken, self.pile: taken}, side=self.side, step="knock")

    def story(self, before: Table, after: Table) -> str:
        return f"{SIDES[self.side]} took {counted(self.stones, 'stone')} from the {before.cards[self.pile].title}"


@action("knock", rule="take.3", examples=("knock",))
class Knock(Action[Table]):
    """Knock on the table: your turn is over."""

    def apply(self, table: Table) -> Table:
        return _ended(table, self.side)

    def story(self, before: Table, after: Table) -> str:
        return f"{SIDES[self.side]} knocked"


def _ended(table: Table, side: str) -> Table:
    """The table when the turn of a side is over. The act that ends a step sets the next one; `asks` only reads it."""
    return table.but(side=other(side), step="take", turn=table.turn + (side == BLUE))


def asks(table: Table) -> Ask | None:
    """The first thing that is open, read off the table in the order of the book; None when the game is over.

    `may` makes it a window that can be let pass, `duty` a duty that can be skipped (which is an omission), `enter` says
    what an empty line does, and `dice` how many dice answer it, which `roll` can throw; their field has the type `Die`.
    """
    if table.winner:
        return None
    if table.step == "knock":
        return Ask("take.3", table.side, ("knock",), "Knock.", step=True, enter="knock", duty="the knock")
    piles = tuple(pile for pile in table.cards if table.left(pile) != 0)
    return Ask("turns.1", table.side, ("take",), "From which pile, and how many?", step=True, among=piles)


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    if any(table.left(pile) != 0 for pile in table.cards):
        return None
    last = table.side if table.step == "knock" else other(table.side)
    winner = last if table.ruled("end.1-last") == "wins" else other(last)
    message = f"{SIDES[last]} took the last stone {by_ruling(table, 'end.1-last')}: {SIDES[winner]} wins"
    return Consequence("end.1", message, table.but(winner=winner))


def closed(table: Table) -> Table:
    """The table after a window (`may`) was let pass; this game has none."""
    return table


def skipped(table: Table) -> Table:
    """The table after it went past the open duty: the knock."""
    return _ended(table, table.side)


def played(table: Table) -> int:
    """The last turn in which something was done; the table may be one further on."""
    return table.turn - (table.side == RED and table.step == "take")

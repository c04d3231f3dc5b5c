"""What players tell about their own copy. It is kept in the record, and on file for the next game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.facts import replace
from referee.components.learning import contradicts
from referee.ruleset import Action, Component, Finding, Impossible, Span, Word, action

from two_piles.table import MOST_STONES, Pile, Table


@action("pile", rule="piles.1", learns=True, examples=("pile right stones 7",))
class LearnPile(Action[Table]):
    """Tell how many stones a pile has at the start, as its card says."""

    pile: Pile
    stones: Annotated[int, Span(1, MOST_STONES, "stones"), Word("stones")]

    def judge(self, table: Table) -> Iterator[Finding]:
        taken = table.taken.get(self.pile, 0)
        if self.stones < taken:
            raise Impossible(f"{taken} were taken from the {self.pile} pile already.", rule="piles.1")
        yield from contradicts(table.cards[self.pile], {"stones": self.stones}, "piles.1")

    def apply(self, table: Table) -> Table:
        card = replace(table.cards[self.pile], stones=self.stones, sure="told")
        return table.but(cards={**table.cards, self.pile: card})


def on_file(table: Table) -> Iterator[Component]:
    """Each card, with what is known of it. The facts are called like the words of the verb that teaches them."""
    for name, card in table.cards.items():
        yield Component("pile", name, card.title, "", {"stones": card.stones}, card.sure)

"""Decks, hands and discard piles, by count: what lies face down on a real table has a number and no names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from referee.components.facts import replace


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of one side. Their sum never changes: a card is always in exactly one place.

    deck, hand, discards   cards there
    away                   cards in play on the table, or out of the game
    shuffles               how often the discards were made into a new deck
    """

    deck: int
    hand: int = 0
    discards: int = 0
    away: int = 0
    shuffles: int = 0

    @property
    def total(self) -> int:
        """All cards of the side."""
        return self.deck + self.hand + self.discards + self.away

    def can_draw(self, wanted: int, limit: int) -> int:
        """How many of `wanted` cards can be drawn: no more than there are, none beyond `limit` cards in hand."""
        return max(0, min(wanted, limit - self.hand, self.deck + self.discards))

    def draw(self, cards: int) -> Self:
        """Cards from the deck into the hand; when the deck runs out, the discards become the new deck first.

        More cards than there are: as many as there are.
        """
        if cards <= self.deck:
            return replace(self, deck=self.deck - cards, hand=self.hand + cards)
        return replace(self, deck=0, hand=self.hand + self.deck).shuffle()._draw_rest(cards - self.deck)

    def _draw_rest(self, cards: int) -> Self:
        there = min(cards, self.deck)
        return replace(self, deck=self.deck - there, hand=self.hand + there)

    def shuffle(self) -> Self:
        """The discards become the deck (on top of nothing: the deck is empty). Nothing happens without discards."""
        if not self.discards:
            return self
        return replace(self, deck=self.deck + self.discards, discards=0, shuffles=self.shuffles + 1)

    def discard(self, cards: int) -> Self:
        """Cards from the hand to the discard pile; more than there are: as many as there are."""
        there = min(cards, self.hand)
        return replace(self, hand=self.hand - there, discards=self.discards + there)

    def lay(self, cards: int = 1) -> Self:
        """Cards from the hand onto the table."""
        there = min(cards, self.hand)
        return replace(self, hand=self.hand - there, away=self.away + there)

    def take_up(self, cards: int = 1) -> Self:
        """Cards from the table back into the hand."""
        there = min(cards, self.away)
        return replace(self, hand=self.hand + there, away=self.away - there)

    def bury(self, cards: int = 1) -> Self:
        """Cards from the table to the discard pile."""
        there = min(cards, self.away)
        return replace(self, discards=self.discards + there, away=self.away - there)

    def count_hand(self, cards: int) -> Self:
        """Correct the number of cards in hand; the difference is taken from the deck, then from the discards.

        The players' count is the truth: when deck and discards cannot make up for it, the total changes.
        """
        deck = self.deck - (cards - self.hand)
        return replace(self, hand=cards, deck=max(0, deck), discards=max(0, self.discards + min(0, deck)))

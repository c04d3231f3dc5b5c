"""Card games of two sides, each with a deck, a hand and a discard pile of its own that are known by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Self, TypeVar

from referee.components.cards import Holding
from referee.components.facts import replace
from referee.components.wording import by_ruling, counted, many_cards, numeral
from referee.ruleset import Action, Consequence, Finding, Name, Span, Table, illegal, needs, ruling, warning

FLOW = 6
"""Changes of a hand that are remembered, for players who count and find another number."""

PILES = ("hand", "deck", "discards", "away")

PHRASES = {
    "hand": "{thing} hand {old} -> {new}",
    "deck-mended": "{thing} deck {old} -> {new}",
    "discards-mended": "{thing} discards {old} -> {new}",
    "away-mended": "{thing} cards laid aside {old} -> {new}",
    "shuffles": "shuffle the discards of {thing} into a new deck",
    "shuffles-mended": "{thing} discards were shuffled into a new deck {old} -> {new} times",
}
"""What hands do when a pile changes."""

ASPECTS = {
    "away": "cards laid aside: in play, or out of the game",
    "shuffles": "how often the discards were shuffled into a new deck",
}
"""What the words of `pile_places` mean."""

AT_ONCE = "at-once"
"""The choice of a ruling by which the discards are shuffled as soon as a deck runs out, and not at the next draw."""


class Side(Name):
    """One of the two sides."""

    __slots__ = ()
    kind = "side"


@dataclass(frozen=True, kw_only=True)
class CardTable(Table):
    """A table with the cards of two sides, whose turns alternate.

    titles  the sides in order of play, with their titles
    cards   the cards of each side
    flow    how the hand of a side changed lately, in words
    undrawn sides of which the table went past a draw: they may hold more cards than are on record
    """

    titles: ClassVar[Mapping[str, str]]
    cards: Mapping[str, Holding]
    flow: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    undrawn: frozenset[str] = frozenset()

    def hand(self, side: str) -> int:
        """Cards in hand."""
        return self.cards[side].hand

    def empty_handed(self, side: str) -> bool:
        """Whether a side surely has no card in hand."""
        return not self.hand(side) and side not in self.undrawn

    def without_draw(self, side: str) -> Self:
        """The table after it went past a draw of a side."""
        return self.but(undrawn=self.undrawn | {side})

    def enemy_of(self, side: str) -> str:
        """The other side."""
        return next(other for other in self.titles if other != side)

    def with_cards(self, side: str, holding: Holding) -> Self:
        """The table with the cards of a side changed."""
        return self.but(cards={**self.cards, side: holding})

    def drawn(self, side: str, cards: int, by: str = "draw") -> Self:
        """The table after a side drew cards; whether it might is judged elsewhere."""
        return self.counted(side, self.cards[side].draw(cards), by)

    def discarded(self, side: str, cards: int, by: str = "discard") -> Self:
        """The table after a side discarded cards from its hand."""
        return self.counted(side, self.cards[side].discard(cards), by)

    def counted(self, side: str, holding: Holding, by: str) -> Self:
        """The table with other cards of a side; how its hand changed is remembered for a while."""
        change = holding.hand - self.hand(side)
        table = self.with_cards(side, holding)
        if not change:
            return table
        last = (*self.flow.get(side, ()), f"turn {self.turn} {by} {change:+d}")
        return table.but(flow={**self.flow, side: last[-FLOW:]})

    def next_side(self, **changes: Any) -> Self:
        """The table when the turn of the other side begins; both sides together make a turn."""
        other = self.enemy_of(self.side)
        return self.but(side=other, turn=self.turn + (other == next(iter(self.titles))), **changes)


T = TypeVar("T", bound=CardTable)


def hand_words(table: CardTable, side: str) -> str:
    """The cards in hand on record, and the last draws and discards that made them so many."""
    last = ", ".join(table.flow.get(side, ())) or "none"
    return f"{table.titles[side]} has {many_cards(table.hand(side))} on record; last changes: {last}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CountHand(Action[T]):
    """The act that corrects a count of cards in hand; a game makes it a verb, and says whether so many are allowed."""

    of: Side
    cards: Annotated[int, Span(0, 20, "cards")]

    def judge(self, table: T) -> Iterator[Finding]:
        yield from self.allowed(table)
        if self.cards != table.hand(self.of):
            yield warning(type(self).rule, hand_words(table, self.of))

    def allowed(self, table: T) -> Iterator[Finding]:
        """Findings about a hand of so many cards, where the game has a limit."""
        yield from ()

    def story(self, before: T, after: T) -> str:
        was = before.hand(self.of)
        count = f"The {before.titles[self.of]} hand was counted: {counted(self.cards, 'card')}"
        return count if was == self.cards else f"{count}, where {numeral(was)} had been on record"

    def apply(self, table: T) -> T:
        sure = table.but(undrawn=table.undrawn - {self.of})
        return sure.with_cards(self.of, table.cards[self.of].count_hand(self.cards))


def too_few(table: CardTable, side: str, rule: str, message: str) -> Finding:
    """That a side has not as many cards in hand as an act takes; not judged while a draw may be missing on record."""
    if side in table.undrawn:
        return needs(rule, f"{message} on record, where a draw of {table.titles[side]} was passed over")
    return illegal(rule, message, f"if the count is wrong: hand {side} NUMBER")


def deck_is_empty(table: T, rule: str, when: str) -> Consequence[T] | None:
    """The discards become a new deck as soon as a deck runs out, where the ruling `when` has it so."""
    if table.ruled(when) != AT_ONCE:
        return None
    for side, holding in table.cards.items():
        if not holding.deck and holding.discards:
            deck = f"the {table.titles[side]} deck is empty: shuffle the discards into a new one"
            return Consequence(rule, f"{deck} {by_ruling(table, when)}", table.with_cards(side, holding.shuffle()))
    return None


def draw_shuffles(table: CardTable, side: str, when: str) -> Iterator[Finding]:
    """That a draw comes from a new deck, by the ruling `when`."""
    if not table.cards[side].deck and table.cards[side].discards:
        yield ruling(when, "the deck is empty: the discards are shuffled into a new one now")


def pile_places(table: CardTable) -> Iterator[tuple[str, str]]:
    """The piles of both sides as places of a layout."""
    for side, holding in table.cards.items():
        yield from ((f"{side}.{pile}", str(getattr(holding, pile))) for pile in PILES)
        yield f"{side}.shuffles", str(holding.shuffles)


def put_pile(table: T, key: str, value: str, most: int) -> T | None:
    """The table with a pile set to a number of cards, for an adjustment; None if it is no pile or no such number."""
    side, _, pile = key.rpartition(".")
    if side not in table.titles or pile not in PILES:
        return None
    if not (value.isascii() and value.isdecimal() and int(value) <= most):
        return None
    return table.with_cards(side, replace(table.cards[side], **{pile: int(value)}))


def pile_state(table: CardTable) -> dict[str, dict[str, int]]:
    """Hands, decks and discards by side, as plain values."""
    of = table.cards.items()
    return {
        "hands": {side: h.hand for side, h in of},
        "decks": {side: h.deck for side, h in of},
        "discards": {side: h.discards for side, h in of},
    }

"""Plain verbs for a card's text that the referee does not carry out itself: `loss 9-australian 1 by dive-bomber`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from referee.ruleset import Action, Finding, Span, Word, action, illegal
from rulesets.lightning_north_africa.box import Effect
from rulesets.lightning_north_africa.names import HAND_LIMIT, SIDES, Card, Force, Region, Side
from rulesets.lightning_north_africa.table import Table
from rulesets.lightning_north_africa.table import Word as CardWord


def on_the_word(table: Table, card: Card, *effects: Effect) -> Iterator[Finding]:
    """An act `by CARD` is lawful only while that card is in play, as often as it says, and as what it says."""
    word = _word(table, card)
    title = table.box.cards[card].title
    if word is None:
        playing = ", ".join(w.card for w in table.words) or "no such card"
        yield illegal("action-cards.1", f"{title} is not in play", f"in play: {playing}")
    elif word.effect is not Effect.TEXT and word.effect not in effects:
        yield illegal("action-cards.1", f"{title} does not do that; its effect is {word.effect}")
    elif word.left == 0:
        yield illegal("action-cards.1", f"{title} is used up")


def _word(table: Table, card: Card) -> CardWord | None:
    return next((w for w in table.words if w.card == card), None)


def used(table: Table, card: Card) -> Table:
    """The table after a card's text was used once."""
    words = tuple(
        replace(w, left=max(0, w.left - 1)) if w.card == card and w.left is not None else w for w in table.words
    )
    return table.but(words=words)


@action("loss", rule="action-cards.1", aside=True, examples=("loss 9-australian 1 by dive-bomber",))
class Loss(Action[Table]):
    """A force suffers losses on the word of a card in play."""

    force: Force
    by: Annotated[Card, Word("by")]
    losses: Annotated[int, Span(1, 3, "losses")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by, Effect.LOSS)

    def apply(self, table: Table) -> Table:
        return used(table, self.by).with_loss(self.force, self.losses)


@action("heal", rule="action-cards.1", aside=True, examples=("heal 9-australian 1 by reserves",))
class Heal(Action[Table]):
    """A force loses loss tokens on the word of a card in play."""

    force: Force
    by: Annotated[Card, Word("by")]
    losses: Annotated[int, Span(1, 2, "losses")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by, Effect.HEAL)
        if self.losses > table.forces[self.force].losses:
            yield illegal("force-cards.4", f"{self.force} has {table.forces[self.force].losses} losses to remove")

    def apply(self, table: Table) -> Table:
        losses = max(0, table.forces[self.force].losses - self.losses)
        return used(table, self.by).with_force(self.force, losses=losses)


@action("shift", rule="action-cards.1", aside=True, examples=("shift 15-panzer tobruk by coast-road",))
class Shift(Action[Table]):
    """A force moves, or retreats, on the word of a card in play; this is no operation."""

    force: Force
    to: Region
    by: Annotated[Card, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by, Effect.MOVE)
        if self.to == table.region_of(self.force):
            yield illegal("operations.move", f"{self.force} is in {table.place(self.to)} already")

    def apply(self, table: Table) -> Table:
        return used(table, self.by).with_force(self.force, region=self.to, moved=True)


@action("remove", rule="action-cards.1", aside=True, examples=("remove 2-armored by evacuation",))
class Remove(Action[Table]):
    """A force leaves the game on the word of a card in play."""

    force: Force
    by: Annotated[Card, Word("by")]

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by)

    def apply(self, table: Table) -> Table:
        return used(table, self.by).with_loss(self.force, 3)


@action("gain", rule="action-cards.1", aside=True, examples=("gain axis 2 by convoy",))
class Gain(Action[Table]):
    """A side draws cards on the word of a card in play."""

    who: Side
    by: Annotated[Card, Word("by")]
    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by, Effect.DRAW)
        if table.hand(self.who) + self.cards > HAND_LIMIT:
            yield illegal(
                "action-cards.5",
                f"{SIDES[self.who]} would have {table.hand(self.who) + self.cards} cards, over nine",
            )

    def apply(self, table: Table) -> Table:
        return used(table, self.by).drawn(self.who, self.cards)


@action("drop", rule="action-cards.1", aside=True, examples=("drop allied 1 by raid",))
class Drop(Action[Table]):
    """A side discards cards on the word of a card in play."""

    who: Side
    by: Annotated[Card, Word("by")]
    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from on_the_word(table, self.by, Effect.DISCARD)
        if self.cards > table.hand(self.who):
            yield illegal("discard", f"{SIDES[self.who]} has only {table.hand(self.who)} cards in hand")

    def apply(self, table: Table) -> Table:
        return used(table, self.by).discarded(self.who, self.cards)

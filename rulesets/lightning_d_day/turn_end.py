"""The end of a turn: discards, then the draws that the turn card says, then the next turn card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.decks import CountHand, draw_shuffles, too_few
from referee.components.learning import slug
from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling, counted, many_cards, numeral
from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Finding,
    Listing,
    Span,
    Text,
    action,
    illegal,
    needs,
    omission,
    warning,
)
from rulesets.lightning_d_day.beaches import begun
from rulesets.lightning_d_day.box import Number
from rulesets.lightning_d_day.names import FROM_HAND, GERMAN, SIDES, AnyForce, Card
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.victory import counted_early
from rulesets.lightning_d_day.words import THE, WHO, drew

NONE = ("none", "nothing", "no cards")
"""What is said of a discard of no cards."""

MOST_CARDS = 20
"""Cards in one draw or discard; more is a mistyped number."""


def can_draw(table: Table, side: str, wanted: int) -> int:
    """How many of the cards due there are; by a ruling the discards never come back."""
    holding = table.cards[side]
    there = holding.deck + (0 if table.ruled("notes.reshuffle-when") == "never" else holding.discards)
    return min(wanted, there)


def due(table: Table, side: str) -> Number:
    """Cards that a side draws at the end of this turn, as far as there are any; UNKNOWN if nobody told."""
    printed = table.turn_text.draws(side)
    return printed if printed is UNKNOWN else can_draw(table, side, printed)


def ask_discard(table: Table) -> Ask:
    """Each player may discard any number of cards."""
    side = table.ending
    question, verbs, idle = "May discard any number of cards", ("discard", "pass"), table.empty_handed(side)
    also = table.enemy_of(side)  # the book has no order between the two, and cards may be played by both
    return Ask("turn.discard", side, verbs, question, True, True, enter="pass", also=also, idle=idle, early=("play",))


def ask_draw(table: Table) -> Ask:
    """The draw is a duty; its number stands on the turn card, and is asked for once."""
    side, title = table.ending, table.turn_text.title
    other = "" if table.enemy_of(side) in table.ended else table.enemy_of(side)  # it may draw first
    cards, unheard = due(table, side), side in table.unheard
    verbs, first = (("draw", "discard", "pass"), "; may discard first") if unheard else (("draw",), "")
    if table.unsaid:
        question = f"Then how many cards did {THE[side]} draw by {title}? A number"
        return Ask("turn.draw", side, ("draw",), question, duty=f"the number of cards drawn by {title}")
    if cards is UNKNOWN:
        question = f"Draw the cards that {title} says; Enter asks for their number, kept for the next game{first}"
        duty = f"the draw by {title}"
        return Ask("turn.draw", side, verbs, question, enter="draw", duty=duty, also=other, early=("play",))
    question, duty = f"Draw {many_cards(cards)} ({title}){first}", f"the draw of {many_cards(cards)}"
    return Ask("turn.draw", side, verbs, question, enter="draw", duty=duty, also=other, early=("play",))


@action("discard", rule="turn.discard", timed=True,
        examples=("discard 3", "discard none", 'discard 2 "Training, Bunkers"'))  # fmt: skip
class Discard(Action[Table]):
    """Discard any number of cards from the hand at the end of a turn; they may be named."""

    cards: Annotated[int, Span(0, MOST_CARDS, "cards")] = 1
    named: Annotated[Text | None, Listing(Card, AnyForce)] = None

    def everything(self, field: str, table: Table) -> int | None:
        return min(table.hand(self.side), MOST_CARDS) if field == "cards" else None

    @property
    def count(self) -> int:
        """How many cards: none at all when that is what stands there."""
        return 0 if (self.named or "").lower() in NONE else self.cards

    def judge(self, table: Table) -> Iterator[Finding]:
        if not self._in_time(table):
            message = "cards are discarded when both sides have resolved their beaches and before they draw"
            yield illegal("turn.discard", message, "draw" if table.step == "draw" else "wait for that")
        elif self.count > table.hand(self.side):
            message = f"{SIDES[self.side]} has {many_cards(table.hand(self.side))} in hand, not {self.count}"
            yield too_few(table, self.side, "turn.discard", message)
        else:
            yield from self._named(table)

    def _in_time(self, table: Table) -> bool:
        """Whether a side may discard now, also in several lines; a draw of the other side does not end that."""
        if table.step == "draw":
            return self.side in table.unheard and self.side not in table.ended
        return table.step == "discard" or counted_early(table)

    def _named(self, table: Table) -> Iterator[Finding]:
        """Named cards are of the own deck, or forces that come out of the hand."""
        box = table.box
        known = {*map(str, (*box.forces, *box.cards, *box.beaches, *box.turns))}
        for word in (self.named or "").split(",") if self.count else ():
            title, name = word.strip(), slug(word)
            if name in known:
                if why := self._not_in_hand(table, name):
                    yield illegal("turn.discard", f"{title} {why}", "a card in hand")
                    return
            elif name:
                teach = table.but(side=self.side).teach(Card, title)
                yield needs("turn.discard", f"whether {title} is a card of {THE[self.side]} is not known", teach)

    def _not_in_hand(self, table: Table, name: str) -> str:
        """Why a card that is on file cannot be in the hand; "" if it can."""
        force, card = table.box.forces.get(name), table.box.cards.get(name)
        if force is None and card is None:
            return f"is a {'beach' if name in table.box.beaches else 'turn'} card, and those lie on the table"
        side = force.side if force else "" if card is None else card.side
        if side == table.enemy_of(self.side):
            return f"is a card of {THE[side]}"
        if force is None:
            return ""
        if table.seen(force.side, name):
            return "lies on the table, or is out of the game; only cards in hand are discarded"
        return "" if force.beach in (FROM_HAND, UNKNOWN) else f"belongs to the pile at {table.place(force.beach)}"

    def apply(self, table: Table) -> Table:
        table = table.discarded(self.side, self.count)
        return discards_over(table, self.side) if table.step == "discard" else table

    def story(self, before: Table, after: Table) -> str:
        if not self.count:
            return f"{WHO[self.side]} discarded nothing"
        names = f" ({self.named})" if self.named else ""
        left = numeral(after.hand(self.side))
        return f"{WHO[self.side]} discarded {counted(self.count, 'card')}{names} and kept {left} in hand"


@action("draw", rule="turn.draw", short="d", examples=("draw", "draw 3"))
class Draw(Action[Table]):
    """Draw the cards that the turn card says; a number where it is not on file, or when it was another one."""

    cards: Annotated[int | None, Span(0, MOST_CARDS, "cards")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.side in table.ended or not (table.step == "draw" or counted_early(table)):
            return  # no draw of this turn, whose number would matter
        title, printed = table.turn_text.title, table.turn_text.draws(self.side)
        if printed is UNKNOWN:
            if self.cards is None:
                message = f"the number of cards that {THE[self.side]} draw by {title} is not known"
                yield needs("turn.draw", message, f"turn-card {table.turn_name} {self.side} ?")
                if table.unsaid == self.side:
                    yield illegal("turn.draw", f"the number of cards drawn by {title} must be said now", "draw NUMBER")
            return
        can = can_draw(table, self.side, printed)
        left = f"only {many_cards(can)} {'is' if can == 1 else 'are'} left to draw{self._cited(table)}"
        if self.cards is not None and self.cards > can:
            due_now = left if can < printed else f"{title} has {THE[self.side]} draw {many_cards(can)}"
            yield illegal("turn.draw", f"{due_now}, not {self.cards}", f"draw {can}")
        elif can < printed:
            yield warning("notes.reshuffle", left)
        elif can:
            yield from self._shuffles(table, can)
        if self.cards is not None and self.cards < can:
            yield omission("turn.draw", f"{many_cards(can)} are due by {title}, {self.cards} drawn", f"draw {can}")

    def also_told(self, table: Table) -> str:
        """The number on the turn card, where the deck does not run out with it."""
        here = table.step == "draw" and table.turn_text.draws(self.side) is UNKNOWN
        if not here or self.cards is None or can_draw(table, self.side, self.cards + 1) <= self.cards:
            return ""
        return f"turn-card {table.turn_name} {self.side} {self.cards}"

    @staticmethod
    def _cited(table: Table) -> str:
        never = table.ruled("notes.reshuffle-when") == "never"
        return f" {by_ruling(table, 'notes.reshuffle-when')}" if never else ""

    def _shuffles(self, table: Table, cards: int) -> Iterator[Finding]:
        if cards > table.cards[self.side].deck:
            yield from draw_shuffles(table, self.side, "notes.reshuffle-when")

    def apply(self, table: Table) -> Table:
        cards = due(table, self.side) if self.cards is None else can_draw(table, self.side, self.cards)
        here = table.step == "draw" and self.side not in table.ended
        if cards is UNKNOWN:
            return table.but(unsaid=self.side) if here else table
        table = table.drawn(self.side, cards)
        if counted_early(table):
            return table.but(ended=(*table.ended, self.side))
        return draw_over(table, self.side) if here else table

    def story(self, before: Table, after: Table) -> str:
        if after.unsaid and not before.unsaid:
            return f"{WHO[self.side]} drew by {before.turn_text.title}"
        return f"{WHO[self.side]} {drew(before, after, self.side)}"


@action("hand", rule="cards.hand", aside=True, examples=("hand german 6",))
class Hand(CountHand[Table]):
    """Correct a count of cards in hand that has drifted from the table."""


def discards_over(table: Table, side: str) -> Table:
    """A player discards no more; when neither does, both draw."""
    return _over(table, side, "draw")


def draw_over(table: Table, side: str) -> Table:
    """A player has drawn; when both have, the next turn card is turned over."""
    return _over(table.but(unsaid=""), side, "turn-end")


def _over(table: Table, side: str, following: str) -> Table:
    """A side is through with a step at the end of the turn; the following one begins when both are."""
    ended = table.ended if side in table.ended else (*table.ended, side)
    return table.but(ended=ended) if len(ended) < len(SIDES) else table.but(step=following, ended=())


def draw_is_told(table: Table) -> Consequence[Table] | None:
    """The number on the turn card was told after the draw: so many cards were drawn."""
    if not table.unsaid or table.step != "draw":
        return None
    cards = due(table, table.unsaid)
    if cards is UNKNOWN:
        return None
    message = f"{THE[table.unsaid]} draw {counted(cards, 'card')} by {table.turn_text.title}"
    return Consequence("turn.draw", message, draw_over(table.drawn(table.unsaid, cards), table.unsaid))


def next_turn_card(table: Table) -> Consequence[Table] | None:
    """The next turn card is turned over; the German player begins."""
    if table.step != "turn-end":
        return None
    over = table.but(turn=table.turn + 1, pending=(), in_play=(), carried={}, battle=None, unsaid="", unheard=())
    after = begun(over, GERMAN)
    title = after.turn_text.title
    called = "" if title == f"Turn {after.turn}" else f": {title}"
    return Consequence("turn.next", f"the card of turn {after.turn} is turned over{called}", after)

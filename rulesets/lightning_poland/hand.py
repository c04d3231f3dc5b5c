"""Turns 3 and 4: discard none to all, draw one; the limit of nine cards, and the deck that runs out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.decks import CountHand, draw_shuffles, too_few
from referee.components.facts import replace
from referee.components.learning import slug
from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling, counted, listed, many_cards, numeral
from referee.ruleset import Action, Ask, Finding, Listing, Span, Text, action, illegal, needs, omission, warning
from rulesets.lightning_poland.names import HAND_LIMIT, MOST_CARDS, SIDES, AnyForce, Card
from rulesets.lightning_poland.table import OPERATIONS, OfTurn, Owed, Table, discarded_force, is_discarded
from rulesets.lightning_poland.words import THE, WHO, cause, in_hand, titles

DRAWS = 1
"""Cards at the end of a turn (Turns 4)."""


def can_draw(table: Table, side: str) -> int:
    """How many cards the draw at the end of a turn gives: none to who holds nine, unless a ruling lets him."""
    limit = HAND_LIMIT if table.ruled("turns.4-limit") != "prepare" else MOST_CARDS
    return table.cards[side].can_draw(DRAWS, limit)


def over_limit(table: Table, side: str) -> int:
    """How many cards must be discarded, by the ruling that nine is the most that may be held."""
    return max(0, table.hand(side) - HAND_LIMIT) if table.ruled("turns.4-limit") == "always" else 0


def ask_discard(table: Table) -> Ask:
    """Discard none to all cards; by a ruling those over nine must go."""
    us = table.side
    over = over_limit(table, us)
    verbs = ("discard", "pass")
    if over:
        question = f"Must discard {many_cards(over)}: nine is the most {by_ruling(table, 'turns.4-limit')}"
        duty = f"the discard of {many_cards(over)} over nine"
        return Ask("turns.4", us, verbs, question, step=True, enter=f"discard {over}", duty=duty, early=OPERATIONS)
    question, idle = "May discard any number of cards", not table.hand(us)
    lost = "" if idle or can_draw(table, us) else f"the discards of {table.titles[us]}"  # else the draw is missed
    return Ask("turns.3", us, verbs, question, True, True, enter="pass", idle=idle, lost=lost, early=OPERATIONS)


def ask_draw(table: Table) -> Ask:
    """Draw one card."""
    us, verbs, early = table.side, ("draw",), ("pass", "discard", *OPERATIONS)
    if can_draw(table, us):
        question, duty = f"Draw {many_cards(DRAWS)}", "the draw of 1 card"
        return Ask("turns.4", us, verbs, question, enter="draw", duty=duty, early=early)
    rule, question = no_draw(table, us)
    return Ask(rule, us, verbs, question, may=True, early=early, idle=True)


def no_draw(table: Table, side: str) -> tuple[str, str]:
    """Why a side cannot draw, with the rule."""
    if table.hand(side) >= HAND_LIMIT:
        return "turns.4", f"{many_cards(table.hand(side))} in hand, and nine is the limit: no draw"
    return "setup.5", "no card is left to draw"


@action("draw", rule="turns.4", short="d", examples=("draw", "draw 2"))
class Draw(OfTurn):
    """Draw the cards that are due now: one at the end of the turn, or those of a text. A number if it was another."""

    cards: Annotated[int | None, Span(0, 9, "cards")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        owed, due = self._owed(table), self._due(table)
        can, rule = due, owed.rule if owed else "turns.4"
        if owed is None and (table.owed or table.speaker != self.side):  # then it is out of its step
            return
        if owed is None and not (table.step == "draw" and table.side == self.side):
            message = "a card is drawn at the end of the turn, or by the text of a card"
            yield illegal("turns.4", message, "the next step")
            return
        if not can and not self.cards:
            yield warning(*no_draw(table, self.side))
        if can and self.cards != 0:
            yield from draw_shuffles(table, self.side, "setup.5-when")
        if self.cards is None or self.cards == can:
            return
        if self.cards > can:
            broken = rule if can else no_draw(table, self.side)[0]
            yield illegal(broken, f"{many_cards(can)} may be drawn now, not {self.cards}", f"draw {can}")
        elif owed is None or table.ruled("battle.10-draw") == "must":
            verb = "is" if can == 1 else "are"
            yield omission(rule, f"{many_cards(can)} {verb} due, {self.cards} drawn", f"draw {can}")

    def _owed(self, table: Table) -> Owed | None:
        first = table.owed[0] if table.owed else None
        return first if first and first.what == "draw" and first.side == self.side else None

    def _due(self, table: Table) -> int:
        """A text may have its player draw over nine; the draw of a turn may not."""
        owed = self._owed(table)
        return table.cards[self.side].can_draw(owed.count, MOST_CARDS) if owed else can_draw(table, self.side)

    def apply(self, table: Table) -> Table:
        owed = self._owed(table)
        table = table.drawn(self.side, self._due(table) if self.cards is None else self.cards)
        if owed:
            return table.paid(owed, owed.count)
        return table.but(step="turn-end") if table.step == "draw" and table.side == self.side else table

    def story(self, before: Table, after: Table) -> str:
        count = after.hand(self.side) - before.hand(self.side)
        why = cause(before, self._owed(before))
        if count <= 0:
            return f"{WHO[self.side]} drew no card{why}, with {in_hand(before, self.side)} in hand"
        had = numeral(after.hand(self.side))
        return f"{WHO[self.side]} drew {counted(count, 'card')}{why} and had {had} in hand"


@action("discard", rule="turns.3", examples=("discard", "discard 3", 'discard 2 "Raid, VII Corps"'))
class Discard(OfTurn):
    """Discard cards from the hand: those that must go, or any number before the draw; without one, what must go, or 1.

    The cards may be named.
    """

    cards: Annotated[int | None, Span(0, MOST_CARDS, "cards")] = None
    named: Annotated[Text | None, Listing(Card, AnyForce)] = None

    def everything(self, field: str, table: Table) -> int | None:
        return min(table.hand(self.side), MOST_CARDS) if field == "cards" else None

    def judge(self, table: Table) -> Iterator[Finding]:
        owed = self._owed(table)
        if owed is None and (table.owed or table.speaker != self.side):  # then it is out of its step
            return
        if owed is None and table.step != "discard":
            yield self._out_of_place(table)
            return
        yield from self._named(table, owed.rule if owed else "turns.3")
        count = self._count(table)
        if count > table.hand(self.side):
            message = f"{SIDES[self.side]} has {many_cards(table.hand(self.side))} in hand, not {count}"
            yield too_few(table, self.side, "turns.3", message)
        elif owed and not 0 < count <= owed.count:
            yield illegal(owed.rule, f"{many_cards(owed.count)} to be discarded, not {count}", f"discard {owed.count}")
        elif owed is None and count < over_limit(table, self.side):
            over = over_limit(table, self.side)
            message = f"{many_cards(over)} over nine, {count} discarded {by_ruling(table, 'turns.4-limit')}"
            yield illegal("turns.4", message, f"discard {over}")

    def _out_of_place(self, table: Table) -> Finding:
        if table.step == "draw" and table.battle is None:
            message = f"{SIDES[self.side]} discards no more this turn; now comes the draw"
            return illegal("turns.3", message, "undo what ended Discard, or draw")
        if table.step == "operation" and table.battle is None:
            message = "cards are discarded after the operation of the turn"
            return illegal("turns.3", message, "first Battle, Reinforce or Prepare")
        where = "cards are discarded before the draw at the end of the turn, or when a card makes you"
        return illegal("turns.3", where, "the next step")

    def _named(self, table: Table, rule: str) -> Iterator[Finding]:
        """Named cards are of the own deck, and in the hand: not on the table, nor out of the game."""
        for word in self._words():
            name = slug(word)
            if name not in {**table.box.forces, **table.box.cards, **table.box.objectives}:
                teach = table.but(side=self.side).teach(Card, word)
                yield needs(rule, f"whether {word} is a card of the {SIDES[self.side]} deck is not known", teach)
            elif why := self._not_in_hand(table, name):
                yield illegal(rule, f"{word} {why}", "a card in hand")
                return

    def _not_in_hand(self, table: Table, name: str) -> str:
        """Why a card that is on file cannot be in the hand; "" if it can."""
        force, card = table.box.forces.get(name), table.box.cards.get(name)
        if force is None and card is None:
            return "is an objective, and objectives lie beside the cards of the players"
        side = force.side if force else UNKNOWN if card is None else card.side
        if side not in (UNKNOWN, self.side):
            return f"is a card of the {SIDES[str(side)]} deck"
        if name in table.on_table:
            return "lies on the table; only cards in hand are discarded"
        if name in table.gone:
            return "is out of the game"
        discarded = force is not None and is_discarded(table, self.side, name)
        return "is among the discards already, and they were not shuffled since" if discarded else ""

    def _words(self) -> tuple[str, ...]:
        """The titles or names that were given."""
        return tuple(word.strip() for word in (self.named or "").split(",") if slug(word))

    def _owed(self, table: Table) -> Owed | None:
        return next((o for o in table.owed if o.what in ("drop", "cost") and o.side == self.side), None)

    def _count(self, table: Table) -> int:
        """The number that was said; else of the cards that were named; else what must go, or one card."""
        if self.cards is not None or self.named:
            return len(self._words()) if self.cards is None else self.cards
        owed = self._owed(table)
        if owed is not None:
            return max(1, min(owed.count, table.hand(self.side)))
        return max(1, over_limit(table, self.side) if table.step == "discard" and table.side == self.side else 0)

    def apply(self, table: Table) -> Table:
        owed, count = self._owed(table), self._count(table)
        table = table.discarded(self.side, count)
        for name in map(slug, self._words()):
            table = discarded_force(table, name)
        if owed is not None:
            return table.paid(owed, max(1, count))
        none = not count and table.step == "discard" and table.side == self.side
        return table.but(step="draw") if none else table

    def story(self, before: Table, after: Table) -> str:
        names = f" ({listed(titles(before).get(slug(word), word) for word in self._words())})" if self.named else ""
        cards, left = counted(self._count(before), "card"), numeral(after.hand(self.side))
        return f"{WHO[self.side]} discarded {cards}{names}{cause(before, self._owed(before))} and kept {left} in hand"


@action("shuffle", rule="setup.5", timed=True, examples=("shuffle",))
class Shuffle(Action[Table]):
    """The own deck has run out: the discards are shuffled into a new one. Told where nobody counted the deck."""

    def judge(self, table: Table) -> Iterator[Finding]:
        holding = table.cards[self.side]
        if not holding.discards:
            yield illegal("setup.5", "there are no discards to shuffle", "nothing")
        elif holding.deck and self.side not in table.uncounted:
            message = f"{many_cards(holding.deck)} are left in the {SIDES[self.side]} deck"
            yield illegal("setup.5", message, f"if the count is wrong: adjust {self.side}.deck 0")

    def apply(self, table: Table) -> Table:
        holding, side = table.cards[self.side], self.side
        if side in table.uncounted:  # what it was counted for was the most it could be; now it is known
            holding = replace(holding, deck=0)
        if not holding.discards:
            return table
        return table.with_cards(side, holding.shuffle()).but(uncounted=table.uncounted - {side})

    def story(self, before: Table, after: Table) -> str:
        return f"The discards of {THE[self.side]} were shuffled into a new deck"


@action("hand", rule="turns.4", aside=True, examples=("hand german 6",))
class Hand(CountHand[Table]):
    """Correct a count of cards in hand that has drifted from the table."""

"""Draw One Card, Discard, Draw Two Cards, and the limit of nine cards in hand (Action Cards 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.decks import CountHand, draw_shuffles, too_few
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import capital, counted, numeral
from referee.ruleset import (
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
    ruling,
    warning,
)
from rulesets.lightning_north_africa.losses import as_told, paid
from rulesets.lightning_north_africa.names import HAND_LIMIT, SIDES, AnyForce, Bonus, Card, Force, enemy_of
from rulesets.lightning_north_africa.table import Doing, OfTurn, Owed, Table, by_ruling, effect_cancelled, many_cards
from rulesets.lightning_north_africa.tobruk import controller, empty, extra_draw
from rulesets.lightning_north_africa.words import OWN, THE, WHO, cause, hand, the_force

NONE = ("none", "nothing", "no cards")
"""What is said of a discard of no cards."""

DRAWS_AT_END = 2
"""Cards (Draw Two Cards)."""


def due_in_step_one(table: Table) -> int:
    """One card, two with control of Tobruk (Draw One Card, Tobruk 3b)."""
    return 1 + extra_draw(table, table.side)


def _out_of_place(table: Table, side: str) -> bool:
    """A side draws or discards in a battle, or in the middle of its own turn, and nothing has it do that."""
    return not table.owed and (table.battle is not None or (table.side == side and table.step == "actions"))


def _was_cancelled(table: Table, side: str, bonus: Bonus) -> Finding | None:
    """That a side takes the effect of a battle card for due which a reaction has cancelled (Battles 5c)."""
    if not effect_cancelled(table, side, bonus):
        return None
    return illegal("battles.5c", f"the card was cancelled, so its {bonus.title()} effect does not take place", "pass")


def no_draw(table: Table, side: str) -> tuple[str, str]:
    """Why a side cannot draw, with the rule."""
    if table.hand(side) >= HAND_LIMIT:
        return "action-cards.5", "nine cards in hand: no draw"
    return "setup.7", "no card is left to draw"


def ask_draw(table: Table, rule: str, wanted: int) -> Ask:
    """The draw of a step is a duty; at nine cards, or with none left, there is none."""
    us = table.side
    can = table.can_draw(us, wanted)
    if not can:
        rule, question = no_draw(table, us)
        return Ask(rule, us, ("draw",), question, may=True)
    more = ", one for Tobruk" if rule == "draw-one" and extra_draw(table, us) and can == wanted else ""
    question, duty = f"Draw {many_cards(can)}{more}", f"the draw of {many_cards(can)}"
    return Ask(rule, us, ("draw",), question, enter="draw", duty=duty)


def ask_owed_draw(table: Table, owed: Owed) -> Ask:
    """A draw by a card or a Preparation is optional."""
    can = table.can_draw(owed.side, owed.count)
    if not can:
        rule, question = no_draw(table, owed.side)
        return Ask(rule, owed.side, ("draw", "gain"), f"{question} ({owed.reason})", may=True)
    question, lost = f"May draw {many_cards(can)} ({owed.reason})", f"the draw of {many_cards(can)} ({owed.reason})"
    return Ask(owed.rule, owed.side, ("draw", "gain"), question, may=True, enter="draw", lost=lost)


def ask_owed_discard(table: Table, owed: Owed) -> Ask:
    """A discard by a card or as a cost; the owner chooses the cards, of which only the number is known."""
    if owed.what == "cost":
        question = f"{capital(owed.reason)} is not known: `discard NUMBER`, if it costs cards"
        return Ask(owed.rule, owed.side, ("discard",), question, may=True)
    count = min(owed.count, table.hand(owed.side))
    line = f"discard {count}"
    every = line if count == table.hand(owed.side) and table.ruled("discard.named") == "count" else ""
    question, duty = f"Must discard {many_cards(count)} ({owed.reason})", f"the discard of {many_cards(count)}"
    duty = f"{duty} ({owed.reason})"
    verbs, also = ("discard", "drop"), enemy_of(owed.side)
    return Ask(owed.rule, owed.side, verbs, question, forced=every, enter=line, duty=duty, also=also)


@action("draw", rule="draw-one", short="d", examples=("draw", "draw 2"))
class Draw(OfTurn):
    """Draw the cards that are due now; a number only when it was another one."""

    cards: Annotated[int | None, Span(0, 9, "cards")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        rule, wanted = self._due(table)
        if not wanted:
            if cancelled := _was_cancelled(table, self.side, Bonus.DRAW):
                yield cancelled
            elif _out_of_place(table, self.side):
                where = "a battle, but by a card" if table.battle else "the action step, but by a card or a Preparation"
                yield illegal(rule, f"no card is drawn in {where}", "pass")
            return
        can = table.can_draw(self.side, wanted)
        if not can and not self.cards:
            yield warning(*no_draw(table, self.side))
        if can and self.cards != 0:
            yield from self._sources(table, rule, min(can, can if self.cards is None else self.cards))
        if self.cards is None:
            return
        if self.cards > wanted:
            why = " " + by_ruling(table, "tobruk.2-empty") if rule == "draw-one" and not controller(table) else ""
            yield illegal(rule, f"{many_cards(wanted)} may be drawn now, not {self.cards}{why}", f"draw {can}")
        elif self.cards > can:
            yield illegal(*self._too_many(table, self.cards, can), f"draw {can}")
        elif self.cards < can and not self._owed(table):
            rule = "tobruk.3b" if rule == "draw-one" and self.cards == 1 else rule
            yield omission(rule, f"{many_cards(can)} are due, {self.cards} drawn", f"draw {can}")

    def _too_many(self, table: Table, cards: int, can: int) -> tuple[str, str]:
        if not can:
            return no_draw(table, self.side)
        if table.hand(self.side) + cards > HAND_LIMIT:
            return "action-cards.5", f"{many_cards(can)} can be drawn: never more than nine in hand"
        return "setup.7", f"no more than {many_cards(can)} can be drawn: deck and discards are used up"

    def _sources(self, table: Table, rule: str, cards: int) -> Iterator[Finding]:
        """Rulings on which this draw rests."""
        yield from draw_shuffles(table, self.side, "setup.7-when")
        if rule == "draw-one" and cards > 1 and empty(table):
            yield ruling("tobruk.2-empty", "Tobruk is empty; who controlled it last draws one more card")

    def _owed(self, table: Table) -> Owed | None:
        """The draw that this side may make by a card."""
        first = table.owed[0] if table.owed else None
        return first if first and first.what == "draw" else None

    def _due(self, table: Table) -> tuple[str, int]:
        """The rule by which cards are due to this side now, and how many."""
        owed = self._owed(table)
        if owed:
            return owed.rule, owed.count
        if table.step == "draw" and self.side == table.side:
            return "draw-one", due_in_step_one(table)
        if table.step == "draw-two" and self.side == table.side:
            return "draw-two", DRAWS_AT_END
        return "draw-one", 0

    def apply(self, table: Table) -> Table:
        owed, wanted = self._owed(table), self._due(table)[1]
        cards = table.can_draw(self.side, wanted or 1) if self.cards is None else self.cards
        table = table.drawn(self.side, cards)
        if owed:
            return paid(table, owed, owed.count)
        if not wanted:
            return table
        return table.but(step="actions" if table.step == "draw" else "turn-end")

    def story(self, before: Table, after: Table) -> str:
        owed, cards = self._owed(before), after.hand(self.side) - before.hand(self.side)
        why = cause(before, owed) if owed else ""
        if not cards:
            return f"{WHO[self.side]} drew no card{why}, with {hand(before, self.side)} in hand"
        when = " at the end of the turn" if before.step == "draw-two" and not why else ""
        anew = after.cards[self.side].shuffles > before.cards[self.side].shuffles
        deck = f", the discards being {OWN[self.side]} new deck" if anew else ""
        drew = f"{WHO[self.side]} drew {counted(cards, 'card')}{why}{when}"
        return f"{drew} and had {numeral(after.hand(self.side))} in hand{deck}"


def names_given(table: Table, count: int, named: Text | None) -> Iterator[Finding]:
    """By a ruling the discard pile is open, and what goes there is named."""
    if table.ruled("discard.named") != "named":
        return
    there = len([name for name in (named or "").split(",") if name.strip()])
    if there != count:
        message = f"{many_cards(count)} discarded, {there} named {by_ruling(table, 'discard.named')}"
        yield needs("discard", f'{message}: discard {count} "TITLE, ..."')


@action("discard", rule="discard", examples=("discard", "discard 3", 'discard 2 "Siege, Overrun"'))
class Discard(OfTurn):
    """Discard cards from the hand: those that are owed, or any number in the Discard step. They may be named."""

    cards: Annotated[int, Span(0, 9, "cards")] = 1
    force: Force | None = None
    named: Annotated[Text | None, Listing(Card, AnyForce)] = None

    def everything(self, field: str, table: Table) -> int | None:
        return min(table.hand(self.side), HAND_LIMIT) if field == "cards" else None

    @property
    def count(self) -> int:
        """How many cards: none at all when that is what stands there."""
        return 0 if (self.named or "").lower() in NONE else self.cards

    def judge(self, table: Table) -> Iterator[Finding]:
        owed, first = self._owed(table), next(iter(table.owed), None)
        if cancelled := _was_cancelled(table, self.side, Bonus.DISCARD):
            yield cancelled
        elif owed is None and first and first.what == "discard":
            message = f"it is for {SIDES[first.side]} to discard ({first.reason})"
            yield illegal(first.rule, message, f"{first.side}> discard")
        elif _out_of_place(table, self.side):
            yield illegal("discard", "cards are discarded in the Discard step, or when something costs them", "pass")
        elif self.count > table.hand(self.side):
            message = f"{SIDES[self.side]} has {many_cards(table.hand(self.side))} in hand, not {self.count}"
            yield too_few(table, self.side, "discard", message)
        elif owed and owed.what == "discard" and not 0 < self.count <= owed.count:
            message = f"{many_cards(owed.count)} must be discarded, not {self.count}"
            yield illegal(owed.rule, message, f"discard {owed.count}")
        elif owed and owed.what == "cost":
            yield from as_told(many_cards, self.count, printed_cost(table, owed), owed)
        if self.force is not None:
            yield illegal("discard", f"{self.force} is deployed; only cards in hand are discarded", "discard NUMBER")
        elif self.count:
            yield from names_given(table, self.count, self.named)

    def _owed(self, table: Table) -> Owed | None:
        return next((o for o in table.owed if o.what in ("discard", "cost") and o.side == self.side), None)

    def apply(self, table: Table) -> Table:
        if self.force is not None:
            return self._force(table, self.force)
        owed = self._owed(table)
        table = table.discarded(self.side, self.count)
        if owed is None:
            none = not self.count and table.step == "discard" and table.side == self.side
            return table.but(step="draw-two") if none else table
        if owed.what == "cost":
            pending = tuple(
                replace(p, cost=self.count) if p.doing is Doing.ARRIVAL and p.force == owed.source else p
                for p in table.pending
            )
            return paid(table.but(pending=pending), owed, owed.count)
        return paid(table, owed, self.count)

    def story(self, before: Table, after: Table) -> str:
        who, owed = WHO[self.side], self._owed(before)
        if self.force is not None:
            return f"{who} laid {the_force(before, self.force)}, which was in play, on the discard pile"
        why = cause(before, owed) if owed else ""
        if not self.count:
            return f"{who} discarded nothing{why}"
        named = f" ({self.named})" if self.named else ""
        left = numeral(after.hand(self.side))
        return f"{who} discarded {counted(self.count, 'card')}{named}{why} and kept {left} in hand"

    @staticmethod
    def _force(table: Table, force: Force) -> Table:
        """A deployed force lies on the discard pile, where it does not belong."""
        side = table.side_of(force)
        left = {f: s for f, s in table.forces.items() if f != force}
        return table.with_cards(side, table.cards[side].bury()).but(forces=left)


@action("hand", rule="action-cards.5", aside=True, examples=("hand axis 6",))
class Hand(CountHand[Table]):
    """Correct a count of cards in hand that has drifted from the table."""

    def allowed(self, table: Table) -> Iterator[Finding]:
        if self.cards > HAND_LIMIT:
            over = self.cards - HAND_LIMIT
            message = f"{many_cards(self.cards)} in hand; nine is the most"
            yield illegal("action-cards.5", message, f"{many_cards(over)} too many: they were not to be drawn")


def nothing_to_discard(table: Table) -> Consequence[Table] | None:
    """A discard that is owed out of an empty hand is void."""
    for owed in table.owed:
        if owed.what in ("discard", "cost") and not table.hand(owed.side):
            after = table.but(owed=tuple(o for o in table.owed if o is not owed))
            return Consequence(owed.rule, f"no card is left in the hand of {THE[owed.side]} to be discarded", after)
    return None


def printed_cost(table: Table, owed: Owed) -> int | Unknown:
    """How many discards the card or force costs for which some are owed."""
    return (table.box.cards.get(owed.source) or table.box.forces[owed.source]).cost


def cost_is_told(table: Table) -> Consequence[Table] | None:
    """The cost of a card in play was learned: now it is to be paid."""
    for at, owed in enumerate(table.owed):
        if owed.what != "cost":
            continue
        cost = printed_cost(table, owed)
        if cost is UNKNOWN:
            continue
        due = (replace(owed, what="discard", count=cost),) if cost else ()
        after = table.but(owed=(*table.owed[:at], *due, *table.owed[at + 1 :]))
        return Consequence(owed.rule, f"{owed.source} costs {many_cards(cost)}", after)
    return None

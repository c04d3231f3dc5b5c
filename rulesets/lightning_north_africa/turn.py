"""Steps of a Player Turn: what is asked in each step, and how the turn goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from referee.ruleset import Action, Ask, Consequence, Finding, Span, action, illegal, omission
from rulesets.lightning_north_africa.action_cards import window_closed
from rulesets.lightning_north_africa.battle import ask_battle, close_battle_window, contested, end_of_battle, outcome
from rulesets.lightning_north_africa.losses import elimination, losses_without_takers, paid
from rulesets.lightning_north_africa.names import ALLIED, AXIS, HAND_LIMIT, SIDES, Side, enemy_of
from rulesets.lightning_north_africa.setup import ask_setup, begun, the_others
from rulesets.lightning_north_africa.supply import ask_supply
from rulesets.lightning_north_africa.table import Owed, Table
from rulesets.lightning_north_africa.tobruk import change_of_control, extra_draw
from rulesets.lightning_north_africa.victory import allied_victory, axis_victory

ACTION_VERBS = ("move", "order", "prepare", "play", "reinforce", "pass")
DRAWS_AT_END = 2
"""Cards (Draw Two Cards)."""


def asks(table: Table) -> Ask | None:
    """The first thing still open: what is owed, a window, the battle, then the step of the turn."""
    if table.winner:
        return None
    if table.owed:
        return _ask_owed(table, table.owed[0])
    if table.pending:
        return _ask_window(table)
    if table.battle is not None:
        return ask_battle(table, table.battle)
    return _ask_step(table)


def _ask_owed(table: Table, owed: Owed) -> Ask:
    s = "s" if owed.count > 1 else ""
    if owed.what == "draw":
        question = f"May draw {owed.count} card{s} ({owed.reason})"
        return Ask(owed.rule, owed.side, ("draw",), question, may=True, enter="draw")
    if owed.what == "discard":
        count = min(owed.count, table.hand(owed.side))
        every = f"discard {count}" if count == table.hand(owed.side) else ""
        duty = f"the discard of {count} card{s}"
        return Ask(owed.rule, owed.side, ("discard",), f"Must discard {count} card{s}", forced=every, duty=duty)
    among = table.alive(owed.among)
    forced = f"lose {among[0]} {owed.count}" if len(among) == 1 else ""
    question = f"Takes {owed.count} loss{'es' * bool(s)} among: {', '.join(among)}"
    duty = f"the loss of {owed.reason}"
    return Ask(owed.rule, owed.side, ("lose",), question, among=among, forced=forced, duty=duty)


def _ask_window(table: Table) -> Ask:
    top = table.pending[-1]
    what = f"the card {top.card}" if top.card else f"the {'move' if top.moved else 'operation'} of {top.force}"
    other = enemy_of(top.side)
    if len(table.pending) > 1 and table.ruled("actions.counter") == "no":
        return Ask("actions.interpose", other, (), f"{what} takes effect", may=True)
    return Ask("actions.interpose", other, ("play",), f"May interpose a card against {what}", may=True)


def _ask_step(table: Table) -> Ask:
    us = table.side
    if table.step == "setup":
        return ask_setup(table)
    if table.step == "draw":
        cards = table.can_draw(us, due_in_step_one(table))
        return Ask(
            "draw-one", us, ("draw",), f"Draw {_cards(cards)}", enter="draw", duty=f"the draw of {_cards(cards)}"
        )
    if table.step == "actions":
        question = "Operations and action cards, one at a time; pass ends them"
        return Ask("actions", us, ACTION_VERBS, question, may=True, step=True, enter="pass")
    if table.step == "battles":
        where = ", ".join(table.place(r) for r in contested(table, us)) or "none is possible"
        return Ask("battles.1", us, ("attack", "pass"), f"Battles: {where}; pass ends them", True, True, enter="pass")
    if table.step == "supply":
        return ask_supply(table)
    if table.step == "discard":
        return Ask("discard", us, ("discard", "pass"), "May discard any number of cards", True, True, enter="pass")
    cards = table.can_draw(us, DRAWS_AT_END)
    return Ask("draw-two", us, ("draw",), f"Draw {_cards(cards)}", enter="draw", duty=f"the draw of {_cards(cards)}")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def due_in_step_one(table: Table) -> int:
    """One card, two with control of Tobruk (Draw One Card, Tobruk 3b)."""
    return 1 + extra_draw(table, table.side)


def closed(table: Table) -> Table:
    """The open window is let pass, or an optional step ended."""
    if table.owed:
        return table.but(owed=table.owed[1:])
    if table.pending:
        return window_closed(table)
    if table.battle is not None:
        return close_battle_window(table, table.battle)
    return next_step(table)


def skipped(table: Table) -> Table:
    """The table went past a duty."""
    if table.owed:
        return table.but(owed=table.owed[1:])
    if table.battle is not None:
        return table.but(battle=None)
    return next_step(table)


AFTER = {
    "setup": "draw",
    "draw": "actions",
    "actions": "battles",
    "battles": "supply",
    "supply": "discard",
    "discard": "draw-two",
    "draw-two": "turn-end",
}


def next_step(table: Table) -> Table:
    """The next step of this turn."""
    return begun(table) if table.step == "setup" else table.but(step=AFTER[table.step])


@action("draw", rule="draw-one", short="d", examples=("draw", "draw 2"))
class Draw(Action[Table]):
    """Draw the cards that are due now; a number only when it was another one."""

    cards: Annotated[int | None, Span(0, 9, "cards")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        rule, wanted = self._due(table)
        if self.cards is None or not wanted:
            return
        can = table.can_draw(self.side, wanted)
        if self.cards > wanted:
            yield illegal(rule, f"{_cards(wanted)} may be drawn now, not {self.cards}", f"draw {can}")
        elif self.cards > can:
            rule = "action-cards.5" if table.hand(self.side) + self.cards > HAND_LIMIT else "setup.7"
            yield illegal(rule, f"{_cards(can)} can be drawn: never more than nine in hand", f"draw {can}")
        elif self.cards < can and not self._optional(table):
            bonus = rule == "draw-one" and self.cards == 1
            rule = "tobruk.3b" if bonus else rule
            yield omission(rule, f"{_cards(can)} are due, {self.cards} drawn", f"draw {can}")

    def _optional(self, table: Table) -> bool:
        return bool(table.owed) and table.owed[0].what == "draw"

    def _due(self, table: Table) -> tuple[str, int]:
        """The rule by which cards are due to this side now, and how many."""
        if self._optional(table):
            return table.owed[0].rule, table.owed[0].count
        if table.step == "draw" and self.side == table.side:
            return "draw-one", due_in_step_one(table)
        if table.step == "draw-two" and self.side == table.side:
            return "draw-two", DRAWS_AT_END
        return "draw-one", 0

    def apply(self, table: Table) -> Table:
        wanted = self._due(table)[1]
        optional = self._optional(table)
        cards = table.can_draw(self.side, wanted or 1) if self.cards is None else self.cards
        table = table.drawn(self.side, cards)
        if optional:
            return paid(table, "draw", wanted)
        return next_step(table) if wanted else table


@action("discard", rule="discard", examples=("discard", "discard 3"))
class Discard(Action[Table]):
    """Discard cards from the hand: those that are owed, or any number in the Discard step."""

    cards: Annotated[int, Span(1, 9, "cards")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.cards > table.hand(self.side):
            yield illegal(
                "discard",
                f"{SIDES[self.side]} has {_cards(table.hand(self.side))} in hand, not {self.cards}",
                f"if the count is wrong: hand {self.side} NUMBER",
            )
        owed = table.owed[0] if table.owed and table.owed[0].what == "discard" else None
        if owed and self.cards > owed.count:
            yield illegal(
                owed.rule, f"{_cards(owed.count)} must be discarded, not {self.cards}", f"discard {owed.count}"
            )

    def apply(self, table: Table) -> Table:
        table = table.discarded(self.side, self.cards)
        if any(o.what == "discard" for o in table.owed):
            return paid(table, "discard", self.cards)
        return next_step(table) if table.step == "discard" and self.side == table.side else table


@action("pass", rule="actions", examples=("pass",))
class Pass(Action[Table]):
    """The player whose turn it is does no more: no more actions, battle cards, battles or discards."""

    def apply(self, table: Table) -> Table:
        if table.battle is not None and not table.owed and not table.battle.shown:
            return close_battle_window(table, table.battle)
        return next_step(table) if table.step in ("actions", "battles", "discard") else table


@action("hand", rule="action-cards.5", aside=True, examples=("hand axis 6",))
class Hand(Action[Table]):
    """Correct a count of cards in hand that has drifted from the table."""

    of: Side
    cards: Annotated[int, Span(0, 20, "cards")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.cards > HAND_LIMIT:
            yield illegal(
                "action-cards.5", f"{self.cards} cards in hand; nine is the most", f"discard {self.cards - 9}"
            )

    def apply(self, table: Table) -> Table:
        return table.with_cards(self.of, table.cards[self.of].count_hand(self.cards))


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    return (
        elimination(table)
        or allied_victory(table)
        or change_of_control(table)
        or losses_without_takers(table)
        or outcome(table)
        or end_of_battle(table)
        or the_others(table)
        or _nothing_to_draw(table)
        or _nothing_to_discard(table)
        or _deck_is_empty(table)
        or _end_of_turn(table)
    )


def _nothing_to_draw(table: Table) -> Consequence[Table] | None:
    """Action Cards 5: a draw at nine cards is not made."""
    if table.owed and table.owed[0].what == "draw" and not table.can_draw(table.owed[0].side, 1):
        return Consequence("action-cards.5", "nine cards in hand: no draw", table.but(owed=table.owed[1:]))
    if table.owed or table.pending or table.battle or table.step not in ("draw", "draw-two"):
        return None
    if table.can_draw(table.side, 1):
        return None
    return Consequence("action-cards.5", f"{SIDES[table.side]} has nine cards in hand: no draw", next_step(table))


def _nothing_to_discard(table: Table) -> Consequence[Table] | None:
    if table.owed and table.owed[0].what == "discard" and not table.hand(table.owed[0].side):
        return Consequence(table.owed[0].rule, "no card in hand to discard", table.but(owed=table.owed[1:]))
    return None


def _deck_is_empty(table: Table) -> Consequence[Table] | None:
    """Setup 7, where the ruling has the discards shuffled as soon as a deck runs out."""
    if table.ruled("setup.7-when") != "at-once":
        return None
    for side, holding in table.cards.items():
        if not holding.deck and holding.discards:
            after = table.with_cards(side, holding.shuffle())
            return Consequence(
                "setup.7", f"the {SIDES[side]} deck is empty: shuffle the discards into a new one", after
            )
    return None


def _end_of_turn(table: Table) -> Consequence[Table] | None:
    if table.step != "turn-end":
        return None
    if table.side == ALLIED:
        won = axis_victory(table)
        if won:
            return won
    other = enemy_of(table.side)
    forces = {
        f: replace(s, operated=False, moved=False, ordered=False, attacked=False, arrived=False)
        for f, s in table.forces.items()
    }
    after = table.but(
        side=other,
        step="draw",
        turn=table.turn + (other == AXIS),
        forces=forces,
        words=(),
        fortress_paid=0,
        extra_operations=0,
        pending=(),
    )
    return Consequence("setup.7", f"the turn of {SIDES[table.side]} is over; {SIDES[other]} begins", after)

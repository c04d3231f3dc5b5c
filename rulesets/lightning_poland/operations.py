"""Turns 1: one operation a turn. Reinforce and Prepare; Battle has modules of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.decks import draw_shuffles, too_few
from referee.components.unknown import UNKNOWN
from referee.components.wording import counted, many_cards, numeral
from referee.ruleset import Ask, Consequence, Finding, Span, action, illegal, needs, omission, warning
from rulesets.lightning_poland.names import HAND_LIMIT, SIDES, SUPPLY, Force, Reserve
from rulesets.lightning_poland.objectives import targets
from rulesets.lightning_poland.table import (
    OPERATIONS,
    OfTurn,
    Table,
    is_discarded,
    joined,
    made_up_for,
    named_twice,
    one_a_turn,
)
from rulesets.lightning_poland.words import WHO, listed_titles


def ask_operation(table: Table) -> Ask:
    """The player selects one of the three operations."""
    us = table.side
    known = ((o, table.box.objectives[o].by is not UNKNOWN) for o in targets(table, us))
    where = joined((o if sure else f"{o}?" for o, sure in known), "none on file; `battle NAME FORCE` teaches one")
    question = f"Battle ({where}), Reinforce ({SUPPLY} supply) or Prepare ({many_cards(_missing(table, us))})"
    duty = "the operation (Battle, Reinforce or Prepare)"
    return Ask("turns.1", us, OPERATIONS, question, step=True, duty=duty, early=("discard",))


def ask_more(table: Table) -> Ask:
    """Reinforce goes on while there are Supply points left."""
    unsure = listed_titles(table, table.cost_untold)
    less = f", less what {unsure} cost{'s' if len(table.cost_untold) == 1 else ''} (not known)" if unsure else ""
    question = f"May place more forces: {SUPPLY - table.supply_used} supply left{less}"
    verbs, late = ("reinforce", "pass"), tuple(verb for verb in OPERATIONS if verb != "reinforce")
    return Ask("turns.reinforce", table.side, verbs, question, may=True, step=True, enter="pass", early=late)


def _missing(table: Table, side: str) -> int:
    """Cards that a Prepare draws: to nine in hand."""
    return table.cards[side].can_draw(HAND_LIMIT, HAND_LIMIT)


@action("reinforce", rule="turns.reinforce", short="r", examples=("reinforce xvi-corps", "reinforce vii-corps,x-corps"))
class Reinforce(OfTurn):
    """Put forces from the hand face up on the table: three Supply points at most in a turn."""

    forces: tuple[Reserve, ...]

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Own forces that are not on the table."""
        own = (name for name, card in table.box.forces.items() if card.side == self.side)
        return [Reserve(name) for name in own if name not in table.on_table and name not in table.gone]

    def judge(self, table: Table) -> Iterator[Finding]:
        barred = tuple(one_a_turn(table, self.side, "reinforce"))
        if barred and not self._is_too_much(table):
            yield from barred
            return
        hand, points = table.hand(self.side), table.supply_used
        for at, force in enumerate(self.forces):
            card = table.box.forces[force]
            if card.side != self.side:
                deck = f"{card.title} is a card of the {SIDES[card.side]} deck"
                yield illegal("setup.1", deck, f"a force of {SIDES[self.side]}")
                return
            if force in self.forces[:at]:
                yield named_twice(force, "turns.reinforce")
                continue
            if why := table.absent(Reserve).get(force):
                where = why.partition(" [")[0]
                yield illegal("turns.reinforce", f"{card.title} {where}", "a force in hand")
                continue
            if is_discarded(table, self.side, force):
                message = f"{card.title} was discarded, and the discards were not shuffled since"
                yield illegal("turns.reinforce", message, f"if they were: {self.side}> shuffle")
            if at >= hand:
                message = f"{SIDES[self.side]} has {many_cards(hand)} in hand"
                yield too_few(table, self.side, "turns.reinforce", message)
            if card.cost is UNKNOWN:
                if table.side != self.side:  # then it is out of turn, and nothing more is asked
                    continue
                message = f"the number of Supply points of {card.title} is not known"
                yield needs("turns.reinforce", message, f"force {force} cost ?")
                continue
            points += card.cost
            if points > SUPPLY:
                left = SUPPLY - points + card.cost
                message = f"{card.title} costs {card.cost}, and {left} of {SUPPLY} Supply points are left"
                yield illegal("turns.reinforce", message, "forces of three points together")

    def _is_too_much(self, table: Table) -> bool:
        """Whether the Reinforce of this turn is over, and these forces are more than it was good for."""
        costs = (table.box.forces[force].cost for force in self.forces)
        placed = table.supply_used
        return placed > 0 and placed + sum(cost for cost in costs if cost is not UNKNOWN) > SUPPLY

    def apply(self, table: Table) -> Table:
        table = made_up_for(table, self.side)
        forces = tuple(f for f in map(Force, dict.fromkeys(self.forces)) if f not in table.on_table)
        for force in forces:
            table = table.brought(force, "reinforce")
            table = table.but(row=(*table.row, force))
        if table.side != self.side or table.step not in ("operation", "reinforce"):
            return table
        costs = {force: table.box.forces[force].cost for force in forces}
        supply = table.supply + sum(cost for cost in costs.values() if cost is not UNKNOWN)
        unpriced = (*table.unpriced, *(force for force, cost in costs.items() if cost is UNKNOWN))
        return table.but(supply=supply, unpriced=unpriced, step="reinforce")

    def story(self, before: Table, after: Table) -> str:
        costs = [before.box.forces[f].cost for f in self.forces]
        points = sum(cost for cost in costs if cost is not UNKNOWN)
        supply = "" if UNKNOWN in costs else f" for {counted(points, 'Supply point')}"
        return f"{WHO[self.side]} brought {listed_titles(before, self.forces)} to the table{supply}"


def supply_used(table: Table) -> Consequence[Table] | None:
    """Three Supply points end a Reinforce."""
    if table.step != "reinforce" or table.supply_used < SUPPLY:
        return None
    message = f"{table.supply_used} Supply points are placed, so the Reinforce is over"
    return Consequence("turns.reinforce", message, table.but(step="discard"))


@action("prepare", rule="turns.prepare", examples=("prepare", "prepare 3"))
class Prepare(OfTurn):
    """Draw cards until nine are in hand. A number only when it was another one."""

    cards: Annotated[int | None, Span(0, 9, "cards")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.side != self.side:  # then it is out of turn
            return
        if barred := tuple(one_a_turn(table, self.side)):
            yield from barred
            return
        due = _missing(table, self.side)
        if not due and not self.cards:
            yield warning("turns.prepare", f"{many_cards(table.hand(self.side))} in hand: nothing is drawn")
        elif due:
            yield from draw_shuffles(table, self.side, "setup.5-when")
        if self.cards is None or self.cards == due:
            return
        message = f"{many_cards(due)} are to be drawn, not {self.cards}: nine in hand"
        if self.cards > due:
            yield illegal("turns.prepare", message, f"prepare {due}")
        else:
            yield omission("turns.prepare", message, f"prepare {due}")

    def apply(self, table: Table) -> Table:
        count = _missing(table, self.side) if self.cards is None else self.cards
        table = made_up_for(table, self.side)
        table = table.drawn(self.side, count, "prepare")
        own = table.side == self.side and table.step == "operation"
        return table.but(step="discard") if own else table

    def story(self, before: Table, after: Table) -> str:
        count = after.hand(self.side) - before.hand(self.side)
        if not count:
            return f"{WHO[self.side]} prepared and drew no card"
        had = numeral(after.hand(self.side))
        return f"{WHO[self.side]} prepared: they drew {counted(count, 'card')} and had {had} in hand"

"""Actions: one operation for each deployed force, in any mix with action cards, until the player passes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.ruleset import Finding, Text, action, illegal, ruling, warning
from rulesets.lightning_north_africa.interpose import all_windows_closed
from rulesets.lightning_north_africa.names import SIDES, TOBRUK, Force, Region, enemy_of
from rulesets.lightning_north_africa.table import NOWHERE, Doing, OfTurn, Pending, Table, own_force
from rulesets.lightning_north_africa.tobruk import loss_with_order_due, order_against_fortress
from rulesets.lightning_north_africa.words import WHO, met, the_force, the_forces, the_place


def may_operate(table: Table, side: str, force: Force) -> Iterator[Finding]:
    """One operation a turn for each own deployed force that did not arrive this turn."""
    if table.side_of(force) != side:
        yield from own_force(table, side, force, "actions")
        return
    standing = table.forces[force]
    if standing.arrived:
        yield illegal("force-cards.3b", f"{force} was deployed this turn and can do nothing yet", _idle(table, side))
    elif standing.operated and not table.extra_operations:
        instead = f"order {force} REGION" if standing.ordered and not standing.moved else _idle(table, side)
        yield illegal("actions", f"{force} had its one operation this turn", instead)


def _idle(table: Table, side: str) -> str:
    free = [f for f in table.forces_of(side) if not (table.forces[f].operated or table.forces[f].arrived)]
    return f"an operation of {', '.join(free)}" if free else "no force has an operation left; pass"


def reachable(table: Table, force: Force, to: Region, rule: str) -> Iterator[Finding]:
    """A force goes to a region that touches its own."""
    here = table.region_of(force)
    if here == NOWHERE or to in table.box.map.neighbours(here):
        return
    near = " or ".join(table.box.map.neighbours(here))
    if here == to and table.forces[force].operated and not table.extra_operations:
        return  # the same act again: it is flagged as a second operation, and no more need be said
    if here == to:
        yield illegal(rule, f"{force} is in {table.place(here)} already", near)
    else:
        yield illegal(rule, f"{force} is in {table.place(here)}, which does not touch {table.place(to)}", near)


def operated(table: Table, side: str, force: Force, doing: Doing, to: Region | None = None) -> Table:
    """The table after a force used its operation, or one that a card granted; the enemy may answer it."""
    table = all_windows_closed(table)
    if force not in table.forces:  # what was due on it before has taken it off the map
        return table
    if table.forces[force].operated and table.extra_operations:
        table = table.but(extra_operations=table.extra_operations - 1)
    table = table.with_force(force, operated=True)
    origin = table.region_of(force) if to is not None else None
    if to is not None:
        table = table.with_force(force, region=to, moved=True)
    return table.but(pending=(*table.pending, Pending(side, doing, force, origin=origin)))


@action("move", rule="actions", short="m", examples=("move 15-panzer tobruk", "15-panzer to tobruk"))
class Move(OfTurn):
    """A deployed force goes to a neighbouring region. This is its one operation of the turn."""

    force: Force
    to: Region

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_operate(table, self.side, self.force)
        yield from reachable(table, self.force, self.to, "operations.move")

    def apply(self, table: Table) -> Table:
        return operated(table, self.side, self.force, Doing.MOVE, self.to)

    def story(self, before: Table, after: Table) -> str:
        force, here = the_force(before, self.force), before.region_of(self.force)
        if here == self.to:
            return f"{WHO[self.side]} moved {force} nowhere: it stayed in {the_place(before, here)}"
        enemies = met(before, self.to, before.side_of(self.force))
        return f"{WHO[self.side]} moved {force} from {the_place(before, here)} to {the_place(before, self.to)}{enemies}"


@action("order", rule="actions", short="o", examples=("order 5-panzer tobruk", "order 9-australian"))
class Order(OfTurn):
    """An attack order, the force's one operation: it goes to a neighbouring region (or stays) to attack there."""

    force: Force
    to: Region | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        idle = [*may_operate(table, self.side, self.force)]
        yield from idle
        if self.to is not None:
            yield from reachable(table, self.force, self.to, "operations.attack-order")
        target = self.to or table.region_of(self.force)
        if idle or self.side != table.side:
            return
        if not table.forces_in(target, enemy_of(self.side)):
            yield warning("operations.attack-order", f"no enemy is in {table.place(target)} to attack")
        elif target == TOBRUK and self.side == table.side_of(self.force) and loss_with_order_due(table, self.side):
            yield ruling(
                "tobruk.3c-when",
                "the fortress loss is taken with the attack order, and not again when the attack is declared",
                "ruling tobruk.3c-when declared",
            )

    def apply(self, table: Table) -> Table:
        table = operated(table, self.side, self.force, Doing.ORDER, self.to).with_force(self.force, ordered=True)
        if self.force in table.forces and table.region_of(self.force) == TOBRUK:
            return order_against_fortress(table, self.side, self.force)
        return table

    def story(self, before: Table, after: Table) -> str:
        force, here = the_force(before, self.force), before.region_of(self.force)
        to = self.to or here
        enemies = the_forces(before, before.forces_in(to, enemy_of(before.side_of(self.force)))) or "nobody"
        if to == here:
            return f"{WHO[self.side]} ordered {force}, in {the_place(before, here)}, to attack {enemies} there"
        way = f"from {the_place(before, here)} to {the_place(before, to)}"
        return f"{WHO[self.side]} ordered {force} {way} to attack {enemies}"


@action("prepare", rule="actions", short="prep", examples=("prepare ariete-trento",))
class Prepare(OfTurn):
    """A deployed force makes a Preparation, its one operation of the turn: its owner may draw a card."""

    force: Force

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_operate(table, self.side, self.force)
        if not table.can_draw(self.side, 1):
            yield warning("action-cards.5", f"{SIDES[self.side]} cannot draw: nine cards in hand, or none left")

    def apply(self, table: Table) -> Table:
        return operated(table, self.side, self.force, Doing.PREPARATION)

    def story(self, before: Table, after: Table) -> str:
        where = the_place(before, before.region_of(self.force))
        return f"{WHO[self.side]} had {the_force(before, self.force)} make a Preparation in {where}"


@action("special", rule="operations.special", examples=('special 5-panzer "Reorganize"',))
class Special(OfTurn):
    """Another operation, which is printed on a force card; carry it out with plain verbs `by FORCE`."""

    force: Force
    what: Text

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_operate(table, self.side, self.force)

    def apply(self, table: Table) -> Table:
        return operated(table, self.side, self.force, Doing.SPECIAL)

    def story(self, before: Table, after: Table) -> str:
        return f'{WHO[self.side]} had {the_force(before, self.force)} do its own operation, "{self.what}"'

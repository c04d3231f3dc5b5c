"""Actions: one operation for each deployed force, in any mix with action cards, until the player passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.ruleset import Action, Finding, action, illegal, warning
from rulesets.lightning_north_africa.names import Force, Region, enemy_of
from rulesets.lightning_north_africa.table import NOWHERE, Owed, Pending, Table, own_force
from rulesets.lightning_north_africa.tobruk import order_against_fortress


def may_operate(table: Table, side: str, force: Force) -> Iterator[Finding]:
    """One operation a turn for each own deployed force that did not arrive this turn."""
    yield from own_force(table, side, force, "actions")
    standing = table.forces[force]
    if standing.arrived:
        yield illegal("force-cards.3b", f"{force} was deployed this turn and can do nothing yet", _idle(table, side))
    elif standing.operated and not table.extra_operations:
        yield illegal("actions", f"{force} had its one operation this turn", _idle(table, side))


def _idle(table: Table, side: str) -> str:
    free = [f for f in table.forces_of(side) if not (table.forces[f].operated or table.forces[f].arrived)]
    return f"an operation of {', '.join(free)}" if free else "no force has an operation left; pass"


def reachable(table: Table, force: Force, to: Region) -> Iterator[Finding]:
    """A force goes to a region that touches its own."""
    here = table.region_of(force)
    if here == NOWHERE or to in table.box.map.neighbours(here):
        return
    near = ", ".join(table.box.map.neighbours(here))
    if here == to:
        yield illegal("operations.move", f"{force} is in {table.place(here)} already", near)
    else:
        yield illegal(
            "operations.move", f"{force} is in {table.place(here)}, which does not touch {table.place(to)}", near
        )


def after_operation(table: Table, force: Force) -> Table:
    """The table after a force used its operation, or one that a card granted."""
    if table.forces[force].operated and table.extra_operations:
        return table.but(extra_operations=table.extra_operations - 1)
    return table.with_force(force, operated=True)


@action("move", rule="actions", short="m", examples=("move 15-panzer tobruk", "15-panzer to tobruk"))
class Move(Action[Table]):
    """A deployed force goes to a neighbouring region. This is its one operation of the turn."""

    force: Force
    to: Region

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_operate(table, self.side, self.force)
        yield from reachable(table, self.force, self.to)

    def apply(self, table: Table) -> Table:
        moved = after_operation(table, self.force).with_force(self.force, region=self.to, moved=True)
        return moved.but(pending=(*moved.pending, Pending(self.side, self.force, moved=True)))


@action("order", rule="actions", short="o", examples=("order 5-panzer tobruk", "order 9-australian"))
class Order(Action[Table]):
    """An attack order, the force's one operation: it goes to a neighbouring region (or stays) to attack there."""

    force: Force
    to: Region | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_operate(table, self.side, self.force)
        if self.to is not None:
            yield from reachable(table, self.force, self.to)
        target = self.to or table.region_of(self.force)
        if not table.forces_in(target, enemy_of(self.side)):
            yield warning("operations.attack-order", f"no enemy is in {table.place(target)} to attack")

    def apply(self, table: Table) -> Table:
        done = after_operation(table, self.force).with_force(self.force, ordered=True)
        if self.to is not None:
            done = done.with_force(self.force, region=self.to, moved=True)
        if done.region_of(self.force) == "tobruk":
            done = order_against_fortress(done, self.side, self.force)
        pending = Pending(self.side, self.force, moved=self.to is not None)
        return done.but(pending=(*done.pending, pending))


@action("prepare", rule="actions", short="prep", examples=("prepare ariete-trento",))
class Prepare(Action[Table]):
    """A deployed force makes a Preparation, its one operation of the turn: its owner may draw a card."""

    force: Force

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_operate(table, self.side, self.force)
        if not table.can_draw(self.side, 1):
            yield warning("action-cards.5", f"{self.side} has nine cards or no card left, so there is nothing to draw")

    def apply(self, table: Table) -> Table:
        done = after_operation(table, self.force)
        owed = Owed("operations.prepare", self.side, "draw", 1, (), f"the Preparation of {self.force}")
        return replace(done.owing(owed), pending=(*done.pending, Pending(self.side, self.force)))

"""Leaving the table over an edge, and an enemy Supply base that is reached."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from referee.components.unknown import Unknown
from referee.components.wording import capital
from referee.ruleset import Action, Finding, action, illegal
from rulesets.kiss_rommel.measuring import Measured, apart, at_most, edge_gap
from rulesets.kiss_rommel.movement import may_move, speed_of, within_speed
from rulesets.kiss_rommel.names import Arm, Status, Target, Unit
from rulesets.kiss_rommel.table import Table, by_ruling
from rulesets.kiss_rommel.words import the_unit


class Side(StrEnum):
    """Which edge of the table, as the unit's own side sees it."""

    OWN = "own"
    FLANK = "flank"
    ENEMY = "enemy"


@action("exit", rule="KM3", timed=True, examples=("exit 15pz/recon-1", "exit 15pz/recon-1 own distance 5"))
class Exit(Action[Table]):
    """A unit leaves the table over its own edge and is Scattered. distance: to the edge."""

    unit: Unit
    edge: Side = Side.OWN
    distance: Measured = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_move(table, self.side, self.unit)
        if self.edge is not Side.OWN and table.ruled("KQ15") == "flag":
            message = f"{self.unit} may leave over its own edge only"
            yield illegal("KM3", f"{message} {by_ruling(table, 'KQ15')}", f"exit {self.unit}")
        at, far = table.stand(self.unit).at, self.distance
        if far is None and at is not None and self.edge is Side.OWN:
            far = edge_gap(table, at, table.edge_of(self.side))
        yield from within_speed(table, self.unit, far)

    def apply(self, table: Table) -> Table:
        return table.with_unit(self.unit, moved=True).off(self.unit, Status.SCATTERED, "KM3")

    def story(self, before: Table, after: Table) -> str:
        edge = {Side.OWN: "its own edge", Side.FLANK: "its flank", Side.ENEMY: "the enemy's edge"}[self.edge]
        return f"{capital(the_unit(before, self.unit))} left the table over {edge} and was Scattered"


@action("capture", rule="KV1", timed=True, examples=("capture british/base-1 15pz/inf-1",))
class Capture(Action[Table]):
    """A unit reaches an enemy Supply base; whether that destroys it, ruling KQ17 says."""

    base: Target
    unit: Unit

    def judge(self, table: Table) -> Iterator[Finding]:
        base = Unit(self.base)
        if table.arm_of(base) is not Arm.BASE or table.stand(base).side == self.side:
            yield illegal("KV1", f"{base} is no Supply base of the enemy", "an enemy Supply base")
        if table.ruled("KQ17") == "fire":
            yield illegal("KV1", f"only fire destroys a Supply base {by_ruling(table, 'KQ17')}", f"fire at {base}")
        yield from may_move(table, self.side, self.unit)
        far, limit = apart(table, self.unit, base), speed_of(table, self.unit)
        if far is not None and not isinstance(limit, Unknown):
            message = f"{base} is {table.length(far)} away; the speed of {self.unit} is {table.length(limit)}"
            yield from at_most(table, "KM1", far, limit, message)

    def apply(self, table: Table) -> Table:
        table = table.with_unit(self.unit, moved=True)
        base = Unit(self.base)
        return table.off(base, Status.DESTROYED, "KV1") if table.arm_of(base) is Arm.BASE else table

    def story(self, before: Table, after: Table) -> str:
        base = Unit(self.base)
        done = "took" if after.stand(base).status is Status.DESTROYED else "reached"
        return f"{capital(the_unit(before, self.unit))} {done} {the_unit(before, base)}"

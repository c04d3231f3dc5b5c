"""Spotting: what one unit of a division sees, all of that division see; divisions do not spot for each other."""

from __future__ import annotations

from referee.components.geometry import EPSILON
from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from rulesets.kiss_rommel.measuring import apart, hills_between, on_hill
from rulesets.kiss_rommel.names import DIGS_IN, Arm, Status, Unit
from rulesets.kiss_rommel.table import Table

HILLTOP = 3
"""Inches that a hilltop adds to spotting from it, and takes from spotting onto it (KS1)."""

DUG_IN = 3
"""Inches that a Dug-in spotter sees further, but not from a captured position (KS1)."""


def host(table: Table, division: str) -> str:
    """The division whose HQ a brigade was attached to; a division is its own host."""
    return table.attached.get(division, division)


def spots_for(table: Table, unit: Unit) -> tuple[Unit, ...]:
    """The units on the table that see for a unit: its division, with its brigades by ruling KQ35."""
    return _spotters(table, table.stand(unit).side, table.stand(unit).division)


@remembered
def _spotters(table: Table, side: str, own: str) -> tuple[Unit, ...]:
    together = table.ruled("KQ35") == "yes"
    found = []
    for unit, stand in table.units.items():
        if stand.status is not Status.TABLE or stand.side != side or not stand.division:
            continue
        if stand.division == own or together and host(table, stand.division) == host(table, own):
            found.append(unit)
    return tuple(found)


def sight_of(table: Table, spotter: Unit, target: Unit) -> float | None:
    """How far a unit sees a target, in the table's measure (KS1); None while a value is not known."""
    spot = table.type_of(spotter).spot
    if spot is UNKNOWN:
        return None
    stand, inches = table.stand(spotter), float(spot)
    if on_hill(table, spotter):
        inches += HILLTOP
    if on_hill(table, target):
        inches -= HILLTOP
    if stand.trench and table.arm_of(spotter) in DIGS_IN and own_trench(table, spotter):
        inches += DUG_IN
    return table.inches(inches)


def own_trench(table: Table, unit: Unit) -> bool:
    """Whether the Dug-in position of a unit was dug by its own side."""
    stand = table.stand(unit)
    return any(name == stand.trench and trench.side == stand.side for name, trench in table.trenches.items())


@remembered
def sees(table: Table, spotter: Unit, target: Unit) -> bool | None:
    """Whether a unit sees another one by their positions; None if that is not known."""
    gap, sight = apart(table, spotter, target), sight_of(table, spotter, target)
    if gap is None or sight is None:
        return None
    if gap > sight + table.margin + EPSILON:
        return False
    return table.ruled("KQ31") == "open" or not hills_between(table, spotter, target)


@remembered
def spotted(table: Table, unit: Unit, target: Unit) -> bool | None:
    """Whether a unit may take a target as spotted (KF2), by the positions; None if that is not known."""
    if needs_no_spotter(table, unit):
        return True
    if table.arm_of(unit) is Arm.ARTILLERY and table.ruled("KQ19") == "own":
        return sees(table, unit, target)
    return _by_division(table, spots_for(table, unit), target)


@remembered
def _by_division(table: Table, spotters: tuple[Unit, ...], target: Unit) -> bool | None:
    seen = {sees(table, spotter, target) for spotter in spotters}
    return True if True in seen else None if None in seen else False


def needs_no_spotter(table: Table, unit: Unit) -> bool:
    """By ruling KQ21 fire needs no spotting at all; by KQ8 that of artillery does not."""
    return table.ruled("KQ21") == "no" or table.arm_of(unit) is Arm.ARTILLERY and table.ruled("KQ8") == "no"

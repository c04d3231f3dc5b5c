"""What must hold of every table of K.I.S.S. Rommel, whatever the players let stand."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.kiss_rommel.names import SIDES, Arm, Status
from rulesets.kiss_rommel.table import BASES, Table
from rulesets.kiss_rommel.victory import score

OPTIONS = {
    "blitzkrieg": ("yes", "yes", "yes"),
    "margin": ("0.1", "2"),
    "base": ("40",),
    "front": ("-1", "1", "2"),
    "areas": ("Tunisia,Invented,Tobruk,Cairo",),
    "out": ("101inv,111inv,112inv,105inv", "15pz,4ind,102inv,116inv"),
}
"""Values for the options that may have any."""


def faults(table: Table) -> Iterator[str]:
    """A unit is in one place, what is lost is counted once, and what the rules decide by themselves is decided."""
    for unit, stand in table.units.items():
        there = stand.status is Status.TABLE
        if not there and (stand.at or stand.on or stand.trench):
            yield f"{unit} is {stand.status}, and has a place: {stand}"
        if stand.trench and stand.trench not in table.trenches:
            yield f"{unit} is in {stand.trench}, which is not there"
        if stand.side not in SIDES or stand.type not in table.box.types:
            yield f"{unit} is of no side or type: {stand}"
    for side in SIDES:
        bases = [u for u, s in table.units.items() if s.side == side and table.arm_of(u) is Arm.BASE]
        if len(bases) != BASES:
            yield f"{side} has {len(bases)} Supply bases"
    destroyed = sum(s.status is Status.DESTROYED for s in table.units.values())
    bases_lost = sum(s.status is Status.DESTROYED for u, s in table.units.items() if table.arm_of(u) is Arm.BASE)
    if sum(score(table).values()) != destroyed + (5 - 1) * bases_lost:
        yield f"{score(table)} for {destroyed} units, {bases_lost} of them bases"
    if not 0 <= table.turn <= 13:
        yield f"turn {table.turn}"
    if any(gap.used < 0 for gap in table.gaps.values()) or any(n < 0 for n in table.dispersed.values()):
        yield "less than nothing was used"

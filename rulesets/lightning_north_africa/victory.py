"""How to Win."""

from __future__ import annotations

from referee.components.wording import listed
from referee.ruleset import Consequence
from rulesets.lightning_north_africa.names import ALLIED, AXIS, CAIRO
from rulesets.lightning_north_africa.table import Table


def allied_victory(table: Table) -> Consequence[Table] | None:
    """The Allies win at any time at which no Axis force is on the map."""
    if table.forces_of(AXIS):
        return None
    return Consequence("win.allied", "no Axis force is on the map: the Allies win", table.but(winner=ALLIED))


def axis_victory(table: Table) -> Consequence[Table] | None:
    """The Axis wins with a force in Cairo at the end of an Allied player turn."""
    there = table.forces_in(CAIRO, AXIS)
    if not there:
        return None
    stands = "stands" if len(there) == 1 else "stand"
    message = f"{listed(there)} {stands} in Cairo at the end of the Allied turn: the Axis wins"
    return Consequence("win.axis", message, table.but(winner=AXIS))


def ended_by(table: Table) -> str:
    """The rule by which a game was won; "" where a side gave up."""
    if table.winner == ALLIED and not table.forces_of(AXIS):
        return "win.allied"
    return "win.axis" if table.winner == AXIS and table.step == "turn-end" else ""


def danger(table: Table) -> str:
    """That the Axis is about to win, for the questions of the Allied turn; "" if not."""
    there = table.forces_in(CAIRO, AXIS)
    if table.side != ALLIED or not there:
        return ""
    return f"{listed(there)} in Cairo: the Axis wins at the end of this turn [win.axis]"

"""Turn and phases: who may do what now. Findings for acts that come in the wrong phase or from the wrong player."""

from __future__ import annotations

from collections.abc import Iterator

from referee.ruleset import Finding, Name, illegal
from rulesets.kiss_rommel.names import SIDES, Status, enemy_of
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.trials import Cause

STEPS = {
    "terrain": "Terrain",
    "muster": "Force cards",
    "minefields": "Minefields",
    "deployment": "Deployment",
    "hq-return": "1 HQ return",
    "mines": "2 Mine clearance",
    "movement": "3 Movement",
    "dug-in-fire": "4 Defender's Dug-in fire",
    "fire": "5 Mover's fire",
    "turn-over": "End of the turn",
    "turn-end": "Turn-end die",
    "turn-begins": "Beginning of the turn",
    "over": "End of the battle",
}

PHASES = ("hq-return", "mines", "movement", "dug-in-fire", "fire")
"""The phases of a Mover's turn, in their order (KT2)."""

ROLLED_BY = {Cause.FIRE: "KF1", Cause.AIR: "KA1", Cause.MINES: "KX1", Cause.CLEAR: "KX2"}
"""The rule that asks for the first die."""

TO_END = "`pass` ends the phase"
ANOTHER = f"another unit; {TO_END}"


def in_phase(table: Table, side: str, *phases: str) -> Iterator[Finding]:
    """An act of the Mover belongs into one of these phases (KT1, KT2)."""
    yield from settled(table)
    if table.step not in PHASES:
        yield illegal("KT2", f"the step is {STEPS[table.step]}; the battle goes on in its phases", "what is asked now")
    elif side != table.side:
        message = f"{SIDES[table.side]} is the Mover now, not {SIDES[side]}"
        first = "; the Axis player is always the first" if table.turn == 1 else ""
        yield illegal("KT1", message + first, f"{SIDES[side]} is Mover when the turn of {SIDES[table.side]} is over")
    elif table.step not in phases:
        wanted = " or ".join(STEPS[p] for p in phases)
        yield illegal("KT2", f"the phase is {STEPS[table.step]}; this belongs into {wanted}", _before(table, phases))


def _before(table: Table, phases: tuple[str, ...]) -> str:
    """What comes before an act of other phases: what is left of this one, where those follow in this turn."""
    able = [s for s in table.units.values() if s.side == table.side and s.status is Status.TABLE and s.division]
    left = sum(not stand.moved for stand in able) if table.step == "movement" else 0
    comes = any(PHASES.index(phase) > PHASES.index(table.step) for phase in phases)
    return f"{TO_END}, with {left} of {len(able)} units still to move" if left and comes else TO_END


def settled(table: Table) -> Iterator[Finding]:
    """What dice are to decide is decided before the next act."""
    if table.trial is not None:
        message = f"{table.trial.unit or table.trial.target} waits for its dice or its distance"
        yield illegal(ROLLED_BY[table.trial.cause], message, "the die that is asked for")


def own_unit(table: Table, side: str, unit: Name) -> Iterator[Finding]:
    """A player only uses his own units (KT1)."""
    if table.stand(unit).side != side:
        yield illegal("KT1", f"{unit} is {SIDES[enemy_of(side)]}, not {SIDES[side]}", "a unit of one's own")

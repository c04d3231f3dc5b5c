"""What dice are to decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.components.geometry import Point
from rulesets.kiss_rommel.names import Unit


class Cause(StrEnum):
    """What a die is thrown for."""

    FIRE = "fire"
    AIR = "air"
    MINES = "mines"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Trial:
    """Something that dice decide: facts only; what is still to be thrown or measured is read off them.

    side     who throws the first die
    unit     who fires or clears; "" for aircraft
    target   the unit that may be lost, or that crosses or clears mines
    field    the minefield
    end      where a unit that crosses mines wants to go
    roll     the first die
    save     the saving throw
    hq       inches from the target to its HQ, as measured
    aa       inches from the target to the nearest HQ of its side, as measured
    told     what players say became of the target, where it cannot be worked out
    stays    the HQ that is lost was not swapped
    """

    cause: Cause
    side: str
    target: Unit
    unit: str = ""
    field: str = ""
    end: Point | None = None
    roll: int | None = None
    save: int | None = None
    hq: float | None = None
    aa: float | None = None
    told: str = ""
    stays: bool = False

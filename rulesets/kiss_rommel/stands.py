"""The units as they stand, and lists of them: worked out once, for most acts change no unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.components.geometry import Point
from referee.components.memo import remembered
from rulesets.kiss_rommel.names import Status, Unit


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit: whose it is, where it is, and what it did.

    at         the centre of its base; None while nobody told
    on         the hill or bad ground that it was told to be on, where there is no position
    trench     the Dug-in position that it stands in; "" if in none
    moved      in its own turn's movement, or came to stand somewhere in it
    fired      in its own turn's fire
    dug_fired  in the last enemy turn's Dug-in fire
    lost_by    the rule by which it is off the table
    """

    side: str
    division: str
    type: str
    status: Status = Status.RESERVE
    at: Point | None = None
    on: str = ""
    trench: str = ""
    moved: bool = False
    fired: bool = False
    dug_fired: bool = False
    lost_by: str = ""


Stands = Mapping[Unit, Stand]

BASES_TITLE = "Supply bases"
"""What those of a side are called together."""


@remembered
def in_state(units: Stands, status: Status) -> Mapping[str, str]:
    """The units that have a state; one that is called by a number (15pz/88-1) also by that alone."""
    return {unit: _called(unit) for unit, stand in units.items() if stand.status is status}


def _called(unit: str) -> str:
    division, _, own = unit.partition("/")
    return f"{own} {division}" if own[:1].isdigit() else unit


@remembered
def not_in_state(units: Stands, status: Status) -> Mapping[str, str]:
    """The other units, and in what state they are."""
    reasons = {
        Status.RESERVE: "is not deployed yet",
        Status.TABLE: "is on the table",
        Status.SCATTERED: "is Scattered",
        Status.DESTROYED: "is Destroyed",
    }
    return {
        unit: f"{reasons[stand.status]} [{stand.lost_by}]" if stand.lost_by else reasons[stand.status]
        for unit, stand in units.items()
        if stand.status is not status
    }


@remembered
def reserves(units: Stands) -> Mapping[str, str]:
    """The names of units that are to be deployed, of their divisions, of all of a type in it, and of sides."""
    found: dict[str, str] = {}
    for unit, stand in units.items():
        if stand.status is Status.RESERVE:
            found[unit] = _called(unit)
            group = stand.division or stand.side
            found[group] = group if stand.division else BASES_TITLE
    return found | {name: name for name in together(units, Status.RESERVE)}


@remembered
def by_division(units: Stands) -> Mapping[str, tuple[Unit, ...]]:
    """The units of each division; those of none under ""."""
    found: dict[str, list[Unit]] = {}
    for unit, stand in units.items():
        found.setdefault(stand.division, []).append(unit)
    return {division: tuple(own) for division, own in found.items()}


@remembered
def counted_out(units: Stands) -> frozenset[str]:
    """The divisions that have units, be they lost by now."""
    return frozenset(stand.division for stand in units.values())


@remembered
def together(units: Stands, status: Status = Status.TABLE) -> Mapping[str, tuple[Unit, ...]]:
    """What may be named as one: each division of which units have a state, and those of a type in it if several do."""
    return _grouped(tuple(u for u, stand in units.items() if stand.status is status and stand.division))


@lru_cache(maxsize=64)
def _grouped(units: tuple[Unit, ...]) -> Mapping[str, tuple[Unit, ...]]:
    found: dict[str, list[Unit]] = {}
    for unit in units:
        division, _, number = unit.partition("/")
        found.setdefault(division, []).append(unit)
        found.setdefault(f"{division}/{number.rpartition('-')[0]}", []).append(unit)
    return {name: tuple(own) for name, own in found.items() if "/" not in name or len(own) > 1}


@remembered
def worn_out(units: Stands, left: tuple[Status, ...]) -> tuple[str, ...]:
    """The divisions of which a unit is off the table, and one at the most has one of these states."""
    lasting = (Status.TABLE, Status.RESERVE)
    lost = dict.fromkeys([stand.division for stand in units.values() if stand.status not in lasting])
    return tuple(name for name in lost if sum(units[unit].status in left for unit in by_division(units)[name]) <= 1)

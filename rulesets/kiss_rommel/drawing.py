"""What a report draws of the battle: charts over its turns, and the table from above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.components.geometry import Shape
from referee.components.wording import counted
from referee.ruleset import Chart, Ground, Picture, Piece, Place, Point
from rulesets.kiss_rommel.names import SIDES, Arm, Edge, Status, Unit
from rulesets.kiss_rommel.stands import Stand
from rulesets.kiss_rommel.table import FOOT, Table
from rulesets.kiss_rommel.victory import score
from rulesets.kiss_rommel.words import THE, short_title, thing

_SHORT = {Arm.RECON: "recon", Arm.INFANTRY: "inf", Arm.ARTILLERY: "art"}

NORTH = 0.97
"""How far towards its edge the mark of north stands, from the middle."""


def _points(table: Table) -> Mapping[str, float | str]:
    return {**score(table)}


def _count(table: Table, status: Status, bases: bool = False) -> Mapping[str, float | str]:
    """How many units of each side have a status: the Supply bases, or all others."""
    found = dict.fromkeys(SIDES, 0)
    for unit, stand in table.units.items():
        if stand.status is status and (table.arm_of(unit) is Arm.BASE) == bases:
            found[stand.side] += 1
    return {**found}


def _dispersed(table: Table) -> Mapping[str, float | str]:
    return {side: table.dispersed.get(side, 0) for side in SIDES}


CHARTS: tuple[Chart[Table], ...] = (
    Chart("Victory points", "points", _points, decisive=True),
    Chart("Units on the table", "units", lambda table: _count(table, Status.TABLE)),
    Chart("Scattered units", "units", lambda table: _count(table, Status.SCATTERED)),
    Chart("Destroyed units", "units", lambda table: _count(table, Status.DESTROYED), decisive=True),
    Chart("Supply bases on the table", "bases", lambda table: _count(table, Status.TABLE, bases=True), decisive=True),
    Chart("Air attacks dispersed", "attacks a turn", _dispersed),
)


def picture(table: Table) -> Picture | None:
    """The table in its own measure; None while its size or all positions are unknown."""
    size = table.size()
    placed = [(u, s, s.at) for u, s in table.units.items() if s.status is Status.TABLE and s.at is not None]
    if size is None or not placed:
        return None
    pieces = tuple(_piece(table, size, unit, stand, at) for unit, stand, at in placed)
    north = (_north(table.north, *size),) if table.north else ()
    lost = sum(1 for _ in table.on_table()) - len(pieces)
    note = f"{counted(lost, 'unit').capitalize()} on the table without a known position." if lost else ""
    unit = "cm" if table.options.centimetres else "inches"
    return Picture(*size, ground=tuple(_ground(table)), places=north, pieces=pieces, unit=unit, note=note)


def _ground(table: Table) -> Iterator[Ground]:
    """Zones below, then terrain, minefields with their gaps, and the Dug-in positions."""
    foot = table.inches(FOOT)
    for name, kept in table.zones.items():
        column, row = map(int, name.split("/"))
        low, high = Point(column * foot, row * foot), Point((column + 1) * foot, (row + 1) * foot)
        side, _, kind = kept.partition(" ")
        yield Ground(Shape((low, high)), f"{kind} zone", f"{SIDES[side]} {kind} zone")
    for name, terrain in table.terrain.items():
        if terrain.shape is not None:
            yield Ground(terrain.shape, str(terrain.landscape), thing(name))
    for name, field in table.mines.items():
        if field.shape is not None:
            yield Ground(field.shape, "minefield", f"{thing(name)} of {THE[field.side]}")
    for name, gap in table.gaps.items():
        if gap.at is not None:
            yield Ground(_base(table, gap.at), "gap", thing(name))
    for trench in table.trenches.values():
        if trench.at is not None:
            yield Ground(_base(table, trench.at), "trench")


def _base(table: Table, at: Point) -> Shape:
    """The square of a base."""
    half = table.base / 2
    return Shape((Point(at.x - half, at.y - half), Point(at.x + half, at.y + half)))


def _piece(table: Table, size: tuple[float, float], unit: Unit, stand: Stand, at: Point) -> Piece:
    """A unit where it stands; one that was told to be beyond the table is drawn at its edge."""
    spot = Point(min(max(at.x, 0.0), size[0]), min(max(at.y, 0.0), size[1]))
    marks = (*(("Dug-in",) if stand.trench else ()), *(("off the table",) if spot != at else ()))
    return Piece(spot, _label(table, unit, stand), stand.side, marks)


def _label(table: Table, unit: Unit, stand: Stand) -> str:
    """A unit as it is called in play; its division goes without saying where its side has no other."""
    divisions = {s.division for s in table.units.values() if s.side == stand.side and s.division}
    division = f"{stand.division} " if stand.division and len(divisions) > 1 else ""
    short = _SHORT.get(table.arm_of(unit))
    label = f"{short} {unit.rpartition('-')[2]}" if short else short_title(table, unit)
    return f"{division}{label}"


def _north(edge: Edge, width: float, depth: float) -> Place:
    """The mark of north at its edge."""
    near, far = (1 - NORTH) / 2, (1 + NORTH) / 2
    x, y = {Edge.TOP: (0.5, far), Edge.RIGHT: (far, 0.5), Edge.BOTTOM: (0.5, near), Edge.LEFT: (near, 0.5)}[edge]
    return Place(Point(width * x, depth * y), "North", "north")

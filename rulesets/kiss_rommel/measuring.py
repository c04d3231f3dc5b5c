"""What can be measured from positions: distances, hills, edges, limits. None means that somebody must measure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.geometry import EPSILON, Point, distance, edge_distance
from referee.components.memo import remembered
from referee.ruleset import Finding, Name, Span, Told, illegal, warning
from rulesets.kiss_rommel.names import Arm, Edge, Ground, Landscape, Unit
from rulesets.kiss_rommel.table import Table

LONGEST = 999
"""A length that can be reported, in inches or centimetres; no table is larger."""

Measured = Annotated[float | None, Span(0, LONGEST, "on the tape"), Told()]
"""A length that was measured with the tape; None if it was not."""

SPOT = Span(0, LONGEST, "on the tape")
"""The range of a position's numbers."""


def between(table: Table, a: Point, b: Point) -> float:
    """The distance of two bases at these points: between their nearest edges, or their centres (ruling KQ34)."""
    return edge_distance(a, b, table.base) if table.ruled("KQ34") == "edges" else distance(a, b)


@remembered
def apart(table: Table, a: Unit, b: Unit) -> float | None:
    """The distance of two units on the table; None if a position is not known."""
    one, other = table.stand(a).at, table.stand(b).at
    return None if one is None or other is None else between(table, one, other)


@remembered
def unplaced(table: Table, side: str) -> tuple[Unit, ...]:
    """The units of a side on the table whose positions nobody told."""
    return tuple(unit for unit in table.on_table(side) if table.stand(unit).at is None)


def grounds_at(table: Table, point: Point) -> Iterator[Ground]:
    """The pieces of terrain on which a point lies."""
    for name, piece in table.terrain.items():
        if piece.shape is not None and piece.shape.contains(point):
            yield name


def grounds_of(table: Table, unit: Name) -> tuple[Ground, ...]:
    """The pieces of terrain that a unit is on, by its position or as told."""
    stand = table.stand(unit)
    if stand.at is not None:
        return tuple(grounds_at(table, stand.at))
    return (Ground(stand.on),) if stand.on in table.terrain else ()


@remembered
def on_hill(table: Table, unit: Unit) -> Ground | None:
    """The hilltop that a unit is on; None if on none."""
    return next((g for g in grounds_of(table, unit) if table.terrain[g].landscape is Landscape.HILL), None)


@remembered
def hills_between(table: Table, a: Unit, b: Unit) -> tuple[Ground, ...]:
    """Hills on the straight line of two units that have positions; a hill that one of them is on does not count."""
    one, other = table.stand(a).at, table.stand(b).at
    if one is None or other is None:
        return ()
    return tuple(
        name
        for name, piece in table.terrain.items()
        if piece.landscape is Landscape.HILL
        and piece.shape is not None
        and piece.shape.path_gap(one, other) <= EPSILON
        and not (piece.shape.contains(one) or piece.shape.contains(other))
    )


def edge_gap(table: Table, point: Point, edge: Edge) -> float | None:
    """How far a point is from an edge of the table; None if the size of the table is not known."""
    size = table.size()
    if size is None:
        return None
    gaps = {
        Edge.LEFT: point.x, Edge.BOTTOM: point.y, Edge.RIGHT: size[0] - point.x, Edge.TOP: size[1] - point.y
    }  # fmt: skip
    return gaps[edge]


def origin(table: Table, side: str = "") -> str:
    """Where positions are counted from and which edge is a side's own, behind a question; "" without positions."""
    if table.size() is None:
        return ""
    own = f", the own edge is at the {table.edge_of(side)}" if side else ""
    return f"; 0,0 is the bottom left corner{own}"


def on_the_table(table: Table, point: Point) -> Iterator[Finding]:
    """KO1: a position lies on the table, as far as its size is known."""
    size = table.size()
    if size is not None and not (point.x <= size[0] and point.y <= size[1]):
        message = f"{point} is off the table, which is {size[0]:g} by {size[1]:g}"
        yield illegal("KO1", message, f"a position from 0,0 to {size[0]:g},{size[1]:g}")


def may_enter(table: Table, unit: Unit, ground: Ground) -> Iterator[Finding]:
    """KM4: a hilltop for one unit, bad ground for infantry, an escarpment for nobody."""
    landscape = table.terrain[ground].landscape
    if landscape is Landscape.HILL:
        there = [u for u in table.on_table() if u != unit and on_hill(table, u) == ground]
        if there:
            yield illegal("KM4", f"{there[0]} is on {ground}, and a hilltop holds one unit", "another place")
    elif landscape is Landscape.BAD and table.arm_of(unit) is not Arm.INFANTRY:
        yield illegal("KM4", f"{ground} is bad ground, for infantry only", "another place")
    elif landscape is Landscape.ESCARPMENT:
        yield illegal("KM4", f"{ground} is impassable", "another place")


def not_on_top(table: Table, unit: Unit, point: Point) -> Iterator[Finding]:
    """KO1: two bases of a side do not stand on the same spot, nor one over the edge of the table, so a position is
    mistyped.
    """
    size, inside = table.size(), table.base / 2 - table.margin - EPSILON
    if size is not None and min(point.x, point.y, size[0] - point.x, size[1] - point.y) < inside:
        yield warning("KO1", f"{unit} at {point} would stand over the edge of the table", "another position")
    least = table.base - EPSILON
    for other in table.on_table(table.stand(unit).side):
        at = table.stand(other).at
        if other != unit and at is not None and distance(at, point) < least:
            half = "partly " if distance(at, point) > table.margin else ""
            message = f"{unit} at {point} would stand {half}on {other}, which is at {at}"
            yield warning("KO1", message, "another position")
            return


def from_centre(table: Table, side: str, point: Point) -> float | None:
    """How far a base stands from the centre line in its side's half; below 0 beyond the line, None if not known."""
    edge, size = table.edge_of(side), table.size()
    gap = edge_gap(table, point, edge)
    if size is None or gap is None:
        return None
    half = size[0] / 2 if edge in (Edge.LEFT, Edge.RIGHT) else size[1] / 2
    return half - gap - (table.base / 2 if table.ruled("KQ34") == "edges" else 0)


def disagrees(table: Table, rule: str, measured: float | None, computed: float | None) -> Iterator[Finding]:
    """What was measured goes before the positions, but both should say the same."""
    if measured is not None and computed is not None and abs(measured - computed) > table.margin + EPSILON:
        message = f"measured {table.length(measured)}, but by the positions it is {table.length(computed)}"
        yield warning(rule, message, "the positions may be out of date")


def at_most(table: Table, rule: str, value: float, limit: float, message: str, instead: str = "") -> Iterator[Finding]:
    """A measured length must not exceed a limit; a little more is only warned about."""
    if value > limit + table.margin + EPSILON:
        yield illegal(rule, message, instead or f"at most {table.length(limit)}")
    elif value > limit + EPSILON:
        yield warning(rule, f"{message}; within {table.length(table.margin)} of the limit, so measure again")


def at_least(table: Table, rule: str, value: float, limit: float, message: str, instead: str = "") -> Iterator[Finding]:
    """A measured length must not be below a limit; a little less is only warned about."""
    if value < limit - table.margin - EPSILON:
        yield illegal(rule, message, instead or f"at least {table.length(limit)}")
    elif value < limit - EPSILON:
        yield warning(rule, f"{message}; within {table.length(table.margin)} of the limit, so measure again")

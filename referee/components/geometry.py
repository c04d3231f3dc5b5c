"""Positions on a table without squares: distances between bases, straight paths, and shapes of ground.

Lengths are in whatever unit the table is measured in. A base is a square of a given side, its sides along the table's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

EPSILON = 1e-6
"""Lengths that differ by less are equal; nobody measures so finely."""

_STEPS = 64
"""Pieces into which a path is cut when the place where it meets a shape is looked for."""

_A_LITTLE = 1e-3
"""The share of a side's length that is enough to be on one hand of it or on the other."""


def spell(number: float) -> str:
    """A length as it is written: at most four decimals, and no zeros behind the last that counts."""
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Point:
    """A position: `x` to the right and `y` up from the lower left corner of the table."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"{spell(self.x)},{spell(self.y)}"


def distance(a: Point, b: Point) -> float:
    """Between two points."""
    return hypot(a.x - b.x, a.y - b.y)


def along(a: Point, b: Point, share: float) -> Point:
    """The point that lies so far on the way from `a` to `b`: 0 is `a`, 1 is `b`, more is beyond it."""
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def edge_distance(a: Point, b: Point, base: float) -> float:
    """Between the nearest edges of two bases with these centres; 0 when they touch."""
    return hypot(max(0.0, abs(a.x - b.x) - base), max(0.0, abs(a.y - b.y) - base))


def path_distance(a: Point, b: Point, other: Point, base: float) -> float:
    """The least edge distance from a base that goes straight from `a` to `b` to another base."""
    low, high = 0.0, 1.0
    for _ in range(50):  # the distance to a square is convex along a line
        third = (high - low) / 3
        first, second = along(a, b, low + third), along(a, b, high - third)
        if edge_distance(first, other, base) <= edge_distance(second, other, base):
            high -= third
        else:
            low += third
    ends = (edge_distance(a, other, base), edge_distance(b, other, base))
    return min(*ends, edge_distance(along(a, b, (low + high) / 2), other, base))


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of ground: a circle (one point and a radius), a rectangle (two opposite corners), or a polygon."""

    points: tuple[Point, ...]
    radius: float = 0.0

    def corners(self) -> tuple[Point, ...]:
        """The corners in their order; none of a circle."""
        if len(self.points) != 2:
            return self.points if len(self.points) > 2 else ()
        a, b = self.points
        return (a, Point(b.x, a.y), b, Point(a.x, b.y))

    def sides(self) -> Iterator[tuple[Point, Point]]:
        """The sides from corner to corner."""
        corners = self.corners()
        return pairwise((*corners, corners[0])) if corners else iter(())

    def bounds(self, margin: float = 0.0) -> tuple[float, float, float, float]:
        """The least and the greatest of x and y that are within a margin of the shape: left, low, right, high."""
        margin += self.radius
        across, up = [point.x for point in self.points], [point.y for point in self.points]
        return min(across) - margin, min(up) - margin, max(across) + margin, max(up) + margin

    def contains(self, point: Point) -> bool:
        """Whether a point lies in the shape."""
        return self.gap(point) <= EPSILON

    def gap(self, point: Point) -> float:
        """The distance from a point to the shape; 0 inside."""
        if len(self.points) == 1:
            return max(0.0, distance(point, self.points[0]) - self.radius)
        if len(self.points) == 2:  # a rectangle along the table's sides, the most frequent shape
            a, b = self.points
            return hypot(_outside(point.x, a.x, b.x), _outside(point.y, a.y, b.y))
        if self._inside(point):
            return 0.0
        return min((_to_segment(point, a, b) for a, b in self.sides()), default=0.0)

    def path_gap(self, a: Point, b: Point) -> float:
        """The least distance from a straight path to the shape; 0 when it goes through."""
        if len(self.points) == 1:
            return max(0.0, _to_segment(self.points[0], a, b) - self.radius)
        if self._inside(a) or self._inside(b) or any(_cross(a, b, c, d) for c, d in self.sides()):
            return 0.0
        nearest = [min(_to_segment(c, a, b), _to_segment(a, c, d), _to_segment(b, c, d)) for c, d in self.sides()]
        return min(nearest, default=0.0)

    def off_lane(self, a: Point, b: Point, lane: tuple[Point, Point]) -> float:
        """How far a straight path from `a` to `b` strays from a lane, while it is in the shape or nearest to it."""
        way = [along(a, b, i / _STEPS) for i in range(_STEPS + 1)]
        inside = [point for point in way if self.contains(point)] or [min(way, key=self.gap)]
        return max(_to_segment(point, *lane) for point in inside)

    def _inside(self, point: Point) -> bool:
        inside = False
        for a, b in self.sides():
            if (a.y > point.y) != (b.y > point.y) and point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x:
                inside = not inside
        return inside

    def nearest(self, point: Point) -> Point:
        """The point of the shape's edge that is nearest to a point."""
        if len(self.points) == 1:
            far = distance(point, self.points[0])
            return along(self.points[0], point, self.radius / far) if far > EPSILON else self.points[0]
        spots = [along(a, b, _foot(point, a, b)) for a, b in self.sides()]
        return min(spots, key=lambda spot: distance(point, spot), default=point)

    def lane(self, point: Point) -> tuple[Point, Point]:
        """The ends of the way straight through the shape that begins where its edge is nearest to a point: through the
        middle of a circle, square to a side.
        """
        near = self.nearest(point)
        if len(self.points) == 1:
            return near, along(near, self.points[0], 2.0)
        a, b = min(self.sides(), key=lambda side: _to_segment(near, *side))
        square = [Point(near.x + turn * (a.y - b.y), near.y + turn * (b.x - a.x)) for turn in (1, -1)]
        inward = min(square, key=lambda aim: self.gap(along(near, aim, _A_LITTLE)))
        return near, self.behind(near, inward, 2 * EPSILON)

    def before(self, a: Point, b: Point, clear: float) -> Point:
        """The last point on the way from `a` to `b` that is still `clear` of the shape; `a` if there is none."""
        shares = [i / _STEPS for i in range(_STEPS + 1)]
        first = next((s for s in shares if self.gap(along(a, b, s)) < clear - EPSILON), None)
        if not first:
            return a if first == 0.0 else b
        return along(a, b, self._border(a, b, first - 1 / _STEPS, first, clear))

    def behind(self, a: Point, b: Point, clear: float) -> Point:
        """The first point on the line from `a` through `b` that lies `clear` behind the shape."""
        step = max(1 / _STEPS, 0.05 / max(distance(a, b), 0.05))
        share, met = 0.0, False
        while share < 1000 * step + 1:
            near = self.gap(along(a, b, share)) < clear - EPSILON
            if met and not near:
                return along(a, b, self._border(a, b, share, share - step, clear))
            met = met or near
            share += step
        return b

    def _border(self, a: Point, b: Point, good: float, bad: float, clear: float) -> float:
        """Between a share that is clear and one that is not: the last that is clear."""
        for _ in range(40):
            middle = (good + bad) / 2
            if self.gap(along(a, b, middle)) < clear - EPSILON:
                bad = middle
            else:
                good = middle
        return good


def _foot(point: Point, a: Point, b: Point) -> float:
    """The point of a segment that is nearest to a point: its share of the way from `a` to `b`."""
    length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    if length <= EPSILON**2:
        return 0.0
    share = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length
    return min(1.0, max(0.0, share))


def _outside(at: float, one: float, other: float) -> float:
    """How far a number is from a range; 0 within it."""
    return max(0.0, min(one, other) - at, at - max(one, other))


def _to_segment(point: Point, a: Point, b: Point) -> float:
    share = _foot(point, a, b)
    return hypot(point.x - a.x - (b.x - a.x) * share, point.y - a.y - (b.y - a.y) * share)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross; touching at an end does not count."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0

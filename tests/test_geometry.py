"""Positions: distances, paths and shapes against brute force; how a position is written and read; the text map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.components.drawing import text_map
from referee.components.geometry import Point, Shape, along, distance, edge_distance, path_distance
from referee.components.memo import remembered
from referee.judge import walk
from referee.notation import Reader, write
from referee.ruleset import Action, Finding, Name, NotUnderstood, Span, Table, Told, Word, action

NUMBERS = st.integers(0, 400).map(lambda n: n / 10)
POINTS = st.builds(Point, NUMBERS, NUMBERS)
SHAPES = st.one_of(
    st.builds(lambda p, r: Shape((p,), r), POINTS, st.integers(1, 50).map(lambda n: n / 10)),
    st.builds(lambda a, b: Shape((a, b)), POINTS, POINTS).filter(lambda s: s.points[0] != s.points[1]),
    st.builds(lambda p: Shape((p, Point(p.x + 4, p.y), Point(p.x + 6, p.y + 5), Point(p.x, p.y + 3))), POINTS),
)
STEPS = 400


def way(a: Point, b: Point) -> Iterator[Point]:
    """Many points of a straight path."""
    return (along(a, b, i / STEPS) for i in range(STEPS + 1))


def test_edges_of_bases() -> None:
    assert edge_distance(Point(0, 0), Point(4, 0), 1) == 3
    assert edge_distance(Point(0, 0), Point(4, 5), 1) == 5
    assert edge_distance(Point(0, 0), Point(0.5, 0.5), 1) == 0


@given(POINTS, POINTS, POINTS)
def test_path_distance_is_the_least_on_the_way(a: Point, b: Point, other: Point) -> None:
    sampled = min(edge_distance(p, other, 1.2) for p in way(a, b))
    found = path_distance(a, b, other, 1.2)
    assert found <= sampled + 1e-6
    assert found >= sampled - distance(a, b) / STEPS


@given(SHAPES, POINTS, POINTS)
def test_path_gap_is_the_least_on_the_way(shape: Shape, a: Point, b: Point) -> None:
    sampled = min(shape.gap(p) for p in way(a, b))
    found = shape.path_gap(a, b)
    assert found <= sampled + 1e-6
    assert found >= sampled - distance(a, b) / STEPS - 1e-6


@given(SHAPES, POINTS)
def test_the_nearest_point_is_as_far_as_the_gap(shape: Shape, p: Point) -> None:
    if not shape.contains(p):
        assert distance(p, shape.nearest(p)) == pytest.approx(shape.gap(p))


@given(SHAPES, POINTS, POINTS)
def test_in_front_and_behind_are_clear(shape: Shape, a: Point, b: Point) -> None:
    if shape.gap(a) < 0.7 or distance(a, b) < 1 or shape.path_gap(a, b) > 0.1:
        return
    front, behind = shape.before(a, b, 0.6), shape.behind(a, b, 0.6)
    assert shape.gap(front) >= 0.6 - 1e-4
    assert shape.gap(behind) >= 0.6 - 1e-4
    assert distance(a, front) <= distance(a, behind)


def test_shapes() -> None:
    box = Shape((Point(2, 3), Point(6, 5)))
    assert box.contains(Point(4, 4))
    assert not box.contains(Point(7, 4))
    assert box.gap(Point(9, 4)) == 3
    assert Shape((Point(0, 0),), 2).gap(Point(5, 0)) == 3
    line = Shape((Point(2, 0), Point(2, 6)))
    assert line.path_gap(Point(0, 3), Point(5, 3)) == 0


@pytest.mark.parametrize(
    ("shape", "begins", "ends"),
    [
        (Shape((Point(2, 3), Point(6, 5))), Point(6, 4), Point(2, 4)),
        (Shape((Point(0, 0), Point(0, 6), Point(4, 6), Point(4, 0))), Point(1, 6), Point(1, 0)),
        (Shape((Point(3, 3),), 2), Point(5, 3), Point(1, 3)),
    ],
)
def test_the_lane_through_a_shape(shape: Shape, begins: Point, ends: Point) -> None:
    near, far = shape.lane(along(ends, begins, 1.5))
    assert distance(near, begins) + distance(far, ends) < 1e-4
    assert shape.off_lane(begins, ends, (near, far)) == pytest.approx(0, abs=1e-4)


class Piece(Name):
    """A piece of the toy."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Table):
    """A toy table with one piece."""

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        return {"a": "a", "ship/mast-5": "ship/mast-5"}

    def points(self) -> tuple[Point, ...]:
        return (Point(1, 1),)


@action("put", rule="x")
class Put(Action[Sheet]):
    """Put a piece somewhere."""

    piece: Piece
    to: Annotated[Point, Span(0, 99, "inches")]
    by: Annotated[tuple[Point, ...], Word("by"), Told()] = ()
    far: Annotated[float | None, Span(0, 99), Told()] = None

    def judge(self, table: Sheet) -> Iterator[Finding]:
        assert self.far is None or self.by is not None
        yield from ()

    def apply(self, table: Sheet) -> Sheet:
        return table


READER = Reader(Sheet(side="x", step="x"), (Put,), {"x": "X"})


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("put a 24,10", "put a 24,10"),
        ("put a to 24.50, 10", "put a 24.5,10"),
        ("put a at 1,2 by 3,4 5,6.125", "put a 1,2 by 3,4,5,6.125"),
        ("put a 1,2 far 7", "put a 1,2 far 7"),
    ],
)
def test_positions_are_read_and_written(line: str, spelled: str) -> None:
    act = READER.read(line)
    assert write(act) == spelled
    assert READER.read(spelled) == act


@pytest.mark.parametrize(
    "line", ["put a 24", "put a 1,2,3", "put a 1,100", "put a -1,3", "put a 1,nan", "put a 1,2,3,4"]
)
def test_what_is_no_position(line: str) -> None:
    with pytest.raises(NotUnderstood):
        READER.read(line)


def test_a_number_alone_names_nothing_in_the_middle_of_a_name() -> None:
    with pytest.raises(NotUnderstood):
        READER.read("put 5 1,2")
    assert READER.read("put mast-5 1,2") == READER.read("put ship/mast-5 1,2")


def test_the_walk_leaves_out_what_is_told() -> None:
    found = [write(act) for act, _ in walk(Put, "x", READER.table)]
    assert found == ["put a 1,1", "put ship/mast-5 1,1"]


def test_the_map_is_a_picture() -> None:
    hill = (Shape((Point(5, 5),), 3), "^")
    rows = list(text_map(76, 20, [hill], [(Point(5, 5), "H"), (Point(70, 1), "t"), (Point(70, 1), "i")]))
    assert {len(row) for row in rows} == {78}
    assert len(rows) == 12
    assert sum(row.count("^") for row in rows) > 5
    assert rows[8][6] == "H"
    assert rows[10][71] == "+"


def test_what_is_remembered_belongs_to_one_table() -> None:
    calls = []

    @remembered
    def doubled(table: list[int], by: int) -> int:
        calls.append(by)
        return table[0] * by

    one, other = [1], [5]
    assert [doubled(one, 2), doubled(one, 2), doubled(other, 2), doubled(one, 3)] == [2, 2, 10, 3]
    assert calls == [2, 2, 3]
    for number in range(9):
        doubled([number], 2)
    assert doubled(one, 2) == 2

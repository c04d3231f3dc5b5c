"""The board as it is drawn in a report, and what a report follows through a battle."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.geometry import Shape
from referee.ruleset import Chart, Ground, Picture, Piece, Point, Way

from tablut.board import CASTLE, COLUMNS, KING, MUSCOVITE, ROWS, SQUARES, SWEDE, Board, side_of
from tablut.ending import ways_out

SIZE = 9.0
NOTE = "The board from above, a1 in the lower left corner; a man is named by his square."


def picture(table: Board) -> Picture:
    """The grid, the castle and the men."""
    x, y = _corner(CASTLE)
    castle = Ground(Shape((Point(x, y), Point(x + 1, y), Point(x + 1, y + 1), Point(x, y + 1))), "castle")
    pieces = tuple(
        Piece(_middle(square), f"King {square}" if table.men[square] == KING else square, side_of(table.men[square]))
        for square in SQUARES
        if square in table.men
    )
    return Picture(SIZE, SIZE, ground=(castle,), ways=tuple(_grid()), pieces=pieces, unit="squares", note=NOTE)


def _corner(square: str) -> tuple[float, float]:
    return float(COLUMNS.index(square[0])), float(ROWS.index(square[1]))


def _middle(square: str) -> Point:
    x, y = _corner(square)
    return Point(x + 0.5, y + 0.5)


def _grid() -> Iterator[Way]:
    for i in range(len(ROWS) + 1):
        yield Way(Point(0, i), Point(SIZE, i))
        yield Way(Point(i, 0), Point(i, SIZE))


def _men(table: Board) -> dict[str, float | str]:
    return {side: table.count(side) for side in (MUSCOVITE, SWEDE)}


def _ways(table: Board) -> dict[str, float | str]:
    return {SWEDE: len(ways_out(table))}


CHARTS: tuple[Chart[Board], ...] = (
    Chart("Men on the board", "men", _men, decisive=True),
    Chart("Ways out for the king", "ways", _ways),
)

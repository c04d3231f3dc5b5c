"""The board: squares and lines, the men on it, and what every other module reads off it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from referee.ruleset import Name, Setup, Table

MUSCOVITE, SWEDE, KING = "muscovite", "swede", "king"
"""The three kinds of men. The first two are called like their sides."""

SIDES = {MUSCOVITE: "Muscovites", SWEDE: "Swedes"}
TITLES = {MUSCOVITE: "Muscovite", SWEDE: "Swede", KING: "King"}
"""What a man is called."""

COLUMNS, ROWS = "abcdefghi", "123456789"
SQUARES = tuple(column + row for row in ROWS for column in COLUMNS)
CASTLE = "e5"
CORNERS = frozenset({"a1", "a9", "i1", "i9"})
EDGE = frozenset(square for square in SQUARES if square[0] in "ai" or square[1] in "19")

CAMPS = ("d1", "e1", "f1", "e2", "a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5", "d9", "e9", "f9", "e8")
GUARDS = ("e3", "e4", "e6", "e7", "c5", "d5", "f5", "g5")
START = {**dict.fromkeys(CAMPS, MUSCOVITE), **dict.fromkeys(GUARDS, SWEDE), CASTLE: KING}
"""The men at the start, as the diagram has them [law.13]."""


def _line(square: str, right: int, up: int) -> tuple[str, ...]:
    """The squares from one on to the edge, without itself."""
    x, y = COLUMNS.index(square[0]) + right, ROWS.index(square[1]) + up
    line = []
    while 0 <= x < 9 and 0 <= y < 9:
        line.append(COLUMNS[x] + ROWS[y])
        x, y = x + right, y + up
    return tuple(line)


LINES = {square: tuple(_line(square, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))) for square in SQUARES}
"""From each square the four lines to the edge, the nearest square first: right, left, up and down."""

BESIDE = {square: tuple(line[0] for line in lines if line) for square, lines in LINES.items()}
"""The squares beside each square."""

BY_CASTLE = frozenset(BESIDE[CASTLE])


class Square(Name):
    """A square, a1 to i9; a man is named by the one that he stands on."""

    __slots__ = ()
    kind = "square"


@dataclass(frozen=True, kw_only=True)
class Board(Table):
    """The men by their squares.

    last   the move that was made last, from where to where; () if none was, or if the men were set by hand since
    told   the ways out that were called after it
    seen   how often each position was there since the last capture
    """

    men: Mapping[str, str]
    last: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        return {square: self.titled(square) for square in SQUARES}

    def owner(self, name: Name) -> str:
        return side_of(self.men.get(name, ""))

    def titled(self, square: str) -> str:
        """A square in words, by the man on it: "King", "Swede e3", "e4"."""
        man = self.men.get(square, "")
        return TITLES[man] if man == KING else f"{TITLES[man]} {square}" if man else square

    @property
    def king(self) -> str:
        """The square of the king; "" when he is captured."""
        return next((square for square, man in self.men.items() if man == KING), "")

    def of(self, side: str) -> tuple[str, ...]:
        """The squares with a man of a side, from a1 on."""
        return tuple(square for square in SQUARES if side_of(self.men.get(square, "")) == side)

    def count(self, man: str) -> int:
        """How many men of a kind are on the board."""
        return sum(each == man for each in self.men.values())

    def lost(self, man: str) -> int:
        """How many men of a kind are captured."""
        return sum(each == man for each in START.values()) - self.count(man)

    def without(self, square: str) -> Board:
        """The board after a capture: no earlier position can come back."""
        left = self.but(men={each: man for each, man in self.men.items() if each != square})
        return left.but(seen={left.position: 1})

    @property
    def position(self) -> str:
        """All men and who is to move, as a text: the same for two positions that are the same."""
        return self.side[0] + "".join(self.men.get(square, ".")[0] for square in SQUARES)


def side_of(man: str) -> str:
    """The side of a man; "" of none."""
    return SWEDE if man == KING else man


def other(side: str) -> str:
    """The side that is not this one."""
    return SWEDE if side == MUSCOVITE else MUSCOVITE


def between(start: str, end: str) -> tuple[str, ...] | None:
    """The squares between two of one line; None if they are on none."""
    for line in LINES[start]:
        if end in line:
            return line[: line.index(end)]
    return None


def free(men: Mapping[str, str], line: tuple[str, ...]) -> Iterator[str]:
    """The empty squares of a line up to the first man."""
    for square in line:
        if square in men:
            return
        yield square


def start(setup: Setup) -> Board:
    """The board as it is set up [board, law.13]."""
    board = Board(side=setup.rulings["law.8-begins"], step="move", turn=1, men=START, rulings=setup.rulings)
    return board.but(seen={board.position: 1})

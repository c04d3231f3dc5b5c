"""Moving: straight, over nobody, and not into the castle [castle, laws 1, 2, 7 and 8]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.components.memo import remembered
from referee.components.wording import by_ruling, listed
from referee.ruleset import Action, Ask, Finding, Impossible, action, illegal

from tablut.board import CASTLE, CORNERS, KING, LINES, SIDES, TITLES, Board, Square, between, free, other, side_of

WHO = {side: f"The {title}" for side, title in SIDES.items()}
"""The sides where they begin a sentence."""


@action("move", rule="law.8", examples=("move d1 d3", "d1-d3", "king h5"))
class Move(Action[Board]):
    """Move a man: the square that he stands on (or `king`), then the one that he goes to; `d1-d3` will do.

    Men who are captured by it are taken off by the referee.
    """

    man: Square
    to: Square

    def judge(self, table: Board) -> Iterator[Finding]:
        if self.man not in table.men:
            raise Impossible(f"{self.man} is empty.", rule="law.8")
        man = table.men[self.man]
        if side_of(man) != self.side:
            yield illegal("law.8", f"The man on {self.man} is none of the {SIDES[self.side]}.", "a man of your own")
        if self.to in table.men:
            raise Impossible(f"A {TITLES[table.men[self.to]]} stands on {self.to}.", rule="law.2")
        passed = between(self.man, self.to)
        if passed is None:
            yield illegal("law.1", f"{self.man} to {self.to} is no straight line.", _instead(table, self.man))
            return
        stopped = next((square for square in passed if square in table.men), "")
        if stopped:
            who = TITLES[table.men[stopped]]
            yield illegal("law.2", f"A {who} on {stopped} is in the way to {self.to}.", _instead(table, self.man))
        barred = _barred(table, man, self.to)
        if CASTLE in passed and not stopped:
            barred = _no_way_over(table, man)
        if barred:
            yield illegal("castle", barred, _instead(table, self.man))
        if self.to in CORNERS and _corners_are_the_kings(table, man):
            message = f"Only the king may stand in a corner {by_ruling(table, 'law.4-escape')}."
            yield illegal("law.4", message, _instead(table, self.man))

    def among(self, field: str, table: Board) -> Iterable[Square]:
        if field == "man":
            return map(Square, movable(table, self.side))
        return map(Square, reach(table, self.man))

    def apply(self, table: Board) -> Board:
        men = {square: man for square, man in table.men.items() if square != self.man}
        side = other(self.side)
        turn = table.turn + (side == table.ruled("law.8-begins"))
        moved = {self.to: table.men[self.man]}
        after = table.but(men={**men, **moved}, side=side, turn=turn, last=(str(self.man), str(self.to)), told=())
        return after.but(seen={**table.seen, after.position: table.seen.get(after.position, 0) + 1})

    def story(self, before: Board, after: Board) -> str:
        if before.men[self.man] == KING:
            return f"The king went from {'his castle' if self.man == CASTLE else self.man} to {self.to}"
        return f"{WHO[side_of(before.men[self.man])]} moved from {self.man} to {self.to}"


def _barred(table: Board, man: str, square: str) -> str:
    """Why a man may not enter a square because it is the castle; "" if he may."""
    if square != CASTLE:
        return ""
    if man != KING:
        return "Nobody but the king stands in the castle."
    return "" if table.ruled("castle-return") == "yes" else f"Nobody enters it {by_ruling(table, 'castle-return')}."


def _no_way_over(table: Board, man: str) -> str:
    """Why a man may not pass over the empty castle; "" if he may."""
    who = table.ruled("castle-pass")
    if who == "all" or (who == "king" and man == KING):
        return ""
    return f"The castle is in the way {by_ruling(table, 'castle-pass')}."


def _corners_are_the_kings(table: Board, man: str) -> bool:
    return man != KING and table.ruled("law.4-escape") == "corner"


@remembered
def reach(table: Board, square: str) -> tuple[str, ...]:
    """The squares to which the man on a square may go."""
    man = table.men[square]
    return tuple(to for line in LINES[square] for to in _along(table, man, line))


def _along(table: Board, man: str, line: tuple[str, ...]) -> Iterator[str]:
    for square in free(table.men, line):
        if not _barred(table, man, square) and not (square in CORNERS and _corners_are_the_kings(table, man)):
            yield square
        if square == CASTLE and _no_way_over(table, man):
            return


def movable(table: Board, side: str) -> tuple[str, ...]:
    """The men of a side who can move, by their squares."""
    return tuple(square for square in table.of(side) if reach(table, square))


def _instead(table: Board, square: str) -> str:
    """Where the man on a square may go."""
    others = movable(table, side_of(table.men[square]))
    return listed(reach(table, square), "or") or f"another man: {listed(others, 'or')}"


def asks(table: Board) -> Ask | None:
    """A move is all that is ever asked for [law.8]."""
    if table.winner:
        return None
    question = "Which man moves, and where to? (as in d1-d3)"
    return Ask("law.8", table.side, ("move",), question, step=True)  # whoever sees the board needs no list of his men


def played(table: Board) -> int:
    """The last turn in which a man was moved; who begins has not moved yet in that of the table."""
    return table.turn - (table.side == table.ruled("law.8-begins"))

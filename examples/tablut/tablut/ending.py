"""How a battle ends: the king is out, or captured; nobody can move; the same comes again. And the calls before it."""

from __future__ import annotations

from referee.components.wording import by_ruling, listed
from referee.ruleset import Consequence

from tablut.board import CORNERS, EDGE, LINES, MUSCOVITE, SIDES, SWEDE, Board, other
from tablut.capture import king_captured, man_captured
from tablut.moving import movable, reach


def ways_out(table: Board) -> tuple[str, ...]:
    """The squares where the king could leave the board with one move, one for each line [law.3]."""
    if not table.king:
        return ()
    goal, there = _goal(table), reach(table, table.king)
    return tuple(line[-1] for line in LINES[table.king] if line and line[-1] in goal and line[-1] in there)


def _goal(table: Board) -> frozenset[str]:
    return CORNERS if table.ruled("law.4-escape") == "corner" else EDGE


def consequences(table: Board) -> Consequence[Board] | None:
    """What follows from a move by itself, the next thing first."""
    return man_captured(table) or king_captured(table) or _over(table) or _call(table)


def _over(table: Board) -> Consequence[Board] | None:
    """The end of the battle, if this is one."""
    if not table.king:
        message = "the king is captured, and the battle is over; the winner has the Swedes in the next one"
        return Consequence("law.12", message, table.but(winner=MUSCOVITE))
    if table.king in _goal(table):
        return Consequence("law.4", f"the king is out on {table.king}, and has won", table.but(winner=SWEDE))
    if not movable(table, table.side):
        loses = table.ruled("law.8-stuck") == "loses"
        message = f"the {SIDES[table.side]} cannot move {by_ruling(table, 'law.8-stuck')}"
        return Consequence("law.8-stuck", message, table.but(winner=other(table.side) if loses else "draw"))
    if table.seen.get(table.position, 0) >= 3 and table.ruled("law.8-repeat") == "draw":
        return Consequence("law.8-repeat", "this position is there for the third time", table.but(winner="draw"))
    return None


def _call(table: Board) -> Consequence[Board] | None:
    """The call that the Swedes owe the Muscovites behind their move [law.6]."""
    ways = ways_out(table) if table.side == MUSCOVITE and table.ruled("law.6-calls") == "referee" else ()
    if not ways or ways == table.told:
        return None
    call = f"Raichi! The king has a way out to {ways[0]}" if len(ways) == 1 else f"Tuichu! Ways out to {listed(ways)}"
    return Consequence("law.6", call, table.but(told=ways))

"""Capture: of a man between two enemies, of one against the castle, and of the king [laws 9 to 11 and 14]."""

from __future__ import annotations

from referee.components.wording import listed
from referee.ruleset import Consequence

from tablut.board import BESIDE, BY_CASTLE, CASTLE, KING, LINES, MUSCOVITE, SWEDE, TITLES, Board, side_of


def man_captured(table: Board) -> Consequence[Board] | None:
    """A man beside the one who moved last, if he is captured by that move. A man who steps between two is safe."""
    if not table.last or not _captures(table, table.last[1]):
        return None
    mover = table.last[1]
    for line in LINES[mover]:
        if len(line) < 2 or table.men.get(line[0], KING) == KING:
            continue
        victim, behind = line[:2]
        if side_of(table.men[victim]) != side_of(table.men[mover]) and (rule := _closes(table, victim, behind)):
            what = "the castle" if behind == CASTLE else behind
            message = f"the {TITLES[table.men[victim]]} on {victim} is captured between {mover} and {what}"
            return Consequence(rule, message, table.without(victim))
    return None


def _captures(table: Board, square: str) -> bool:
    """Whether a man stands there who helps to capture."""
    return square in table.men and (table.men[square] != KING or table.ruled("law.9-armed") == "yes")


def _closes(table: Board, victim: str, behind: str) -> str:
    """By which rule the square behind a man closes the trap; "" if it does not."""
    man = table.men[victim]
    if behind in table.men:
        if side_of(table.men[behind]) != man and _captures(table, behind):
            return "law.9"
        return "law.10" if man == SWEDE and behind == CASTLE == table.king and _is_besieged(table, victim) else ""
    against = {"all": (SWEDE, MUSCOVITE), "muscovites": (MUSCOVITE,), "nobody": ()}[table.ruled("law.14-castle")]
    return "law.14" if behind == CASTLE and man in against else ""


def _is_besieged(table: Board, fourth: str) -> bool:
    """Whether Muscovites stand on all sides of the castle but one."""
    return all(table.men.get(square) == MUSCOVITE for square in BY_CASTLE if square != fourth)


def king_captured(table: Board) -> Consequence[Board] | None:
    """The king, if the Muscovite who moved last closed the trap."""
    king = table.king
    if not king or not table.last or table.last[1] not in BESIDE[king] or table.men.get(table.last[1]) != MUSCOVITE:
        return None
    rule, trap = _trap(table, king)
    if not trap or not all(table.men.get(square) == MUSCOVITE for square in trap):
        return None
    return Consequence(rule, f"the king on {king} is captured by {listed(sorted(trap))}", table.without(king))


def _trap(table: Board, king: str) -> tuple[str, tuple[str, ...]]:
    """The rule that holds where the king stands, and where it wants Muscovites; nowhere, if he is in no trap."""
    if king == CASTLE:
        return "law.10", BESIDE[king]
    if king in BY_CASTLE:
        return "law.11", tuple(square for square in BESIDE[king] if square != CASTLE)
    if table.ruled("law.9-king") == "four":
        return "law.9", BESIDE[king]
    mover = table.last[1]
    opposite = tuple(line[1] for line in LINES[mover] if len(line) > 1 and line[0] == king)
    return "law.9", (mover, *opposite) if opposite else ()

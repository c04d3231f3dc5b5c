"""What must hold of every board, whatever is done; `referee test-ruleset tablut` checks it after each act."""

from __future__ import annotations

from collections.abc import Iterator

from tablut.board import KING, MUSCOVITE, SWEDE, Board


def faults(table: Board) -> Iterator[str]:
    """What is wrong with a board, in a sentence each."""
    if table.count(KING) > 1 or (not table.king and table.winner != MUSCOVITE):
        yield f"{table.count(KING)} kings, and {table.winner or 'nobody'} has won"
    if min(table.lost(MUSCOVITE), table.lost(SWEDE)) < 0:
        yield "there are more men than there were"

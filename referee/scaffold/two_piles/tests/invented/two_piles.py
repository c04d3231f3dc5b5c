"""What must hold of every table of this game, whatever is done; `referee test-ruleset` checks it after each act."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.unknown import UNKNOWN

from two_piles.table import Table


def faults(table: Table) -> Iterator[str]:
    """What is wrong with a table, in a sentence each."""
    for pile in table.cards:
        left = table.left(pile)
        if left is not UNKNOWN and left < 0:
            yield f"{left} stones lie on the {pile} pile"

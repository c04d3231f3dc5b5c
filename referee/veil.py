"""The table and the record as somebody may see them: a line that names what is hidden from him is not shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from referee.game import Game
from referee.ruleset import Name, Ruleset, Table, slots_of

T = TypeVar("T", bound=Table)

NOBODY = "nobody"
"""Who looks on and belongs to no side: what is hidden from any side is hidden from him."""


def sight(ruleset: Ruleset[Any], table: T, side: str) -> T:
    """A table as a side may see it, or NOBODY; "": the table itself."""
    sides = ruleset.sides if side == NOBODY else (side,) if side else ()
    for each in sides:
        table = ruleset.view(table, each)
    return table


def veil(game: Game, side: str, *tables: Table) -> Callable[[str], str]:
    """What makes of a text about the whole table one that a side may read, or NOBODY; "": the text itself.

    `tables` are those that the text speaks of, where it is not only the table as it is now.
    """
    names = set[str]()
    for table in (game.table, *tables) if side else ():
        shown = sight(game.ruleset, table, side)
        if shown is table:
            continue
        names |= _names(game, table) - _names(game, shown)
    if not names:
        return lambda text: text
    longest = sorted((re.escape(name) for name in names), key=len, reverse=True)
    hidden = re.compile(rf"(?<![\w/-])({'|'.join(longest)})(?![\w/-])", re.IGNORECASE)
    title = "everybody" if side == NOBODY else game.ruleset.sides.get(side, side)
    return lambda text: f"(not for {title} to see)" if hidden.search(text) else text


def _names(game: Game, table: Table) -> set[str]:
    """Every name on a table that a report may use, its title, and what it is called in a sentence."""
    titles = game.ruleset.titles(table)
    kinds = {slot.type for act in game.ruleset.actions for slot in slots_of(act) if issubclass(slot.type, Name)}
    found: set[str] = set()
    for kind in kinds:
        for name, title in table.names(kind).items():
            found |= {str(name), str(title), titles.get(name, "")} - {""}
    return found

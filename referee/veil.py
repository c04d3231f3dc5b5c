"""The record as one side may read it: a line that names what is hidden from that side is not shown."""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.game import Game
from referee.ruleset import Name, Table, slots_of


def veil(game: Game, side: str) -> Callable[[str], str]:
    """What makes of a text about the whole table one that a side may read; "" for everybody: the text itself."""
    if not side:
        return lambda text: text
    names = _names(game, game.table) - _names(game, game.ruleset.view(game.table, side))
    if not names:
        return lambda text: text
    longest = sorted((re.escape(name) for name in names), key=len, reverse=True)
    hidden = re.compile(rf"(?<![\w/-])({'|'.join(longest)})(?![\w/-])", re.IGNORECASE)
    title = game.ruleset.sides.get(side, side)
    return lambda text: f"(not for {title} to see)" if hidden.search(text) else text


def _names(game: Game, table: Table) -> set[str]:
    """Every name and title on a table that a report may use."""
    kinds = {slot.type for act in game.ruleset.actions for slot in slots_of(act) if issubclass(slot.type, Name)}
    found: set[str] = set()
    for kind in kinds:
        for name, title in table.names(kind).items():
            found |= {str(name), str(title)} - {""}
    return found

"""What can be adjusted: every place of a ruleset's layout, and the engine's own turn, side and step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.ruleset import Impossible, Ruleset, Table

NUMBER, SIDE, STEP = "turn.number", "turn.side", "turn.step"
MOST_TURNS = 999


def places(ruleset: Ruleset[Any], table: Table) -> dict[str, str]:
    """Every key that `adjust` and a position take, with its value now: turn, side and step first."""
    own = {NUMBER: str(table.turn), SIDE: table.side}
    if ruleset.steps:
        own[STEP] = table.step
    return own | dict(ruleset.layout(table))


def choices(ruleset: Ruleset[Any], key: str) -> Mapping[str, str]:
    """The values that an engine's own key may have, with their titles; none where any value may do."""
    return {SIDE: ruleset.sides, STEP: ruleset.steps}.get(key, {})


def put(ruleset: Ruleset[Any], table: Table, key: str, value: str) -> Table:
    """The table with one place set. A key that a ruleset's layout has is the ruleset's own. Raises Impossible."""
    if key not in (NUMBER, SIDE, STEP) or key in ruleset.layout(table):
        placed: Table = ruleset.put(table, key, value)
        return placed
    if key == NUMBER:
        if not (value.isascii() and value.isdecimal() and int(value[:9]) <= MOST_TURNS):
            raise Impossible(f"{key} is a number from 0 to {MOST_TURNS}, not {value[:40]!r}.")
        return table.but(turn=int(value))
    known = choices(ruleset, key)
    if value not in known:
        raise Impossible(f"{key} is {' or '.join(known) or 'not named by this game'}, not {value[:40]!r}.")
    return table.but(side=value) if key == SIDE else table.but(step=value)

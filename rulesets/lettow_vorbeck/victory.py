"""Victory: at any time, and at the end of the last turn (26.0)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.ruleset import Consequence
from rulesets.lettow_vorbeck.names import ALLIED, GERMAN, OCEAN_BOX, SA_BOX, SIDES, enemy_of
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed
from rulesets.lettow_vorbeck.words import THE


def on_the_map(table: Table, side: str) -> bool:
    """Whether a side has units on the map; those in the boxes count by a ruling (LQ7)."""
    boxes = (OCEAN_BOX, SA_BOX) if table.ruled("LQ7") == "yes" else ()
    return bool(table.occupied(side)) or any(table.count_in(box, side) for box in boxes)


def wiped_out(table: Table) -> Consequence[Table] | None:
    """A player wins at any time at which there are no enemy units on the map (26.B)."""
    if table.step == "setup" or (table.battle is not None and table.battle.winner == ""):
        return None
    for side in SIDES:
        enemy = enemy_of(side)
        if enemy in table.landed and not on_the_map(table, enemy) and on_the_map(table, side):
            message = f"no {SIDES[enemy]} unit is on the map: {THE[side]} win {by_ruling(table, 'LQ7')}"
            return Consequence("26.B", message, table.but(winner=side))
    return None


@remembered
def holders(table: Table) -> Mapping[str, str]:
    """Who occupies each supply centre that is known; "" where nobody does."""
    centres = (s for s, c in table.box.spaces.items() if c.centre is True)
    return {c: next((side for side in (GERMAN, ALLIED) if c in table.occupied(side)), "") for c in centres}


def last_turn(table: Table) -> Consequence[Table]:
    """The end of the last turn: all supply centres, or one for the Germans (26.C, 26.D); else a gap (LQ6)."""
    held = holders(table)
    ours = [c for c, side in held.items() if side == GERMAN]
    empty = [c for c, side in held.items() if not side]
    unknown = [s for s in table.occupied(GERMAN) if table.box.spaces[s].centre is UNKNOWN]
    if ours:
        where = listed(map(table.title, ours))
        return Consequence("26.D", f"German units occupy {where}: the Germans win", table.but(winner=GERMAN))
    if unknown:
        where = listed(map(table.title, sorted(unknown)))
        message = f"whether {where} is a supply centre is not known, so the players say who won; it is a draw here"
        return Consequence("26.D", message, table.but(winner="draw"))
    if held and not empty:
        message = f"Allied units occupy all {len(held)} supply centres: the Allies win"
        return Consequence("26.C", message, table.but(winner=ALLIED))
    where = listed(map(table.title, empty)) if empty else "no supply centre is on file"
    message = f"{where} empty, and no German in any: the book says nothing {by_ruling(table, 'LQ6')}"
    return Consequence("26.C", message, table.but(winner=table.ruled("LQ6")))

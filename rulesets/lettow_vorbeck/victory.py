"""Victory: at any time, and at the end of the last turn (26.0)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.ruleset import Consequence
from rulesets.lettow_vorbeck.box import UNITS
from rulesets.lettow_vorbeck.names import ALLIED, GERMAN, OCEAN_BOX, SA_BOX, SIDES, enemy_of
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed, off_the_map
from rulesets.lettow_vorbeck.words import THE


def on_the_map(table: Table, side: str) -> bool:
    """Whether a side has units on the map; those in the boxes count by a ruling (LQ7)."""
    if table.occupied(side):
        return True
    boxes = (OCEAN_BOX, SA_BOX) if table.ruled("LQ7") == "yes" else ()
    return any(table.count_in(box, side) for box in boxes)


def wiped_out(table: Table) -> Consequence[Table] | None:
    """A player wins at any time at which there are no enemy units on the map (26.B).

    A side of which not every unit was told may have others there: then it is said once, and the players decide.
    """
    if table.step == "setup" or (table.battle is not None and table.battle.winner == ""):
        return None
    for enemy in off_the_map(table.pieces):
        side, told = enemy_of(enemy), table.ruled("26.B-told") == "yes"
        if not (told or enemy in table.landed) or on_the_map(table, enemy) or not on_the_map(table, side):
            continue
        if told or len(table.box.units) >= UNITS:
            message = f"no {SIDES[enemy]} unit is on the map: {THE[side]} win {by_ruling(table, 'LQ7')}"
            return Consequence("26.B", message, table.but(winner=side))
        message = f"no {SIDES[enemy]} unit that was told is on the map; if there is no other: ruling 26.B-told yes"
        return Consequence("26.B", message, table.but(landed=table.landed - {enemy}))
    return None


@remembered
def holders(table: Table) -> Mapping[str, str]:
    """Who occupies each supply centre that is known; "" where nobody does.

    One that is fought over counts for the side that was there before: nothing is captured before a battle is won.
    """
    return {c: _holder(table, c) for c, card in table.box.spaces.items() if card.centre is True}


def unknown_centres(table: Table, side: str) -> list[str]:
    """The spaces with units of a side of which nobody told whether they are supply centres."""
    return sorted(s for s in table.occupied(side) if table.box.spaces[s].centre is UNKNOWN)


def undecided_centres(table: Table) -> list[str]:
    """The spaces of which nobody told whether they are supply centres, where that says who wins at the end (26.D)."""
    ours = any(c in table.occupied(GERMAN) for c in holders(table))
    return [] if ours else unknown_centres(table, GERMAN)


def _holder(table: Table, centre: str) -> str:
    there = [side for side in SIDES if centre in table.occupied(side)]
    if len(there) > 1:
        return enemy_of(table.pursuits.get(centre, table.side))
    return there[0] if there else ""


def last_turn(table: Table) -> Consequence[Table]:
    """The end of the last turn: all supply centres, or one for the Germans (26.C, 26.D); else a gap (LQ6)."""
    held = holders(table)
    ours = [c for c in held if c in table.occupied(GERMAN)]
    empty = [c for c, side in held.items() if not side]
    unknown = undecided_centres(table)
    if ours:
        where = listed(map(table.title, ours))
        return Consequence("26.D", f"German units occupy {where}: the Germans win", table.but(winner=GERMAN))
    if unknown:
        where = listed(map(table.title, unknown))
        message = f"whether {where} is a supply centre is not known, so nobody wins here (undo, and tell it)"
        return Consequence("26.D", message, table.but(winner="draw"))
    if held and not empty:
        message = f"Allied units occupy all {len(held)} supply centres: the Allies win"
        return Consequence("26.C", message, table.but(winner=ALLIED))
    where = listed(map(table.title, empty)) if empty else "no supply centre is on file"
    message = f"{where} empty, and no German in any: the book says nothing {by_ruling(table, 'LQ6')}"
    return Consequence("26.C", message, table.but(winner=table.ruled("LQ6")))

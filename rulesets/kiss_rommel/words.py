"""What things are called in the story of a battle, for somebody who does not know their notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, pi

from referee.components.geometry import Point
from referee.components.wording import listed
from referee.ruleset import Name
from rulesets.kiss_rommel.names import AXIS, BRITISH, CLOCKWISE, SIDES, Edge, Unit
from rulesets.kiss_rommel.table import Table

FEW = 3
"""Units that a finding names before it only counts them."""

THE = {AXIS: "the Axis", BRITISH: "the British"}
"""The sides within a sentence."""

WHO = {AXIS: "The Axis", BRITISH: "The British"}
"""The sides where they begin it."""

OWN = {AXIS: "its", BRITISH: "their"}
IS = {AXIS: "is", BRITISH: "are"}
WAS = {AXIS: "was", BRITISH: "were"}

_THINGS = {
    "bad": "bad ground", "soft": "soft cover", "hard": "hard cover", "mines": "minefield", "trench": "Dug-in position"
}  # fmt: skip
_NATIONS = ("German ", "Italian ", "British ")
_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_TO_EDGE = {Edge.TOP: (0, 1), Edge.RIGHT: (1, 0), Edge.BOTTOM: (0, -1), Edge.LEFT: (-1, 0)}


def titles(table: Table) -> Mapping[str, str]:
    """What every name of the notation is called in a sentence."""
    things = (*table.terrain, *table.mines, *table.gaps, *table.trenches)
    return {
        **THE,
        **{name: the_division(table, name) for name in table.box.divisions},
        **{name: thing(name) for name in things},
        **{unit: the_unit(table, unit) for unit in table.units},
    }


def the_division(table: Table, name: str) -> str:
    """A division by its title."""
    return f"the {table.box.divisions[name].title}"


def the_unit(table: Table, name: Name | str) -> str:
    """A unit by its division, its type and its number: "the 15th Panzer's tank 1"."""
    stand = table.units[Unit(name)]
    whose = f"{the_division(table, stand.division)}'s" if stand.division else f"the {SIDES[stand.side]}"
    return f"{whose} {short_title(table, name)}"


def several(units: Sequence[Name]) -> str:
    """Units by their notation, those behind the first few only counted."""
    more = len(units) - FEW
    return listed((*units[:FEW], f"{more} more")) if more > 1 else listed(units)


def short_title(table: Table, name: Name | str) -> str:
    """A unit by its type and its number: "tank 1"; the nation goes without saying."""
    title = table.type_of(name).title
    for nation in _NATIONS:
        title = title.removeprefix(nation)
    number = name.partition("/")[2].rpartition("-")[2]
    return f"{title} {number}" if number.isdecimal() else title


def thing(name: str) -> str:
    """A piece of terrain, a minefield, a gap or a Dug-in position: "bad ground 1"."""
    kind, _, number = name.partition("-")
    return f"{_THINGS.get(kind, kind)} {number}"


def spelt(table: Table, length: float) -> str:
    """A length in words: "5.8 inches"."""
    number = f"{length:.1f}".removesuffix(".0")
    unit = "cm" if table.options.centimetres else "inch" if number == "1" else "inches"
    return f"{number} {unit}"


def towards(table: Table, start: Point, end: Point) -> str:
    """The direction of a move (" north-east"); "" while nobody told where north is."""
    if table.north is None or start == end:
        return ""
    north = _TO_EDGE[table.north]
    east = _TO_EDGE[CLOCKWISE[(CLOCKWISE.index(table.north) + 1) % 4]]
    x, y = end.x - start.x, end.y - start.y
    turn = atan2(x * east[0] + y * east[1], x * north[0] + y * north[1])
    return f" {_COMPASS[round(turn / (pi / 4)) % 8]}"

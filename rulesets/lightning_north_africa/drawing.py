"""What a report draws of the game: charts over its turns, and a scheme of the map."""

from __future__ import annotations

from collections.abc import Mapping

from referee.components.wording import counted
from referee.ruleset import Chart, Picture, Piece, Place, Point, Way
from rulesets.lightning_north_africa.names import SIDES, TOBRUK, Force, Region
from rulesets.lightning_north_africa.supply import supply_of, unsupplied
from rulesets.lightning_north_africa.table import NOWHERE, Table
from rulesets.lightning_north_africa.tobruk import controller
from rulesets.lightning_north_africa.words import short_title

WIDE, HIGH = 120.0, 40.0
"""The size of the scheme, in a unit of its own."""

STAGGER = 5.0
"""How far every other region is set off from the middle, so that their names have room."""

NOTE = "A scheme and no map: the regions lie from west to east, and lines join those that touch."


def _losses(table: Table) -> Mapping[str, float | str]:
    return {side: sum(table.forces[f].losses for f in table.forces_of(side)) for side in SIDES}


def _forces(table: Table) -> Mapping[str, float | str]:
    return {side: len(table.forces_of(side)) for side in SIDES}


def _tobruk(table: Table) -> Mapping[str, float | str]:
    return {"Tobruk": controller(table)}


def _cut_off(table: Table) -> Mapping[str, float | str]:
    return {side: len(unsupplied(table, side)) for side in SIDES}


def _hands(table: Table) -> Mapping[str, float | str]:
    return {side: table.hand(side) for side in SIDES}


def _decks(table: Table) -> Mapping[str, float | str]:
    return {side: table.cards[side].deck for side in SIDES}


CHARTS: tuple[Chart[Table], ...] = (
    Chart("Loss tokens on the map", "tokens", _losses),
    Chart("Forces on the map", "forces", _forces, decisive=True),
    Chart("Control of Tobruk", "", _tobruk, decisive=True),
    Chart("Forces known to be cut off", "forces", _cut_off, decisive=True),
    Chart("Cards in hand", "cards", _hands),
    Chart("Cards in the deck", "cards", _decks),
)


def picture(table: Table) -> Picture | None:
    """The regions and the forces in them; None while nobody told where any force is."""
    pieces = [_piece(table, force, s.region) for force, s in table.forces.items() if s.region != NOWHERE]
    if not pieces:
        return None
    lost = len(table.forces) - len(pieces)
    note = f"{NOTE} {counted(lost, 'force').capitalize()} not placed yet." if lost else NOTE
    places = tuple(_place(table, Region(region)) for region in table.box.map.places)
    ways = tuple(Way(_spot(table, a), _spot(table, b), "way") for a, b in table.box.map.ways)
    return Picture(WIDE, HIGH, places=places, ways=ways, pieces=tuple(pieces), note=note)


def _spot(table: Table, region: str) -> Point:
    """Where a region is drawn: the map names them from west to east."""
    places = table.box.map.places
    at = places.index(region)
    return Point(WIDE * (at + 0.5) / len(places), HIGH / 2 + (STAGGER if at % 2 else -STAGGER))


def _place(table: Table, region: Region) -> Place:
    there = [side for side in SIDES if table.forces_in(region, side)]
    holder = controller(table) if region == TOBRUK else there[0] if len(there) == 1 else ""
    kind = "fortress" if region == TOBRUK else "region"
    return Place(_spot(table, region), table.place(region), kind, holder)


def _piece(table: Table, force: Force, region: Region) -> Piece:
    """A force, and what lies on its card."""
    standing = table.forces[force]
    marks = [counted(standing.losses, "loss", "losses")] if standing.losses else []
    marks += ["cut off"] if supply_of(table, force).supplied is False else []
    return Piece(_spot(table, region), short_title(table, force), table.side_of(force), tuple(marks))

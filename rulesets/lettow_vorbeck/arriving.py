"""Where reinforcements may arrive, as far as it is known (27.1.D, 27.2.B, 27.3)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Kind
from rulesets.lettow_vorbeck.contingents import others_there
from rulesets.lettow_vorbeck.names import ALLIED, GERMAN, OCEAN_BOX, POOL, Land, Nation, Water, enemy_of
from rulesets.lettow_vorbeck.reach import aground
from rulesets.lettow_vorbeck.table import Table, nation_of


def nations_of(side: str) -> tuple[Nation, ...]:
    """The nations that fight on a side."""
    return tuple(nation for nation in Nation if (nation is Nation.GERMAN) == (side == GERMAN))


RULES = {
    Nation.GERMAN: "27.2.B", Nation.BRITISH: "27.3.B", Nation.BELGIAN: "27.3.C", Nation.PORTUGUESE: "27.3.D",
}  # fmt: skip
"""Where the reinforcements of a nation arrive."""


def arrival(table: Table, nation: Nation, place: str) -> tuple[bool | None, str, str]:
    """Whether reinforcements of a nation may be placed there (None: not known), the rule, and what would tell."""
    side = GERMAN if nation is Nation.GERMAN else ALLIED
    rule = RULES[nation]
    if place == OCEAN_BOX:
        return nation is Nation.BRITISH, rule, ""
    card = table.box.spaces.get(place)
    if card is None:
        return False, rule, ""
    if place in table.occupied(enemy_of(side)):
        return False, "27.1.D", ""
    ours = place in table.occupied(side)
    if side == GERMAN and table.forts.get(side) == place and ours:
        return True, rule, ""
    if nation in (Nation.BELGIAN, Nation.PORTUGUESE):
        land = Land.CONGO if nation is Nation.BELGIAN else Land.PEA
        if card.land is UNKNOWN:
            return None, rule, f"space {place} land ?"
        if card.land is not land:
            return False, rule, ""
    elif not ours:
        return False, rule, ""
    if nation is Nation.BRITISH and card.port is Water.OCEAN:
        return True, rule, ""
    if card.centre is UNKNOWN:
        return None, rule, f"space {place} centre ?"
    if not card.centre and nation is Nation.BRITISH and card.port is UNKNOWN:
        return None, rule, f"space {place} port ?"
    return card.centre, rule, ""


def places_for(table: Table, nation: Nation, units: tuple[str, ...], maybe: bool = False) -> Iterator[str]:
    """The places where reinforcements of a nation may surely arrive (or perhaps), and no other contingent is."""
    for place in (*table.box.spaces, OCEAN_BOX):
        may = arrival(table, nation, place)[0]
        if not (may or (maybe and may is None)) or others_there(table, units, place):
            continue
        if not any(f.kind is Kind.ILLEGAL for f in aground(table, units, place, "")):
            yield place


@remembered
def homeless(table: Table, side: str) -> bool:
    """Whether surely none of the reinforcements that are due has a place where it may arrive."""
    if placeable(table, side):
        return False
    waiting = _waiting(table, side)
    return not any(nation is UNKNOWN or any(places_for(table, nation, (u,), maybe=True)) for u, nation in waiting)


@remembered
def placeable(table: Table, side: str) -> bool:
    """Whether one of the reinforcements that are due surely has a place where it may arrive.

    One of which the nation is not known has none: no place takes all three of the Allies.
    """
    return any(
        nation is not UNKNOWN and any(places_for(table, nation, (u,))) for u, nation in _waiting(table, side)
    )


def _waiting(table: Table, side: str) -> Iterator[tuple[str, Nation | Unknown]]:
    """The units that may be drawn of those that are due, each with its nation."""
    own = table.pieces[side]
    return ((u, nation_of(table, u)) for u in own.roster if own.named.get(u, POOL) in table.due)

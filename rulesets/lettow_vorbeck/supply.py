"""Supply, an advanced rule: who is in supply, and why (21.0, 30.2)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from rulesets.lettow_vorbeck.box import all_told, told_ways
from rulesets.lettow_vorbeck.names import GERMAN, Land, Type, Users, Way, enemy_of
from rulesets.lettow_vorbeck.table import Table

WITHIN = 2
"""Spaces from a source (21.2)."""

ALWAYS = (Type.LEADER, Type.SUPPLY, Type.FLEET)
"""Types that are always in supply (21.1)."""

CARRIERS = (Type.SUPPLY, Type.FLEET)
"""Types that supply others by 21.2, if the ruling says that it is played."""


@dataclass(frozen=True, slots=True)
class Supply:
    """Whether a unit is in supply (None: not known), by which rule, and why."""

    supplied: bool | None
    rule: str
    why: str


@remembered
def sources(table: Table, side: str) -> frozenset[str]:
    """The spaces that supply a side: occupied centres and its fort marker (30.2.B, D, E), and what a ruling adds.

    The scenario's list goes before that of 21.2 (30.2.A, 2.1.D), and does not name all that 21.2 does. By another
    ruling a centre that is fought over does not supply its attacker, who has not captured it yet.
    """
    found = set()
    enemies = table.occupied(enemy_of(side))
    contested_too = table.ruled("contested-centre") == "supplies"
    more = table.ruled("supply-sources")
    for space in table.occupied(side):
        card = table.box.spaces[space]
        printed = more != "listed" and card.fort is not UNKNOWN and card.fort in (Users.BOTH, side)
        moving = more == "all" and any(table.card_of(u).type in CARRIERS for u in table.named_in(space, side))
        attacked = space in enemies and table.pursuits.get(space, table.side) == side
        held = card.centre is True and (contested_too or not attacked)
        if held or printed or moving or table.forts.get(side) == space:
            found.add(space)
    return frozenset(found)


@remembered
def near_source(table: Table, side: str) -> frozenset[str]:
    """The spaces that are a source or within two spaces of one; enemies between do not matter."""
    distance = dict.fromkeys(sources(table, side), 0)
    queue = deque(distance)
    near = told_ways(table.box)
    while queue:
        here = queue.popleft()
        for there, _ in near[here] if distance[here] < WITHIN else ():
            if there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return frozenset(distance)


@remembered
def on_the_line(table: Table, side: str) -> frozenset[str]:
    """The rail spaces that are joined to a source by rail without an enemy between (30.2.C)."""
    enemies = table.occupied(enemy_of(side))
    found = {s for s in sources(table, side) if s not in enemies}
    queue = deque(found)
    near = told_ways(table.box)
    while queue:
        here = queue.popleft()
        for there, way in near[here]:
            if way is Way.RAIL and there not in found and there not in enemies:
                found.add(there)
                queue.append(there)
    return frozenset(found)


def supply_of(table: Table, unit: str) -> Supply:
    """Whether a unit is in supply."""
    kind = table.card_of(unit).type
    if kind is not UNKNOWN and kind in ALWAYS:
        return Supply(True, "21.1", f"a {kind} unit always is")
    return _supply_in(table, table.side_of(unit), table.place_of(unit))


@remembered
def _supply_in(table: Table, side: str, space: str) -> Supply:
    """Whether units of a side are in supply in a place."""
    if space not in table.box.spaces:
        return Supply(True, "21.1", "it is not on the map")
    land = table.box.spaces[space].land
    if side == GERMAN and land is Land.GEA:
        return Supply(True, "30.2.D", "Germans in German East Africa always are")
    if space in near_source(table, side):
        rule = "30.2.D" if side == GERMAN else "30.2.E"
        return Supply(True, rule, f"a source of supply is within {WITHIN} spaces")
    if space in on_the_line(table, side):
        return Supply(True, "30.2.C", "the railway leads to a source of supply without an enemy between")
    if _unsure(table, side):
        return Supply(None, "21.2", "not enough of the map is known")
    return Supply(False, "21.3", "no source of supply is near enough")


@remembered
def _unsure(table: Table, side: str) -> bool:
    """Whether something that nobody told could supply a unit."""
    cards = table.box.spaces
    here, more = table.occupied(side), table.ruled("supply-sources")
    sources = any(cards[s].centre is UNKNOWN or (more != "listed" and cards[s].fort is UNKNOWN) for s in here)
    sources |= more == "all" and any(table.card_of(u).type is UNKNOWN for s in here for u in table.named_in(s, side))
    return sources or len(all_told(table.box)) < len(cards) or any(c.land is UNKNOWN for c in cards.values())


def out_of_supply(table: Table, units: tuple[str, ...]) -> frozenset[str]:
    """Those of some units that are surely out of supply; none where supply is not played."""
    if not table.options.supply:
        return frozenset()
    return frozenset(u for u in units if supply_of(table, u).supplied is False)

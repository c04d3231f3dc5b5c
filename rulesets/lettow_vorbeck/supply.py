"""Supply, an advanced rule: who is in supply, and why (21.0, 30.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.ruleset import Finding, needs
from rulesets.lettow_vorbeck.box import Box, all_told, told_ways, untold_from
from rulesets.lettow_vorbeck.names import GERMAN, Land, Type, Users, Way, enemy_of
from rulesets.lettow_vorbeck.table import Table

WITHIN = 2
"""Spaces from a source (21.2)."""

ALWAYS = (Type.LEADER, Type.SUPPLY, Type.FLEET)
"""Types that are always in supply (21.1)."""

CARRIERS = (Type.SUPPLY, Type.FLEET)
"""Types that supply others by 21.2, if the ruling says that it is played."""


ELSEWHERE = ""
"""Where a way may lead of which nobody told where it ends: a space that may not be on file."""

Ways = Mapping[str, tuple[tuple[str, Way], ...]]


@dataclass(frozen=True, slots=True)
class Supply:
    """Whether a unit is in supply (None: not known), by which rule, and why; the line that would tell."""

    supplied: bool | None
    rule: str
    why: str
    teach: str = ""


@remembered
def sources(table: Table, side: str) -> frozenset[str]:
    """The spaces that surely supply a side."""
    return frozenset(space for space, doubt in _possible_sources(table, side).items() if not doubt)


@remembered
def _possible_sources(table: Table, side: str) -> Mapping[str, str]:
    """The spaces that supply a side: occupied centres and its fort marker (30.2.B, D, E), and what a ruling adds.

    The scenario's list goes before that of 21.2 (30.2.A, 2.1.D), and does not name all that 21.2 does. By another
    ruling a centre that is fought over does not supply its attacker, who has not captured it yet.
    """
    found: dict[str, str] = {}
    enemies = table.occupied(enemy_of(side))
    contested_too = table.ruled("contested-centre") == "supplies"
    more = table.ruled("supply-sources")
    for space in sorted(table.occupied(side)):
        card = table.box.spaces[space]
        printed = more != "listed" and card.fort in (UNKNOWN, Users.BOTH, side)
        types = {table.card_of(u).type: u for u in table.named_in(space, side)} if more == "all" else {}
        attacked = space in enemies and table.pursuits.get(space, table.side) == side
        held = card.centre is not False and (contested_too or not attacked)
        sure = (held and card.centre is True) or (printed and card.fort is not UNKNOWN)
        if sure or types.keys() & {*CARRIERS} or table.forts.get(side) == space:
            found[space] = ""
        elif held or printed or UNKNOWN in types:
            found[space] = f"space {space} {'centre' if held else 'fort'} ?"
            if not (held or printed):
                found[space] = f"unit {types[UNKNOWN]} type ?"
    return found


@remembered
def near_source(table: Table, side: str) -> frozenset[str]:
    """The spaces that are a source or within two spaces of one; enemies between do not matter."""
    return _within(sources(table, side), told_ways(table.box))


def _within(start: Iterable[str], near: Ways) -> frozenset[str]:
    distance = dict.fromkeys(start, 0)
    queue = deque(distance)
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
    return _along(sources(table, side), told_ways(table.box), table.occupied(enemy_of(side)), (Way.RAIL,))


def _along(start: Iterable[str], near: Ways, enemies: frozenset[str], ways: tuple[Way, ...]) -> frozenset[str]:
    found = {s for s in start if s not in enemies}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there, way in near[here]:
            if way in ways and there not in found and there not in enemies:
                found.add(there)
                queue.append(there)
    return frozenset(found)


@remembered
def _possible_ways(box: Box) -> Ways:
    """The routes out of each space that are known, and those that may be there: of a `Way.YES` no kind is known."""
    near = dict(told_ways(box))
    untold = [s for s in box.spaces if s not in all_told(box)]
    for space in untold:
        near[space] = (*near[space], *((s, Way.YES) for s in untold_from(box, space)), (ELSEWHERE, Way.YES))
    near[ELSEWHERE] = tuple((space, Way.YES) for space in untold)
    return near


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
    if side == GERMAN and land is UNKNOWN:
        return Supply(None, "30.2.D", "its country is not known", f"space {space} land ?")
    for source in _perhaps_from(table, side, space):
        doubt = _possible_sources(table, side)[source] or _way_asked(table.box, space, source)
        return Supply(None, "21.2", f"whether {table.title(source)} supplies it is not known", doubt)
    return Supply(False, "21.3", "no source of supply is near enough")


def _perhaps_from(table: Table, side: str, space: str) -> Iterator[str]:
    """The spaces that may supply units in a space: first those to which a way is known."""
    enemies = table.occupied(enemy_of(side))
    for near, ways in ((told_ways(table.box), (Way.RAIL,)), (_possible_ways(table.box), (Way.RAIL, Way.YES))):
        for source in _possible_sources(table, side):
            if space in _within((source,), near) or space in _along((source,), near, enemies, ways):
                yield source


def _way_asked(box: Box, space: str, source: str) -> str:
    """What would tell whether a way leads from a space to a source; "" where no single fact does."""
    if source in untold_from(box, space):
        return f"route {space} {source} ?"
    return next((f"space {s} ways ?" for s in (space, source) if box.spaces[s].ways is UNKNOWN), "")


def strengths(printed: int, supplied: bool | None) -> tuple[int, ...]:
    """The strengths that a unit may have, the printed one first; two where nobody knows whether it is in supply."""
    less = max(0, printed - 1)  # 21.4.B
    if supplied is None and printed:
        return printed, less
    return (less if supplied is False else printed,)


def supply_asked(table: Table, unit: str, rule: str, so: str) -> Finding:
    """That it is not known whether a unit is in supply, what depends on it, and what would tell."""
    supply = supply_of(table, unit)
    return needs(rule, f"whether {unit} is in supply ({so}) is not known: {supply.why}", supply.teach)


def out_of_supply(table: Table, units: tuple[str, ...], sure: bool = True) -> frozenset[str]:
    """Those of some units that are surely out of supply, or of which nobody can tell; none where supply is not played.
    """
    if not table.options.supply:
        return frozenset()
    return frozenset(u for u in units if supply_of(table, u).supplied is (False if sure else None))

"""How far a unit gets: routes, stops, rail, rivers and water, as far as the map is known (3.0, 11.0, 12.0, 28.0)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.components.facts import replace
from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.ruleset import Finding, illegal, needs
from rulesets.lettow_vorbeck.box import Box, all_told, told_ways, untold_from
from rulesets.lettow_vorbeck.names import (
    ALLIED,
    CLOSED,
    OCEAN_BOX,
    Event,
    Nation,
    Type,
    Water,
    Way,
    enemy_of,
)
from rulesets.lettow_vorbeck.table import Table, listed

Reach = Mapping[str, str]
"""The spaces that can be reached; to each the line that would teach what is missing to be sure, "" if nothing is."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """What counts of a unit when it moves: its side, its contingent (None: not known), and whether it is a fleet."""

    side: str
    nation: Nation | None
    fleet: bool = False


def closed_to(table: Table, nation: Nation | None, space: str) -> bool | None:
    """Whether a space lies in a neutral country that others may not enter (28.1.B); None if it cannot be told."""
    closed = False if table.war else _neutral_to(table.box, nation, space)
    return None if closed and may_be_war(table) else closed


def aground(table: Table, units: Iterable[str], space: str, instead: str) -> Iterator[Finding]:
    """Whether fleets among units that are placed in a space would lie on dry land (12.3.D)."""
    fleets = [u for u in units if table.card_of(u).type is Type.FLEET]
    if not fleets or space not in table.box.spaces or table.box.spaces[space].river is True:
        return
    place = table.title(space)
    if table.box.spaces[space].river is UNKNOWN:
        yield needs("12.3.D", f"whether {place} is on a river is not known", f"space {space} river ?")
    else:
        yield illegal("12.3.D", f"{listed(fleets)}: a fleet, and {place} is not on a river", instead)


def may_be_war(table: Table) -> bool:
    """Whether the card in effect, which nobody named, may be the one that brings the neutral countries into the war."""
    if table.war or not table.decks[table.side].in_effect or table.current(table.side) is not None:
        return False
    return any(card.side == table.side and card.event is Event.INTERVENTION for card in table.box.cards.values())


def _neutral_to(box: Box, nation: Nation | None, space: str) -> bool | None:
    """Whether a space lies in a country that lets no others in as long as it is neutral."""
    land = box.spaces[space].land
    if land is UNKNOWN:
        return None
    owner = CLOSED.get(land)
    if owner is None or nation is owner:
        return False
    return True if nation is not None else None


def bridged(table: Table, side: str, space: str) -> bool:
    """A friendly fleet or engineer unit makes a river no obstacle (12.2)."""
    return any(table.card_of(u).type in (Type.FLEET, Type.ENGINEER) for u in table.named_in(space, side))


def stopped(table: Table, who: Traveller, space: str) -> tuple[bool | None, str]:
    """Whether a unit must stop in a space that it enters (None: not known), and the line that would tell."""
    enemy = enemy_of(who.side)
    card = table.box.spaces[space]
    if who.fleet:
        return _fleet_stopped(table, who.side, space), ""
    if space in table.occupied(enemy) or card.stop is True:
        return True, ""
    if card.river is True and not bridged(table, who.side, space):
        return True, ""
    if card.stop is UNKNOWN:
        return None, f"space {space} stop ?"
    if card.river is UNKNOWN:
        return None, f"space {space} river ?"
    return False, ""


def _fleet_stopped(table: Table, side: str, space: str) -> bool:
    """A fleet stops on no river (12.3.A), but at an enemy fleet, and where the enemy holds a fort (12.3.C)."""
    enemy = enemy_of(side)
    if space not in table.occupied(enemy):
        return False
    fleet = any(table.card_of(u).type is Type.FLEET for u in table.named_in(space, enemy))
    return fleet or table.box.spaces[space].fort in (enemy, "both") or table.forts.get(enemy) == space


def open_rivers(table: Table) -> bool:
    """Whether land units use river routes, by a ruling."""
    return table.ruled("river-routes") == "open"


def passable(who: Traveller, way: Way, rivers: bool) -> bool:
    """Whether a unit may use a route of a kind: a fleet river routes alone, a land unit those by a ruling (3.2)."""
    if who.fleet or way is not Way.RIVER:
        return who.fleet == (way is Way.RIVER)
    return rivers


Steps = Mapping[str, tuple[tuple[str, bool], ...]]
"""The steps out of each space: where to, and whether by rail."""


@remembered
def sure_steps(box: Box, who: Traveller, war: bool, rivers: bool) -> Steps:
    """The steps that a unit may surely take, as far as the map is known."""
    open_to = {s for s in box.spaces if war or _neutral_to(box, who.nation, s) is False}
    if who.fleet:
        open_to = {s for s in open_to if box.spaces[s].river is True}
    return {
        here: tuple((s, way is Way.RAIL) for s, way in near if s in open_to and passable(who, way, rivers))
        for here, near in told_ways(box).items()
    }


@remembered
def sure_reach(table: Table, who: Traveller, start: str, spaces: int, trains: bool = True) -> frozenset[str]:
    """The spaces that a unit surely reaches with so many spaces."""
    return frozenset(_reached(table, who, start, spaces, trains)) - {start}


def _reached(table: Table, who: Traveller, start: str, spaces: int, trains: bool = True) -> Iterator[str]:
    """The spaces that a unit surely reaches, as they are found. A run of rail spaces counts as one (28.3).

    A state of the search is a space, whether it was entered by rail, and how many runs by rail there were.
    """
    best: dict[tuple[str, bool, int], int] = {(start, False, 0): 0}
    queue = deque([(start, False, 0)])
    through, runs_by_rail = table.ruled("LQ13") == "yes", 1 if table.ruled("LQ12") == "one" else spaces
    runs_by_rail = runs_by_rail if trains else 0
    enemies = table.occupied(enemy_of(who.side))
    steps = sure_steps(table.box, who, table.war, open_rivers(table))
    while queue:
        here, rail, runs = queue.popleft()
        spent = best[here, rail, runs]
        halt = here != start and stopped(table, who, here)[0] is not False
        if halt and not (rail and through and here not in enemies):
            continue
        for there, on_rail in steps[here]:
            goes_on = on_rail and rail
            if halt and not goes_on:
                continue
            cost = spent if goes_on else spent + 1
            by_rail = on_rail and (goes_on or runs < runs_by_rail)  # after the last run by rail it is a step by land
            state = (there, by_rail, runs + 1 if by_rail and not goes_on else runs)
            if cost > spaces or best.get(state, spaces + 1) <= cost:
                continue
            best[state] = cost
            (queue.appendleft if goes_on else queue.append)(state)
            yield there


def _possible_steps(table: Table, who: Traveller, here: str) -> Iterator[tuple[str, bool, str]]:
    """The steps that may exist: where to, whether by rail, and what would tell."""
    for there, way in told_ways(table.box).get(here, ()):
        if passable(who, way, open_rivers(table)):
            yield there, way is Way.RAIL, ""
    for there in untold_from(table.box, here):
        yield there, False, f"route {here} {there} ?"


@remembered
def possible_reach(table: Table, who: Traveller, start: str, spaces: int) -> Reach:
    """The spaces that a unit may reach if what nobody told is so: to each the first thing to be told."""
    if map_is_known(table.box):
        return {}
    best: dict[tuple[str, bool], tuple[int, str]] = {(start, False): (0, "")}
    queue = deque([(start, False)])
    while queue:
        here, rail = queue.popleft()
        spent, doubt = best[here, rail]
        halt, unsure = stopped(table, who, here) if here != start else (False, "")
        if halt and not (rail and here not in table.occupied(enemy_of(who.side))):
            continue
        for there, on_rail, untold in _possible_steps(table, who, here):
            cost = spent + (0 if on_rail and rail else 1)
            known = best.get((there, on_rail))
            if (halt and not (on_rail and rail)) or cost > spaces or (known is not None and known[0] <= cost):
                continue
            closed = closed_to(table, who.nation, there)
            if closed:
                continue
            land = "" if closed is False or table.box.spaces[there].land is not UNKNOWN else f"space {there} land ?"
            best[there, on_rail] = (cost, doubt or unsure or untold or land)
            if on_rail and rail:
                queue.appendleft((there, on_rail))
            else:
                queue.append((there, on_rail))
    return {there: doubt for (there, _), (_, doubt) in best.items() if there != start}


@remembered
def map_is_known(box: Box) -> bool:
    """Whether nothing that counts for movement is unknown."""
    facts = all(UNKNOWN not in (c.land, c.stop, c.river) for c in box.spaces.values())
    return facts and len(all_told(box)) == len(box.spaces)


def waters(box: Box, side: str, place: str) -> frozenset[str]:
    """The waters on which units of a side may set out from a place, or land there (28.2); "?" if that is not known."""
    if place == OCEAN_BOX:
        return frozenset({Water.OCEAN}) if side == ALLIED else frozenset()
    card = box.spaces.get(place)
    if card is None:
        return frozenset()
    if card.port is UNKNOWN:
        return frozenset({"?"})
    if card.port is Water.NONE or (card.port is Water.OCEAN and side != ALLIED):
        return frozenset()
    return frozenset({card.port})


@remembered
def shores(box: Box, side: str) -> Mapping[str, frozenset[str]]:
    """The places where units of a side may set out or land by water, or may perhaps, and their waters."""
    return {place: found for place in (*box.spaces, OCEAN_BOX) if (found := waters(box, side, place))}


@remembered
def water_reach(table: Table, who: Traveller, start: str) -> Reach:
    """Where a unit may land that sets out from a place by water."""
    there = shores(table.box, who.side)
    ours = there.get(start)
    found: dict[str, str] = {}
    if who.fleet or not ours:
        return found
    for place, theirs in there.items():
        if place == start:
            continue
        if place != OCEAN_BOX and closed_to(table, who.nation, place):
            continue
        if "?" in ours | theirs:
            found[place] = f"space {start if '?' in ours else place} port ?"
        elif ours & theirs:
            found[place] = ""
    return found


@remembered
def way_to(table: Table, who: Traveller, start: str, spaces: int, to: str) -> str | None:
    """What would tell whether a unit may end its movement in a place, "" if that is sure; None if it cannot."""
    if spaces and start in table.box.spaces:
        near = sure_steps(table.box, who, table.war, open_rivers(table))[start]
        if any(there == to for there, _ in near):  # one step is always in reach
            return ""
        if start != to and any(there == to for there in _reached(table, who, start, spaces)):
            return ""
    return destinations(table, who, start, spaces).get(to)


def led_through(table: Table, who: Traveller, start: str, spaces: int, to: str, by: str) -> bool:
    """Whether every way of a unit to a space leads through another one; only a map without gaps tells."""
    if not map_is_known(table.box) or to not in sure_reach(table, who, start, spaces):
        return False
    around = {key: way for key, way in table.box.routes.items() if by not in key.split()}
    by_land = sure_reach(table.but(box=replace(table.box, routes=around)), who, start, spaces)
    return to not in by_land and to not in water_reach(table, who, start)


@remembered
def destinations(table: Table, who: Traveller, start: str, spaces: int) -> Reach:
    """Every place where a unit may end its movement, by land, rail, river or water."""
    sure = dict.fromkeys(sure_reach(table, who, start, spaces), "") if start in table.box.spaces else {}
    maybe = possible_reach(table, who, start, spaces) if start in table.box.spaces else {}
    water = water_reach(table, who, start)
    by_water = {place: "" for place, doubt in water.items() if not doubt}
    return {**water, **maybe, **by_water, **sure}  # where a way by land may be, no port is asked for

"""Whether a unit gets along a way that is told space by space: all of it counts, a loop too (11.D, 12.0, 28.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from rulesets.lettow_vorbeck.box import way_between
from rulesets.lettow_vorbeck.names import Way, enemy_of
from rulesets.lettow_vorbeck.obstacles import asked, closed_by, many_spaces, rule_of
from rulesets.lettow_vorbeck.reach import Traveller, bridged, closed_to, open_rivers, passable, stopped, waters
from rulesets.lettow_vorbeck.table import Table, by_ruling


@dataclass(frozen=True, slots=True)
class Hitch:
    """What keeps a unit from the end of a way: the rule and why.

    sure     it surely does; else a fact is not known, and `teach` is the line that would tell it
    entered  the spaces that the unit gets to before
    """

    rule: str
    why: str
    sure: bool = True
    teach: str = ""
    entered: tuple[str, ...] = ()


def hitch(table: Table, who: Traveller, unit: str, way: tuple[str, ...], spaces: int) -> Hitch | None:
    """The first thing that surely keeps a unit from the end of a way, else the first that may; None if nothing does.

    `way` begins with the space that it leaves.
    """
    return min(_hitches(table, who, unit, way, spaces), key=lambda one: not one.sure, default=None)


def _hitches(table: Table, who: Traveller, unit: str, way: tuple[str, ...], spaces: int) -> Iterator[Hitch]:
    """All that keeps a unit from the end of a way, in the order of its spaces."""
    kinds = [Way.YES if (kind := way_between(table.box, *leg)) is UNKNOWN else kind for leg in pairwise(way)]
    for count, (here, there) in enumerate(pairwise(way)):
        entered = way[1 : count + 1]
        if count:
            yield from _leaves(table, who, unit, here, there, kinds[count - 1 : count + 1], entered)
        yield from _enters(table, who, unit, here, there, kinds[count], way[-1], entered)
        cost = _cost(table, kinds[: count + 1])
        if cost <= spaces:
            continue
        rule, why = "11.D", f"the way over {_over(table, way)} is {many_spaces(_cost(table, kinds))}, not {spaces}"
        if who.fleet:
            rule = "12.3.B"
        elif unit in table.unsupplied and _cost(table, kinds) == spaces + 1:
            rule, why = "21.4.A", f"{unit} is out of supply, so it moves {many_spaces(spaces)}"
        yield Hitch(rule, why, entered=entered)


def _over(table: Table, way: tuple[str, ...]) -> str:
    return ", ".join(map(table.title, way[1:-1]))


def _cost(table: Table, kinds: list[Way]) -> int:
    """How many spaces of movement some routes in a row cost: a run by rail is one (28.3)."""
    saved = [sum(1 for _ in run) - 1 for kind, run in groupby(kinds) if kind is Way.RAIL]
    return len(kinds) - (max(saved, default=0) if table.ruled("LQ12") == "one" else sum(saved))


def _leaves(
    table: Table, who: Traveller, unit: str, here: str, there: str, kinds: list[Way], entered: tuple[str, ...]
) -> Iterator[Hitch]:
    """What keeps a unit in a space that it entered, so that it does not go on; `kinds`: of those two routes."""
    halt, teach = stopped(table, who, here)
    enemies, by_rail = here in table.occupied(enemy_of(who.side)), kinds == [Way.RAIL, Way.RAIL]
    if halt is False or (by_rail and not enemies and table.ruled("LQ13") == "yes"):
        return
    if halt is None:
        yield Hitch(rule_of(teach), asked(table, teach, there), False, teach, entered)
        return
    card, place = table.box.spaces[here], table.title(here)
    if who.fleet:
        rule, why = "12.3.C", f"stops at an enemy fleet or an enemy-held fort in {place}"
    elif card.stop is True:
        rule, why = "11.1.1.B", f"must stop in {place}"
    elif card.river is True and not bridged(table, who.side, here):
        rule, why = "12.1", f"stops in {place}, a river space"
    else:
        rule, why = "28.3" if by_rail else "11.1.2", f"stops at the enemy in {place}"
    yield Hitch(rule, f"{unit} {why}, and does not go on to {table.title(there)}", entered=entered)


def _no_route(table: Table, who: Traveller, unit: str, here: str, there: str) -> Hitch:
    """What keeps a unit from a step on a way for which the map has no route, by what is on file."""
    if not who.fleet and (waters(table.box, who.side, here) & waters(table.box, who.side, there)) - {"?"}:
        ports = f"from {table.title(here)} to {table.title(there)}"
        return Hitch("28.2.A", f"by water {unit} moves {ports} and no further: it takes the whole movement")
    mend = f"`route {here} {there} {'river' if who.fleet else 'land'}` corrects it"
    return Hitch("3.2", f"no route joins {table.title(here)} and {table.title(there)} on the map on file; {mend}")


def _enters(
    table: Table, who: Traveller, unit: str, here: str, there: str, kind: Way, end: str, entered: tuple[str, ...]
) -> Iterator[Hitch]:
    """What keeps a unit from going on to the next space by a route of a kind."""
    card, place = table.box.spaces[there], table.title(there)
    teach = ""
    if who.fleet and card.river is False:
        yield Hitch("12.3.D", f"{unit} is a fleet, and {place} is not on a river", entered=entered)
    elif kind is Way.NO:
        yield replace(_no_route(table, who, unit, here, there), entered=entered)
    elif who.fleet and (card.river is UNKNOWN or kind is Way.YES):
        teach = f"space {there} river ?" if card.river is UNKNOWN else f"route {here} {there} ?"
    elif not passable(who, kind, open_rivers(table)):
        between = f"from {table.title(here)} to {place}"
        if who.fleet:
            yield Hitch("12.3.D", f"{unit} is a fleet, and the route {between} is no river", entered=entered)
        else:
            cited = by_ruling(table, "river-routes")
            yield Hitch("3.2", f"only a river route leads {unit} {between} {cited}", entered=entered)
    closed = closed_to(table, who.nation, there)
    if closed:
        yield Hitch("28.1.B", closed_by(table, there), entered=entered)
    elif closed is None and card.land is UNKNOWN:
        teach = teach or f"space {there} land ?"
    elif closed is None:
        yield Hitch("28.1.B", f"whether {place} is closed to {unit} is not known", False, "", entered)
    if teach:
        yield Hitch(rule_of(teach), asked(table, teach, end), False, teach, entered)

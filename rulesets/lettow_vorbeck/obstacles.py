"""Why units do not get where they would march: the rule that they would break on the way (11.0, 12.0, 28.0)."""

from __future__ import annotations

from dataclasses import replace

from referee.components.hidden import Pieces
from referee.components.unknown import UNKNOWN
from referee.ruleset import Finding, illegal, ruling
from rulesets.lettow_vorbeck.box import SpaceCard
from rulesets.lettow_vorbeck.names import ALLIED, CLOSED, OCEAN_BOX, Land, Water, enemy_of
from rulesets.lettow_vorbeck.reach import Traveller, closed_to, sure_reach, water_reach, waters
from rulesets.lettow_vorbeck.table import Table, by_ruling


def why_not(table: Table, who: Traveller, unit: str, here: str, to: str, spaces: int, near: str) -> Finding:
    """The rule that a unit breaks which does not get there; `near` says where it may go."""
    place = table.title(to)
    if to in table.box.spaces and closed_to(table, who.nation, to):
        return illegal("28.1.B", closed_by(table, to), near)
    if who.fleet:
        rule, why = _aground(table, who, here, to, spaces)
        return illegal(rule, f"{unit} is a fleet and does not reach {place}: {why}", near)
    ocean = OCEAN_BOX in (here, to) or all(
        p in table.box.spaces and table.box.spaces[p].port is Water.OCEAN for p in (here, to)
    )
    if ocean and who.side != ALLIED:
        by_land = None if OCEAN_BOX in (here, to) else _blocked(table, who, unit, here, to, spaces, near)
        if by_land is not None and by_land.rule != "11.D":
            return by_land
        return illegal("28.2.2", f"only the Allies move over the ocean, so {unit} does not reach {place}", near)
    if OCEAN_BOX in (here, to):
        port, words = (here, "sets out from") if to == OCEAN_BOX else (to, "lands in")
        message = f"between the map and the box one {words} an ocean port, and {table.title(port)} is none"
        return illegal("28.2.3", message, near)
    return _blocked(table, who, unit, here, to, spaces, near)


def closed_by(table: Table, space: str) -> str:
    """Why a space of a neutral country is closed (28.1.B)."""
    land = table.box.spaces[space].land
    owner = CLOSED[land].title() if land is not UNKNOWN and land in CLOSED else "another"
    return f"{table.title(space)} is {owner}, and neutral until Allied Intervention is played"


def _aground(table: Table, who: Traveller, here: str, to: str, spaces: int) -> tuple[str, str]:
    """Why a fleet does not get there: no river, an enemy on it that stops fleets, or too far."""
    if here not in table.box.spaces:
        return "12.3.D", "it is not on a river"
    if to not in table.box.spaces or table.box.spaces[to].river is not True:
        return "12.3.D", "not on a river"
    if to in sure_reach(_without_enemies(table, who), who, here, spaces):
        return "12.3.C", "it stops at an enemy fleet or an enemy-held fort on the way"
    return "12.3.B", f"{spaces} river spaces do not lead there"


def _without_enemies(table: Table, who: Traveller) -> Table:
    return table.but(pieces={**table.pieces, enemy_of(who.side): Pieces(())}, forts={})


def _without_doubt(card: SpaceCard) -> SpaceCard:
    """A space where nothing holds a unit but what is surely there: what is not known is not what stops it."""
    land = Land.GEA if card.land is UNKNOWN else card.land
    return replace(card, land=land, stop=card.stop is True, river=card.river is True)


def _mixed(table: Table, who: Traveller, here: str, to: str, spaces: int) -> bool:
    """Whether water and land together would lead there, if water did not take all the movement (28.2.A)."""
    by_land = sure_reach(table, who, here, spaces - 1)
    if any(water_reach(table, who, port).get(to) == "" for port in by_land):
        return True
    ports = (p for p, doubt in water_reach(table, who, here).items() if p in table.box.spaces and not doubt)
    return any(to in sure_reach(table, who, port, spaces - 1) for port in ports)


def _blocked(table: Table, who: Traveller, unit: str, here: str, to: str, spaces: int, near: str) -> Finding:
    """Too far, or something on the way where it must stop."""
    place = table.title(to)
    table = table.but(box=replace(table.box, spaces={s: _without_doubt(c) for s, c in table.box.spaces.items()}))
    free = _without_enemies(table, who)
    if to in sure_reach(free, who, here, spaces):
        rule = "11.1.2" if to in sure_reach(free, who, here, spaces, trains=False) else "28.3"
        return illegal(rule, f"{unit} stops at the first enemy on the way, and does not reach {place}", near)
    dry = {s: replace(c, river=False) for s, c in table.box.spaces.items()}
    if to in sure_reach(free.but(box=replace(free.box, spaces=dry)), who, here, spaces):
        return illegal("12.1", f"{unit} stops in a river space on the way, and does not reach {place}", near)
    flat = {s: replace(c, stop=False) for s, c in dry.items()}
    free = free.but(box=replace(free.box, spaces=flat))
    if to in sure_reach(free, who, here, spaces):
        return illegal("11.1.1.B", f"{unit} must stop on the way, and does not reach {place}", near)
    if unit in table.unsupplied and to in sure_reach(free, who, here, spaces + 1):
        return illegal("21.4.A", f"{unit} is out of supply, so it moves {many_spaces(spaces)}", near)
    if table.ruled("river-routes") == "closed":
        rivers = table.but(rulings={**table.rulings, "river-routes": "open"})
        if to in sure_reach(rivers, who, here, spaces):
            cited = by_ruling(table, "river-routes")
            return illegal("3.2", f"only a river route leads {unit} to {place} {cited}", near)
    if not table.war and to in sure_reach(free.but(war=True), who, here, spaces):
        message = f"every way to {place} leads through a country that is neutral until Allied Intervention is played"
        return illegal("28.1.B", message, near)
    if _mixed(table, who, here, to, spaces):
        message = f"by water {unit} moves from port to port and no further, and does not reach {place}"
        return illegal("28.2.A", message, near)
    if water_reach(table, who, here) and waters(table.box, who.side, to):
        return illegal("28.2.1", f"{place} is no port on the water that {table.title(here)} lies on", near)
    return illegal("11.D", f"{place} is more than {many_spaces(spaces)} from {table.title(here)}", near)


def many_spaces(count: int) -> str:
    """A number of spaces in words."""
    return "1 space" if count == 1 else f"{count} spaces"


def into_the_box(table: Table) -> Finding:
    """What a ruling says of units that go from the map into the Indian Ocean box: 28.2.3 has them placed there."""
    cited = by_ruling(table, "ocean-box")
    if table.ruled("ocean-box") == "both":
        return ruling("ocean-box", f"units go from a port into the Indian Ocean box {cited}", "ruling ocean-box out")
    message = f"units are placed in the Indian Ocean box, and only leave it {cited}"
    return illegal("28.2.3", message, "a space of the map")


def rule_of(teach: str) -> str:
    """The rule that a missing fact of the map belongs to."""
    word = teach.split()[-2]
    return {"stop": "11.1.1.B", "river": "12.1", "land": "28.1.B", "port": "28.2.A"}.get(word, "11.D")


def asked(table: Table, teach: str, to: str) -> str:
    """A missing fact of the map, as words for a question; of a way to a place that may lead elsewhere too."""
    kind, first, second, *_ = teach.split()
    if kind == "route":
        on_way = "" if to in (first, second) else f" on a possible way to {table.title(to)}"
        between = "(or `via SPACE`, if others lie between them)"
        return f"the route from {table.title(first)} to {table.title(second)}{on_way} {between} is not known"
    what = {
        "stop": "whether units stop in {}", "river": "whether {} is on a river", "land": "the country of {}",
        "port": "which water {} is a port on, if any",
    }[second]  # fmt: skip
    return f"{what.format(table.title(first))} is not known"

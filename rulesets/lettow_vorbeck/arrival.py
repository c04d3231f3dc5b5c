"""Where units that march together may end their movement, as far as it is known (11.D, 28.0, 29.B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.ruleset import Finding, Kind, illegal, needs
from rulesets.lettow_vorbeck.allowance import may_march, share_of, traveller
from rulesets.lettow_vorbeck.along import Hitch, hitch
from rulesets.lettow_vorbeck.box import ways_over
from rulesets.lettow_vorbeck.contingents import contingents, others_there
from rulesets.lettow_vorbeck.names import ALLIED, ASIDE, DEAD, KONIGSBERG, OCEAN_BOX, POOL, SA_BOX, Type, enemy_of
from rulesets.lettow_vorbeck.obstacles import asked, into_the_box, many_spaces, rule_of, why_not
from rulesets.lettow_vorbeck.reach import Traveller, destinations, way_to
from rulesets.lettow_vorbeck.supply import supply_asked
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed

NO_WAY_OUT = (POOL, SA_BOX, KONIGSBERG, ASIDE, DEAD)
"""Boxes that units do not march out of, nor into."""

ANOTHER_WAY = "tell another way: march UNITS PLACE via SPACE"
"""What else mends a march that stops on the way that was told for it."""


@remembered
def ready(table: Table, unit: str) -> bool:
    """Whether a unit is known by name and may move now, as far as it is known."""
    place = table.place_of(unit)
    return bool(place) and place not in NO_WAY_OUT and not any(f.kind is Kind.ILLEGAL for f in may_march(table, unit))


@remembered
def most_spaces(table: Table, side: str) -> int | None:
    """The most that the card in effect lets anything move; None if that is not known."""
    card = table.current(side)
    return None if card is None or card.move is UNKNOWN else max(card.move.values(), default=0)


def moves_everybody(table: Table, side: str) -> bool:
    """Whether the card in effect moves all units, and as far as it moves any: garrisons too, by a ruling or for none of
    the side may be one.
    """
    card = table.current(side)
    if card is None or card.move is UNKNOWN or card.move.get("all") != most_spaces(table, side):
        return False
    hidden = (table.card_of(unit).type for unit in table.pieces[side].nameless)
    return table.ruled("garrisons") != "static" or not any(kind in (UNKNOWN, Type.GARRISON) for kind in hidden)


def stays(table: Table, unit: str) -> bool:
    """Whether a unit cannot leave its space any more in this phase, as far as it is known."""
    if not ready(table, unit):
        return True
    spaces = share_of(table, unit).spaces
    return spaces is not None and not destinations(table, traveller(table, unit), table.place_of(unit), spaces)


Shares = tuple[tuple[str, Traveller, int | None], ...]
"""Those who move together: what they are called, what counts of them, and how many spaces they have if it is known."""


@remembered
def shares(table: Table, side: str, units: tuple[str, ...], unnamed: int) -> Shares:
    """How far each of those moves who move together."""
    found: Shares = tuple((unit, traveller(table, unit), share_of(table, unit).spaces) for unit in units)
    hidden = ("an unnamed unit", Traveller(side, None), most_spaces(table, side))
    return (*found, hidden) if unnamed else found


def arrival(
    table: Table,
    side: str,
    units: tuple[str, ...],
    spaces: tuple[str, ...],
    unnamed: int,
    to: str,
    over: tuple[str, ...] = (),
) -> Iterator[Finding]:
    """Whether units that may set out together can end their movement there; `over`: by a way that is on file, and leads
    over these spaces.
    """
    here = table.place_of(units[0]) if units else spaces[0]
    if here == to:
        yield illegal("11.D", f"they are in {table.title(here)} already", "a space that is joined to it")
        return
    if to in NO_WAY_OUT:
        yield illegal("11.D", f"no unit marches into the {table.title(to)}", "a space of the map")
        return
    if to == OCEAN_BOX and side != ALLIED:
        yield illegal("28.2.2", "only the Allies move over the ocean", "a space of the map")
        return
    for unit, who, left in shares(table, side, units, unnamed):
        teach = "" if over or left is None else way_to(table, who, here, left, to)
        if ways := ((here, *over, to),) if over else ways_over(table.box, here, to) if teach else ():
            found = tuple(_along(table, who, unit, units, ways, left))
            yield from found
            if any(f.kind is Kind.ILLEGAL for f in found):
                return
        elif teach is None:
            there = destinations(table, who, here, left or 0)
            near = listed(table.title(p) for p in sorted(there) if not any(apart(table, units, p)))
            yield why_not(table, who, unit, here, to, left or 0, near if near != "nobody" else "it cannot move")
            return
        elif teach:
            yield needs(rule_of(teach), asked(table, teach, to), teach)
        elif unit in table.doubtful:
            less = share_of(table, unit).surely
            if less is not None and way_to(table, who, here, less, to) != "":
                yield _supply_asked(table, unit, less)
    if to == OCEAN_BOX:
        yield into_the_box(table)
    if side == ALLIED:
        yield from apart(table, units, to)


def _along(
    table: Table, who: Traveller, unit: str, units: tuple[str, ...], ways: Iterable[tuple[str, ...]], left: int | None
) -> Iterator[Finding]:
    """What keeps a unit of those that march from the end of the ways that were told over other spaces: of the first
    that it surely goes, else of one that it may go, else of the first.
    """
    judged = [(hitch(table, who, unit, way, len(way) if left is None else left), way) for way in ways]
    first, way = min(judged, key=lambda one: 0 if one[0] is None else 1 + one[0].sure)
    if first is None:
        less = share_of(table, unit).surely if unit in table.doubtful else None
        if less is not None and hitch(table, who, unit, way, less) is not None:
            yield _supply_asked(table, unit, less)
    elif first.sure:
        yield illegal(first.rule, first.why, _instead(table, first, units, way[0]))
    else:
        yield needs(first.rule, first.why, first.teach)


def _instead(table: Table, first: Hitch, units: tuple[str, ...], here: str) -> str:
    """What mends a march that stops on the way that was told for it."""
    near = [table.title(p) for p in dict.fromkeys(first.entered) if p != here and not any(apart(table, units, p))]
    return "; or ".join([*([listed(near)] if near else []), ANOTHER_WAY])


def _supply_asked(table: Table, unit: str, less: int) -> Finding:
    """What is to be told of a unit that gets there only if it is in supply (21.4.A)."""
    return supply_asked(table, unit, "21.4.A", f"it moves {many_spaces(less)} if not")


def apart(table: Table, units: tuple[str, ...], to: str) -> Iterator[Finding]:
    """Of two contingents none joins the other where that stays to the end of the phase, nor comes with it (29.B)."""
    together = len(contingents(table, units)) > 1 and to in table.box.spaces
    others = others_there(table, units, to)
    if others and table.ruled("LQ18") == "no":
        cited = by_ruling(table, "LQ18")
        yield illegal("29.B", f"another Allied contingent is in {table.title(to)} {cited}", "another space")
        return
    if table.ruled("LQ19") == "together" and to in table.occupied(enemy_of(ALLIED)):
        return
    if together:
        message = f"units of two Allied contingents stay together in {table.title(to)} to the end of the phase"
        yield illegal("29.B", message, "units of one contingent")
        return
    if not others:
        return
    there = [u for u in table.named_in(to, ALLIED) if u not in units and stays(table, u)]
    if len(contingents(table, (*units, *there))) > len(contingents(table, units)):
        message = f"another Allied contingent stays in {table.title(to)} to the end of the phase"
        yield illegal("29.B", message, "another space")

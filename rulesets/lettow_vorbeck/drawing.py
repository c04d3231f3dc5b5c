"""What a report follows through a game, and the table as it would be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin

from referee.components.unknown import UNKNOWN
from referee.ruleset import Chart, Picture, Piece, Place, Point
from referee.ruleset import Way as Line
from rulesets.lettow_vorbeck.box import told_ways
from rulesets.lettow_vorbeck.names import ALLIED, BOXES, DEAD, GERMAN, POOL, SIDES, Way
from rulesets.lettow_vorbeck.table import Table, many_units
from rulesets.lettow_vorbeck.victory import holders

SIZE = 100.0
"""Width and height of a picture of a map of which nobody told where its spaces lie."""

MARGIN = 8.0
BOX_ROW = 0.25
"""How far below the map the boxes stand, in heights of the map."""

CIRCLE = "Where the spaces lie was not told of all (`space NAME drawn X,Y`), so they stand in a circle, and no map."

WAYS = {Way.LAND: "land route", Way.RAIL: "railway", Way.RIVER: "river", Way.YES: "route of a kind not told"}


def centres_held(table: Table) -> Mapping[str, float]:
    """How many supply centres each side occupies."""
    held = list(holders(table).values())
    return {side: held.count(side) for side in SIDES}


def strength_on_the_map(table: Table) -> Mapping[str, float]:
    """The strength of each side on the map; a side of which a strength is not known is left out."""
    found: dict[str, float] = {}
    for side, own in table.pieces.items():
        there = [table.card_of(u).strength for u in own.roster if own.named.get(u) in table.box.spaces]
        if UNKNOWN not in there and not any(place in table.box.spaces for place in own.unnamed):
            found[side] = sum(n for n in there if n is not UNKNOWN)
    return found


def units_on_the_map(table: Table) -> Mapping[str, float]:
    """How many units of each side are on the map."""
    return {side: sum(table.count_in(s, side) for s in table.box.spaces) for side in SIDES}


def units_lost(table: Table) -> Mapping[str, float]:
    """How many different units of each side were eliminated."""
    return {side: sum(table.side_of(u) == side for u in table.lost) for side in SIDES}


def cards_left(table: Table) -> Mapping[str, float]:
    """How many cards each deck still has."""
    return {side: deck.holding.deck for side, deck in table.decks.items()}


CHARTS: tuple[Chart[Table], ...] = (
    Chart("Supply centres held", "centres", centres_held, decisive=True),
    Chart("Units on the map", "units", units_on_the_map),
    Chart("Strength on the map", "dice", strength_on_the_map),
    Chart("Units lost", "units", units_lost, decisive=True),
    Chart("Cards left in the deck", "cards", cards_left),
)


def positions(table: Table) -> Mapping[str, Point]:
    """Where each space is drawn: as it was told, else all of them around a circle, neighbours near each other."""
    cards = table.box.spaces
    told = {name: card.at for name, card in cards.items() if card.at is not None}
    if len(told) == len(cards):
        return told
    order = _walked(table)
    turns = {name: 2 * pi * i / max(1, len(order)) for i, name in enumerate(order)}
    half = SIZE / 2
    reach = half - MARGIN
    return {name: Point(round(half + reach * sin(a), 2), round(half + reach * cos(a), 2)) for name, a in turns.items()}


def _walked(table: Table) -> list[str]:
    """The spaces in an order in which most stand beside one that they are joined to."""
    near, order = told_ways(table.box), []
    left = dict.fromkeys(table.box.spaces)
    while left:
        here: str | None = next(iter(left))
        while here is not None:
            order.append(here)
            left.pop(here)
            here = next((there for there, _ in near[here] if there in left), None)
    return order


def picture(table: Table) -> Picture | None:
    """The spaces, the routes and the units on the map, the boxes below it; None while no route is known."""
    at = positions(table)
    if not table.box.routes:
        return None
    left, low = min(p.x for p in at.values()), min(p.y for p in at.values())
    wide, high = max(p.x for p in at.values()) - left, max(p.y for p in at.values()) - low
    used = [box for box in BOXES if any(table.count_in(box, side) for side in SIDES)]
    below = high * BOX_ROW if used else 0.0
    moved = {name: Point(p.x - left + MARGIN, p.y - low + MARGIN + below) for name, p in at.items()}
    boxes = {box: Point(MARGIN + wide * (i + 0.5) / len(used), MARGIN) for i, box in enumerate(used)}
    held = holders(table)
    places = [
        Place(p, table.title(name), "supply centre" if name in held else "space", held.get(name, ""))
        for name, p in moved.items()
    ]
    places += [Place(p, table.title(box), "box") for box, p in boxes.items()]
    ways = tuple(
        Line(moved[a], moved[b], WAYS[way]) for a, near in told_ways(table.box).items() for b, way in near if a < b
    )
    circle = "" if all(card.at for card in table.box.spaces.values()) else CIRCLE
    return Picture(
        wide + 2 * MARGIN, high + 2 * MARGIN + below,
        places=tuple(places), ways=ways, pieces=tuple(_pieces(table, {**moved, **boxes})), unit="spaces", note=circle,
    )  # fmt: skip


def _pieces(table: Table, at: Mapping[str, Point]) -> Iterator[Piece]:
    """The units of each space and box; those of the pool and the dead are only counted."""
    for side in (GERMAN, ALLIED):
        for place, point in at.items():
            units = table.named_in(place, side)
            hidden = table.unnamed_in(place, side)
            if place in (POOL, DEAD) and units:
                yield Piece(point, many_units(len(units) + hidden), side)
                continue
            for unit in units:
                marks = ("panicked",) if unit in table.panicked else ()
                yield Piece(point, table.card_of(unit).title, side, marks)
            if hidden:
                yield Piece(point, f"{many_units(hidden)} face down", side)
            if table.forts.get(side) == place:
                yield Piece(point, "fort", side)

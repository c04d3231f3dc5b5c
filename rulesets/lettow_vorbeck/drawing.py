"""What a report follows through a game, and the table as it would be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from referee.components.unknown import UNKNOWN
from referee.ruleset import Chart, Picture, Piece, Place, Point, Way
from rulesets.lettow_vorbeck.box import told_ways
from rulesets.lettow_vorbeck.names import ALLIED, GERMAN, SIDES
from rulesets.lettow_vorbeck.table import Table, many_units
from rulesets.lettow_vorbeck.victory import holders

SIZE = 100.0
"""Width and height of a picture of a map of which nobody told where its spaces lie."""

MARGIN = 8.0


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
    """The spaces, the routes and the units on the map; None while no route is known."""
    at = positions(table)
    if not table.box.routes:
        return None
    left, low = min(p.x for p in at.values()), min(p.y for p in at.values())
    moved = {name: Point(p.x - left + MARGIN, p.y - low + MARGIN) for name, p in at.items()}
    held = holders(table)
    places = tuple(
        Place(p, table.title(name), "supply centre" if name in held else "space", held.get(name, ""))
        for name, p in moved.items()
    )
    ways = tuple(
        Way(moved[a], moved[b], str(way)) for a, near in told_ways(table.box).items() for b, way in near if a < b
    )
    return Picture(
        max(p.x for p in moved.values()) + MARGIN, max(p.y for p in moved.values()) + MARGIN,
        places=places, ways=ways, pieces=_pieces(table, moved), unit="spaces",
    )  # fmt: skip


def _pieces(table: Table, at: Mapping[str, Point]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for side in (GERMAN, ALLIED):
        for space, point in at.items():
            for unit in table.named_in(space, side):
                marks = ("panicked",) if unit in table.panicked else ()
                found.append(Piece(point, table.card_of(unit).title, side, marks))
            hidden = table.unnamed_in(space, side)
            found += [Piece(point, many_units(hidden), side)] if hidden else []
            if table.forts.get(side) == space:
                found.append(Piece(point, "fort", side))
    return tuple(found)

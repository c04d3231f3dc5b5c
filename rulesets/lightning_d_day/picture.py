"""What is drawn of a game: the five beaches with what lies there, and the numbers that a chart follows."""

from __future__ import annotations

from itertools import pairwise

from referee.ruleset import Chart, Picture, Piece, Place, Point, Way
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.names import ALLIED, GERMAN, OUT, SIDES
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.victory import OUTCOMES, allied_beaches, allied_controls, outcome_words

STEP = 20.0
"""From beach to beach; the unit is the picture's own."""

ROWS = {GERMAN: 40.0, ALLIED: 10.0}
BEACH_ROW = 25.0
HEIGHT = 50.0

NOTE = "A scheme: the Germans above the beaches, the Allies below them. A beach has who would control it as it stands."


def picture(table: Table) -> Picture:
    """The beaches from east to west, the Germans above and the Allies below them."""
    spots = {beach: (at + 0.5) * STEP for at, beach in enumerate(table.box.beaches)}
    places, pieces = [], []
    for beach, x in spots.items():
        holder = ALLIED if allied_controls(table, beach) else GERMAN
        places.append(Place(Point(x, BEACH_ROW), table.place(beach), "beach", holder))
        for side, y in ROWS.items():
            pieces += [Piece(Point(x, y), table.title(force), side) for force in table.active_at(beach, side)]
            down = table.face_down(beach, side)
            pieces += [Piece(Point(x, y), f"{down} face down", side)] if down else []
    row = [Point(x, BEACH_ROW) for x in spots.values()]
    ways = tuple(Way(start, end) for start, end in pairwise(row))
    return Picture(STEP * len(spots), HEIGHT, places=tuple(places), ways=ways, pieces=tuple(pieces), note=NOTE)


def _beaches(table: Table) -> dict[str, float | str]:
    held = len(allied_beaches(table))
    return {ALLIED: held, GERMAN: len(table.box.beaches) - held}


def _active(table: Table) -> dict[str, float | str]:
    return {side: sum(1 for _ in piles.active(table.pieces[side])) for side in SIDES}


def _left(table: Table) -> dict[str, float | str]:
    return {side: len(p.roster) - p.count(OUT) for side, p in table.pieces.items()}


def _hands(table: Table) -> dict[str, float | str]:
    return {side: table.hand(side) for side in SIDES}


def _outcome(table: Table) -> dict[str, float | str]:
    return {"outcome": table.outcome or outcome_words(table)}


CHARTS: tuple[Chart[Table], ...] = (
    Chart("Beaches controlled, as it stands", "beaches", _beaches, decisive=True),
    Chart("Active forces", "forces", _active),
    Chart("Forces that are left, active or face down", "forces", _left, decisive=True),
    Chart("Cards in hand", "cards", _hands),
    Chart("How the game would end as it stands", f"of {len(OUTCOMES)} outcomes", _outcome, decisive=True),
)

"""The table as it would be drawn, and what a report follows through a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.components.unknown import UNKNOWN
from referee.ruleset import Chart, Picture, Piece, Place, Point
from rulesets.lightning_poland.names import GERMAN, POLISH, SIDES, Objective
from rulesets.lightning_poland.objectives import standing
from rulesets.lightning_poland.setup import row_side
from rulesets.lightning_poland.table import Table
from rulesets.lightning_poland.values import sum_of

WIDTH, HEIGHT = 12.0, 7.0
MIDDLE = Point((WIDTH - 2) / 2, HEIGHT / 2)

NOTE = "A scheme: objectives at the edges, forces before them, a battle in the middle; on the right what is captured."

ROWS = {GERMAN: 5.5, POLISH: 1.5}
"""Height of a side's row of forces; its objectives lie beyond it, its committed forces before it."""

OBJECTIVES = {GERMAN: 6.4, POLISH: 0.6}
COMMITTED = {GERMAN: 4.6, POLISH: 2.4}
CAPTURED = 11.3


def picture(table: Table) -> Picture | None:
    """The tabletop layout: the German side above, the battle in the middle, the Polish side below."""
    return Picture(WIDTH, HEIGHT, places=tuple(_places(table)), pieces=tuple(_pieces(table)), note=NOTE)


def _spread(count: int) -> Iterator[float]:
    """Positions from left to right."""
    return ((i + 1) * (WIDTH - 2) / (count + 1) for i in range(count))


def _places(table: Table) -> Iterator[Place]:
    cards, battle = table.box.objectives, table.battle
    for side in SIDES:
        there = [o for o in cards if row_side(table, o) == side and Objective(o) not in table.captured]
        there = [o for o in there if battle is None or battle.objective != o]
        for x, name in zip(_spread(len(there)), there, strict=True):
            yield Place(Point(x, OBJECTIVES[side]), _label(table, name), "objective")
        for i, objective in enumerate(table.held_by(side)):
            step = i * 0.7 * (1 if side == POLISH else -1)
            yield Place(Point(CAPTURED, OBJECTIVES[side] + step), _label(table, objective), "objective", side)
    if battle is not None and battle.objective not in table.captured:
        yield Place(MIDDLE, _label(table, battle.objective), "objective")


def _label(table: Table, name: str) -> str:
    card = table.box.objectives[name]
    return f"{card.title} ({'?' if card.points is UNKNOWN else card.points})"


def _pieces(table: Table) -> Iterator[Piece]:
    box, battle = table.box, table.battle
    for side in SIDES:
        yield from _row(side, ROWS[side], [(box.forces[f].title, box.forces[f].rating) for f in table.row_of(side)])
        if battle is None:
            continue
        there = [(box.forces[f].title, box.forces[f].rating) for f in battle.committed(side)]
        there += [(box.cards[c.card].title, box.cards[c.card].rating) for c in battle.cards if c.side == side]
        yield from _row(side, COMMITTED[side], there)


def _row(side: str, y: float, cards: Sequence[tuple[str, object]]) -> Iterator[Piece]:
    for x, (title, rating) in zip(_spread(len(cards)), cards, strict=True):
        yield Piece(Point(x, y), title, side, (f"value {'?' if rating is UNKNOWN else rating}",))


def _points(table: Table) -> dict[str, float | str]:
    return {side: standing(table, side).points for side in SIDES}


def _hands(table: Table) -> dict[str, float | str]:
    return {side: table.hand(side) for side in SIDES}


def _forces(table: Table) -> dict[str, float | str]:
    return {side: sum(table.side_of(f) == side for f in table.on_table) for side in SIDES}


def _battle(table: Table) -> dict[str, float | str]:
    if table.battle is None:
        return {}
    totals = {side: sum_of(table, table.battle, side).total for side in SIDES}
    return {side: total for side, total in totals.items() if total is not UNKNOWN}


CHARTS: tuple[Chart[Table], ...] = (
    Chart("Points of captured objectives", "points", _points, decisive=True),
    Chart("Cards in hand", "cards", _hands),
    Chart("Forces face up on the table", "forces", _forces),
    Chart("Force values in battle", "value", _battle),
)

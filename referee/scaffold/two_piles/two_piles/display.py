"""The table: on the screen, as a layout for hands and `adjust`, as JSON, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.components.unknown import UNKNOWN, as_json
from referee.ruleset import Chart, Impossible

from two_piles.table import MOST_STONES, SIDES, Table

PHRASES = {"stones": "leave {new} on the {thing} pile"}
"""What hands do when a place of the layout changes, by what stands behind its last dot; {thing} stands before it."""

ASPECTS = {"stones": "stones that lie there"}


def layout(table: Table) -> dict[str, str]:
    """What lies where, flat. What hands do is read off the difference of two layouts."""
    return {f"{pile}.stones": _number(table, pile) for pile in table.cards}


def _number(table: Table, pile: str) -> str:
    left = table.left(pile)
    return "?" if left is UNKNOWN else str(left)


def put(table: Table, key: str, value: str) -> Table:
    """The table with one place of the layout set (`adjust left.stones 2`)."""
    pile = key.removesuffix(".stones")
    if value == _number(table, pile):
        return table
    if table.left(pile) is UNKNOWN:
        raise Impossible(f"Tell what the card says first: pile {pile} stones ?")
    most = table.most(pile) + table.taken.get(pile, 0)
    if not value.isdecimal() or len(value) > 2 or int(value) > most:
        raise Impossible(f"{key} is 0 to {most}, not {value!r}.")
    return table.but(taken={**table.taken, pile: most - int(value)})


def state(table: Table) -> dict[str, Any]:
    """All that the table shows, as JSON."""
    return {"piles": {pile: as_json(table.left(pile)) for pile in table.cards}}


def show(table: Table) -> list[str]:
    """The table on one screen."""
    width = max(len(card.title) for card in table.cards.values())
    return [f"{card.title.ljust(width)}  {_drawn(table, pile)}" for pile, card in table.cards.items()]


def _drawn(table: Table, pile: str) -> str:
    left = table.left(pile)
    return f"? (taken {table.taken.get(pile, 0)})" if left is UNKNOWN else f"{'o' * left} {left}".strip()


def status(table: Table) -> tuple[str, ...]:
    """Words for the line at the foot of the screen, behind turn and side."""
    return tuple(f"{pile} {_number(table, pile)}" for pile in table.cards)


def checklist(table: Table) -> list[str]:
    """What to lay on the table before the first turn."""
    known = [f"The {card.title}: {_number(table, pile)} stones." for pile, card in table.cards.items()]
    return [*known, f"A pile has {MOST_STONES} stones at the most."]


def titles(table: Table) -> Mapping[str, str]:
    """What names are called in a sentence of the story."""
    return {**SIDES, **{pile: f"the {card.title}" for pile, card in table.cards.items()}}


def why(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """`why left`: where a number comes from."""
    for pile in words:
        if pile in table.cards:
            card = table.cards[pile]
            yield f"the card of the {card.title} says {card.stones}; taken {table.taken.get(pile, 0)} [piles.1]"


def _stones(table: Table) -> dict[str, float | str]:
    known = {pile: table.left(pile) for pile in table.cards}
    return {pile: left for pile, left in known.items() if left is not UNKNOWN}


CHARTS: tuple[Chart[Table], ...] = (Chart("Stones on the table", "stones", _stones),)
"""What a report follows through the game. `Ruleset.picture` would draw the table as well."""

"""What must hold of every table of Lettow-Vorbeck, whatever the players let stand."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.lettow_vorbeck.box import DECK
from rulesets.lettow_vorbeck.names import BOXES, SIDES
from rulesets.lettow_vorbeck.table import Table

OPTIONS = dict.fromkeys(("artillery", "breakoff", "pursuit", "major", "supply", "forts"), ("yes",) * 12)
"""Most games that are not played with the default have the advanced rules."""


def faults(table: Table) -> Iterator[str]:
    """Each unit is once on the table, no card comes from nowhere, and what a battle owes can be taken."""
    for side in SIDES:
        own, deck = table.pieces[side], table.decks[side]
        if set(own.roster) != {u for u, card in table.box.units.items() if card.side == side}:
            yield f"the units of {side} are {own.roster}"
        places = {*own.named.values(), *own.unnamed}
        if not places <= {*table.box.spaces, *BOXES}:
            yield f"units of {side} are in {places}"
        if deck.holding.total != DECK or deck.holding.hand > 1:
            yield f"the deck of {side} is {deck}"
        if len(deck.removed) > deck.holding.away or len(deck.discarded) > deck.holding.discards:
            yield f"the cards of {side} are {deck}"
    if not table.panicked <= table.box.units.keys():
        yield f"{table.panicked} are panicked"
    if any(count < 0 for count in (*table.due.values(), *table.marched_unnamed.values())):
        yield "less than nothing is due"
    battle = table.battle
    if battle is not None and min(battle.eliminations, battle.panics) < 0:
        yield f"less than nothing is owed: {battle}"
    if not table.landed >= {side for side in SIDES if table.occupied(side)}:
        yield "a side is on the map, and never landed"

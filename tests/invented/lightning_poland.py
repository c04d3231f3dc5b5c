"""What must hold of every table of Lightning: Poland, whatever the players let stand."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.lightning_poland.names import SIDES
from rulesets.lightning_poland.objectives import standing
from rulesets.lightning_poland.table import Table

OPTIONS = {"german-deck": ("9", "14", "20", "46"), "polish-deck": ("9", "14", "20", "44")}
"""Values for the options that may have any."""


def faults(table: Table) -> Iterator[str]:
    """Each card is in one place, one card of a type is in play, and what the rules decide by themselves is decided."""
    for side, holding in table.cards.items():
        if min(holding.deck, holding.hand, holding.discards, holding.away) < 0:
            yield f"{side} has fewer than no cards: {holding}"
    there = [*table.on_table, *table.gone]
    if len(set(there)) != len(there):
        yield f"a force lies in two places: {there}"
    unknown = set(there) - set(table.box.forces)
    if unknown:
        yield f"{unknown} are on no file"
    if set(table.captured) - set(table.box.objectives) or set(table.captured.values()) - set(SIDES):
        yield f"captured: {dict(table.captured)}"
    yield from _battle(table)
    for side in SIDES:
        if standing(table, side).sure and not table.winner:
            yield f"{side} has ten points, and has not won"


def _battle(table: Table) -> Iterator[str]:
    battle = table.battle
    if battle is None or table.winner:
        return
    types = [str(table.box.cards[c.card].type) for c in battle.cards]
    known = [t for t in types if t != "unknown"]
    if len(set(known)) != len(known):
        yield f"two cards of a type are in play: {types}"
    for side in SIDES:
        if any(table.side_of(f) != side for f in battle.committed(side)):
            yield f"a force fights for the other side: {battle.forces}"
    if battle.winner and not table.owed:
        yield f"the battle for {battle.objective} is won, and is still there"

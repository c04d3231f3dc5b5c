"""What must hold of every table of Lightning: North Africa, whatever the players let stand."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.lightning_north_africa.names import ALLIED, AXIS, ELIMINATED, SIDES, TOBRUK, enemy_of
from rulesets.lightning_north_africa.table import NOWHERE, Table


def faults(table: Table) -> Iterator[str]:
    """Cards are conserved, each force is in one place, and what the rules decide by themselves is decided."""
    yield from _cards(table)
    yield from _forces(table)
    yield from _tobruk(table)
    if not table.winner and not table.forces_of(AXIS):
        yield "no Axis force is left, and nobody has won"
    battle = table.battle
    if battle is not None and not table.winner:
        if not table.forces_in(battle.region, enemy_of(battle.side)):
            yield f"a battle in {battle.region} without a defender"
        if battle.over and not table.owed:
            yield f"the battle in {battle.region} is over, and is still there"


def _cards(table: Table) -> Iterator[str]:
    for side, holding in table.cards.items():
        starting = sum(card.side == side and card.start is not None for card in table.box.forces.values())
        if holding.total != table.box.decks[side] + starting:
            yield f"{side} has {holding.total} cards, not {table.box.decks[side]} and {starting} in play: {holding}"
        if min(holding.deck, holding.hand, holding.discards, holding.away) < 0:
            yield f"{side} has fewer than no cards: {holding}"


def _forces(table: Table) -> Iterator[str]:
    twice = set(table.forces) & set(table.gone)
    if twice:
        yield f"{twice} on the map and out of the game"
    for force, standing in table.forces.items():
        if not table.winner and not 0 <= standing.losses < ELIMINATED:
            yield f"{force} is on the map with {standing.losses} losses"
        if standing.region != NOWHERE and standing.region not in table.box.regions:
            yield f"{force} is in {standing.region!r}"
        if force not in table.box.forces:
            yield f"{force} is on no file"


def _tobruk(table: Table) -> Iterator[str]:
    if table.control not in SIDES:
        yield f"{table.control!r} controls Tobruk"
    inside = [side for side in (AXIS, ALLIED) if table.forces_in(TOBRUK, side)]
    if len(inside) == 1 and inside[0] != table.control and not table.winner and not table.tobruk:
        yield f"only {inside[0]} is in Tobruk, and {table.control} controls it"

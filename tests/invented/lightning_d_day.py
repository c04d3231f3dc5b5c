"""What must hold of every table of Lightning: D-Day, whatever the players let stand."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.lightning_d_day.names import OUT, SIDES
from rulesets.lightning_d_day.table import Table

MOST_IN_HAND = 20
"""Cards that players may say they have in hand; where these are more than there are, their word counts."""


def faults(table: Table) -> Iterator[str]:
    """Cards are conserved, each force is in one place, and an attack is between two forces that are there."""
    box = table.box
    for side, holding in table.cards.items():
        cards = box.action_cards_of(side)
        if not cards <= holding.total <= max(cards, MOST_IN_HAND + holding.away):
            yield f"{side} has {holding.total} cards, not {cards}: {holding}"
        if min(holding.deck, holding.hand, holding.discards, holding.away) < 0:
            yield f"{side} has fewer than no cards: {holding}"
        pieces = table.pieces[side]
        places = {*pieces.named.values(), *pieces.unnamed} - {OUT, *box.beaches}
        if places:
            yield f"forces of {side} are in {places}"
        strangers = [force for force in pieces.named if force not in box.forces or box.forces[force].side != side]
        if strangers:
            yield f"{strangers} are no forces of {side}"
        out_of_hand = len(pieces.roster) - box.forces_of(side)
        if out_of_hand < 0:
            yield f"{side} has lost {-out_of_hand} forces altogether"
    battle = table.battle
    if battle is not None and not table.winner:
        sides = (table.side_of(battle.attacker), table.side_of(battle.defender))
        if set(sides) != set(SIDES):
            yield f"an attack of {sides[0]} on {sides[1]}"
        if not (table.beach_of(battle.attacker) and table.beach_of(battle.defender)):
            yield f"{battle.attacker} attacks {battle.defender}, and one of them is not there"
    if table.beach and table.beach not in box.beaches:
        yield f"{table.beach!r} is resolved"
    if min(table.used, table.again) < 0 or any(more < 0 for more in table.extra.values()):
        yield "less than no action was used"

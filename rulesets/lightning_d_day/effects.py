"""What an action card does beside its numbers, once nobody cancels it."""

from __future__ import annotations

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.box import Effect, ForceCard, Free
from rulesets.lightning_d_day.names import FROM_HAND, Force, Source, pile_of
from rulesets.lightning_d_day.table import InPlay, Played, Table
from rulesets.lightning_d_day.values import standing

REACHES = 1
"""Attacks that a Rollover card allows."""


def take_effect(table: Table, played: Played) -> Table:
    """The table after a card took effect (notes.airborne, notes.stragglers, notes.rollover, cards.text)."""
    effect = table.box.cards[played.card].effect
    if effect in (Effect.AIRBORNE, Effect.FORCE) and not played.beach:
        return table  # it was played where no beach is resolved
    if effect is Effect.AIRBORNE:
        pile = pile_of(played.side, played.beach)
        table = table.but(extra={**table.extra, pile: table.extra.get(pile, 0) + 1})
        return _stays(table, played)
    if effect is Effect.FORCE:
        return _stays(table if played.force else laid(table, played)[0], played)
    if effect is Effect.ROLLOVER:
        return table.into_play(InPlay(Source(played.card), played.side, Effect.ROLLOVER, REACHES))
    if effect in (Effect.TEXT, UNKNOWN):
        return table.into_play(InPlay(Source(played.card), played.side, Effect.TEXT))
    return table


def windows_closed(table: Table) -> Table:
    """Nobody answers any more: of the cards that wait, those take effect that are not cancelled."""
    cards = table.pending
    table, stand = table.but(pending=()), standing(table, cards)
    for played in cards:
        if played in stand:
            table = take_effect(table, played)
        elif played.force:
            pieces = table.pieces[played.side]
            table = table.with_pieces(played.side, piles.taken_off(pieces, played.force))
    return table


def _stays(table: Table, played: Played) -> Table:
    """A card stays on the table; any other one is discarded when it is played (notes.once)."""
    holding = table.cards[played.side]
    if holding.discards:
        holding = replace(holding, discards=holding.discards - 1, away=holding.away + 1)
    elif holding.deck:  # it was shuffled into a new deck meanwhile
        holding = replace(holding, deck=holding.deck - 1, away=holding.away + 1)
    return table.with_cards(played.side, holding)


def laid(table: Table, played: Played) -> tuple[Table, Played]:
    """A card that is treated as a force lies active at its beach from when it is played; another changes nothing."""
    if table.box.cards[played.card].effect is not Effect.FORCE or not played.beach:
        return table, played
    card = table.box.cards[played.card]
    name = _free_name(table, played.card)
    known = table.box.forces.get(name) or ForceCard(
        card.title, played.side, FROM_HAND, card.value, card.attack, card.defense, Free.NONE
    )
    forces = {**table.box.forces, name: replace(known, side=played.side)}
    table = table.but(box=replace(table.box, forces=forces))
    table = table.with_pieces(played.side, piles.joined(table.pieces[played.side], name, played.beach))
    return table, replace(played, force=name)


def _free_name(table: Table, card: str) -> Force:
    """The name of the card, with a number behind it for a further copy."""
    for number in range(1, 100):
        name = card if number == 1 else f"{card}-{number}"
        if not any(table.seen(side, name) for side in table.titles):
            return Force(name)
    return Force(card)

"""Actions: the other side may interpose a card; what an act does waits until that window is closed."""

from __future__ import annotations

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from rulesets.lightning_north_africa.box import COUNTED, Effect, When
from rulesets.lightning_north_africa.names import Card, Force, Source, enemy_of
from rulesets.lightning_north_africa.table import Doing, InPlay, Owed, Pending, Table


def answered(table: Table, side: str) -> Pending | None:
    """The enemy's act that a card of `side` would answer now; None when it would be an act of its own."""
    if table.pending and table.pending[-1].side != side:
        return table.pending[-1]
    return None


def window_closed(table: Table) -> Table:
    """The act on top is no longer answered: it takes effect."""
    *rest, top = table.pending
    table = table.but(pending=tuple(rest))
    if top.doing is Doing.PREPARATION:
        owed = Owed("operations.prepare", top.side, "draw", 1, (), f"the Preparation of {top.force}", str(top.force))
        return table.owing(owed)
    if top.doing is Doing.SPECIAL and top.force is not None:
        return _comes_into_play(table, Source(top.force), top.side, Effect.TEXT)
    return table if top.card is None else _card_takes_effect(table, top, top.card)


def effect_words(table: Table, act: Pending) -> str:
    """What an act will do, as far as it is on file: players meet many cards for the first time."""
    if act.card is None:
        return ""
    facts = table.box.cards[act.card]
    on = f" on {act.target}" if act.target else ""
    if facts.effect is UNKNOWN or facts.effect is Effect.TEXT:
        return f" (its text{on}, by hand)"
    amount = f" {facts.amount}" if facts.effect in COUNTED and facts.amount is not UNKNOWN else ""
    return f" ({facts.effect}{amount}{on})"


def all_windows_closed(table: Table) -> Table:
    """Nobody answers any more; what was due takes effect, the last first."""
    while table.pending:
        table = window_closed(table)
    return table


def in_effect(table: Table, source: str) -> Table:
    """The table on which a card's text may be carried out: nobody answers it, nor what was laid on top of it."""
    while any(source in (p.card, p.force if p.doing is Doing.SPECIAL else None) for p in table.pending):
        table = window_closed(table)
    return table


def _comes_into_play(table: Table, source: Source, side: str, effect: Effect, left: int | None = None) -> Table:
    return table.but(in_play=(*table.in_play, InPlay(source, side, effect, left)))


def _card_takes_effect(table: Table, act: Pending, card: Card) -> Table:
    facts = table.box.cards[card]
    amount, other = facts.amount, enemy_of(act.side)
    if facts.effect is Effect.CANCEL:
        return _top_cancelled(table)
    if facts.effect is Effect.NONE:
        return table
    if amount is UNKNOWN or facts.effect not in COUNTED:
        return _comes_into_play(table, Source(card), act.side, Effect.TEXT)
    match facts.effect:
        case Effect.LOSS:
            return _loss(table, act, card, amount)
        case Effect.DRAW:
            return table.owing(Owed("action-cards.draw", act.side, "draw", amount, (), f"the card {card}", card))
        case Effect.DISCARD:
            return table.owing(Owed("action-cards.discard", other, "discard", amount, (), f"the card {card}", card))
        case Effect.OPERATION if act.side == table.side:
            return table.but(extra_operations=table.extra_operations + amount)
        case Effect.HEAL if act.target in table.forces and act.target is not None:
            losses = max(0, table.forces[act.target].losses - amount)
            return table.with_force(act.target, losses=losses)
        case Effect.MOVE | Effect.HEAL:
            return _comes_into_play(table, Source(card), act.side, facts.effect, amount)
        case _:
            return _comes_into_play(table, Source(card), act.side, Effect.TEXT)


def _loss(table: Table, act: Pending, card: Card, amount: int) -> Table:
    """A loss by a card: on the force named or the one that moved, else on one that its player or its owner picks."""
    facts, other = table.box.cards[card], enemy_of(act.side)
    below = table.pending[-1] if table.pending else None
    target = act.target or (below.force if facts.when is When.MOVE and below else None)
    if target is not None:
        owner = table.side_of(target)
        return table.owing(Owed("action-cards.1", owner, "loss", amount, (target,), f"the card {card}", card))
    enemies = table.forces_of(other)
    if picked_by_player(table, card):
        return table.owing(Owed("action-cards.1", act.side, "loss", amount, enemies, f"the card {card}", card))
    return table.owing(Owed("battles.3", other, "loss", amount, enemies, f"the card {card}", card))


def picked_by_player(table: Table, card: str) -> bool:
    """The card says that its player, not the owner, chooses the force that takes the loss (Battles 3)."""
    facts = table.box.cards[card]
    return facts.picks is not UNKNOWN and facts.picks == "player"


def _top_cancelled(table: Table) -> Table:
    """The act below is cancelled: a card has no effect, a force goes back to where it came from."""
    if not table.pending:
        return table
    *rest, act = table.pending
    table = table.but(pending=tuple(rest))
    if act.doing is Doing.ARRIVAL and act.force in table.forces and act.force is not None:
        return _back_to_hand(table, act, act.force)
    if act.force is not None and act.origin is not None:
        return table.with_force(act.force, region=act.origin, moved=False, ordered=False)
    return table.with_force(act.force, ordered=False) if act.force is not None else table


def _back_to_hand(table: Table, act: Pending, force: Force) -> Table:
    """A reinforcement that a card stops: its card goes back to the hand, its cost by a ruling."""
    holding = table.cards[act.side].take_up()
    back = min(act.cost, holding.discards) if table.ruled("force-cards.3-stopped") == "back" else 0
    holding = replace(holding, hand=holding.hand + back, discards=holding.discards - back)
    left = {f: s for f, s in table.forces.items() if f != force}
    return table.with_cards(act.side, holding).but(forces=left)

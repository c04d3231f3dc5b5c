"""Action Cards: played for their action or for their battle effect, never both; the other side may interpose a card."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Finding, action, illegal, needs
from rulesets.lightning_north_africa.box import ActionCard, Effect, When
from rulesets.lightning_north_africa.names import SIDES, Card, Force, enemy_of
from rulesets.lightning_north_africa.table import Owed, Pending, Table, Word, card_facts


def in_hand(table: Table, side: str, cards: int = 1) -> Iterator[Finding]:
    """A card can only be played out of the hand."""
    if table.hand(side) < cards:
        yield illegal(
            "actions", f"{SIDES[side]} has no card in hand to play", f"if the count is wrong: hand {side} NUMBER"
        )


def answered(table: Table, side: str) -> Pending | None:
    """The enemy's act that a card of `side` would answer now; None when it would be an action of its own."""
    if table.pending and table.pending[-1].side != side:
        return table.pending[-1]
    return None


def right_time(table: Table, side: str, card: Card, facts: ActionCard) -> Iterator[Finding]:
    """Action Cards 3: a card is for its owner's own action step unless it says otherwise."""
    if facts.when is UNKNOWN:
        yield needs("action-cards.3", f"when {facts.title} may be played is not known", f"card {card} when ?")
        return
    act = answered(table, side)
    if facts.when is When.ANY:
        return
    if facts.when is When.BATTLE:
        yield illegal("action-cards.1", f"{facts.title} has only a battle effect", "add, react or strike in a battle")
    elif act is None and facts.when is not When.ACTION:
        what = "move" if facts.when is When.MOVE else "card"
        yield illegal("action-cards.3", f"{facts.title} answers an enemy {what}; there is none to answer")
    elif act is not None and facts.when is When.ACTION:
        yield illegal("action-cards.3", f"{facts.title} is played in the action step of {SIDES[side]}'s own turn")
    elif act is not None and facts.when is When.MOVE and not act.moved:
        yield illegal("action-cards.3", f"{facts.title} answers an enemy move; {_act(act)} is none")
    elif act is not None and facts.when is When.CARD and act.card is None:
        yield illegal("action-cards.3", f"{facts.title} answers an enemy card; {_act(act)} is none")


def _act(act: Pending) -> str:
    return f"the card {act.card}" if act.card else f"the operation of {act.force}"


def cost(table: Table, side: str, card: Card, facts: ActionCard) -> Iterator[Finding]:
    """Action Cards 2: a card whose cost is not paid cannot be played."""
    if facts.cost is UNKNOWN:
        yield needs("action-cards.2", f"how many cards {facts.title} costs is not known", f"card {card} cost ?")
    elif table.hand(side) - 1 < facts.cost:
        rest = table.hand(side) - 1
        yield illegal("action-cards.2", f"{facts.title} costs {facts.cost} discards; {rest} are left to pay with")
    if facts.harm is UNKNOWN:
        yield needs("action-cards.2", f"what losses {facts.title} costs is not known", f"card {card} harm ?")
    elif facts.harm and not table.forces_of(side):
        yield illegal("action-cards.2", f"{facts.title} costs a loss, and {SIDES[side]} has no force to take it")


@action("play", rule="actions", short="p", examples=("play dive-bomber 9-australian", "play minefield"))
class Play(Action[Table]):
    """Play an action card for its action, on a force where it needs one; also to answer an act of the enemy."""

    card: Card
    on: Force | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        facts = card_facts(table, self.card)
        if facts.side != self.side:
            yield illegal("setup.3", f"{facts.title} is a card of the {SIDES[facts.side]} deck, not {self.side}")
        yield from in_hand(table, self.side)
        yield from right_time(table, self.side, self.card, facts)
        yield from cost(table, self.side, self.card, facts)
        if facts.effect is UNKNOWN:
            yield needs(
                "action-cards.1",
                f"what {facts.title} does is not known; carry it out with `... by {self.card}`",
                f"card {self.card} effect ?",
            )
        yield from self._target(table, facts)

    def _target(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        if self.on is None or facts.effect is UNKNOWN:
            return
        act = answered(table, self.side)
        if facts.when is When.MOVE and act and act.force and self.on != act.force:
            yield illegal("action-cards.1", f"{facts.title} strikes the force that moved, {act.force}, not {self.on}")
        elif facts.effect is Effect.LOSS and table.side_of(self.on) == self.side:
            enemies = ", ".join(table.forces_of(enemy_of(self.side)))
            yield illegal("action-cards.1", f"{facts.title} strikes an enemy force; {self.on} is your own", enemies)

    def apply(self, table: Table) -> Table:
        facts = card_facts(table, self.card)
        discards = 1 + (0 if facts.cost is UNKNOWN else facts.cost)
        table = table.discarded(self.side, discards)
        if facts.harm is not UNKNOWN and facts.harm:
            own = table.forces_of(self.side)
            table = table.owing(Owed("action-cards.2", self.side, "loss", facts.harm, own, f"the cost of {self.card}"))
        pending = Pending(self.side, card=self.card, target=self.on)
        return table.but(pending=(*table.pending, pending))


def window_closed(table: Table) -> Table:
    """The act on top is no longer answered: a card takes effect, a move stands."""
    *rest, top = table.pending
    table = table.but(pending=tuple(rest))
    return table if top.card is None else _take_effect(table, top, top.card)


def _take_effect(table: Table, act: Pending, card: Card) -> Table:
    facts = card_facts(table, card)
    other = enemy_of(act.side)
    match facts.effect:
        case Effect.LOSS:
            return _strike(table, act, facts, card)
        case Effect.DRAW:
            return table.owing(Owed("action-cards.draw", act.side, "draw", facts.amount, (), card))
        case Effect.DISCARD:
            return table.owing(Owed("action-cards.discard", other, "discard", facts.amount, (), card))
        case Effect.CANCEL:
            return table.but(pending=table.pending[:-1]) if table.pending and table.pending[-1].card else table
        case Effect.OPERATION:
            return table.but(extra_operations=table.extra_operations + facts.amount)
        case Effect.NONE:
            return table
        case Effect.MOVE | Effect.HEAL:
            return table.but(words=(*table.words, Word(card, act.side, facts.effect, facts.amount)))
        case _:
            return table.but(words=(*table.words, Word(card, act.side, Effect.TEXT)))


def _strike(table: Table, act: Pending, facts: ActionCard, card: Card) -> Table:
    below = table.pending[-1] if table.pending else None
    target = act.target or (below.force if facts.when is When.MOVE and below else None)
    if target is not None:
        return table.with_loss(target, facts.amount)
    enemies = table.forces_of(enemy_of(act.side))
    return table.owing(Owed("battles.3", enemy_of(act.side), "loss", facts.amount, enemies, f"the card {card}"))

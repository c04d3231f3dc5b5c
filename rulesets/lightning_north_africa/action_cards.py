"""Action Cards: played for their action or for their battle effect, never both; the other side may interpose a card."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.decks import too_few
from referee.components.unknown import UNKNOWN
from referee.components.wording import listed
from referee.ruleset import Action, Finding, action, illegal, needs, ruling
from rulesets.lightning_north_africa.box import COUNTED, ActionCard, Effect, Picks, When, amount_words, picks_words
from rulesets.lightning_north_africa.by_card import VERBS
from rulesets.lightning_north_africa.interpose import all_windows_closed, answered, window_closed
from rulesets.lightning_north_africa.names import SIDES, Card, Force, enemy_of
from rulesets.lightning_north_africa.table import Doing, Owed, Pending, Table, by_ruling, debts_first, many_cards
from rulesets.lightning_north_africa.words import WHO, answer, effect, the_force

ANSWERS = {When.MOVE: "move", When.CARD: "card", When.ARRIVAL: "reinforcement"}

WHEN = "`action`: in the own action step; `move`, `card`, `arrival`: answers such an enemy act; `battle`: no action"
"""What the times of a card mean, in the question for it."""


def in_hand(table: Table, side: str) -> Iterator[Finding]:
    """A card can only be played out of the hand."""
    if not table.hand(side):
        yield too_few(table, side, "actions", f"{SIDES[side]} has no card in hand to play")


def right_time(table: Table, side: str, card: Card) -> Iterator[Finding]:
    """Action Cards 3: a card is for its owner's own action step unless it says otherwise."""
    facts = table.box.cards[card]
    own_step = table.side == side and table.step == "actions" and table.battle is None
    act = answered(table, side)
    match facts.when:
        case When.ANY:
            return
        case When.BATTLE:
            verbs = "add, react or strike in a battle"
            yield illegal("action-cards.1", f"{facts.title} has only a battle effect", verbs)
        case When.ACTION:
            yield from debts_first(table, "action-cards.3")
            if not own_step:
                message = f"{facts.title} is played in the action step, in the turn of {SIDES[side]}"
                yield illegal("action-cards.3", message, "a card whose text allows it now")
        case When.MOVE | When.CARD | When.ARRIVAL:
            yield from _answers(table, facts, ANSWERS[facts.when], act)
        case _:
            message = f"the time at which {facts.title} may be played ({WHEN}) is not known"
            yield needs("action-cards.3", message, f"card {card} when ?")


def _answers(table: Table, facts: ActionCard, what: str, act: Pending | None) -> Iterator[Finding]:
    """A card that answers an enemy act comes at once after such an act."""
    if act is None:
        never = f"; a card that answers is not answered {by_ruling(table, 'actions.counter')}"
        more = never if table.ruled("actions.counter") == "no" and what == "card" else ""
        message = f"{facts.title} answers an enemy {what}; there is none to answer{more}"
        yield illegal("action-cards.3", message, f"at once after an enemy {what}")
        return
    fits = {"move": act.moved, "card": act.card is not None, "reinforcement": act.doing is Doing.ARRIVAL}[what]
    if not fits:
        message = f"{facts.title} answers an enemy {what}; {act.words} is none"
        yield illegal("action-cards.3", message, f"at once after an enemy {what}")


def cost(table: Table, side: str, card: Card) -> Iterator[Finding]:
    """Action Cards 2: a card whose cost cannot be paid cannot be played. What is to be paid is asked next."""
    facts = table.box.cards[card]
    rest = table.hand(side) - 1
    if facts.cost is UNKNOWN:
        message = f"the number of cards that {facts.title} costs is not known"
        yield needs("action-cards.2", message, f"card {card} cost ?")
    elif 0 <= rest < facts.cost:
        message = f"{facts.title} costs {many_cards(facts.cost)}; to pay with: {many_cards(rest)}"
        yield illegal("action-cards.2", message, f"if the count is wrong: hand {side} NUMBER")
    if facts.harm is UNKNOWN:
        message = f"the number of own losses that {facts.title} costs is not known"
        yield needs("action-cards.2", message, f"card {card} harm ?")
    elif facts.harm and not table.forces_of(side):
        yield illegal("action-cards.2", f"{facts.title} costs a loss, and {SIDES[side]} has no force to take it")


@action("play", rule="actions", short="p", timed=True, examples=("play dive-bomber 9-australian", "play minefield"))
class Play(Action[Table]):
    """Play an action card for its action, on a force where it needs one; also to answer an act of the enemy.

    What it costs is asked next; it takes effect when the other side interposes nothing.
    """

    card: Card
    on: Force | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        facts = table.box.cards[self.card]
        if facts.side != self.side:
            deck = f"{facts.title} is a card of the {SIDES[facts.side]} deck"
            yield illegal("setup.3", deck, f"a card of {SIDES[self.side]}")
            return
        yield from in_hand(table, self.side)
        yield from right_time(table, self.side, self.card)
        yield from cost(table, self.side, self.card)
        yield from self._effect(table, facts)
        yield from self._rulings(table, facts)
        yield from self._target(table, facts)

    def _effect(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        if facts.effect is UNKNOWN:
            verbs = listed(VERBS, "or")
            message = f"the effect of {facts.title} (`text`: by hand, with {verbs}) is not known"
            yield needs("action-cards.1", message, f"card {self.card} effect ?")
        elif facts.effect in COUNTED and facts.amount is UNKNOWN:
            yield needs("action-cards.1", amount_words(facts), f"card {self.card} amount ?")

    def _rulings(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        act = answered(table, self.side)
        if act is None or facts.when is When.ACTION:
            return
        if act.card is not None and len(table.pending) > 1:
            yield ruling("actions.counter", f"{act.card} answered a card and is answered itself")
        if act.doing is Doing.ARRIVAL and facts.effect is Effect.CANCEL:
            what = "stays paid" if table.ruled("force-cards.3-stopped") == "paid" else "comes back"
            yield ruling("force-cards.3-stopped", f"the cost of {act.force} {what}")

    def _target(self, table: Table, facts: ActionCard) -> Iterator[Finding]:
        if facts.effect is not Effect.LOSS or self.on is None:
            return
        act = answered(table, self.side)
        if facts.when is When.MOVE and act and act.force:
            if act.moved and self.on != act.force:
                message = f"{facts.title} strikes the force that moved, {act.force}, not {self.on}"
                yield illegal("action-cards.1", message, f"play {self.card}")
        elif table.side_of(self.on) == self.side:
            enemies = ", ".join(table.forces_of(enemy_of(self.side)))
            yield illegal("action-cards.1", f"{facts.title} strikes an enemy force; {self.on} is your own", enemies)
        elif facts.picks is UNKNOWN:
            yield needs("battles.3", picks_words(facts), f"card {self.card} picks ?")
        elif facts.picks is Picks.OWNER:
            owner = SIDES[enemy_of(self.side)]
            yield illegal("battles.3", f"{owner} chooses the force that {facts.title} strikes", f"play {self.card}")

    def apply(self, table: Table) -> Table:
        facts = table.box.cards[self.card]
        if facts.when is When.ACTION:
            table = all_windows_closed(table)
        due, unpaid = [*self._due(table, facts)], [*self._unpaid(table, facts)]
        table = table.discarded(self.side, 1, f"play {self.card}").owing(*due).but(unpaid=(*table.unpaid, *unpaid))
        table = table.but(pending=(*table.pending, Pending(self.side, Doing.CARD, card=self.card, target=self.on)))
        if len(table.pending) > 1 and table.ruled("actions.counter") == "no":
            return window_closed(table)
        return table

    def story(self, before: Table, after: Table) -> str:
        facts = before.box.cards[self.card]
        on = f" on {the_force(before, self.on)}" if self.on is not None else ""
        act = None if facts.when is When.ACTION else answered(before, self.side)
        why = answer(before, act) or effect(before, self.card, self.side)
        return f"{WHO[self.side]} played {facts.title}{on}{why}"

    def _due(self, table: Table, facts: ActionCard) -> Iterator[Owed]:
        """What the card costs: discards first, then own losses."""
        reason = f"the cost of {self.card}"
        if facts.cost is UNKNOWN:
            yield Owed("action-cards.2", self.side, "cost", 1, (), reason, self.card)
        elif facts.cost:
            yield Owed("action-cards.2", self.side, "discard", facts.cost, (), reason, self.card)
        if facts.harm is not UNKNOWN and facts.harm:
            yield Owed("action-cards.2", self.side, "loss", facts.harm, table.forces_of(self.side), reason)

    def _unpaid(self, table: Table, facts: ActionCard) -> Iterator[Owed]:
        """The own losses that the card may cost: they are due when their number is told."""
        if facts.harm is UNKNOWN:
            among, reason = table.forces_of(self.side), f"the cost of {self.card}"
            yield Owed("action-cards.2", self.side, "loss", 1, among, reason, self.card)

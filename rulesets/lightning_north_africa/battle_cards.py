"""Action Cards 4 and Battles 5B to 5E: cards played for their battle section, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Consequence, Finding, Word, action, illegal, needs, omission, ruling, warning
from rulesets.lightning_north_africa.action_cards import in_hand
from rulesets.lightning_north_africa.battle import plan_words, with_battle
from rulesets.lightning_north_africa.box import ActionCard, BattleSymbol, Effect
from rulesets.lightning_north_africa.names import BY_CARD, SIDES, Bonus, Card, Plan, Source, enemy_of
from rulesets.lightning_north_africa.table import Battle, InPlay, Owed, Shown, Table, by_ruling, debts_first
from rulesets.lightning_north_africa.words import OWN, WHO

FOUR = ", ".join(f"any {p}" for p in Plan if p in BY_CARD)


@action("add", rule="battles.5b", during="battle", timed=True, examples=("add siege loss", "add any siege"))
class Add(Action[Table]):
    """The attacker plays a battle card: its plan (an Any card named as one) may be chosen; it has a bonus or none."""

    plan: Plan | None = None
    bonus: Bonus | None = None
    any: bool = False
    card: Annotated[Card | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if self.side != battle.side:
            yield illegal("battles.5b", "the attacker adds plans; the defender strikes them", "strike PLAN")
            return
        yield from may_play(table, battle, self.side, "battles.5b")
        yield from battle_card(table, self.side, self, self.plan)

    def apply(self, table: Table) -> Table:
        return _show(table, self)

    def story(self, before: Table, after: Table) -> str:
        plan = printed_plan(before, self)
        what = f"added {plan.title()} to {OWN[self.side]} attack plans with" if plan else "played"
        return f"{WHO[self.side]} {what} {_card_words(before, self)}"


@action("strike", rule="battles.strike", during="battle", timed=True, examples=("strike armored", "strike any siege"))
class Strike(Action[Table]):
    """The defender plays a battle card: its plan may no longer be chosen by the attacker."""

    plan: Plan | None = None
    bonus: Bonus | None = None
    any: bool = False
    card: Annotated[Card | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if self.side == battle.side:
            yield illegal("battles.strike", "the defender strikes plans; the attacker adds them", "add PLAN")
            return
        yield from may_play(table, battle, self.side, "battles.strike")
        if self.plan and self.plan not in battle.plans:
            yield warning("battles.strike", f"{self.plan} is not among the attacker's plans", plan_words(battle))
        yield from battle_card(table, self.side, self, self.plan)

    def apply(self, table: Table) -> Table:
        return _show(table, self)

    def story(self, before: Table, after: Table) -> str:
        plan = printed_plan(before, self)
        if plan is None:
            return f"{WHO[self.side]} struck no plan, but played {_card_words(before, self)}"
        return f"{WHO[self.side]} struck {plan.title()} off the attack plans with {_card_words(before, self)}"


@action("react", rule="battles.5c", during="battle", timed=True, examples=("react siege", "react any siege"))
class React(Action[Table]):
    """Cancel the battle card just shown by a card of the same plan; the bonus of this card takes effect at once."""

    plan: Plan | None = None
    bonus: Bonus | None = None
    any: bool = False
    card: Annotated[Card | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        shown = table.battle.shown if table.battle else None
        if shown is None:
            never = " " + by_ruling(table, "battles.5c-counter") if table.ruled("battles.5c-counter") == "no" else ""
            message = f"no battle card is waiting for a reaction{never}"
            yield illegal("battles.5c", message, "at once after a battle card of the other side")
            return
        if shown.side == self.side:
            other = SIDES[enemy_of(self.side)]
            yield illegal("battles.5c", f"the {shown.plan} card is your own", f"{other} may react to it")
            return
        yield from debts_first(table, "battles.5c")
        if shown.answers is not None:
            yield ruling("battles.5c-counter", "a reaction is answered itself")
        plan = self.plan or shown.plan
        undeclared = self.any and plan not in BY_CARD  # it will be declared anew
        if plan != shown.plan and not undeclared:
            message = f"a reaction must be of the plan just shown, {shown.plan}, not {plan}"
            yield illegal("battles.5c", message, f"react {shown.plan}")
        yield from battle_card(table, self.side, self, plan)

    def apply(self, table: Table) -> Table:
        table = with_battle(_text_in_play(table.discarded(self.side, 1, "react"), self), played=True)
        shown, bonus = table.battle.shown if table.battle else None, printed_bonus(table, self)
        if shown is not None and table.ruled("battles.5c-counter") == "yes":
            return with_battle(table, shown=Shown(self.side, self.plan or shown.plan, bonus, shown, self.card))
        if shown is not None:
            table = _cancelled(table, shown)
        return bonus_effect(with_battle(table, shown=None), self.side, bonus)

    def story(self, before: Table, after: Table) -> str:
        shown = before.battle.shown if before.battle else None
        plan = self.plan or (shown.plan if shown else None)
        other = plan.title() if plan and not (shown and shown.plan is plan) else ""
        own = f"{_card_words(before, self)}{f' for {other}' if other else ''}"
        if shown is None:
            return f"{WHO[self.side]} reacted with {own}, when nothing was there to react to"
        how = "answered" if before.ruled("battles.5c-counter") == "yes" else "cancelled"
        return f"{WHO[self.side]} {how} the {shown.plan.title()} card with {own}"


def _cancelled(table: Table, shown: Shown) -> Table:
    """A card that is cancelled has no secondary effect, not even one that nobody told."""
    table = with_battle(table, cancelled=(shown,))
    return table.but(in_play=tuple(w for w in table.in_play if not (w.bonus and str(w.source) == shown.card)))


BattleCard = Add | Strike | React


def _card_words(table: Table, act: BattleCard) -> str:
    """A battle card in the story: its title where it was told, and its secondary effect."""
    kind = "an Any card" if act.any else "a battle card"
    bonus = printed_bonus(table, act)
    also = f" (with the {bonus.title()} effect)" if bonus else ""
    return f"{table.box.cards[act.card].title if act.card else kind}{also}"


def may_play(table: Table, battle: Battle, side: str, rule: str) -> Iterator[Finding]:
    """Battle cards end when both sides stop, one after the other; one that stopped may play again, by a ruling."""
    yield from debts_first(table, rule)
    yield from answered_first(battle)
    if battle.ended or battle.sealed or battle.plan:
        why = "both sides have stopped" if battle.ended else "the plan lies on the table"
        yield illegal(rule, f"{why}, so no more battle cards are played", "before both sides stop")
    elif side in battle.stopped - battle.unsaid and table.ruled("battles.more") == "once":
        message = f"{SIDES[side]} plays no more cards in this battle {by_ruling(table, 'battles.more')}"
        yield illegal(rule, message, "go on without")
    elif side in battle.resumed:
        message = f"{SIDES[side]} had stopped; after a card of the other side it may play again"
        yield ruling("battles.more", message, "ruling battles.more once")


def answered_first(battle: Battle) -> Iterator[Finding]:
    """A battle card that was shown is answered, and takes effect, before anything else is done (Battles 5c)."""
    if battle.shown is not None:
        message = f"the {battle.shown.plan} card waits for a reaction, and takes effect first"
        yield illegal("battles.5c", message, f"react {battle.shown.plan}, or decline")


def battle_card(table: Table, side: str, act: BattleCard, plan: Plan | None) -> Iterator[Finding]:
    """What holds for every card that is played for its battle section (Action Cards 1 and 4)."""
    yield from in_hand(table, side)
    bonus = act.bonus
    if act.any:
        yield from _declared(plan)
    if act.card is not None:
        yield from _printed(table, side, act, plan)
    elif plan is None and bonus is None and not act.any:
        yield omission("action-cards.4", "a battle card shows what stands in its battle section", f"{act.verb} PLAN")


def _declared(plan: Plan | None) -> Iterator[Finding]:
    if plan is None:
        yield omission("action-cards.any", "an Any card is declared when it is played", FOUR)
    elif plan not in BY_CARD:
        yield illegal("action-cards.any", f"an Any card cannot be {plan}", FOUR)


def _printed(table: Table, side: str, act: BattleCard, plan: Plan | None) -> Iterator[Finding]:
    """What is said of a card, against what is on file about it."""
    facts = table.box.cards[act.card or Card("")]
    if facts.side != side:
        yield illegal("setup.3", f"{facts.title} is a card of the {SIDES[facts.side]} deck", f"a card of {SIDES[side]}")
        return
    if facts.battle is UNKNOWN:
        message = f"the battle section of {facts.title} is not known"
        if plan is None and not act.any:
            yield omission("action-cards.4", f"{message}: say what it is", f"{act.verb} PLAN by {act.card}")
        yield needs("action-cards.4", message, f"card {act.card} battle ?")
    elif facts.battle is BattleSymbol.ANY:
        if not act.any:
            yield from _declared(plan)
    elif facts.battle is BattleSymbol.NONE:
        if act.plan is not None or act.any or not isinstance(facts.bonus, Bonus):
            yield illegal("action-cards.4", f"{facts.title} has no attack plan in its battle section", "another card")
    elif act.any or str(plan or facts.battle) != facts.battle:
        yield illegal("action-cards.4", f"the battle section of {facts.title} says {facts.battle}", f"{facts.battle}")
    yield from _printed_bonus(act, facts)


def _printed_bonus(act: BattleCard, facts: ActionCard) -> Iterator[Finding]:
    if facts.bonus is UNKNOWN:
        if act.bonus is None:
            yield needs(
                "action-cards.4", f"the secondary effect of {facts.title} is not known", f"card {act.card} bonus ?"
            )
    elif act.bonus is not None and act.bonus != facts.bonus:
        printed = str(facts.bonus or "none")
        yield illegal("action-cards.4", f"the secondary effect of {facts.title} is {printed}", printed)


def printed_plan(table: Table, act: BattleCard) -> Plan | None:
    """The plan of a battle card: as it was named, else as it is on file."""
    if act.plan is not None or act.card is None:
        return act.plan
    symbol = table.box.cards[act.card].battle
    return Plan(str(symbol)) if str(symbol) in set(map(str, Plan)) else None


def printed_bonus(table: Table, act: BattleCard) -> Bonus | None:
    """The secondary effect of a battle card: as it was named, else as it is on file."""
    known = None if act.bonus is not None or act.card is None else table.box.cards[act.card].bonus
    return act.bonus or (known if isinstance(known, Bonus) else None)


def _show(table: Table, act: BattleCard) -> Table:
    """A battle card lies on the table, and the other side may react to it. One without a plan takes effect at once."""
    table = with_battle(_text_in_play(table.discarded(act.side, 1, act.verb), act), played=True, cancelled=())
    battle, plan, bonus = table.battle, printed_plan(table, act), printed_bonus(table, act)
    if battle is None:
        return table
    if table.ruled("battles.more") == "until-both":
        resumed = battle.resumed | (battle.stopped - battle.unsaid)
        table = with_battle(table, stopped=frozenset(), resumed=resumed, unsaid=frozenset())
    if plan is None:
        return bonus_effect(with_battle(table), act.side, bonus)
    return with_battle(table, shown=Shown(act.side, plan, bonus, card=act.card))


def _text_in_play(table: Table, act: BattleCard) -> Table:
    """A secondary effect that is not on file is carried out with plain verbs, once."""
    battle = table.battle
    if battle is None or act.card is None or act.bonus is not None or table.box.cards[act.card].bonus is not UNKNOWN:
        return table
    return table.but(in_play=(*table.in_play, InPlay(Source(act.card), act.side, Effect.TEXT, 1, battle.region)))


def bonus_told(table: Table) -> Consequence[Table] | None:
    """The secondary effect of a battle card was learned after it was played: now it takes effect as it would have."""
    for word in table.in_play:
        facts = table.box.cards.get(word.source)
        if not word.bonus or word.left == 0 or facts is None or facts.bonus is UNKNOWN:
            continue
        bonus = facts.bonus if isinstance(facts.bonus, Bonus) else None
        after = table.but(in_play=tuple(w for w in table.in_play if w is not word))
        shown = table.battle.shown if table.battle else None
        if shown is not None and shown.card == str(word.source):
            after = with_battle(after, shown=replace(shown, bonus=bonus))
        else:
            after = bonus_effect(after, word.side, bonus)
        return Consequence("action-cards.4", f"the secondary effect of {facts.title} is {bonus or 'none'}", after)
    return None


def bonus_effect(table: Table, side: str, bonus: Bonus | None) -> Table:
    """Action Cards 4: Loss, Discard and Draw. The opposing forces in the region take the loss, attacking or not."""
    battle, other = table.battle, enemy_of(side)
    if bonus is Bonus.LOSS and battle is not None:
        among = table.alive(table.forces_in(battle.region, other))
        return table.owing(Owed("action-cards.loss", other, "loss", 1, among, "the Loss effect"))
    if bonus is Bonus.DISCARD:
        return table.owing(Owed("action-cards.discard", other, "discard", 1, (), "the Discard effect"))
    if bonus is Bonus.DRAW:
        return table.owing(Owed("action-cards.draw", side, "draw", 1, (), "the Draw effect"))
    return table


def battle_window_closed(table: Table, battle: Battle) -> Table:
    """Nobody reacts: the card shown takes effect. Or a side plays no more cards. Or the plan is laid down."""
    shown = battle.shown
    if shown is None:
        if battle.sealed:  # only a plan that nobody guessed may be let lie
            return table.but(battle=None)
        if battle.side not in battle.stopped:
            return with_battle(table, stopped=battle.stopped | {battle.side}, unsaid=frozenset({battle.side}))
        if len(battle.stopped) == len(SIDES):
            asked_again = battle.unsaid and not (battle.plans or battle.unsure)
            return with_battle(table, unsaid=frozenset()) if asked_again else with_battle(table, sealed=True)
        return with_battle(table, stopped=frozenset(SIDES))
    if shown.answers is not None:  # a reaction: it cancels the card that it answers
        table = _cancelled(table, shown.answers)
        return bonus_effect(with_battle(table, shown=shown.answers.answers), shown.side, shown.bonus)
    plans = battle.plans | {shown.plan} if shown.side == battle.side else battle.plans - {shown.plan}
    table = with_battle(table, plans=plans, unsure=battle.unsure - {shown.plan}, shown=None)
    return bonus_effect(table, shown.side, shown.bonus)


def no_more_cards(table: Table, battle: Battle, side: str) -> Table:
    """A side says itself that it does not react, or that it plays no more battle cards."""
    if battle.sealed or (battle.shown is not None and battle.shown.side == side):
        return table
    if battle.shown is not None or len(battle.stopped - battle.unsaid) == len(SIDES):
        return battle_window_closed(table, battle)
    return with_battle(table, stopped=battle.stopped | {side}, unsaid=battle.unsaid - {side})

"""Battles: a group of forces attacks all enemies in its region, under an attack plan that the defender guesses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Action, Ask, Consequence, Finding, Span, Word, action, illegal, needs, ruling, warning
from rulesets.lightning_north_africa.action_cards import in_hand
from rulesets.lightning_north_africa.names import BY_CARD, SIDES, Bonus, Card, Force, Plan, Region, enemy_of
from rulesets.lightning_north_africa.table import Battle, Owed, Shown, Table, own_force
from rulesets.lightning_north_africa.tobruk import attack_on_fortress

INHERENT = {
    "both": frozenset({Plan.ARMORED, Plan.MOTORIZED}),
    "none": frozenset[Plan](),
}


def defenders(table: Table, battle: Battle) -> tuple[Force, ...]:
    """All enemies in the region defend, inescapably (Battles 2 and 5A)."""
    return table.alive(table.forces_in(battle.region, enemy_of(attacker_of(table, battle))))


def attackers(table: Table, battle: Battle) -> tuple[Force, ...]:
    """The attacking forces that are still there."""
    return tuple(f for f in table.alive(battle.attackers) if table.region_of(f) == battle.region)


def attacker_of(table: Table, battle: Battle) -> str:
    """The attacking side."""
    return table.box.forces[battle.attackers[0]].side


def contested(table: Table, side: str) -> tuple[Region, ...]:
    """The regions in which a side has a force that may still attack."""
    free = [f for f in table.forces_of(side) if not (table.forces[f].attacked or table.forces[f].arrived)]
    regions = dict.fromkeys(table.region_of(f) for f in free)
    return tuple(r for r in regions if table.forces_in(r, enemy_of(side)))


def inherent_plans(table: Table, forces: tuple[Force, ...]) -> frozenset[Plan]:
    """The plans open without a card: a ruling, for the book shows two and does not say where they come from."""
    choice = table.ruled("battles.inherent")
    if choice != "symbols":
        return INHERENT[choice]
    cards = [table.card_of(f) for f in forces]
    plans = {Plan.ARMORED for c in cards if c.armored is True} | {Plan.MOTORIZED for c in cards if c.motorized is True}
    return frozenset(plans)


@action("attack", rule="battles.1", short="a", examples=("attack tobruk 5-panzer", "attack tobruk 5-panzer,15-panzer"))
class Attack(Action[Table]):
    """Declare an attack: the region, the forces that attack. All enemies there defend (they may be named `against`)."""

    region: Region
    forces: tuple[Force, ...]
    against: Annotated[tuple[Force, ...], Word("against")] = ()

    def judge(self, table: Table) -> Iterator[Finding]:
        there = table.forces_in(self.region, enemy_of(self.side))
        if not there:
            yield illegal(
                "battles.1", f"no enemy is in {table.place(self.region)}", ", ".join(contested(table, self.side))
            )
        for i, force in enumerate(self.forces):
            yield from own_force(table, self.side, force, "battles.1")
            yield from self._may_attack(table, force)
            if force in self.forces[:i]:
                yield illegal("battles.2", f"{force} is named twice")
        if self.against and set(self.against) != set(there):
            yield illegal("battles.5a", f"all enemies in {table.place(self.region)} defend", ", ".join(there))

    def _may_attack(self, table: Table, force: Force) -> Iterator[Finding]:
        standing = table.forces[force]
        if standing.region != self.region:
            place = table.place(standing.region)
            yield illegal("battles.1", f"{force} is in {place}, not in {table.place(self.region)}")
        if standing.attacked:
            yield illegal("battles.2", f"{force} has attacked this turn already")
        if standing.arrived and table.ruled("force-cards.3b-attack") == "no":
            yield illegal("force-cards.3b", f"{force} was deployed this turn and can do nothing yet")
        if standing.ordered:
            return
        if table.ruled("battles.2-order") == "order":
            yield illegal("battles.2-order", f"{force} has no attack order (ruling: an attack needs one)")
        elif standing.operated:
            yield ruling("battles.2-order", f"{force} used another operation; it may attack without an attack order")

    def apply(self, table: Table) -> Table:
        for force in self.forces:
            table = table.with_force(force, attacked=True)
        battle = Battle(self.region, self.forces, inherent_plans(table, self.forces))
        table = table.but(battle=battle)
        return attack_on_fortress(table, self.side, self.forces) if self.region == "tobruk" else table


def battle_card(table: Table, side: str, plan: Plan | None, any_: bool, by: Card | None) -> Iterator[Finding]:
    """What holds for every card that is played for its battle section (Action Cards 1 and 4)."""
    yield from in_hand(table, side)
    if any_ and plan is not None and plan not in BY_CARD:
        yield illegal("action-cards.any", f"an Any card is not {plan}", ", ".join(sorted(BY_CARD)))
    if by is None:
        if plan is None:
            yield needs("action-cards.4", "name the plan in the battle section of the card, or the card")
        return
    facts = table.box.cards[by]
    if facts.side != side:
        yield illegal("setup.3", f"{facts.title} is a card of the {SIDES[facts.side]} deck")
    if facts.battle is UNKNOWN:
        if plan is None:
            yield needs("action-cards.4", f"the battle section of {facts.title} is not known", f"card {by} battle ?")
        return
    if plan is not None and not any_ and facts.battle != "any" and facts.battle != str(plan):
        yield illegal("action-cards.4", f"the battle section of {facts.title} says {facts.battle}, not {plan}")


def _plan(table: Table, plan: Plan | None, by: Card | None) -> Plan | None:
    if plan is not None or by is None:
        return plan
    symbol = table.box.cards[by].battle
    return Plan(str(symbol)) if str(symbol) in set(map(str, Plan)) else None


def _bonus(table: Table, bonus: Bonus | None, by: Card | None) -> Bonus | None:
    if bonus is not None or by is None:
        return bonus
    known: Bonus | Unknown | None = table.box.cards[by].bonus
    return None if known is UNKNOWN else known


def _with_battle(table: Table, **changes: object) -> Table:
    if table.battle is None:
        return table
    return table.but(battle=replace(table.battle, **changes))  # type: ignore[arg-type]


@action("add", rule="battles.5b", during="battle", examples=("add siege loss", "add any siege", "add overrun discard"))
class Add(Action[Table]):
    """The attacker plays a battle card: its plan (an Any card named as one) may be chosen; it has a bonus or none."""

    plan: Plan | None = None
    bonus: Bonus | None = None
    any: bool = False
    by: Annotated[Card | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from battle_card(table, self.side, self.plan, self.any, self.by)

    def apply(self, table: Table) -> Table:
        return _show(table, self.side, self.plan, self.bonus, self.by)


@action("strike", rule="battles.strike", during="battle", examples=("strike armored", "strike motorized draw"))
class Strike(Action[Table]):
    """The defender plays a battle card: its plan may no longer be chosen by the attacker."""

    plan: Plan | None = None
    bonus: Bonus | None = None
    any: bool = False
    by: Annotated[Card | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from battle_card(table, self.side, self.plan, self.any, self.by)
        if self.plan and table.battle and self.plan not in table.battle.plans:
            yield warning("battles.strike", f"{self.plan} is not among the attacker's plans", _plans(table.battle))

    def apply(self, table: Table) -> Table:
        return _show(table, self.side, self.plan, self.bonus, self.by)


def _show(table: Table, side: str, plan: Plan | None, bonus: Bonus | None, by: Card | None) -> Table:
    table = table.discarded(side, 1)
    battle, known = table.battle, _plan(table, plan, by)
    if battle is None or known is None:
        return table
    open_again = table.ruled("battles.more") == "until-both"
    stopped = frozenset[str]() if open_again else battle.stopped
    return _with_battle(table, shown=Shown(side, known, _bonus(table, bonus, by)), stopped=stopped)


@action("react", rule="battles.5c", during="battle", examples=("react siege", "react any siege"))
class React(Action[Table]):
    """Cancel the battle card just shown by a card of the same plan; the bonus of this card takes effect at once."""

    plan: Plan | None = None
    bonus: Bonus | None = None
    any: bool = False
    by: Annotated[Card | None, Word("by")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from battle_card(table, self.side, self.plan, self.any, self.by)
        shown = table.battle.shown if table.battle else None
        if shown is None:
            yield illegal("battles.5c", "no battle card is waiting for a reaction")
        elif self.plan is not None and self.plan != shown.plan:
            yield illegal(
                "battles.5c",
                f"a reaction must be of the plan just shown, {shown.plan}, not {self.plan}",
                f"react {shown.plan}",
            )

    def apply(self, table: Table) -> Table:
        table = _with_battle(table.discarded(self.side, 1), shown=None)
        return bonus_effect(table, self.side, _bonus(table, self.bonus, self.by))


def bonus_effect(table: Table, side: str, bonus: Bonus | None) -> Table:
    """Action Cards 4: Loss, Discard and Draw. The opposing forces in the region take the loss, attacking or not."""
    battle, other = table.battle, enemy_of(side)
    if bonus is Bonus.LOSS and battle is not None:
        among = table.alive(table.forces_in(battle.region, other))
        return table.owing(Owed("action-cards.loss", other, "loss", 1, among, "the opposing side in the battle"))
    if bonus is Bonus.DISCARD:
        return table.owing(Owed("action-cards.discard", other, "discard", 1, (), "the Discard effect"))
    if bonus is Bonus.DRAW:
        return table.owing(Owed("action-cards.draw", side, "draw", 1, (), "the Draw effect"))
    return table


@action("seal", rule="battles.5f", during="battle", examples=("seal",))
class Seal(Action[Table]):
    """The attacker lays the card of the plan he chose face down on the table. The plan is named at the reveal."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.battle and not table.battle.plans:
            yield illegal("battles.5f", "no attack plan is left to choose")

    def apply(self, table: Table) -> Table:
        return _with_battle(table, sealed=True)


@action("guess", rule="battles.guess", during="battle", examples=("guess overrun",))
class Guess(Action[Table]):
    """The defender names aloud the plan that he thinks was chosen."""

    plan: Plan

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.battle is None or self.plan in table.battle.plans:
            return
        message = f"{self.plan} is not among the attacker's plans"
        if table.ruled("battles.guess-range") == "open":
            yield illegal("battles.guess-range", f"{message} (ruling: only those may be named)", _plans(table.battle))
        else:
            yield warning("battles.guess", message, _plans(table.battle))

    def apply(self, table: Table) -> Table:
        return _with_battle(table, guess=self.plan)


@action("reveal", rule="battles.5f", during="battle", examples=("reveal motorized",))
class Reveal(Action[Table]):
    """The plan card is turned over. A plan that was not available is flagged now."""

    plan: Plan

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if self.plan not in battle.plans:
            yield illegal("battles.5f", f"{self.plan} was not available to the attacker", _plans(battle))
        if battle.guess is not None and battle.guess != self.plan and plan_losses(table, battle, self.plan) is None:
            yield needs("battles.result", f"the result of {self.plan} against this guess is not known: `result LOSSES`")

    def apply(self, table: Table) -> Table:
        return _with_battle(table, plan=self.plan, sealed=True)


def outcome(table: Table) -> Consequence[Table] | None:
    """What the attack does once its plan is turned over and a guess was made; None while the result must be told."""
    battle = table.battle
    if battle is None or battle.over or battle.plan is None or battle.guess is None:
        return None
    if battle.guess == battle.plan:
        if table.ruled("battles.guessed") == "card":
            return None
        return Consequence("battles.guessed", f"{battle.plan} was guessed: the attack fails", _finished(table))
    losses = plan_losses(table, battle, battle.plan)
    if losses is None:
        return None
    message = f"{battle.plan} was not guessed: the attack inflicts {losses} loss{'es' * (losses != 1)}"
    return Consequence("battles.result", message, _inflict(table, battle, losses))


def plan_losses(table: Table, battle: Battle, plan: Plan) -> int | None:
    """Losses of the defender when the plan was not guessed; None when a value it needs is not known."""
    card = table.box.plans.get(plan)
    if card is None or card.each is UNKNOWN:
        return None
    forces = attackers(table, battle)
    losses = card.each * len(forces)
    if not card.symbol:
        return losses
    symbols = [getattr(table.card_of(f), card.symbol) for f in forces]
    return None if UNKNOWN in symbols else losses + sum(symbols)


def _inflict(table: Table, battle: Battle, losses: int) -> Table:
    side = enemy_of(attacker_of(table, battle))
    table = _finished(table)
    if not losses:
        return table
    return table.owing(Owed("battles.result", side, "loss", losses, defenders(table, battle), "the defender"))


def _finished(table: Table) -> Table:
    return _with_battle(table, over=True)


@action("result", rule="battles.result", during="battle", examples=("result 2", "result 0"))
class Result(Action[Table]):
    """Tell the losses that the plan card inflicts, where the referee cannot know them."""

    losses: Annotated[int, Span(0, 12, "losses")]

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        if battle.guess is not None and battle.guess == battle.plan:
            among = attackers(table, battle)
            owed = Owed("battles.guessed", attacker_of(table, battle), "loss", self.losses, among, "the attacker")
            return _finished(table.owing(owed)) if self.losses else _finished(table)
        return _inflict(table, battle, self.losses)


def _plans(battle: Battle) -> str:
    return ", ".join(p for p in Plan if p in battle.plans) or "none"


def ask_battle(table: Table, battle: Battle) -> Ask:
    """Battles 5, A to F, in the order of the book; D and E are rebuilt from its example."""
    us = attacker_of(table, battle)
    them = enemy_of(us)
    plans = tuple(p for p in Plan if p in battle.plans)
    duty = "the rest of the battle"
    if battle.plan is not None and battle.guess is not None:  # no consequence, so the result is not known
        return Ask("battles.result", us, ("result",), "How many losses does the plan card inflict?", duty=duty)
    if battle.shown is not None:
        other = enemy_of(battle.shown.side)
        return Ask("battles.5c", other, ("react",), f"May cancel the {battle.shown.plan} card", may=True)
    if battle.sealed:
        if battle.guess is None:
            return Ask("battles.guess", them, ("guess",), f"Guess the plan: {_plans(battle)}", among=plans, duty=duty)
        return Ask("battles.5f", us, ("reveal",), "Turn the plan card over: which is it?", among=plans, duty=duty)
    if us not in battle.stopped:
        return Ask("battles.5b", us, ("add", "pass"), f"May add a battle card (plans: {_plans(battle)})", may=True)
    if them not in battle.stopped:
        return Ask("battles.strike", them, ("strike",), f"May strike a plan ({_plans(battle)})", may=True)
    return Ask("battles.5f", us, ("seal",), f"Lay a plan face down: {_plans(battle)}", enter="seal", duty=duty)


def close_battle_window(table: Table, battle: Battle) -> Table:
    """Nobody reacts: the card shown takes effect. Or a side plays no more cards."""
    shown = battle.shown
    if shown is None:
        us = attacker_of(table, battle)
        side = us if us not in battle.stopped else enemy_of(us)
        return _with_battle(table, stopped=battle.stopped | {side})
    attacking = shown.side == attacker_of(table, battle)
    plans = battle.plans | {shown.plan} if attacking else battle.plans - {shown.plan}
    return bonus_effect(_with_battle(table, plans=plans, shown=None), shown.side, shown.bonus)


def end_of_battle(table: Table) -> Consequence[Table] | None:
    """Battles 4: a battle ends when one side is gone from the region, or when its attack was carried out."""
    battle = table.battle
    if battle is None:
        return None
    place = table.place(battle.region)
    if not attackers(table, battle):
        fortress = any(o.rule == "tobruk.3c" for o in table.owed) or not battle.plan
        rule = "tobruk.3c" if fortress and battle.region == "tobruk" and not battle.stopped else "battles.4"
        return Consequence(rule, f"no attacking force is left: the attack in {place} is over", table.but(battle=None))
    if not defenders(table, battle):
        return Consequence("battles.4", f"no defender is left: the battle in {place} is over", table.but(battle=None))
    if battle.over and not any(o.what == "loss" for o in table.owed):
        return Consequence("battles.4", f"the battle in {place} is over", table.but(battle=None))
    if battle.shown is None and not battle.sealed and not battle.plans and len(battle.stopped) == 2:
        return _no_plan(table, battle)
    return None


def _no_plan(table: Table, battle: Battle) -> Consequence[Table]:
    after = table.but(battle=None)
    if table.ruled("battles.no-plan") == "again":
        for force in battle.attackers:
            after = after.with_force(force, attacked=False)
        return Consequence("battles.no-plan", "no plan is left: there was no attack (ruling)", after)
    return Consequence("battles.no-plan", "no plan is left: the attack fails (ruling)", after)

"""Battles 5F and the end of the book's example: the secret plan, the guess, and what the plan inflicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.unknown import UNKNOWN
from referee.components.wording import counted, listed
from referee.ruleset import Action, Consequence, Finding, Impossible, Span, action, illegal, needs, ruling, warning
from rulesets.lightning_north_africa.battle import (
    SYMBOLS,
    attackers,
    defenders,
    plan_words,
    possible_losses,
    with_battle,
)
from rulesets.lightning_north_africa.names import Plan, enemy_of
from rulesets.lightning_north_africa.table import Battle, Owed, Table, by_ruling, debts_first, many_losses
from rulesets.lightning_north_africa.words import OWN, THE, WHO


@action("seal", rule="battles.5f", during="battle", timed=True, examples=("seal",))
class Seal(Action[Table]):
    """The attacker lays the card of the plan he chose face down on the table. The plan is named at the reveal."""

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        yield from debts_first(table, "battles.5f")
        if self.side != battle.side:
            yield illegal("battles.5f", "the attacker chooses the plan", f"{battle.side}> seal")
        elif battle.sealed or battle.plan:
            yield illegal("battles.5f", "a plan lies on the table already")
        elif not (battle.plans or battle.unsure):
            yield illegal("battles.5f", "no attack plan is left to choose", "there is no attack")

    def apply(self, table: Table) -> Table:
        return with_battle(table, sealed=True)

    def story(self, before: Table, after: Table) -> str:
        battle = before.battle
        open_ = battle.plans | battle.unsure if battle else ()
        plans = listed((plan.title() for plan in Plan if plan in open_), "or")
        return f"{WHO[self.side]} laid {OWN[self.side]} plan face down{f': {plans}' if plans else ''}"


@action("guess", rule="battles.guess", during="battle", examples=("guess overrun",))
class Guess(Action[Table]):
    """The defender names aloud the plan that he thinks was chosen."""

    plan: Plan

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None or self.plan in battle.plans | battle.unsure:
            return
        message = f"{self.plan} is not among the attacker's plans {by_ruling(table, 'battles.guess-range')}"
        flag = illegal if table.ruled("battles.guess-range") == "open" else warning
        yield flag("battles.guess", message, plan_words(battle))

    def apply(self, table: Table) -> Table:
        return with_battle(table, guess=self.plan)

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.side]} guessed that the plan was {self.plan.title()}"


@action("reveal", rule="battles.5f", during="battle", examples=("reveal motorized",))
class Reveal(Action[Table]):
    """The plan card is turned over. A plan that was not available is flagged now."""

    plan: Plan

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if self.plan in battle.unsure:
            yield needs("battles.5f", f"whether {self.plan} was open is not known: a symbol is missing")
        elif self.plan not in battle.plans:
            cited = f" {by_ruling(table, 'battles.inherent')}" if self.plan in SYMBOLS else ""
            yield illegal("battles.5f", f"{self.plan} was not available to the attacker{cited}", plan_words(battle))
            return  # if it stands all the same, its losses are asked for
        if battle.guess != self.plan:
            yield from self._result(table, battle)
        elif table.ruled("battles.guessed") == "card":
            yield needs("battles.result", "what the plan card says of a right guess is told with `result LOSSES`")

    def _result(self, table: Table, battle: Battle) -> Iterator[Finding]:
        card = table.box.plans.get(self.plan)
        if card is None or card.each is UNKNOWN:
            message = f"what {self.plan} inflicts for each attacking force is not known"
            yield needs("battles.result", message, f"plan {self.plan} each ?")
            return
        if card.sure == "inferred":
            message = f"nobody published what {self.plan} inflicts: it is taken to do what Motorized does"
            told = f"{message}; if its card differs, as in: plan {self.plan} each 2 symbol none"
            yield ruling("battles.result", told)
        for force in attackers(table, battle):
            if card.symbol and getattr(table.card_of(force), card.symbol) is UNKNOWN:
                unknown = f"whether {force} has the {card.symbol} symbol is not known"
                message = f"{unknown}; tell the losses with `result LOSSES`"
                yield needs("battles.result", message, f"force {force} {card.symbol} ?")

    def apply(self, table: Table) -> Table:
        return with_battle(table, plan=self.plan, sealed=True)

    def story(self, before: Table, after: Table) -> str:
        guess = before.battle.guess if before.battle else None
        told = f"The plan was turned over, and it was {self.plan.title()}"
        if guess is None:
            return f"{told}, which nobody had guessed"
        return f"{told}, as guessed" if guess == self.plan else f"{told}, not {guess.title()}"


@action("result", rule="battles.result", timed=True, examples=("result 2", "result 0"))
class Result(Action[Table]):
    """Tell the losses that the plan card inflicts, where the referee cannot know them."""

    losses: Annotated[int, Span(0, 12, "losses")]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = _waiting(table)
        if battle is not None:
            yield from self._bounded(table, battle)
            return
        if table.inflicted is None:
            raise Impossible("No plan card was turned over whose result is to be told.", rule="battles.result")
        if self.losses != table.inflicted:
            message = f"the attack inflicts {many_losses(table.inflicted)}, not {self.losses}"
            instead = f"{table.inflicted}; if your plan card differs: plan PLAN each NUMBER"
            yield illegal("battles.result", message, instead)

    def _bounded(self, table: Table, battle: Battle) -> Iterator[Finding]:
        """What is told lies within what the rules leave open; nobody published what a right guess brings."""
        plan = battle.plan
        if plan is None or plan == battle.guess:
            return
        possible = possible_losses(table, battle, plan)
        if possible and self.losses not in possible:
            losses = listed(map(str, possible), "or")
            flag = warning if table.box.plans[plan].sure == "inferred" else illegal
            message = f"the {plan} attack inflicts {losses} here, not {many_losses(self.losses)}"
            yield flag("battles.result", message, f"{losses}; if your plan card differs: plan {plan} each NUMBER")
        elif len(possible) != 1:
            message = f"{many_losses(self.losses)} as told: what the {plan} attack inflicts is not known"
            yield needs("battles.result", message)

    def apply(self, table: Table) -> Table:
        battle = _waiting(table)
        if battle is None:  # told again, after the referee knew it
            return table
        if battle.guess is None or battle.guess != battle.plan:
            return _inflict(table, battle, self.losses)
        finished = with_battle(table.but(inflicted=self.losses), over=True)
        if not self.losses:
            return finished
        among = attackers(table, battle)
        return finished.owing(Owed("battles.result", battle.side, "loss", self.losses, among, "the plan was guessed"))

    def story(self, before: Table, after: Table) -> str:
        losses, battle = counted(self.losses, "loss", "losses"), _waiting(before)
        if battle is None or battle.plan is None:
            return f"The result of the attack was read once more: {losses}"
        hurt = battle.side if battle.guess == battle.plan else enemy_of(battle.side)
        return f"The {battle.plan.title()} card inflicted {losses} on {THE[hurt]}"


def _waiting(table: Table) -> Battle | None:
    """The battle whose plan card is turned over, and of which the losses must be told."""
    battle = table.battle
    return None if battle is None or battle.plan is None or battle.over else battle


def outcome(table: Table) -> Consequence[Table] | None:
    """What the attack does once its plan is turned over and a guess was made; None while the result must be told."""
    battle = table.battle
    if battle is None or battle.over or battle.plan is None or (battle.guess is None and not battle.unguessed):
        return None
    if battle.guess == battle.plan:
        if table.ruled("battles.guessed") == "card":
            return None
        message = f"{battle.plan} was guessed: the attack fails {by_ruling(table, 'battles.guessed')}"
        return Consequence("battles.guess", message, with_battle(table.but(inflicted=0), over=True))
    possible = possible_losses(table, battle, battle.plan)
    if len(possible) != 1:
        return None
    message = f"{battle.plan} was not guessed: the attack inflicts {many_losses(possible[0])}"
    return Consequence("battles.result", message, _inflict(table, battle, possible[0]))


def _inflict(table: Table, battle: Battle, losses: int) -> Table:
    """The defender takes the losses of the plan; with that the battle is over."""
    table = with_battle(table.but(inflicted=losses), over=True)
    if not losses:
        return table
    side = enemy_of(battle.side)
    among, reason = defenders(table, battle), f"the {battle.plan} attack"
    return table.owing(Owed("battles.result", side, "loss", losses, among, reason))

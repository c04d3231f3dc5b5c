"""What players tell about their own copy of the cards. It is kept in the record, and checked from then on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from referee.ruleset import Action, Span, Text, Word, action
from rulesets.lightning_north_africa.box import ActionCard, BattleSymbol, Effect, ForceCard, PlanCard, When, slug
from rulesets.lightning_north_africa.names import AnyForce, Bonus, Card, Plan, Region, Side
from rulesets.lightning_north_africa.table import Table


class YesNo(StrEnum):
    """A printed symbol is there, or not."""

    YES = "yes"
    NO = "no"


class CardBonus(StrEnum):
    """The secondary battle effect that is printed on a card."""

    LOSS = "loss"
    DISCARD = "discard"
    DRAW = "draw"
    NONE = "none"


class PlanSymbol(StrEnum):
    """The symbol that a plan counts."""

    ARMORED = "armored"
    MOTORIZED = "motorized"
    NONE = "none"


def _told(**facts: Any) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}


@action(
    "force", rule="force-cards.2", aside=True, examples=("force 5-panzer base tripoli", 'force "Folgore" axis cost 2')
)
class LearnForce(Action[Table]):
    """Tell what is printed on a force card: of one on file, or of a new one by its title in quotes and its side."""

    force: AnyForce | None = None
    title: Text | None = None
    of: Side | None = None
    base: Annotated[Region | None, Word("base")] = None
    entry: Annotated[Region | None, Word("entry")] = None
    cost: Annotated[int | None, Span(0, 8, "cards"), Word("cost")] = None
    armored: Annotated[YesNo | None, Word("armored")] = None
    motorized: Annotated[YesNo | None, Word("motorized")] = None

    def apply(self, table: Table) -> Table:
        name = str(self.force or slug(self.title or ""))
        if not name:
            return table
        known = table.box.forces.get(name) or ForceCard(str(self.title), str(self.of or table.side))
        facts = _told(
            base=self.base,
            entry=self.entry,
            cost=self.cost,
            armored=None if self.armored is None else self.armored is YesNo.YES,
            motorized=None if self.motorized is None else self.motorized is YesNo.YES,
        )
        forces: Mapping[str, ForceCard] = {**table.box.forces, name: replace(known, **facts)}
        return table.but(box=replace(table.box, forces=forces))


@action(
    "card", rule="action-cards.1", aside=True, examples=('card "Convoy" axis when action effect draw amount 2 cost 0',)
)
class LearnCard(Action[Table]):
    """Tell what is printed on an action card: of one on file, or of a new one by its title in quotes and its side."""

    card: Card | None = None
    title: Text | None = None
    of: Side | None = None
    when: Annotated[When | None, Word("when")] = None
    cost: Annotated[int | None, Span(0, 8, "cards"), Word("cost")] = None
    harm: Annotated[int | None, Span(0, 3, "losses"), Word("harm")] = None
    effect: Annotated[Effect | None, Word("effect")] = None
    amount: Annotated[int | None, Span(1, 9), Word("amount")] = None
    battle: Annotated[BattleSymbol | None, Word("battle")] = None
    bonus: Annotated[CardBonus | None, Word("bonus")] = None

    def apply(self, table: Table) -> Table:
        name = str(self.card or slug(self.title or ""))
        if not name:
            return table
        known = table.box.cards.get(name) or ActionCard(str(self.title), str(self.of or table.side))
        facts = _told(
            when=self.when, cost=self.cost, harm=self.harm, effect=self.effect, amount=self.amount, battle=self.battle
        )
        if self.bonus is not None:
            facts["bonus"] = None if self.bonus is CardBonus.NONE else Bonus(self.bonus)
        cards: Mapping[str, ActionCard] = {**table.box.cards, name: replace(known, **facts)}
        return table.but(box=replace(table.box, cards=cards))


@action(
    "plan", rule="battles.result", aside=True, examples=("plan encircle each 1", "plan overrun each 2 symbol armored")
)
class LearnPlan(Action[Table]):
    """Tell the result of a plan card: losses for each attacking force, and the symbol that adds one more."""

    plan: Plan
    each: Annotated[int, Span(0, 4, "losses"), Word("each")]
    symbol: Annotated[PlanSymbol, Word("symbol")] = PlanSymbol.NONE

    def apply(self, table: Table) -> Table:
        symbol = "" if self.symbol is PlanSymbol.NONE else str(self.symbol)
        plans = {**table.box.plans, self.plan: PlanCard(self.each, symbol)}
        return table.but(box=replace(table.box, plans=plans))

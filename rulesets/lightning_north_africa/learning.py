"""What players tell about their own copy of the cards. It is kept in the record, and checked from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any

from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.learning import YesNo, contradicts, name_told, refuse_owner, retitled, titled, told, which, yes
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Behind, Finding, Span, Text, Word, action, illegal, needs, warning
from rulesets.lightning_north_africa.box import (
    COUNTED,
    ActionCard,
    BattleSymbol,
    Effect,
    ForceCard,
    Picks,
    PlanCard,
    When,
    amount_words,
    picks_words,
)
from rulesets.lightning_north_africa.names import AnyForce, Bonus, Card, Force, Plan, Region
from rulesets.lightning_north_africa.setup import started, stays
from rulesets.lightning_north_africa.table import NOWHERE, Table


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


@action(
    "force", rule="force-cards.2", learns=True, examples=("force 5-panzer base tripoli", 'force "Folgore" axis cost 2')
)
class LearnForce(Action[Table]):
    """Tell what is printed on a force card: of one on file, or of a new one by its title in quotes and its side."""

    force: AnyForce | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Side | None = None
    start: Annotated[Region | None, Word("start")] = None
    base: Annotated[Region | None, Word("base")] = None
    entry: Annotated[Region | None, Word("entry")] = None
    cost: Annotated[int | None, Span(0, 8, "cards"), Word("cost")] = None
    armored: Annotated[YesNo | None, Word("armored")] = None
    motorized: Annotated[YesNo | None, Word("motorized")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self._name(), "force", "force-cards.2")
        known = table.box.forces.get(self._name())
        refuse_owner(known, self.of)
        if self.start is not None and (known is None or known.start is None):
            yield illegal("setup.2", f"{self._name()} comes as a reinforcement; it starts nowhere", "entry REGION")
        start = {} if self.start is None or known is None or known.start is None else {"start": self.start}
        yield from contradicts(known, start | self._facts(), "force-cards.2")
        if start and self.start is not None:
            yield from stays(table, Force(self._name()), self.start)

    def _name(self) -> str:
        return name_told(self.force, self.title)

    def _facts(self) -> dict[str, Any]:
        return told(
            title=retitled(self.force, self.title),
            base=self.base,
            entry=self.entry,
            cost=self.cost,
            armored=yes(self.armored),
            motorized=yes(self.motorized),
        )

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        if self.start is not None and name in table.box.forces:
            table = started(table, Force(name), self.start)
        known = table.box.forces.get(name) or ForceCard(titled(self.title), str(self.of or self.side))
        forces: Mapping[str, ForceCard] = {**table.box.forces, name: replace(known, **self._facts())}
        table = table.but(box=replace(table.box, forces=forces))
        standing = table.forces.get(Force(name))
        if self.entry is not None and standing is not None and standing.arrived and standing.region == NOWHERE:
            return table.with_force(Force(name), region=self.entry)  # it arrived where nobody could say
        return table


@action(
    "card", rule="action-cards.1", learns=True,
    examples=('card "Convoy" axis when action effect draw amount 2 cost 0 harm 0',),
)  # fmt: skip
class LearnCard(Action[Table]):
    """Tell what is printed on an action card: of one on file, or of a new one by its title in quotes and its side."""

    card: Card | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Side | None = None
    when: Annotated[When | None, Word("when")] = None
    cost: Annotated[int | None, Span(0, 8, "cards"), Word("cost")] = None
    harm: Annotated[int | None, Span(0, 3, "losses"), Word("harm")] = None
    effect: Annotated[Effect | None, Word("effect")] = None
    amount: Annotated[int | None, Span(1, 9), Word("amount"), Behind("effect")] = None
    picks: Annotated[Picks | None, Word("picks")] = None
    battle: Annotated[BattleSymbol | None, Word("battle")] = None
    bonus: Annotated[CardBonus | None, Word("bonus")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self._name(), "card", "action-cards.1")
        known = table.box.cards.get(self._name())
        refuse_owner(known, self.of)
        yield from contradicts(known, self._facts(), "action-cards.1")
        yield from self._more(table)

    def _more(self, table: Table) -> Iterator[Finding]:
        """The effect of a card that lies on the table was told: how often, and on whom, is needed too."""
        played = next((p for p in table.pending if p.card is not None and p.card == self._name()), None)
        known = table.box.cards.get(self._name())
        if played is None or known is None:
            return
        facts = replace(known, **self._facts())
        if facts.effect in COUNTED and facts.amount is UNKNOWN:
            yield needs("action-cards.1", amount_words(facts), f"card {self._name()} amount ?")
        aimed = facts.effect is Effect.LOSS and facts.when is not When.MOVE
        if aimed and facts.picks is UNKNOWN and (self.effect or self.amount):
            yield needs("battles.3", picks_words(facts), f"card {self._name()} picks ?")

    def _name(self) -> str:
        return name_told(self.card, self.title)

    def _facts(self) -> dict[str, Any]:
        facts = told(
            title=retitled(self.card, self.title),
            when=self.when, cost=self.cost, harm=self.harm, effect=self.effect, amount=self.amount, picks=self.picks,
            battle=self.battle,
        )  # fmt: skip
        if self.bonus is not None:
            facts["bonus"] = None if self.bonus is CardBonus.NONE else Bonus(self.bonus)
        return facts

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.cards.get(name) or ActionCard(titled(self.title), str(self.of or self.side))
        cards: Mapping[str, ActionCard] = {**table.box.cards, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, cards=cards))


@action(
    "plan", rule="battles.result", learns=True, examples=("plan encircle each 1", "plan overrun each 2 symbol armored")
)
class LearnPlan(Action[Table]):
    """Tell the result of a plan card: losses for each attacking force, and the symbol that adds one more."""

    plan: Plan
    each: Annotated[int, Span(0, 4, "losses"), Word("each")]
    symbol: Annotated[PlanSymbol, Word("symbol")] = PlanSymbol.NONE

    def judge(self, table: Table) -> Iterator[Finding]:
        symbol = "" if self.symbol is PlanSymbol.NONE else str(self.symbol)
        known = table.box.plans.get(self.plan)
        if known and known.each is not UNKNOWN and (known.each, known.symbol) != (self.each, symbol):
            was = f"each {known.each}, symbol {known.symbol or 'none'}"
            yield warning("battles.result", f"on file the plan {self.plan} was: {was}")

    def apply(self, table: Table) -> Table:
        symbol = "" if self.symbol is PlanSymbol.NONE else str(self.symbol)
        plans = {**table.box.plans, self.plan: PlanCard(self.each, symbol)}
        return table.but(box=replace(table.box, plans=plans))

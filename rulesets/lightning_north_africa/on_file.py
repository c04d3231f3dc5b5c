"""What is on file about the cards of a table: every force, action card and plan, with what nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.ruleset import Component
from rulesets.lightning_north_africa.box import COUNTED, ActionCard, Effect, ForceCard, PlanCard
from rulesets.lightning_north_africa.names import CAIRO, Plan
from rulesets.lightning_north_africa.table import Table


def on_file(table: Table) -> Iterator[Component]:
    """All cards, in the order of the verbs that teach them."""
    box = table.box
    cairo = [name for name, card in box.forces.items() if card.among and card.start == CAIRO]
    forces = ((name, _force(name, card, cairo)) for name, card in box.forces.items())
    yield from (replace(force, gone=True) if name in table.gone else force for name, force in forces)
    yield from (_card(name, card) for name, card in box.cards.items())
    yield from (_plan(plan, box.plans.get(plan, PlanCard())) for plan in Plan)


def _force(name: str, card: ForceCard, cairo: list[str]) -> Component:
    facts: dict[str, object] = {}
    if card.among:  # one of these starts in Cairo, so the others do not
        facts["start"] = "western-desert" if card.start is UNKNOWN and cairo else card.start
    facts["base"] = card.base
    arrives = {"entry": card.entry, "cost": card.cost}
    if card.start is not None:  # it stands on the map already, and once gone it is out of the game
        arrives = {name: fact for name, fact in arrives.items() if fact is not UNKNOWN}
    facts |= {**arrives, "armored": card.armored, "motorized": card.motorized}
    return Component("force", name, card.title, card.side, facts, card.sure)


def _card(name: str, card: ActionCard) -> Component:
    facts: dict[str, object] = {"when": card.when, "cost": card.cost, "harm": card.harm, "effect": card.effect}
    if card.effect is UNKNOWN or card.effect in COUNTED:
        facts["amount"] = card.amount
    if card.effect is UNKNOWN or card.effect is Effect.LOSS:
        facts["picks"] = card.picks
    facts |= {"battle": card.battle, "bonus": card.bonus}
    return Component("card", name, card.title, card.side, facts, card.sure)


def _plan(plan: Plan, card: PlanCard) -> Component:
    symbol = UNKNOWN if card.each is UNKNOWN else card.symbol or "none"
    return Component("plan", str(plan), plan.title(), "", {"each": card.each, "symbol": symbol}, card.sure)

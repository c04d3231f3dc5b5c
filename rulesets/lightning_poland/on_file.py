"""What is on file about the cards of a table: every force, objective and action card, with what nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Component
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.names import COUNTED, SIDES, Effect
from rulesets.lightning_poland.table import Table


def on_file(table: Table) -> Iterator[Component]:
    """All cards, in the order of the verbs that teach them."""
    yield from (_force(name, card, name in table.gone) for name, card in table.box.forces.items())
    yield from (_objective(name, card) for name, card in table.box.objectives.items())
    yield from (_card(name, card) for name, card in table.box.cards.items())


def _text(card: ForceCard | ObjectiveCard | ActionCard) -> bool | Unknown:
    """Whether a card has a text."""
    return UNKNOWN if card.plain is UNKNOWN else card.plain is False


def _force(name: str, card: ForceCard, gone: bool) -> Component:
    facts: dict[str, object] = {"start": card.start, "cost": card.cost, "type": card.type, "rating": card.rating}
    facts |= {"text": _text(card)}
    if card.plain is not True:
        facts |= {"attack": card.attack, "defend": card.defend, "effect": card.effect}
    return Component("force", name, card.title, card.side, facts, card.sure, gone)


def _objective(name: str, card: ObjectiveCard) -> Component:
    facts: dict[str, object] = {"by": card.by, "points": card.points, "type": card.type, "text": _text(card)}
    if card.plain is not True:
        facts |= {"open": card.open}
        if card.open is False:
            facts |= {"after": card.after if card.after is UNKNOWN else ",".join(card.after)}
            facts |= {} if card.need in (UNKNOWN, 0) else {"need": card.need}
        facts |= {"attack": card.attack, "defend": card.defend, "effect": card.effect}
    return Component("objective", name, card.title, "", facts, card.sure)


def _card(name: str, card: ActionCard) -> Component:
    facts: dict[str, object] = {} if card.side in SIDES else {"of": UNKNOWN}
    facts |= {"type": card.type, "rating": card.rating, "text": _text(card)}
    if card.plain is not True:
        facts |= {"attack": card.attack, "defend": card.defend, "strikes": card.strikes, "cost": card.cost}
        facts |= {"effect": card.effect}
        if card.effect is not Effect.NONE:
            facts |= {"when": card.when}
        if card.effect is UNKNOWN or card.effect in COUNTED:
            facts |= {"amount": card.amount}
    return Component("card", name, card.title, str(card.side) if card.side in SIDES else "", facts, card.sure)

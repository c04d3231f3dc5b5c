"""What is not known of a card when it is used: the lines that would teach it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.unknown import UNKNOWN
from referee.ruleset import Finding, needs
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.names import COUNTED, AnyForce, Card, Objective
from rulesets.lightning_poland.table import Table


def force_unknown(table: Table, force: str, attacks: bool) -> Iterator[Finding]:
    """What a battle needs of a force card, and nobody told."""
    card = table.box.forces[AnyForce(force)]
    if card.rating is UNKNOWN:
        yield needs("types.force", f"the Force Rating of {card.title} is not known", f"force {force} rating ?")
    yield from _force_text(card, force, attacks)


def _force_text(card: ForceCard, force: str, attacks: bool) -> Iterator[Finding]:
    yield from _text_unknown(card, "force", force, attacks, "types.force")
    if card.plain is False and card.effect is UNKNOWN:
        does = "`stay`: back to the row after a battle; `text`: you carry it out"
        message = f"the further effect of the text of {card.title} ({does}) is not known"
        yield needs("types.force", message, f"force {force} effect ?")


def objective_unknown(table: Table, objective: Objective) -> Iterator[Finding]:
    """What a battle needs of an objective card, and nobody told."""
    card = table.box.objectives[objective]
    yield from _text_unknown(card, "objective", objective, True, "types.objective")
    if card.plain is False and card.defend is UNKNOWN:
        yield _bonus_unknown(card, "objective", objective, "defend", "types.objective")
    if card.plain is False and card.effect is UNKNOWN:
        message = f"the further effect of the Special Notes of {card.title} (`text`: you carry it out) is not known"
        yield needs("types.objective", message, f"objective {objective} effect ?")


def card_unknown(table: Table, name: Card, attacks: bool) -> Iterator[Finding]:
    """What a battle needs of an action card, and nobody told."""
    card, title = table.box.cards[name], table.box.cards[name].title
    yield from type_unknown(table, name)
    if card.rating is UNKNOWN:
        yield needs("types.action", f"the Force Rating of {title} is not known", f"card {name} rating ?")
    yield from _card_text(card, name, attacks)


def type_unknown(table: Table, name: Card) -> Iterator[Finding]:
    """The type of an action card, that says which cards discard each other, and nobody told."""
    card = table.box.cards[name]
    if card.type is UNKNOWN:
        yield needs("battle.7", f"the type of {card.title} is not known", f"card {name} type ?")


def _card_text(card: ActionCard, name: str, attacks: bool) -> Iterator[Finding]:
    title = card.title
    yield from _text_unknown(card, "card", name, attacks, "types.action")
    if card.plain is not False:
        return
    if card.strikes is UNKNOWN:
        message = f"the further type of cards that {title} discards is not known"
        yield needs("battle.7", message, f"card {name} strikes ?")
    if card.cost is UNKNOWN:
        yield needs("battle.10.cost", f"whether {title} has a Cost is not known", f"card {name} cost ?")
    if card.effect is UNKNOWN:
        message = f"the further effect of {title} (`text`: you carry it out with verbs `by {name}`) is not known"
        yield needs("battle.10", message, f"card {name} effect ?")
    elif card.effect != "none" and card.when is UNKNOWN:
        yield needs("battle.10", f"the time of the text of {title} is not known", f"card {name} when ?")
    if card.effect in COUNTED and card.amount is UNKNOWN:
        message = f"the number of times that {title} does `{card.effect}` is not known"
        yield needs("battle.10", message, f"card {name} amount ?")


def text_unknown(table: Table, name: str) -> Iterator[Finding]:
    """What is not known of the text of a card that is in the present battle; nothing of a card that is in none."""
    battle = table.battle
    if battle is None:
        return
    if name == battle.objective:
        yield from objective_unknown(table, battle.objective)
    elif name in battle.forces:
        yield from _force_text(table.box.forces[name], name, table.side_of(AnyForce(name)) == battle.side)
    elif played := next((c for c in battle.cards if c.card == name), None):
        yield from _card_text(table.box.cards[name], name, played.side == battle.side)


def _text_unknown(
    card: ForceCard | ObjectiveCard | ActionCard, verb: str, name: str, attacks: bool, rule: str
) -> Iterator[Finding]:
    aspect = "attack" if attacks else "defend"
    if card.plain is UNKNOWN:
        text = "a text" if verb != "objective" else "a text (Special Notes)"
        yield needs(rule, f"whether {card.title} has {text} is not known", f"{verb} {name} text ?")
    elif card.plain is False and getattr(card, aspect) is UNKNOWN:
        yield _bonus_unknown(card, verb, name, aspect, rule)


def _bonus_unknown(
    card: ForceCard | ObjectiveCard | ActionCard, verb: str, name: str, aspect: str, rule: str
) -> Finding:
    whose = "an attacker" if aspect == "attack" else "a defender"
    message = f"the bonus (0: none) that the text of {card.title} gives {whose} is not known"
    return needs(rule, message, f"{verb} {name} {aspect} ?")

"""What is on file about the cards of a table: forces, action cards, turn cards and piles."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.unknown import UNKNOWN
from referee.ruleset import Component
from rulesets.lightning_d_day.box import ActionCard, Effect, ForceCard
from rulesets.lightning_d_day.names import SIDES, beach_of_pile, side_of_pile
from rulesets.lightning_d_day.table import Table


def on_file(table: Table) -> Iterator[Component]:
    """All cards, in the order of the verbs that teach them."""
    box, out = table.box, table.out_of_the_game()
    yield from (_force(name, card, name in out, _lies(table, name)) for name, card in box.forces.items())
    yield from (_card(name, card) for name, card in box.cards.items())
    for name, turn in box.turns.items():
        facts = {
            "german": turn.german, "allied": turn.allied, "german-attack": turn.german_attack,
            "allied-attack": turn.allied_attack,
        }  # fmt: skip
        yield Component("turn-card", name, turn.title, "", facts, turn.sure)
    for pile, printed in box.piles.items():
        title = f"{SIDES[side_of_pile(pile)]} forces for {table.place(beach_of_pile(pile))}"
        down = f"{table.face_down(beach_of_pile(pile), side_of_pile(pile))} face down"
        yield Component("pile", pile, title, side_of_pile(pile), {"forces": printed.forces}, printed.sure, now=down)


def _lies(table: Table, force: str) -> str:
    """Where a force lies that was seen; "" for one that may be anywhere face down, or in a hand."""
    if not table.seen(table.side_of(force), force):
        return ""
    beach = table.beach_of(force)
    return f"active at {table.place(beach)}" if beach else "out of the game"


def _force(name: str, card: ForceCard, gone: bool, now: str) -> Component:
    facts: dict[str, object] = {
        "beach": card.beach, "value": card.value, "attack": card.attack, "defense": card.defense, "free": card.free,
    }  # fmt: skip
    return Component("force", name, card.title, card.side, facts, card.sure, gone, now)


def _card(name: str, card: ActionCard) -> Component:
    facts: dict[str, object] = {} if card.side in SIDES else {"of": card.side or UNKNOWN}
    facts |= {
        "when": card.when, "action": card.action, "value": card.value, "attack": card.attack, "defense": card.defense,
        "bonus": card.bonus,
    }  # fmt: skip
    if card.bonus is UNKNOWN or card.bonus:
        facts |= {"where": card.where, "price": card.price}
    facts["effect"] = card.effect
    if card.effect is Effect.TEXT and card.amount is not UNKNOWN:
        facts["amount"] = card.amount
    return Component("card", name, card.title, card.side if card.side in SIDES else "", facts, card.sure)

"""What things are called in the story of a game, for somebody who does not know their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from referee.components.unknown import UNKNOWN
from referee.components.wording import counted, listed
from rulesets.lightning_north_africa.box import COUNTED, Effect
from rulesets.lightning_north_africa.names import ALLIED, AXIS, ELIMINATED, LOSS_NAMES, Region, enemy_of
from rulesets.lightning_north_africa.table import Owed, Pending, Table

THE = {AXIS: "the Axis", ALLIED: "the Allies"}
"""The sides within a sentence."""

WHO = {AXIS: "The Axis", ALLIED: "The Allies"}
"""The sides where they begin it."""

OWN = {AXIS: "its", ALLIED: "their"}


def does(side: str, verb: str) -> str:
    """A side and what it does now: "the Axis keeps", "the Allies keep"."""
    return f"{THE[side]} {verb}{'s' if side == AXIS else ''}"


def titles(table: Table) -> Mapping[str, str]:
    """What every name of the notation is called in a sentence."""
    cards = {name: card.title for name, card in table.box.cards.items()}
    regions = {region: the_place(table, Region(region)) for region in table.box.regions}
    forces = {name: the_force(table, name) for name in table.box.forces}
    return {**THE, **regions, **cards, **forces}


def short_title(table: Table, name: str) -> str:
    """The title of a force card without the size of the unit: "15th Panzer"."""
    return re.sub(r" (Division|Regiment|Brigade|Corps)\b", "", table.box.forces[name].title)


def the_force(table: Table, name: str) -> str:
    """A force card by its title."""
    return f"the {short_title(table, name)}"


def the_forces(table: Table, names: Iterable[str]) -> str:
    """Some force cards by their titles."""
    return listed(the_force(table, name) for name in names)


def the_place(table: Table, region: Region) -> str:
    """A region within a sentence."""
    place = table.place(region)
    return f"the {place}" if place.endswith("Desert") else place


def source(table: Table, name: str) -> str:
    """What an act rests on: a card, or the operation of a force."""
    if name in table.box.cards:
        return table.box.cards[name].title
    return f"the operation of {the_force(table, name)}"


def strength(table: Table, force: str) -> str:
    """How a force was left: ", which left it dispersed, with two loss tokens"; "" if it is not on the map."""
    standing = next((s for f, s in table.forces.items() if f == force), None)
    if standing is None:
        return ""
    losses = min(standing.losses, ELIMINATED)
    if not losses:
        return f", which left it at {LOSS_NAMES[0]}"
    return f", which left it {LOSS_NAMES[losses]}, with {counted(losses, 'loss token')}"


def met(table: Table, region: Region, side: str) -> str:
    """Whom a force of a side met in a region: ", where the 9th Australian stood"; "" if nobody."""
    enemies = the_forces(table, table.forces_in(region, enemy_of(side)))
    return f", where {enemies} stood" if enemies else ""


def hand(table: Table, side: str) -> str:
    """The cards that a side holds, in words."""
    return counted(table.hand(side), "card")


def cause(table: Table, owed: Owed) -> str:
    """By what a draw or a discard came about: " for the Preparation of ...", " for Dive Bomber"."""
    if owed.source in table.box.cards:
        return f" for {table.box.cards[owed.source].title}"
    if owed.source in table.box.forces:
        what = "the Preparation of" if owed.what == "draw" else "the cost of"
        return f" for {what} {the_force(table, owed.source)}"
    return f" for {owed.reason}"


def answer(table: Table, act: Pending | None) -> str:
    """The enemy's act that a card answers: ", in answer to the move of ..."; "" if it answers none."""
    if act is None:
        return ""
    if act.card is not None:
        return f", in answer to {table.box.cards[act.card].title}"
    return f", in answer to the {act.doing} of {the_force(table, act.force or '')}"


def effect(table: Table, card: str, side: str) -> str:
    """What a card is played for: " to inflict two losses"; "" where that is not on file."""
    facts = table.box.cards[card]
    if facts.effect is Effect.CANCEL:
        return f" to stop what {THE[enemy_of(side)]} did"
    if facts.effect not in COUNTED or facts.amount is UNKNOWN:
        return ""
    amount = facts.amount
    return {
        Effect.LOSS: f" to inflict {counted(amount, 'loss', 'losses')}",
        Effect.DRAW: f" to draw {counted(amount, 'card')}",
        Effect.DISCARD: f" to make {THE[enemy_of(side)]} discard {counted(amount, 'card')}",
        Effect.MOVE: f" to move {counted(amount, 'force')}",
        Effect.HEAL: f" to take off {counted(amount, 'loss token')}",
        Effect.OPERATION: f" to gain {counted(amount, 'operation')}",
    }[facts.effect]

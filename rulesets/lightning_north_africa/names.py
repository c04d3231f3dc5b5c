"""The words of the game: sides, regions, forces, cards, attack plans."""

from __future__ import annotations

from enum import StrEnum

from referee.ruleset import Name

AXIS = "axis"
ALLIED = "allied"
SIDES = {AXIS: "Axis", ALLIED: "Allied"}

HAND_LIMIT = 9
"""Cards (Action Cards 5)."""

ELIMINATED = 3
"""Losses that remove a force from the game (Force Cards 4)."""

LOSS_NAMES = ("full strength", "disorganized", "dispersed", "eliminated")


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIED if side == AXIS else AXIS


class Force(Name):
    """A force card that is deployed on the map."""

    __slots__ = ()
    kind = "deployed force"


class Reserve(Name):
    """A force card that is not in play yet, and may come by Reinforcements."""

    __slots__ = ()
    kind = "force in reserve"


class AnyForce(Name):
    """Any force card on file."""

    __slots__ = ()
    kind = "force"


class Region(Name):
    """One of the six map cards."""

    __slots__ = ()
    kind = "region"


class Card(Name):
    """An action card on file."""

    __slots__ = ()
    kind = "action card"


class Source(Name):
    """What an act rests on: an action card, or a deployed force with an operation printed on it."""

    __slots__ = ()
    kind = "card or force"


TOBRUK = Region("tobruk")
CAIRO = Region("cairo")


class Plan(StrEnum):
    """The six attack plans."""

    ARMORED = "armored"
    MOTORIZED = "motorized"
    ENCIRCLE = "encircle"
    FLANKING = "flanking"
    OVERRUN = "overrun"
    SIEGE = "siege"


BY_CARD = frozenset({Plan.ENCIRCLE, Plan.FLANKING, Plan.OVERRUN, Plan.SIEGE})
"""The plans that an "Any" card may be declared to be (Action Cards 4)."""


class Bonus(StrEnum):
    """The secondary battle effect of a card (Action Cards 4)."""

    LOSS = "loss"
    DISCARD = "discard"
    DRAW = "draw"

"""What is in the box: map, forces, cards and plans, read from components.toml; what nobody knows is UNKNOWN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from referee.components.learning import card_of_row
from referee.components.maps import Graph, line
from referee.components.rows import read_rows
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Meant
from rulesets.lightning_north_africa.names import Bonus, Plan, Region


class When(Meant):
    """When a card may be played for its action."""

    ACTION = "action", "in its owner's own action step"
    MOVE = "move", "to answer an enemy move"
    CARD = "card", "to answer an enemy card"
    ARRIVAL = "arrival", "to answer an enemy reinforcement"
    ANY = "any", "at any time"
    BATTLE = "battle", "in a battle only: it has no action"


class Effect(Meant):
    """What a card does, in the rulebook's own primitives; `text` is carried out with the plain verbs `by CARD`."""

    LOSS = "loss", "enemy forces suffer losses"
    DRAW = "draw", "its player draws cards"
    DISCARD = "discard", "the enemy discards cards"
    MOVE = "move", "forces move, or retreat"
    HEAL = "heal", "losses are taken off forces"
    CANCEL = "cancel", "what it answers is undone"
    OPERATION = "operation", "forces may do one more operation"
    TEXT = "text", "something else: carried out by hand"
    NONE = "none", "nothing"


COUNTED = frozenset({Effect.LOSS, Effect.DRAW, Effect.DISCARD, Effect.MOVE, Effect.HEAL, Effect.OPERATION})
"""Effects that a card has so many times."""


class Picks(Meant):
    """Who chooses the force that takes a card's loss: the player of the card, or the owner of the forces."""

    PLAYER = "player", "who plays the card"
    OWNER = "owner", "whose forces they are"


class BattleSymbol(StrEnum):
    """What stands in the battle section of a card."""

    ARMORED = "armored"
    MOTORIZED = "motorized"
    ENCIRCLE = "encircle"
    FLANKING = "flanking"
    OVERRUN = "overrun"
    SIEGE = "siege"
    ANY = "any"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ForceCard:
    """A force card: cost in cards, printed region, supply base, symbols."""

    title: str
    side: str
    start: Region | Unknown | None = None
    among: tuple[Region, ...] = ()
    entry: Region | Unknown = UNKNOWN
    base: Region | Unknown = UNKNOWN
    cost: int | Unknown = UNKNOWN
    armored: bool | Unknown = UNKNOWN
    motorized: bool | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card: when it is played, its costs (cards, own losses), its effect, and its battle section.

    `amount` is how often the effect happens (two losses, two cards, two forces that move).
    """

    title: str
    side: str
    when: When | Unknown = UNKNOWN
    cost: int | Unknown = UNKNOWN
    harm: int | Unknown = UNKNOWN
    effect: Effect | Unknown = UNKNOWN
    amount: int | Unknown = UNKNOWN
    picks: Picks | Unknown = UNKNOWN
    battle: BattleSymbol | Unknown = UNKNOWN
    bonus: Bonus | Unknown | None = UNKNOWN
    sure: str = "told"


def amount_words(card: ActionCard) -> str:
    """That nobody told how often the effect of a card happens."""
    return f"the number of times that {card.title} does `{card.effect}` is not known"


def picks_words(card: ActionCard) -> str:
    """That nobody told who chooses the force that takes the loss of a card."""
    return f"the one who picks the force that {card.title} strikes is not known"


@dataclass(frozen=True, slots=True)
class PlanCard:
    """The result of a plan that was not guessed: losses for each attacking force, one more for each with the symbol."""

    each: int | Unknown = UNKNOWN
    symbol: str = ""
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class Box:
    """All components as far as they are known. The map and the decks never change; the rest is learned."""

    map: Graph
    regions: Mapping[str, str]
    decks: Mapping[str, int]
    hands: Mapping[str, int]
    forces: Mapping[str, ForceCard]
    cards: Mapping[str, ActionCard] = field(default_factory=dict)
    plans: Mapping[Plan, PlanCard] = field(default_factory=dict)


@cache
def shipped() -> Box:
    """The components that ship with the ruleset."""
    raw = read_rows(Path(__file__).with_name("components.toml"))
    return Box(
        map=line(*raw["map"]),
        regions=raw["region"],
        decks=raw["deck"],
        hands=raw["hand"],
        forces={row["name"]: card_of_row(ForceCard, row) for row in raw["force"]},
        cards={row["name"]: card_of_row(ActionCard, row) for row in raw["card"]},
        plans={Plan(row["name"]): card_of_row(PlanCard, row) for row in raw["plan"]},
    )

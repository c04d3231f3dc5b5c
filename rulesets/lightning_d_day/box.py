"""What is in the box: beaches, piles, forces, cards and turn cards; what nobody knows is UNKNOWN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from referee.components.learning import YesNo, card_of_row
from referee.components.maps import Graph, line
from referee.components.rows import read_rows
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Meant
from rulesets.lightning_d_day.names import Beach, Pile, side_of_pile

Number = int | Unknown


class When(Meant):
    """When a card may be played; `any` if it does not say."""

    ANY = "any", "the card does not say when"
    ATTACK = "attack", "by the attacker, while an attack is resolved"
    DEFENSE = "defense", "by the defender, while an attack is resolved"
    BATTLE = "battle", "by either side, while an attack is resolved"
    TURN = "turn", "in the own turn, outside of an attack"
    ANSWER = "answer", "to a card of the enemy, right behind it"


IN_A_BATTLE = frozenset({When.ATTACK, When.DEFENSE, When.BATTLE})
"""Cards that are played while an attack is resolved."""


class Effect(Meant):
    """What a card does beside its numbers; `text` is carried out with the plain verbs `by CARD`."""

    NONE = "none", "nothing beside its numbers"
    CANCEL = "cancel", "cancels a card of the enemy"
    AIRBORNE = "airborne", "one more action at its beach in each turn"
    ROLLOVER = "rollover", "an attack on an adjacent beach"
    FORCE = "force", "lies on its beach as a force from then on"
    TEXT = "text", "something else, which you carry out"


class Deck(StrEnum):
    """The deck in which an action card is."""

    GERMAN = "german"
    ALLIED = "allied"
    BOTH = "both"


class Price(Meant):
    """What a bonus costs: an own face-down force, a card from the hand, or something else that the card says."""

    FORCE = "force", "an own face-down force, of any beach"
    CARD = "card", "another card of the hand"
    OTHER = "other", "something else that the card says"


class Free(Meant):
    """The free action that a force allows when it is activated."""

    ATTACK = "attack", "it attacks at once, and no action is used"
    OTHER = "other", "something else that the card says"
    NONE = "none", "it has none"


@dataclass(frozen=True, slots=True)
class ForceCard:
    """A force card: its beach, its combat value, what it adds in attack and in defense, and its free action."""

    title: str
    side: str
    beach: Beach | Unknown = UNKNOWN
    value: Number = UNKNOWN
    attack: Number = UNKNOWN
    defense: Number = UNKNOWN
    free: Free | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card.

    side             in whose deck it is: a side, "both", or "" where nobody told
    action           whether it is played as the action of a beach (Reinforcements)
    value            the number in the circle, for attack and defense alike
    attack, defense  what it adds to that, when it is played to attack or to defend
    bonus            what it adds more: at the beach `where` only, or for the `price` only, where there is one
    amount           how often the players carry out its text (forces, cards, numbers); as often as they say if UNKNOWN
    """

    title: str
    side: str
    when: When | Unknown = UNKNOWN
    action: YesNo | Unknown = UNKNOWN
    value: Number = UNKNOWN
    attack: Number = UNKNOWN
    defense: Number = UNKNOWN
    bonus: Number = UNKNOWN
    where: Beach | None = None
    price: Price | None = None
    effect: Effect | Unknown = UNKNOWN
    amount: int | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class TurnText:
    """A turn card: cards that each side draws at the end of its turn, and what it adds to every attack of a side."""

    title: str
    german: Number = UNKNOWN
    allied: Number = UNKNOWN
    german_attack: Number = UNKNOWN
    allied_attack: Number = UNKNOWN
    sure: str = "told"

    def draws(self, side: str) -> Number:
        """Cards that a side draws."""
        return self.german if side == "german" else self.allied

    def attack(self, side: str) -> Number:
        """What is added to an attack of a side."""
        return self.german_attack if side == "german" else self.allied_attack


@dataclass(frozen=True, slots=True)
class PileCard:
    """How many forces are printed for a beach."""

    forces: int
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class Box:
    """All components as far as they are known. The beaches never change; the rest is learned.

    cards_each  play cards of a side, its forces among them
    """

    map: Graph
    beaches: Mapping[Beach, str]
    cards_each: int
    hand: int
    piles: Mapping[Pile, PileCard]
    forces: Mapping[str, ForceCard]
    cards: Mapping[str, ActionCard]
    turns: Mapping[str, TurnText]

    def forces_of(self, side: str) -> int:
        """Force cards of a side."""
        return sum(card.forces for pile, card in self.piles.items() if side_of_pile(pile) == side)

    def action_cards_of(self, side: str) -> int:
        """Cards of a side that are no forces: its deck."""
        return max(0, self.cards_each - self.forces_of(side))


@cache
def shipped() -> Box:
    """The components that ship with the ruleset."""
    raw = read_rows(Path(__file__).with_name("components.toml"))
    return Box(
        map=line(*raw["map"]),
        beaches={Beach(name): title for name, title in raw["beach"].items()},
        cards_each=raw["cards_each"],
        hand=raw["hand"],
        piles={Pile(row["name"]): card_of_row(PileCard, row) for row in raw["pile"]},
        forces={row["name"]: card_of_row(ForceCard, row) for row in raw["force"]},
        cards={row["name"]: card_of_row(ActionCard, row) for row in raw["card"]},
        turns={row["name"]: card_of_row(TurnText, row) for row in raw["turn"]},
    )

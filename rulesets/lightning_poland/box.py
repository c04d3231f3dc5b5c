"""What is in the box: forces, objectives and action cards, from components.toml; what nobody knows is UNKNOWN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from referee.components.learning import card_of_row
from referee.components.rows import read_rows
from referee.components.unknown import UNKNOWN, Unknown
from rulesets.lightning_poland.names import Effect, ForceText, Kind, Objective, ObjectiveText, Site, Strikes, Type, When


@dataclass(frozen=True, slots=True)
class ForceCard:
    """A force card.

    start           marked S: it begins the game on the table
    cost            Supply points
    rating          its printed Force Rating
    plain           it has no Special Ability; then the values below are nothing
    attack, defend  what its text adds when its side attacks, or defends
    effect          what else its text does
    """

    title: str
    side: str
    start: bool | Unknown = UNKNOWN
    cost: int | Unknown = UNKNOWN
    type: Kind | Unknown = UNKNOWN
    rating: int | Unknown = UNKNOWN
    plain: bool | Unknown = UNKNOWN
    attack: int | Unknown = UNKNOWN
    defend: int | Unknown = UNKNOWN
    effect: ForceText | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class ObjectiveCard:
    """An objective card.

    by              the side that may capture it
    points          Victory Point Value
    open            it may be attacked from the beginning; False: only on the path that its text says
    after, need     the path: objectives of which so many (0: all) must be captured before
    plain           no Special Notes; then it is open, and the values below are nothing
    attack, defend  what its text adds to the attacker's value, or the defender's
    effect          what else its text does
    """

    title: str
    by: str | Unknown = UNKNOWN
    points: int | Unknown = UNKNOWN
    type: Site | Unknown = UNKNOWN
    plain: bool | Unknown = UNKNOWN
    open: bool | Unknown = UNKNOWN
    after: tuple[Objective, ...] | Unknown = UNKNOWN
    need: int | Unknown = UNKNOWN
    attack: int | Unknown = UNKNOWN
    defend: int | Unknown = UNKNOWN
    effect: ObjectiveText | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card.

    side            whose deck it is in; UNKNOWN if nobody told
    rating          its printed Force Rating
    plain           no Special Ability; then the values below are nothing
    attack, defend  what its text adds when its player attacks, or defends
    strikes         the type of cards that its text discards when it is played
    cost            a card must be discarded to play it
    when, effect    when the rest of its text happens, and what it does so many (`amount`) times
    """

    title: str
    side: str | Unknown = UNKNOWN
    type: Type | Unknown = UNKNOWN
    rating: int | Unknown = UNKNOWN
    plain: bool | Unknown = UNKNOWN
    attack: int | Unknown = UNKNOWN
    defend: int | Unknown = UNKNOWN
    strikes: Strikes | Unknown = UNKNOWN
    cost: bool | Unknown = UNKNOWN
    when: When | Unknown = UNKNOWN
    effect: Effect | Unknown = UNKNOWN
    amount: int | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class Box:
    """All components as far as they are known; all of it is learned."""

    forces: Mapping[str, ForceCard]
    objectives: Mapping[str, ObjectiveCard]
    cards: Mapping[str, ActionCard] = field(default_factory=dict)


@cache
def shipped() -> Box:
    """The components that ship with the ruleset."""
    raw = read_rows(Path(__file__).with_name("components.toml"))
    return Box(
        forces={row["name"]: card_of_row(ForceCard, row) for row in raw["force"]},
        objectives={row["name"]: card_of_row(ObjectiveCard, row) for row in raw["objective"]},
        cards={row["name"]: card_of_row(ActionCard, row) for row in raw["card"]},
    )

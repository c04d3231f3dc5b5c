"""The words of the game: sides, forces, objectives, action cards, and what is printed on them."""

from __future__ import annotations

from enum import StrEnum

from referee.ruleset import Meant, Name

GERMAN = "german"
POLISH = "polish"
SIDES = {GERMAN: "German", POLISH: "Polish"}

PLAYERS = {GERMAN: "German (Germans)", POLISH: "Polish (Poles)"}
"""The sides where a line names one: players call them by their people too."""

HAND_LIMIT = 9
"""Cards (Set-Up 4, Turns 1 and 4)."""

SUPPLY = 3
"""Supply points of forces that one Reinforce puts on the table (Turns 1)."""

POINTS_TO_WIN = 10
"""Victory points of captured objectives (How to Win)."""

MOST_POINTS = POINTS_TO_WIN
"""Victory points that an objective can be worth: the book names no limit, and more than win the game tell nothing."""

MOST_CARDS = 110
"""Cards in the box."""


class Force(Name):
    """A force card that lies on the table, committed or not."""

    __slots__ = ()
    kind = "force on the table"


class Reserve(Name):
    """A force card that is not on the table, and may come by Reinforce."""

    __slots__ = ()
    kind = "force in hand"


class AnyForce(Name):
    """Any force card on file."""

    __slots__ = ()
    kind = "force"


class Objective(Name):
    """An objective card on file."""

    __slots__ = ()
    kind = "objective"


class Card(Name):
    """An action card on file."""

    __slots__ = ()
    kind = "action card"


class Source(Name):
    """The card whose text an act rests on: an action card, a force on the table, or an objective."""

    __slots__ = ()
    kind = "card"


class Type(StrEnum):
    """The three types of action cards."""

    MILITARY = "military"
    CIRCUMSTANCE = "circumstance"
    INTELLIGENCE = "intelligence"


class Strikes(StrEnum):
    """The type of action cards that a card's own text discards, beside those of its own type."""

    MILITARY = "military"
    CIRCUMSTANCE = "circumstance"
    INTELLIGENCE = "intelligence"
    ALL = "all"
    NONE = "none"


class When(Meant):
    """When the effect of an action card happens (How to Resolve a Battle 10)."""

    PLAYED = "played", "as soon as it is played"
    RESOLUTION = "resolution", "when the winner is determined"
    AFTER = "after", "after the battle is over"
    NONE = "none", "never: it has no effect"


class Effect(Meant):
    """What a card's text does, beside values; `text` is carried out with the plain verbs `by CARD`."""

    DRAW = "draw", "its player draws cards"
    DROP = "drop", "the other player discards cards from his hand"
    REMOVE = "remove", "its player removes own committed forces from the game"
    RETIRE = "retire", "its player discards own committed forces"
    STAY = "stay", "a committed force may go back to the row of forces instead of the hand"
    TEXT = "text", "something else: carried out by hand"
    NONE = "none", "nothing"


COUNTED = frozenset({Effect.DRAW, Effect.DROP, Effect.REMOVE, Effect.RETIRE, Effect.STAY})
"""Effects that a card has so many times."""


class ForceText(StrEnum):
    """What the text of a force card does, beside bonuses."""

    STAY = "stay"
    TEXT = "text"
    NONE = "none"


class ObjectiveText(StrEnum):
    """What the text of an objective does, beside a path and bonuses."""

    TEXT = "text"
    NONE = "none"


class Kind(StrEnum):
    """The type printed below the art of a force card."""

    INFANTRY = "infantry"
    MECHANIZED = "mechanized"
    ARMORED = "armored"


class Site(StrEnum):
    """The type of an objective."""

    CITY = "city"
    OTHER = "other"

"""The words of the game: sides, unit types, contingents, places, cards."""

from __future__ import annotations

from enum import StrEnum

from referee.ruleset import Name, Spoken

GERMAN = "german"
ALLIED = "allied"
SIDES = {GERMAN: "German", ALLIED: "Allied"}

TURNS = 14
"""Turns of a game (26.A): 1914 II to 1918 III, three a year."""

FIRST_YEAR = 1914

MOST_DICE = 6
"""The largest strength of a unit that is believed: the book calls five dice ideal for play (1.0)."""


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIED if side == GERMAN else GERMAN


def turn_title(turn: int) -> str:
    """A turn as the Turn Record Track names it: the first is 1914 II."""
    year, third = divmod(turn, 3)
    return f"{FIRST_YEAR + year} {('I', 'II', 'III')[third]}"


class Type(Spoken):
    """The types of unit: those of the scenario (24.1), then those that only the standard rules know."""

    LIGHT = "light", "light-infantry"
    INFANTRY = "infantry", "regular", "regular-infantry"
    MOUNTED = "mounted", "mounted-infantry", "cavalry"
    CAR = "car", "armored", "armoured", "armored-car", "armoured-car"
    GARRISON = "garrison"
    FLEET = "fleet"
    ENGINEER = "engineer"
    ARTILLERY = "artillery"
    LEADER = "leader"
    SUPPLY = "supply"


MAY_BREAK_OFF = (Type.LIGHT, Type.CAR, Type.MOUNTED)
"""The types that may leave a battle instead of firing (30.1)."""


class Nation(StrEnum):
    """The German side, and the three contingents of the Allies (29.A)."""

    GERMAN = "german"
    BRITISH = "british"
    BELGIAN = "belgian"
    PORTUGUESE = "portuguese"


NEUTRAL = {Nation.BELGIAN: "Belgium", Nation.PORTUGUESE: "Portugal"}
"""The powers that enter the war by a card (28.1)."""


class Command(StrEnum):
    """Higher commands that a unit may belong to, and a card may name (4.3.C); the abbreviations are those of 24.2."""

    EAD = "ead"
    EX = "ex"
    FKA = "fka"
    FP = "fp"
    FW = "fw"
    IEF = "ief"
    KAR = "kar"
    PEA = "pea"
    RFF = "rff"
    SA = "sa"
    NONE = "none"


class Land(StrEnum):
    """Whose country a space lies in."""

    GEA = "gea"
    BEA = "bea"
    CONGO = "congo"
    PEA = "pea"
    OTHER = "other"


CLOSED = {Land.CONGO: Nation.BELGIAN, Land.PEA: Nation.PORTUGUESE}
"""The countries that others may not enter before the Allied Intervention card (28.1.B)."""


class Water(StrEnum):
    """The water that a port lies on."""

    NONE = "none"
    OCEAN = "ocean"
    VICTORIA = "victoria"
    TANGANYIKA = "tanganyika"
    NYASA = "nyasa"
    OTHER = "other-lake"


class Way(StrEnum):
    """What joins two spaces: nothing, a route of a kind that nobody told (taken for a land route), or one of a kind."""

    LAND = "land"
    RAIL = "rail"
    RIVER = "river"
    YES = "yes"
    NO = "no"


class Users(StrEnum):
    """Which side may use a fortress, fort or base that is printed on the map (14.C)."""

    NONE = "none"
    GERMAN = "german"
    ALLIED = "allied"
    BOTH = "both"


class Outcome(StrEnum):
    """What a die does, by the Battle Results Table (13.3)."""

    NONE = "none"
    PANIC = "panic"
    ELIMINATION = "elimination"


class Event(StrEnum):
    """What the event of a card does; `text` is carried out with `put ... by CARD` and with notes."""

    NONE = "none"
    BONUS = "bonus"
    INTERVENTION = "intervention"
    RESHUFFLE = "reshuffle"
    TEXT = "text"


class Phase(StrEnum):
    """When an event happens (7.1.3)."""

    IMMEDIATELY = "immediately"
    RECRUITING = "recruiting"
    MARCH = "march"
    BATTLE = "battle"


POOL = "pool"
OCEAN_BOX = "indian-ocean"
SA_BOX = "south-african"
KONIGSBERG = "konigsberg"
ASIDE = "aside"
DEAD = "dead-pile"
BOXES = {
    OCEAN_BOX: "Indian Ocean box",
    SA_BOX: "South African box",
    KONIGSBERG: "Konigsberg recruit box",
    POOL: "recruit pool",
    ASIDE: "not placed yet",
    DEAD: "dead pile",
}
"""Places off the map. Every side has its own recruit pool; a unit that is not set up yet lies aside."""


AT_END = 999
"""The column of what is missing of a line: behind it."""


class Brings(StrEnum):
    """Where the reinforcements of a card come from (27.1, 27.2.A, 27.3.A)."""

    POOL = POOL
    KONIGSBERG = KONIGSBERG
    SOUTH_AFRICAN = SA_BOX


ANYWHERE = {Land.GEA: "anywhere in German East Africa", Land.BEA: "any town in British East Africa"}
"""Where a unit starts that its owner may place within a country."""


class Unit(Name):
    """A unit that is known to lie somewhere: on the map or in a box."""

    __slots__ = ()
    kind = "unit"


class Fighter(Name):
    """A unit that is, or was, in the battle that is fought."""

    __slots__ = ()
    kind = "unit of this battle"


class Cargo(Name):
    """A unit in the space of a fleet."""

    __slots__ = ()
    kind = "unit beside a fleet"


class AnyUnit(Name):
    """A unit on file, wherever it is."""

    __slots__ = ()
    kind = "unit on file"


class Mover(Name):
    """A unit on the map, or the space whose whole stack is meant."""

    __slots__ = ()
    kind = "unit or stack"


class Space(Name):
    """A space of the map."""

    __slots__ = ()
    kind = "space"


class Place(Name):
    """A space of the map, or a box."""

    __slots__ = ()
    kind = "space or box"


class Home(Name):
    """Where a unit starts: a space, a box, or a country in which its owner may choose."""

    __slots__ = ()
    kind = "place to start"


class Card(Name):
    """A campaign card on file."""

    __slots__ = ()
    kind = "campaign card"


class Allowance(Name):
    """What a card moves, and how many spaces: `light-2`, `all-3`, `belgian-1`; `none` where it moves nothing."""

    __slots__ = ()
    kind = "movement"


class Side(Name):
    """One of the two sides."""

    __slots__ = ()
    kind = "side"

"""The words of the game: sides, nations, arms, and the kinds of thing that can be named."""

from __future__ import annotations

from enum import StrEnum

from referee.ruleset import Meant, Name

AXIS = "axis"
BRITISH = "british"
SIDES = {AXIS: "Axis", BRITISH: "British"}

DEPLOYING = ("italian", "british", "german")
"""Whose units are deployed, in this order (KO6)."""


def enemy_of(side: str) -> str:
    """The other side."""
    return BRITISH if side == AXIS else AXIS


class Nation(StrEnum):
    """Whose division it is. The French are the British side's in the Blitzkrieg edition."""

    GERMAN = "german"
    ITALIAN = "italian"
    BRITISH = "british"
    FRENCH = "french"

    @property
    def side(self) -> str:
        """The side that a nation fights on."""
        return AXIS if self in (Nation.GERMAN, Nation.ITALIAN) else BRITISH


class Arm(StrEnum):
    """What a unit is, as far as the rules tell units apart."""

    HQ = "hq"
    RECON = "recon"
    TANK = "tank"
    INFANTRY = "infantry"
    ARTILLERY = "artillery"
    FLAK = "flak"
    BASE = "base"


DIGS_IN = frozenset({Arm.INFANTRY, Arm.ARTILLERY, Arm.FLAK, Arm.HQ})
"""Arms that gain from being Dug-in (KD1, KD2)."""

ARMOUR = frozenset({Arm.TANK, Arm.RECON})
"""Arms that an 88mm may pick out (KF3), and that have no save against it (KS3)."""


class Status(StrEnum):
    """Where a unit is: not deployed yet, on the table, Scattered, or Destroyed."""

    RESERVE = "reserve"
    TABLE = "table"
    SCATTERED = "scattered"
    DESTROYED = "destroyed"


class Unit(Name):
    """A unit on the table."""

    __slots__ = ()
    kind = "unit on the table"


class Mover(Name):
    """A unit on the table, a division, or all of a type in it: those of them that have still to move."""

    __slots__ = ()
    kind = "unit or division"


class Target(Name):
    """A unit on the table that something is aimed at; the side that acts is not its owner."""

    __slots__ = ()
    kind = "unit on the table"


class Reserve(Name):
    """A unit that is not deployed yet, or a division that has such units."""

    __slots__ = ()
    kind = "unit to be deployed"


class Scattered(Name):
    """A Scattered unit."""

    __slots__ = ()
    kind = "Scattered unit"


class Card(Name):
    """A division or brigade on file, as its force card."""

    __slots__ = ()
    kind = "division"


class TypeName(Name):
    """A type of unit on file."""

    __slots__ = ()
    kind = "type of unit"


class Ground(Name):
    """A piece of terrain."""

    __slots__ = ()
    kind = "piece of terrain"


class Field(Name):
    """A minefield."""

    __slots__ = ()
    kind = "minefield"


class GapName(Name):
    """A cleared gap in a minefield."""

    __slots__ = ()
    kind = "gap"


class TrenchName(Name):
    """A Dug-in position."""

    __slots__ = ()
    kind = "Dug-in position"


class SideName(Name):
    """One of the two sides."""

    __slots__ = ()
    kind = "side"


class Claimant(Name):
    """The side that takes a Major Victory: it acts."""

    __slots__ = ()
    kind = "side"


class Landscape(Meant):
    """Kinds of terrain. Soft and hard cover belong to the Blitzkrieg edition."""

    HILL = "hill", "its top holds one unit, which sees further; only artillery fires over it", "hills"
    BAD = "bad", "only infantry may enter", "bad-ground", "bad-grounds"
    ESCARPMENT = "escarpment", "nobody may cross it", "escarpments"
    SOFT = "soft", "soft cover (Blitzkrieg edition): infantry and HQs in it save on 5"
    HARD = "hard", "hard cover (Blitzkrieg edition): infantry and HQs in it save on 4"


class ZoneKind(StrEnum):
    """What a square foot of the table is for."""

    SUPPLY = "supply"
    DEFENCE = "defence"


class Edge(StrEnum):
    """An edge of the table, as the positions count: x to the right, y up."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


CLOCKWISE = (Edge.TOP, Edge.RIGHT, Edge.BOTTOM, Edge.LEFT)

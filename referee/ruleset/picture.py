"""What a game gives to be drawn: a picture of its table, and the numbers that a chart follows through a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.components.geometry import Point, Shape
from referee.ruleset.table import Table

T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class Ground:
    """A stretch of ground. `kind` says what it is ("hill", "sea"); `label` is written on it."""

    shape: Shape
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A region, beach or space. `kind` says what it is; `side` who holds it, "" if nobody."""

    at: Point
    label: str
    kind: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A connection of two places."""

    start: Point
    end: Point
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, card or model. `marks` are what lies on it ("2 losses"). Several in one place are fanned out."""

    at: Point
    label: str
    side: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A table from above; y grows upwards. Distances are in a unit of the game's own (inches, or any).

    note  what somebody who looks at it should know ("a scheme: the positions are ours"), a sentence
    """

    width: float
    height: float
    ground: tuple[Ground, ...] = ()
    places: tuple[Place, ...] = ()
    ways: tuple[Way, ...] = ()
    pieces: tuple[Piece, ...] = ()
    unit: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chart(Generic[T]):
    """What is worth following through a game, read off each table.

    title  what it shows ("Loss tokens on the map"); `unit` what is counted
    read   the values by series; a series that is a side has that side's name. Numbers make a line, words a strip of
           who or what had it. What nobody knows is left out.
    decisive  whether its great changes are turning points of the game (a force that is lost; not a card that is drawn)
    """

    title: str
    unit: str
    read: Callable[[T], Mapping[str, float | str]]
    decisive: bool = False

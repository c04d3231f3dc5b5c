"""What is in the box: spaces, routes, units, cards, the results table. What nobody knows is UNKNOWN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

from referee.components.learning import card_of_row
from referee.components.memo import remembered
from referee.components.rows import read_rows
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Point
from rulesets.lettow_vorbeck.names import (
    Brings,
    Command,
    Event,
    Land,
    Nation,
    Outcome,
    Phase,
    Type,
    Users,
    Water,
    Way,
)

UNITS = 40
"""Units in the box (1.0)."""

DECK = 9
"""Campaign cards of a side."""


@dataclass(frozen=True, slots=True)
class SpaceCard:
    """A space of the map, and what the Terrain Effects Chart says of it.

    port    the water that it is a port on
    centre  it is a supply centre
    stop    units that enter must stop
    fort    who may use a fortress, fort or base that is printed there
    ways    how many routes lead out of it: when so many are told, there are no others
    at      where it lies, for a picture: any unit, y upwards
    """

    title: str
    land: Land | Unknown = UNKNOWN
    port: Water | Unknown = UNKNOWN
    centre: bool | Unknown = UNKNOWN
    stop: bool | Unknown = UNKNOWN
    river: bool | Unknown = UNKNOWN
    fort: Users | Unknown = UNKNOWN
    ways: int | Unknown = UNKNOWN
    at: Point | None = None
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A counter. `start` is a space, a box or a country (gea, bea: where its owner likes); the pool means R."""

    title: str
    side: str
    nation: Nation | Unknown = UNKNOWN
    command: Command | Unknown = UNKNOWN
    type: Type | Unknown = UNKNOWN
    strength: int | Unknown = UNKNOWN
    elite: bool | Unknown = UNKNOWN
    start: str | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class CampaignCard:
    """A campaign card.

    copies   how many cards of this title are in the deck
    recruit  how many reinforcements it brings; None: all in the box that they come from
    move     spaces by what may move: "all", a type, a contingent, a command or a unit; {} where nothing moves
    phase    when its event happens
    remove   it is removed from play after its turn
    """

    title: str
    side: str
    copies: int | Unknown = UNKNOWN
    recruit: int | Unknown = UNKNOWN
    brings: Brings = Brings.POOL
    move: Mapping[str, int] | Unknown = UNKNOWN
    event: Event | Unknown = UNKNOWN
    phase: Phase | Unknown = UNKNOWN
    remove: bool | Unknown = UNKNOWN
    sure: str = "told"


@dataclass(frozen=True, slots=True)
class Box:
    """All components as far as they are known.

    routes   by the two spaces in the order of the alphabet, joined by a blank
    over     the ways that were told over other spaces, by the two where they end, as in routes: the spaces of each
    results  the Battle Results Table: type of the rolling unit, then die, to what it does
    """

    spaces: Mapping[str, SpaceCard]
    units: Mapping[str, UnitCard]
    cards: Mapping[str, CampaignCard]
    routes: Mapping[str, Way] = field(default_factory=dict)
    over: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    results: Mapping[str, Mapping[str, Outcome]] = field(default_factory=dict)


def pair(a: str, b: str) -> str:
    """The key of a route."""
    return " ".join(sorted((a, b)))


@remembered
def told_ways(box: Box) -> Mapping[str, tuple[tuple[str, Way], ...]]:
    """The routes out of each space that are known to be there."""
    near: dict[str, tuple[tuple[str, Way], ...]] = dict.fromkeys(box.spaces, ())
    for key, way in box.routes.items():
        a, _, b = key.partition(" ")
        if way is not Way.NO and a in near and b in near:
            near[a] = (*near[a], (b, way))
            near[b] = (*near[b], (a, way))
    return near


@remembered
def all_told(box: Box) -> frozenset[str]:
    """The spaces of which every route is told."""
    near = told_ways(box)
    return frozenset(s for s, card in box.spaces.items() if card.ways is not UNKNOWN and len(near[s]) >= card.ways)


def way_between(box: Box, a: str, b: str) -> Way | Unknown:
    """What joins two spaces; nothing joins a space to itself."""
    if a == b:
        return Way.NO
    told = box.routes.get(pair(a, b))
    if told is not None:
        return told
    return Way.NO if a in all_told(box) or b in all_told(box) else UNKNOWN


def untold_from(box: Box, space: str) -> Iterator[str]:
    """The spaces of which nobody told whether a route leads there from a space."""
    if space in all_told(box):
        return
    for other in box.spaces:
        if other != space and other not in all_told(box) and pair(space, other) not in box.routes:
            yield other


def ways_over(box: Box, a: str, b: str) -> tuple[tuple[str, ...], ...]:
    """The ways between two spaces that were told over others, the last told first; none with a route that is not there
    by what was told since.
    """
    told = reversed(box.over.get(pair(a, b), ()))
    return tuple(way for way in told if all(box.routes.get(pair(*leg)) is not Way.NO for leg in pairwise(way)))


@cache
def shipped() -> Box:
    """The components that ship with the ruleset: what the rulebook itself names, and no more."""
    raw = read_rows(Path(__file__).with_name("components.toml"))
    return Box(
        spaces={row["name"]: card_of_row(SpaceCard, row) for row in raw["space"]},
        units={row["name"]: card_of_row(UnitCard, row) for row in raw["unit"]},
        cards={row["name"]: card_of_row(CampaignCard, row) for row in raw["card"]},
    )

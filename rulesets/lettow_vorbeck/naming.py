"""What the things on file are called: the same on most tables, so it is remembered with what it depends on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from referee.components.memo import remembered
from referee.ruleset import Name
from rulesets.lettow_vorbeck.box import Box, CampaignCard, SpaceCard, UnitCard
from rulesets.lettow_vorbeck.names import (
    ANYWHERE,
    BOXES,
    POOL,
    SIDES,
    Card,
    Command,
    Home,
    Nation,
    Place,
    Side,
    Space,
    Type,
)

MOST_SPACES = 12
"""Spaces that a card may let a unit move; the map is smaller."""

STRANGER = "?"
"""How the name begins of a unit that one side may not see, on the table as that side sees it."""

Rosters = tuple[tuple[str, ...], ...]
"""The units of each side."""


@remembered
def units_on_file(units: Mapping[str, UnitCard], rosters: Rosters) -> Mapping[str, str]:
    """The title of each unit that may be named."""
    every = frozenset().union(*rosters)
    return {n: card.title for n, card in units.items() if n in every and not n.startswith(STRANGER)}


@remembered
def fleets_on_file(units: Mapping[str, UnitCard]) -> tuple[str, ...]:
    """The units that are known to be fleets."""
    return tuple(name for name, card in units.items() if card.type is Type.FLEET)


def names_on_file(box: Box, kind: type[Name]) -> Mapping[str, str]:
    """The titles of all things of a kind, units and allowances left out."""
    if kind is Space:
        return _titles(box.spaces)
    if kind is Card:
        return _titles(box.cards)
    return SIDES if kind is Side else _places(box.spaces, kind)


@remembered
def _titles(cards: Mapping[str, SpaceCard | CampaignCard]) -> Mapping[str, str]:
    return {name: card.title for name, card in cards.items()}


@remembered
def _places(spaces: Mapping[str, SpaceCard], kind: type[Name]) -> Mapping[str, str]:
    """The spaces and the boxes; where a unit starts may be a country too, and the pool is an R on its counter."""
    lands = {**{str(land): title for land, title in ANYWHERE.items()}, POOL: "R"} if kind is Home else {}
    return {**_titles(spaces), **BOXES, **lands}


@remembered
def movers_on_file(box: Box, rosters: Rosters) -> Mapping[str, str]:
    """What may march: units, and the stacks of all places."""
    return {**units_on_file(box.units, rosters), **names_on_file(box, Place)}


@remembered
def these(titles: Mapping[str, str], units: frozenset[str]) -> Mapping[str, str]:
    """The titles of these units; most acts leave those that are in a battle."""
    return {unit: title for unit, title in titles.items() if unit in units}


@remembered
def others(titles: Mapping[str, str], units: frozenset[str], why: str) -> Mapping[str, str]:
    """The units that are none of these, each with why it is not there."""
    return {unit: why for unit in titles if unit not in units}


@lru_cache(maxsize=4)
def allowances(units: tuple[str, ...]) -> Mapping[str, str]:
    """What a card may let move how far: all (a number alone), units of a kind, or one of these units."""
    movers = [*Type, *Nation, *(c for c in Command if c is not Command.NONE), *units]
    steps = range(1, MOST_SPACES + 1)
    named = {f"{m}-{n}": f"{m} {n}" for m in dict.fromkeys(map(str, movers)) for n in steps}
    return {"none": "none", **{f"all-{n}": str(n) for n in steps}, **named}

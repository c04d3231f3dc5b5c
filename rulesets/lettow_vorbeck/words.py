"""What things are called in the story of a game, for somebody who does not know their notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.components.wording import counted, figured, listed
from rulesets.lettow_vorbeck.names import ALLIED, ASIDE, BOXES, GERMAN
from rulesets.lettow_vorbeck.table import Table

THE = {GERMAN: "the Germans", ALLIED: "the Allies"}
"""The sides within a sentence."""

WHO = {GERMAN: "The Germans", ALLIED: "The Allies"}
"""The sides where they begin it."""


def titles_of(table: Table) -> Mapping[str, str]:
    """What every name of the notation is called in a sentence."""
    cards = {name: card.title for name, card in table.box.cards.items()}
    places = {name: the_place(table, name) for name in (*table.box.spaces, *BOXES)}
    units = {name: the_unit(table, name) for name in table.box.units}
    return {**THE, **places, **cards, **units}


def the_unit(table: Table, name: str) -> str:
    """A unit by its title."""
    return f"the {table.card_of(name).title}"


def the_units(table: Table, names: Iterable[str]) -> str:
    """Some units by their titles."""
    return listed(the_unit(table, name) for name in names)


def some_units(table: Table, names: Iterable[str], unnamed: int = 0) -> str:
    """Units that are known by name, and how many more there are of which nobody said who they are."""
    hidden = [counted(unnamed, "unnamed unit")] if unnamed else []
    return listed([*(the_unit(table, name) for name in names), *hidden]) or "nobody"


def the_place(table: Table, place: str) -> str:
    """A space or a box within a sentence."""
    title = table.title(place)
    if place == ASIDE:
        return "the units not placed yet"
    return f"the {title}" if place in BOXES or title.endswith("Congo") else title


def faces(dice: Iterable[int]) -> str:
    """Dice as they fell: "a 6 and a 2"."""
    return listed(f"a {int(die)}" for die in dice)


def many_dice(count: int) -> str:
    """A number of dice in figures."""
    return figured(count, "die", "dice")

"""What things are called in the story of a game, for somebody who does not know their notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.components.wording import counted, listed
from rulesets.lightning_poland.names import GERMAN, POLISH
from rulesets.lightning_poland.table import Owed, Table

THE = {GERMAN: "the Germans", POLISH: "the Poles"}
"""The sides within a sentence."""

WHO = {GERMAN: "The Germans", POLISH: "The Poles"}
"""The sides where they begin it."""


def titles(table: Table) -> Mapping[str, str]:
    """What every name of the notation is called in a sentence."""
    box = table.box
    kinds: tuple[Mapping[str, object], ...] = (box.objectives, box.cards, box.forces)
    return {**THE, **{name: title(table, name) for kind in kinds for name in kind}}


def title(table: Table, name: str) -> str:
    """A force, an objective or an action card as it is printed."""
    box = table.box
    return (box.forces.get(name) or box.cards.get(name) or box.objectives[name]).title


def listed_titles(table: Table, names: Iterable[str]) -> str:
    """Some cards as they are printed: "XVI Corps, X Corps and VII Corps"."""
    return listed(title(table, name) for name in names)


def by(table: Table, source: str | None) -> str:
    """By which card something happened: " by To the Last"; "" if none is named."""
    return "" if source is None else f" by {title(table, source)}"


def cause(table: Table, owed: Owed | None) -> str:
    """For what cards were drawn or discarded: " for the Cost of Ambush"; "" at the end of a turn."""
    if owed is None:
        return ""
    return f" for {'the Cost' if owed.rule == 'battle.10.cost' else 'the text'} of {title(table, owed.source)}"


def in_hand(table: Table, side: str) -> str:
    """The cards that a side holds, in words."""
    return counted(table.hand(side), "card")

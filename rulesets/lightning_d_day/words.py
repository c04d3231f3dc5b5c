"""What things are called in the story of a game, for somebody who does not know their notation."""

from __future__ import annotations

from collections.abc import Mapping

from referee.components.wording import counted, numeral
from rulesets.lightning_d_day.names import ALLIED, GERMAN, Force, Pile, beach_of_pile, side_of_pile
from rulesets.lightning_d_day.table import Table

THE = {GERMAN: "the Germans", ALLIED: "the Allies"}
"""The sides within a sentence."""

WHO = {GERMAN: "The Germans", ALLIED: "The Allies"}
"""The sides where they begin it."""


def titles(table: Table) -> Mapping[str, str]:
    """What every name of the notation is called in a sentence."""
    box = table.box
    cards = {name: table.title(name) for name in (*box.cards, *box.turns)}
    places = {str(beach): place for beach, place in box.beaches.items()}
    piles = {str(pile): the_pile(table, pile) for pile in box.piles}
    return {**THE, **places, **piles, **cards, **{name: the_force(table, Force(name)) for name in box.forces}}


def the_force(table: Table, force: Force) -> str:
    """A force within a sentence: "the 1st Inf"."""
    return f"the {table.card_of(force).title}"


def the_pile(table: Table, pile: Pile) -> str:
    """A pile within a sentence: "the pile of the Germans at Omaha"."""
    return f"the pile of {THE[side_of_pile(pile)]} at {table.place(beach_of_pile(pile))}"


def the_source(table: Table, source: str) -> str:
    """What an act rests on, within a sentence: a card as it is printed, a force or turn card with its article."""
    if source in table.box.forces:
        return the_force(table, Force(source))
    title = table.title(source)
    return f"the turn card {title}" if source in table.box.turns else title


def drew(before: Table, after: Table, side: str) -> str:
    """What a side drew, and has: "drew two cards and had six in hand"."""
    cards = after.hand(side) - before.hand(side)
    if cards <= 0:
        return f"drew no card, with {counted(after.hand(side), 'card')} in hand"
    return f"drew {counted(cards, 'card')} and had {numeral(after.hand(side))} in hand"

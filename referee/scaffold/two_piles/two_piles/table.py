"""The table: what lies on it, and what is known of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from referee.components.learning import card_of_row, titles_of
from referee.components.rows import read_rows
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Name, Setup
from referee.ruleset import Table as Base

RED, BLUE = "red", "blue"
SIDES = {RED: "Red", BLUE: "Blue"}
"""The sides in order of play, with their titles."""

MOST_STONES = 30


class Pile(Name):
    """A pile. One such class for each kind of thing that a line can name."""

    __slots__ = ()
    kind = "pile"


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a pile. `sure`: where the number comes from ("stated", "inferred", "told")."""

    title: str
    stones: int | Unknown = UNKNOWN
    sure: str = "told"


@cache
def shipped() -> Mapping[str, Card]:
    """The cards that ship with the ruleset."""
    rows = read_rows(files(__package__).joinpath("components.toml"))
    return {row["name"]: card_of_row(Card, row) for row in rows["pile"]}


@dataclass(frozen=True, kw_only=True)
class Table(Base):
    """The cards, and how many stones were taken from each pile.

    A table is frozen and holds facts only: acts and consequences make the next one with `but`.
    """

    cards: Mapping[str, Card]
    taken: Mapping[str, int] = field(default_factory=dict)

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        return titles_of(self.cards)

    def left(self, pile: str) -> int | Unknown:
        """The stones that still lie there; UNKNOWN, never a guess, while nobody told what the card says."""
        stones = self.cards[pile].stones
        if stones is UNKNOWN:
            return UNKNOWN if self.most(pile) else 0
        return self.most(pile)

    def most(self, pile: str) -> int:
        """The stones that can still lie there, as far as the card is known."""
        stones = self.cards[pile].stones
        return (MOST_STONES if stones is UNKNOWN else stones) - self.taken.get(pile, 0)


def start(setup: Setup) -> Table:
    """The table as it is set up."""
    return Table(side=RED, step="take", turn=1, rulings=setup.rulings, cards=shipped())


def other(side: str) -> str:
    """The side that is not this one."""
    return BLUE if side == RED else RED

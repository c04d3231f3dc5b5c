"""The parts that card games share: piles by number, names and rows of cards, and what is owed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.components.cards import Holding
from referee.components.learning import card_of_row, contradicts, name_told, retitled, slug, told, which
from referee.components.owing import Owed, paid
from referee.components.rows import BadComponents, read_rows
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Kind, Name, Text

piles = st.integers(0, 20)
moves = st.sampled_from(["draw", "discard", "lay", "take_up", "bury"])


@given(st.builds(Holding, piles, piles, piles, piles), st.lists(st.tuples(moves, st.integers(0, 9)), max_size=12))
def test_a_card_is_always_in_exactly_one_place(holding: Holding, acts: list[tuple[str, int]]) -> None:
    before = holding.total
    for act, cards in acts:
        holding = getattr(holding, act)(cards)
    assert holding.total == before
    assert min(holding.deck, holding.hand, holding.discards, holding.away) >= 0


class Colour(StrEnum):
    """A choice."""

    RED = "red"
    BLUE = "blue"


class Place(Name):
    """A name."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A card of every kind of value."""

    title: str
    cost: int | Unknown = UNKNOWN
    colour: Colour | Unknown = UNKNOWN
    free: bool | Unknown = UNKNOWN
    start: Place | Unknown | None = None
    near: tuple[Place, ...] = ()


def test_a_row_becomes_a_card() -> None:
    row = {"name": "x", "title": "X", "cost": 2, "colour": "red", "start": "unknown", "near": ["a", "b"]}
    card = card_of_row(Sample, row)
    assert card == Sample("X", 2, Colour.RED, UNKNOWN, UNKNOWN, (Place("a"), Place("b")))
    assert isinstance(card.near[0], Place)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('[[card]]\nname = "x"', "line 1: x has no title."),
        ('[[card]]\ntitle = "X"', "line 1: a row has no name."),
        ('\n[[card]]\nname = "x"\ntitle = "X"\ncosts = 2', "line 5: costs of x is not known; a row may have title,"),
        ('[[card]]\nname = "x"\ntitle = "X"\ncost = "many"', "line 4: cost is 'many', and not a whole number."),
        ('[[card]]\nname = "x"\ntitle = "X"\ncolour = "green"', "line 4: colour is 'green', and not one of red and"),
        ('[[cards]]\nname = "x"', "components.toml has no card, which"),
        ("[[card]]\nname = \n", "is not well formed: Invalid value (at line 2"),
    ],
)
def test_what_is_wrong_with_a_components_file_is_told_with_its_line(rows: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "components.toml"
    file.write_text(rows, encoding="utf-8")
    with pytest.raises(BadComponents) as told:
        _ = {row["name"]: card_of_row(Sample, row) for row in read_rows(file)["card"]}
    assert str(file) in str(told.value)
    assert message in str(told.value)


@pytest.mark.parametrize(
    ("title", "name"),
    [("21st Panzer", "21-panzer"), ("To the Last", "to-the-last"), ("Assault!", "assault"), ("To", "a-to")],
)
def test_the_name_of_a_title(title: str, name: str) -> None:
    assert slug(title) == name
    assert name_told(None, Text(title)) == name


def test_a_card_on_file_keeps_its_name_under_another_title() -> None:
    assert (name_told(Place("x"), Text("Y")), retitled(Place("x"), Text(" Y "))) == ("x", "Y")
    assert (retitled(None, Text("Y")), retitled(Place("x"), Text("!"))) == (None, None)


def test_what_is_told_against_what_is_known() -> None:
    facts = told(cost=3, colour=None)
    assert [f.kind for f in contradicts(Sample("X", 2), facts, "r")] == [Kind.WARNING]
    assert [*contradicts(Sample("X", 3), facts, "r"), *contradicts(Sample("X"), facts, "r")] == []
    assert [*contradicts(None, facts, "r")] == []
    assert [f.kind for f in which("", "card", "r")] == [Kind.NEEDS]


@dataclass(frozen=True, slots=True)
class Debt(Owed[Place]):
    """What a game owes."""


def test_a_debt_is_paid_in_parts() -> None:
    first, other = Debt("r", "red", "draw", 3), Debt("r", "blue", "draw")
    rest = paid((first, other), first, 2)
    assert [(o.side, o.count) for o in rest] == [("red", 1), ("blue", 1)]
    assert paid(rest, rest[0]) == (other,)

"""A tiny desert war for the tests of the prompt: names with numbers, hidden data, unknown names, a number to answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, cast

from referee.game import Game
from referee.log import Header, Log
from referee.notation import write
from referee.ruleset import (
    Action,
    Ask,
    Finding,
    Name,
    Rule,
    Rulebook,
    Ruleset,
    Span,
    Table,
    Text,
    Treatment,
    Word,
    action,
    illegal,
    needs,
    ruling,
    warning,
)
from tests.noughts import RULESET as NOUGHTS

SIDES = {"axis": "Axis", "allied": "Allied"}
OWNERS = {"5-panzer": "axis", "15-panzer": "axis", "2-armored": "allied", "4-indian": "allied"}
TITLES = {
    "5-panzer": "5th Panzer Regiment", "15-panzer": "15th Panzer Division", "2-armored": "2nd Armored Division",
    "4-indian": "4th Indian Division",
}  # fmt: skip
ROAD = ("tripoli", "benghazi", "tobruk", "cairo")


class Force(Name):
    """A force."""

    kind = "force"


class Region(Name):
    """A region."""

    kind = "region"


class Card(Name):
    """A card that somebody taught."""

    kind = "card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desert(Table):
    """Where the forces stand, which supply bases and cards are known, and how many losses are owed."""

    places: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(OWNERS, "benghazi"))
    bases: Mapping[str, str] = field(default_factory=lambda: {f: "tripoli" for f in OWNERS if f != "5-panzer"})
    cards: tuple[str, ...] = ()
    struck: int = 0
    motors: Mapping[str, str] = field(default_factory=dict)

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        if kind is Force:
            return TITLES
        return {r: r for r in ROAD} if kind is Region else {c: c for c in self.cards}

    def owner(self, name: Name) -> str:
        return OWNERS.get(name, "")

    def teach(self, kind: type[Name], word: str) -> str:
        return f'card "{word}"' if kind is Card else ""


@action("move", rule="move", examples=("move 5-panzer tobruk",))
class Move(Action[Desert]):
    """A force goes to the next region."""

    force: Force
    to: Region

    def judge(self, table: Desert) -> Iterator[Finding]:
        if self.side != OWNERS[self.force]:
            yield illegal("move.own", f"{self.force} is not yours")
        here = table.places[self.force]
        if abs(ROAD.index(here) - ROAD.index(self.to)) != 1:
            near = [r for r in ROAD if abs(ROAD.index(here) - ROAD.index(r)) == 1]
            yield illegal("move", f"{self.force} is in {here}, which does not touch {self.to}", ", ".join(near))
        if self.force not in table.bases:
            teach = f"base {self.force} ?"
            yield needs("supply", f"The supply base of {self.force} is not known", teach)
        if self.to == "tripoli":
            yield warning("move", f"{self.force} goes back")
            yield ruling("move", "going back is allowed")

    def apply(self, table: Desert) -> Desert:
        return table.but(places={**table.places, self.force: self.to})


@action("strike", rule="strike")
class Strike(Action[Desert]):
    """So many losses are to be told by the other side."""

    def apply(self, table: Desert) -> Desert:
        return table.but(struck=1)


@action("losses", rule="strike")
class Losses(Action[Desert]):
    """How many losses there were."""

    count: Annotated[int, Span(0, 3, "losses")]

    def apply(self, table: Desert) -> Desert:
        return table.but(struck=2)


@action("lose", rule="strike")
class Lose(Action[Desert]):
    """A force takes the loss."""

    force: Force

    def judge(self, table: Desert) -> Iterator[Finding]:
        if OWNERS[self.force] != "allied":
            yield illegal("strike", f"{self.force} is not Allied")

    def apply(self, table: Desert) -> Desert:
        return table.but(struck=0, side="allied")


@action("play", rule="cards")
class Play(Action[Desert]):
    """A card is played."""

    card: Card

    def apply(self, table: Desert) -> Desert:
        return table


@action("pass", rule="turn")
class Pass(Action[Desert]):
    """The turn is over."""

    def apply(self, table: Desert) -> Desert:
        return table.but(side="allied" if table.side == "axis" else "axis", turn=table.turn + 1)


class YesNo(StrEnum):
    """What is printed, or not."""

    YES = "yes"
    NO = "no"


@action("motors", rule="supply", aside=True)
class Motors(Action[Desert]):
    """Tell whether a force is motorized."""

    force: Force
    motorized: Annotated[YesNo | None, Word("motorized")] = None

    def apply(self, table: Desert) -> Desert:
        return table.but(motors={**table.motors, self.force: self.motorized or ""})


@action("base", rule="supply", aside=True)
class Base(Action[Desert]):
    """Tell the supply base of a force."""

    force: Force
    region: Region

    def apply(self, table: Desert) -> Desert:
        return table.but(bases={**table.bases, self.force: self.region})


@action("card", rule="cards", aside=True)
class Teach(Action[Desert]):
    """Tell a card."""

    title: Text

    def apply(self, table: Desert) -> Desert:
        return table.but(cards=(*table.cards, self.title))


def asks(table: Desert) -> Ask | None:
    """Losses first, then the acts of the turn."""
    if table.struck == 1:
        return Ask("strike", "allied", ("losses",), "How many losses?", among=("0", "1", "2", "3"))
    if table.step == "window":
        return Ask("window", "axis", ("pass",), "Anything else?", may=True)
    if table.step == "roll":
        return Ask("roll", "allied", ("lose",), "Which force is lost?")
    if table.struck == 2:
        return Ask("strike", "allied", ("lose",), "Which force takes it?", among=("4-indian", "2-armored"))
    return Ask("turn", table.side, ("move", "strike", "play", "pass"), "What do you do?")


def no_why(table: Desert, words: tuple[str, ...]) -> Iterator[str]:
    """Nothing is derived here."""
    yield from ()


CITED = ("move", "strike", "cards", "turn", "supply")
HEADINGS = {each: Rule(each, each, each, "", Treatment.JUDGED) for each in CITED}

# The toy ruleset with everything changed, so that a new field of a ruleset needs no change here.
RULESET: Ruleset[Any] = replace(
    cast("Ruleset[Any]", NOUGHTS),
    name="desert",
    title="Desert",
    sides=SIDES,
    rulebook=Rulebook({**NOUGHTS.rulebook.rules, **HEADINGS}, NOUGHTS.rulebook.rulings),
    actions=(Move, Strike, Losses, Lose, Play, Pass, Motors, Base, Teach),
    start=lambda setup: Desert(side="axis", step="actions", turn=1, rulings=setup.rulings),
    asks=asks,
    closed=lambda table: table.but(step="roll"),
    skipped=lambda table: table,
    consequences=lambda table: None,
    layout=lambda table: {f"{force}.region": region for force, region in table.places.items()},
    phrases={"region": "put {thing} into {new}"},
    put=lambda table, key, value: table.but(places={**table.places, key.partition(".")[0]: value}),
    state=lambda table: {"places": dict(table.places)},
    show=lambda table: [f"{force}: {region}" for force, region in table.places.items()],
    status=lambda table: ("Actions", "hand 5/9", "Tobruk: Allied"),
    checklist=lambda table: ["Four forces.", "The road."],
    why=no_why,
    step_rule="turn",
)


def desert() -> Game:
    """A game of it, in memory only."""
    header = Header("desert", "1", "sand", {"axis": "Anna"}, {}, {}, "2026-11-30")
    return Game(RULESET, Log.memory(header))


def test_it_is_a_game() -> None:
    acts = [write(legal.action) for legal in desert().legal()]
    assert "move 5-panzer tobruk" in acts
    assert "pass" in acts

"""Ambush: a game of one page in which pieces lie unnamed, by count, until they are revealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated

from referee.components.hidden import Misplaced, Pieces
from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Finding,
    Impossible,
    Name,
    Ruleset,
    Setup,
    Span,
    Table,
    Word,
    action,
    illegal,
    read_rulebook,
)

SIDES = {"red": "Red", "blue": "Blue"}
ROSTER = {"red": ("ajax", "alpha", "atlas"), "blue": ("bison", "boxer", "bravo")}
PLACES = ("reserve", "barn", "cellar", "wood")
TURNS = 8


class Piece(Name):
    """A piece that lies there for all to see."""

    __slots__ = ()
    kind = "piece"


class Unseen(Name):
    """A piece that nobody has seen yet."""

    __slots__ = ()
    kind = "unseen piece"


class Place(Name):
    """A place."""

    __slots__ = ()
    kind = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(Table):
    """The pieces of both sides."""

    pieces: Mapping[str, Pieces] = field(default_factory=dict)

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        if kind is Place:
            return {place: place for place in PLACES}
        nameless = kind is Unseen
        return {
            piece: piece.title()
            for own in self.pieces.values()
            for piece in own.roster
            if (piece not in own.named) == nameless
        }

    def owner(self, name: Name) -> str:
        return next((side for side, roster in ROSTER.items() if name in roster), "")

    def after(self, side: str, pieces: Pieces) -> Ground:
        """The table with the pieces of a side changed; then it is for the other side."""
        other = "blue" if side == "red" else "red"
        return self.but(pieces={**self.pieces, side: pieces}, side=other, turn=self.turn + (other == "red"))


@action("creep", rule="ambush.creep", examples=("creep 2 reserve to barn",))
class Creep(Action[Ground]):
    """Some unnamed pieces go somewhere."""

    count: Annotated[int, Span(1, 3)]
    start: Place
    to: Annotated[Place, Word("to")]

    def judge(self, table: Ground) -> Iterator[Finding]:
        there = table.pieces[self.side].unnamed.get(self.start, 0)
        if self.count > there:
            yield illegal("ambush.creep", f"{there} unnamed pieces are in {self.start}, not {self.count}")
        if self.start == self.to:
            yield illegal("ambush.creep", f"they are in {self.to} already")

    def apply(self, table: Ground) -> Ground:
        own = table.pieces[self.side]
        there = min(int(self.count), own.unnamed.get(self.start, 0))
        return table.after(self.side, own.shift(there, self.start, self.to) if there else own)


@action("walk", rule="ambush.walk", examples=("walk alpha barn",))
class Walk(Action[Ground]):
    """A piece that all can see goes somewhere."""

    piece: Piece
    to: Annotated[Place, Word("to")]

    def judge(self, table: Ground) -> Iterator[Finding]:
        if table.owner(self.piece) != self.side:
            yield illegal("ambush.walk", f"{self.piece} is not a piece of {SIDES[self.side]}")

    def apply(self, table: Ground) -> Ground:
        owner = table.owner(self.piece)
        return table.after(self.side, table.pieces[self.side]).but(
            pieces={**table.pieces, owner: table.pieces[owner].move(self.piece, self.to)}
        )


@action("spring", rule="ambush.spring", examples=("spring bravo in barn",))
class Spring(Action[Ground]):
    """One of the unnamed pieces in a place is turned up."""

    piece: Unseen
    where: Annotated[Place, Word("in")]

    def judge(self, table: Ground) -> Iterator[Finding]:
        owner = table.owner(self.piece)
        if owner != self.side:
            yield illegal("ambush.spring", f"{self.piece} is not a piece of {SIDES[self.side]}")
        elif fault := table.pieces[owner].why_not(self.piece, self.where):
            yield illegal("ambush.spring", fault)

    def apply(self, table: Ground) -> Ground:
        owner = table.owner(self.piece)
        own = table.pieces[owner]
        if not own.unnamed.get(self.where):  # the table is right: one of the others was there all the time
            own = own.shift(1, next(iter(own.unnamed)), self.where)
        turned = {**table.pieces, owner: own.reveal(self.piece, self.where)}
        return table.after(self.side, table.pieces[self.side]).but(pieces=turned)


def start(setup: Setup) -> Ground:
    """All pieces unnamed in the reserves."""
    pieces = {side: Pieces.all_in("reserve", roster) for side, roster in ROSTER.items()}
    return Ground(side="red", step="act", turn=1, rulings=setup.rulings, pieces=pieces)


def asks(table: Ground) -> Ask | None:
    """One act after the other."""
    return Ask("ambush.creep", table.side, ("creep", "walk", "spring"), "What happens?")


def consequences(table: Ground) -> Consequence[Ground] | None:
    """After the last turn the side with more pieces in the barn wins."""
    if table.turn <= TURNS or table.winner:
        return None
    red, blue = (table.pieces[side].count("barn") for side in SIDES)
    winner = "red" if red > blue else "blue" if blue > red else "draw"
    return Consequence("ambush.end", f"{red} to {blue} in the barn", table.but(winner=winner))


def layout(table: Ground) -> dict[str, str]:
    """Every place."""
    places = {f"{side}/{place}.unnamed": "0" for side in SIDES for place in PLACES}
    for side, own in table.pieces.items():
        for key, value in own.layout().items():
            places[key if key.endswith(".at") else f"{side}/{key}"] = value
    return places


def put(table: Ground, key: str, value: str) -> Ground:
    """Set one place: a piece, or how many lie unnamed somewhere (the others go to or come from the reserve)."""
    thing, _, aspect = key.rpartition(".")
    side, _, place = thing.partition("/")
    try:
        if aspect == "unnamed" and value.isdecimal():
            changed = table.pieces[side].put_count(place, int(value), "reserve")
            return table.but(pieces={**table.pieces, side: changed})
        if aspect == "at" and value in PLACES:
            side = table.owner(Piece(thing))
            return table.but(pieces={**table.pieces, side: table.pieces[side].move(thing, value)})
    except Misplaced as error:
        raise Impossible(f"{error}.") from None
    raise Impossible(f"{key} cannot be {value!r}.")


RULESET: Ruleset[Ground] = Ruleset(
    name="ambush",
    title="Ambush",
    version="1",
    sides=SIDES,
    rulebook=read_rulebook(files("tests.ambush") / "rulebook.toml"),
    actions=(Creep, Walk, Spring),
    start=start,
    asks=asks,
    closed=lambda table: table,
    skipped=lambda table: table,
    consequences=consequences,
    layout=layout,
    phrases={"at": "put {thing} into {new}, face up", "unnamed": "{new} lie face down in {thing}"},
    put=put,
    state=lambda table: {
        side: {"named": dict(own.named), "unnamed": dict(own.unnamed)} for side, own in table.pieces.items()
    },
    show=lambda table: [f"{SIDES[side]}, {line}" for side, own in table.pieces.items() for line in own.show()],
    status=lambda table: (f"{sum(len(own.nameless) for own in table.pieces.values())} unnamed",),
    checklist=lambda table: ["Three pieces for each side, face down in its reserve."],
    why=lambda table, words: iter(()),
    step_rule="ambush.creep",
    steps={"act": "An act"},
)

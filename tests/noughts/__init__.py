"""Noughts and crosses with tokens: one page of rules on the engine, unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Finding,
    Impossible,
    Name,
    Ruleset,
    Setup,
    Table,
    action,
    illegal,
    read_rulebook,
)

SIDES = {"nought": "Noughts", "cross": "Crosses"}
ACROSS = tuple(tuple(f"{c}{r}" for c in "abc") for r in "123")
DOWN = tuple(tuple(f"{c}{r}" for r in "123") for c in "abc")
DIAGONAL = (("a1", "b2", "c3"), ("a3", "b2", "c1"))
SQUARES = tuple(f"{c}{r}" for c in "abc" for r in "123")


class Square(Name):
    """A square of the board, a1 to c3."""

    kind = "square"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Table):
    """The board: square to side. `first` is the square of the very first token while it may be swapped."""

    tokens: Mapping[str, str] = field(default_factory=dict)
    first: str | None = None

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        return {square: square for square in SQUARES}

    def free(self) -> tuple[str, ...]:
        """Squares without a token."""
        return tuple(s for s in SQUARES if s not in self.tokens)


@action("place", rule="turn.place", examples=("place b2",))
class Place(Action[Board]):
    """Place a token on a free square."""

    to: Square

    def judge(self, table: Board) -> Iterator[Finding]:
        if self.to in table.tokens:
            free = ", ".join(table.free())
            yield illegal("turn.place", f"{self.to} holds a token of {SIDES[table.tokens[self.to]]}.", free)

    def apply(self, table: Board) -> Board:
        first = str(self.to) if not table.tokens else None
        return table.but(tokens={**table.tokens, self.to: self.side}, step="hand", first=first)


@action("swap", rule="pie", during="first")
class Swap(Action[Board]):
    """Swap the very first token for one of your own."""

    def apply(self, table: Board) -> Board:
        return table.but(tokens={str(table.first): self.side}, first=None)


@action("hand", rule="turn.hand")
class Hand(Action[Board]):
    """Hand the marker to the other side."""

    def apply(self, table: Board) -> Board:
        return next_turn(table)


def other(side: str) -> str:
    """The side that is not this one."""
    return "cross" if side == "nought" else "nought"


def next_turn(table: Board) -> Board:
    """The turn of the other side; a round counts as one turn."""
    turn = table.turn + (table.side == "cross")
    return table.but(side=other(table.side), step="place", turn=turn, first=None)


def asks(table: Board) -> Ask | None:
    """Placing, the pie rule, handing over."""
    if table.winner:
        return None
    if table.step == "place":
        free = table.free()
        forced = f"place {free[0]}" if len(free) == 1 else ""
        return Ask("turn.place", table.side, ("place",), "Which square?", among=free, forced=forced)
    if table.first:
        return Ask("pie", other(table.side), ("swap",), "Swap the first token?", may=True)
    duty = "Handing over the marker"
    return Ask("turn.hand", table.side, ("hand",), "Hand over the marker.", enter="hand", duty=duty)


def consequences(table: Board) -> Consequence[Board] | None:
    """Three in a row, then the full board."""
    lines = ACROSS + DOWN + (DIAGONAL if table.ruled("win.diagonal") == "yes" else ())
    for line in lines:
        holders = {table.tokens.get(square, "") for square in line}
        if len(holders) == 1 and "" not in holders:
            side = holders.pop()
            return Consequence("win", f"{SIDES[side]} win with {', '.join(line)}", table.but(winner=side))
    if not table.free():
        return Consequence("draw", "the board is full", table.but(winner="draw"))
    return None


def layout(table: Board) -> dict[str, str]:
    """Every square, an empty one too, so that it can be adjusted."""
    return {f"{square}.token": table.tokens.get(square, "") for square in SQUARES}


def put(table: Board, key: str, value: str) -> Board:
    """Set one square."""
    square = key.partition(".")[0]
    rest = {s: side for s, side in table.tokens.items() if s != square}
    if value in ("", "none"):
        return table.but(tokens=rest)
    if value not in SIDES:
        raise Impossible(f"{key} is nought, cross or none, not {value!r}.")
    return table.but(tokens={**rest, square: value})


def state(table: Board) -> dict[str, Any]:
    """The board as JSON."""
    return {"tokens": dict(table.tokens)}


def show(table: Board) -> list[str]:
    """The board as three lines."""
    marks = {"nought": "O", "cross": "X"}
    return [" ".join(marks.get(table.tokens.get(f"{c}{r}", ""), ".") for c in "abc") for r in "321"]


def why(table: Board, words: tuple[str, ...]) -> Iterator[str]:
    """Who holds a square."""
    if set(words) <= set(SQUARES):
        for square in words:
            holder = table.tokens.get(square)
            yield f"{square} holds a token of {SIDES[holder]}" if holder else f"{square} is free"


RULESET: Ruleset[Board] = Ruleset(
    name="noughts",
    title="Noughts and Crosses with Tokens",
    version="1",
    sides=SIDES,
    rulebook=read_rulebook(files("tests.noughts") / "rulebook.toml"),
    actions=(Place, Swap, Hand),
    start=lambda setup: start(setup),
    asks=asks,
    closed=lambda table: table.but(first=None),
    skipped=next_turn,
    consequences=consequences,
    layout=layout,
    phrases={"token": "put a {new} on {thing}", "token-gone": "take the {old} off {thing}"},
    put=put,
    state=state,
    show=show,
    status=lambda table: (table.step, f"{len(table.free())} free"),
    checklist=lambda table: ["Five tokens for each side.", "The marker for Noughts."],
    why=why,
    step_rule="turn.order",
    steps={"place": "place", "hand": "hand"},
)


def start(setup: Setup) -> Board:
    """The empty board; Noughts begin."""
    return Board(side="nought", step="place", turn=1, rulings=setup.rulings)

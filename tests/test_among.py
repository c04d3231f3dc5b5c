"""What an act itself says is worth trying: `legal` lists no more and no less, and tries out shorter lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

import pytest

from referee.game import Game
from referee.invariants import checks
from referee.judge import walk
from referee.ruleset import Action, Few, Finding, action, illegal
from tests.noughts import RULESET, Board, Square

ASKED: list[str] = []


@action("mark", rule="turn.place")
class Mark(Action[Board]):
    """Squares of the first row are marked."""

    squares: Annotated[tuple[Square, ...], Few(1)]

    def among(self, field: str, table: Board) -> Iterable[Any] | None:
        """The first row."""
        ASKED.append(field)
        return [Square(name) for name in table.names(Square) if name.endswith("1")]

    def judge(self, table: Board) -> Iterator[Finding]:
        if any(not square.endswith("1") for square in self.squares):
            yield illegal("turn.place", "not in the first row", "the first row")

    def apply(self, table: Board) -> Board:
        return table


@action("miss", rule="turn.place")
class Miss(Mark):
    """The same, but it offers too little."""

    def among(self, field: str, table: Board) -> Iterable[Any] | None:
        """One of them."""
        return [Square("a1")]


def test_only_what_is_worth_trying_is_tried(game: Game) -> None:
    ASKED.clear()
    found = [act for act, _ in walk(Mark, "nought", game.table)]
    assert [act.squares for act in found] == [("a1",), ("b1",), ("c1",)]
    assert ASKED == ["squares"]


def test_brute_force_agrees_or_finds_what_is_left_out(game: Game) -> None:
    assert checks.brute_force(replace(RULESET, actions=(Mark,)), game.table, 100) > 0
    with pytest.raises(AssertionError, match="the walk does not find"):
        checks.brute_force(replace(RULESET, actions=(Miss,)), game.table, 100)

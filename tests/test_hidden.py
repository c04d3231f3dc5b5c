"""Pieces that lie unnamed: their number never changes, and they are named when they are revealed; a game of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.commands import look, run
from referee.components.hidden import Misplaced, Pieces
from referee.game import Game
from referee.invariants import Subject, examine
from referee.log import Log
from tests.ambush import RULESET, Ground
from tests.conftest import toy_header

ROSTER = ("alpha", "bravo", "cairo", "delta")
PLACES = ("reserve", "barn", "wood")

MOVES = st.one_of(
    st.tuples(st.just("move"), st.sampled_from((*ROSTER, "zulu")), st.sampled_from(PLACES)),
    st.tuples(st.just("shift"), st.integers(-1, 5), st.sampled_from(PLACES), st.sampled_from(PLACES)),
    st.tuples(st.just("reveal"), st.sampled_from((*ROSTER, "zulu")), st.sampled_from(PLACES)),
    st.tuples(st.just("turn_down"), st.sampled_from((*ROSTER, "zulu"))),
    st.tuples(st.just("put_count"), st.sampled_from(PLACES), st.integers(-1, 5), st.just("reserve")),
)


@given(st.lists(MOVES, max_size=30), st.booleans())
def test_no_piece_is_ever_lost_or_made(moves: list[tuple[Any, ...]], named: bool) -> None:
    pieces = Pieces.all_in("reserve", ROSTER, named)
    for verb, *words in moves:
        before = pieces
        with suppress(Misplaced):
            pieces = getattr(pieces, verb)(*words)
        assert pieces.roster == ROSTER
        assert sum(pieces.count(place) for place in PLACES) == len(ROSTER)
        assert len(pieces.nameless) == sum(pieces.unnamed.values())
        assert (pieces == before) or verb != "reveal" or pieces.named[words[0]] == words[1]


def test_a_piece_is_named_when_it_is_revealed() -> None:
    pieces = Pieces.all_in("reserve", ROSTER).shift(2, "reserve", "barn")
    assert pieces.at("barn") == ((), 2)
    assert pieces.show() == ["barn: 2 unnamed", "reserve: 2 unnamed"]
    pieces = pieces.reveal("bravo", "barn")
    assert pieces.at("barn") == (("bravo",), 1)
    assert pieces.layout() == {"bravo.at": "barn", "barn.unnamed": "1", "reserve.unnamed": "2"}
    assert pieces.why_not("bravo", "barn") == "bravo is in barn, for all to see"
    assert pieces.why_not("zulu", "barn") == "zulu is no piece of this side"
    assert pieces.why_not("alpha", "wood") == "no unnamed piece is in wood"
    assert pieces.turn_down("bravo").at("barn") == ((), 2)
    assert pieces.known_anyway() == {"bravo": "barn"}
    last = pieces.shift(1, "barn", "reserve")
    assert last.known_anyway() == {"bravo": "barn", "alpha": "reserve", "cairo": "reserve", "delta": "reserve"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("move", "alpha", "barn"), "alpha is not known by name"),
        (("shift", 5, "reserve", "barn"), "4 of the pieces in reserve are unnamed, not 5"),
        (("reveal", "alpha", "wood"), "no unnamed piece is in wood"),
        (("turn_down", "alpha"), "alpha is not known by name"),
        (("put_count", "barn", 9, "reserve"), "4 of the pieces in reserve"),
    ],
)
def test_what_cannot_be(change: tuple[Any, ...], said: str) -> None:
    with pytest.raises(Misplaced, match=said):
        getattr(Pieces.all_in("reserve", ROSTER), change[0])(*change[1:])


@pytest.mark.parametrize(
    "wrong",
    [{"unnamed": {"barn": 3}}, {"named": {"zulu": "barn"}, "unnamed": {"barn": 3}}, {"unnamed": {"x": 5, "y": -1}}],
)
def test_numbers_that_do_not_add_up_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="piece"):
        Pieces(ROSTER, **wrong)


# A game of it


@pytest.fixture
def ambush() -> Game:
    """A game of one page in which all pieces begin face down."""
    return Game(RULESET, Log.memory(replace(toy_header(), ruleset="ambush", players={})))


def test_in_a_game(ambush: Game) -> None:
    hands = run(ambush, "creep 2 reserve to barn").hands
    assert set(hands) == {"2 lie face down in red/barn", "1 lie face down in red/reserve"}
    assert run(ambush, "creep 1 reserve to wood").status == "ok"
    flagged = run(ambush, "spring alpha in wood")
    assert flagged.findings[0].message == "no unnamed piece is in wood"
    run(ambush, "back")
    assert run(ambush, "spring alpha in barn").status == "ok"
    assert "Red, barn: alpha, 1 unnamed" in (look(ambush, "show") or [])
    answer = run(ambush, "blue> spring alpha in wood")
    assert "alpha" in answer.findings[0].message
    assert answer.status == "failed"
    assert run(ambush, "adjust red/cellar.unnamed 1").status == "ok"
    assert "Red, cellar: 1 unnamed" in (look(ambush, "show") or [])
    assert run(ambush, "adjust red/cellar.unnamed 3").status == "failed"


def test_a_flagged_reveal_that_stands_keeps_the_number(ambush: Game) -> None:
    run(ambush, "spring alpha in barn")
    assert run(ambush, "stand").status == "ok"
    assert isinstance(ambush.table, Ground)
    assert ambush.table.pieces["red"].at("barn") == (("alpha",), 0)
    assert ambush.table.pieces["red"].count("reserve") == 2


def test_random_play_keeps_the_number_of_pieces() -> None:
    def miscounted(table: Ground) -> Iterator[str]:
        for side, own in table.pieces.items():
            if sum(own.count(place) for place in ("reserve", "barn", "cellar", "wood")) != 3:
                yield f"{side} has not three pieces"

    counts = examine(Subject(RULESET, largest=400, faults=miscounted), 20, 200)
    assert not counts.unreached(RULESET)

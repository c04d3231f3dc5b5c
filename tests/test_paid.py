"""A duty that was passed over is made good or waived later: `paid`."""

from __future__ import annotations

import pytest

from referee.check import judge_transcript
from referee.commands import look, run
from referee.game import Game
from referee.transcript import read_transcript, write_transcript


@pytest.fixture
def skipped(game: Game) -> Game:
    """A game in which two duties were passed over."""
    for line in ("a1", "-", "skip", "b2", "skip", "c3"):
        assert run(game, line).status == "ok", line
    assert [debt.turn for debt in game.table.parked] == [1, 1]
    return game


def message(game: Game, line: str) -> str:
    answer = run(game, line)
    assert answer.status == "failed"
    return answer.findings[0].message


def test_which_of_them_must_be_said(skipped: Game) -> None:
    said = message(skipped, "paid")
    assert "Which of these: 1) Handing over the marker [turn.hand], turn 1; 2) Handing over" in said
    for wrong in ("0", "3", "x", "-1", '"later"'):
        assert "Which of these" in message(skipped, f"paid {wrong}")


def test_one_is_made_good(skipped: Game) -> None:
    answer = run(skipped, 'paid 2 "handed it over late"')
    assert answer.status == "ok"
    entry = skipped.log.entries[-1]
    assert (entry.kind, entry.line, entry.why) == ("paid", "paid 2", "handed it over late")
    assert [debt.side for debt in skipped.table.parked] == ["nought"]
    assert run(skipped, "paid").status == "ok", "the last one needs no number"
    assert skipped.table.parked == ()
    assert "Nothing was passed over" in message(skipped, "paid")


def test_it_is_no_longer_listed(skipped: Game) -> None:
    assert sum("still open" in line for line in look(skipped, "show") or []) == 2
    run(skipped, "paid 1")
    assert sum("still open" in line for line in look(skipped, "show") or []) == 1


def test_undo_opens_it_again(skipped: Game) -> None:
    before = skipped.table.parked
    run(skipped, "paid 1")
    run(skipped, "undo")
    assert skipped.table.parked == before


def test_it_comes_back_with_the_transcript(skipped: Game, noughts: None) -> None:
    run(skipped, 'paid 1 "as ""we"" said"')
    again = judge_transcript(read_transcript(write_transcript(skipped).encode())).game
    assert again.timeline.digest == skipped.timeline.digest
    assert again.log.entries[-1].why == 'as "we" said'

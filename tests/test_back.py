"""Going back: long undos, branches, dice that are kept; and what stays open: values not known yet, disputes."""

from __future__ import annotations

import pytest

from referee.check import judge_transcript
from referee.commands import run
from referee.game import Game
from referee.transcript import read_transcript, write_transcript
from tests import na
from tests.conftest import board
from tests.correcting import play, same_everywhere, shown, told
from tests.test_umpire import patrol_game


@pytest.fixture(autouse=True)
def _toys(noughts: None, patrol: None) -> None:
    """Both toy rulesets are installed, so that their transcripts can be read again."""


# Undo and branches


def test_a_long_undo_is_asked_about_with_its_count(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand", "place c3")
    answer = play(game, "undo 3")
    assert answer.told[0] == "this takes back 3 acts, back to before entry 4 (place b2)"
    assert "on the table: take the nought off c3" in answer.told
    assert len(board(game).tokens) == 3
    play(game, "keep")
    assert board(game).tokens == {"a1": "nought"}
    assert [e.kind for e in game.log.entries].count("undo") == 1
    play(game, "redo", "redo", "redo")
    assert len(board(game).tokens) == 3
    same_everywhere(game)


def test_undo_to_a_turn_crosses_its_border_and_the_victory(game: Game) -> None:
    lines = ["place a1", "hand", "place b1", "hand", "place a2", "hand", "place b2", "hand", "place a3"]
    play(game, *lines)
    assert game.table.winner == "nought"
    said = told(play(game, "undo to turn 2", "keep"))
    assert "the game is not over" in said
    assert (game.table.turn, board(game).tokens) == (2, {"a1": "nought", "b1": "cross"})
    assert "it is turn 1, Crosses, hand" in told(play(game, "undo"))
    same_everywhere(game)


def test_what_was_undone_and_replaced_is_a_branch(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand")
    first = game.timeline.digest
    play(game, "undo 2 keep", "place c1")
    second = game.timeline.digest
    listed = shown(game, "branches")
    assert listed == "branch 1: from entry 4 on (cross> place b2), 2 acts, ends in turn 2 (Noughts, place)"
    play(game, "branch 1")
    assert game.timeline.digest == first
    ends = "ends in turn 1 (Crosses, hand)"
    assert shown(game, "branches") == f"branch 2: from entry 7 on (cross> place c1), 1 act, {ends}"
    play(game, "branch 2")
    assert game.timeline.digest == second
    assert run(game, "branch 2").status == "failed"
    same_everywhere(game)


def test_do_and_undo_four_times_is_the_same(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand")
    plain = game.timeline.digest
    play(game, "fix 1 nought> place c3 keep")
    fixed = game.timeline.digest
    for _ in range(4):
        play(game, "undo")
        assert game.timeline.digest == plain
        play(game, "fix 1 nought> place c3 keep")
        assert game.timeline.digest == fixed
    for _ in range(4):
        play(game, "place a3")
        play(game, "undo")
        assert game.timeline.digest == fixed
    same_everywhere(game)


# Dice, open values, disputes


@pytest.fixture
def shot(patrol: None) -> Game:
    """Two shots, each with its dice."""
    game = patrol_game("")
    play(game, "shoot alpha", "5,6", "creep bravo", "shoot alpha", "1,6")
    return game


def test_dice_keep_their_values_and_sources(shot: Game) -> None:
    play(shot, "fix 3 blue> shoot bravo keep")
    dice = [[d["value"] for d in s.entry.dice] for s in shot.timeline.steps if s.entry.dice]
    assert dice == [[5, 6], [1, 6]]
    play(shot, "undo", "fix 2 red> hit 4,6 keep")
    assert [d["source"] for d in shot.entry(2).dice] == ["late", "late"]
    same_everywhere(shot)


def test_the_answer_to_a_question_that_vanished_is_moot_and_its_dice_are_kept(shot: Game) -> None:
    said = told(play(shot, "fix 4 red> creep alpha"))
    assert "#5 red> hit 1,6\n  moot now: what it answers is not asked" in said
    play(shot, "keep")
    assert [[d["value"] for d in s.entry.dice] for s in shot.timeline.steps if s.entry.dice] == [[5, 6], [1, 6]]
    assert "(moot by entry" in shown(shot, "log 50")
    same_everywhere(shot)


def test_a_new_question_is_asked_in_its_place(shot: Game) -> None:
    play(shot, "undo 3 keep", "creep bravo")
    said = told(play(shot, f"fix {len(shot.log.entries)} blue> shoot bravo"))
    assert "open then: Blue: The dice?" in said
    play(shot, "keep")
    assert shot.ask is not None
    assert shot.ask.dice == 2
    same_everywhere(shot)


def test_dice_that_were_undone_are_used_again(shot: Game) -> None:
    assert "the dice of entry 5 are kept: 1,6 (`roll` uses them again)" in told(play(shot, "undo"))
    play(shot, "roll")
    assert [(d["value"], d["source"]) for d in shot.timeline.steps[-1].entry.dice] == [(1, "table"), (6, "table")]
    play(shot, "undo 2 keep", "shoot alpha", "roll")
    assert [d["value"] for d in shot.timeline.steps[-1].entry.dice] == [1, 6]
    play(shot, "shoot bravo", "roll")
    assert {d["source"] for d in shot.timeline.steps[-1].entry.dice} == {"referee"}


def test_a_number_that_is_not_known_yet_is_open_until_it_is_told() -> None:
    game = na.new_game()
    said = told(play(game, "axis> draw ?"))
    number = game.log.entries[-1].number
    assert f"not known yet: cards; `fix {number} ...` tells it" in said
    assert "not known yet: cards of entry" in shown(game, "open")
    assert "not known yet" in shown(game, "show")
    assert "axis> draw cards ?" in write_transcript(game)
    same_everywhere(game)
    play(game, "axis> pass", "axis> pass")
    assert "1 value is not known yet (`open`)" in told(play(game, "axis> draw"))
    play(game, f"fix {number} axis> draw 0 keep")
    assert shown(game, "open") == "Nothing is open but the question itself."
    assert "'?'" in told(run(game, "allied> draw ? ?"))


def test_what_the_table_needs_to_go_on_cannot_wait(patrol: None) -> None:
    game = patrol_game("")
    play(game, "shoot alpha")
    assert run(game, "hit ?").status == "failed"
    assert run(game, "unit alpha ?").status == "ok"


def test_disputes_are_open_until_they_are_settled(game: Game) -> None:
    play(game, "place a1", "hand", 'dispute 1 "it was b1"')
    assert shown(game, "open") == 'disputed: entry 1: it was b1 (`settle 1 "HOW"`)'
    assert "disputed: entry 1" in shown(game, "show")
    same_everywhere(game)
    again = judge_transcript(read_transcript(write_transcript(game).encode()))
    assert not again.found
    assert "disputed: entry 1: it was b1" in shown(again.game, "open")
    play(game, 'settle 1 "a1 it is"')
    assert shown(game, "open") == "Nothing is open but the question itself."

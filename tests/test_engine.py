"""The engine on the toy ruleset: held, stand, take-back, windows, duties, undo, forced answers, house rules, replay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.commands import enter_line, run
from referee.digest import digest_of, spell
from referee.game import Game
from referee.judge import legal
from referee.log import Entry, Log
from referee.review.versions import changes, unreadable
from referee.ruleset import Kind
from tests.conftest import board, toy_header
from tests.noughts import RULESET, SQUARES


def play(game: Game, *lines: str) -> Game:
    """Play lines, all of which must be fine."""
    for line in lines:
        answer = run(game, line)
        assert answer.status == "ok", (line, answer.findings)
    return game


def kinds(game: Game) -> list[str]:
    """The kinds of all entries."""
    return [entry.kind for entry in game.log.entries]


def again(game: Game) -> Game:
    """The same record, opened again."""
    log = Log.memory(game.log.header)
    for entry in game.log.entries:
        log.append(Entry.from_json(entry.to_json()))
    return Game(RULESET, log)


def check_replay(game: Game) -> None:
    """The record leads to the same table, the same held line, and the kept digest is that of the table."""
    other = again(game)
    assert other.table == game.table
    assert other.held == game.held
    assert len(other.timeline.undone) == len(game.timeline.undone)
    assert digest_of(game.table) == game.timeline.digest == other.timeline.digest


def test_a_flagged_line_is_held_and_changes_nothing(game: Game) -> None:
    play(game, "place b2", "decline", "hand")
    before = game.table
    answer = run(game, "place b2")
    assert answer.status == "held"
    assert [(f.kind, f.rule) for f in answer.findings] == [(Kind.ILLEGAL, "turn.place")]
    assert "a1" in answer.findings[0].instead
    assert game.table is before
    assert game.held is not None
    assert game.held.line == "place b2"
    check_replay(game)


def test_stand_lets_the_held_line_stand_with_its_reason(game: Game) -> None:
    play(game, "place b2", "decline", "hand")
    run(game, "place b2")
    answer = run(game, 'stand "they insist"', by="Anna")
    assert answer.status == "ok"
    assert answer.hands == ("put a cross on b2",)
    entry = game.log.entries[-1]
    assert (entry.kind, entry.verdict, entry.why, entry.by) == ("stand", "illegal-stands", "they insist", "Anna")
    assert entry.of == (game.log.entries[-2].number,)
    assert game.held is None
    check_replay(game)


@pytest.mark.parametrize("line", ["hand", "place c3"])
def test_a_next_act_takes_the_held_line_back_and_says_so(game: Game, line: str) -> None:
    play(game, "place b2", "decline")
    run(game, "cross> place b2")
    answer = run(game, line)
    assert answer.entries[0].kind == "back"
    assert answer.entries[0].verdict == "withdrawn"
    check_replay(game)


@pytest.mark.parametrize("line", ["note hello", "mvoe b2", "", "place z9", "swap", "ruling win.diagonal no"])
def test_asides_and_lines_that_fail_leave_it_held(game: Game, line: str) -> None:
    play(game, "place b2", "decline")
    run(game, "cross> place b2")
    run(game, line)
    assert game.held is not None
    check_replay(game)


def test_an_act_closes_the_window_by_an_entry_of_its_own(game: Game) -> None:
    play(game, "place a1", "hand")
    assert kinds(game) == ["act", "close", "act"]
    assert game.log.entries[1].by == "referee"
    play(game, "undo")
    assert kinds(game) == ["act", "close", "act", "undo"]
    assert board(game).first == "a1"  # the window is open again: it was let pass for what was undone
    check_replay(game)


def test_a_window_can_be_answered_or_let_pass(game: Game) -> None:
    play(game, "place a1", "cross> -")
    assert kinds(game) == ["act", "close"]
    play(game, "undo", "swap")
    assert board(game).tokens == {"a1": "cross"}
    assert run(game, "swap").findings[0].kind is Kind.IMPOSSIBLE
    check_replay(game)


def test_a_skipped_duty_is_one_omission_and_is_parked(game: Game) -> None:
    play(game, "place a1")
    answer = run(game, "place b2", stands="in a hurry")
    assert [(f.kind, f.rule) for f in answer.findings] == [(Kind.OMISSION, "turn.hand")]
    assert kinds(game) == ["act", "close", "skip", "act"]
    assert [(d.rule, d.side, d.turn) for d in game.table.parked] == [("turn.hand", "nought", 1)]
    play(game, "hand")
    assert run(game, "place c3").findings == ()
    assert len(game.table.parked) == 1
    check_replay(game)


def test_undo_opens_a_skipped_duty_again(game: Game) -> None:
    play(game, "place a1", "decline")
    before = game.table
    run(game, "place b2", stands="")
    play(game, "undo")
    assert game.table == before
    play(game, "redo")
    assert len(game.table.parked) == 1
    check_replay(game)


def test_skip_goes_past_a_duty_on_purpose(game: Game) -> None:
    assert run(game, "skip").status == "failed"
    play(game, "place a1")
    assert run(game, "skip").status == "failed"
    play(game, "decline", "skip")
    assert game.table.side == "cross"
    assert game.log.entries[-1].verdict == "omission-stands"
    check_replay(game)


def test_undo_and_redo_go_across_the_border_of_a_turn(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand")
    tables = [step.table for step in game.timeline.steps]
    assert game.table.turn == 2
    for _ in range(3):
        play(game, "undo")
        check_replay(game)
    assert (game.table.turn, game.table.side) == (1, "nought")
    play(game, "redo", "redo 2")
    assert [step.table for step in game.timeline.steps] == tables
    check_replay(game)


def test_a_new_act_drops_what_was_undone(game: Game) -> None:
    play(game, "place a1", "undo", "place b2")
    answer = run(game, "redo")
    assert answer.status == "failed"
    assert "nothing to redo" in answer.findings[0].message
    check_replay(game)


def test_undo_n_is_refused_when_there_are_fewer(game: Game) -> None:
    play(game, "place a1", "hand")
    assert [f.message for f in run(game, "undo 3").findings] == ["Only 2 acts can be undone."]
    assert [f.message for f in run(game, "redo 1").findings] == ["Only 0 acts can be brought back."]
    assert run(game, "undo 0").status == "failed"
    assert run(game, "undo x").status == "failed"
    answer = run(game, "undo 2 keep")
    assert answer.hands == ("take the nought off a1",)
    assert [entry.kind for entry in answer.entries] == ["undo"]
    check_replay(game)


def full_but_one(game: Game) -> None:
    """Eight squares without a row; c3 is free, and it is the turn of noughts."""
    for line in ("a1", "b2", "a2", "a3", "c1", "b1", "b3", "c2"):
        play(game, f"place {line}", "hand")


def test_a_forced_answer_is_made_and_announced(game: Game) -> None:
    full_but_one(game)
    last = game.log.entries[-1]
    assert (last.by, last.line) == ("referee", "place c3")
    assert game.table.winner == "draw"
    check_replay(game)


def test_a_forced_answer_is_absorbed_when_it_is_reported(game: Game) -> None:
    full_but_one(game)
    count = len(game.log.entries)
    answer = run(game, "nought> place c3")
    assert answer.status == "known"
    assert len(game.log.entries) == count


def test_undo_takes_the_forced_answer_back_too(game: Game) -> None:
    full_but_one(game)
    play(game, "undo")
    assert game.table.winner == ""
    assert game.ask is not None
    assert game.ask.rule == "turn.hand"
    play(game, "redo")
    assert game.table.winner == "draw"
    check_replay(game)


def test_consequences_are_in_the_entry_and_end_the_game(game: Game) -> None:
    for line in ("a1", "b1", "a2", "b2"):
        play(game, f"place {line}", "hand")
    answer = run(game, "place a3")
    assert answer.said == ("win: Noughts win with a1, a2, a3",)
    assert game.table.winner == "nought"
    assert game.ask is None
    late = run(game, "cross> place c3")
    assert late.status == "held"
    assert "over" in late.findings[0].message
    check_replay(game)


def test_adjust_makes_the_record_agree_with_the_table(game: Game) -> None:
    answer = run(game, 'adjust b2.token cross a1.token nought "a sleeve"')
    assert answer.status == "ok"
    assert answer.hands == (), "the table is right, and the record is changed"
    assert answer.told == ("on record: put a nought on a1", "on record: put a cross on b2")
    entry = game.log.entries[-1]
    assert (entry.kind, entry.verdict, entry.why) == ("adjust", "adjusted", "a sleeve")
    assert entry.data == {"b2.token": "cross", "a1.token": "nought"}
    undone = run(game, "undo")
    assert (undone.hands, undone.told[0]) == ((), "on record: take the nought off a1")
    assert board(game).tokens == {}
    check_replay(game)


def test_an_adjustment_has_its_consequences(game: Game) -> None:
    play(game, "adjust a1.token cross b2.token cross c3.token cross")
    assert game.table.winner == "cross"
    check_replay(game)


@pytest.mark.parametrize(("mode", "status", "kind"), [("off", "ok", "ruling"), ("warn", "ok", "warning")])
def test_house_rules_change_a_rule_and_stay_cited(game: Game, mode: str, status: str, kind: str) -> None:
    play(game, f'house turn.place {mode} "children play"', "place a1", "decline", "hand")
    answer = run(game, "place a1")
    assert answer.status == status
    assert [(f.kind, f.rule) for f in answer.findings] == [(kind, "turn.place")]
    play(game, "undo", "house turn.place on")
    assert run(game, "place a1").status == "held"
    assert game.table.house == {}
    check_replay(game)


@pytest.mark.parametrize(("choice", "winner"), [("yes", "nought"), ("no", "")])
def test_a_ruling_decides(game: Game, choice: str, winner: str) -> None:
    play(game, f"ruling win.diagonal {choice}")
    for line in ("a1", "b1", "b2", "c1"):
        play(game, f"place {line}", "hand")
    play(game, "place c3")
    assert game.table.winner == winner
    check_replay(game)


def test_the_side_decides_whose_act_it_is(game: Game) -> None:
    answer = run(game, "cross> place a1")
    assert answer.status == "held"
    assert "for Noughts now" in answer.findings[0].message
    play(game, "stand")
    assert board(game).tokens == {"a1": "cross"}
    check_replay(game)


def test_resigning_and_agreeing_end_the_game(game: Game) -> None:
    play(game, "nought> resign")
    assert game.table.winner == "cross"
    assert run(game, "agree").status == "failed"
    play(game, "undo", "agree")
    assert game.table.winner == "draw"
    check_replay(game)


def test_the_legal_acts_are_those_that_judge_does_not_flag(game: Game) -> None:
    play(game, "place a1", "hand", "place b2")
    acts = {(one.action.side, one.action.verb) for one in game.legal()}
    assert acts == {("cross", "hand")}
    play(game, "hand")
    squares = {str(one.action.to) for one in legal(RULESET, game.table) if one.action.verb == "place"}
    assert squares == set(SQUARES) - {"a1", "b2"}
    for square in SQUARES:
        assert (not game.judge(f"place {square}").findings) == (square in squares)


@pytest.mark.parametrize(
    "entry",
    [
        Entry(1, "act", "nought", "place z9"),
        Entry(1, "act", "nobody", "place a1"),
        Entry(1, "close", "nought", ""),
        Entry(1, "undo", "nought", ""),
        Entry(1, "redo", "nought", ""),
        Entry(1, "act", "nought", 'place "'),
    ],
)
def test_an_entry_that_cannot_be_read_changes_nothing(entry: Entry) -> None:
    log = Log.memory(toy_header())
    log.append(entry)
    opened = Game(RULESET, log)
    assert [each for each, _ in opened.timeline.unreadable] == [entry]
    assert opened.table == opened.timeline.start
    assert "Entry 1 cannot be read by these rules" in "\n".join(unreadable(opened.timeline))


PLACING = [*(f"place {s}" for s in SQUARES), *(f"cross> place {s}" for s in SQUARES[:4])]
OTHERS = """
hand, nought> hand, swap, cross> swap, -, undo, undo, redo, stand why, back, skip, note hi, adjust a1.token none,
adjust b2.token cross, house turn.place warn why, house turn.order off why, house turn.place on, ruling win.diagonal no,
resign, agree, mvoe, place, show, ENTER, ENTER
"""
LINES = st.sampled_from([*PLACING, *(line.strip() for line in OTHERS.split(","))])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(LINES, st.booleans()), max_size=30))
def test_whatever_is_typed_the_record_replays_to_the_same_table(typed: list[tuple[str, bool]]) -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    for line, stands in typed:
        before, count = game.table, len(game.log.entries)
        answer = run(game, enter_line(game) if line == "ENTER" else line, stands="" if stands else None)
        if answer.status in ("failed", "known"):
            assert game.table is before
            assert len(game.log.entries) == count
        assert digest_of(game.table) == game.timeline.digest
        if game.timeline.steps:
            last: Any = next((e for e in reversed(game.log.entries) if e.digest), None)
            assert last.digest == spell(game.timeline.digest)
    check_replay(game)


def test_a_record_of_other_rules_is_opened_and_says_from_where_it_differs(game: Game) -> None:
    play(game, "place a1", "decline")
    changed = Log.memory(game.log.header)
    for entry in game.log.entries:
        changed.append(replace(entry, digest="0" * 16) if entry.number > 1 else entry)
    opened = Game(RULESET, changed)
    assert opened.table == game.table
    assert opened.timeline.differs == 2
    assert "from entry 2 on" in changes(opened)[0]
    assert not changes(Game(RULESET, game.log))

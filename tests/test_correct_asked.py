"""Corrections: nothing is kept that was not shown, `redo` brings one back, and a late act is told where it belongs."""

from __future__ import annotations

from functools import cache

import pytest

from referee.check import judge_transcript
from referee.commands import run
from referee.game import Game
from referee.log import Log
from referee.review.log import log_lines, record
from referee.review.stepping import Stepper
from referee.transcript import read_transcript
from tests import kiss
from tests.correcting import play, same_everywhere, shown, states, told
from tests.na import EXAMPLES

CAIRO = EXAMPLES / "axis-wins-in-cairo.ref"
TWO_TURNS = 75
"""Rows of the example up to a draw in the second Axis turn, entry 79."""


@pytest.fixture(autouse=True)
def _toys(noughts: None) -> None:
    """The toy ruleset is installed, so that its transcripts can be read again."""


def game_of(text: str) -> Game:
    """A game of a transcript."""
    return judge_transcript(read_transcript(text.encode())).game


@cache
def _cairo(rows: int | None) -> Log:
    lines = CAIRO.read_text(encoding="utf-8").splitlines(keepends=True)
    return game_of("".join(lines[:rows])).log


def cairo(rows: int | None = None) -> Game:
    """The example in which the Axis wins, or its first rows: a game of its own each time."""
    made = _cairo(rows)
    ruleset = game_of(CAIRO.read_text(encoding="utf-8").partition("\n\n")[0]).ruleset
    return Game(ruleset, Log.memory(made.header, made.entries))


def error(game: Game, line: str) -> str:
    """Why a line failed; nothing happened."""
    before = states(game)
    answer = run(game, line)
    assert answer.status == "failed", (line, told(answer))
    assert states(game) == before
    return answer.findings[0].message


def marks(game: Game, *numbers: int) -> list[str]:
    """What the log says behind entries."""
    rows = {row.entry.number: row for row in record(game)}
    return [rows[number].mark for number in numbers]


# What may be dropped, and that it is asked about


def test_only_what_was_listed_may_be_dropped() -> None:
    game = cairo()
    play(game, "fix 140 axis> guess siege")
    assert error(game, "keep dropping 147,156").startswith("Entry 147 is not listed; of the list, entries 141, 156, ")
    assert error(game, "keep dropping 1,2").startswith("Entries 1 and 2 are not listed; ")
    assert game.draft is not None, "it still waits"


def test_further_changes_are_listed_and_asked_about_before_they_are_kept() -> None:
    game = cairo()
    before = states(game)
    play(game, "fix 140 axis> guess siege")
    answer = play(game, "keep dropping 156")
    assert answer.status == "asked"
    assert "entry 156 is:  nothing (dropped)" in told(answer)
    assert "#158 axis> discard 2\n  now omission [supply.3]" in told(answer)
    assert states(game) == before
    answer = play(game, "keep")
    assert game.log.entries[-1].line == "fix 140 axis> guess siege keep dropping 156"
    assert game.table.winner == "axis", "the Ariete stands in Cairo again"
    same_everywhere(game)


def test_what_the_list_showed_is_dropped_at_once() -> None:
    game = cairo(TWO_TURNS)
    play(game, "fix 65 axis> lose 5-panzer 2")
    assert play(game, "keep dropping 77").status == "ok"
    same_everywhere(game)


def test_dropping_twice_is_one_line_that_a_file_may_hold(game: Game) -> None:
    lines = ("place a1", "hand", "place b2", "hand", "place c3", "hand", "place a2")
    play(game, *lines, "fix 1 nought> place b2", "keep dropping 4", "keep dropping 6")
    if game.draft:
        play(game, "keep")
    digest, line = game.timeline.digest, game.log.entries[-1].line
    assert line == "fix 1 nought> place b2 keep dropping 4,6"
    again = Game(game.ruleset, Log.memory(game.log.header))
    play(again, *lines, line)
    assert again.timeline.digest == digest


def test_a_line_that_says_the_same_at_another_time_is_no_correction(game: Game) -> None:
    play(game, "place a1", "hand")
    game.clock = lambda: "2026-11-30T20:00:00+00:00"
    assert error(game, "fix 1 nought> place a1") == "Entry 1 says that already; nothing would change."
    assert error(game, "fix 1 place a1 keep") == "Entry 1 says that already; nothing would change."


def test_a_number_that_was_not_known_is_shown_as_it_was_typed() -> None:
    game = cairo(TWO_TURNS)
    play(game, "fix 79 draw ? keep")
    said = told(play(game, "fix 79 draw 1"))
    assert "entry 79 was: axis> draw cards ?\nentry 79 is:  axis> draw 1\n" in said
    assert "Entry 79 was: axis> draw cards ?." in error(game, "fix 79")


# Undo and redo of a correction


def test_redo_brings_a_correction_back() -> None:
    game = cairo(TWO_TURNS)
    plain = game.timeline.digest
    play(game, "fix 65 axis> lose 5-panzer 2", "keep dropping 77")
    fixed = game.timeline.digest
    for _ in range(2):
        assert "`redo` brings the correction back (or `branch 2`)" in told(play(game, "undo"))
        assert game.timeline.digest == plain
        play(game, "undo", "redo")  # an act, which is no obstacle
        play(game, "redo")
        assert game.timeline.digest == fixed
    assert "There is nothing to redo." in error(game, "redo")
    same_everywhere(game)


def test_two_corrections_are_undone_and_redone_in_order(game: Game) -> None:
    play(game, "place a1", "hand")
    digests = [game.timeline.digest]
    for line in ("fix 1 nought> place b2 keep", "fix 1 nought> place c3 keep"):
        play(game, line)
        digests.append(game.timeline.digest)
    for digest in (digests[1], digests[0]):
        play(game, "undo")
        assert game.timeline.digest == digest
    for digest in digests[1:]:
        play(game, "redo")
        assert game.timeline.digest == digest
    play(game, "undo")
    assert game.timeline.digest == digests[1]
    same_everywhere(game)


def test_what_is_done_after_an_undone_correction_ends_its_redo(game: Game) -> None:
    play(game, "place a1", "hand", "fix 1 nought> place c3 keep", "undo", "place b2")
    assert "There is nothing to redo." in error(game, "redo")
    assert "with fix 1" in shown(game, "branches")


def test_branches_say_where_they_end_and_what_was_corrected_in_them() -> None:
    game = cairo(TWO_TURNS)
    play(game, "fix 65 axis> lose 5-panzer 2", "keep dropping 77", "undo to turn 1", "keep", "axis> draw")
    listed = shown(game, "branches").splitlines()
    assert listed[0].endswith("from entry 11 on (axis> draw), 50 acts, ends in turn 2 (Axis, Actions)")
    assert listed[1].endswith("47 acts, ends in turn 2 (Axis, Actions), with fix 65")


# What the hands are told


def test_undo_to_the_first_turn_leaves_the_set_up_and_what_was_learned() -> None:
    game = cairo(TWO_TURNS)
    said = told(play(game, "undo to turn 1"))
    assert "back to before entry 11 (draw)" in said
    assert "it would be turn 1, Axis, Draw One Card" in said
    play(game, "keep")
    assert game.timeline.steps[-1].entry.line == "ready"
    assert "`undo N` goes back further" in error(game, "undo to turn 1")
    assert "back to before entry 8" in told(play(game, "undo 3"))


def test_an_undone_draw_and_an_undone_discard_say_which_pile() -> None:
    game = cairo(TWO_TURNS)
    assert play(game, "undo").hands == ("axis hand 3 -> 2", "axis deck 36 -> 37")
    play(game, "undo 3 keep")
    assert game.log.entries[-1].of[0] == 73
    assert play(game, "redo").hands == ("axis hand 4 -> 2", "axis discards 4 -> 6")
    play(game, "redo", "redo")
    assert play(game, "axis> draw").hands == ("axis hand 2 -> 3",), "in play, a draw says where the card is from"


def test_an_adjustment_changes_the_record_and_not_the_table() -> None:
    game = cairo(TWO_TURNS)
    answer = play(game, "adjust 15-panzer.losses 1 axis.deck 30")
    assert answer.hands == ()
    assert set(answer.told) == {"on record: 15-panzer: loss tokens 2 -> 1", "on record: axis deck 36 -> 30"}
    stepper = Stepper(game, at=len(game.timeline.steps))
    said = "\n".join(stepper.entry())
    assert "On record: 15-panzer: loss tokens 2 -> 1" in said
    assert "On the table" not in said
    answer = play(game, "adjust 15-panzer.losses 3")
    assert answer.told == ("on record: 15-panzer: loss tokens 1 -> 3",)
    assert answer.hands[0] == "take 15-panzer off the map", "what follows from it is for the hands"


# What the log says of entries that count no more


def test_what_the_referee_did_for_a_dropped_entry_counts_no_more() -> None:
    game = cairo()
    play(game, "fix 140 axis> guess siege", "keep dropping 156", "keep")
    number = len(game.log.entries)
    assert marks(game, 156, 157, 163) == [f"dropped by entry {number}", f"taken out by entry {number}", ""]
    line = f"  #157 ok axis> lose ariete-trento 2  (by the referee)  (taken out by entry {number})"
    assert line in list(log_lines(game, record(game)))


def test_a_mark_tells_what_happened_last() -> None:
    game = cairo(TWO_TURNS)
    play(game, "fix 65 axis> lose 5-panzer 2", "keep dropping 77")
    assert marks(game, 65, 77, 79) == ["corrected by entry 80", "dropped by entry 80", "moot by entry 80"]
    play(game, "branch 1")
    assert marks(game, 65, 77, 79, 80) == ["", "", "", "left by entry 81"]
    play(game, "undo")
    assert marks(game, 79) == ["undone by entry 82"]


def test_an_undone_correction_that_is_redone_is_told_as_before() -> None:
    game = cairo(TWO_TURNS)
    play(game, "fix 65 axis> lose 5-panzer 2", "keep dropping 77", "undo")
    assert marks(game, 65, 77) == ["", ""]
    play(game, "redo")
    assert marks(game, 65, 77, 79) == ["corrected by entry 80", "dropped by entry 80", "moot by entry 80"]


def test_of_two_corrections_the_one_that_changed_an_entry_is_named(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand", "fix 1 nought> place c3 keep", "fix 4 cross> place a2 keep")
    second = len(game.log.entries)
    assert marks(game, 1, 4) == [f"corrected by entry {second - 1}", f"corrected by entry {second}"]
    play(game, "undo")
    assert marks(game, 1, 4) == [f"corrected by entry {second - 1}", ""]


# An act that comes late


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("lose 5-panzer 2", "If it belongs to entry 65: fix 65 axis> lose 5-panzer 2."),
        ("lose 5-panzer", "Entry 65 says that already; fix 65 changes it."),
        ("lose 15-panzer", "If it belongs to entry 66: fix 66 axis> lose 15-panzer."),
        ("loss 15-panzer", "If it belongs to entry 66: fix 66 axis> lose 15-panzer."),
        ("allied> reveal siege", "If it belongs to entry 64: fix 64 allied> reveal siege."),
        ("guess armored", "If it belongs to entry 63: fix 63 axis> guess armored."),
    ],
)
def test_a_late_act_is_told_where_it_belongs(line: str, said: str) -> None:
    assert said in told(run(cairo(TWO_TURNS), line))


def test_a_late_discard_belongs_to_an_entry_or_was_forgotten() -> None:
    game = cairo(104)
    said = "If it belongs to entry 73: fix 73 axis> discard; if it was forgotten: insert 106 axis> discard."
    assert said in told(run(game, "axis> discard 1"))
    play(game, "insert 106 axis> discard", "keep")
    assert game.entry(len(game.log.entries)).line == "discard"
    same_everywhere(game)


def test_an_insert_that_would_break_a_rule_later_is_not_offered() -> None:
    game = cairo(TWO_TURNS)
    assert game.entry(48).line == "order 2-armored tobruk"
    assert "forgotten" not in told(run(game, "allied> prepare 2-armored"))


@pytest.mark.parametrize("line", ["lose ariete-trento", "move 15-panzer cairo", "los 15-panzer now", "prepare"])
def test_what_belongs_to_no_entry_gets_no_hint(line: str) -> None:
    said = told(run(cairo(TWO_TURNS), line))
    assert said
    assert "belongs to" not in said
    assert "forgotten" not in said


def late_die() -> Game:
    """By the tape: in turn 2 a hit is not read, and in turn 4 the battle has gone on."""
    rows = (kiss.EXAMPLES / "by-the-tape.ref").read_text(encoding="utf-8").splitlines()
    shot = ["british> fire 4ind/inf-4 at 15pz/tank-2 range 5 nearest", "later"]
    return game_of("\n".join([*rows[:51], *shot, *rows[53:75]]))


def test_ks2_values_told_with_their_act_are_found_too() -> None:
    game = game_of("\n".join((kiss.EXAMPLES / "by-the-tape.ref").read_text(encoding="utf-8").splitlines()[:52]))
    shot = "british> fire 4ind/inf-4 at 15pz/tank-2 range 5 roll 5 save"
    assert "fire" in game.log.entries[-1].line
    number = len(game.log.entries)
    assert f"If it belongs to entry {number}: fix {number} {shot} 2 nearest" in error(game, "save 2")
    shot = f"fix {number - 1} british> fire 4ind/inf-3 at 15pz/tank-1 range 4 roll 6 save 2 hq 9 nearest"
    assert f"If it belongs to entry {number - 1}: {shot}" in error(game, "hq 9")


def test_ks2_a_duty_that_a_correction_brings_about_is_told_with_its_place() -> None:
    game = late_die()
    number = next(entry.number for entry in game.log.entries if entry.kind == "later")
    play(game, f"fix {number} 5 keep")
    item = f"the saving throw of 15pz/tank-2 (Axis, turn 2) [KS2]; `insert {number + 1} ...` tells it, `paid 1`"
    assert item in shown(game, "open")
    play(game, f"insert {number + 1} british> save 1 keep")
    assert f"measuring 15pz/tank-2 to its HQ (Axis, turn 2) [KC1]; `insert {number + 1} ...`" in shown(game, "open")
    said = told(play(game, f"insert {number + 1} hq 5"))
    assert "no longer omission [KC1]" in said
    play(game, "keep dropping 80")
    assert "measuring" not in shown(game, "open")
    same_everywhere(game)


def test_kt1_a_pass_answers_its_own_step_or_none() -> None:
    """The tank is Scattered after all, so that a step of the next turn is asked that nobody passed."""
    game = late_die()
    number = next(entry.number for entry in game.log.entries if entry.kind == "later")
    steps = {s.entry.number: t.step for s, t in zip(game.timeline.steps, game.timeline.tables, strict=False)}
    play(game, f"fix {number} 5 keep", f"insert {number + 1} save 1 keep", f"insert {number + 1} hq 5")
    play(game, "keep dropping 80")
    for step, before in zip(game.timeline.steps, game.timeline.tables, strict=False):
        if step.entry.line == "pass":
            assert before.step == steps[step.entry.number], step.entry


def test_a_pass_whose_question_is_gone_is_moot() -> None:
    said = told(play(cairo(), "fix 140 axis> guess siege"))
    for number in (168, 170):
        assert f"#{number} allied> pass\n  moot now" in said
    assert "#176" not in said
    assert "#177" not in said


def test_a_duty_that_was_skipped_on_purpose_is_fixed(game: Game) -> None:
    play(game, "place a1", "-", "skip")
    number = len(game.log.entries)
    assert f"`fix {number} ...` tells it, `paid 1` strikes it off" in shown(game, "open")
    play(game, f"fix {number} hand keep")
    assert "still open" not in shown(game, "open")

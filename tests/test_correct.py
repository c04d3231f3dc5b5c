"""Corrections: an old entry is fixed, all behind it is judged again, and nothing is kept before it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import library
from referee.check import judge_transcript
from referee.commands import look, run
from referee.commands.run import _enter
from referee.correct import rerun
from referee.fold import REFEREE, Timeline
from referee.game import Game
from referee.invariants import Subject, examine
from referee.prompt.talk import Talk
from referee.transcript import read_transcript
from tests import na
from tests.conftest import Run, board
from tests.correcting import play, same_everywhere, shown, states, told
from tests.na import EXAMPLES, in_battle
from tests.noughts import RULESET as NOUGHTS
from tests.table import WHOLE_GAMES, judge_file
from tests.test_umpire import patrol_game

CAIRO = EXAMPLES / "axis-wins-in-cairo.ref"


@pytest.fixture(autouse=True)
def _toys(noughts: None, patrol: None) -> None:
    """Both toy rulesets are installed, so that their transcripts can be read again."""


# The run again


@pytest.mark.parametrize("path", WHOLE_GAMES, ids=lambda path: path.stem)
def test_a_game_judged_again_without_a_correction_is_the_same(path: Path) -> None:
    game = judge_file(path).game
    again = rerun(game, (), _enter)
    assert not again.steps, again.steps[:1]
    assert again.kept == len(game.timeline.steps)


def test_the_same_line_is_no_correction(game: Game) -> None:
    play(game, "place a1", "hand")
    answer = run(game, "fix 1 place a1")
    assert "nothing would change" in told(answer)
    assert game.draft is None


# On a page of noughts and crosses


def test_nothing_is_written_before_keep(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand")
    entries, table = list(game.log.entries), game.table
    answer = play(game, "fix 1 nought> place c3")
    assert answer.status == "asked"
    assert answer.told[:2] == ("entry 1 was: nought> place a1", "entry 1 is:  nought> place c3")
    assert "no later entry changes" in answer.told
    assert "on the table: take the nought off a1" in answer.told
    assert (game.log.entries, game.table) == (entries, table)
    play(game, "back")
    assert run(game, "keep").status == "failed"
    assert (game.log.entries, game.table) == (entries, table)


def test_a_kept_correction_is_one_entry_and_the_old_line_stays(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand")
    count = len(game.log.entries)
    answer = play(game, "fix 1 nought> place c3", "keep")
    assert board(game).tokens == {"c3": "nought", "b2": "cross"}
    assert "put a nought on c3" in answer.hands
    assert len(game.log.entries) == count + 1
    assert (game.log.entries[-1].kind, game.log.entries[0].line) == ("fix", "place a1")
    assert f"nought> place a1  (corrected by entry {count + 1})" in shown(game, "log 50")
    assert "place c3" in shown(game, "why 1")
    same_everywhere(game)


def test_in_files_and_pipes_keep_stands_at_the_end(game: Game, call: Run, evening: str) -> None:
    play(game, "place a1", "hand", "fix 1 nought> place c3 keep")
    assert board(game).tokens == {"c3": "nought"}
    output = call("play", evening, text="fix 1 nought> place c1\nkeep\n").output
    assert "entry 1 is:  nought> place c1" in output
    assert "corrected by entry" in call("log", evening).output


def test_another_act_gives_the_correction_up_and_says_so(game: Game) -> None:
    play(game, "place a1", "hand", "fix 1 drop")
    assert shown(game, "show") != "-", "looking leaves it waiting"
    assert run(game, "place a9").status == "failed", "and so does a line that fails"
    assert game.draft is not None
    assert "given up: fix 1 drop" in told(play(game, "place b2"))
    assert game.draft is None


def test_a_forgotten_act_is_inserted(game: Game) -> None:
    play(game, "place a1", "-", "place b2", "stand", "hand")
    answer = play(game, "insert 3 hand")
    assert "new, before entry 5: nought> hand" in told(answer), "the entry that let line 3 stand"
    assert "1 later entry changes:" in told(answer)
    assert "no longer omission [turn.hand]" in told(answer)
    play(game, "keep")
    assert [s.entry.line for s in game.timeline.steps if s.entry.by != REFEREE][-3:] == ["hand", "place b2", "hand"]
    same_everywhere(game)
    number = len(game.log.entries)
    said = told(play(game, f"fix {number} drop"))
    assert f"entry {number} was: nought> hand" in said, "what was inserted has the number of its correction"


def test_what_breaks_a_rule_now_stands_is_dropped_or_the_fix_is_given_up(game: Game) -> None:
    play(game, "place a1", "hand", "place b2", "hand", "place c3", "hand")
    answer = play(game, "fix 1 nought> place b2")
    assert "now illegal [turn.place] b2 holds a token" in told(answer)
    digest = game.timeline.digest
    answer = play(game, "keep dropping 4")
    assert answer.status == "asked", "without it another entry breaks a rule"
    assert "#6 nought> place c3\n  now illegal" in told(answer)
    assert game.timeline.digest == digest
    play(game, "keep")
    assert board(game).tokens == {"b2": "nought", "c3": "nought"}
    assert "dropped by entry" in shown(game, "log 50")
    same_everywhere(game)
    play(game, "undo")
    assert game.timeline.digest == digest
    play(game, 'fix 1 nought> place b2 keep "too late"')
    assert board(game).tokens["b2"] == "cross"
    assert "illegal-stands" in shown(game, "why 4")
    assert "too late" in shown(game, "why 4")
    same_everywhere(game)


def test_an_answer_that_is_now_the_only_one_is_absorbed() -> None:
    game = in_battle("allied> react siege", 'stand "so"').game
    number = next(e.number for e in game.log.entries if e.line.startswith("adjust"))
    play(game, "axis> pass", "axis> seal", "allied> guess armored", "axis> reveal motorized")
    same_everywhere(game)
    play(game, f"fix {number} drop")
    same_everywhere(game)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fix 1", "Entry 1 was: nought> place a1"),
        ("fix", "Which entry"),
        ("fix 99 drop", "There is no entry 99"),
        ("fix 2 nought> place a1", "the referee's own"),
        ("fix 1 undo", "cannot stand in the place"),
        ("fix 1 mvoe", "is no verb"),
        ("insert 1", "Which line"),
        ("keep", "Nothing waits"),
        ("branch 7", "There is no branch 7"),
        ("branch x", "Which branch"),
        ("undo to turn 9", "has not begun"),
        ('settle 1 "x"', "Nothing is disputed"),
        ("dispute 1", "What is disputed?"),
        ('dispute 99 "x"', "There is no entry 99"),
    ],
)
def test_what_cannot_be_corrected_is_said(game: Game, line: str, said: str) -> None:
    play(game, "place a1", "hand")
    count = len(game.log.entries)
    assert said in told(run(game, line))
    assert len(game.log.entries) == count


def test_at_the_prompt_the_old_line_comes_back_to_be_edited(game: Game) -> None:
    talk = Talk(game)
    talk.hear("place a1")
    talk.hear("fix 1")
    assert talk.default == "fix 1 nought> place a1 ", "what is typed behind it is a word of its own"
    said = talk.hear("fix 1 nought> place b2")
    assert said[-1] == "Enter gives it up; keep does it."
    assert "given up" in talk.hear("")[0]
    talk.hear("fix 1 nought> place b2")
    talk.hear("keep")
    assert board(game).tokens == {"b2": "nought"}


# Whatever fails in the middle leaves everything as it was


@pytest.mark.parametrize("lines", [("fix 1 nought> place c3 keep",), ("undo 3 keep",), ("undo",), ("branch 1",)])
@pytest.mark.parametrize("place", ["log", "fold", "entry"])
def test_a_failure_in_the_middle_changes_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch, place: str, lines: tuple[str, ...]
) -> None:
    play(game, "place a1", "hand", "place b1", "undo", "place b2", "hand")
    before = states(game)

    def fail(*args: object, **fields: object) -> None:
        raise RuntimeError("injected")

    with monkeypatch.context() as patch:
        if place == "log":
            patch.setattr(game.log, "append", fail)
        elif place == "fold":
            patch.setattr(Timeline, {"fix": "correct", "branch": "go_to"}.get(lines[0].split()[0], "undo"), fail)
        else:
            patch.setattr(game, "new_entry", fail)
        with pytest.raises(RuntimeError):
            run(game, lines[0])
    assert states(game) == before
    play(game, *lines)
    same_everywhere(game)


def test_a_correction_that_is_interrupted_after_it_was_written_counts(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(game, "place a1", "hand")

    def interrupted() -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(game.log, "retry", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(game, "fix 1 nought> place c3 keep")
    assert board(game).tokens == {"c3": "nought"}
    same_everywhere(game)


# An umpire, an audit


def test_differences_of_an_audit_are_one_entry(game: Game) -> None:
    play(game, "place a1", "hand")
    count = len(game.log.entries)
    assert "[ ] a1: token nought" in shown(game, "audit")
    play(game, 'adjust a1.token none b2.token nought c3.token cross "recount"')
    assert len(game.log.entries) == count + 1
    assert board(game).tokens == {"b2": "nought", "c3": "cross"}


def test_only_the_umpire_lets_stand_what_a_correction_makes_illegal(patrol: None) -> None:
    game = patrol_game()
    play(game, "creep alpha", "shoot bravo", "1,2", "shoot alpha", "5,6", "creep bravo", "creep alpha", 'stand "so"')
    said = told(run(game, "fix 4 red> creep alpha keep"))
    assert "The umpire Clara says why" in said
    assert run(game, 'fix 4 red> creep alpha keep "seen"', by="Anna").status == "failed"
    play(game, 'fix 4 red> creep alpha keep "seen"')
    assert game.entry(4).ruled == "Clara"
    same_everywhere(game)


# Lightning: North Africa


def test_a_wrong_loss_in_battle_changes_supply_elimination_and_a_later_move() -> None:
    game = judge_file(CAIRO).game
    answer = play(game, "fix 65 axis> lose 15-panzer")
    said = told(answer)
    digest = game.timeline.digest
    assert "5-panzer.losses" in said
    assert "15-panzer is eliminated" in said
    assert game.timeline.digest == digest
    game = judge_file(CAIRO).game
    said = told(play(game, "fix 66 axis> lose 5-panzer 2"))
    assert "now also: force-cards.1: 5-panzer is eliminated and out of the game" in said
    assert "#126 axis> supply\n  ariete-trento.losses: then unchanged, now none -> 2" in said
    assert "#156 axis> supply\n" in said
    assert "#96 axis> attack tobruk 5-panzer\n  IMPOSSIBLE now: 5-panzer is out of the game [force-cards.1]." in said
    assert "no longer: win.axis: ariete-trento stands in Cairo" in said
    assert "the game goes on then" in said


def test_a_unit_that_the_fix_kills_cannot_move_later() -> None:
    game = judge_file(CAIRO).game
    before = states(game)
    play(game, "fix 66 axis> lose 5-panzer 2")
    refused = run(game, "keep")
    assert "Entries 77, 96 and 149 became impossible: `keep dropping 77,96,149`" in told(refused)
    assert states(game) == before
    assert game.draft is not None
    play(game, "keep dropping 77,96,149")
    assert game.table.winner == ""
    assert "5-panzer" not in na.RULESET.state(game.table)["forces"]
    assert "(dropped by entry" in shown(game, "log 400")
    assert "(moot by entry" in shown(game, "log 400")
    same_everywhere(game)
    play(game, "undo")
    assert game.timeline.digest == judge_file(CAIRO).game.timeline.digest
    same_everywhere(game)


def test_undo_over_tobruk_an_elimination_and_the_victory() -> None:
    game = judge_file(CAIRO).game
    states_by_number = {s.entry.number: s.digest for s in game.timeline.steps}
    assert game.table.winner == "axis"
    assert "the game is not over" in told(play(game, "undo"))
    said = told(play(game, "undo to turn 1"))
    assert "acts (" in said
    play(game, "redo")
    while game.timeline.steps[-1].entry.number > 34:  # before `result 2`, which gives Tobruk to the Axis
        play(game, "undo")
    assert game.timeline.digest == states_by_number[34]
    assert "9-australian" in na.RULESET.state(game.table)["forces"]
    assert "Tobruk: Allied" in shown(game, "show")
    for _ in range(4):
        play(game, "axis> result 2")
        assert "Tobruk: Axis" in shown(game, "show")
        play(game, "undo")
        assert game.timeline.digest == states_by_number[34]
    same_everywhere(game)


def test_the_record_is_reopened_as_it_was(call: Run, evening: str) -> None:
    call("play", evening, text='fix 1 nought> place c3 keep\nundo\nplace b3\nbranch 2\ndispute 1 "why"\n', status=None)
    path = library.open_game(evening, readonly=True).log.storage.path
    assert path is not None
    before = path.read_bytes()
    game = library.open_game(evening, readonly=True)
    assert [e.kind for e in game.log.entries][-5:] == ["fix", "branch", "act", "branch", "dispute"]
    same_everywhere(game)
    for line in ("show", "log 50", "branches", "open", "audit", "why 1"):
        look(game, line)
    assert path.read_bytes() == before


def test_corrections_by_chance() -> None:
    examine(Subject(NOUGHTS, largest=0, fixes=0.1), games=0, illegal=200)


def test_a_transcript_may_correct_itself(game: Game) -> None:
    text = '[Ruleset "noughts"]\n\nplace a1\nhand\nplace b2\nfix 1 nought> place c3 keep\n'
    again = judge_transcript(read_transcript(text.encode()))
    assert not again.found
    assert board(again.game).tokens == {"c3": "nought", "b2": "cross"}


def test_ctrl_z_behind_a_correction_asks_about_it(game: Game) -> None:
    talk = Talk(game)
    for line in ("place a1", "hand", "fix 1 nought> place c3 keep"):
        talk.hear(line)
    assert talk.ask_undo()[0].startswith("Undo the correction?")
    talk.hear("y")
    assert board(game).tokens == {"a1": "nought"}

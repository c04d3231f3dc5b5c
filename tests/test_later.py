"""An answer that is not known yet: `later`, `?` in the place of a die, closed by a correction."""

from __future__ import annotations

import pytest

from referee.branches import kept_dice
from referee.check import judge_transcript
from referee.commands import run
from referee.game import Game
from referee.invariants import Subject, examine
from referee.prompt import session
from referee.prompt.first import FirstScreen
from referee.prompt.talk import Talk
from referee.transcript import read_transcript, write_transcript
from rulesets.kiss_rommel.names import Status
from tests import kiss, na
from tests.conftest import NEW, Run
from tests.correcting import play, same_everywhere, shown, told
from tests.noughts import RULESET as NOUGHTS
from tests.test_umpire import patrol_game

NOTHING = "Nothing is open but the question itself."


@pytest.fixture(autouse=True)
def _toys(noughts: None, patrol: None) -> None:
    """Both toy rulesets are installed, so that their transcripts can be read again."""


def message(game: Game, line: str) -> str:
    """Why a line failed; nothing happened."""
    table, count = game.table, len(game.log.entries)
    answer = run(game, line)
    assert answer.status == "failed", (line, answer)
    assert (game.table, len(game.log.entries)) == (table, count)
    return answer.findings[0].message


# A duty of noughts and crosses


def test_it_is_no_omission_and_stands_once_on_the_list(game: Game) -> None:
    play(game, "place a1", "-")
    answer = play(game, "later")
    assert answer.told[0] == "not known yet: Handing over the marker; `fix 3 ...` tells it"
    entry = game.log.entries[-1]
    assert (entry.kind, entry.verdict, entry.findings, game.table.parked) == ("later", "ok", (), ())
    assert game.table.side == "cross"
    listed = "not known yet: Handing over the marker (entry 3, Noughts); `fix 3 ...` tells it"
    assert shown(game, "open") == listed
    assert listed in shown(game, "show")
    assert "#3 ok nought> later  (not known yet: Handing over the marker)" in shown(game, "log")
    same_everywhere(game)


def test_fix_closes_it_and_undo_opens_it_again(game: Game) -> None:
    play(game, "place a1", "-", "later", "place b2")
    open_ = shown(game, "open")
    play(game, "fix 3 hand keep")
    assert shown(game, "open") == NOTHING
    same_everywhere(game)
    play(game, "undo")
    assert shown(game, "open") == open_
    play(game, "fix 3 skip keep")
    assert shown(game, "open").startswith("still open: Handing over the marker")
    same_everywhere(game)


def test_fix_alone_says_what_it_waits_for(game: Game) -> None:
    play(game, "place a1", "-", "later")
    assert "Entry 3 waits for: Handing over the marker" in message(game, "fix 3")
    talk = Talk(game)
    talk.hear("fix 3")
    assert talk.default == "fix 3 nought> "


def test_an_old_answer_may_become_one_that_waits(game: Game) -> None:
    play(game, "place a1", "-", "hand", "place b2", "fix 3 later keep")
    assert "(entry 3, Noughts)" in shown(game, "open")
    same_everywhere(game)


def test_undo_and_redo(game: Game) -> None:
    play(game, "place a1", "-")
    before = game.timeline.digest
    play(game, "later")
    after = game.timeline.digest
    play(game, "undo")
    assert (game.timeline.digest, shown(game, "open")) == (before, NOTHING)
    play(game, "redo")
    assert game.timeline.digest == after
    same_everywhere(game)


def test_the_end_of_a_turn_reminds(game: Game) -> None:
    assert "1 value is not known yet (`open`)" in told(play(game, "place a1", "-", "later"))
    assert "1 value is not known yet (`open`)" in told(play(game, "place b2", "hand"))


def test_what_cannot_wait_is_said_with_what_can_be_done(game: Game, patrol: None) -> None:
    assert "cannot go on without this answer, so it cannot wait: Which square?" in message(game, "later")
    play(game, "place a1")
    assert message(game, "later") == "No answer is due here, so none can wait; an empty line does: let it pass."
    play(game, "-")
    assert "It is for Noughts to say" in message(game, "cross> later")
    assert "stands alone" in message(game, "later on")
    shots = patrol_game("")
    play(shots, "shoot alpha")
    for line in ("later", "hit ?", "roll ?"):
        assert "cannot go on without this answer" in message(shots, line)


def test_a_held_line_is_taken_back_first(game: Game) -> None:
    play(game, "place a1", "-", "place b2", "later")
    assert [e.kind for e in game.log.entries][-3:] == ["held", "back", "later"]


def test_help_names_it_where_an_answer_is_due(game: Game) -> None:
    assert "`later`" not in shown(game, "?")
    play(game, "place a1", "-")
    assert "`later`: not known yet" in shown(game, "?")
    assert " later," in Talk(game).hear("?")[-2]


# Dice of K.I.S.S. Rommel


SHOT = "fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest"
MORE = "fire 15pz/tank-2 at 4ind/inf-1 range 5 nearest"


@pytest.mark.parametrize("unread", ["later", "die ?", "roll ?", "axis> die ?"])
def test_kf5_an_unread_die_leaves_the_target_standing(unread: str) -> None:
    game = kiss.in_fire().game
    play(game, SHOT)
    answer = play(game, unread)
    number = answer.entries[-1].number
    assert told(answer) == f"not known yet: the die of the shot of 15pz/tank-1; `fix {number} ...` tells it"
    assert kiss.table_of(game).trial is None
    same_everywhere(game)


def test_kf5_a_die_told_with_its_act_waits_where_it_is_asked_for() -> None:
    game = kiss.in_fire().game
    answer = play(game, f"{SHOT} roll ?")
    assert [e.line for e in answer.entries][1:] == ["later"]
    assert shown(game, "open").count("not known yet") == 1
    same_everywhere(game)
    play(game, f"{MORE} roll 6 save ?")
    assert game.log.entries[-1].unknown == ("the saving throw of 4ind/inf-1",)


def test_kf5_a_correction_is_one_entry() -> None:
    game = kiss.in_fire().game
    play(game, SHOT, "later", MORE, "1")
    assert "That makes two entries at one place" in message(game, f"fix {len(game.log.entries) - 1} {MORE} roll ?")


def test_kf5_a_later_die_that_is_due_first_is_still_asked_for() -> None:
    game = kiss.in_fire().game
    play(game, f"{SHOT} save ?")
    assert game.ask is not None
    assert game.ask.verbs == ("die",)
    assert "save needs its die" in message(game, "save ?")


def test_kf5_the_correction_judges_later_entries_again() -> None:
    made = kiss.in_fire()
    game = made.game
    play(game, SHOT, "later")
    number = len(game.log.entries)
    play(game, MORE, "5", "1", "hq 20")  # the second shot destroys the target
    assert made.unit("4ind/inf-1").status is Status.DESTROYED
    said = told(play(game, f"fix {number} 6"))
    assert f"entry {number} was: axis> later" in said
    assert "now omission [KS2] the saving throw of 4ind/inf-1 was skipped" in said
    play(game, "keep", f"insert {number + 1} british> save 1", "keep")
    assert "1 skipped" not in shown(game, "open")
    assert game.entry(number).line == "die 6"
    assert not game.entry(number).unknown
    same_everywhere(game)


def test_kf5_a_miss_closes_it_and_changes_nothing_else() -> None:
    game = kiss.in_fire().game
    play(game, SHOT, "later", MORE, "1")
    number = next(e.number for e in game.log.entries if e.kind == "later")
    digest = game.timeline.digest
    assert "no later entry changes" in told(play(game, f"fix {number} 2"))
    play(game, "keep")
    assert (shown(game, "open"), game.timeline.digest) == (NOTHING, digest)
    assert [d["value"] for d in game.entry(number).dice] == [2]


def test_a_die_that_was_undone_is_not_used_for_the_throw_behind_an_unread_one() -> None:
    game = kiss.in_fire().game
    play(game, SHOT, "5", "undo")
    assert game.ask is not None
    assert kept_dice(game, game.ask) == ((5,), "table")
    play(game, "later", MORE)
    assert kept_dice(game, game.ask) is None


def test_kt3_the_turn_end_die_waits_and_ends_the_battle_when_it_is_told() -> None:
    made = kiss.battle()
    made.until("fire", "british")
    while made.table.turn < 9:
        made.until("movement").until("fire", "british")
    game = made.game
    assert "the die before turn 10" in told(play(game, "british> pass", "later"))
    assert "1 value is not known yet (`open`)" in told(play(game, "axis> pass", "axis> pass"))
    number = next(e.number for e in game.log.entries if e.kind == "later")
    answer = play(game, f"fix {number} 5")
    assert "the game is then won by" in told(answer) or "draw" in told(answer)
    assert "axis> pass\n  moot now" in told(answer)
    play(game, "keep")
    assert game.table.winner
    same_everywhere(game)


# Lightning: North Africa


def test_na_a_draw_waits_and_is_told() -> None:
    table = na.in_actions("axis> pass", "axis> pass", "axis> pass", "axis> pass")
    game = table.game
    play(game, "later")
    number = len(game.log.entries)
    assert "not known yet: the draw of 2 cards" in shown(game, "open")
    play(game, "allied> draw")
    hand = table.state["hands"]
    same_everywhere(game)
    play(game, f"fix {number} draw keep")
    assert table.state["hands"] != hand
    assert shown(game, "open") == NOTHING
    same_everywhere(game)


def test_a_number_that_is_not_the_whole_answer_is_asked_for() -> None:
    game = na.new_game()
    assert message(game, "hand axis ?") == "hand needs its cards; report it when it is known."


# Files, pipes and the prompt


def test_a_transcript_with_it_is_clean() -> None:
    game = kiss.in_fire().game
    play(game, SHOT, "later", MORE, "1")
    text = write_transcript(game)
    assert "axis> later\n" in text
    again = judge_transcript(read_transcript(text.encode()))
    assert again.status == 0
    assert shown(again.game, "open") == shown(game, "open")


def test_in_a_pipe(call: Run) -> None:
    output = call(*NEW, text="place a1\n-\nlater\nopen\nfix 3 hand keep\nopen\n").output
    assert "#3 ok nought> later  (not known yet: Handing over the marker)\n" in output
    assert "not known yet: Handing over the marker (entry 3, Noughts)" in output
    assert output.splitlines()[-1] == NOTHING


def test_a_pipe_shows_which_dice_are_due(call: Run, patrol: None) -> None:
    output = call("play", "patrol", "--name", "shots", text="shoot alpha\n").output
    assert output.splitlines()[-1] == "  Red: The dice? [fire.2]"


def test_what_is_typed_before_the_table_is_ready_is_kept(
    data_folder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []
    monkeypatch.setattr(session, "_converse", lambda talk: begun.append(talk.typed))
    typed = ["ok", "", "place A1"]
    for _ in range(3):
        session.play_at(FirstScreen(lambda _: typed.pop(), lambda _: None).begin(NOUGHTS, "", {}))
    assert begun == ["place A1", "", ""]


def test_random_play_with_answers_that_wait() -> None:
    examine(Subject(NOUGHTS, largest=0, fixes=0.3), games=0, illegal=120)

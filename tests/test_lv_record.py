"""The record on Lettow-Vorbeck: a battle corrected in its middle, read again, reported and counted."""

from __future__ import annotations

import pytest

from referee.check import judge_transcript
from referee.game import Game
from referee.review.account import account_of
from referee.review.figures import figures
from referee.review.report import report_of
from referee.review.sentences import followed
from referee.transcript import read_file
from tests.correcting import play, same_everywhere, told
from tests.lv import EXAMPLES, RULESET, fighting


def battle() -> Game:
    """A battle in its second round: both sides have fired once, and one unit panicked."""
    return fighting(
        "superiority 6,1", "german> fire 101-inv 5,1", "allied> panic vol-lf", "allied> fire 1-kar 1,1",
        "german> fire 102-inv 1,1", "superiority 6,1", "german> fire 101-inv 1,1",
    ).game  # fmt: skip


def number_of(game: Game, line: str) -> int:
    """The first entry with this line."""
    return next(e.number for e in game.log.entries if e.line == line)


def state(game: Game) -> dict[str, object]:
    """The battle as JSON."""
    return dict(RULESET.state(game.table)["battle"] or {})


def test_a_die_is_corrected_two_rounds_later_and_all_that_followed_is_judged_again() -> None:
    game = battle()
    assert state(game)["round"] == 2
    asked = play(game, f"fix {number_of(game, 'fire 101-inv 5,1')} german> fire 101-inv 1,1")
    for text in (
        "4 later entries change:",
        "  moot now: what it answers is not asked",
        "  no longer: 13.1.3: all have fired: round 2 in Voi",
        "open then: Allied: Allied fires with vol-lf [13.B]",
        "on the table: turn vol-lf face up",
    ):
        assert text in told(asked).splitlines()
    play(game, "keep")
    assert (RULESET.state(game.table)["panicked"], state(game)["round"]) == ([], 1)
    same_everywhere(game)
    play(game, "undo")
    assert (RULESET.state(game.table)["panicked"], state(game)["round"]) == (["vol-lf"], 2)


def test_a_forgotten_shot_is_inserted_and_decides_the_battle() -> None:
    game = battle()
    asked = play(game, f"insert {number_of(game, 'fire 102-inv 1,1')} german> fire 102-inv 5,1")
    assert "on the table: turn 1-kar over: panicked" in told(asked).splitlines()
    play(game, "keep", "retreat nairobi", "rally")
    assert not state(game)
    same_everywhere(game)


@pytest.mark.parametrize("lines", [("fire 101-inv ?",), ("fire 101-inv", "shots ?"), ("fire 101-inv", "later")])
def test_dice_that_nobody_read_wait_and_the_battle_goes_on(lines: tuple[str, ...]) -> None:
    game = fighting("superiority 6,1").game
    answer = play(game, *lines)
    number = game.log.entries[-1].number
    assert told(answer).endswith(f"not known yet: the dice of 101-inv; `fix {number} ...` tells it")
    assert game.ask is not None
    assert game.ask.side == "allied"
    play(game, f"fix {number} german> shots 5,1", "keep")
    assert (RULESET.state(game.table)["panicked"], state(game)["panics"]) == ([], 1)
    same_everywhere(game)


def test_a_retreat_can_wait() -> None:
    game = fighting("superiority 6,1", "german> fire 101-inv 5,5", "allied> panic vol-lf").game
    retreat = play(game, "later")
    number = game.log.entries[-1].number
    assert told(retreat).startswith(f"not known yet: the retreat from Voi; `fix {number} ...` tells it")
    play(game, "rally", f"fix {number} allied> retreat taveta", "keep")
    assert RULESET.state(game.table)["units"]["1-kar"] == "taveta"
    same_everywhere(game)


def test_a_whole_game_is_reported_and_counted() -> None:
    game = judge_transcript(read_file(EXAMPLES / "every-option.ref")).game
    account = account_of(game)
    story = [moment.sentence for moment in account.moments if moment.sentence]
    for text in (
        "The Germans drew Invented Guile",
        "The 101 Inv and the 102 Inv marched from Moshi to Morogoro",
        "The Germans attacked in Mombasa: the 104 Inv and the 105 Inv against the Mombasa garrison",
        "The Mombasa garrison fired and threw a 3: no effect",
        "The 105 Inv joined the winners of a major battle",
    ):
        assert text in story
    report = report_of(account)
    assert [graph.title for graph in report.graphs][:2] == ["Supply centres held", "Units on the map"]
    assert len(report.stops) > 1, "the table is drawn at its turning points"
    assert figures(account).winner == "german"


def test_what_follows_by_a_rule_reads_as_a_sentence() -> None:
    game = judge_transcript(read_file(EXAMPLES / "no-option.ref")).game
    then = {
        followed(RULESET, said, moment.before)
        for moment in account_of(game).moments
        for said in moment.entry.consequences
    }
    for text in (
        "The player-turn of the Germans is over, their card goes to the discards; the Allies begin",
        "The panic is ignored: the DESG garrison and the 108 Inv defend in a fort, fortress or base",
        "Allied units occupy all 7 supply centres: the Allies win",
    ):
        assert text in then
    assert not any("Phase is over" in text or "UNIT" in text for text in then), "reminders belong in no story"

"""`referee diff`: what changed on the table between two entries, and where two games part."""

from __future__ import annotations

import json

import pytest

from referee.game import Game
from referee.library import open_game
from referee.review.diff import change_lines, parting
from referee.review.log import as_it_was
from referee.review.whatif import what_if
from tests.conftest import Run
from tests.correcting import play

pytestmark = pytest.mark.usefixtures("noughts", "data_folder")


def test_what_changed_is_told_thing_by_thing(call: Run, evening: str) -> None:
    assert call("diff", evening, "0", "2").output.splitlines() == [
        "Turn 1, Noughts, place; then Turn 1, Noughts, hand",
        "a1: token from none to nought",
    ]
    assert "a1: token from nought to cross" in call("diff", evening, "2").output, "up to now"
    assert "a1: token from nought to none" in call("diff", evening, "2", "0").output, "and backwards"
    assert call("diff", evening, "3", "4").output == "The table after entry 3 and after entry 4 is the same.\n"


def test_it_is_the_table_of_that_time(call: Run, evening: str) -> None:
    call("play", evening, text="fix 1 nought> place c3 keep\n")
    assert "a1: token from none to nought" in call("diff", evening, "0", "1").output
    assert "c3: token from none to nought" in call("diff", evening, "6", "7").output, "what the correction changed"
    assert json.loads(call("show", evening, "--at", "1", "--json").stdout)["state"] == {"tokens": {"a1": "nought"}}


def test_changes_for_programs(call: Run, evening: str) -> None:
    found = json.loads(call("diff", evening, "0", "1", "--json").stdout)
    assert (found["from"], found["to"]) == (0, 1)
    assert {"key": "a1.token", "old": "", "new": "nought"} in found["changes"]


def test_a_game_that_was_won_is_told(game: Game) -> None:
    play(game, "resign nought")
    changed = change_lines(game.ruleset, game.timeline.start, game.table)
    assert list(changed) == ["Turn 1, Noughts, place; then Turn 1, Noughts, place, Crosses won"]


def test_two_games_part_where_they_differ(call: Run, evening: str) -> None:
    game = open_game(evening, readonly=True)
    copy = what_if(game, as_it_was(game, 2).timeline.steps)
    game.log.close()
    assert copy == "evening-what-if"
    said = call("diff", evening, copy).output.splitlines()
    assert said[0] == "evening and evening-what-if are the same up to #2 ok cross> decline"
    assert said[2:4] == ["then in evening: #3 ok nought> hand", "then in evening-what-if: nothing more"]
    call("play", copy, text="hand\nplace b2\n")
    output = call("diff", evening, copy).output
    assert 'then in evening: #5 illegal-stands cross> place a1  "why not"' in output
    assert "then in evening-what-if: #4 ok cross> place b2" in output
    assert "  b2: token from none to cross" in output
    found = json.loads(call("diff", evening, copy, "--json").stdout)
    assert found["part"] == {"common": 3, "first": 5, "second": 4}


def test_the_same_game_twice(call: Run, evening: str) -> None:
    assert call("diff", evening, evening).output == "evening and evening are the same, entry for entry.\n"
    game = open_game(evening, readonly=True)
    assert parting(game, game) is None
    game.log.close()


def test_other_set_ups_and_other_rulesets(call: Run, evening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    call("play", "noughts", "--name", "other", text="ruling win.diagonal no\nplace a1\n")
    assert "part at the first entry" in call("diff", evening, "other").output
    entries = [("noughts", "tests.noughts"), ("patrol", "tests.patrol")]
    monkeypatch.setattr("referee.ruleset.find._entries", lambda: iter(entries))
    for name, pack in (("small", "small"), ("large", "large")):
        call("play", "patrol", "--name", name, "--option", f"pack={pack}")
    assert "were set up differently: option pack small and large." in call("diff", "small", "large").output
    assert "their tables cannot be compared" in call("diff", evening, "small", status=1).output


def test_what_cannot_be_compared_is_a_sentence(call: Run, evening: str) -> None:
    assert "There is no entry 99; the record has 6." in call("diff", evening, "99", status=1).output
    assert "is no number of an entry" in call("diff", evening, "1", "x", status=2).output
    assert "Give two entries of one game, or two games." in call("diff", evening, evening, "3", status=2).output
    assert "No game is called" in call("diff", evening, "nowhere", status=1).output

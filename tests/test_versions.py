"""A record and another version of its ruleset: it opens, both verdicts are shown, and what cannot be read is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.commands import run
from referee.fold import REFEREE
from referee.game import Game
from referee.known import done_by_force
from referee.library import open_game
from referee.log import Entry, Log
from referee.review.account import account_of
from referee.review.versions import changes, judged_now
from referee.ruleset.find import load_ruleset
from referee.transcript import write_transcript
from tests.conftest import Run, board, toy_header
from tests.correcting import play
from tests.noughts import RULESET
from tests.noughts.later import SECOND, THIRD
from tests.table import EXAMPLES, WHOLE_GAMES, judge_file
from tests.test_engine import LINES

JUDGED = sorted([*WHOLE_GAMES, *EXAMPLES.glob("*/illegal/*.ref")])


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, noughts: None) -> pytest.MonkeyPatch:
    """To install another version of the toy."""
    return monkeypatch


@pytest.mark.parametrize("path", JUDGED, ids=lambda path: path.stem)
def test_the_same_rules_judge_a_game_as_they_did(path: Path) -> None:
    game = judge_file(path).game
    assert game.log.entries
    assert judged_now(game) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(LINES, st.booleans()), max_size=30))
def test_whatever_is_typed_the_same_rules_judge_it_as_they_did(typed: list[tuple[str, bool]]) -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    for line, stands in typed:
        run(game, line, stands="" if stands else None)
    assert judged_now(game) == []
    assert not game.timeline.unreadable
    for later in (SECOND, THIRD):
        now = Game(later, game.log)
        assert len(list(account_of(now).moments)) == len(now.timeline.steps)
        assert all(each.rules or each.fault for each in judged_now(now))
        write_transcript(now)
        run(now, "note on")
        assert Game(later, now.log).table == now.table


def test_a_new_rule_is_said_when_the_game_is_opened_and_both_verdicts_are_kept(
    call: Run, evening: str, installed: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    call("play", "noughts", "--name", "middle", text="place b2\n-\nhand\nplace a1\n")
    installed.setattr("tests.noughts.RULESET", SECOND)
    said = call("play", "middle", text="hand\n").output
    assert "Begun with version 1 of the rules, opened with 2: 1 entry is judged otherwise" in said
    assert "first entry 1, nought> place b2: then ok, now illegal [opening]" in said
    assert "audit" not in said  # the table is what it was
    listed = call("rejudge", "middle").output
    assert listed.splitlines()[:3] == [
        "#1 nought> place b2",
        "  it was: ok",
        "  it is:  illegal [opening] The very first token may not lie in the middle.  (legal: any other square)",
    ]
    both = "#1 ok nought> place b2  (then ok, now illegal [opening])"
    assert both in call("log", "middle").output  # what was said at the table, and beside it what is said now
    for form in ("html", "md"):
        page = tmp_path / f"middle.{form}"
        call("report", "middle", "-o", str(page))
        assert "then ok, now illegal" in page.read_text()
    (row,) = json.loads(call("rejudge", "middle", "--json").output)
    assert (row["entry"], row["rules"], row["then"], row["now"][0]["rule"]) == (1, ["opening"], [], "opening")
    assert "0 of 6 entries judged otherwise" in call("rejudge", evening).output
    assert "sound" in call("doctor").output


def test_a_line_that_was_taken_back_is_judged_again_too() -> None:
    game = Game(SECOND, Log.memory(toy_header()))
    play(game, "place b2", "back", "place a1")
    now = Game(RULESET, game.log)
    assert [(each.entry.number, each.short) for each in judged_now(now)] == [(1, "then illegal [opening], now ok")]


def test_what_the_rules_make_happen_is_compared_too() -> None:
    earlier = replace(RULESET, version="0", consequences=lambda table: None)
    game = Game(earlier, Log.memory(replace(toy_header(), version="0")))
    play(game, "place a1", "decline", "hand", "place b1", "hand", "place a2", "hand", "place b2", "hand", "place a3")
    now = Game(RULESET, game.log)
    (found,) = judged_now(now)
    assert (found.entry.line, found.rules, found.short) == ("place a3", ("win",), "then ok, now then [win]")
    assert now.timeline.differs == found.entry.number


def test_an_entry_that_cannot_be_read_any_more_changes_nothing_and_the_game_goes_on(
    call: Run, evening: str, installed: pytest.MonkeyPatch
) -> None:
    before = open_game(evening, readonly=True).log.entries
    installed.setattr("tests.noughts.RULESET", THIRD)
    said = call("play", evening, text="give\nadjust turn.side nought\nplace c3\n").output
    assert "have changed since this game was played (version 1 then, 3 now): from entry 3 on" in said
    assert "Entry 3 cannot be read by these rules and changes nothing: nought> hand" in said
    assert "not readable" in said
    game = open_game(evening, readonly=True)
    assert board(game).tokens["c3"] == "nought"  # what was played on is written and read
    assert game.log.entries[: len(before)] == before
    assert not changes(game)[1:]  # and nobody is told again to go over the table


def test_a_correction_drops_what_cannot_be_read(call: Run, evening: str, installed: pytest.MonkeyPatch) -> None:
    installed.setattr("tests.noughts.RULESET", THIRD)
    with open_game(evening).log as log:
        game = Game(THIRD, log)
        told = "\n".join(run(game, "fix 1 nought> place c2").told)
        assert "IMPOSSIBLE now: 'hand' is no verb" in told
        assert run(game, "keep dropping 3,6").status == "ok"
        assert not [step for step in game.timeline.steps if step.fault]
    assert not open_game(evening, readonly=True).timeline.adrift


def test_reading_afterwards_names_what_cannot_be_read(evening: str) -> None:
    game = Game(THIRD, open_game(evening, readonly=True).log)
    sentences = [moment.sentence for moment in account_of(game).moments]
    assert "The rules of today cannot read what was reported: nought> hand" in sentences
    text = write_transcript(game)
    assert "# cannot be read by the rules of today: nought> hand" in text
    assert "nought> place a1" in text


def test_doctor_tells_other_rules_from_damage(call: Run, evening: str, installed: pytest.MonkeyPatch) -> None:
    installed.setattr("tests.noughts.RULESET", THIRD)
    told = call("doctor").output
    assert "evening: sound: 6 entries, but from entry 3 on they lead to another table" in told
    assert "2 entries cannot be read any more (3, 6), for the rules have changed since (version 1 then, 3 now)" in told
    assert "`referee rejudge evening`" in told
    installed.setattr("tests.noughts.RULESET", replace(THIRD, version="1"))
    assert "though the rules still are version 1" in call("doctor", status=1).output


def test_a_line_of_the_set_up_that_teaches_nothing_any_more(patrol: None) -> None:
    ruleset = load_ruleset("patrol")
    told = ('red> unit "Night Patrol" red strength 2', "red> medal 9")
    header = replace(toy_header(), ruleset="patrol", components=told)
    game = Game(ruleset, Log.memory(header))
    assert game.timeline.unlearned == ("red> medal 9",)
    assert changes(game) == ("Its set-up says what these rules cannot read: red> medal 9",)


@pytest.mark.parametrize("folder", sorted({path.parent for path in WHOLE_GAMES}), ids=lambda folder: folder.name)
def test_a_whole_game_opens_without_any_one_of_its_verbs(folder: Path) -> None:
    tried: set[str] = set()
    for game in (judge_file(path).game for path in WHOLE_GAMES if path.parent == folder):
        verbs = {entry.line.partition(" ")[0] for entry in game.log.entries if entry.kind in ("act", "stand")}
        for gone in verbs - tried:
            _opens_without(game, gone)
        tried |= verbs


def _opens_without(game: Game, gone: str) -> None:
    actions = tuple(act for act in game.ruleset.actions if act.verb != gone)
    now = Game(replace(game.ruleset, version="later", actions=actions), game.log)
    lost = {entry.number for entry, _ in now.timeline.unreadable}
    assert lost >= {e.number for e in game.log.entries if e.kind == "act" and e.line.split(" ")[0] == gone}, gone
    assert len(now.timeline.steps) == len(game.timeline.steps), gone
    assert {each.entry.number for each in judged_now(now) if each.fault} >= lost
    assert len(list(account_of(now).moments)) == len(now.timeline.steps)
    write_transcript(now)


def test_an_entry_without_later_fields_is_read() -> None:
    old = {"number": 1, "kind": "act", "side": "nought", "line": "place a1"}
    assert Entry.from_json(old) == Entry(1, "act", "nought", "place a1")


def test_a_choice_of_the_referee_that_cannot_be_read_is_none_that_is_repeated(game: Game) -> None:
    for square in ("a1", "a2", "a3", "b2", "b1", "b3", "c2", "c1"):
        play(game, f"place {square}", "hand")
    assert (game.table.winner, game.log.entries[-1].by) == ("draw", REFEREE)
    now = Game(replace(RULESET, version="4", actions=RULESET.actions[1:]), game.log)
    assert now.timeline.steps[-1].fault
    assert done_by_force(now, "hand") is None


def test_a_record_names_all_rulings_that_it_was_played_by(call: Run, evening: str) -> None:
    assert open_game(evening, readonly=True).log.header.rulings == RULESET.rulebook.defaults()
    assert "Ruling" not in call("export", evening).output  # a transcript has those that are not as by default

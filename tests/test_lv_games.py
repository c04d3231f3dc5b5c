"""Whole games of Lettow-Vorbeck, what one side sees of them, and how they are told and drawn."""

from __future__ import annotations

import json

import pytest

from referee.check import judge_transcript
from referee.commands import look, run
from referee.game import Game
from referee.judge import legal
from referee.review.account import account_of
from referee.review.filters import Wanted
from referee.review.log import as_it_was, record
from referee.ruleset import FAULTS, Kind
from referee.transcript import read_file
from tests.lv import EXAMPLES, RULESET, fighting, known, marching, new_game, placed
from tests.lv import Table as AtTable


@pytest.mark.parametrize(("name", "winner"), [("no-option", "allied"), ("every-option", "german")])
def test_a_whole_game(name: str, winner: str) -> None:
    result = judge_transcript(read_file(EXAMPLES / f"{name}.ref"))
    assert [f for f in result.found if f.kind in FAULTS] == []
    table = result.game.table
    assert (table.turn, table.winner) == (14, winner)
    verbs = {entry.line.split()[0] for entry in result.game.log.entries if entry.line}
    assert verbs >= {"draw", "recruit", "march", "battle", "superiority", "fire", "panic", "retreat", "rally", "turn"}
    if name == "every-option":
        assert verbs >= {"build", "breakoff", "pursue", "enlist", "sacrifice", "air"}


@pytest.mark.parametrize("name", ["no-option", "every-option"])
def test_every_act_of_a_game_has_its_sentence(name: str) -> None:
    game = judge_transcript(read_file(EXAMPLES / f"{name}.ref")).game
    told = [moment.sentence for chapter in account_of(game).chapters for moment in chapter.moments]
    assert sum(bool(story) for story in told) > 150
    assert not any(story.endswith(".") for story in told)


def test_charts_and_picture() -> None:
    table = judge_transcript(read_file(EXAMPLES / "no-option.ref")).game.table
    charts = {chart.title: dict(chart.read(table)) for chart in RULESET.charts}
    assert charts["Supply centres held"] == {"german": 0, "allied": 7}
    picture = RULESET.picture(table)
    assert picture is not None
    boxes = [place.label for place in picture.places if place.kind == "box"]
    assert (boxes, len(picture.places)) == (["Indian Ocean box", "recruit pool"], 20)
    assert {way.kind for way in picture.ways} == {"land route", "railway", "river"}
    assert all(0 <= place.at.x <= picture.width for place in picture.places)
    assert RULESET.picture(AtTable(new_game()).game.table) is None
    assert RULESET.picture(known('space "Undrawn"').game.table) is not None, "laid out by the referee"


# Fog of war (10.0)

HIDDEN = (
    "allied> deploy 1-kar,vol-lf nairobi", "allied> ready",
    "german> deploy count 3 moshi", "german> deploy 104-inv,105-inv tabora", "german> ready",
)  # fmt: skip


def test_10_0_stacks_march_by_count_and_are_named_when_revealed() -> None:
    table = known(*HIDDEN, "german> draw invented-ruse", "german> march moshi nairobi count 2")
    assert (table.rules(), table.state["unnamed"]["german"]) == ([], {"moshi": 1, "nairobi": 2})
    table.play("german> march nairobi voi count 2")
    assert table.rules() == ["11.E"], "they have completed their movement"
    table.play("undo", "german> pass", "german> battle nairobi")
    assert table.question == "Which 2 units in Nairobi? (reveal and their names)"
    table.play("german> reveal 101-inv,103-inv")
    assert (table.at("101-inv"), table.state["unnamed"]["german"]) == ("nairobi", {"moshi": 1})


def test_10_0_a_side_sees_counts() -> None:
    game = placed().game
    game.viewer = "allied"
    for line in ("show", "legal", "log", "why supply", "audit"):
        assert not any("101-inv" in text for text in look(game, line) or []), line
    assert any("3 unnamed" in text for text in look(game, "show") or [])
    game.viewer = "german"
    assert any("101-inv" in text for text in look(game, "show") or [])


def test_10_0_in_one_space_all_is_seen() -> None:
    seen = RULESET.view(fighting().game.table, "allied").pieces["german"]
    assert seen.named["101-inv"] == "voi"
    assert "103-inv" not in seen.named


# Half-known data


def test_a_game_without_any_data_can_be_played() -> None:
    table = AtTable(new_game()).play("allied> deploy 1-kar,vol-lf nairobi", "allied> ready", "german> ready")
    table.play("german> draw", "german> pass", "german> pass", "allied> draw", "allied> pass")
    table.play("allied> march 1-kar mombasa", "allied> pass", "turn")
    assert (table.rules(), table.game.table.turn) == ([], 2)
    assert {"7.A"} <= set(table.rules(Kind.NEEDS))


def test_dice_without_a_table_of_results_are_told() -> None:
    table = AtTable(new_game()).play("adjust 1-kar.at dar-es-salaam", "adjust vol-lf.at dar-es-salaam", "allied> ready")
    table.play("german> ready", "german> draw", "german> pass", "german> pass", "german> battle dar-es-salaam")
    table.play("german> superiority 6,1")
    table.play("german> fire desg 5,6", "german> effect panic", "german> effect none")
    assert (table.rules(), "13.2" in table.rules(Kind.NEEDS), table.state["battle"]["panics"]) == ([], True, 1)


# The record on this game


def game_in_battle() -> Game:
    """A battle of which the first unit has fired."""
    return fighting("superiority 6,1", "german> fire 101-inv 5,1", "allied> panic vol-lf").game


def test_a_die_corrected_in_the_middle_of_a_battle_changes_a_panic_into_an_elimination() -> None:
    game = game_in_battle()
    number = next(e.number for e in game.log.entries if e.line.startswith("fire 101-inv"))
    run(game, f"fix {number} german> fire 101-inv 6,1 keep")
    assert dict(RULESET.state(game.table))["battle"]["eliminations"] == 1


def test_undo_and_redo_in_the_middle_of_a_battle() -> None:
    game = game_in_battle()
    before = json.dumps(RULESET.state(game.table), sort_keys=True)
    for line in ("undo", "undo", "redo", "redo"):
        run(game, line)
    assert json.dumps(RULESET.state(game.table), sort_keys=True) == before


def test_legal_moves_are_few_and_judged_alike() -> None:
    table = marching("invented-ruse").game.table
    found = [one.action for one in legal(RULESET, table)]
    assert len(found) == len(set(found)) > 20


def test_10_0_nothing_crashes_where_one_side_looks_on() -> None:
    for side in RULESET.sides:
        game = marching("invented-ruse", "german> march moshi nairobi", "german> pass", "german> battle nairobi").game
        game.viewer = side
        for line in ("show", "legal", "audit", "why supply", "why centres", "why battle", "why reach 104-inv", "?"):
            assert look(game, line) is not None, line


def test_the_table_in_words_leaves_no_unit_out() -> None:
    table = judge_transcript(read_file(EXAMPLES / "no-option.ref")).game.table
    words = " ".join(RULESET.show(table))
    named = [unit for unit, place in RULESET.state(table)["units"].items() if place]
    assert len(named) > 20
    assert not [unit for unit in named if unit not in words]
    assert "Portuguese East Africa, Tanga, Tabora" in words.replace("    ", "")


def test_derived_values_are_explained_by_short_names() -> None:
    game = placed("german> draw", options="supply").game

    def why(words: str) -> str:
        return " / ".join(look(game, f"why {words}") or [])

    assert why("supply 109").startswith("109-inv is in supply")
    assert why("strength 101") == "101-inv throws 2: strength 2 [13.1.2.B]"
    assert "'999' is not a unit here" in why("supply 999")
    assert "`why` explains: supply [UNIT]" in why("the weather")


def test_what_a_set_up_with_nothing_on_file_lacks_is_said() -> None:
    table = AtTable(new_game()).play("allied> deploy 1-kar,vol-lf nairobi", "allied> ready")
    assert table.game.ask is not None
    assert "Not on file: those it may place and those marked R" in table.game.ask.question
    table.play("german> ready", 'card "Askari" german recruit 1', "german> draw askari")
    assert table.question.startswith("1 unit to be drawn from the recruit pool: which, and where to?")


def test_the_set_up_can_be_seen_again() -> None:
    said = look(placed("german> draw").game, "show setup") or []
    assert said[0] == "[ ] The Allies set up first; the Germans begin the first turn (ruling LQ1)"


def test_an_act_of_a_battle_is_not_sent_into_an_earlier_one() -> None:
    whole = judge_transcript(read_file(EXAMPLES / "every-option.ref")).game
    game = as_it_was(whole, 345)  # in the battle of Taveta; that of Moshi was the turn before
    assert run(game, "allied> retreat tanga").told == ()
    assert run(game, "allied> fire 205-inv 2,5").told == (), "201-inv fired there"


def test_a_number_finds_its_unit_in_the_log_and_no_movement() -> None:
    game = placed("german> draw invented-raid").play("german> march 101-inv tanga").game
    found = Wanted(unit="101", verb="march").choose(game, record(game))
    assert [row.entry.line for row in found] == ["march 101-inv tanga"]

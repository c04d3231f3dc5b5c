"""What newcomers type in Lettow-Vorbeck, and what they read: one word, dice alone, units that are new, the set-up."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.game import Game
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.lettow_vorbeck.box import UNITS
from rulesets.lettow_vorbeck.table import Table as State
from tests.lv import PLACED, Table, fighting, known, marching, new_game, placed

DRAWS = ('card "Invented Draft" german recruit 2 move all-2 event none remove no', "german> draw invented-draft")


@pytest.mark.parametrize(
    ("line", "said", "choices"),
    [
        ("1-kar", "Where to? deploy 1-kar PLACE", ("mombasa", "nairobi")),
        ("deploy 1-kar", "Where to? deploy 1-kar PLACE", ("mombasa", "nairobi")),
        ("nairobi", "Which unit? deploy UNIT nairobi", ("1-kar", "vol-lf")),
    ],
)
def test_half_of_a_deployment_asks_for_the_other(line: str, said: str, choices: tuple[str, ...]) -> None:
    error = new_game().report(line).error
    assert error is not None
    assert (error.message, error.choices, error.rule) == (said, choices, "25.0")


def test_a_digit_gives_the_other_half() -> None:
    talk = Talk(new_game())
    talk.hear("1-kar")
    talk.hear("2")
    assert talk.game.log.entries[-1].line == "deploy 1-kar nairobi"


def test_dice_alone_are_those_of_the_only_unit_that_fires() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 1,1", "allied> fire 1-kar 1,1")
    assert table.question == "German fires with 102-inv"
    assert table.game.report("1 2").line == "fire 102-inv 1,2"
    assert table.game.report("1").line == "fire vol-lf 1"


def test_a_number_that_is_no_die_still_names_the_unit() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 1,1", "allied> fire 1-kar 1,1")
    assert table.game.report("102").line == "fire 102-inv"


def test_a_unit_that_is_new_when_it_is_drawn_comes_from_the_pool() -> None:
    talk = Talk(placed(*DRAWS).game)
    talk.hear("recruit 14fka dar")
    talk.hear("y")
    assert talk.game.log.entries[-1].line == "recruit 14-fka dar-es-salaam"


def test_a_unit_marked_r_lies_in_the_pool_whenever_that_is_told() -> None:
    table = placed(*DRAWS, 'unit "Invented Z" german type light strength 2')
    assert table.at("invented-z") == "aside"
    assert table.play("unit invented-z start pool").at("invented-z") == "pool"
    table = placed(*DRAWS, 'unit "Invented Z" german type light strength 2', "recruit invented-z tabora")
    assert (table.rules(), table.rules(Kind.NEEDS)) == ([], ["27.1.C"]), "nobody knows whether it is marked R"


def test_a_land_march_asks_for_no_port() -> None:
    table = known(
        'space "Invented A" gea', 'space "Invented B" gea', "allied> deploy 1-kar,vol-lf nairobi", "ready",
        "german> deploy 101-inv invented-a", "deploy 102-inv,103-inv,104-inv,105-inv tabora", "ready",
        "draw invented-ruse", "march 101-inv invented-b",
    )  # fmt: skip
    assert [f.message for f in table.found if f.kind is Kind.NEEDS] == [
        "the route from Invented A to Invented B (or `via SPACE`, if others lie between them) is not known"
    ]


def test_a_route_is_asked_for_by_its_kinds() -> None:
    talk = Talk(known('space "Invented A" gea', 'space "Invented B" gea', *PLACED, "adjust 101-inv.at invented-a").game)
    said = talk.hear("draw invented-ruse; march 101-inv invented-b")
    assert said[-1] == "  1) land  2) rail  3) river  4) yes  5) no"
    assert talk.hear("3")[0] == "German: route invented-a invented-b river"


def test_a_unit_or_a_place_that_is_left_out_of_the_set_up_is_asked_for() -> None:
    table = known()
    assert [table.play(line).failed[-1] for line in ("deploy 2-fp", "deploy count 2", "deploy voi")] == [
        "2-fp lies in Belgian Congo already. Which unit? deploy UNIT PLACE",
        "Where to? deploy count 2 PLACE",
        "Which unit? deploy UNIT voi",
    ]


def test_the_set_up_is_a_list_by_place_that_fits_a_screen() -> None:
    rows = look(known().game, "show setup") or []
    assert len(rows) <= 18
    assert max(map(len, rows)) <= 78
    assert rows[0].endswith("the Germans begin the first turn (ruling LQ1)")
    assert "Nairobi: Nairobi garrison, 208 Inv," in "\n".join(rows)


def test_the_pool_can_be_seen_alone() -> None:
    assert look(known().game, "show pool") == [
        "recruit pool  G: 106-inv, 107-inv, 108-inv, 112-inv; A: 203-inv, 204-inv,",
        "    205-inv, 206-inv, 207-inv",
    ]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("march 101-inv moshi", "6.2"),
        ("recruit 106-inv moshi", "6.2"),
        ("retreat moshi", "13.5.A"),
        ("sacrifice 101-inv", "20.C"),
        ("allied> pass", "6.2"),
    ],
)
def test_an_act_out_of_order_is_flagged_once(line: str, rule: str) -> None:
    assert fighting(line, options="major").rules() == [rule]


def test_the_last_turn_ends_the_game_without_a_word() -> None:
    talk = Talk(marching("invented-ruse", "adjust turn.number 14").game)
    talk.hear("pass")
    said = talk.hear("draw invented-halt")
    assert "Allied: 1918 III was the last turn: the game ends." in said
    assert talk.game.table.winner == "german"


def test_a_die_is_no_result() -> None:
    error = new_game().report("result all 6 6").error
    assert str(error) == "'6' is not a word for 6: none, panic, elimination."


NEW = ("allied> deploy 1-kar,vol-lf nairobi", "ready", "ready", 'space "Invented A" gea centre yes')
"""A game with next to nothing on file."""


def test_a_counter_that_is_drawn_and_not_on_file_is_asked_for() -> None:
    there = 'unit "Invented Z" german', "adjust invented-z.at invented-a"
    talk = Talk(Table(new_game()).play(*NEW, *DRAWS, *there).game)
    assert talk.opening()[-1].startswith("German: 2 units to be drawn from the recruit pool: which, and where to?")
    assert "Which unit was drawn? recruit NAME PLACE" in " ".join(talk.hear("")), "Enter passes nothing over"
    for line in ("recruit 10fka invented-a", "y", "recruit 6fka invented-a", "y"):
        talk.hear(line)
    assert talk.game.table.step == "march"
    assert [talk.game.table.box.units[unit].title for unit in ("10-fka", "6-fka")] == ["10 FKA", "6 FKA"]  # type: ignore[attr-defined]


def test_a_pool_that_may_be_empty_is_passed_over_and_a_known_one_is_not_asked_for() -> None:
    table = Table(new_game()).play(*NEW, *DRAWS)
    assert table.game.table.step == "recruit"
    assert (table.play("pass").game.table.step, table.rules()) == ("march", [])
    taught = [f'unit "X {i}" german start gea' for i in range(UNITS)]
    assert Table(new_game()).play(*NEW, *taught, *DRAWS).game.table.step == "march", "all units are on file"


def test_units_of_a_box_of_which_none_is_on_file() -> None:
    card = 'card "South Invented" allied brings south-african move all-1 event none remove no'
    table = Table(new_game()).play(*NEW, "draw", "pass", "pass", card, "draw south-invented")
    assert table.question.startswith("Units come from the South African box: which, and where to?")
    table.play('unit "1 Inv" allied start south-african nation british', "recruit 1-inv indian-ocean")
    assert table.question.startswith("Units come from the South African box"), "others may come"
    assert (table.at("1-inv"), table.rules()) == ("indian-ocean", [])


def test_the_place_of_a_unit_that_is_drawn_is_asked_for() -> None:
    error = placed(*DRAWS).game.report("recruit 106-inv").error
    assert error is not None
    assert (error.message, error.choices) == ("Where to? recruit 106-inv PLACE", ("dar-es-salaam", "tabora"))


@pytest.mark.parametrize(
    "told",
    ["light 3 infantry 2", "light 3, infantry 2", "light-3 infantry-2", "light=3, infantry=2"],
)
def test_what_a_card_moves_in_any_punctuation(told: str) -> None:
    table = known('card "Invented Draft" german recruit 2', f"card invented-draft move {told}")
    assert table.game.log.entries[-1].line == "card invented-draft move light-3,infantry-2"
    assert known(f'card "Invented Draft" german move {told} event none').failed == []


def test_a_number_alone_moves_all() -> None:
    table = known('card "Invented Draft" german recruit 2', "card invented-draft move 2")
    assert table.game.log.entries[-1].line == "card invented-draft move all-2"


def test_a_mark_that_changes_nothing_is_not_asked_for() -> None:
    dice = "superiority 6,2", "superiority 4,4"
    before = ('unit "Invented Z" german strength 1 type light', "adjust invented-z.at voi", "adjust 101-inv.at tabora")
    needed = [fighting(each, before=before).rules(Kind.NEEDS) for each in dice]
    assert needed == [[], ["13.1.1.B"]]


def test_rules_are_found_with_accents_and_by_what_players_call_it() -> None:
    assert "27.2.A" in " ".join(look(new_game(), "rule Königsberg") or [])
    assert "28.2.2" in " ".join(look(new_game(), "rule amphib") or [])


def state_of(game: Game) -> State:
    """The table of a game."""
    assert isinstance(game.table, State)
    return game.table


def test_a_card_that_was_turned_up_without_a_name_is_named_later() -> None:
    table = placed(*DRAWS[:1], "german> draw", "draw invented-draft")
    assert (table.rules(), table.question[:7]) == ([], "2 units")
    talk = Talk(placed("german> draw").game)
    talk.hear("draw ambush party")
    talk.hear("y")
    assert state_of(talk.game).box.cards["ambush-party"].side == "german"
    assert talk.game.log.entries[-1].line == "draw ambush-party"


def test_a_number_alone_asks_which_units_come_and_where_to() -> None:
    table = placed("german> draw")
    assert table.play("2").failed == ["Which, and where to? recruit NAME PLACE; hidden: recruit count 2 PLACE"]


def test_the_effect_of_a_die_is_kept_for_the_type() -> None:
    ours = ('unit "Invented M" allied strength 2', "adjust invented-m.at voi", "superiority 1,6")
    table = fighting(*ours, "fire invented-m 4,4")
    assert "the 4 of invented-m" in table.question
    table.play("unit invented-m type supply", "effect panic")
    assert state_of(table.game).box.results["supply"]["4"] == "panic"
    assert table.question.startswith("German retreats 101-inv and 102-inv"), "both fours count"


@pytest.mark.parametrize(
    ("place", "said"), [("tabora", "enemy units are in Tabora"), ("nairobi", "the nation of invented-k is not known")]
)
def test_units_of_which_the_nation_is_not_known_arrive_nowhere_among_enemies(place: str, said: str) -> None:
    levy = 'card "Invented Influx" allied recruit 2 move all-2 event none remove no'
    begun = ("german> draw invented-ruse", "pass", 'unit "Invented K" allied start pool', "draw invented-influx")
    table = placed(levy, *begun, f"recruit invented-k {place}")
    assert [f.message for f in table.found if f.rule.startswith("27")] == [said]


def test_a_march_over_other_spaces_is_told_where_its_route_is_asked_for() -> None:
    talk = Talk(known('space "Invented A" gea', 'space "Invented B" gea', *PLACED, "adjust 101-inv.at invented-a").game)
    talk.hear("draw invented-ruse; march 101-inv invented-b")
    talk.hear("2 spaces via taveta")
    routes = state_of(talk.game).box.routes
    assert [routes[key] for key in ("invented-a taveta", "invented-b taveta")] == ["yes", "yes"]
    assert "invented-a invented-b" not in routes, "nothing is told of a route that joins them"


def test_a_way_over_others_keeps_the_kinds_of_route_on_file_and_is_as_long_as_is_said() -> None:
    table = placed("route voi moshi via taveta")
    assert (table.rules(Kind.WARNING), state_of(table.game).box.routes["taveta voi"]) == ([], "land")
    assert table.play("route voi moshi rail via taveta").rules(Kind.WARNING) == ["3.2", "3.2"]
    assert "Over which spaces?" in table.play("route voi moshi 2 spaces").failed[-1]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("1-3 none 4-5 panic 6 elimination", "1 none 2 none 3 none 4 panic 5 panic 6 elimination"),
        ("1-3 none, 4,5 panic, 6 elim", "1 none 2 none 3 none 4 panic 5 panic 6 elimination"),
        ("1 2 none 6 panic", "1 none 2 none 6 panic"),
    ],
)
def test_several_dice_of_the_table_of_results_are_told_at_once(typed: str, written: str) -> None:
    assert new_game().report(f"result all {typed}").line == f"result all {written}"


def test_pass_ends_no_set_up_and_breaks_no_rule() -> None:
    talk = Talk(new_game())
    assert "'pass' is no answer here; `?` lists what may be done now." in " ".join(talk.hear("pass"))
    assert not talk.game.log.entries


def test_a_word_that_may_be_no_answer_is_no_new_card_by_an_enter() -> None:
    talk = Talk(placed().game)
    for word in ("hello", "hello there"):
        assert "y: teach it" in " ".join(talk.hear(word))
        talk.hear("")
        talk.hear("")
    assert "hello" not in state_of(talk.game).box.cards
    talk.hear("hello")
    talk.hear("y")
    assert talk.game.log.entries[-1].line == "draw hello"


def test_a_card_that_was_drawn_unnamed_is_named_by_its_title_alone() -> None:
    for lines in (("draw",), ("draw", "pass")):
        assert placed(*lines, "invented askari").state["decks"]["german"]["card"] == "invented-askari"


def test_new_units_in_a_list_are_one_each() -> None:
    talk = Talk(known("allied> deploy 1-kar,vol-lf nairobi", "ready").game)
    assert 'Teach it with: unit "9 FKA" german' in " ".join(talk.hear("9 FKA, 8 FKA tabora"))

"""Lettow-Vorbeck: battles told in another order, in part or twice, and who holds what while a battle is due."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.ruleset import Kind
from tests.lv import RULESET, fighting, marching, placed

RIVER = ("german> draw invented-rains", "adjust 1-kar.at rufiji", "adjust 102-inv.at rufiji")
LOST = ("allied> draw invented-column", "allied> pass", "allied> battle rufiji", "allied> superiority 6,1")
"""102-inv and the fleet 111-inv are attacked in Rufiji, from which a river leads to Kilwa and roads to two spaces."""

MAJOR = tuple(f"adjust {unit}.at voi" for unit in ("103-inv", "104-inv", "208-inv", "209-inv"))
WON = (
    "superiority 6,1", "german> fire 101-inv 6,6", "allied> eliminate 1-kar", "allied> eliminate vol-lf",
    "allied> fire 208-inv 1", "german> fire 102-inv 6,6",
)  # fmt: skip
"""The Germans win a Major Battle in Voi, and nobody is left to retreat."""

STRANGE = ('unit "301 Inv" german type light strength 1', "adjust 301-inv.at voi", "adjust 101-inv.at moshi")


# Retreats


@pytest.mark.parametrize(
    ("to", "rules", "place"), [("kilwa", [], "kilwa"), ("dar-es-salaam", ["12.3.D"], "dar-es-salaam")]
)
def test_12_3_d_a_fleet_retreats_along_rivers_alone(to: str, rules: list[str], place: str) -> None:
    table = placed(*RIVER, *LOST, "allied> fire 1-kar 5,5", f"german> retreat {to}")
    assert (table.rules(), table.at("111-inv"), table.at("102-inv")) == (rules, place, place)


def test_13_5_b_a_river_route_is_no_way_for_land_units() -> None:
    table = placed(*RIVER, "adjust 111-inv.at tanga", *LOST, "allied> fire 1-kar 5,1", "german> retreat kilwa")
    assert table.rules() == ["13.5.B"]


# Pursuit, and what comes before it


@pytest.mark.parametrize("hit", ["6,1", "5,1"])
def test_19_1_b_a_leader_that_did_not_break_off_bars_the_pursuit(hit: str) -> None:
    before = ("unit 109-inv elite no", "adjust 109-inv.at voi", "adjust 104-inv.at voi")
    table = fighting(options="pursuit breakoff", before=(*before, "adjust 101-inv.at moshi", "adjust 102-inv.at moshi"))
    loss, flight = ("eliminate", ()) if hit == "6,1" else ("panic", ("german> retreat taveta", "german> rally"))
    table.play("superiority 1,6", f"allied> fire 1-kar {hit}", f"german> {loss} 109-inv")
    table.play("german> breakoff 104-inv taveta", *flight, "allied> pursue vol-lf taveta")
    assert table.rules() == ["19.1.B"]


def test_13_6_pursuit_comes_after_the_retreat_and_the_rally() -> None:
    lines = ("superiority 6,1", "german> fire 101-inv 5,5")
    for done, rules in (((), ["13.5.A", "13.6"]), (("allied> retreat mombasa",), ["13.6"])):
        table = fighting(*lines, *done, options="pursuit", before=("adjust 104-inv.at voi",))
        assert table.play("german> pursue 104-inv taveta").rules() == rules


def test_20_c_pursuit_comes_after_the_sacrifice() -> None:
    table = fighting(*WON, options="major pursuit", before=MAJOR)
    assert table.play("german> pursue 104-inv taveta").rules() == ["20.C"]


def test_20_c_an_illegal_enlist_leaves_the_loser_s_duty_open() -> None:
    table = fighting(*WON, "german> enlist kona", options="major", before=MAJOR)
    assert (table.rules(), table.question[:17]) == (["20.B"], "Major battle lost")
    assert table.play("allied> sacrifice 1-fp").rules() == ["20.B"]


# Losses


def test_13_3_2_what_the_referee_did_of_itself_is_told_again_once() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar")
    assert table.rules() == []
    assert table.play("allied> panic 1-kar").rules() == ["13.3.2"]


def test_13_3_b_a_panicked_unit_dies_for_one_that_was_face_up() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 5,6", "allied> panic 1-kar", "allied> eliminate 1-kar")
    assert table.rules() == ["13.3.B"]
    table = fighting("superiority 6,1", "german> fire 101-inv 5,5", "allied> eliminate 1-kar")
    assert table.rules() == ["13.3.1"], "no elimination was due in that fire"


def test_13_1_2_c_a_panic_beside_a_skipped_elimination_is_skipped_too() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 6,5", before=("adjust 208-inv.at voi",))
    assert table.play("allied> fire 1-kar 1,1").rules() == ["13.1.2.C", "13.1.2.C"]


# Dice


def test_13_1_1_a_one_die_is_not_taken_for_two() -> None:
    table = fighting("5", "german> fire 101-inv 1,1")
    assert (table.rules(), table.question[:7]) == (["13.1.1.A"], "Round 1")
    rows = look(fighting().game, "legal superiority") or []
    assert rows[-1] == "  superiority: 2 dice, each 1 to 6", "the same twice is one of them"


def test_13_1_1_d_whoever_fires_first_has_it_where_a_mark_is_not_known() -> None:
    for line, side in (("german> fire 301-inv 1", "german"), ("allied> fire 1-kar 1,1", "allied")):
        table = fighting("superiority 3,3", line, before=STRANGE)
        assert (table.rules(), table.state["battle"]["superior"]) == ([], side)
        assert table.rules(Kind.NEEDS)[-1] == "13.1.1.D"
    table = fighting("superiority 3,3", "german> breakoff 301-inv taveta", options="breakoff", before=STRANGE)
    assert (table.rules(), table.state["battle"]["superior"]) == ([], "german")


def test_13_1_1_d_a_battle_left_over_an_unknown_mark_is_one_omission() -> None:
    table = fighting("superiority 3,3", "allied> draw invented-push", before=STRANGE)
    assert (table.rules(), table.game.table.side) == (["13.1.1.D"], "allied")


def test_13_2_a_bare_word_tells_what_a_die_does_though_it_is_a_verb_too() -> None:
    kind = ('unit "302 Inv" german elite no strength 2', "adjust 302-inv.at voi")
    table = fighting("superiority 6,1", "german> fire 302-inv 5,6", "panic", "later", before=kind)
    assert (table.failed, table.state["battle"]["panics"], table.question[:6]) == ([], 1, "Allied")


def test_24_4_the_loss_of_air_support_is_told() -> None:
    lines = ("german> draw invented-rains", "adjust 103-inv.at voi", "allied> draw invented-column", "allied> pass")
    table = placed(*lines, "allied> battle voi", "allied> air 6")
    assert (table.told("24.4: air support is eliminated"), table.rules(Kind.RULING)) == (True, [])
    assert "[ ] allied: deck 8, card 1, discards 0, removed 0, shuffles 0, air no, war no" in (
        look(table.game, "audit") or []
    )
    assert table.play("adjust air 1").failed == ["allied.air is yes or no, not '1'."]


# What is held


def test_26_c_a_centre_is_not_taken_before_the_battle_is_won() -> None:
    table = marching("invented-ruse", "german> march 101-inv nairobi", "german> pass")
    chart = next(chart for chart in RULESET.charts if chart.title == "Supply centres held")
    assert (table.state["centres"]["nairobi"], chart.read(table.game.table)["german"]) == ("allied", 2)


def test_29_b_contingents_that_won_together_part_in_their_next_march() -> None:
    lines = ("german> draw invented-rains", "allied> draw allied-intervention", "allied> recruit 203-inv indian-ocean")
    camp = ("adjust 105-inv.at kigoma", "adjust 104-inv.at moshi", "adjust 109-inv.at moshi", "adjust 110-inv.at moshi")
    table = placed(*lines, *camp, "adjust 1-kar.at tabora", lq19="together")
    table.play("allied> march 1-fp kigoma", "allied> march 1-kar kigoma", "allied> pass", "allied> battle kigoma")
    table.play("allied> superiority 6,1", "allied> fire 1-kar 6,1", "turn")
    table.play("german> draw invented-ruse", "german> pass")
    assert (table.rules(), table.rules(Kind.WARNING)) == ([], [])
    assert table.play("allied> draw invented-column", "allied> pass").rules() == ["29.B"]

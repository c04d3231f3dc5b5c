"""The odd-numbered cases of Lettow-Vorbeck that players stumble over, and the rulebook's own examples."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from tests.lv import fighting, known, marching, placed


def test_case_1_setting_up() -> None:
    table = known(
        "german> deploy 101-inv moshi", "allied> deploy 201-inv nairobi", "allied> deploy b-ief mombasa",
        "allied> ready", "german> deploy desg tabora",
    )  # fmt: skip
    assert table.rules() == ["25.0", "25.1", "25.1", "25.1", "25.2"], "and two Allied units are not placed"


def test_case_3_types_spaces_and_a_second_move() -> None:
    table = marching("invented-guile", "card invented-guile move light-2")
    table.play("german> march 103-inv tanga", "german> march 102-inv bukoba", "german> march 105-inv kigoma")
    assert table.rules() == ["11.C", "11.D"], "regular infantry, then three spaces"
    table.play("german> march 105-inv tabora")
    assert table.rules()[2:] == ["11.E"]


def test_case_5_neutrals_before_and_after_the_intervention() -> None:
    table = placed("adjust 104-inv.at mahenge", "adjust 209-inv.at kigoma", "german> draw invented-askari")
    table.play("german> recruit 106-inv tabora", "german> recruit 107-inv tabora")
    table.play("german> march 104-inv portuguese-east-africa", "adjust 104-inv.at moshi", "german> pass")
    table.play("german> turn") if table.game.table.step == "turn" else None
    table.play("allied> draw invented-column", "allied> march 1-fp kigoma", "allied> march 209-inv belgian-congo")
    assert table.rules() == ["28.1.B", "28.1.A", "28.1.B"]


def test_case_5_after_the_card_the_same_is_legal() -> None:
    table = placed("adjust allied.war yes", "adjust 209-inv.at kigoma", "adjust 104-inv.at mahenge")
    table.play("german> draw invented-ruse", "german> march 104-inv portuguese-east-africa", "adjust 104-inv.at moshi")
    table.play("german> pass", "allied> draw invented-column")
    table.play("allied> march 1-fp kigoma", "allied> march 209-inv bismarckburg")
    assert table.rules() == []


def test_case_7_rail_costs_one_and_stops_at_the_enemy() -> None:
    table = marching("invented-ruse", "adjust 105-inv.at kigoma", "german> march 105-inv moshi")
    assert table.rules() == [], "Kigoma to Morogoro by rail, then a march to Moshi"
    table = marching("invented-ruse", "adjust 1-kar.at tabora", "adjust 105-inv.at kigoma")
    table.play("german> march 105-inv dar-es-salaam")
    assert table.rules() == ["28.3"]


def test_case_9_tactical_superiority_and_a_removed_unit() -> None:
    before = ("unit 101-inv elite no", "unit vol-lf strength 1", "unit 102-inv strength 1")
    table = fighting("superiority 4,4", before=before)
    assert table.told("German 4, Allied 4: even, so the defender: the Allies have Tactical Superiority")
    table.play("allied> fire 1-kar 6,2", "german> eliminate 101-inv", "german> fire 101-inv 5,5")
    assert table.rules() == ["13.1.2.D"]


def test_case_11_the_order_is_corrected_and_both_are_accepted() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 5,6", "allied> panic vol-lf", "allied> eliminate 1-kar")
    assert (table.rules(), table.rules(Kind.WARNING)[-1:]) == ([], ["13.3.B"])
    assert (table.state["panicked"], table.at("1-kar")) == (["vol-lf"], "pool")


LOST = ("superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar")
"""Both Allied units in Voi are panicked; the last one by itself."""


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("allied> retreat nairobi 1-kar", "13.5.A"),
        ("allied> retreat taveta", "13.5.A"),
        ("allied> retreat tanga", "13.5.A"),
        ("allied> retreat", "13.5.C"),
    ],
)
def test_case_13_the_retreat(line: str, rule: str) -> None:
    table = fighting(*LOST, "adjust 103-inv.at taveta")
    assert table.question.startswith("Allied retreats 1-kar and vol-lf")
    assert table.play(line).rules() == [rule]


def test_case_13_by_sea() -> None:
    table = marching("invented-ruse", "adjust 101-inv.at mombasa", "adjust 102-inv.at mombasa", "german> pass")
    table.play("german> battle mombasa", "superiority 6,1", "german> fire 101-inv 5,1")
    assert table.play("allied> retreat dar-es-salaam").rules() == ["28.2.C"]


def test_case_13_nowhere_free() -> None:
    around = ("adjust 103-inv.at taveta", "adjust 104-inv.at mombasa", "adjust 105-inv.at nairobi")
    gone = ("adjust mombasa-garrison.at pool", "adjust nairobi-garrison.at pool", "adjust 208-inv.at pool")
    table = fighting(*LOST, before=(*around, *gone, "adjust 209-inv.at pool"))
    table.play("allied> retreat")
    assert (table.rules(), table.rules(Kind.RULING)) == ([], ["LQ3"])
    assert table.at("1-kar") == table.at("vol-lf") == "pool"


def test_case_15_one_battle_after_the_other() -> None:
    table = fighting("superiority 6,1", before=("adjust 103-inv.at nairobi",))
    assert table.play("german> battle nairobi").rules() == ["13.B"]


def test_case_17_reinforcements() -> None:
    table = placed("adjust 1-kar.at tanga", "german> draw invented-askari")
    table.play("german> recruit kona tabora", "undo")
    table.play("german> recruit 106-inv tanga", "undo", "german> recruit 107-inv nairobi", "undo")
    assert table.rules() == ["27.2.A", "27.1.D", "27.1.D"]
    table.play("german> recruit 107-inv voi", "undo", "german> recruit 107-inv moshi")
    assert table.rules()[3:] == ["27.2.B", "27.2.B"]
    table = placed("german> draw invented-rains", "allied> draw invented-push")
    assert table.play("allied> recruit 203-inv dar-es-salaam").rules() == ["27.1.D"]
    table = placed("adjust desg.at pool", "german> draw invented-rains", "allied> draw invented-push")
    assert table.play("allied> recruit 203-inv dar-es-salaam").rules() == ["27.3.B"]


def test_case_19_breakoff() -> None:
    before = ("adjust 103-inv.at voi", "adjust 104-inv.at voi", "adjust 104-inv.panicked yes")
    table = fighting("superiority 6,1", options="breakoff", before=before)
    table.play("german> breakoff 103-inv taveta", "undo", "german> breakoff 104-inv taveta", "undo")
    assert table.rules() == ["30.1", "18.E"]
    table.play("german> breakoff 102-inv taveta")
    assert (table.rules(), table.at("102-inv")) == (["30.1", "18.E"], "taveta")


def test_case_21_forts() -> None:
    table = placed("german> draw invented-ruse", "german> build 101-inv", options="forts")
    assert (table.rules(), table.state["forts"]) == ([], {"german": "moshi"})
    table.play("german> build 105-inv", "undo", "german> pass", "german> march 101-inv tanga")
    assert table.rules() == ["30.3", "22.1.A"]
    table = placed("german> draw invented-ruse", "german> build desg", options="forts")
    assert table.rules() == ["22.1.B"]


CENTRES = ("mombasa", "nairobi", "dar-es-salaam", "belgian-congo", "portuguese-east-africa", "tanga", "tabora")
HELD = ("mombasa-garrison", "nairobi-garrison", "201-inv", "1-fp", "pea-garrison", "202-inv", "203-inv")


def last_turn(*lines: str, **rulings: str) -> str:
    """Who wins after the last turn; all Germans are in Moshi but for the lines, the Allies in all centres."""
    germans = [f"adjust {unit}.at moshi" for unit in ("desg", "104-inv", "105-inv", "109-inv", "110-inv")]
    allies = [f"adjust {unit}.at {centre}" for unit, centre in zip(HELD, CENTRES, strict=True)]
    table = placed("adjust turn.number 14", *germans, *allies, *lines, **rulings)
    table.play("german> draw invented-rains", "allied> draw invented-halt", "pass")
    return table.winner


def test_case_23_three_ends() -> None:
    assert last_turn() == "allied"
    assert last_turn("adjust 203-inv.at pool", "adjust 104-inv.at tabora") == "german"
    assert last_turn("adjust 203-inv.at pool") == "draw"
    assert last_turn("adjust 203-inv.at pool", lq6="allied") == "allied"


def test_case_25_no_turn_after_the_last() -> None:
    table = placed("adjust turn.number 14", "german> draw invented-rains", "allied> draw invented-halt", "turn")
    assert table.rules() == ["6.2.3"]


# The rulebook's own examples


def test_11_c_cavalry_three_and_infantry_two() -> None:
    table = marching("invented-guile", "card invented-guile move mounted-3,infantry-2")
    table.play("german> march 104-inv mahenge", "german> march 103-inv dar-es-salaam", "german> march 105-inv kigoma")
    assert table.rules() == ["11.C"], "light infantry is not on it"


def test_11_d_two_spaces_one_space_and_none() -> None:
    table = marching("invented-ruse", "german> march 101-inv dar-es-salaam", "german> march 102-inv tanga")
    table.play("german> pass")
    assert table.rules() == []
    assert [table.at(u) for u in ("101-inv", "102-inv", "103-inv")] == ["dar-es-salaam", "tanga", "moshi"]


def test_13_b_who_moves_in_attacks() -> None:
    table = marching("invented-ruse", "adjust vol-lf.at taveta", "adjust 1-kar.at taveta")
    table.play("german> march 101-inv,102-inv,103-inv taveta", "german> pass", "german> battle taveta")
    assert table.rules() == []
    assert table.state["battle"]["attacker"] == "german"
    assert table.told("13.B") is False

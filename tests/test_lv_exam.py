"""Lettow-Vorbeck: acts that come at the wrong time or are told in another order, and what nobody told of a card."""

from __future__ import annotations

from referee.ruleset import Kind
from tests.lv import Table, fighting, marching, new_game, placed
from tests.test_lv_order import MANY, ROUT

LAST = ("adjust turn.number 14", "german> draw invented-rains", "allied> draw invented-column")
RAZE = 'card "Invented Raze" german copies 1 recruit 0 move all-2 event text phase battle remove no'
BOAT = 'unit "113 Inv" german type fleet command none strength 2 elite no start pool'
EVENT = "german> put vol-lf pool by invented-raze"
MAJOR = (*ROUT[:-2], "allied> sacrifice 209-inv")
"""The loser of a major battle gives up a panicked unit before it retreats."""


def unnamed(*lines: str) -> Table:
    """The Allies draw a card that nobody names."""
    return placed("german> draw invented-rains", "allied> draw", *lines)


# The order of the turn


def test_6_2_3_a_draw_after_the_last_turn_ends_what_is_open() -> None:
    assert placed(*LAST, "german> draw invented-raid").rules() == ["6.2.3"]
    table = placed(*LAST, "allied> march 1-kar taveta", "adjust 101-inv.at taveta", "german> draw invented-raid")
    assert (table.rules(), table.game.table.winner != "") == (["13.A", "6.2.3"], True)


def test_7_1_3_a_battle_event_ends_the_march() -> None:
    table = placed(RAZE, "german> draw invented-raze", "german> put 209-inv pool by invented-raze")
    assert (table.rules(), table.game.table.step) == ([], "card")
    assert table.play("german> march 101-inv taveta").rules() == ["11.A"]
    table = placed(RAZE, "adjust 101-inv.at voi", "german> draw invented-raze", EVENT, "german> battle voi")
    assert table.rules() == []
    assert placed(RAZE, "german> draw invented-raze", EVENT.removeprefix("german> ")).rules() == [], "the card's side"


def test_7_1_3_a_march_event_ends_the_building_of_forts() -> None:
    table = marching("invented-ruse", "german> put 101-inv tanga by invented-ruse", options="forts")
    assert table.play("german> march 102-inv tanga").rules() == []


def test_7_1_3_a_march_event_is_late_after_the_march() -> None:
    assert marching("invented-ruse", "german> pass", "german> put 101-inv tanga by invented-ruse").rules() == ["7.1.3"]


def test_13_a_a_pass_leaves_out_the_battles_that_are_due() -> None:
    table = marching("invented-ruse", "adjust 101-inv.at voi", "german> pass", "german> pass")
    assert (table.rules(), table.rules(Kind.OMISSION), table.game.table.side) == (["13.A"], ["13.A"], "allied")
    assert [debt.rule for debt in table.game.table.parked] == ["13.A"]


def test_27_1_c_one_more_than_the_card_brings() -> None:
    table = placed("german> draw invented-askari", "german> recruit 106-inv,107-inv tabora")
    assert table.play("german> recruit 108-inv tabora").rules() == ["27.1.C"]


# In a battle


def test_13_1_1_a_each_side_tells_its_own_die() -> None:
    for lines in (("5", "allied> 4"), ("allied> superiority 4", "german> superiority 5"), ("superiority 5", "5,4")):
        table = fighting(*lines)
        assert (table.rules(), table.state["battle"]["superior"]) == ([], "german")
    assert fighting("superiority 5").question.endswith("the Allied die")
    for lines in (("superiority 5", "german> superiority 4"), ("superiority 5", "superiority 4,4")):
        table = fighting(*lines, "allied> superiority 4")
        assert (set(table.rules()), table.state["battle"]["superior"]) == ({"13.1.1.A"}, "german"), "it has fallen"


def test_13_1_1_a_nobody_fires_before_both_dice() -> None:
    assert fighting("superiority 5", "german> fire 101-inv 1,1").rules() == ["13.1.1.A"]


def test_13_3_1_a_loss_that_took_nobody_off_is_still_due() -> None:
    table = fighting("superiority 6,1", "fire 101-inv 6,6", "eliminate vol-lf", "eliminate vol-lf", before=MANY)
    assert (table.rules(), table.play("eliminate 1-kar").rules()) == (["13.3.1"], ["13.3.1"])


def test_18_b_who_broke_off_takes_no_loss() -> None:
    table = fighting("superiority 6,1", "breakoff 102-inv taveta", "fire 1-kar 1,6", options="breakoff", before=MANY)
    assert table.play("german> eliminate 102-inv").rules() == ["18.B"]


def test_20_c_a_unit_is_given_up_before_the_retreat() -> None:
    table = fighting(*MAJOR, options="major", before=MANY)
    assert (table.rules(), table.at("209-inv")) == ([], "pool")
    assert table.play("allied> retreat nairobi", "rally", "german> enlist 106-inv").rules() == []


def test_20_b_a_second_unit_is_one_too_many() -> None:
    table = fighting(*ROUT, "german> enlist 106-inv", "german> enlist 107-inv", options="major", before=MANY)
    assert (table.rules(), "106-inv" in table.found[-1].message) == (["20.B"], True)


def test_13_6_the_rally_is_forgotten_by_whose_units_they_are() -> None:
    table = fighting(*ROUT[:-1], "allied> draw invented-halt", before=MANY)
    assert [(f.rule, f.message[-9:]) for f in table.found if f.kind is Kind.OMISSION] == [("13.6", "(Allied).")]


def test_19_1_a_who_let_the_pursuit_pass_has_not_pursued() -> None:
    won = ("superiority 6,1", "fire 101-inv 6,6", "eliminate 1-kar", "eliminate vol-lf", "allied> draw invented-halt")
    table = fighting(*won, options="pursuit", before=("adjust 104-inv.at voi",))
    assert table.play("german> pursue 104-inv taveta").rules() == ["19.1.A"]


def test_19_1_a_a_pursuit_comes_too_late_for_a_unit_of_unknown_type_too() -> None:
    won = ("superiority 6,1", "fire 101-inv 6,6", "eliminate 1-kar", "eliminate vol-lf", "allied> draw invented-halt")
    strange = ('unit "301 Inv" german strength 1', "adjust 301-inv.at voi")
    table = fighting(*won, options="pursuit", before=strange)
    assert table.play("german> pursue 301-inv taveta").rules() == ["19.1.A"]


def test_13_5_a_no_space_is_offered_that_another_rule_forbids() -> None:
    table = fighting(*ROUT[:-2], "allied> retreat kilwa 1-kar", before=MANY)
    offers = [f.instead for f in table.found if f.message.startswith("all of them")]
    assert len(offers) == 1
    assert "kilwa" not in offers[0]


# What nobody told


def test_28_1_a_an_unnamed_card_may_be_the_intervention() -> None:
    table = unnamed("allied> march 1-fp kigoma")
    assert (table.rules(), "28.1.A" in table.rules(Kind.NEEDS)) == ([], True)


def test_28_1_b_nor_is_it_known_then_whether_a_country_is_neutral() -> None:
    gone = ("adjust pea-garrison.at kisumu", "adjust pea-infantry.at kisumu")
    table = unnamed(*gone, "adjust 104-inv.at mahenge", "adjust 1-kar.at mahenge")
    table.play("pass", "battle mahenge", "superiority 1,6", "german> fire 104-inv 5")
    table.play("allied> retreat portuguese-east-africa")
    assert (table.rules(), "28.1.B" in table.rules(Kind.NEEDS)) == ([], True)


def test_27_2_a_and_27_3_a_an_unnamed_card_may_bring_them() -> None:
    for table in (placed("german> draw", "german> recruit kona tabora"), unnamed("allied> recruit 201-inv mombasa")):
        assert (table.rules(), table.rules(Kind.NEEDS)[-1] in ("27.2.A", "27.3.A")) == ([], True)


def test_13_1_1_c_an_unnamed_card_may_add_to_the_die() -> None:
    table = placed("adjust 102-inv.at voi", "german> draw", "german> battle voi", "superiority 3,3")
    assert table.rules(Kind.NEEDS)[-1] == "13.1.1.C"
    assert table.play("german> fire 102-inv 1,1").rules() == []


# Where units may be


def test_11_1_3_a_fleet_takes_no_garrison_along() -> None:
    lines = ("adjust desg.at rufiji", "german> march 111-inv kilwa carrying desg")
    assert marching("invented-raid", *lines).rules() == ["11.1.3"]
    assert marching("invented-raid", *lines, garrisons="by-card").rules() == []


def test_12_3_d_no_fleet_is_placed_on_dry_land() -> None:
    table = placed(BOAT, "german> draw invented-askari", "german> recruit 113-inv tabora")
    assert (table.rules(), "tabora" in table.found[-1].instead) == (["12.3.D"], False)
    table = fighting(*ROUT, "german> enlist 113-inv", options="major", before=(BOAT, *MANY))
    assert table.rules() == ["12.3.D"]


def test_22_3_a_a_fort_falls_as_enemies_pass_through() -> None:
    for fort, left in (("bukoba", {}), ("tabora", {"german": "tabora"}), ("tanga", {"german": "tanga"})):
        lines = ("german> draw invented-rains", f"adjust german.fort {fort}", "adjust 1-kar.at kisumu")
        table = placed(*lines, "allied> draw invented-column", "allied> march 1-kar tabora", options="forts")
        assert (table.rules(), table.state["forts"]) == ([], left)
        assert ("22.3.A" in table.rules(Kind.WARNING)) == (not left)


def test_29_b_the_duty_to_part_is_told_by_the_name_of_the_place() -> None:
    table = placed("german> draw invented-rains", "allied> draw allied-intervention", "pass")
    table.play("adjust 209-inv.at kigoma", "allied> march 1-fp kigoma", "german> draw invented-ruse")
    assert "parting Kigoma was skipped (Allied)." in [f.message for f in table.found]


def test_a_space_where_a_unit_is_asked_for_is_not_taught() -> None:
    won = ("superiority 6,1", "fire 101-inv 6,6", "eliminate 1-kar", "eliminate vol-lf", "pursue voi taveta")
    table = fighting(*won, options="pursuit", before=("adjust 104-inv.at voi",))
    assert "Teach" not in table.failed[-1]


BARE = (
    "allied> deploy 2-fp belgian-congo", "allied> deploy c-ief indian-ocean", "allied> deploy 1-kar nairobi",
    "allied> deploy pea-garrison portuguese-east-africa", "allied> deploy mombasa-garrison mombasa",
    "allied> deploy b-ief indian-ocean count 1", "allied> ready", "german> ready", "german> draw", "german> pass",
    "allied> draw allied-intervention", "allied> pass", "allied> march 1-fp mombasa",
    "allied> march 1-kar belgian-congo", "allied> march mombasa-garrison belgian-congo",
    "allied> march b-ief dar-es-salaam", "allied> march indian-ocean dar-es-salaam", "allied> march 2-fp nairobi",
)  # fmt: skip
"""With nothing on file: British or Belgian units lie in every space but that of the Portuguese."""


def test_29_b_who_could_go_nowhere_need_not_part() -> None:
    for ocean_box, may_stay in (("both", False), ("out", True)):  # whether the Portuguese could go into the box
        table = Table(new_game(ocean_box=ocean_box)).play(*BARE, "march nairobi-garrison portuguese-east-africa")
        assert not table.rules()
        assert table.game.ask is not None
        assert table.game.ask.may == may_stay

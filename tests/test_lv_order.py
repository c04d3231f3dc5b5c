"""Lettow-Vorbeck: what may come in either order, what comes too late, and one finding for one fault."""

from __future__ import annotations

from referee.ruleset import Kind
from tests.lv import Table, fighting, known, marching, placed

ROUT = (
    "superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar", "allied> panic vol-lf",
    "allied> fire 208-inv 1", "german> fire 102-inv 5,5", "allied> panic 208-inv", "allied> panic 209-inv",
    "allied> retreat nairobi", "german> rally",
)  # fmt: skip
MANY = ("adjust 103-inv.at voi", "adjust 104-inv.at voi", "adjust 208-inv.at voi", "adjust 209-inv.at voi")


def instead(table: Table) -> str:
    """What the last illegal act might have been."""
    return [f.instead for f in table.found if f.kind is Kind.ILLEGAL][-1]


def illegals(table: Table) -> list[tuple[str, str]]:
    """Kind and rule of everything but rulings."""
    return [(f.kind, f.rule) for f in table.found if f.kind is not Kind.RULING]


# Either order


def test_22_1_a_a_fort_is_built_before_recruits_arrive_in_it() -> None:
    table = placed("german> draw invented-askari", options="forts").play("german> build 102-inv")
    table.play("german> recruit 106-inv moshi", "german> recruit 107-inv tabora")
    assert (table.rules(), table.at("106-inv")) == ([], "moshi")


def test_22_3_b_a_fort_is_removed_before_recruits_arrive() -> None:
    table = placed("adjust german.fort moshi", "german> draw invented-askari", options="forts")
    table.play("german> dismantle", "german> recruit 106-inv tabora")
    assert table.rules() == []


def test_27_2_b_the_only_place_may_be_a_fort_to_be_built() -> None:
    gone = [f"adjust {unit}.at moshi" for unit in ("desg", "104-inv", "105-inv", "109-inv", "110-inv")]
    table = placed(*gone, "german> draw invented-askari", "german> build 102-inv", options="forts")
    table.play("german> recruit 106-inv moshi")
    assert (table.rules(), table.at("106-inv")) == ([], "moshi")


def test_20_b_and_20_c_have_no_order() -> None:
    for lines in (("german> enlist 106-inv", "allied> sacrifice c-ief"), ("sacrifice b-ief", "german> enlist 106-inv")):
        table = fighting(*ROUT, "adjust c-ief.at mombasa", "adjust b-ief.at mombasa", options="major", before=MANY)
        assert (table.play(*lines).rules(), table.at("106-inv")) == ([], "voi")


def hidden() -> Table:
    """Two unnamed Germans attack Nairobi."""
    return known(
        "allied> deploy 1-kar,vol-lf nairobi", "allied> ready", "german> deploy count 5 moshi", "german> ready",
        "german> draw invented-ruse", "german> march moshi nairobi count 2", "german> pass", "german> battle nairobi",
    )  # fmt: skip


def test_13_1_2_a_the_dice_may_be_thrown_before_the_line_up_which_comes_before_the_fire() -> None:
    table = hidden().play("german> superiority 6,1")
    assert (table.rules(), table.game.ask.verbs) == ([], ("reveal",))  # type: ignore[union-attr]
    table.play("german> reveal 102-inv,103-inv")
    assert (table.rules(), table.game.table.battle.superior) == ([], "german")  # type: ignore[attr-defined]
    assert table.play("german> fire 102-inv 1,1").rules() == []


def test_13_1_1_a_each_die_alone_before_the_reveal_too() -> None:
    table = hidden().play("german> superiority 6", "allied> superiority 1", "german> reveal 102-inv,103-inv")
    assert (table.rules(), table.game.table.battle.superior) == ([], "german")  # type: ignore[attr-defined]


def test_13_1_b_dice_then_fire_then_another_round() -> None:
    table = fighting()
    assert table.question.startswith("Round 1 in Voi, Tactical Superiority")
    assert table.play("superiority 6,1").question.startswith("German fires")
    table.play("fire 101-inv 1,1", "fire 1-kar 1,1", "fire 102-inv 1,1", "fire vol-lf 1")
    assert table.question.startswith("Round 2 in Voi, Tactical Superiority")


def test_13_3_a_a_result_is_carried_out_at_once_on_any_unit() -> None:
    table = fighting("superiority 6,1", "fire 101-inv 6,1", "allied> fire 1-kar 1,1")
    assert table.rules() == ["13.1.2.C"], "not before the elimination is taken"
    table = fighting("superiority 6,1", "fire 101-inv 6,1", "eliminate vol-lf")
    assert (table.rules(), table.at("vol-lf")) == ([], "pool")


# The second player-turn


def test_6_2_2_1_the_second_player_draws_a_card() -> None:
    ask = placed("german> draw invented-rains").game.ask
    assert ask is not None
    assert (ask.side, ask.verbs) == ("allied", ("draw",))


def test_6_2_2_2_the_second_player_recruits() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-push")
    assert table.question == "1 unit to be drawn from the recruit pool, and placed"


def test_6_2_2_3_the_second_player_marches() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-column")
    assert (table.game.ask.verbs, table.game.table.step) == (("march", "pass"), "march")  # type: ignore[union-attr]


def test_6_2_2_4_the_second_player_attacks() -> None:
    table = placed("german> draw invented-rains", "adjust 101-inv.at voi", "allied> draw invented-column", "pass")
    assert (table.game.table.side, table.question) == ("allied", "Battle in Voi")


# Too early, too late


def test_7_1_3_an_event_happens_in_its_phase() -> None:
    put = "german> put 103-inv tanga by invented-ruse"
    assert marching("invented-ruse", put).rules() == []
    assert fighting(put).rules() == ["7.1.3"]
    early = placed("card invented-askari event text phase battle", "adjust 101-inv.at voi")
    assert early.play("german> draw invented-askari", "german> put 103-inv tanga by invented-askari").rules() == [
        "7.1.3"
    ]


def test_7_1_3_a_phase_that_asks_for_nothing_is_not_missed() -> None:
    table = marching("invented-raid", "card invented-raid event text phase recruiting")
    assert table.play("german> put 103-inv tanga by invented-raid").rules() == []


WON = ("superiority 6,1", "german> fire 101-inv 6,6", "allied> eliminate 1-kar", "allied> eliminate vol-lf")


def test_19_2_a_a_second_group_does_not_pursue() -> None:
    before = ("adjust 104-inv.at voi", "adjust 108-inv.at voi")
    table = fighting(*WON, "pursue 104-inv taveta", "pursue 108-inv taveta", options="pursuit", before=before)
    assert (table.rules(), table.at("108-inv")) == (["19.2.A"], "taveta")


def test_19_1_a_no_pursuit_without_the_option_and_it_is_mirrored() -> None:
    table = fighting(*WON, "german> pursue 104-inv taveta", before=("adjust 104-inv.at voi",))
    assert (table.rules(), table.at("104-inv")) == (["19.1.A"], "taveta")


def test_19_1_b_a_defender_does_not_pursue_after_the_battle_is_over() -> None:
    lines = ("superiority 1,6", "allied> fire 1-kar 5,5", "german> panic 101-inv", "german> panic 102-inv")
    table = fighting(*lines, "german> retreat taveta", "rally", options="pursuit", before=("unit 101-inv elite no",))
    assert table.play("allied> pursue vol-lf taveta").rules() == ["19.1.B"]
    assert table.at("vol-lf") == "taveta"


# One finding for one fault, and legal acts that are legal


def test_27_1_c_a_recruit_in_another_phase_is_one_fault() -> None:
    table = placed("german> draw invented-ruse", "german> recruit 106-inv tabora")
    assert illegals(table) == [(Kind.ILLEGAL, "6.2")]


def test_27_1_c_one_recruit_too_many_is_one_fault() -> None:
    table = placed("german> draw invented-askari", "german> recruit 106-inv,107-inv,108-inv tabora")
    assert illegals(table) == [(Kind.ILLEGAL, "27.1.C")]


def test_11_a_a_march_in_the_other_s_turn_is_one_fault() -> None:
    table = placed("german> draw invented-rains", "german> march 101-inv tanga", "german> march 101-inv moshi")
    assert illegals(table) == [(Kind.ILLEGAL, "11.A"), (Kind.ILLEGAL, "11.A")]


def test_22_1_a_a_fort_in_another_phase_is_one_fault() -> None:
    for options in ("", "forts"):
        table = marching("invented-ruse", "german> march 105-inv kigoma", "german> build 101-inv", options=options)
        assert illegals(table) == [(Kind.ILLEGAL, "22.1.A")]


def test_13_1_2_b_and_21_4_b_no_strength_is_one_fault() -> None:
    table = fighting("superiority 6,1", "german> fire 110-inv 6", before=("adjust 110-inv.at voi",))
    assert illegals(table) == [(Kind.ILLEGAL, "13.1.2.B")]
    table = fighting("superiority 6,1", "fire 104-inv 6", before=("adjust 104-inv.at voi",), options="supply")
    assert illegals(table) == [(Kind.ILLEGAL, "21.4.B")]


def test_13_a_there_is_no_battle_anywhere() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-column", "allied> battle voi")
    assert "nobody" not in instead(table)


def test_27_3_b_no_place_of_another_contingent_is_offered() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-push", "allied> recruit 203-inv kisumu")
    assert (table.rules(), "congo" in instead(table), "nairobi" in instead(table)) == (["27.3.B"], False, True)


def test_19_2_a_no_neutral_space_is_offered() -> None:
    before = ("adjust 101-inv.at mahenge", "adjust 104-inv.at mahenge", "adjust 1-kar.at mahenge", "german> pass")
    table = marching("invented-ruse", *before, "battle mahenge", "superiority 6,1", options="pursuit")
    table.play("fire 101-inv 6,1", "eliminate 1-kar", "pursue 104-inv portuguese-east-africa")
    assert (table.rules()[-1], "portuguese" in instead(table)) == ("28.1.B", False)


def test_28_2_3_the_words_fit_the_direction() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-column", "march 1-kar indian-ocean")
    assert (table.rules(), "Voi is none" in table.found[-1].message) == (["28.2.3"], True)


def test_28_2_1_another_water_and_11_d_simply_too_far() -> None:
    lines = ("german> draw invented-rains", "allied> draw invented-column", "adjust 1-kar.at mombasa")
    assert placed(*lines, "allied> march 1-kar mahenge").rules() == ["11.D"]
    assert placed(*lines, "allied> march 1-kar kigoma").rules() == ["28.2.1"]


def test_25_1_and_25_2_units_that_were_not_placed_are_an_omission() -> None:
    table = known("allied> ready", "german> ready")
    assert table.rules(Kind.OMISSION) == ["25.1", "25.2"]
    assert table.play("adjust 1-kar.at voi").at("1-kar") == "voi", "as the hint says"


def test_12_3_d_a_fleet_in_a_box_is_not_on_a_river() -> None:
    table = placed("german> draw invented-levy", "adjust 111-inv.at indian-ocean", "march 111-inv rufiji")
    assert "12.3.D" in table.rules()

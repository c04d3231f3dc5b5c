"""Lettow-Vorbeck: where a march begins and what it takes along; what is told late, or goes past what is voluntary."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from tests.lv import PLACED, Table, fighting, known, marching, placed

ALLIES = ("german> draw invented-rains", "allied> draw invented-column")
"""The Allied March Phase under a card that moves British units by two spaces and Belgian ones by one."""
BRITISH_FLEET = (
    'unit "220 Inv" allied nation british type fleet strength 2 elite no start kilwa', "adjust 111-inv.at tanga",
    "adjust 220-inv.at kilwa", "adjust pea-infantry.at kilwa",
)  # fmt: skip


# From one space to another, never back


@pytest.mark.parametrize(
    ("line", "moved", "to"),
    [
        ("march voi nairobi", "1-kar", "nairobi"),
        ("march from voi to taveta", "1-kar", "taveta"),
        ("march voi tav", "1-kar", "taveta"),
        ("march nairobi voi", "vol-lf", "voi"),
    ],
)
def test_11_e_a_space_stands_for_what_is_in_it_be_it_one_unit(line: str, moved: str, to: str) -> None:
    table = placed(*ALLIES, f"allied> {line}")
    elsewhere = "vol-lf" if moved == "1-kar" else "1-kar"
    assert (table.at(moved), table.rules()) == (to, [])
    assert table.at(elsewhere) == ("nairobi" if elsewhere == "vol-lf" else "voi")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("march kisumu mombasa", "11.A"),
        ("march pool mombasa", "11.A"),
        ("march nair voi", "notation"),
        ("march 1-kar from taveta to nairobi", "notation"),
        ("march voi taveta nairobi", "11.E"),
    ],
)
def test_11_e_a_march_that_cannot_be_is_not_read_backwards(line: str, rule: str) -> None:
    table = placed(*ALLIES, f"allied> {line}")
    assert (table.rules(), table.at("1-kar"), table.at("vol-lf")) == ([rule], "voi", "nairobi")


def test_11_e_a_stack_that_has_moved_is_told_of_once() -> None:
    table = marching("invented-ruse", "march moshi tanga", "march tanga moshi")
    assert (table.rules(), table.found[-1].message.startswith("101-inv, 102-inv and 103-inv have")) == (["11.E"], True)
    lines = ("allied> ready", "german> deploy count 5 moshi", "german> ready", "german> draw invented-ruse")
    table = known("allied> deploy 1-kar,vol-lf nairobi", *lines, "march moshi tanga", "march tanga moshi")
    assert (table.rules(), "Tanga" in table.found[-1].message) == (["11.E"], True)


# What a fleet takes along


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (("adjust allied.war yes",), "29.B"),
        ((), "28.1.A"),
        (("adjust pea-infantry.at mombasa", "adjust vol-lf.at kilwa"), ""),
    ],
)
def test_12_4_a_cargo_is_held_back_like_any_unit(lines: tuple[str, ...], rule: str) -> None:
    cargo = "pea-infantry" if rule else "vol-lf"
    table = placed(*BRITISH_FLEET, *lines, *ALLIES, f"allied> march 220-inv rufiji carrying {cargo}")
    assert table.rules() == [rule] * bool(rule)


def test_11_1_3_a_static_unit_is_not_carried() -> None:
    nobody = tuple(f"card invented-{name} move light-2,fleet-2" for name in ("askari", "ruse", "trek"))
    table = marching("invented-ruse", "adjust 110-inv.at rufiji", "march 111-inv kilwa carrying 110-inv")
    assert table.rules() == []
    lines = ("adjust 110-inv.at rufiji", "german> draw invented-ruse", "march 111-inv kilwa carrying 110-inv")
    assert placed(*nobody, *lines).rules() == ["11.1.3"]


def test_11_1_3_the_ruling_on_garrisons_matters_only_on_a_card_that_moves_all() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-landing")
    table.play("allied> recruit 203-inv,205-inv nairobi", "allied> march mombasa-garrison voi")
    assert (table.rules(), "ruling" in table.found[-1].message) == (["11.C"], False)


def test_12_1_and_28_2_2_a_german_port_is_left_by_land_or_not_at_all() -> None:
    lines = ("adjust 111-inv.at kilwa", "adjust 105-inv.at dar-es-salaam")
    river = ("route rufiji kilwa land", "german> march 105-inv kilwa")
    assert marching("invented-ruse", *lines, *river).rules() == ["12.1"]
    assert marching("invented-ruse", "adjust 105-inv.at tanga", "march 105-inv kilwa").rules() == ["28.2.2"]


# Past what is voluntary, to the next card


@pytest.mark.parametrize(
    ("options", "lines", "rules"),
    [
        ("forts", ("german> draw invented-ruse",), []),
        ("forts", ("german> draw invented-trek",), ["27.1.C"]),
        ("forts", ("german> draw invented-ruse", "adjust 104-inv.at voi"), ["13.A"]),
        ("", ("german> draw",), []),
        ("", ("german> draw", "adjust 104-inv.at voi"), ["13.A"]),
    ],
)
def test_11_d_and_22_1_a_the_other_s_card_ends_what_was_voluntary(
    options: str, lines: tuple[str, ...], rules: list[str]
) -> None:
    table = placed(*lines, "allied> draw invented-halt", options=options)
    assert (table.rules(), table.rules(Kind.OMISSION), table.game.table.side) == (rules, rules, "allied")


def test_6_2_3_the_marker_is_forgotten_behind_a_march_that_nobody_made() -> None:
    for options in ("", "forts"):
        table = placed(*ALLIES, "german> draw invented-ruse", options=options)
        assert (table.rules(), table.rules(Kind.OMISSION), table.game.table.turn) == (["6.2.3"], ["6.2.3"], 2)


def test_7_a_a_card_out_of_turn_stays_just_that() -> None:
    assert placed("allied> draw invented-halt").rules() == ["7.A"]


def test_7_c_a_second_card_is_one_too_many_though_the_first_ended_the_player_turn() -> None:
    assert placed("german> draw invented-rains", "german> draw invented-ruse").rules() == ["7.C"]
    table = placed("card invented-rains recruit 1", "german> draw invented-rains", "german> draw invented-ruse")
    assert (table.rules(), table.game.table.side) == (["7.C"], "german")


def test_6_2_2_1_the_second_player_s_forgotten_card_has_its_own_rule() -> None:
    assert placed("german> draw invented-rains", "allied> turn").rules() == ["6.2.2.1"]
    assert placed("allied> draw invented-halt", "german> turn", lq1="allied").rules() == ["6.2.2.1"]


def test_6_2_3_either_side_moves_the_turn_marker() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-halt", "german> turn")
    assert (table.rules(), table.game.table.turn) == ([], 2)


def test_6_2_3_a_card_after_the_last_turn_and_the_result_is_told() -> None:
    for late in ("german> draw invented-ruse", "allied> draw invented-push", "german> turn"):
        table = placed("adjust turn.number 14", "german> draw invented-rains", "allied> draw invented-halt", late)
        assert (table.rules(), table.winner) == (["6.2.3"], "german")


def test_25_0_a_word_out_of_order_ends_no_set_up() -> None:
    table = known("german> ready", "allied> deploy 1-kar voi", "allied> deploy vol-lf nairobi", "allied> ready")
    assert (table.rules(), table.game.table.side, table.game.table.step) == (["25.0"], "german", "setup")


# Told late


def told(table: Table, line: str) -> list[str]:
    """What is wrong with an act that was told late."""
    return table.play(line).rules()


def test_7_1_3_an_event_is_told_behind_the_last_draw_but_not_behind_a_march() -> None:
    put = "allied> put 1-kar mombasa by invented-riders"
    drawn = ("german> draw invented-rains", "allied> draw invented-riders", "allied> recruit 203-inv indian-ocean")
    table = placed(*drawn)
    assert (told(table, put), table.at("1-kar")) == ([], "mombasa")
    assert told(placed(*drawn, "allied> march vol-lf voi"), put) == ["7.1.3"]


WON = ("superiority 6,1", "german> fire 101-inv 6,6", "allied> eliminate 1-kar", "allied> eliminate vol-lf")


@pytest.mark.parametrize("event", ["immediately", "recruiting", "march", "battle"])
def test_7_1_3_an_event_is_told_when_the_player_turn_went_by(event: str) -> None:
    table = placed(f"card invented-rains event text phase {event}", "german> draw invented-rains")
    assert told(table, "german> put 103-inv tanga by invented-rains") == []
    assert told(table.play("allied> draw invented-halt"), "german> put 103-inv moshi by invented-rains") == ["7.C"]


def test_7_1_3_a_battle_event_is_told_behind_the_last_battle_until_the_next_card() -> None:
    phase = "card invented-ruse event text phase battle remove no"
    put = "german> put 209-inv pool by invented-ruse"
    table = fighting(*WON, before=(phase,))
    assert (table.game.table.side, told(table, put)) == ("allied", [])
    assert told(table.play("undo", "allied> draw invented-halt"), put) == ["7.C"]
    assert told(marching("invented-ruse", phase, "german> pass"), put) == []


HOMELESS = tuple(f"adjust {unit}.at moshi" for unit in ("104-inv", "105-inv", "109-inv", "110-inv", "desg"))


def test_27_1_c_recruits_without_a_place_are_told_behind_their_phase() -> None:
    table = placed(*HOMELESS, "german> draw invented-askari")
    assert table.game.table.step == "march"
    assert (told(table, "german> recruit 106-inv"), table.rules(Kind.RULING)) == ([], ["LQ15"])
    assert told(table, "german> recruit 106-inv moshi") == ["27.2.B"]
    table = placed(*HOMELESS, "german> draw invented-askari", "german> march 101-inv tanga")
    assert told(table, "german> recruit 106-inv") == ["6.2"]
    table = placed(*HOMELESS, "card invented-askari move none", "german> draw invented-askari")
    assert told(table, "german> recruit 106-inv") == []


def test_lq15_is_not_cited_beside_a_breach() -> None:
    table = marching("invented-ruse", "german> recruit 106-inv")
    assert (table.rules(), table.rules(Kind.RULING)) == (["6.2"], [])


def test_6_2_a_pass_is_true_where_a_march_went_by_and_only_there() -> None:
    table = placed("german> draw invented-rains", "german> pass")
    assert (table.rules(), table.question) == ([], "Which Campaign Card is drawn? Its title, or draw: not named")
    assert told(table, "allied> pass") == ["6.2"]
    table = placed("adjust 101-inv.at voi", "german> draw invented-rains", "german> pass")
    assert (table.rules(), table.question) == ([], "Battle in Voi")
    assert told(marching("invented-ruse", "adjust 101-inv.at voi", "german> pass"), "german> pass") == ["13.A"]
    assert told(placed(*ALLIES, "allied> pass"), "allied> pass") == ["6.2"]
    assert told(placed("german> draw invented-rains", "allied> draw invented-halt"), "german> pass") == ["6.2"]


def test_lq20_is_not_cited_beside_a_breach() -> None:
    table = placed("german> draw invented-ruse", "german> build 101-inv", options="forts")
    assert (table.rules(), table.rules(Kind.RULING)) == ([], ["LQ20"])
    table.play("german> build 104-inv")
    assert (table.rules(), table.rules(Kind.RULING)) == (["30.3"], ["LQ20"])


# The way of a march, told when its route is asked for

UNTOLD = tuple(f'space "Invented {letter}" gea' for letter in "ABC")
OVER_C = "route invented-a invented-b via invented-c"


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (("adjust 1-kar.at invented-c",), ["11.1.2"]),
        (("space invented-c stop yes",), ["11.1.1.B"]),
        (("space invented-c stop no river yes",), ["12.1"]),
        (("space invented-c stop no river no",), []),
        (("adjust 1-kar.at invented-c", f"{OVER_C.removesuffix('c')}d"), []),
        (("adjust 1-kar.at invented-c", "route invented-a invented-c no"), []),
    ],
)
def test_11_d_a_way_that_was_told_over_a_space_is_judged(lines: tuple[str, ...], rules: list[str]) -> None:
    table = known(*UNTOLD, 'space "Invented D" gea stop no river no', *PLACED, "adjust 101-inv.at invented-a", OVER_C)
    table.play(*lines, "german> draw invented-ruse", "march 101-inv invented-b")
    assert table.rules() == rules


def test_11_1_2_via_behind_a_march_warns_of_the_enemy_on_its_way() -> None:
    before = (*PLACED, "adjust 101-inv.at invented-a", "adjust 1-kar.at invented-c", "german> draw invented-ruse")
    table = known(*UNTOLD, *before, "march 101-inv invented-b")
    assert table.rules() == []
    assert table.play(OVER_C).rules(Kind.WARNING) == ["11.1.2"]


def test_11_1_1_b_what_is_not_known_of_the_way_of_a_march_is_asked() -> None:
    table = known(*UNTOLD, *PLACED, "adjust 101-inv.at invented-a", "german> draw invented-ruse")
    table.play("march 101-inv invented-b", OVER_C)
    asked = [f.teach for f in table.found if f.kind is Kind.NEEDS]
    assert asked[-2:] == ["space invented-c stop ?", "space invented-c river ?"]
    assert table.play("space invented-c stop yes").rules(Kind.WARNING) == ["11.1.1.B"]


# The way of a march, told with it: the whole of it counts, over the map as it is on file


@pytest.mark.parametrize(
    ("march", "rules"),
    [
        ("101-inv mahenge via morogoro,tabora,morogoro", ["11.D"]),
        ("103-inv morogoro via taveta,moshi", ["11.1.1.B"]),
        ("103-inv tanga via tanga,dar-es-salaam", ["11.1.2"]),
        ("103-inv morogoro via tanga,moshi", ["28.3"]),
        ("111-inv rufiji via kilwa,rufiji,kilwa", ["11.D"]),
        ("111-inv kilwa via kilwa,rufiji", ["12.3.B"]),
        ("104-inv dar-es-salaam via morogoro,tabora,morogoro", []),
        ("111-inv dar-es-salaam via kilwa", ["12.3.D"]),
        ("101-inv mahenge via morogoro,mahenge", []),
        ("101-inv morogoro via morogoro", []),
        ("101-inv tanga via bukoba", ["3.2"]),
        ("101-inv tabora via morogoro,kisumu", ["3.2"]),
        ("105-inv bismarckburg via belgian-congo", ["28.1.B"]),
        ("105-inv bismarckburg", ["28.1.B"]),
    ],
)
def test_11_d_all_of_the_way_that_is_told_with_a_march_counts(march: str, rules: list[str]) -> None:
    table = marching("invented-ruse", "adjust vol-lf.at tanga 105-inv.at kigoma", f"march {march}")
    assert table.rules() == rules


def test_3_2_a_march_adds_no_route_to_a_map_that_is_told_in_full() -> None:
    table = marching("invented-ruse", "march 101-inv tanga via bukoba", "march 102-inv bukoba")
    assert table.rules() == ["3.2", "11.D"]
    table = marching("invented-ruse", "route moshi bukoba no", "march 101-inv tanga via bukoba")
    assert table.rules() == ["3.2"]
    table = marching("invented-ruse", "route moshi bukoba land", "march 102-inv bukoba")
    assert (table.rules(), table.rules(Kind.WARNING)) == ([], ["3.2", "3.2"]), "Moshi and Bukoba had all their ways"


def test_28_2_a_a_way_over_water_ends_in_the_port() -> None:
    lines = ("draw invented-rains", "draw invented-push", "recruit 203-inv nairobi")
    table = placed("adjust 1-kar.at mombasa", *lines, "march 1-kar tanga via dar-es-salaam")
    assert table.rules() == ["28.2.A"]


def test_11_e_units_that_have_moved_are_told_of_in_one_line() -> None:
    table = marching("invented-ruse", "march 101-inv,102-inv tanga", "march 101-inv,102-inv moshi")
    assert table.rules() == ["11.E"]


def test_3_2_a_march_says_which_route_is_new() -> None:
    table = marching("invented-ruse", *UNTOLD, "adjust 101-inv.at invented-a", "space invented-b stop no river no")
    table.play("march 101-inv invented-c via invented-b")
    new = [f.message for f in table.found if f.kind is Kind.WARNING]
    assert [said.rpartition(": ")[2] for said in new] == ["Invented A to Invented B and Invented B to Invented C"]


@pytest.mark.parametrize("via", ["", " via tabora"])
def test_21_4_a_out_of_supply_before_an_enemy_is_no_matter_of_the_distance(via: str) -> None:
    away = "1-fp.at south-african 2-fp.at south-african pea-garrison.at south-african pea-infantry.at south-african"
    lines = (f"adjust 1-kar.at mahenge vol-lf.at mombasa allied.war yes {away}", "draw invented-rains")
    table = placed(*lines, "draw invented-column", f"march 1-kar kigoma{via}", options="supply")
    assert table.rules() == ["11.1.2" if via else "21.4.A"]


# What is told of a battle that is left out


def test_13_b_the_next_round_that_is_left_out_is_the_rest_of_the_battle() -> None:
    fought = ("superiority 6,1", "fire 101-inv 1,1", "allied> fire 1-kar 1,1")
    table = marching("invented-ruse", "adjust 101-inv.at voi", "battle voi", *fought, "allied> draw invented-halt")
    assert table.rules() == ["13.B"]


@pytest.mark.parametrize("line", ["german> pass", "allied> draw invented-halt"])
def test_19_2_b_who_pursued_to_enemies_must_attack(line: str) -> None:
    fought = ("superiority 6,1", "fire 104-inv 5", "allied> retreat nairobi", "german> rally", "pursue 104-inv nairobi")
    there = "adjust 104-inv.at voi 109-inv.at voi"
    table = marching("invented-ruse", there, "battle voi", *fought, line, options="pursuit")
    assert table.rules() == ["19.2.B"]


def test_13_1_1_d_who_fires_first_by_even_dice_is_told_so() -> None:
    lines = ("adjust 102-inv.at voi", "battle voi", "superiority 4,4", "fire 102-inv 1,1")
    assert marching("invented-ruse", *lines).rules() == ["13.1.1.D"]

"""The rules of Lettow-Vorbeck that are mirrored, by their ids; the breakable ones have cases in examples."""

from __future__ import annotations

from referee.components.unknown import UNKNOWN
from referee.ruleset import Kind
from rulesets.lettow_vorbeck.names import turn_title
from tests.lv import RULESET, fighting, known, marching, new_game, placed
from tests.lv import Table as AtTable


def test_3_1_a_space_is_learned_and_counts() -> None:
    table = marching("invented-ruse", 'space "New Place" land gea ways 1 stop no river no port none')
    table.play("space moshi ways 5", "route moshi new-place land", "german> march 101-inv new-place")
    assert (table.rules(), table.at("101-inv")) == ([], "new-place")


def test_3_2_a_route_that_nobody_told_is_asked_for_once() -> None:
    table = marching("invented-ruse", "space moshi ways 5", "space bukoba ways 9", "german> march 101-inv bukoba")
    teach = [f.teach for f in table.found if f.kind is Kind.NEEDS]
    assert (table.rules(), teach) == ([], ["route moshi bukoba ?"])
    table.play("undo", "route moshi bukoba no", "german> march 101-inv bukoba")
    assert table.rules() != [], "now it is known that there is none"


def test_4_3_a_counter_is_learned() -> None:
    table = known('unit "301 Inv" german type light strength 3')
    card = table.game.table.box.units["301-inv"]  # type: ignore[attr-defined]
    assert (card.strength, card.elite, table.at("301-inv")) == (3, UNKNOWN, "aside")


def test_4_3_c_a_command_is_moved_by_a_card() -> None:
    table = placed("card invented-levy recruit 0 move fka-3", "german> draw invented-levy")
    assert table.play("german> march 102-inv bukoba", "german> march 105-inv kigoma").rules() == ["11.C"]


def test_6_1_the_first_player_begins_each_turn() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-halt", "turn")
    assert (table.game.table.turn, table.game.table.side, table.game.table.step) == (2, "german", "card")


def test_6_2_1_2_units_are_recruited_before_the_march() -> None:
    table = placed("german> draw invented-askari")
    assert table.question == "2 units to be drawn from the recruit pool, and placed"
    table.play("german> recruit 106-inv tabora", "german> recruit 107-inv dar-es-salaam")
    assert (table.rules(), table.game.table.step) == ([], "march")


def test_6_2_1_3_a_card_that_moves_nobody_has_no_march() -> None:
    assert placed("german> draw invented-rains").game.table.side == "allied"


def test_6_2_1_4_a_battle_is_asked_for_in_each_space_with_both_sides() -> None:
    table = marching("invented-ruse", "german> march 101-inv nairobi", "german> march 102-inv taveta", "german> pass")
    assert table.question == "Battle in Nairobi"


def test_7_1_what_a_card_says_is_asked_for() -> None:
    table = placed('card "Strange" german', "german> draw strange")
    teach = [f.teach.removeprefix("card strange ") for f in table.found if f.kind is Kind.NEEDS]
    assert teach == ["recruit ?", "move ?", "event ?", "remove ?"]


def test_7_1_1_recruits_that_are_told_after_the_draw_are_due() -> None:
    table = placed('card "Strange" german', "german> draw strange", "card strange recruit 2")
    assert table.state["due"] == {"pool": 2}


def test_7_1_2_an_unknown_movement_is_not_judged() -> None:
    table = placed('card "Strange" german recruit 0', "german> draw strange", "german> march 101-inv tabora")
    assert (table.rules(), "11.C" in table.rules(Kind.NEEDS)) == ([], True)


def test_7_1_3_an_event_happens_in_its_phase() -> None:
    table = placed("german> draw invented-ruse")
    assert table.told("7.1.3: Invented Ruse: its event happens now")


def test_7_2_the_discards_become_the_deck() -> None:
    table = placed("adjust german.deck 0", "adjust german.discards 9", "german> draw invented-rains")
    assert table.state["decks"]["german"]["shuffles"] == 1
    table = placed("adjust german.deck 5", "adjust german.discards 4", "german> draw invented-levy")
    assert table.told("7.2: Invented Levy: the discards are shuffled into the deck")
    assert table.state["decks"]["german"]["deck"] == 8


def test_8_1_the_intervention_is_at_once() -> None:
    table = placed("german> draw invented-rains", "allied> draw allied-intervention")
    assert (table.state["war"], table.told("28.1.B: Belgium and Portugal enter the war")) == (True, True)


def test_8_2_a_bonus_when_attacking() -> None:
    table = placed("german> draw invented-guile", "adjust 102-inv.at voi", "german> pass", "german> battle voi")
    assert table.play("superiority 4,4").told("German 4 +1 card = 5, Allied 4: the Germans have Tactical Superiority")


def test_8_4_a_card_puts_units() -> None:
    table = marching("invented-ruse", "german> put 105-inv bukoba by invented-ruse", "put 1-kar pool by invented-ruse")
    assert (table.rules(), table.at("105-inv"), table.at("1-kar")) == ([], "bukoba", "pool")


def test_9_b_units_stop_and_must_fight() -> None:
    table = marching("invented-ruse", "german> march 101-inv nairobi", "german> pass", "skip")
    assert [d["rule"] for d in table.state["skipped"]] == ["13.A"]


def test_11_b_all_is_everybody() -> None:
    table = marching("invented-ruse", "german> march 103-inv tanga", "german> march 104-inv kigoma")
    assert table.rules() == []


RIVER = (
    "adjust 105-inv.at mahenge",
    "route mahenge rufiji land",
    "space mahenge ways 5",
    "route morogoro dar-es-salaam no",
)


def test_12_2_a_fleet_lifts_the_stop() -> None:
    line = "german> march 105-inv dar-es-salaam"
    assert marching("invented-ruse", *RIVER, line).rules() == [], "the fleet is in Rufiji"
    assert marching("invented-ruse", *RIVER, "adjust 111-inv.at kilwa", line).rules() == ["12.1"]


CHAIN = (
    'space "Upper" land gea ways 2 river yes stop no fort none port none',
    'space "Source" land gea ways 1 river yes stop no fort none port none',
    "space rufiji ways 4", "route rufiji upper river", "route upper source river", "adjust 111-inv.at kilwa",
)  # fmt: skip


def test_12_3_a_a_fleet_goes_on_along_the_river() -> None:
    assert marching("invented-ruse", *CHAIN, "german> march 111-inv upper").rules() == []


def test_12_3_c_land_units_do_not_stop_a_fleet() -> None:
    assert marching("invented-ruse", *CHAIN, "adjust 1-kar.at rufiji", "german> march 111-inv upper").rules() == []
    fort = ("adjust 1-kar.at rufiji", "space rufiji fort allied", "german> march 111-inv upper")
    assert marching("invented-ruse", *CHAIN, *fort).rules() != []


def test_13_b_a_battle_is_fought_to_its_end() -> None:
    table = fighting(
        "superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar", "allied> retreat nairobi", "rally"
    )
    assert table.told("13.B: the battle in Voi is over")
    assert (table.rules(), table.at("1-kar"), table.state["panicked"]) == ([], "nairobi", [])


def test_13_1_1_b_an_elite_adds_one_once() -> None:
    table = fighting("superiority 3,4", before=("unit 102-inv elite yes",))
    assert table.told("German 3 +1 elite = 4, Allied 4: even, so the defender: the Allies have Tactical Superiority")


def test_13_1_1_c_a_card_adds_one_more() -> None:
    table = placed("german> draw invented-guile", "adjust 101-inv.at voi", "german> pass", "german> battle voi")
    assert table.play("superiority 3,4").told("German 3 +1 elite +1 card = 5")


def test_13_1_1_d_an_unknown_mark_is_asked_for() -> None:
    table = fighting(
        before=('unit "301 Inv" german type light strength 1', "adjust 301-inv.at voi", "adjust 101-inv.at moshi")
    )
    table.play("superiority 4,4")
    assert "13.1.1.B" in table.rules(Kind.NEEDS)
    assert table.question.startswith("Who has Tactical Superiority (German 4 (elite?) = 4, Allied 4)?")
    assert table.play("unit 301-inv elite yes").state["battle"]["superior"] == "german"


def test_13_1_3_another_round() -> None:
    lines = (
        "superiority 6,1",
        "german> fire 101-inv 1,1",
        "allied> fire 1-kar 1,1",
        "german> fire 102-inv 1,1",
        "allied> fire vol-lf 1",
    )
    table = fighting(*lines)
    assert (table.rules(), table.state["battle"]["round"]) == ([], 2)


def test_13_1_4_all_panicked_is_lost() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar")
    assert table.told("13.1.4: the Germans win the battle in Voi")


FORT = (
    "adjust 101-inv.at kisumu",
    "adjust 1-kar.at kisumu",
    "german> pass",
    "german> battle kisumu",
    "superiority 6,1",
)


def test_14_c_only_whose_fortress_it_is() -> None:
    table = marching("invented-ruse", *FORT, "german> fire 101-inv 5,5")
    assert table.told("14.A: the panic is ignored")
    table = marching("invented-ruse", "space kisumu fort german", *FORT, "german> fire 101-inv 5,1")
    assert table.told("14.A") is False


def test_16_a_the_mark_of_an_elite_is_learned() -> None:
    table = fighting(
        "superiority 6,1", "german> fire 102-inv 5,5", before=("unit 1-kar elite yes", "adjust vol-lf.at nairobi")
    )
    assert table.told("16.B: the panic is ignored: the 1/KAR is elite and defends")


def test_17_a_and_17_b_more_guns_add_one() -> None:
    before = ("adjust 112-inv.at voi", "adjust 101-inv.at moshi")
    assert fighting("superiority 4,4", options="artillery", before=before).told("German 4 +1 artillery = 5")
    assert fighting("superiority 4,4", before=before).told("German 4, Allied 4: even")


def test_17_b_a_fleet_counts() -> None:
    before = ("adjust 111-inv.at voi", "adjust 101-inv.at moshi")
    assert fighting("superiority 4,4", options="artillery", before=before).told("German 4 +1 artillery = 5")


def test_18_c_when_all_break_off_the_battle_is_over() -> None:
    lines = (
        "superiority 1,6",
        "allied> breakoff 1-kar nairobi",
        "german> fire 101-inv 1,1",
        "allied> breakoff vol-lf mombasa",
    )
    table = fighting(*lines, options="breakoff")
    assert (table.rules(), table.state["battle"], table.told("the Germans win the battle")) == ([], None, True)


def test_19_2_b_pursuers_attack() -> None:
    before = ("adjust 104-inv.at voi", "adjust 102-inv.at moshi", "adjust vol-lf.at nairobi")
    table = fighting(
        "superiority 6,1",
        "german> fire 101-inv 5,1",
        "allied> retreat mombasa",
        "rally",
        options="pursuit",
        before=before,
    )
    table.play("german> pursue 104-inv nairobi")
    assert (table.rules(), table.question) == ([], "Battle in Nairobi")


MANY = ("adjust 103-inv.at voi", "adjust 104-inv.at voi", "adjust 208-inv.at voi", "adjust 209-inv.at voi")
ROUT = (
    "superiority 6,1", "german> fire 101-inv 5,5", "allied> panic 1-kar", "allied> panic vol-lf",
    "allied> fire 208-inv 1",
    "german> fire 102-inv 5,5", "allied> panic 208-inv", "allied> retreat nairobi", "rally",
)  # fmt: skip


def test_20_a_four_units_a_side_make_a_major_battle() -> None:
    table = fighting(*ROUT, options="major", before=MANY)
    assert table.question.startswith("Major battle lost: Allied gives up a unit")
    table.play("german> enlist 106-inv", "allied> sacrifice c-ief", "undo", "allied> sacrifice pea-garrison")
    assert (table.at("106-inv"), table.at("pea-garrison"), table.rules()) == ("voi", "pool", ["20.C"])


def test_20_d_nobody_to_take() -> None:
    pool = tuple(f"adjust {unit}.at dead-pile" for unit in ("106-inv", "107-inv", "108-inv", "112-inv"))
    table = fighting(*ROUT, "allied> sacrifice vol-lf", options="major", before=(*MANY, *pool))
    assert table.told("20.D: the Germans have no unit in the pool")


def test_21_1_leaders_supply_units_and_fleets() -> None:
    table = placed("adjust 109-inv.at voi", options="supply")
    assert list(RULESET.why(table.game.table, ("supply", "109-inv"))) == [
        "109-inv is in supply: a leader unit always is [21.1]"
    ]


def supply(unit: str, *lines: str) -> str:
    """Whether a unit is in supply, and why."""
    return next(iter(RULESET.why(placed(*lines, options="supply").game.table, ("supply", unit))))


def test_21_2_a_source_is_within_two_spaces_and_supply_units_and_fleets_are_none() -> None:
    assert "30.2.D" in supply(
        "102-inv", "adjust 102-inv.at kisumu", "adjust german.fort bukoba", "adjust 101-inv.at bukoba"
    )
    assert "OUT OF SUPPLY" in supply("102-inv", "adjust 102-inv.at voi", "adjust 110-inv.at taveta")
    assert "OUT OF SUPPLY" in supply("102-inv", "adjust 102-inv.at voi", "adjust 111-inv.at taveta")


def test_21_3_all_others_are_out() -> None:
    assert "OUT OF SUPPLY" in supply("102-inv", "adjust 102-inv.at voi")


def test_30_2_b_a_captured_centre() -> None:
    away = [f"adjust {unit}.at voi" for unit in ("nairobi-garrison", "208-inv", "209-inv", "vol-lf")]
    assert "is in supply" in supply("102-inv", "adjust 102-inv.at nairobi", *away)


def test_30_2_c_along_the_railway() -> None:
    away = [f"adjust {unit}.at mombasa" for unit in ("nairobi-garrison", "208-inv", "209-inv", "vol-lf")]
    assert "30.2.E" in supply("1-kar", *away)
    lines = ("adjust 1-kar.at kisumu", "adjust mombasa-garrison.at mombasa", *away, "route kisumu bukoba rail")
    assert "30.2.C" in supply("1-kar", *lines, "adjust 1-kar.at bukoba")
    assert "OUT" in supply("1-kar", *lines, "adjust 1-kar.at bukoba", "adjust 101-inv.at nairobi")


def test_30_2_d_germans_at_home() -> None:
    assert "[30.2.D]" in supply("102-inv")


def test_30_2_e_allies_near_a_centre() -> None:
    assert "[30.2.E]" in supply("1-kar")


def test_22_2_the_fort_goes_with_its_defenders() -> None:
    before = ("adjust allied.fort voi", "adjust vol-lf.at nairobi")
    table = fighting("superiority 6,1", "german> fire 101-inv 6,5", options="forts", before=before)
    assert (table.at("1-kar"), table.state["forts"]) == ("pool", {})


def test_22_3_a_a_fort_among_enemies() -> None:
    table = marching("invented-ruse", "adjust allied.fort taveta", "german> march 101-inv taveta", options="forts")
    assert table.told("22.3.A: the Allied fort in Taveta is removed")


def test_24_1_the_types_of_the_scenario_have_their_column() -> None:
    columns = {one.name for one in RULESET.on_file(AtTable(new_game()).game.table) if one.kind == "result"}
    assert columns == {"light", "infantry", "mounted", "car", "garrison"}


def test_24_3_the_armoured_car_moves_as_mounted_infantry() -> None:
    table = placed("card invented-column move mounted-2", "german> draw invented-rains", "adjust 204-inv.at nairobi")
    assert table.play("allied> draw invented-column", "allied> march 204-inv kisumu").rules() == []


def test_26_a_fourteen_turns() -> None:
    assert [turn_title(turn) for turn in (1, 2, 3, 14)] == ["1914 II", "1914 III", "1915 I", "1918 III"]


def test_26_b_nobody_left() -> None:
    table = placed(*(f"adjust {u}.at pool" for u in ("101-inv", "102-inv", "103-inv", "104-inv", "105-inv", "desg")))
    table.play(*(f"adjust {u}.at pool" for u in ("109-inv", "110-inv", "111-inv")), "ruling 26.B-told yes")
    assert table.winner == "allied"


def test_26_c_and_26_d_the_centres_are_listed() -> None:
    lines = list(RULESET.why(placed().game.table, ("centres",)))
    assert "Mombasa: Allied, 1 unit [26.C]" in lines


def test_26_d_a_german_in_one_centre() -> None:
    table = placed("adjust turn.number 14", "german> draw invented-rains", "allied> draw invented-halt", "pass")
    assert (table.winner, table.told("26.D: German units occupy Dar es Salaam and Tabora")) == ("german", True)


def test_27_1_b_eliminated_units_go_to_the_pool() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 6,1", "allied> eliminate 1-kar")
    assert table.at("1-kar") == "pool"


def test_28_2_a_by_water_is_the_whole_movement() -> None:
    table = marching("invented-ruse", "adjust 105-inv.at bukoba", "german> march 105-inv kisumu")
    table.play("german> march 105-inv bukoba")
    assert table.rules() == ["11.E"]


def test_29_a_the_contingent_of_a_unit_is_learned() -> None:
    assert known('unit "301 Inv" german nation belgian').rules() == ["29.A"]


def test_6_2_3_a_forgotten_turn_marker_is_one_omission() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-halt", "german> draw invented-ruse")
    assert (table.rules(), table.rules(Kind.OMISSION), table.game.table.turn) == (["6.2.3"], ["6.2.3"], 2)


def test_13_5_a_nobody_retreats_to_where_he_is_on_a_map_of_which_nothing_is_known() -> None:
    table = AtTable(new_game()).play(
        "adjust 1-kar.at nairobi", "adjust vol-lf.at mombasa", "allied> ready", "adjust kona.at nairobi", "ready"
    )
    table.play("german> draw", "german> pass", "german> pass", "german> battle nairobi", "superiority 6,1")
    table.play("fire kona 1,1", "effect panic", "panic 1-kar", "panic nairobi-garrison")
    table.play("retreat nairobi")
    assert table.rules() == ["13.5.A"]

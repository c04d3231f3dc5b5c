"""Rules of K.I.S.S. Rommel, one by one, under their ids; breaches are in examples/kiss_rommel/illegal."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from referee.commands import enter_line
from referee.components.geometry import Point
from referee.ruleset import Kind, NotUnderstood, Setup
from rulesets.kiss_rommel.campaign import campaign_after, campaign_words
from rulesets.kiss_rommel.names import Field, GapName, Status, Unit
from rulesets.kiss_rommel.options import OPTIONS
from rulesets.kiss_rommel.turn import start
from rulesets.kiss_rommel.victory import score
from tests.kiss import RULESET, Battle, battle, in_fire, in_movement, mustered, new_game
from tests.test_kiss_rulings import SMALL, major, over

# Dice


def losses(target: str, firer: str = "15pz/tank-1", **more: object) -> int:
    """How many of all pairs of a die to hit and a saving throw lose the target."""
    lost, made = 0, in_fire(**more)
    before = made.game.timeline.digest
    for roll, save in product(range(1, 7), range(1, 7)):
        made.play(f"fire {firer} at {target} range 5 nearest", str(roll))
        if "saving throw" in made.question:
            made.play(str(save))
        if made.question.startswith("How far"):
            made.play("20")
        assert (made.failed, made.flags) == ([], [])
        lost += made.unit(target).status is Status.DESTROYED
        while made.game.timeline.digest != before:
            made.play("undo")
    return lost


@pytest.mark.parametrize(
    ("target", "firer", "expected"),
    [
        ("4ind/inf-1", "15pz/tank-1", 10),
        ("4ind/recon-1", "15pz/tank-1", 8),
        ("7inv/itank-1", "15pz/tank-1", 6),
        ("9inv/tiger-1", "15pz/tank-1", 4),
        ("4ind/recon-1", "15pz/88-1", 12),
    ],
)
def test_ks2_all_pairs_of_dice(target: str, firer: str, expected: int) -> None:
    first = ('division "9th Invented" british as "9inv" hq 1 tiger 1',)
    more = {"british": ("4ind", "7inv", "9inv"), "first": first, "options": {"tiger": "yes"}}
    assert losses(target, firer, **more) == expected


def test_kf5_the_number_needed_is_said_before_the_die() -> None:
    made = in_fire().play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest")
    assert made.question == "15pz/tank-1 at 4ind/inf-1: the die to hit, needs 5+"
    assert made.play("5").question == "4ind/inf-1 is hit: the saving throw, needs 6+"
    assert made.play("3").question == "How far is 4ind/inf-1 from 4ind/hq?"
    made.play("10")
    assert made.unit("4ind/inf-1").status is Status.SCATTERED
    assert made.said[-1].startswith("KC1: 4ind/inf-1 is Scattered")


def test_kf5_one_line_holds_it_all() -> None:
    made = in_fire().play("fire 15pz/tank-1 at 4ind/inf-1 range 5 roll 5 save 3 hq 10")
    assert made.unit("4ind/inf-1").status is Status.SCATTERED
    assert made.rules(Kind.NEEDS) == ["KF3"], "whether it was the nearest was not measured"


def test_kf5_the_referee_throws() -> None:
    made = in_fire().play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest", "roll")
    assert [die["source"] for entry in made.game.log.entries for die in entry.dice] == ["referee"]
    assert made.failed == []


def test_ks2_a_saving_throw_that_is_not_due() -> None:
    made = in_fire().play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest", "save 3")
    assert made.flags == ["KS2"]
    gun = in_fire().play("fire 15pz/88-1 at 4ind/recon-1 range 5 nearest roll 5", "save 6")
    assert gun.flags == ["KS3"]


def test_ks2_dug_in_infantry_saves_on_four() -> None:
    made = in_fire(dug=("4ind/inf-1",)).play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest roll 5")
    assert made.question.endswith("needs 4+")


def test_ks2_an_unknown_save_is_told_or_taught() -> None:
    first = ('division "9th Invented" british as "9inv" hq 1 cruiser 2',)
    made = in_fire(british=("9inv",), first=first)
    made.play("fire 15pz/tank-1 at 9inv/cruiser-1 range 5 nearest roll 5")
    assert made.rules(Kind.NEEDS) == ["KS2"]
    assert [f.teach for f in made.found if f.kind is Kind.NEEDS] == ["type cruiser save ?"]
    assert made.question.endswith("the printed save number of a British cruiser tank is not known")
    assert "type cruiser save NUMBER" in made.play("4").question
    made.play("type cruiser save 4")
    assert made.unit("9inv/cruiser-1").status is Status.TABLE
    told = in_fire(british=("9inv",), first=first)
    told.play("fire 15pz/tank-1 at 9inv/cruiser-1 range 5 nearest roll 5", "4", "fate scattered")
    assert told.unit("9inv/cruiser-1").status is Status.SCATTERED


def test_kn2_italian_foot_needs_a_six_against_tanks() -> None:
    for choice, needed in (("no", "5+"), ("yes", "6+")):
        made = in_fire(axis=("132inv",), british=("7inv",), options={"italian-foot": choice})
        made.play("fire 132inv/foot-1 at 7inv/itank-1 range 5 nearest")
        assert made.question.endswith(f"needs {needed}")
    made.play("5")
    assert made.said[-1].startswith("KN2")


def test_kn3_a_tiger_leaves_tanks_no_save() -> None:
    first = ('division "9th Invented" german as "9inv" hq 1 tiger 1', "type tiger range 6")
    made = in_fire(axis=("9inv",), british=("7inv",), first=first, options={"tiger": "yes"})
    made.play("fire 9inv/tiger-1 at 7inv/itank-1 range 5 nearest roll 5")
    assert made.question.startswith("How far")


def test_kb1_saves_of_the_blitzkrieg_edition() -> None:
    first = ('division "9th Invented" british as "9inv" hq 1 extra pz2,matilda counts 1,1',)
    needs = {}
    for name in ("pz2-1", "matilda-1"):
        made = in_fire(british=("9inv",), first=first, options={"blitzkrieg": "yes"})
        made.play(f"fire 15pz/tank-1 at 9inv/{name} range 5 nearest roll 5")
        needs[name] = made.question[-2:]
    assert needs == {"pz2-1": "5+", "matilda-1": "3+"}


@pytest.mark.parametrize(
    ("edition", "land", "needed"), [("yes", "soft", "5+"), ("yes", "hard", "4+"), ("no", "hard", "6+")]
)
def test_kb3_cover_in_terrain(edition: str, land: str, needed: str) -> None:
    at = {"4ind/inf-1": "25,20", "15pz/tank-1": "20,20"}
    made = in_fire(at=at, terrain=(f"{land} at 25,20 radius 1",), options={"blitzkrieg": edition})
    made.play("fire 15pz/tank-1 at 4ind/inf-1 nearest roll 5")
    assert made.question.endswith(f"needs {needed}")


# Measuring by place


def test_km1_a_move_by_place() -> None:
    made = in_movement(at={"15pz/tank-1": "20,20"})
    assert made.play("move 15pz/tank-1 to 26,20").flags == []
    assert made.unit("15pz/tank-1").at == Point(26, 20)


@pytest.mark.parametrize(("x", "flag", "warned"), [(26.0, [], []), (26.2, [], ["KM1"]), (26.3, ["KM1"], [])])
def test_km1_near_a_limit_is_only_warned_about(x: float, flag: list[str], warned: list[str]) -> None:
    made = in_movement(at={"15pz/tank-1": "20,20"}).play(f"move 15pz/tank-1 to {x},20")
    assert (made.flags, made.rules(Kind.WARNING)) == (flag, warned)


def test_km1_margin_option() -> None:
    strict = in_movement(at={"15pz/tank-1": "20,20"}, options={"margin": "0"}).play("move 15pz/tank-1 to 26.1,20")
    assert strict.flags == ["KM1"]


def test_km1_in_centimetres() -> None:
    made = in_movement(at={"15pz/tank-1": "50,50"}, options={"centimetres": "yes"})
    assert made.play("move 15pz/tank-1 to 65,50").flags == []
    far = in_movement(at={"15pz/tank-1": "50,50"}, options={"centimetres": "yes"}).play("move 15pz/tank-1 to 66,50")
    assert far.flags == ["KM1"]
    assert "15 cm" in far.found[0].message


def test_ks1_base_option() -> None:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": "27.3,20"}
    line = "fire 15pz/tank-1 at 4ind/inf-1 nearest spotter 15pz/tank-1 sight 5"
    assert in_fire(at=at).play(line).flags == []
    assert in_fire(at=at, options={"base": "15"}).play(line).flags == ["KF6"]


def test_ks1_hills_and_trenches() -> None:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": "20,29", "4ind/inf-2": "60,20", "15pz/inf-1": "60,29"}
    hill = ("hill at 20,20 radius 1", "hill at 60,20 radius 1")
    made = in_fire(at=at, terrain=hill, dug=("15pz/inf-1",))
    assert [line for line in RULESET.why(made.table, ("spots", "15pz/tank-1")) if "inf-1 " in line] == [
        "4ind/inf-1 is spotted by the division of 15pz/tank-1 [KF2]"
    ], "7.8 inches, 6 and 3 for the hilltop"
    made = in_fire(at={**at, "15pz/inf-1": "60,24.5"}, terrain=hill)
    assert any("4ind/inf-2 may be" in line for line in RULESET.why(made.table, ("spots", "15pz/inf-1")))


def test_ks1_a_captured_position_gives_no_bonus() -> None:
    at = {"15pz/inf-1": "20,20", "4ind/inf-1": "24,20"}
    made = battle(at=at, dug=("4ind/inf-1",)).until("movement", "british").play("move 4ind/inf-1 to 28,20")
    made.until("movement").play("move 15pz/inf-1 to 24,20 into trench-1")
    assert made.flags == []
    assert made.table.dug_in("15pz/inf-1")
    made.until("fire").play("fire 15pz/inf-1 at 4ind/inf-1 nearest spotter 15pz/inf-1 sight 7")
    assert made.flags == ["KS1"]


def test_kx1_by_place_the_unit_stops_in_front_or_behind() -> None:
    where = {"15pz/recon-1": "20,20"}
    field = ("british> minefield at 24,15 25,25",)
    for roll, x in ((3, 24 - 0.59), (5, 25 + 0.59)):
        made = in_movement(at=where, mines=field).play("move 15pz/recon-1 to 28,20", str(roll))
        at = made.unit("15pz/recon-1").at
        assert at is not None
        assert (round(at.x, 2), at.y) == (round(x, 2), 20)
        assert made.flags == []


def test_kx2_by_place_a_gap_lets_units_through() -> None:
    at = {"15pz/inf-1": "23.4,20", "15pz/tank-1": "22,20", "15pz/tank-2": "22,23"}
    made = battle(at=at, mines=("british> minefield at 24,15 25,25",)).play("clear 15pz/inf-1 mines-1 roll 6", "pass")
    made.play("move 15pz/tank-1 to 27,20")
    assert made.unit("15pz/tank-1").at == Point(27, 20)
    made.play("move 15pz/tank-2 to 27,23")
    assert made.question.startswith("15pz/tank-2 crosses mines-1")
    assert Field("mines-1") in made.table.mines


def test_kx2_by_place_a_way_through_a_gap_keeps_to_it() -> None:
    at = {"15pz/inf-1": "23.4,20", "15pz/tank-1": "22,20", "15pz/tank-2": "22,23", "15pz/recon-1": "16,20"}
    fields = ("british> minefield at 24,15 25,25", "british> minefield at 18,19 19,21")
    made = battle(at=at, mines=fields, first=("terms width 72 depth 48 mines 2",))
    made.play("clear 15pz/inf-1 mines-1 roll 6", "pass")
    assert any(row.endswith("gaps: gap-1 at 24,20") for row in made.game.ruleset.show(made.table))
    for line, flags, used in (
        ("move 15pz/tank-1 to 27,20", [], 1),  # at the gap it goes without its name
        ("move 15pz/tank-1 to 27,20.3", [], 1),  # aslant, but within the margin of it all through the field
        ("move 15pz/tank-1 to 26.5,21.5", [], 0),  # half a base beside it there are mines
        ("move 15pz/tank-2 to 27,23 gap gap-1", ["KX2"], 1),
        ("move 15pz/tank-2 to 27,23", [], 0),
        ("move 15pz/tank-2 to 22,18 gap gap-1", ["KX2"], 1),  # it crosses no minefield
        ("move 15pz/recon-1 to 25,20 gap gap-1", [], 0),  # another minefield comes first
    ):
        made.fresh().play(line)
        assert (made.flags, made.table.gaps[GapName("gap-1")].used) == (flags, used), line
        assert ("gap-1: 1 of 6" in made.question) == (used == 1), line
        near = any("beside gap-1" in finding.message for finding in made.found)
        assert near == line.endswith(("20.3", "21.5", "23 gap gap-1", "18 gap gap-1")), line
        made.play("undo")


def test_kx2_a_gap_without_a_place_is_given_one_by_hand() -> None:
    made = battle(at={"15pz/tank-1": "22,20"}, mines=("british> minefield at 24,15 25,25",))
    made.play("clear 15pz/inf-1 mines-1 roll 6", "pass", "move 15pz/tank-1 to 27,20 gap gap-1")
    assert (made.flags, made.rules(Kind.NEEDS)) == ([], ["KX2"])
    made.play("undo", "adjust gap-1.at 24,23").fresh().play("move 15pz/tank-1 to 27,20 gap gap-1")
    assert made.flags == ["KX2"]


def test_kx2_by_place_a_unit_must_be_beside_the_field() -> None:
    made = battle(at={"15pz/inf-1": "20,20"}, mines=("british> minefield at 24,15 25,25",))
    assert made.play("clear 15pz/inf-1 mines-1 roll 6").flags == ["KX2"]


def test_ka1_a_one_near_an_hq_disperses_the_aircraft() -> None:
    made = in_fire(first=("terms planes-axis 2",)).play("air 4ind/inf-1", "1")
    assert made.question == "How far is 4ind/inf-1 from the nearest British HQ?"
    made.play("12")
    assert made.table.dispersed == {"axis": 1}
    made.until("fire", "british").until("fire").play("air 4ind/inf-1 roll 3", "air 4ind/inf-2 roll 3")
    assert made.flags == ["KA1"], "one attack is left in every later turn"
    far = in_fire(first=("terms planes-axis 2",)).play("air 4ind/inf-1 roll 1 aa 13")
    assert far.table.dispersed == {}


# Losses, return, victory


def test_kc1_which_hq_is_meant() -> None:
    made = in_fire(at={"4ind/hq": "60,20", "4ind/inf-1": "48,20"})
    made.play("fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest roll 5 save 1")
    assert made.unit("4ind/inf-1").status is Status.SCATTERED, "measured by the positions"
    assert "10.82" in made.said[-1]


def test_kc2_a_unit_comes_back_and_moves() -> None:
    made = in_movement().play("exit 15pz/tank-1").until("hq-return")
    assert made.question == "HQs may bring back one Scattered unit each: 15pz/tank-1; pass leaves them"
    made.play("return 15pz/tank-1 distance 1 enemy 9", "pass", "move 15pz/tank-1 6")
    assert made.flags == []


def test_kc2_what_was_forgotten_is_said() -> None:
    made = in_movement().play("exit 15pz/tank-1").until("hq-return").play("pass")
    assert any("still Scattered, though an HQ could have brought it back: 15pz/tank-1" in s for s in made.said)


def test_kt2_closing_a_phase_lists_who_did_nothing() -> None:
    made = in_movement(axis=("21inv",)).play("move 21inv/hq 3", "pass")
    assert made.said[0].startswith("KT2: did not move: 21inv/recon-1")


def test_kv1_and_kv2_points() -> None:
    made = major({})
    assert score(made.table) == {"axis": 15, "british": 0}
    assert (made.table.winner, made.state["campaign"]["result"]) == ("axis", "major victory")


def test_kv2_the_offer_is_made_once() -> None:
    made = in_fire()
    for n in (1, 2, 3):
        made.play(f"fire 15pz/tank-{n} at british/base-{n} range 5 nearest roll 5 save 1")
    assert "may be taken at once" in made.question
    assert enter_line(made.game) == "axis> claim"
    assert [finding.rule for finding in made.game.report("british> claim").findings] == ["KV2"]
    made.play("back", "decline")
    assert "may be taken at once" not in made.question
    assert made.play("axis> claim").table.winner == "axis", "but the right stays"


# Campaign


def test_kp1_the_front_moves() -> None:
    after = campaign_after(major({}, areas="Tunisia,One,Two,Tobruk,Three,Four,Cairo").table)
    assert (after["moves"], after["toward"], after["front"], after["area"]) == (2, "Cairo", 2, "Four")
    assert after["options"] == {"front": "2", "areas": "Tunisia,One,Two,Tobruk,Three,Four,Cairo", "halved": "both"}
    unknown = campaign_after(major({}).table)
    assert (unknown["area"], unknown["defeat"]) == ("2 areas east of Tobruk", None)
    assert '[Option "halved both"]' in campaign_words(major({}).table)


def test_kp1_a_draw_leaves_the_front() -> None:
    after = campaign_after(over(battle()).table)
    assert (after["moves"], after["area"]) == (0, "Tobruk")


def test_kp2_half_the_bases() -> None:
    made = battle(axis=("7small",), first=SMALL).until("fire", "british")
    for n in (1, 2):
        made.play(f"fire 4ind/inf-{n} at 7small/tank-{n} range 5 nearest roll 5 save 1 hq 20")
    after = campaign_after(over(made).table)
    assert (after["left_out"], after["options"]["out"]) == (["7small"], "7small")


def test_kp3_a_battle_lost_at_the_last_stand() -> None:
    made = major({}, areas="Tunisia,Tobruk,Cairo", front="1")
    after = campaign_after(made.table)
    assert (after["area"], after["defeat"], after["options"]) == ("Cairo", "british", {})
    assert made.said[-1].endswith("it is the total defeat of the British, which lost the last stand [KP3]")


def test_kp1_the_front_moves_no_farther_than_the_areas_go() -> None:
    words = campaign_words(major({}, areas="Tunisia,Tobruk,Cairo").table)
    assert words[0] == "Campaign: major victory; the front moves 1 area towards Cairo, to Cairo [KP1]"


# Options and bad input


def test_every_option_has_a_test() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_kiss_*.py"))
    for option in OPTIONS:
        assert f'"{option.name}":' in tests or f"{option.name.replace('-', '_')}=" in tests, option.name


@pytest.mark.parametrize(
    ("name", "value"),
    [("tigers", "yes"), ("tiger", "maybe"), ("margin", "nan"), ("base", "1e9"), ("front", "x"), ("areas", "A,B")],
)
def test_an_option_that_cannot_be(name: str, value: str) -> None:
    with pytest.raises(NotUnderstood):
        start(Setup(RULESET.rulebook.defaults(), {name: value}))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fire 99pz/tank-1 at 4ind/inf-1", "99pz/tank-1"),
        ("fire 15pz/tank-1 at 4ind/inf-1 range -1", "range is 0 to 999 on the tape, not -1."),
        ("fire 15pz/tank-1 at 4ind/inf-1 range 1e9", "'1e9' is not a number (range)."),
        ("fire 15pz/tank-1 at 4ind/inf-1 range nan", "'nan' is not a number (range)."),
        ("fire 15pz/tank-1 at 4ind/inf-1 range 5 roll 7", "roll is 1 to 6 pips, not 7."),
        ("fire 15pz/tank-9 at 4ind/inf-1", "15pz/tank-9"),
        ("fire 15pz/tank-2 at 4ind/inf-1", "15pz/tank-2 is Destroyed [KC1]."),
        ("fire 15pz/tank-1 at 15pz/tank-2", "15pz/tank-2 is Destroyed [KC1]."),
        ("move 15pz/tank-1 to 24", "a position (to) is two numbers joined by a comma, as in 24,10."),
        ("move 15pz/tank-1 to 1e9,4", "'1e9' is not a position (to)."),
        ("die 5", "There is no trial now, so nothing to die."),
    ],
)
def test_bad_input_says_what_is_wrong(line: str, said: str) -> None:
    made = in_fire(axis=("15pz",))
    made.play("adjust 15pz/tank-2.status destroyed")
    before = made.table
    made.fresh().play(line)
    assert made.failed, made.found
    assert said in made.failed[0]
    assert made.table == before


def test_ko1_a_position_off_the_table() -> None:
    made = in_movement(at={"15pz/tank-1": "20,20"}, first=("terms width 72 depth 48",))
    assert made.play("move 15pz/tank-1 to 20,60").flags == ["KO1"]


def test_ko3_a_division_is_known_ever_after() -> None:
    made = Battle(new_game()).play('division "7th Invented" british as "7inv" hq 1 cruiser 3')
    assert made.table.box.divisions["7inv"].bases == 4
    made.play("division 7inv cruiser 4")
    assert made.table.box.divisions["7inv"].bases == 5
    assert made.play("axis> north top", *mustered(["15pz"], ["7inv"])).flags == []
    assert Unit("7inv/cruiser-4") in made.table.units


def test_ko9_a_brigade_comes_under_its_hq() -> None:
    made = battle(british=("7inv", "1brig"), attach=("1brig 7inv",))
    assert made.table.attached == {"1brig": "7inv"}
    assert any("given to 7inv" in line for line in RULESET.show(made.table))


def test_show_draws_the_table_in_eighty_columns() -> None:
    at = {"15pz/hq": "10,10", "4ind/hq": "62,40"}
    made = in_movement(at=at, first=("terms width 72 depth 48",), terrain=("hill at 30,20 radius 3",))
    lines = RULESET.show(made.table)
    assert max(map(len, lines)) <= 80
    drawn = [line for line in lines if line.startswith("|")]
    assert "H" in drawn[int((48 - 10) / 48 * len(drawn))]
    assert "h" in drawn[int((48 - 40) / 48 * len(drawn))]
    assert any("^" in line for line in drawn)


def test_fire_options_are_listed() -> None:
    at = {"15pz/tank-1": "20,20", "4ind/inf-1": "24,20", "4ind/inf-2": "26,20"}
    lines = list(RULESET.why(in_fire(at=at).table, ("targets", "15pz/tank-1")))
    assert lines[0].startswith("4ind/inf-1")
    assert any(line.startswith('4ind/inf-1 at 2.82": hits on 5+') for line in lines)
    assert any("4ind/inf-2" in line and "[KF3]" in line for line in lines)


# What the exam board of November 30 found


def test_ko3_the_word_of_a_nation_is_no_division() -> None:
    made = Battle(new_game()).play(
        'division "Sample British" british as "1inv" hq 1 itank 2', 'division "Other" british as "2inv" itank 1'
    )
    assert made.found == []
    divisions = made.table.box.divisions
    assert (divisions["1inv"].bases, divisions["2inv"].bases) == (3, 1)


def test_ks2_the_word_of_an_arm_is_no_type_where_a_title_is_given() -> None:
    made = Battle(new_game()).play('type "British light" tank as "lt" move 9 save 5')
    assert (made.found, made.failed) == ([], [])
    types = made.table.box.types
    assert (types["lt"].move, types["lt"].save, str(types["lt"].arm)) == (9, 5, "tank")
    assert (types["tank"].move, types["tank"].save) == (6, 4)
    assert made.play("type tank save 5").table.box.types["tank"].save == 5
    assert made.fresh().play('type cruiser "Crusader" save 5').rules(Kind.WARNING) == ["KS2"]


def test_ko2_cards_may_come_before_the_terrain_is_laid() -> None:
    made = Battle(new_game()).play(*mustered(["15pz"], ["4ind"]), "axis> terrain hill", "axis> north top")
    assert (made.flags, made.failed) == ([], [])
    assert len(made.table.units) > 25


def test_ko6_enter_deploys_a_division_before_it_leaves_one_behind() -> None:
    made = Battle(new_game()).play("axis> north top", *mustered(["15pz"], ["4ind"]), "british> pass")
    made.play("british> pass", "axis> pass")
    offered = []
    while made.table.step == "deployment":
        ask = made.game.ask
        assert ask is not None
        offered.append(ask.enter)
        made.play(f"{ask.side}> {ask.enter}")
    assert offered == ["deploy 4ind", "deploy british", "pass", "deploy 15pz", "deploy axis", "pass"]


@pytest.mark.parametrize("line", ["move 15pz/tank-1 to 24,20", "axis> move 15pz/tank-1 distance 4 to 24,21"])
def test_ko1_no_base_stands_on_another(line: str) -> None:
    made = in_movement(at={"15pz/tank-1": "20,20", "15pz/tank-2": "24,20.5"}).play(line)
    assert (made.flags, made.rules(Kind.WARNING)) == ([], ["KO1"])


def test_km1_what_was_measured_and_the_positions_disagree() -> None:
    made = in_movement(at={"15pz/tank-1": "20,20"}).play("move 15pz/tank-1 to 26,20 distance 3")
    assert (made.flags, made.rules(Kind.WARNING)) == ([], ["KM1"])
    assert "by the positions it is 6" in made.found[0].message


def test_km1_a_range_at_which_nobody_can_be() -> None:
    made = in_fire().play("fire 15pz/tank-1 at 4ind/inf-1 range 1 nearest roll 2")
    assert (made.flags, made.rules(Kind.WARNING)) == ([], ["KM1"])


def test_kx2_a_gap_in_a_field_of_ones_own_is_only_warned_about() -> None:
    made = battle(first=("terms mines 1",), mines=("axis> minefield",)).until("movement")
    assert made.play("clear 15pz/inf-1 mines-1 roll 5").rules(Kind.WARNING) == ["KX2"]


def test_ko7_a_minefield_is_flagged_once_for_all_its_corners() -> None:
    made = battle(first=("terms width 72 depth 48 mines 1",))
    fresh = Battle(new_game()).play("terms width 72 depth 48 mines 1", "axis> north top", *mustered(["15pz"], ["4ind"]))
    assert made.flags == []
    assert fresh.fresh().play("british> pass", "british> minefield at 38,10 40,20 38,20").flags == ["KO7"]


@pytest.mark.parametrize(("unit", "flags"), [("15pz/tank-1", ["KM4"]), ("15pz/inf-1", [])])
def test_km4_bad_ground_is_not_crossed_either(unit: str, flags: list[str]) -> None:
    made = in_movement(at={unit: "8,10"}, first=("terms width 72 depth 48",), terrain=("bad at 10,8 12,12",))
    assert made.play(f"move {unit} to 14,10").flags == flags


def test_km4_a_unit_comes_back_to_ground_that_it_may_enter() -> None:
    places = {"15pz/hq": "10,10", "15pz/inf-1": "12.2,10"}
    made = in_movement(at=places, first=("terms width 72 depth 48",), terrain=("hill at 12,10 radius 1",))
    made.play("adjust 15pz/inf-2.status scattered").until("hq-return")
    assert made.play("return 15pz/inf-2 at 11.4,10").flags == ["KM4"]
    assert made.rules(Kind.WARNING) == ["KO1"]


def test_kf2_a_sight_without_a_spotter_proves_nothing() -> None:
    made = in_fire().play("fire 15pz/88-1 at 4ind/inf-1 range 11 sight 5 nearest roll 2")
    assert (made.flags, made.rules(Kind.NEEDS)) == ([], ["KF2"])


def test_a_unit_that_does_not_exist_is_named_in_good_english() -> None:
    made = in_fire().play("fire 15pz/tank-9 at 4ind/inf-1")
    assert made.failed[0].startswith("'15pz/tank-9' is not a unit on the table.")

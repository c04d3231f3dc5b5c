"""What hurried players of Lettow-Vorbeck leave untold or type beside the mark: units, places, cards, reinforcements."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.components.unknown import UNKNOWN
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.lettow_vorbeck.box import UNITS
from tests.lv import Table, fighting, marching, new_game, placed
from tests.test_lv_typing import state_of

UNTOLD = 'card "Invented Draft" german move all-2 event none remove no'
TOLD = f"{UNTOLD} recruit 2"

SPARE = (
    "allied> deploy 1-kar,vol-lf nairobi", "ready", 'unit "17 FKA" german start gea', "deploy 17-fka dar", "ready",
    'unit "18 FKA" german start pool', 'unit "19 FKA" german start pool', 'unit "20 FKA" german start pool',
)  # fmt: skip
"""A game with little on file: whether Dar es Salaam is a supply centre is not known."""


def spare(*lines: str) -> Table:
    """That game after some lines."""
    return Table(new_game()).play(*SPARE, *lines)


@pytest.mark.parametrize(
    "lines",
    [
        (UNTOLD, "draw invented-draft", "recruit 106-inv tabora", "card invented-draft recruit 2"),
        (TOLD, "draw", "recruit 106-inv tabora", "draw invented-draft"),
    ],
)
def test_recruits_that_came_before_it_was_told_how_many_are_counted(lines: tuple[str, ...]) -> None:
    table = placed(*lines)
    assert table.question.startswith("1 unit to be drawn")
    table.play("recruit 107-inv tabora")
    assert (table.game.table.step, table.rules()) == ("march", [])


def test_a_box_of_which_all_come_is_told_late() -> None:
    table = placed(UNTOLD, "draw", "recruit 106-inv tabora", "adjust kona.at konigsberg")
    table.play("card invented-draft brings konigsberg", "draw invented-draft")
    assert table.question.startswith("1 unit to be drawn from the Konigsberg recruit box"), "only those in it are left"


def test_where_no_place_is_sure_the_perhaps_are_told_and_nothing_is_left_out() -> None:
    table = spare(TOLD, "draw invented-draft", "recruit 18-fka nairobi")
    assert [f.instead for f in table.found if f.kind is Kind.ILLEGAL] == [
        "perhaps dar-es-salaam; what tells it: space dar-es-salaam centre ?"
    ]
    table = spare(TOLD, "draw invented-draft")
    assert table.question.endswith("where one may arrive is not known: recruit UNIT PLACE, or pass")
    assert (table.play("pass").game.table.step, table.rules()) == ("march", [])
    assert spare("space dar centre yes", TOLD, "draw invented-draft", "pass").rules() == ["27.1.C"], "now it is a duty"


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("deploy 17 kilindini", 'space "Kilindini"'),
        ("17 kilindini", 'space "Kilindini"'),
        ("deploy 17 kilindini bay", 'space "Kilindini Bay"'),
        ("deploy 16 lancers nairobi", 'unit "16 Lancers" german'),
    ],
)
def test_behind_a_unit_on_file_stands_a_place(line: str, asked: str) -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3]).game)
    assert f"Teach it with: {asked}" in " ".join(talk.hear(line))


def test_the_units_that_are_not_on_file_are_said_until_all_are() -> None:
    table = Table(new_game()).play(*SPARE[:2])
    assert "Not on file: those it may place and those marked R" in table.question
    table.play('unit "17 FKA" german start gea')
    assert table.question.startswith("Set-up: 17-fka. Not on file: perhaps more of those it may place")
    table.play("deploy 17-fka dar", 'unit "18 FKA" german start pool')
    assert "Not on file: perhaps more of those it may place (`unit TITLE german start gea`)" in table.question
    table.play(*(f'unit "X {i}" german start pool' for i in range(UNITS)))
    assert table.question == "Set-up: is all laid out?"


def test_recruiting_is_on_the_list_though_nobody_is_on_file() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:5], TOLD, "draw invented-draft").game)
    assert any("recruit [UNITS,...]" in line and "as in recruit 3-kar nairobi" in line for line in talk.hear("?"))


@pytest.mark.parametrize("line", ["askari levy", "Askari Levy", '"Askari Levy"'])
def test_an_unknown_title_alone_is_the_card_that_is_drawn(line: str) -> None:
    talk = Talk(spare().game)
    talk.hear(line)
    talk.hear("y")
    assert state_of(talk.game).box.cards["askari-levy"].side == "german"
    assert talk.game.log.entries[-1].line == "draw askari-levy"


@pytest.mark.parametrize(("line", "meant"), [("drw", "draw"), ("shwo", "show"), ("undu", "undo")])
def test_a_slip_is_no_title(line: str, meant: str) -> None:
    assert f"'{line}' is no verb. Did you mean {meant}?" in Talk(spare().game).hear(line)


BATTLE = (
    "unit 17-fka type light strength 2 elite no", "unit 1-kar type light strength 2 elite no", 'space "Invented A" gea',
    "result all 1 none 2 none 3 none 4 none 5 panic 6 elimination", "draw", "pass", "adjust 1-kar.at dar-es-salaam",
    "adjust desg.at pool", "pass", "battle dar",
)  # fmt: skip
"""17-fka attacks 1-kar in Dar es Salaam, of which no route and no fort is told."""


def test_more_hidden_units_than_are_on_file_may_be_laid_out_and_drawn() -> None:
    table = Table(new_game()).play(*SPARE[:2], "deploy count 4 dar")
    assert (table.rules(), table.rules(Kind.NEEDS)) == ([], ["25.2"])
    table = spare("space dar centre yes", "adjust 19-fka.at dar-es-salaam", "adjust 20-fka.at dar-es-salaam", TOLD)
    table.play("draw invented-draft")
    assert table.question == "2 units (1 on file) to be drawn from the recruit pool, and placed"
    table.play("recruit count 2 dar")
    assert (table.rules(), table.rules(Kind.NEEDS)) == ([], ["27.1.C"])


def test_enter_ends_no_set_up_of_which_units_may_be_missing() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:4]).game)
    assert "another Enter ends the set-up" in talk.hear("")[0]
    assert talk.hear("")[0] == "German: ready"


PANIC = (*BATTLE, "superiority 6,1", "fire 17-fka 5,1")


def test_a_retreat_without_a_place_is_asked_for_or_not_judged() -> None:
    table = spare(*PANIC)
    error = table.game.report("allied> retreat 1-kar").error
    assert error is not None
    assert (error.message, "invented-a" in error.choices) == ("Where to? retreat 1-kar PLACE", True)
    found = table.play("allied> retreat").found
    assert ("13.5.C", "route dar-es-salaam invented-a ?") in [(f.rule, f.teach) for f in found]


def test_what_tells_that_a_panic_is_ignored_is_asked_for_where_nobody_chooses() -> None:
    talk = Talk(spare(*PANIC[:-1]).game)
    assert "hether a fortress, fort or base is printed in Dar es Salaam" in " ".join(talk.hear(PANIC[-1]))
    assert "14.A: the panic is ignored" in " ".join(talk.hear("allied")), "it waited for that"
    table = spare(*PANIC[:1], "unit 1-kar type light strength 2", *PANIC[2:])
    assert [f.teach for f in table.found if f.rule == "16.B"] == ["unit 1-kar elite ?"]
    table = spare(*BATTLE[:3], *BATTLE[4:], *PANIC[-2:], "effect panic")
    assert table.found[-1].teach == "space dar-es-salaam fort ?", "there is no table of results"


def test_all_that_surely_panic_are_asked_for_before_they_do() -> None:
    new = tuple(f'unit "Invented {letter}" allied type light strength 1' for letter in "YZ")
    there = ("adjust 1-kar.at nairobi", "adjust vol-lf.at nairobi", *(f"adjust invented-{u}.at voi" for u in "yz"))
    table = fighting("superiority 6,1", "fire 101-inv 5,5", before=(*new, *there))
    asked = [f.teach for f in table.found if f.rule == "16.B"]
    assert asked == ["unit invented-y elite ?", "unit invented-z elite ?"]
    table = fighting("superiority 6,1", "fire 101-inv 5,1", before=(*new, *there))
    assert not [f for f in table.found if f.rule == "16.B"], "its owner chooses, and is asked then"


def test_a_die_that_does_the_same_for_all_types_needs_no_type() -> None:
    table = spare("adjust 18-fka.at dar-es-salaam", "adjust 17-fka.at pool", "unit 18-fka strength 1", *BATTLE[1:])
    table.play("superiority 6,1", "fire 18-fka 1")
    assert "13.2" not in table.rules(Kind.NEEDS)


def test_all_that_may_be_elite_are_asked_for_where_it_decides() -> None:
    table = spare("adjust 18-fka.at dar-es-salaam", "unit 17-fka strength 2", *BATTLE[1:7])
    table.play("pass", "battle dar", "superiority 4,4", "unit desg elite no")
    assert table.found[-1].teach == "unit 17-fka elite ?"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("1 FKA to tabora", "1 FKA"),
        ("8-fka dar", "8-fka"),
        ('"9 FKA" to dar', "9 FKA"),
        ("1 SA Mounted to nairobi", "1 SA Mounted"),
        ("deploy 1 SA Mounted nairobi", "1 SA Mounted"),
        ("2 SA indian ocean", "2 SA"),
    ],
)
def test_a_number_and_words_that_are_not_known_are_one_title(line: str, title: str) -> None:
    said = Talk(Table(new_game()).play(*SPARE[:2]).game).hear(line)
    assert any(f"No unit on file is called '{title}'. Teach it" in each for each in said)


def test_a_unit_is_not_named_twice_by_its_number_and_its_name() -> None:
    table = Table(new_game()).play(*SPARE[:2], 'unit "FKA" german start gea', 'unit fka title "1 FKA"')
    assert table.game.report("deploy 1 fka to dar").line == "deploy fka dar-es-salaam"


def test_yes_is_no_place_and_of_two_kinds_it_chooses_none() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:2]).game)
    talk.hear('unit "11 FKA" german; deploy 11-fka nairobi')
    assert "'y' does not say which" in talk.hear("y")[0]
    assert state_of(talk.game).box.units["11-fka"].start != "aside"
    talk = Talk(Table(new_game()).play(*SPARE[:2]).game)
    talk.hear("deploy count 3 tanga")
    assert talk.hear("y")[0] == "It may be either; its number says which."
    assert "Given up: deploy count 3 tanga" in talk.hear("ready")


def test_all_is_no_side() -> None:
    table = spare('card "Invented Draft" german', "card invented-draft recruit 2, all 2")
    assert table.game.log.entries[-1].line == "card invented-draft recruit 2 move all-2"


def test_a_card_without_a_name_is_named_by_its_title_alone() -> None:
    talk = Talk(spare(TOLD, "draw").game)
    assert talk.hear("invented draft")[0] == "German: draw invented-draft"
    talk = Talk(spare("draw").game)
    assert 'Teach it with: card "Invented Rush"' in " ".join(talk.hear("invented rush"))


def test_a_supply_centre_is_told_as_players_say_it_and_is_unsure_before() -> None:
    table = spare()
    assert table.game.ruleset.status(table.game.table)[-1] == "centres: German 0?, Allied 2?"
    assert [table.play(line).game.log.entries[-1].line for line in ("space dar supply", "space dar center no")] == [
        "space dar-es-salaam centre yes", "space dar-es-salaam centre no",
    ]  # fmt: skip
    assert "Dar es Salaam  G: desg, 17-fka" in (look(table.game, "show dar") or [])


def test_a_march_says_where_it_begins_and_why_a_route_is_asked_for() -> None:
    table = spare('space "Invented A" gea', 'space "Invented B" gea', "route dar invented-b no", "draw", "pass")
    table.play("march 17-fka from dar to invented-a")
    assert table.at("17-fka") == "invented-a"


def test_the_dice_of_one_of_several_stand_behind_its_name() -> None:
    talk = Talk(fighting("superiority 6,1").game)
    for dice in ("1 5 2", "5 2"):
        assert "1) fire 101-inv 5,2" in " ".join(talk.hear(dice)), "whose they are is asked"
    talk.hear("102inv 5 2")
    assert talk.game.log.entries[-1].line == "fire 102-inv 5,2", "the dice told before are told anew"


def test_a_card_that_moves_all_moves_hidden_units() -> None:
    hidden = (*SPARE[:3], "unit 17-fka type light", "unit desg type light", "deploy count 1 dar", "ready")
    table = Table(new_game()).play(*hidden, 'space "Invented A" gea', UNTOLD, "draw invented-draft", "pass")
    table.play("route dar invented-a land", "march dar invented-a count 1")
    assert "11.C" not in table.rules(Kind.NEEDS)


def test_a_loss_that_is_told_before_its_dice_is_not_called_undue() -> None:
    table = spare(*BATTLE[:3], *BATTLE[4:], "superiority 6,1", "fire 17-fka")
    early = [f"allied> {loss} 1-kar" for loss in ("eliminate", "panic")]

    def breaches() -> set[tuple[Kind, str]]:
        found = (f for line in early for f in table.game.judge(line).findings)
        return {(f.kind, f.rule) for f in found if f.kind is not Kind.NEEDS}

    assert breaches() == {(Kind.OMISSION, "13.1.2.B")}
    table.play("shots 5,6")
    assert breaches() == {(Kind.OMISSION, "13.2")}


AWAY = (
    "adjust 1-kar.at mombasa 102-inv.at tabora 103-inv.at tabora", "german> draw invented-rains", "draw invented-push",
    "recruit 203-inv nairobi",
)  # fmt: skip
VIA = "march vol-lf taveta via voi"


def test_11_1_2_a_march_says_its_way_and_is_judged_by_it() -> None:
    table = placed("adjust 101-inv.at voi", *AWAY, VIA)
    assert table.rules() == ["11.1.2"], "though another way leads there over Moshi"
    table = placed("adjust 101-inv.at tabora", *AWAY, VIA)
    assert (table.rules(), table.at("vol-lf")) == ([], "taveta")


def test_11_1_2_a_way_that_is_told_with_a_march_stays_on_file() -> None:
    new = tuple(f'space "Invented {letter}" gea stop no river no' for letter in "ABC")
    march = "march 101-inv invented-c via invented-b"
    table = placed(*new, "adjust 101-inv.at invented-a 102-inv.at invented-a", "draw invented-ruse", march)
    table.play("march 102-inv invented-c")
    assert (table.rules(), table.rules(Kind.NEEDS)) == ([], [])


def test_the_next_march_may_be_told_where_a_route_is_asked_for() -> None:
    there = ('space "Invented A" gea', "adjust 19-fka.at dar-es-salaam")
    talk = Talk(spare(*there, UNTOLD, "draw invented-draft", "pass").game)
    assert "The route from Dar es Salaam" in " ".join(talk.hear("17 fka invented-a"))
    talk.hear("19 fka to invented-a")
    assert talk.game.log.entries[-1].line == "march 19-fka invented-a"
    assert talk.question is not None, "the route is asked for yet"


@pytest.mark.parametrize("line", ["b ief, c ief dar es salaam", "c ief, b ief to dar es salaam", "b ief to dar"])
def test_the_title_of_a_unit_goes_before_the_letters_of_verbs(line: str) -> None:
    game = placed("draw invented-rains", "draw invented-push", "recruit 203-inv nairobi", options="breakoff").game
    assert "b-ief" in game.reader().read(line).units


@pytest.mark.parametrize(
    ("line", "taught"),
    [("FW, 2 FKA to dar", "FW"), ("Abt Kraut, 17/FKA to dar", "Abt Kraut"), ("1/FKA recruit pool", "1/FKA")],
)
def test_a_list_that_begins_with_a_new_unit_is_offered_to_be_taught(line: str, taught: str) -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3], 'unit "2 FKA" german start gea').game)
    said = " ".join(talk.hear(line))
    assert f'called \'{taught}\'. Teach it with: unit "{taught}" german' in said, "1 KAR is no slip of 1 FKA"


@pytest.mark.parametrize("said", ["25 royfus", "25royfus", "25 roy fus"])
def test_a_title_is_known_without_its_blanks(said: str) -> None:
    game = placed('unit "25 Roy Fus" allied start pool', "draw invented-rains", "draw invented-push").game
    assert game.reader().read(f"{said} indian ocean").units == ("25-roy-fus",)


def test_8_1_an_event_that_is_told_by_hand_stands_in_the_question() -> None:
    assert marching("invented-ruse").question == "March: all 2; Invented Ruse: put UNIT PLACE by invented-ruse"


def test_22_1_a_who_may_build_the_fort_is_listed() -> None:
    error = placed("draw invented-ruse", options="forts").game.report("build fort moshi").error
    assert error is not None
    assert (error.rule, error.choices) == ("22.1.A", ("101-inv", "102-inv", "103-inv"))
    table = placed("draw invented-ruse", "build 101-inv", "dismantle fort", options="forts")
    assert (table.rules(), state_of(table.game).forts) == ([], {})


def test_13_2_what_a_die_does_is_a_choice_with_a_number() -> None:
    talk = Talk(spare(*BATTLE[:3], *BATTLE[4:], "unit 17-fka type light", "superiority 6,1", "fire 17-fka 5").game)
    assert talk.game.ask is not None
    assert talk.game.ask.among == ("none", "panic", "elimination")


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (("german> draw invented-askari", "german> recruit 203-inv tabora"), "27.1.C"),
        (("german> draw invented-rains", "german> turn"), "6.2.2.1"),
        (("german> draw invented-rains", "allied> turn"), "6.2.2.1"),
    ],
)
def test_one_fault_is_flagged_once(lines: tuple[str, ...], rule: str) -> None:
    table = placed(*lines)
    assert [f.rule for f in table.found if f.kind not in (Kind.NEEDS, Kind.RULING)] == [rule]


def test_13_1_2_b_dice_are_told_once_and_by_their_side() -> None:
    assert fighting("superiority 6,1", "fire 101-inv", "shots 1,1", "shots 1,1").rules() == ["13.1.2.B"]
    assert fighting("superiority 6,1", "fire 101-inv", "allied> shots 1,1").rules() == ["13.1.2.B"]


def test_25_2_a_set_up_that_is_illegal_tells_nothing_of_the_counter() -> None:
    table = Table(new_game()).play('unit "2 FKA" german', "german> deploy 2-fka dar")
    assert (table.rules(), state_of(table.game).box.units["2-fka"].start) == (["25.0"], UNKNOWN)


def test_29_b_south_africans_are_of_the_british_contingent() -> None:
    table = placed("draw invented-rains", 'unit "1 SA" allied start south-african', "draw south-african-reinforcement")
    assert table.play("recruit 1-sa belgian-congo").rules() == ["29.B"]

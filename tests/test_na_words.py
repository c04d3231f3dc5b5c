"""How newcomers write what they do in Lightning: North Africa, and what they are asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.commands import look
from referee.prompt.mending import _names, addressed
from referee.prompt.offers import offers, plant
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.dd import CARD, at_omaha
from tests.dd import at_table as d_day
from tests.na import RULESET, Table, at_table, in_actions, in_allied_turn, in_battle
from tests.pl import in_battle as in_polish_battle

BOMBER = 'card "Invented Bomber" axis when action cost 0 harm 0 effect loss 1 picks player'
DOCTOR = 'card "Invented Doctor" axis when action cost 0 harm 0 effect heal 1'


def both_in_tobruk(*lines: str) -> Table:
    """Two Axis forces in Tobruk, the only region with enemies in it, in the Battles step; then some lines."""
    table = in_actions("adjust 5-panzer.region tobruk", "adjust 15-panzer.region tobruk", "axis> pass")
    return table.play(*lines)


def played(table: Table) -> list[str]:
    """The acts of the record, each with its side."""
    return [f"{entry.side}> {entry.line}" for entry in table.game.log.entries]


def answered_by(answer: str) -> Table:
    """The loss of a card is asked for, and answered."""
    table = in_actions(BOMBER, "axis> play invented-bomber", "allied> decline")
    Talk(table.game).hear(answer)
    return table


@pytest.mark.parametrize("answer", ["9", "9-aus", "loss 9", "loss 9 by invented-bomber"])
def test_the_target_of_a_card_is_answered_as_it_is_offered(answer: str) -> None:
    table = answered_by(answer)
    assert played(table)[-1] == "axis> loss 9-australian by invented-bomber"
    assert table.force("9-australian")["losses"] == 1


def test_the_enemies_come_first_where_a_force_is_struck() -> None:
    card = 'card "Invented Riddle" axis when action cost 0 harm 0 effect text'
    table = in_actions(card, "axis> play invented-riddle", "allied> decline")
    offered = [offer.word for offer in offers(plant(table.game), "loss ")[1]]
    assert offered.index("9-australian") < offered.index("5-panzer")


def test_which_card_is_meant_must_be_said_where_two_are_in_play() -> None:
    texts = [f'card "Invented {name}" axis when action cost 0 harm 0 effect text' for name in ("One", "Two")]
    plays = ("axis> play invented-one", "allied> decline", "axis> play invented-two", "allied> decline")
    assert in_actions(*texts, *plays, "loss 9").failed == ["loss needs a card or force: loss FORCE by CARD [LOSSES]"]


def test_a_card_that_heals_says_whom_until_it_is_used() -> None:
    hurt = "adjust 5-panzer.losses 1"
    table = in_actions(DOCTOR, hurt, "axis> play invented-doctor", "allied> decline")
    assert table.question == "Operations and action cards; invented-doctor: heal 5-panzer, 1 left"
    table.play("axis> pass")
    assert "heal 5-panzer" in table.question
    table.play("heal 5")
    assert table.force("5-panzer")["losses"] == 0
    assert table.rules() == []
    assert "heal" not in table.question


def test_a_number_behind_an_effect_is_how_often_it_happens() -> None:
    table = in_actions('card "Invented Convoy" axis when arrival effect draw 2')
    assert played(table)[-1] == 'axis> card title "Invented Convoy" of axis when arrival effect draw amount 2'


def test_a_number_alone_is_no_fact_of_a_card() -> None:
    table = in_actions(BOMBER, "card invented-bomber 2", "force 5-panzer 2")
    assert table.failed[0] == "2 of what? Write cost 2 or harm 2 or amount 2."
    assert table.failed[1] == "2 of what? Write cost 2."
    assert played(table)[-1].startswith('axis> card title "Invented Bomber"')  # nothing was written since


def test_no_cost_is_none() -> None:
    table = in_actions('card "Invented Riddle" axis cost none harm nothing')
    assert played(table)[-1].endswith("cost 0 harm 0")


def test_a_number_alone_is_no_fact_in_the_other_lightning_games_either() -> None:
    assert d_day("force 29-inf 2").failed == ["2 of what? Write value 2 or attack 2 or defense 2."]
    battle = in_polish_battle('card "Invented Aid" german type military rating 1 when after effect draw 2')
    assert battle.game.log.entries[-1].line.endswith("effect draw amount 2")


@pytest.mark.parametrize("line", ["attack tob 5 15", "attack tob 5,15", "attack 5 15", "attack all", "attack tob all"])
def test_own_forces_in_a_row_all_attack(line: str) -> None:
    table = both_in_tobruk(line)
    assert played(table)[-1] == "axis> attack tobruk 5-panzer,15-panzer"
    assert table.rules() == []


def test_enemies_in_a_row_all_defend() -> None:
    table = both_in_tobruk("adjust 7-armored.region tobruk", "attack tob 5 15 9 7")
    assert played(table)[-1] == "axis> attack tobruk 5-panzer,15-panzer against 9-australian,7-armored"
    assert table.rules() == []


def test_the_region_is_that_of_the_forces_where_two_are_possible() -> None:
    table = both_in_tobruk("adjust ariete-trento.region western-desert", "adjust 4-indian.region western-desert")
    assert "axis> attack tobruk 5-panzer" in played(table.play("attack 5"))


def test_nobody_attacks_where_nobody_can() -> None:
    assert in_actions("axis> pass", "attack all").failed != []


def test_help_on_what_is_told_of_a_card_lists_each_word_with_its_meaning() -> None:
    said = "\n".join(look(in_actions().game, "help card") or [])
    assert "arrival = to answer an enemy reinforcement" in said
    assert "owner = whose forces they are" in said


def test_what_is_asked_of_a_card_is_a_thing_and_no_half_sentence() -> None:
    table = in_actions('card "Invented Riddle" axis', "axis> play invented-riddle")
    assert [f.message for f in table.found if f.kind is Kind.NEEDS] == [
        "the time at which Invented Riddle may be played (`action`: in the own action step; `move`, `card`, `arrival`: "
        "answers such an enemy act; `battle`: no action) is not known",
        "the number of cards that Invented Riddle costs is not known",
        "the number of own losses that Invented Riddle costs is not known",
        "the effect of Invented Riddle (`text`: by hand, with loss, heal, shift, remove, gain or drop) is not known",
    ]


def test_a_text_is_asked_for_until_it_is_done() -> None:
    table = in_actions('card "Invented Riddle" axis when action cost 0 harm 0 effect text', "play invented-riddle")
    table.play("allied> decline", "axis> pass")
    assert table.question.endswith("invented-riddle, by hand: loss, heal, shift, remove, gain or drop; then `done`")
    assert table.game.ask is not None
    assert {"loss", "done"} <= {*table.game.ask.verbs}
    table.play("done")
    assert played(table)[-1] == "axis> done invented-riddle"
    assert (table.question, table.rules()) == ("Battles: none is possible", [])


def test_the_text_of_a_card_of_d_day_needs_no_name_where_it_is_the_only_one() -> None:
    card = f'card "Invented Shells" allied when any {CARD} effect text 2'
    table = at_omaha(card, "allied> play invented-shells", "german> pass", "remove 352")
    assert table.game.log.entries[-1].line == "remove 352-inf by invented-shells"


def test_the_text_of_a_polish_card_needs_no_name_where_it_is_the_only_one() -> None:
    known = 'card "Invented Text" german type military rating 0 attack 0 defend 0 strikes none cost no effect text'
    table = in_polish_battle(f"{known} when after", "german> play invented-text", "value german 1")
    assert table.game.log.entries[-1].line == "value german by invented-text 1"


def test_what_a_line_passes_over_is_offered_with_it() -> None:
    talk = Talk(in_actions("axis> prepare ariete-trento").game)
    assert any("1) draw; move 5-panzer tobruk" in line for line in talk.hear("move 5-panzer tobruk"))
    talk.hear("1")
    acts = [entry.line for entry in talk.game.log.entries if entry.kind == "act"]
    assert acts[-2:] == ["draw", "move 5-panzer tobruk"]


def test_a_draw_of_too_few_cards_is_not_offered_behind_another() -> None:
    talk = Talk(in_actions("axis> pass", "axis> pass", "axis> supply", "axis> pass").game)
    assert not any("draw; draw 1" in line for line in talk.hear("1"))


def test_a_short_name_of_a_force_is_no_region_without_enemies() -> None:
    table = both_in_tobruk("adjust ariete-trento.region tobruk", "attack ari and 15")
    assert played(table)[-1] == "axis> attack tobruk ariete-trento,15-panzer"


def test_both_of_two_forces_attack() -> None:
    assert played(both_in_tobruk("attack with both"))[-1] == "axis> attack tobruk 5-panzer,15-panzer"


@pytest.mark.parametrize("text", ["order 7 western; 2 to western; pass", "order 7 western\nprep 4 indian\ndraw\npass"])
def test_a_pass_behind_acts_of_one_side_is_not_the_other_sides(text: str) -> None:
    table = in_allied_turn("allied> draw")
    said = Talk(table.game).hear(text)
    assert played(table)[-1] == "allied> pass"
    assert any(line.startswith("  Let pass: Axis: May answer the") for line in said), "nobody saw that window open"


def test_no_answers_the_question_that_says_so_also_behind_a_line_that_failed() -> None:
    table = in_battle()
    talk = Talk(table.game)
    talk.hear("xyz")
    assert talk.hear("no")[0] == "Axis: pass"


def test_an_attack_where_orders_are_given_offers_the_order() -> None:
    talk = Talk(in_actions().game)
    assert "  1) move 5-panzer tobruk  2) order 5-panzer tobruk" in talk.hear("attack tobruk with 5 panzer")
    assert "Axis: order 5-panzer tobruk" in talk.hear("2")


def test_a_flagged_line_is_dropped_when_what_it_says_was_put_right_otherwise() -> None:
    table = at_table("starts 7-armored", "ready", "axis> draw", "axis> pass", "allied> draw")
    talk = Talk(table.game)
    talk.hear("place 2 cairo")
    assert "Taken back: Allied: place 2-armored cairo" in talk.hear("adjust 2-armored.region cairo")
    assert table.game.held is None


@pytest.mark.parametrize("line", ["play raf 15 panzer", "play raf 9"])
def test_a_new_title_ends_before_a_known_force(line: str) -> None:
    assert 'Teach it with: card "Raf" axis' in Talk(in_actions().game).hear(line)[2]


@pytest.mark.parametrize(
    ("line", "meant"),
    [("prep arite", "ariete-trento"), ("minefeild", "minefield"), ("operation prepare ariete", "prepare ariete")],
)
def test_what_is_meant_has_a_number(line: str, meant: str) -> None:
    assert f"  1) {meant}" in Talk(in_actions().game).hear(line)


@pytest.mark.parametrize("line", ["operation", "Allied", "xyz"])
def test_no_verb_is_suggested_that_is_far_off_or_not_for_now(line: str) -> None:
    assert Talk(in_actions().game).hear(line)[2] == f"{line!r} is no verb. `?` lists what may be done now."


@pytest.mark.parametrize(
    ("line", "meant"),
    [("attack", "  1) tobruk  2) all"), ("attack tobruk", "  1) 5-panzer  2) 15-panzer  3) all")],
)
def test_all_is_among_what_may_attack(line: str, meant: str) -> None:
    assert meant in Talk(both_in_tobruk().game).hear(line)


def test_what_is_said_of_both_is_offered_for_each() -> None:
    choice = "  1) order 5-panzer tobruk; order 15-panzer tobruk"
    assert choice in Talk(in_actions().game).hear("order both tobruk")


def test_a_battle_is_an_attack() -> None:
    assert "axis> attack tobruk 5-panzer" in played(both_in_tobruk("battle tob 5"))
    table = both_in_tobruk()
    talk = Talk(table.game)
    talk.opening()
    talk.hear("15")
    assert "axis> attack tobruk 15-panzer" in played(table), "a number that names a force is enough"


def test_the_times_of_a_card_are_all_listed() -> None:
    said = Talk(in_actions('card "Riddle" axis').game).hear("play riddle")
    assert "  1) action  2) move  3) card  4) arrival  5) any  6) battle" in said


def test_a_loss_is_no_card_where_cards_are_asked_for() -> None:
    table = in_actions('card "Riddle" axis when action')
    talk = Talk(table.game)
    talk.hear("play riddle")
    assert "cost: a whole number, 0 to 8 cards" in talk.hear("?")
    assert talk.hear("1 loss")[0] == "Axis: card riddle harm 1"
    assert talk.hear("2 cards")[0] == "Axis: card riddle cost 2"


def test_of_two_answers_the_second_is_blamed() -> None:
    assert "'2nd armored' tells nothing" in Talk(at_table().game).hear("4th indian and 2nd armored")[2]


def test_an_answer_behind_a_line_waits_on_where_what_was_missing_before_it_is_done() -> None:
    table = in_allied_turn()
    talk = Talk(table.game)
    talk.hear("order 7 western\nno\n2 to western")
    talk.hear("1")  # the draw, and that line
    assert talk.waiting.lines == ["no", "2 to western"]
    talk.hear("more")
    assert played(table)[-2:] == ["axis> ", "allied> move 2-armored western-desert"]


def test_a_window_that_nobody_saw_open_is_told_and_undo_is_before_it() -> None:
    table = in_allied_turn("allied> draw")
    talk = Talk(table.game)
    said = talk.hear("2 to western; pass")
    assert "  Let pass: Axis: May answer the move of 2-armored (`undo` is before it)" in said
    talk.hear("undo")
    assert talk.prompt == "axis> "


def test_a_question_mark_at_a_new_name_teaches_nothing() -> None:
    table = in_actions()
    talk = Talk(table.game)
    talk.hear("play Kondor Legion")
    count = len(table.game.log.entries)
    assert "Operations and action cards" in talk.hear("?")[0]
    assert (len(table.game.log.entries), talk.prompt) == (count, "new? ")


def test_two_players_of_a_side_are_called_by_their_first_names() -> None:
    assert _names("Ben M\u00fcller und Tom") == ["ben muller und tom", "ben muller", "tom", "ben", "tom"]


@pytest.mark.parametrize("called", ["jurgen", "Juergen", "J\u00fcrgen"])
def test_a_name_is_called_with_or_without_its_umlaut(called: str) -> None:
    table = in_actions()
    table.game.log.header = replace(table.game.log.header, players={"axis": "J\u00fcrgen"})
    assert addressed(table.game, f"{called}: prepare ariete") == "axis"


def test_looking_needs_no_side_and_a_card_no_verb() -> None:
    talk = Talk(in_actions().game)
    assert talk.hear("axis: why")[0] == talk.hear("why")[0]
    talk.hear("pass")
    assert "  1) play minefield  2) done minefield" in talk.hear("minefield")


def test_each_window_that_was_let_pass_says_whose_it_is() -> None:
    said = Talk(in_battle("add motorized").game).hear("allied> guess motorized")
    passed = next(row for row in said if row.startswith("  Let pass"))
    assert "; Axis: May add a battle card" in passed
    assert "; Allied: May strike a plan" in passed


def test_a_line_that_waits_for_a_choice_is_not_dropped_without_a_word() -> None:
    talk = Talk(in_actions().game)
    talk.hear("mvoe 15-panzer tobruk")
    assert "Given up: mvoe 15-panzer tobruk" in talk.hear("prepare ariete")
    talk.hear("mvoe 15-panzer tobruk")
    assert not any(row.startswith("Given up") for row in talk.hear("move 15 tobruk"))


def test_a_window_of_the_side_whose_turn_it_is_is_told_when_the_other_side_closes_it() -> None:
    said = Talk(in_battle().game).hear("allied> strike armored")
    assert said[1].startswith("  Let pass: Axis: May add a battle card (plans: armored, motorized)")


def test_setup_2_a_place_that_was_told_once_says_how_to_change_it() -> None:
    told = [line for line in RULESET.checklist(at_table("starts 7").game.table) if "as told" in line]
    assert told == ["  7th Armored Division: Cairo (as told; else `starts 7-armored western-desert; starts FORCE`)"]
    table = at_table("starts 7", "starts 7-armored western-desert", "starts 4")
    assert [table.force(f)["region"] for f in ("7-armored", "4-indian")] == ["western-desert", "cairo"]


def test_setup_2_a_place_told_after_the_set_up_moves_nothing_and_says_so() -> None:
    for line in ("starts 7-armored", "force 7-armored start cairo"):
        table = in_actions("place 7-armored western-desert", line)
        assert (table.rules(), table.rules(Kind.WARNING)) == ([], ["setup.2"])
        assert table.found[-1].instead == "if it has not moved since: adjust 7-armored.region cairo"
    table = at_table("starts 7", "axis> draw", "starts 4-indian")
    assert table.rules() == ["setup.2"], "the 7th Armored was the one in Cairo"

"""What the referee mirrors of the rules of Lightning: North Africa by itself; a test is named after its rule."""

from __future__ import annotations

import pytest

from referee.commands import enter_line, run
from referee.ruleset import Kind
from tests.correcting import same_everywhere
from tests.na import RULESET, at_table, in_actions, in_allied_turn, in_battle

CARD = "cost 0 harm 0"
CLEARED = ("axis> pass", "axis> seal", "allied> guess armored", "axis> reveal motorized")


# Setup


def test_setup_1_the_map_is_a_row_of_six() -> None:
    lines = RULESET.checklist(at_table().game.table)
    assert lines[0].endswith("Algeria - Tripoli/Tunisia - Benghazi - Tobruk - Western Desert - Cairo")


def test_setup_2_seven_forces_start_in_play() -> None:
    forces = at_table().state["forces"]
    assert sum(f["side"] == "axis" for f in forces.values()) == 3
    assert sum(f["side"] == "allied" for f in forces.values()) == 4
    assert {n for n, f in forces.items() if f["region"] is None} == {"7-armored", "4-indian", "2-armored"}


def test_setup_2_the_others_follow_when_one_is_in_cairo() -> None:
    table = at_table("place 4-indian cairo")
    assert table.force("7-armored")["region"] == table.force("2-armored")["region"] == "western-desert"


def test_setup_2_the_last_one_is_in_cairo() -> None:
    table = at_table("place 4-indian western-desert", "place 7-armored western-desert")
    assert table.force("2-armored")["region"] == "cairo"


def test_setup_2_a_place_is_told_later() -> None:
    table = in_actions("place 7-armored western-desert")
    assert table.force("7-armored")["region"] == "western-desert"
    assert table.rules() == []


def test_setup_2_nobody_is_forgotten_who_was_not_placed() -> None:
    table = at_table("decline")
    assert table.question.startswith("Draw 1 card; not placed yet: 7-armored, 4-indian, 2-armored (`starts FORCE`")
    table.play("axis> draw", "axis> pass", "axis> draw")
    assert "not placed yet" in table.question
    table.play("starts 7")
    assert {f: table.force(f)["region"] for f in ("7-armored", "4-indian", "2-armored")} == {
        "7-armored": "cairo", "4-indian": "western-desert", "2-armored": "western-desert",
    }  # fmt: skip
    assert table.question == "Draw 2 cards, one for Tobruk"


def test_setup_2_one_that_is_not_on_the_map_is_left_out() -> None:
    table = at_table("adjust 2-armored.region none", "starts 7-armored")
    assert (table.force("4-indian")["region"], table.failed) == ("western-desert", [])
    assert "4-indian has no place now: say where it lies" in table.play("undo").hands


def test_setup_2_a_force_that_came_to_cairo_later_tells_nothing_of_the_others() -> None:
    table = in_actions("axis> pass", "axis> draw", "place 7-armored western-desert", "place 2-armored western-desert")
    assert table.force("4-indian")["region"] is None
    table.play("starts 7 western-desert", "starts 2-armored western-desert")
    assert table.force("4-indian")["region"] == "cairo"


def test_setup_2_a_digit_says_which_starts_in_cairo() -> None:
    table = at_table("7")
    assert table.force("7-armored")["region"] == "cairo"
    assert table.force("2-armored")["region"] == "western-desert"
    assert at_table("place 4-indian").force("4-indian")["region"] == "cairo"
    assert at_table("place 7-armored", "starts 4-indian").rules() == ["setup.2"]
    assert at_table("starts 21-panzer").rules() == ["setup.2"]
    assert at_table("starts 7-armored tobruk").rules() == ["setup.2"]


def test_setup_2_an_inferred_place_is_only_warned_of() -> None:
    table = at_table("place 15-panzer tripoli")
    assert table.rules() == []
    assert table.rules(Kind.WARNING) == ["setup.2"]


@pytest.mark.parametrize("taught", ["force 15-panzer start benghazi", "starts 15-panzer tripoli"])
def test_setup_2_a_place_that_was_taught_is_sure(taught: str) -> None:
    table = at_table(taught, "place 15-panzer algeria")
    assert table.rules() == ["setup.2"]
    assert at_table(taught, "starts 15-panzer algeria").rules() == [], "what is taught may be taught anew"


def test_force_cards_2_setup_2_a_name_that_cannot_be_used_says_why() -> None:
    found = at_table("axis> place 21-panzer tripoli").found[-1], in_actions("axis> reinforce 5-panzer").found[-1]
    assert [(f.kind, f.rule) for f in found] == [(Kind.IMPOSSIBLE, "setup.2"), (Kind.IMPOSSIBLE, "force-cards.2")]


def test_setup_4_shuffling_is_on_the_checklist() -> None:
    assert any("shuffled, face down" in line for line in RULESET.checklist(at_table().game.table))


def test_setup_6_opening_hands() -> None:
    state = at_table().state
    assert state["hands"] == {"axis": 4, "allied": 5}
    assert state["decks"] == {"axis": 42, "allied": 39}


def test_setup_7_the_axis_begins_and_turns_alternate() -> None:
    table = at_table()
    assert table.game.table.side == "axis"
    table.play("axis> draw", "axis> pass", "axis> draw")
    assert (table.game.table.side, table.game.table.turn) == ("allied", 1)
    table.play("allied> draw", "allied> pass", "allied> draw")
    assert (table.game.table.side, table.game.table.turn) == ("axis", 2)


@pytest.mark.parametrize("line", ["allied> draw", "allied> move 9-australian benghazi", "allied> pass"])
def test_setup_7_the_axis_has_the_first_turn(line: str) -> None:
    assert at_table("ready", line).rules() == ["setup.7"]


@pytest.mark.parametrize("act", ["move 9-australian benghazi", "prepare 9-australian", "order 9-australian", "pass"])
def test_setup_7_the_other_sides_turn(act: str) -> None:
    assert in_actions(f"allied> {act}").rules() == ["setup.7"]
    assert in_actions("axis> pass", "axis> pass", "axis> supply", "allied> discard 1").rules() == ["setup.7"]


def test_setup_7_nobody_has_two_turns_in_a_row() -> None:
    assert in_allied_turn("axis> draw").rules() == in_allied_turn("axis> prepare 5-panzer").rules() == ["setup.7"]


def test_setup_7_an_empty_deck_is_made_of_the_discards() -> None:
    table = in_actions("adjust axis.deck 1 axis.discards 6", "axis> pass", "axis> draw")
    assert table.state["decks"]["axis"] == 5
    assert table.state["discards"]["axis"] == 0
    assert "shuffle the discards of axis into a new deck" in table.hands
    assert table.rules() == []


# How to Win


def test_win_axis_is_said_in_each_step_of_the_last_turn() -> None:
    table = in_allied_turn("adjust 15-panzer.region cairo")
    for line in ("allied> draw", "allied> pass", "allied> pass", "allied> supply", "allied> pass"):
        assert table.question.endswith("15-panzer in Cairo: the Axis wins at the end of this turn [win.axis]")
        table.play(line)
    assert table.play("allied> draw").winner == "axis"


def test_win_allied_at_any_time() -> None:
    table = in_actions("adjust 15-panzer.losses 3", "adjust ariete-trento.losses 3")
    assert table.winner == ""
    table.play("adjust 5-panzer.losses 2", "axis> move 5-panzer tobruk", "allied> play minefield", "allied> decline")
    assert table.winner == ""
    table.play("axis> decline")
    assert table.winner == "allied"


def test_win_axis_cairo_is_cleared_in_the_allied_turn() -> None:
    table = in_actions("adjust 15-panzer.region cairo 15-panzer.losses 2 7-armored.region cairo 7-armored.losses 0")
    table.play("axis> pass", "axis> draw", "allied> draw", "allied> pass", "allied> attack cairo 7-armored")
    table.play("allied> seal", "axis> guess armored", "allied> reveal motorized", "allied> result 1")
    assert table.force("15-panzer") == {}
    table.play("allied> pass", "allied> draw")
    assert table.winner == ""
    assert table.game.table.side == "axis"


def test_win_axis_cairo_is_not_cleared_in_the_allied_turn() -> None:
    table = in_actions("adjust 15-panzer.region cairo", "axis> pass", "axis> draw")
    assert table.winner == "", "it wins at the end of an Allied turn, not of its own"
    table.play("allied> draw", "allied> pass", "allied> draw")
    assert table.winner == "axis"
    assert table.told("win.axis: 15-panzer stands in Cairo")


def test_win_axis_cairo_is_entered_in_the_allied_turn_by_a_retreat() -> None:
    table = in_allied_turn(f'card "Invented Rout" allied when any {CARD} effect text')
    table.play("adjust 15-panzer.region western-desert", "allied> draw", "allied> play invented-rout")
    table.play("axis> shift 15-panzer cairo by invented-rout")
    assert table.winner == ""
    table.play("allied> pass", "allied> draw")
    assert table.winner == "axis"
    assert table.rules() == []


def test_win_axis_cairo_is_entered_in_the_allied_turn_by_a_card_of_the_axis() -> None:
    table = in_allied_turn(f'card "Invented Dash" axis when any {CARD} effect move amount 1')
    table.play("adjust 15-panzer.region western-desert", "allied> draw", "axis> play invented-dash")
    table.play("axis> shift 15-panzer cairo by invented-dash", "allied> pass", "allied> draw")
    assert table.winner == "axis"
    assert table.rules() == []


def test_win_axis_also_when_the_last_draw_is_forgotten() -> None:
    table = in_allied_turn("adjust 15-panzer.region cairo", "allied> draw", "allied> pass", "allied> pass")
    table.play("allied> supply", "allied> pass", "skip")
    assert table.winner == "axis"


def test_win_the_rule_that_ended_the_game_is_cited() -> None:
    table = in_allied_turn("adjust 15-panzer.region cairo", "allied> draw", "allied> pass", "allied> draw")
    assert (table.winner, table.play("axis> draw").rules()) == ("axis", ["win.axis"])
    table = in_actions("adjust 15-panzer.losses 3 ariete-trento.losses 3 5-panzer.losses 2")
    table.play("axis> order 5-panzer tobruk")
    assert (table.winner, table.play("axis> draw").rules()) == ("allied", ["win.allied"])


# Steps, draws, discards


def test_steps_in_the_order_of_the_book() -> None:
    table, steps = at_table("ready"), []
    for line in ("axis> draw", "axis> pass", "axis> pass", "axis> supply", "axis> pass", "axis> draw"):
        steps.append(table.game.table.step)
        table.play(line)
    assert steps == ["draw", "actions", "battles", "supply", "discard", "draw-two"]


def test_action_cards_5_a_draw_at_nine_is_skipped_with_a_warning() -> None:
    table = at_table("adjust axis.hand 9", "axis> draw")
    assert (table.rules(), table.rules(Kind.WARNING)) == ([], ["action-cards.5"])
    assert table.state["hands"]["axis"] == 9
    assert table.game.table.step == "actions"


def test_action_cards_5_at_nine_nothing_need_be_said() -> None:
    assert at_table("adjust axis.hand 9", "axis> move 5-panzer tobruk").found == []


def test_action_cards_5_deployed_forces_do_not_count() -> None:
    table = in_actions("hand axis 9", "force 21-panzer entry tripoli cost 0", "axis> reinforce 21-panzer", "axis> pass")
    table.play("axis> draw")
    assert table.state["hands"]["axis"] == 9
    assert table.rules() == []


def test_discard_any_number_in_one_line_or_several() -> None:
    table = in_actions("axis> pass", "axis> pass", "axis> discard 2", "axis> discard", "axis> draw")
    assert table.state["hands"]["axis"] == 5 - 3 + 2
    assert table.state["discards"]["axis"] == 3
    assert table.rules() == []


def test_steps_each_is_passed_by_a_pass_of_its_own() -> None:
    table, steps = in_actions(), []
    for _ in range(4):
        steps.append(table.game.table.step)
        table.play("axis> pass")
    assert [*steps, table.game.table.step] == ["actions", "battles", "supply", "discard", "draw-two"]
    assert table.rules() == []


def test_discard_after_the_supply_check_was_passed() -> None:
    table = in_actions("axis> pass", "axis> pass", "axis> pass", "axis> discard 2", "axis> draw")
    assert table.state["hands"]["axis"] == 5
    assert table.rules() == []


@pytest.mark.parametrize("line", ["discard 0", "discard none"])
def test_discard_none_is_a_pass(line: str) -> None:
    table = in_actions("axis> pass", "axis> pass", "axis> supply", f"axis> {line}")
    assert (table.game.table.step, table.state["hands"]["axis"]) == ("draw-two", 5)
    table = in_battle("axis> add overrun discard", "allied> discard 0")
    assert table.rules() == ["action-cards.discard"], "what is owed is not nothing"


# Actions


def test_actions_the_same_move_twice_is_flagged_once() -> None:
    table = in_actions("axis> move 5-panzer tobruk", "axis> move 5-panzer tobruk")
    assert table.rules() == ["actions"]


def test_actions_out_of_turn_is_flagged_once() -> None:
    assert in_actions("allied> move 5-panzer tobruk").rules() == ["actions"]


def test_actions_interpose_minefield_on_a_move_by_a_card() -> None:
    table = in_actions(f'card "Invented Road" axis when action {CARD} effect move amount 2', "axis> play invented-road")
    table.play("axis> shift 5-panzer tobruk by invented-road")
    assert "May answer the move of 5-panzer" in table.question
    table.play("allied> play minefield", "axis> shift 15-panzer tobruk by invented-road", "axis> pass")
    assert (table.force("5-panzer")["losses"], table.force("15-panzer")["losses"]) == (1, 0)
    assert table.rules() == []


def test_actions_operations_and_cards_in_any_mix() -> None:
    table = in_actions("axis> prepare ariete-trento", "axis> draw", "axis> play dive-bomber 9-australian")
    table.play("axis> move 5-panzer tobruk", "axis> play dive-bomber 9-australian", "axis> order 15-panzer tobruk")
    assert table.rules() == []


def test_actions_interpose_minefield_on_a_move() -> None:
    table = in_actions("axis> move 15-panzer tobruk")
    assert "May answer the move of 15-panzer" in table.question
    table.play("allied> play minefield", "axis> decline")
    assert table.force("15-panzer")["losses"] == 1
    assert table.state["hands"]["allied"] == 4
    assert table.rules() == []


def test_actions_interpose_a_card_cancels_a_card() -> None:
    table = in_actions(f'card "Invented Flak" allied when card {CARD} effect cancel amount 1')
    table.play("axis> play dive-bomber 9-australian", "allied> play invented-flak", "axis> pass")
    assert table.force("9-australian")["losses"] == 0
    assert table.state["discards"] == {"axis": 1, "allied": 1}


def test_actions_interpose_a_card_cancels_a_move() -> None:
    table = in_actions(f'card "Invented Dust" allied when move {CARD} effect cancel amount 1')
    table.play("axis> order 15-panzer tobruk", "allied> play invented-dust", "axis> decline")
    assert table.force("15-panzer")["region"] == "benghazi"
    table.play("axis> move 15-panzer tobruk")
    assert table.rules() == ["actions"], "its operation is used up"


def test_actions_interpose_a_card_cancels_a_preparation() -> None:
    table = in_actions(f'card "Invented Raid" allied when any {CARD} effect cancel amount 1')
    table.play("axis> prepare 5-panzer", "allied> play invented-raid", "axis> decline")
    assert table.question.startswith("Operations")
    assert table.state["hands"]["axis"] == 5


def test_actions_interpose_the_window_closes_by_the_next_act() -> None:
    table = in_actions("axis> play dive-bomber 9-australian")
    assert table.force("9-australian")["losses"] == 0, "the effect waits for the window"
    table.play("axis> move 5-panzer tobruk")
    assert table.force("9-australian")["losses"] == 1


def test_operations_prepare_the_draw_is_optional() -> None:
    table = in_actions("axis> prepare ariete-trento", "axis> pass")
    assert table.state["hands"]["axis"] == 5
    assert table.rules() == []


def test_operations_prepare_the_draw_may_be_declined_at_once() -> None:
    table = in_actions("axis> prepare ariete-trento", "axis> decline")
    assert table.question.startswith("Operations")
    assert (table.state["hands"]["axis"], table.rules()) == (5, [])


def test_operations_special_is_an_operation_carried_out_with_plain_verbs() -> None:
    table = in_actions("adjust 5-panzer.losses 2", 'axis> special 5-panzer "Reorganize"', "allied> decline")
    table.play("axis> heal 5-panzer 1 by 5-panzer")
    assert table.force("5-panzer")["losses"] == 1
    assert table.rules() == []
    table.play("axis> move 5-panzer tobruk")
    assert table.rules() == ["actions"]


def test_actions_an_extra_operation_by_a_card() -> None:
    table = in_actions(f'card "Invented Push" axis when action {CARD} effect operation amount 1')
    table.play("axis> move 5-panzer tobruk", "axis> play invented-push", "axis> move 5-panzer western-desert")
    assert table.rules() == []
    table.play("axis> prepare 5-panzer")
    assert table.rules() == ["actions"]


# Cards


def test_action_cards_3_a_card_for_any_time_is_played_in_the_enemy_s_battle() -> None:
    table = in_battle(f'card "Invented Storm" allied when any {CARD} effect loss amount 1 picks player')
    table.play("allied> play invented-storm 5-panzer", "axis> decline")
    assert table.rules() == []
    assert table.force("5-panzer")["losses"] == 2


def test_action_cards_3_an_unknown_time_is_asked_for_and_never_guessed() -> None:
    table = in_actions('card "Invented Riddle" allied', "allied> play invented-riddle")
    assert table.rules() == []
    assert "card invented-riddle when ?" in [f.teach for f in table.found]


def test_action_cards_1_an_unknown_card_is_taught_to_the_side_that_plays_it() -> None:
    table = in_actions('allied> play "Western Desert Force"')
    assert table.found[-1].instead == 'card "Western Desert Force" allied'


def test_action_cards_2_an_unknown_cost_is_what_is_discarded_next() -> None:
    table = in_actions('card "Invented Riddle" axis when action effect text', "axis> play invented-riddle")
    assert table.question.startswith("The cost of invented-riddle is not known")
    table.play("axis> discard 2", "axis> move 5-panzer tobruk")
    assert table.state["hands"]["axis"] == 5 - 1 - 2
    assert table.rules() == []


def test_action_cards_2_an_unknown_cost_is_told() -> None:
    table = in_actions('card "Invented Riddle" axis when action effect text', "axis> play invented-riddle")
    table.play("card invented-riddle cost 2")
    assert table.question == "Must discard 2 cards (the cost of invented-riddle)"


def test_action_cards_2_a_self_inflicted_loss() -> None:
    table = in_actions('card "Invented Push" axis when action cost 1 harm 1 effect operation amount 1')
    table.play("axis> play invented-push", "axis> discard 1", "axis> lose 15-panzer", "axis> pass")
    assert table.force("15-panzer")["losses"] == 1
    assert table.rules() == []


def test_action_cards_2_an_own_loss_told_late_is_due_whatever_else_is_unknown() -> None:
    riddle = ('card "Invented Riddle" axis when action cost 0', "axis> play invented-riddle")
    assert in_actions(*riddle, "card invented-riddle harm 1").question.startswith("1 loss for 5-panzer or")
    table = in_actions(*riddle, "axis> lose 15-panzer", "card invented-riddle harm 1")
    assert (table.rules(), table.state["owed"]) == ([], []), "it was paid before it was told"


def test_action_cards_1_text_is_carried_out_by_hand_and_counted_off() -> None:
    table = in_actions(f'card "Invented Road" axis when action {CARD} effect move amount 2', "axis> play invented-road")
    table.play("axis> shift 5-panzer tobruk by invented-road", "axis> shift ariete-trento benghazi by invented-road")
    assert table.rules() == []
    table.play("axis> shift 15-panzer tripoli by invented-road")
    assert table.rules() == ["action-cards.1"]


def test_action_cards_1_what_is_left_of_a_text_is_listed() -> None:
    table = in_actions(f'card "Invented Road" axis when action {CARD} effect move amount 2', "axis> play invented-road")
    table.play("axis> shift 5-panzer tobruk by invented-road")
    assert "In play: invented-road (move, 1 left)" in RULESET.show(table.game.table)
    table.play("axis> pass")
    assert table.rules() == [], "an optional effect is no omission"


def test_action_cards_1_a_loss_by_card_is_counted_off() -> None:
    table = in_actions("axis> play dive-bomber", "loss 9-australian 1 by dive-bomber", "axis> pass")
    assert table.force("9-australian")["losses"] == 1
    assert table.rules() == []


def test_action_cards_4_a_card_of_the_hand_may_have_no_plan() -> None:
    table = in_battle("axis> add draw", "axis> draw")
    assert table.state["hands"]["axis"] == 5
    assert table.rules() == []


def test_action_cards_draw_is_optional() -> None:
    table = in_battle("axis> add siege draw", "allied> decline", "axis> pass")
    assert table.rules() == []
    assert table.state["hands"]["axis"] == 4


def test_action_cards_discard_the_last_card_goes_by_itself() -> None:
    table = in_battle("hand allied 1", "axis> add overrun discard", "allied> decline")
    assert table.state["hands"]["allied"] == 0
    assert table.told("discard (the only choice)")


def test_action_cards_loss_strikes_forces_that_do_not_attack_too() -> None:
    table = in_battle("adjust 15-panzer.region tobruk", "axis> add siege", "allied> react siege loss")
    table.play("axis> lose 15-panzer")
    assert table.rules() == []
    assert table.force("15-panzer")["losses"] == 1


# Battles


def test_battles_2_several_groups_attack_in_turn() -> None:
    table = in_battle("adjust 15-panzer.region tobruk", *CLEARED)
    table.play("axis> attack tobruk 15-panzer", "axis> seal", "allied> guess motorized", "axis> reveal motorized")
    assert table.rules() == []
    assert table.force("15-panzer")["losses"] == 1, "each declared attack costs a fortress loss"


def test_battles_4_all_defenders_die() -> None:
    table = in_battle("adjust 9-australian.losses 1 15-panzer.region tobruk 4-indian.region tobruk 4-indian.losses 2")
    table.play("axis> add siege", "axis> seal", "allied> guess armored", "axis> reveal siege", "axis> result 5")
    table.play("allied> lose 9-australian 2")
    assert table.force("9-australian") == table.force("4-indian") == {}, "the last loss had one taker"
    assert table.told("no force is left to take 2 losses")
    assert table.told("no defender is left")
    assert table.state["tobruk"] == "axis"
    assert table.game.table.step == "battles"
    assert table.rules() == []


def test_battles_4_the_last_attacker_dies_in_the_battle() -> None:
    table = in_battle("adjust 5-panzer.losses 2", "axis> add siege", "allied> react siege loss")
    assert table.told("battles.4: no attacking force is left")
    assert table.state["battle"] is None


def test_battles_4_the_defenders_retreat_by_a_card() -> None:
    table = in_battle(f'card "Invented Retreat" allied when any {CARD} effect text', "allied> play invented-retreat")
    table.play("allied> shift 9-australian western-desert by invented-retreat")
    assert table.told("battles.4: no defender is left")
    assert table.rules() == []


def test_battles_5c_a_cancelled_card_has_no_secondary_effect() -> None:
    table = in_battle("axis> add siege loss", "allied> react siege discard", "axis> discard", "axis> pass")
    assert table.force("9-australian")["losses"] == 0
    assert table.state["hands"] == {"axis": 3, "allied": 4}
    assert table.rules() == []


@pytest.mark.parametrize(("line", "rule"), [("draw", "battles.5c"), ("discard", "discard")])
def test_battles_5c_an_effect_that_was_cancelled_does_not_end_the_turn(line: str, rule: str) -> None:
    table = in_battle("axis> add siege draw", "allied> react siege", f"axis> {line}")
    assert table.rules() == [rule]
    assert table.question.startswith("May add a battle card")


@pytest.mark.parametrize("line", ["axis> discard", "axis> lose 5-panzer"])
def test_battles_5c_what_was_cancelled_is_carried_out_by_nobody(line: str) -> None:
    bonus = "discard" if "discard" in line else "loss"
    table = in_battle("axis> pass", f"allied> strike armored {bonus}", "axis> react armored", line)
    assert table.rules() == ["battles.5c"]
    table = in_battle(f"axis> add siege {bonus}", "allied> react siege", "axis> add overrun discard", "allied> discard")
    assert table.rules() == []


def test_action_cards_discard_is_for_the_other_side() -> None:
    assert in_battle("axis> add overrun discard", "axis> discard").rules() == ["action-cards.discard"]


def test_action_cards_3_a_card_at_the_wrong_time_is_flagged_once() -> None:
    table = in_actions("axis> order 5-panzer tobruk", "axis> prepare ariete-trento", "allied> play minefield 5-panzer")
    assert table.rules() == ["action-cards.3"]


def test_battles_5c_each_side_declines_in_its_own_words() -> None:
    table = in_battle("axis> add siege", "allied> decline", "axis> decline", "allied> strike armored")
    table.play("axis> decline", "allied> decline")
    assert table.question.startswith("Lays a plan face down: motorized, siege")
    assert table.rules() == []
    table.play("allied> decline")
    assert table.found[-1].kind == Kind.IMPOSSIBLE, "it is for the attacker to lay down his plan"


def test_battles_5b_no_card_is_added_after_both_stopped() -> None:
    table = in_battle("axis> pass", "allied> decline", "axis> add overrun")
    assert (table.rules(), table.found[-1].message.split(",")[0]) == (["battles.5b"], "both sides have stopped")
    once = in_battle("axis> pass", "allied> decline", "axis> add overrun", battles_more="once")
    assert once.rules() == ["battles.5b"]


STRUCK = ("axis> pass", "allied> strike armored")


@pytest.mark.parametrize("reaction", ["react armored", "decline", "pass"])
@pytest.mark.parametrize("said", [(), ("allied> decline",)])
def test_battles_5b_the_other_sides_word_does_not_stop_the_attacker(reaction: str, said: tuple[str, ...]) -> None:
    for more in ("until-both", "once"):
        first = STRUCK if more == "until-both" else STRUCK[1:]
        table = in_battle(*first, f"axis> {reaction}", *said, battles_more=more)
        same_everywhere(table.game)
        assert table.play("axis> add overrun").rules() == [], more
        assert table.question.startswith("May cancel the overrun card")


def test_battles_5b_the_attackers_own_word_does() -> None:
    for stop in (("axis> pass",), ("pass",)):
        table = in_battle(*STRUCK, "axis> react armored", *stop)
        assert table.play("axis> add flanking").rules() == [], "the other side has not stopped yet"
        table.play("allied> decline", *stop, "allied> decline", "axis> add overrun")
        assert table.rules() == ["battles.5b"]
    table = in_battle()
    run(table.game, enter_line(table.game))
    assert table.play("allied> decline", "axis> add overrun").rules() == ["battles.5b"]


def test_battles_5f_no_plan_is_left_only_when_the_attacker_says_so() -> None:
    table = in_battle(*STRUCK, "axis> decline", "allied> strike motorized", "axis> decline", "allied> decline")
    assert table.question == "May add a battle card (plans: none)"
    assert in_battle(*STRUCK[1:], "axis> decline", "allied> strike motorized", "axis> decline", "axis> pass").question
    assert table.play("axis> add overrun", "allied> decline", "axis> pass", "axis> seal").rules() == []
    table = in_battle(*STRUCK, "axis> decline", "allied> strike motorized", "axis> decline", "axis> pass")
    assert table.play("allied> decline").told("no plan is left")


def test_actions_interpose_a_pass_of_the_other_side_ends_nothing_else() -> None:
    table = in_actions("axis> play dive-bomber 9-australian", "allied> pass")
    assert (table.rules(), table.game.table.step) == ([], "actions")
    table = in_battle("axis> add siege", "allied> pass", "axis> pass", "allied> pass")
    assert (table.rules(), table.question[:10]) == ([], "Lays a pla")
    table = in_actions("allied> pass")
    assert (table.rules(), table.game.table.step) == (["setup.7"], "actions")


MOTORIZED = ("force 15-panzer motorized yes", "adjust 15-panzer.region tobruk", "axis> pass",
             "axis> attack tobruk 15-panzer", *CLEARED)  # fmt: skip


@pytest.mark.parametrize("line", ["lose 9-australian 1", "lose 1 9-australian"])
def test_battles_result_another_number_of_losses_is_told(line: str) -> None:
    table = in_actions(*MOTORIZED, f"allied> {line}")
    assert (table.rules(), table.force("9-australian")["losses"]) == (["battles.result"], 1)
    assert in_actions(*MOTORIZED, "allied> lose 9-australian 2").rules() == []
    assert in_actions(*MOTORIZED, "allied> lose 9-australian", "allied> lose 9-australian").rules() == []
    assert in_battle(*CLEARED, "allied> lose 9-australian 2").rules() == ["battles.result"]


def test_battles_5c_a_strike_may_be_cancelled() -> None:
    table = in_battle("axis> pass", "allied> strike armored", "axis> react armored", "axis> seal")
    table.play("allied> guess overrun", "axis> reveal armored")
    assert table.rules() == []


def test_battles_result_one_each_and_one_more_for_each_motorized() -> None:
    table = in_battle("force 15-panzer motorized yes", "adjust 15-panzer.region tobruk", *CLEARED)
    assert table.force("9-australian")["losses"] == 1
    table = in_actions("force 15-panzer motorized yes", "adjust 15-panzer.region tobruk", "axis> pass")
    table.play("axis> attack tobruk 15-panzer", *CLEARED)
    assert table.force("9-australian")["losses"] == 2


def test_battles_result_may_be_told_again() -> None:
    table = in_battle("adjust 7-armored.region tobruk", "axis> seal", "allied> guess armored", "axis> reveal motorized")
    table.play("axis> result 1", "allied> lose 7-armored", "axis> result 1", "axis> pass")
    assert (table.force("7-armored")["losses"], table.force("9-australian")["losses"]) == (1, 0)
    assert table.rules() == []
    table = in_battle("axis> result 1")
    assert table.found[-1].kind == Kind.IMPOSSIBLE, "nothing is turned over yet"


def test_battles_result_an_unknown_symbol_is_asked_for() -> None:
    table = in_actions("adjust 15-panzer.region tobruk", "axis> pass", "axis> attack tobruk 15-panzer", *CLEARED)
    assert "force 15-panzer motorized ?" in [f.teach for f in table.found]
    assert table.question == "How many losses does the plan card inflict: 1 or 2?"
    table.play("force 15-panzer motorized no")
    assert table.force("9-australian")["losses"] == 1
    assert table.rules() == []


TWO = ("adjust 5-panzer.region tobruk 15-panzer.region tobruk 7-armored.region tobruk", "axis> pass",
       "axis> attack tobruk 5-panzer,15-panzer", "axis> lose 5-panzer", "axis> seal")  # fmt: skip


@pytest.mark.parametrize(("losses", "rules"), [(1, ["battles.result"]), (2, []), (3, []), (4, ["battles.result"])])
def test_battles_result_lies_within_what_an_unknown_symbol_leaves_open(losses: int, rules: list[str]) -> None:
    table = in_actions(*TWO, "allied> guess armored", "axis> reveal motorized", f"axis> result {losses}")
    assert table.rules() == rules
    assert table.question.startswith(f"{losses} loss")


def test_battles_result_only_warns_of_a_plan_that_nobody_published() -> None:
    table = in_actions(*TWO, "allied> guess motorized", "axis> reveal armored", "axis> result 5")
    assert (table.rules(), table.rules(Kind.WARNING)) == ([], ["battles.result"])
    assert table.found[-1].message == "the armored attack inflicts 2, 3 or 4 here, not 5 losses"


def test_battles_result_told_is_looked_at_again_when_the_symbol_is_told() -> None:
    table = in_actions(*TWO, "allied> guess armored", "axis> reveal motorized", "axis> result 3")
    assert table.play("force 15-panzer motorized no").found[-1].message.endswith("inflicts 2 here, not 3 losses")


TANK = ('card "Invented Tank" axis when battle battle siege', "axis> add siege by invented-tank", "allied> decline")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("loss 9-australian 2", "action-cards.1"),
        ("loss 4-indian", "action-cards.loss"),
        ("gain axis 2", "action-cards.1"),
        ("gain allied 1", "action-cards.draw"),
        ("drop axis 1", "action-cards.discard"),
        ("shift 9-australian cairo", "action-cards.4"),
        ("remove 9-australian", "action-cards.4"),
    ],
)
def test_action_cards_4_an_unknown_secondary_effect_is_one_of_three(line: str, rule: str) -> None:
    assert in_battle(*TANK, f"axis> {line} by invented-tank").rules() == [rule]


def test_action_cards_4_an_unknown_secondary_effect_is_carried_out_once() -> None:
    table = in_battle(*TANK, "axis> gain axis 1 by invented-tank", "card invented-tank bonus draw")
    assert (table.rules(), table.state["hands"]["axis"], table.question[:10]) == ([], 5, "May add a ")
    assert table.play("axis> loss 9-australian by invented-tank").rules() == ["action-cards.1"]


def test_force_cards_4_no_more_own_losses_are_told_than_a_force_takes() -> None:
    table = in_actions('card "Invented Bet" axis when action cost 0 effect none', "axis> play invented-bet")
    assert table.play("axis> lose 5-panzer 4").rules() == ["force-cards.4"]


def test_setup_7_a_card_brings_no_more_cards_than_there_are() -> None:
    table = in_actions(f'card "Invented Convoy" axis when action {CARD} effect text', "axis> play invented-convoy")
    table.play("adjust axis.deck 1 axis.discards 1", "axis> gain axis 3 by invented-convoy")
    assert table.rules() == ["setup.7"]


# Supply


@pytest.mark.parametrize("enemy", ["cairo", "western-desert", "tobruk"])
def test_supply_2_base_cairo_and_the_enemy_on_the_way(enemy: str) -> None:
    table = in_allied_turn(f"adjust 7-armored.region benghazi 15-panzer.region {enemy}")
    assert table.force("7-armored")["supplied"] is False


@pytest.mark.parametrize("enemy", ["benghazi", "tripoli", "algeria"])
def test_supply_2_base_cairo_and_the_enemy_elsewhere(enemy: str) -> None:
    table = in_allied_turn(f"adjust 7-armored.region benghazi 15-panzer.region {enemy}")
    assert table.force("7-armored")["supplied"] is True


def test_supply_2_only_the_base_is_between() -> None:
    table = in_allied_turn("adjust 7-armored.region western-desert 15-panzer.region cairo")
    assert table.force("7-armored")["supplied"] is False
    table = in_allied_turn("adjust 7-armored.region western-desert 15-panzer.region tobruk")
    assert table.force("7-armored")["supplied"] is True


def test_supply_2_in_its_base_a_force_is_always_supplied() -> None:
    table = in_allied_turn("adjust 7-armored.region cairo 15-panzer.region cairo 5-panzer.region western-desert")
    assert table.force("7-armored")["supplied"] is True


def test_supply_2_why() -> None:
    table = in_allied_turn("adjust 7-armored.region benghazi 15-panzer.region western-desert")
    said = list(RULESET.why(table.game.table, ("supply", "7-armored")))
    assert said == [
        "7-armored is UNSUPPLIED: its base, Cairo, is cut off by 15-panzer in the Western Desert [supply.2]"
    ]


def test_supply_1_is_told_of_every_force_or_said_to_be_unknown() -> None:
    table = in_allied_turn("adjust 7-armored.region cairo 15-panzer.region tripoli 9-australian.region benghazi")
    assert {f["supplied"] for f in table.state["forces"].values()} <= {True, False, None}
    assert table.force("15-panzer")["supplied"] is None, "nobody published its base, and some region would cut it off"
    assert table.force("7-armored")["supplied"] is True


def test_supply_3_two_losses_and_elimination() -> None:
    table = in_allied_turn("adjust 7-armored.region benghazi 7-armored.losses 1 15-panzer.region cairo", "allied> draw")
    table.play("allied> pass", "allied> supply")
    assert table.force("7-armored") == {}
    assert "7-armored" in table.state["eliminated"]


def test_supply_3_only_in_the_turn_of_its_own_side() -> None:
    table = in_actions("adjust 7-armored.region benghazi 15-panzer.region cairo", "axis> pass", "axis> supply")
    assert table.force("7-armored")["losses"] == 0
    assert table.rules() == []


def test_supply_3_a_base_told_after_the_check() -> None:
    table = in_actions("adjust 7-armored.region tripoli", "axis> pass", "axis> pass", "axis> supply")
    assert table.force("5-panzer")["losses"] == 0
    table.play("force 5-panzer base tripoli")
    assert table.force("5-panzer")["losses"] == 2


def test_supply_2_base_a_told_base_counts_and_a_player_may_know_better() -> None:
    table = in_actions("axis> pass", "axis> pass", "axis> supply 5-panzer")
    assert (table.rules(), table.force("5-panzer")["losses"]) == ([], 2)
    table = in_actions("axis> pass", "axis> pass", "axis> supply", "force 5-panzer base western-desert")
    assert table.force("5-panzer")["losses"] == 2, "the 9th Australian is on the way"


def test_supply_2_base_a_starting_force_may_still_be_asked_about() -> None:
    table = in_actions("adjust 5-panzer.region tobruk 4-indian.region tripoli", "axis> pass", "axis> pass")
    assert table.play("axis> supply").rules(Kind.NEEDS)
    assert table.force("5-panzer")["supplied"] is None, "an enemy is between it and one region behind its start"


@pytest.mark.parametrize(
    ("places", "force"),
    [
        ("2-armored.region benghazi 5-panzer.region tobruk", "2-armored"),
        ("2-armored.region benghazi 5-panzer.region western-desert 9-australian.region tripoli", "2-armored"),
    ],
)
def test_supply_2_base_a_force_is_cut_off_where_every_base_that_it_may_have_is(places: str, force: str) -> None:
    table = in_allied_turn(f"adjust {places}", "allied> draw", "allied> pass", "allied> pass")
    assert table.force(force)["supplied"] is False
    assert [f.rule for f in table.game.judge("allied> draw").findings] == ["supply.3"], "the check is no less a duty"
    table.play("allied> supply", f"force {force} base cairo")
    assert table.force(force)["losses"] == 2, "its losses were taken once"


def test_supply_3_a_check_that_cannot_be_told_is_not_passed_over_without_a_word() -> None:
    table = in_actions("adjust 7-armored.region tripoli", "axis> pass", "axis> pass")
    assert table.question == "Supply check: not known of 5-panzer and 15-panzer"
    assert table.play("axis> draw").rules(Kind.DOUBT) == ["supply.3"]


def test_operations_prepare_its_draw_is_not_lost_to_the_next_act() -> None:
    preparing = "axis> prepare ariete-trento"
    assert in_actions(preparing, "axis> move 5-panzer tobruk").rules(Kind.DOUBT) == ["operations.prepare"]
    assert in_actions(preparing, "axis> draw", "axis> move 5-panzer tobruk").rules(Kind.DOUBT) == []
    told = in_actions("axis> prepare ariete-trento", "allied> decline", "axis> decline", "axis> move 5-panzer tobruk")
    assert (told.rules(Kind.DOUBT), told.state["hands"]["axis"]) == ([], 5), "it was declined"


@pytest.mark.parametrize("way", ["later", "skip"])
def test_draw_one_a_hand_of_which_a_draw_is_missing_is_not_counted(way: str) -> None:
    line = "axis> play dive-bomber 9-australian"
    for draw, found in ((way, Kind.NEEDS), ("axis> draw", Kind.ILLEGAL)):
        judged = at_table("ready", draw, "adjust axis.hand 0").game.judge(line)
        assert ("actions", found) in [(finding.rule, finding.kind) for finding in judged.findings]


# Force Cards


@pytest.mark.parametrize(
    ("lines", "force", "losses"),
    [
        (("axis> play dive-bomber 9-australian", "allied> lose 9-australian"), "9-australian", 1),
        (("axis> play dive-bomber 9-australian", "allied> decline", "allied> lose 9-australian"), "9-australian", 1),
        (("axis> move 15-panzer tobruk", "allied> play minefield", "axis> lose 15-panzer"), "15-panzer", 1),
        (("force 5-panzer base cairo", "axis> pass", "axis> supply", "axis> lose 5-panzer 2"), "5-panzer", 2),
    ],
)
def test_force_cards_4_a_loss_that_its_owner_tells_too_is_one_loss(
    lines: tuple[str, ...], force: str, losses: int
) -> None:
    table = in_actions(*lines, "axis> pass")
    assert (table.force(force)["losses"], table.rules()) == (losses, [])


def test_force_cards_1_an_eliminated_force_never_comes_back() -> None:
    table = in_actions("adjust 5-panzer.losses 2", "axis> move 5-panzer tobruk", "allied> play minefield", "axis> pass")
    assert table.state["eliminated"] == ["5-panzer"]
    assert table.state["discards"]["axis"] == 0
    table.play("axis> reinforce 5-panzer benghazi")
    assert table.rules() == ["force-cards.1"]
    assert table.found[-1].kind == Kind.IMPOSSIBLE


def test_force_cards_3a_the_force_card_is_not_part_of_the_cost() -> None:
    table = in_actions("force 21-panzer entry tripoli cost 2", "hand axis 3")
    table.play("axis> reinforce 21-panzer", "axis> discard 2")
    assert table.state["hands"]["axis"] == 0
    assert table.state["discards"]["axis"] == 2
    assert table.rules() == []


def test_force_cards_2_an_unknown_region_is_told_later() -> None:
    table = in_actions("axis> reinforce 21-panzer", "force 21-panzer entry tripoli cost 0")
    assert table.force("21-panzer")["region"] == "tripoli"


def test_force_cards_4_tokens_and_their_names() -> None:
    table = in_actions("axis> play dive-bomber 9-australian", "axis> pass")
    assert any("1 loss (disorganized)" in line for line in RULESET.show(table.game.table))
    assert "9-australian: loss tokens none -> 1" in table.hands


# Tobruk


def test_tobruk_1_the_allies_start_in_control() -> None:
    assert at_table().state["tobruk"] == "allied"


def test_tobruk_2_entering_changes_nothing() -> None:
    table = in_actions("axis> move 5-panzer tobruk", "axis> move 15-panzer tobruk", "axis> pass")
    assert table.state["tobruk"] == "allied"
    assert table.told("both sides are in Tobruk; the Allies keep control")


def test_tobruk_2_entered_empty() -> None:
    table = in_actions("adjust 9-australian.region cairo", "axis> move 5-panzer tobruk")
    assert table.state["tobruk"] == "axis"


def test_tobruk_2_cleared_in_battle() -> None:
    table = in_battle("adjust 9-australian.losses 2", *CLEARED)
    assert table.state["tobruk"] == "axis"


def test_tobruk_2_lost_by_a_card_with_the_enemy_inside() -> None:
    table = in_actions("adjust 5-panzer.region tobruk 9-australian.losses 2", "axis> play dive-bomber 9-australian")
    table.play("axis> pass")
    assert table.state["tobruk"] == "axis"
    assert table.told("(ruling tobruk.2-left: passes)")


def test_tobruk_3a_the_side_in_control_is_not_lost_by_supply() -> None:
    table = in_allied_turn("adjust 7-armored.region tobruk 5-panzer.region tobruk 15-panzer.region cairo")
    assert table.force("7-armored")["supplied"] is True
    table.play("allied> draw", "allied> pass", "allied> supply")
    assert table.force("7-armored")["losses"] == 0


def test_tobruk_3a_the_other_side_is_lost_by_supply_and_control_stays() -> None:
    table = in_actions("force 5-panzer base tripoli", "adjust 5-panzer.region tobruk 5-panzer.losses 1")
    table.play("adjust 4-indian.region benghazi", "axis> pass", "axis> supply")
    assert table.force("5-panzer") == {}
    assert table.state["tobruk"] == "allied"
    assert table.rules() == []


def test_tobruk_2_left_with_the_enemy_inside() -> None:
    table = in_allied_turn("adjust 5-panzer.region tobruk", "allied> draw", "allied> move 9-australian western-desert")
    assert table.state["tobruk"] == "axis"


def test_tobruk_2_changes_any_number_of_times() -> None:
    table = in_actions("adjust 9-australian.region cairo", "axis> move 5-panzer tobruk", "axis> pass", "axis> draw")
    table.play("adjust 5-panzer.region benghazi", "allied> draw", "adjust 4-indian.region western-desert")
    assert table.state["tobruk"] == "axis", "empty of both it stays"
    table.play("allied> move 4-indian tobruk")
    assert table.state["tobruk"] == "allied"
    assert table.rules() == []


def test_tobruk_3b_the_extra_card_goes_with_control() -> None:
    table = in_actions("adjust 9-australian.region cairo", "axis> move 5-panzer tobruk", "axis> pass", "axis> draw")
    table.play("allied> draw")
    assert table.state["hands"]["allied"] == 6, "one card without Tobruk"
    table.play("allied> pass", "allied> draw", "axis> draw")
    assert table.state["hands"]["axis"] == 5 + 2 + 2
    assert table.rules() == []


def test_tobruk_3c_the_last_attacker_dies_of_the_fortress() -> None:
    table = in_actions("adjust 5-panzer.region tobruk 5-panzer.losses 2", "axis> pass", "axis> attack tobruk 5-panzer")
    assert table.told("tobruk.3c: no attacking force is left")
    assert table.game.table.step == "battles"
    assert table.rules() == []


def test_tobruk_3c_once_for_an_attack_by_order() -> None:
    table = in_actions("axis> order 5-panzer tobruk", "axis> order 15-panzer tobruk", "axis> pass")
    assert [table.force(f)["losses"] for f in ("5-panzer", "15-panzer")] == [1, 0]
    table.play("axis> attack tobruk 5-panzer,15-panzer")
    assert [table.force(f)["losses"] for f in ("5-panzer", "15-panzer")] == [1, 0]


def test_tobruk_3c_a_second_group_pays_for_itself() -> None:
    table = in_actions("axis> order 5-panzer tobruk", "axis> move 15-panzer tobruk", "axis> pass")
    table.play("axis> attack tobruk 15-panzer", "axis> seal", "allied> guess armored", "axis> reveal armored")
    table.play("axis> attack tobruk 5-panzer")
    assert [table.force(f)["losses"] for f in ("5-panzer", "15-panzer")] == [1, 1]
    assert table.rules() == []


def test_tobruk_3c_against_the_axis_too() -> None:
    table = in_actions("adjust 9-australian.region cairo", "axis> move 5-panzer tobruk", "axis> pass", "axis> draw")
    table.play("adjust 4-indian.region tobruk", "allied> draw", "allied> pass", "allied> attack tobruk 4-indian")
    assert table.force("4-indian")["losses"] == 1


# What players stumble over: the odd-numbered cases of the facts file


def test_case_1_operations_and_cards_are_mixed() -> None:
    table = in_actions("axis> play dive-bomber 9-australian", "axis> prepare 5-panzer", "axis> draw")
    assert table.play("axis> play dive-bomber 9-australian").rules() == []


def test_case_3_the_battle_is_guided_step_by_step() -> None:
    table = in_battle()
    asked = [table.question]
    for line in ("axis> add overrun", "allied> decline", "axis> pass", "allied> strike armored", "axis> decline"):
        asked.append(table.play(line).question)
    assert asked == [
        "May add a battle card (plans: armored, motorized)",
        "May cancel the overrun card by a card of that plan",
        "May add a battle card (plans: armored, motorized, overrun)",
        "May strike a plan (armored, motorized, overrun)",
        "May cancel the armored card by a card of that plan",
        "May add a battle card (plans: motorized, overrun)",
    ]


def test_case_5_the_checklist_has_three_axis_and_four_allied_forces() -> None:
    lines = RULESET.checklist(at_table().game.table)
    assert "Axis: 3 force cards face up" in lines
    assert "Allied: 4 force cards face up" in lines


def test_case_7_a_reinforcement_does_nothing_on_arrival() -> None:
    table = in_actions("force 21-panzer entry benghazi cost 0", "axis> reinforce 21-panzer")
    assert table.play("axis> move 21-panzer tobruk").rules() == ["force-cards.3b"]


def test_case_9_a_force_ordered_twice() -> None:
    assert in_actions("axis> move 5-panzer tobruk", "axis> order 5-panzer").rules() == ["actions"]


def test_case_11_a_defender_left_out() -> None:
    table = in_actions("adjust 5-panzer.region tobruk 4-indian.region tobruk", "axis> pass")
    assert table.play("axis> attack tobruk 5-panzer against 4-indian").rules() == ["battles.5a"]
    assert table.state["battle"]["defenders"] == ["9-australian", "4-indian"]


def test_case_13_any_named_as_motorized() -> None:
    assert in_battle("axis> add any motorized").rules() == ["action-cards.any"]


def test_case_15_a_draw_at_nine() -> None:
    assert at_table("adjust axis.hand 9", "axis> draw").rules(Kind.WARNING) == ["action-cards.5"]


def test_case_17_control_is_not_flipped_by_entry() -> None:
    table = in_actions("axis> move 5-panzer tobruk", "axis> pass", "axis> draw", "allied> draw", "allied> pass")
    table.play("allied> draw", "axis> draw 2")
    assert table.rules() == ["draw-one"], "the second card would be for control of Tobruk"


def test_case_19_a_dead_force_is_not_redrawn() -> None:
    table = in_actions("adjust 5-panzer.losses 3", "axis> reinforce 5-panzer tripoli")
    assert table.found[-1].kind == Kind.IMPOSSIBLE
    assert "out of the game" in table.found[-1].message


def test_case_21_a_reinforcement_is_stopped_and_its_cost_is_a_ruling() -> None:
    table = in_actions(f'card "Invented Malta" allied when arrival {CARD} effect cancel amount 1')
    table.play("force 21-panzer entry tripoli cost 2", "axis> reinforce 21-panzer", "axis> discard 2")
    table.play("allied> play invented-malta", "axis> decline")
    assert table.rules(Kind.RULING) == ["force-cards.3-stopped"]
    assert table.force("21-panzer") == {}
    assert table.state["hands"]["axis"] == 5 - 2
    assert table.rules() == []


def test_case_45_the_known_effect_of_a_card_is_shown() -> None:
    table = in_actions("axis> play dive-bomber 9-australian")
    assert table.question == "May answer the card dive-bomber (loss 1 on 9-australian)"


# What is told of cards in the middle of it, and what is told twice.


def test_action_cards_5_a_drifted_count_is_set_with_its_last_changes_shown() -> None:
    table = in_actions("axis> prepare ariete-trento", "axis> draw", "axis> play dive-bomber 9-australian")
    assert "turn 1 draw +1, turn 1 draw +1, turn 1 play dive-bomber -1" in table.play("hand axis 6").found[-1].message
    assert table.state["hands"]["axis"] == 6


def test_action_cards_4_a_battle_card_says_what_it_is() -> None:
    assert in_battle("axis> add").rules() == ["action-cards.4"]
    assert in_battle("axis> add by dive-bomber").rules() == ["action-cards.4"]
    table = in_battle("axis> add siege by dive-bomber")
    assert table.rules() == []
    teach = [f.teach for f in table.found if f.kind is Kind.NEEDS]
    assert teach == ["card dive-bomber battle ?", "card dive-bomber bonus ?"]


@pytest.mark.parametrize("before", [True, False])
def test_action_cards_4_an_effect_that_is_told_in_the_battle_takes_place(before: bool) -> None:
    lines = ["card dive-bomber bonus discard", "decline"]
    table = in_battle("axis> add siege by dive-bomber", *(lines if before else reversed(lines)))
    assert table.state["owed"][0]["rule"] == "action-cards.discard"
    assert "siege" in table.state["battle"]["plans"]
    assert table.state["in_play"] == []


def test_battles_5c_an_effect_of_a_cancelled_card_that_is_told_later_does_not_take_place() -> None:
    table = in_battle("axis> add siege by dive-bomber", "allied> react siege", "card dive-bomber bonus discard")
    assert table.state["owed"] == table.state["in_play"] == []


def test_action_cards_1_an_effect_that_is_learned_has_its_amount_asked() -> None:
    table = in_actions('card "Storm" axis cost 0 harm 0 when action', "axis> play storm", "card storm effect loss")
    assert [f.teach for f in table.found][-2:] == ["card storm amount ?", "card storm picks ?"]
    table.play("card storm amount 2", "card storm picks owner", "decline")
    assert table.state["owed"][0] == {"side": "allied", "what": "loss", "count": 2, "rule": "battles.3"}


def test_action_cards_1_a_side_is_no_shortened_title() -> None:
    table = at_table('card "Allied Bombers" allied cost 1', 'card "Convoy" allied cost 2')
    assert table.game.table.box.cards["allied-bombers"].cost == 1  # type: ignore[attr-defined]
    assert table.game.table.box.cards["convoy"].cost == 2  # type: ignore[attr-defined]


def test_action_cards_4_a_shortened_effect_is_no_card() -> None:
    answer = run(in_battle().game, "axis> overrun d")
    assert answer.error is not None
    assert answer.error.choices == ("discard", "draw")


CUT = ("force 15-panzer base tripoli", "adjust 9-australian.region tripoli", "axis> pass", "axis> pass", "axis> supply")


def test_supply_3_says_who_cuts_a_force_off() -> None:
    assert in_actions(*CUT).told("is cut off by 9-australian in Tripoli/Tunisia")
    table = in_actions("axis> pass", "axis> pass", "axis> supply 9-australian")
    assert (table.rules(), table.told("is unsupplied")) == (["supply.3"], False)


def test_battles_result_told_again_with_its_loss_is_one_loss() -> None:
    table = in_battle(*CLEARED, "axis> result 1", "allied> lose 9-australian")
    assert (table.rules(), table.force("9-australian")["losses"]) == ([], 1)


def test_force_cards_4_losses_are_told_token_by_token() -> None:
    table = in_actions(*CUT, "axis> lose 15-panzer", "axis> lose 15-panzer")
    assert (table.rules(), table.force("15-panzer")["losses"]) == ([], 2)
    assert table.play("axis> lose 15-panzer 3").rules() == ["supply.3"], "that is more than the referee did"
    table = in_actions(*CUT, "axis> lose 15-panzer 1")
    assert (table.rules(), table.force("15-panzer")["losses"]) == (["supply.3"], 1)


def test_setup_2_a_reinforcement_starts_nowhere() -> None:
    assert at_table("force 21-panzer start tripoli").rules() == ["setup.2"]
    table = at_table("force 5-panzer start tripoli")
    assert table.rules() == []
    assert table.force("5-panzer")["region"] == "tripoli"


def test_a_list_of_names_says_how_many_it_leaves_out() -> None:
    answer = run(at_table().game, "ruling nothing")
    assert answer.error is not None
    rulings = len(RULESET.rulebook.rulings)
    assert answer.error.message.endswith(f" and {rulings - 12} more.")

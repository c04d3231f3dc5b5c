"""What the referee mirrors of the rules of Lightning: D-Day by itself; a test is named after its rule."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.ruleset import Kind
from tests.dd import CARD, NO_NUMBERS, PLAIN, RULESET, Table, at_omaha, at_table, german_turn

EMPTY_OMAHA = "adjust 352-inf.at out german-omaha.face-down 0"


def asked_of(table: Table) -> str:
    """The side that is asked now."""
    return table.game.ask.side if table.game.ask else ""


# Setting up the Game


def test_setup_beaches_lie_in_a_row() -> None:
    lines = RULESET.checklist(at_table().game.table)
    assert any("Sword - Juno - Gold - Omaha - Utah" in line for line in lines)
    table = at_omaha(EMPTY_OMAHA, "adjust german-gold.face-down 0", "allied> attack 1-inf")
    assert table.at("utah", "german") == ([], 2), "Utah is the only beach beside it that has a German"


def test_setup_forces_sixteen_allied_and_fifteen_german_are_inferred() -> None:
    table = at_table()
    assert sum(table.at(beach, "allied")[1] for beach in table.state["beaches"]) == 16
    assert sum(table.at(beach, "german")[1] for beach in table.state["beaches"]) == 15
    assert "Inferred, so count them: German Sword 3, Juno 3, Gold 3, Utah 3; Allied Sword 3" in table.question
    assert "Omaha" not in table.question, "the number there is stated"


def test_setup_forces_another_number_is_told_and_the_deck_is_put_right() -> None:
    table = at_table("pile german-gold 5", "pile allied-sword 2", "ready")
    assert (table.at("gold", "german"), table.at("sword", "allied")) == (([], 5), ([], 2))
    assert table.state["decks"] == {"german": 49 - 17 - 5, "allied": 49 - 15 - 5}
    assert table.rules() == []


def test_setup_forces_the_referee_knows_numbers_and_no_names() -> None:
    table = german_turn()
    assert table.at("omaha", "german") == ([], 3)
    table.play("german> activate 352-inf")
    assert table.at("omaha", "german") == (["352-inf"], 2)
    assert table.rules() == []


def test_setup_forces_more_forces_on_file_than_a_pile_has_is_remarked() -> None:
    table = at_table(*(f'force "{n}th Invented" german beach utah' for n in (1, 2, 3)))
    assert table.rules(Kind.WARNING) == []
    assert table.play('force "4th Invented" german beach utah').rules(Kind.WARNING) == ["setup.forces"]


def test_setup_shuffle_is_on_the_checklist() -> None:
    assert any("shuffled and face down" in line for line in RULESET.checklist(at_table().game.table))


def test_setup_turn_cards_begin_with_wading_ashore() -> None:
    assert at_table().state["turn_card"] == "Wading Ashore"
    assert any("Wading Ashore (turn 1) on top" in line for line in RULESET.checklist(at_table().game.table))


def test_setup_hands_five_cards_each() -> None:
    state = at_table().state
    assert state["hands"] == {"german": 5, "allied": 5}
    assert state["decks"] == {"german": 49 - 15 - 5, "allied": 49 - 16 - 5}


# Types of Cards


def test_cards_force_what_is_printed_on_a_force_is_on_file_and_shown() -> None:
    table = at_omaha()
    assert any("352-inf (1), 2 face down" in line for line in RULESET.show(table.game.table))
    assert any("29-inf (2)" in line for line in RULESET.show(table.game.table))


# Player Turn


def test_turn_sides_the_german_player_goes_first() -> None:
    table = german_turn()
    assert (table.game.table.side, table.state["beach"]) == ("german", "utah")
    table.play("german> pass", "german> pass", "german> pass", "german> pass", "german> pass")
    assert (table.game.table.side, table.state["beach"]) == ("allied", "sword")
    assert table.rules() == []


def test_turn_order_what_is_given_up_at_other_beaches_is_asked_about() -> None:
    table = german_turn("german> activate invented-gold")
    assert table.state["beach"] == "gold"
    assert (table.rules(), table.rules(Kind.DOUBT)) == ([], ["turn.order"]), "two beaches with something to do"
    table = german_turn("adjust 352-inf.at omaha")
    assert "attack" not in {legal.action.verb for legal in table.game.legal()}, "at Utah nobody can"
    answers = [run(table.game, line).status for line in ("german> attack 352-inf", "stand")]
    assert (answers, table.state["beach"]) == (["held", "ok"], "omaha")


def test_turn_sides_the_next_player_may_begin_when_one_beach_is_left() -> None:
    table = german_turn("german> pass all", "allied> activate 1-inf")
    assert table.rules() == []


def test_turn_action_pass_all_ends_the_own_part() -> None:
    table = german_turn("german> pass all")
    assert table.game.table.side == "allied"
    table.play("allied> pass all")
    assert (table.game.table.step, table.question) == ("discard", "May discard any number of cards")


def test_turn_order_begins_with_the_first_beach_in_the_middle_of_a_game() -> None:
    table = at_table("adjust turn.number 3 turn.side allied turn.step beaches")
    assert (table.state["beach"], table.question[:5]) == ("sword", "Sword")


def test_turn_strike_in_turn_one_at_utah() -> None:
    table = german_turn('force "Invented Guns" german beach utah value 1')
    table.play("german> activate invented-guns", "german> attack invented-guns")
    assert table.at("utah", "allied") == ([], 2)
    assert table.rules() == []


def test_turn_strike_is_for_a_force_whose_card_allows_it() -> None:
    table = german_turn("force invented-utah free attack", "german> activate invented-utah")
    assert table.play("german> attack invented-utah").rules() == []
    table = german_turn("german> activate invented-utah", "german> attack invented-utah")
    assert table.rules() == ["turn.strike"]
    assert "(ruling turn.strike-whose: card)" in table.found[-1].message


def test_turn_draw_a_number_that_was_said_is_not_asked_for() -> None:
    table = at_table("ready", "german> pass all", "allied> pass all", "pass", "pass")
    table.play("german> draw 2", "allied> draw 3")
    assert table.state["hands"] == {"german": 7, "allied": 8}
    assert table.rules(Kind.NEEDS) == []


def test_setup_decks_whose_deck_a_card_is_in_is_asked_once() -> None:
    table = at_omaha("allied> play rollover")
    assert next(f.teach for f in table.found if f.kind is Kind.NEEDS) == "card rollover of ?"
    table.play("card rollover of allied", "german> play rollover")
    assert "setup.decks" in table.rules()
    table = at_omaha("card rollover of both when turn action no", "allied> play rollover")
    assert table.rules(Kind.NEEDS) == []


def test_attack_target_a_beach_alone_is_the_enemys_pile() -> None:
    table = at_omaha(EMPTY_OMAHA, "allied> attack 1-inf gold")
    assert (table.rules(), table.at("gold", "german")[1]) == ([], 2)


def test_turn_free_an_unknown_free_action_is_asked_for() -> None:
    table = german_turn('force "Invented Guns" german beach juno value 1', "german> activate invented-guns")
    assert [f.teach for f in table.found if f.kind is Kind.NEEDS][-1] == "force invented-guns free ?"


def test_turn_discard_and_draw_end_the_turn() -> None:
    table = german_turn("german> pass all", "allied> pass all", "german> discard 2", "allied> discard none")
    assert table.state["hands"] == {"german": 3, "allied": 5}
    table.play("german> draw", "allied> draw")
    assert table.state["hands"] == {"german": 5, "allied": 7}
    assert (table.game.table.turn, table.state["turn_card"]) == (2, "Turn 2")
    assert table.told("turn.next: the card of turn 2 is turned over")
    assert table.rules() == []


def test_turn_draw_the_number_of_the_turn_card_is_asked_for_and_then_drawn() -> None:
    table = at_table("ready", "german> pass all", "allied> pass all", "german> draw")
    assert [f.teach for f in table.found if f.kind is Kind.NEEDS] == ["turn-card turn-1 german ?"]
    assert table.state["hands"]["german"] == 5
    table.play("turn-card turn-1 german 3")
    assert table.state["hands"]["german"] == 8
    assert table.question.startswith("Draw the cards that Wading Ashore says; Enter asks for their number")


def test_turn_draw_a_number_that_nobody_knows_is_said() -> None:
    table = at_table("ready", "german> pass all", "allied> pass all", "german> draw 3", "allied> draw 4")
    assert table.state["hands"] == {"german": 8, "allied": 9}
    assert table.rules() == []


def test_turn_draw_and_discard_have_no_order_between_the_sides() -> None:
    table = german_turn("german> pass all", "allied> pass all", "allied> discard 1", "german> discard 1")
    assert (table.game.table.step, table.state["hands"]) == ("draw", {"german": 4, "allied": 4})
    table.play("allied> draw", "german> draw")
    assert (table.game.table.turn, table.state["hands"]) == (2, {"german": 6, "allied": 6})
    assert table.rules() == []


def test_turn_draw_of_the_allies_first_waits_for_its_number() -> None:
    table = at_table("ready", "german> pass all", "allied> pass all", "allied> draw", "turn-card turn-1 allied 3")
    assert (table.state["hands"]["allied"], asked_of(table)) == (8, "german")
    assert table.play("german> draw 1").game.table.turn == 2
    assert table.rules() == []


def test_turn_next_card_is_turned_over_when_both_have_drawn() -> None:
    table = german_turn("german> pass all", "allied> pass all", "german> draw")
    assert table.state["turn_card"] == "Wading Ashore"
    assert table.play("allied> draw").state["turn_card"] == "Turn 2"
    assert (table.game.table.side, table.state["beach"]) == ("german", "utah")


def test_cards_hand_a_count_is_put_right() -> None:
    table = german_turn("hand allied 7")
    assert table.state["hands"]["allied"] == 7
    assert table.rules(Kind.WARNING) == ["cards.hand"]


# How to Attack


def test_attack_succeeds_and_the_force_is_out_of_the_game() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> decline")
    assert table.state["out_of_the_game"] == ["352-inf"]
    assert table.told("2 v 1: the attack succeeds and takes the 352nd Inf out of the game")


def test_attack_succeeds_not_with_a_tie_and_nothing_changes() -> None:
    table = at_omaha("force 352-inf value 2", "allied> attack 1-inf 352-inf", "allied> decline")
    assert table.at("omaha", "german") == (["352-inf"], 2)
    assert table.told("2 v 2: the attack fails; the defender wins ties; neither force is affected")
    assert set(table.at("omaha", "allied")[0]) == {"1-inf", "29-inf"}


def test_attack_values_the_352nd_has_its_bonus_when_it_attacks_only() -> None:
    table = german_turn("force 1-inf defense 0", "adjust beach.now omaha 352-inf.at omaha 1-inf.at omaha")
    table.play("german> attack 352-inf 1-inf")
    assert table.state["battle"]["totals"] == "3 v 2"
    table = at_omaha("allied> attack 1-inf 352-inf")
    assert table.state["battle"]["totals"] == "2 v 1"


def test_attack_values_a_bonus_at_a_beach_counts_there_only() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play bunkers")
    assert table.state["battle"]["totals"] == "2 v 5"
    gold = "adjust beach.now gold 1-inf.at gold 352-inf.at gold"
    table = at_omaha(gold, "allied> attack 1-inf 352-inf", "german> play bunkers")
    assert table.state["battle"]["totals"] == "2 v 3"


def test_attack_values_the_turn_card_counts_in_every_attack_of_a_side() -> None:
    table = at_omaha("adjust turn.number 1", "allied> attack 1-inf 352-inf")
    assert table.state["battle"]["totals"] == "1 v 1"
    assert table.told("attack 2 (1st Inf) - 1 (Wading Ashore) = 1; defense 1 (352nd Inf)")


def test_attack_values_what_is_unknown_is_asked_for_and_the_result_is_told() -> None:
    table = at_table("ready", "adjust beach.now omaha turn.number 2 turn.side allied 29-inf.at omaha 352-inf.at omaha")
    table.play("allied> attack 29-inf 352-inf")
    wanted = [f.teach for f in table.found if f.kind is Kind.NEEDS]
    assert wanted == ["force 29-inf value ?", "force 29-inf attack ?", "turn-card turn-2 allied-attack ?"]
    table.play("german> decline", "allied> decline")
    assert table.question == "Did the attack of 29th Inf on 352nd Inf succeed? (0+? v 1)"
    table.play("allied> result succeeds")
    assert table.state["out_of_the_game"] == ["352-inf"]
    assert table.rules() == []


def test_attack_values_learned_in_the_middle_count_at_once() -> None:
    table = at_omaha('card "Invented Guns" allied when battle action no', "allied> attack 1-inf 352-inf")
    table.play("german> play training", "allied> play invented-guns")
    assert table.state["battle"]["totals"] == "2+? v 2"
    table.play("card invented-guns value 1 attack 1 bonus 0 effect none")
    assert table.told("4 v 2: attack 2 (1st Inf) + 1 (Invented Guns) + 1 (Invented Guns attacking) = 4; defense")


def test_turn_one_card_a_side_that_is_ahead_and_passes_lets_the_other_play_again() -> None:
    table = at_omaha("adjust 352-inf.at omaha", "force 352-inf value 5", "allied> attack 1-inf 352-inf")
    table.play("allied> play covering-fire", "allied> play assault")
    assert table.state["battle"]["totals"] == "7 v 5"
    assert table.rules() == [], "the German player let his chance pass between the two"


def test_turn_one_card_the_loser_is_asked_again_and_when_a_value_is_told_late() -> None:
    table = at_omaha("force 352-inf value 5", "allied> attack 1-inf 352-inf", "allied> play covering-fire")
    assert (table.state["battle"]["totals"], asked_of(table)) == ("4 v 5", "allied")
    late = 'force "Invented Late" allied beach omaha value 1 attack 0 free none'
    table = at_omaha(late, "adjust invented-late.at omaha", "german> attack 352-inf invented-late")
    assert asked_of(table) == "allied"
    table.play("force invented-late defense 4")
    assert (table.state["battle"]["totals"], asked_of(table)) == ("3 v 5", "german")


def test_turn_one_card_closes_nothing_for_the_side_that_is_asked() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "allied> play covering-fire")
    assert table.state["battle"]["totals"] == "4 v 1"
    assert table.play("german> play training").state["battle"]["totals"] == "4 v 2"
    assert table.play("german> pass").state["out_of_the_game"] == ["352-inf"]
    assert table.rules() == []


def test_turn_one_card_of_a_side_that_is_not_behind_may_be_the_first() -> None:
    table = at_omaha("force 352-inf value 2", "allied> attack 1-inf 352-inf", "german> play bunkers")
    assert (table.state["battle"]["totals"], table.rules()) == ("2 v 6", [])


def test_turn_one_card_without_a_card_in_hand_nothing_is_asked() -> None:
    table = at_omaha("adjust german.hand 0", "allied> attack 1-inf 352-inf")
    assert table.state["battle"] is None
    assert table.told("the Germans have no card in hand")


def test_attack_automatic_no_card_is_protected_by_lying_face_down() -> None:
    table = at_omaha("adjust 352-inf.at out", "allied> attack 1-inf")
    assert table.at("omaha", "german") == ([], 1)
    assert table.state["lost_face_down"]["german"] == 1


def test_attack_adjacent_the_attacker_chooses_active_or_not() -> None:
    gold = f'force "Invented Gold" german beach gold value 9 {PLAIN}'
    table = at_omaha(gold, EMPTY_OMAHA, "adjust invented-gold.at gold", "allied> attack 1-inf invented-gold")
    assert "invented-gold" in table.state["out_of_the_game"], "its value does not matter"
    table.play("adjust allied-omaha.extra 1", "allied> attack 29-inf german-gold")
    assert table.at("gold", "german") == ([], 1)
    assert table.rules() == []


# Notes


def test_notes_airborne_both_on_one_beach_give_two_actions_in_each_turn() -> None:
    table = at_omaha("allied> play 82-airborne", "german> decline", "allied> play 101-airborne", "german> decline")
    assert table.state["actions_left"] == 3
    table.play('force "8th Invented" allied beach omaha value 1 free none', "allied> activate 8-invented")
    table.play("allied> attack 1-inf 352-inf", "german> decline", "allied> attack 29-inf")
    assert table.state["actions_left"] == 0
    assert table.rules() == []
    table.play("allied> pass all", "german> pass", "allied> pass", "german> draw", "allied> draw", "german> pass all")
    table.play("allied> pass", "allied> pass", "allied> pass")
    assert (table.state["beach"], table.state["actions_left"]) == ("omaha", 3), "in the next turn too"


def test_notes_chaos_cancels_the_card_just_played() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play bunkers", "allied> play chaos")
    assert table.state["battle"]["totals"] == "2 v 1"
    assert table.state["discards"] == {"german": 1, "allied": 1}, "notes.once: both are discarded"


def test_notes_chaos_says_which_card_it_cancels() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play bunkers", "allied> play chaos")
    assert table.told("Chaos cancels Bunkers; 2 v 1")
    table = at_omaha("allied> play 101-airborne", "german> play chaos")
    assert table.question == "Chaos cancels 101st Airborne; may cancel Chaos"


def test_notes_chaos_is_cancelled_by_chaos() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play bunkers", "allied> play chaos", "german> play chaos")
    assert table.state["battle"]["totals"] == "2 v 5"
    assert table.rules() == []


def test_notes_chaos_cancels_an_airborne_card() -> None:
    table = at_omaha("allied> play 101-airborne", "german> play chaos", "allied> decline")
    assert table.state["beaches"]["omaha"]["allied"]["extra_actions"] == 0
    assert table.state["discards"] == {"german": 1, "allied": 1}


def test_notes_once_a_card_is_discarded_but_an_airborne_card_stays() -> None:
    table = at_omaha("allied> play 101-airborne", "german> decline", "allied> attack 1-inf 352-inf")
    table.play("german> play training", "allied> play assault", "german> decline")
    assert table.state["discards"] == {"german": 1, "allied": 1}
    assert table.state["hands"] == {"german": 4, "allied": 3}


def test_notes_rollover_attacks_an_adjacent_beach_beside_the_action() -> None:
    table = at_omaha("allied> play rollover", "german> decline", "allied> rollover 1-inf german-gold")
    assert table.at("gold", "german") == ([], 2)
    table.play("allied> attack 29-inf 352-inf")
    assert table.rules() == []


def test_notes_rollover_an_active_enemy_defends_itself() -> None:
    gold = f'force "Invented Gold" german beach gold value 1 {PLAIN}'
    table = at_omaha(gold, "adjust invented-gold.at gold", "allied> play rollover", "german> decline")
    table.play("allied> rollover 1-inf invented-gold")
    assert table.state["battle"]["totals"] == "2 v 1"


def test_notes_reinforcements_are_an_action() -> None:
    card = 'card "Invented Relief" allied when turn action yes value 1 attack 0 defense 0 bonus 0 effect force'
    table = at_omaha(card, "allied> play invented-relief", "german> decline")
    assert "invented-relief" in table.at("omaha", "allied")[0]
    assert table.state["actions_left"] == 0


def test_notes_casualties_are_paid_at_any_beach() -> None:
    known = "card mounting-casualties value 1 attack 0 defense 0"
    table = at_omaha(known, "allied> attack 1-inf 352-inf", "german> play mounting-casualties paying german-sword")
    assert table.state["battle"]["totals"] == "2 v 4"
    assert table.at("sword", "german") == ([], 2)


def test_notes_casualties_are_no_active_force_and_its_name_is_not_taken_for_a_pile() -> None:
    sword = f'force "G Sword" german beach sword value 1 {PLAIN}'
    table = at_omaha(sword, "adjust g-sword.at sword", "allied> attack 1-inf 352-inf")
    table.play("german> play mounting-casualties paying g-sword")
    assert table.rules() == ["notes.casualties"]
    assert table.at("sword", "german") == ([], 2), "it is mirrored"


def test_notes_unpaid_the_card_counts_without_its_bonus() -> None:
    known = "card mounting-casualties value 1 attack 0 defense 0"
    nothing = "adjust " + " ".join(f"german-{b}.face-down 0" for b in ("sword", "juno", "gold", "omaha", "utah"))
    table = at_omaha(known, nothing, "allied> attack 1-inf 352-inf", "german> play mounting-casualties")
    assert table.state["battle"]["totals"] == "2 v 2"
    assert table.rules() == []


def test_notes_reshuffle_an_empty_deck_is_made_of_the_discards() -> None:
    table = german_turn("adjust german.deck 1 german.discards 6", "german> pass all", "allied> pass all")
    table.play("german> draw")
    assert (table.state["decks"]["german"], table.state["discards"]["german"]) == (5, 0)
    assert table.rules() == []


def test_notes_stragglers_are_a_force_from_then_on() -> None:
    table = at_omaha("card stragglers value 1 attack 0 defense 0", "allied> play stragglers", "german> decline")
    assert "stragglers" in table.at("omaha", "allied")[0]
    table.play("allied> attack stragglers 352-inf")
    assert table.state["battle"]["totals"] == "1 v 1"
    assert table.rules() == []


def test_notes_stragglers_out_of_the_own_turn_are_flagged() -> None:
    assert at_omaha("german> play stragglers").rules() == ["notes.stragglers"]
    error = at_omaha().game.report("attack stragglers 352-inf").error
    assert str(error) == "stragglers is a force only once it was played [notes.stragglers]."


# Texts


def test_cards_text_is_carried_out_with_plain_verbs() -> None:
    card = f'card "Invented Shells" allied when turn {CARD} effect text'
    table = at_omaha(card, "allied> play invented-shells", "german> decline")
    table.play("allied> remove 352-inf by invented-shells", "allied> gain allied 2 by invented-shells")
    assert table.state["out_of_the_game"] == ["352-inf"]
    assert table.state["hands"]["allied"] == 6
    assert table.rules() == []


def test_cards_text_is_counted_off_where_it_is_told_how_often_it_is_good() -> None:
    card = f'card "Invented Shells" allied when any {CARD} effect text amount 2'
    table = at_omaha(card, "allied> play invented-shells", "german> pass", "allied> gain allied by invented-shells")
    table.play("allied> gain allied 2 by invented-shells")
    assert table.rules() == ["cards.text"]
    table.play("undo", "allied> trim german-gold by invented-shells", "allied> cover 352-inf by invented-shells")
    assert table.found[-1].message == "the text of invented-shells is carried out already"
    table.found.clear()
    table.play("undo", "allied> play invented-shells", "german> pass", "allied> cover 352-inf by invented-shells")
    assert table.rules() == [], "a further card of that title has its text again"


def test_turn_one_card_pass_plays_none_and_is_no_end_of_a_beach() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play training", "allied> pass")
    assert table.told("the attack fails")
    assert table.state["beach"] == "omaha"
    assert at_omaha("allied> play 101-airborne", "german> pass").state["actions_left"] == 2


def test_cards_text_of_the_turn_card_counts_in_an_attack() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> count 2 by turn-2")
    assert table.state["battle"]["totals"] == "2 v 3"
    assert table.rules() == []


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("trim german-omaha", ["352-inf"]), ("cover 352-inf", []), ("shift 352-inf gold", []), ("again", ["352-inf"]),
        ("drop german 1", ["352-inf"]), ("flip 21-panzer at omaha", ["21-panzer", "352-inf"]),
    ],
)  # fmt: skip
def test_cards_text_every_verb_is_lawful_on_the_word_of_the_turn_card(line: str, seen: list[str]) -> None:
    table = at_omaha()
    before = table.game.table
    table.play(f"allied> {line} by turn-2")
    assert table.rules() == []
    assert sorted(table.at("omaha", "german")[0]) == seen
    assert table.game.table != before


# Optional Rule


def test_optional_adjacent_an_active_force_defends_with_less() -> None:
    gold = f'force "Invented Gold" german beach gold value 4 {PLAIN}'
    lines = (gold, EMPTY_OMAHA, "adjust invented-gold.at gold", "allied> attack 1-inf invented-gold")
    table = at_omaha(*lines, option="defend")
    assert table.state["battle"]["totals"] == "2 v 1"
    assert table.told("defense 4 (Invented Gold) - 3 (adjacent beach) = 1")
    assert at_omaha(*lines).state["battle"] is None


# Victory


def test_victory_control_is_shown_as_it_stands() -> None:
    table = german_turn()
    assert table.state["allied_beaches"] == []
    table.play("adjust german-gold.face-down 0")
    assert table.state["allied_beaches"] == ["gold"]
    assert any("As it stands: Solid German Victory" in line for line in RULESET.show(table.game.table))


def test_victory_outcome_is_told_behind_the_last_beach() -> None:
    table = german_turn("adjust turn.number 5 german-gold.face-down 0", "german> pass all", "allied> pass all")
    assert table.winner == "german"
    assert table.state["outcome"] == "Solid German Victory"
    assert table.told("victory.outcome: Solid German Victory: the Allies control one of the five beaches (Gold)")


def test_show_fits_a_screen() -> None:
    table = at_omaha("allied> play 101-airborne", "german> decline", *NO_NUMBERS)
    lines = RULESET.show(table.game.table)
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80

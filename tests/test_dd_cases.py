"""What players stumble over in D-Day, each case by its number in our list of known trouble."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.prompt.menu import menu
from referee.ruleset import Kind
from tests.dd import CARD, EXAMPLES, NO_NUMBERS, PLAIN, RULESET, at_omaha, at_table, german_turn

ILLEGAL = EXAMPLES / "illegal"


def test_case_35_every_flag_and_every_gap_of_the_rules_is_cited() -> None:
    table = at_omaha("allied> attack 1-inf german-omaha", "allied> play 101-airborne", "german> play chaos")
    known = {*RULESET.rulebook.rules, *RULESET.rulebook.rulings}
    assert {finding.rule for finding in table.found} <= known
    silent = [r for r in RULESET.rulebook.rulings.values() if not r.reason]
    assert silent == [], "where the book is silent a ruling says so, and why"


def test_case_37_a_face_down_force_is_not_protected() -> None:
    table = at_omaha("adjust 352-inf.at out", "allied> attack 1-inf")
    assert table.rules() == []
    assert table.told("the top face-down card of the Germans at Omaha is discarded and out of the game")


def test_case_37_nor_before_its_side_has_acted() -> None:
    """DD-R3: the strike of turn 1, before the Allies have done anything."""
    for beach in ("utah", "gold"):
        table = german_turn(f'force "Invented Guns" german beach {beach} value 1 {PLAIN}')
        table.play("force invented-guns free attack", "german> activate invented-guns", "german> attack invented-guns")
        assert table.at(beach, "allied") == ([], 2)
        assert table.rules() == []


def test_case_37_the_minus_one_of_turn_1_is_for_comparisons_only() -> None:
    table = at_omaha("adjust turn.number 1 352-inf.at out", "allied> attack 1-inf")
    assert table.rules(Kind.RULING) == ["attack.automatic-values"]
    assert table.at("omaha", "german") == ([], 1)


def test_case_39_a_free_attack_is_not_used_later_in_the_turn() -> None:
    table = at_omaha("adjust 1-inf.at none", "allied> activate 1-inf", "allied> attack 1-inf", "german> decline")
    assert table.play("allied> attack 1-inf").rules() == ["turn.once"]


def test_case_39_nor_in_the_next_turn() -> None:
    eighth = f'force "Invented Eighth" allied beach omaha value 1 {PLAIN}'
    table = at_omaha(eighth, "allied> activate invented-eighth", "allied> attack 1-inf 352-inf")
    assert table.rules() == ["turn.free"]


def test_case_41_both_attacks_of_an_airborne_beach_are_not_by_one_force() -> None:
    table = at_omaha("allied> play 101-airborne", "german> decline", "allied> attack 1-inf 352-inf", "german> decline")
    table.play("allied> attack 1-inf")
    assert table.rules() == ["turn.airborne"]
    assert "29-inf" in table.found[-1].instead


def test_case_43_draws_that_are_forgotten_are_reminded_of() -> None:
    table = german_turn("german> pass all", "allied> pass all", "allied> draw", "german> activate invented-utah")
    assert table.rules() == ["turn.draw"]
    assert table.state["skipped"][0]["what"] == "the draw of 2 cards"
    table = german_turn("german> pass all", "allied> pass all", "german> activate invented-utah")
    assert table.rules() == ["turn.draw", "turn.draw"], "both forgot"
    assert (table.game.table.turn, table.at("utah", "german")[0]) == (2, ["invented-utah"])


def test_case_43_the_number_is_asked_for_once_and_kept() -> None:
    table = at_table("ready", "german> pass all", "allied> pass all", "german> draw")
    table.play("turn-card turn-1 german 2", "turn-card turn-1 allied 3", "allied> draw")
    assert table.state["hands"] == {"german": 7, "allied": 8}
    table.play("adjust turn.number 1", "german> pass all", "allied> pass all")
    assert "Draw 2 cards" in table.play("german> pass", "allied> pass").question


def test_an_unknown_card_is_taught_to_the_side_that_is_asked() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf")
    error = table.game.report("play Nebel").error
    assert error is not None
    assert error.choices == ('card "Nebel" german',)


def test_a_result_against_the_values_says_what_they_make() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play bunkers", "allied> result succeeds")
    assert table.rules() == ["attack.succeeds"]
    assert "2 v 5: the attack fails" in table.found[-1].message


def test_a_further_attack_without_an_action_cites_the_action() -> None:
    table = at_omaha("allied> attack 29-inf 352-inf", "german> decline", "allied> attack 1-inf")
    assert table.rules() == ["turn.action"]


def test_a_free_attack_is_offered_only_where_it_is_known() -> None:
    table = at_omaha("adjust turn.side german beach.now omaha 352-inf.at none", "german> activate 352-inf")
    assert table.question == "Omaha: no action left"


def test_more_actions_than_one_were_used() -> None:
    table = at_omaha("allied> play 101-airborne", "german> decline", "allied> attack 1-inf 352-inf", "german> decline")
    table.play("allied> attack 29-inf", 'force "8th Invented" allied beach omaha value 1 free none')
    assert table.play("allied> activate 8-invented").found[-1].message == (
        "all 2 actions at Omaha were used in this turn"
    )


@pytest.mark.parametrize("cards", [1, 3])
def test_case_43_a_wrong_number_is_flagged(cards: int) -> None:
    table = german_turn("german> pass all", "allied> pass all", f"german> draw {cards}")
    assert table.rules() == ["turn.draw"]


def test_invented_cards_are_tagged() -> None:
    for path in ILLEGAL.glob("*.ref"):
        for line in path.read_text().splitlines():
            taught = line.startswith(("card ", "force ", "turn-card "))
            assert not taught or line.endswith("# invented for this case"), path.name
    assert all(line.startswith("turn-card") for line in NO_NUMBERS)


def test_turn_order_a_card_that_is_due_at_a_later_beach_says_how_to_get_there() -> None:
    card = f'card "Invented Flare" german when turn {CARD} effect none'
    table = at_omaha(card, "force 352-inf free none", "adjust turn.side german beach.now utah")
    told = run(table.game, "german> play invented-flare").told
    assert told == ("It is due later: take it back; `pass` (Enter) ends a part of Beaches; then report it again.",)
    run(table.game, "back")
    said, _ = menu(table.game)
    assert sum(line.count("activate, play [turn.action]") for line in said) == 1

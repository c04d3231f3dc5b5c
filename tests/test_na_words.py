"""How newcomers write what they do in Lightning: North Africa, and what they are asked."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.prompt.offers import offers, plant
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.dd import CARD, at_omaha
from tests.dd import at_table as d_day
from tests.na import Table, in_actions
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


def test_the_region_is_asked_for_where_two_are_possible() -> None:
    table = both_in_tobruk("adjust ariete-trento.region western-desert", "adjust 4-indian.region western-desert")
    assert table.play("attack 5").failed[0].startswith("attack needs a region")


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

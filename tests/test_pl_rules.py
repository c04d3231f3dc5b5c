"""What the referee mirrors of the rules of Lightning: Poland by itself; a test is named after its rule."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.prompt.talk import Talk
from referee.ruleset import Kind, LineError, NotUnderstood, Setup
from rulesets.lightning_poland.setup import start
from tests.pl import RULESET, Table, at_table, in_battle, new_game, over

# How to Win


def test_win_ten_points_end_the_game() -> None:
    table = at_table("adjust krakow.holder german", "adjust invented-lodz.holder german")
    assert table.game.table.winner == ""
    table.play("german> battle warsaw xvi-corps", "german> result german")
    assert table.game.table.winner == "german"
    assert table.told("the Germans have 10 points of captured objectives, and win")


def test_win_a_value_that_is_learned_late_counts() -> None:
    table = at_table("adjust krakow.holder german", "adjust invented-lodz.holder german", "adjust warsaw.holder german")
    assert table.game.table.winner == "german"
    first = 'objective "Invented Kielce" by german'
    table = at_table("adjust krakow.holder german", "adjust invented-lodz.holder german", first)
    table.play("adjust invented-kielce.holder german")
    assert table.game.table.winner == ""
    assert any("7 + 1 unknown points, 3 more to win" in line for line in RULESET.show(table.game.table))
    assert table.play("objective invented-kielce points 3").game.table.winner == "german"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "0 points, 10 more to win; left on file 10: can get there"),
        (("adjust krakow.holder polish",), "left on file 7: not with the objectives on file"),
        (('objective "X" by german', "adjust krakow.holder polish"), "7 + 1 unknown: can get there if unknown values"),
    ],
)
def test_win_show_says_what_is_needed_and_whether_it_can_be_had(lines: tuple[str, ...], said: str) -> None:
    assert said in " ".join(" ".join(RULESET.show(at_table(*lines).game.table)).split())


def test_a_full_table_fits_the_screen() -> None:
    table = in_battle("german> play raid", "polish> play to-the-last", "adjust invented-lodz.holder german")
    lines = RULESET.show(table.game.table)
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 79


# Types of Cards and Set-Up


def test_types_country_and_setup_2_are_reminded_of() -> None:
    lines = RULESET.checklist(at_table().game.table)
    assert lines[0].endswith("the two country cards")
    assert lines[1] == "German forces marked S, face up: XVI Corps"
    assert lines[2].endswith("Army Krakow, Army Modlin, Army Lublin")


def test_types_country_lists_starting_forces() -> None:
    assert new_game().table.row == ("army-krakow", "army-modlin", "army-lublin")  # type: ignore[attr-defined]


def test_setup_2_a_force_marked_s_is_laid_out_and_stays_on_file() -> None:
    table = at_table()
    assert table.state["rows"]["german"] == ["xvi-corps"]
    table.play("starts invented-i-corps")
    assert table.state["rows"]["german"] == ["xvi-corps", "invented-i-corps"], "nothing was played yet: it lay there"
    table.play("german> prepare", "force invented-ii-corps start yes")
    assert table.state["rows"]["german"] == ["xvi-corps", "invented-i-corps"], "the game has begun"


def test_setup_2_without_forces_there_is_a_warning() -> None:
    game = new_game()
    assert [(f.kind, f.rule) for f in game.report("german> ready").findings] == [(Kind.WARNING, "setup.2")]


def test_setup_3_objectives_lie_in_rows() -> None:
    table = at_table()
    assert table.state["objectives"]["krakow"]["row"] == "german"
    assert "Krakow" in RULESET.checklist(table.game.table)[3]


def test_setup_4_nine_cards_each() -> None:
    table = at_table(options={"german-deck": "40"})
    assert table.state["hands"] == {"german": 9, "polish": 9}
    assert table.state["decks"] == {"german": 31, "polish": None}


@pytest.mark.parametrize("size", ["8", "111", "many", "-9", "²"])
def test_setup_1_a_deck_of_no_such_number(size: str) -> None:
    with pytest.raises(NotUnderstood, match="german-deck is a number from 9 to 110"):
        start(Setup(RULESET.rulebook.defaults(), {"german-deck": size}))


def test_setup_5_a_deck_that_nobody_counted_is_known_from_the_first_shuffle_on() -> None:
    table = at_table("german> prepare", "german> discard 4", "german> shuffle")
    assert table.state["decks"] == {"german": 4, "polish": None}
    assert table.rules() == []
    table.play("german> pass", "german> draw")
    assert table.state["decks"]["german"] == 3
    assert table.play("german> shuffle").rules() == ["setup.5"]


def test_setup_5_a_counted_deck_is_shuffled_by_itself() -> None:
    lines = ("german> prepare", "german> discard 4", "german> pass", "german> draw")
    table = at_table(*lines, options={"german-deck": "9"})
    assert table.state["decks"]["german"] == 3
    assert "shuffle the discards of german into a new deck" in table.hands


# Turns


def test_turns_5_turns_alternate() -> None:
    table = at_table("german> prepare", "german> pass", "german> draw")
    assert (table.game.table.turn, table.game.table.side) == (1, "polish")
    table.play("polish> prepare", "polish> pass", "polish> draw")
    assert (table.game.table.turn, table.game.table.side) == (2, "german")


@pytest.mark.parametrize("line", ["battle krakow xvi-corps", "reinforce invented-i-corps", "prepare"])
def test_turns_1_a_second_operation_is_flagged_as_one(line: str) -> None:
    for step in ((), ("german> discard 0",)):
        table = at_table("german> prepare", *step, f"german> {line}")
        assert table.rules() == ["turns.1"]
        assert "one operation a turn" in table.found[-1].message


def test_turns_battle_ends_in_the_discard_step() -> None:
    assert over("german> result german").game.table.step == "discard"


def test_a_bare_number_in_a_battle_is_no_draw() -> None:
    with pytest.raises(LineError):
        in_battle("german> pass").game.reader().read("1")


def test_turns_reinforce_three_points_end_it() -> None:
    table = at_table("german> reinforce invented-i-corps,invented-ii-corps")
    assert table.game.table.step == "discard"
    assert table.hand("german") == 7
    assert at_table("german> reinforce invented-i-corps").question == "german: May place more forces: 2 supply left"


def test_turns_reinforce_an_unknown_cost_is_asked() -> None:
    table = at_table('force "Invented V Corps" german', "german> reinforce invented-v-corps")
    assert table.rules(Kind.NEEDS) == ["turns.reinforce"]
    assert table.rules() == []


def test_turns_prepare_draws_to_nine() -> None:
    assert at_table("hand german 5", "german> prepare").hand("german") == 9
    assert at_table("hand german 11", "german> prepare").hand("german") == 11


def test_turns_4_no_draw_at_nine_is_one_enter() -> None:
    table = at_table("german> prepare", "german> pass")
    assert table.enter == ""
    assert "no draw" in table.question
    assert table.play("decline").hand("german") == 9


# How to Resolve a Battle


def test_battle_2_a_defender_without_forces_is_not_asked() -> None:
    table = at_table("adjust army-krakow.at none", "adjust army-modlin.at none", "adjust army-lublin.at none")
    table.play("german> battle krakow xvi-corps")
    assert table.told("the Poles have no face-up force to defend Krakow with")
    assert table.question.startswith("german: May play an action card")


def test_battle_3_the_last_force_is_warned_of() -> None:
    table = at_table("german> battle krakow xvi-corps")
    assert table.rules(Kind.WARNING) == ["battle.3"]
    table.play("polish> commit army-krakow,army-modlin")
    assert table.rules(Kind.WARNING) == ["battle.3"]
    assert table.rules() == []


def test_battle_3_an_undefended_attacker_plays_on_and_one_enter_ends_it() -> None:
    table = at_table("german> battle krakow xvi-corps", "polish> pass", "german> play raid", "german> play scouts")
    assert table.play("german> pass").battle["over"]


def test_battle_7_the_first_example_of_the_rulebook() -> None:
    table = in_battle("german> pass", "polish> play sortie", "german> play raid")
    assert table.in_play == ["raid"]
    assert table.told("Raid discards Sortie, a military card of the Poles")
    assert table.state["discards"] == {"german": 0, "polish": 1}


def test_battle_7_the_second_example_of_the_rulebook() -> None:
    table = in_battle("german> play raid", "polish> play rain", "german> play scouts", "polish> play to-the-last")
    assert table.in_play == ["raid", "scouts", "to-the-last"]


def test_battle_7_the_third_example_of_the_rulebook() -> None:
    sweep = 'card "Sweep" of german type military rating 1 attack 0 defend 0 strikes intelligence cost no effect none'
    table = in_battle(sweep, "german> pass", "polish> play sortie", "polish> play patrol", "german> play sweep")
    assert table.in_play == ["sweep"]
    assert table.state["discards"]["polish"] == 2
    assert table.play("polish> play patrol").in_play == ["sweep", "patrol"], "only what lay there already"


def test_battle_7_a_type_that_is_learned_late_discards() -> None:
    table = in_battle("german> pass", "polish> play sortie", 'card "Bombs" of german rating 1', "german> play bombs")
    assert table.in_play == ["sortie", "bombs"]
    assert "battle.7" in table.rules(Kind.NEEDS)
    assert table.play("card bombs type military").in_play == ["bombs"]


def test_battle_8_a_pass_is_not_final() -> None:
    table = in_battle("german> pass", "polish> play sortie", "polish> pass", "german> play raid")
    assert table.rules() == []
    assert table.in_play == ["raid"]


def test_battle_9_two_passes_in_succession_end_it() -> None:
    table = in_battle("german> play raid", "polish> pass")
    assert not table.battle["over"]
    assert table.play("german> pass").battle["over"]


def test_battle_10_played_happens_once() -> None:
    table = in_battle('card "Scan" of german type intelligence rating 0 when played effect draw amount 2')
    table.play("card scan attack 0 defend 0 strikes none cost no", "german> play scan")
    assert table.hand("german") == 8
    assert table.enter == "draw"
    assert table.play("draw").hand("german") == 10, "texts may go over nine"


def test_battle_10_after_works_for_the_loser_too() -> None:
    loot = 'card "Loot" of german type intelligence rating 0 when after effect draw amount 2 attack 0 cost no'
    table = in_battle(loot, "german> play loot", "polish> play to-the-last", "german> pass", "polish> pass")
    table.play("german> result polish")
    assert table.question == "german: Draw 2 cards (the text of loot)"
    table.play("draw")
    assert table.state["removed"] == ["army-krakow"], "the only committed force: the referee does it"
    assert table.hand("german") == 9 - 1 + 2 + 1


def test_battle_10_after_of_a_replaced_card_does_not_happen() -> None:
    table = in_battle("german> pass", "polish> play to-the-last", "german> play storm", "polish> pass", "german> pass")
    table.play("german> result german")
    assert table.state["removed"] == []
    assert table.hand("polish") == 9 - 1 + 1


def test_battle_10_resolution_texts_are_called_up() -> None:
    rally = 'card "Rally" of polish type intelligence rating 1 attack 0 defend 0 strikes none cost no when resolution'
    table = in_battle(f"{rally} effect text", "german> pass", "polish> play rally", "german> pass", "polish> pass")
    assert table.question == "polish: May carry out the text of rally, by hand: VERB ... by rally"
    table.play("polish> value polish 3 by rally")
    assert table.battle["totals"] == {"german": 4, "polish": 5}
    assert table.play("decline").enter == "result polish"


def test_battle_10_cost_of_one_card() -> None:
    siege = 'card "Siege" of german type military rating 3 attack 0 defend 0 strikes none cost yes effect none'
    table = in_battle(siege, "german> play siege")
    assert table.question == "german: Must discard 1 card (the Cost of siege)"
    table.play("discard")
    assert (table.hand("german"), table.state["discards"]["german"]) == (7, 1)
    assert in_battle(siege, "hand german 1", "german> play siege").rules() == ["battle.10.cost"]


def test_battle_10_cost_that_is_learned_late() -> None:
    table = in_battle('card "Siege" of german type military rating 3 attack 0', "german> play siege")
    assert table.question.startswith("german: Is there a Cost to siege?")
    assert table.play("card siege cost yes").question == "german: Must discard 1 card (the Cost of siege)"


def test_battle_11_the_sum_is_said_after_every_card() -> None:
    table = in_battle("german> pass", "polish> play to-the-last")
    assert table.said[-1] == "battle.11: the Germans have 2+2 = 4, the Poles 1+3+2 = 6: the defender leads"
    assert "German 2+2 = 4 v Polish 1+3+2 = 6" in table.question
    told = look(table.game, "why total") or []
    assert told[1].startswith("Polish: 1 army-krakow, 3 to-the-last, 2 to-the-last")


def test_battle_4_the_rating_and_the_type_of_a_card_are_told_with_it() -> None:
    table = in_battle('card "Bombs" of german plain yes', "german> play bombs military 3")
    assert "German 2+2+3 = 7 v Polish 1" in table.question
    assert table.rules(Kind.NEEDS) == []
    table = in_battle('card "Bombs" of german plain yes type military', "german> play bombs rating 2 number 3")
    assert "German 2+2+2 = 6" in table.question
    assert in_battle("german> play raid 3").rules(Kind.WARNING)[-1] == "types.action", "on file it is 2"


def test_types_action_a_type_is_no_part_of_a_new_title() -> None:
    talk = Talk(in_battle().game)
    assert any('"Dive Bomber" german' in line for line in talk.hear("play dive bomber military 3"))


def test_turns_reinforce_a_cost_that_is_told_late_counts() -> None:
    table = at_table('force "Invented V Corps" german start no', "german> reinforce invented-v-corps")
    assert table.question.endswith("3 supply left, less what Invented V Corps costs (not known)")
    assert table.play("force invented-v-corps cost 2").question.endswith("1 supply left")
    assert table.play("force invented-v-corps cost 3").told("3 Supply points are placed")


def test_setup_3_what_is_not_on_file_is_asked_for_with_the_line_that_tells_it() -> None:
    asked = Table(new_game()).question
    assert "forces marked S, German (`starts FORCE`)" in asked
    assert 'objectives that the Poles may capture (`objective "NAME" by polish`)' in asked
    table = Table(new_game()).play("german> ready", "german> prepare", "german> pass", "polish> prepare")
    assert "tells one" in " ".join(RULESET.checklist(table.game.table))


def test_types_force_whether_there_is_a_text_is_asked_without_two_nots() -> None:
    table = at_table("objective krakow by german", 'objective "Invented Kutno" by german points 1')
    table.play("german> battle invented-kutno xvi-corps")
    asked = [f.message for f in table.found if f.kind is Kind.NEEDS]
    assert asked == ["whether Invented Kutno has a text (Special Notes) is not known"]


def test_battle_11_an_unknown_value_is_a_question_mark() -> None:
    table = in_battle('card "Bombs" of german type military', "german> play bombs", "german> pass", "polish> pass")
    table.play("german> pass")
    assert "German 2+2 = 4+? v Polish 1" in table.question
    assert table.enter == ""
    table.play("german> result german")
    assert table.rules() == []
    assert {"types.action"} <= set(table.rules(Kind.NEEDS))
    assert table.state["objectives"]["krakow"]["captured"] == "german"


def test_battle_11_forces_come_back_to_the_hand() -> None:
    table = over("german> result german")
    assert table.state["rows"] == {"german": [], "polish": ["army-modlin", "army-lublin"]}
    assert table.state["hands"] == {"german": 10, "polish": 10}
    assert "take xvi-corps off the table" in table.hands
    assert "lay krakow with the objectives that the Germans captured" in table.hands


def test_battle_11_a_text_lets_a_force_stay() -> None:
    table = at_table("german> battle krakow xvi-corps", "polish> commit army-lublin", "german> pass", "polish> pass")
    table.play("german> result german")
    assert table.enter == "stay army-lublin by army-lublin"
    table.play("polish> stay army-lublin")
    assert "army-lublin" in table.state["rows"]["polish"]
    assert table.hand("polish") == 9


def test_an_adjusted_force_is_one_of_the_cards_of_its_side() -> None:
    table = at_table("adjust invented-i-corps.at row", options={"german-deck": "30"})
    assert table.state["decks"]["german"] == 20
    table.play("german> battle krakow invented-i-corps", "german> result german")
    assert table.hand("german") == 10
    assert table.play("adjust xvi-corps.at none").state["decks"]["german"] == 21


def test_battle_12_action_cards_are_discarded() -> None:
    table = in_battle("german> play raid", "polish> play to-the-last", "german> play scouts")
    assert table.play("german> pass", "polish> pass", "german> pass", "german> result polish").battle == {}
    assert table.state["discards"] == {"german": 2, "polish": 1}


def test_an_objective_adds_to_the_defence() -> None:
    table = at_table("adjust krakow.holder german", "german> battle warsaw xvi-corps")
    assert table.battle["totals"] == {"german": 4, "polish": 2}


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("remove xvi-corps by plot", lambda s: s["removed"] == ["xvi-corps"]),
        ("retire army-krakow by plot", lambda s: s["discards"]["polish"] == 1),
        ("stay xvi-corps by plot", lambda s: s["rows"]["german"] == ["xvi-corps"]),
        ("gain german 2 by plot", lambda s: s["hands"]["german"] == 10),
        ("drop polish 2 by plot", lambda s: s["hands"]["polish"] == 7),
        ("value german -1 by plot", lambda s: s["battle"]["totals"]["german"] == 4),
        ("cancel plot by plot", lambda s: s["battle"]["cards"] == []),
    ],
)
def test_plain_verbs_carry_out_a_text(line: str, after: object) -> None:
    plot = 'card "Plot" of german type military rating 1 attack 0 defend 0 strikes none cost no when played effect text'
    table = in_battle(plot, "german> play plot", f"german> {line}")
    assert table.rules() == []
    assert callable(after)
    assert after(table.state)


def test_a_text_that_is_told_late_is_owed_as_it_says() -> None:
    plot = 'card "Plot" of german type military rating 1 attack 0 defend 0 strikes none cost no when played'
    table = in_battle(plot, "card plot effect text", "german> play plot", "card plot effect drop amount 1")
    assert table.question == "polish: Must discard 1 card (the text of plot)"


def test_setup_2_a_force_that_was_removed_is_not_laid_out_by_its_mark() -> None:
    table = at_table("adjust xvi-corps.at out")
    table.play("starts xvi-corps")
    assert RULESET.layout(table.game.table)["xvi-corps.at"] == "out of the game"


def test_turns_reinforce_a_battle_is_not_offered_behind_it() -> None:
    ask = at_table("german> reinforce invented-i-corps").game.ask
    assert ask is not None
    assert ask.verbs == ("reinforce", "pass")

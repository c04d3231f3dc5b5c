"""What hurried players of Lightning: Poland type beside the mark: titles that are none, answers that teach nothing."""

from __future__ import annotations

import pytest

from referee.notation import fold, write
from referee.prompt.haste import UNSAID
from referee.prompt.learning import NEW_AGAIN
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.pl import Table, at_table, in_battle, new_game

TEXT = "effect text plain no attack 0 defend 0 strikes none cost no"
"""An action card with a text that is carried out by hand."""


def discarding() -> Table:
    """The Germans may discard cards."""
    return at_table("german> reinforce invented-i-corps", "german> pass")


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("rain", "Rain is a card of the Polish deck"),
        ("krakow", "krakow is an objective, and objectives lie beside the cards of the players"),
        ("raid, army-lublin", "Army Lublin is a card of the Polish deck"),
    ],
)
def test_what_is_in_no_hand_is_not_discarded(card: str, why: str) -> None:
    found = discarding().game.report(f"discard {card}").findings
    assert [(f.kind, f.rule, f.message) for f in found] == [(Kind.ILLEGAL, "turns.3", why)]


def test_an_unknown_title_that_is_discarded_is_taught_or_mended() -> None:
    talk = Talk(discarding().game)
    assert "  1) a new card: teach it  2) a new force: teach it" in talk.hear("discard raid, fog of war")
    said = talk.hear("2")
    assert 'German: force title "Fog of war" of german' in said
    assert 'German: discard named "Raid, Fog of war"' in said
    talk.hear("discard raod")
    assert 'German: discard named "Raid"' in talk.hear("1")


def test_an_unknown_title_in_quotes_is_not_judged() -> None:
    found = discarding().game.report('discard "Asdf"').findings
    assert [(f.kind, f.teach) for f in found] == [(Kind.NEEDS, 'card "Asdf" german')]


def test_a_line_waits_until_its_new_title_is_taught_rightly() -> None:
    talk = Talk(at_table().game)
    talk.hear("reinforce VIII Corps, Luftflotte 1")
    for slip in ("asdf", "force viii rating xx"):
        assert talk.hear(slip)[-2].startswith("Is it a new one?")
        assert talk.hear("")[0] == NEW_AGAIN
    assert any('force "Luftflotte 1" german' in line for line in talk.hear(""))
    assert "German: reinforce viii-corps,luftflotte-1" in talk.hear('force "Luftflotte 1" german cost 1')
    talk = Talk(at_table().game)
    talk.hear("reinforce VIII Corps")
    assert talk.hear("n")[1] == 'Given up: reinforce "VIII Corps"'


def test_a_line_of_the_other_side_does_not_pass_over_a_text() -> None:
    battle = ("german> pass", f"polish> card sortie {TEXT} when after", "polish> play sortie", "done", "german> pass")
    over = (*battle, "polish> pass", "german> result german")
    doubts = [f for f in in_battle(*over).game.report("german> draw").findings if f.kind is Kind.DOUBT]
    assert [f.message for f in doubts] == ["the text of Sortie would be passed over (Polish)."]
    table = in_battle(*over, "polish> gain polish 1 by sortie")
    assert not [f for f in table.game.report("german> draw").findings if f.kind is Kind.DOUBT], "it was carried out"


def test_a_text_that_happens_when_its_card_is_played_may_be_told_right_behind_that() -> None:
    card, when = 'card "Blitz" of german type military rating 2', "card blitz when played"
    played = (card, "german> play blitz", "card blitz attack 0 strikes none cost no effect draw amount 2")
    table = in_battle(*played, when)
    assert table.question == "german: Draw 2 cards (the text of blitz)"
    assert table.play("german> draw").question.startswith("german: May play another action card")
    assert "Blitz (played: draw 2); " in table.question
    assert in_battle(*played, "german> done", "polish> pass", when).question.startswith("german: May play")


def test_an_own_text_that_is_passed_over_is_named() -> None:
    late = f"german> card raid {TEXT} when after"
    talk = Talk(in_battle(late, "german> play raid", "done", "polish> pass", "german> pass", "result german").game)
    assert any(line.startswith("  Let pass: May carry out the text of raid") for line in talk.hear("d"))


def test_a_new_title_may_begin_with_the_number_of_a_force_that_lies_there() -> None:
    ended = ("german> pass", "german> pass", "german> draw")
    panzer = ('force "7 Panzer" german cost 1', "german> reinforce 7-panzer", *ended)
    said = Talk(at_table(*panzer).game).hear("reinforce 7 tp")
    assert any('force "7 Tp" polish' in line for line in said)


RETURNED = ("german> pass", "polish> pass", "german> result german", "german> pass", "german> draw")
"""The battle for Krakow ends, and its forces go back to the hands; the Poles are next."""


@pytest.mark.parametrize(
    ("lines", "rule", "committed"),
    [
        ((*RETURNED, "polish> battle invented-lwow army-krakow"), "battle.1", ["army-krakow"]),
        ((*RETURNED, "polish> battle invented-lwow army-modlin", "german> commit xvi"), "battle.2", ["xvi-corps"]),
        (("polish> commit xvi-corps",), "battle.2", []),
    ],
)
def test_a_force_in_the_hand_that_is_used_as_if_on_the_table_is_flagged_and_follows_the_players(
    lines: tuple[str, ...], rule: str, committed: list[str]
) -> None:
    table = in_battle() if len(lines) > 1 else at_table("german> battle krakow xvi-corps")
    table.play(*lines)
    assert table.rules() == [rule]
    assert table.battle["committed"][lines[-1].partition(">")[0]] == committed


def test_the_hand_is_counted_where_a_force_of_it_fights() -> None:
    table = in_battle(*RETURNED)
    before = table.hand("polish")
    table.play("polish> battle invented-lwow army-krakow,army-modlin")
    assert (before - table.hand("polish"), table.rules()) == (1, ["battle.1"])


def test_a_force_that_lies_on_the_table_or_is_out_of_the_game_is_not_placed_again() -> None:
    table = at_table("german> reinforce xvi-corps,invented-i-corps")
    assert (table.rules(), table.hand("german")) == (["turns.reinforce"], 8)
    assert table.state["rows"]["german"] == ["xvi-corps", "invented-i-corps"]
    assert table.question.endswith("2 supply left")
    table = at_table("adjust xvi-corps.at out", "german> reinforce xvi-corps")
    assert (table.rules(), table.state["removed"]) == (["turns.reinforce"], [])


def test_a_text_of_a_force_that_is_not_in_the_battle_is_flagged() -> None:
    assert in_battle("polish> value polish 2 by invented-i-corps").rules() == ["types.force"]


def test_of_two_forces_a_short_word_means_the_one_that_lies_where_it_should() -> None:
    table = at_table("adjust army-krakow.at none", "adjust army-modlin.at none", "german> battle krakow xvi-corps")
    assert table.play("polish> commit army").battle["committed"]["polish"] == ["army-lublin"]


@pytest.mark.parametrize("more", [(), ('force "Army Poznan" polish cost 1',)])
def test_a_new_force_that_is_called_like_others_is_asked_for_as_a_new_one(more: tuple[str, ...]) -> None:
    talk = Talk(at_table(*more, "german> prepare", "german> pass", "german> draw").game)
    assert any('force "Army Lodz" polish' in line for line in talk.hear("reinforce army lodz"))
    talk.hear("y")
    assert talk.game.table.row[-1] == "army-lodz"  # type: ignore[attr-defined]


def test_a_side_before_an_answer_is_who_speaks() -> None:
    talk = Talk(Table(new_game()).play("starts xvi-corps", "ready").game)
    talk.hear("battle krakow xvi-corps")
    assert talk.prompt == "answer> "
    assert talk.hear("poles: none")[0] == "Polish: pass"


def test_a_plain_yes_behind_a_line_that_failed_is_not_taken_for_the_question() -> None:
    talk = Talk(at_table("hand german 5", "german> prepare", "german> discard 3", "german> pass").game)
    talk.hear("xyzzy")
    assert talk.hear("y")[0] == UNSAID
    talk.hear("drwa")
    assert talk.hear("y")[0] == "German: draw", "for that is what was offered"


def test_an_objective_may_be_worth_more_than_four_points() -> None:
    assert at_table("objective warsaw points 6").state["objectives"]["warsaw"]["points"] == 6


def test_discards_before_the_operation_are_one_breach() -> None:
    assert at_table("german> discard 2", "german> prepare", "german> pass", "german> draw").rules() == ["turns.3"]


def test_an_operation_that_was_skipped_may_be_made_up_for_once() -> None:
    table = at_table("german> pass", "german> reinforce invented-i-corps")
    assert table.rules() == ["turns.1"]
    assert table.play("german> prepare").rules() == ["turns.1", "turns.1"]
    table = at_table("german> pass", "german> draw", "polish> prepare", "polish> prepare")
    assert table.rules() == ["turns.1", "turns.1"], "the operation of the other side was not skipped"


@pytest.mark.parametrize(("defenders", "said"), [("army-modlin", "2: Polish wins at a tie"), ("all", "4: Polish wins")])
def test_a_result_is_called_a_tie_only_where_it_is_one(defenders: str, said: str) -> None:
    table = at_table("force xvi-corps rating 0", "german> battle krakow xvi-corps", f"polish> commit {defenders}")
    table.play("german> pass", "polish> pass", "german> result german")
    assert next(f.message for f in table.found if f.rule == "battle.11").endswith(said)


def test_all_of_one_card_is_asked_before_another_one() -> None:
    table = Table(new_game()).play("starts xvi-corps", "force xvi-corps rating 2 text no", "objective krakow text no")
    talk = Talk(table.play("ready", "battle krakow xvi-corps").game)
    talk.hear("commit krakow, modlin")
    talk.hear("2")
    assert any("Army Krakow gives a defender" in line for line in talk.hear("yes"))


def test_a_bonus_is_told_where_it_is_asked_whether_there_is_a_text_and_nothing_vanishes() -> None:
    poznan = 'force "Army Poznan" polish cost 1 rating 2 start yes'
    talk = Talk(Table(new_game()).play(poznan, "starts xvi-corps", "ready", "battle krakow xvi-corps").game)
    talk.hear("commit poznan")
    assert "Given up with it: no" in talk.hear("4 inf; no")
    assert talk.hear("+2 attack")[0] == "Polish: force army-poznan attack 2"


def test_a_second_operation_is_not_offered() -> None:
    table = at_table("hand german 5", "german> prepare")
    for line in ("german> discard 2", "german> pass"):
        table.play(line)
        assert table.game.ask is not None
        assert not {"battle", "reinforce", "prepare"} & {*table.game.ask.verbs}


ATTACK = (
    "starts XVI corps", "ready", "objective krakow plain yes", "force xvi-corps rating 3", "battle krakow xvi-corps",
    "commit modlin",
)  # fmt: skip
"""The rating of Army Modlin is asked for."""


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("4 no text", "rating 4 text no"),
        ("4 inf no", "type infantry rating 4 text no"),
        ("inf 4, no text", "type infantry rating 4 text no"),
        ("4 +2 attack", "rating 4 attack 2"),
        ("armored 4 attack 2", "type armored rating 4 attack 2"),
    ],
)
def test_a_row_of_facts_answers_the_question_for_one_of_them(said: str, told: str) -> None:
    talk = Talk(new_game())
    for line in ATTACK:
        talk.hear(line)
    assert f"Polish: force army-modlin {told}" in talk.hear(said)


def test_facts_answer_whether_a_card_is_new() -> None:
    talk = Talk(in_battle().game)
    talk.hear('play "Air Raid"')
    assert "2 of what?" in " ".join(talk.hear("2 text no"))
    assert 'German: card title "Air Raid" of german type military text no' in talk.hear("mil, no text")


def test_the_number_and_the_word_of_a_choice_choose_it() -> None:
    talk = Talk(in_battle('card "Two" of german').game)
    talk.hear("play two")
    assert "German: card two type circumstance" in talk.hear("2) circumstance")


def test_a_number_behind_a_new_objective_is_its_points_with_more_behind_it() -> None:
    talk = Talk(new_game())
    assert 'German: objective title "Poznan" by german points 3' in talk.hear("objective poznan 3 by german")
    assert "Did you mean krakow?" in talk.hear("objective krakwo 3 by german")[2]


def test_a_new_title_is_found_behind_a_written_side() -> None:
    talk = Talk(new_game())
    assert 'force "Army Pomorze" polish' in talk.hear("polish: starts army pomorze")[2]


def test_the_other_sides_discard_at_a_draw_is_one_breach_and_skips_nothing() -> None:
    table = at_table("german> hand german 5", "german> reinforce invented-i-corps", "german> pass", "german> pass")
    assert [(f.kind, f.rule) for f in table.game.report("polish> discard").findings] == [(Kind.ILLEGAL, "turns.1")]
    assert table.play("stand").game.table.side == "german"


def test_no_effect_is_offered_before_its_time() -> None:
    ask = in_battle("german> pass", "card to-the-last of polish", "polish> play to-the-last").game.ask
    assert ask is not None
    assert "remove" not in ask.verbs


def test_a_force_out_of_the_game_is_on_file_as_gone() -> None:
    table = at_table("german> adjust invented-i-corps.at out")
    gone = [one.name for one in table.game.ruleset.on_file(table.game.table) if one.gone]
    assert gone == ["invented-i-corps"]


def test_the_pass_of_a_choice_is_the_sides_whose_step_it_is() -> None:
    talk = Talk(discarding().play("hand german 10", 'force "Army Pomorze" polish cost 1').game)
    talk.hear("reinforce pomorze")
    assert [line for line in talk.hear("1") if ": " in line][:3] == [
        "Taken back: Polish: reinforce army-pomorze", "German: pass", "Polish: reinforce army-pomorze",
    ]  # fmt: skip


def test_a_letter_with_a_stroke_is_found_without_it() -> None:
    table = at_table('objective "Łomża" by german points 1')
    assert write(table.game.reader().read("battle lomza xvi")) == "battle łomża xvi-corps"
    assert fold("Łódź Sørøya Đakovo Straße Æ") == "lodz soroya dakovo strasse ae"


@pytest.mark.parametrize("line", ["play to tehe last", "play to the lats", "play ot the last"])
def test_a_slip_in_a_title_with_connecting_words_is_asked_about(line: str) -> None:
    talk = Talk(in_battle("german> pass").game)
    assert "  1) to-the-last  2) a new one: teach it" in talk.hear(line)


def test_a_line_of_the_other_side_gives_up_no_card_that_waits_for_its_name() -> None:
    talk = Talk(in_battle().game)
    talk.hear("play blitzkrieg 4")
    for line in ("polish: pass", "german: pass"):
        assert talk.hear(line)[0] == "Not done yet: play blitzkrieg 4"
    assert "German: play blitzkrieg rating 4" in talk.hear("y")


def test_what_was_typed_ahead_for_a_name_goes_with_its_line() -> None:
    for answer in ("y", "n"):
        talk = Talk(in_battle().game)
        talk.hear("play blitzkrieg 4; y")
        talk.hear(answer)
        assert not talk.waiting.lines


def test_no_is_none_where_0_says_that_there_is_nothing() -> None:
    talk = Talk(new_game())
    for line in (*ATTACK, "2 text yes"):
        talk.hear(line)
    assert "Polish: force army-modlin defend 0" in talk.hear("no")


def test_no_text_goes_before_another_fact_that_no_begins() -> None:
    talk = Talk(in_battle('card "Charge" of german type military').game)
    talk.hear("play charge")
    assert "German: card charge rating 3 text no" in talk.hear("3 none")


@pytest.mark.parametrize(
    ("said", "told"), [("3 supply 2", "cost 2 rating 3"), ("3 and +1 if attack", "rating 3 attack 1")]
)
def test_facts_are_told_as_they_are_printed(said: str, told: str) -> None:
    talk = Talk(new_game())
    for line in ATTACK:
        talk.hear(line)
    assert f"Polish: force army-modlin {told}" in talk.hear(said)


def test_undo_asks_again_for_what_was_left_unknown_behind_what_is_undone() -> None:
    talk = Talk(new_game())
    for line in (*ATTACK, "", "undo"):
        talk.hear(line)
    assert talk.hear("commit modlin")[-1].startswith("[types.force] The Force Rating of Army Modlin?")
    for line in ("", "later all", "pass", "undo"):
        said = talk.hear(line)
    assert talk.prompt == "german> ", said


def test_a_word_with_a_capital_is_of_the_title() -> None:
    talk = Talk(in_battle().game)
    assert talk.hear("play Stuka Attack 3")[0] == '  play "Stuka Attack" 3'


def test_objectives_with_commas_between_them_are_several() -> None:
    talk = Talk(new_game())
    talk.hear("objectives danzig, gross born by polish")
    assert 'German: objective title "Gross Born" by polish' in talk.hear("1")


def test_a_side_is_called_by_its_beginning() -> None:
    assert Talk(in_battle().game).hear("ger: pass")[0] == "German: pass"


def test_that_a_card_has_no_text_is_said_so() -> None:
    found = at_table("force army-modlin text yes").found
    assert [f.message for f in found] == ["on file Army Modlin had no text; now it has a text"]


def test_a_pass_is_listed_under_the_rule_of_what_it_ends() -> None:
    assert not any("battle.9" in line for line in Talk(discarding().game).hear("?"))


def test_who_attacks_is_told_by_the_forces_and_not_by_what_they_attack() -> None:
    table = at_table("battle lwow xvi-corps")
    assert table.rules() == ["battle.1"]
    assert table.found[0].message == "invented-lwow is no enemy objective of German"


def test_numbers_of_a_failed_answer_do_not_stand_beside_those_of_the_question() -> None:
    talk = Talk(in_battle().game)
    talk.hear('play "Air Raid"')
    said = talk.hear("2 text no")
    assert [row for row in said if row.startswith("  1)")] == ["  1) a new one: teach it"]
    assert any(row == "German: play air-raid" for row in talk.hear("1"))


def test_the_name_may_be_said_again_in_an_answer() -> None:
    talk = Talk(Table(new_game()).play("starts xvi-corps", "ready").game)
    talk.hear("battle krakow xvi-corps")
    assert "German: objective krakow text no" in talk.hear("Krakow no")


def test_two_passes_in_one_line_are_not_both_of_one_side() -> None:
    own = ('card "Own" german type military rating 1 text no', "german> play own")
    talk = Talk(in_battle(*own).game)
    said = talk.hear("pass;pass")
    assert any("`pass` would be done by Polish now" in row for row in said)
    talk = Talk(in_battle(*own).game)
    assert talk.hear("pass\npass")[:2] == ["German: done", "Polish: pass"]


@pytest.mark.parametrize(
    ("line", "title", "does"),
    [
        ('play "Radio Intercept" intelligence 1 cost', "Radio Intercept", 'play "Radio Intercept" intelligence 1'),
        ('play "Luftwaffe Raid" mil 4 text no', "Luftwaffe Raid", 'play "Luftwaffe Raid" mil 4'),
        ("play surprise circ 2", "Surprise", "play surprise circ 2"),
    ],
)
def test_a_title_ends_where_facts_begin(line: str, title: str, does: str) -> None:
    said = Talk(in_battle().game).hear(line)
    assert said[0].strip() == does
    assert f'Teach it with: card "{title}" german' in said[2]

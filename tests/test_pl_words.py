"""Lightning: Poland as it is typed by people who know the cards in front of them and not the notation."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.notation import write
from referee.prompt.talk import Talk
from referee.ruleset import Kind, UnknownName
from tests.pl import RULESET, Table, at_table, in_battle, new_game

LATE = "adjust turn.number 2"
"""A turn in which no force can be a starting force that nobody told."""


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("objective danzig 2", 'objective title "Danzig" points 2'),
        ("objective danzig poles", 'objective title "Danzig" by polish'),
        ("objective danzig poles 3", 'objective title "Danzig" by polish points 3'),
        ("objective danzig 3 germans", 'objective title "Danzig" by german points 3'),
        ('objective "Danzig" by polish 2', 'objective title "Danzig" by polish points 2'),
        ('objective "hill 4" points 2', 'objective title "hill 4" points 2'),
    ],
)
def test_points_and_side_behind_a_title_are_no_part_of_it(line: str, read: str) -> None:
    assert write(new_game().reader().read(line)) == read


def test_who_may_capture_a_new_objective_and_its_points_are_asked_before_the_set_up_goes_on() -> None:
    talk = Talk(new_game())
    talk.hear("objective danzig")
    assert talk.prompt == "answer> "
    talk.hear("poles")
    talk.hear("2")
    facts = next(one.facts for one in RULESET.on_file(talk.game.table) if one.name == "danzig")
    assert (facts["by"], facts["points"], talk.game.table.step) == ("polish", 2, "setup")


def test_all_forces_of_the_row_are_committed() -> None:
    table = at_table("german> reinforce invented-i-corps", "german> pass", "german> pass", "german> draw")
    table.play("polish> battle invented-lwow all")
    assert table.battle["committed"]["polish"] == ["army-krakow", "army-modlin", "army-lublin"]
    table.play("german> commit all")
    assert table.battle["committed"]["german"] == ["xvi-corps", "invented-i-corps"]


def test_attack_is_another_word_for_battle() -> None:
    assert at_table("attack krakow xvi").battle["attacker"] == "german"


def test_a_force_that_is_committed_is_taught_only_where_it_can_be_a_starting_force() -> None:
    table = at_table()
    error = table.game.report('battle krakow "Test Corps"').error
    assert isinstance(error, UnknownName)
    assert error.choices == ('force "Test Corps" german start yes',)
    table.play(*error.choices, "battle krakow test-corps")
    assert table.battle["committed"]["german"] == ["test-corps"]
    error = at_table(LATE).game.report('battle krakow "Test Corps"').error
    assert error is not None
    assert error.choices == ()


def test_to_be_done_after_own_cards_is_no_pass() -> None:
    table = in_battle("german> play raid")
    assert table.enter == "done"
    assert "is done and the Poles may answer" in table.question
    table.play("german> done")
    assert table.question.startswith("polish: May play an action card;")
    assert table.play("polish> pass").question.startswith("german: May play an action card;")
    assert table.play("german> done").rules() == ["battle.4"], "none was played since, so it is a pass"
    assert table.battle["over"]


def test_a_text_is_asked_for_before_the_battle_is_decided() -> None:
    talk = Talk(new_game())
    for line in ("force xvi-corps rating 2 start yes", "objective krakow points 3 text no"):
        talk.hear(line)
    talk.hear('force "Test Corps" german start yes rating 1')
    said = talk.hear("battle krakow test")
    assert any("Has Test Corps a text?" in line for line in said)
    assert "1) yes" in said[-1]
    assert any("The bonus (0: none) that the text of Test Corps gives" in line for line in talk.hear("yes"))
    assert any("The further effect of the text of Test Corps" in line for line in talk.hear("1"))
    assert talk.hear("none")[-1].startswith("Polish: May commit forces")


def test_plain_of_an_older_file_says_that_there_is_no_text() -> None:
    table = Table(new_game()).play("force army-krakow plain yes", "force army-modlin text no")
    facts = {one.name: one.facts["text"] for one in RULESET.on_file(table.game.table) if "text" in one.facts}
    assert (facts["army-krakow"], facts["army-modlin"], facts["xvi-corps"]) == (False, False, True)


def test_values_that_nobody_told_are_one_remark_at_the_result() -> None:
    table = Table(new_game()).play("force xvi-corps start yes", "ready", "battle krakow xvi", "polish> commit all")
    table.play("german> pass", "polish> pass")
    table.found.clear()
    table.play("german> result polish")
    remarks = [f for f in table.found if f.kind is Kind.NEEDS]
    assert [(f.rule, f.teach) for f in remarks] == [("battle.11", "")]


def test_verbs_of_texts_are_offered_where_a_card_has_one() -> None:
    bare = Table(new_game()).play('force "Test Corps" german start yes', "ready", "battle krakow test", "polish> pass")
    told = Table(bare.game).game.ask
    assert told is not None
    assert told.verbs == ("play", "pass")
    ask = in_battle("force xvi-corps effect text").game.ask
    assert ask is not None
    assert "value" in ask.verbs


def test_why_an_objective_cannot_be_attacked_needs_no_force() -> None:
    game = at_table().game
    assert look(game, "why battle warsaw") == ["Warsaw is closed until the path has fallen: krakow [types.objective]"]
    assert look(game, "why attack krak") == ["The Germans may attack Krakow [battle.1]"]


def test_a_number_that_is_the_whole_name_of_something_names_it_whosever_it_is() -> None:
    table = Table(new_game()).play('polish> objective title "12" by polish')
    line = "german> objective 12 by german after warsaw,krakow need 1"
    assert write(table.game.reader().read(line)) == line.removeprefix("german> ")


def test_words_that_tell_nothing_make_no_new_card() -> None:
    talk = Talk(new_game())
    for line in ("objective krakow points", "card", "force", "no card", "force modlin texxt no"):
        before = len(talk.game.log.entries)
        talk.hear(line)
        assert len(talk.game.log.entries) == before, line


def test_a_number_before_facts_is_a_name_where_each_fact_has_its_own() -> None:
    read = new_game().reader().read
    assert write(read('force title "3rd" rating 2')) == 'force title "3rd" rating 2'
    table = Table(new_game()).play('force title "3rd" german', "force 3rd rating 2 attack 1")
    assert table.game.log.entries[-1].line.endswith("rating 2 attack 1")
    assert "title" not in table.game.log.entries[-1].line


def test_no_card_is_called_all_or_none() -> None:
    read = at_table().game.reader().read
    assert write(read("discard none")) == "discard 0"
    for line in ("discard all", "discard everything"):
        assert write(read(line)) == "discard 9"


def test_lines_behind_one_that_asks_wait() -> None:
    talk = Talk(in_battle().game)
    talk.hear("play stukas; play luftwaffe")
    assert talk.question is not None
    assert talk.waiting.lines == ["play luftwaffe"]
    talk.hear("n")
    assert talk.waiting.lines == ["play luftwaffe"]


def test_captured_objectives_of_unknown_points_stand_in_the_score() -> None:
    table = Table(new_game()).play("starts xvi-corps", "ready", "battle krakow xvi-corps", "decline", "pass")
    assert RULESET.status(table.game.table)[1] == "points: German 0, Polish 0"
    table.play("result german")
    assert RULESET.status(table.game.table)[1] == "points: German 0 + Krakow (points unknown), Polish 0"


def test_a_type_that_nobody_told_is_missing_for_every_further_card() -> None:
    fog = 'card "Invented Fog" german rating 1 plain yes'
    table = in_battle(fog, "german> play invented-fog", "done", "polish> pass")
    table.found.clear()
    table.play("german> play raid")
    assert [f.teach for f in table.found if f.kind is Kind.NEEDS] == ["card invented-fog type ?"]


def test_done_when_the_battle_is_over_is_one_fault() -> None:
    table = in_battle("german> pass", "polish> pass")
    table.found.clear()
    assert table.play("german> done").rules() == ["turns.1"]


def test_a_battle_that_nobody_declared_is_declared_first() -> None:
    assert at_table("adjust turn.step battle").question.startswith("german: Battle (krakow")


@pytest.mark.parametrize("line", ['objective "Lodz" 3 by german', 'objective "Lodz" by german 3'])
def test_a_number_behind_a_new_title_is_its_points(line: str) -> None:
    assert write(new_game().reader().read(line)) == 'objective title "Lodz" by german points 3'


def test_a_number_behind_an_objective_is_its_points() -> None:
    assert write(new_game().reader().read("objective krakow 3")) == "objective krakow points 3"


def test_an_objective_on_an_unknown_path_is_closed_for_one_reason() -> None:
    assert look(new_game(), "why battle warsaw") == [
        "Warsaw is closed until other objectives have fallen, and none has [types.objective]"
    ]

"""A first evening: a question is not lost, a number means what the screen says, an act is done for who is meant."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.game import Game
from referee.prompt.haste import UNUSED, ends_unused
from referee.prompt.learning import LEFT
from referee.prompt.lesson import lesson_of
from referee.prompt.lines import wrapped
from referee.prompt.talk import Talk
from referee.prompt.teach import missing
from referee.ruleset import needs
from tests import dd, kiss, pl
from tests.lv import placed
from tests.na import in_actions, in_battle
from tests.test_prompt_desert import desert

MONTY = ('card "Monty" allied', "allied> play monty")
LOSSES = ("axis> add siege loss", "-", "axis> pass", "allied> pass", "axis> reveal siege")


@pytest.fixture
def asked() -> Talk:
    """When a card may be played is asked, and behind it what it costs."""
    talk = Talk(in_actions("axis> pass", "axis> draw").game)
    talk.hear(MONTY[0])
    talk.hear(MONTY[1])
    assert asks(talk, "The time at which Monty may be played")
    return talk


@pytest.fixture
def attack() -> Talk:
    """An attack of D-Day on a force whose value and bonus are not known: they are asked for."""
    forces = ('force "711 Inf" german', 'force "3 Inf" allied value 3 attack 0')
    begin = "adjust beach.now sword turn.number 2 turn.side allied turn.step beaches"
    there = "adjust 711-inf.at sword 3-inf.at sword"
    talk = Talk(dd.at_table(begin, *dd.NO_NUMBERS, *forces, there).game)
    talk.hear("attack 3-inf 711-inf")
    return talk


@pytest.fixture
def discards() -> Game:
    """Both may discard at the end of a turn of D-Day, the Allies just now; then both draw, the Germans first."""
    begin = "adjust turn.number 2 turn.side allied turn.step beaches"
    return dd.at_table(begin, *dd.NO_NUMBERS, "pass all", "german> pass").game


def asks(talk: Talk, words: str) -> bool:
    """Whether the referee itself asks so."""
    return talk.question is not None and words in talk.question.lines[0]


# Questions


def test_skip_leaves_one_datum_unknown_and_the_next_is_asked(asked: Talk) -> None:
    assert asked.hear("skip")[0] == LEFT
    assert asks(asked, "The number of cards that Monty costs")


def test_undo_of_an_answer_brings_its_question_back(asked: Talk) -> None:
    asked.hear("action")
    assert "Allied: card monty cost 2" in asked.hear("two")
    asked.hear("undo")
    assert asks(asked, "The number of cards that Monty costs")
    asked.hear("undo")
    assert asks(asked, "The time at which Monty may be played")
    asked.hear("undo")
    assert (asked.question, asked.game.table.step) == (None, "draw")


def test_a_question_that_an_act_interrupts_is_asked_once_more(asked: Talk) -> None:
    asked.hear("axis> hand 7")
    said = asked.hear("allied> draw")
    assert asks(asked, "The time at which"), said
    assert LEFT in asked.hear("allied> prepare 4-indian")
    assert not asks(asked, "The time at which")


def test_what_a_line_put_in_late_needs_is_asked_behind_keep() -> None:
    talk = Talk(placed('german> card "Rains" german', "german> pass", "german> pass").game)
    number = next(e.number for e in talk.game.log.entries if e.kind == "act" and e.line == "pass")
    talk.hear(f"insert {number} german> draw rains")
    talk.hear("keep")
    assert asks(talk, "How many units Rains recruits")
    talk.hear("undo")
    assert talk.question is None, "the correction was taken back"


def test_a_shortened_verb_is_no_answer(attack: Talk) -> None:
    assert any("'foo'" in line for line in attack.hear("pla foo"))
    assert attack.prompt == "new? ", "a card would be taught, and not a value"


def test_q_leaves_at_an_answer_too(asked: Talk) -> None:
    asked.hear("q")
    assert asked.done


def test_a_force_that_goes_back_to_the_table_is_told_once(attack: Talk) -> None:
    for word in ("skip", "skip", "german> -", "allied> -"):
        attack.hear(word)
    assert "Allied: result yes" in attack.hear("y")
    told = [line for line in attack.hear("undo") if "711-inf" in line]
    assert told == ["  On the table: 711-inf lies face up at sword."]


# Yes, no, pass, numbers


def test_a_yes_that_says_nothing_is_told_what_does(discards: Game) -> None:
    assert "type discard (Enter: pass)" in Talk(discards).hear("y")[2]
    talk = Talk(in_actions("axis> pass").game)
    assert talk.hear("yes")[0] == "Axis: pass", "nothing else can be done there"


def test_no_is_done_where_enter_is() -> None:
    talk = Talk(pl.in_battle("play storm").game)
    assert talk.hear("n")[0] == "German: done"


@pytest.mark.parametrize(("word", "result"), [("one", "1"), ("none", "0"), ("zero", "0"), ("ten", "10")])
def test_numbers_in_words_are_numbers_where_a_number_is_asked_for(word: str, result: str) -> None:
    assert Talk(in_battle(*LOSSES).game).hear(word)[0] == f"Axis: result {result}"


def test_what_is_near_has_no_number_where_a_number_is_the_answer() -> None:
    talk = Talk(in_battle(*LOSSES).game)
    assert talk.hear("opne")[2:4] == ["'opne' is no verb. Did you mean open?", "  o(pen)"]
    assert talk.hear("o")[0].startswith("still open: ")
    talk.hear("opne")
    assert talk.hear("1")[0] == "Axis: result 1"


def test_a_number_behind_choices_that_are_gone_counts_the_second_time() -> None:
    talk = Talk(desert())
    talk.hear("strike")
    talk.hear("allied> play fox")
    assert talk.question
    talk.hear("n")
    assert talk.hear("1")[0].startswith("No choice 1 is on the screen any more")
    assert talk.hear("1")[0] == "Allied: losses 1"


# Lines that stand together


def test_a_joined_act_is_not_done_for_the_other_side(discards: Game) -> None:
    talk = Talk(discards)
    said = talk.hear("discard 3; draw 3")
    assert "`draw 3` would be done by German now, and this line began with Allied: it waits." in said
    assert talk.hear("more")[0] == "German: draw 3"


def test_the_side_before_a_line_is_that_of_all_of_it(discards: Game) -> None:
    said = Talk(discards).hear("Allied: discard 1; draw 2")
    assert {"Allied: discard", "Allied: draw 2"} <= set(said)


def test_lines_do_not_wait_longer_than_their_turn_or_an_undo() -> None:
    talk = Talk(in_actions().game)
    talk.hear("xyzzy; prepare 15-panzer")
    talk.hear("prepare 5-panzer")
    assert talk.waiting.lines
    assert "Given up, for the record was corrected: prepare 15-panzer" in talk.hear("undo")
    talk.hear("xyzzy; prepare 15-panzer")
    for line in ("prepare 5-panzer", "-", "pass", "pass", "draw"):
        said = talk.hear(line)
    assert "Given up, for the turn is another now: prepare 15-panzer" in said


# Screens


def test_enter_passes_no_minefields_before_it_said_what_they_are() -> None:
    table = kiss.Battle(kiss.new_game()).play(*kiss.INVENTED, "axis> north top")
    table.play(*kiss.mustered(("15pz", "21inv"), ("7inv", "4ind"), 5), "british> pass")
    talk = Talk(table.game)
    for side in ("British", "Axis"):
        assert talk.hear("")[0] == UNUSED
        assert talk.hear("")[0] == f"{side}: pass"


def test_steps_that_are_alike_are_counted() -> None:
    begin = "adjust beach.now juno turn.number 2 turn.side allied turn.step beaches"
    said = Talk(dd.at_table(begin, *dd.NO_NUMBERS).game).hear("discard 1")
    assert "`pass` (Enter) ends a part of Beaches, three times; then report it again." in said[3]


def test_the_record_tells_where_it_ends() -> None:
    game = in_actions().game
    assert look(game, "log 84-99") == ["The last entry is 2."]
    assert look(game, "log 2-1") == ["No entry stands from 2 to 1."]


def test_what_a_step_of_the_lesson_says_fits_on_a_small_screen() -> None:
    lesson = lesson_of(None)
    lesson.opening()
    while lesson.step:
        what, said = lesson.step.type, lesson.lead(1)
        assert len([*wrapped(said, 80)]) < 24, what


# What a plain word, a bare value and an Enter do


def test_pass_does_what_enter_does_and_no_more() -> None:
    cost = 'card "Blitz" of german type military rating 1 attack 0 defend 0 strikes none effect none'
    talk = Talk(pl.in_battle(cost).game)
    talk.hear("play blitz")
    talk.hear("skip")
    assert "(Enter: let it pass)" in talk.hear("show")[-1]
    assert talk.hear("pass")[0] == "German lets it pass."
    assert talk.hear("pass")[0] == "German: done", "who has played cards is done with them, and is asked again"


def test_a_bare_value_never_acts_behind_a_held_line_or_a_draft() -> None:
    talk = Talk(pl.at_table('force "VIII Corps" german start yes cost 1 plain yes', "starts viii-corps").game)
    talk.hear("battle warsaw viii-corps")
    assert talk.game.held
    for value in ("3", "krakow"):
        said = talk.hear(value)
        assert not any(line.startswith("Taken back") for line in said)
        assert talk.game.held
    assert talk.hear("3")[2].startswith("A line is held"), "and says what can be said to it"
    assert talk.hear("")[0].startswith("Taken back"), "as the screen says"
    talk.hear("undo 3")
    assert talk.hear("3")[0].startswith("No choice 3")
    assert talk.game.draft


def test_a_value_alone_ends_a_line_that_lacked_it() -> None:
    talk = Talk(pl.at_table().game)
    talk.hear("battle krakow")
    assert "German: battle krakow xvi-corps" in talk.hear("xvi corps")


# Questions about what is gone, and what has the first word


def test_a_change_has_the_first_word_and_no_question_outlives_its_thing() -> None:
    talk = Talk(pl.at_table().game)
    talk.hear('objective "Posen pol" points 2')
    assert asks(talk, "Which side may capture Posen pol")
    number = len(talk.game.log.entries)
    talk.hear(f"fix {number} objective krakow points 1")
    said = talk.hear(f'fix {number} objective "Posen" by polish points 2')
    assert f"Given up, and nothing of it was done: fix {number} objective krakow points 1" in said
    talk.hear("yes")
    assert (talk.game.draft, talk.question, talk.game.log.entries[-1].kind) == (None, None, "fix")


def test_none_is_no_text_and_no_number() -> None:
    talk = Talk(pl.in_battle().game)
    talk.hear('play "Fog"')
    talk.hear("")
    talk.hear("military")
    assert asks(talk, "The Force Rating of Fog")
    assert "Type 0, or press Enter" in talk.hear("none")[0]
    talk.hear("1")
    assert asks(talk, "Has Fog a text")
    assert talk.hear("none")[0] == "German: card fog text no"


def test_a_line_that_waits_and_tells_what_would_be_asked_is_gone_on_with() -> None:
    talk = Talk(pl.in_battle().game)
    talk.hear('play "Stukas"; card stukas type military rating 2 plain yes; -')
    said = talk.hear("")
    assert "German: card stukas type military rating 2 plain yes" in said
    assert (talk.question, talk.waiting.lines) == (None, [])


def test_nothing_is_asked_of_a_thing_by_its_own_name() -> None:
    found = missing(pl.at_table().game, needs("r", "which is not known", "objective warsaw after ?"))
    assert found
    assert "warsaw" not in [choice.word for choice in found.offered]
    assert "krakow" in [choice.word for choice in found.offered]


# What an act that is flagged may belong to


def test_what_comes_in_time_was_not_forgotten_and_another_thing_is_no_correction() -> None:
    talk = Talk(pl.at_table('force "VIII Corps" german cost 2 rating 1 plain yes', "reinforce viii-corps").game)
    said = talk.hear("reinforce invented-ii-corps")
    assert "ILLEGAL" in said[1]
    assert not any("forgotten" in line for line in said)
    assert ends_unused(talk.game) is False, "an act was done that began this step"
    told = ('polish> objective "Danzig" by polish points 3', "german> objective krakow points 2")
    talk = Talk(pl.at_table("german> prepare", "german> pass", "german> draw", *told).game)
    said = talk.hear("objective danzig after danzig")
    assert "ILLEGAL" in said[1]
    assert not any("belongs to entry" in line for line in said)


def test_why_tells_a_rule_by_its_id() -> None:
    talk = Talk(pl.at_table().game)
    assert talk.hear("why turns.4")[0] == talk.hear("rule turns.4")[0]


def test_one_letter_chooses_no_value_that_it_does_not_begin() -> None:
    talk = Talk(in_actions().game)
    for line in ("reinforce folgore", "y"):
        said = talk.hear(line)
    while talk.question and "region" not in "".join(said).lower():
        said = talk.hear("")
    assert "begins none of these" in talk.hear("d")[0]


def test_a_plain_answer_goes_with_the_line_before_it_that_is_taken_back() -> None:
    talk = Talk(pl.at_table().game)
    talk.hear("battle warsaw xvi-corps; n; pass")
    assert talk.waiting.lines == ["n", "pass"]
    assert any(line.startswith("Given up with the line that was taken back: n") for line in talk.hear(""))
    assert talk.waiting.lines == ["pass"]


def test_no_takes_a_held_line_back_though_an_answer_was_refused_beside_it() -> None:
    talk = Talk(pl.at_table().game)
    talk.hear("battle warsaw xvi-corps")
    talk.hear("3")
    assert talk.game.held
    talk.hear("no")
    assert talk.game.held is None


def test_a_no_that_answers_the_question_counts_behind_a_line_that_failed() -> None:
    untold = 'card "Invented Guns" allied when battle action no'
    lines = (untold, "allied> attack 1-inf 352-inf", "allied> play invented-guns", "decline", "decline")
    talk = Talk(dd.at_omaha(*lines).game)
    talk.hear("maybe")
    talk.hear("no")
    assert talk.game.log.entries[-1].line == "result no"

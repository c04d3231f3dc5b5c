"""The conversation, without a terminal: what is typed goes in, lines come out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.game import Game
from referee.prompt.learning import LEFT
from referee.prompt.talk import Talk
from referee.prompt.teach import missing
from referee.ruleset import needs
from tests.test_prompt_desert import desert

HOLD = 'Enter takes it back; stand "why" lets it stand.'


@pytest.fixture
def talk() -> Talk:
    """A talk about the desert war."""
    return Talk(desert())


@pytest.fixture
def toy(game: Game) -> Talk:
    """A talk about noughts and crosses."""
    return Talk(game)


def places(talk: Talk) -> dict[str, str]:
    """Where the forces of the desert war stand."""
    return dict(talk.game.ruleset.state(talk.game.table)["places"])


def count(talk: Talk) -> int:
    """Entries of the record."""
    return len(talk.game.log.entries)


def test_opening_tells_the_question_and_what_enter_does(talk: Talk, toy: Talk) -> None:
    assert talk.opening() == ["Axis: What do you do? (Enter: help)"]
    assert talk.prompt == "axis> "
    assert toy.opening()[0].startswith("Noughts: Which square?")


def test_a_line_is_echoed_in_full_with_what_hands_do_and_the_next_question(talk: Talk) -> None:
    assert talk.hear("move 15pz tob") == [
        "Axis: move 15-panzer tobruk",
        "  On the table: put 15-panzer into tobruk.",
        "Axis: What do you do? (Enter: help)",
    ]


def test_what_the_rules_make_happen_is_told(toy: Talk) -> None:
    for line in ("a1", "-", "hand", "b1", "hand", "a2", "hand", "b2", "hand"):
        toy.hear(line)
    said = toy.hear("a3")
    assert "  win: Noughts win with a1, a2, a3" in said
    assert said[-1] == "The game is over: Noughts (Anna) won. `undo` takes the last report back, `quit` leaves."
    assert any("Nothing more is to be done" in line for line in toy.hear(""))


def test_enter_does_the_due_thing_that_was_shown(toy: Talk) -> None:
    toy.hear("b2")
    assert toy.prompt == "cross> "
    assert toy.hear("undo")[0] == "Undone: Noughts: place b2"
    said = toy.hear("b2")
    assert said[-1] == "Crosses: Swap the first token? (Enter: no)"
    said = toy.hear("")
    assert said == ["Crosses lets it pass.", "Noughts: Hand over the marker. (Enter: hand)"]
    said = toy.hear("  ")
    assert said[:2] == ["Noughts: hand", "Turn 1, Crosses."]


def test_enter_without_a_due_thing_shows_what_may_be_done(talk: Talk) -> None:
    said = talk.hear("")
    assert any(line.startswith("   1) move FORCE TO") and "move" in line and "4 ways" in line for line in said)
    assert count(talk) == 0


def test_flagged_line_is_held_and_enter_takes_it_back(talk: Talk) -> None:
    said = talk.hear("move 15-panzer cairo")
    assert said[0] == "Axis: move 15-panzer cairo"
    assert said[1].startswith("ILLEGAL [move] 15-panzer is in benghazi")
    assert said[2:] == ["  Legal: tripoli, tobruk", HOLD]
    assert talk.hear("show")[-2:] == ["Still waiting: Axis: move 15-panzer cairo", HOLD]
    assert talk.hear("")[0] == "Taken back: Axis: move 15-panzer cairo"
    assert places(talk)["15-panzer"] == "benghazi"


def test_flagged_line_stands_with_its_reason(talk: Talk) -> None:
    talk.hear("move 15-panzer cairo")
    said = talk.hear('stand "house map"')
    assert said[0] == 'Axis: move 15-panzer cairo: it STANDS because "house map".'
    assert places(talk)["15-panzer"] == "cairo"


def test_a_next_act_takes_the_flagged_line_back_and_says_so(talk: Talk) -> None:
    talk.hear("move 15-panzer cairo")
    said = talk.hear("move 15-panzer tobruk")
    assert said[:2] == ["Taken back: Axis: move 15-panzer cairo", "Axis: move 15-panzer tobruk"]


def test_omission_is_held_like_an_illegal_act(toy: Talk) -> None:
    toy.hear("a1; -")
    said = toy.hear("cross> b2")
    assert said[1] == "OMISSION [turn.hand] Handing over the marker was skipped (Noughts)."
    assert said[-2:] == ["  1) hand; place b2", HOLD]
    said = toy.hear("1")
    assert said[0] == "Taken back: Crosses: place b2"
    assert "Noughts: hand" in said
    assert "Crosses: place b2" in said


def test_held_line_is_shown_again_after_a_restart(talk: Talk) -> None:
    talk.hear("move 15-panzer cairo")
    again = Talk(talk.game).opening()
    assert again[0] == "Still waiting: Axis: move 15-panzer cairo"
    assert again[1].startswith("ILLEGAL [move]")
    assert again[-1] == HOLD


def test_warning_and_ruling_are_one_line_each(talk: Talk) -> None:
    said = talk.hear("move 15-panzer tripoli")
    assert "Warning [move] 15-panzer goes back" in said
    assert "Ruling [move] going back is allowed" in said


def test_fault_points_at_the_bad_word_and_numbers_the_choices(talk: Talk) -> None:
    said = talk.hear("axis> move pz tobruk")
    assert said[:4] == [
        "  axis> move pz tobruk",
        "             ^^",
        "'pz' may be 5-panzer or 15-panzer.",
        "  1) 5-panzer  2) 15-panzer",
    ]
    assert talk.hear("15")[0] == "Axis: move 15-panzer tobruk"


def test_misspelled_verb_is_mended_by_a_digit(talk: Talk) -> None:
    assert "  1) move" in talk.hear("mvoe 15-panzer tobruk")
    assert talk.hear("1")[0] == "Axis: move 15-panzer tobruk"


def test_a_failed_line_and_its_choices_stay_until_they_are_given_up(talk: Talk) -> None:
    said = talk.hear("mvoe 15-panzer tobruk; pass")
    assert said[-1] == "  2) go on with what waits (`more`)"
    kept = ["Not done yet: mvoe 15-panzer tobruk", "  1) move"]
    for line in ("show", "7", ""):
        said = talk.hear(line)
        assert [each for each in said if each in kept] == kept
        assert said[-1] == "  2) go on with what waits (`more`)"
    assert talk.hear("")[0] == "Given up: mvoe 15-panzer tobruk"
    assert count(talk) == 0
    talk.hear("mvoe 15-panzer tobruk")
    assert talk.hear("no")[0] == "Given up: mvoe 15-panzer tobruk"
    talk.hear("mvoe 15-panzer tobruk")
    assert "Given up: mvoe 15-panzer tobruk" in talk.hear("?")
    talk.hear("mvoe 15-panzer tobruk")
    talk.hear("")
    assert talk.hear("1")[0] == "Axis: move 15-panzer tobruk"


def test_unfinished_line_goes_on_by_digits(talk: Talk) -> None:
    assert "  1) 5-panzer  2) 15-panzer" in talk.hear("move")
    said = talk.hear("15")
    assert any("1) tripoli" in line and "2) tobruk" in line for line in said)
    assert talk.hear("2")[0] == "Axis: move 15-panzer tobruk"


def test_menu_numbers_pick_a_verb_and_its_words(talk: Talk) -> None:
    talk.hear("?")
    assert any("move needs a force" in line for line in talk.hear("1"))


def test_menu_lists_few_acts_in_full(toy: Talk) -> None:
    toy.hear("a1")
    said = toy.hear("?")
    assert said[0] == "Crosses may now, or let it pass [pie]: Swap the first token?"
    assert any(line.split()[:2] == ["1)", "swap"] for line in said)
    assert "Or go on to: Noughts hand [turn.hand]" in said
    assert toy.hear("1")[0] == "Crosses: swap"


def test_help_for_a_verb_and_a_rule(talk: Talk) -> None:
    assert talk.hear("? move")[0] == "move FORCE TO"
    assert talk.hear("?move")[0] == "move FORCE TO"


def test_listed_values_are_numbered_and_a_digit_picks(talk: Talk) -> None:
    talk.hear("strike")
    said = talk.hear("2")
    assert said[0] == "Allied: losses 2"
    assert said[-1] == "  1) 4-indian  2) 2-armored"
    assert talk.hear("4")[0] == "Allied: lose 4-indian"


def test_a_number_that_is_an_answer_is_never_a_pick(talk: Talk) -> None:
    said = talk.hear("strike")
    assert said[-1] == "  One of 0, 1, 2, 3"
    talk.hear("?")
    assert talk.hear("3")[0] == "Allied: losses 3"
    assert talk.hear("?")[-1].startswith("Allied: Which force takes it?")
    assert talk.hear("2")[0] == "Allied: lose 2-armored"


def test_a_stray_number_does_nothing(talk: Talk) -> None:
    talk.game.change("note", "note", {})
    talk.game.timeline.steps[-1] = replace(talk.game.timeline.steps[-1], table=talk.game.table.but(step="window"))
    said = talk.hear("2")
    assert said[0] == "No choice 2 is on the screen. If you mean lose 2-armored, write that."
    assert count(talk) == 1


BAD = ("x" * 10_000, "move " + "x " * 5000, "\x1b[A", "\x00", "'", '"', ",", "?" * 300, "#", "  ;;")


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_answered_and_changes_nothing(talk: Talk, line: str) -> None:
    said = talk.hear(line)
    assert said
    assert all(text.isprintable() for text in said)
    assert max(map(len, said)) < 400
    assert count(talk) == 0


def test_pasted_lines_run_one_by_one_and_stop_at_the_first_that_fails(talk: Talk) -> None:
    said = talk.hear("move 15-panzer tobruk\nmove 15-panzer cairo\nfoo\npass")
    assert "Axis: move 15-panzer cairo" in said
    assert places(talk)["15-panzer"] == "cairo"
    assert talk.waiting.lines == ["pass"]


def test_pasted_lines_stop_at_a_flagged_one_and_go_on_after_it(talk: Talk) -> None:
    talk.hear("move 15-panzer cairo\nmove 5-panzer tobruk; pass")
    talk.hear('stand "as played"')
    assert talk.waiting.lines == ["move 5-panzer tobruk", "pass"]


def test_pasted_lines_go_on_after_a_choice(talk: Talk) -> None:
    talk.hear("move pz tobruk; strike")
    talk.hear("15")
    assert talk.waiting.lines == ["strike"]


def test_a_comment_is_no_enter(toy: Talk) -> None:
    toy.hear("a1")
    assert "comment" in toy.hear("# they think about it")[0]
    assert count(toy) == 1


def test_missing_datum_is_asked_for_and_written(talk: Talk) -> None:
    said = talk.hear("move 5-panzer tobruk")
    assert said[-2:] == [
        "[supply] The supply base of 5-panzer? (Enter: not known)",
        "  1) tripoli  2) benghazi  3) tobruk  4) cairo",
    ]
    assert talk.prompt == "answer> "
    said = talk.hear("nowhere")
    assert any("'nowhere'" in line for line in said)
    assert talk.prompt == "answer> "
    assert talk.hear("2")[0] == "Axis: base 5-panzer benghazi"
    assert talk.prompt == "axis> "


def test_missing_datum_behind_its_keyword(talk: Talk) -> None:
    finding = needs("supply", "whether 5-panzer has lorries is not known", "motors 5-panzer motorized ?")
    found = missing(talk.game, finding)
    assert found is not None
    assert found.question() == "[supply] Has 5-panzer lorries? (Enter: not known)"
    assert [(c.number, c.word) for c in found.offered] == [(1, "yes"), (2, "no")]
    assert missing(talk.game, needs("supply", "nobody knows", "")) is None
    assert missing(talk.game, needs("supply", "nobody knows", "foo ?")) is not None


def test_missing_datum_can_be_passed_over_by_looking_or_reporting(talk: Talk) -> None:
    talk.hear("move 5-panzer tobruk")
    assert "5-panzer: tobruk" in talk.hear("show")
    assert talk.prompt == "answer> "
    assert talk.hear("move 15-panzer tobruk")[0] == "Axis: move 15-panzer tobruk"
    assert talk.prompt == "answer> ", "it is asked once more"
    assert LEFT in talk.hear("strike")
    assert talk.prompt == "allied> "


def test_known_title_of_several_words_needs_no_quotes(talk: Talk) -> None:
    talk.hear('card "dive-bomber"')
    assert talk.hear("play dive bomber")[0] == "Axis: play dive-bomber"


def test_a_digit_alone_never_acts_where_several_verbs_are_open(talk: Talk) -> None:
    assert talk.hear("15")[0].startswith(("  15", "No choice 15 is on the screen."))
    assert count(talk) == 0


def test_a_ruling_is_told_in_full_once(talk: Talk) -> None:
    talk.hear("move 15-panzer tripoli")
    talk.hear("move 15-panzer benghazi")
    said = talk.hear("move 15-panzer tripoli")
    assert "Ruled as before: [move] (`rule move` tells it)" in said
    assert not any("going back is allowed" in line for line in said)


def test_undo_of_several_acts_says_which_the_last_first(toy: Talk) -> None:
    for line in ("a1", "-", "hand"):
        toy.hear(line)
    toy.hear("undo")
    assert toy.hear("undo")[0] == "Undone: Crosses let it pass"
    toy.hear("redo 2")
    assert toy.hear("undo 3 keep")[0] == "Undone: 3 acts: Noughts: hand; Crosses let it pass; Noughts: place a1"
    assert toy.hear("redo 2")[0] == "Done again: 2 acts: Noughts: place a1; Crosses let it pass"


def test_undo_from_a_key_asks_first(talk: Talk) -> None:
    talk.hear("move 15-panzer tobruk")
    assert talk.ask_undo() == ["Undo Axis: move 15-panzer tobruk? (y: yes, Enter: no)"]
    assert talk.hear("")[0] == "Nothing is undone."
    talk.ask_undo()
    assert talk.hear("y")[0] == "Undone: Axis: move 15-panzer tobruk"
    assert places(talk)["15-panzer"] == "benghazi"
    assert any("nothing to undo" in line for line in talk.ask_undo())


def test_dropping_a_line_drops_the_question_too(talk: Talk) -> None:
    talk.hear("move 5-panzer tobruk")
    talk.drop()
    assert talk.prompt == "axis> "


def test_a_beginning_of_two_verbs_is_the_one_that_is_asked_for(talk: Talk) -> None:
    talk.hear("strike")
    assert "Allied: losses 2" in talk.hear("lo 2")
    assert talk.hear("lo 4")[0] in ("Allied: lose 4-indian", "  lo 4")


def test_the_menu_has_the_numbers_of_the_question(talk: Talk) -> None:
    talk.hear("strike")
    assert talk.hear("2")[-1] == "  1) 4-indian  2) 2-armored"
    said = talk.hear("?")
    assert {"1) lose 4-indian", "2) lose 2-armored"} <= {line.strip() for line in said}
    assert talk.hear("1")[0] == "Allied: lose 4-indian"


def test_missing_datum_can_be_passed_over_by_a_command(talk: Talk) -> None:
    talk.hear("move 5-panzer tobruk")
    assert talk.hear("undo")[0] == "Undone: Axis: move 5-panzer tobruk"
    assert talk.prompt == "axis> "
    talk.hear("move 5-panzer tobruk")
    talk.hear("?")
    assert talk.prompt == "answer> "  # asked again, for help was wanted and no answer given


def test_enter_behind_a_failed_line_only_asks_again(toy: Talk) -> None:
    toy.hear("a1")
    entries = count(toy)
    toy.hear("xyzzy")
    assert toy.hear("")[0].startswith("Nothing was done")
    assert count(toy) == entries
    toy.hear("")
    assert count(toy) > entries

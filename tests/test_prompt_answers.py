"""What people answer in plain words: yes, no, pass, a name in pieces, a number that is none; and Enter twice."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.prompt.first import FirstScreen
from referee.prompt.haste import BOUNCED, UNDONE
from referee.prompt.lesson import lesson_of
from referee.prompt.talk import Talk
from referee.ruleset.find import load_ruleset
from tests.dd import at_omaha
from tests.na import in_actions, in_battle, new_game
from tests.pl import at_table as in_poland

MOVED = ("adjust 15-panzer.region benghazi", "axis> move 15-panzer tobruk")


@pytest.fixture
def asked() -> Talk:
    """Allied may answer a move of the Axis, in whose Actions it came."""
    return Talk(in_actions(*MOVED).game)


def acts(talk: Talk) -> list[str]:
    """The last entry of the players, its kind and its side."""
    last = talk.game.log.entries[-1]
    return [last.kind, last.side, last.line]


@pytest.mark.parametrize("word", ["no", "n", "none", "nothing", "pass", "pa"])
def test_the_side_that_is_asked_declines_in_plain_words(asked: Talk, word: str) -> None:
    said = asked.hear(word)
    assert said[0] == "Allied lets it pass."
    assert (acts(asked)[0], asked.game.table.step, asked.prompt) == ("close", "actions", "axis> ")


def test_a_written_side_passes_as_ever_and_so_does_one_that_may(asked: Talk) -> None:
    assert asked.hear("axis> pass")[0] == "Axis: pass"
    assert acts(Talk(in_actions("axis> pass").game)) == ["act", "axis", "pass"]


@pytest.mark.parametrize("word", ["no", "n", "none"])
def test_no_takes_a_flagged_line_back_and_gives_a_draft_up(word: str) -> None:
    talk = Talk(in_actions(*MOVED, "-").game)
    talk.hear("axis> move 15-panzer cairo")
    assert talk.hear(word)[0] == "Taken back: Axis: move 15-panzer cairo"
    talk.hear("undo 3")
    entries = len(talk.game.log.entries)
    assert talk.hear(word)[0] == "given up: undo 3"
    assert (talk.game.draft, len(talk.game.log.entries)) == (None, entries)


def test_yes_does_what_enter_does_or_the_only_act(game: Game) -> None:
    talk = Talk(game)
    talk.hear("b2")
    assert talk.hear("yes")[0] == "Crosses: swap"
    assert talk.hear("y")[0].endswith(": hand")


def test_no_never_skips_a_duty(game: Game) -> None:
    talk = Talk(game)
    talk.hear("a1; -")
    count = len(game.log.entries)
    talk.hear("no")
    assert len(game.log.entries) == count


def test_a_name_that_is_not_known_is_taught_by_yes_or_a_digit(asked: Talk) -> None:
    for title, reply in (("Zulu", "yes"), ("Quartz", "1")):
        asked.hear("-")
        asked.hear(f"play {title}")
        assert asked.prompt == "new? "
        assert title in asked.hear(reply)[0]
        assert acts(asked)[2].startswith("play")
        asked.drop()


@pytest.mark.parametrize("line", ["move 15 panzer tob", "move 15 pan tobruk", "move 15th panzer tobruk"])
def test_a_name_in_pieces_is_simply_taken(line: str) -> None:
    talk = Talk(in_actions(MOVED[0]).game)
    assert talk.hear(line)[0] == "Axis: move 15-panzer tobruk"


@pytest.mark.parametrize("line", ["allied attack 1-inf 352-inf", "Allied: att 1-inf 352", "omaha: attack 1-inf 352"])
def test_whom_or_where_an_act_is_for_may_stand_before_it(line: str) -> None:
    assert Talk(at_omaha().game).hear(line)[0] == "Allied: attack 1-inf 352-inf"


def test_another_place_before_an_act_is_not_understood() -> None:
    assert "juno:" in Talk(at_omaha().game).hear("juno: attack 1-inf 352-inf")[0]


def test_a_misspelled_part_of_a_name_is_suggested_whole() -> None:
    talk = Talk(in_actions('axis> card "Long Convoy" when action cost 0 harm 0 effect none').game)
    assert "Did you mean long-convoy?" in " ".join(talk.hear("play long convoi"))


def test_open_choices_are_matched_before_verbs_however_they_are_spelled() -> None:
    said = Talk(in_battle().game).hear("armoret")
    assert "'armoret' is no answer here. Did you mean armored?" in said
    assert "  1) armored" in said
    assert Talk(in_battle().game).hear("armoured")[0] == "Axis: add armored"
    assert Talk(in_battle().game).hear("armorred")[0] == "Axis: add armored"


def test_a_number_that_names_nothing_is_told_what_does() -> None:
    assert Talk(in_battle().game).hear("3")[0].startswith("No choice 3 is on the screen")
    said = " ".join(Talk(new_game()).hear("3"))
    assert "name one of 7-armored, 4-indian, 2-armored" in said
    assert "die" not in said


def test_enter_twice_does_not_pass_the_other_sides_step(asked: Talk) -> None:
    assert asked.hear("")[0] == "Allied lets it pass."
    assert asked.hear("")[0] == BOUNCED
    assert asked.game.table.step == "actions"
    assert asked.hear("")[0] == "Axis: pass"


def test_what_is_on_file_can_be_seen() -> None:
    talk = Talk(in_actions('axis> card "Long Convoy" when action cost 2').game)
    count = len(talk.game.log.entries)
    for line in ("show long", "show cards", "card long-convoy"):
        said = [row for row in talk.hear(line) if row.startswith("card long-convoy (Long Convoy): when action, cost 2")]
        assert len(said) == 1
        assert "harm not known" in said[0]
    assert len(talk.game.log.entries) == count
    assert "Allied" in " ".join(talk.hear("show allied"))


def test_a_line_that_only_names_a_thing_and_tells_something_is_reported() -> None:
    talk = Talk(new_game())
    assert talk.hear("starts 2-armored")[0] == "Allied: starts 2-armored"
    assert acts(talk)[2] == "starts 2-armored"


def test_steps_in_which_nothing_can_be_done_are_passed_over_behind_an_act_and_said() -> None:
    talk = Talk(in_poland("adjust german.hand 0 german.deck 0").game)
    said = talk.hear("prepare")
    assert "German: no card is left to draw." in said
    assert talk.prompt == "polish> "
    talk.hear("undo")
    assert talk.prompt == "german> ", "what was passed over is not passed again"


def test_the_end_of_a_game_is_asked_about(asked: Talk) -> None:
    assert asked.hear("resign") == ["resign: that ends the game. (y: yes, Enter: no)"]
    assert asked.hear("")[0] == "Good, the game goes on."
    asked.hear("resign")
    assert asked.hear("yes")[0] == "Allied: resign"
    assert asked.game.table.winner == "axis"


def test_lines_behind_one_that_failed_are_said_to_wait(asked: Talk) -> None:
    said = asked.hear("x$y; -; pass")
    assert said[-2:] == ["2 more lines wait (Ctrl-C gives them up): -; pass", "  1) go on with what waits (`more`)"]
    assert (asked.default, asked.hear("show")[-2:], asked.hear("1")[0]) == ("", said[-2:], "Allied lets it pass.")
    assert (asked.game.table.step, asked.waiting.lines) == ("battles", [])
    asked = Talk(in_actions(MOVED[0]).game)
    assert asked.hear("move 15-panzer cairo; pass")[-1] == "1 more line waits (Ctrl-C gives it up): pass"
    assert asked.hear("no")[-1] == "  1) go on with what waits (`more`)"
    asked.hear("pass")
    assert asked.waiting.lines == [], "it was done since"


def test_lines_that_wait_are_gone_on_with_by_a_word_where_a_number_answers() -> None:
    talk = Talk(new_game())
    talk.hear("ready")
    said = talk.hear("xyzzy; draw 2")
    assert said[-1] == "  `more`: go on with what waits"
    assert "Axis: draw 2" in talk.hear("more")


def test_help_tells_no_act_of_another_side_as_legal_now(asked: Talk) -> None:
    assert not any("legal now" in line for line in asked.hear("help prepare"))
    asked.hear("-")
    assert any("legal now" in line for line in asked.hear("help prepare"))


def test_next_of_a_lesson_is_no_stray_enter() -> None:
    lesson = lesson_of(None)
    lesson.opening()
    for _ in range(200):
        if lesson.step is None:
            break
        lesson.hear("xyzzy")
        assert UNDONE not in lesson.hear("next")
    assert lesson.step is None


@pytest.mark.parametrize("reply", ["north africa", "north afrika", "north", "lightning north africa"])
def test_a_game_is_chosen_by_words_of_its_title(reply: str) -> None:
    told: list[str] = []
    screen = FirstScreen(lambda _: reply, told.extend)
    assert screen._ruleset() is load_ruleset("lightning-north-africa")


def test_a_question_mark_is_nobodys_name() -> None:
    told: list[str] = []
    replies = iter(["?", "Anna", ""])
    screen = FirstScreen(lambda _: next(replies), told.extend)
    assert screen._players(load_ruleset("lightning-north-africa")) == {"axis": "Anna"}
    assert told[0] == "Write a name; it stands in the record. Enter alone calls the player Axis."


def test_back_asks_for_the_name_before_and_the_same_name_is_asked_for_twice() -> None:
    replies = iter(["north", "undo", "Anna", "Anna", "Anna"])
    screen = FirstScreen(lambda _: next(replies), lambda _: None)
    assert screen._players(load_ruleset("lightning-north-africa")) == {"axis": "Anna", "allied": "Anna"}
    assert next(replies, "none is left") == "none is left"

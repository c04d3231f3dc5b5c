"""What the referee asks to learn: a name that may be new, data that a rule needs."""

from __future__ import annotations

import pytest

from referee.prompt.learning import LEFT, NOT_TAUGHT
from referee.prompt.talk import Talk
from tests import dd, pl
from tests.lv import known, placed
from tests.test_prompt_desert import desert

NEW = "Is it a new one? (Enter: yes, teach it; n: no; or write the line again)"
NEAR = "Teach it, or is another meant? (y: teach it; Enter, Enter: give the line up; or write the line again)"
RAINS = 'german> card "Rains" german remove no'


@pytest.fixture
def talk() -> Talk:
    """A talk about the desert war."""
    return Talk(desert())


def count(talk: Talk) -> int:
    """Entries of the record."""
    return len(talk.game.log.entries)


def last(talk: Talk) -> str:
    """The last line of the record."""
    return talk.game.log.entries[-1].line


# Names


def test_an_unknown_name_is_taught_and_the_line_then_run(talk: Talk) -> None:
    said = talk.hear("play dive-bomber; pass")
    assert 'card "dive-bomber"' in said[-4]
    assert said[-3] == "1 more line waits (Ctrl-C gives it up): pass"
    assert said[-2:] == [NEW, "  1) a new one: teach it"]
    assert talk.prompt == "new? "
    said = talk.hear("")
    assert {'Axis: card "dive-bomber"', "Axis: play dive-bomber"} <= set(said)
    assert (said[-1], talk.waiting.lines) == ("  1) go on with what waits (`more`)", ["pass"])


def test_a_near_miss_is_another_question_and_one_enter_does_nothing() -> None:
    talk = Talk(known().game)
    said = talk.hear("deploy 1-krr nairobi")
    assert said[-2:] == [NEAR, "  1) 1-kar  2) a new one: teach it"]
    assert talk.hear("")[0] == "Not done yet: deploy 1-krr nairobi"
    assert talk.hear("")[0] == NOT_TAUGHT
    talk.hear("deploy 1-krr nairobi")
    assert "Allied: deploy 1-krr nairobi" in talk.hear("2")
    talk = Talk(known().game)
    talk.hear("deploy 1-krr mombasa")
    assert any("deploy 1-kar mombasa" in line for line in talk.hear("1"))


def test_an_unknown_name_is_forgotten_when_something_else_is_done(talk: Talk) -> None:
    talk.hear("play dive-bomber; pass")
    said = talk.hear("strike")
    assert (said[0], talk.prompt) == ("Axis: strike", "allied> ")
    assert "Given up: play dive-bomber" in said
    assert talk.waiting.lines == ["pass"], "which the Axis player typed, so that no Enter of the Allied one uses it"
    talk.hear("")
    assert talk.waiting.lines == ["pass"]


def test_an_unknown_name_may_be_a_slip_and_is_not_taught(talk: Talk) -> None:
    talk.hear("play dive-bomber")
    assert "5-panzer: benghazi" in talk.hear("show")
    assert talk.prompt == "new? "
    assert talk.hear("n")[0] == NOT_TAUGHT
    talk.hear("play dive-bomber")
    assert talk.drop()[-1].startswith("Axis: What do you do?")
    assert talk.hear("")[0].startswith("Axis may now")
    assert count(talk) == 0


def test_an_unknown_name_may_be_taught_by_another_title(talk: Talk) -> None:
    talk.hear("play foxx")
    talk.hear('card "fox"')
    assert last(talk) == 'card "fox"'
    assert talk.prompt == "new? "  # the line has the old word still


def test_a_title_of_several_words_is_one_card(talk: Talk) -> None:
    assert talk.hear("play royal navy")[0] == '  play "Royal Navy"'
    assert 'Axis: play card "Royal Navy"' in talk.hear("")


@pytest.mark.parametrize(
    ("line", "taught"),
    [
        ("starts VIII Corps", "VIII Corps"),
        ("starts Army Poznan", "Army Poznan"),
        ("starts xvi-corps, VIII Corps, army-krakow", "VIII Corps"),
        ("starts Corps of the North", "Corps of the North"),
    ],
)
def test_a_new_title_may_share_words_with_what_is_on_file(line: str, taught: str) -> None:
    talk = Talk(pl.at_table().game)
    assert any(f'force "{taught}"' in text for text in talk.hear(line))


def test_a_title_ends_before_another_value_of_the_line() -> None:
    talk = Talk(dd.german_turn().game)
    assert any('force "4th Inf" german' in text for text in talk.hear("act 4th inf at omaha"))
    talk.hear("n")
    assert any('force "Foo" german' in text for text in talk.hear("act foo utah"))


def test_two_parts_that_are_known_stay_ambiguous() -> None:
    talk = Talk(pl.at_table().game)
    assert any("'army' may be" in text for text in talk.hear("starts army xvi"))


# Data


def test_a_datum_left_unknown_is_not_asked_again_in_this_talk(talk: Talk) -> None:
    talk.hear("move 5-panzer tobruk")
    assert talk.hear("")[0] == LEFT
    said = talk.hear("move 5-panzer cairo")
    assert "Not judged [supply] The supply base of 5-panzer is not known" in said
    assert talk.prompt == "axis> "


def test_a_line_with_its_side_is_no_answer(talk: Talk) -> None:
    talk.hear("move 5-panzer tobruk")
    assert talk.hear("axis> move 15-panzer tobruk")[0] == "Axis: move 15-panzer tobruk"
    assert talk.prompt == "answer> ", "it is asked once more"
    assert LEFT in talk.hear("axis> move 15-panzer benghazi")
    assert talk.prompt == "axis> "


def test_a_missing_datum_shows_how_it_is_answered_and_how_all_are_left() -> None:
    talk = Talk(placed(RAINS).game)
    said = talk.hear("draw rains")
    first = "[7.1.1] How many units Rains recruits? (as in 1; ? explains; Enter: not known; `later all`: "
    assert said[-1] == f"{first}no more about this one)"
    assert talk.hear("?")[-1] == said[-1]
    assert "German: card rains recruit 0" in talk.hear("0")
    assert talk.prompt == "answer> "
    assert talk.hear("later all")[0] == LEFT
    assert talk.question is None
    assert not any("[7.1.2] What" in line for line in talk.hear("undo; draw rains"))


def test_what_a_later_line_tells_is_not_asked() -> None:
    tells = "card rains recruit 0; card rains move light-2; card rains event none"
    talk = Talk(placed(RAINS).game)
    talk.hear(f"draw rains; {tells}")
    assert talk.question is None
    talk = Talk(placed(RAINS).game)
    talk.hear("draw rains")
    talk.hear(tells)
    assert talk.question is None

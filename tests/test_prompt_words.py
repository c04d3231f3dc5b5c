"""Small parts of the prompt: numbers beside words, carets, the toolbar."""

from __future__ import annotations

import pytest

from referee.prompt.choices import choices, listed, number_off, picked, replacing
from referee.prompt.say import fitted, pointed, toolbar
from tests.test_prompt_desert import desert


def test_numbers_belong_to_the_names_they_are_part_of() -> None:
    assert number_off(["4-indian", "5-panzer", "15-panzer"]) == [1, 2, 3]
    assert number_off(["4-indian", "ariete", "2-armored"]) == [1, 3, 2]
    assert number_off(["2-armored", "2-new-zealand", "4-indian"]) == [0, 0, 0], "2 may be either"
    assert number_off(["ariete", "trento"], numbered=False) == [0, 0]
    assert number_off(["0", "2", "3"]) == [0, 2, 3]
    assert number_off(["15pz/hq", "15pz/tank-2"]) == [1, 2], "15 is in both, and that is no 1"
    assert number_off(["352-inf", "21-panzer"]) == [1, 2]
    assert number_off([]) == []


def test_a_number_that_a_choice_begins_with_picks_it_as_well() -> None:
    offered = choices(["xvi-corps", "14-panzer", "14-lancers", "21-panzer"], "abcd")
    assert [picked(number, offered) for number in ("1", "21", "14", "7")] == ["a", "d", None, None]


def test_what_has_no_number_is_picked_by_its_shortest_beginning() -> None:
    offered = choices(["2-armored", "2-new-zealand", "21-panzer", "north"], "abcd")
    assert listed(offered) == "2-a(rmored)  2-n(ew-zealand)  21(-panzer)  nor(th)"
    assert [picked(text, offered) for text in ("2-a", "2-", "2", "21", "nor", "no", "")] == [
        "a", None, None, "c", "d", None, None
    ]  # fmt: skip


def test_a_choice_is_not_put_behind_its_own_number() -> None:
    assert [c.line for c in replacing("force 4 panzr rating 3", 8, ["4-panzer"])] == ["force 4-panzer rating 3"]
    assert [c.line for c in replacing("force 5 panzr", 8, ["4-panzer"])] == ["force 5 4-panzer"]


def test_choices_stand_in_the_order_of_their_numbers() -> None:
    assert listed(choices(["4-indian", "2-armored", "foot"], ["a", "b", "c"])) == "1) 4-indian  2) 2-armored  3) foot"
    assert listed(choices(["tank-1", "tank-10", "tank-2"], "abc")) == "1) tank-1  2) tank-2  3) tank-10"


def test_a_choice_takes_the_place_of_the_bad_word_only() -> None:
    assert [c.line for c in replacing("move pz,arm tobruk", 5, ["5-panzer"])] == ["move 5-panzer,arm tobruk"]
    assert [c.line for c in replacing("axsi> move x", 0, ["axis"])] == ["axis> move x"]
    assert [c.line for c in replacing("move", 4, ["5-panzer"])] == ["move 5-panzer"]
    assert [c.line for c in replacing("x", 99, ["y"])] == ["x y"]


def test_caret_stands_under_the_word_whatever_the_characters() -> None:
    assert pointed("move x y", 5, 0, 80) == ["  move x y", "       ^"]
    assert pointed("戦車 x", 3, 0, 80) == ["  戦車 x", "       ^"]
    line, caret = pointed("a" * 500 + " bad " + "b" * 500, 501, 0, 80)
    assert len(line) <= 80
    assert line[caret.index("^") :].startswith("bad")
    assert pointed("\x1b[A", 0, 1, 80)[0] == "  ?[A"
    assert pointed("", 7, 0, 80) == ["  ", "  ^"]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_toolbar_fits(width: int) -> None:
    text = "".join(text for _, text in toolbar(desert(), readonly=True, width=width))
    assert len(text) < width
    assert text.startswith(" READ-ONLY ")


def test_toolbar_in_full_and_cut() -> None:
    assert toolbar(desert()) == [("", "Turn 1 · Axis · Actions · hand 5/9 · Tobruk: Allied")]
    assert toolbar(desert(), width=40) == [("", "Turn 1 · Axis · Actions · hand 5/9 …")]
    assert fitted(["Turn 1"], 4) == "Tur…"
    assert fitted([], 4) == ""

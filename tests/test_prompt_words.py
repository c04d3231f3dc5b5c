"""Small parts of the prompt: numbers beside words, carets, the toolbar."""

from __future__ import annotations

import pytest

from referee.prompt.choices import number_off, replacing
from referee.prompt.say import fitted, pointed, toolbar
from tests.test_prompt_desert import desert


def test_numbers_belong_to_the_names_they_are_part_of() -> None:
    assert number_off(["4-indian", "2-armored", "ariete"]) == [4, 2, 1]
    assert number_off(["2-armored", "2-new-zealand", "4-indian"]) == [1, 3, 4]
    assert number_off(["a1", "b1", "a2"]) == [1, 3, 2]
    assert number_off([]) == []


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

"""What depends on the supply of a unit, where the map that is on file does not tell it (21.4, 22.1.A)."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from tests.lv import Table, new_game

OUT = (
    "allied> deploy 1-kar,vol-lf nairobi", "ready", 'unit "2 FKA" german type light strength 2 elite no start gea',
    "deploy 2-fka dar", "ready", "adjust 2-fka.at nairobi", "result all 1 none 2 none 3 none 4 none 5 none 6 none",
    "draw", "pass", "pass", "battle nairobi", "superiority 6,1",
)  # fmt: skip
"""2-fka fights in Nairobi, and nobody told what supplies it there."""


@pytest.mark.parametrize(("dice", "rules"), [("4", []), ("4,4", []), ("4,4,4", ["13.1.2.B"])])
def test_dice_of_a_unit_that_may_be_out_of_supply_are_one_or_two(dice: str, rules: list[str]) -> None:
    table = Table(new_game("supply")).play(*OUT, f"fire 2-fka {dice}")
    assert table.rules() == rules
    asked = ["space nairobi fort ?"] if not rules else []
    assert [f.teach for f in table.found if f.rule == "21.4.B"] == asked


def test_what_tells_its_supply_is_asked_and_counts() -> None:
    table = Table(new_game("supply")).play(*OUT, "space nairobi fort none", "fire 2-fka 4")
    assert table.found[-1].teach == "space dar-es-salaam centre ?"
    table.play("undo", "space dar centre no", "space dar fort none", "fire 2-fka 4")
    assert table.rules() == []
    assert table.play("undo", "fire 2-fka 4,4").rules() == ["21.4.B"]


def test_a_march_and_a_fort_depend_on_an_unknown_supply_too() -> None:
    lines = (
        "allied> deploy 1-kar,vol-lf mombasa", "ready", 'unit "2 FKA" german type light strength 2 start gea',
        "deploy 2-fka dar", "ready", "adjust 2-fka.at nairobi", "route nairobi mombasa no",
        'space "A" land bea stop no river no', 'space "B" land bea stop no river no', "route nairobi a", "route a b",
        'card "Inv" german recruit 0 move all-2 event none remove no', "draw inv",
    )  # fmt: skip
    table = Table(new_game("supply forts")).play(*lines, "build 2-fka")
    assert [f.rule for f in table.found if f.kind is Kind.NEEDS][-1] == "22.1.A"
    table = Table(new_game("supply forts")).play(*lines, "pass", "march 2-fka b")
    assert [f.rule for f in table.found if f.kind is Kind.NEEDS] == ["21.4.A"]
    table = Table(new_game("supply forts")).play(*lines, "pass", "march 2-fka a")
    assert not table.found

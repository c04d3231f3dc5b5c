"""What depends on a fact that is not on file: the supply of a unit (21.4, 22.1.A), who must panic (14.A, 16.B)."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.lv import Table, fighting, new_game
from tests.test_lv_typing import state_of

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


STRANGE = (
    'unit "301 Inv" allied type light strength 1', "adjust 301-inv.at voi", "adjust 1-kar.at nairobi",
    "adjust vol-lf.at nairobi",
)  # fmt: skip
"""301-inv defends alone in Voi, and nobody told whether it is elite."""
HIT = "german> fire 101-inv 5,1"


def strange(*lines: str) -> Table:
    """101-inv hits 301-inv, which must panic if it is not elite; then some lines."""
    return fighting("superiority 6,1", HIT, *lines, before=STRANGE)


@pytest.mark.parametrize(("elite", "panicked"), [("yes", set()), ("no", {"301-inv"})])
def test_16_b_the_only_unit_that_panics_waits_for_its_mark(elite: str, panicked: set[str]) -> None:
    talk = Talk(strange().game)
    assert "301-inv is elite is not known (Enter: panic 301-inv)" in talk.opening()[0]
    talk.hear(f"unit 301-inv elite {elite}")
    assert state_of(talk.game).panicked == panicked


def test_16_b_an_answer_of_the_referee_is_mended_by_the_fact_told_before_it() -> None:
    table = strange("allied> retreat taveta", "unit 301-inv elite yes")
    assert [f.rule for f in table.found if f.kind is Kind.WARNING] == ["16.B"]
    mends = table.found[-1].instead.split("`")[1]
    fire = next(e.number for e in table.game.log.entries if f"german> {e.line}" == HIT)
    assert mends == f"insert {fire} allied> unit 301-inv elite yes"
    answer = run(table.game, mends)
    assert answer.error is None
    run(table.game, "keep")
    assert not state_of(table.game).panicked


def test_16_b_an_answer_that_was_the_only_one_is_mended_in_its_place() -> None:
    table = strange("panic 301-inv", "unit 301-inv elite yes")
    mends = table.found[-1].instead.split("`")[1]
    run(table.game, mends)
    run(table.game, "keep")
    assert not state_of(table.game).panicked


def test_21_4_a_a_march_by_a_way_that_is_told_asks_for_what_supplies_it() -> None:
    new = tuple(f'space "Invented {letter}" bea stop no river no' for letter in "AB")
    card = 'card "Invented Draft" german recruit 0 move all-2 event none remove no'
    table = Table(new_game("supply")).play(*OUT[:6], *new, card, "draw invented-draft")
    table.play("march 2-fka invented-b via invented-a")
    assert [f.rule for f in table.found if f.kind is Kind.NEEDS] == ["21.4.A"]

"""Duties of Lettow-Vorbeck that the table goes past: each is one omission, and the next turn begins."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from tests.lv import Table, fighting, marching, placed

COLUMN = "allied> draw invented-push"
BOTH = ("adjust 103-inv.at nairobi", "adjust 101-inv.at voi", "german> pass")
"""Battles in Nairobi and in Voi."""


def omitted(table: Table) -> list[str]:
    """The omissions; nothing else was wrong, and the Allied card is in effect."""
    assert table.rules() == table.rules(Kind.OMISSION), table.found
    assert table.game.table.side == "allied"
    assert table.game.table.step == "recruit"
    return table.rules()


def test_6_2_a_pass_for_a_march_that_went_by_is_true_and_ends_nothing() -> None:
    table = placed("german> draw invented-rains", "allied> draw invented-halt", "allied> pass")
    assert (table.rules(), table.game.table.step, table.winner) == ([], "turn", "")
    assert table.play("turn").game.table.turn == 2


def test_27_1_c_a_pass_with_draws_due_ends_the_recruiting_and_no_more() -> None:
    table = placed("german> draw invented-askari", "german> recruit 106-inv tabora", "german> pass")
    assert (table.rules(), table.game.table.step) == (["27.1.C"], "march")
    assert [(d["rule"], d["what"]) for d in table.state["skipped"]] == [("27.1.C", "drawing 1 unit")]
    assert table.play("german> march 101-inv tanga").rules() == ["27.1.C"]


def test_13_a_two_battles_that_were_not_fought() -> None:
    assert omitted(marching("invented-ruse", *BOTH, COLUMN)) == ["13.A", "13.A"]


def test_6_2_3_a_battle_and_the_turn_marker_are_forgotten() -> None:
    table = placed("german> draw invented-rains", "adjust 101-inv.at voi", "allied> draw invented-halt")
    table.play("german> draw invented-ruse")
    assert table.rules() == ["13.A", "6.2.3"]
    assert (table.game.table.turn, table.game.table.side) == (2, "german")


def test_13_5_a_the_retreat_and_the_rally_are_forgotten() -> None:
    assert omitted(fighting("superiority 6,1", "german> fire 101-inv 5,5", COLUMN)) == ["13.5.A", "13.6"]


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        ((), ["13.1.1.A"]),
        (("superiority 6,1",), ["13.B"]),
        (("superiority 6,1", "german> fire 101-inv 1,1"), ["13.B"]),
        (("superiority 6,1", "german> fire 101-inv 5,1"), ["13.1.2.C", "13.B"]),
        (("superiority 6,1", "german> fire 101-inv 6,1"), ["13.1.2.C", "13.B"]),
    ],
)
def test_13_b_what_was_left_of_a_battle_is_omitted(lines: tuple[str, ...], rules: list[str]) -> None:
    assert omitted(fighting(*lines, COLUMN)) == rules


def test_13_1_2_c_losses_that_were_not_named_are_one_omission() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 5,1", "allied> fire vol-lf 1")
    assert table.rules() == table.rules(Kind.OMISSION) == ["13.1.2.C"]
    assert table.question == "German fires with 102-inv"


def test_13_3_2_panic_ends_with_the_battle_though_nobody_rallied() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 5,5", "allied> retreat nairobi", COLUMN)
    assert omitted(table) == ["13.6"]
    assert table.state["panicked"] == []
    assert table.play("german> rally").rules() == ["13.6"], "a rally that comes late is no new fault"


def test_13_6_a_forgotten_rally_is_told_once() -> None:
    table = marching("invented-ruse", *BOTH, "german> battle voi", "superiority 6,1", "german> fire 101-inv 5,1")
    table.play("allied> retreat taveta", "german> battle nairobi", "superiority 6,1", COLUMN)
    assert omitted(table) == ["13.6", "13.B"]


def test_13_3_as_many_hits_as_units_leave_no_choice() -> None:
    table = fighting("superiority 6,1", "german> fire 101-inv 6,6")
    assert (table.at("1-kar"), table.at("vol-lf"), table.rules()) == ("pool", "pool", [])
    table = fighting("superiority 6,1", "german> fire 101-inv 5,5")
    assert table.state["panicked"] == ["1-kar", "vol-lf"]
    table = fighting("superiority 6,1", "german> fire 101-inv 5,5", lq5="free")
    assert table.question.startswith("Allied panics 2"), "both may go to one unit"


def test_27_1_c_nothing_is_omitted_where_nobody_can_arrive() -> None:
    homeless = [f"adjust {unit}.at moshi" for unit in ("104-inv", "105-inv", "109-inv", "110-inv")]
    table = placed(*homeless, "adjust desg.at pool", "german> draw invented-askari", "german> pass", options="forts")
    assert (table.rules(), table.state["skipped"]) == ([], [])

"""What hurried players of Lettow-Vorbeck leave untold or type beside the mark: units, places, cards, reinforcements."""

from __future__ import annotations

import pytest

from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.lettow_vorbeck.box import UNITS
from tests.lv import Table, new_game, placed
from tests.test_lv_typing import state_of

UNTOLD = 'card "Invented Draft" german move all-2 event none remove no'
TOLD = f"{UNTOLD} recruit 2"

SPARE = (
    "allied> deploy 1-kar,vol-lf nairobi", "ready", 'unit "17 FKA" german start gea', "deploy 17-fka dar", "ready",
    'unit "18 FKA" german start pool', 'unit "19 FKA" german start pool', 'unit "20 FKA" german start pool',
)  # fmt: skip
"""A game with little on file: whether Dar es Salaam is a supply centre is not known."""


def spare(*lines: str) -> Table:
    """That game after some lines."""
    return Table(new_game()).play(*SPARE, *lines)


@pytest.mark.parametrize(
    "lines",
    [
        (UNTOLD, "draw invented-draft", "recruit 106-inv tabora", "card invented-draft recruit 2"),
        (TOLD, "draw", "recruit 106-inv tabora", "draw invented-draft"),
    ],
)
def test_recruits_that_came_before_it_was_told_how_many_are_counted(lines: tuple[str, ...]) -> None:
    table = placed(*lines)
    assert table.question.startswith("1 unit to be drawn")
    table.play("recruit 107-inv tabora")
    assert (table.game.table.step, table.rules()) == ("march", [])


def test_a_box_of_which_all_come_is_told_late() -> None:
    table = placed(UNTOLD, "draw", "recruit 106-inv tabora", "adjust kona.at konigsberg")
    table.play("card invented-draft brings konigsberg", "draw invented-draft")
    assert table.question.startswith("1 unit to be drawn from the Konigsberg recruit box"), "only those in it are left"


def test_where_no_place_is_sure_the_perhaps_are_told_and_nothing_is_left_out() -> None:
    table = spare(TOLD, "draw invented-draft", "recruit 18-fka nairobi")
    assert [f.instead for f in table.found if f.kind is Kind.ILLEGAL] == [
        "perhaps dar-es-salaam; what tells it: space dar-es-salaam centre ?"
    ]
    table = spare(TOLD, "draw invented-draft")
    assert table.question.endswith("where one may arrive is not known: recruit UNIT PLACE, or pass")
    assert (table.play("pass").game.table.step, table.rules()) == ("march", [])
    assert spare("space dar centre yes", TOLD, "draw invented-draft", "pass").rules() == ["27.1.C"], "now it is a duty"


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("deploy 17 kilindini", 'space "Kilindini"'),
        ("17 kilindini", 'space "Kilindini"'),
        ("deploy 17 kilindini bay", 'space "Kilindini Bay"'),
        ("deploy 16 lancers nairobi", 'unit "16 Lancers" german'),
    ],
)
def test_behind_a_unit_on_file_stands_a_place(line: str, asked: str) -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3]).game)
    assert f"Teach it with: {asked}" in " ".join(talk.hear(line))


def test_the_units_that_are_not_on_file_are_said_until_all_are() -> None:
    table = Table(new_game()).play(*SPARE[:2])
    assert "Not on file: those it may place and those marked R" in table.question
    table.play('unit "17 FKA" german start gea')
    assert table.question.startswith("Set-up: 17-fka. Not on file: perhaps more of those it may place")
    table.play("deploy 17-fka dar", 'unit "18 FKA" german start pool')
    assert "Not on file: perhaps more of those it may place (`unit TITLE german start gea`)" in table.question
    table.play(*(f'unit "X {i}" german start pool' for i in range(UNITS)))
    assert table.question == "Set-up: is all laid out?"


def test_recruiting_is_on_the_list_though_nobody_is_on_file() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:5], TOLD, "draw invented-draft").game)
    assert any("recruit [UNITS,...]" in line and "as in recruit 3-kar nairobi" in line for line in talk.hear("?"))


@pytest.mark.parametrize("line", ["askari levy", "Askari Levy", '"Askari Levy"'])
def test_an_unknown_title_alone_is_the_card_that_is_drawn(line: str) -> None:
    talk = Talk(spare().game)
    talk.hear(line)
    talk.hear("y")
    assert state_of(talk.game).box.cards["askari-levy"].side == "german"
    assert talk.game.log.entries[-1].line == "draw askari-levy"


@pytest.mark.parametrize(("line", "meant"), [("drw", "draw"), ("shwo", "show"), ("undu", "undo")])
def test_a_slip_is_no_title(line: str, meant: str) -> None:
    assert f"'{line}' is no verb. Did you mean {meant}?" in Talk(spare().game).hear(line)

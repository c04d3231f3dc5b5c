"""The toolbar's line of what may be done."""

from __future__ import annotations

import pytest

from referee.game import Game
from referee.prompt.may import may_line, shortest
from referee.prompt.offers import plant
from referee.ruleset.find import load_ruleset, ruleset_names
from tests.na import in_actions
from tests.table import game_of


def said(game: Game, width: int = 80) -> str:
    return may_line(game, plant(game), width)


def test_each_verb_is_told_with_what_may_be_left_out() -> None:
    table = in_actions()
    line = said(table.game, 200)
    assert line.startswith("may: m(ove), o(rder), prep(are)")
    assert line.endswith("pa(ss) · ? lists all")


def test_a_held_line_and_a_finished_game_leave_no_choice() -> None:
    table = in_actions()
    table.game.report("axis> move 5-panzer cairo")
    assert table.game.held
    assert not said(table.game)
    table.play("back", "resign")
    assert table.winner
    assert not said(table.game)


@pytest.mark.parametrize("name", ruleset_names())
def test_the_shortest_word_is_read_as_the_verb(name: str) -> None:
    reader = game_of(load_ruleset(name), {}, {}).reader()
    for act in reader.verbs:
        assert [v.verb for v in reader.verb_of(shortest(reader, act.verb))] == [act.verb]


@pytest.mark.parametrize("width", [20, 40, 80])
def test_it_fits(width: int) -> None:
    assert len(said(in_actions().game, width)) < width

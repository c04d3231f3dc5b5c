"""The toolbar's line of what may be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.commands import find_call
from referee.commands.verbs import short_form, shortest
from referee.game import Game
from referee.log import Log
from referee.prompt.may import may_line
from referee.prompt.offers import plant
from referee.prompt.talk import Talk
from referee.ruleset.find import load_ruleset, ruleset_names
from tests.conftest import toy_header
from tests.na import in_actions
from tests.noughts import RULESET, Place
from tests.table import game_of


def said(game: Game, width: int = 80) -> str:
    return may_line(game, plant(game), width)


def test_each_verb_is_told_with_what_may_be_left_out() -> None:
    table = in_actions()
    line = said(table.game, 200)
    assert line.startswith("may: m(ove), o(rder), prep(are)")
    assert line.endswith("pa(ss) · ? lists all")


def test_a_held_line_has_answers_of_its_own_and_a_finished_game_none() -> None:
    table = in_actions()
    table.game.report("axis> move 5-panzer cairo")
    assert table.game.held
    assert said(table.game).startswith('may: stand "why", back')
    table.play("back", "resign")
    assert table.winner
    assert not said(table.game)


@pytest.mark.parametrize("name", ruleset_names())
def test_the_shortest_word_is_read_as_the_verb(name: str) -> None:
    game = game_of(load_ruleset(name), {}, {})
    for act in game.ruleset.actions:
        short = shortest(game.reader(), act)
        assert game.reader().verb_of(short) == [act]
        assert find_call(game, short) is None


class Fixture(Place):
    """Begins with the name of a command."""

    verb = "fixture"


class Fiddle(Place):
    """Leaves `fix` as the shortest beginning of the other."""

    verb = "fiddle"


def test_no_verb_is_shortened_to_the_name_of_a_command() -> None:
    game = Game(replace(RULESET, actions=(*RULESET.actions, Fixture, Fiddle)), Log.memory(toy_header()))
    assert find_call(game, "fix a1") is not None
    assert shortest(game.reader(), Fixture) == "fixt"
    assert short_form(game.reader(), Fixture) == "fixt"


@pytest.mark.parametrize("width", [20, 40, 80])
def test_it_fits(width: int) -> None:
    assert len(said(in_actions().game, width)) < width


def test_exit_with_words_behind_it_is_an_act_and_leaves_nobody() -> None:
    """K.I.S.S. Rommel has a verb of that name; `exit` alone leaves."""
    talk = Talk(game_of(load_ruleset("kiss-rommel"), {}, {}))
    talk.hear("exit 4ind/recon-1")
    assert not talk.done
    talk.hear("exit")
    assert talk.done

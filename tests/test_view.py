"""What one side may see: show, names, completion, echo and "did you mean" leak nothing that is hidden from it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from referee.commands import look, run
from referee.game import Game
from referee.log import Log
from referee.prompt.completer import NextWord
from referee.prompt.menu import menu
from referee.prompt.talk import Talk
from tests.conftest import Run, toy_header
from tests.patrol import RULESET


@pytest.fixture
def hidden() -> Game:
    """A game in which Bravo of Blue is hidden; Red looks at the screen, and has to act."""
    game = Game(RULESET, Log.memory(replace(toy_header(), ruleset="patrol", players={}, umpire="Clara")))
    for line in ("shoot alpha", "1,1", "creep bravo"):
        assert run(game, line).status == "ok"
    game.viewer = "red"
    return game


def test_show_as_a_side(hidden: Game) -> None:
    hidden.viewer = ""
    assert "bravo (hidden)" in (look(hidden, "show") or [])
    assert "bravo (hidden)" in (look(hidden, "show as umpire") or [])
    assert "bravo (hidden)" in (look(hidden, "show as blue") or [])
    assert not any("bravo" in line for line in look(hidden, "show --as red") or [])
    assert look(hidden, "show as reed") == ["'reed' is no side. Did you mean red?"]
    assert look(hidden, "show as red blue") == ["One side looks at a time. Write: show [setup | as SIDE | NAME]"]


def test_nothing_leaks_to_the_one_who_looks(hidden: Game) -> None:
    for line in ("show", "audit", "legal", "?", "shoot bravoo", "why bravo"):
        said = [*(look(hidden, line) or []), *(f.message for f in run(hidden, line).findings)]
        assert not any("bravo" in text.replace("bravoo", "").replace("'bravo'", "") for text in said), (line, said)
    assert look(hidden, "show as umpire") == ["This screen shows what Red may see, and no more."]
    assert "Did you mean alpha.hidden?" in run(hidden, "adjust bravo.hidden none").findings[0].message


def test_the_record_is_read_without_what_is_hidden(hidden: Game) -> None:
    assert "(not for Red to see)" in (look(hidden, "log") or [])
    assert "(not for Red to see)" in (look(hidden, "why 3") or [])
    for line in ("log", "why 3", "show", "dice"):
        assert not any("bravo" in text.lower() for text in look(hidden, line) or []), line
    hidden.viewer = "blue"
    assert any("creep bravo" in text for text in look(hidden, "log") or [])


def test_only_the_umpire_overrides_not_a_side_at_its_own_screen(hidden: Game) -> None:
    for line in ("adjust red.hits 3", "ruling cover.hard yes", 'house cover.1 off "dark"'):
        assert "Only the umpire Clara overrides the rules, not Red." in run(hidden, line).findings[0].message
    hidden.viewer = ""
    assert run(hidden, "adjust red.hits 3").status == "ok"


def test_completion_and_menu_leak_nothing(hidden: Game) -> None:
    talk = Talk(hidden)
    words = NextWord(talk)
    for text in ("", "shoot ", "shoot b", "adjust ", "adjust b"):
        assert not any("bravo" in f"{offer.word} {offer.meta}" for offer in words.offered(text)[1]), text
    assert any(offer.word == "alpha" for offer in words.offered("shoot ")[1])
    assert not any("bravo" in line for line in menu(hidden)[0])


def test_the_echo_for_the_hands_leaks_nothing(hidden: Game) -> None:
    hidden.viewer = ""
    assert run(hidden, "undo").hands == ("take bravo off the table",)
    assert run(hidden, "redo").hands == ("take bravo off the table",)
    run(hidden, "undo")
    hidden.viewer = "red"
    assert run(hidden, "redo").hands == ()


def test_on_the_command_line(call: Run, patrol: None) -> None:
    text = "shoot alpha\n1,1\ncreep bravo\n"
    call("play", "patrol", "--name", "x", text=text)
    assert "bravo" in call("show", "x").output
    assert "bravo" not in call("show", "x", "--as", "red").output
    assert "Did you mean red" in call("show", "x", "--as", "reed", status=1).output
    state = json.loads(call("show", "x", "--as", "red", "--json").output)
    assert state["state"]["units"] == ["alpha"]
    assert "bravo" not in json.dumps(state)
    output = call("play", "x", "--as", "red", text="show\nshoot bravo\n", status=1).output
    assert "No unit is called 'bravo'. There are: alpha." in output

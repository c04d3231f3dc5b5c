"""Lightning: D-Day as it is typed by people who know the cards in front of them and not the notation."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.notation import write
from referee.prompt.haste import UNUSED
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.lightning_d_day.names import Reserve
from tests.dd import RULESET, at_omaha, german_turn

UNTOLD = 'card "Invented Guns" allied when battle action no'


@pytest.mark.parametrize(
    ("said", "read"),
    [("yes", "yes"), ("failed", "no"), ("success", "yes"), ("fail", "no"), ("succ", "yes"), ("result fails", "no")],
)
def test_yes_and_no_say_whether_an_attack_succeeded(said: str, read: str) -> None:
    table = at_omaha(UNTOLD, "allied> attack 1-inf 352-inf", "allied> play invented-guns", "decline", "decline")
    assert table.question == "Did the attack of 1st Inf on 352nd Inf succeed? (2+? v 1)"
    table.play(said)
    assert (table.failed, table.game.log.entries[-1].line) == ([], f"result {read}")
    assert ("352-inf" in table.at("omaha", "german")[0]) is (read == "no")


def test_the_only_force_of_a_beach_attacks() -> None:
    act = german_turn("force invented-utah free attack", "activate invented-utah").game.reader().read("attack")
    assert write(act) == "attack invented-utah"
    assert at_omaha().play("attack").failed == ["attack needs an active force: attack FORCE [ON] [PILE]"]


def test_forces_of_the_own_side_are_offered_those_of_the_beach_first() -> None:
    game = german_turn().game
    offered = [write(legal.action) for legal in game.legal() if legal.action.verb == "activate"]
    assert offered[0] == "activate invented-utah"
    assert "activate 1-inf" not in offered


def test_a_beach_without_an_own_force_is_passed_over() -> None:
    talk = Talk(german_turn("adjust german-juno.face-down 0", "german> pass", "german> pass").game)
    said = talk.hear("pass")
    assert "German: Juno: no force there." in said
    assert RULESET.state(talk.game.table)["beach"] == "sword"


def test_a_force_is_named_by_its_title_where_it_lies_already() -> None:
    game = at_omaha("adjust beach.now sword").game
    assert run(game, "activate 1st").findings[0].message == "1-inf is active at Omaha."


def test_what_comes_back_by_undo_is_not_put_out_of_the_game() -> None:
    table = at_omaha("attack 1-inf 352-inf", "decline")
    assert table.hands[-1] == "put 352-inf out of the game"
    table.hands.clear()
    assert table.play("undo").hands == ["352-inf lies face up at omaha"]


def test_discards_are_told_of_the_side_that_is_asked() -> None:
    table = german_turn("german> pass all", "allied> pass all", "german> pass", "hand allied 3")
    assert RULESET.status(table.game.table)[:2] == ("Discards of the Allies", "hand 3")


def test_the_sides_are_called_by_their_people() -> None:
    act = german_turn().game.reader().read("drop allies 1 by turn-1")
    assert write(act) == "drop allied by turn-1"


def test_a_draw_does_not_pass_over_the_discards_of_the_other_side_unasked() -> None:
    ended = ("german> pass all", "allied> pass all")
    assert german_turn(*ended, "german> draw 2").rules(Kind.DOUBT) == ["turn.discard"]
    assert german_turn(*ended, "german> pass", "allied> draw 2").rules(Kind.DOUBT) == [], "its own it may"


def test_a_force_that_cannot_be_turned_up_here_is_not_taught_as_one_of_this_beach() -> None:
    table = german_turn().game.table
    assert table.teach(Reserve, "716") == 'force "716" german beach utah'
    assert table.but(used=1).teach(Reserve, "716") == 'force "716" german'


def test_each_beach_shows_what_may_be_done_before_an_enter_ends_it() -> None:
    talk = Talk(german_turn().game)
    for beach in ("utah", "omaha"):
        assert talk.game.table.stage == f"beaches {beach}"
        assert UNUSED in talk.hear("")
        assert UNUSED not in talk.hear("")

"""An act that is due in a later step: how to get there is said in a line."""

from __future__ import annotations

from referee.commands import run
from referee.game import Game
from referee.prompt.talk import Talk
from tests import kiss
from tests.na import in_actions


def told(game: Game, line: str) -> list[str]:
    """What is told of how to get there."""
    return [text for text in run(game, line).told if "due later" in text]


def test_fire_in_the_movement_phase_says_how_to_end_it() -> None:
    game = kiss.in_movement().game
    assert told(game, "axis> fire 15pz/tank-1 4ind/inf-1 range 5 nearest sight 5") == [
        "It is due later: take it back; `pass` (Enter) ends 3 Movement; then report it again."
    ]
    run(game, "back")
    assert not told(game, "british> move 4ind/inf-1 3"), "it is due in the other player's turn"


def test_what_is_due_later_is_offered_behind_the_end_of_the_step() -> None:
    talk = Talk(in_actions().game)
    assert "  1) pass; discard" in talk.hear("discard 1")
    assert talk.hear("1")[:3] == ["Taken back: Axis: discard", "Axis: pass", "Axis: discard"]

"""The rulebook's example turn typed with few keys; `python -m tests.keystrokes` finds the fewest."""

from __future__ import annotations

from referee.prompt.talk import Talk
from tests.keystrokes import EXAMPLE, Typed, on_file
from tests.table import judge_file

TYPED = (
    "", "", "pr a", "d", "div 9", "o 5 tob", "mi", "m 15 tob", "", "pa", "tob 5", "s l", "s", "s", "s any", "ov di",
    "di", "", "ar", "se", "2", "1", "", "pa", "d",
)  # fmt: skip
"""Enter, digits and unique beginnings."""

MOST = 90
"""Keys for the whole turn of both sides, Enter included."""


def test_the_example_turn_takes_few_keys() -> None:
    wanted = judge_file(EXAMPLE).game
    talk = Talk(on_file(wanted))
    talk.opening()
    for line in TYPED:
        said = talk.hear(line)
        assert not talk.game.held, said
    assert talk.game.ruleset.state(talk.game.table)["forces"] == wanted.ruleset.state(wanted.table)["forces"]
    assert (talk.game.table.turn, talk.game.table.side) == (wanted.table.turn, wanted.table.side)
    assert sum(Typed(line, "").keys for line in TYPED) <= MOST

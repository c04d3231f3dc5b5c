"""What the tests of Lightning: D-Day share: a game in memory, lines run through it, and what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.game import Game
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from tests.table import Table as Played
from tests.table import game_of, rulings_of

RULESET: Ruleset[Any] = load_ruleset("lightning-d-day")
EXAMPLES = Path(__file__).parent.parent / "examples" / "lightning_d_day"

PLAIN = "attack 0 defense 0 free none"
"""A force without bonuses, for invented ones."""

CARD = "action no value 0 attack 0 defense 0 bonus 0"
"""An action card without numbers, for invented ones."""

NO_NUMBERS = tuple(f"turn-card turn-{n} german 2 allied 2 german-attack 0 allied-attack 0" for n in range(2, 6))
"""Turn cards that add nothing, invented."""


def new_game(option: str = "", **rulings: str) -> Game:
    """A game in memory. Rulings are written with underscores: `turn_once_free="no"`; `option` is the optional rule."""
    return game_of(RULESET, {"adjacent": option} if option else {}, rulings_of(RULESET, rulings))


class Table(Played):
    """A game of D-Day at the table."""

    def at(self, beach: str, side: str) -> tuple[list[str], int]:
        """The active forces of a side at a beach, and how many lie face down there."""
        there = self.state["beaches"][beach][side]
        return there["active"], there["face_down"]


def at_table(*lines: str, option: str = "", **rulings: str) -> Table:
    """A new game after some lines."""
    return Table(new_game(option, **rulings)).play(*lines)


def at_omaha(*lines: str, option: str = "", **rulings: str) -> Table:
    """The Allied turn 2, at Omaha: the 1st and 29th Inf and the 352nd Inf are active; no turn card has a number."""
    place = "adjust beach.now omaha turn.number 2 turn.side allied turn.step beaches"
    forces = "1-inf.at omaha 29-inf.at omaha 352-inf.at omaha"
    known = ("force 29-inf value 2 attack 0", *NO_NUMBERS)
    return at_table(*known, f"{place} {forces}", option=option, **rulings).play(*lines)


def german_turn(*lines: str, option: str = "", **rulings: str) -> Table:
    """The German turn 1 at Utah, no force active yet, with one invented force each at Utah and Gold."""
    known = (
        f'force "Invented Utah" german beach utah value 1 {PLAIN}',
        f'force "Invented Gold" german beach gold value 1 {PLAIN}',
        "turn-card turn-1 german 2 allied 2 german-attack 0", *NO_NUMBERS,
    )  # fmt: skip
    return at_table(*known, "ready", option=option, **rulings).play(*lines)

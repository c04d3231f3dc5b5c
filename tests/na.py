"""What the tests of Lightning: North Africa share: a game in memory, lines run through it, and what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.game import Game
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from tests.table import Table as Played
from tests.table import game_of, rulings_of

RULESET: Ruleset[Any] = load_ruleset("lightning-north-africa")
EXAMPLES = Path(__file__).parent.parent / "examples" / "lightning_north_africa"
ILLEGAL = EXAMPLES / "illegal"


def new_game(**rulings: str) -> Game:
    """A game in memory. Rulings are written with underscores: `battles_2_order="order"`."""
    return game_of(RULESET, {}, rulings_of(RULESET, rulings))


class Table(Played):
    """A game of North Africa at the table."""

    def force(self, name: str) -> dict[str, Any]:
        """A force of the table; {} if it is not on the map."""
        return dict(self.state["forces"].get(name, {}))


def at_table(*lines: str, **rulings: str) -> Table:
    """A new game after some lines."""
    return Table(new_game(**rulings)).play(*lines)


def in_actions(*lines: str, **rulings: str) -> Table:
    """A new game in the action step of the first Axis turn, then some lines."""
    return at_table("axis> draw", **rulings).play(*lines)


def in_battle(*lines: str, **rulings: str) -> Table:
    """The 5th Panzer attacks the 9th Australian in Tobruk (the fortress costs it one loss); then some lines."""
    table = in_actions("adjust 5-panzer.region tobruk", "axis> pass", "axis> attack tobruk 5-panzer", **rulings)
    return table.play(*lines)


def in_allied_turn(*lines: str, **rulings: str) -> Table:
    """A new game at the beginning of the first Allied turn, then some lines."""
    return in_actions("axis> pass", "axis> draw", **rulings).play(*lines)

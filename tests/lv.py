"""What the tests of Lettow-Vorbeck share: a game in memory with the invented set, and lines run through it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.game import Game
from referee.notation import split_lines
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from tests.table import Table as Played
from tests.table import game_of, rulings_of

RULESET: Ruleset[Any] = load_ruleset("lettow-vorbeck")
EXAMPLES = Path(__file__).parent.parent / "examples" / "lettow_vorbeck"
INVENTED = Path(__file__).parent / "invented" / "lettow_vorbeck_map.ref"
SET = tuple(split_lines(INVENTED.read_text(encoding="utf-8")))
"""The lines that teach the invented map, counters, cards and results."""

PLACED = (
    "allied> deploy 1-kar voi", "allied> deploy vol-lf nairobi", "allied> ready",
    "german> deploy 101-inv,102-inv,103-inv moshi", "german> deploy 104-inv,105-inv tabora", "german> ready",
)  # fmt: skip
"""A set-up with the invented units."""


def new_game(options: str = "", **rulings: str) -> Game:
    """A game in memory; `options` that are played, by blanks. Rulings: `lq5="free"`, with underscores."""
    return game_of(RULESET, dict.fromkeys(options.split(), "yes"), rulings_of(RULESET, rulings))


class Table(Played):
    """A game of Lettow-Vorbeck at the table."""

    def at(self, unit: str) -> str:
        """Where a unit is; "" while nobody named it."""
        return str(self.state["units"][unit] or "")


def known(*lines: str, options: str = "", **rulings: str) -> Table:
    """A new game with the invented set on file, after some lines."""
    table = Table(new_game(options, **rulings)).play(*SET)
    assert not table.rules(), table.found
    return table.play(*lines)


def placed(*lines: str, options: str = "", **rulings: str) -> Table:
    """The same with both sides set up, in the first Campaign Card Phase of the Germans."""
    return known(*PLACED, *lines, options=options, **rulings)


def marching(card: str, *lines: str, options: str = "", **rulings: str) -> Table:
    """The March Phase of the Germans under a card of theirs that recruits nobody, then some lines."""
    return placed(f"german> draw {card}", *lines, options=options, **rulings)


def fighting(*lines: str, options: str = "", before: tuple[str, ...] = (), **rulings: str) -> Table:
    """101-inv and 102-inv (light, strength 2) attack 1-kar (light, 2) and vol-lf (mounted, 1) in Voi; then some lines.

    101-inv is elite, none of the Allies is.
    """
    return marching(
        "invented-ruse", "adjust vol-lf.at voi", "adjust 101-inv.at voi", "adjust 102-inv.at voi", *before,
        "german> pass", "german> battle voi", *lines, options=options, **rulings,
    )  # fmt: skip

"""What the tests of Lightning: Poland share: a game in memory, lines run through it, and what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from referee.game import Game
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from tests.table import Table as Played
from tests.table import game_of, rulings_of

RULESET: Ruleset[Any] = load_ruleset("lightning-poland")
EXAMPLES = Path(__file__).parent.parent / "examples" / "lightning_poland"
ILLEGAL = EXAMPLES / "illegal"

# Invented for the tests, as all values in them are.
CARDS = (
    "force xvi-corps rating 2 cost 2 start yes",
    'force "Invented I Corps" german start no cost 1 rating 1 plain yes',
    'force "Invented II Corps" german start no cost 2 rating 3 plain yes',
    "force army-krakow rating 1 cost 1 plain yes",
    "force army-modlin rating 2 cost 1 plain yes",
    "force army-lublin rating 1 cost 1 attack 0 defend 0 effect stay",
    "objective krakow points 3 plain yes",
    'objective "Invented Lodz" by german points 4 plain yes',
    'objective "Invented Lwow" by polish points 4 plain yes',
    "objective warsaw points 3 after krakow attack 0 defend 2 effect none",
    "card to-the-last of polish",
    'card "Raid" of german type military rating 2 plain yes',
    'card "Sortie" of polish type military rating 1 plain yes',
    'card "Scouts" of german type intelligence rating 1 plain yes',
    'card "Patrol" of polish type intelligence rating 1 plain yes',
    'card "Storm" of german type circumstance rating 0 attack 1 defend 0 strikes none cost no effect none',
    'card "Rain" of polish type circumstance rating 0 plain yes',
)


def new_game(options: dict[str, str] | None = None, **rulings: str) -> Game:
    """A game in memory. Rulings are written with underscores: `turns_4_limit="always"`."""
    return game_of(RULESET, options or {}, rulings_of(RULESET, rulings))


class Table(Played):
    """A game of Poland at the table; each line must be one that can be reported."""

    def play(self, *lines: str) -> Self:
        for line in lines:
            super().play(line)
            assert not self.failed, f"{line!r}: {self.failed}"
        return self

    @property
    def battle(self) -> dict[str, Any]:
        """The battle; {} if there is none."""
        return dict(self.state["battle"] or {})

    @property
    def in_play(self) -> list[str]:
        """The action cards in play."""
        return [card["card"] for card in self.battle["cards"]]

    @property
    def question(self) -> str:
        """What is asked now, and of whom."""
        ask = self.game.ask
        return f"{ask.side}: {ask.question}" if ask else ""

    @property
    def enter(self) -> str:
        """What an empty line does now."""
        return self.game.ask.enter if self.game.ask else ""

    def hand(self, side: str) -> int:
        """Cards in hand."""
        return int(self.state["hands"][side])


def at_table(*lines: str, options: dict[str, str] | None = None, **rulings: str) -> Table:
    """A new game with all cards of `CARDS` known and laid out, then some lines."""
    table = Table(new_game(options, **rulings)).play(*CARDS, "german> ready")
    table.found.clear()
    return table.play(*lines)


def in_battle(*lines: str, options: dict[str, str] | None = None, **rulings: str) -> Table:
    """XVI Corps attacks Krakow, and Army Krakow defends it: 4 v 1; then some lines."""
    table = at_table("german> battle krakow xvi-corps", "polish> commit army-krakow", options=options, **rulings)
    return table.play(*lines)


def over(*lines: str, **rulings: str) -> Table:
    """That battle, both having passed at once; then some lines."""
    return in_battle("german> pass", "polish> pass", *lines, options=None, **rulings)

"""What the tests of K.I.S.S. Rommel share: a battle in memory, lines run through it, and what was found.

Divisions other than 15th Panzer and 4th Indian are invented for these tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from referee.game import Game
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from rulesets.kiss_rommel.names import Unit
from rulesets.kiss_rommel.stands import Stand
from rulesets.kiss_rommel.table import Table as State
from tests.table import Table as Played
from tests.table import game_of

RULESET: Ruleset[State] = load_ruleset("kiss-rommel")
EXAMPLES = Path(__file__).parent.parent / "examples" / "kiss_rommel"
ILLEGAL = EXAMPLES / "illegal"

INVENTED = (
    'division "21st Invented" german as "21inv" hq 1 recon 1 tank 2 motor 2 artillery 1 flak88 1',
    'division "132nd Invented" italian as "132inv" hq 1 tank 2 foot 3 artillery 1',
    'division "7th Invented" british as "7inv" hq 1 recon 1 itank 2 motor 2 artillery 1',
    'division "1st Brigade Invented" british as "1brig" itank 2',
)
"""Divisions that do not exist."""

TO_FIRE = ("axis> pass", "axis> pass", "axis> pass")
"""From the beginning of the first turn to the Axis fire, where no phase between is empty; `battle` does it itself."""


def table_of(game: Game) -> State:
    """The table of a battle."""
    table = game.table
    assert isinstance(table, State)
    return table


def new_game(rulings: Mapping[str, str] | None = None, options: Mapping[str, str] | None = None) -> Game:
    """A game in memory."""
    return game_of(RULESET, options or {}, rulings or {})


class Battle(Played):
    """A battle at the table, and all that the referee said."""

    def fresh(self) -> Battle:
        """Forget what was said so far."""
        self.found, self.said, self.hands, self.failed = [], [], [], []
        return self

    def until(self, step: str, side: str = "axis") -> Battle:
        """Pass until a phase of a side, with a 1 for every turn-end die on the way."""
        for _ in range(200):
            table = self.table
            if (table.step, table.side) == (step, side) or table.winner:
                return self.fresh()
            ask = self.game.ask
            assert ask is not None
            self.play(f"{ask.side}> pass" if "pass" in ask.verbs else f"{ask.side}> 1")
        raise AssertionError(f"{step} of {side} never comes")

    @property
    def table(self) -> State:
        """The table as it is now."""
        return table_of(self.game)

    def unit(self, name: str) -> Stand:
        """A unit."""
        return self.table.units[Unit(name)]

    @property
    def flags(self) -> list[str]:
        """The rules of all faults."""
        return self.rules()


def mustered(axis: Iterable[str], british: Iterable[str], cards: int = 5) -> list[str]:
    """The lines of a muster: the first division of each side is chosen, the others dealt, blanks fill up."""
    lines = []
    for side, divisions in (("axis", list(axis)), ("british", list(british))):
        lines += [f"{side}> {'deal' if i else 'pick'} {name}" for i, name in enumerate(divisions)]
        lines += [f"{side}> blank"] * (cards - len(divisions))
    return lines


def battle(
    axis: Iterable[str] = ("15pz",),
    british: Iterable[str] = ("4ind",),
    at: Mapping[str, str] | None = None,
    dug: Iterable[str] = (),
    terrain: Iterable[str] = (),
    mines: Iterable[str] = (),
    first: Iterable[str] = (),
    attach: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Battle:
    """A battle at its first turn. `at` gives positions, `dug` units that are Dug-in; all others stand somewhere.

    first    lines before anything else; `terrain` pieces of terrain; `mines` lines with their side
    """
    made = Battle(new_game(rulings, options))
    at, dug = dict(at or {}), list(dug)
    cards = 4 if (options or {}).get("quicker") == "yes" else 5
    lines = [*INVENTED, *first, *(f"axis> terrain {piece}" for piece in terrain), "axis> north top"]
    lines += [*mustered(axis, british, cards), *(f"attach {pair}" for pair in attach), "british> pass"]
    for side in ("british", "axis"):
        lines += [line for line in mines if line.startswith(side)] + [f"{side}> pass"]
    made.play(*lines)
    while made.table.step == "deployment":
        stage = made.table.stage
        side = "british" if stage == "british" else "axis"
        for unit, stand in made.table.units.items():
            nation = made.table.box.divisions[stand.division].nation if stand.division else "base"
            if stand.side != side or (nation == "italian") != (stage == "italian"):
                continue
            place = f" at {at[unit]}" if unit in at else ""
            made.play(f"{side}> deploy {unit}{place}{' dug-in' if unit in dug else ''}")
        made.play(f"{side}> pass")
    assert made.table.turn == 1, (made.table.step, made.failed, made.found)
    return made.fresh()


def in_fire(**kinds: Any) -> Battle:
    """A battle in the Axis fire of the first turn."""
    return battle(**kinds).until("fire")


def in_movement(**kinds: Any) -> Battle:
    """A battle in the Axis movement of the first turn."""
    return battle(**kinds).until("movement")

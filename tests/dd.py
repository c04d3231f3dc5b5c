"""What the tests of Lightning: D-Day share: a game in memory, lines run through it, and what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.check import Result, judge_transcript
from referee.commands import run
from referee.game import Game
from referee.log import Header, Log
from referee.ruleset import FAULTS, Finding, Kind, Ruleset
from referee.ruleset.find import load_ruleset
from referee.transcript import read_transcript

RULESET: Ruleset[Any] = load_ruleset("lightning-d-day")
EXAMPLES = Path(__file__).parent.parent / "examples" / "lightning_d_day"

PLAIN = "attack 0 defense 0 free none"
"""A force without bonuses, for invented ones."""

CARD = "action no value 0 attack 0 defense 0 bonus 0"
"""An action card without numbers, for invented ones."""

NO_NUMBERS = tuple(f"turn-card turn-{n} german 2 allied 2 german-attack 0 allied-attack 0" for n in range(2, 6))
"""Turn cards that add nothing, invented."""


def judge_file(path: Path) -> Result:
    """A transcript after judging."""
    return judge_transcript(read_transcript(path.read_bytes()))


def slug(name: str) -> str:
    """A rule or ruling id as part of a Python name."""
    return name.replace(".", "_").replace("-", "_")


def new_game(option: str = "", **rulings: str) -> Game:
    """A game in memory. Rulings are written with underscores: `turn_once_free="no"`; `option` is the optional rule."""
    by_slug = {slug(ruling): ruling for ruling in RULESET.rulebook.rulings}
    chosen = {by_slug[key]: choice for key, choice in rulings.items()}
    options = {"adjacent": option} if option else {}
    players = {"german": "A", "allied": "B"}
    header = Header(RULESET.name, RULESET.version, "test", players, options, chosen, "2026-11-30")
    return Game(RULESET, Log.memory(header))


@dataclass
class Table:
    """A game at the table, and all that the referee said."""

    game: Game
    found: list[Finding] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def play(self, *lines: str) -> Table:
        """Report lines; a flagged one stands. Comments are cut off."""
        for line in lines:
            answer = run(self.game, line.partition("#")[0], stands="")
            self.found += answer.findings
            self.said += answer.said
        return self

    @property
    def state(self) -> dict[str, Any]:
        """The table as JSON."""
        return dict(RULESET.state(self.game.table))

    @property
    def question(self) -> str:
        """What is asked now."""
        return self.game.ask.question if self.game.ask else ""

    @property
    def winner(self) -> str:
        """Who won; "" while the game goes on."""
        return self.game.table.winner

    def at(self, beach: str, side: str) -> tuple[list[str], int]:
        """The active forces of a side at a beach, and how many lie face down there."""
        there = self.state["beaches"][beach][side]
        return there["active"], there["face_down"]

    def rules(self, *kinds: Kind) -> list[str]:
        """The rules of all findings of these kinds; of the faults if none is given."""
        return [f.rule for f in self.found if f.kind in (kinds or FAULTS)]

    def told(self, words: str) -> bool:
        """Whether the referee said these words of what happened by itself."""
        return any(words in said for said in self.said)


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

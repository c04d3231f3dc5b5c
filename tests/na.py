"""What the tests of Lightning: North Africa share: a game in memory, lines run through it, and what was found."""

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

RULESET: Ruleset[Any] = load_ruleset("lightning-north-africa")
EXAMPLES = Path(__file__).parent.parent / "examples" / "lightning_north_africa"
ILLEGAL = EXAMPLES / "illegal"


def judge_file(path: Path) -> Result:
    """A transcript after judging."""
    return judge_transcript(read_transcript(path.read_bytes()))


def new_game(**rulings: str) -> Game:
    """A game in memory. Rulings are written with underscores: `battles_2_order="order"`."""
    by_slug = {slug(ruling): ruling for ruling in RULESET.rulebook.rulings}
    chosen = {by_slug[key]: choice for key, choice in rulings.items()}
    header = Header(RULESET.name, RULESET.version, "test", {"axis": "A", "allied": "B"}, {}, chosen, "2026-11-30")
    return Game(RULESET, Log.memory(header))


def slug(name: str) -> str:
    """A rule or ruling id as part of a Python name."""
    return name.replace(".", "_").replace("-", "_")


@dataclass
class Table:
    """A game at the table, and all that the referee said."""

    game: Game
    found: list[Finding] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)

    def play(self, *lines: str) -> Table:
        """Report lines; a flagged one stands. Comments are cut off."""
        for line in lines:
            answer = run(self.game, line.partition("#")[0], stands="")
            self.found += answer.findings
            self.said += answer.said
            self.hands += answer.hands
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

    def force(self, name: str) -> dict[str, Any]:
        """A force of the table; {} if it is not on the map."""
        return dict(self.state["forces"].get(name, {}))

    def rules(self, *kinds: Kind) -> list[str]:
        """The rules of all findings of these kinds; of the faults if none is given."""
        return [f.rule for f in self.found if f.kind in (kinds or FAULTS)]

    def told(self, words: str) -> bool:
        """Whether the referee said these words of what happened by itself."""
        return any(words in said for said in self.said)


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

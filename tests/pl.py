"""What the tests of Lightning: Poland share: a game in memory, lines run through it, and what was found."""

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


def judge_file(path: Path) -> Result:
    """A transcript after judging."""
    return judge_transcript(read_transcript(path.read_bytes()))


def new_game(options: dict[str, str] | None = None, **rulings: str) -> Game:
    """A game in memory. Rulings are written with underscores: `turns_4_limit="always"`."""
    by_slug = {slug(ruling): ruling for ruling in RULESET.rulebook.rulings}
    chosen = {by_slug[key]: choice for key, choice in rulings.items()}
    players = {"german": "A", "polish": "B"}
    header = Header(RULESET.name, RULESET.version, "test", players, options or {}, chosen, "2026-11-30")
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
            assert answer.error is None, f"{line!r}: {answer.error}"
            self.found += answer.findings
            self.said += answer.said
            self.hands += answer.hands
        return self

    @property
    def state(self) -> dict[str, Any]:
        """The table as JSON."""
        return dict(RULESET.state(self.game.table))

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

    def rules(self, *kinds: Kind) -> list[str]:
        """The rules of all findings of these kinds; of the faults if none is given."""
        return [f.rule for f in self.found if f.kind in (kinds or FAULTS)]

    def told(self, words: str) -> bool:
        """Whether the referee said these words of what happened by itself."""
        return any(words in said for said in self.said)


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

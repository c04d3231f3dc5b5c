"""What the tests of all games share: a game in memory, lines run through it, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from referee.check import Result, judge_transcript
from referee.commands import run
from referee.game import Game
from referee.log import Header, Log
from referee.ruleset import FAULTS, Finding, Kind, Ruleset
from referee.stock import take_stock, template
from referee.transcript import read_transcript

EXAMPLES = Path(__file__).parents[1] / "examples"

WHOLE_GAMES = tuple(sorted(EXAMPLES.glob("*/*.ref")))
"""The example turns, battles and games of our own rulesets (those of other packages lie deeper)."""


def judge_file(path: Path) -> Result:
    """A transcript after judging."""
    return judge_transcript(read_transcript(path.read_bytes()))


def slug(name: str) -> str:
    """A rule or ruling id as part of a Python name."""
    return name.lower().replace(".", "_").replace("-", "_")


def rulings_of(ruleset: Ruleset[Any], written: Mapping[str, str]) -> dict[str, str]:
    """Rulings by their ids, that were written as names of Python: `battles_2_order="order"`."""
    by_slug = {slug(ruling): ruling for ruling in ruleset.rulebook.rulings}
    return {by_slug[key]: choice for key, choice in written.items()}


def game_of(ruleset: Ruleset[Any], options: Mapping[str, str], rulings: Mapping[str, str]) -> Game:
    """A game in memory."""
    players = dict(zip(ruleset.sides, "AB", strict=True))
    header = Header(ruleset.name, ruleset.version, "test", players, dict(options), dict(rulings), "2026-11-30")
    return Game(ruleset, Log.memory(header))


def filled_in(ruleset: Ruleset[Any], values: Mapping[str, str]) -> list[str]:
    """The lines of the template of a component file that have gaps, each gap filled.

    `values` are by keyword, or by verb and keyword where a keyword means two things.
    """
    lines = []
    for line in template(take_stock(ruleset)).splitlines():
        words = line.removeprefix("# ").split(" ")
        verb = words[0]
        if "?" not in words or not any(act.verb == verb for act in ruleset.actions if act.learns):
            continue
        for i, word in enumerate(words):
            if word == "?":
                keyword = words[i - 1]
                words[i] = values.get(f"{verb} {keyword}") or values[keyword]
        lines.append(" ".join(words))
    return lines


@dataclass
class Table:
    """A game at the table, and all that the referee said; `failed` is what could not be reported, and why."""

    game: Game
    found: list[Finding] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def play(self, *lines: str) -> Self:
        """Report lines; a flagged one stands. Comments are cut off."""
        for line in lines:
            answer = run(self.game, line.partition("#")[0], stands="")
            self.found += answer.findings
            self.said += answer.said
            self.hands += answer.hands
            if answer.error is not None:
                self.failed.append(answer.error.message)
        return self

    @property
    def state(self) -> dict[str, Any]:
        """The table as JSON."""
        return dict(self.game.ruleset.state(self.game.table))

    @property
    def question(self) -> str:
        """What is asked now."""
        return self.game.ask.question if self.game.ask else ""

    @property
    def winner(self) -> str:
        """Who won; "" while the game goes on."""
        return self.game.table.winner

    def rules(self, *kinds: Kind) -> list[str]:
        """The rules of all findings of these kinds; of the faults if none is given."""
        return [f.rule for f in self.found if f.kind in (kinds or FAULTS)]

    def told(self, words: str) -> bool:
        """Whether the referee said these words of what happened by itself."""
        return any(words in said for said in self.said)


T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Scene(Generic[T]):
    """A scene of a ruling: how it is played, what is looked at, and what is seen under each choice.

    `option` is one that must be chosen for it.
    """

    play: Callable[..., T]
    lines: tuple[str, ...]
    look: Callable[[T], Any]
    seen: dict[str, Any]
    option: str = ""

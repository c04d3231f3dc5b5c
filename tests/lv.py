"""What the tests of Lettow-Vorbeck share: a game in memory with the invented set, and lines run through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.commands import run
from referee.game import Game
from referee.log import Header, Log
from referee.notation import split_lines
from referee.ruleset import FAULTS, Finding, Kind, Ruleset
from referee.ruleset.find import load_ruleset

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
    by_slug = {slug(r): r for r in RULESET.rulebook.rulings}
    chosen = {by_slug[key]: choice for key, choice in rulings.items()}
    played = dict.fromkeys(options.split(), "yes")
    header = Header(RULESET.name, RULESET.version, "test", {"german": "A", "allied": "B"}, played, chosen, "2026-11-30")
    return Game(RULESET, Log.memory(header))


def slug(name: str) -> str:
    """A rule or ruling id as part of a Python name."""
    return name.lower().replace(".", "_").replace("-", "_")


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

    def at(self, unit: str) -> str:
        """Where a unit is; "" while nobody named it."""
        return str(self.state["units"][unit] or "")

    def rules(self, *kinds: Kind) -> list[str]:
        """The rules of all findings of these kinds; of the faults if none is given."""
        return [f.rule for f in self.found if f.kind in (kinds or FAULTS)]

    def told(self, words: str) -> bool:
        """Whether the referee said these words of what happened by itself."""
        return any(words in said for said in self.said)


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

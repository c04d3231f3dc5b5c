"""Parse, judge and apply, an action: the example games of every ruleset, replayed in memory beside other programs."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from referee.chain import Chain
from referee.check import judge_transcript
from referee.course import enact
from referee.fold import after
from referee.game import Game
from referee.judge import judge
from referee.notation import Reader
from referee.ruleset import Table
from referee.transcript import read_file
from tests.bench import peers
from tests.bench.table import ratio, row, section

ROOT = Path(__file__).parents[2]
ROUNDS = 15

Spent = tuple[float, float, float]
"""Seconds to parse, to judge, and to apply with all consequences."""


@dataclass(slots=True)
class Replay:
    """A game that is replayed. `best` is the shortest time of each part of each entry so far."""

    game: Game
    best: list[Spent] = field(default_factory=list)

    def run(self) -> None:
        """Replay it once, each entry on the table that the one before it left."""
        ruleset, table, taken = self.game.ruleset, self.game.timeline.start, []
        for step in self.game.timeline.steps:
            entry, start = step.entry, time.perf_counter()
            if entry.kind in ("act", "stand"):
                chain = Chain(ruleset, table)
                act = Reader(table, ruleset.actions, ruleset.sides, chain.asks).read(f"{entry.side}> {entry.line}")
                read = time.perf_counter()
                verdict = judge(ruleset, table, act, chain)
                judged = time.perf_counter()
                table = enact(ruleset, verdict.table, act)[0]
            else:  # a window that is let pass, an adjustment: nothing is read or judged
                read = judged = start
                table = after(ruleset, table, entry)
            taken.append((read - start, judged - read, time.perf_counter() - judged))
        self._check(table)
        self.best = [shorter(*both) for both in zip(self.best or taken, taken, strict=True)]

    def _check(self, table: Table) -> None:
        if table != self.game.table:
            raise RuntimeError(f"{self.game.log.header.name}: the replay led to another table")


def shorter(one: Spent, other: Spent) -> Spent:
    """Of each part the shorter time."""
    return min(one[0], other[0]), min(one[1], other[1]), min(one[2], other[2])


def examples() -> dict[str, list[Replay]]:
    """The example games by ruleset."""
    found: dict[str, list[Replay]] = {}
    for path in sorted((ROOT / "examples").glob("*/*.ref")):
        game = judge_transcript(read_file(path), path.stem).game
        found.setdefault(game.ruleset.name, []).append(Replay(game))
    return found


def longest(replays: list[Replay]) -> Game:
    """The game of a ruleset with the most entries."""
    return max((replay.game for replay in replays), key=lambda game: len(game.timeline.steps))


def measure(games: dict[str, list[Replay]]) -> None:
    """Print a row for each ruleset."""
    section("Parse + judge + apply for each entry, all example games; shortest of some rounds, mean of the entries")
    others: dict[str, Any] = {}
    try:
        others = peers.start()
    except peers.Missing as missing:
        row("PokerKit and python-chess", "NOT MEASURED", f"cannot be installed: {missing}")
    for _ in range(ROUNDS):
        for peer in others.values():
            peer.replay()
        for replays in games.values():
            for replay in replays:
                replay.run()
    for name, peer in others.items():
        row(f"{name}, its replay", f"{peer.each * 1e6:.0f} us, median {median(peer.best) * 1e6:.0f}")
        peer.close()
    for name, replays in games.items():
        entries = [part for replay in replays for part in replay.best]
        parts = [sum(part) / len(entries) * 1e6 for part in zip(*entries, strict=True)]
        us, middle = sum(parts), median(sum(part) for part in entries) * 1e6
        row(f"{name}, {len(entries)} entries: parse, judge, apply", " + ".join(f"{part:.0f}" for part in parts) + " us")
        row("  together", f"{us:.0f} us, median {middle:.0f}")
        if others:
            ratio(f"{name} / an action of PokerKit's replay", us / others["pokerkit"].each / 1e6, 1)
            ratio(f"{name} / a move of python-chess, read and made", us / others["chess"].each / 1e6)

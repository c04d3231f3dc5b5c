"""Records: a durable report however long the record is, opening one, a report of it, and the memory of each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from unittest.mock import patch

from tinydb import TinyDB

from referee.commands import run
from referee.game import Game
from referee.log import Header, Log
from referee.ruleset.find import load_ruleset
from tests.bench.acts import ROOT, Replay, longest
from tests.bench.starting import EXAMPLE, environment
from tests.bench.table import ratio, row, section, side_by_side

MARKS = (100, 1_000, 10_000, 100_000)
ROUNDS = 300


def durable(folder: Path) -> None:
    """A durable report with a growing record, beside the same bytes flushed, and beside TinyDB's storage."""
    section("A durable report: judged, written and flushed to the disk; shortest of some rounds")
    ruleset = load_ruleset("lightning-north-africa")
    header = Header(ruleset.name, ruleset.version, "long", {}, {}, {}, "2026-01-01")
    path = folder / "long.jsonl"
    first = 0.0
    with Log.create(path, header, folder) as log, TinyDB(folder / "tinydb.json") as other:
        game = Game(ruleset, log)
        for mark in MARKS:
            with patch("os.fsync"):  # what comes before the measurement need not be safe
                while len(log.entries) < mark:
                    game.report(f"hand axis {len(log.entries) % 9}")
                other.insert_multiple(entry.to_json() for entry in log.entries[len(other) :])
            os.sync()  # or the first to flush would wait for all of that
            size, count = path.stat().st_size, len(log.entries)
            document = log.entries[-1].to_json()
            flushed = _Flushed(folder / "bare", size // count)
            runs = {
                "ours": lambda: game.report(f"hand axis {len(log.entries) % 9}"),
                "bare": flushed.write,
            }
            taken = side_by_side(runs, ROUNDS)
            taken |= side_by_side({"tinydb": lambda: other.insert(document)}, 9 if mark < MARKS[-1] else 3)  # noqa: B023
            flushed.close()
            ours, bare = (min(taken[name]) for name in ("ours", "bare"))
            first = first or ours
            ratio(f"{mark:,} entries ({ours * 1e6:.0f} us) / the same bytes, write and fsync", ours / bare, 5)
            ratio("  / the same at 100 entries", ours / first, 1.5)
            ratio("  / TinyDB's JSONStorage", ours / min(taken["tinydb"]))


class _Flushed:
    """A file of lines, each flushed to the disk."""

    def __init__(self, path: Path, size: int) -> None:
        self._line = b"x" * (size - 1) + b"\n"
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write(self) -> None:
        os.write(self._file, self._line)
        os.fsync(self._file)

    def close(self) -> None:
        os.close(self._file)


def record(game: Game, entries: int, folder: Path, name: str) -> None:
    """A saved game of so many entries: the acts of a game, and when they are over, undone and played again."""
    acts = [step.entry for step in game.timeline.steps if step.entry.by != "referee"]
    lines: Iterable[str] = cycle(
        (*(f"{a.side}> {a.line}" if a.side else a.line for a in acts), f"undo {len(acts)}", "keep")
    )
    header = replace(game.log.header, name=name)
    with patch("os.fsync"), Log.create(folder / f"{name}.jsonl", header, folder / ".state") as log:
        longer = Game(game.ruleset, log)
        for line in lines:
            if len(log.entries) >= entries:
                return
            run(longer, line, stands="")


def reading(games: dict[str, list[Replay]], folder: Path) -> None:
    """Opening, a report, and the memory of each."""
    section("Reading a record (each entry folded, none judged): time of the processor, and the most memory held")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("lightning-north-africa", "lettow-vorbeck"):
        game = longest(games[name])
        for entries in (500, 10_000):
            saved = f"{name}-{entries}"
            record(game, entries, folder, saved)
            found = _inside(folder, "open", saved, "3")
            bar = ("under 1 s", found["seconds"] < 1) if entries > 500 else ("", None)
            row(f"open {entries:,} entries of {name}", f"{found['seconds'] * 1e3:.0f} ms", *bar)
            once = _inside(folder, "open", saved)
            row("  memory", f"{once['peak']:.0f} MB")
        made = _inside(folder, "report", f"{name}-500")
        row("the report of its 500 entries as a page", f"{made['seconds'] * 1e3:.0f} ms")
        row("  memory", f"{made['peak']:.0f} MB")
    for words in (["--help"], ["games"], ["check", EXAMPLE]):
        row(f"memory of `referee {words[0]}`", f"{_inside(folder, 'run', *words)['peak']:.0f} MB")


def _inside(folder: Path, *words: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.inside", *words]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment(folder), cwd=ROOT)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found

"""The long form; see the package."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.check import judge_transcript
from referee.library import keep
from referee.transcript import read_file
from tests.damage import NAME, Bench, Figures, cuts, data_folder, flips, moved_lines, spoilt_lines

EXAMPLE = Path(__file__).parents[2] / "examples" / "lettow_vorbeck" / "no-option.ref"
PART = 500
"""Bytes that a process takes at a time."""

PARTS = 13
"""Parts of the damaged lines, each for a process."""

MENDED = 15
"""Of so many damaged lines one is read by all commands, and mended: that takes as long as a thousand bytes."""


def record_of(example: Path) -> bytes:
    """The record of an example game."""
    with TemporaryDirectory() as folder, data_folder(Path(folder)):
        game = keep(judge_transcript(read_file(example)).game, NAME)
        game.log.close()
        return Path(folder, f"{NAME}.jsonl").read_bytes()


def every_byte(raw: bytes, start: int) -> Figures:
    """The bytes from `start` on: each with a flipped bit, and the file cut before each."""
    positions = range(start, min(start + PART, len(raw)))
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder), raw)
        bench.set_mark()
        for damages in (flips(raw, positions, start), cuts(raw, positions)):
            for damage in damages:
                bench.look(damage)
        return bench.figures


def every_line(raw: bytes, part: int) -> Figures:
    """Each line spoilt and moved (one of `PARTS` parts of that); some of it through all commands, and mended."""
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder), raw)
        for i, damage in enumerate(chain(moved_lines(raw), spoilt_lines(raw))):
            if i % PARTS != part:
                continue
            bench.put(damage.raw)
            bench.set_mark()
            bench.look(damage)
            if i // PARTS % MENDED == 0:
                bench.read(damage)
                bench.repair(damage)
        return bench.figures


def run(raw: bytes, jobs: int) -> Figures:
    """All of it, on several processors."""
    figures = Figures()
    with ProcessPoolExecutor(jobs) as pool:
        lines = [pool.submit(every_line, raw, part) for part in range(PARTS)]
        for found in pool.map(partial(every_byte, raw), range(0, len(raw), PART)):
            figures.add(found)
        for each in lines:
            figures.add(each.result())
    return figures


def main(words: Sequence[str] | None = None) -> int:
    """Print the figures; 1 if anything passed unseen or ended in a traceback."""
    parser = argparse.ArgumentParser(prog="python -m tests.damage", description="Damage to a record, byte by byte.")
    parser.add_argument("example", nargs="?", type=Path, default=EXAMPLE, help="a transcript; else a whole game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    chosen = parser.parse_args(words)
    raw = record_of(chosen.example)
    print(f"{chosen.example.name}: {len(raw)} bytes, {raw.count(bytes([10])) - 1} entries")
    begun = time.monotonic()
    figures = run(raw, chosen.jobs)
    print(*figures.lines(), *figures.faults[:20], sep="\n")
    print(f"{time.monotonic() - begun:.0f} seconds")
    return int(bool(figures.faults) or figures.found != figures.tried)


if __name__ == "__main__":
    sys.exit(main())

"""How long `referee stats` takes over a great many records: aim, 1,000 of 300 entries on two cores under a minute.

python -m tests.bench.stats            1,000 records
python -m tests.bench.stats 200 300    so many records, of at least so many entries
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from referee.check import judge_transcript
from referee.commands import run
from referee.game import Game
from referee.log import Log
from referee.transcript import read_file
from tests.bench.acts import ROOT
from tests.bench.table import row

GAMES = ("lightning_north_africa/deck-runs-out", "kiss_rommel/by-the-tape")


def record(folder: Path, example: str, entries: int) -> Path:
    """The record of an example, with notes behind it until it is long enough."""
    game = judge_transcript(read_file(ROOT / "examples" / f"{example}.ref")).game
    path = folder / f"{Path(example).stem}.jsonl"
    with Log.create(path, replace(game.log.header, name=path.stem), None) as log:
        for entry in game.log.entries:
            log.append(entry)
        longer = Game(game.ruleset, log)
        while len(log.entries) < entries:
            if longer.table.winner or longer.ask is None or run(longer, _next(longer)).status != "ok":
                run(longer, f'note "entry {len(log.entries)}"')
    return path


def _next(game: Game) -> str:
    """What an empty line would do."""
    ask = game.ask
    assert ask is not None
    return f"{ask.side}> {ask.enter}" if ask.enter else "decline"


def main() -> None:
    """Make the records, count over them once, and print how long it took."""
    count, entries = ([int(word) for word in sys.argv[1:3]] + [1000, 300][len(sys.argv[1:3]) :])[:2]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = [record(folder, example, entries) for example in GAMES]
        for number, path in enumerate(islice(cycle(made), count - len(made))):
            shutil.copy(path, folder / f"copy-{number}.jsonl")
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "referee", "stats", name], check=True, stdout=subprocess.DEVNULL)
        taken = time.perf_counter() - start
        cores = f"{os.cpu_count()} cores"
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = used.ru_utime + used.ru_stime
        row(f"referee stats, {count} records of {entries} entries ({size:.0f} MB)", f"{taken:.1f} s", "under 60 s")
        row("  time of the processors (others may be at work on them)", f"{busy:.1f} s on {cores}", "")
        row("  the same for one record", f"{busy / count * 1e3:.1f} ms", "")


if __name__ == "__main__":
    main()

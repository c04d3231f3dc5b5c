"""python -m tests.unbreakable --kills 1000 --signals 100

SIGKILL at random moments through a pipe, a twentieth as many at a terminal; SIGTERM and SIGINT; SIGKILL before each
system call that changes a file. After each kill the record opens, holds every entry that was acknowledged, and
`referee doctor` is content. Prints figures; exit status 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from tests.unbreakable.each_call import killed_at_each_call
from tests.unbreakable.killed import Tally, hear_interrupts, killed, killed_at_terminal

PIECE = 50
"""Kills of one job."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.unbreakable")
    parser.add_argument("--kills", type=int, default=1000, help="SIGKILLs at random moments")
    parser.add_argument("--signals", type=int, default=100, help="SIGINTs, and as many SIGTERMs")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    print(f"seed {wanted.seed}", flush=True)
    began = time.monotonic()
    total = Tally()
    # Spawned and not forked: what a job forks itself must not have the threads of the pool.
    pool = ProcessPoolExecutor(wanted.jobs, get_context("spawn"), hear_interrupts)
    with tempfile.TemporaryDirectory() as folder, pool:
        jobs = list(_jobs(pool, Path(folder), wanted.kills, wanted.signals, wanted.seed))
        for what, futures in jobs:
            tally = Tally()
            for future in as_completed(futures):  # the figures grow as the pieces come in
                piece = future.result()
                for fault in piece.faults:
                    print(f"FAULT: {fault}")
                tally += piece
                print(f"{what}: {_told(tally)}, {time.monotonic() - began:.0f} s", flush=True)
            total += tally
    print(f"all: {_told(total)}, {time.monotonic() - began:.0f} s")
    return int(bool(total.faults))


def _told(tally: Tally) -> str:
    return (
        f"{tally.kills} kills over {tally.games} games, {tally.acknowledged} entries acknowledged, "
        f"{len(tally.faults)} lost or otherwise at fault"
    )


Jobs = Iterator[tuple[str, list[Future[Tally]]]]


def _jobs(pool: ProcessPoolExecutor, folder: Path, kills: int, signals: int, seed: int) -> Jobs:
    def pieces(run: Callable[..., Tally], count: int, *first: object) -> list[Future[Tally]]:
        sizes = [min(PIECE, count - done) for done in range(0, count, PIECE)]
        return [pool.submit(run, place(), *first, size, seed + n) for n, size in enumerate(sizes)]

    def place() -> Path:
        return Path(tempfile.mkdtemp(dir=folder))

    for how, count in ((signal.SIGKILL, kills), (signal.SIGTERM, signals), (signal.SIGINT, signals)):
        yield f"{how.name} at random moments", pieces(killed, count, how)
    yield "SIGKILL at a terminal", pieces(killed_at_terminal, -(-kills // 20))
    yield "SIGKILL before each change of a file", [pool.submit(killed_at_each_call, place() / "data")]


if __name__ == "__main__":
    sys.exit(main())

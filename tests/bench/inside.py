"""What is measured in a process of its own, so that its memory is its own: one JSON object on standard output.

python -m tests.bench.inside open NAME [TIMES]      open a saved game; the shortest of some times
python -m tests.bench.inside report NAME            its report as a page
python -m tests.bench.inside run WORDS...           a whole command line of the referee
"""

from __future__ import annotations

import json
import resource
import sys
import time
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path

from tests.bench.table import busy


def peak() -> float:
    """The most memory that this process held, in MB (what its parent held is not counted, where the system tells)."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def opening(name: str, times: int = 1) -> float:
    """Open a game for reading."""
    from referee.library import open_game

    return min(busy(lambda: open_game(name, readonly=True).log.close()) for _ in range(times))


def reporting(name: str) -> float:
    """Make the page of a game that is open."""
    from referee.library import open_game
    from referee.review.account import account_of
    from referee.review.html import write_html
    from referee.review.report import report_of

    game = open_game(name, readonly=True)
    taken = busy(lambda: write_html(report_of(account_of(game))))
    game.log.close()
    return taken


def running(words: list[str]) -> float:
    """Run a command and throw away what it prints."""
    from referee.cli import main

    with redirect_stdout(StringIO()), suppress(SystemExit):
        main(words, standalone_mode=False)
    return time.process_time()


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "open":
        seconds = opening(rest[0], *map(int, rest[1:]))
    else:
        seconds = reporting(rest[0]) if what == "report" else running(rest)
    print(json.dumps({"seconds": seconds, "peak": peak()}))

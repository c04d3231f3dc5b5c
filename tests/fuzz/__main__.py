"""Fuzz for some minutes of the processor, guided by coverage, and print the figures."""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

NAMES = ("notation", "position", "components", "transcript", "record", "export", "piped", "prompt", "keys")
"""The targets: the quick ones, those of whole files, and those of a whole session."""

ROUND = 3.0
"""Minutes of one process: its memory grows with what it has tried, so a new one goes on from what led somewhere."""


def fuzz(minutes: float, parts: list[list[str]], found: Path | None, corpus: Path) -> int:
    """Try inputs until the time is over, each part of the targets in a process of its own; the exit status.

    What led somewhere new is kept in `corpus`. The program is read in for the fuzzer once, for that takes seconds.
    """
    import atheris

    with atheris.instrument_imports(include=["referee", "rulesets"]):
        from tests.fuzz import targets
    from tests.fuzz.seats import seats

    seeds = list(targets.seeds())
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder) / "words"
        words.write_bytes(b"".join(map(_quoted, sorted({word for seat in seats() for word in seat.words()}))))
        begun = []
        for part in parts:
            own = corpus / "-".join(part)
            own.mkdir(parents=True, exist_ok=True)
            begun.append(os.fork())
            if not begun[-1]:
                _fuzz_part(minutes / len(parts), part, found, own, seeds, words)
        return max(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in begun)


def _fuzz_part(
    minutes: float, chosen: list[str], found: Path | None, corpus: Path, seeds: list[bytes], words: Path
) -> NoReturn:
    """Fuzz some targets until the time is over, and end this process."""
    import atheris

    from tests.fuzz.targets import TARGETS
    from tests.fuzz.watch import Watch

    watch = Watch([target for target in TARGETS if target.__name__ in chosen], found)
    for number, seed in enumerate(seeds):
        name = TARGETS[seed[0]].__name__
        if name in chosen:
            (corpus / str(number)).write_bytes(bytes([chosen.index(name)]) + seed[1:])
    end = time.process_time() + minutes * 60

    def one(data: bytes) -> None:
        watch.try_input(data)
        if time.process_time() > end:
            watch.end()

    options = [f"-dict={words}", "-max_len=4000", "-len_control=20", "-verbosity=0", "-timeout=60"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()
    os._exit(2)  # it comes back only where the fuzzer itself failed


def _quoted(word: str) -> bytes:
    """A word as a line of libFuzzer's dictionary."""
    return b'"' + b"".join(b"\\x%02x" % byte for byte in word.encode()) + b'"\n'


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--target", action="append", choices=NAMES, help="only this one; may repeat")
    parser.add_argument("--parts", type=int, default=1, help="processes side by side, which share targets and minutes")
    parser.add_argument("--found", type=Path, help="a folder into which each input that was found is written")
    parser.add_argument("--corpus", type=Path, help="a folder of inputs to go on from, to which new ones are added")
    given = parser.parse_args()
    try:
        import atheris  # noqa: F401
    except ImportError:
        sys.exit("atheris is not installed: `pip install atheris` (Linux, Python 3.11 to 3.13).")
    chosen = [name for name in NAMES if given.target is None or name in given.target]
    with tempfile.TemporaryDirectory() as folder:
        corpus = given.corpus or Path(folder)
        if given.minutes <= ROUND:
            sys.exit(fuzz(given.minutes, in_parts(chosen, given.parts), given.found, corpus))
        rounds = range(_rounds(given.minutes))
        more = ["--parts", str(given.parts), *(word for name in chosen for word in ("--target", name))]
        sys.exit(max(_round(given.minutes, done, more, given.found, corpus) for done in rounds))


def in_parts(names: Sequence[str], parts: int) -> list[list[str]]:
    """Names in so many parts of about the same length."""
    size = math.ceil(len(names) / parts)
    return [list(names[at : at + size]) for at in range(0, len(names), size)]


def _rounds(minutes: float) -> int:
    return math.ceil(minutes / ROUND)


def _round(minutes: float, done: int, more: list[str], found: Path | None, corpus: Path) -> int:
    """One process of the many that share the minutes out; its exit status."""
    words = [*more, "--found", str(found / str(done + 1))] if found else more
    share = str(min(ROUND, minutes - done * ROUND))
    print(f"round {done + 1} of {_rounds(minutes)}", flush=True)
    command = [sys.executable, "-m", "tests.fuzz", "--minutes", share, "--corpus", str(corpus), *words]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    main()

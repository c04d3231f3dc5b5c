"""Fuzz for some minutes of the processor, guided by coverage, and print the figures."""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NAMES = ("notation", "transcript", "record", "export", "components", "position", "piped", "prompt", "keys")


ROUND = 3.0
"""Minutes of one process: its memory grows with what it has tried, so a new one goes on from what led somewhere."""


def fuzz(minutes: float, chosen: list[str], found: Path | None, corpus: Path) -> None:
    """Try inputs until the time is over; does not return. What led somewhere new is kept in `corpus`."""
    import atheris

    with atheris.instrument_imports(include=["referee", "rulesets"]):
        from tests.fuzz import targets
    from tests.fuzz.seats import seats
    from tests.fuzz.watch import Watch

    watch = Watch([target for target in targets.TARGETS if target.__name__ in chosen], found)
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(targets.seeds()):
            name = targets.TARGETS[seed[0]].__name__
            if name in chosen:
                (corpus / str(number)).write_bytes(bytes([chosen.index(name)]) + seed[1:])
        words = Path(folder) / "words"
        words.write_bytes(b"".join(map(_quoted, sorted({word for seat in seats() for word in seat.words()}))))
        end = time.process_time() + minutes * 60

        def one(data: bytes) -> None:
            watch.try_input(data)
            if time.process_time() > end:
                watch.end()

        options = [f"-dict={words}", "-max_len=4000", "-len_control=20", "-verbosity=0", "-timeout=60"]
        atheris.Setup([sys.argv[0], *options, str(corpus)], one)
        atheris.Fuzz()


def _quoted(word: str) -> bytes:
    """A word as a line of libFuzzer's dictionary."""
    return b'"' + b"".join(b"\\x%02x" % byte for byte in word.encode()) + b'"\n'


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--target", action="append", choices=NAMES, help="only this one; may repeat")
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
            fuzz(given.minutes, chosen, given.found, corpus)
        rounds = range(_rounds(given.minutes))
        sys.exit(max(_round(given.minutes, done, chosen, given.found, corpus) for done in rounds))


def _rounds(minutes: float) -> int:
    return math.ceil(minutes / ROUND)


def _round(minutes: float, done: int, chosen: list[str], found: Path | None, corpus: Path) -> int:
    """One process of the many that share the minutes out; its exit status."""
    words = [word for name in chosen for word in ("--target", name)]
    words += ["--found", str(found / str(done + 1))] if found else []
    share = str(min(ROUND, minutes - done * ROUND))
    print(f"round {done + 1} of {_rounds(minutes)}", flush=True)
    command = [sys.executable, "-m", "tests.fuzz", "--minutes", share, "--corpus", str(corpus), *words]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    main()

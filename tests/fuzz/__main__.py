"""Fuzz for some minutes of the processor, guided by coverage, and print the figures."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

NAMES = ("notation", "transcript", "record", "export", "components", "position", "piped", "prompt", "keys")


def fuzz(minutes: float, chosen: list[str], found: Path | None) -> None:
    """Try inputs until the time is over; does not return."""
    import atheris

    with atheris.instrument_imports(include=["referee", "rulesets"]):
        from tests.fuzz import targets
    from tests.fuzz.seats import seats
    from tests.fuzz.watch import Watch

    watch = Watch([target for target in targets.TARGETS if target.__name__ in chosen], found)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
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
    given = parser.parse_args()
    try:
        import atheris  # noqa: F401
    except ImportError:
        sys.exit("atheris is not installed: `pip install atheris` (Linux, Python 3.11 to 3.13).")
    fuzz(given.minutes, [name for name in NAMES if given.target is None or name in given.target], given.found)


if __name__ == "__main__":
    main()

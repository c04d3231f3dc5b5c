"""How fast the referee is, as ratios of one run: machines are shared and noisy, so only ratios mean anything.

python -m tests.bench                  all figures, and at the end those that miss their bar
python -m tests.bench acts starting    some of them: acts, starting, keys, durable, reading, giants

PokerKit and python-chess are installed into an environment of their own, in the user's cache.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench import acts, giants, keys, records, starting
from tests.bench.acts import ROOT
from tests.bench.table import ROWS

PARTS = ("acts", "starting", "keys", "durable", "reading", "giants")


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)}")
    parts = options.parse_args().parts or PARTS
    unknown = set(parts) - set(PARTS)
    if unknown:
        options.error(f"there is no part {', '.join(sorted(unknown))}")
    # An installed program has its modules compiled; measure it so.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sources = [str(ROOT / folder) for folder in ("referee", "rulesets")]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *sources], check=True)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}")
    games = acts.examples()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "acts" in parts:
            acts.measure(games)
        if "starting" in parts:
            starting.measure(folder / "starting")
        if "keys" in parts:
            keys.measure(games, folder / "keys")
        if "durable" in parts:
            records.durable(folder)
        if "reading" in parts:
            records.reading(games, folder / "reading")
        if "giants" in parts:
            giants.measure(folder / "giants")
    missed = [each.what.strip() for each in ROWS if each.met is False]
    print(f"\n{len(missed)} figures miss their bar{': ' if missed else '.'}{'; '.join(missed)}")


if __name__ == "__main__":
    main()

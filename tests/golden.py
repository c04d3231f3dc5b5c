"""What the referee makes of each whole example: its record, entry by entry, and the table at the end.

    python -m tests.golden          writes examples/GAME/NAME.txt anew beside each NAME.ref; read them before a commit

A package of its own, as `examples/tablut/`, has its examples in a folder deeper, and tests of its own for them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from referee.invariants import examples
from tests.table import EXAMPLES, WHOLE_GAMES


def golden(example: Path) -> str:
    """The record of an example and the table at its end, as text."""
    return examples.golden(example, "python -m tests.golden")


def main() -> None:
    """Write them anew."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for each in WHOLE_GAMES:
        file = examples.golden_file(each)
        file.write_text(golden(each), encoding="utf-8")
        print(file.relative_to(EXAMPLES.parent))


if __name__ == "__main__":
    main()

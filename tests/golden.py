"""What the referee makes of each whole example: its record, entry by entry, and the table at the end.

    python -m tests.golden          writes examples/GAME/NAME.txt anew beside each NAME.ref; read them before a commit
"""

from __future__ import annotations

from pathlib import Path

from referee.check import judge_transcript
from referee.commands.look import show_lines
from referee.digest import spell
from referee.notation import plain
from referee.review.log import log_lines, record
from referee.transcript import read_file

EXAMPLES = Path(__file__).parents[1] / "examples"


def whole_examples() -> list[Path]:
    """The transcripts of whole games, turns and battles; not the short cases of single rules."""
    return sorted(EXAMPLES.glob("*/*.ref"))


def golden(example: Path) -> str:
    """The record of an example and the table at its end, as text."""
    result = judge_transcript(read_file(example), example.stem)
    game = result.game
    lines = [
        f"# What the referee makes of {example.name}; made by `python -m tests.golden`.",
        *log_lines(game, record(game)),
        "",
        *show_lines(game),
        f"digest {spell(game.timeline.digest)}",
    ]
    return "".join(f"{plain(line).rstrip()}\n" for line in lines)


def golden_file(example: Path) -> Path:
    """Where the golden text of an example stands."""
    return example.with_suffix(".txt")


if __name__ == "__main__":
    for each in whole_examples():
        golden_file(each).write_text(golden(each), encoding="utf-8")
        print(golden_file(each).relative_to(EXAMPLES.parent))

"""Lines on a terminal that may be narrow."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator


def wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    """Lines that fit: a long one goes on below, set in a little."""
    for line in lines:
        if len(line) < width:
            yield line
            continue
        indent = line[: len(line) - len(line.lstrip())]
        room = max(width - 1, 20)
        yield from textwrap.wrap(
            line, room, subsequent_indent=f"{indent}  "[: room // 2], replace_whitespace=False, break_on_hyphens=False
        )


def print_lines(lines: Iterable[str], width: int = 80) -> None:
    """Print lines at once, so that nothing is still in a buffer when the terminal is closed."""
    for line in wrapped(lines, width):
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()

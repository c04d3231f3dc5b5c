"""Lines on a terminal that may be narrow."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator

_CHOICE = re.compile(r"(\d\)) (?=\S)")
_GLUE = "\x00"
"""A number and its choice stay together."""

_COLUMN = re.compile(r"(?!\s*\d+\))\s*\S+(?: \S+)*\s{2,}(?=\S)|\s{6,}(?=\S)")
"""The first column of a row and the gap behind it, or a row without a first one; numbered choices are no such rows."""


def wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    """Lines that fit: a long one goes on below, set in a little."""
    for line in lines:
        if len(line) < width:
            yield line
            continue
        room = max(width - 1, 20)
        glued = _CHOICE.sub(f"\\1{_GLUE}", line)
        for piece in textwrap.wrap(
            glued, room, subsequent_indent=_indent(line, room), replace_whitespace=False, break_on_hyphens=False
        ):
            yield piece.replace(_GLUE, " ")


def _indent(line: str, room: int) -> str:
    """How far the rest of a line is set in: to its second column if it has one in the left half, else a little."""
    column = _COLUMN.match(line)
    if column and column.end() <= room // 2:
        return " " * column.end()
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}  "[: room // 2]


def print_lines(lines: Iterable[str], width: int = 80) -> None:
    """Print lines at once, so that nothing is still in a buffer when the terminal is closed."""
    for line in wrapped(lines, width):
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()

"""A game that begins in the middle: what lies on the table, as `KEY VALUE` lines or asked for one by one.

    turn.number 4
    turn.side red
    guard.square b2     # a comment

The keys are those of `audit` and `adjust`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.commands.call import adjust_line, read_pair
from referee.lines import reason_of
from referee.notation.words import groups, split_lines
from referee.places import put
from referee.ruleset import LineError, NotUnderstood, Ruleset, Table
from referee.transcript import Unreadable, read_text

MOST_LINES = 2_000


@dataclass(frozen=True, slots=True)
class Position:
    """What a position sets: key to value; and what is wrong with it, by line."""

    data: Mapping[str, str]
    faults: tuple[tuple[int, str], ...] = ()

    @property
    def line(self) -> str:
        """The position as the one line that makes it."""
        return adjust_line(self.data)


def read_position(ruleset: Ruleset[Any], table: Table, text: str) -> Position:
    """A position from the text of a file; every fault is found, not the first only."""
    data: dict[str, str] = {}
    faults: list[tuple[int, str]] = []
    rows = [(number, piece) for number, row in enumerate(text.splitlines(), 1) for piece in split_lines(row)]
    if len(rows) > MOST_LINES:
        return Position({}, ((rows[MOST_LINES][0], f"It has more than {MOST_LINES:,} lines; no table holds so much."),))
    for number, piece in rows:
        try:
            key, value = _read(ruleset, table, piece)
            if key in data:
                raise NotUnderstood(f"{key} is set twice.")
            table = put(ruleset, table, key, value)
        except LineError as error:
            faults.append((number, error.message))
        else:
            data[key] = value
    return Position(data, tuple(faults))


def _read(ruleset: Ruleset[Any], table: Table, piece: str) -> tuple[str, str]:
    words = [w for w in groups(piece) if w.bare not in ("to", "=")]
    if len(words) != 2:
        raise NotUnderstood(f"A line is KEY VALUE, as in `turn.number 4`; this one has {len(words)} words.")
    return read_pair(ruleset, table, *words)


def read_position_file(ruleset: Ruleset[Any], table: Table, file: Path) -> Position:
    """A position from a file. Raises Unreadable."""
    try:
        with file.open("rb") as stream:
            return read_position(ruleset, table, "\n".join(read_text(stream)))
    except (OSError, ValueError) as error:
        raise Unreadable(f"It cannot be read: {reason_of(error)}.") from error

"""Transcripts (`.ref`): tags in brackets as in PGN, then one act a line. Reading, and writing a game.

[Ruleset "NAME"]
[Red "Anna"]

red> move guard hill   # a comment
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from referee.commands.call import word
from referee.correct import implied
from referee.fold import REFEREE, Step
from referee.game import Game
from referee.lines import reason_of
from referee.log import Entry
from referee.notation import LONGEST_LINE, check_text, plain, quoted, readable, split_lines
from referee.ruleset import Finding, LineError, NotUnderstood
from referee.telling import as_typed, said_by

LARGEST = 16 << 20
"""Bytes of a transcript. A game of a whole evening has some 50,000."""

MOST_LINES = 120_000
"""Rows and joined acts together: no record is longer."""

MOST_TAGS = 5_000
"""A copy of a game with all its cards, counters and places takes some 500."""

LONGEST_ROW = 4 * LONGEST_LINE
"""Characters of a row of the file: acts may be joined and have comments, and what a tag holds is spelled out."""

RULE = "notation"
_NAME = re.compile(r"[^\W\d_][\w-]{0,39}")
_TAG = re.compile(rf'\[\s*({_NAME.pattern})\s+"((?:[^"]|"")*)"\s*\]\s*(#.*)?')
_MAY_REPEAT = frozenset({"ruling", "option", "component"})


class Unreadable(Exception):
    """A file that is no transcript at all; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Line:
    """One act as it was written, without its comment; `number` is the line of the file, from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag, and the line of the file that it stands on."""

    number: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a file holds: tags in their order, lines, and faults of form with the number of their line."""

    tags: tuple[Tag, ...]
    lines: tuple[Line, ...]
    faults: tuple[tuple[int, Finding], ...] = ()

    def tag(self, name: str) -> str:
        """The value of the first tag of that name; "" if there is none."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        """The values of all tags of that name."""
        return [tag.value for tag in self.tags if tag.name.lower() == name.lower()]


def read_file(path: str | Path) -> Transcript:
    """Read a transcript from a file. Raises Unreadable."""
    try:
        with open(path, "rb") as stream:
            return read_stream(stream)
    except (OSError, ValueError) as error:
        raise Unreadable(f"It cannot be read: {reason_of(error)}.") from error


def read_stream(stream: BinaryIO) -> Transcript:
    """Read a transcript; no more than `LARGEST` bytes are taken. Raises Unreadable."""
    try:
        return read_transcript(stream.read(LARGEST + 1))
    except OSError as error:
        raise Unreadable(f"It cannot be read: {reason_of(error)}.") from error


def read_transcript(data: bytes) -> Transcript:
    """Read a transcript from the bytes of a file. Raises Unreadable."""
    return _read_rows(_rows(data))


def read_text(stream: BinaryIO) -> list[str]:
    """The lines of a file of text; no more than `LARGEST` bytes are taken. Raises Unreadable, OSError."""
    return _rows(stream.read(LARGEST + 1))


def _rows(data: bytes) -> list[str]:
    if len(data) > LARGEST:
        raise Unreadable(f"It is larger than {LARGEST >> 20} MiB, too much for a game.")
    if sum(map(data.count, (b"\n", b"\r", b";"))) > MOST_LINES:  # counted before anything is made of it
        raise Unreadable(f"It has more than {MOST_LINES:,} lines, too much for a game.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"Line {line} is not UTF-8 text. Save the file as UTF-8.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _read_rows(rows: Iterable[str]) -> Transcript:
    tags: list[Tag] = []
    names: set[str] = set()
    lines: list[Line] = []
    faults: list[tuple[int, Finding]] = []
    for number, row in enumerate(rows, 1):
        try:
            check_text(row, LONGEST_ROW)  # each act is checked again when it is read
        except LineError as error:
            faults.append((number, error.finding()))
            continue
        if not row.lstrip().startswith("["):
            lines += [Line(number, piece) for piece in split_lines(row)]
            continue
        try:
            tag = _read_tag(number, row.strip(), names, bool(lines))
        except LineError as error:
            faults.append((number, error.finding()))
            continue
        tags.append(tag)
        names.add(tag.name.lower())
        if len(tags) > MOST_TAGS:
            raise Unreadable(f"It has more than {MOST_TAGS:,} tags, too much for a game.")
    return Transcript(tuple(tags), tuple(lines), tuple(faults))


def _read_tag(number: int, row: str, before: set[str], late: bool) -> Tag:
    found = _TAG.fullmatch(row)
    if not found:
        raise NotUnderstood('This tag is not whole; a tag is written [Name "value"].')
    name, value = found.group(1), found.group(2).replace('""', '"')
    if late:
        raise NotUnderstood(f"The tag {name} comes too late: tags stand before the first act.")
    if name.lower() not in _MAY_REPEAT and name.lower() in before:
        raise NotUnderstood(f"The tag {name} stands twice; the first one counts.")
    return Tag(number, name, value)


def write_transcript(game: Game) -> str:
    """A game as a transcript. What was undone or taken back is left out; reading it leads to the same table."""
    return "\n".join([*_tags(game), "", *_acts(game)]) + "\n"


def _tags(game: Game) -> Iterator[str]:
    header = game.log.header
    yield tag_line("Ruleset", header.ruleset)
    yield tag_line("Game", header.name)
    for side in game.ruleset.sides:
        if side in header.players:
            yield tag_line(side.title(), header.players[side])
    for name, value in (("Date", header.date), ("Place", header.place), ("Umpire", header.umpire)):
        if value:
            yield tag_line(name, value)
    defaults = game.ruleset.rulebook.defaults()
    rulings = {which: choice for which, choice in header.rulings.items() if defaults.get(which) != choice}
    for name, values in (("Ruling", rulings), ("Option", header.options)):
        for key, value in values.items():
            yield tag_line(name, f"{key} {word(value)}")
    for line in header.components:
        yield tag_line("Component", line)
    for name, value in header.tags.items():
        yield tag_line(name, value) if _NAME.fullmatch(name) else f"# {plain(name)}: {plain(value)}"


def tag_line(name: str, value: str) -> str:
    """A tag as it is written: a stranger's text is spelled out in it."""
    return f"[{name} {quoted(plain(value))}]"


def _acts(game: Game) -> Iterator[str]:
    """The lines of all entries that count. What the referee did of itself comes again by itself when they are read."""
    table = game.timeline.start
    passed: list[Step] = []
    numbers = _numbers(game)
    for step in game.timeline.steps:
        if step.entry.by == REFEREE and step.entry.kind == "roll":
            continue  # dice of an entry that was dropped
        if step.fault:
            yield plain(f"# cannot be read by the rules of today: {said_by(step.entry)}")
            continue
        if step.entry.by == REFEREE:
            # Questions that were passed over belong to the next line, forced answers to the one before.
            if passed or step.entry.kind in ("close", "skip"):
                passed.append(step)
            else:
                table = step.table
            continue
        if passed and not implied(game.ruleset, table, passed, step.entry):
            yield from _explicit(passed)
        yield from _lines(_renumbered(step.entry, numbers))
        table, passed = step.table, []
    yield from _explicit(passed)


def _numbers(game: Game) -> dict[int, int]:
    """The number that each entry has when its line is read again: what was undone is no longer there."""
    found: dict[int, int] = {}
    number = 0
    for step in game.timeline.steps:
        own = step.entry.by == REFEREE
        if step.fault or (own and step.entry.kind == "roll"):
            continue
        number += 2 if step.entry.kind == "stand" and step.entry.ruled else 1
        if not own or step.entry.number not in found:
            found[step.entry.number] = number
    return found


def _renumbered(entry: Entry, numbers: Mapping[int, int]) -> Entry:
    """A dispute speaks of the number that its entry will have; of one that no longer counts, of the last entry."""
    if entry.kind not in ("dispute", "settle"):
        return entry
    number = numbers.get(int(str(entry.data["entry"])), numbers[entry.number] - 1)
    text = str(entry.data["text"])
    return replace(entry, line=f"{entry.kind} {max(number, 1)} {quoted(text)}")


def _explicit(passed: Iterable[Step]) -> Iterator[str]:
    yield from (said_by(step.entry) for step in passed if step.entry.kind != "act")


def _lines(entry: Entry) -> Iterator[str]:
    """An entry as a line, with the reason why it stands; what an umpire let stand is let stand by him again."""
    line = readable(as_typed(entry))
    reason = readable(entry.why)
    if entry.kind == "stand" and entry.ruled:
        yield from (line, f"stand {quoted(reason)}")
    elif not reason:
        yield line
    elif entry.kind in ("adjust", "house", "paid"):
        yield f"{line} {quoted(reason)}"
    else:
        yield f"{line}  # {readable(entry.verdict).replace('-', ', ')}: {reason}"

"""Component files: what is printed on the cards, counters and charts of a player's own copy.

A component file is a list of the lines that teach (`card "Dive Bomber" axis when action effect loss`), one a line, with
comments: the same notation as at the table, read and checked by the same code. The program writes only its own file,
`learned.ref`, and only by adding to it; files that a person keeps beside it are read, checked, and never written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.durable import add_line, make_folder
from referee.lines import reason_of
from referee.notation import Reader, near, write
from referee.notation.words import PATIENCE, split_lines, strain
from referee.ruleset import Action, Finding, Form, Kind, LineError, NotUnderstood, Ruleset, Table, slots_of

LEARNED = "learned.ref"
MINE = "mine.ref"
SUFFIX = ".ref"
MOST_BYTES = 1 << 20
MOST_LINES = 5_000
"""Lines, those joined by `;` counted each. A copy of a game with all its cards, counters and places takes some 500."""
TAKEN_BACK = "#- "
"""What stands in the program's own file before a line that was undone: the last such line no longer counts."""

_HEADING = "# Written by the referee as it learns. Keep your own facts in another .ref file here.\n"


class CatalogueError(Exception):
    """A component file cannot be written; the message is one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line that teaches, in its canonical spelling, and where it stands."""

    line: str
    file: Path
    number: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a component file: a line that teaches nothing, or (`taken`) one that contradicts another.

    `number` is 0 where the file as a whole is meant.
    """

    file: Path
    number: int
    message: str
    taken: bool = False

    def __str__(self) -> str:
        where = f"{self.file}:{self.number}" if self.number else f"{self.file}"
        return f"{where}: {'warning: ' if self.taken else ''}{self.message}"


@dataclass(frozen=True, slots=True)
class OnFile:
    """What component files hold: the table that knows it, the facts, every fault, and who told which component."""

    table: Table
    facts: tuple[Fact, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The facts as lines, for the header of a record."""
        return tuple(fact.line for fact in self.facts)

    @property
    def unusable(self) -> tuple[Fault, ...]:
        """The faults that are more than a contradiction."""
        return tuple(fault for fault in self.faults if not fault.taken)


def spelled(act: Action[Any]) -> str:
    """A line that teaches, with the side that says it: it must mean the same on any evening."""
    return f"{act.side}> {write(act)}"


def teach(ruleset: Ruleset[Any], table: Table, line: str) -> tuple[Table, str, tuple[Finding, ...]]:
    """The table after a line that teaches, its canonical spelling, and what it contradicts.

    Raises LineError; nothing else is taken.
    """
    act = Reader(table, ruleset.actions, ruleset.sides).read(line)
    if not act.learns:
        verbs = ", ".join(a.verb for a in ruleset.actions if a.learns)
        raise NotUnderstood(f"{act.verb} teaches nothing about components; write {verbs or 'nothing here'}.")
    slots = slots_of(type(act))
    new = next((getattr(act, slot.field) for slot in slots if slot.form is Form.TEXT), None)
    if new and '"' not in line:  # free words may end a line at the table; in a file they are a slip of the pen
        said = str(new).split()[0][:40]
        meant = next((hits for s in slots if s.form is Form.NAME and (hits := near(said, table.names(s.type)))), ())
        hint = f" Did you mean {' or '.join(meant)}?" if meant else ""
        raise NotUnderstood(f"{said!r} is not on file; the title of something new stands in quotes.{hint}")
    found = tuple(finding for finding in act.judge(table) if not finding.teach)  # what is missing another line tells
    for finding in found:
        if finding.kind is not Kind.WARNING:
            raise NotUnderstood(finding.message)
    return act.apply(table), spelled(act), found


def learned(ruleset: Ruleset[Any], table: Table, lines: Iterable[str]) -> Table:
    """The table that knows what some lines teach. Raises LineError."""
    for line in lines:
        table = teach(ruleset, table, line)[0]
    return table


def read_files(ruleset: Ruleset[Any], table: Table, files: Iterable[Path]) -> OnFile:
    """Read component files, one after the other; a later line counts more. All faults are found, not the first only.

    A line that tells nothing new is left out of the facts. A line about something that only a later file tells of is
    read behind that file, which still counts more.
    """
    named = tuple(files)
    reading = _Reading(ruleset, table)
    for file in named:
        reading.take(file)
    faults = [*reading.faults, *(row.fault for row in reading.waiting)]
    faults.sort(key=lambda fault: (named.index(fault.file), fault.number))
    return OnFile(reading.table, tuple(reading.facts), tuple(faults))


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A line that cannot be read yet, and what is wrong with it if it never can."""

    line: str
    fault: Fault


class _Reading:
    """Component files as they are read: what is known so far, and the lines that wait for a later file."""

    def __init__(self, ruleset: Ruleset[Any], table: Table) -> None:
        self.ruleset = ruleset
        self.table = table
        self.facts: list[Fact] = []
        self.faults: list[Fault] = []
        self.waiting: list[_Waiting] = []

    def take(self, file: Path) -> None:
        """Read a file, then what was waiting for it."""
        try:
            rows = list(_lines(file))
        except CatalogueError as error:
            self.faults.append(Fault(file, 0, str(error)))
            return
        before = self.table
        unread = self._rows(file, rows)
        if self.table != before and self._retry():
            self.faults = [fault for fault in self.faults if fault.file != file]
            unread = self._rows(file, rows)
        self.waiting += unread

    def _rows(self, file: Path, rows: Iterable[tuple[int, str]]) -> list[_Waiting]:
        """Read the lines of a file; those that cannot be read."""
        unread: list[_Waiting] = []
        strained = 0
        for number, line in rows:
            fault = self._line(file, number, line)
            if fault is None:
                continue
            unread.append(_Waiting(line, fault))
            strained += strain(line)
            if strained >= PATIENCE:
                self.faults.append(Fault(file, number, "Here reading stops: there are too many faults before it."))
                break
        return unread

    def _retry(self) -> bool:
        """Read again what is waiting; whether any of it can be read now."""
        still = [row for row in self.waiting if self._line(row.fault.file, row.fault.number, row.line)]
        found = len(still) < len(self.waiting)
        self.waiting = still
        return found

    def _line(self, file: Path, number: int, line: str) -> Fault | None:
        """Learn what a line tells; the fault if it cannot be read."""
        try:
            after, canonical, found = teach(self.ruleset, self.table, line)
        except LineError as error:
            return Fault(file, number, error.message)
        if file.name != LEARNED:  # there the players corrected it at the table, and saw what it was
            self.faults += [Fault(file, number, finding.message, taken=True) for finding in found]
        if after != self.table:
            self.facts.append(Fact(canonical, file, number))
        self.table = after
        return None


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that count, with their numbers. Raises CatalogueError."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise CatalogueError(f"It cannot be read: {reason_of(error)}.") from error
    if len(raw) > MOST_BYTES:
        raise CatalogueError(f"It is larger than {MOST_BYTES >> 20} MiB; no component file is.")
    if sum(map(raw.count, (b"\n", b"\r", b";"))) > MOST_LINES:
        raise CatalogueError(f"It has more than {MOST_LINES:,} lines; no component file has.")
    rows = raw.decode("utf-8-sig", "replace").splitlines()
    counting: list[tuple[int, str]] = []
    for number, row in enumerate(rows, 1):
        if file.name == LEARNED and row.startswith(TAKEN_BACK):
            gone = row.removeprefix(TAKEN_BACK)
            at = next((i for i in reversed(range(len(counting))) if counting[i][1] == gone), None)
            if at is not None:
                del counting[at]
            continue
        counting += [(number, line) for line in split_lines(row)]
    yield from counting


def component_files(folder: Path) -> list[Path]:
    """The component files of a folder in the order in which they count: the program's own first, `mine.ref` last."""
    if not folder.is_dir():
        return []
    rank = {LEARNED: 0, MINE: 2}
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda file: (rank.get(file.name, 1), file.name))


@dataclass(slots=True)
class Notebook:
    """The program's own component file. It is only ever added to; each line is on the disk when a method returns.

    `first` is the table without any file, on which the files of the folder are read.
    """

    folder: Path
    ruleset: Ruleset[Any]
    first: Table
    _known: Table | None = None

    def learn(self, line: str) -> str:
        """Keep a line for the next game; why it cannot be kept, "" if it is.

        A line about something that no file tells of, as after an import, would say nothing on another evening.
        """
        if self._known is None:
            self._known = read_files(self.ruleset, self.first, component_files(self.folder)).table
        try:
            known = teach(self.ruleset, self._known, line)[0]
        except LineError as error:
            return f"Kept for this game only; on file it would not be understood: {error.message}"
        failed = self._add(line)
        self._known = self._known if failed else known
        return failed

    def forget(self, line: str) -> str:
        """A line was undone, and does not count any more; why that cannot be kept, "" if it is."""
        self._known = None
        return self._add(f"{TAKEN_BACK}{line}")

    def _add(self, line: str) -> str:
        file = self.folder / LEARNED
        try:
            make_folder(self.folder)
            add_line(file, line, _HEADING)
        except OSError as error:
            return f"{file} cannot be written ({reason_of(error)}); only the record of this game has that line"
        return ""

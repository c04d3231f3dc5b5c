"""Damage to a record: a bit flipped and the file cut at every byte, lines lost, doubled, swapped and garbled.

python -m tests.damage             over the record of a whole example game; prints figures (by hand: some minutes)

`tests/test_damage.py` does the same with a record of a few entries.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from referee.cli import main
from referee.lines import DamagedRecord
from referee.log import Entry, Log
from referee.salvage import find
from referee.statefolder import Mark, state_file

NAME = "evening"
READERS = (
    ("show", NAME), ("show", NAME, "--json"), ("log", NAME), ("log", NAME, "--plain"), ("review", NAME), ("stats",),
    ("games",), ("games", "--json"), ("export", NAME), ("doctor",),
    ("doctor", NAME), ("diff", NAME, "0"), ("diff", NAME, NAME), ("rejudge", NAME), ("dice", NAME), ("play", NAME),
)  # fmt: skip
"""The commands that read a record; `report` comes to them, with its files."""


class Damage(NamedTuple):
    """A damaged file: what was done, the first line of the record that is not as it was, and the bytes."""

    what: str
    line: int
    raw: bytes


def flips(raw: bytes, positions: Iterable[int], seed: int = 1) -> Iterator[Damage]:
    """A bit flipped in each of these bytes."""
    chance = random.Random(seed)
    for at in positions:
        byte = raw[at] ^ 1 << chance.randrange(8)
        yield Damage("bit flipped", raw.count(b"\n", 0, at) + 1, raw[:at] + bytes([byte]) + raw[at + 1 :])


def cuts(raw: bytes, positions: Iterable[int]) -> Iterator[Damage]:
    """The file cut before each of these bytes."""
    for at in positions:
        yield Damage("file cut", raw.count(b"\n", 0, at) + 1, raw[:at])


def moved_lines(raw: bytes) -> Iterator[Damage]:
    """Each line lost, doubled, swapped with the next, and put at the end."""
    lines = raw.splitlines(keepends=True)
    for i, line in enumerate(lines):
        before, behind = b"".join(lines[:i]), b"".join(lines[i + 1 :])
        yield Damage("line lost", i + 1, before + behind)
        yield Damage("line doubled", i + 2, before + line + line + behind)
        if i + 1 < len(lines):
            yield Damage("lines swapped", i + 1, before + lines[i + 1] + line + b"".join(lines[i + 2 :]))
            yield Damage("line moved to the end", i + 1, before + behind + line)


def spoilt_lines(raw: bytes) -> Iterator[Damage]:
    """Each line with letters changed, filled with zeros, not UTF-8, and cut in its middle."""
    lines = raw.splitlines(keepends=True)
    for i, line in enumerate(lines):
        before, behind = b"".join(lines[:i]), b"".join(lines[i + 1 :])
        middle = len(line) // 2
        for what, spoilt in (
            ("letters changed", line[: middle - 8] + line[middle - 8 : middle].swapcase()[::-1] + line[middle:]),
            ("zeros", bytes(len(line) - 1) + b"\n"),
            ("not UTF-8", line[:middle] + b"\xff\xfe\xc0" + line[middle + 3 :]),
            ("half a line", line[:middle]),
        ):
            if spoilt != line:
                yield Damage(what, i + 1, before + spoilt + behind)


@dataclass
class Figures:
    """What became of the damages that were tried."""

    tried: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    whole: Counter[str] = field(default_factory=Counter)
    upto: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Take in what another process found."""
        for mine, theirs in zip(self._counts(), other._counts(), strict=True):
            mine.update(theirs)
        self.faults += other.faults

    def _counts(self) -> tuple[Counter[str], ...]:
        return self.tried, self.found, self.whole, self.upto

    def lines(self) -> Iterator[str]:
        """The figures of each kind of damage."""
        yield f"{'damage':<24}{'tried':>8}{'found':>8}{'unseen':>8}{'whole again':>13}{'up to the entry before':>24}"
        for what, tried in [*self.tried.items(), ("all", self.tried.total())]:
            found, whole, upto = (c.total() if what == "all" else c[what] for c in self._counts()[1:])
            yield f"{what:<24}{tried:>8}{found:>8}{tried - found:>8}{whole:>13}{upto:>24}"
        yield f"faults and tracebacks: {len(self.faults)}"


class Bench:
    """A data folder with one record that is damaged again and again."""

    def __init__(self, folder: Path, raw: bytes) -> None:
        self.folder, self.raw = folder, raw
        self.lines = raw.splitlines(keepends=True)
        self.path, self.state = folder / f"{NAME}.jsonl", folder / ".state"
        self.state.mkdir(parents=True, exist_ok=True)
        self.figures = Figures()
        self.put(raw)
        with Log.open(self.path, None, readonly=True) as log:
            self.entries: list[Entry] = log.entries
        self.mark = len(self.lines), self.lines[-1][-19:-3].decode()

    def put(self, raw: bytes) -> None:
        """The record is these bytes; what was made of it is gone."""
        for file in (*self.folder.glob("*.jsonl*"), *self.folder.glob("report.*")):
            file.unlink()
        self.path.write_bytes(raw)

    def set_mark(self) -> None:
        """The mark is that of the sound record."""
        Mark(state_file(self.path, self.state, ".mark")).write(*self.mark)

    def look(self, damage: Damage, mend: bool = True) -> None:
        """The damage is found and named, and (`mend`) what can be had of the file is what was written before it."""
        what = damage.what
        self.figures.tried[what] += 1
        with self.path.open("r+b") as file:  # not written anew: some systems wait for the disk then
            file.write(damage.raw)
            file.truncate()
        try:
            with Log.open(self.path, self.state, readonly=True) as log:
                good, notices = len(log.entries) + 1, " ".join(log.storage.notices)
                same = log.entries == self.entries[: len(log.entries)]
            self.figures.found[what] += bool(notices)
            if notices and f"ends at entry {good - 1}, but {len(self.entries)} were written" not in notices:
                self.fault(damage, f"the end is not named: {notices}")
        except DamagedRecord as found:
            self.figures.found[what] += 1
            if found.line != damage.line:
                self.fault(damage, f"it is said to be at line {found.line}")
            if not mend:
                return
            lines = find(damage.raw).good
            good, same = len(lines), lines == self.lines[: len(lines)]
        if not same or good < damage.line - 1:
            self.fault(damage, f"{good} lines are good, or said to be")
        elif good == len(self.lines):
            self.figures.whole[what] += 1
        else:
            self.figures.upto[what] += 1

    def fault(self, damage: Damage, told: str) -> None:
        """Something is not as it must be."""
        self.figures.faults.append(f"{damage.what} at line {damage.line}: {told}")

    def read(self, damage: Damage) -> None:
        """No command that reads records ends in a traceback."""
        self.put(damage.raw)
        self.set_mark()
        files = (f"-o{self.folder / f'report.{ending}'}" for ending in ("html", "md", "ref", "json"))
        for words in (("report", NAME, *files), *READERS):
            self._call(damage, *words)

    def repair(self, damage: Damage) -> None:
        """The record opens up to the entry before the damage, the rest is told of, the damaged file is kept."""
        self.put(damage.raw)
        self.set_mark()
        said = self._call(damage, "doctor", NAME, "--repair")
        if not find(damage.raw).good:
            if "header" not in said or self.path.read_bytes() != damage.raw:
                self.fault(damage, said)
            return
        ends = (".damaged", ".torn", "")
        kept = [file.read_bytes() for end in ends if (file := self.path.with_name(self.path.name + end)).exists()]
        if not any(damage.raw.endswith(each.rstrip(b"\n")) or each.startswith(damage.raw) for each in kept):
            self.fault(damage, f"the damaged file is not kept: {said}")
        mended = self.path.read_bytes()
        with Log.open(self.path, self.state, readonly=True) as log:
            if log.storage.notices or log.entries[: damage.line - 2] != self.entries[: damage.line - 2]:
                self.fault(damage, f"{said} {log.storage.notices}")
        if ": sound:" not in self._call(damage, "doctor", NAME) or "--repair" in self._call(damage, "play", NAME):
            self.fault(damage, f"the doctor is not content after {said}")
        self._call(damage, "doctor", NAME, "--repair")
        if self.path.read_bytes() != mended:
            self.fault(damage, "repaired twice, it is another record")

    def _call(self, damage: Damage, *words: str) -> str:
        with data_folder(self.folder):
            result = CliRunner().invoke(main, words)
        if result.exception and not isinstance(result.exception, SystemExit):
            self.fault(damage, f"{' '.join(words)}: {result.exception!r}")
        return result.output


@contextmanager
def data_folder(folder: Path) -> Iterator[None]:
    """The commands work in this folder."""
    before = os.environ.get("REFEREE_DATA")
    os.environ["REFEREE_DATA"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["REFEREE_DATA"]
        else:
            os.environ["REFEREE_DATA"] = before

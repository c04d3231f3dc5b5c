"""What later entries say of earlier ones: that they were corrected, undone, disputed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.entry import Entry
from referee.fold import REFEREE, Step, Timeline
from referee.game import Game

TURNS = frozenset({"undo", "redo", "branch", "fix"})
"""Kinds of entries after which others than before may count."""

Mark = tuple[str, int]
"""What became of an entry, and the entry that did it."""


class Marker:
    """Reads a record along with its fold, and keeps what became of each entry.

    lost  the entries that do not count any more
    """

    def __init__(self) -> None:
        self.lost: dict[int, Mark] = {}
        self._fixed: dict[int, Mark] = {}  # by the identity of a step: the correction that made it what it is
        self._dropped: dict[int, Mark] = {}  # what a correction took out last, for when it is brought back

    def saw(self, entry: Entry, before: Sequence[Step], after: Sequence[Step]) -> None:
        """An entry of kind `TURNS` was folded; the steps that counted before it, and after it."""
        old, new = _counting(before), _counting(after)
        for number in self.lost.keys() & new.keys():
            del self.lost[number]
        for number in old.keys() - new.keys():
            self.lost[number] = self._loss(entry, number)
        for number, step in new.items() if entry.kind == "fix" else ():
            was = old.get(number)
            same = was is None or _told(was.entry) == _told(step.entry)
            mark = self._fixed.get(id(was)) if same else (_word(entry, number, "judged again"), entry.number)
            if mark:
                self._fixed[id(step)] = mark

    def _loss(self, entry: Entry, number: int) -> Mark:
        if entry.kind == "fix":
            self._dropped[number] = _word(entry, number, "taken out"), entry.number
            return self._dropped[number]
        turned = entry.data.get("turned")
        if turned == "redo" and number in self._dropped:
            return self._dropped[number]
        return "undone" if entry.kind == "undo" or turned == "undo" else "left", entry.number

    def marks(self, entries: Sequence[Entry], steps: Iterable[Step]) -> dict[int, Mark]:
        """All that is to be said, of what counts no more and of what counts otherwise than it was written."""
        found = dict(self.lost)
        for number, step in _counting(steps).items():
            mark, written = self._fixed.get(id(step)), entries[number - 1]
            if mark and step.entry.by != REFEREE and _told(step.entry) != _told(written):
                found[number] = mark
        return found


def corrected(game: Game) -> dict[int, str]:
    """What a later correction made of an entry that does not count as it stands: `corrected by entry 30`."""
    entries = game.log.entries
    if all(entry.kind != "fix" for entry in entries):
        return {}
    timeline, marker = Timeline(game.ruleset, game.timeline.start), Marker()
    for entry in entries:
        before = timeline.steps[:] if entry.kind in TURNS else []
        timeline.take(entry)
        if entry.kind in TURNS:
            marker.saw(entry, before, timeline.steps)
    marks = marker.marks(entries, timeline.steps)
    return {number: spell_mark(mark) for number, mark in marks.items() if entries[mark[1] - 1].kind == "fix"}


def spell_mark(mark: Mark) -> str:
    """A mark in words."""
    return f"{mark[0]} by entry {mark[1]}"


def _word(fix: Entry, number: int, otherwise: str) -> str:
    """What a correction says of an entry itself."""
    marks = fix.data.get("marks")
    return str(marks.get(str(number), otherwise)) if isinstance(marks, dict) else otherwise


def _counting(steps: Iterable[Step]) -> dict[int, Step]:
    """The steps by number; not the dice that were kept of what was dropped, and of one number what the players said."""
    found: dict[int, Step] = {}
    for step in steps:
        own, number = step.entry.by == REFEREE, step.entry.number
        if not (own and (step.entry.kind == "roll" or number in found)):
            found[number] = step
    return found


def _told(entry: Entry) -> tuple[object, ...]:
    return entry.kind == "roll", entry.side, entry.line, entry.verdict, entry.findings, entry.consequences


def disputes(game: Game) -> dict[int, str]:
    """The disputes that are not settled: entry and what is disputed."""
    found: dict[int, str] = {}
    for step in game.timeline.steps:
        if step.entry.kind == "dispute":
            found[int(str(step.entry.data["entry"]))] = str(step.entry.data["text"])
        elif step.entry.kind == "settle":
            found.pop(int(str(step.entry.data["entry"])), None)
    return found

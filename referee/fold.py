"""The fold: entries into tables. It never judges, for the verdicts are in the record; live play runs the same code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Self

from referee.catalogue import learned
from referee.course import enact, need_context, pass_over, settle
from referee.digest import changed, digest_of, spell
from referee.log import Entry, Header
from referee.notation import Reader
from referee.places import put
from referee.ruleset import Impossible, LineError, Ruleset, Setup, Table

REFEREE = "referee"


class BrokenRecord(Exception):
    """A record cannot be played again; the message says what in it, and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that counts, the table after it, and that table's digest.

    fault  why the rules of today cannot read it: then it changed nothing; "" if they can
    """

    entry: Entry
    table: Table
    digest: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """A course of the game that was left: all its steps from the beginning, and what was undone in it just then."""

    steps: tuple[Step, ...]
    undone: tuple[tuple[Step, ...], ...] = ()


def first_table(
    ruleset: Ruleset[Any], rulings: Mapping[str, str], options: Mapping[str, str], components: Iterable[str] = ()
) -> Table:
    """The table at the beginning, with what is on file. Raises LineError for a line that teaches nothing."""
    chosen = {option.name: option.default for option in ruleset.options} | {**options}
    start = ruleset.start(Setup({**ruleset.rulebook.defaults(), **rulings}, chosen))
    return learned(ruleset, start, components)


def begun(ruleset: Ruleset[Any], header: Header) -> Timeline:
    """The timeline of a record before its first entry. Raises BrokenRecord when its set-up no longer works."""
    try:
        start = first_table(ruleset, header.rulings, header.options)
    except LineError as error:
        raise BrokenRecord(f"its set-up: {error.message}") from error
    unlearned = []
    for line in header.components:
        try:
            start = learned(ruleset, start, (line,))
        except LineError:
            unlearned.append(line)
    return Timeline(ruleset, start, named=header.rulings, unlearned=tuple(unlearned))


def end_of_game(table: Table, kind: str, side: str, sides: Mapping[str, str]) -> Table:
    """The table after a resignation or a draw that both sides agreed on."""
    if kind == "agree":
        return table.but(winner="draw")
    return table.but(winner=next(s for s in sides if s != side))


@dataclass(slots=True)
class Timeline:
    """All entries folded: the steps that count, what was undone and may come back, the line that is held, and the
    branches that were left.

    An old record stays readable though the rules that the program knows have changed since it was played (a damaged one
    is found by its checksums, before):

    named       the rulings of the header; those that came later are not in the digests of a record
    unlearned   the lines of the header that teach nothing any more
    unreadable  the stored entries that cannot be read any more, each with the reason; they change nothing
    differs     the first stored entry that now leads to another table than when it was played; 0 if there is none
    adrift      whether the last one does: nobody has gone on since, nor mended the table by `adjust`
    """

    ruleset: Ruleset[Any]
    start: Table
    steps: list[Step] = field(default_factory=list)
    undone: list[list[Step]] = field(default_factory=list)
    held: Entry | None = None
    branches: list[Branch] = field(default_factory=list)
    first: int = field(init=False)
    named: Mapping[str, str] = field(default_factory=dict)
    unlearned: tuple[str, ...] = ()
    unreadable: list[tuple[Entry, str]] = field(default_factory=list)
    differs: int = 0
    adrift: bool = False

    def __post_init__(self) -> None:
        self.first = digest_of(self.start)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.steps[-1].table if self.steps else self.start

    @property
    def tables(self) -> list[Table]:
        """All tables of the game as it counts: the first one, then the one after each step."""
        return [self.start, *(step.table for step in self.steps)]

    @property
    def digest(self) -> int:
        """The digest of the table as it is now."""
        return self.steps[-1].digest if self.steps else self.first

    def digest_with(self, table: Table) -> str:
        """How the digest of a next table is written in the record."""
        return spell(changed(self.digest, self.table, table))

    def fork(self) -> Self:
        """A timeline that goes its own way from here; the game takes it over when its entry is written."""
        other = copy(self)
        other.steps, other.undone, other.branches = self.steps[:], self.undone[:], self.branches[:]
        return other

    def push(self, entry: Entry, table: Table) -> None:
        """A new entry that counts. What was undone no longer comes back by `redo`: it becomes a branch."""
        self._leave_undone()
        self.steps.append(Step(entry, table, int(entry.digest, 16)))

    def _leave_undone(self) -> None:
        if self.undone:
            future = (step for group in reversed(self.undone) for step in group)
            self.branches.append(Branch((*self.steps, *future)))
            self.undone.clear()

    def correct(self, kept: int, steps: Iterable[Step]) -> int:
        """All steps but the first `kept` ones are replaced; as they were they become a branch: its number."""
        number = self._leave()
        self.steps[kept:] = steps
        return number

    def go_to(self, number: int) -> None:
        """Go back to a branch, 1 for the first; what is now becomes a branch. Raises IndexError."""
        if number < 1:
            raise IndexError(number)
        branch = self.branches[number - 1]
        self._leave()
        self.steps, self.undone = list(branch.steps), [list(group) for group in branch.undone]

    def _leave(self) -> int:
        """The course of the game as it is now becomes a branch, unless it is one already: its number."""
        now = Branch(tuple(self.steps), tuple(tuple(group) for group in self.undone))
        self.undone.clear()
        for number, branch in enumerate(self.branches, 1):
            if _same(now, branch):
                return number
        self.branches.append(now)
        return len(self.branches)

    def last_act(self) -> int:
        """Where the last player action begins; what the referee did of itself after it belongs to it. -1 if none."""
        i = len(self.steps) - 1
        while i >= 0 and self.steps[i].entry.by == REFEREE:
            i -= 1
        return i

    def undo(self, of: Sequence[int] = ()) -> list[Step]:
        """Take the last player action back, with all that followed from it; the steps that went. `of` are the entries
        that went in a record, which may be an old one: no others go.

        A duty that was skipped for this action is open again, and steps and windows that were let pass for it.
        """
        at = first = last = self.last_act()
        while first > 0 and self.steps[first - 1].entry.by == REFEREE:
            first -= 1
            if self.steps[first].entry.number in of if of else self.opens_again(first, last):
                at = first
        while at > first and self._is_forced(self.steps[at - 1].table):
            at -= 1
        gone = self.steps[at:]
        del self.steps[at:]
        self.undone.append(gone)
        return gone

    def opens_again(self, at: int, last: int) -> bool:
        """Whether step `at`, by which the referee went past something, goes with the act of step `last`.

        What was passed for a line that was undone since stands before the act, but not next to it in the record.
        """
        passed, act = self.steps[at].entry, self.steps[last].entry
        if passed.number + last - at < act.number:
            return False
        return passed.kind in ("skip", "close")

    def _is_forced(self, table: Table) -> bool:
        ask = self.ruleset.asks(table)
        return ask is not None and bool(ask.forced)

    def redo(self) -> list[Step]:
        """Bring the action back that was undone last."""
        back = self.undone.pop()
        self.steps.extend(back)
        return back

    def take(self, entry: Entry) -> None:
        """Fold one stored entry; one that these rules cannot read changes nothing. Raises BrokenRecord."""
        try:
            self._take(entry)
        except LineError as error:
            self.unreadable.append((entry, error.message))

    def _take(self, entry: Entry) -> None:
        if entry.kind == "held":
            self.held = entry
            return
        if entry.kind == "back":
            self.held = None
            return
        if entry.kind in ("undo", "redo"):
            for _ in range(acts_of(entry)):
                if entry.kind == "undo" and self.last_act() < 0 or entry.kind == "redo" and not self.undone:
                    raise Impossible(f"nothing to {entry.kind}")
                self.undo(entry.of) if entry.kind == "undo" else self.redo()
            return
        if entry.kind == "branch":
            try:
                self.go_to(entry.of[0])
            except IndexError:
                raise Impossible("there is no such branch") from None
            return
        if entry.kind == "fix":
            self._corrected(entry)
            return
        if entry.kind == "stand":
            self.held = None
        step = self._step(self.table, self.digest, entry, entry.number)
        self._leave_undone()
        self.steps.append(step)

    def _step(self, table: Table, digest: int, entry: Entry, number: int) -> Step:
        """An entry that counts, folded behind a table; `number` is that of the entry that holds it."""
        fault = ""
        try:
            new = after(self.ruleset, table, entry)
        except LineError as error:
            new, fault = table, error.message
            self.unreadable.append((entry, fault))
        digest = self._older(entry, new) or changed(digest, table, new)
        self.adrift = spell(digest) != entry.digest
        if self.adrift and not self.differs:
            self.differs = number
        return Step(entry, new, digest, fault)

    def _older(self, entry: Entry, new: Table) -> int:
        """The digest behind a first entry that was played before the book had some of its rulings; 0 if it was not."""
        if self.steps or self.differs or self.named.keys() >= self.start.rulings.keys():
            return 0
        known = {ruling: choice for ruling, choice in self.start.rulings.items() if ruling in self.named}
        first = digest_of(self.start.but(rulings=known))
        digest = changed(first, self.start, new)
        if spell(digest) != entry.digest:
            return 0
        self.first = first
        return digest

    def _corrected(self, entry: Entry) -> None:
        """Fold a correction: it holds all entries as they are from the corrected one on."""
        kept, steps = entry.data.get("kept"), entry.data.get("steps")
        if not isinstance(kept, int) or not isinstance(steps, list) or kept < 0:
            raise BrokenRecord(f"entry {entry.number}: this correction is not whole")
        if kept > len(self.steps):
            raise Impossible("there is no such entry to correct")
        table, digest = (self.steps[kept - 1].table, self.steps[kept - 1].digest) if kept else (self.start, self.first)
        new: list[Step] = []
        for document in steps:
            new.append(self._step(table, digest, Entry.from_json(document), entry.number))
            table, digest = new[-1].table, new[-1].digest
        self.correct(kept, new)


def _same(a: Branch, b: Branch) -> bool:
    """Whether two branches are the very same steps."""
    mine, theirs = [a.steps, *a.undone], [b.steps, *b.undone]
    return [[*map(id, part)] for part in mine] == [[*map(id, part)] for part in theirs]


def acts_of(entry: Entry) -> int:
    """How many acts an `undo` or `redo` speaks of."""
    return int(str(entry.data.get("acts", 1)))


def after(ruleset: Ruleset[Any], table: Table, entry: Entry) -> Table:
    """The table after an entry that counts. Raises LineError when these rules cannot read it."""
    if entry.kind in ("act", "stand"):
        act = Reader(table, ruleset.actions, ruleset.sides).read(f"{entry.side}> {entry.line}")
        need_context(table, act)  # for a table that other rules made
        return enact(ruleset, table, act)[0]
    if entry.kind in ("close", "skip", "later"):
        ask = ruleset.asks(table)
        if ask is None or ask.may != (entry.kind == "close"):
            raise Impossible("no question is open that could be passed over")
        return pass_over(ruleset, table, ask, omitted=entry.kind == "skip")[0]
    if entry.kind in ("resign", "agree"):
        return end_of_game(table, entry.kind, entry.side, ruleset.sides)
    return changed_by(ruleset, table, entry.kind, entry.data)


def set_places(ruleset: Ruleset[Any], table: Table, data: Mapping[str, Any]) -> Table:
    """The table with what an adjustment sets, before anything follows from it. Raises Impossible."""
    for piece, value in data.items():
        table = put(ruleset, table, piece, str(value))
    return table


def changed_by(ruleset: Ruleset[Any], table: Table, kind: str, data: Mapping[str, Any]) -> Table:
    """The table after an adjustment, a ruling, a house rule or a note. Raises Impossible where one cannot be."""
    if kind == "adjust":
        return settle(ruleset, set_places(ruleset, table, data))[0]
    if kind == "ruling":
        return settle(ruleset, table.but(rulings={**table.rulings, **data}))[0]
    if kind == "paid":
        at = data["item"] - 1
        if not 0 <= at < len(table.parked):
            raise Impossible("so many duties are not open")
        return table.but(parked=(*table.parked[:at], *table.parked[at + 1 :]))
    if kind == "house":
        house = {**table.house, **data}
        return table.but(house={rule: mode for rule, mode in house.items() if mode != "on"})
    return table

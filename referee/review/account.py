"""The account of a game: who did what in which turn and step, and what the referee found. Reports, the totals of every
export and statistics are made of it and of nothing else, so that they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.dice import Tally, tallies
from referee.fold import REFEREE, Timeline
from referee.game import Game
from referee.log import Entry
from referee.notation import Reader
from referee.review.marks import corrected, disputes
from referee.review.sentences import told
from referee.ruleset import BREACHES, Action, Kind, Table
from referee.telling import SAYS_LEGAL, said_by
from referee.veil import sight, veil

_COUNTED = (Kind.ILLEGAL, Kind.OMISSION, Kind.DOUBT, Kind.WARNING, Kind.RULING, Kind.NEEDS)
_SAID: Mapping[str, str] = {Kind.RULING: "applied", Kind.NEEDS: "not judged"}


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry that counts: the table that it met and the one that it left, and its sentence in the story."""

    entry: Entry
    before: Table
    after: Table
    act: Action[Any] | None
    sentence: str

    @property
    def by_referee(self) -> bool:
        """Whether the referee did it of itself."""
        return self.entry.by == REFEREE


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened in one step of one turn, in order."""

    turn: int
    side: str
    step: str
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A finding of the record, the turn in which its entry was written, and what became of it.

    outcome  of a breach: "stands: WHY", "held", "taken back", "undone", "corrected by entry 30" (or dropped, moot,
             judged again); of a ruling "applied", of a datum that is missing "not judged", of a warning "noted"
    """

    entry: Entry
    turn: int
    kind: str
    rule: str
    message: str
    instead: str
    outcome: str

    @property
    def text(self) -> str:
        """What was said, with what would have been legal."""
        legal = self.instead and self.kind in SAYS_LEGAL
        return f"{self.message} (legal: {self.instead})" if legal else self.message

    @property
    def is_flag(self) -> bool:
        """Whether it speaks of a breach of a rule."""
        return self.kind in BREACHES


@dataclass(frozen=True, slots=True)
class Account:
    """A game, read. `moments` are the entries that count; `findings` those of the whole record.

    decided  the moment that decided the game, None while it goes on; chapters: the moments by turn and step
    sees     who reads it: a side, NOBODY, "" for who may see all; sentences and findings leave out what he may not see,
             and the tables of the moments are whole
    """

    game: Game
    chapters: tuple[Chapter, ...]
    findings: tuple[Ruled, ...]
    decided: Moment | None
    sees: str = ""

    def seen(self, table: Table) -> Table:
        """A table as the reader may see it."""
        return sight(self.game.ruleset, table, self.sees)

    def veiled(self, text: str, *tables: Table) -> str:
        """A text as he may read it; `tables` are those that it speaks of, beside the one as it is now."""
        return veil(self.game, self.sees, *tables)(text)

    @property
    def moments(self) -> Iterator[Moment]:
        """All entries that count, in order."""
        return (moment for chapter in self.chapters for moment in chapter.moments)

    @property
    def turns(self) -> int:
        """The last turn that was played, or is being played."""
        return self.game.ruleset.played(self.game.table)

    @property
    def disputes(self) -> dict[int, str]:
        """Open disputes by the number of the entry."""
        return disputes(self.game)

    def dice(self) -> dict[str, Tally]:
        """The dice that count, by side."""
        return tallies(moment.entry for moment in self.moments)

    def totals(self) -> dict[str, int]:
        """The figures that every export states."""
        kinds = Counter(ruled.kind for ruled in self.findings)
        return {
            "entries": len(self.game.log.entries),
            "acts": sum(m.entry.kind in ("act", "stand") and not m.by_referee for m in self.moments),
            "turns": self.turns,
            **{kind.value: kinds[kind] for kind in _COUNTED},
            "dice": sum(tally.total for tally in self.dice().values()),
            "open disputes": len(self.disputes),
            "settled disputes": sum(moment.entry.kind == "settle" for moment in self.moments),
        }


def account_of(game: Game, sees: str = "") -> Account:
    """Read a game, as a side may read it, or NOBODY; "": all of it. The game is not changed."""
    moments = [_veiled(game, sees, moment) for moment in _moments(game)]
    won = [m for m in moments if m.after.winner != m.before.winner]
    decided = won[-1] if won and game.table.winner else None
    findings = _findings(game, moments)
    if sees:
        veiled = veil(game, sees, *game.timeline.tables)  # what was undone speaks of any of them
        findings = (replace(r, message=veiled(r.message), instead=veiled(r.instead), outcome=veiled(r.outcome))
                    for r in findings)  # fmt: skip
    return Account(game, tuple(_chapters(moments)), tuple(findings), decided, sees)


def _veiled(game: Game, sees: str, moment: Moment) -> Moment:
    """A moment whose sentence names nothing that was hidden before it, or is now."""
    return replace(moment, sentence=veil(game, sees, moment.before, moment.after)(moment.sentence)) if sees else moment


def _moments(game: Game) -> Iterator[Moment]:
    for step, before in zip(game.timeline.steps, game.timeline.tables, strict=False):
        if step.fault:
            sentence = f"The rules of today cannot read what was reported: {said_by(step.entry)}"
            yield Moment(step.entry, before, step.table, None, sentence)
        else:
            yield moment_of(game, step.entry, before, step.table)


def moment_of(game: Game, entry: Entry, before: Table, after: Table) -> Moment:
    """An entry between the table that it met and the one that it left. Raises LineError where it cannot be read."""
    act = None
    if entry.kind in ("act", "stand"):
        act = Reader(before, game.ruleset.actions, game.ruleset.sides).read(f"{entry.side}> {entry.line}")
    return Moment(entry, before, after, act, told(game.ruleset, entry, act, before, after))


def _chapters(moments: list[Moment]) -> Iterator[Chapter]:
    found: list[Moment] = []
    for moment in moments:
        if found and _place(found[0].before) != _place(moment.before):
            yield Chapter(*_place(found[0].before), tuple(found))
            found = []
        found.append(moment)
    if found:
        yield Chapter(*_place(found[0].before), tuple(found))


def _place(table: Table) -> tuple[int, str, str]:
    return table.turn, table.side, table.step


def _findings(game: Game, moments: Sequence[Moment]) -> Iterator[Ruled]:
    """The findings of the whole record, those of entries that count no longer among them, in order."""
    turns = _Turns(game, moments)
    counted: dict[int, list[Entry]] = {}
    for step in game.timeline.steps:
        counted.setdefault(step.entry.number, []).append(step.entry)
    let_stand = {number for entry in game.log.entries if entry.kind == "stand" for number in entry.of}
    marks = corrected(game)
    for number, versions in _versions(game).items():
        said: list[Mapping[str, str]] = []
        now = counted.get(number, [])
        # What counts comes last: a finding that is still made has the outcome that it has now.
        for entry in (*(v for v in versions if v not in now), *now):
            if entry.kind == "held" and number in let_stand:
                continue  # the entry that let it stand has its findings
            counts = entry in now
            for row in entry.findings:
                if row in said or not counts and any(row in other.findings for other in now):
                    continue
                said.append(row)
                kind, turn = row.get("kind", ""), turns.of(number)
                outcome = _outcome(entry, kind) if counts else _gone(game, entry, marks.get(number, ""))
                said_of = row.get("rule", ""), row.get("message", ""), row.get("instead", "")
                yield Ruled(entry, turn, kind, *said_of, outcome)


class _Turns:
    """In which turn each entry was written."""

    def __init__(self, game: Game, moments: Sequence[Moment]) -> None:
        self._game = game
        self._counted = {moment.entry.number: moment.before.turn for moment in reversed(moments)}
        self._written: dict[int, int] = {}

    def of(self, number: int) -> int:
        """The turn of an entry: the one that it meets; of one that counts no longer, that of its time."""
        if number not in self._counted and not self._written:
            timeline = Timeline(self._game.ruleset, self._game.timeline.start)
            for entry in self._game.log.entries:
                self._written[entry.number] = timeline.table.turn
                timeline.take(entry)
        return self._counted[number] if number in self._counted else self._written[number]


def _versions(game: Game) -> dict[int, list[Entry]]:
    """What each entry said, as it was written and as corrections made it."""
    found: dict[int, list[Entry]] = {}
    for entry in game.log.entries:
        found.setdefault(entry.number, []).append(entry)
        steps = entry.data.get("steps") if entry.kind == "fix" else None
        for document in steps if isinstance(steps, list) else ():
            again = Entry.from_json(document)
            found.setdefault(again.number, []).append(again)
    return found


def _outcome(entry: Entry, kind: str) -> str:
    """What became of a finding of an entry that counts."""
    if kind not in BREACHES:
        return _SAID.get(kind, "noted")
    why = f": {entry.why}" if entry.why else ""
    ruled = f" (ruled by {entry.ruled})" if entry.ruled else ""
    return f"stands{why}{ruled}"


def _gone(game: Game, entry: Entry, mark: str) -> str:
    """What became of a finding that is no longer made."""
    if mark:
        return mark
    if entry.kind != "held":
        return "undone"
    return "held" if game.held and game.held.number == entry.number else "taken back"

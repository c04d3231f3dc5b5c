"""The account of a game: who did what in which turn and step, and what the referee found. Log, report and statistics
are made of it and of nothing else, so that their totals agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.commands.look import corrected
from referee.commands.mend import disputes
from referee.dice import Tally, tallies
from referee.fold import REFEREE
from referee.game import Game
from referee.log import Entry
from referee.notation import Reader
from referee.review.sentences import told
from referee.ruleset import Action, Kind, Table

FLAGS = frozenset({Kind.ILLEGAL, Kind.OMISSION})
"""Kinds of findings that speak of a breach; the others are said and nothing more."""


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
    """A finding of the record, and what became of it: "stands", "taken back", "corrected by entry 30", "undone"."""

    entry: Entry
    kind: str
    rule: str
    message: str
    instead: str
    outcome: str

    @property
    def is_flag(self) -> bool:
        """Whether it speaks of a breach of a rule."""
        return self.kind in FLAGS


@dataclass(frozen=True, slots=True)
class Account:
    """A game, read. `moments` are the entries that count; `findings` those of the whole record.

    decided  the moment that decided the game, None while it goes on; chapters: the moments by turn and step
    """

    game: Game
    chapters: tuple[Chapter, ...]
    findings: tuple[Ruled, ...]
    decided: Moment | None

    @property
    def moments(self) -> Iterator[Moment]:
        """All entries that count, in order."""
        return (moment for chapter in self.chapters for moment in chapter.moments)

    @property
    def turns(self) -> int:
        """The last turn that was played."""
        return self.game.table.turn

    @property
    def disputes(self) -> dict[int, str]:
        """Open disputes by the number of the entry."""
        return disputes(self.game)

    def dice(self) -> dict[str, Tally]:
        """The dice that count, by side."""
        return tallies(moment.entry for moment in self.moments)

    def flags_by_rule(self) -> Counter[str]:
        """How often each rule was broken or forgotten."""
        return Counter(ruled.rule for ruled in self.findings if ruled.is_flag)

    def totals(self) -> dict[str, int]:
        """The figures that every export states."""
        kinds = Counter(ruled.kind for ruled in self.findings)
        return {
            "entries": len(self.game.log.entries),
            "acts": sum(m.entry.kind in ("act", "stand") and not m.by_referee for m in self.moments),
            "turns": self.turns,
            **{kind: kinds[kind] for kind in (Kind.ILLEGAL, Kind.OMISSION, Kind.WARNING, Kind.RULING, Kind.NEEDS)},
            "dice": sum(tally.total for tally in self.dice().values()),
            "disputes": len(self.disputes),
        }


def account_of(game: Game) -> Account:
    """Read a game. The game is not changed."""
    moments = list(_moments(game))
    decided = next((m for m in moments if m.after.winner and not m.before.winner), None) if game.table.winner else None
    return Account(game, tuple(_chapters(moments)), tuple(_findings(game)), decided)


def _moments(game: Game) -> Iterator[Moment]:
    before = game.timeline.start
    for step in game.timeline.steps:
        act = act_of(game, step.entry, before)
        yield Moment(step.entry, before, step.table, act, told(game.ruleset, step.entry, act, before, step.table))
        before = step.table


def act_of(game: Game, entry: Entry, before: Table) -> Action[Any] | None:
    """What an entry reports, read on the table that it met; None if it is no act."""
    if entry.kind not in ("act", "stand"):
        return None
    return Reader(before, game.ruleset.actions, game.ruleset.sides).read(f"{entry.side}> {entry.line}")


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


def _findings(game: Game) -> Iterator[Ruled]:
    """The findings of all entries of the record, those that count no longer among them, in order."""
    counted = {step.entry.number: step.entry for step in game.timeline.steps}
    let_stand = {number for entry in counted.values() for number in entry.of}
    marks = corrected(game)
    for logged in game.log.entries:
        entry = counted.get(logged.number, logged)
        if logged.kind == "held" and logged.number in let_stand:
            continue  # the entry that let it stand has its findings
        outcome = _outcome(game, entry, entry.number in counted, marks.get(logged.number, ""))
        for row in entry.findings:
            yield Ruled(
                entry, row.get("kind", ""), row.get("rule", ""), row.get("message", ""), row.get("instead", ""), outcome
            )


def _outcome(game: Game, entry: Entry, counts: bool, mark: str) -> str:
    if not counts:
        return mark or ("taken back" if entry.kind == "held" and entry is not game.held else "") or (
            "held" if entry.kind == "held" else "undone"
        )
    why = f": {entry.why}" if entry.why else ""
    ruled = f" (ruled by {entry.ruled})" if entry.ruled else ""
    return f"stands{why}{ruled}" if entry.verdict.endswith("stands") else "noted"

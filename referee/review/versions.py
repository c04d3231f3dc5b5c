"""A record and the rules of today: which entries they judge otherwise than when it was played, or cannot read.

The record stays as it is: its verdicts are what was said at the table. What is said now stands beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.course import enact, pass_over
from referee.fold import REFEREE, Step, Timeline
from referee.game import Game, stored
from referee.judge import judge, missed
from referee.log import Entry
from referee.notation import Reader
from referee.ruleset import Finding, LineError, Table
from referee.telling import many, said_by, tell_stored
from referee.umpire import cited

HAPPENED = "then"
"""The kind of row that tells what the rules made happen by themselves."""

MOST_TOLD = 5
"""Unreadable entries that are told one by one."""

Rows = tuple[Mapping[str, str], ...]
"""Findings as they stand in a record, and behind them what happened by itself."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table that an entry may have met, and the rules of the questions that were passed between it and the entry."""

    table: Table
    passed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that the rules of today judge otherwise: what was said then, and what is said now.

    fault  why it cannot be read any more; "" if it can
    """

    entry: Entry
    then: Rows
    now: Rows
    fault: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that make the difference, in the order of their ids."""
        then, now = _said(self.then), _said(self.now)
        return tuple(sorted({rule for _, rule in ((then - now) + (now - then))}))

    @property
    def short(self) -> str:
        """Both in a few words: `then ok, now illegal [supply.3]`."""
        return f"then {_in_short(self.then)}, now {'not readable' if self.fault else _in_short(self.now)}"

    def told(self) -> Iterator[str]:
        """Both in full, one line each; the entry stands before them."""
        yield f"#{self.entry.number} {said_by(self.entry)}"
        yield from (f"  it was: {line}" for line in ([tell_stored(row) for row in self.then] or ["ok"]))
        now = [self.fault] if self.fault else [tell_stored(row) for row in self.now] or ["ok"]
        yield from (f"  it is:  {line}" for line in now)

    def to_json(self) -> dict[str, Any]:
        """As `rejudge --json` has it."""
        row = {"entry": self.entry.number, "line": said_by(self.entry), "rules": list(self.rules)}
        row |= {"then": [dict(each) for each in self.then], "now": [dict(each) for each in self.now]}
        return row | ({"fault": self.fault} if self.fault else {})


def judged_now(game: Game) -> list[Difference]:
    """The entries that are judged otherwise now, each on the table that it meets when the record is played again.

    These are the entries that count, and the lines that were taken back. The game is not changed.
    """
    found = [*_counted(game), *_taken_back(game)]
    return sorted((d for d in found if d.fault or _said(d.then) != _said(d.now)), key=lambda d: d.entry.number)


def otherwise(game: Game) -> list[Difference]:
    """The entries that another version of the ruleset judges otherwise; none where the record is of this version."""
    return judged_now(game) if game.log.header.version != game.ruleset.version else []


def changes(game: Game) -> tuple[str, ...]:
    """What the players should know of a game that was played by other rules, a sentence each, until they go on."""
    line, then, now = game.timeline, game.log.header.version, game.ruleset.version
    told = [f"Its set-up says what these rules cannot read: {text[:80]}" for text in line.unlearned[:MOST_TOLD]]
    if line.adrift:
        versions = f" (version {then} then, {now} now)" if then != now else ""
        told.append(
            f"The rules that the referee knows have changed since this game was played{versions}: from entry "
            f"{line.differs} on the table is not quite what it was then. Go over it with `audit`; `adjust` mends it."
        )
        told += unreadable(line)
    found = otherwise(game)
    if found:
        are, first, name = "entry is" if len(found) == 1 else "entries are", found[0], game.log.header.name
        told.append(
            f"Begun with version {then} of the rules, opened with {now}: {len(found)} {are} judged otherwise, first "
            f"entry {first.entry.number}, {said_by(first.entry)[:80]}: {first.short}. Both verdicts are kept: "
            f"`referee rejudge {name}` lists them."
        )
    return tuple(told)


def rejudge_lines(game: Game) -> Iterator[str]:
    """What `rejudge` prints: each difference, then how many there are."""
    found, then, now = judged_now(game), game.log.header.version, game.ruleset.version
    for difference in found:
        yield from difference.told()
    versions = f"version {now}" if then == now else f"version {now}; the game was begun with version {then}"
    count = many(len(game.log.entries), "entry", "entries")
    yield f"{game.log.header.name}: {len(found)} of {count} judged otherwise by {game.ruleset.name}, {versions}."


def unreadable(line: Timeline) -> Iterator[str]:
    """The entries that the rules of today cannot read, the first of them one by one."""
    for entry, reason in line.unreadable[:MOST_TOLD]:
        told = said_by(entry)[:80]
        yield f"Entry {entry.number} cannot be read by these rules and changes nothing: {told} ({reason})"
    more = len(line.unreadable) - MOST_TOLD
    if more > 0:
        yield f"So it is with {many(more, 'entry', 'entries')} more."


def _counted(game: Game) -> Iterator[Difference]:
    """All entries that count."""
    places = [Place(game.timeline.start)]
    for step in game.timeline.steps:
        entry = step.entry
        yield _compared(game, places, step)
        if entry.kind == "roll" and entry.by == REFEREE:
            continue  # kept dice stand between an act and what it passed over
        if entry.by != REFEREE:
            places.clear()
        places = [Place(place.table, (*place.passed, entry.answers)) for place in places]
        places.append(Place(step.table))


def _taken_back(game: Game) -> Iterator[Difference]:
    """The lines that were held and not let stand."""
    entries = game.log.entries
    stand = {number for entry in entries if entry.kind == "stand" for number in entry.of}
    if not any(entry.kind == "held" and entry.number not in stand for entry in entries):
        return
    line = Timeline(game.ruleset, game.timeline.start)
    for entry in entries:
        if entry.kind == "held" and entry.number not in stand:
            yield _judged(game, [Place(line.table)], entry)
        line.take(entry)


def _compared(game: Game, places: list[Place], step: Step) -> Difference:
    """An entry that counts: its findings, and what happened by itself."""
    entry, ruleset, table = step.entry, game.ruleset, places[-1].table
    if step.fault:
        return Difference(entry, (*entry.findings, *_happened(entry.consequences)), (), step.fault)
    if entry.kind in ("act", "stand"):
        found = _judged(game, places, entry)
        if found.fault:
            return found
        act = Reader(table, ruleset.actions, ruleset.sides).read(f"{entry.side}> {entry.line}")
        now, happened = found.now, enact(ruleset, table, act)[1]
    elif entry.kind in ("close", "skip", "later"):
        ask = ruleset.asks(table)
        assert ask is not None  # else it could not have been read
        now = stored((missed(ruleset, ask),)) if entry.kind == "skip" and entry.by != REFEREE else ()
        happened = pass_over(ruleset, table, ask, omitted=entry.kind != "later")[1]
    else:
        return Difference(entry, (), ())
    return Difference(entry, (*entry.findings, *_happened(entry.consequences)), (*now, *_happened(happened)))


def _judged(game: Game, places: list[Place], entry: Entry) -> Difference:
    """The findings on an act, or on a line that was held.

    It was judged on the earliest table from which it passes over the very questions that were passed before it.
    """
    if entry.by == REFEREE:
        return Difference(entry, entry.findings, entry.findings)  # a forced answer is not judged
    ruleset, fault = game.ruleset, ""
    found: tuple[Finding, ...] = ()
    for place in places:
        try:
            act = Reader(place.table, ruleset.actions, ruleset.sides).read(f"{entry.side}> {entry.line}")
            verdict = judge(ruleset, place.table, act)
        except LineError as error:
            fault = error.message
            continue
        verdict = cited(ruleset, game.timeline.start, game.umpire, verdict) if game.umpire else verdict
        fault, found = "", verdict.findings
        if tuple(ask.rule for ask in verdict.passed) == place.passed:
            break
    return Difference(entry, entry.findings, stored(found), fault)


def _happened(consequences: tuple[str, ...]) -> Rows:
    """What happened by itself, as rows."""
    parts = (text.partition(": ") for text in consequences)
    return tuple({"kind": HAPPENED, "rule": rule, "message": what} for rule, _, what in parts)


def _said(rows: Rows) -> Counter[tuple[str, str]]:
    """What makes a judgement: kinds and rules. The words may change from version to version."""
    return Counter((row.get("kind", ""), row.get("rule", "")) for row in rows)


def _in_short(rows: Rows) -> str:
    return ", ".join(f"{row.get('kind', '')} [{row.get('rule', '')}]" for row in rows) or "ok"

"""The record, read: every entry with the table that it met, what was found, and what later entries made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.components.wording import capital, stopped
from referee.fold import REFEREE, Timeline
from referee.game import Game
from referee.log import Entry, Log
from referee.notation import plain
from referee.review.marks import TURNS, Marker, corrected, disputes, spell_mark
from referee.review.versions import otherwise
from referee.ruleset import BREACHES, Ruleset, Table
from referee.telling import deed, tell_entry, tell_stored
from referee.veil import veil

_ANSWERS_HELD = {"stand": "let stand", "back": "taken back"}


@dataclass(frozen=True, slots=True)
class Row:
    """An entry, the table that it met and the one that it left.

    mark  what later entries say of it, "" if nothing
    now   what a correction made of it: the entry as it counts, or those that the correction put in
    """

    entry: Entry
    before: Table
    after: Table
    mark: str = ""
    now: tuple[Entry, ...] = ()

    @property
    def versions(self) -> tuple[Entry, ...]:
        """The entry as it was written, and as it counts now where that is something else."""
        return (self.entry, *self.now)

    @property
    def is_pass(self) -> bool:
        """Whether nothing was done: a window was let pass, or the referee went on of itself."""
        return self.entry.kind == "close" or self.entry.by == REFEREE

    @property
    def is_flagged(self) -> bool:
        """Whether a rule was broken or a duty left out."""
        return any(row.get("kind") in BREACHES for entry in self.versions for row in entry.findings)


def record(game: Game) -> list[Row]:
    """All entries as they were written, with the tables of that time: what was corrected later is not yet."""
    timeline = Timeline(game.ruleset, game.timeline.start)
    rows: list[Row] = []
    marker, held = Marker(), dict[int, str]()
    for entry in game.log.entries:
        before, counted = timeline.table, timeline.steps[:] if entry.kind in TURNS else []
        timeline.take(entry)
        rows.append(Row(entry, before, timeline.table))
        if entry.kind in TURNS:
            marker.saw(entry, counted, timeline.steps)
        if entry.kind in _ANSWERS_HELD:
            held |= dict.fromkeys(entry.of, f"{_ANSWERS_HELD[entry.kind]} by entry {entry.number}")
    marks = marker.marks(game.log.entries, timeline.steps)
    now: dict[int, list[Entry]] = {}
    for step in game.timeline.steps:
        number = step.entry.number
        if step.entry.by != REFEREE and (number in marks or rows[number - 1].entry.kind == "fix"):
            now.setdefault(number, []).append(step.entry)
    return list(_marked(game, rows, held | {number: spell_mark(mark) for number, mark in marks.items()}, now))


def counting(game: Game) -> list[Row]:
    """The entries that count, as they count now."""
    pairs = zip(game.timeline.steps, game.timeline.tables, strict=False)
    rows = [Row(step.entry, before, step.table) for step, before in pairs]
    return list(_marked(game, rows, corrected(game), {}))


def _marked(game: Game, rows: Iterable[Row], marks: dict[int, str], now: dict[int, list[Entry]]) -> Iterator[Row]:
    disputed = disputes(game)
    versions = {difference.entry.number: difference.short for difference in otherwise(game)}
    for row in rows:
        number = row.entry.number
        said = [marks[number]] if number in marks else []
        said += [f"disputed: {disputed[number]}"] if number in disputed else []
        said += [versions[number]] if number in versions else []
        yield Row(row.entry, row.before, row.after, "; ".join(said), tuple(now.get(number, ())))


def as_it_was(game: Game, number: int) -> Game:
    """The game as it was after an entry of the record (0: before the first), in memory."""
    before = Game(game.ruleset, Log.memory(game.log.header, game.log.entries[:number]))
    before.viewer, before.vault = game.viewer, game.vault
    return before


def seen(game: Game, table: Table) -> Table:
    """A table of the game as the viewer may see it."""
    return game.ruleset.view(table, game.viewer) if game.viewer else table


def place(ruleset: Ruleset[Any], table: Table) -> str:
    """Where a table stands: `Turn 3, Red, Supply`."""
    side, step = ruleset.sides.get(table.side, table.side), ruleset.step_title(table.step)
    return f"Turn {table.turn}, {side}, {step}"


def log_lines(game: Game, rows: Iterable[Row]) -> Iterator[str]:
    """Entries, one a line, under a heading for each step of each turn."""
    return (text for _, text in styled_lines(game, rows))


def styled_lines(game: Game, rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """The lines of the log, each with what it is: "heading", "pass", "flag" or "" for all else."""
    veiled = veil(game, game.viewer)
    heading = ""
    for row in rows:
        if (here := place(game.ruleset, row.before)) != heading:
            heading = here
            yield "heading", plain(here)
        dim = "pass" if row.is_pass and not row.is_flagged else ""
        yield from ((style or dim, plain(veiled(f"  {text}"))) for style, text in _row_lines(row))


def entry_lines(row: Row) -> Iterator[str]:
    """An entry, its findings, and what followed from it by the rules; all but the first line are set in."""
    return (text for _, text in _row_lines(row))


def _row_lines(row: Row) -> Iterator[tuple[str, str]]:
    yield "", f"{tell_entry(row.entry)}{f'  ({row.mark})' if row.mark else ''}"
    yield from _found_lines(row.entry)
    for entry in row.now:
        yield "", f"  now {tell_entry(entry)}"
        yield from _found_lines(entry)


def _found_lines(entry: Entry) -> Iterator[tuple[str, str]]:
    for finding in entry.findings:
        yield "flag" if finding.get("kind") in BREACHES else "", f"    {tell_stored(finding)}"
    yield from (("", f"    then {said}") for said in entry.consequences)


def spoken_lines(game: Game, rows: Iterable[Row]) -> Iterator[str]:
    """The log for a screen reader: an entry a line, whole in itself, in sentences."""
    veiled = veil(game, game.viewer)
    for row in rows:
        said = " ".join(stopped(text) for text in _spoken(game, row))
        yield plain(veiled(said))


def _spoken(game: Game, row: Row) -> Iterator[str]:
    yield place(game.ruleset, row.before)
    yield from _spoken_entry(game, row.entry, "Entry")
    if row.mark:
        yield capital(row.mark)
    for entry in row.now:
        yield from _spoken_entry(game, entry, "Now entry")


def _spoken_entry(game: Game, entry: Entry, word: str) -> Iterator[str]:
    verdict = "" if entry.verdict == "ok" else f", {entry.verdict.replace('-', ', ')}"
    yield f"{word} {entry.number}{verdict}{', by the referee' if entry.by == REFEREE else ''}"
    yield _turned(entry) or deed(game.ruleset.sides, entry)
    if entry.why:
        yield f"Reason: {entry.why}"
    if entry.ruled:
        yield f"Ruled by {entry.ruled}"
    for finding in entry.findings:
        yield f"{finding.get('kind', '').capitalize()}, rule {finding.get('rule', '')}: {finding.get('message', '')}"
        if finding.get("instead"):
            yield f"Legal: {finding['instead']}"
    yield from (f"Then {said}" for said in entry.consequences)


def _turned(entry: Entry) -> str:
    """What an undo, redo or correction speaks of; "" for any other entry."""
    if entry.kind == "fix":
        return entry.line.replace("> ", ": ")
    if entry.kind not in ("undo", "redo") or not entry.of:
        return ""
    word = "Undone" if entry.kind == "undo" else "Done again"
    return f"{word}: entry {entry.of[0]}" if len(entry.of) == 1 else f"{word}: entries {entry.of[0]} to {entry.of[-1]}"

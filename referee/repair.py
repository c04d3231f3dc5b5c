"""A damaged record made usable again: up to the last entry before the damage, and what was behind it as a branch.

The damaged file is kept as it is, beside the record. The new file takes its place in one move, so that a kill leaves
either of them whole; doing it again does no harm.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from referee.branches import common, go_to_branch, number_of
from referee.commands import run
from referee.correct import rerun
from referee.digest import spell
from referee.durable import write_whole
from referee.fold import REFEREE, BrokenRecord, Step, Timeline
from referee.game import Game
from referee.library import LibraryError, find_game, now, open_log, state_folder
from referee.lines import (
    ENTRIES,
    HEADER,
    DamagedRecord,
    End,
    RecordError,
    SaveError,
    line_name,
    parse_line,
    reason_of,
    split_sum,
)
from referee.log import Collector, Entry, Log
from referee.notation import quoted
from referee.review.marks import TURNS
from referee.ruleset.find import load_ruleset
from referee.salvage import Found, find, legible
from referee.statefolder import Mark, WriterLock, state_file
from referee.telling import many, said_by

DAMAGED = ".damaged"
"""How the name of a damaged file ends that is kept beside its record."""

REST = ".rest.ref"
"""How the name of a file ends that holds the lines of a record whose header is lost."""

MOST_TOLD = 9
"""Entries that are named one by one."""

_NO_END = "its last line has no end"
_NOT_ENTERED = "What --lost says was not entered, for no entry is missing before another one."
_NEWER = "Its checksums fit, so it was not damaged; most likely a later referee wrote it: bring this one up to date"


class _Branch(NamedTuple):
    """What became of the entries behind a damage: their branch (0: none), how many are in it, and what is left out."""

    number: int = 0
    entries: int = 0
    left_out: Sequence[str] = ()


def repair(name: str, line: str = "") -> list[str]:
    """Mend a record as far as it can be; what was done, in sentences.

    `line`: what the damaged entry was, where somebody knows it: the branch begins with it. Raises LibraryError where
    nothing can be done, and as `open_game` does; the record is then as it was.
    """
    path = find_game(name)
    try:
        with open_log(name) as log:
            fault = _NO_END if log.storage.torn and len(find(path.read_bytes()).good) > len(log.entries) + 1 else ""
    except DamagedRecord as damage:
        if not damage.line:  # no plain file, or far too large
            raise
        fault = damage.reason
    told = [*(_locked(path, fault, line) if fault else ()), *_accept(path)]
    unused = [_NOT_ENTERED] if line and not fault else []
    return [*(told or [f"{path.name} is not damaged: nothing was changed."]), *unused]


def prospect(path: Path, damage: DamagedRecord) -> str:
    """What is damaged in a record, and what `repair` can make of it. Raises OSError."""
    return f"damaged at {line_name(damage.line)}: {'. '.join((damage.reason, *_prospect(path)))}."


def _prospect(path: Path) -> list[str]:
    raw = path.read_bytes()
    found = find(raw)
    lost, command = len(found.good), f"`referee doctor {shlex.quote(path.stem)} --repair`"
    if not found.good:
        behind = f"; else {command} writes out what can be read of it" if found.later else ""
        return [f"Its header is lost. Bring back a copy of the file{behind}"]
    if _is_untouched(raw, found):
        return [_NEWER]
    if not found.lost:
        return [f"The checksums prove all its {many(lost - 1, 'entry', 'entries')}: {command} mends it whole"]
    behind = f"what is behind it ({many(len(found.later), 'entry', 'entries')}) becomes a branch, judged again"
    told = [f"It is good up to entry {lost - 1}: {command} opens it there, and {behind}"]
    if (piece := found.lost[0]).find(f'"id":{lost},'.encode()) >= 0 and (read := legible(piece)):
        told.append(f"Of entry {lost} this can be read: {read}")
    return [*told, f'If you know what entry {lost} was, add `--lost "LINE"`, and the branch begins with it']


def _locked(path: Path, fault: str, line: str) -> list[str]:
    lock = WriterLock(path, state_folder(), now())
    try:
        return _mend(path, fault, line)
    except SaveError as error:
        raise LibraryError(f"{error} The damaged record is as it was.") from error
    except OSError as error:
        why = reason_of(error)
        raise LibraryError(f"{path} could not be mended: {why}. The damaged record is as it was.") from error
    finally:
        lock.release()


def _mend(path: Path, fault: str, line: str) -> list[str]:
    raw = path.read_bytes()
    found = find(raw)
    if not found.good:
        raise LibraryError(_without_header(path, found))
    if _is_untouched(raw, found):
        raise LibraryError(f"{path} cannot be read: {fault}. {_NEWER}.")
    game, later, unread = _game(found)
    lost = len(game.log.entries) + 1
    told = [f"{path.name} was damaged: {fault}."]
    if not found.lost:
        kept = _keep_aside(path, raw)
        write_whole(path, b"".join(found.good), over=True)
        count = many(lost - 1, "entry", "entries")
        unused = [_NOT_ENTERED] if line else []
        return [*told, f"It is whole again: the checksums prove the header and {count}.", kept, *unused]
    branch = _set_aside(game, later, lost, line)
    behind = list(_behind(branch._replace(left_out=[*unread, *branch.left_out]), lost))
    kept = _keep_aside(path, raw)
    where = f"what was behind it is branch {branch.number}" if branch.number else "nothing behind it could be kept"
    text = f"The file was damaged behind entry {lost - 1}; {where}. {kept}"
    game.change("note", f"note {quoted(text)}", {})
    _put_in_place(path, game.log)
    return [*told, f"It is open again up to entry {lost - 1}, the last one before the damage.", *behind, kept]


def _is_untouched(raw: bytes, found: Found) -> bool:
    return b"".join(found.good) == raw


def _game(found: Found) -> tuple[Game, list[Entry], list[str]]:
    """The game up to the damage, in memory, the entries behind it, and those that this referee cannot read."""
    sure, later, unread = Collector(), [], []
    for number, raw in enumerate(found.good, 1):
        sure(parse_line(number, split_sum(raw)[0]))
    for line in found.later:
        try:
            later.append(Entry.from_json(line.document))
        except DamagedRecord as damage:
            unread.append(f"entry {line.id}: {damage.reason}")
    assert sure.header is not None
    log = Log.memory(sure.header, sure.entries)
    return Game(load_ruleset(sure.header.ruleset), log, now), later, unread


def _keep_aside(path: Path, raw: bytes) -> str:
    """Keep the damaged file under a name that is free, or where it is kept already: the sentence that says so."""
    number = 1
    while True:
        kept = path.with_name(f"{path.name}{DAMAGED}{'' if number == 1 else f'-{number}'}")
        try:
            write_whole(kept, raw, like=path)
        except FileExistsError:
            if not kept.is_file() or kept.read_bytes() != raw:
                number += 1
                continue
        return f"The damaged file is kept as {kept.name}."


def _put_in_place(path: Path, log: Log) -> None:
    """The record becomes what a log in memory holds."""
    end, lines = End(), []
    for table, document in ((HEADER, log.header.to_json()), *((ENTRIES, e.to_json()) for e in log.entries)):
        line, end = end.after(table, document)
        lines.append(line)
    write_whole(path, b"".join(lines), over=True)
    Mark(state_file(path, state_folder(), ".mark")).write(end.lines, end.sum)


def _accept(path: Path) -> list[str]:
    """A record that is sound in itself is taken as it is, though its end is torn, or is not what the mark says."""
    with Log.open(path, state_folder(), now=now()) as log:
        told = list(log.storage.notices)
        if log.storage.mark in ("short", "differs"):
            game = Game(load_ruleset(log.header.ruleset), log, now)
            game.change("note", f"note {quoted(f'The record was taken as it is. {told[-1]}')}", {})
            told.append("The record is taken as it is now, and says so in a note.")
        if log.failure:
            raise LibraryError(f"{path} could not be saved: {log.failure}.")
    return told


def _set_aside(game: Game, later: Sequence[Entry], lost: int, line: str) -> _Branch:
    """Entries behind a damage, judged again and written as a course of the game that was left.

    `line` is entered before them. Raises LibraryError where that cannot be.
    """
    timeline, grown = _entered(game, line) if line else (game.timeline.fork(), 0)
    left_out = _take(timeline, later, lost + grown)
    old = game.timeline.steps
    kept = common(old, timeline.steps)
    before = (old[kept - 1].table, old[kept - 1].digest) if kept else (timeline.start, timeline.first)
    steps, impossible = _judged_again(game, before, timeline.steps[kept:])
    left_out += impossible
    if not steps:
        return _Branch(0, 0, left_out)
    game.take_back_held("")
    left = _leave(game, kept, lost)
    numbers: dict[int, int] = {}
    for step in steps:
        number = len(game.log.entries) + 1
        entry = _renumbered(step.entry, numbers, number)
        game.timeline.push(replace(entry, digest=spell(step.digest)), step.table)
        game.log.append(game.timeline.steps[-1].entry)
        numbers[step.entry.number] = number
    there = game.timeline.steps[:]
    go_to_branch(game, left, "")
    return _Branch(number_of(game.timeline, there), len(steps), left_out)


def _entered(game: Game, line: str) -> tuple[Timeline, int]:
    """The game goes on with a line, in memory, and how many entries it made. Raises LibraryError."""
    scratch = Game(game.ruleset, Log.memory(game.log.header, game.log.entries), game.clock)
    scratch.timeline = game.timeline.fork()
    answer = run(scratch, line, stands="")
    if answer.status == "asked":  # what is in a record was kept
        answer = run(scratch, "keep", stands="")
    grown = len(scratch.log.entries) - len(game.log.entries)
    if answer.error or not grown:
        why = answer.error.message if answer.error else "No entry comes of it."
        raise LibraryError(f"{line[:60]!r} cannot be the line that was lost: {why}")
    return scratch.timeline, grown


def _take(timeline: Timeline, later: Sequence[Entry], due: int) -> list[str]:
    """Fold entries, of which the first should have the number `due`; those that cannot be, with the reason."""
    left_out = []
    timeline.unreadable = []
    for taken, entry in enumerate(later, due):
        again = _as_it_meant(timeline, entry, entry.number - taken)
        if again is None:
            left_out.append(_left_out(entry, "it speaks of what is lost"))
            continue
        try:
            timeline.take(again)
        except (BrokenRecord, RecordError) as error:
            left_out.append(_left_out(entry, str(error)))
    # Acts among them are looked at again when they are judged.
    return left_out + [_left_out(entry, why) for entry, why in timeline.unreadable if entry.kind in TURNS]


def _left_out(entry: Entry, why: str) -> str:
    return f"entry {entry.number} ({said_by(entry)}): {why}"


def _as_it_meant(timeline: Timeline, entry: Entry, missing: int) -> Entry | None:
    """An entry behind so many that are missing, so that it does what it did; None if that was with them alone."""
    if entry.kind in ("undo", "redo"):
        undone = [step for group in timeline.undone for step in group]
        there = {s.entry.number for s in (timeline.steps if entry.kind == "undo" else undone) if s.entry.by != REFEREE}
        acts = len(there.intersection(entry.of))
        return replace(entry, data={**entry.data, "acts": acts}) if acts else None
    kept = entry.data.get("kept")
    if entry.kind == "fix" and timeline.adrift and isinstance(kept, int):
        # It counts steps. What is missing changed the table, so those were steps.
        return replace(entry, data={**entry.data, "kept": max(kept - missing, 0)})
    return entry


def _judged_again(game: Game, before: tuple[Any, int], steps: list[Step]) -> tuple[list[Step], list[str]]:
    """Steps from a table on as they are on it, and what cannot be entered there, with the reason."""
    scratch = Game(game.ruleset, Log.memory(game.log.header), game.clock)
    scratch.timeline.start, scratch.timeline.first = before
    scratch.timeline.steps = steps
    again = rerun(scratch, (), run)
    left_out = [
        _left_out(change.old, change.why or "its question is not asked now")
        for change in again.of("impossible", "moot")
        if change.old
    ]
    return [*steps[: again.kept], *again.steps], left_out


def _leave(game: Game, kept: int, lost: int) -> int:
    """The game as it is becomes a branch, of which so many steps go on: the number of that branch."""
    timeline = game.timeline.fork()
    number = timeline.correct(kept, ())
    data = {"kept": kept, "steps": [], "marks": {}, "branch": number}
    line = f"damaged behind entry {lost - 1}"
    game.write(game.new_entry("fix", "", line, digest=spell(timeline.digest), data=data), timeline)
    return number


def _renumbered(entry: Entry, numbers: dict[int, int], number: int) -> Entry:
    """An entry with its new number, and with those of the entries that it speaks of."""
    of = tuple(numbers[each] for each in entry.of if each in numbers)
    if entry.kind not in ("dispute", "settle"):
        return replace(entry, number=number, of=of)
    about = int(str(entry.data["entry"]))
    about = numbers.get(about, about)
    text = str(entry.data["text"])
    line = f"{entry.kind} {about} {quoted(text)}"
    return replace(entry, number=number, of=of, line=line, data={**entry.data, "entry": about})


def _behind(branch: _Branch, lost: int) -> Iterator[str]:
    """What became of what was behind the damage."""
    if not branch.number:
        yield "Nothing of what was behind it could be kept." if branch.left_out else "No whole entry was behind it."
    else:
        count = many(branch.entries, "entry was", "entries were")
        yield f"{count} behind it, judged again: `branch {branch.number}` goes there, `branches` says more."
    if branch.left_out:
        yield f"Without what was lost (entry {lost}) these cannot be entered again:"
        yield from (f"  {told}" for told in branch.left_out[:MOST_TOLD])
        if len(branch.left_out) > MOST_TOLD:
            yield f"  and {len(branch.left_out) - MOST_TOLD} more"


def _without_header(path: Path, found: Found) -> str:
    """What to do where nobody knows of which game the entries are; those that can be read are written as lines."""
    sentence = f"The header of {path.name} is lost, so nobody can tell which game it was. The file is kept as it is."
    lines = [f'# {path.name}: put [Ruleset "NAME"] here, and all that was chosen, then `referee import` this file.']
    read = 0
    for line in found.later:
        try:
            entry = Entry.from_json(line.document)
        except DamagedRecord as damage:
            lines.append(f"# {line.id} cannot be read: {damage.reason}")
            continue
        acts = entry.kind in ("act", "stand") and entry.by != REFEREE
        lines.append(said_by(entry) if acts else f"# {entry.number} {entry.kind} {said_by(entry)}".rstrip())
        read += 1
    if not read:
        return f"{sentence} No entry in it can be read. Bring back a copy of the file."
    rest = path.with_name(path.name + REST)
    try:
        write_whole(rest, ("\n".join(lines) + "\n").encode(), like=path)
    except FileExistsError:
        return f"{sentence} What can be read of it is in {rest.name} already."
    count = many(read, "entry is", "entries are")
    return f"{sentence} Bring back a copy of the file; else {count} written as lines to {rest.name}."

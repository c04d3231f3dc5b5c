"""An act out of its time may be one of an earlier time: which entry it may correct, or where it was forgotten.

Nothing is known here of any rule: an earlier table is asked what it would have said to the same line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.chain import Chain
from referee.commands.call import COMMANDS
from referee.components.wording import capital
from referee.correct import rerun
from referee.edits import Change, Edit
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.judge import judge
from referee.log import Entry
from referee.notation import Incomplete, NearMiss, Reader, fold, near, quoted, write
from referee.notation.faults import slip_of
from referee.ruleset import (
    BREACHES,
    Action,
    Form,
    Impossible,
    Kind,
    LineError,
    NotUnderstood,
    Table,
    UnknownName,
    slots_of,
)

REMOVING = ("remove", "delete", "erase", "forget")
"""Words for taking something off the file."""

RECENT = 150
"""Entries of this turn and the one before among which is looked."""


def hint(game: Game, line: str, answer: Answer) -> Answer:
    """The answer to an act that comes out of its time, with what it may belong to; standing makes it a new event."""
    if answer.status != "held" and not isinstance(answer.error, Impossible | Incomplete):
        return answer
    lines = [f"{answer.side}> {answer.line}"] if answer.status == "held" else _readings(game, line, answer.error)
    if not lines:
        return answer
    asked = _asked_now(game, lines, answer.side)
    again = answer.status == "held" and _just_done(game, answer)
    text = "" if again or (asked and not _out_of_time(game, answer)) else _told(game, lines, legal=asked)
    if not text:
        return answer
    if answer.error is None:
        return replace(answer, told=(*answer.told, text))
    answer.error.message = f"{answer.error.message.removesuffix('.')}. {text}"
    return replace(answer, findings=(answer.error.finding(),))


def command_hint(game: Game, line: str, answer: Answer) -> Answer:
    """The answer to a line whose first word is no verb, but nearer to a command of the referee than to its choices, or
    one by which players would take something off the file.
    """
    error, start = answer.error, game.reader().prefix(line)[1] if answer.error is not None else 0
    word = line[start:].partition(" ")[0]
    new = isinstance(error, UnknownName | NearMiss)
    if error is None or not (new or type(error) is NotUnderstood):
        return answer
    if error.column != start or not word or game.reader().verb_of(word):
        return answer
    if fold(word) in REMOVING:
        error = NotUnderstood(_taken_out(game, word, line[start + len(word) :]), start)
        return replace(answer, error=error, findings=(error.finding(),))
    commands = [command.name for command in COMMANDS]
    meant = slip_of(word, commands) if new or not error.choices else near(word, [*error.choices, *commands], 1)
    if not meant or meant[0] not in commands:
        return answer
    error = NotUnderstood(f"{word[:40]!r} is no verb. Did you mean {meant[0]}?", start, meant)
    return replace(answer, error=error, findings=(error.finding(),))


def _taken_out(game: Game, word: str, rest: str) -> str:
    """That something is no verb by which players would take off the file what they told, and which entry to drop."""
    called = fold(rest.strip().strip('"'))
    named = [one for one in game.ruleset.on_file(game.seen) if called in (one.name, fold(one.title))]
    told = [step.entry for step in game.timeline.steps for one in named if _tells(step.entry.line, one.kind, one.title)]
    said = f"{word!r} is no verb. What an entry told is taken out with: fix"
    return f"{said} {told[0].number} drop" if told else f"{said} NUMBER drop (`log` shows the numbers)"


def _tells(line: str, kind: str, title: str) -> bool:
    """Whether a line put a thing of a title on file."""
    return line.startswith(f"{kind} ") and quoted(title) in line


def _just_done(game: Game, answer: Answer) -> bool:
    """Whether the last act of the players was the same: then it was not forgotten."""
    last = next((step.entry for step in reversed(game.timeline.steps) if step.entry.by != REFEREE), None)
    return last is not None and (last.side, last.line) == (answer.side, answer.line)


def _out_of_time(game: Game, answer: Answer) -> bool:
    """Whether an act is flagged for its time though a question takes such acts, to say what is wrong with them.

    Its own rule says so too, but not where the open question is under that rule: there it is something else that is
    wrong with an act that comes in time.
    """
    rules = {act.rule for act in game.ruleset.actions if act.verb == answer.line.partition(" ")[0]}
    rules -= {game.ask.rule} if game.ask else set()
    flagged = {f.rule for f in answer.findings if f.kind is Kind.ILLEGAL}
    return bool(flagged) and flagged <= {game.ruleset.step_rule, *game.ruleset.late_rules, *rules}


def _readings(game: Game, line: str, error: LineError | None) -> list[str]:
    """The line; where a word is missing for its verb, with the verbs that look like that one (`loss` and `lose`).

    None for a bare value: it answers what is asked now, and says nothing of any other time.
    """
    side, start = game.reader().prefix(line)
    verb, _, rest = line[start:].strip().partition(" ")
    if not game.reader().verb_of(verb):
        return []
    if not isinstance(error, Incomplete):
        return [line]
    verbs = near(error.act.verb, (act.verb for act in game.ruleset.actions))
    before = f"{side}> " if side else ""
    return [f"{before}{other} {rest}" for other in dict.fromkeys((error.act.verb, *verbs))]


def _asked_now(game: Game, lines: Sequence[str], side: str) -> bool:
    """Whether one of the lines is of a kind that may come now: then it is about now."""
    reader = game.reader()
    verbs = {act.verb for line in lines for act in reader.verb_of(line[reader.prefix(line)[1] :].split()[0])}
    for line in lines:
        with suppress(LineError):
            verbs.add(reader.read(line).verb)  # a bare value has no verb of its own
    return any(verbs & {*ask.verbs} and side in ("", ask.side) for ask in game.chain().asks())


def _told(game: Game, lines: Sequence[str], legal: bool) -> str:
    """What the line may belong to: the last entry of its kind about the same thing, or a later place that takes it.

    `legal`: only if it would have been legal there.
    """
    late: tuple[Entry, Action[Any]] | None = None
    for entry, before, act, chain in _earlier(game, lines):
        takes = _takes(game, act, chain)
        mended = _mended(game, entry, before, act) if takes or not legal else ""
        if mended:
            said = f"If it belongs to entry {entry.number}: fix {entry.number} {mended}"
            if mended == f"{entry.side}> {entry.line}":
                if not _is_why(game, entry, act):
                    break
                said = f"Entry {entry.number} says that already; fix {entry.number} changes it"
            return "; ".join(filter(None, (said, late and _forgotten(game, *late)))) + "."
        if takes and late is None:
            late = (entry, act)
    forgotten = late and _forgotten(game, *late)
    return f"{capital(forgotten)}." if forgotten else ""


def _is_why(game: Game, entry: Entry, act: Action[Any]) -> bool:
    """Whether an act about something may be wrong now for an entry did the same: it was right there, and it is not for
    its time alone that it is wrong now.
    """
    at = next(i for i, step in enumerate(game.timeline.steps) if step.entry.number == entry.number)
    asked = act.timed or any(act.verb in ask.verbs and act.side == ask.side for ask in game.chain().asks())
    if not (asked and _subject(act)) or _breaks(game, game.timeline.tables[at], act):
        return False
    return bool(_breaks(game, game.table, act))


def _breaks(game: Game, table: Table, act: Action[Any]) -> set[str]:
    """The rules that an act breaks on a table, or that make it impossible there."""
    try:
        found = judge(game.ruleset, table, act).findings
    except Impossible as error:
        return {error.rule}
    return {finding.rule for finding in found if finding.kind in BREACHES}


def _forgotten(game: Game, entry: Entry, act: Action[Any]) -> str:
    """How the act is inserted before an entry; "" where a later entry would break a rule then, or mean nothing."""
    line = f"{act.side}> {write(act)}"
    edit = Edit(entry.number, "insert", line)
    try:
        changes = rerun(game, (edit,), lambda scratch, text: scratch.report(text, "", "")).changes
    except LineError:
        return ""
    spoiled = any(c.newly_flagged or c.status == "impossible" or _is_lost(game, c) for c in changes)
    return "" if spoiled else f"if it was forgotten: insert {entry.number} {line}"


def _is_lost(game: Game, change: Change) -> bool:
    """Whether a correction would drop an act that says more than its verb: it was done, and not instead of another."""
    if change.status != "moot" or change.old is None:
        return False
    verb = change.old.line.partition(" ")[0]
    return any(slots_of(act) for act in game.ruleset.actions if act.verb == verb)


def _earlier(game: Game, lines: Sequence[str]) -> Iterator[tuple[Entry, Table, Action[Any], Chain]]:
    """Back through this turn and what the other side did before it: an entry of the players, the table that it met,
    the line as it would have been read there, and the questions that were open, those that the entry went past too.

    An act of a battle (`Action.during`) belongs to the one that is fought, or to the last one.
    """
    ruleset, steps, tables = game.ruleset, game.timeline.steps, game.timeline.tables
    fought: set[str] = set()
    over: set[str] = set()
    for i in range(len(steps) - 1, max(-1, len(steps) - 1 - RECENT), -1):
        if tables[i].turn < game.table.turn and tables[i].side == game.table.side:
            return  # the side's own last turn: what was done there is done anew in this one
        for what in _contexts(game):
            now = i + 1 == len(steps) and getattr(game.table, what) is not None
            if now or getattr(tables[i], what) is not None:
                fought.add(what)
            elif what in fought:
                over.add(what)
        if steps[i].entry.by == REFEREE or steps[i].fault:
            continue
        at = i
        while at and steps[at - 1].entry.by == REFEREE and steps[at - 1].entry.kind in ("close", "skip"):
            at -= 1
        chain = Chain(ruleset, tables[at])
        reader = Reader(tables[at], ruleset.actions, ruleset.sides, chain.asks)
        for line in lines:
            with suppress(LineError):
                act = reader.read(line)
                if act.during not in over:
                    yield steps[i].entry, tables[i], act, chain


def _contexts(game: Game) -> set[str]:
    """What acts are done during: the attributes of the table that hold a battle and the like."""
    return {act.during for act in game.ruleset.actions if act.during}


def _mended(game: Game, entry: Entry, before: Table, act: Action[Any]) -> str:
    """The line of an entry as the act would correct it: one of the same kind about the same thing, or one that told
    the act's value with its own (`fire ... save 4` and `save 2`); "" for any other.
    """
    if entry.kind not in ("act", "stand"):
        return ""
    done = Reader(before, game.ruleset.actions, game.ruleset.sides).read(f"{entry.side}> {entry.line}")
    subject = _subject(act)
    if done.learns and not act.learns:
        return ""
    if done.verb == act.verb:
        same = done.side == act.side and not _lists_more(done, act) and (not subject or subject & _subject(done))
        return f"{act.side}> {write(act)}" if same else ""
    told = next((s for s in slots_of(type(done)) if s.keyword == act.verb and not s.many), None)
    values = [getattr(act, s.field) for s in slots_of(type(act)) if told and s.type is told.type and not s.many]
    if told is None or len(values) != 1 or values[0] is None or getattr(done, told.field) == told.default:
        return ""
    return f"{done.side}> {write(replace(done, **{told.field: values[0]}))}"


def _lists_more(done: Action[Any], act: Action[Any]) -> bool:
    """Whether two acts list things by their titles, and not the same: then the one is no correction of the other."""
    lists = [slot for slot in slots_of(type(act)) if slot.lists]
    titles = [(getattr(done, slot.field), getattr(act, slot.field)) for slot in lists]
    return any(one and other and one != other for one, other in titles)


def _subject(act: Action[Any]) -> set[str]:
    """What an act is about: the first thing that it names."""
    for slot in slots_of(type(act)):
        value = getattr(act, slot.field) if slot.form is Form.NAME else None
        if value:
            return set(value) if slot.many else {value}
    return set()


def _takes(game: Game, act: Action[Any], chain: Chain) -> bool:
    """Whether the act would have been taken there, without ending a step."""
    try:
        verdict = judge(game.ruleset, chain.table, act, chain)
    except Impossible:
        return False
    return not any(f.kind in BREACHES for f in verdict.findings) and not any(ask.step for ask in verdict.passed)

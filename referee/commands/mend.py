"""Commands that correct the record: `fix`, `insert`, `keep`, long undos, branches, disputes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.answer import Draft
from referee.branches import go_to_branch, kept_dice_lines, relearn
from referee.commands.call import Call, find_call
from referee.commands.changes import changes_told, numbered, on_the_table, open_question, preview_lines
from referee.correct import Enter, rerun, step_of
from referee.digest import spell
from referee.edits import Change, Edit, Rerun
from referee.fold import REFEREE, Step
from referee.game import Answer, Game
from referee.judge import judge
from referee.log import Entry
from referee.notation import Reader, check_text, quoted
from referee.review.marks import disputes
from referee.ruleset import Finding, Impossible, Kind, NotUnderstood, Table
from referee.telling import as_typed, deeds, many
from referee.umpire import who_rules

_KEEP = re.compile(r'(?:^|\s+)keep(?:\s+dropping\s+(?P<drop>\d[\d,\s]*?))?(?:\s+"(?P<why>(?:[^"]|"")*)")?\s*$')
_NUMBERED = re.compile(r"\s*#?(\d{1,6})(?:\s+|$)(.*)")
SMALL = 2
"""Acts of one turn that are undone without being asked about."""

CORRECTS = frozenset({"decline", "skip", "later", "note", "adjust", "ruling", "house", "paid", "resign", "agree"})
"""Commands that may stand in the place of an old entry; all others look, or speak of other entries."""


class ToEdit(NotUnderstood):
    """`fix N` alone: `line` is what may be edited."""

    def __init__(self, message: str, line: str) -> None:
        super().__init__(message, len(line))
        self.line = line


def _number(call: Call) -> tuple[int, str]:
    found = _NUMBERED.match(call.line, call.start)
    if not found:
        raise call.wrong("Which entry, by its number in the log?")
    return int(found.group(1)), found.group(2).strip()


def fix(game: Game, call: Call, by: str, enter: Enter) -> Answer:
    """`fix N LINE`, `fix N drop`: what would follow; `keep` at its end keeps it at once."""
    number, rest = _number(call)
    rest, keep = _split_keep(rest)
    old = game.timeline.steps[step_of(game, number)].entry
    number = old.number
    if not rest and old.kind == "later":
        raise ToEdit(f"Entry {number} waits for: {', '.join(old.unknown)}. Write it as it was, or `fix {number} drop`.",
                     f"fix {number} {old.side}> ")  # fmt: skip
    if not rest:
        was = as_typed(replace(old, line=old.line or _word(old.kind)))
        raise ToEdit(f"Entry {number} was: {was}. Write it as it should be, or `fix {number} drop`.",
                     f"fix {number} {was}")  # fmt: skip
    if old.kind in ("seal", "reveal"):
        raise Impossible("A sealed note is never changed.")
    how = "drop" if rest.lower() == "drop" else "fix"
    return _draft(game, (Edit(number, how, rest),), f"fix {number} {rest}", by, enter, keep)


def _word(kind: str) -> str:
    return {"close": "decline"}.get(kind, kind)


def insert(game: Game, call: Call, by: str, enter: Enter) -> Answer:
    """`insert N LINE`: an act that was forgotten, before entry N."""
    number, rest = _number(call)
    rest, keep = _split_keep(rest)
    if not rest:
        raise call.wrong("Which line comes before it?")
    number = game.timeline.steps[step_of(game, number)].entry.number
    return _draft(game, (Edit(number, "insert", rest),), f"insert {number} {rest}", by, enter, keep)


def _split_keep(text: str) -> tuple[str, re.Match[str] | None]:
    found = _KEEP.search(text)
    return (text[: found.start()].strip(), found) if found else (text, None)


def _words(found: re.Match[str]) -> tuple[str, tuple[int, ...]]:
    """The reason and the numbers behind `keep`."""
    numbers = re.findall(r"\d{1,6}", found.group("drop") or "")
    return (found.group("why") or "").replace('""', '"'), tuple(map(int, numbers))


def keep(game: Game, call: Call, by: str, draft: Draft | None) -> Answer:
    """What was asked about is done. Raises Impossible when nothing was."""
    if draft is None:
        raise Impossible("Nothing waits to be kept.", call.start)
    found = _KEEP.fullmatch("keep" + call.line[call.start :])
    if not found:
        raise call.wrong("`keep` takes numbers to be dropped, and a reason.")
    why, drops = _words(found)
    return draft.keep(game, by, why, drops)


def checked(game: Game, line: str, enter: Enter) -> Answer:
    """A new line for an old place: a report, or a command that may stand there."""
    call = find_call(game, line)
    if call and call.command.name not in CORRECTS:
        raise Impossible(f"`{call.command.name}` cannot stand in the place of an old entry.")
    return enter(game, line)


def _draft(
    game: Game, edits: tuple[Edit, ...], line: str, by: str, enter: Enter, keep: re.Match[str] | None
) -> Answer:
    run = rerun(game, edits, lambda g, text: checked(g, text, enter))
    old = game.timeline.steps[run.kept :]
    if [_said(s.entry) for s in old] == [_said(s.entry) for s in run.steps]:
        raise Impossible(f"Entry {edits[0].number} says that already; nothing would change.")
    if not keep:
        return _asked(game, run, line, enter)
    why, drops = _words(keep)
    if drops:
        run = _without(game, run, drops, enter)
    return _kept(game, run, _line(line, drops), by, why)


def _said(entry: Entry) -> Entry:
    """An entry without when and by whom it was typed."""
    return replace(entry, time="", by=REFEREE if entry.by == REFEREE else "")


def _line(line: str, drops: Iterable[int]) -> str:
    """A correction as it is written in the record, with what is dropped for it."""
    numbers = ",".join(map(str, drops))
    return f"{line} keep dropping {numbers}" if numbers else line


def _without(game: Game, run: Rerun, drops: Iterable[int], enter: Enter) -> Rerun:
    """A correction with more entries dropped."""
    mine = {edit.number for edit in run.edits if edit.how != "insert"}
    also = (game.timeline.steps[step_of(game, number)].entry.number for number in drops)
    edits = (*run.edits, *(Edit(number, "drop") for number in also if number not in mine))
    return rerun(game, edits, lambda g, text: checked(g, text, enter))


def _asked(game: Game, run: Rerun, line: str, enter: Enter, dropped: tuple[int, ...] = ()) -> Answer:
    """What a correction would change is listed, and asked about; `dropped` is what goes with it so far."""
    spelled = _line(line, dropped)

    def do(game: Game, by: str, why: str, drops: tuple[int, ...]) -> Answer:
        if not drops:
            return _kept(game, run, spelled, by, why)
        shown = changes_told(game, run)
        if strangers := [number for number in drops if number not in shown]:
            may = f"of the list, {numbered(shown)} may be" if shown else "nothing on the list can be"
            raise Impossible(f"{numbered(strangers).capitalize()} {_is(strangers)} not listed; {may} dropped.")
        again, gone = _without(game, run, drops, enter), (*dropped, *drops)
        if any(shown.get(number) != told for number, told in changes_told(game, again).items()):
            return _asked(game, again, line, enter, gone)
        return _kept(game, again, _line(line, gone), by, why)

    game.draft = Draft(spelled, do)
    return Answer("asked", line=spelled, told=tuple(preview_lines(game, run)))


def _is(numbers: list[int]) -> str:
    return "is" if len(numbers) == 1 else "are"


def _kept(game: Game, run: Rerun, line: str, by: str, why: str) -> Answer:
    """A correction is written. Raises Impossible where something has become impossible and is not dealt with."""
    if stuck := [c.number for c in run.of("impossible")]:
        drops = ",".join(map(str, stuck))
        became = f"{numbered(stuck).capitalize()} became impossible"
        raise Impossible(f"{became}: `keep dropping {drops}`, or give the correction up.")
    flagged = {c.number for c in run.changes if c.newly_flagged}
    ruled = who_rules(game.umpire, by) if flagged else ""
    if ruled and not why:
        raise Impossible(f'The umpire {game.umpire} says why a line stands: keep "why".')
    steps = [_standing(step, flagged, why, ruled) for step in run.steps]
    return _write(game, run, steps, line, by)


def _standing(step: Step, flagged: set[int], why: str, ruled: str) -> Step:
    entry = step.entry
    if entry.by == REFEREE or entry.number not in flagged:
        return step
    kind = "stand" if ruled and entry.kind == "act" else entry.kind
    return replace(step, entry=replace(entry, why=why or entry.why, ruled=ruled or entry.ruled, kind=kind))


def _write(game: Game, run: Rerun, steps: list[Step], line: str, by: str) -> Answer:
    """One entry holds the whole correction; nothing counts before it is written."""
    before, count = game.table, len(game.log.entries)
    timeline = game.timeline.fork()
    old = game.timeline.steps
    left = timeline.correct(run.kept, steps)
    game.take_back_held(by)
    timeline.held = None
    data = {"kept": run.kept, "steps": [s.entry.to_json() for s in steps], "marks": _marks(run), "branch": left}
    of = tuple(edit.number for edit in run.edits)
    entry = game.new_entry("fix", "", line, by=by, of=of, digest=spell(timeline.digest), data=data)
    try:
        game.write(entry, timeline)
    except ValueError as error:
        raise Impossible(f"This correction cannot be written: {error}.") from error
    said = relearn(game, old[run.kept :], steps)
    again = many(len(steps), "entry was", "entries were")
    told = (f"{again} judged again; `undo` takes the correction back", *open_question(game, before))
    hands = game.hands(before, mending=True)
    return Answer("ok", "", line, tuple(_still_unknown(game, run)), said, hands, game.since(count), told=told)


def _still_unknown(game: Game, run: Rerun) -> Iterator[Finding]:
    """What the rules need to know of the new lines, as for a line that is reported: it is asked for now."""
    for change in run.of("fixed", "inserted"):
        if change.new is None or change.new.kind not in ("act", "stand"):
            continue
        table = change.tables[2]
        act = Reader(table, game.ruleset.actions, game.ruleset.sides).read(f"{change.new.side}> {change.new.line}")
        yield from (found for found in judge(game.ruleset, table, act).findings if found.kind is Kind.NEEDS)


def _marks(run: Rerun) -> dict[str, str]:
    words = {"fixed": "corrected", "dropped": "dropped", "moot": "moot", "absorbed": "absorbed"}
    return {str(c.number): words[c.status] for c in run.changes if c.status in words}


def long_undo(game: Game, call: Call, by: str) -> Answer | None:
    """`undo N` of several acts, and `undo to turn N`: asked about first, but for a few of the same turn, which `redo`
    brings back as easily. None for no number.
    """
    text, found = _split_keep(call.line[call.start :].strip())
    to = re.fullmatch(r"(?:back\s+)?to\s+turn\s+(\d{1,4})", text.lower())
    acts = _acts_since(game, int(to.group(1))) if to else int(text) if re.fullmatch(r"[1-9]\d{0,5}", text) else 0
    most = sum(step.entry.by != REFEREE for step in game.timeline.steps)
    if not acts:
        return None
    if acts > most:
        raise Impossible(f"Only {many(most, 'act')} can be undone.", call.start)
    if not (to or found) and _is_small(game, acts):
        return game.undo(by, acts)

    def do(game: Game, by: str, why: str, drops: tuple[int, ...]) -> Answer:
        if drops:
            raise Impossible("Nothing is dropped in an undo.")
        return game.undo(by, acts)

    if found:
        return do(game, by, *_words(found))
    line = f"undo {acts}"
    game.draft = Draft(line, do)
    return Answer("asked", line=line, told=tuple(_undo_lines(game, acts)))


def _is_small(game: Game, acts: int) -> bool:
    """Whether so many acts are few, and all of the turn that goes on."""
    if not 1 < acts <= SMALL:
        return acts == 1
    timeline, now = game.timeline.fork(), game.table
    for _ in range(acts):
        timeline.undo()
    return (timeline.table.turn, timeline.table.side) == (now.turn, now.side)


def _acts_since(game: Game, turn: int) -> int:
    """How many acts were made from the beginning of a turn on; the set-up is before the first one."""
    if turn > game.table.turn:
        raise Impossible(f"Turn {turn} has not begun; it is turn {game.table.turn}.")
    timeline, acts = game.timeline.fork(), 0
    while (at := timeline.last_act()) >= 0:
        before: Table = timeline.steps[at - 1].table if at else timeline.start
        if before.turn < turn or before.step in game.ruleset.setup:
            break
        timeline.undo()
        acts += 1
    if not acts:
        raise Impossible(f"Nothing was reported since turn {turn} began; `undo N` goes back further.")
    return acts


def _undo_lines(game: Game, acts: int) -> list[str]:
    timeline = game.timeline.fork()
    steps: list[Step] = []
    for _ in range(acts):
        steps = [*timeline.undo(), *steps]
    first = next(s.entry for s in steps if s.entry.by != REFEREE)
    table = timeline.table
    side, step = game.ruleset.sides.get(table.side, table.side), game.ruleset.step_title(table.step)
    gone = many(acts, "act") + (f" ({len(steps)} entries)" if len(steps) > acts else "")
    lines = [f"this takes back {gone}, back to before entry {first.number} ({first.line or first.kind})"]
    lines.append(f"the last first: {deeds(game.ruleset.sides, (step.entry for step in steps))}")
    lines.append(f"it would be turn {table.turn}, {side}, {step}")
    lines += kept_dice_lines(steps)
    lines += on_the_table(game, table)
    return [*lines, "`keep` does it, Enter gives it up"]


def branch(game: Game, call: Call, by: str) -> Answer:
    """`branch K`."""
    text = call.free()
    if not re.fullmatch(r"#?\d{1,6}", text):
        raise call.wrong("Which branch, by its number in `branches`?")
    return go_to_branch(game, int(text.lstrip("#")), by)


def dispute(game: Game, call: Call, by: str) -> Answer:
    """`dispute N "..."`, `settle N "..."`."""
    number, _ = _number(call)
    name = call.command.name
    text = call.free(call.words()[1].column) if len(call.words()) > 1 else ""
    if not 1 <= number <= len(game.log.entries):
        raise Impossible(f"There is no entry {number}; the record has {len(game.log.entries)}.", call.start)
    if not text:
        raise call.wrong("What is disputed?" if name == "dispute" else "How was it settled?")
    if name == "settle" and number not in disputes(game):
        raise Impossible(f"Nothing is disputed about entry {number}.", call.start)
    check_text(f"{name} {number} {quoted(text)}")
    return game.change(name, f"{name} {number} {quoted(text)}", {"entry": number, "text": text}, by)


__all__ = ["Change", "ToEdit", "branch", "dispute", "fix", "insert", "keep", "long_undo"]

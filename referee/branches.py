"""Going back: undo and redo, courses of the game that were left and can be returned to, and the dice that are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.answer import Answer
from referee.digest import spell
from referee.fold import REFEREE, Branch, Step, Timeline, acts_of
from referee.log import Entry
from referee.past import THROW
from referee.ruleset import Ask, Impossible, Table

if TYPE_CHECKING:
    from referee.game import Game


def turn_back(game: Game, kind: str, by: str, acts: int = 1) -> Answer:
    """Undo or redo so many acts, as one entry. Raises Impossible when there are not so many; nothing happens then."""
    timeline = game.timeline.fork()
    steps: list[Step] = []
    for done in range(acts):
        if timeline.last_act() < 0 if kind == "undo" else not timeline.undone:
            many = f"more than {done}" if done else "anything"
            raise Impossible(f"There is nothing to {kind}." if not done else f"There are not {many} acts to {kind}.")
        steps = [*timeline.undo(), *steps] if kind == "undo" else [*steps, *timeline.redo()]
    before, count = game.table, len(game.log.entries)
    game.take_back_held(by)
    timeline.held = None
    first = next((s.entry for s in steps if s.entry.by != REFEREE), steps[0].entry)
    last = next((s.entry for s in reversed(steps) if s.entry.by != REFEREE), first)
    data = {"acts": acts} if acts > 1 else {}
    of = tuple(step.entry.number for step in steps)
    entry = game.new_entry(kind, first.side, "", by=by, of=of, digest=spell(timeline.digest), data=data)
    game.write(entry, timeline)
    said = tuple(text for s in steps if (text := game.remember(s.entry, kind == "redo")))
    told = (*_border(game, before), *(kept_dice_lines(steps) if kind == "undo" else ()))
    shown = first if kind == "undo" else last
    line = shown.line or shown.kind
    if all(step.entry.kind == "adjust" for step in steps):  # which moved nothing on the table
        told = (*told, *game.on_record(before, game.table))
        return Answer("ok", "", line, (), said, (), game.since(count), told=told)
    hands = game.hands(before, mending=True)
    return Answer("ok", shown.side, line, (), said, hands, game.since(count), told=told)


def with_idle(timeline: Timeline) -> int:
    """How many acts a plain undo takes back: the last one, and those behind it that only passed a step in which
    nothing was to be done. 0 if there is none.
    """
    ahead, acts = timeline.fork(), 0
    while ahead.last_act() >= 0:
        gone = [step.entry.line for step in ahead.undo() if step.entry.by != REFEREE]
        acts += 1
        ask = ahead.ruleset.asks(ahead.table)
        if ask is None or not ask.idle or gone != [ask.enter]:
            return acts
    return acts


def _border(game: Game, before: Table) -> Iterator[str]:
    """That another turn, or a game that was over, is open again."""
    now = game.table
    if before.winner and not now.winner:
        yield "the game is not over"
    if (before.turn, before.side) != (now.turn, now.side):
        sides, step = game.ruleset.sides, game.ruleset.step_title(now.step)
        yield f"it is turn {now.turn}, {sides.get(now.side, now.side)}, {step}"


def kept_dice_lines(steps: Sequence[Step]) -> Iterator[str]:
    """The dice of steps that were undone: they were thrown, and are not thrown again."""
    for step in steps:
        counted = [str(die["value"]) for die in step.entry.dice if die["source"] != "cocked"]
        if counted:
            yield f"the dice of entry {step.entry.number} are kept: {','.join(counted)} (`roll` uses them again)"


def kept_dice(game: Game, ask: Ask) -> tuple[tuple[int, ...], str] | None:
    """The dice that were thrown for an open question before it was undone, and their source; None if there are none.

    What was thrown first is used again first; throws that were made since then count as used.
    """
    now = game.timeline.steps
    if game.timeline.undone:
        future = [step for group in reversed(game.timeline.undone) for step in group]
        return _throw(future, ask, 0)
    if not game.timeline.branches:
        return None
    branch = game.timeline.branches[-1]
    at = common(now, branch.steps)
    return _throw(branch.steps[at:], ask, sum(_is_throw(step, ask) for step in now[at:]))


def _throw(steps: Sequence[Step], ask: Ask, used: int) -> tuple[tuple[int, ...], str] | None:
    throws = [step.entry.dice for step in steps if _is_throw(step, ask)]
    if len(throws) <= used or len(throws[used]) != ask.dice:
        return None
    return tuple(int(str(die["value"])) for die in throws[used]), str(throws[used][0]["source"])


def _is_throw(step: Step, ask: Ask) -> bool:
    entry = step.entry
    thrown = bool(entry.dice) and entry.kind != "roll" or bool(entry.data.get(THROW))  # an unread one is a throw too
    return thrown and (entry.side, entry.answers) == (ask.side, ask.rule)


def common(now: Sequence[Step], then: Sequence[Step]) -> int:
    """How many steps two courses of the game have in common."""
    at = 0
    while at < min(len(now), len(then)) and now[at] is then[at]:
        at += 1
    return at


@dataclass(frozen=True, slots=True)
class Left:
    """A branch as it is listed: where it parts from the game as it is now, and where it ends.

    first: the first entry that is in the branch alone. acts: how many such acts there are. end: the last table.
    fixed: the entries among them that a correction wrote.
    """

    number: int
    first: Entry
    acts: int
    end: Table
    fixed: tuple[int, ...]


def left(game: Game) -> list[Left]:
    """The branches that are not where the game is now."""
    found = []
    for number, branch in enumerate(game.timeline.branches, 1):
        at = common(game.timeline.steps, branch.steps)
        acts = [step.entry for step in branch.steps[at:] if step.entry.by != REFEREE]
        if acts:
            fixed = tuple(entry.number for entry in acts if _is_fixed(game, entry))
            found.append(Left(number, acts[0], len(acts), branch.steps[-1].table, fixed))
    return found


def _is_fixed(game: Game, entry: Entry) -> bool:
    """Whether an entry is not as it was reported: a correction changed its line, or put it in."""
    written = game.log.entries[entry.number - 1]
    return (written.side, written.line) != (entry.side, entry.line)


def go_to_branch(game: Game, number: int, by: str, turned: str = "") -> Answer:
    """Go back to a branch; what is now becomes one itself. Raises Impossible.

    `turned`: "undo" or "redo" of a correction; that entry then knows the branch that it left.
    """
    if not 1 <= number <= len(game.timeline.branches):
        raise Impossible(f"There is no branch {number}; `branches` lists them.")
    if _is_now(game.timeline, game.timeline.branches[number - 1]):
        raise Impossible(f"Branch {number} is where the game is now.")
    timeline = game.timeline.fork()
    old = game.timeline.steps
    before, count = game.table, len(game.log.entries)
    timeline.go_to(number)
    game.take_back_held(by)
    timeline.held = None
    at = common(old, timeline.steps)
    left = number_of(timeline, old)
    data = {"turned": turned, "left": left} if turned else {}
    line, digest = f"branch {number}", spell(timeline.digest)
    entry = game.new_entry("branch", "", line, by=by, of=(number,), digest=digest, data=data)
    game.write(entry, timeline)
    said = relearn(game, old[at:], timeline.steps[at:])
    told = (*_border(game, before), *_way_back(left, turned))
    hands = game.hands(before, mending=True)
    return Answer("ok", "", line, (), said, hands, game.since(count), told=told)


def turn_correction(game: Game, kind: str, by: str) -> Answer | None:
    """`undo` right behind a correction takes the whole of it back, `redo` behind that brings it back; else None."""
    entry = last_correction(game, kind)
    if entry is None:
        return None
    return go_to_branch(game, int(str(entry.data["branch" if entry.kind == "fix" else "left"])), by, kind)


def last_correction(game: Game, kind: str) -> Entry | None:
    """The correction that `undo` would take back, or the undo of one that `redo` would; None if an act comes first.

    What was undone and done again in between is no obstacle to `redo`.
    """
    skipped = pending = 0
    for entry in reversed(game.log.entries):
        turned = str(entry.data.get("turned", "")) if entry.kind == "branch" else ""
        if entry.kind in ("held", "back"):
            continue
        if kind == "redo" and entry.kind in ("undo", "redo"):
            pending += acts_of(entry) if entry.kind == "redo" else -acts_of(entry)
            if pending < 0:
                return None
        elif pending or not turned and (entry.kind, kind) != ("fix", "undo"):
            return None
        elif turned == kind:
            skipped += 1
        elif skipped:
            skipped -= 1
        else:
            return entry
    return None


def _is_now(timeline: Timeline, branch: Branch) -> bool:
    return len(branch.steps) == len(timeline.steps) == common(timeline.steps, branch.steps)


def _way_back(left: int, turned: str) -> Iterator[str]:
    if turned == "undo":
        yield f"`redo` brings the correction back (or `branch {left}`)"
    elif left:
        yield f"what was there is branch {left} now"


def number_of(timeline: Timeline, steps: list[Step]) -> int:
    """The number of the branch that consists of these steps; 0 if none does."""
    for number, branch in enumerate(timeline.branches, 1):
        if len(branch.steps) == len(steps) == common(steps, branch.steps):
            return number
    return 0


def relearn(game: Game, gone: Sequence[Step], come: Sequence[Step]) -> tuple[str, ...]:
    """What is learned follows the entries that count: those that went are forgotten, those that came remembered."""
    old = {(s.entry.side, s.entry.line) for s in gone}
    new = {(s.entry.side, s.entry.line) for s in come}
    said = [game.remember(s.entry, False) for s in gone if (s.entry.side, s.entry.line) not in new]
    said += [game.remember(s.entry, True) for s in come if (s.entry.side, s.entry.line) not in old]
    return tuple(text for text in said if text)

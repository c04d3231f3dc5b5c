"""What is not known yet: `?` in the place of a number, `later`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.entry import OPEN
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.notation import Incomplete
from referee.notation.words import Token, groups
from referee.ruleset import BREACHES, Action, Ask, Debt, Die, Form, LineError, NotUnderstood, slots_of
from referee.ruleset.action import Slot


def report(game: Game, line: str, by: str, stands: str | None) -> Answer:
    """A report, in which `?` may stand for a number that is not known yet.

    A number that may be left out is left open: the table goes on without it until `fix` tells it. Where the number is
    the whole answer to the open question, the answer waits (`later`), and so does a die that was told with its act.
    """
    known, keyword, column = _without(line)
    if column < 0 or _in_free_text(_read(game, line)):
        return game.report(line, by, stands)
    named = " ".join(known.rsplit(keyword, 1)).strip() if keyword else known
    readings = [_read(game, text) for text in (known, named)]
    act = next((each for each in readings if isinstance(each, Action)), None)
    if act is None:
        faults = [each for each in readings if isinstance(each, LineError)]
        return _unfinished(game, faults, game.reader().prefix(line)[0], column, by)
    slots = [slot for slot in slots_of(type(act)) if _may_wait(slot) and getattr(act, slot.field) == slot.default]
    slot = next((s for s in slots if s.keyword == keyword), next(iter(slots), None))
    if slot is not None and slot.keyword == keyword:
        known = named
    if slot is None:
        message = f"`?` stands for a number or die that nobody knows yet; {act.verb} has none that may be told later."
        raise NotUnderstood(message, column)
    if slot.type is Die:
        first = slot == next(s for s in slots if s.type is Die)
        return _die_unread(game, game.report(known, by, stands), by) if first else game.report(known, by, stands)
    answer = game.report(known, by, stands, data={OPEN: [slot.keyword]})
    number = next((e.number for e in answer.entries if e.unknown), 0)
    if answer.status != "ok" or not number:
        return answer
    return replace(answer, told=(*answer.told, f"not known yet: {slot.keyword}; `fix {number} ...` tells it"))


def _die_unread(game: Game, answer: Answer, by: str) -> Answer:
    """An act was told with a die that nobody read: where it is asked for next, it waits."""
    ask = game.ask
    faulty = answer.status != "ok" or any(f.kind in BREACHES for f in answer.findings)
    if faulty or ask is None or ask.may or not ask.duty or not _asks_for_dice(game, ask):
        return answer
    then = game.later(by)
    return replace(
        answer, said=(*answer.said, *then.said), told=(*answer.told, *then.told), hands=(*answer.hands, *then.hands),
        entries=(*answer.entries, *then.entries),
    )  # fmt: skip


def _unfinished(game: Game, faults: list[LineError], side: str, column: int, by: str) -> Answer:
    """An act that cannot be without the unknown number: the open question waits, if it asks for nothing else.

    Raises LineError with what to do instead.
    """
    error = next((fault for fault in faults if isinstance(fault, Incomplete)), faults[0])
    if not isinstance(error, Incomplete) or error.slot.form not in (Form.NUMBER, Form.MEASURE):
        raise error
    ask, slot, verb = game.ask, error.slot, error.act.verb
    if ask is None or verb not in ask.verbs or side not in ("", ask.side):
        raise NotUnderstood(f"{verb} needs its {slot.keyword}; report it when it is known.", column)
    if any(other != slot and not other.optional for other in slots_of(error.act)):
        raise NotUnderstood(f"{verb} needs its {slot.keyword}; `later` leaves the whole answer open.", column)
    return game.later(by)


def _in_free_text(read: Action[Any] | LineError) -> bool:
    """Whether a line was read with its mark in free words, and not beside a name, which a mark does not change."""
    if not isinstance(read, Action):
        return False
    return any(slot.form is Form.TEXT and "?" in (getattr(read, slot.field) or "") for slot in slots_of(type(read)))


def _asks_for_dice(game: Game, ask: Ask) -> bool:
    """Whether dice answer a question, though nobody may know how many."""
    answers = (act for act in game.ruleset.actions if act.verb in ask.verbs)
    return bool(ask.dice) or any(slot.type is Die and not slot.optional for act in answers for slot in slots_of(act))


def _may_wait(slot: Slot) -> bool:
    one_answer = not slot.many or slot.type is Die  # dice are read all together, or not at all
    return slot.optional and one_answer and slot.form in (Form.NUMBER, Form.MEASURE)


def _read(game: Game, line: str) -> Action[Any] | LineError:
    try:
        return game.reader().read(line)
    except LineError as error:
        return error


def _without(line: str) -> tuple[str, str, int]:
    """A line without its `?`, the word before that, and its column; -1 if it has none."""
    try:
        words = groups(line)
    except LineError:
        return line, "", -1
    at = next((i for i, w in enumerate(words) if len(w.tokens) == 1 and _is_mark(w.tokens[0])), -1)
    if at < 1:
        return line, "", -1
    column = words[at].column
    rest = line[:column] + line[column + 1 :]
    return rest.rstrip(), words[at - 1].bare, column


def _is_mark(token: Token) -> bool:
    return token.text == "?" and not token.quoted


def open_values(game: Game) -> Iterator[str]:
    """What is not known yet, entry by entry."""
    for entry in (step.entry for step in game.timeline.steps):
        if not entry.unknown:
            continue
        side = game.ruleset.sides.get(entry.side, entry.side)
        number = f"entry {entry.number}"
        of = f"({number}, {side})" if entry.kind == "later" else f"of {number} ({side}: {entry.line})"
        yield f"not known yet: {', '.join(entry.unknown)} {of}; `fix {entry.number} ...` tells it"


def remind(game: Game) -> Iterator[str]:
    """At the end of a turn: what is still not known."""
    count = len(list(open_values(game)))
    if count:
        yield f"{count} value{'s are' if count > 1 else ' is'} not known yet (`open`)"


def where_due(game: Game, debt: Debt) -> str:
    """Where a duty that was passed over is made good in the record: `fix 7`, where it was skipped on purpose; else
    `insert 8`, before the entry that went past it; "" if the record does not tell.
    """
    steps, tables = game.timeline.steps, game.timeline.tables
    at = next((i for i in reversed(range(len(steps))) if debt not in tables[i].parked), len(steps))
    if any(step.entry.by != REFEREE for step in steps[at : at + 1]):
        return f"fix {steps[at].entry.number}"
    past = next((step.entry.number for step in steps[at:] if step.entry.by != REFEREE), 0)
    return f"insert {past}" if past else ""

"""Commands that change the record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.answer import Draft
from referee.branches import kept_dice, turn_correction, with_idle
from referee.commands import mend
from referee.commands.ahead import ahead
from referee.commands.anew import told_anew
from referee.commands.answers import meant
from referee.commands.call import Call, adjust_line, find_call, pick, read_pair, read_ruling
from referee.commands.hints import command_hint, hint
from referee.commands.later import remind, report
from referee.commands.sealing import hide, unhide
from referee.components.wording import stopped
from referee.dice import Source, cocked, own_dice, thrown
from referee.game import Answer, Game
from referee.notation import check_text, quoted
from referee.ruleset import Impossible, LineError, NotUnderstood
from referee.telling import many


def enter_line(game: Game) -> str:
    """The line that an empty line stands for now; "" if for nothing."""
    if game.held or game.draft:
        return "back"
    ask = game.ask
    if ask is None:
        return ""
    if ask.enter:
        return f"{ask.side}> {ask.enter}"
    return "decline" if ask.may else ""


def run(game: Game, line: str, by: str = "", stands: str | None = None) -> Answer:
    """One line that changes the record: a report or a command.

    `by` is who typed it; `stands` is the reason why a flagged report stands at once (None: it is held).
    """
    try:
        line = meant(game, line)
    except LineError as error:
        return Answer("failed", line=line, findings=(error.finding(),), error=error)
    draft, game.draft = game.draft, None
    turn, kept = (game.table.turn, game.table.side), line.split()[:1] in (["keep"], ["back"], [""])
    try:
        answer = _run(game, line, by, stands, draft)
    except LineError as error:
        game.draft = draft  # a line that fails leaves it waiting
        return Answer("failed", line=line, findings=(error.finding(),), error=error)
    if answer.status == "failed":
        game.draft = draft
        return answer
    if draft and game.draft is not draft and not kept:
        answer = replace(answer, dropped=draft.line)
    if (game.table.turn, game.table.side) != turn:
        answer = replace(answer, told=(*answer.told, *remind(game)))
    return answer


def _run(game: Game, line: str, by: str, stands: str | None, draft: Draft | None) -> Answer:
    if game.log.storage.readonly:
        raise Impossible("This game is open for reading only; nothing can be reported.")
    call = find_call(game, line)
    if call is None:
        answer = report(game, line, by, stands)
        return ahead(game, answer) or told_anew(game, command_hint(game, line, hint(game, line, answer)))
    if call.command.looks:
        raise Impossible(f"{call.command.name} only looks at the game; it reports nothing.")
    if call.command.name == "keep":
        return mend.keep(game, call, by, draft)
    if call.command.name == "back" and draft:
        _no_words(call)
        return Answer("ok", line=f"given up: {draft.line}")
    return _RUN[call.command.name](game, call, by)


def _enter(game: Game, line: str) -> Answer:
    """A line as it is entered again; a flagged one stands."""
    return run(game, line, stands="")


def _stand(game: Game, call: Call, by: str) -> Answer:
    return game.stand(call.free(), by)


def _back(game: Game, call: Call, by: str) -> Answer:
    _no_words(call)
    return game.take_back(by)


def _decline(game: Game, call: Call, by: str) -> Answer:
    _no_words(call)
    for _ in range(_windows_before(game, call.side)):
        game.decline(by)
    _whose(game, call)
    return game.decline(by)


def _windows_before(game: Game, side: str) -> int:
    """How many windows of the other side close when this one lets its own pass, as they do before an act of it."""
    for place in game.chain() if side else ():
        if place.ask.step or not place.ask.may or place.ask.forced:
            break
        if place.ask.side == side:
            return len(place.passed)
    return 0


def _skip(game: Game, call: Call, by: str) -> Answer:
    _no_words(call)
    _whose(game, call)
    return game.skip(by)


def _later(game: Game, call: Call, by: str) -> Answer:
    _no_words(call)
    _whose(game, call)
    held = game.held
    try:
        return game.later(by)
    except Impossible:
        if held and game.held:
            raise Impossible('A flagged line waits: Enter takes it back, stand "WHY" lets it stand.') from None
        raise


def _undo(game: Game, call: Call, by: str) -> Answer:
    if game.held and not call.free():  # the line that is on the screen is meant, and nothing before it
        return game.take_back(by)
    if not call.free():
        return turn_correction(game, "undo", by) or game.undo(by, max(1, with_idle(game.timeline)))
    return mend.long_undo(game, call, by) or _refuse_number(call)


def _redo(game: Game, call: Call, by: str) -> Answer:
    text = call.free()
    if not text:
        return turn_correction(game, "redo", by) or game.redo(by)
    if not text.isascii() or not text.isdigit() or not 1 <= len(text) <= 6 or not int(text):
        return _refuse_number(call)
    if int(text) > len(game.timeline.undone):
        raise Impossible(f"Only {many(len(game.timeline.undone), 'act')} can be brought back.", call.start)
    return game.redo(by, int(text))


def _refuse_number(call: Call) -> Answer:
    raise call.wrong(f"{call.free()[:40]!r} is no number of acts.")


def _note(game: Game, call: Call, by: str) -> Answer:
    text = call.free()
    if not text:
        raise call.wrong("A note needs words.")
    return _change(game, "note", f"note {quoted(text)}", {}, by)


def _adjust(game: Game, call: Call, by: str) -> Answer:
    words = [w for w in call.words() if w.bare != "to"]
    why = ""
    if len(words) % 2 and words[-1].tokens[0].quoted:
        why = words.pop().tokens[0].text
    if not words or len(words) % 2:
        raise call.wrong("Each key needs a value.")
    data: dict[str, str] = {}
    for key_word, value_word in zip(words[::2], words[1::2], strict=True):
        key, value = read_pair(game.ruleset, game.seen, key_word, value_word)
        if key in data:
            raise NotUnderstood(f"{key} is set twice.", key_word.column)
        data[key] = value
    return _change(game, "adjust", adjust_line(data), data, by, why)


def _ruling(game: Game, call: Call, by: str) -> Answer:
    which, choice = read_ruling(game.ruleset.rulebook, call.words())
    return _change(game, "ruling", f"ruling {which} {choice}", {which: choice}, by)


def _house(game: Game, call: Call, by: str) -> Answer:
    words = call.words()
    if len(words) < 2:
        raise call.wrong("Which rule, and how?")
    rules = game.ruleset.rulebook.rules
    rule = pick(words[0], {r.id: r.id for r in rules.values()}, "rule")
    mode = pick(words[1], {m: m for m in ("off", "warn", "on")}, "way to change a rule")
    why = call.free(words[2].column) if len(words) > 2 else ""
    if not why and mode != "on":
        raise call.wrong("A house rule needs its reason, for it is cited ever after.")
    return _change(game, "house", f"house {rule} {mode}", {rule: mode}, by, why)


def _paid(game: Game, call: Call, by: str) -> Answer:
    parked, words = game.table.parked, call.words()
    if not parked:
        raise Impossible("Nothing was passed over, so nothing is to be made good.", call.start)
    text = words[0].bare if words else "1" if len(parked) == 1 else ""
    listed = "; ".join(f"{i}) {debt.what} [{debt.rule}], turn {debt.turn}" for i, debt in enumerate(parked, 1))
    if not text.isdecimal() or not 1 <= int(text) <= len(parked):
        raise call.wrong(f"Which of these: {listed}?")
    why = call.free(words[1].column) if len(words) > 1 else ""
    return _change(game, "paid", f"paid {int(text)}", {"item": int(text)}, by, why)


def _roll(game: Game, call: Call, by: str) -> Answer:
    unread = call.free() == "?"
    if not unread:
        _no_words(call)
    ask = game.ask
    if ask is None or not ask.dice:
        rule = ask.rule if ask else "dice"
        now = f" Open is: {stopped(ask.question)}" if ask and ask.question else ""
        raise Impossible(f"No dice are asked for now; declare the act first.{now}", call.start, rule=rule)
    if unread:
        return game.later(by)
    before = kept_dice(game, ask)
    if before:
        return game.report(f"{ask.side}> {','.join(map(str, before[0]))}", by, dice=Source(before[1]))
    steps = game.timeline.steps  # those that count: a throw after an undone one comes after the cocked die still
    again = bool(steps) and steps[-1].entry.kind == "roll"
    already = own_dice(step.entry for step in game.timeline.steps)
    values = ",".join(map(str, thrown(game.log.header.seed, already, ask.dice)))
    return game.report(f"{ask.side}> {values}", by, dice=Source.REROLLED if again else Source.REFEREE)


def _cocked(game: Game, call: Call, by: str) -> Answer:
    text = call.free()
    if text and text not in ("1", "2", "3", "4", "5", "6"):
        raise call.wrong("A die shows 1 to 6.")
    if game.ask is None or not game.ask.dice:
        raise Impossible("No dice are asked for now.", call.start)
    return game.change("roll", f"cocked {text}".strip(), {}, by, dice=cocked(int(text) if text else None))


def _late(game: Game, call: Call, by: str) -> Answer:
    ask, text = game.ask, call.free()
    if ask is None or not ask.dice:
        message = "No dice are asked for now; `undo` to their act, or strike off the skipped throw with `paid`."
        raise Impossible(message, call.start, rule=ask.rule if ask else "dice")
    if not re.fullmatch(r"[1-6]([ ,]+[1-6])*", text):
        raise call.wrong("Which dice, each 1 to 6?")
    return game.report(f"{ask.side}> {','.join(re.findall('[1-6]', text))}", by, dice=Source.LATE)


def _resign(game: Game, call: Call, by: str) -> Answer:
    words = call.words()
    if len(words) > 1:
        raise call.wrong("One side resigns.")
    asked = game.ask.side if game.ask else game.table.side
    side = pick(words[0], game.ruleset.sides, "side") if words else call.side or asked
    return game.end("resign", side, by)


def _agree(game: Game, call: Call, by: str) -> Answer:
    _no_words(call)
    return game.end("agree", "", by)


def _change(game: Game, kind: str, line: str, data: Mapping[str, Any], by: str, why: str = "") -> Answer:
    check_text(f"{line} {quoted(why)}")  # an exported record must be readable again
    return game.change(kind, line, data, by, why)


def _no_words(call: Call) -> None:
    if call.free():
        raise call.wrong(f"{call.command.name} stands alone.")


def _whose(game: Game, call: Call) -> None:
    """What is open belongs to a side; another one cannot let it pass."""
    ask, sides = game.ask, game.ruleset.sides
    if ask and call.side and call.side != ask.side:
        raise Impossible(f"It is for {sides[ask.side]} to say, not for {sides[call.side]}.", rule=ask.rule)


_RUN: Mapping[str, Callable[[Game, Call, str], Answer]] = {
    "stand": _stand,
    "back": _back,
    "decline": _decline,
    "skip": _skip,
    "later": _later,
    "undo": _undo,
    "redo": _redo,
    "fix": lambda game, call, by: mend.fix(game, call, by, _enter),
    "insert": lambda game, call, by: mend.insert(game, call, by, _enter),
    "branch": mend.branch,
    "dispute": mend.dispute,
    "settle": mend.dispute,
    "note": _note,
    "adjust": _adjust,
    "ruling": _ruling,
    "house": _house,
    "paid": _paid,
    "roll": _roll,
    "cocked": _cocked,
    "late": _late,
    "hide": hide,
    "unhide": unhide,
    "resign": _resign,
    "agree": _agree,
}

"""What a line without a verb answers, and what nobody would mean by it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.notation.faults import Guessed, NotOwn, OtherSide, OwnAim, may_be_title, other_side, unanswered
from referee.notation.fields import short
from referee.notation.fit import build
from referee.notation.meant import doers, may_be, may_name, own_aim
from referee.notation.numbers import dice_of_one
from referee.notation.situation import Situation
from referee.notation.titles import names_of
from referee.notation.words import NUMBER, PLAIN, Group, match
from referee.notation.write import write
from referee.ruleset import (
    CONNECTING,
    Action,
    Ambiguous,
    Form,
    Impossible,
    LineError,
    NotUnderstood,
    UnknownName,
    slots_of,
)


def answers(now: Situation, words: list[Group]) -> bool:
    """Whether words without a verb answer the open question."""
    for cls in now.answering():
        try:
            _answer(now, cls, words, 0)
        except LineError:
            continue
        return True
    return False


def answer(now: Situation, words: list[Group], end: int) -> Action[Any]:
    """The act by which a line without a verb answers the open question. Raises LineError where it answers none."""
    try:
        return _of_open(now, words, end)
    except Guessed:
        raise
    except LineError:
        if (act := _of_next_step(now, words, end)) is None:
            raise
        return act


def _of_next_step(now: Situation, words: list[Group], end: int) -> Action[Any] | None:
    """The act that a line is in a later step of the side that is asked, where the open one may be let pass, and with
    what the line begins with nothing can be done in it.
    """
    ask = next(iter(now.asked()), None)
    if now.written or ask is None or not (ask.step and ask.may):
        return None
    for cls in now.answering():
        slot = slots_of(cls)[0]
        hits = match(words[0].tokens[0].text, names_of(now.table, slot.type)) if slot.form is Form.NAME else []
        if any(may_name(now, cls, slot, ask.side, name) for name in hits):
            return None
    with suppress(LineError):
        act = _of_open(replace(now, written=ask.side), words, end)
        named = slots_of(type(act))[0].form is Form.NAME and words[0].bare not in PLAIN
        return act if named and act.verb not in ask.verbs and act.side == ask.side else None
    return None


def _of_open(now: Situation, words: list[Group], end: int) -> Action[Any]:
    """The act that answers the open question, or one behind it that it lets pass. Raises LineError."""
    fault: LineError | None = None
    late: LineError | None = None
    new: LineError | None = None
    gone: LineError | None = None
    ask = next(iter(now.asked()), None)
    numbers = all(NUMBER.fullmatch(t.text) for group in words for t in group.tokens)
    stray = numbers and not (ask and (ask.among or len(ask.verbs) == 1))  # where much may be done, it names nothing,
    stray = stray and not _is_name(now, words[0].bare)  # but what is called so
    begins_with_number = words[0].bare.isdigit()  # a name may be new that has it: `10 guard`
    called = words[0].bare.endswith(":") or words[0].bare.startswith("+")  # `anna: hill` is said to somebody
    verbs = now.answering()
    for cls in () if called else verbs:
        if stray and any(slot.form is Form.NAME and not slot.optional for slot in slots_of(cls)):
            continue
        if numbers and (dice := dice_of_one(cls, now.speaker(cls, {}), words, now.table)):
            with suppress(LineError):
                return _answer(now, cls, dice, end)
        try:
            return _answer(now, cls, words, end)
        except OtherSide as error:  # a verb behind it that aims at the other side is meant only if it is said
            raise fault or error from None
        except Ambiguous as error:
            if error.column > words[0].column:
                raise fault or error from None  # it is this verb, as far as it goes
            fault = fault or error
        except (Guessed, NotOwn) as error:
            fault = fault or error
        except LineError as error:
            if cls is verbs[0] and error.column > words[0].column:
                late = error
            if isinstance(error, Impossible) and _is_gone(words, error):
                gone = gone or error
            numbered = begins_with_number and isinstance(error, UnknownName) and error.length > len(words[0].bare)
            numbered = numbered and not _says_more(now, cls, verbs, words)
            if numbered or (len(verbs) == 1 and error.column > words[0].column):  # it is the answer, as far as it goes
                fault = fault or error
            if ask and new is None and may_be_title(ask, cls, words, error, now.verbs):
                new = error
    if late and (len(words) == 1 or isinstance(fault, Ambiguous | OwnAim)):
        raise late  # what begins to answer the first verb is no shortened name in another one
    fault = fault or gone or new
    if fault:
        raise fault
    none = unanswered(now.table, words, ask, verbs, now.verbs)
    raise late if late and not isinstance(none, Guessed) else none


def _is_gone(words: Sequence[Group], error: Impossible) -> bool:
    """Whether a line names first what is not there by a rule: behind a number (`21 recon`) with the next word."""
    name = error.message.partition(" ")[0]
    said = "-".join(group.tokens[0].text for group in words[: 1 + words[0].bare.isdecimal()])
    return error.column == words[0].column and error.rule != "notation" and bool(match(said, {name: name}))


def _is_name(now: Situation, word: str) -> bool:
    """Whether a word is the whole name of a thing that may be named in answer to the open question, or a number that is
    no die and by which only one is called.
    """
    kinds = {slot.type for cls in now.answering() for slot in slots_of(cls) if slot.form is Form.NAME}
    names = [names_of(now.table, kind) for kind in kinds]
    called = len(word) > 1 and word.isdecimal()
    return any(word in known or (called and len(match(word, known)) == 1) for known in names)


def _says_more(
    now: Situation, cls: type[Action[Any]], verbs: Sequence[type[Action[Any]]], words: Sequence[Group]
) -> bool:
    """Whether words that begin with a number say more than the one thing that an act names: one of them is the whole
    name of a thing of another kind, which another act takes.
    """
    own = {slot.type for slot in slots_of(cls)}
    kinds = {slot.type for each in verbs for slot in slots_of(each) if slot.form is Form.NAME} - own
    return len(own) == 1 and any(group.bare in names_of(now.table, kind) for group in words[1:] for kind in kinds)


def _answer(now: Situation, cls: type[Action[Any]], words: list[Group], end: int) -> Action[Any]:
    """The act that a line without a verb is, if it is one of this kind. Raises LineError."""
    act = build(now, cls, words, end, bare=True)
    _refuse_answer(now, act, words)
    return act


def _refuse_answer(now: Situation, act: Action[Any], words: Sequence[Group]) -> None:
    """Raises NotUnderstood for a bare line that is a guess.

    Words that only join others say nothing, and no is no beginning of a name. Where much may be done, one letter names
    nothing, and what an act needs must be said. What belongs to the other side is never named for the side that is
    asked.
    """
    word = words[0].bare if len(words) == 1 else ""
    guess = NotUnderstood(f"{short(words[0].tokens[0].text)!r} is no answer here.", words[0].column)
    slots = slots_of(type(act))
    names = [slot for slot in slots if slot.form is Form.NAME and getattr(act, slot.field)]
    if all(group.bare in CONNECTING for group in words) or (names and word in PLAIN and word not in write(act).split()):
        raise guess
    asked = now.open_now()
    if not names or not asked:
        return
    first, ask = _first(getattr(act, names[0].field)), asked[0]
    if first in (ask.among or ()):
        return
    if not now.written and len(ask.verbs) > 1:
        needed = sum(not slot.optional for slot in slots)
        if needed > len(words) or any(_is_loose_letter(act, words, at) for at in range(len(words))):
            raise guess
    sides = {each.side for each in asked if act.verb in each.verbs} | {ask.also}
    owner = now.table.owner(first)
    if not now.written and owner and owner not in sides:
        raise other_side(words[0], (first,), owner)
    if not owner:
        _refuse_own(now, act, first, words)


def _is_loose_letter(act: Action[Any], words: Sequence[Group], at: int) -> bool:
    """Whether a word is one letter that the act says neither by itself nor as the first part of a name (`b co`)."""
    letter = words[at].bare
    if len(letter) != 1 or not letter.isalpha():
        return False
    line, behind = write(act), words[at + 1].tokens[0].text.lower() if at + 1 < len(words) else ""
    return letter not in line.split() and not (behind and f"{letter}-{behind}" in line)


def _refuse_own(now: Situation, act: Action[Any], aim: Any, words: Sequence[Group]) -> None:
    """Raises OwnAim for words that name a thing of the side that is asked where the other side's is aimed at, and that
    would be illegal: they say what this thing does, in a step of its own.
    """
    others = doers(now, aim, act.side)
    if not others or may_be(now, act):
        return
    lines = []
    for cls in others:
        with suppress(LineError):
            lines.append(write(build(now, cls, [*words], words[-1].column, bare=True)))
    raise OwnAim(own_aim(type(act), str(aim), act.side, others), words[0].column, tuple(lines))


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value

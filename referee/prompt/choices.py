"""Numbered choices: what stands on the screen with a number, so that typing the number picks it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from referee.game import Game
from referee.judge import judge
from referee.notation import plain, write
from referee.ruleset import HOLDS, Action, Form, Impossible, LineError, slots_of

MOST = 12
"""Choices that are numbered; a longer list is better narrowed by typing a letter."""

NEW = "a new one: teach it"
"""The choice that takes a word for the name of something new."""

LIST = 99
"""The longest list that anybody counts; a larger number is only a part of a name."""

FEW = 3
"""A bare number up to which it surely says how many."""

_NUMBER = re.compile(r"\d{1,3}(?!\d)")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r'"(?:[^"]|"")*"?|[^\s,">]+')


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: its number, what is shown, and the line that picking it stands for."""

    number: int
    word: str
    line: str


def number_off(words: Sequence[str]) -> list[int]:
    """A number for each word: the one that it begins with, if all begin with one of their own; else 1 to the last.

    Of those 1 to the last a word keeps the number that it begins with, and one that begins several words is nobody's:
    so `2` never picks 4-lancers while 2-lancers is on the list.
    """
    leading = [_leading(word) for word in words]
    if len({*leading}) == len(words) and all(number and number <= LIST for number in leading):
        return [number or 0 for number in leading]
    nobodys = {number for number in leading if leading.count(number) > 1}
    last = len(words) + sum(number is not None and number <= len(words) for number in nobodys)
    own = {number for number in leading if number and number <= last} - nobodys
    free = (number for number in count(1) if number not in nobodys | own)
    return [number if number in own else next(free) for number in leading]


def _leading(word: str) -> int | None:
    """The number that a word begins with."""
    found = _NUMBER.match(word)
    return int(found.group()) if found else None


def choices(words: Sequence[str], lines: Sequence[str]) -> tuple[Choice, ...]:
    """Numbered choices out of words and the line that each stands for, in the order of their numbers.

    Words that differ in a number only come in the order of those.
    """
    if len({_DIGITS.sub("", word) for word in words}) == 1:
        pairs = sorted(zip(words, lines, strict=True), key=lambda pair: [int(n) for n in _DIGITS.findall(pair[0])])
        words, lines = [word for word, _ in pairs], [line for _, line in pairs]
    return tuple(sorted(map(Choice, number_off(words), words, lines), key=lambda choice: choice.number))


def replacing(line: str, column: int, words: Sequence[str]) -> tuple[Choice, ...]:
    """Choices that put a word in the place of the bad one, which begins at a column of the line."""
    found = _WORD.match(line, min(column, len(line)))
    end = found.end() if found else min(column, len(line))
    head = line[:column]
    if not found and head and not head[-1].isspace():
        head += " "
    few = list(dict.fromkeys(words))[:MOST]
    return choices(few, [f"{_without_number(head, word)}{word}{line[end:]}" for word in few])


def _without_number(head: str, word: str) -> str:
    """What stands before a word in a line, without the number that the word begins with: `4 guard` is 4-guard."""
    number = re.search(r"(?<!\S)(\d+) +$", head)
    return head[: number.start()] if number and re.match(rf"{number[1]}(?!\d)", word) else head


def for_question(game: Game) -> tuple[Choice, ...]:
    """The values that the open question lists, numbered; none while a bare number is itself an answer."""
    ask = game.ask
    if ask is None or not ask.among or len(ask.among) > MOST or number_answers(game):
        return ()
    lines = [answer_line(game, value) for value in ask.among]
    return choices(ask.among, lines)


def answer_line(game: Game, value: str) -> str:
    """The line that answers the open question with a value: the first asked verb that takes it."""
    ask, reader = game.ask, game.reader()
    for verb in ask.verbs if ask else ():
        with suppress(LineError):
            reader.read(f"{verb} {value}")
            return f"{verb} {value}"
    return value


def number_answers(game: Game) -> bool:
    """Whether a bare number answers the open question, so that it cannot pick a choice.

    A number that may be left out is an answer only where its verb stands first.
    """
    ask = game.ask
    if ask is None:
        return False
    for cls in game.ruleset.actions:
        if cls.verb not in ask.verbs:
            continue
        numbers = {s.field for s in slots_of(cls) if s.form in (Form.NUMBER, Form.MEASURE)}
        required = {s.field for s in slots_of(cls) if not s.optional}
        if numbers and required <= numbers and (required or cls.verb == ask.verbs[0]):
            return True
    return False


def stray_number(game: Game, text: str) -> str | None:
    """What a bare number would do that is neither a choice nor an answer to the open question; None if it is one.

    The notation would take it for a piece or for a later question, and nobody means that by a digit; nor one verb of
    many by a digit alone; nor so much of what may be left alone, for then it is rather the name of something. It is ""
    for what would break a rule, which nobody should be told to write.
    """
    if not text.isdigit():
        return None
    try:
        act = game.reader().read(text)
    except LineError:
        return None
    ask = game.ask
    answers = ask and act.verb in ask.verbs and (ask.among or len(ask.verbs) == 1 or number_answers(game))
    if answers and not (ask and ask.may and int(text) > FEW and _may_be_left_out(act, int(text))):
        return None
    return write(act) if _is_legal(game, act) else ""


def _may_be_left_out(act: Action[Any], number: int) -> bool:
    """Whether a number was read as one that a line may leave out."""
    slots = [slot for slot in slots_of(type(act)) if slot.form in (Form.NUMBER, Form.MEASURE)]
    return any(slot.optional and getattr(act, slot.field) == number for slot in slots)


def _is_legal(game: Game, act: Action[Any]) -> bool:
    """Whether nothing would be flagged."""
    try:
        return not any(found.kind in HOLDS for found in judge(game.ruleset, game.table, act).findings)
    except Impossible:
        return False


def picked(text: str, offered: Sequence[Choice]) -> str | None:
    """The line that a typed number picks, or that of the only word which begins with it; None if it picks nothing."""
    found = re.fullmatch(r"\s*(\d{1,3})\s*[.)]?\s*", text)
    if not found:
        return None
    number = int(found.group(1))
    begun = [choice.line for choice in offered if _leading(choice.word) == number]
    return next((c.line for c in offered if c.number == number), begun[0] if len(begun) == 1 else None)


def listed(offered: Sequence[Choice]) -> str:
    """Choices in one line: `1) a1  2) a2`; only the values if each is its own number."""
    if all(c.word == str(c.number) for c in offered):
        return "  ".join(plain(c.word) for c in offered)
    return "  ".join(f"{c.number}) {plain(c.word)}" for c in offered)

"""Choices: what stands on the screen with a number, or the beginning of a word, that picks it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from referee.commands.answers import PASS, number_answers
from referee.game import Game
from referee.notation import plain, write
from referee.notation.words import PLAIN
from referee.ruleset import HOLDS, Action, Form, Impossible, LineError, slots_of

MOST = 12
"""Choices that are listed; a longer list is better narrowed by typing a letter."""

NEW = "a new one: teach it"
"""The choice that takes a word for the name of something new."""

FEW = 3
"""A bare number up to which it surely says how many."""

_NUMBER = re.compile(r"\d{1,3}(?!\d)")
_TYPED = re.compile(r"\s*(\d{1,3})\s*[.)]?\s*")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r'"(?:[^"]|"")*"?|[^\s,">]+')


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: its number, what is shown, and the line that picking it stands for.

    number  what picks it; 0 for one that is picked by its word (the choice `0` is both)
    """

    number: int
    word: str
    line: str


def number_off(words: Sequence[str], numbered: bool = True) -> list[int]:
    """A number for each word: 1 to the last, without gaps, and each word that begins with one of these has that one.

    So `2` never picks 4-lancers while 2-lancers is on the list. Where that cannot be, for two words begin with the same
    of these numbers, or where numbers are not wanted (`numbered`), all are 0: each word is picked by its shortest
    beginning that is no other's. Words that are all bare numbers are picked by what they are.
    """
    if all(word.isdecimal() for word in words):
        return [int(word) for word in words]
    own = [number for word in words if (number := _leading(word)) and number <= len(words)]
    if not numbered or len({*own}) < len(own):
        return [0 for _ in words]
    free = (number for number in range(1, len(words) + 1) if number not in own)
    return [number if (number := _leading(word)) in own and number else next(free) for word in words]


def _leading(word: str) -> int | None:
    """The number that a word begins with."""
    found = _NUMBER.match(word)
    return int(found.group()) if found else None


def choices(words: Sequence[str], lines: Sequence[str], numbered: bool = True) -> tuple[Choice, ...]:
    """Choices out of words and the line that each stands for, in the order of their numbers; those as in `number_off`.

    Words that differ in a number only come in the order of those.
    """
    if len({_DIGITS.sub("", word) for word in words}) == 1:
        pairs = sorted(zip(words, lines, strict=True), key=lambda pair: [int(n) for n in _DIGITS.findall(pair[0])])
        words, lines = [word for word, _ in pairs], [line for _, line in pairs]
    numbers = number_off(words, numbered)
    return tuple(sorted(map(Choice, numbers, words, lines), key=lambda choice: choice.number))


def replacing(line: str, column: int, words: Sequence[str], numbered: bool = True) -> tuple[Choice, ...]:
    """Choices that put a word in the place of the bad one, which begins at a column of the line."""
    found = _WORD.match(line, min(column, len(line)))
    end = found.end() if found else min(column, len(line))
    head = line[:column]
    if not found and head and not head[-1].isspace():
        head += " "
    few = list(dict.fromkeys(words))[:MOST]
    return choices(few, [f"{_without_number(head, word)}{word}{line[end:]}" for word in few], numbered)


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


def stray_number(game: Game, text: str) -> str | None:
    """What a bare number would do that is neither a choice nor an answer to the open question; None if it is one.

    The notation would take it for a piece or for a later question, and nobody means that by a digit; nor one verb of
    many by a digit alone; nor so much of what may be left alone, for then it is rather the name of something. It is ""
    for what would break a rule, which nobody should be told to write.
    """
    if not text.isdigit():
        return None
    strange = bool(numbers_listed(game)) and picked(text, for_question(game)) is None
    try:
        act = game.reader().read(text)
    except LineError:
        return "" if strange else None
    ask = game.ask
    answers = ask and act.verb in ask.verbs and (ask.among or len(ask.verbs) == 1 or number_answers(game))
    if answers and not strange and not (ask and ask.may and int(text) > FEW and _may_be_left_out(act, int(text))):
        return None
    return write(act) if _is_legal(game, act) else ""


def numbers_listed(game: Game) -> str:
    """The numbers of the values that the open question lists, in words; "" where they have none."""
    numbers = [choice.number for choice in for_question(game)]
    if not numbers or not all(numbers):
        return ""
    return f"1 to {len(numbers)}" if len(numbers) > 1 else "1"


def _may_be_left_out(act: Action[Any], number: int) -> bool:
    """Whether a number was read as one that a line may leave out."""
    slots = [slot for slot in slots_of(type(act)) if slot.form in (Form.NUMBER, Form.MEASURE)]
    return any(slot.optional and getattr(act, slot.field) == number for slot in slots)


def reads_legal(game: Game, line: str) -> bool:
    """Whether a line can be read, and nothing would be flagged."""
    with suppress(LineError):
        return _is_legal(game, game.reader().read(line))
    return False


def _is_legal(game: Game, act: Action[Any]) -> bool:
    """Whether nothing would be flagged."""
    try:
        return not any(found.kind in HOLDS for found in game.judge_act(act).findings)
    except Impossible:
        return False


def picked(text: str, offered: Sequence[Choice]) -> str | None:
    """The line that a typed number picks, also with its word as it stands on the screen, or that of the only word which
    begins with it; of choices without numbers that of the only one which begins with what was typed. None if it picks
    nothing.
    """
    words = text.lower().replace(")", " ").split()
    if whole := next((each for each in offered if words == [str(each.number), *each.word.lower().split()]), None):
        return whole.line
    found = _TYPED.fullmatch(text)
    if not found:
        return _begun(text, [choice for choice in offered if not _is_numbered(choice)])
    number = int(found.group(1))
    begun = [choice.line for choice in offered if _leading(choice.word) == number]
    by_number = (choice.line for choice in offered if choice.number == number and _is_numbered(choice))
    return next(by_number, begun[0] if len(begun) == 1 else None)


def _begun(text: str, offered: Sequence[Choice]) -> str | None:
    """The line of the only choice whose word begins with a text, or what is its own behind the words with which all
    begin; a plain yes, no or pass picks none.
    """
    typed = text.strip().lower()
    if not typed or typed in (*PLAIN, PASS):
        return None
    whole = [choice.line for choice in offered if choice.word.lower() == typed]
    lines = whole or [choice.line for choice in offered if choice.word.lower().startswith(typed)]
    if not lines:
        split = [choice.word.lower().split() for choice in offered]
        alike = sum(1 for _ in takewhile(lambda each: len({*each}) == 1, zip(*split, strict=False)))
        behind = [(choice, " ".join(words[alike:])) for choice, words in zip(offered, split, strict=True)]
        lines = [choice.line for choice, own in behind if alike and own.startswith(typed)]
    return lines[0] if len(lines) == 1 else None


def _is_numbered(choice: Choice) -> bool:
    """Whether a number picks a choice."""
    return bool(choice.number) or choice.word == "0"


def listed(offered: Sequence[Choice]) -> str:
    """Choices in one line: `1) a1  2) a2`; only the values if each is its own number; `b(ridge)  h(ill)` for those that
    are picked by their beginnings.
    """
    if all(c.word == str(c.number) for c in offered):
        return "  ".join(plain(c.word) for c in offered)
    if not any(map(_is_numbered, offered)):
        return "  ".join(_marked(c.word, [other.word for other in offered if other != c]) for c in offered)
    return "  ".join(f"{c.number}) {plain(c.word)}" for c in offered)


def _marked(word: str, others: Sequence[str]) -> str:
    """A word with what need not be typed in brackets: its shortest beginning is no other's, and no plain yes or no."""
    lower, rest = word.lower(), [other.lower() for other in others]
    for length in range(1, len(word)):
        begun = lower[:length]
        whole = begun[-1].isalpha() or (begun[-1].isdigit() and not lower[length].isdigit())
        if whole and begun not in (*PLAIN, PASS) and not any(other.startswith(begun) for other in rest):
            return plain(f"{word[:length]}({word[length:]})")
    return plain(word)

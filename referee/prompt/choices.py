"""Numbered choices: what stands on the screen with a number, so that typing the number picks it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from referee.game import Game
from referee.notation import plain, write
from referee.ruleset import Form, LineError, slots_of

MOST = 12
"""Choices that are numbered; a longer list is better narrowed by typing a letter."""

NEW = "a new one: teach it"
"""The choice that takes a word for the name of something new."""

LIST = 99
"""The longest list that anybody counts; a larger number is a part of a name."""

_NUMBER = re.compile(r"\d{1,3}")
_WORD = re.compile(r'"(?:[^"]|"")*"?|[^\s,">]+')


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: its number, what is shown, and the line that picking it stands for."""

    number: int
    word: str
    line: str


def number_off(words: Sequence[str]) -> list[int]:
    """A number for each word, counted from 1.

    A number that is part of only one of the words is that word's own, and one that begins several words is nobody's: so
    `2` never picks 4-lancers while 2-lancers is on the list.
    """
    holders: dict[int, list[str]] = {}
    for word in words:
        for digits in set(_NUMBER.findall(word)):
            holders.setdefault(int(digits), []).append(word)
    own: dict[str, int] = {}
    for number, those in holders.items():
        if len(those) == 1 and number > 0:
            own.setdefault(those[0], number)
    nobodys = {n for n, those in holders.items() if len(those) > 1 and any(w.startswith(str(n)) for w in those)}
    free = (n for n in count(1) if n not in nobodys and n not in own.values())
    return [own[word] if word in own else next(free) for word in words]


def choices(words: Sequence[str], lines: Sequence[str]) -> tuple[Choice, ...]:
    """Numbered choices out of words and the line that each stands for."""
    return tuple(map(Choice, number_off(words), words, lines))


def replacing(line: str, column: int, words: Sequence[str], teach: str = "") -> tuple[Choice, ...]:
    """Choices that put a word in the place of the bad one, which begins at a column of the line; or teach that one."""
    found = _WORD.match(line, min(column, len(line)))
    end = found.end() if found else min(column, len(line))
    head = line[:column]
    if not found and head and not head[-1].isspace():
        head += " "
    few = list(dict.fromkeys(words))[:MOST]
    lines = [f"{head}{word}{line[end:]}" for word in few]
    return choices([*few, NEW], [*lines, f"{teach}; {line}"]) if teach else choices(few, lines)


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


def stray_number(game: Game, text: str) -> str:
    """What a bare number would do that is neither a choice nor an answer to the open question; "" if it is one.

    The notation would take it for a piece or for a later question, and nobody means that by a digit; nor one verb of
    many by a digit alone.
    """
    if not text.isdigit():
        return ""
    try:
        act = game.reader().read(text)
    except LineError:
        return ""
    ask = game.ask
    answers = ask and act.verb in ask.verbs and (ask.among or len(ask.verbs) == 1 or number_answers(game))
    return "" if answers else write(act)


def picked(text: str, offered: Sequence[Choice]) -> str | None:
    """The line that a typed number picks; None if it is no number on the screen."""
    found = re.fullmatch(r"\s*(\d{1,3})\s*[.)]?\s*", text)
    if not found:
        return None
    return next((c.line for c in offered if c.number == int(found.group(1))), None)


def listed(offered: Sequence[Choice]) -> str:
    """Choices in one line: `1) a1  2) a2`; only the values if each is its own number."""
    if all(c.word == str(c.number) for c in offered):
        return "  ".join(plain(c.word) for c in offered)
    return "  ".join(_numbered(c) for c in offered)


def _numbered(choice: Choice) -> str:
    """A choice with its number; a long one that begins the word stands there already: `101-inv`."""
    own = choice.number > LIST and re.match(rf"{choice.number}(?!\d)", choice.word)
    return plain(choice.word) if own else f"{choice.number}) {plain(choice.word)}"

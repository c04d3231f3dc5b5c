"""The facts of a component as people say them, each number brought behind its keyword."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from referee.notation.fields import keywords_of
from referee.notation.words import NUMBER, Group, Token, parts
from referee.ruleset import Action, Form, slots_of

_RANGE = re.compile(r"(\d{1,2})(?:[-\u2013](\d{1,2}))?")
"""A number, or several from one to another: `1-3`."""


_IF = ("if", "when")
"""What people say between a bonus and what it is for: `+2 when attacking`."""


def told_apart(cls: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of a line that tells facts, each number behind the keyword of its field, as they may stand on the card:
    `1 hq, 2 recon`, `hq=1`, `recon 1 recon` and `3 tanks` too. A comma between two facts goes.
    """
    keywords = _counted(cls)
    if (numerals := _numerals(cls)) and not _alternate(numerals, words):
        words = _each_of(numerals, words)
    if not keywords or _in_order(cls, keywords, words):
        return words
    said = [group.bare for group in words]
    words = [group for at, group in enumerate(words) if not says_when(keywords, said, at)]
    flat = [each for group in words for each in _apart(cls, keywords, group)]
    flat = _without_units(cls, keywords, flat)
    out: list[Group] = []
    counts = False
    while len(flat) > 1:
        first, second = flat[:2]
        if (keyword := _keyword(keywords, first)) and NUMBER.fullmatch(second.bare):
            out += [Group((Token(keyword, first.column),)), second]
            again = len(flat) == 3 or (len(flat) > 3 and not NUMBER.fullmatch(flat[3].bare))
            del flat[: 3 if again and _keyword(keywords, flat[2]) == keyword else 2]
        elif _number_first(cls, keywords, flat) and (keyword := _keyword(keywords, second)):
            out += [Group((Token(keyword, second.column),)), first]
            del flat[:2]
            counts = True
        elif counts and NUMBER.fullmatch(first.bare) and second.bare.isalpha():  # so the word is to blame
            out += [second, first]
            del flat[:2]
        else:
            out.append(flat.pop(0))
    return out + flat


def says_when(keywords: Collection[str], words: Sequence[str], at: int) -> bool:
    """Whether a word only joins the bonus before it, which has no keyword of its own, to what it is for."""
    if words[at] not in _IF or not at or words[at - 1][:1] not in ("+", "-"):
        return False
    return bool(NUMBER.fullmatch(words[at - 1])) and (at < 2 or words[at - 2] not in keywords)


def _each_of(numerals: frozenset[str], words: Iterable[Group]) -> list[Group]:
    """The words of a line whose keywords are numbers, a value that is told of several of them told of each: `1-3 none`,
    `5,6 panic`, `5 6 panic`. A comma between two facts goes.
    """
    out: list[Group] = []
    row: list[Group] = []
    for group in (each for word in words for each in _without_comma(numerals, word)):
        if numbers := _numbers_of(numerals, group):
            row += numbers
            continue
        out += [each for number in row[:-1] for each in (number, group)]
        out += [*row[-1:], group]
        row = []
    return out + row


def _alternate(numerals: frozenset[str], words: Sequence[Group]) -> bool:
    """Whether words are written as in a record: behind the first, numbers that are keywords each before one value."""
    pairs = zip(words[1::2], words[2::2], strict=False)
    return len(words) % 2 == 1 and all(n.bare in numerals and v.bare.isalpha() for n, v in pairs)


def _without_comma(numerals: frozenset[str], group: Group) -> list[Group]:
    """The words of a list of which only some are numbers that are keywords: `none, 4-5`."""
    each = [Group((token,)) for token in group.tokens]
    return each if len({bool(_numbers_of(numerals, one)) for one in each}) > 1 else [group]


def _numbers_of(numerals: frozenset[str], group: Group) -> list[Group]:
    """The keywords that a word lists, all of them numbers; [] for any other word."""
    found: list[Group] = []
    for token in group.tokens:
        span = _RANGE.fullmatch(token.text)
        numbers = [str(number) for number in range(int(span[1]), int(span[2] or span[1]) + 1)] if span else []
        if not numbers or not numerals.issuperset(numbers):
            return []
        found += [Group((Token(number, token.column),)) for number in numbers]
    return found


@cache
def _numerals(cls: type[Action[Any]]) -> frozenset[str]:
    """The keywords of a line that teaches which are numbers: dice."""
    return frozenset(slot.keyword for slot in slots_of(cls) if slot.keyword.isdecimal()) if cls.learns else frozenset()


def _number_first(cls: type[Action[Any]], keywords: Collection[str], flat: Sequence[Group]) -> bool:
    """Whether the words begin with numbers that stand before their keywords: `1 hq 2 recon`. In `3 value 2` the first
    number is a name, for the last one has no keyword behind it; so it is before a keyword that is none of a number.
    """
    for at, group in enumerate(flat):
        if not (NUMBER.fullmatch(group.bare) if at % 2 == 0 else _keyword(keywords, group)):
            if at % 2 and group.bare in keywords_of(cls):
                return False
            return at > 3 or (at % 2 == 0 and at > 0)
    return len(flat) % 2 == 0


@cache
def _counted(cls: type[Action[Any]]) -> frozenset[str]:
    """The keywords of the numbers that a line may tell as facts."""
    slots = slots_of(cls) if cls.aside else ()
    numbers = (slot for slot in slots if slot.form in (Form.NUMBER, Form.MEASURE))
    return frozenset(slot.keyword for slot in numbers if slot.optional and not slot.many)


@cache
def _placed(cls: type[Action[Any]]) -> frozenset[str]:
    """The keywords of the positions that a line may tell."""
    return frozenset(slot.keyword for slot in slots_of(cls) if slot.form is Form.POINT)


@cache
def _units(cls: type[Action[Any]]) -> frozenset[str]:
    """The words of what the numbers of a line count."""
    return frozenset(word for slot in slots_of(cls) if slot.span for word in slot.span.unit.split())


def _without_units(cls: type[Action[Any]], keywords: Collection[str], flat: list[Group]) -> list[Group]:
    """Words without those behind a keyword that only say again what is counted."""
    said_again = (_is_unit(cls, keywords, each) and _keyword(keywords, before) for before, each in pairwise(flat))
    return flat[:1] + [each for each, again in zip(flat[1:], said_again, strict=True) if not again]


def _is_unit(cls: type[Action[Any]], keywords: Collection[str], group: Group) -> bool:
    """Whether a word begins what numbers count, as it may stand behind a keyword: `6 foot inf` of infantry."""
    word = group.bare
    return len(word) > 2 and word not in keywords and any(unit.startswith(word) for unit in _units(cls))


def _in_order(cls: type[Action[Any]], keywords: Collection[str], words: Iterable[Group]) -> bool:
    """Whether each number stands behind a keyword, and each keyword once, as in a line that is written out."""
    before: str = ""
    told: tuple[str, ...] = ()
    for group in words:
        for token in () if before in _placed(cls) else group.tokens:
            text = token.text
            stray = text.lstrip("+-").isdigit() and before not in keywords
            if text in keywords and text not in told and len(group.tokens) == 1:
                told = (*told, text)
            elif text in keywords or stray or text.startswith(told) or "=" in text or ":" in text:
                return False
            before = text
    return True


def _keyword(keywords: Collection[str], group: Group) -> str:
    """The keyword of a number that a word is or begins, or that begins the word (`tanks`), or whose own number the word
    begins with (`88mm` for flak88); "" if of none or several.
    """
    word = group.bare
    if word in keywords:
        return word
    if word[:1].isdigit():
        found = [each for each in keywords if parts(word)[0] in parts(each)]
        return found[0] if len(found) == 1 else ""
    pairs = [(each, word) for each in keywords if min(len(word), len(each)) > 1]
    found = [each for each, word in pairs if each.startswith(word) or word.startswith(each)]
    return found[0] if len(found) == 1 else ""


def _apart(cls: type[Action[Any]], keywords: Collection[str], group: Group) -> Iterator[Group]:
    """The words that a comma or an equals sign joins, though the one is a number and the other no part of a list."""
    tokens = [each for token in group.tokens for each in _equals(keywords, token)]
    start = 0
    for at in range(1, len(tokens)):
        one, other = Group((tokens[at - 1],)), Group((tokens[at],))
        numbers = [bool(NUMBER.fullmatch(each.bare)) for each in (one, other)]
        named = _keyword(keywords, one if numbers == [False, True] else other) or _is_unit(cls, keywords, one)
        if numbers == [True, False] or (named and numbers[1]):
            yield Group(tuple(tokens[start:at]))
            start = at
    yield Group(tuple(tokens[start:]))


def _equals(keywords: Collection[str], token: Token) -> Iterator[Token]:
    """`hq=1` and `hq:` as the words that they are."""
    found = None if token.quoted else re.fullmatch(r"([^=:]+)[=:](\d*)", token.text)
    if found and _keyword(keywords, Group((Token(found[1], token.column),))):
        yield Token(found[1], token.column)
        if found[2]:
            yield Token(found[2], token.column + found.start(2))
    else:
        yield token

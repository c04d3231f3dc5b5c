"""Titles of several words in a line: those that are known are one value, a new one stands in quotes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from referee.components.memo import remembered
from referee.notation.words import Group, Token, match, parts, quoted
from referee.ruleset import Action, Form, Name, Table, slots_of

LONGEST_TITLE = 12
"""Words of a title that is recognised without quotes."""

LONGEST_NAME = 4
"""Words of a name whose parts stand apart."""

Parts = tuple[str, ...]


class Titles(NamedTuple):
    """The parts of all names and titles of a kind, and the first part of each."""

    whole: frozenset[Parts]
    first: frozenset[str]


class Word(NamedTuple):
    """A word of a line: whether a comma stands before it, and whether it may be a part of a title."""

    token: Token
    comma: bool
    plain: bool


_SPELLED: dict[type[Name], tuple[Mapping[str, str], Mapping[str, str], Titles]] = {}
"""Of each kind the names and the absent things that were asked for last, and the parts of all of them."""


@remembered
def names_of(table: Table, kind: type[Name]) -> Mapping[str, str]:
    """The things of one kind that can be named; a line asks for them several times."""
    return table.names(kind)


def with_titles(table: Table, act: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words with those joined that spell a whole title or name: `old guard` is one value, the longest first.

    A bare number may be a value of its own, and is never joined; neither is the keyword before it (`red guard 10`).
    """
    kinds, keywords = _named(act)
    if not kinds:
        return words
    flat = _flat(words)
    if not any(one.plain and other.plain and not other.comma for one, other in pairwise(flat)):
        return words
    spelled = [_spelled(kind, names_of(table, kind), table.absent(kind)) for kind in kinds]
    counts = list(_counts(flat, spelled, keywords))
    return words if len(counts) == len(flat) else _joined(flat, counts)


def with_more(words: Sequence[Group], column: int, names: Sequence[str]) -> list[Group]:
    """The words with those behind one that may be several names joined to it, where they make it one: `guard 1`.

    Empty where they do not. A line is only read so when it cannot be read otherwise: `guard` alone is no unit.
    """
    at = next((i for i, group in enumerate(words) if group.column == column and len(group.tokens) == 1), len(words))
    for end in range(min(at + LONGEST_NAME, len(words)), at + 1, -1):
        tokens = [token for group in words[at:end] for token in group.tokens]
        name = "-".join(token.text for token in tokens)
        if len(tokens) == end - at and not any(t.quoted for t in tokens) and not name.replace("-", "").isdigit():
            found = match(name, {each: each for each in names})
            if len(found) == 1:
                return [*words[:at], Group((Token(found[0], column),)), *words[end:]]
    return []


@cache
def _named(act: type[Action[Any]]) -> tuple[frozenset[type[Name]], frozenset[str]]:
    """The kinds of things that an act names, and the keywords of its fields."""
    slots = slots_of(act)
    return frozenset(s.type for s in slots if s.form is Form.NAME), frozenset(s.keyword for s in slots)


def _spelled(kind: type[Name], names: Mapping[str, str], absent: Mapping[str, str]) -> Titles:
    """The parts of each name and title. Most tables have the same as the one before, so they are kept."""
    kept = _SPELLED.get(kind)
    if kept is None or not (_same(kept[0], names) and _same(kept[1], absent)):
        whole = frozenset(map(parts, (*names, *names.values(), *absent)))
        first = frozenset(each[0] for each in whole if each)
        kept = _SPELLED[kind] = (names, absent, Titles(whole, first))
    return kept[2]


def _same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return one is other or one == other


def in_quotes(verb: str, words: Sequence[Group], start: int, end: int) -> str:
    """The line with some of its words in quotes."""
    title = quoted(words_of(words[start:end]))
    return " ".join(part for part in (verb, words_of(words[:start]), title, words_of(words[end:])) if part)


def words_of(words: Iterable[Group]) -> str:
    """Words as a text, with the commas between them."""
    return " ".join(", ".join(token.text for token in group.tokens) for group in words)


def _counts(flat: Sequence[Word], spelled: Sequence[Titles], keywords: frozenset[str]) -> Iterator[int]:
    """How many words each value of a line takes: those of a title or name, the longest first, or one."""
    at = 0
    while at < len(flat):
        count = _words_of_title(flat, at, spelled, keywords)
        yield count
        at += count


def _words_of_title(flat: Sequence[Word], at: int, spelled: Sequence[Titles], keywords: frozenset[str]) -> int:
    """How many words from one on are a title or name; 1 if none begins there."""
    begin = parts(flat[at].token.text)
    spelled = [each for each in spelled if begin[0] in each.first] if begin else spelled
    if not spelled:
        return 1
    ahead = flat[at : at + LONGEST_TITLE]
    for count in range(_run(ahead, keywords), 1, -1):
        title = parts(_text(ahead[:count]))
        if any(title in each.whole for each in spelled):
            return count
    return 1


def _joined(flat: Sequence[Word], counts: Iterable[int]) -> list[Group]:
    """The words of a line taken together, so many at a time."""
    out: list[list[Token]] = []
    at = 0
    for count in counts:
        token, comma, _ = flat[at]
        if count > 1:
            token = Token(_text(flat[at : at + count]), token.column)
        at += count
        if comma:
            out[-1].append(token)
        else:
            out.append([token])
    return [Group(tuple(g)) for g in out]


def _flat(words: Iterable[Group]) -> list[Word]:
    """All words one by one."""
    return [
        Word(token, at > 0, not (token.quoted or _is_number(token)))
        for group in words
        for at, token in enumerate(group.tokens)
    ]


def _run(flat: Sequence[Word], keywords: frozenset[str]) -> int:
    """How many words stand beside each other that may be one title: no comma, quote or bare number among them."""
    for at, (token, comma, plain) in enumerate(flat):
        if (comma and at) or not plain:
            return at
        if token.text.lower() in keywords and at + 1 < len(flat) and _is_number(flat[at + 1].token):
            return at
    return len(flat)


def _is_number(token: Token) -> bool:
    return token.text.lstrip("-").isdigit()


def _text(flat: Iterable[Word]) -> str:
    return " ".join(word.token.text for word in flat)

"""Two names in one word, as moves are written: `e2-d2`, `e2d2`; names and positions in one list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from referee.notation.fields import choices_of
from referee.notation.titles import names_of
from referee.notation.words import MEASURE, Group, Token, fold, match
from referee.ruleset import Action, Form, Name, Table, slots_of

_JOINED = re.compile(r"([^-–]+)[-–]([^-–]+)")
_BESIDE = re.compile(r"([^\W\d_]+\d+)([^\W\d_]+\d+)")


def with_both(table: Table, act: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of a line, one that joins two names of one kind as two, where the act has a field for each.

    The first must be written out, and both where nothing stands between them; and no thing be called as the whole is,
    nor in short.
    """
    twice, kinds = _kinds(act)
    return [each for group in words for each in _parted(table, twice, kinds, group)] if twice else words


@cache
def _kinds(act: type[Action[Any]]) -> tuple[tuple[type[Name], ...], tuple[type[Name], ...]]:
    """The kinds of things of which an act names more than one, each in a field of its own; and all that it names."""
    named = [slot for slot in slots_of(act) if slot.form is Form.NAME]
    fields = Counter(slot.type for slot in named if not slot.many)
    return tuple(kind for kind, count in fields.items() if count > 1), tuple({slot.type for slot in named})


def _parted(table: Table, twice: Sequence[type[Name]], kinds: Sequence[type[Name]], group: Group) -> Iterator[Group]:
    first = group.tokens[0]
    found = _JOINED.fullmatch(first.text) or _BESIDE.fullmatch(first.text)
    if found and len(group.tokens) == 1 and not first.quoted:
        for names in (names_of(table, kind) for kind in twice):
            whole = fold(found[1]) in names and (found.re is _JOINED or fold(found[2]) in names)
            if whole and not any(match(first.text, names_of(table, kind)) for kind in kinds):
                yield Group((Token(found[1], first.column),))
                yield Group((Token(found[2], first.column + found.start(2)),))
                return
    yield group


def put_right(act: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of an act, each name apart from the position that a comma joins it to (`guard 4,2, scouts 6,2`), and
    two words that are one choice together (`bad ground`) as one.
    """
    if _is_placed(act):
        words = [each for group in words for each in (_runs(group) if len(group.tokens) > 2 else (group,))]
    choices = _of_two_words(act)
    if not choices or not any(f"{one.bare}-{other.bare}" in choices for one, other in pairwise(words)):
        return words
    out: list[Group] = []
    for group in words:
        both = f"{out[-1].bare}-{group.bare}" if out else ""
        if both in choices:
            out[-1] = Group((Token(both, out[-1].column),))
        else:
            out.append(group)
    return out


@cache
def _is_placed(act: type[Action[Any]]) -> bool:
    return any(slot.form is Form.POINT and slot.many for slot in slots_of(act))


@cache
def _of_two_words(act: type[Action[Any]]) -> frozenset[str]:
    choices = (slot for slot in slots_of(act) if slot.form is Form.CHOICE)
    return frozenset(word for slot in choices for word in choices_of(slot) if word.count("-") == 1)


def _runs(group: Group) -> Iterator[Group]:
    """The names and the pairs of numbers of a list, in their order."""
    start, tokens = 0, group.tokens
    for at in range(1, len(tokens)):
        number, other = (bool(MEASURE.fullmatch(token.text)) for token in tokens[at - 1 : at + 1])
        if number != other and (other or (at - start) % 2 == 0):
            yield Group(tokens[start:at])
            start = at
    yield Group(tokens[start:])

"""Two names in one word, as moves are written: `e2-d2`, `e2d2`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from referee.notation.titles import names_of
from referee.notation.words import Group, Token, fold, match
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

"""What belongs to a whole, named by two words: `guard horse` where `guard/horse-1` is the one horse of `guard`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from referee.notation.words import MEASURE, Group, Token, leads, match, parts

_ROW = re.compile(r"(\d{1,2})[-\u2013](\d{1,2})")

Names = Sequence[Mapping[str, str]]
"""The names and titles of each kind of thing."""

SHORTEST = 3
"""Letters of a name that a longer word may go on from: `art` for artillery."""


def with_parts_named(
    names: Names, absent: Names, keywords: Collection[str], words: Sequence[Group]
) -> list[Group]:
    """The words of a line, the name of a whole and the word behind it as one name of a part of it, if only one is
    called so, or all of them are (`guard/horse`). A keyword with a number behind it is no such word.
    """
    out: list[Group] = []
    for at, group in enumerate(words):
        counts = group.bare in keywords and any(MEASURE.fullmatch(behind.bare) for behind in words[at + 1 : at + 2])
        last = out[-1].tokens[-1] if out and not counts else None
        name = part_of(names, last, group.tokens[0]) if last else ""
        if last and name:
            out[-1] = Group((*out[-1].tokens[:-1], Token(name, last.column), *group.tokens[1:]))
        else:
            out.append(group)
    return _numbered(names, absent, out)


def part_of(names: Names, whole: Token, word: Token) -> str:
    """The part of a whole that a word names behind it; "" if there is none, or several without a name for all.

    A bare number is no number of a part: `guard/horse 1` may tell how far it goes.
    """
    said = parts(word.text)
    if whole.quoted or word.quoted or not said:
        return ""
    return next(filter(None, (_part(each, whole.text, said) for each in names)), "")


def _part(names: Mapping[str, str], whole: str, said: tuple[str, ...]) -> str:
    found = match(whole, names)
    if len(found) != 1:
        return ""
    begins = parts(found[0])
    rests = {name: parts(name)[len(begins) :] for name in names if parts(name)[: len(begins)] == begins}
    hits = [name for name, rest in rests.items() if rest and _named(said, rest)]
    return hits[0] if len(hits) == 1 else next((name for name in hits if len(rests[name]) == len(said)), "")


def _named(said: tuple[str, ...], rest: tuple[str, ...]) -> bool:
    """Whether words name a part, whose own name they begin or go on from; a number is no more than a part of that."""
    if said[0].isdigit():
        return rest[:1] == said and len(rest) > 1
    return leads(said, rest) or (len(said) == 1 and len(rest[0]) >= SHORTEST and said[0].startswith(rest[0]))


def _numbered(names: Names, absent: Names, words: Sequence[Group]) -> list[Group]:
    """The words of a line, a name and a number behind it as that of one thing: of several that are called so, where
    another number tells something of it (`guard/horse 2 6`); of the only one that is left, its own number or that of
    one that is gone (`guard horse 1`), which is no length then.
    """
    out: list[Group] = []
    for at, group in enumerate(words):
        told = any(all(MEASURE.fullmatch(token.text) for token in behind.tokens) for behind in words[at + 1 : at + 2])
        last = out[-1].tokens[-1] if out and group.bare.isdigit() and not out[-1].tokens[-1].quoted else None
        name = _of_number(names, absent, last.text, group.bare, told) if last else ""
        if several := _in_row(names, out[-1].tokens[-1], group) if out else ():
            out[-1] = Group((*out[-1].tokens[:-1], *several))
        elif last and name:
            out[-1] = Group((*out[-1].tokens[:-1], Token(name, last.column)))
        else:
            out.append(group)
    return out


def _in_row(names: Names, whole: Token, group: Group) -> tuple[Token, ...]:
    """The things of one name from a number to another: `guard/horse 2-4`; none where the words say nothing such."""
    row = _ROW.fullmatch(group.bare)
    if not row or whole.quoted:
        return ()
    for here in names:
        found = match(whole.text, here)
        if len(found) == 1 and f"{found[0]}-{row[1]}" in here:
            return tuple(Token(f"{found[0]}-{n}", whole.column) for n in range(int(row[1]), int(row[2]) + 1))
    return ()


def _of_number(names: Names, absent: Names, word: str, number: str, told: bool) -> str:
    """The thing with a number, here or absent, that a word means with it; "" if the number is none of its name."""
    for here, gone in zip(names, absent, strict=True):
        found = match(word, here)
        if len(found) != 1 or parts(word)[-1].isdigit() and parts(word)[-1] == parts(found[0])[-1]:
            continue  # its number is said
        if (name := f"{found[0]}-{number}") in here and told:
            return name
        if (name := f"{found[0].rpartition('-')[0]}-{number}") in here or name in gone:
            return name
    return ""

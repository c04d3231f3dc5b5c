"""Titles of several words in a line: those that are known are one value, a new one stands in quotes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from referee.notation.words import Group, Token, parts, quoted
from referee.ruleset import Form, Slot, Table

LONGEST_TITLE = 12
"""Words of a title that is recognised without quotes."""


def with_titles(table: Table, slots: Sequence[Slot], words: list[Group]) -> list[Group]:
    """The words with those joined that spell a whole title or name: `army krakow` is one value, the longest first.

    A bare number may be a value of its own, and is never joined.
    """
    kinds = {slot.type for slot in slots if slot.form is Form.NAME}
    if not kinds or sum(len(group.tokens) for group in words) < 2:
        return words
    named = {text for kind in kinds for pair in table.names(kind).items() for text in pair}
    named |= {name for kind in kinds for name in table.absent(kind)}
    return joined_titles(words, {parts(text) for text in named})


def in_quotes(verb: str, words: Sequence[Group], start: int, end: int) -> str:
    """The line with some of its words in quotes."""
    title = quoted(words_of(words[start:end]))
    return " ".join(part for part in (verb, words_of(words[:start]), title, words_of(words[end:])) if part)


def words_of(words: Iterable[Group]) -> str:
    """Words as a text, with the commas between them."""
    return " ".join(", ".join(token.text for token in group.tokens) for group in words)


def joined_titles(words: Iterable[Group], known: Container[tuple[str, ...]]) -> list[Group]:
    """The words with those taken together whose parts are known to be one title, the longest first."""
    flat = [(token, at > 0) for group in words for at, token in enumerate(group.tokens)]
    out: list[list[Token]] = []
    at = 0
    while at < len(flat):
        token, comma = flat[at]
        ahead = flat[at : at + LONGEST_TITLE]
        count = next((n for n in range(_run(ahead), 1, -1) if parts(_text(ahead[:n])) in known), 1)
        if count > 1:
            token = Token(_text(ahead[:count]), token.column)
        at += count
        if comma:
            out[-1].append(token)
        else:
            out.append([token])
    return [Group(tuple(g)) for g in out]


def _run(flat: list[tuple[Token, bool]]) -> int:
    """How many words stand beside each other that may be one title: no comma, quote or bare number among them."""
    for at, (token, comma) in enumerate(flat):
        if (comma and at) or token.quoted or token.text.lstrip("-").isdigit():
            return at
    return len(flat)


def _text(flat: Iterable[tuple[Token, bool]]) -> str:
    return " ".join(token.text for token, _ in flat)

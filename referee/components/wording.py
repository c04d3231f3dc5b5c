"""Words for sentences: small numbers, things that are counted, lists."""

from __future__ import annotations

from collections.abc import Iterable

_NUMERALS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)  # fmt: skip


def numeral(count: int) -> str:
    """A number as it is written in a sentence: in letters up to twelve, and "none"."""
    return _NUMERALS[count] if 0 <= count < len(_NUMERALS) else str(count)


def counted(count: int, one: str, more: str = "") -> str:
    """So many things: "no cards", "one card"; `more` is the plural where an s alone does not make it."""
    return f"{numeral(count) if count else 'no'} {one if count == 1 else more or f'{one}s'}"


def listed(items: Iterable[str], word: str = "and") -> str:
    """A list in a sentence: "a, b and c", or with another word before the last; "" for an empty one."""
    *first, last = [*items] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]

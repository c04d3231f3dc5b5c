"""Words for findings, questions and sentences: numbers, things that are counted, lists, what a ruling says."""

from __future__ import annotations

from collections.abc import Iterable

from referee.ruleset.table import Table

_NUMERALS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)  # fmt: skip

_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
ROMAN = frozenset(tens + ones for tens in ("", "x", "xx", "xxx", "xl") for ones in _ONES) - {""}
"""The numbers of corps and the like, 1 to 49, in small letters."""


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


def stopped(text: str) -> str:
    """A text that ends in a full stop, or in what stands for one."""
    return text if text.endswith((".", "!", "?", ".”", '."')) else f"{text}."


def figured(count: int, one: str, more: str = "") -> str:
    """So many things, in figures: "0 cards", "1 card"; `more` is the plural where an s alone does not make it."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"


def many_cards(count: int) -> str:
    """A number of cards, in figures: "1 card", "2 cards"."""
    return figured(count, "card")


def by_ruling(table: Table, ruling: str) -> str:
    """How a message cites the ruling that it rests on."""
    return f"(ruling {ruling}: {table.ruled(ruling)})"

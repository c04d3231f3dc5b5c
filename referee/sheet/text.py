"""A sheet in lines of text, for a terminal or a printer that knows nothing else."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from referee.sheet.model import Question, Row, Sheet

LEFT = 26
"""Columns of what is typed; a longer shape stands on a line of its own."""


def sheet_lines(sheet: Sheet, columns: int = 80) -> Iterator[str]:
    """The sheet, no line longer than `columns` (words that are longer are not broken)."""
    yield sheet.title
    yield from _wrapped("; ".join(f"{what}: {value}" for what, value in sheet.facts), "", columns)
    if sheet.won:
        yield from ("", "HOW IT IS WON")
    for text in sheet.won:
        yield from _wrapped(f"  {text}", "    ", columns)
    yield from ("", "THE TURN")
    if sheet.once:
        yield from _wrapped(f"  Once: {', '.join(sheet.once)}", "    ", columns)
    yield from _wrapped(f"  Each turn: {', '.join(sheet.steps)}", "    ", columns)
    for group in sheet.groups:
        yield from _section(group.title, group.rows, columns)
    yield from ("", "TYPING")
    for text in sheet.typing:
        yield from _wrapped(f"  {text}", "    ", columns)
    yield from _section("Keys", sheet.keys, columns)
    yield from _section("Commands", sheet.commands, columns)
    yield from _questions("Options: chosen when a game is set up", sheet.options, columns)
    yield from _questions("Rulings: where the book is silent; `ruling ID CHOICE` decides", sheet.rulings, columns)
    if sheet.house:
        yield from ("", "HOUSE RULES", *(f"  {text}" for text in sheet.house))


def _section(title: str, rows: Iterable[Row], columns: int) -> Iterator[str]:
    yield from ("", title.upper())
    left = min(LEFT, columns // 2)
    for row in rows:
        shape = f"  {row.shape}" + (f"  ({row.short})" if row.short else "")
        if len(shape) >= left:
            yield from _wrapped(shape, "      ", columns)
            yield from _wrapped(" " * left + row.meaning, " " * left, columns)
        else:
            yield from _wrapped(f"{shape:<{left}}{row.meaning}", " " * left, columns)


def _questions(title: str, questions: Iterable[Question], columns: int) -> Iterator[str]:
    """Options or rulings: the choice that is in force has a star, the default is named where it is another one."""
    rows = tuple(questions)
    if rows:
        yield from ("", f"{title.upper()}  (* in force)")
    for one in rows:
        yield from _wrapped(f"  {one.name}  {one.question}", "      ", columns)
        for choice in one.choices:
            mark = "*" if choice.in_force else "-"
            default = " (default)" if choice.default and not choice.in_force else ""
            yield from _wrapped(f"    {mark} {choice.word}: {choice.meaning}{default}", "        ", columns)
        if one.free:
            yield from _wrapped(f"      or {one.free}", "        ", columns)


def _wrapped(text: str, indent: str, columns: int) -> list[str]:
    return textwrap.wrap(
        text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
        drop_whitespace=True, replace_whitespace=False,
    )  # fmt: skip

"""A sheet as one page that needs nothing from outside, and is one side of A4 on paper.

Paper has no room for all: options and rulings that are as usual, and the verbs that tell components, which are asked
for in play, are on the screen alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from markupsafe import Markup

from referee.review.markup import page, said, shipped, tag
from referee.sheet.model import Choice, Question, Row, Sheet


def write_page(sheet: Sheet) -> str:
    """The page."""
    body = tag("body", _header(sheet), tag("main", *_sections(sheet), id="main"), class_="sheet")
    return page(f"{sheet.title}: cheat sheet", shipped("review/report.css", "sheet/sheet.css"), body)


def _header(sheet: Sheet) -> Markup:
    facts = tag("span", said("; ".join(f"{what}: {value}" for what, value in sheet.facts)), class_="soft")
    return tag("header", tag("h1", said(sheet.title)), tag("p", facts))


def _sections(sheet: Sheet) -> Iterator[Markup]:
    if sheet.won:
        yield _section("How it is won", tag("ul", *(tag("li", said(text)) for text in sheet.won)))
    once = (tag("p", "Once, before the first turn: ", said(", ".join(sheet.once)), "."),) if sheet.once else ()
    yield _section("Each turn", tag("ol", *(tag("li", said(step)) for step in sheet.steps), class_="steps"), *once)
    for group in sheet.groups:
        yield _section(group.title, _rows(group.rows), look="taught" if group.taught else None)
    yield _section("Typing", tag("ul", *(tag("li", _marked(text)) for text in sheet.typing)))
    yield _section("Keys", _rows(sheet.keys, "kbd"))
    yield _section("Commands", _rows(sheet.commands))
    if sheet.options:
        yield _section("Options", _unprinted(sheet.options), *_questions(sheet.options))
    if sheet.rulings:
        note = tag("p", "Where the book is silent; ", tag("code", "ruling ID CHOICE"), " decides. ● is in force.")
        yield _section("Rulings", note, _unprinted(sheet.rulings), *_questions(sheet.rulings))
    if sheet.house:
        yield _section("House rules", tag("ul", *(tag("li", said(text)) for text in sheet.house)))


def _section(title: str, *inside: Markup, look: str | None = None) -> Markup:
    return tag("section", tag("h2", said(title)), *inside, class_=look)


def _rows(rows: Iterable[Row], name: str = "code") -> Markup:
    found = []
    for row in rows:
        short = (" ", tag("kbd", said(row.short))) if row.short else ()
        found.append(tag("div", tag("dt", tag(name, said(row.shape)), *short), " ", tag("dd", _marked(row.meaning))))
    return tag("dl", *found)


def _questions(questions: Iterable[Question]) -> Iterator[Markup]:
    for one in questions:
        free = [tag("li", "or ", said(one.free))] if one.free else []
        choices = tag("ul", Markup(" ").join([*map(_choice, one.choices), *free]))  # on paper they stand in one line
        look = "question usual" if one.usual else "question"
        yield tag("div", tag("p", tag("code", said(one.name)), " ", said(one.question)), choices, class_=look)


def _unprinted(questions: Collection[Question]) -> Markup:
    """On paper: how many stand on the screen alone."""
    usual = sum(one.usual for one in questions)
    return tag("p", f"{usual} of {len(questions)} are as usual, and stand on the screen alone.", class_="paper")


def _choice(choice: Choice) -> Markup:
    default = " (default)" if choice.default and not choice.in_force else ""
    told = (tag("code", said(choice.word)), " ", said(choice.meaning), default)
    return tag("li", *told, class_="chosen" if choice.in_force else None)


def _marked(text: str) -> Markup:
    """A sentence in which what is typed stands between backquotes."""
    parts = text.split("`")
    return Markup("").join(tag("code", said(part)) if i % 2 else said(part) for i, part in enumerate(parts))

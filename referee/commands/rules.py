"""Rules of the book, found by an id or by words, in lines of plain text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from referee.notation import fold, near
from referee.ruleset import NotUnderstood, Rule, Rulebook
from referee.telling import many

LONGEST_ROW = 76
"""A row of a list stays on one line of a usual screen."""

LONG_LIST = 30
"""Rules up to which each is listed; of more, only the headings they stand under."""

_WORD = re.compile(r"[^\W\d_]{3,}")


def rule_lines(
    book: Rulebook, words: str, chosen: Mapping[str, str], house: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The rules that words find: one in full, many under their headings. Raises NotUnderstood when there is none."""
    words = fold(words)
    rules = book.search(words)
    if not rules:
        raise NotUnderstood(_none(book, words))
    if len(rules) > 1:
        yield from _hits(rules)
        return
    yield from rule_text(rules[0])
    if house and rules[0].id in house:
        yield f"  house rule of this game: {house[rules[0].id]}"
    for ruling in book.rulings.values():
        if ruling.rule == rules[0].id:
            yield f"  ruling {ruling.id}: {ruling.question}"
            for choice, meaning in ruling.choices.items():
                mark = "in force" if chosen.get(ruling.id) == choice else f"`ruling {ruling.id} {choice}` changes to it"
                yield f"    {choice}: {meaning} ({mark})"


def _hits(rules: Sequence[Rule]) -> Iterator[str]:
    """Many rules, in the order of the book, under their headings."""
    few = len(rules) <= LONG_LIST
    for heading, group in groupby(rules, key=lambda rule: rule.heading):
        under = list(group)
        if not few:
            yield f"{heading}: {many(len(under), 'rule')} ({_ids(under)})"
        elif len(under) == 1:
            yield _cut(f"[{under[0].id}] {heading}: {under[0].summary}")
        else:
            yield heading
            yield from (_cut(f"  [{rule.id}] {rule.summary}") for rule in under)
    if not few:
        yield f"{many(len(rules), 'rule')}: one word more finds fewer, `rule ID` shows one."


def _ids(rules: Sequence[Rule]) -> str:
    return rules[0].id if len(rules) == 1 else f"{rules[0].id} to {rules[-1].id}"


def _cut(text: str) -> str:
    """As much of a text as a row holds, to the end of a word; it stays set in."""
    indent = text[: len(text) - len(text.lstrip())]
    return indent + textwrap.shorten(text, LONGEST_ROW - len(indent), placeholder=" ...")


def _none(book: Rulebook, words: str) -> str:
    """Why no rule was found, and what may have been meant."""
    counts = {word: len(book.search(word)) for word in words.split()[:9]}
    if len(counts) > 1 and all(counts.values()):
        each = ", ".join(f"{word[:40]!r} stands in {count}" for word, count in counts.items())
        return f"No rule has all of these words: {each}."
    strange = next((word for word, count in counts.items() if not count), words)
    known = {word for rule in book.rules.values() for word in _WORD.findall(f"{rule.heading} {rule.summary}".lower())}
    ids = () if strange.isalpha() else near(strange, book.rules)
    meant = ids or near(strange, sorted(known)) or near(strange, book.rules)
    return f"No rule has {strange[:40]!r}." + (f" Did you mean {' or '.join(meant)}?" if meant else "")


def rule_text(rule: Rule) -> Iterator[str]:
    """A rule without its rulings."""
    rebuilt = " (rebuilt: the book leaves this step out)" if rule.rebuilt else ""
    yield f"[{rule.id}] {rule.heading}{rebuilt}"
    yield f"  {rule.summary}"
    yield f"  It stands in: {rule.where}. The referee's part: {rule.treatment}{_because(rule)}"


def _because(rule: Rule) -> str:
    return f" ({rule.reason})" if rule.reason else "."

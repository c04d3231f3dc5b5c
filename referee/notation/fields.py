"""The fields of an act that stand in a line as numbers, and how a field and a verb are called."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from referee.components.memo import remembered
from referee.notation.titles import names_of
from referee.notation.words import Group, Token
from referee.ruleset import Action, Form, NotUnderstood, Point, Slot, Table, slots_of

NUMBER = re.compile(r"-?\d{1,9}")
MEASURE = re.compile(r"-?\d{1,9}(\.\d{1,4})?")


def begun(cls: type[Action[Any]], words: Sequence[Group]) -> Slot | None:
    """The number that is told and that the first word begins to name, one behind it: `art 2` tells the artillery."""
    if not cls.aside or len(words) < 2 or len(words[0].bare) < 2 or not NUMBER.fullmatch(words[1].bare):
        return None
    numbers = (slot for slot in slots_of(cls) if slot.form in (Form.NUMBER, Form.MEASURE) and not slot.many)
    found = [slot for slot in numbers if slot.keyword.startswith(words[0].bare)]
    return found[0] if len(found) == 1 else None


def refuse_title(cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> None:
    """Raises NotUnderstood for free words in a line that teaches, behind the name or title of what it is about."""
    forms = [slot for slot in slots_of(cls) if slot.form in (Form.NAME, Form.TEXT)] if cls.learns else []
    kinds = [next((slot for slot in forms if slot.form is form), None) for form in (Form.NAME, Form.TEXT)]
    about = next((values[slot.field] for slot in kinds if slot and slot.field in values), None)
    if about is not None:
        words = ", ".join(slot.keyword for slot in slots_of(cls) if slot.word and slot.field not in values)
        said = f"{short(group.tokens[0].text)!r} tells nothing about {short(str(about))}"
        raise NotUnderstood(f"{said}; what can be told: {words or 'no more'}.", group.column)


def told_apart(cls: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of a line that tells facts, each number behind the keyword of its field, as they may stand on the card:
    `1 hq, 2 recon`, `hq=1`, `recon 1 recon` and `3 tanks` too. A comma between two facts goes.
    """
    keywords = _counted(cls)
    if not keywords or _in_order(keywords, words):
        return words
    flat = [each for group in words for each in _apart(keywords, group)]
    out: list[Group] = []
    while len(flat) > 1:
        first, second = flat[:2]
        if (keyword := _keyword(keywords, first)) and NUMBER.fullmatch(second.bare):
            out += [Group((Token(keyword, first.column),)), second]
            again = len(flat) == 3 or (len(flat) > 3 and not NUMBER.fullmatch(flat[3].bare))
            del flat[: 3 if again and _keyword(keywords, flat[2]) == keyword else 2]
        elif _number_first(keywords, flat) and (keyword := _keyword(keywords, second)):
            out += [Group((Token(keyword, second.column),)), first]
            del flat[:2]
        else:
            out.append(flat.pop(0))
    return out + flat


def _number_first(keywords: Collection[str], flat: Sequence[Group]) -> bool:
    """Whether the words begin with numbers that stand before their keywords: `1 hq 2 recon`. In `3 value 2` the first
    number is a name, for the last one has no keyword behind it.
    """
    for at, group in enumerate(flat):
        if not (NUMBER.fullmatch(group.bare) if at % 2 == 0 else _keyword(keywords, group)):
            return at % 2 == 0 and at > 0
    return len(flat) % 2 == 0


@cache
def _counted(cls: type[Action[Any]]) -> frozenset[str]:
    """The keywords of the numbers that a line may tell as facts."""
    slots = slots_of(cls) if cls.aside else ()
    numbers = (slot for slot in slots if slot.form in (Form.NUMBER, Form.MEASURE))
    return frozenset(slot.keyword for slot in numbers if slot.optional and not slot.many)


def _in_order(keywords: Collection[str], words: Iterable[Group]) -> bool:
    """Whether each number stands behind a keyword, and each keyword once, as in a line that is written out."""
    before: str = ""
    told: tuple[str, ...] = ()
    for group in words:
        for token in group.tokens:
            text = token.text
            if text.isdigit() and before not in keywords or text.startswith(told) or "=" in text or ":" in text:
                return False
            if text in keywords:
                told = (*told, text)
            before = text
    return True


def _keyword(keywords: Collection[str], group: Group) -> str:
    """The keyword of a number that a word is or begins, or that begins the word (`tanks`); "" if of none or several."""
    word = group.bare
    if word in keywords:
        return word
    pairs = [(each, word) for each in keywords if min(len(word), len(each)) > 1]
    found = [each for each, word in pairs if each.startswith(word) or word.startswith(each)]
    return found[0] if len(found) == 1 else ""


def _apart(keywords: Collection[str], group: Group) -> Iterator[Group]:
    """The words that a comma or an equals sign joins, though the one is a number and the other no part of a list."""
    tokens = [each for token in group.tokens for each in _equals(keywords, token)]
    start = 0
    for at in range(1, len(tokens)):
        one, other = Group((tokens[at - 1],)), Group((tokens[at],))
        numbers = [bool(NUMBER.fullmatch(each.bare)) for each in (one, other)]
        if numbers == [True, False] or (numbers == [False, True] and _keyword(keywords, one)):
            yield Group(tuple(tokens[start:at]))
            start = at
    yield Group(tuple(tokens[start:]))


def _equals(keywords: Collection[str], token: Token) -> Iterator[Token]:
    """`hq=1` and `hq:` as the words that they are."""
    found = None if token.quoted else re.fullmatch(r"([^=:]+)[=:](\d*)", token.text)
    if found and _keyword(keywords, Group((Token(found[1], token.column),))):
        yield Token(found[1], token.column)
        if found[2]:
            yield Token(found[2], token.column + found.start(2))
    else:
        yield token


def points(slot: Slot, group: Group) -> Any:
    """One position, or several where the field is a list: two numbers each, joined by a comma."""
    if len(group.tokens) % 2 or (len(group.tokens) > 2 and not slot.many):
        raise NotUnderstood(f"{kind_of(slot)} is two numbers joined by a comma, as in 24,10.", group.column)
    numbers = [number(slot, token) for token in group.tokens]
    found = tuple(Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
    return found if slot.many else found[0]


def number(slot: Slot, token: Token) -> Any:
    whole = slot.form is Form.NUMBER
    if token.quoted or not (NUMBER if whole else MEASURE).fullmatch(token.text):
        raise NotUnderstood(f"{short(token.text)!r} is not {kind_of(slot)}.", token.column)
    kind = float if slot.form is Form.POINT else slot.type
    value = kind(token.text)
    span = slot.span
    if span and not span.low <= value <= span.high:
        unit = f" {span.unit}" if span.unit else ""
        raise NotUnderstood(f"{slot.keyword} is {span.low:g} to {span.high:g}{unit}, not {value:g}.", token.column)
    return value or kind(0)  # "-0" would be another value than the "0" that is written of it


@remembered
def by_word(verbs: tuple[type[Action[Any]], ...]) -> Mapping[str, list[type[Action[Any]]]]:
    """The actions that a whole word or its short form means."""
    found: dict[str, list[type[Action[Any]]]] = {}
    for act in verbs:
        for word in {act.verb, act.short, act.alias} - {""}:
            found.setdefault(word, []).append(act)
    return found


@cache
def keywords_of(cls: type[Action[Any]]) -> Mapping[str, Slot]:
    """The fields of an act by the words that name them."""
    return {slot.keyword: slot for slot in slots_of(cls)}


def spelled_out(table: Table, slot: Slot, word: str) -> bool:
    """Whether a word is the whole of what a field may hold, and no shortening."""
    if slot.form is Form.NAME:
        return word in names_of(table, slot.type)
    return slot.form is Form.CHOICE and word in choices_of(slot)


def choices_of(slot: Slot) -> Mapping[str, str]:
    """The words of a choice, each as its own title."""
    kind: type[StrEnum] = slot.type
    return _words_of_choice(kind)


@cache
def _words_of_choice(kind: type[StrEnum]) -> Mapping[str, str]:
    return {member.value: member.value for member in kind}


def short(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "..."


def kind_of(slot: Slot) -> str:
    if slot.form is Form.NAME:
        name = slot.type.kind
    elif slot.form is Form.TEXT:
        name = "text"
    elif slot.form in (Form.NUMBER, Form.MEASURE):
        name = f"number ({slot.keyword})"
    elif slot.form is Form.POINT:
        name = f"position ({slot.keyword})"
    else:
        name = slot.keyword if slot.keyword.isalpha() else f"word for {slot.keyword}"
    return with_article(name)


def with_article(name: str) -> str:
    """A word behind `a` or `an`."""
    return f"an {name}" if name[0] in "aeiou" and not name.startswith("uni") else f"a {name}"


def usage(cls: type[Action[Any]]) -> str:
    """How a verb is written: `move FORCE REGION`."""
    return " ".join([cls.verb, *(slot.label for slot in slots_of(cls))])

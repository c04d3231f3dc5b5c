"""The fields of an act that stand in a line as numbers, and how a field and a verb are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from referee.components.memo import remembered
from referee.notation.titles import names_of
from referee.notation.words import MEASURE, NUMBER, Group, Token
from referee.ruleset import Action, Form, Meant, NotUnderstood, Point, Slot, Spoken, Table, slots_of

ARTICLES = ("a", "an")


def begun(cls: type[Action[Any]], words: Sequence[Group]) -> Slot | None:
    """The number that is told and that the first word begins to name, one behind it: `art 2` tells the artillery."""
    if not cls.aside or len(words) < 2 or len(words[0].bare) < 2 or not NUMBER.fullmatch(words[1].bare):
        return None
    numbers = (slot for slot in slots_of(cls) if slot.form in (Form.NUMBER, Form.MEASURE) and not slot.many)
    found = [slot for slot in numbers if slot.keyword.startswith(words[0].bare)]
    return found[0] if len(found) == 1 else None


def is_article(cls: type[Action[Any]], word: str, behind: Sequence[Group]) -> bool:
    """Whether a word is an article before one that says something by standing there: `a fort`."""
    if word not in ARTICLES:
        return False
    return any(slot.form is Form.FLAG and slot.keyword == group.bare for group in behind for slot in slots_of(cls))


def begun_keyword(cls: type[Action[Any]], words: Sequence[Group]) -> Slot | None:
    """The field whose word the first one begins, and no other's: one that says something by standing in a line (`dug`),
    or one of a number, which stands behind it (`dist 4`).
    """
    word = words[0].bare
    found = [slot for slot in slots_of(cls) if len(word) > 2 and slot.keyword.startswith(word)]
    if len(found) != 1 or word == found[0].keyword:
        return None
    counts = found[0].form in (Form.NUMBER, Form.MEASURE) and MEASURE.fullmatch("".join(g.bare for g in words[1:2]))
    return found[0] if found[0].form is Form.FLAG or counts else None


def points(slot: Slot, group: Group) -> Any:
    """One position, or several where the field is a list: two numbers each, joined by a comma."""
    if len(group.tokens) % 2 or (len(group.tokens) > 2 and not slot.many):
        raise NotUnderstood(f"{kind_of(slot)} is two numbers joined by a comma, as in 24,10.", group.column)
    numbers = [number(slot, token) for token in group.tokens]
    found = tuple(Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
    return found if slot.many else found[0]


def number(slot: Slot, token: Token) -> Any:
    whole = slot.form is Form.NUMBER
    text = token.text.removesuffix("+") if whole else token.text  # `5+`, as what a die needs is printed
    if token.quoted or not (NUMBER if whole else MEASURE).fullmatch(text):
        raise NotUnderstood(f"{short(token.text)!r} is not {kind_of(slot)}.", token.column)
    kind = float if slot.form is Form.POINT else slot.type
    value = kind(text)
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
    slots = slots_of(cls)
    return {**{word: slot for slot in slots for word in slot.also}, **{slot.keyword: slot for slot in slots}}


def spelled_out(table: Table, slot: Slot, word: str) -> bool:
    """Whether a word is the whole of what a field may hold, and no shortening."""
    if slot.form is Form.NAME:
        return word in names_of(table, slot.type)
    return slot.form is Form.CHOICE and word in choices_of(slot)


def choices_of(slot: Slot) -> Mapping[str, str]:
    """The words of a choice, those that players say for them too, each as its own title."""
    kind: type[StrEnum] = slot.type
    return _words_of_choice(kind)


@cache
def _words_of_choice(kind: type[StrEnum]) -> Mapping[str, str]:
    others = [word for member in kind if isinstance(member, Meant | Spoken) for word in member.others]
    return {word: word for word in (*(member.value for member in kind), *others)}


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

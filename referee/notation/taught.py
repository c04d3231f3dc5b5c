"""A line that teaches: its title, known or new, and the words of the facts behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.components.memo import remembered
from referee.notation.faults import SHORT, Guessed, is_slip
from referee.notation.fields import choices_of, kind_of, short, spelled_out
from referee.notation.situation import Situation
from referee.notation.titles import in_quotes, names_of, words_of
from referee.notation.words import MEASURE, NUMBER, PLAIN, Group, Token, leads, near, parts
from referee.ruleset import Action, Form, NotUnderstood, Slot, Table, slots_of


class Free(NamedTuple):
    """A text without quotes: the field that it went into, the words of its line, and which is its first."""

    field: str
    words: Sequence[Group]
    at: int


def refuse_free_title(now: Situation, act: Action[Any], free: Free) -> None:
    """Raises Guessed for a title without quotes that is not known and is nearly a known one, is of several words, or
    goes on into what is told of the card: it may be a new one, or a slip. An act that knows some of the words as facts
    has understood them.
    """
    words, at = free.words, free.at
    end = end_of_title(now.table, type(act), words, at)
    title = words_of(words[at:end])
    kinds = [slot.type for slot in slots_of(type(act)) if slot.form is Form.NAME]
    known = [name for kind in kinds for name in names_of(now.table, kind)]
    meant = [name for name in near(title.replace(" ", "-"), known) if is_slip(title, name)]
    meant += [group.bare for group in words[at:end] if group.bare in known]
    one = sum(not NUMBER.fullmatch(group.bare) for group in words[at:]) == 1
    one = one and not any(group.bare in _fact_words(tuple(now.verbs)) for group in words[at:])
    if not meant and end == len(words) and (one or getattr(act, free.field) != title):
        return
    side = f"{now.written}> " if now.written else ""
    new = side + in_quotes(act.verb, words, at, end)
    head, tail = words_of(words[:at]), words_of(words[end:])
    instead = [side + " ".join(part for part in (act.verb, head, name, tail) if part) for name in meant]
    hint = f"Did you mean {' or '.join(meant)}? " if meant else f"{short(title)!r} is not known. "
    raise Guessed(f"{hint}A new title stands in quotes: {new[:200]}", words[at].column, (*instead, new))


@remembered
def _fact_words(verbs: tuple[type[Action[Any]], ...]) -> frozenset[str]:
    """The words of all facts that can be told in a game: `plain` is hardly a title, whatever has it."""
    return frozenset(slot.keyword for act in verbs if act.learns for slot in slots_of(act) if slot.word)


def end_of_title(table: Table, cls: type[Action[Any]], words: Sequence[Group], at: int) -> int:
    """Where a new title without quotes ends that begins at a word of a line: before what is told of the card. A number
    is no title where another word stands behind it.
    """
    slots = [slot for slot in slots_of(cls) if slot.form is not Form.TEXT]
    first = at + 2 if NUMBER.fullmatch(words[at].bare) else at + 1
    told = (i for i in range(first, len(words)) if any(_begins(table, slot, words[i].bare) for slot in slots))
    return next(told, len(words))


def _begins(table: Table, slot: Slot, word: str) -> bool:
    """Whether a word begins what is told in a field."""
    return slot.keyword == word or spelled_out(table, slot, word)


def with_numbered_title(
    table: Table, cls: type[Action[Any]], words: Sequence[Group], at: int
) -> list[Group]:
    """The words of a line that teaches, its title in quotes if it begins with a number, and so must be a new one: `10
    guard light`. Empty where it does not, or nothing is told behind it.
    """
    last = end_of_title(table, cls, words, at)
    alone = NUMBER.fullmatch(words[at].bare) and last == at + 1
    if not words[at].bare[:1].isdigit() or alone or last == len(words):
        return []
    title = Token(words_of(words[at:last]), words[at].column, quoted=True)
    return [*words[:at], Group((title,)), *words[last:]]


def refuse_title(cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> None:
    """Raises NotUnderstood for free words in a line that teaches, behind the name or title of what it is about."""
    forms = [slot for slot in slots_of(cls) if slot.form in (Form.NAME, Form.TEXT)] if cls.learns else []
    kinds = [next((slot for slot in forms if slot.form is form), None) for form in (Form.NAME, Form.TEXT)]
    about = next((values[slot.field] for slot in kinds if slot and slot.field in values), None)
    if about is not None:
        words = ", ".join(slot.keyword for slot in slots_of(cls) if slot.word and slot.field not in values)
        said = f"{short(group.tokens[0].text)!r} tells nothing about {short(str(about))}"
        raise NotUnderstood(f"{said}; what can be told: {words or 'no more'}.", group.column)


def by_keyword_only(cls: type[Action[Any]], slot: Slot, values: dict[str, Any]) -> bool:
    """Whether a number, or a yes or no, says nothing without its keyword: on a card are several, and a wrong one would
    stay on file, or another number is told first (`Word.only`).

    A number that belongs to another fact may stand right behind that: `effect loss 1`.
    """
    if slot.only:
        return True
    counted = slot.form in (Form.NUMBER, Form.MEASURE)
    told = cls.learns and slot.optional and slot.word and (counted or is_plain(slot))
    return bool(told) and not (slot.behind and slot.behind == next(reversed(values), ""))


def is_plain(slot: Slot) -> bool:
    """Whether a field is a yes or no."""
    return slot.form is Form.CHOICE and {str(word) for word in slot.type} <= {*PLAIN}


def refuse_bare_number(cls: type[Action[Any]], group: Group, values: dict[str, Any]) -> None:
    """Raises NotUnderstood for a number that tells something of a component or an act, and not what."""
    slots = slots_of(cls)
    named = any(s.field in values for s in slots[:1]) or any(s.form is Form.TEXT and s.field in values for s in slots)
    numbers = [s for s in slots if s.field not in values and s.form in (Form.NUMBER, Form.MEASURE)]
    words = [s.keyword for s in numbers if by_keyword_only(cls, s, values)]
    if named and words and MEASURE.fullmatch(group.bare):
        told = tuple(f"{word} {group.bare}" for word in words)
        raise NotUnderstood(f"{short(group.bare)} of what? Write {' or '.join(told)}.", group.column, told)


def alone(slot: Slot, group: Group, told: bool) -> NotUnderstood:
    """The fault of the word of a field in a line that teaches: it is `told` already, or what it tells is left out."""
    if told:
        return NotUnderstood(f"{slot.keyword} is told twice.", group.column)
    words = tuple(f"{slot.keyword} {word}" for word in slot.type) if slot.form is Form.CHOICE else ()
    what = f"write {' or '.join(words)}" if words else f"{kind_of(slot)} is to stand behind it"
    return NotUnderstood(f"{slot.keyword} tells nothing alone; {what}.", group.column, words)


def misspelt(table: Table, cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> NotUnderstood | None:
    """The fault of a word that looks like the word of a field, and begins nothing that can be told: `texxt`; None of
    any other.
    """
    word = group.bare
    if not values or len(word) <= SHORT:
        return None
    slots = [slot for slot in slots_of(cls) if slot.field not in values]
    meant = near(word, [slot.keyword for slot in slots if slot.word and slot.keyword[0] == word[0]], 1)
    if not meant or any(_begins_value(table, slot, word) for slot in slots):
        return None
    return NotUnderstood(f"{short(word)!r} tells nothing here. Did you mean {meant[0]}?", group.column, meant)


def _begins_value(table: Table, slot: Slot, word: str) -> bool:
    if slot.form not in (Form.CHOICE, Form.NAME):
        return False
    known = choices_of(slot) if slot.form is Form.CHOICE else names_of(table, slot.type)
    return any(leads(parts(word), parts(name)) for name in known)

"""A line that teaches: its title, known or new, and the words of the facts behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from referee.components.memo import remembered
from referee.notation.faults import SHORT, Guessed, is_slip
from referee.notation.fields import choices_of, keywords_of, kind_of, short, spelled_out
from referee.notation.situation import Situation
from referee.notation.titles import in_quotes, names_of, words_of
from referee.notation.words import MEASURE, NUMBER, PLAIN, Group, Token, leads, match, near, parts
from referee.ruleset import Action, Form, LineError, NotUnderstood, Slot, Table, slots_of

OWNER = "of"
"""The field that says whose a thing is."""


class Free(NamedTuple):
    """A text without quotes: the field that it went into, the words of its line, and which is its first."""

    field: str
    words: Sequence[Group]
    at: int


def refuse_free_title(now: Situation, act: Action[Any], free: Free) -> None:
    """Raises Guessed for a title without quotes that is not known and is nearly a known one, is of several words, or
    goes on into what is told of the card: it may be a new one, or a slip. An act that knows some of the words as facts
    has understood them. It is asked too where a side or a number may end the title, and whose a new thing is.
    """
    words, at = free.words, free.at
    end = end_of_title(now.table, type(act), words, at)
    taken = next((i for i in range(at + 1, end + 1) if words_of(words[at:i]) == getattr(act, free.field)), end)
    ends = list(dict.fromkeys((_loose_end(now, type(act), words, at, taken), taken if taken < end else end)))
    _ask_where_title_ends(now, act, free, ends)
    title = words_of(words[at:end])
    kinds = [slot.type for slot in slots_of(type(act)) if slot.form is Form.NAME]
    known = [name for kind in kinds for name in names_of(now.table, kind)]
    meant = [name for name in near(title.replace(" ", "-"), known) if is_slip(title, name)]
    meant += [group.bare for group in words[at:end] if group.bare in known]
    one = sum(not NUMBER.fullmatch(group.bare) for group in words[at:]) == 1
    one = one and not any(group.bare in _fact_words(tuple(now.verbs)) for group in words[at:])
    if not meant and end == len(words) and (one or getattr(act, free.field) != title):
        _ask_owner(now, act, free)
        return
    side = f"{now.written}> " if now.written else ""
    new = side + in_quotes(act.verb, words, at, end)
    head, tail = words_of(words[:at]), words_of(words[end:])
    instead = [side + " ".join(part for part in (act.verb, head, name, tail) if part) for name in meant]
    hint = f"Did you mean {' or '.join(meant)}? " if meant else f"{short(title)!r} is not known. "
    raise Guessed(f"{hint}A new title stands in quotes: {new[:200]}", words[at].column, (*instead, new))


def _ask_where_title_ends(now: Situation, act: Action[Any], free: Free, ends: Sequence[int]) -> None:
    """Raises Guessed where a title without quotes may end at one of several words."""
    if len(ends) < 2:
        return
    side = f"{now.written}> " if now.written else ""
    lines = tuple(side + in_quotes(act.verb, free.words, free.at, end) for end in ends)
    said = f"{short(words_of(free.words[free.at : ends[-1]]))!r} is not known. Which words are its title? In quotes: "
    raise Guessed(said + " or ".join(lines)[:200], free.words[free.at].column, lines)


def _ask_owner(now: Situation, act: Action[Any], free: Free) -> None:
    """Raises Guessed where it is not said whose a new thing is that belongs to a side."""
    of = next((slot for slot in slots_of(type(act)) if slot.field == OWNER and _names_side(now, slot)), None)
    if now.written or of is None or getattr(act, of.field) is not None:
        return
    lines = tuple(f"{in_quotes(act.verb, free.words, free.at, len(free.words))} {side}" for side in now.sides)
    title = short(str(getattr(act, free.field)))
    said = f"{title!r} is not known. If it is a new one, whose is it? {' or '.join(lines)}"
    raise Guessed(said[:300], free.words[free.at].column, lines)


def _names_side(now: Situation, slot: Slot) -> bool:
    """Whether a field holds a side."""
    return slot.form is Form.NAME and {*names_of(now.table, slot.type)} == {*now.sides}


def _loose_end(now: Situation, cls: type[Action[Any]], words: Sequence[Group], at: int, end: int) -> int:
    """Where a new title may end too: before a shortened side (`pol`), or before a number that is its last word."""
    sides = [names_of(now.table, slot.type) for slot in slots_of(cls) if _names_side(now, slot)]
    for i in range(at + 1, end):
        word = words[i].bare
        if len(word) > 1 and any(len(match(word, names)) == 1 for names in sides):
            return i
    return end - 1 if end - 1 > at and NUMBER.fullmatch(words[end - 1].bare) else end


def behind_its_fact(table: Table, cls: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of a line that teaches, a number right before the fact that it belongs to put behind it: `2 polish`."""
    facts = _with_numbers(cls)
    if not facts:
        return words
    keywords = keywords_of(cls)
    for at in range(1, len(words) - 1):
        number, word = words[at], words[at + 1].bare
        if not number.bare.isdigit() or word in keywords or words[at - 1].bare in keywords or not word.isalpha():
            continue
        if any(_says(table, slot, word) for slot in facts):
            return [*words[:at], words[at + 1], number, *words[at + 2 :]]
    return words


@cache
def _with_numbers(cls: type[Action[Any]]) -> tuple[Slot, ...]:
    """The facts behind which a number of their own may stand."""
    slots = slots_of(cls) if cls.learns else ()
    facts = (slot for slot in slots if slot.word and slot.form is not Form.TEXT)
    return tuple(slot for slot in facts if any(slot.field in other.behind for other in slots))


def _says(table: Table, slot: Slot, word: str) -> bool:
    """Whether a word is the value of a field, of names also in short."""
    if slot.form is Form.NAME:
        return len(word) > 1 and len(match(word, names_of(table, slot.type))) == 1
    return spelled_out(table, slot, word)


def refuse_facts(now: Situation, cls: type[Action[Any]], words: Sequence[Group], error: LineError) -> None:
    """Raises Guessed for a line that does something with a thing that is not known, and then tells facts of it that are
    no words of its own act: they belong into the line that teaches it. `error` is why it was not read.
    """
    at = next((i for i, group in enumerate(words) if group.column == error.column), len(words))
    own = {slot.keyword for slot in slots_of(cls)}
    for kind in dict.fromkeys(slot.type for slot in slots_of(cls) if slot.form is Form.NAME):
        taught = now.table.teach(kind, "new").partition(" ")[0]
        facts = {s.keyword for act in now.verb_of(taught) if act.learns for s in slots_of(act) if s.word}
        end = next((i for i in range(at + 1, len(words)) if words[i].bare in facts), len(words))
        if end == len(words) or not any(group.bare in facts - own for group in words[end:]):
            continue
        title = words_of(words[at:end])
        does = in_quotes(cls.verb, words[:end], at, end)
        teach = now.table.teach(kind, title)
        line = f"{teach} {words_of(words[end:])}; {does}"
        said = f"{short(title)!r} is not known. What is printed on it is taught first: {line}"
        raise Guessed(said, error.column, (line,))


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
    return bool(told) and next(reversed(values), "") not in slot.behind


def refuse_another(table: Table, cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> None:
    """Raises NotUnderstood for a title in quotes behind the name of what a line teaches, and for a name behind its
    title: another title is told with its keyword.
    """
    either = _name_or_title(cls)
    if either is None:
        return
    about, title = either
    named = about.field in values and group.tokens[0].quoted
    if named or (title.field in values and spelled_out(table, about, group.bare)):
        refuse_title(cls, group, values)


@cache
def _name_or_title(cls: type[Action[Any]]) -> tuple[Slot, Slot] | None:
    """The fields that say what a line teaches: a thing on file, or a title; None where it has no keyword of its own."""
    about, title = (*slots_of(cls)[:2], None, None)[:2]
    if about is None or title is None or about.form is not Form.NAME or title.form is not Form.TEXT:
        return None
    return (about, title) if title.word else None


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
    if itself := next((slot for slot in slots if slot.word == word), None):
        return alone(itself, group, told=False)
    meant = near(word, [slot.keyword for slot in slots if slot.word and slot.keyword[0] == word[0]], 1)
    if not meant or any(_begins_value(table, slot, word) for slot in slots):
        return None
    return NotUnderstood(f"{short(word)!r} tells nothing here. Did you mean {meant[0]}?", group.column, meant)


def _begins_value(table: Table, slot: Slot, word: str) -> bool:
    if slot.form not in (Form.CHOICE, Form.NAME):
        return False
    known = choices_of(slot) if slot.form is Form.CHOICE else names_of(table, slot.type)
    return any(leads(parts(word), parts(name)) for name in known)

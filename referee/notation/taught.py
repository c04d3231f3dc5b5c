"""A line that teaches: its title, known or new, and the words of the facts behind it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from referee.components.learning import in_title
from referee.components.memo import remembered
from referee.components.wording import listed
from referee.notation.faults import SHORT, Guessed, WithFacts, is_slip
from referee.notation.fields import choices_of, keywords_of, short, spelled_out
from referee.notation.situation import Situation
from referee.notation.titles import names_of, words_of
from referee.notation.words import MEASURE, NUMBER, PLAIN, Group, Token, match, near, quoted
from referee.ruleset import CONNECTING, Action, Form, LineError, NotUnderstood, Slot, Table, Text, slots_of

OWNER = "of"
"""The field that says whose a thing is."""


class Free(NamedTuple):
    """A text without quotes: the field that it went into, the words of its line, and which is its first."""

    field: str
    words: Sequence[Group]
    at: int


def with_free_title(now: Situation, act: Action[Any], free: Free) -> list[Group]:
    """The words of a line with its title in quotes, which stands without them, is one word that is like no known title,
    and has a number of its own behind it: `lodz 3 by german`. Empty where the act says all that the line does.

    Raises Guessed for a title without quotes that is not known and is nearly a known one, is of several words, or
    goes on into what is told of the card: it may be a new one, or a slip. An act that knows some of the words as facts
    has understood them. It is asked too where a side or a number may end the title, and whose a new thing is.
    """
    words, at = free.words, free.at
    _ask_whether_several(now, act, free)
    end = end_of_title(now.table, type(act), words, at)
    number = words[at + 1].bare if end == at + 2 < len(words) else ""
    counted = NUMBER.fullmatch(number) and any(free.field in slot.behind for slot in slots_of(type(act)))
    end = at + 1 if counted else end
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
        return []
    if counted and not meant:
        return [*words[:at], Group((Token(_as_title(title), words[at].column, quoted=True),)), *words[end:]]
    side = f"{now.written}> " if now.written else ""
    new = side + _titled(act, words, at, end)
    head, tail = words_of(words[:at]), words_of(words[end:])
    instead = [side + " ".join(part for part in (act.verb, head, name, tail) if part) for name in meant]
    hint = f"Did you mean {' or '.join(meant)}? " if meant else f"{short(title)!r} is not known. "
    raise Guessed(f"{hint}A new title stands in quotes: {new[:200]}", words[at].column, (*instead, new))


def with_capitals(act: Action[Any], free: Free) -> Action[Any]:
    """The act with its title, which stands without quotes, as it may be printed, where it is in small letters alone."""
    title = getattr(act, free.field)
    if free.field != "title" or not title:
        return act
    return replace(act, **{free.field: Text(_as_title(title))})


def _titled(act: Action[Any], words: Sequence[Group], start: int, end: int) -> str:
    """The line of an act with some of its words as a title in quotes."""
    title = quoted(_as_title(words_of(words[start:end])))
    return " ".join(part for part in (act.verb, words_of(words[:start]), title, words_of(words[end:])) if part)


def _as_title(text: str) -> str:
    """A title in small letters alone with capitals; any other as it is."""
    words = text.split()
    return " ".join(word if word in CONNECTING else in_title(word) for word in words) if text.islower() else text


def _ask_whether_several(now: Situation, act: Action[Any], free: Free) -> None:
    """Raises Guessed for a title without quotes and with a comma in it: it may be those of several things."""
    words, at = free.words, free.at
    end = end_of_title(now.table, type(act), words, at)
    titles = [_as_title(title) for title in words_of(words[at:end]).split(", ")]
    if len(titles) < 2 or at or any(token.quoted for group in words[at:end] for token in group.tokens):
        return
    side = f"{now.written}> " if now.written else ""
    behind = words_of(words[end:])
    lines = [" ".join(filter(None, (f"{side}{act.verb}", quoted(title), behind))) for title in titles]
    one = side + _titled(act, words, at, end)
    said = f"{short(words_of(words[at:end]))!r} is not known. Are these several, or one title?"
    raise Guessed(said, words[at].column, ("; ".join(lines), one))


def _ask_where_title_ends(now: Situation, act: Action[Any], free: Free, ends: Sequence[int]) -> None:
    """Raises Guessed where a title without quotes may end at one of several words."""
    if len(ends) < 2:
        return
    side = f"{now.written}> " if now.written else ""
    lines = tuple(side + _titled(act, free.words, free.at, end) for end in ends)
    said = f"{short(words_of(free.words[free.at : ends[-1]]))!r} is not known. Which words are its title? In quotes: "
    raise Guessed(said + " or ".join(lines)[:200], free.words[free.at].column, lines)


def _ask_owner(now: Situation, act: Action[Any], free: Free) -> None:
    """Raises Guessed where it is not said whose a new thing is that belongs to a side."""
    of = next((slot for slot in slots_of(type(act)) if slot.field == OWNER and _names_side(now, slot)), None)
    if now.written or of is None or getattr(act, of.field) is not None:
        return
    lines = tuple(f"{_titled(act, free.words, free.at, len(free.words))} {side}" for side in now.sides)
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


def behind_its_fact(table: Table, cls: type[Action[Any]], words: list[Group], whole: bool) -> list[Group]:
    """The words of a line that teaches, a number right before the fact that it belongs to put behind it: `2 polish`;
    and so the `no` of `no text`, unless they are `whole`, as in a record.
    """
    if not whole:
        words = [each for group in words for each in _without_commas(keywords_of(cls), group)]
        words = _in_two_words(cls, _denied(cls, words))
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


def _in_two_words(cls: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of a line that teaches, two that are one choice together taken as one: `light infantry`."""
    choices = {word for slot in slots_of(cls) if slot.form is Form.CHOICE for word in choices_of(slot) if "-" in word}
    out: list[Group] = []
    for group in words:
        both = f"{out[-1].bare}-{group.bare}" if out else ""
        if both in choices:
            out[-1] = Group((Token(both, out[-1].column),))
        else:
            out.append(group)
    return out


def _denied(cls: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words of a line that teaches, each `no` put behind the fact that it denies."""
    keywords, out = keywords_of(cls), list(words)
    for at in range(len(out) - 1):
        before = out[at - 1].bare if at else ""
        alone = at + 2 == len(out) or out[at + 2].bare in (*keywords, PLAIN[3])  # a fact with its value is not denied
        if out[at].bare == PLAIN[3] and before not in keywords and out[at + 1].bare in keywords and alone:
            out[at : at + 2] = [out[at + 1], out[at]]
    return out


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
    """Raises WithFacts for a line that does something with a thing that is not known, and then tells facts of it that
    are no words of its own act: they belong into the line that teaches it. `error` is why it was not read.

    A number alone at the end is the fact that may stand right behind a title. A word with a capital behind another one
    is of the title, and the word of a number that has none beside it: `1 army tank brigade`.
    """
    own = {slot.keyword for slot in slots_of(cls)}
    for kind in dict.fromkeys(slot.type for slot in slots_of(cls) if slot.form is Form.NAME):
        taught = now.table.teach(kind, "new").partition(" ")[0]
        slots = [slot for act in now.verb_of(taught) if act.learns for slot in slots_of(act)]
        facts = {slot.keyword for slot in slots if slot.word} - own - CONNECTING
        each = [group for word in words for group in _without_commas(facts, word, numbers=True)]
        at = next((i for i, group in enumerate(each) if group.column == error.column), len(each))
        counts = {slot.keyword for slot in slots if slot.form in (Form.NUMBER, Form.MEASURE)}
        told = (i for i in range(at + 1, len(each)) if each[i].bare in facts and not _goes_on(each[i - 1 : i + 1]))
        told = (i for i in told if each[i].bare not in counts or _counted_beside(each[at + 1 :], i - at - 1))
        end = next(told, len(each))
        behind = words_of(each[end:])
        counted = next((slot for slot in slots if "title" in slot.behind and slot.keyword in facts), None)
        if not behind and counted and at + 1 < end and NUMBER.fullmatch(each[-1].bare):
            end, behind = end - 1, f"{counted.keyword} {each[-1].bare}"
        if not behind:
            continue
        first = each[at].tokens[0]
        closed = at + 1 if first.quoted else min(end, end_of_title(now.table, cls, each, at))
        title = first.text if first.quoted else _as_title(words_of(each[at:closed]))
        side, own_facts = f"{now.written}> " if now.written else "", words_of(each[closed:end])
        does = " ".join(filter(None, (f"{side}{cls.verb}", words_of(each[:at]), quoted(title), own_facts)))
        teach = f"{now.table.teach(kind, title)} {behind}"
        raise WithFacts(f"{short(title)!r} is not known. Teach it with: {teach}", error.column, teach, does)


def _without_commas(facts: Collection[str], group: Group, numbers: bool = False) -> list[Group]:
    """The words of a list, apart where the word of a fact (or a number) stands behind a comma: `inf, value 2`."""
    out: list[list[Token]] = [[]]
    for token in group.tokens:
        fact = not token.quoted and token.text.lower() in facts
        if out[-1] and (fact or (numbers and NUMBER.fullmatch(token.text))):
            out.append([])
        out[-1].append(token)
    return [Group(tuple(tokens)) for tokens in out]


def _counted_beside(words: Sequence[Group], at: int) -> bool:
    """Whether a number stands before a word, or behind it that or another answer: `value ?`, `value none`."""
    if at and NUMBER.fullmatch(words[at - 1].bare):
        return True
    return any(not group.bare.isalpha() or group.bare in PLAIN for group in words[at + 1 : at + 2])


def _goes_on(pair: Sequence[Group]) -> bool:
    """Whether two words begin with a capital, as those of a title: `Stuka Attack`."""
    return all(group.tokens[0].text[:1].isupper() for group in pair)


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
    told = (i for i in range(first, len(words)) if any(_begins(table, slot, words[i]) for slot in slots))
    return next(told, len(words))


def _begins(table: Table, slot: Slot, group: Group) -> bool:
    """Whether a word begins what is told in a field; a small one may be the beginning of a choice: `mil`."""
    if slot.keyword == group.bare or spelled_out(table, slot, group.bare):
        return True
    small = slot.form is Form.CHOICE and len(group.bare) >= SHORT and group.tokens[0].text[0].islower()
    return small and any(word.startswith(group.bare) for word in choices_of(slot))


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
    return [*words[:at], _quoted(words, at, last), *words[last:]]


def _quoted(words: Sequence[Group], at: int, end: int) -> Group:
    """Some words as a title in quotes."""
    return Group((Token(words_of(words[at:end]), words[at].column, quoted=True),))


def refuse_title(cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> None:
    """Raises NotUnderstood for free words in a line that teaches, behind the name or title of what it is about."""
    forms = [slot for slot in slots_of(cls) if slot.form in (Form.NAME, Form.TEXT)] if cls.learns else []
    kinds = [next((slot for slot in forms if slot.form is form), None) for form in (Form.NAME, Form.TEXT)]
    about = next((values[slot.field] for slot in kinds if slot and slot.field in values), None)
    if about is not None:
        words = ", ".join(slot.keyword for slot in slots_of(cls) if slot.word and slot.field not in values)
        things = str(about) if isinstance(about, str) else listed(about)
        said = f"{short(group.tokens[0].text)!r} tells nothing about {short(things)}"
        raise NotUnderstood(f"{said}; what can be told: {words or 'no more'}.", group.column)


def by_keyword_only(cls: type[Action[Any]], slot: Slot, values: dict[str, Any], word: str = "") -> bool:
    """Whether a number, or a yes or no, says nothing without its keyword: on a card are several, and a wrong one would
    stay on file, or another number is told first (`Word.only`). Neither a plain no nor one letter is a choice.

    A number that belongs to another fact may stand right behind that: `effect loss 1`; `+1` is a bonus, and none such.
    Behind the title of something new, no word names what is on file.
    """
    either = _name_or_title(cls)
    if slot.only or (either is not None and slot == either[0] and either[1].field in values):
        return True
    counted = slot.form in (Form.NUMBER, Form.MEASURE)
    begun = slot.form is Form.CHOICE and (word in PLAIN[:4] or len(word) == 1) and word not in choices_of(slot)
    told = cls.learns and slot.optional and slot.word and (counted or begun or is_plain(slot))
    return bool(told) and (word[:1] in ("+", "-") or next(reversed(values), "") not in slot.behind)


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

"""Titles of several words in a line: those that are known are one value, a new one stands in quotes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from referee.components.memo import remembered
from referee.notation.within import part_of, with_parts_named
from referee.notation.words import MEASURE, Group, Token, abridged, leads, match, parts, quoted, single
from referee.ruleset import Action, Form, Name, Table, slots_of
from referee.ruleset.table import CONNECTING

LONGEST_TITLE = 12
"""Words of a title that is recognised without quotes."""

LONGEST_NAME = 4
"""Words of a name whose parts stand apart."""

Parts = tuple[str, ...]


class Titles(NamedTuple):
    """The parts of all names and titles of a kind, and the first part of each."""

    whole: frozenset[Parts]
    first: frozenset[str]


class Vocabulary(NamedTuple):
    """What the words of an act may be: the kinds of things that it names, the keywords of its fields, those of fields
    that take a number, the words that stand between values, these and the choices that need no keyword, and these and
    all that it chooses among.
    """

    kinds: tuple[type[Name], ...]
    keywords: frozenset[str]
    counted: frozenset[str]
    plain: frozenset[str]
    alone: frozenset[str]
    taken: frozenset[str]


class Word(NamedTuple):
    """A word of a line: whether a comma stands before it, and whether it may be a part of a title."""

    token: Token
    comma: bool
    plain: bool


_SPELLED: dict[type[Name], tuple[Mapping[str, str], Mapping[str, str], Titles]] = {}
"""Of each kind the names and the absent things that were asked for last, and the parts of all of them."""


@remembered
def names_of(table: Table, kind: type[Name]) -> Mapping[str, str]:
    """The things of one kind that can be named; a line asks for them several times."""
    return table.names(kind)


def said_whole(table: Table, act: type[Action[Any]], words: Iterable[Group]) -> bool:
    """Whether each word is a keyword, a choice (behind its keyword if it has one), a number, or a name as it is written
    in a record: then none is to be joined.
    """
    said = _vocabulary(act)
    before, waits = "", False  # whether a keyword waits for its number
    for group in words:
        for token in group.tokens:
            text = token.text
            known = said.taken if before in said.keywords else said.alone
            if not (token.quoted or text in known or _is_name(table, said, text) or MEASURE.fullmatch(text)):
                return False
            if waits and text.isalpha():
                return False
            if text.isdigit() and len(text) > 1 and _is_part(table, said, before, token):
                return False
            waits = text in said.counted and before not in said.keywords
            before = text
    return not waits


def _is_name(table: Table, said: Vocabulary, text: str) -> bool:
    for kind in said.kinds:  # noqa: SIM110 - it is asked of each word of each line, and `any` takes half as long again
        if text in names_of(table, kind):
            return True
    return False


def _is_part(table: Table, said: Vocabulary, whole: str, word: Token) -> bool:
    """Whether a number names a part of what stands before it: `guard 88` where `guard/88-1` is the only gun."""
    if not _is_name(table, said, whole):
        return False
    return bool(part_of([names_of(table, kind) for kind in said.kinds], Token(whole, 0), word))


def with_titles(table: Table, act: type[Action[Any]], words: list[Group]) -> list[Group]:
    """The words with those joined that spell a whole title or name: `old guard` is one value, the longest first.

    So are those that only begin one name and are nothing by themselves (`4 gua`). A bare number may be a value of its
    own, and is never joined to the words before it; neither is a keyword before it (`red guard 10`).
    """
    said = _vocabulary(act)
    if not said.kinds:
        return words
    flat = _flat(words)
    if any(other.plain and not other.comma and not one.token.quoted for one, other in pairwise(flat)):
        spelled = [_spelled(kind, names_of(table, kind), table.absent(kind)) for kind in said.kinds]
        counts = list(_counts(table, flat, spelled, said))
        words = words if len(counts) == len(flat) else _joined(flat, counts)
    names, absent = [names_of(table, kind) for kind in said.kinds], [table.absent(kind) for kind in said.kinds]
    return with_parts_named(names, absent, said.counted, words)


def with_more(
    words: Sequence[Group], column: int, names: Sequence[str], others: Sequence[str] = ()
) -> list[Group]:
    """The words with those behind one that may be several names joined to it, where they make it one: `guard 1`; or
    one of the `others`, which are not to be had now, where they make it none.

    Empty where they do not. A line is only read so when it cannot be read otherwise: `guard` alone is no unit.
    """
    at = next((i for i, group in enumerate(words) if group.column == column and len(group.tokens) == 1), len(words))
    for end in range(min(at + LONGEST_NAME, len(words)), at + 1, -1):
        tokens = [token for group in words[at:end] for token in group.tokens]
        name = "-".join(token.text for token in tokens)
        if len(tokens) == end - at and not any(t.quoted for t in tokens) and not name.replace("-", "").isdigit():
            found = match(name, {each: each for each in names}) or match(name, {each: each for each in others})
            if len(found) == 1:
                return [*words[:at], Group((Token(found[0], column),)), *words[end:]]
    return []


def with_number(table: Table, act: type[Action[Any]], words: Sequence[Group]) -> list[Group]:
    """The words with a bare number joined to the words before it, where they make one name: `guard 1`.

    Empty where they do not. A line is only read so when it cannot be read otherwise: `guard` alone may be several.
    """
    names = [name for kind in _vocabulary(act).kinds for name in names_of(table, kind)]
    if numbered := _numbered_in_list(words, names):
        return numbered
    for end in range(2, len(words) + 1):
        starts = range(max(0, end - LONGEST_NAME), end - 1) if words[end - 1].bare.isdigit() else ()
        for start in starts:
            longer = with_more(words[:end], words[start].column, names)
            if len(longer) == start + 1 and _ends_with(longer[start], words[end - 2]):
                return [*longer, *words[end:]]
    return []


def with_new_title(table: Table, act: type[Action[Any]], words: Sequence[Group], column: int) -> list[Group]:
    """The words with those behind a number joined to it that are no values of their own: `1st lancers` may be new where
    another with this number is gone. Empty where none are, or where nothing new can be taught.
    """
    at = next((i for i, group in enumerate(words) if group.column == column), len(words))
    said = _vocabulary(act)
    spelled = [_spelled(kind, names_of(table, kind), table.absent(kind)) for kind in said.kinds]
    title = list(takewhile(lambda group: len(group.tokens) == 1, words[at : at + LONGEST_NAME]))
    if not title or not title[0].bare[:1].isdigit():
        return []
    behind = takewhile(lambda g: g.bare.isalpha() and not _stands_alone(g.tokens[0], spelled, said), title[1:])
    title = [title[0], *behind]
    text = words_of(title)
    if len(title) == 1 or not any(table.teach(kind, text) for kind in said.kinds):
        return []
    return [*words[:at], Group((Token(text, column),)), *words[at + len(title) :]]


def _numbered_in_list(words: Sequence[Group], names: Sequence[str]) -> list[Group]:
    """The words of a list, each number joined to the word before it: `guard 1, guard 2`. Empty where that is none."""
    lists = (group.tokens for group in words if len(group.tokens) > 1)
    if all(MEASURE.fullmatch(token.text) for tokens in lists for token in tokens):  # a position is no list of names
        return []
    known, out, joined = {name: name for name in names}, list[list[Token]](), False
    for token, comma, _ in _flat(words):
        last = out[-1][-1] if out else None
        found = match(f"{last.text}-{token.text}", known) if last and token.text.isdigit() and not comma else []
        if last and not last.quoted and len(found) == 1:
            out[-1][-1] = Token(found[0], last.column)
            joined = True
        elif comma:
            out[-1].append(token)
        else:
            out.append([token])
    return [Group(tuple(group)) for group in out] if joined else []


def _ends_with(name: Group, word: Group) -> bool:
    """Whether what a word ends with stands right before the number of a name."""
    whole, end = parts(name.bare), parts(word.bare)
    return len(whole) > 1 and bool(end) and whole[-2].startswith(end[-1])


@cache
def _vocabulary(act: type[Action[Any]]) -> Vocabulary:
    slots = slots_of(act)
    keywords = frozenset(s.keyword for s in slots)
    choices = [(s, str(word)) for s in slots if s.form is Form.CHOICE for word in s.type]
    return Vocabulary(
        tuple(dict.fromkeys(s.type for s in slots if s.form is Form.NAME)),
        keywords,
        frozenset(s.keyword for s in slots if s.form in (Form.NUMBER, Form.MEASURE)),
        keywords | CONNECTING,
        keywords | CONNECTING | {word for slot, word in choices if not slot.word},
        keywords | CONNECTING | {word for _, word in choices},
    )


def _spelled(kind: type[Name], names: Mapping[str, str], absent: Mapping[str, str]) -> Titles:
    """The parts of each name and title. Most tables have the same as the one before, so they are kept."""
    kept = _SPELLED.get(kind)
    if kept is None or not (_same(kept[0], names) and _same(kept[1], absent)):
        spelled = [*map(parts, (*names, *names.values(), *absent))]
        whole = frozenset([*spelled, *map(single, spelled), *map(abridged, spelled)])
        first = frozenset(each[0] for each in whole if each)
        kept = _SPELLED[kind] = (names, absent, Titles(whole, first))
    return kept[2]


def _same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return one is other or one == other


def in_quotes(verb: str, words: Sequence[Group], start: int, end: int) -> str:
    """The line with some of its words in quotes."""
    title = quoted(words_of(words[start:end]))
    return " ".join(part for part in (verb, words_of(words[:start]), title, words_of(words[end:])) if part)


def words_of(words: Iterable[Group]) -> str:
    """Words as a text, with the commas between them."""
    return " ".join(", ".join(token.text for token in group.tokens) for group in words)


def _counts(table: Table, flat: Sequence[Word], spelled: Sequence[Titles], said: Vocabulary) -> Iterator[int]:
    """How many words each value of a line takes: those of a title or name, the longest first, or one."""
    at = 0
    while at < len(flat):
        count = 1
        if at + 1 < len(flat) and flat[at + 1].plain and not flat[at + 1].comma and not _is_counted(flat, at, said):
            count = _words_of_title(flat, at, spelled, said.keywords)
            if count == 1:
                count = _words_of_begun_name(table, flat, at, spelled, said)
            if count == 1 and _is_known_number(table, flat, at, said):
                count = 2
            if count == 1 and _is_new_number(table, flat, at, said):
                count = 2 + _more_of_new(table, flat, at + 2, spelled, said)
        yield count
        at += count


def _is_counted(flat: Sequence[Word], at: int, said: Vocabulary) -> bool:
    """Whether a word is the number of the keyword before it."""
    return at > 0 and flat[at - 1].token.text.lower() in said.counted and bool(MEASURE.fullmatch(flat[at].token.text))


def _words_of_begun_name(
    table: Table, flat: Sequence[Word], at: int, spelled: Sequence[Titles], said: Vocabulary
) -> int:
    """How many words from one on begin one name, and only one, none of them a value of its own; 1 if none does."""
    ahead = list(takewhile(lambda word: not _stands_alone(word.token, spelled, said), flat[at : at + LONGEST_NAME]))
    for count in range(1 + _run(ahead[1:], said.keywords), 1, -1):
        begun = parts(_text(ahead[:count]))
        hits = {n for kind in said.kinds for n, title in names_of(table, kind).items() if _begins(begun, n, title)}
        if len(hits) == 1:
            return count
    return 1


def _is_known_number(table: Table, flat: Sequence[Word], at: int, said: Vocabulary) -> bool:
    """Whether a number and the word behind it are one thing, the word without its vowels: `4 pz` for 4-panzer."""
    number, word = flat[at].token, flat[at + 1].token.text
    if number.quoted or not number.text.isdigit() or len(word) < 2 or word.lower() in said.plain:
        return False
    found = [n for kind in said.kinds for n in match(f"{number.text} {word}", names_of(table, kind))]
    return len({name for name in found if parts(name)[0] == number.text}) == 1


def _is_new_number(table: Table, flat: Sequence[Word], at: int, said: Vocabulary) -> bool:
    """Whether a number and the word behind it are a new name, as others are called that differ in their number only:
    `10 guard` where the Guards have numbers. It is no count of those that are known.
    """
    number, word = flat[at].token, flat[at + 1].token.text
    if number.quoted or not number.text.isdigit() or word.lower() in said.plain:
        return False
    for kind in said.kinds:
        found = match(word, names_of(table, kind))
        if found:
            return all(_numbered_so(word, name) for name in found) and bool(table.teach(kind, f"{number.text} {word}"))
    return False


def _more_of_new(
    table: Table, flat: Sequence[Word], at: int, spelled: Sequence[Titles], said: Vocabulary
) -> int:
    """How many words behind a new numbered name are part of it: those that mean nothing else, up to a comma or to what
    does (`2 guard horse to hill`). None at the end of a line: the last may be a place that is new.
    """
    behind = flat[at : at + LONGEST_NAME]
    for count, (token, comma, plain) in enumerate(behind):
        hits = [name for kind in said.kinds for name in match(token.text, names_of(table, kind))]
        beside = set(parts(flat[at + count - 1].token.text))  # others are called so with the word before it as well
        known = any(not beside <= set(parts(name)) for name in hits)
        if comma or not plain or known or _stands_alone(token, spelled, said):
            return count
    return 0


def _numbered_so(word: str, name: str) -> bool:
    """Whether a name is a number and then a word, or its beginning."""
    whole = parts(name)
    return len(whole) > 1 and whole[0].isdigit() and leads(parts(word), whole[1:])


def _begins(begun: Parts, name: str, title: str) -> bool:
    return leads(begun, parts(name)) or leads(begun, parts(title))


def _stands_alone(token: Token, spelled: Sequence[Titles], said: Vocabulary) -> bool:
    """Whether a word is a value of its own: a text, a word of the notation, a whole name or title."""
    if token.quoted or token.text.lower() in said.taken:
        return True
    whole = parts(token.text)
    return any(whole in each.whole for each in spelled)


def _words_of_title(flat: Sequence[Word], at: int, spelled: Sequence[Titles], keywords: frozenset[str]) -> int:
    """How many words from one on are a title or name; 1 if none begins there."""
    begin = parts(flat[at].token.text)
    spelled = [each for each in spelled if begin[0] in each.first] if begin else spelled
    if not spelled:
        return 1
    ahead = flat[at : at + LONGEST_TITLE]
    for count in range(1 + _run(ahead[1:], keywords), 1, -1):
        title = parts(_text(ahead[:count]))
        if any(title in each.whole or single(title) in each.whole for each in spelled):
            return count
    return 1


def _joined(flat: Sequence[Word], counts: Iterable[int]) -> list[Group]:
    """The words of a line taken together, so many at a time."""
    out: list[list[Token]] = []
    at = 0
    for count in counts:
        token, comma, _ = flat[at]
        if count > 1:
            token = Token(_text(flat[at : at + count]), token.column)
        at += count
        if comma:
            out[-1].append(token)
        else:
            out.append([token])
    return [Group(tuple(g)) for g in out]


def _flat(words: Iterable[Group]) -> list[Word]:
    """All words one by one."""
    return [
        Word(token, at > 0, not (token.quoted or MEASURE.fullmatch(token.text)))
        for group in words
        for at, token in enumerate(group.tokens)
    ]


def _run(flat: Sequence[Word], keywords: frozenset[str]) -> int:
    """How many words stand beside each other that may be one title: no comma, quote or bare number among them."""
    for at, (token, comma, plain) in enumerate(flat):
        if (comma and at) or not plain:
            return at
        if token.text.lower() in keywords and at + 1 < len(flat) and MEASURE.fullmatch(flat[at + 1].token.text):
            return at
    return len(flat)


def _text(flat: Iterable[Word]) -> str:
    return " ".join(word.token.text for word in flat)

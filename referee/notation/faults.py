"""Faults of a line that more is known of than their words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from referee.components.memo import remembered
from referee.components.wording import ROMAN, listed
from referee.notation.fields import kind_of, short, usage, with_article
from referee.notation.titles import names_of
from referee.notation.words import NUMBER, PLAIN, Group, Token, fold, match, near, parts, some
from referee.ruleset import (
    CONNECTING,
    Action,
    Ask,
    Die,
    Finding,
    Form,
    Impossible,
    LineError,
    Name,
    NotUnderstood,
    Slot,
    Table,
    UnknownName,
    slots_of,
)

NO_TEXT = frozenset({*PLAIN, "all", "everything", "nobody"})
"""Words that are no name or text of something, where they stand without quotes."""

SAME = 0.8
"""How alike a title in quotes is to one that is known, where it is hardly a new one."""

ALIKE = 0.7
"""How alike a word is to one that it is a slip of, where it may be a title as well."""

TITLE = re.compile(r"[^\W\d_][\w'./-]+")
"""A word of a title that is no number, and more than a letter."""

NUMBERED = re.compile(r"\d+[-/]?[^\W\d_][\w'./-]+")
"""A title that begins with its number, in one word: `8-fka`, `8/FKA`."""

IN_TITLES = frozenset({"of", "the", "for"})
"""Words of the notation that stand in titles as well."""

NUMBERS = re.compile(r"\d+")

SHORT = 3
"""Letters of a word of which each one counts."""


class NearMiss(NotUnderstood):
    """A name that is not known, but looks like some that are; `teach` is the line that makes it a new one."""

    def __init__(self, message: str, column: int, choices: tuple[str, ...], teach: str) -> None:
        super().__init__(message, column, choices)
        self.teach = teach


class Guessed(NotUnderstood):
    """What is meant can only be guessed; `lines` are what it may be.

    about  what is asked here: what one such line meant, the next one does; "" where that says nothing of another line
    """

    def __init__(self, message: str, column: int, lines: tuple[str, ...], about: str = "") -> None:
        super().__init__(message, column)
        self.lines, self.about = lines, about

    def finding(self) -> Finding:
        """The failure as a finding, with the lines that may be meant."""
        return Finding(self.kind, self.rule, self.message, " or ".join(self.lines))


class Incomplete(NotUnderstood):
    """The line is right as far as it goes; `slot` is what is missing of an act."""

    def __init__(self, message: str, column: int, slot: Slot, act: type[Action[Any]]) -> None:
        super().__init__(message, column)
        self.slot, self.act = slot, act


class OtherSide(NotUnderstood):
    """A word names something of the side that is not asked, and nothing of the one that is."""


class WithFacts(UnknownName):
    """A line does something with a thing that is not known, and tells facts of it: `line` is what it does without them,
    and the only choice teaches the thing.
    """

    def __init__(self, message: str, column: int, teach: str, line: str) -> None:
        super().__init__(message, column, (teach,))
        self.line = line


class NotOwn(UnknownName):
    """A word in the place of what acts names several things of the other side, and none of the one that is asked."""


class OwnAim(Guessed):
    """A line without a verb names a thing of the side that is asked, and what may be done now aims at the other side's;
    `lines` are what it may do in another step.
    """


def other_side(group: Group, names: Sequence[str], owner: str) -> OtherSide:
    """The fault of a word that names what belongs to the side that is not asked."""
    word = short(group.tokens[0].text)
    said = f"{word!r} names nothing of the side that is asked; {listed(names[:3], 'or')} is of {owner}"
    return OtherSide(f"{said}: for that write {owner}> before the line.", group.column)


def too_many(table: Table, cls: type[Action[Any]], group: Group) -> NotUnderstood:
    """The fault of a word for which an act has no place left; with what it may have been meant for."""
    word, slots = group.tokens[0], slots_of(cls)
    known = [name for slot in slots if slot.form is Form.NAME for name in names_of(table, slot.type)]
    known += [slot.keyword for slot in slots if slot.word or slot.form is Form.FLAG]
    meant = tuple(name for name in near(word.text, known) if name != fold(word.text))
    hint = f"; did you mean {' or '.join(meant)}?" if meant else ""
    return NotUnderstood(f"{short(word.text)!r} is one word too many: {usage(cls)}{hint}", word.column, meant)


def unanswered(
    table: Table, words: Sequence[Group], ask: Ask | None, asked: Sequence[type[Action[Any]]],
    verbs: Sequence[type[Action[Any]]],
) -> LineError:  # fmt: skip
    """The fault of a line that neither begins with a verb nor answers the open question, with what may be meant: of the
    verbs those that may be used now, and another one only where the word is a slip of it.
    """
    word = words[0].tokens[0]
    texts = [token.text for group in words for token in group.tokens]
    if all(map(NUMBER.fullmatch, texts)):
        return _stray_numbers(texts, word.column, ask, verbs)
    if word.text.endswith(":") and not word.quoted:
        said = f"{short(word.text[:-1])!r} is no side; what is done begins with a verb. `?` lists what may be done now."
        return NotUnderstood(said, word.column)
    if fold(word.text) == "referee" and len(words) > 1:
        said = "That is a command of the shell: `quit` leaves this game first; all is saved."
        return NotUnderstood(said, word.column)
    may = [*(ask.among or () if ask else ()), *_listed(asked)]
    if fold(word.text) in may and len(words) > 1:
        if all(fold(text) in may for text in texts):
            return Guessed("One act says one of these. Is this meant?", words[1].column, ("; ".join(texts),))
        said = f"{short(words[1].tokens[0].text)!r} is no part of an answer with {short(word.text)}."
        return NotUnderstood(said, words[1].column)
    if meant := near(word.text, may):
        among = ask.among or () if ask else ()
        if among and not {*meant} & {*among} and {*among} <= {*_listed(asked)}:  # a slip of what is not to be had now
            meant = tuple(map(str, among))
        said = f"{short(word.text)!r} is no answer here. Did you mean {' or '.join(meant)}?"
        return NotUnderstood(said, word.column, meant)
    now = [*(ask.verbs if ask else ()), *(act.verb for act in verbs if act.aside)]
    meant = near(word.text, now) or slip_of(word.text, [act.verb for act in verbs]) or _named(table, asked, word.text)
    own = parts(word.text)
    if any(parts(name)[-len(own) :] == own for name in meant):
        said = f"{short(word.text)!r} says nothing of what is done with it; a verb comes before it."
        return NotUnderstood(f"{said} `?` lists what may be done now.", word.column)
    hint = f" Did you mean {' or '.join(meant)}?" if meant else " `?` lists what may be done now."
    return NotUnderstood(f"{short(word.text)!r} is no verb.{hint}", word.column, meant)


def _named(table: Table, asked: Sequence[type[Action[Any]]], word: str) -> tuple[str, ...]:
    """The names of which a word is a slip, among those that answer the open question by themselves."""
    slots = [slot for act in asked for slot in slots_of(act)[:1] if slot.form is Form.NAME]
    return slip_of_name(word, dict.fromkeys(name for slot in slots for name in names_of(table, slot.type)))


def slip_of_name(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that a word is a slip of, or of a part of them: `arite` for ariete-trento."""
    pieces: dict[str, list[str]] = {}
    for name in names:
        for piece in {name, name.replace("-", ""), *parts(name)}:
            pieces.setdefault(piece, []).append(name)
    return tuple(dict.fromkeys(name for piece in slip_of(word, [*pieces]) for name in pieces[piece]))


def may_be_title(
    ask: Ask, cls: type[Action[Any]], words: Sequence[Group], error: LineError, verbs: Sequence[type[Action[Any]]]
) -> bool:
    """Whether the words of a line without a verb may be the title of something new, which `error` would have taught:
    one thing must be told, or nothing else by the verb, and none is listed or it is a word alone, or a word of its own
    stands before what else is; they are words, and the first is no slip of a verb. A title in quotes or with its number
    can be nothing else. It is none where the verb takes no list and no such word. Only the first verb that is asked
    for, and one that takes the `to` of the line, may teach so.
    """
    first, texts, goes = words[0], [token.text for group in words for token in group.tokens], says_to(cls, words)
    if not teaches(error) or (error.column != first.column and not goes):
        return False
    slots, joined = slots_of(cls), {group.bare for group in words} & (CONNECTING - IN_TITLES)
    if cls.verb != ask.verbs[0] and not (goes and cls.verb in ask.verbs):
        return False
    if len(slots) == 1 and (joined or (len(first.tokens) > 1 and not slots[0].many)):
        return False
    if first.tokens[0].quoted or NUMBERED.fullmatch(texts[0]):
        return True
    only = len(slots) == 1 or (len(ask.verbs) == 1 and not ask.may) or goes
    alone = len(texts) == len(ask.verbs) == 1 and len(texts[0]) > SHORT - 1
    others = texts[1:]
    if goes and any(len(group.tokens) > 1 for group in words):  # in a list the others may have their numbers
        others = [text for text in others if not (text.isdigit() or NUMBERED.fullmatch(text))]
    if not only or (ask.among and not alone) or not all(map(TITLE.fullmatch, (texts[0], *others))):
        return False
    return not slip_of(first.tokens[0].text, [word for act in verbs for word in (act.verb, act.alias) if word])


def teaches(error: LineError) -> bool:
    """Whether something new may be taught, which a line names."""
    return isinstance(error, NearMiss) or (isinstance(error, UnknownName) and bool(error.choices))


def says_to(cls: type[Action[Any]], words: Sequence[Group]) -> bool:
    """Whether a line says with `to` where something goes, and an act takes that."""
    return any(group.bare == "to" for group in words[1:-1]) and any(slot.keyword == "to" for slot in slots_of(cls))


def slip_of(word: str, words: Sequence[str]) -> tuple[str, ...]:
    """The one of some words, with the same first letter, that a word looks very much like; () if none does."""
    return near(word, [each for each in words if fold(word)[:1] == each[0]], 1, ALIKE)


def _stray_numbers(
    texts: Sequence[str], column: int, ask: Ask | None, verbs: Sequence[type[Action[Any]]]
) -> LineError:
    """Numbers that are no answer: as dice not those that are due, or nothing that could be named."""
    if ask and ask.dice:
        due = f"{ask.dice_due} here [{ask.rule}], each 1 to 6"
        return NotUnderstood(f"{due}; {', '.join(texts)[:40]} is not that.", column)
    said = f"{short(texts[0])} answers nothing that is open"
    if ask and ask.among:
        said += f"; name one of {some(ask.among)}"
    elif any(slot.type is Die for act in verbs for slot in slots_of(act)):
        said += "; a die counts when its act was declared"
    return Impossible(f"{said}.", column, rule=ask.rule if ask else "notation")


def _listed(asked: Sequence[type[Action[Any]]]) -> list[str]:
    """The words of the choices that some acts have."""
    kinds = [slot.type for act in asked for slot in slots_of(act) if slot.form is Form.CHOICE]
    return [member.value for kind in dict.fromkeys(kinds) for member in kind]


def unmatched(
    table: Table, verbs: tuple[type[Action[Any]], ...], slot: Slot, token: Token, names: Mapping[str, str],
    offered: Sequence[str] | None = None,
) -> LineError:  # fmt: skip
    """The fault of a word that is none of the values of a field: what it is instead, what is near it, or what is
    `offered`, where the act knows that.
    """
    word, what = short(token.text), kind_of(slot)
    if slot.form is Form.CHOICE:
        meant = near(token.text, names) or tuple(member.value for member in slot.type)
        return NotUnderstood(f"{word!r} is not {what}: {', '.join(meant)}.", token.column, meant)
    if gone := _absent(table, verbs, slot.type, token):
        return gone
    if kind := "" if token.quoted else _kind_of_name(table, verbs, slot.type, token.text):
        said = f"{word!r} is {kind}, and {what} is wanted: {some(names if offered is None else offered)}."
        return UnknownName(said, token.column)  # as one that is not known: the side that acts may know it as such
    spelled = {**{title: name for name, title in names.items()}, **{name: name for name in names}}
    alike = [each for each in near(token.text, spelled) if " " not in token.text or is_slip(token.text, each)]
    said_of_several = not token.quoted and fold(token.text) in NO_TEXT
    teach = "" if said_of_several else table.teach(slot.type, token.text)
    alike = [each for each in alike if not (teach and _is_another(token.text, each))]
    meant = tuple(dict.fromkeys(spelled[each] for each in alike))
    if token.quoted and teach and not near(token.text, alike, cutoff=SAME):
        meant = ()  # words in quotes are a title, unless it is all but the same as a known one
    if not (meant or teach or token.quoted or " " in token.text):
        meant = slip_of_name(token.text, names)
    if meant:
        said = f"{word!r} is not {what}. Did you mean {' or '.join(meant)}?"
        if not teach:
            return NotUnderstood(said, token.column, meant)
        return NearMiss(f"{said} A new one is taught with: {teach}", token.column, meant, teach)
    hint = f" Teach it with: {teach}" if teach else there_are(slot, names if offered is None else offered)
    length = 0 if token.quoted else len(token.text)
    said = f"No {slot.type.kind} is called {word!r}.{hint}"
    return UnknownName(said, token.column, (teach,) if teach else (), length=length)


def unlisted(
    table: Table, verbs: tuple[type[Action[Any]], ...], kinds: Sequence[type[Name]], token: Token, text: str
) -> LineError | None:
    """The fault of a title, which begins at a word, that no known thing of these kinds has: what is near it, or the
    lines that teach it. None where it names something of another kind, which is for the act to judge.
    """
    if _kind_of_name(table, verbs, kinds[0], text):
        return None
    word, wanted = short(text), listed([kind.kind for kind in kinds], "or")
    teach = tuple(line for kind in kinds if (line := table.teach(kind, text)))
    names = {name: title for kind in kinds for name, title in names_of(table, kind).items()}
    meant = near(text, names) if text == token.text else ()
    if meant and teach:
        said = f"No {wanted} is called {word!r}. Did you mean {' or '.join(meant)}?"
        return NearMiss(f"{said} A new one is taught with: {teach[0]}", token.column, meant, teach[0])
    hint = f" Teach it with: {' or '.join(teach)}" if teach else ""
    return UnknownName(f"No {wanted} is called {word!r}.{hint}", token.column, teach, length=len(text))


def there_are(slot: Slot, names: Collection[str]) -> str:
    """What may be named in a field, behind the words that something is not."""
    return f" There are: {some(names)}." if names else f" No {slot.type.kind} can be named there now."


def _is_another(text: str, name: str) -> bool:
    """Whether a text has another number than a name that it looks like, or begins otherwise and is not much like it:
    21pz is no slip of 15pz, nor is Trieste one of Ariete, or 1 FKA of 1 KAR.
    """
    one, other = (NUMBERS.findall(each) for each in (text, name))
    if one != other:
        return bool(one and other)
    if one:
        words = [[part for part in parts(each) if part.isalpha()] for each in (text, name)]
        return any(len(max(pair, key=len)) <= SHORT and pair[0][0] != pair[1][0] for pair in zip(*words, strict=False))
    return fold(text)[:1] != fold(name)[:1] and not near(text, (name,), cutoff=SAME)


def is_slip(text: str, name: str) -> bool:
    """Whether a text of several words is a name but for slips of the pen; a number or a short word is told apart by
    one letter: VII Corps is not II Corps.
    """
    return all(_is_slip(one, other) for one, other in zip_longest(parts(text), parts(name), fillvalue=""))


def _is_slip(one: str, other: str) -> bool:
    """Whether a word is another one but for a slip of the pen; in a short one letters may change their places."""
    if one == other or (max(len(one), len(other)) > SHORT and near(one, (other,))):
        return True
    return one.isalpha() and not {one, other} & ROMAN and sorted(one) == sorted(other)


def another_verbs(
    verbs: tuple[type[Action[Any]], ...], token: Token, names: Mapping[str, str]
) -> NotUnderstood | None:
    """The fault of a word that stands alone in another verb, as `all` in `pass all`: it is no shortened name."""
    word = fold(token.text)
    act = None if token.quoted or word in names else _flags(verbs).get(word)
    return NotUnderstood(f"{word!r} belongs to another verb: {usage(act)}.", token.column) if act else None


@remembered
def _flags(verbs: tuple[type[Action[Any]], ...]) -> Mapping[str, type[Action[Any]]]:
    """The words that say something by standing in a line, and the verb of each."""
    return {slot.keyword: act for act in verbs for slot in slots_of(act) if slot.form is Form.FLAG}


def _absent(
    table: Table, verbs: tuple[type[Action[Any]], ...], kind: type[Name], token: Token
) -> Impossible | None:
    """Why a thing that is known by its name or title is not there; None where none is called so."""
    absent = table.absent(kind)
    titles = {name: title for other in _kinds(verbs) for name, title in names_of(table, other).items()}
    hits = match(token.text, {name: titles.get(name, name) for name in absent})
    if not hits:
        return None
    reason = absent[hits[0]]
    rule = reason.partition(" [")[2].rstrip("]")
    return Impossible(f"{hits[0]} {reason}.", token.column, rule=rule or "notation")


@remembered
def _kinds(verbs: tuple[type[Action[Any]], ...]) -> tuple[type[Name], ...]:
    """All kinds of things that can be named, those with the shortest word first."""
    kinds = {slot.type for act in verbs for slot in slots_of(act) if slot.form is Form.NAME}
    return tuple(sorted(kinds, key=lambda kind: (len(kind.kind), kind.kind)))


def _kind_of_name(table: Table, verbs: tuple[type[Action[Any]], ...], wanted: type[Name], text: str) -> str:
    """What a word names in full that is not of the wanted kind, as `a box`; "" if nothing."""
    name = fold(text).replace(" ", "-")
    kind = next((kind.kind for kind in _kinds(verbs) if kind is not wanted and name in names_of(table, kind)), "")
    kind = kind.removeprefix(f"{wanted.kind} or ")  # of a kind that is two in one it is the other
    return with_article(kind) if kind else ""

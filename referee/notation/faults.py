"""Faults of a line that more is known of than their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from referee.components.memo import remembered
from referee.notation.fields import NUMBER, kind_of, short, spelled_out, usage, with_article
from referee.notation.titles import in_quotes, names_of
from referee.notation.words import Group, Token, fold, match, near, parts, some
from referee.ruleset import (
    Action,
    Ask,
    Die,
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

SHORT = 3
"""Letters of a word of which each one counts."""


class NearMiss(NotUnderstood):
    """A name that is not known, but looks like some that are; `teach` is the line that makes it a new one."""

    def __init__(self, message: str, column: int, choices: tuple[str, ...], teach: str) -> None:
        super().__init__(message, column, choices)
        self.teach = teach


class Incomplete(NotUnderstood):
    """The line is right as far as it goes; `slot` is what is missing of an act."""

    def __init__(self, message: str, column: int, slot: Slot, act: type[Action[Any]]) -> None:
        super().__init__(message, column)
        self.slot, self.act = slot, act


class OtherSide(NotUnderstood):
    """A word names something of the side that is not asked, and nothing of the one that is."""


def refuse_free_title(
    table: Table, cls: type[Action[Any]], words: Sequence[Group], at: int, values: Mapping[str, Any]
) -> None:
    """Raises NotUnderstood where an unquoted title goes on into what is told of the card."""
    slots = [s for s in slots_of(cls) if s.form is not Form.TEXT]
    if any(s.field not in values and not s.optional for s in slots):
        return  # what is missing says more
    known = [name for s in slots if s.form is Form.NAME for name in names_of(table, s.type)]
    meant = near(words[at].bare, known)
    hint = f"Did you mean {' or '.join(meant)}? " if meant else ""
    for end in range(at + 1, len(words)):
        if any(s.keyword == words[end].bare or spelled_out(table, s, words[end].bare) for s in slots):
            line = in_quotes(cls.verb, words, at, end)
            raise NotUnderstood(f"{hint}A new title stands in quotes: {line[:200]}", words[at].column, meant)


def refuse_title(cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> None:
    """Raises NotUnderstood for free words in a line that teaches, behind the name or title of what it is about."""
    forms = [slot for slot in slots_of(cls) if slot.form in (Form.NAME, Form.TEXT)] if cls.learns else []
    kinds = [next((slot for slot in forms if slot.form is form), None) for form in (Form.NAME, Form.TEXT)]
    about = next((values[slot.field] for slot in kinds if slot and slot.field in values), None)
    if about is not None:
        words = ", ".join(slot.keyword for slot in slots_of(cls) if slot.word and slot.field not in values)
        said = f"{short(group.tokens[0].text)!r} tells nothing about {short(str(about))}"
        raise NotUnderstood(f"{said}; what can be told: {words or 'no more'}.", group.column)


def too_many(table: Table, cls: type[Action[Any]], group: Group) -> NotUnderstood:
    """The fault of a word for which an act has no place left; with what it may have been meant for."""
    word, slots = group.tokens[0], slots_of(cls)
    meant = near(word.text, [name for slot in slots if slot.form is Form.NAME for name in names_of(table, slot.type)])
    hint = f"; did you mean {' or '.join(meant)}?" if meant else ""
    return NotUnderstood(f"{short(word.text)!r} is one word too many: {usage(cls)}{hint}", word.column, meant)


def unanswered(
    words: Sequence[Group], ask: Ask | None, asked: Sequence[type[Action[Any]]], verbs: Sequence[type[Action[Any]]]
) -> LineError:
    """The fault of a line that neither begins with a verb nor answers the open question, with what may be meant."""
    word = words[0].tokens[0]
    texts = [token.text for group in words for token in group.tokens]
    if all(map(NUMBER.fullmatch, texts)):
        return _stray_numbers(texts, word.column, ask, verbs)
    may = [*(ask.among or () if ask else ()), *_listed(asked)]
    if meant := near(word.text, may):
        said = f"{short(word.text)!r} is no answer here. Did you mean {' or '.join(meant)}?"
        return NotUnderstood(said, word.column, meant)
    meant = near(word.text, [v.verb for v in verbs])
    hint = f" Did you mean {' or '.join(meant)}?" if meant else " `?` lists what may be done now."
    return NotUnderstood(f"{short(word.text)!r} is no verb.{hint}", word.column, meant)


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
    table: Table, verbs: tuple[type[Action[Any]], ...], slot: Slot, token: Token, names: Mapping[str, str]
) -> LineError:
    """The fault of a word that is none of the values of a field: what it is instead, or what is near it."""
    word, what = short(token.text), kind_of(slot)
    if slot.form is Form.CHOICE:
        meant = near(token.text, names) or tuple(names)
        return NotUnderstood(f"{word!r} is not {what}: {', '.join(meant)}.", token.column, meant)
    if gone := _absent(table, slot.type, token):
        return gone
    if kind := "" if token.quoted else _kind_of_name(table, verbs, slot.type, token.text):
        said = f"{word!r} is {kind}, and {what} is wanted: {some(names)}."
        return UnknownName(said, token.column)  # as one that is not known: the side that acts may know it as such
    spelled = {**{title: name for name, title in names.items()}, **{name: name for name in names}}
    alike = [each for each in near(token.text, spelled) if " " not in token.text or _slip(token.text, each)]
    meant = tuple(dict.fromkeys(spelled[each] for each in alike))
    teach = table.teach(slot.type, token.text)
    if meant:
        said = f"{word!r} is not {what}. Did you mean {' or '.join(meant)}?"
        if not teach:
            return NotUnderstood(said, token.column, meant)
        return NearMiss(f"{said} A new one is taught with: {teach}", token.column, meant, teach)
    hint = f" Teach it with: {teach}" if teach else f" There are: {some(names)}."
    return UnknownName(f"No {slot.type.kind} is called {word!r}.{hint}", token.column, (teach,) if teach else ())


def _slip(text: str, name: str) -> bool:
    """Whether a text of several words is a name but for slips of the pen; a number or a short word is told apart by
    one letter: VII Corps is not II Corps.
    """
    pairs = list(zip_longest(parts(text), parts(name), fillvalue=""))
    return all(one == other or (max(len(one), len(other)) > SHORT and near(one, (other,))) for one, other in pairs)


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


def _absent(table: Table, kind: type[Name], token: Token) -> Impossible | None:
    """Why a thing that is known by its name is not there; None where none is called so."""
    absent = table.absent(kind)
    hits = match(token.text, {name: name for name in absent})
    if not hits:
        return None
    reason, _, rule = absent[hits[0]].partition(" [")
    return Impossible(f"{hits[0]} {reason}.", token.column, rule=rule.rstrip("]") or "notation")


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

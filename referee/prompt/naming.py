"""A name that is not known and may be a new one: which words of the line are its title."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from referee.components.learning import in_title
from referee.game import Game
from referee.notation import Incomplete, NearMiss, fold, match, quoted
from referee.notation.faults import IN_TITLES, SHORT, WithFacts
from referee.ruleset import (
    CONNECTING,
    Action,
    Ambiguous,
    Form,
    Impossible,
    LineError,
    Name,
    Slot,
    UnknownName,
    slots_of,
)

LONGEST_TITLE = 5
"""Words of a title at most."""

_WORD = re.compile(r"[^\s,;\">]+")

Kinds = Collection[type[Name]]


def teaching(error: UnknownName | NearMiss) -> str:
    """The line that would make an unknown name a new one."""
    return error.teach if isinstance(error, NearMiss) else error.choices[0]


def in_one(game: Game, line: str, error: UnknownName | NearMiss) -> tuple[str, UnknownName | NearMiss]:
    """The line with an unknown title of several words in quotes, and its error: `play royal navy` has one card."""
    if isinstance(error, WithFacts):
        return error.line, WithFacts(error.message, error.line.index('"'), teaching(error), error.line)
    slots, verb = _slots_of(game, line[: error.column]), teaching(error).split()[0]
    kinds = {kind for kind in _kinds(slots) if game.table.teach(kind, "new").split()[:1] == [verb]}
    words = _title(game, line, error.column, slots, kinds)
    if slip := _slip_behind(game, line, error.column, words):
        return slip
    number = _number_before(line, error.column, slots)
    if number and words and not line[words[-1].end() :].strip() and _names(game, number[0].group(), slots, kinds):
        number = []  # `17 ford` where there is a 17 Guard: he goes to a place that is not known
    numbered = [*number, *words]
    return _joined(game, line, numbered) or _joined(game, line, words) or (line, error)


def without_place(game: Game, line: str, error: UnknownName | NearMiss) -> tuple[str, UnknownName | NearMiss] | None:
    """The line with all but the last word of a new title at its end in quotes, and its error, where that word may be
    the new place that it goes to: `deploy guard ford`. None where it may not.
    """
    slots, verb = _slots_of(game, line[: error.column]), teaching(error).split()[0]
    kinds = {kind for kind in _kinds(slots) if game.table.teach(kind, "new").split()[:1] == [verb]}
    acts = map(slots_of, _acts_of(game, line[: error.column]))
    goes = [own for own in acts if any(slot.type in kinds for slot in own)]
    place = [slot.type for own in goes for slot in own if slot.keyword == "to" and slot.type not in kinds]
    words = _title(game, line, error.column, slots, kinds) if any(game.table.teach(p, "new") for p in place) else []
    if len(words) < 2 or line[words[-1].end() :].strip():
        return None
    if len(words) == 2 and words[0].group().isdigit():
        return None
    titled = [*_number_before(line, error.column, slots), *words[:-1]]
    return _joined(game, line, titled) or (line, error)


def unfit(game: Game, line: str, teach: str) -> LineError | None:
    """Why a line cannot be read though what is not known in it is taught by another one; None where it may be: then
    only more is to be taught, or said.
    """
    try:
        taught = game.reader().read(teach).apply(game.table)
    except LineError:  # it has a `?`: more must be said
        return None
    try:
        replace(game.reader(), table=taught).read(line)
    except (UnknownName, Incomplete, Ambiguous, NearMiss, Impossible):
        return None
    except LineError as error:
        return error
    return None


def _slip_behind(
    game: Game, line: str, column: int, words: Sequence[re.Match[str]]
) -> tuple[str, UnknownName | NearMiss] | None:
    """The line with a title in quotes that begins with connecting words before the unknown one, where it is a slip of a
    known title then, and its error: `play to tehe last`.
    """
    before = list(_WORD.finditer(line[:column]))
    at = next((i for i in range(len(before), 0, -1) if fold(before[i - 1].group()) not in CONNECTING), 0)
    for first in range(at, len(before)):
        found = _joined(game, line, [*before[first:], *words])
        if found and isinstance(found[1], NearMiss):
            return found
    return None


def ends_line(line: str, column: int) -> bool:
    """Whether a word or a title in quotes is the last of its line."""
    return bool(re.fullmatch(r'("[^"]*"|[^\s,"]+)\s*', line[column:]))


def is_alone(game: Game, line: str, error: UnknownName | NearMiss) -> bool:
    """Whether a line is nothing but an unknown name, without a verb or quotes: it may be no answer at all."""
    whole, fault = in_one(game, line, error)
    return not fault.column and ends_line(whole, 0) and not line.startswith('"')


def otherwise(game: Game, line: str, error: UnknownName | NearMiss) -> str:
    """The line that would teach an unknown name as a thing of another kind, where the word may be either (`deploy
    ford`): what stands first may be left out. "" where it may not.
    """
    slots = [slot for slot in _slots_of(game, line[: error.column]) if slot.form is Form.NAME]
    word = _WORD.match(line, error.column)
    if not word or not slots or not (slots[0].optional and len(slots) > 1):
        return ""
    if fold(line[: error.column].rstrip().rpartition(" ")[2]) in CONNECTING - IN_TITLES:
        return ""  # that says what it is
    verb = teaching(error).split()[0]
    number = [each.group() for each in _number_before(line, error.column, slots)]
    taught = (game.table.teach(slot.type, " ".join([*number, word.group()])) for slot in slots)
    return next((other for other in taught if other and other.split()[0] != verb), "")


def with_title(game: Game, line: str, error: Ambiguous) -> str:
    """The line with a new title in quotes whose first word is also a part of several names; "" where none is.

    `guard ford` is new where guards are known; `guard hill`, of which each word means something, is not.
    """
    slots = _slots_of(game, line[: error.column])
    kinds = {kind for kind in _kinds(slots) if set(error.choices) <= set(game.seen.names(kind))}
    words = _title(game, line, error.column, slots, kinds)
    number = _number_before(line, error.column, slots)
    if not number and not any(not match(word.group(), game.seen.names(kind)) for word in words[1:] for kind in kinds):
        return ""
    found = _joined(game, line, [*number, *words])
    return found[0] if found else ""


def number_and_words(game: Game, line: str, error: LineError) -> str:
    """The line with a number and the words behind it as one new title in quotes, where they mean other things by
    themselves: `2 sa indian ocean`. The title ends where a known place or thing, or a word of the notation, begins, and
    before a comma.
    """
    words = list(_WORD.finditer(line))
    at = next((i for i, word in enumerate(words[:2]) if word.group().isdigit()), len(words))
    if isinstance(error, NearMiss) or '"' in line or at + 2 >= len(words):
        return ""
    if isinstance(error, UnknownName) and error.choices and error.column <= words[at + 1].start():
        return ""  # it is asked whether it is new
    if line[words[at].end() : words[at + 1].start()].strip():
        return ""
    slots = _slots_of(game, line[: words[at].start()])
    names = [game.seen.names(kind) for kind in _kinds(slots)]
    if any(fold(words[at + 1].group()) in each for each in names):
        return ""
    for end in range(at + 2, min(at + LONGEST_TITLE, len(words))):
        rest, comma = line[words[end].start() :].strip(), line[words[end - 1].end() : words[end].start()].strip()
        if not comma and fold(words[end].group()) not in CONNECTING and not any(match(rest, each) for each in names):
            continue
        found = _joined(game, line, words[at:end])
        return found[0] if found and found[1].column == words[at].start() else ""
    return ""


def begun_title(game: Game, line: str, column: int) -> str:
    """The line with a new title in quotes whose first word was taken for the only name that it begins: `army lodz`,
    where army-poznan is the only army that may come. "" for any other.
    """
    before, slots = list(_WORD.finditer(line[:column])), _slots_of(game, line[:column])
    word = before[-1] if len(before) > 1 and line[before[-1].end() : column].isspace() else None
    kinds = {kind for kind in _kinds(slots) if word and match(word.group(), game.seen.names(kind))}
    spelled = {fold(text) for kind in kinds for pair in game.seen.names(kind).items() for text in pair}
    if word is None or not kinds or fold(word.group()) in spelled:
        return ""
    behind = _title(game, line, column, slots, kinds)
    if not behind or any(match(behind[0].group(), game.seen.names(kind)) for kind in _kinds(slots)):
        return ""
    found = _joined(game, line, [word, *behind])
    return found[0] if found else ""


def _title(game: Game, line: str, column: int, slots: Sequence[Slot], kinds: Kinds) -> list[re.Match[str]]:
    """The words from a column on that may be one title: up to a comma, or to one that says something else there."""
    words = list(_WORD.finditer(line, column))[:LONGEST_TITLE]
    title = words[:1] if words and words[0].start() == column else []
    for word in words[1:]:
        if not title or line[title[-1].end() : word.start()].strip() or _says_more(game, slots, word.group(), kinds):
            break
        behind = line[word.start() :].partition(",")[0].split()[:2]
        if word.group().isdigit() and _names(game, " ".join(behind), slots, kinds):
            break  # `raf 15 panzer`: that number is the beginning of 15-panzer; `krakau 10, xvi`: it is 10-armee
        title.append(word)
    return title


def _number_before(line: str, column: int, slots: Sequence[Slot]) -> list[re.Match[str]]:
    """The number right before an unknown word, if no word says what is counted: it belongs to a title (`4 Guard`)."""
    before = list(_WORD.finditer(line[:column]))
    keywords = {slot.keyword for slot in slots}
    counted = len(before) > 1 and fold(before[-2].group()) in keywords
    joined = bool(before) and before[-1].group().isdigit() and line[before[-1].end() : column].isspace()
    return before[-1:] if joined and not counted else []


def _names(game: Game, number: str, slots: Sequence[Slot], kinds: Kinds) -> bool:
    """Whether a number names something of another kind than these."""
    return any(match(number, game.seen.names(kind)) for kind in _kinds(slots) - {*kinds})


def _says_more(game: Game, slots: Sequence[Slot], word: str, kinds: Kinds) -> bool:
    """Whether a word behind an unknown one is no part of its title: a number where one may be told, a word of the
    notation, the small beginning of a choice (`circ`), a whole name, or a name of another kind. A shortened name of the
    same kind may be part of it.
    """
    if word.isdigit():
        return any(slot.form in (Form.NUMBER, Form.MEASURE, Form.POINT) for slot in slots)
    chosen = {str(each) for slot in slots if slot.form is Form.CHOICE for each in slot.type}
    if fold(word) in (CONNECTING - IN_TITLES) | chosen | {slot.keyword for slot in slots}:
        return True
    if word.islower() and len(word) >= SHORT and any(each.startswith(word) for each in chosen):
        return True
    for kind in _kinds(slots):
        found = match(word, game.seen.names(kind))
        if found == [fold(word)] or (found and kind not in kinds):
            return True
    return False


def _joined(game: Game, line: str, words: Sequence[re.Match[str]]) -> tuple[str, UnknownName | NearMiss] | None:
    """The line with some words as one title, and its error; None where that is no new name, as of several dice."""
    numbers = [word.group().isdigit() for word in words]
    if len(words) < 2 or any(one and other for one, other in pairwise(numbers)):
        return None
    spelled = " ".join(w if w in IN_TITLES else in_title(w) for w in (word.group() for word in words))
    joined = f"{line[: words[0].start()]}{quoted(spelled)}{line[words[-1].end() :]}"
    try:
        game.reader().read(joined)
    except NearMiss as error:
        return joined, error
    except UnknownName as error:
        return (joined, error) if error.choices else None
    except LineError:
        pass
    return None


def _slots_of(game: Game, begun: str) -> list[Slot]:
    """The fields of the verb of a line; of one without a verb those of the acts that it may be."""
    return [slot for cls in _acts_of(game, begun) for slot in slots_of(cls)]


def _acts_of(game: Game, begun: str) -> list[type[Action[Any]]]:
    """The acts that a line may be, by its verb; one without a verb those that may be used now."""
    words, reader = begun.rpartition(">")[2].split(), game.reader()
    return (reader.verb_of(words[0]) if words else []) or reader.answering()


def _kinds(slots: Sequence[Slot]) -> set[type[Any]]:
    return {slot.type for slot in slots if slot.form is Form.NAME}

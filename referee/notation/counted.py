"""How many things, and which, where they are counted and may be named: `two`, `a card`, `all`, `fog and rain`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from referee.components.learning import slug
from referee.notation.faults import NO_TEXT, Guessed, unlisted
from referee.notation.fields import usage
from referee.notation.numbers import FIGURES, units_of
from referee.notation.situation import Situation
from referee.notation.titles import LONGEST_NAME, LONGEST_TITLE, names_of
from referee.notation.words import NUMBER, Group, Token, fold, leads, match, parts, quoted
from referee.ruleset import Action, Ambiguous, Form, NotUnderstood, Slot, slots_of
from referee.ruleset.action import unfinished

ARTICLES = frozenset({"a", "an", "the"})
EVERY = frozenset({"all", "everything", "lot", "hand"})
"""What is said of all that there are."""

FILLING = frozenset({"the", "my", "our", "whole", "of", "them"})
BETWEEN = frozenset({"and", "&"})
"""What joins two things, as a comma does."""


class Listed(NamedTuple):
    """The fields of an act that hold how many things there are, and which."""

    number: Slot
    names: Slot


def with_count(now: Situation, cls: type[Action[Any]], words: list[Group], bare: bool) -> list[Group]:
    """The words of an act that counts things and may name them: the number, then all their titles as one text.

    A known title goes before a count (`4 panzer`). Words in quotes are left as they are, and so is a `bare` line that
    names something. Raises Guessed, Ambiguous or NotUnderstood where it is not clear which or how many they are.
    """
    listed = _listed(cls)
    if listed is None or not words or any(token.quoted for group in words for token in group.tokens):
        return words
    flat = [(token, at > 0) for group in words for at, token in enumerate(group.tokens)]
    said = [fold(token.text) for token, _ in flat]
    units = units_of(cls)
    if EVERY & {*said} and {*said} <= EVERY | FILLING | units:
        return [_number(flat[0][0], _every(now, cls, listed))]
    reading = Reading(now, cls, listed, flat, said, units)
    return reading.groups(words, bare)


@cache
def _listed(cls: type[Action[Any]]) -> Listed | None:
    slots = slots_of(cls)
    names = next((slot for slot in slots if slot.lists), None)
    count = next((slot for slot in slots if slot.form is Form.NUMBER), None)
    return Listed(count, names) if count and names else None


def _number(token: Token, number: int) -> Group:
    return Group((Token(str(number), token.column),))


def _every(now: Situation, cls: type[Action[Any]], listed: Listed) -> int:
    """As many as there are. Raises NotUnderstood where the act cannot tell that."""
    side = now.written or now.speaker(cls, {})
    every = unfinished(cls, side).everything(listed.number.field, now.table)
    if every is None:
        raise NotUnderstood(f"How many are all is not known here; write the number: {usage(cls)}")
    return every


class Reading(NamedTuple):
    """The words of one line, each with whether a comma stands before it, and in their plain spelling."""

    now: Situation
    cls: type[Action[Any]]
    listed: Listed
    flat: Sequence[tuple[Token, bool]]
    said: Sequence[str]
    units: frozenset[str]

    def groups(self, words: list[Group], bare: bool) -> list[Group]:
        """The words as a count and a text."""
        first, slots = self.said[0], slots_of(self.cls)
        kept = {slot.keyword for slot in slots if slot.form is not Form.NUMBER}
        alone = first in NO_TEXT or NUMBER.fullmatch(first)  # a number alone is how many, whatever is called so
        if first in kept or (alone and len(self.said) == 1):
            return words
        places = [names_of(self.now.table, slot.type) for slot in slots if slot.form is Form.NAME]
        if any(match(word, names) == [word] for word in self.said for names in places):
            return words  # what lies on the table has a field of its own
        count, at = self._count()
        if at == len(self.flat):
            return [] if count is None else [_number(self.flat[0][0], count)]
        if bare:
            return words
        titles = [*self._titles(at)]
        if count is None and len(titles) > 1 and self.listed.number.default is not None:
            count = len(titles)
        text = Group((Token(", ".join(titles), self.flat[at][0].column, quoted=True),))
        return [text] if count is None else [_number(self.flat[0][0], count), text]

    def _count(self) -> tuple[int | None, int]:
        """How many there are, None if that is not said, and where the titles begin. Raises Guessed."""
        said = self.said
        if self._whole(0)[1] or self._numbered(0):
            return None, 0
        at = 1
        if NUMBER.fullmatch(said[0]):
            self._refuse_new_number()
            count = int(said[0])
        elif said[0] in FIGURES:
            count = int(FIGURES[said[0]])
        elif said[0] == "no" and said[1:2] and said[1] in self.units:
            count = 0
        elif said[0] in ARTICLES or said[0] in self.units:
            if said[0] in ARTICLES and not (said[1:2] and said[1] in self.units):
                return None, 1
            count = 1
        else:
            return None, 0
        while at < len(said) and (said[at] in self.units or said[at] in FILLING):
            at += 1
        return count, at

    def _refuse_new_number(self) -> None:
        """Raises Guessed for a number before a word that only stands behind another number in what is known: `9 tp`,
        where there is a 7 TP.
        """
        if len(self.said) < 2 or self.flat[1][1] or self._known(self.said[1]):
            return
        word = parts(self.said[1])
        if word and any(parts(n)[0].isdigit() and leads(word, parts(n)[1:]) for n in self._names()):
            number, rest = self.said[0], " ".join(token.text for token, _ in self.flat[1:])
            lines = (f'{self.cls.verb} {quoted(f"{number} {rest}")}', f"{self.cls.verb} {number} {quoted(rest)}")
            side = f"{self.now.written}> " if self.now.written else ""
            raise Guessed(
                f"Is {number} a part of the title, or how many there are?", self.flat[0][0].column,
                tuple(side + line for line in lines),
            )  # fmt: skip

    def _titles(self, at: int) -> Iterator[str]:
        """The titles from a word on; what is not known is a title as it is written."""
        while at < len(self.flat):
            if self.said[at] in BETWEEN | ARTICLES:
                at += 1
                continue
            title, count = self._whole(at)
            if count:
                yield title
                at += count
                continue
            end = self._end(at)
            yield from self._begun(at, end)
            at = end

    def _end(self, at: int) -> int:
        """Where a title ends that is not known in full: before a comma or an `and`."""
        ends = (i for i in range(at + 1, len(self.flat)) if self.flat[i][1] or self.said[i] in BETWEEN)
        return next(ends, len(self.flat))

    def _begun(self, at: int, end: int) -> Iterator[str]:
        """The known titles that some words begin, one or several; else the words as they are, as one title, where they
        name something of another kind. Raises UnknownName or NearMiss where they name nothing.
        """
        found: list[str] = []
        i = at
        while i < end:
            for stop in range(end, i, -1):
                known = self._known(self._text(i, stop), None if stop - i > 1 or end - at > 1 else self.flat[i][0])
                if known:
                    found.append(known)
                    i = stop
                    break
            else:
                kinds, verbs = self.listed.names.lists, tuple(self.now.verbs)
                if fault := unlisted(self.now.table, verbs, kinds, self.flat[at][0], self._text(at, end)):
                    raise fault
                yield self._text(at, end)
                return
        yield from found

    def _whole(self, at: int) -> tuple[str, int]:
        """The known title that stands at a word, and of how many words it is; 0 if none does."""
        for end in range(min(len(self.flat), at + LONGEST_TITLE), at, -1):
            if any(comma for _, comma in self.flat[at + 1 : end]):
                continue
            wanted = parts(self._text(at, end))
            hits = [n for n, title in self._names().items() if wanted and wanted in (parts(n), parts(title))]
            if hits:
                return self._title(hits[0]), end - at
        return "", 0

    def _numbered(self, at: int) -> str:
        """The one thing whose number stands at a word, and which the words behind it begin: `4 pz`."""
        if not self.said[at].isdigit():
            return ""
        for end in range(min(self._end(at), at + LONGEST_NAME), at + 1, -1):
            if known := self._known(self._text(at, end)):
                return known
        return ""

    def _known(self, text: str, alone: Token | None = None) -> str:
        """The title of the one thing that some words begin, of the own side if that makes it one; "" if of none.

        Raises Ambiguous where a word that stands `alone` begins several.
        """
        wanted, names = parts(text), self._names()
        if not wanted or len(text) < 2:
            return ""
        hits = [n for n, title in names.items() if leads(wanted, parts(n)) or leads(wanted, parts(title))]
        if not hits and wanted[0].isdigit() and len(wanted) > 1:
            hits = [name for name in match(text, names) if parts(name)[0] == wanted[0]]
        side = self.now.written or self.now.speaker(self.cls, {})
        own = [name for name in hits if self._owner(name) in ("", side)]
        hits = own or hits
        if len(hits) > 1 and alone:
            said = f"{text[:40]!r} may be {' or '.join(hits[:9])}."
            raise Ambiguous(said, alone.column, tuple(hits), length=len(alone.text))
        return self._title(hits[0]) if len(hits) == 1 else ""

    def _owner(self, name: str) -> str:
        table = self.now.table
        return next(table.owner(kind(name)) for kind in self.listed.names.lists if name in names_of(table, kind))

    def _title(self, name: str) -> str:
        title = self._names()[name]
        return title if slug(title) == name else name

    def _names(self) -> Mapping[str, str]:
        """All that may be listed, with the titles."""
        found: dict[str, str] = {}
        for kind in self.listed.names.lists:
            found |= names_of(self.now.table, kind)
        return found

    def _text(self, at: int, end: int) -> str:
        return " ".join(token.text for token, _ in self.flat[at:end])

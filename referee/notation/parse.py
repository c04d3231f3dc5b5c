"""A line into an action: who says it, and which verb it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from referee.notation.bare import answer, answers
from referee.notation.faults import Guessed, Incomplete, NearMiss
from referee.notation.fields import by_word, spelled_out
from referee.notation.fit import build
from referee.notation.guesses import refuse_guesses
from referee.notation.numbers import FIGURES
from referee.notation.situation import Situation
from referee.notation.taught import refuse_facts
from referee.notation.titles import names_of
from referee.notation.told import told_apart
from referee.notation.words import SIDE_PREFIX, Group, Token, check_text, fold, groups, match, stems_of
from referee.notation.write import write
from referee.ruleset import Action, Ambiguous, Form, LineError, Name, NotUnderstood, UnknownName, slots_of

_LISTED = re.compile(r",\s+(?:and\s+)?")
"""What stands between the parts of a list; the comma of a position has no space behind it."""

_NUMBER_ENDS = re.compile(r"(?<=\d)\.\s*$")
"""The full stop behind a number that ends a line; `4.` before a name is that of the fourth."""

_ENDS = re.compile(r"(?<=[^\W_])[.!]+\s*$")
"""The full stop at the end of a line."""

MOST_ACTS = 12
"""Acts that are looked for in a list; nobody tells more at once."""


@dataclass(slots=True)
class Reader(Situation):
    """Reads lines against one table."""

    def read(self, line: str) -> Action[Any]:
        """The action that a line reports.

        Raises NotUnderstood, Ambiguous, UnknownName or Impossible, each with the column of the word to blame.
        """
        line = _NUMBER_ENDS.sub(" ", line) if line.endswith((".", " ")) else line
        try:
            return self._read(line)
        except (UnknownName, NotUnderstood) as error:
            if _ENDS.search(line):
                return self.read(_ENDS.sub(" ", line))
            acts = [] if isinstance(error, Guessed | Incomplete) else self._each(line)
            if not acts:
                raise
            side = f"{acts[0].side}> " if self.prefix(line)[0] else ""
            said = "These are several acts. Is this meant?"
            raise Guessed(said, error.column, (side + "; ".join(map(write, acts)),)) from None

    def _each(self, line: str) -> list[Action[Any]]:
        """The acts of one verb that the parts of a list are, each with words of its own: `2 hills, 1 bad ground`; []
        where they are none.
        """
        side, start = self.prefix(line)
        first, *more = _LISTED.split(line[start:])
        if not 0 < len(more) < MOST_ACTS or '"' in line or not first.split():
            return []
        said = first.split()[:1] if self.verb_of(first.split()[0]) else []
        acts: list[Action[Any]] = []
        for part in (first, *(" ".join([*said, part]) for part in more)):
            try:
                acts.append(self._read(f"{side}> {part}" if side else part))
            except LineError:
                return []
        return acts if len({act.verb for act in acts}) == 1 else []

    def _read(self, line: str) -> Action[Any]:
        check_text(line)
        written, start = self.prefix(line)
        words = groups(line, start)
        if not words:
            raise NotUnderstood("Nothing is reported here.", start)
        reader = Reader(self.table, self.verbs, self.sides, self.asked, written)
        try:
            return reader._act(words, len(line))
        except (UnknownName, NearMiss):
            side = written or reader._acting(words)
            if side == self.table.side:
                raise
        acting = replace(reader, table=self.table.but(side=side))  # what is not known is taught to the side that acts
        return acting._act(words, len(line))

    def _acting(self, words: list[Group]) -> str:
        """The side that a line is asked of which names something unknown."""
        cls, _ = self._verb(words)
        if cls is not None:
            return self.speaker(cls, {})
        ask = next(iter(self.asked()), None)
        return ask.side if ask else self.table.side

    def _act(self, words: list[Group], end: int) -> Action[Any]:
        cls, rest = self._verb(self._counted(words))
        try:
            act = answer(self, words, end) if cls is None else build(self, cls, told_apart(cls, rest), end)
        except UnknownName as error:
            if cls is not None and not cls.learns:
                refuse_facts(self, cls, rest, error)
            raise
        refuse_guesses(self.table, act, rest)
        return act

    def prefix(self, line: str) -> tuple[str, int]:
        """The side that is written before a line ("" if none is), and where the line begins behind it."""
        found = SIDE_PREFIX.match(line)
        if not found:
            return "", len(line) - len(line.lstrip())
        hits = match(found.group(1), self.sides)
        if len(hits) != 1:
            sides = tuple(self.sides)
            raise NotUnderstood(f"No side is called {found.group(1)!r}; write {' or '.join(sides)}.", 0, sides)
        return hits[0], found.end()

    def _verb(self, words: list[Group]) -> tuple[type[Action[Any]] | None, list[Group]]:
        """The act that the first word means, and the other words; None for a line that begins with a value.

        The beginning of one verb, which may be used now, means that before a name that it begins as well; one of
        several verbs means the name, and then the verb that may be used now.
        """
        said, alone = words[0].bare, len(words) == 1
        hits = self.verb_of(said) or self._told_of(words[0])
        if hits and hits[0].verb != said and self._begins_name(words):
            return None, words  # `b co` is a unit, though `b` begins a verb
        if len(hits) == 1 and not (alone and any(not slot.optional for slot in slots_of(hits[0]))):
            return hits[0], words[1:]
        if not hits:
            return None, words
        now = self.answering()
        due = [cls for cls in hits if cls in now]
        if len(hits) == 1 and due and not self._says_whole(words[0]):
            return hits[0], words[1:]
        if answers(self, words):  # `panic` is a verb, and a value that is asked for
            return None, words
        if len(due) == 1 or len(hits) == 1:
            return [*due, *hits][0], words[1:]
        choices = tuple(v.verb for v in hits)
        raise Ambiguous(f"{words[0].bare!r} may be {' or '.join(choices)}.", words[0].column, choices)

    def _told_of(self, word: Group) -> list[type[Action[Any]]]:
        """The act whose verb a first word is as it is told of somebody: `moves`, `moved`; [] where something that the
        open question takes is called so.
        """
        said, known = word.bare.rstrip(".!"), by_word(tuple(self.verbs))
        found = [cls for stem in (said, *stems_of(said)) for cls in known.get(stem, ()) if cls.verb == stem]
        return found[:1] if found and not self._says_whole(word) else []

    def _counted(self, words: list[Group]) -> list[Group]:
        """The words of a line, a number behind the verb that counts with it: `4 blanks`."""
        number = FIGURES.get(words[0].bare, words[0].bare)
        if len(words) != 2 or not number.isdigit():
            return words
        acts = by_word(tuple(self.verbs)).get(words[1].bare, [])
        if not any(slot.form is Form.NUMBER and not slot.word for act in acts for slot in slots_of(act)):
            return words
        return [words[1], Group((Token(number, words[0].column),))]

    def _begins_name(self, words: list[Group]) -> bool:
        """Whether the first two words together are a name that the open question takes, or any behind one letter."""
        if len(words) < 2:
            return False
        name = f"{words[0].bare}-{fold(words[1].tokens[0].text)}"
        verbs = self.verbs if len(words[0].bare) == 1 else self.answering()
        return any(name in names_of(self.table, kind) for kind in _kinds(tuple(verbs)))

    def _says_whole(self, group: Group) -> bool:
        """Whether a word is the whole of a value that the open question takes."""
        slots = [slot for cls in self.answering() for slot in slots_of(cls)]
        return any(spelled_out(self.table, slot, group.bare) for slot in slots)


@cache
def _kinds(verbs: tuple[type[Action[Any]], ...]) -> frozenset[type[Name]]:
    """The kinds of things that some acts name."""
    return frozenset(slot.type for cls in verbs for slot in slots_of(cls) if slot.form is Form.NAME)

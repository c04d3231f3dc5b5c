"""What is not on file yet of a player's copy, asked for one value after the other; each answer is on file at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.catalogue import CatalogueError, teach
from referee.commands.call import word
from referee.commands.verbs import meanings_of, paragraphs
from referee.components.learning import noted
from referee.components.unknown import UNKNOWN
from referee.judge import candidates
from referee.library import notebook
from referee.notation.fields import with_article
from referee.notation.words import some
from referee.prompt.choices import MOST, Choice, choices, listed, picked
from referee.ruleset import Action, Component, Form, LineError, Ruleset, Slot, Table, slots_of
from referee.stock import Stock

STOP = ("q", "quit")
BACK = ("back", "undo")

_KINDS = {
    Form.NUMBER: "A whole number", Form.MEASURE: "A number", Form.POINT: "A position, two numbers with a comma",
    Form.TEXT: "Words in quotes",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gap:
    """A value that nobody told yet: of what, the field that takes it, and the line that tells it, up to the value."""

    component: Component
    teaches: type[Action[Any]]
    slot: Slot
    line: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from all others."""
        return self.component.kind, self.component.name, self.slot.keyword

    def question(self, ruleset: Ruleset[Any], table: Table) -> Iterator[str]:
        """The question, and what may be answered: behind it, or below where that is a list."""
        one = self.component
        side = f", {ruleset.sides.get(one.side, one.side)}" if one.side else ""
        asked = f"{one.title} ({one.kind}{side}): {self.slot.keyword}?"
        if not self.words(table):
            yield f"{asked} {self._wanted}"
            return
        several = " (several joined by commas)" if self.slot.many else ""
        yield f"{asked}{several}"
        yield f"  {listed(self.choices(table)) or some(self.words(table), MOST)}"

    def explained(self, table: Table) -> Iterator[str]:
        """What kind of value is wanted, all words that may be answered with their meanings, and an example."""
        slot, words = self.slot, self.words(table)
        if slot.form is Form.NAME:
            yield f"The name of {with_article(slot.type.kind)}: {', '.join(words) or 'none is on file yet'}."
        elif slot.form is Form.CHOICE:
            yield from tuple(meanings_of(slot)) or (f"One of these words: {', '.join(words)}.",)
        else:
            yield f"{_KINDS.get(slot.form, 'A value')}, {self._wanted}."
        if slot.many:
            yield "Several are joined by commas, without blanks."
        value = self._example(words)
        yield f"For example `{value}`, which puts on file: {self.line} {value}"

    def _example(self, words: Sequence[str]) -> str:
        """A value that could be answered: one of the words, else one that the examples of the verb have."""
        told = (re.search(rf"\b{re.escape(self.slot.keyword)} (\S+)", text) for text in self.teaches.examples)
        number = f"{max(1, self.slot.span.low):g}" if self.slot.span else "1"
        return [*words, *(found[1] for found in told if found), number][0]

    def words(self, table: Table) -> list[str]:
        """The names or words that may be answered; none where a number is asked for."""
        if self.slot.form not in (Form.NAME, Form.CHOICE):
            return []
        return [str(each) for each in candidates(self.slot, table)]

    def choices(self, table: Table) -> tuple[Choice, ...]:
        """Those words, numbered, where they are few."""
        words = self.words(table)
        return choices(words, words) if len(words) <= MOST else ()

    @property
    def _wanted(self) -> str:
        """What is no word: the range of a number and its unit."""
        joined = ", several joined by commas" if self.slot.many else ""
        if self.slot.span:
            return f"{self.slot.span.low:g} to {self.slot.span.high:g} {self.slot.span.unit}".rstrip() + joined
        return f"a {self.slot.form.value}{joined}"


def gaps(ruleset: Ruleset[Any], table: Table) -> Iterator[Gap]:
    """Every value that is missing and that a line can tell, in the order of the components."""
    teachers = {act.verb: act for act in ruleset.actions if act.learns}
    for one in ruleset.on_file(table):
        act = teachers.get(one.kind)
        for slot in slots_of(act) if act else ():
            if act is None or one.facts.get(slot.keyword) is not UNKNOWN:
                continue
            line = _begun(one, act, slot)
            if line:
                yield Gap(one, act, slot, line)


def _begun(one: Component, act: type[Action[Any]], asked: Slot) -> str:
    """The line that tells a fact, up to its value; "" while another fact must be told before it."""
    told = [one.kind, word(one.name)]
    for slot in slots_of(act):
        if slot.optional or slot is asked or slot.keyword not in one.facts:
            continue
        if one.facts[slot.keyword] is UNKNOWN:
            return ""
        told += [slot.keyword, noted(one.facts[slot.keyword])]
    return " ".join([*told, asked.keyword])


@dataclass(slots=True)
class Round:
    """A round of questions: how many values it brought, and how many answers could not be taken."""

    told: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class _Past:
    """A question that was answered: the table before, and the line that was told, "" if it was skipped."""

    gap: Gap
    before: Table
    line: str


def ask_all(stock: Stock, answers: Callable[[], str | None], tell: Callable[[str], None]) -> Round:
    """Ask for every missing value. `answers` gives what is typed, None when nothing more comes.

    An empty answer skips the value, one that cannot be taken is asked for again, and `back` takes the last one back.
    Raises CatalogueError when an answer cannot be written.
    """
    ruleset, table, done = stock.ruleset, stock.files.table, Round()
    notes = notebook(ruleset)
    behind: list[_Past] = []
    kind = ""
    while gap := _next(gaps(ruleset, table), behind):
        if gap.component.kind != kind:
            kind = gap.component.kind
            for text in ("", *paragraphs(gap.teaches)):
                tell(text)
        for text in gap.question(ruleset, table):
            tell(text)
        answer = answers()
        if answer is None or answer in STOP:
            return done
        if answer == "?":
            for text in gap.explained(table):
                tell(text)
            continue
        if answer in BACK:
            if not behind:
                tell("This is the first question.")
                continue
            past = behind.pop()
            if past.line:
                _kept(notes.forget(past.line))
                tell(f"Taken back: {past.line}")
                done.told -= 1
            table = past.before
            continue
        before, line = table, ""
        if answer:
            try:
                value = picked(answer, gap.choices(table)) or answer
                table, line, _ = teach(ruleset, table, f"{gap.line} {value}")
            except LineError as error:
                tell(error.message)
                done.failed += 1
                continue
            _kept(notes.learn(line))
            done.told += 1
        behind.append(_Past(gap, before, line))
    return done


def _next(open_: Iterable[Gap], behind: Iterable[_Past]) -> Gap | None:
    """The first value that was not asked for yet."""
    asked = {past.gap.key for past in behind}
    return next((gap for gap in open_ if gap.key not in asked), None)


def _kept(failure: str) -> None:
    if failure:
        raise CatalogueError(f"{failure}.")

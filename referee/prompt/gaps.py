"""What is not on file yet of a player's copy, asked for one value after the other; each answer is on file at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.catalogue import CatalogueError, teach
from referee.commands.call import word
from referee.commands.verbs import paragraphs
from referee.components.learning import noted
from referee.components.unknown import UNKNOWN
from referee.judge import candidates
from referee.library import notebook
from referee.notation.words import some
from referee.prompt.choices import MOST, Choice, choices, listed, picked
from referee.ruleset import Action, Component, Form, LineError, Ruleset, Slot, Table, slots_of
from referee.stock import Stock

STOP = "q"


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

    def question(self, ruleset: Ruleset[Any], table: Table) -> str:
        """The question in one line, with what may be answered."""
        one = self.component
        side = f", {ruleset.sides.get(one.side, one.side)}" if one.side else ""
        return f"{one.title} ({one.kind}{side}): {self.slot.keyword}? {self._among(table)}"

    def words(self, table: Table) -> list[str]:
        """The names or words that may be answered; none where a number is asked for."""
        if self.slot.form not in (Form.NAME, Form.CHOICE):
            return []
        return [str(each) for each in candidates(self.slot, table)]

    def choices(self, table: Table) -> tuple[Choice, ...]:
        """Those words, numbered, where they are few."""
        words = self.words(table)
        return choices(words, words) if len(words) <= MOST else ()

    def _among(self, table: Table) -> str:
        joined = ", several joined by commas" if self.slot.many else ""
        if words := self.words(table):
            return (listed(self.choices(table)) or some(words, MOST)) + joined
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


def ask_all(stock: Stock, answers: Callable[[], str | None], tell: Callable[[str], None]) -> Round:
    """Ask for every missing value. `answers` gives what is typed, None when nothing more comes.

    An empty answer skips the value, one that cannot be taken is asked for again. Raises CatalogueError when an answer
    cannot be written.
    """
    ruleset, table, done = stock.ruleset, stock.files.table, Round()
    notes = notebook(ruleset)
    asked: set[tuple[str, str, str]] = set()
    kind = ""
    while gap := next((gap for gap in gaps(ruleset, table) if gap.key not in asked), None):
        if gap.component.kind != kind:
            kind = gap.component.kind
            for text in ("", *paragraphs(gap.teaches)):
                tell(text)
        tell(gap.question(ruleset, table))
        answer = answers()
        if answer is None or answer == STOP:
            return done
        if answer == "?":
            tell(", ".join(gap.words(table)) or "There is no list of what it may be.")
            continue
        if answer:
            try:
                value = picked(answer, gap.choices(table)) or answer
                table, line, _ = teach(ruleset, table, f"{gap.line} {value}")
            except LineError as error:
                tell(error.message)
                done.failed += 1
                continue
            if failure := notes.learn(line):
                raise CatalogueError(f"{failure}.")
            done.told += 1
        asked.add(gap.key)
    return done

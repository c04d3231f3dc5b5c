"""What a line is read against: a table, the verbs of its game, and the questions that are open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.notation.fields import by_word
from referee.notation.words import fold
from referee.ruleset import Action, Ask, Form, Table, slots_of

Verbs = Sequence[type[Action[Any]]]


@dataclass(slots=True)
class Situation:
    """`verbs` are all actions; `asked` gives the open questions, the nearest first.

    `written` is the side that stands before the line which is read.
    """

    table: Table
    verbs: Verbs
    sides: Mapping[str, str]
    asked: Callable[[], Iterable[Ask]] = tuple
    written: str = ""

    def verb_of(self, word: str) -> list[type[Action[Any]]]:
        """The actions that a first word may mean."""
        wanted = fold(word)
        if not wanted:
            return []
        exact = by_word(tuple(self.verbs)).get(wanted)
        return [*exact] if exact else [v for v in self.verbs if v.verb.startswith(wanted)]

    def speaker(self, act: type[Action[Any]], values: Mapping[str, Any]) -> str:
        """Who acts: the owner of the first named piece, else the side that is asked for such an act; what belongs to no
        step, or is not asked for now, is said by whoever is asked.
        """
        for slot in slots_of(act):
            if slot.form is not Form.NAME or not values.get(slot.field) or act.actor not in ("", slot.field):
                continue
            first = values[slot.field][0] if slot.many else values[slot.field]
            owner = self.table.owner(first)
            if owner:
                return owner
        first = ""
        for ask in self.asked():
            if act.aside or act.verb in (*ask.verbs, *ask.early):
                return ask.side
            first = first or ask.side
        return first or self.table.side

    def answering(self) -> list[type[Action[Any]]]:
        """The verbs that a bare value may answer: of the open question, and behind windows that it lets pass; none of
        an act that is only meant with its verb.

        A written side may also answer a later question of its own, which goes before those of the other side.
        """
        names: dict[str, None] = {}
        if self.written:
            names = {verb: None for ask in self.asked() if ask.side == self.written for verb in ask.verbs}
        names |= {verb: None for ask in self.open_now() for verb in ask.verbs}
        by_name = {v.verb: v for v in self.verbs}
        return [act for n in names if (act := by_name.get(n)) and slots_of(act) and not act.outright]

    def open_now(self) -> list[Ask]:
        """The questions that a bare value may answer: the first one, and those behind windows that it lets pass."""
        found = []
        for ask in self.asked():
            found.append(ask)
            if ask.step or not ask.may:
                break
        return found

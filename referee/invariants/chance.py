"""Acts by chance: legal ones out of the walk, and any at all out of the fields of their classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from referee.judge import Open, candidates, doors, walk
from referee.ruleset import Action, Form, Ruleset, Slot, Table, Text, slots_of

Act = Action[Any]

AWKWARD = (
    "", " ", '"', '""', 'say "so"', "a;b # c", "it's, really", "axis> pass", '[Ruleset "x"]', "by", "to", "cost",
    "pass", "?", "12", "21st", "²", "caf\u00e9", "cafe\u0301", "Stra\u00dfe", "\u0130stanbul", "\u65e5\u672c",
    "\u202egnorw\u202c", "a\u200eb\u200f", "zero\u200bwidth", "\ttab", "\U0001f3b2", "x" * 200, "Any", "one " * 12,
)  # fmt: skip
"""Texts that a title or a note may be, and that notation, record and transcript must all survive."""

DEEP = (1, 1, 1, 2, 4, 9)
"""Which legal act of a shuffled walk is taken; the later ones have longer lists."""


class Chance:
    """A seeded source of acts for one ruleset."""

    def __init__(self, ruleset: Ruleset[Any], rng: Random) -> None:
        self.ruleset = ruleset
        self.rng = rng
        self.asides = [a for a in ruleset.actions if a.aside]

    def legal(self, table: Table) -> tuple[Open, Act] | None:
        """An act that is legal now; None if there is none at all. The nearest questions are the likeliest."""
        rooms = list(doors(self.ruleset, table))
        self.rng.shuffle(rooms)
        rooms.sort(key=lambda room: len(room[0].passed) * self.rng.random())
        for place, cls in rooms:
            act = self._walked(cls, place.ask.side, place.table)
            if act is not None:
                return place, act
        return None

    def aside(self, table: Table) -> Act | None:
        """A legal aside; None if the one that was thought of is not legal."""
        usable = [a for a in self.asides if not a.during or getattr(table, a.during) is not None]
        if not usable:
            return None
        act = self._walked(self.rng.choice(usable), self.side(), table)
        return None if act is None else self._with_texts(act)

    def any(self, table: Table) -> Act | None:
        """An act of any verb and side with any values; None if some field has no values at all.

        A third of them are legal acts with one field or the side changed: these break one rule, and no other.
        """
        if self.rng.random() < 0.35:
            found = self.legal(table)
            if found is not None:
                return self._spoilt(found[1], table)
        cls = self.rng.choice(self.ruleset.actions)
        values: dict[str, Any] = {}
        for slot in slots_of(cls):
            if slot.optional and self.rng.random() < 0.5:
                values[slot.field] = slot.default
                continue
            choice = self._value(slot, table)
            if choice is None and not slot.optional:
                return None
            values[slot.field] = slot.default if choice is None else choice
        return cls(self.side(), **values)

    def absent(self, table: Table) -> Act | None:
        """An act that names something that exists but is not there; None if the act that was thought of cannot."""
        act = self.any(table)
        slots = [] if act is None else [s for s in slots_of(type(act)) if s.form is Form.NAME and table.absent(s.type)]
        if act is None or not slots:
            return None
        slot = self.rng.choice(slots)
        name = slot.type(self.rng.choice(list(table.absent(slot.type))))
        value: Any = (name,) if slot.many else name
        return replace(act, **{slot.field: value})

    def side(self) -> str:
        """Any side."""
        return self.rng.choice(list(self.ruleset.sides))

    def past_range(self, act: Act) -> Iterator[tuple[Act, bool]]:
        """The act with each number inside, on and just past its range; whether the number is still in the range."""
        for slot in slots_of(type(act)):
            if slot.span is None or slot.form not in (Form.NUMBER, Form.MEASURE):
                continue
            low, high = slot.span.low, slot.span.high
            step: float = 1 if slot.form is Form.NUMBER else 0.0001
            within = self.rng.randint(int(low), int(high)) if step == 1 else round(self.rng.uniform(low, high), 4)
            for value in (low - step, low, within, high, high + step):
                number: Any = int(value) if step == 1 else round(value, 4)
                yield replace(act, **{slot.field: number}), low <= value <= high

    def _walked(self, cls: type[Act], side: str, table: Table) -> Act | None:
        def shuffled(values: list[Any]) -> list[Any]:
            return self.rng.sample(values, len(values))

        some = [act for act, _ in islice(walk(cls, side, table, shuffled), self.rng.choice(DEEP))]
        return some[-1] if some else None

    def _spoilt(self, act: Act, table: Table) -> Act:
        slots = [s for s in slots_of(type(act)) if s.form is not Form.TEXT]
        if not slots or self.rng.random() < 0.2:
            return replace(act, side=self.side())
        slot = self.rng.choice(slots)
        value = self._value(slot, table)
        return act if value is None else replace(act, **{slot.field: value})

    def _value(self, slot: Slot, table: Table) -> Any:
        """Any value of a field, in a list up to four of them, twice the same too; None if there is none."""
        if slot.form is Form.TEXT:
            return self._text(table)
        if slot.form in (Form.NUMBER, Form.MEASURE) and slot.span is None:
            return self.rng.randint(-3, 99) if slot.form is Form.NUMBER else round(self.rng.uniform(-3, 99), 4)
        choices = candidates(slot, table)
        if not choices:
            return None
        if slot.form is Form.FLAG:
            return self.rng.random() < 0.5
        if slot.many:
            return tuple(self.rng.choice(choices) for _ in range(self.rng.choice((1, 1, 2, 2, 3, 4))))
        return self.rng.choice(choices)

    def _text(self, table: Table) -> Text:
        """An awkward text, a name of the table, or two of them in one."""
        names = [name for cls in self.ruleset.actions for s in slots_of(cls) if s.form is Form.NAME
                 for name in table.names(s.type).values()]  # fmt: skip
        words = [self.rng.choice(AWKWARD), *(self.rng.choice(names) for _ in names[:1])]
        return Text(self.rng.choice([*words, " ".join(words)]))

    def _with_texts(self, act: Act) -> Act:
        texts = {s.field: self._text_of(act, s) for s in slots_of(type(act)) if s.form is Form.TEXT}
        return replace(act, **texts) if texts else act

    def _text_of(self, act: Act, slot: Slot) -> Any:
        old = getattr(act, slot.field)
        return old if old is None else Text(self.rng.choice(AWKWARD))

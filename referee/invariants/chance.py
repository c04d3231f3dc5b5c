"""Acts by chance: legal ones out of the walk, and any at all out of the fields of their classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from referee.chain import Chain, Open
from referee.invariants.checks import is_fault
from referee.judge import candidates, doors, judge, offered, walk
from referee.notation import write
from referee.ruleset import BREACHES, HOLDS, Action, Form, Impossible, Ruleset, Slot, Table, Text, slots_of
from referee.ruleset.action import first_findings, unfinished

Act = Action[Any]

AWKWARD = (
    "", " ", '"', '""', 'say "so"', "a;b # c", "it's, really", "axis> pass", '[Ruleset "x"]', "by", "to", "cost",
    "pass", "?", "12", "21st", "²", "caf\u00e9", "cafe\u0301", "Stra\u00dfe", "\u0130stanbul", "\u65e5\u672c",
    "\u202egnorw\u202c", "a\u200eb\u200f", "zero\u200bwidth", "\ttab", "\U0001f3b2", "x" * 200, "Any", "one " * 12,
)  # fmt: skip
"""Texts that a title or a note may be, and that notation, record and transcript must all survive."""

DEEP = (1, 1, 1, 2, 4, 9)
"""Which legal act of a shuffled walk is taken; the later ones have longer lists."""


ZEAL = (0.15, 0.4, 0.9)
"""The share of verbs that are used willingly in one game: so most verbs rule some games, and are absent from others."""

RELUCTANCE = 30

NEAR = 40
"""Values that are tried for one field of a legal act."""

MORE = (0, 0, 0, 1, 3)
"""How many more values a list is given by chance."""


class Chance:
    """A seeded source of acts for one ruleset."""

    def __init__(self, ruleset: Ruleset[Any], rng: Random) -> None:
        self.ruleset = ruleset
        self.rng = rng
        zeal = rng.choice(ZEAL)
        self.reluctance = {
            a.verb: 1 if rng.random() < zeal or not slots_of(a) else RELUCTANCE for a in ruleset.actions
        }
        self.used: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.varied: Counter[tuple[str, str, object]] = Counter()
        self.turn = (0, "")
        self.asides = [a for a in ruleset.actions if a.aside or a.timed]

    def legal(self, table: Table, chain: Chain | None = None) -> tuple[Open, Act] | None:
        """An act that is legal now; None if there is none at all. The nearest questions are the likeliest.
        `chain` holds the open questions of this table where they are known already.
        """
        if self.turn != (table.turn, table.side):
            self.turn = (table.turn, table.side)
            self.used.clear()
        rooms = [(self._urge(place, cls), place, cls) for place, cls in doors(self.ruleset, table, chain)]
        rooms.sort(key=lambda room: room[0])
        for _, place, cls in rooms:
            act = self._one_of(offered(table, place, cls, self._shuffled))
            if act is not None:
                self.used[act.verb] += 1
                return place, self._with_told(act, place.table)
        return None

    def _urge(self, place: Open, cls: type[Act]) -> float:
        """The smaller the sooner: near questions first, late the verbs that only end a step (they have no field), those
        that this game does not love, and those that were used this turn already.
        """
        near = self.rng.random() * (1 + len(place.passed)) + self.rng.random() * (not slots_of(cls))
        return near * self.reluctance[cls.verb] * (1 + self.used[cls.verb])

    def aside(self, table: Table) -> Act | None:
        """A legal act that no question asks for, one of those seldom made; None if the one thought of is not legal."""
        usable = [a for a in self.asides if not a.during or getattr(table, a.during) is not None]
        if not usable:
            return None
        cls = min(self._shuffled(usable), key=lambda a: self.done[a.verb])
        act = self._one_of(walk(cls, self.side(), table, self._shuffled))
        if act is None or _telling(act) is None:
            return None
        self.done[act.verb] += 1
        act = self._with_texts(self._with_told(act, table))
        try:
            found = judge(self.ruleset, table, act).findings
        except Impossible:  # behind the windows that it would let pass
            return None
        return None if any(f.kind in HOLDS for f in found) else act

    def any(self, table: Table, chain: Chain | None = None) -> Act | None:
        """An act of any verb and side with any values; None if some field has no values at all.

        Some are legal acts with one field or the side changed, and some are of a verb and side that is asked for: these
        break one rule, and no other. `chain` as for `legal`.
        """
        chance = self.rng.random()
        if chance < 0.35:
            found = self.legal(table, chain)
            if found is not None:
                return _telling(self._spoilt(found[1], table))
        cls, side = self.rng.choice(self.ruleset.actions), self.side()
        ask = None if table.winner else self.ruleset.asks(table)
        if chance < 0.65 and ask is not None and ask.verbs:
            verb, side = self.rng.choice(ask.verbs), ask.side
            cls = next(a for a in self.ruleset.actions if a.verb == verb)
        values: dict[str, Any] = {}
        for slot in slots_of(cls):
            if slot.optional and self.rng.random() < 0.4:
                values[slot.field] = slot.default
                continue
            choice = self._value(slot, table, self._among(unfinished(cls, side, **values), slot, table))
            if choice is None and not slot.optional:
                return None
            values[slot.field] = slot.default if choice is None else choice
        return _telling(cls(side, **values))

    def near(self, act: Act, table: Table) -> Iterator[Act]:
        """Acts that differ from a legal one in one field.

        They are the fewer, the more often that field of this verb was changed before for the same piece: so what is
        seldom legal, or legal for few, has all tried that is beside it.
        """
        slots = [s for s in slots_of(type(act)) if s.form in (Form.NAME, Form.CHOICE, Form.NUMBER)]
        for slot in slots:
            what = (act.verb, slot.field, slot is not slots[0] and getattr(act, slots[0].field))
            if self.rng.random() * (1 + self.varied[what]) ** (1 if slot is slots[0] else 2) >= 1:
                continue
            self.varied[what] += 1
            values = self._shuffled(candidates(slot, table))[:NEAR]
            for value in values:
                more = self.rng.sample(values, min(len(values), self.rng.choice(MORE)))
                changed: Any = (value, *more) if slot.many else value
                yield replace(act, **{slot.field: changed})

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
                given: Any = (number,) if slot.many else number
                yield replace(act, **{slot.field: given}), low <= value <= high

    def _one_of(self, acts: Iterator[tuple[Act, object]]) -> Act | None:
        some = [act for act, _ in islice(acts, self.rng.choice(DEEP))]
        return some[-1] if some else None

    def _shuffled(self, values: list[Any]) -> list[Any]:
        return self.rng.sample(values, len(values))

    def _spoilt(self, act: Act, table: Table) -> Act:
        slots = [s for s in slots_of(type(act)) if s.form is not Form.TEXT]
        if not slots or self.rng.random() < 0.2:
            return replace(act, side=self.side())
        slot = self.rng.choice(slots)
        value = self._value(slot, table)
        return act if value is None else replace(act, **{slot.field: value})

    def _among(self, act: Act, slot: Slot, table: Table) -> list[Any]:
        """Now and then, the values that an unfinished act names as worth trying, if it is without a fault so far."""
        if type(act).among is Action.among or self.rng.random() < 0.5:
            return []
        if act.during and getattr(table, act.during) is None:
            return []
        with suppress(Impossible):
            if not any(f.kind in BREACHES for f in first_findings(act, table)):
                return list(act.among(slot.field, table) or ())
        return []

    def _value(self, slot: Slot, table: Table, among: Sequence[Any] = ()) -> Any:
        """Any value of a field, or one `among` some; in a list up to four of them, twice the same too; None if there is
        none.
        """
        if slot.form is Form.TEXT:
            return self._text(table)
        if slot.form in (Form.NUMBER, Form.MEASURE) and slot.span is None:
            return self.rng.randint(-3, 99) if slot.form is Form.NUMBER else round(self.rng.uniform(-3, 99), 4)
        if slot.form is Form.MEASURE and slot.span is not None and self.rng.random() < 0.8:
            low, high = slot.span.low, slot.span.high
            return min(high, round(low + self.rng.expovariate(0.15), 2))  # most of what is measured is small
        choices = among or candidates(slot, table)
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

    def _with_told(self, act: Act, table: Table) -> Act:
        """The act with some of the values that `legal` leaves out, as far as it stays without a fault."""
        for slot in slots_of(type(act)):
            if not slot.told or self.rng.random() < 0.5:
                continue
            value = self._value(slot, table)
            more = act if value is None else replace(act, **{slot.field: value})
            if not is_fault(more, table):
                act = more
        return act

    def _with_texts(self, act: Act) -> Act:
        texts = {s.field: self._text_of(act, s) for s in slots_of(type(act)) if s.form is Form.TEXT}
        return replace(act, **texts) if texts else act

    def _text_of(self, act: Act, slot: Slot) -> Any:
        old = getattr(act, slot.field)
        return old if old is None else Text(self.rng.choice(AWKWARD))


def _telling(act: Act) -> Act | None:
    """The act; None for one that would teach and tells nothing, for which there is no line."""
    return None if act.learns and write(act) == act.verb else act

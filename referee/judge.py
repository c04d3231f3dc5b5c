"""One check behind three doors: may I (`legal`), do it (`judge`), why not (the findings)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from referee.course import go_past
from referee.ruleset import (
    Action,
    Ask,
    Finding,
    Form,
    Impossible,
    Kind,
    Ruleset,
    Slot,
    Table,
    Text,
    illegal,
    omission,
    slots_of,
)
from referee.ruleset.action import first_findings, unfinished

LONGEST_CHAIN = 60
"""Open questions that one line may pass over; more is a ruleset that never gets on."""

MANY = 3
"""Items up to which a list is tried out by `legal`."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question that is open on `table`; `passed` are those that were let pass or skipped to get there."""

    table: Table
    ask: Ask
    passed: tuple[Ask, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee makes of an act: the questions it passes over, the table it is judged on, the findings."""

    action: Action[Any]
    table: Table
    passed: tuple[Ask, ...]
    findings: tuple[Finding, ...]


def open_questions(ruleset: Ruleset[Any], table: Table) -> Iterator[Open]:
    """The open question, then those that come up when it is let pass (a window) or skipped (a duty).

    The border of a turn is crossed once, to the first question of the next turn, so that a forgotten last step is one
    omission and not a turn full of findings.
    """
    here = (table.turn, table.side)
    passed: tuple[Ask, ...] = ()
    for _ in range(LONGEST_CHAIN):
        ask = ruleset.asks(table)
        if ask is None:
            return
        yield Open(table, ask, passed)
        if (table.turn, table.side) != here:
            return
        if not (ask.may or ask.duty or ask.forced):
            return
        table = go_past(ruleset, table, ask)
        passed = (*passed, ask)
    raise RuntimeError(f"{ruleset.name}: more than {LONGEST_CHAIN} questions are open at once")


class Chain:
    """The open questions of one table, worked out only as far as somebody looks."""

    def __init__(self, ruleset: Ruleset[Any], table: Table) -> None:
        """None is worked out yet; a game that is won asks nothing."""
        self.table = table
        self._known: list[Open] = []
        self._rest = iter(()) if table.winner else open_questions(ruleset, table)

    def __iter__(self) -> Iterator[Open]:
        at = 0
        while True:
            while at < len(self._known):
                yield self._known[at]
                at += 1
            further = next(self._rest, None)
            if further is None:
                return
            self._known.append(further)

    def asks(self) -> Iterator[Ask]:
        """The questions alone, the nearest first."""
        return (place.ask for place in self)


def judge(ruleset: Ruleset[Any], table: Table, act: Action[Any], chain: Chain | None = None) -> Verdict:
    """Judge an act on a table. Nothing is changed. Raises Impossible when the act cannot be mirrored.

    `chain` holds the open questions of this table where they are known already.
    """
    if act.during and getattr(table, act.during) is None:
        raise Impossible(f"There is no {act.during} now, so nothing to {act.verb}.", rule=act.rule)
    if act.aside:
        return Verdict(act, table, (), _by_house(table, act.judge(table)))
    chain = chain or Chain(ruleset, table)
    for place in chain:
        if act.verb not in place.ask.verbs or act.side != place.ask.side:
            continue
        omitted = [missed(ruleset, a) for a in place.passed if a.duty and not a.forced]
        findings = (*omitted, *_by_house(place.table, act.judge(place.table)))
        return Verdict(act, place.table, place.passed, findings)
    order = _by_house(table, iter((_out_of_order(ruleset, table, act, chain),)))
    return Verdict(act, table, (), (*order, *_by_house(table, act.judge(table))))


def missed(ruleset: Ruleset[Any], ask: Ask) -> Finding:
    """The omission of going past a duty."""
    return omission(ask.rule, f"{ask.duty} was skipped ({ruleset.sides[ask.side]}).")


def _out_of_order(ruleset: Ruleset[Any], table: Table, act: Action[Any], chain: Chain) -> Finding:
    now = next(chain.asks(), None)
    if now is None:
        return illegal(ruleset.step_rule, f"The game is over ({table.winner}); nothing more is to be done.")
    instead = f"{now.question} ({ruleset.sides[now.side]}: {', '.join(now.verbs)})"
    other = next((a.side for a in chain.asks() if act.verb in a.verbs), None)
    if other is not None:
        who, whose = ruleset.sides[act.side], ruleset.sides[other]
        return illegal(act.rule, f"{act.verb} is for {whose} now, not for {who}.", instead)
    return illegal(ruleset.step_rule, f"{act.verb} does not belong here, in step {table.step}.", instead)


def _by_house(table: Table, findings: Iterator[Finding]) -> tuple[Finding, ...]:
    """Findings as the house rules of this game leave them: a rule that is off or only warns stays cited."""
    out: list[Finding] = []
    for f in findings:
        mode = table.house.get(f.rule)
        if mode is None or f.kind is not Kind.ILLEGAL:
            out.append(f)
        elif mode == "warn":
            out.append(Finding(Kind.WARNING, f.rule, f"{f.message} (house rule: only a warning)", f.instead))
        else:
            out.append(Finding(Kind.RULING, f.rule, f"{f.message} (house rule: this rule is off)"))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Legal:
    """An act that is legal now; `needs` says that a datum is missing to be sure."""

    action: Action[Any]
    ask: Ask
    needs: bool = False


def legal(ruleset: Ruleset[Any], table: Table, most: int = 5000) -> list[Legal]:
    """All acts that are legal now, without skipping a duty; at most so many, for a table with a great many pieces."""
    return list(islice(_legal(ruleset, table), most))


def _legal(ruleset: Ruleset[Any], table: Table) -> Iterator[Legal]:
    by_verb = {a.verb: a for a in ruleset.actions}
    for place in open_questions(ruleset, table):
        if any(a.step or not (a.may or a.forced) for a in place.passed):
            return
        for verb in place.ask.verbs:
            cls = by_verb[verb]
            if cls.during and getattr(place.table, cls.during) is None:
                continue
            yield from (
                Legal(act, place.ask, any(f.kind is Kind.NEEDS for f in findings))
                for act, findings in walk(cls, place.ask.side, place.table)
            )


def walk(
    cls: type[Action[Any]], side: str, table: Table
) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
    """Every legal act of one class: the fields are filled from left to right, and a branch ends at the first fault."""
    yield from _fill(cls, side, table, slots_of(cls), {})


def _fill(
    cls: type[Action[Any]], side: str, table: Table, slots: tuple[Slot, ...], values: dict[str, Any]
) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
    act = unfinished(cls, side, **values)
    findings = _by_house(table, iter(first_findings(act, table)))
    if any(f.kind in (Kind.ILLEGAL, Kind.OMISSION) for f in findings):
        return
    if not slots:
        yield act, findings
        return
    slot, rest = slots[0], slots[1:]
    if slot.optional:
        yield from _fill(cls, side, table, rest, {**values, slot.field: slot.default})
    choices = candidates(slot, table)
    if not slot.many:
        for value in choices:
            if not slot.optional or value != slot.default:
                yield from _fill(cls, side, table, rest, {**values, slot.field: value})
        return
    yield from _grow(cls, side, table, slots, values, (), choices)


def _grow(
    cls: type[Action[Any]],
    side: str,
    table: Table,
    slots: tuple[Slot, ...],
    values: dict[str, Any],
    items: tuple[Any, ...],
    choices: list[Any],
) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
    """A list grows by one item; a list that is illegal does not grow on."""
    for i, choice in enumerate(choices):
        longer = (*items, choice)
        found = list(_fill(cls, side, table, slots[1:], {**values, slots[0].field: longer}))
        yield from found
        if found and len(longer) < MANY:
            yield from _grow(cls, side, table, slots, values, longer, choices[i + 1 :])


def candidates(slot: Slot, table: Table) -> list[Any]:
    """The values that a field may take on this table: names, choices, or the allowed range of a number."""
    if slot.form is Form.NAME:
        return [slot.type(n) for n in table.names(slot.type)]
    if slot.form is Form.CHOICE:
        return list(slot.type.__members__.values())
    if slot.form is Form.FLAG:
        return [True]
    if slot.form is Form.TEXT:
        return [] if slot.optional else [Text("...")]
    if slot.span is None:
        return []
    low, high = slot.span.low, slot.span.high
    if slot.form is Form.MEASURE:
        return [low, (low + high) / 2, high]
    whole = range(int(low), int(high) + 1)
    return list(whole) if len(whole) <= 13 else [whole[0], whole[len(whole) // 2], whole[-1]]

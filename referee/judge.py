"""One check behind three doors: may I (`legal`), do it (`judge`), why not (the findings)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from referee.chain import Chain, Open, open_questions
from referee.course import need_context
from referee.ruleset import (
    BREACHES,
    HOLDS,
    Action,
    Ask,
    Die,
    Finding,
    Form,
    Impossible,
    Kind,
    NotYet,
    Ruleset,
    Slot,
    Table,
    Text,
    doubt,
    illegal,
    omission,
    slots_of,
)
from referee.ruleset.action import name_lost_yield, unfinished


class Verdict(NamedTuple):
    """What the referee makes of an act: the questions it passes over, the table it is judged on, the findings."""

    action: Action[Any]
    table: Table
    passed: tuple[Ask, ...]
    findings: tuple[Finding, ...]


def judge(ruleset: Ruleset[Any], table: Table, act: Action[Any], chain: Chain | None = None) -> Verdict:
    """Judge an act on a table. Nothing is changed. Raises Impossible when the act cannot be mirrored.

    `chain` holds the open questions of this table where they are known already.
    """
    if act.aside or (table.winner and ruleset.afterwards(table, act)):
        need_context(table, act)
        return Verdict(act, table, (), _own(table, act))
    chain = chain or Chain(ruleset, table)
    try:
        verdict = _in_place(ruleset, act, chain)
    except Impossible:
        if not act.timed:
            raise
        verdict = None
    if verdict is not None and not _is_faulty(verdict):
        return verdict
    if act.timed and not table.winner:
        now = _meanwhile(ruleset, act, chain)
        if verdict is None or not _is_faulty(now) or _is_no_better(verdict, now):
            return now
    if verdict is not None:
        return verdict
    need_context(table, act)
    order = _by_house(table, iter((_out_of_order(ruleset, table, act, chain),)))
    own = _own(table, act)  # which may find the act impossible, when the game is over too
    more = () if table.winner else (f for f in own if f.rule != order[0].rule)  # one breach is flagged once
    return Verdict(act, table, (), (*order, *more))


def _in_place(ruleset: Ruleset[Any], act: Action[Any], chain: Chain) -> Verdict | None:
    """The act as an answer to the first question that asks for it; None if none does.

    A verb may answer a window and what comes behind it too (a card that reacts, a card that is the next action): an act
    that is a fault in the window, and none behind it, closes the window.
    """
    first: Verdict | None = None
    for place in chain:
        if first is not None and not _free(place):
            break
        asked = act.verb in place.ask.verbs
        if not asked and act.verb in place.ask.early:  # nor does the other side lose by it what it is offered
            asked = not (_skips(place) or any(ask.lost and ask.side != act.side for ask in place.passed))
        if not asked or act.side not in (place.ask.side, place.ask.also):
            continue
        try:
            verdict = _at(ruleset, act, place)
        except Impossible:
            if first is None:
                raise
            continue
        if not _is_faulty(verdict):
            return verdict
        first = first or verdict
    return first


def _meanwhile(ruleset: Ruleset[Any], act: Action[Any], chain: Chain) -> Verdict:
    """The act as one that may come at any time: behind the windows of the other side, which lets them pass by it."""
    table, passed = chain.table, tuple[Ask, ...]()
    for place in chain:
        table, passed = place.table, place.passed
        ask = place.ask
        window = not ask.step and ask.may and act.side not in (ask.side, ask.also)
        if not (window or (ask.forced and ask.waits)):
            break
    return _behind(ruleset, act, table, passed)


def _is_faulty(verdict: Verdict) -> bool:
    return any(f.kind in BREACHES for f in verdict.findings)


def _is_no_better(behind: Verdict, now: Verdict) -> bool:
    """Whether what makes an act illegal where it skips a duty to get is found of it now too: then it is meant for now.
    """
    if not {f.kind for f in behind.findings} >= BREACHES:
        return False
    return {f.rule for f in behind.findings if f.kind is Kind.ILLEGAL} <= {f.rule for f in now.findings}


def _at(ruleset: Ruleset[Any], act: Action[Any], place: Open) -> Verdict:
    wrong = _by_house(place.table, _wrong_dice(place.ask, act))
    return _behind(ruleset, act, place.table, place.passed, wrong)


def _behind(
    ruleset: Ruleset[Any], act: Action[Any], table: Table, passed: tuple[Ask, ...], wrong: tuple[Finding, ...] = ()
) -> Verdict:
    """The act on the table behind the questions that it passes over; `wrong` is what was found before it is judged."""
    need_context(table, act)
    if passed:
        _still_there(table, act)
    omitted = [missed(ruleset, ask) for ask in passed if _matters(ask, act)]
    more = _own(table, act)
    if wrong:
        more = tuple(f for f in more if f.rule != wrong[0].rule)  # one breach is flagged once
    return Verdict(act, table, passed, (*omitted, *wrong, *more))


def _matters(ask: Ask, act: Action[Any]) -> bool:
    """Whether an act that passes a question over skips a duty, gives up what it offers, or may be meant for it. A side
    may end its own steps by its next act.
    """
    if ask.forced:
        return False
    if not ask.may:
        return bool(ask.duty)
    return ask.is_ended(act.verb) or (bool(ask.lost) and not (ask.step and ask.side == act.side))


def _wrong_dice(ask: Ask, act: Action[Any]) -> Iterator[Finding]:
    """Dice that answer a question must be as many as are due."""
    if not ask.dice:
        return
    lists = [slot.field for slot in slots_of(type(act)) if slot.type is Die and slot.many]
    given = sum(len(getattr(act, field)) for field in lists)
    if lists and given != ask.dice:
        yield illegal(ask.rule, f"{ask.dice_due} here, not {given}.", ask.dice_told)


def _skips(place: Open) -> bool:
    """Whether a question can be reached only by skipping a duty."""
    return not all(ask.may or ask.forced for ask in place.passed)


def _free(place: Open) -> bool:
    """Whether a question can be reached within the step, without skipping a duty or giving anything up."""
    return not (_skips(place) or any(ask.step or ask.lost for ask in place.passed))


def _still_there(table: Table, act: Action[Any]) -> None:
    """What passes before an act may take away what the act names. Raises Impossible."""
    for kind, name in _missing(table, act):
        reason, _, rule = table.absent(kind).get(name, "is not there").partition(" [")
        raise Impossible(f"{name} {reason} when {act.verb} is due.", rule=rule.rstrip("]") or act.rule)


def _missing(table: Table, act: Action[Any]) -> Iterator[tuple[type[Any], str]]:
    """The names in an act that are not on a table."""
    for slot in slots_of(type(act)):
        if slot.form is Form.NAME:
            value = getattr(act, slot.field)
            named = value if slot.many else () if value is None else (value,)
            yield from ((slot.type, name) for name in named if name not in table.names(slot.type))


def missed(ruleset: Ruleset[Any], ask: Ask) -> Finding:
    """The omission of going past a duty; the doubt of going past a window that offers what does not come back."""
    if ask.may:
        lost = f"{ask.lost} would be passed over ({ruleset.sides[ask.side]})."
        return doubt(ask.rule, lost if ask.lost else f"it ends {ask.ends}.", ask.enter)
    return omission(ask.rule, f"{ask.duty} was skipped ({ruleset.sides[ask.side]}).")


def _out_of_order(ruleset: Ruleset[Any], table: Table, act: Action[Any], chain: Chain) -> Finding:
    now = next(chain.asks(), None)
    if now is None:
        rule, winner = ruleset.ended_by(table) or ruleset.step_rule, ruleset.sides.get(table.winner, table.winner)
        return illegal(rule, f"The game is over ({winner}); nothing more is to be done.")
    instead = f"{now.question} ({ruleset.sides[now.side]}: {', '.join(now.verbs)})"
    other = next((a.side for a in chain.asks() if act.verb in a.verbs), None)
    if other is not None:
        who, whose = ruleset.sides[act.side], ruleset.sides[other]
        return illegal(act.whose(table), f"{act.verb} is for {whose} now, not for {who}.", instead)
    step = ruleset.step_title(table.step)
    return illegal(ruleset.step_rule, f"{act.verb} does not belong here, in step {step}.", instead)


def _own(table: Table, act: Action[Any]) -> tuple[Finding, ...]:
    """What an act's own judge finds, as the house rules of this game leave it."""
    try:
        return _by_house(table, act.judge(table))
    except TypeError as error:
        name_lost_yield(act, table, error)
        raise


def _by_house(table: Table, findings: Iterator[Finding]) -> tuple[Finding, ...]:
    """Findings as the house rules of this game leave them."""
    return tuple(_one_by_house(table, finding) for finding in findings) if table.house else tuple(findings)


def _one_by_house(table: Table, finding: Finding) -> Finding:
    """A finding as the house rules of this game leave it: a rule that is off or only warns stays cited."""
    mode = table.house.get(finding.rule)
    if mode is None or finding.kind is not Kind.ILLEGAL:
        return finding
    if mode == "warn":
        message = f"{finding.message} (house rule: only a warning)"
        return Finding(Kind.WARNING, finding.rule, message, finding.instead)
    return Finding(Kind.RULING, finding.rule, f"{finding.message} (house rule: this rule is off)")


@dataclass(frozen=True, slots=True)
class Legal:
    """An act that is legal now; `needs` says that a datum is missing to be sure."""

    action: Action[Any]
    ask: Ask
    needs: bool = False


Order = Callable[[list[Any]], Sequence[Any]]
"""The order in which a walk tries the values of a field."""


def legal(ruleset: Ruleset[Any], table: Table, most: int = 5000) -> list[Legal]:
    """All acts that are legal now, without skipping a duty; at most so many, for a table with a great many pieces."""
    return list(islice(_legal(ruleset, table), most))


def _legal(ruleset: Ruleset[Any], table: Table) -> Iterator[Legal]:
    for place, cls in doors(ruleset, table):
        yield from (
            Legal(act, place.ask, any(f.kind is Kind.NEEDS for f in findings))
            for act, findings in offered(table, place, cls)
        )


def offered(
    table: Table, place: Open, cls: type[Action[Any]], order: Order = tuple
) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
    """The legal acts of one class that answer a question, as far as a line can name on `table` what they name."""
    for act, findings in walk(cls, place.ask.side, place.table, order):
        if (place.table is table or not any(_missing(table, act))) and not any(_wrong_dice(place.ask, act)):
            yield act, findings


def doors(
    ruleset: Ruleset[Any], table: Table, chain: Chain | None = None
) -> Iterator[tuple[Open, type[Action[Any]]]]:
    """The kinds of act that may be legal now, each with the question that it answers; no duty is skipped for them.
    `chain` as for `judge`.
    """
    by_verb = {a.verb: a for a in ruleset.actions}
    for place in chain or open_questions(ruleset, table):
        if not _free(place):
            return
        for verb in place.ask.verbs:
            cls = by_verb[verb]
            asked = any(ask.is_ended(verb) for ask in place.passed)
            if not asked and (not cls.during or getattr(place.table, cls.during) is not None):
                yield place, cls


def walk(
    cls: type[Action[Any]], side: str, table: Table, order: Order = tuple
) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
    """Every legal act of one class: the fields are filled from left to right, and a branch ends at the first fault.

    A list is grown by one item, in the order of its candidates, up to `Slot.most`. It grows on as long as nothing in it
    is illegal; an omission may be cured by the next item.
    """
    yield from _Walk(cls, side, table, order).fill(slots_of(cls), {})


class _Seen(NamedTuple):
    """What an unfinished act deserves, and the field that must be set before more can be said ("": all is said).

    illegal  it is illegal or impossible, and so is whatever has a longer list
    held     it is no legal act, but one with a longer list may be
    """

    findings: tuple[Finding, ...] = ()
    illegal: bool = False
    held: bool = False
    waits_for: str = ""


@dataclass(frozen=True, slots=True)
class _Walk:
    cls: type[Action[Any]]
    side: str
    table: Table
    order: Order

    def fill(
        self, slots: tuple[Slot, ...], values: dict[str, Any], seen: _Seen | None = None
    ) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
        """All legal acts with these values, the fields `slots` being still open; `seen` is what was found before."""
        while slots and slots[0].told:
            values, slots = {**values, slots[0].field: slots[0].default}, slots[1:]
        act = unfinished(self.cls, self.side, **values)
        if seen is None or seen.waits_for in values:
            seen = self._look(act)
        if seen.illegal or seen.held:
            return
        if not slots:
            yield act, seen.findings
            return
        slot, rest = slots[0], slots[1:]
        among = act.among(slot.field, self.table)
        choices = candidates(slot, self.table) if among is None else list(among)
        if slot.many:
            if slot.optional:
                yield from self.fill(rest, {**values, slot.field: slot.default}, seen)
            yield from self._grow(slots, values, (), list(self.order(choices)))
            return
        if slot.optional:
            choices = [slot.default, *(c for c in choices if c != slot.default)]
        for value in self.order(choices):
            yield from self.fill(rest, {**values, slot.field: value}, seen)

    def _look(self, act: Action[Any]) -> _Seen:
        """What an act with only some values deserves already; no more is looked for behind an illegality."""
        found: list[Finding] = []
        held, waits_for = False, ""
        try:
            for finding in act.judge(self.table):
                found.append(_one_by_house(self.table, finding) if self.table.house else finding)
                if found[-1].kind is Kind.ILLEGAL:
                    return _Seen(illegal=True)
                held = held or found[-1].kind in HOLDS
        except NotYet as field:
            waits_for = str(field)
        except Impossible:
            return _Seen(illegal=True)
        except TypeError as error:
            name_lost_yield(act, self.table, error)
            raise
        return _Seen(tuple(found), False, held, waits_for)

    def _grow(
        self, slots: tuple[Slot, ...], values: dict[str, Any], items: tuple[Any, ...], choices: list[Any]
    ) -> Iterator[tuple[Action[Any], tuple[Finding, ...]]]:
        for i, choice in enumerate(choices):
            longer = {**values, slots[0].field: (*items, choice)}
            seen = self._look(unfinished(self.cls, self.side, **longer))
            if seen.illegal:
                continue
            yield from self.fill(slots[1:], longer, seen)
            if len(items) + 1 < slots[0].most:
                yield from self._grow(slots, values, (*items, choice), choices[i + 1 :])


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
    if slot.form is Form.POINT:
        return list(table.points())
    if slot.span is None:
        return []
    low, high = slot.span.low, slot.span.high
    if slot.form is Form.MEASURE:
        return [low, (low + high) / 2, high]
    whole = range(int(low), int(high) + 1)
    some = whole if len(whole) <= 13 else (whole[0], whole[len(whole) // 2], whole[-1])
    return [slot.type(number) for number in some]

"""How a table goes on: an act and its consequences, a question let pass, an answer that is the only one possible."""

from __future__ import annotations

from typing import Any

from referee.notation import Reader
from referee.ruleset import Action, Ask, Debt, Die, Form, Impossible, Ruleset, Table, slots_of

MOST_CONSEQUENCES = 500


def settle(ruleset: Ruleset[Any], table: Table) -> tuple[Table, tuple[str, ...]]:
    """The table after all that the rules make happen by themselves, and each in words: "rule: what"."""
    said: list[str] = []
    for _ in range(MOST_CONSEQUENCES):
        if table.winner:
            break
        consequence = ruleset.consequences(table)
        if consequence is None:
            break
        said.append(f"{consequence.rule}: {consequence.message}")
        table = consequence.table
    else:
        raise RuntimeError(f"{ruleset.name}: the consequences never end")
    return table, tuple(said)


def need_context(table: Table, act: Action[Any]) -> None:
    """Raises Impossible when what the act is `during` does not exist."""
    if act.during and getattr(table, act.during) is None:
        raise Impossible(f"There is no {act.during} now, so nothing to {act.verb}.", rule=act.rule)


def enact(ruleset: Ruleset[Any], table: Table, act: Action[Any]) -> tuple[Table, tuple[str, ...]]:
    """The table after an act and its consequences."""
    return settle(ruleset, act.apply(table))


def pass_over(
    ruleset: Ruleset[Any], table: Table, ask: Ask, omitted: bool = True
) -> tuple[Table, tuple[str, ...]]:
    """The table after a window was let pass, or a duty skipped.

    A duty that was `omitted` stays on the table's list of open items; one whose answer is only not known yet does not,
    for its entry stands for it.
    """
    if ask.may:
        return settle(ruleset, ruleset.closed(table))
    skipped = ruleset.skipped(table)
    if not omitted:
        return settle(ruleset, skipped)
    debt = Debt(ask.rule, ask.side, ask.duty, table.turn)
    return settle(ruleset, skipped.but(parked=(*skipped.parked, debt)))


def forced_act(ruleset: Ruleset[Any], table: Table, ask: Ask) -> Action[Any]:
    """The only possible answer to a question, as an act."""
    return Reader(table, ruleset.actions, ruleset.sides).read(f"{ask.side}> {ask.forced}")


def covers(done: Action[Any], act: Action[Any]) -> bool:
    """Whether an act that was done is this one, or this one and more: two tokens at once, and one is told."""
    if type(done) is not type(act) or done.side != act.side:
        return False
    counts = {s.field for s in slots_of(type(act)) if s.optional and s.form is Form.NUMBER and s.type is not Die}
    for slot in slots_of(type(act)):
        there, told = getattr(done, slot.field), getattr(act, slot.field)
        less = slot.field in counts and None not in (there, told) and 0 < told <= there
        if there != told and not less:
            return False
    return True


def go_past(ruleset: Ruleset[Any], table: Table, ask: Ask) -> Table:
    """The table behind an open question: its forced answer made, the window let pass, or the duty skipped."""
    if ask.forced:
        return enact(ruleset, table, forced_act(ruleset, table, ask))[0]
    return pass_over(ruleset, table, ask)[0]

"""What a fact that is told late says of acts that could not be judged without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from referee.fold import REFEREE, Step
from referee.judge import Verdict, judge
from referee.log import Entry
from referee.notation import Reader, write
from referee.ruleset import BREACHES, Action, Finding, Kind, LineError, Ruleset, Table, warning

if TYPE_CHECKING:
    from referee.game import Game

TURNS = 1
"""How many turns back an act is looked at again."""


def with_hindsight(game: Game, verdict: Verdict) -> Verdict:
    """The verdict on an act that tells a fact, and the breaches that show now: warnings, for to tell it breaks nothing.

    Acts are judged again that lacked a fact, each on the table of its time, with all that was told since.
    """
    told = verdict.action
    if not told.learns:
        return verdict
    asked = {finding.teach for finding in verdict.findings if finding.teach}
    shown = (finding for finding in _shown(game, told) if finding.teach not in asked)
    return verdict._replace(findings=(*verdict.findings, *shown))


def lacking(table: Table, act: Action[Any]) -> tuple[Finding, ...]:
    """What is not known of an act that nobody reported: it is judged again when that is told."""
    return tuple(finding for finding in act.judge(table) if finding.kind is Kind.NEEDS)


def unjudged(finding: Finding) -> str:
    """What the players are told of it."""
    return f"{finding.rule}: not judged, {finding.message}"


def _shown(game: Game, told: Action[Any]) -> tuple[Finding, ...]:
    steps, tables = game.timeline.steps, game.timeline.tables
    since = game.table.turn - TURNS
    first = next((at for at in range(len(steps), 0, -1) if tables[at - 1].turn < since), 0)
    lacked = [at for at in range(first, len(steps)) if _is_unjudged(steps[at].entry)]
    if not lacked:  # most facts are told before anybody needs them, many in a row
        return ()
    later = range(lacked[0], len(steps))
    known = {at: fact for at in later if (fact := _fact(game.ruleset, tables[at], steps[at].entry))}
    said = {row.get("message") for step in steps[first:] for row in step.entry.findings}
    found: list[Finding] = []
    for at in lacked:
        if act := _act(game.ruleset, tables[at], steps[at].entry):
            mends = _mends(game.ruleset, tables[at], steps[: at + 1], told)
            facts = [*(fact for when, fact in known.items() if when > at), told]
            found += _breaches(game.ruleset, tables[at], act, steps[at].entry, facts, mends)
    return tuple({finding.message: finding for finding in found if finding.message not in said}.values())


def _is_unjudged(entry: Entry) -> bool:
    """Whether an act lacked a fact."""
    return entry.kind in ("act", "stand") and any(row.get("kind") == Kind.NEEDS for row in entry.findings)


def _fact(ruleset: Ruleset[Any], table: Table, entry: Entry) -> Action[Any] | None:
    """The act of an entry that tells facts; None if it is no such entry."""
    verb = entry.line.partition(" ")[0]
    teaches = entry.kind in ("act", "stand") and any(cls.learns and cls.verb == verb for cls in ruleset.actions)
    return _act(ruleset, table, entry) if teaches else None


def _act(ruleset: Ruleset[Any], table: Table, entry: Entry) -> Action[Any] | None:
    """The act of an entry; None where it cannot be read on this table."""
    try:
        return Reader(table, ruleset.actions, ruleset.sides).read(f"{entry.side}> {entry.line}")
    except LineError:
        return None


def _mends(ruleset: Ruleset[Any], table: Table, steps: Sequence[Step], told: Action[Any]) -> str:
    """What mends the last of these steps, taken on a table: of an answer that was the only one, the fact told before it
    or in its place.
    """
    entry, line = steps[-1].entry, f"{told.side}> {write(told)}"
    ask = ruleset.asks(table)
    if entry.by != REFEREE:
        return f"`fix {entry.number} {line if ask and ask.forced else '...'}` mends it"
    cause = next((step.entry for step in reversed(steps) if step.entry.by != REFEREE), entry)
    return f"`insert {cause.number} {line}` mends it"


def _breaches(
    ruleset: Ruleset[Any], table: Table, act: Action[Any], entry: Entry, facts: list[Action[Any]], mends: str
) -> Iterator[Finding]:
    """What an act broke, as is known now, and its entry does not say; `mends` is what mends it. And what it lacks now,
    behind the fact that it lacked.
    """
    try:
        for fact in facts[:-1]:
            table = fact.apply(table)
        lacked = {finding.message for finding in judge(ruleset, table, act).findings if finding.kind is Kind.NEEDS}
        findings = judge(ruleset, facts[-1].apply(table), act).findings
    except LineError:
        return  # what is known now may not fit the table of that time, and then says nothing of it
    before = {(row.get("kind"), row.get("rule")) for row in entry.findings}
    told = not lacked <= {finding.message for finding in findings}
    for finding in findings:
        if finding.kind in BREACHES and (str(finding.kind), finding.rule) not in before:
            said = f"entry {entry.number} ({entry.line}) broke it, as is known now: {finding.message}"
            yield warning(finding.rule, said, mends)
        elif told and finding.kind is Kind.NEEDS and finding.teach and finding.message not in lacked:
            yield finding

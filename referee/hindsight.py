"""What a fact that is told late says of acts that could not be judged without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.fold import Step
from referee.judge import Verdict, judge
from referee.log import Entry
from referee.notation import Reader
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
    return replace(verdict, findings=(*verdict.findings, *_shown(game, told))) if told.learns else verdict


def _shown(game: Game, told: Action[Any]) -> tuple[Finding, ...]:
    steps, tables = game.timeline.steps, game.timeline.tables
    since = game.table.turn - TURNS
    known: list[Action[Any]] = [told]
    found: list[Finding] = []
    said = {row.get("message") for step in steps for row in step.entry.findings}
    for at in range(len(steps) - 1, -1, -1):
        if tables[at].turn < since:
            break
        entry = steps[at].entry
        act = _act_of(game.ruleset, tables[at], steps[at])
        if act is None:
            continue
        if act.learns:
            known.append(act)
        elif any(row.get("kind") == Kind.NEEDS for row in entry.findings):
            found += _breaches(game.ruleset, tables[at], act, entry, known)
    return tuple(finding for finding in reversed(found) if finding.message not in said)


def _act_of(ruleset: Ruleset[Any], table: Table, step: Step) -> Action[Any] | None:
    """The act of an entry; None if it is none, or is not of interest."""
    entry = step.entry
    if entry.kind not in ("act", "stand"):
        return None
    verb = entry.line.partition(" ")[0]
    learns = any(cls.learns and cls.verb == verb for cls in ruleset.actions)
    if not learns and all(row.get("kind") != Kind.NEEDS for row in entry.findings):
        return None
    try:
        return Reader(table, ruleset.actions, ruleset.sides).read(f"{entry.side}> {entry.line}")
    except LineError:
        return None


def _breaches(
    ruleset: Ruleset[Any], table: Table, act: Action[Any], entry: Entry, known: list[Action[Any]]
) -> Iterator[Finding]:
    """What an act broke, as is known now, and its entry does not say."""
    try:
        for fact in reversed(known):
            table = fact.apply(table)
        findings = judge(ruleset, table, act).findings
    except LineError:
        return  # what is known now may not fit the table of that time, and then says nothing of it
    before = {(row.get("kind"), row.get("rule")) for row in entry.findings}
    for finding in findings:
        if finding.kind in BREACHES and (str(finding.kind), finding.rule) not in before:
            said = f"entry {entry.number} ({entry.line}) broke it, as is known now: {finding.message}"
            yield warning(finding.rule, said, f"`fix {entry.number} ...` mends it")

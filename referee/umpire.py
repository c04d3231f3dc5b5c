"""The umpire: in a game that has one, only he overrides the rules, and what he decided carries his name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from referee.judge import Verdict
from referee.ruleset import Finding, Impossible, Kind, Ruleset, Table

OVERRIDES = frozenset({"adjust", "ruling", "house"})
"""Changes that only the umpire makes, beside letting a flagged line stand."""


def who_rules(umpire: str, by: str) -> str:
    """Who overrides the rules: the umpire, "" in a game without one. Raises Impossible when somebody else tries."""
    if umpire and by and by.casefold() != umpire.casefold():
        raise Impossible(f"Only the umpire {umpire} overrides the rules, not {by}.")
    return umpire


def cited(ruleset: Ruleset[Any], start: Table, umpire: str, verdict: Verdict) -> Verdict:
    """A verdict whose findings name the umpire where they rest on a ruling or house rule that he made since `start`."""

    made = [
        ruling
        for ruling in ruleset.rulebook.rulings.values()
        if verdict.table.rulings.get(ruling.id) != start.rulings.get(ruling.id)
    ]

    def named(finding: Finding) -> Finding:
        ruled = any(
            (finding.kind is Kind.RULING and finding.rule in (ruling.rule, ruling.id))
            or re.search(rf"\bruling {re.escape(ruling.id)}\b", finding.message)
            for ruling in made
        )
        if not ruled and finding.rule not in verdict.table.house:
            return finding
        return replace(finding, message=f"{finding.message} (ruled by {umpire})")

    return verdict._replace(findings=tuple(map(named, verdict.findings)))

"""What is found of several units in one line: what is alike is said once, of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.ruleset import Finding
from rulesets.kiss_rommel.names import Unit
from rulesets.kiss_rommel.words import several

THEY = "\0"
"""What stands for the units in a finding that several deserve."""

SEVERAL = (
    (" is a Supply base and does", " are Supply bases and do"), (" is ", " are "), (" has made its", " have made their")
)  # fmt: skip
"""What is said of one unit, and of several."""


def together_found(by_unit: Iterable[tuple[Unit, Iterable[Finding]]]) -> Iterator[Finding]:
    """What was found of several units, what is alike said once of all of them."""
    found: dict[Finding, list[Unit]] = {}
    for unit, findings in by_unit:
        for finding in findings:
            alike = replace(finding, message=finding.message.replace(unit, THEY))
            found.setdefault(alike, []).append(unit)
    for alike, units in found.items():
        message = alike.message
        for one, more in SEVERAL if len(units) > 1 else ():
            message = message.replace(THEY + one, THEY + more)
        yield replace(alike, message=message.replace(THEY, several(units)))

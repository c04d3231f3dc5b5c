"""Breaches of every game, one by one: a short case per rule, in which that rule and no other is flagged.

`examples/<game>/illegal/<rule id>.ref`, or `<rule id>--<word>.ref` for a further case of a rule. The legal twin of
each, `....legal.ref`, differs in its last lines, and nothing is flagged in it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.check import Result, judge_transcript
from referee.ruleset import FAULTS, HOLDS, Kind, Treatment
from referee.ruleset.find import load_ruleset, ruleset_names
from referee.transcript import read_transcript

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = ruleset_names()
CASES = sorted(p for p in EXAMPLES.glob("*/illegal/*.ref") if not p.name.endswith(".legal.ref"))


def named(path: Path) -> str:
    """A case in the report of the tests."""
    return f"{path.parent.parent.name}-{path.name.removesuffix('.ref')}"


def folder(game: str) -> Path:
    """Where the cases of a game are."""
    return EXAMPLES / game.replace("-", "_") / "illegal"


def rule_of(case: Path) -> str:
    """The rule that a case breaks."""
    return case.name.removesuffix(".ref").partition("--")[0]


def judged(path: Path) -> Result:
    """A transcript after judging."""
    return judge_transcript(read_transcript(path.read_bytes()))


@pytest.mark.parametrize("case", CASES, ids=named)
def test_case_is_flagged_with_its_rule_alone(case: Path) -> None:
    faults = [f for f in judged(case).found if f.kind in FAULTS]
    assert [f.rule for f in faults] == [rule_of(case)], faults
    assert faults[0].kind in HOLDS
    assert faults[0].line == len(case.read_text().splitlines()), "the breach is the last line"
    assert faults[0].kind != Kind.ILLEGAL or faults[0].instead, faults[0].message
    assert len(faults[0].message) < 150, "a flag is short"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_legal_twin_is_clean(case: Path) -> None:
    twin = case.with_name(case.name.removesuffix(".ref") + ".legal.ref")
    assert [f for f in judged(twin).found if f.kind in FAULTS] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_judged_rule_has_a_case_and_every_twin_too(game: str) -> None:
    rules = {r.id for r in load_ruleset(game).rulebook.rules.values() if r.treatment is Treatment.JUDGED}
    cases = {p.name.removesuffix(".ref") for p in CASES if p.parent == folder(game)}
    assert {case.partition("--")[0] for case in cases} == rules
    assert {p.name.removesuffix(".legal.ref") for p in folder(game).glob("*.legal.ref")} == cases

"""Breaches of every game, one by one: a short case per rule, in which that rule and no other is flagged.

`examples/<game>/illegal/<rule id>.ref`, or `<rule id>--<word>.ref` for a further case of a rule. The legal twin of
each, `....legal.ref`, differs in its last lines, and nothing is flagged in it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.check import Unusable
from referee.invariants.examples import faults_of_case, faults_of_twin, rule_of, twin_of
from referee.ruleset import Treatment
from referee.ruleset.find import load_ruleset, ruleset_names

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = ruleset_names()
CASES = sorted(p for p in EXAMPLES.glob("*/illegal/*.ref") if not p.name.endswith(".legal.ref"))


def named(path: Path) -> str:
    """A case in the report of the tests."""
    return f"{path.parent.parent.name}-{path.name.removesuffix('.ref')}"


def folder(game: str) -> Path:
    """Where the cases of a game are."""
    return EXAMPLES / game.replace("-", "_") / "illegal"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_case_is_flagged_with_its_rule_alone(case: Path) -> None:
    assert list(faults_of_case(case)) == []


@pytest.mark.parametrize("case", CASES, ids=named)
def test_legal_twin_is_clean(case: Path) -> None:
    assert list(faults_of_twin(case)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_judged_rule_has_a_case_and_every_twin_too(game: str) -> None:
    rules = {r.id for r in load_ruleset(game).rulebook.rules.values() if r.treatment is Treatment.JUDGED}
    cases = [p for p in CASES if p.parent == folder(game)]
    assert {rule_of(case) for case in cases} == rules
    assert {*folder(game).glob("*.legal.ref")} == {twin_of(case) for case in cases}


def test_an_example_that_cannot_be_judged_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.ref"
    file.write_text("pass\n", encoding="utf-8")
    with pytest.raises(Unusable, match=r"^game\.ref: "):
        list(faults_of_case(file))

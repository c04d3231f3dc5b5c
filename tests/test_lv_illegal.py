"""Breaches of Lettow-Vorbeck: every rule is carried by code and by a test, and the cases say what is invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.ruleset import Rule, Treatment
from tests.lv import EXAMPLES, RULESET
from tests.table import slug

CODE = Path(__file__).parent.parent / "rulesets" / "lettow_vorbeck"
SOURCES = "".join(p.read_text() for p in CODE.glob("*.py"))
TESTS = "".join(p.read_text() for p in Path(__file__).parent.glob("test_lv_*.py"))
TEACHES = tuple(f"{act.verb} " for act in RULESET.actions if act.learns)


@pytest.mark.parametrize("rule", RULESET.rulebook.rules.values(), ids=lambda r: r.id)
def test_rule_is_carried_by_code_and_test(rule: Rule) -> None:
    if rule.treatment is Treatment.INFORMATIVE:
        assert rule.reason
        return
    assert rule.id in SOURCES
    assert rule.treatment is Treatment.JUDGED or f"{slug(rule.id)}_" in TESTS


def test_summaries_are_not_the_book_s_sentences() -> None:
    for rule in RULESET.rulebook.rules.values():
        assert len(rule.summary) < 260


def test_what_is_invented_for_a_case_says_so() -> None:
    for path in (EXAMPLES / "illegal").glob("*.ref"):
        for line in path.read_text().splitlines():
            assert not line.startswith(TEACHES) or line.endswith("# invented for this case"), path.name

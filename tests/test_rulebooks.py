"""The rulebooks of the games: every rule is carried by the code and by a test, and told in few words of our own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.ruleset import Treatment
from referee.ruleset.find import load_ruleset
from tests.conftest import ROOT
from tests.table import slug

LONGEST_SUMMARY = 300

GAMES = {
    "lightning-d-day": "dd", "lightning-north-africa": "na", "lightning-poland": "pl", "kiss-rommel": "kiss",
    "lettow-vorbeck": "lv",
}  # fmt: skip
"""The games, and what their tests begin with."""


def text_of(paths: Iterator[Path]) -> str:
    """The text of some modules."""
    return "".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize(("game", "begins"), GAMES.items())
def test_every_rule_is_carried_by_code_and_test(game: str, begins: str) -> None:
    code = text_of((ROOT / "rulesets" / game.replace("-", "_")).glob("*.py"))
    tests = text_of((ROOT / "tests").glob(f"test_{begins}_*.py"))
    rules = [r for r in load_ruleset(game).rulebook.rules.values() if r.treatment is not Treatment.INFORMATIVE]
    assert [rule.id for rule in rules if not re.search(rf"(?<![\w.]){re.escape(rule.id)}(?![\w-])", code)] == []
    mirrored = (rule.id for rule in rules if rule.treatment is not Treatment.JUDGED)  # those have cases
    assert [each for each in mirrored if f"def test_{slug(each)}" not in tests] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_is_told_in_few_words_or_says_why_it_is_not_judged(game: str) -> None:
    rules = load_ruleset(game).rulebook.rules.values()
    assert [rule.id for rule in rules if len(rule.summary) > LONGEST_SUMMARY] == []
    assert [rule.id for rule in rules if rule.treatment is Treatment.INFORMATIVE and not rule.reason] == []

"""Breaches of Lettow-Vorbeck: every rule is carried by code and by a test, and the cases say what is invented."""

from __future__ import annotations

from tests.lv import EXAMPLES, RULESET

TEACHES = tuple(f"{act.verb} " for act in RULESET.actions if act.learns)


def test_what_is_invented_for_a_case_says_so() -> None:
    for path in (EXAMPLES / "illegal").glob("*.ref"):
        for line in path.read_text().splitlines():
            assert not line.startswith(TEACHES) or line.endswith("# invented for this case"), path.name

"""Findings, numbers and outcomes in plain words."""

from __future__ import annotations

import pytest

from referee.ruleset import illegal, needs
from referee.telling import finding_line, many, outcome, tell_finding
from tests.noughts import SIDES, Board


def test_what_would_be_legal_is_told_of_a_breach_only() -> None:
    assert tell_finding(illegal("turn.place", "a1 is taken.", "b2")) == "illegal [turn.place] a1 is taken.  (legal: b2)"
    assert tell_finding(needs("turn.place", "a1 is not known.", "card ?")) == "needs [turn.place] a1 is not known."


def test_strangers_text_is_made_safe() -> None:
    assert finding_line("illegal", "r", "a\x1b[31mb") == "illegal [r] a\\x1b[31mb"


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 facts, 0 entries"), (1, "1 fact, 1 entry"), (2, "2 facts, 2 entries")]
)
def test_numbers_of_things(count: int, told: str) -> None:
    assert f"{many(count, 'fact')}, {many(count, 'entry', 'entries')}" == told


@pytest.mark.parametrize(("winner", "told"), [("draw", "a draw"), ("nought", "Noughts won")])
def test_how_a_game_ended(winner: str, told: str) -> None:
    assert outcome(Board(side="nought", step="place", winner=winner), SIDES) == told

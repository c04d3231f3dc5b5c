"""The suite of invariants over every installed ruleset and the toy; `pytest -s` prints how often each rule was seen."""

from __future__ import annotations

import pytest

from referee.invariants import Subject, examine, subject_of
from referee.ruleset.find import ruleset_names
from tests.noughts import RULESET as NOUGHTS

GAMES, ILLEGAL = 100, 4_000


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset(name: str) -> None:
    subject = subject_of(name)
    counts = examine(subject, GAMES, ILLEGAL)
    print("", *counts.report(subject.ruleset), sep="\n")
    assert counts.games > GAMES
    assert counts.stood >= ILLEGAL
    assert not counts.unreached(subject.ruleset)


def test_the_toy(noughts: None) -> None:
    counts = examine(Subject(NOUGHTS), 50, 500)
    print("", *counts.report(NOUGHTS), sep="\n")

"""Two Piles: its rules, its examples, and the invariants that every ruleset must keep. `pytest` in this folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from referee.check import Result, judge_transcript
from referee.invariants import examine, subject_of
from referee.invariants.examples import cases, faults_of, faults_of_case, faults_of_twin
from referee.transcript import read_transcript

from two_piles import RULESET

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
MAKER = "referee test-ruleset two-piles --examples examples --write"


def played(*lines: str) -> Result:
    """A game of these lines; tags may stand among them."""
    return judge_transcript(read_transcript("\n".join(('[Ruleset "two-piles"]', *lines)).encode()))


def rules(*lines: str) -> list[str]:
    """The rules of all findings, each with its kind: `illegal take.1`."""
    return [f"{found.kind} {found.rule}" for found in played(*lines).found]


@pytest.mark.parametrize("case", cases(EXAMPLES), ids=lambda case: case.stem)
def test_a_case_breaks_its_rule_alone_and_its_twin_none(case: Path) -> None:
    assert [*faults_of_case(case), *faults_of_twin(case)] == []


def test_the_examples_are_what_they_were_and_no_judged_rule_lacks_a_case() -> None:
    assert list(faults_of(RULESET, EXAMPLES, MAKER)) == []


def test_invariants() -> None:
    """`referee test-ruleset two-piles --games 1000` plays more."""
    invented = HERE / "invented" / "two_piles"
    subject = subject_of("two-piles", teach=f"{invented}.ref", faults=f"{invented}.py")
    counts = examine(subject, games=20, illegal=200)
    assert counts.unreached(RULESET) == []


# One test a rule, called by its id


def test_piles_1_a_card_is_learned_and_missed_until_then() -> None:
    assert rules("take right 1") == ["needs piles.1"]
    assert rules("pile right stones 9", "take right 1") == []
    assert rules("pile left stones 9") == ["warning piles.1"]
    assert rules("take right 3", "pile right stones 2") == ["needs piles.1", "impossible piles.1"]


def test_turns_1_the_sides_take_turns() -> None:
    assert rules("red> take left 1", "red> take left 1") == ["illegal turns.1"]


def test_take_1_one_to_three_stones() -> None:
    assert rules("take left 3") == []
    assert rules("take left 4") == ["illegal take.1"]


def test_take_2_no_more_than_lie_there() -> None:
    assert rules("pile right stones 2", "take right 3", "knock", "take right 1") == ["illegal take.2"] * 2


def test_take_3_a_knock_ends_the_turn_and_can_be_forgotten() -> None:
    assert rules("take left 1", "knock", "blue> take left 1") == []
    assert rules("take left 1", "blue> take left 1") == ["omission take.3"]
    assert played("take left 1").game.table.step == "knock"


@pytest.mark.parametrize(("choice", "winner"), [("wins", "blue"), ("loses", "red")])
def test_end_1_the_last_stone(choice: str, winner: str) -> None:
    lines = ("pile right stones 3", *["left 3", "knock"] * 7, "right 3")
    assert played(f'[Ruling "end.1-last {choice}"]', *lines).game.table.winner == winner

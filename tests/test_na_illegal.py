"""Breaches of Lightning: North Africa: what its cases hold beside `test_illegal_cases.py`, and the example turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.ruleset import Kind
from tests.na import EXAMPLES, ILLEGAL, RULESET, Table, new_game
from tests.table import judge_file

CASES = sorted(p for p in ILLEGAL.glob("*.ref") if not p.name.endswith(".legal.ref"))
TURN = EXAMPLES / "rulebook-turn.ref"


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.stem)
def test_flag_says_what_would_be_legal(case: Path) -> None:
    for found in judge_file(case).found:
        assert found.kind != Kind.ILLEGAL or found.instead, found.message
        assert len(found.message) < 150, "a flag is short"


def test_invented_cards_are_tagged() -> None:
    for path in ILLEGAL.glob("*.ref"):
        for line in path.read_text().splitlines():
            assert not line.startswith(("card ", "force ")) or line.endswith("# invented for this case"), path.name


# The rulebook's example turn: as it is, and in variations.


def turn_lines() -> list[str]:
    """The lines of the example turn, without comments."""
    lines = (line.partition("#")[0].strip() for line in TURN.read_text().splitlines())
    return [line for line in lines if line and not line.startswith("[")]


def test_the_example_turn() -> None:
    result = judge_file(TURN)
    assert result.status == 0
    assert [(f.kind, f.rule) for f in result.found] == [("warning", "setup.2"), ("ruling", "tobruk.3c-when")]
    state = RULESET.state(result.game.table)
    assert state["hands"] == {"axis": 4, "allied": 0}
    forces = state["forces"]
    losses = {"5-panzer": 2, "9-australian": 2, "15-panzer": 0}
    assert {f: forces[f]["losses"] for f in losses} == losses
    assert {forces[f]["region"] for f in losses} == {"tobruk"}
    assert state["tobruk"] == "allied"


VARIATIONS = (
    # the line of the turn, what is reported in its place, its rule, a legal line in its place
    ("axis> draw", "axis> draw 2", "draw-one", "axis> draw 1"),
    ("axis> draw", "axis> prepare ariete-trento", "draw-one", "axis> draw 1"),
    ("axis> prepare ariete-trento", "axis> move ariete-trento tobruk", "operations.move",
     "axis> move 15-panzer tobruk"),
    ("axis> prepare ariete-trento", "axis> prepare 9-australian", "actions", "axis> prepare 15-panzer"),
    ("axis> prepare ariete-trento", "allied> prepare 9-australian", "setup.7", "axis> prepare 5-panzer"),
    ("axis> play dive-bomber 9-australian", "axis> play dive-bomber 15-panzer", "action-cards.1",
     "axis> play dive-bomber 7-armored"),
    ("axis> play dive-bomber 9-australian", "axis> play minefield", "setup.3", "axis> prepare 15-panzer"),
    ("axis> order 5-panzer tobruk", "axis> order ariete-trento", "actions", "axis> order 15-panzer tobruk"),
    ("axis> order 5-panzer tobruk", "axis> order 5-panzer algeria", "operations.attack-order",
     "axis> order 15-panzer tobruk"),
    ("allied> play minefield", "allied> play minefield 9-australian", "action-cards.1",
     "allied> play minefield 5-panzer"),
    ("axis> move 15-panzer tobruk", "axis> move 5-panzer benghazi", "actions", "axis> move 15-panzer tripoli"),
    ("axis> move 15-panzer tobruk", "axis> discard 2", "discard", "axis> prepare 15-panzer"),
    ("axis> attack tobruk 5-panzer", "axis> reinforce 21-panzer", "force-cards.3", "axis> attack tobruk 15-panzer"),
    ("axis> attack tobruk 5-panzer", "axis> attack benghazi 15-panzer", "battles.1",
     "axis> attack tobruk 5-panzer,15-panzer"),
    ("axis> attack tobruk 5-panzer", "axis> play dive-bomber 9-australian", "action-cards.3",
     "axis> attack tobruk 15-panzer"),
    ("axis> add siege loss", "allied> add siege loss", "battles.5b", "axis> add encircle"),
    ("axis> add siege loss", "axis> add any motorized", "action-cards.any", "axis> add any flanking"),
    ("allied> react siege", "allied> react overrun", "battles.5c", "allied> react any siege"),
    ("allied> react any siege", "axis> react siege", "battles.5c", "allied> react siege"),
    ("allied> discard", "allied> discard 2", "action-cards.discard", "allied> discard 1"),
    ("allied> discard", "axis> pass", "action-cards.discard", "allied> discard 1"),
    ("allied> strike armored", "axis> strike motorized", "battles.strike", "allied> strike any overrun"),
    ("axis> seal", "allied> seal", "battles.5f", "axis> seal"),
    ("allied> guess overrun", "axis> reveal motorized", "battles.guess", "allied> guess motorized"),
    ("axis> reveal motorized", "axis> reveal armored", "battles.5f", "axis> reveal overrun"),
    ("axis> reveal motorized", "axis> reveal siege", "battles.5f", "axis> reveal overrun"),
    ("axis> pass 3", "axis> attack tobruk 5-panzer", "battles.2", "axis> attack tobruk 15-panzer"),
    ("axis> pass 4", "axis> attack tobruk 15-panzer", "steps", "axis> discard 1"),
    ("axis> pass 4", "axis> discard 3", "discard", "axis> discard 2"),
    ("axis> draw 3", "axis> draw 3", "draw-two", "axis> draw 2"),
    ("axis> draw 3", "allied> draw", "draw-two", "axis> draw"),
)  # fmt: skip


def at(lines: list[str], line: str) -> int:
    """Where a line of the turn stands; a number behind a line that comes more than once says which."""
    if line in lines:
        return lines.index(line)
    text, _, which = line.rpartition(" ")
    return [i for i, there in enumerate(lines) if there == text][int(which) - 1]


@pytest.mark.parametrize(("line", "breach", "rule", "twin"), VARIATIONS, ids=lambda v: str(v).replace("> ", "-"))
def test_variation_of_the_turn(line: str, breach: str, rule: str, twin: str) -> None:
    lines = turn_lines()
    before = lines[: at(lines, line)]
    assert Table(new_game()).play(*before, breach).rules() == [rule]
    assert Table(new_game()).play(*before, twin).rules() == []

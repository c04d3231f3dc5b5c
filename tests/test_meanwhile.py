"""Acts that may come at any time are judged behind the windows that they let pass, not before them."""

from __future__ import annotations

import pytest

from referee.commands import run
from tests.na import RULESET
from tests.table import game_of

FACTS = (
    "force 5-panzer base tripoli armored yes motorized no",
    "force 9-australian base cairo armored no motorized no",
    "adjust 9-australian.losses 2",
    "axis> draw",
)
ORDER = ("axis> order 5-panzer tobruk", "axis> pass", "axis> attack tobruk 5-panzer")
ATTACK = (*FACTS, *ORDER, "axis> add flanking loss")


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        (ATTACK, "axis> add siege", "battles.5b"),
        (ATTACK, "axis> seal", "battles.5f"),
        (ATTACK, "allied> strike armored", "battles.5c"),
        ((*FACTS, "axis> play dive-bomber 9-australian"), "axis> play dive-bomber 9-australian", "action-cards.3"),
    ],
)
def test_the_loss_that_ends_it_is_not_forgotten(before: tuple[str, ...], line: str, rule: str) -> None:
    game = game_of(RULESET, {}, {})
    for each in before:
        assert run(game, each).status == "ok", each
    answer = run(game, line)
    assert [finding.rule for finding in answer.findings if finding.kind == "illegal"] == [rule]
    run(game, "back")
    said = run(game, "allied> decline").said
    assert "force-cards.1: 9-australian is eliminated and out of the game" in said

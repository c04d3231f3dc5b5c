"""What hurried players of Lightning: D-Day type beside the mark: attacks that nobody can make, cards in no hand."""

from __future__ import annotations

import pytest

from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.dd import Table, at_omaha, at_table, german_turn

ALONE = "adjust beach.now omaha turn.number 2 turn.side allied turn.step beaches 352-inf.at omaha"
"""The Allied turn, at Omaha, where only the German 352nd Inf is active."""

NOBODY = "none of the Allies is active that could attack [turn.attack]. Legal: activate FORCE, or pass."


def discarding() -> Table:
    """The Germans may discard cards."""
    return german_turn("german> pass all", "allied> pass all")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attack 352", f"352-inf is a force of German, and {NOBODY}"),
        ("attack", "No force of the Allies is active that could attack [turn.attack]: activate one, or pass."),
        ("attack 1-inf", "1-inf was not activated, and Allied has no active force to attack with [turn.attack]."),
    ],
)
def test_why_nobody_can_attack(line: str, why: str) -> None:
    assert str(at_table(ALONE).game.report(line).error) == why


def test_why_the_own_forces_cannot_attack_the_enemy_that_is_named() -> None:
    table = at_omaha("attack 1-inf 352-inf", "decline", "adjust 352-inf.at omaha")
    why = "1-inf attacked already in this turn [turn.once]. Legal: 29-inf."
    assert str(table.game.report("attack 352").error) == why


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("1-inf", "1st Inf is a card of the Allies"),
        ("352-inf", "352nd Inf belongs to the pile at Omaha"),
        ("omaha", "omaha is a beach card, and those lie on the table"),
    ],
)
def test_what_is_in_no_hand_is_not_discarded(card: str, why: str) -> None:
    found = discarding().game.report(f"discard {card}").findings
    assert [(f.kind, f.rule, f.message) for f in found] == [(Kind.ILLEGAL, "turn.discard", why)]


def test_an_unknown_title_that_is_discarded_is_taught_or_mended() -> None:
    talk = Talk(discarding().game)
    talk.hear("discard traning, asdf")
    assert "  1) a new card: teach it  2) a new force: teach it" in talk.hear("1")
    assert 'German: discard 2 "Training, Asdf"' in talk.hear("1")
    assert [f.kind for f in discarding().game.report('discard "Asdf"').findings] == [Kind.NEEDS]


def test_next_goes_on_to_the_next_beach() -> None:
    assert Talk(german_turn().game).hear("next")[0] == "German: pass"

"""What is told, drawn and counted of a game of Lightning: D-Day."""

from __future__ import annotations

import pytest

from referee.review.account import account_of
from referee.review.log import log_lines, record
from tests.dd import EXAMPLES, RULESET, at_omaha, german_turn
from tests.table import judge_file

STORY = (
    "The Allies turned up the 1st Inf at Omaha",
    "The Allies attacked the 352nd Inf at Omaha with the 1st Inf",
    "The Germans played Training at Omaha",
    "The Allies attacked the top face-down card of the Germans at Omaha with the 29th Inf",
)


def test_the_story_of_the_example() -> None:
    told = [moment.sentence for moment in account_of(judge_file(EXAMPLES / "omaha.ref").game).moments]
    assert [sentence for sentence in STORY if sentence not in told] == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("allied> remove 352-inf by turn-2", "The turn card Turn 2 took the 352nd Inf out of the game"),
        ("allied> trim german-gold by turn-2",
         "The turn card Turn 2 took the top face-down card of the Germans at Gold out of the game"),
        ("allied> flip 21-panzer at gold by turn-2", "The turn card Turn 2 turned up the 21st Panzer at Gold"),
        ("allied> cover 352-inf by turn-2", "The turn card Turn 2 turned the 352nd Inf face down"),
        ("allied> shift 352-inf gold by turn-2", "The turn card Turn 2 took the 352nd Inf from Omaha to Gold"),
        ("allied> gain german 2 by turn-2", "The Germans gained two cards by the turn card Turn 2"),
        ("allied> drop german 1 by turn-2", "The Germans lost one card from the hand by the turn card Turn 2"),
        ("allied> again by turn-2", "The turn card Turn 2 gave the Allies one more action at Omaha"),
    ],
)
def test_the_sentence_of_a_text(line: str, sentence: str) -> None:
    game = at_omaha(line).game
    assert list(account_of(game).moments)[-1].sentence == sentence


def test_the_picture_has_the_beaches_and_what_lies_there() -> None:
    drawn = RULESET.picture(at_omaha("adjust german-gold.face-down 0").game.table)
    assert drawn is not None
    assert [place.label for place in drawn.places] == ["Sword", "Juno", "Gold", "Omaha", "Utah"]
    assert [place.side for place in drawn.places] == ["german", "german", "allied", "german", "german"]
    labels = {(piece.side, piece.label) for piece in drawn.pieces}
    assert {("german", "352nd Inf"), ("german", "2 face down"), ("allied", "29th Inf")} <= labels
    assert all(0 <= piece.at.x <= drawn.width and 0 <= piece.at.y <= drawn.height for piece in drawn.pieces)
    assert len(drawn.ways) == 4


def test_the_charts_follow_the_game() -> None:
    before, after = german_turn().game.table, at_omaha("adjust german-gold.face-down 0").game.table
    read = {chart.title: (chart.read(before), chart.read(after)) for chart in RULESET.charts}
    assert read["Beaches controlled, as it stands"] == (
        {"allied": 0, "german": 5}, {"allied": 1, "german": 4},
    )  # fmt: skip
    assert read["Active forces"] == ({"german": 0, "allied": 0}, {"german": 1, "allied": 2})
    assert read["Forces that are left, active or face down"][1] == {"german": 12, "allied": 16}
    assert read["Cards in hand"][0] == {"german": 5, "allied": 5}
    assert read["How the game would end as it stands"][1] == {"outcome": "Solid German Victory"}


def test_an_attack_is_corrected_in_its_middle() -> None:
    table = at_omaha("allied> attack 1-inf 352-inf", "german> play training", "allied> play covering-fire")
    number = next(e.number for e in table.game.log.entries if e.line == "play training")
    table.play(f"fix {number} german> play bunkers", "keep")
    assert table.state["battle"]["totals"] == "4 v 5"
    table.play(f"insert {number} german> decline", "back")
    assert any("play bunkers" in line for line in log_lines(table.game, record(table.game)))

"""Whole games of Lightning: North Africa as transcripts: how they end, and that they are written and read alike."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee.check import judge_transcript
from referee.components.cards import Holding
from referee.digest import digest_of
from referee.ruleset import FAULTS
from referee.transcript import read_transcript, write_transcript
from tests.na import EXAMPLES, RULESET
from tests.table import judge_file

GAMES = {"axis-wins-in-cairo": "axis", "allied-victory": "allied", "deck-runs-out": "draw"}


@pytest.mark.parametrize("name", GAMES)
def test_game_is_clean_and_ends_as_it_says(name: str) -> None:
    result = judge_file(EXAMPLES / f"{name}.ref")
    assert [f for f in result.found if f.kind in FAULTS] == []
    assert result.status == 0
    assert result.game.table.winner == GAMES[name]


@pytest.mark.parametrize("name", [*GAMES, "rulebook-turn"])
def test_game_comes_back_from_its_own_transcript(name: str) -> None:
    game = judge_file(EXAMPLES / f"{name}.ref").game
    again = judge_transcript(read_transcript(write_transcript(game).encode())).game
    assert digest_of(again.table) == digest_of(game.table)


def test_the_axis_wins_with_a_force_in_cairo() -> None:
    state = RULESET.state(judge_file(EXAMPLES / "axis-wins-in-cairo.ref").game.table)
    assert state["forces"]["ariete-trento"]["region"] == "cairo"
    assert state["forces"]["7-armored"]["region"] == "cairo", "the Allies were there too, and did not clear it"


def test_the_allies_win_in_the_middle_of_a_battle() -> None:
    table = judge_file(EXAMPLES / "allied-victory.ref").game.table
    assert table.step == "battles"
    assert not [f for f in RULESET.state(table)["forces"].values() if f["side"] == "axis"]


def test_the_deck_was_shuffled_anew() -> None:
    result = judge_file(EXAMPLES / "deck-runs-out.ref")
    cards: Mapping[str, Holding] = result.game.table.cards  # type: ignore[attr-defined]
    assert cards["axis"].shuffles == 1
    assert cards["axis"].discards == 0
    assert "setup.7-when" in [f.rule for f in result.found]
    assert cards["axis"].total == 46 + 3, "no card is lost or found"
    assert cards["allied"].total == 44 + 4


@pytest.mark.parametrize("name", GAMES)
def test_invented_values_are_tagged(name: str) -> None:
    text = (EXAMPLES / f"{name}.ref").read_text()
    taught = [line for line in text.splitlines() if line.startswith(("card ", "force ", "plan "))]
    assert taught
    assert all(line.endswith("# invented") for line in taught)
    assert "INVENTED" in text

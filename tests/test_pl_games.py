"""Whole games and battles of Lightning: Poland as transcripts: how they end, and that they are read as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.check import judge_transcript
from referee.digest import digest_of
from referee.review.account import account_of
from referee.ruleset import FAULTS
from referee.transcript import read_transcript, write_transcript
from tests.pl import EXAMPLES, ILLEGAL, RULESET, in_battle
from tests.table import judge_file

GAMES = {"german-victory": "german", "polish-victory": "polish", "krakow": "", "replaced-cards": ""}


@pytest.mark.parametrize("name", GAMES)
def test_game_is_clean_and_ends_as_it_says(name: str) -> None:
    result = judge_file(EXAMPLES / f"{name}.ref")
    assert [f for f in result.found if f.kind in FAULTS] == []
    assert result.status == 0
    assert result.game.table.winner == GAMES[name]


@pytest.mark.parametrize("name", GAMES)
def test_game_comes_back_from_its_own_transcript(name: str) -> None:
    game = judge_file(EXAMPLES / f"{name}.ref").game
    again = judge_transcript(read_transcript(write_transcript(game).encode())).game
    assert digest_of(again.table) == digest_of(game.table)


@pytest.mark.parametrize("path", [*EXAMPLES.glob("*.ref"), *ILLEGAL.glob("*.ref")], ids=lambda p: p.stem)
def test_invented_values_are_tagged(path: Path) -> None:
    verbs = ("card ", "force ", "objective ", "starts ")
    taught = [line for line in path.read_text().splitlines() if line.startswith(verbs)]
    assert all("# invented" in line for line in taught)


def test_the_battle_for_krakow() -> None:
    """Facts about To the Last and XVI Corps are the rulebook's; the ratings of the two forces are invented."""
    game = judge_file(EXAMPLES / "krakow.ref").game
    state = RULESET.state(game.table)
    assert state["removed"] == ["army-krakow"]
    assert state["objectives"]["krakow"]["captured"] is None
    assert state["hands"] == {"german": 10, "polish": 8}
    assert state["discards"] == {"german": 0, "polish": 1}
    said = [s for entry in game.log.entries for s in entry.consequences]
    assert "battle.11: the Germans have 2+2 = 4, the Poles 1+3+2 = 6: the defender leads" in said


def test_the_story_of_krakow() -> None:
    told = [m.sentence for m in account_of(judge_file(EXAMPLES / "krakow.ref").game).moments]
    assert "The Germans attacked Krakow with XVI Corps" in told
    assert "The Poles played To the Last, a circumstance card of value 3" in told
    assert "The Poles won the battle, 6 to 4, and kept Krakow" in told
    assert "Army Krakow was removed from the game by To the Last" in told


def test_charts_and_picture_follow_the_game() -> None:
    table = judge_file(EXAMPLES / "german-victory.ref").game.table
    assert {chart.title: chart.read(table) for chart in RULESET.charts} == {
        "Points of captured objectives": {"german": 10, "polish": 0},
        "Cards in hand": {"german": 6, "polish": 9},
        "Forces face up on the table": {"german": 2, "polish": 2},
        "Force values in battle": {"german": 7, "polish": 2},
    }
    drawn = RULESET.picture(table)
    assert drawn is not None
    assert {p.label: p.side for p in drawn.places} == {
        "Krakow (3)": "german", "Invented Lodz (3)": "german", "Warsaw (4)": "german", "Invented Lwow (4)": "",
    }  # fmt: skip
    assert [p.label for p in drawn.pieces if p.side == "german"] == ["XVI Corps", "Invented I Corps", "Invented Raid"]
    points = [*(p.at for p in drawn.places), *(p.at for p in drawn.pieces)]
    assert all(0 <= at.x <= drawn.width and 0 <= at.y <= drawn.height for at in points)


# Fix and insert in the middle of a battle.


def test_a_card_is_corrected_in_the_middle_of_a_battle() -> None:
    table = in_battle("german> play raid", "polish> play sortie")
    number = next(e.number for e in table.game.log.entries if e.line == "play raid")
    table.play(f"fix {number} german> play scouts", "keep")
    assert table.in_play == ["scouts", "sortie"]


def test_a_force_is_committed_after_all_in_the_middle_of_a_battle() -> None:
    table = in_battle("german> play raid", "polish> play sortie", "german> pass", "polish> pass")
    number = next(e.number for e in table.game.log.entries if e.line == "commit army-krakow")
    table.play(f"fix {number} polish> commit army-krakow,army-modlin", "keep")
    assert table.battle["committed"]["polish"] == ["army-krakow", "army-modlin"]
    assert "Polish 1+2+1 = 4" in table.question


def test_a_forgotten_card_is_put_into_the_battle() -> None:
    table = in_battle("german> play raid", "polish> play sortie")
    number = next(e.number for e in table.game.log.entries if e.line == "play sortie")
    table.play(f"insert {number} german> play scouts", "keep")
    assert table.in_play == ["scouts", "sortie"]

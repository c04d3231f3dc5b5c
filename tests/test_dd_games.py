"""Whole games of Lightning: D-Day as transcripts: the rulebook's example, the six outcomes, and that they come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.check import judge_transcript
from referee.digest import digest_of
from referee.ruleset import FAULTS
from referee.transcript import read_transcript, write_transcript
from tests.dd import EXAMPLES, RULESET, Table, new_game
from tests.table import judge_file

MORE = Path(__file__).parent / "games" / "lightning_d_day"
OMAHA = EXAMPLES / "omaha.ref"
TOTALS = ("2 v 1", "2 v 2", "5 v 2", "5 v 6", "7 v 6")
"""The running totals of the rulebook's example."""

GAMES = {
    MORE / "decisive-allied.ref": (5, "Decisive Allied Victory", "allied"),
    EXAMPLES / "allied-victory.ref": (4, "Allied Victory (Historical)", "allied"),
    MORE / "indecisive.ref": (3, "Indecisive Outcome", "draw"),
    EXAMPLES / "marginal-german-victory.ref": (2, "Marginal German Victory", "german"),
    MORE / "solid-german.ref": (1, "Solid German Victory", "german"),
    MORE / "decisive-german.ref": (0, "Decisive German Victory", "german"),
}


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.stem)
def test_victory_outcome_of_a_whole_game(game: Path) -> None:
    result = judge_file(game)
    beaches, outcome, winner = GAMES[game]
    assert [f for f in result.found if f.kind in FAULTS] == []
    table = result.game.table
    state = RULESET.state(table)
    assert (len(state["allied_beaches"]), state["outcome"], table.winner, table.turn) == (beaches, outcome, winner, 5)


@pytest.mark.parametrize("game", [OMAHA, *GAMES], ids=lambda p: p.stem)
def test_a_game_comes_back_from_its_own_transcript(game: Path) -> None:
    played = judge_file(game).game
    again = judge_transcript(read_transcript(write_transcript(played).encode())).game
    assert digest_of(again.table) == digest_of(played.table)


@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.stem)
def test_invented_values_are_tagged(game: Path) -> None:
    text = game.read_text()
    taught = [line for line in text.splitlines() if line.startswith(("card ", "force ", "turn-card ", "pile "))]
    assert taught
    assert all(line.endswith("# invented") for line in taught)
    assert "INVENTED" in text


# The rulebook's example (DD-R1): as it is, and in variations.


def lines_of(path: Path) -> list[str]:
    """The lines of a transcript, without tags and comments."""
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return [line for line in lines if line and not line.startswith("[")]


def test_the_example_prints_its_running_totals() -> None:
    table = Table(new_game()).play(*lines_of(OMAHA))
    said = [words.partition(": ")[2].partition(":")[0] for words in table.said if words.startswith("attack.values")]
    assert tuple(said) == TOTALS
    assert table.rules() == []


def test_the_example_ends_before_utah() -> None:
    table = Table(new_game()).play(*lines_of(OMAHA))
    assert table.state["out_of_the_game"] == ["352-inf"]
    assert table.told("the top face-down card of the Germans at Omaha is discarded and out of the game")
    assert table.at("omaha", "german") == ([], 1)
    assert table.state["hands"] == {"german": 5 - 2, "allied": 5 - 3}
    assert (table.state["beach"], table.state["actions_left"]) == ("omaha", 0)
    table.play("allied> pass")
    assert table.state["beach"] == "utah"


VARIATIONS = (
    # the line of the example, what is reported in its place, its rule, a legal line in its place
    ("allied> activate 1-inf", "german> activate 21-panzer", "turn.sides", "allied> pass"),
    ("allied> attack 1-inf 352-inf", "allied> attack 1-inf german-omaha", "attack.target", "allied> attack 1-inf"),
    ("allied> attack 1-inf 352-inf", "allied> attack 29-inf 352-inf", "turn.action", "allied> pass"),
    ("german> play training", "german> play assault", "setup.decks", "german> play bunkers"),
    ("german> play bunkers", "german> result fails", "attack.succeeds", "german> decline"),
    ("allied> play 101-airborne", "allied> attack 29-inf", "turn.action", "allied> play 82-airborne"),
    ("allied> attack 29-inf", "allied> attack 1-inf", "turn.airborne", "allied> pass"),
    ("allied> attack 29-inf", "allied> attack 29-inf german-gold", "attack.automatic", "allied> attack 29-inf"),
)


@pytest.mark.parametrize(("line", "breach", "rule", "twin"), VARIATIONS, ids=lambda v: str(v).replace("> ", "-"))
def test_a_variation_of_the_example(line: str, breach: str, rule: str, twin: str) -> None:
    lines = lines_of(OMAHA)
    before = lines[: lines.index(line)]
    assert Table(new_game()).play(*before, breach).rules() == [rule]
    assert Table(new_game()).play(*before, twin).rules() == []

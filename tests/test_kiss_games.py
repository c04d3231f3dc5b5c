"""Whole battles of K.I.S.S. Rommel as transcripts, and the campaign that three of them make."""

from __future__ import annotations

import pytest

from referee.check import judge_transcript
from referee.digest import digest_of
from referee.ruleset import FAULTS, Kind
from referee.transcript import read_transcript, write_transcript
from rulesets.kiss_rommel.campaign import campaign_after
from tests.kiss import EXAMPLES, RULESET, table_of
from tests.table import judge_file

BATTLES = {
    "by-the-tape": "axis",
    "by-place": "draw",
    "battle-1": "axis",
    "battle-2": "british",
    "battle-3": "draw",
}


@pytest.mark.parametrize("name", BATTLES)
def test_battle_is_clean_and_ends_as_it_says(name: str) -> None:
    result = judge_file(EXAMPLES / f"{name}.ref")
    assert [f for f in result.found if f.kind in FAULTS] == []
    assert result.game.table.winner == BATTLES[name]


@pytest.mark.parametrize("name", BATTLES)
def test_battle_comes_back_from_its_own_transcript(name: str) -> None:
    game = judge_file(EXAMPLES / f"{name}.ref").game
    again = judge_transcript(read_transcript(write_transcript(game).encode())).game
    assert digest_of(again.table) == digest_of(game.table)
    assert again.log.header.options == game.log.header.options


def test_the_battle_by_the_tape_has_all_that_it_should() -> None:
    text = (EXAMPLES / "by-the-tape.ref").read_text()
    for what in ("mines mines-1 roll", "clear ", "air ", "swap ", "return ", "dug-in", "end 5"):
        assert what in text
    game = judge_file(EXAMPLES / "by-the-tape.ref").game
    reports = [e for e in game.log.entries if e.kind == "act" and not e.line.startswith("pass")]
    assert {e.side for e in reports} == {"axis", "british"}
    assert all(stand.at is None for stand in table_of(game).units.values())


def test_the_battle_by_place_is_measured_by_the_referee() -> None:
    result = judge_file(EXAMPLES / "by-place.ref")
    assert not any(f.kind == Kind.NEEDS for f in result.found)
    table = table_of(result.game)
    assert all(stand.at is not None for stand in table.units.values() if stand.status == "table")
    assert any(line.startswith("|") for line in RULESET.show(table))


@pytest.mark.parametrize("number", [1, 2])
def test_each_battle_of_the_campaign_begins_where_the_one_before_ended(number: int) -> None:
    before = judge_file(EXAMPLES / f"battle-{number}.ref").game
    after = judge_file(EXAMPLES / f"battle-{number + 1}.ref").game
    assert campaign_after(table_of(before))["options"] == dict(after.log.header.options)


def test_what_the_campaign_makes_of_its_battles() -> None:
    found = [campaign_after(table_of(judge_file(EXAMPLES / f"battle-{n}.ref").game)) for n in (1, 2, 3)]
    assert [(a["result"], a["moves"], a["area"], a["left_out"]) for a in found] == [
        ("major victory", 2, "Area-F", []),
        ("victory", 1, "Area-E", ["15pz"]),
        ("draw", 0, "Area-E", []),
    ]

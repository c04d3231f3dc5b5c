"""Dice: their source in the record, the referee's own, cocked ones, too few and too many, and whether they are fair."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.commands import enter_line, look, run
from referee.dice import Tally, own_dice, tallies, thrown
from referee.game import Game
from referee.library import new_game
from referee.log import Log
from referee.ruleset import Kind
from tests.conftest import Run, toy_header
from tests.patrol import RULESET


@pytest.fixture
def shot() -> Game:
    """A game in which two dice are due."""
    game = Game(RULESET, Log.memory(replace(toy_header(), ruleset="patrol", players={}, seed=42)))
    run(game, "shoot alpha")
    assert game.ask is not None
    assert game.ask.dice == 2
    return game


def dice(game: Game, at: int = -1) -> list[tuple[Any, Any]]:
    """The dice of an entry with their source."""
    return [(die["value"], die["source"]) for die in game.log.entries[at].dice]


def test_reported_dice_are_of_the_table(shot: Game) -> None:
    run(shot, "3,6")
    assert dice(shot) == [(3, "table"), (6, "table")]
    assert shot.log.entries[-1].dice[0]["for"] == "dice"
    assert shot.log.entries[-1].side == "red"


def test_the_referee_throws_by_its_seed(shot: Game) -> None:
    answer = run(shot, "roll")
    values = list(thrown(42, 0, 2))
    assert answer.status == "ok"
    assert dice(shot) == [(values[0], "referee"), (values[1], "referee")]
    assert answer.line == f"hit {values[0]},{values[1]}"
    assert thrown(42, 0, 2) == thrown(42, 0, 2) != thrown(43, 0, 2) or thrown(42, 2, 6) != thrown(43, 2, 6)
    assert "referee" in (look(shot, "log 1") or [""])[-1]


def test_undone_dice_are_thrown_again_as_they_were(shot: Game) -> None:
    first = run(shot, "roll").line
    run(shot, "undo")
    assert run(shot, "roll").line == first
    run(shot, "undo 2 keep")
    run(shot, "shoot alpha")
    assert run(shot, "roll").line == first


def test_the_next_throw_goes_on_where_the_last_ended(shot: Game) -> None:
    run(shot, "roll")
    run(shot, "blue> shoot bravo")
    assert run(shot, "roll").line == "hit " + ",".join(map(str, thrown(42, 2, 2)))
    assert own_dice(step.entry for step in shot.timeline.steps) == 4


def test_a_cocked_die_is_kept_and_thrown_again(shot: Game) -> None:
    assert run(shot, "cocked 5").status == "ok"
    assert dice(shot) == [(5, "cocked")]
    assert shot.ask is not None
    assert shot.ask.dice == 2, "it does not count"
    run(shot, "roll")
    assert [source for _, source in dice(shot)] == ["re-rolled", "re-rolled"]
    run(shot, "shoot bravo")
    run(shot, "cocked")
    assert dice(shot) == [(0, "cocked")]
    run(shot, "undo")
    assert run(shot, "1,1").status == "ok"
    assert dice(shot) == [(1, "table")] * 2


def test_a_throw_after_an_undone_one_is_still_a_new_throw_of_the_cocked_die(shot: Game) -> None:
    for line in ("cocked 4", "roll", "undo", "roll"):
        assert run(shot, line).status == "ok"
    assert [source for _, source in dice(shot)] == ["re-rolled", "re-rolled"]


def test_dice_that_are_told_late(shot: Game) -> None:
    assert "Which dice" in run(shot, "late 7 1").findings[0].message
    assert run(shot, "late 3").status == "held", "too few"
    run(shot, "back")
    assert run(shot, "late 3 4").status == "ok"
    assert dice(shot) == [(3, "late"), (4, "late")]


@pytest.mark.parametrize("line", ["5", "5 5", "5,5"])
def test_a_die_on_the_table_for_which_no_act_was_declared(line: str) -> None:
    from tests.kiss import in_fire

    game = in_fire().game
    answer = run(game, line)
    assert (answer.status, answer.findings[0].kind, answer.findings[0].rule) == ("failed", Kind.IMPOSSIBLE, "KT2")
    assert "a die counts when its act was declared" in answer.findings[0].message


@pytest.mark.parametrize("dice", ["roll 5 5", "roll 5,5", "roll 5 save 3 3", "roll 5 save 3,3,1"])
def test_more_dice_in_a_line_than_are_due(dice: str) -> None:
    from tests.kiss import in_fire

    answer = run(in_fire().game, f"fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest {dice}")
    assert answer.status == "failed"
    assert "1 die is due" in answer.findings[0].message
    assert "[KF1]" in answer.findings[0].message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3", "2 dice are due here, not 1."),
        ("3,4,5", "2 dice are due here, not 3."),
        ("hit 6", "2 dice are due here, not 1."),
    ],
)
def test_too_few_or_too_many_are_flagged_with_the_number_due(shot: Game, line: str, said: str) -> None:
    answer = run(shot, line)
    assert answer.status == "held"
    assert [(f.rule, f.message, f.instead) for f in answer.findings] == [("fire.2", said, "2 dice")]
    assert all(len(legal.action.dice) == 2 for legal in shot.legal())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7,1", "2 dice are due here [fire.2], each 1 to 6; 7, 1 is not that."),
        ("0", "2 dice are due here [fire.2], each 1 to 6; 0 is not that."),
        ("hit 7", "1 to 6"),
        ("cocked 7", "A die shows 1 to 6"),
        ("roll 3", "stands alone"),
    ],
)
def test_what_is_no_die(shot: Game, line: str, said: str) -> None:
    answer = run(shot, line)
    assert answer.status == "failed"
    assert said in answer.findings[0].message


def test_dice_need_a_declared_act(shot: Game) -> None:
    run(shot, "1,2")
    for line in ("roll", "cocked 3", "late 3"):
        answer = run(shot, line)
        assert answer.status == "failed"
        assert "No dice are asked for now" in answer.findings[0].message
    assert run(shot, "hit 3").status == "held", "a die without an act is flagged"
    assert enter_line(shot) == "back"


@pytest.mark.parametrize(
    ("counts", "chance"),
    [  # chi-square with five degrees of freedom, from tables: 9.236 is 0.10, 11.070 is 0.05, 15.086 is 0.01
        ((10, 10, 10, 10, 10, 10), 1.0),
        ((5, 8, 9, 8, 10, 20), 0.0199052),  # x = 13.4
        ((0, 0, 0, 0, 0, 6), 0.00001475),  # x = 30
        ((3, 3, 3, 3, 3, 5), 0.9601),  # x = 1.0
    ],
)
def test_fair_dice_test(counts: tuple[int, ...], chance: float) -> None:
    tally = Tally(dict(enumerate(counts, 1)))
    assert tally.chance == pytest.approx(chance, rel=2e-2)


@pytest.mark.parametrize(("x", "chance"), [(9.236, 0.10), (11.070, 0.05), (15.086, 0.01), (4.351, 0.50)])
def test_fair_dice_test_against_the_table(x: float, chance: float) -> None:
    half = (x / 2 * 1000) ** 0.5  # two faces that are off by this much among 6,000 dice give x
    faces = {1: 1000 + half, 2: 1000 - half, 3: 1000, 4: 1000, 5: 1000, 6: 1000}
    assert Tally(faces).chance == pytest.approx(chance, rel=1e-3)


def test_without_dice_there_is_nothing_to_tell(call: Run, patrol: None) -> None:
    call("play", "patrol", "--name", "x", text="")
    assert call("dice", "x").output == "No die was rolled yet.\n"
    assert Tally({}).chance == 1.0


def test_the_dice_of_both_sides(call: Run, patrol: None) -> None:
    text = "shoot alpha\n6,6\nshoot bravo\ncocked 2\n1,1\nundo\n1,2\n"
    call("play", "patrol", "--name", "x", text=text)
    lines = call("dice", "x").output.splitlines()
    assert lines[1].split() == ["Red", "0", "0", "0", "0", "0", "2", "2", "6.00", "p=0.08"]
    assert lines[2].split() == ["Blue", "1", "1", "0", "0", "0", "0", "2", "1.50", "p=0.55", "(1", "cocked)"]


def test_tallies_count_no_cocked_die(shot: Game) -> None:
    run(shot, "cocked 6")
    run(shot, "1,2")
    found = tallies(shot.log.entries)
    assert dict(found["red"].faces) == {1: 1, 2: 1}
    assert found["red"].cocked == 1


def test_each_new_game_has_its_own_seed_in_the_record(data_folder: Path) -> None:
    seeds = set()
    for name in ("one", "two"):
        game = new_game(RULESET, name)
        seeds.add(game.log.header.seed)
        game.log.close()
    assert len(seeds) == 2
    assert all(0 < seed < 1 << 48 for seed in seeds)


def test_thrown_dice_are_fair() -> None:
    values = thrown(random.Random(1).getrandbits(40), 0, 6000)
    assert Tally({face: values.count(face) for face in range(1, 7)}).chance > 0.001

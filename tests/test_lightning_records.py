"""The record of the battles of Poland and the attacks of D-Day: corrections in their middle, open answers, filters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.game import Game
from referee.review.account import account_of
from referee.review.figures import figures
from referee.review.filters import Wanted
from referee.review.log import log_lines, record
from tests import dd, pl
from tests.correcting import play, same_everywhere, shown
from tests.table import judge_file

Start = Callable[[], Game]

POLAND = ("german> play raid", "polish> play patrol", "german> play storm")
OMAHA = ("allied> attack 1-inf 352-inf", "german> play training", "allied> play covering-fire", "german> play bunkers")


def poland() -> Game:
    """In the middle of the battle for Krakow: 7 v 2."""
    return pl.in_battle(*POLAND).game


def d_day() -> Game:
    """In the middle of an attack at Omaha: 4 v 6."""
    return dd.at_omaha(*OMAHA).game


def number_of(game: Game, line: str) -> int:
    """The entry of a line."""
    return next(entry.number for entry in game.log.entries if entry.line == line)


@pytest.mark.parametrize(
    ("start", "line", "correction", "totals"),
    [
        (poland, "play patrol", "fix {} polish> play rain", "German 2+2+2+0+1 = 7 v Polish 1,"),
        (poland, "play patrol", "fix {} drop", "German 2+2+2+0+1 = 7 v Polish 1,"),
        (poland, "play storm", "insert {} polish> play sortie", "German 2+2+0+1 = 5 v Polish 1+1+1 = 3"),
        (poland, "commit army-krakow", "fix {} polish> commit army-krakow,army-modlin", "v Polish 1+2+1 = 4"),
        (d_day, "play training", "fix {} german> pass", "the game: 352nd Inf"),
        (d_day, "play bunkers", "fix {} drop", "4 v 2"),
        (d_day, "play bunkers", "insert {} german> play training", "4 v 7"),
        (d_day, "attack 1-inf 352-inf", "fix {} allied> attack 29-inf 352-inf", "4 v 6"),
    ],
)
def test_a_battle_is_corrected_in_its_middle_and_undone(start: Start, line: str, correction: str, totals: str) -> None:
    game = start()
    was = game.table
    play(game, correction.format(number_of(game, line)), "keep")
    assert totals in shown(game, "show")
    same_everywhere(game)
    play(game, "undo")
    assert game.table == was
    same_everywhere(game)


@pytest.mark.parametrize(
    ("start", "lines", "question", "answer"),
    [
        (poland, ("polish> pass", "german> pass"), "the result of the battle", "german> result german"),
        (d_day, ("allied> pass", "allied> pass all", "german> pass", "allied> pass"), "the draw of", "german> draw 3"),
    ],
)
def test_an_answer_is_told_later(start: Start, lines: tuple[str, ...], question: str, answer: str) -> None:
    game = start()
    play(game, *lines, "later")
    number = game.log.entries[-1].number
    assert question in shown(game, "open")
    play(game, f"fix {number} {answer}", "keep")
    assert question not in shown(game, "open")
    same_everywhere(game)


@pytest.mark.parametrize(
    ("start", "wanted", "found"),
    [
        (poland, Wanted(unit="storm"), ["play storm"]),
        (poland, Wanted(side="polish", verb="play"), ["play patrol"]),
        (d_day, Wanted(unit="352-inf", verb="attack"), ["attack 1-inf 352-inf"]),
        (d_day, Wanted(side="german", verb="play"), ["play training", "play bunkers"]),
    ],
)
def test_the_log_of_a_battle_can_be_filtered(start: Start, wanted: Wanted, found: list[str]) -> None:
    game = start()
    rows = wanted.choose(game, record(game))
    lines = [row.entry.line for row in rows if row.entry.kind == "act"]
    assert [line for line in lines if not line.startswith("card")] == found
    assert len(list(log_lines(game, rows))) >= len(found)


@pytest.mark.parametrize(
    ("path", "winner", "turns"),
    [
        (pl.EXAMPLES / "german-victory.ref", "german", 7),
        (pl.EXAMPLES / "polish-victory.ref", "polish", 6),
        (dd.EXAMPLES / "allied-victory.ref", "allied", 5),
        (dd.EXAMPLES / "marginal-german-victory.ref", "german", 5),
    ],
    ids=lambda value: getattr(value, "stem", value),
)
def test_a_whole_game_in_figures(path: Path, winner: str, turns: int) -> None:
    game = figures(account_of(judge_file(path).game))
    assert (game.winner, game.ending, game.turns) == (winner, "rules", turns)
    assert not [rule for kind, rule in game.said if kind == "illegal"]

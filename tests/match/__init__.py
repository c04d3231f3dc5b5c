"""A match: noughts and crosses until one side has won two games. The campaign of one page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.ruleset import Aftermath, NotUnderstood, Option, Ruleset, Setup
from tests import noughts
from tests.noughts import SIDES, Board

NOUGHTS: Ruleset[Any] = noughts.RULESET
ENOUGH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Board):
    """The board, and the games that each side had won before."""

    won: tuple[int, int] = (0, 0)


def start(setup: Setup) -> Match:
    """The empty board."""
    a, dash, b = setup.options["score"].partition("-")
    if not (dash and a.isdecimal() and b.isdecimal()):
        raise NotUnderstood("score is two numbers, as in 1-0.")
    return Match(side="nought", step="place", turn=1, rulings=setup.rulings, won=(int(a), int(b)))


def aftermath(table: Match) -> Aftermath:
    """The score; a drawn game leaves it to the players which side begins to boast."""
    won = tuple(games + (side == table.winner) for side, games in zip(SIDES, table.won, strict=True))
    score = f"{won[0]}-{won[1]}"
    over = f"{SIDES[table.winner]} won the match" if ENOUGH in won else ""
    unsaid = ("boast",) if table.winner == "draw" else ()
    return Aftermath((f"the score is {score}",), {} if over else {"score": score}, unsaid, over)


RULESET: Ruleset[Any] = replace(
    NOUGHTS,
    name="match",
    title="A Match of Noughts and Crosses",
    start=start,
    options=(
        Option("score", "What is the score?", {"0-0": "nothing yet"}, "0-0", "two numbers, as in 1-0"),
        Option("boast", "Who boasts?", {"nobody": "", "nought": "", "cross": ""}, "nobody"),
    ),
    campaign=aftermath,
)

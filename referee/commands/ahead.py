"""An act that is due in a later step of the turn: how to get there."""

from __future__ import annotations

from dataclasses import replace

from referee.components.wording import listed, numeral
from referee.course import enact
from referee.game import Answer, Game
from referee.judge import judge
from referee.notation import Reader
from referee.ruleset import HOLDS, Action, LineError, Table

MOST_STEPS = 4
"""Steps that are looked through."""


def ahead(game: Game, answer: Answer) -> Answer | None:
    """A held line that is legal once some steps are ended, with how to end them; None for any other answer, and for an
    act that has no time of its own.
    """
    times: dict[str, int] = {}
    for end, _ in _ends(game, answer):
        times[end] = times.get(end, 0) + 1
    if not times:
        return None
    ways = (f"{end}, {numeral(count)} times" if count > 1 else end for end, count in times.items())
    told = f"It is due later: take it back; {listed(ways)}; then report it again."
    return replace(answer, told=(*answer.told, told))


def before(game: Game, answer: Answer) -> list[str]:
    """The lines that end the steps before the one in which a held line is due; [] if it is not so."""
    return [line for _, line in _ends(game, answer)]


def _ends(game: Game, answer: Answer) -> list[tuple[str, str]]:
    """The ends of the steps before the one in which a held line is legal, in words and as lines; [] if it is in none
    of this player's turn, or has no time of its own.
    """
    if answer.status != "held":
        return []
    ruleset, table = game.ruleset, game.table
    if any(act.aside and act.verb == answer.line.partition(" ")[0] for act in ruleset.actions):
        return []
    ends: list[tuple[str, str]] = []
    for _ in range(MOST_STEPS):
        ask = ruleset.asks(table)
        if not ask or not ask.step or not ask.enter:
            return []
        step, line = table.step, f"{ask.side}> {ask.enter}"
        try:
            table, _ = enact(ruleset, table, _read(game, table, line))
            part = "a part of " if table.step == step else ""
            ends.append((f"`{ask.enter}` (Enter) ends {part}{ruleset.step_title(step)}", line))
            if (table.turn, table.side) != (game.table.turn, game.table.side):
                return []
            verdict = judge(ruleset, table, _read(game, table, f"{answer.side}> {answer.line}"))
        except LineError:
            return []
        if not any(finding.kind in HOLDS for finding in verdict.findings):
            return ends
    return []


def _read(game: Game, table: Table, line: str) -> Action[Table]:
    return Reader(table, game.ruleset.actions, game.ruleset.sides).read(line)

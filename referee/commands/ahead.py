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
    if answer.status != "held":
        return None
    ruleset, table = game.ruleset, game.table
    if any(act.aside and act.verb == answer.line.partition(" ")[0] for act in ruleset.actions):
        return None
    ends: dict[str, int] = {}
    for _ in range(MOST_STEPS):
        ask = ruleset.asks(table)
        if not ask or not ask.step or not ask.enter:
            return None
        step = table.step
        try:
            table, _ = enact(ruleset, table, _read(game, table, f"{ask.side}> {ask.enter}"))
            part = "a part of " if table.step == step else ""
            end = f"`{ask.enter}` (Enter) ends {part}{ruleset.step_title(step)}"
            ends[end] = ends.get(end, 0) + 1
            if (table.turn, table.side) != (game.table.turn, game.table.side):
                return None
            verdict = judge(ruleset, table, _read(game, table, f"{answer.side}> {answer.line}"))
        except LineError:
            return None
        if not any(finding.kind in HOLDS for finding in verdict.findings):
            ways = (f"{end}, {numeral(times)} times" if times > 1 else end for end, times in ends.items())
            told = f"It is due later: take it back; {listed(ways)}; then report it again."
            return replace(answer, told=(*answer.told, told))
    return None


def _read(game: Game, table: Table, line: str) -> Action[Table]:
    return Reader(table, game.ruleset.actions, game.ruleset.sides).read(line)

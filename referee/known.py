"""What a player repeats of what the referee just did as the only choice: that is no second act."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from referee.fold import REFEREE
from referee.notation import Reader, write
from referee.ruleset import Action, LineError

if TYPE_CHECKING:
    from referee.game import Game


def done_already(game: Game, act: Action[Any]) -> bool:
    """Whether the referee made this very act since the last one of the players."""
    if any(act.verb in a.verbs and a.side == act.side for a in islice(game.chain().asks(), 1)):
        return False
    for step in reversed(game.timeline.steps):
        if step.entry.by != REFEREE:
            return False
        if step.entry.kind == "act" and (step.entry.side, step.entry.line) == (act.side, write(act)):
            return True
    return False


def done_by_force(game: Game, line: str) -> Action[Any] | None:
    """A line that repeats an only choice of the referee's, which took away the very piece that the line names."""
    steps = game.timeline.steps
    for i in range(len(steps) - 1, -1, -1):
        if steps[i].entry.by != REFEREE:
            return None
        if steps[i].entry.kind != "act":
            continue
        before = steps[i - 1].table if i else game.timeline.start
        try:
            act = Reader(before, game.ruleset.actions, game.ruleset.sides).read(line)
        except LineError:
            continue
        if (act.side, write(act)) == (steps[i].entry.side, steps[i].entry.line):
            return act
    return None

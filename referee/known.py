"""What the referee did of itself already: a player who tells it again reports no second act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from referee.course import covers
from referee.fold import REFEREE
from referee.notation import Reader
from referee.ruleset import Action, LineError, Table

if TYPE_CHECKING:
    from referee.game import Game

FAR = 200
"""Entries that are looked through; so many notes in a row leave nothing that a player would tell again."""


def done_already(game: Game, act: Action[Any]) -> bool:
    """A player repeats what the referee just did as the only choice: that is no second act."""
    if any(act.verb in a.verbs and a.side == act.side for a in islice(game.chain().asks(), 1)):
        return False
    return any(covers(done, act) for done, _ in _done_last(game))


def done_by_force(game: Game, line: str) -> Action[Any] | None:
    """A line that repeats an only choice of the referee's, which took away the very piece that the line names."""
    for done, before in _done_last(game):
        try:
            act = Reader(before, game.ruleset.actions, game.ruleset.sides).read(line)
        except LineError:
            continue
        if covers(done, act):
            return act
    return None


def _done_last(game: Game) -> Iterator[tuple[Action[Any], Table]]:
    """The only choices that the referee made since a player changed the table, each with the table before it."""
    steps = game.timeline.steps
    for i in range(len(steps) - 1, max(-1, len(steps) - 1 - FAR), -1):
        entry, before = steps[i].entry, steps[i - 1].table if i else game.timeline.start
        if entry.by != REFEREE and steps[i].digest != (steps[i - 1].digest if i else game.timeline.first):
            return
        if entry.by == REFEREE and entry.kind == "act" and not steps[i].fault:
            reader = Reader(before, game.ruleset.actions, game.ruleset.sides)
            yield reader.read(f"{entry.side}> {entry.line}"), before

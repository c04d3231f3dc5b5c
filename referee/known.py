"""What the referee did of itself already: a player who tells it again reports no second act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from referee.course import covers
from referee.fold import REFEREE
from referee.notation import Reader
from referee.ruleset import Action, Form, LineError, Table, slots_of

if TYPE_CHECKING:
    from referee.game import Game

FAR = 200
"""Entries that are looked through; so many notes in a row leave nothing that a player would tell again."""


def done_already(game: Game, act: Action[Any], line: str) -> bool:
    """A player repeats what the referee just did as the only choice: that is no second act."""
    if any(act.verb in a.verbs and a.side == act.side for a in islice(game.chain().asks(), 1)):
        return False
    return _repeats(game, ((number, done, act) for number, done, _ in _done_last(game)), line)


def done_by_force(game: Game, line: str) -> Action[Any] | None:
    """A line that repeats an only choice of the referee's, which took away the very piece that the line names."""
    for number, done, before in _done_last(game):
        try:
            act = Reader(before, game.ruleset.actions, game.ruleset.sides).read(line)
        except LineError:
            continue
        if _repeats(game, ((number, done, act),), line):
            return act
    return None


def _repeats(game: Game, pairs: Iterable[tuple[int, Action[Any], Action[Any]]], line: str) -> bool:
    """Whether an act repeats one that the referee did. Each of those is repeated once, and more often in its parts; a
    part says no number, for a line with another number than was due is no repetition.
    """
    for number, done, act in pairs:
        if done == act:
            game.repeated.add(number)
            return True
        if covers(done, act) and not _says_number(act, line):
            return True
    return False


def _says_number(act: Action[Any], line: str) -> bool:
    """Whether a line says one of the numbers of its act that may be left out."""
    numbers = {str(getattr(act, s.field)) for s in slots_of(type(act)) if s.optional and s.form is Form.NUMBER}
    return not numbers.isdisjoint(line.split())


def _done_last(game: Game) -> Iterator[tuple[int, Action[Any], Table]]:
    """The only choices that the referee made since a player changed the table and that nobody repeated yet: the number
    of the entry, the act, and the table before it.
    """
    steps = game.timeline.steps
    for i in range(len(steps) - 1, max(-1, len(steps) - 1 - FAR), -1):
        entry, before = steps[i].entry, steps[i - 1].table if i else game.timeline.start
        if entry.by != REFEREE and steps[i].digest != (steps[i - 1].digest if i else game.timeline.first):
            return
        done = entry.by == REFEREE and entry.kind == "act" and not steps[i].fault
        if done and entry.number not in game.repeated:
            reader = Reader(before, game.ruleset.actions, game.ruleset.sides)
            yield entry.number, reader.read(f"{entry.side}> {entry.line}"), before

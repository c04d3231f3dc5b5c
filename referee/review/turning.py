"""The moments at which a report shows the table: the start, the players' turns that changed most, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.review.graphs import Course, Looks, spelled, turn_of
from referee.ruleset import Chart, Picture

MOST = 8
"""Tables in a report; more of them would hide the important ones."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The table at a turning point: when it was, why it is shown, the table in words, and its picture if it has one."""

    when: str
    why: tuple[str, ...]
    words: tuple[str, ...]
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class _Mark:
    """A table that may be shown: behind how many entries of play it lies, and why.

    weight  how much changed: of each series of a decisive chart the share of its range in this game; a word counts 1
    """

    at: int
    weight: float
    why: tuple[str, ...]


def stops_of(course: Course) -> tuple[Stop, ...]:
    """The turning points of a game in their order. What changed in one turn of one player is one of them."""
    ends = dict(_ends(course))
    turns = list(_turns(course, ends))
    best = sorted((turn for turn in turns if turn.at not in ends), key=lambda turn: -turn.weight)[: MOST - len(ends)]
    why = {turn.at: turn.why for turn in turns if turn.at in ends or turn in best}
    return tuple(_stop(course, at, (*why.get(at, ()), *ends.get(at, ()))) for at in sorted({*why, *ends}))


def _stop(course: Course, at: int, why: tuple[str, ...]) -> Stop:
    game, table = course.account.game, course.tables[at]
    when = "At the start"
    if at:
        moment = course.moments[at - 1]
        when = f"{turn_of(course.account, moment.before)}, after entry {moment.entry.number}"
    return Stop(when, why, tuple(game.ruleset.show(table)), game.ruleset.picture(table))


def _ends(course: Course) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The tables that are always shown: the first, the one that decided the game, and the last."""
    account, count = course.account, len(course.moments)
    yield 0, ()
    decided = next((i for i, moment in enumerate(course.moments, 1) if moment is account.decided), 0)
    if decided:
        yield decided, ("The game was decided.",)
    if count > decided:
        yield count, ("The table at the end." if decided else "The table as it is now.",)


def _turns(course: Course, ends: Iterable[int]) -> Iterator[_Mark]:
    """The turns of single players that changed what is decisive: the end in it, else the last table that it changed."""
    series = [each for chart in course.account.game.ruleset.charts if chart.decisive for each in _series(course, chart)]
    befores = [(moment.before.turn, moment.before.side) for moment in course.moments]
    for _, turn in groupby(range(len(befores)), key=lambda i: befores[i]):
        first, *inside = turn
        last = inside[-1] + 1 if inside else first + 1
        changed = [(told, values) for told, values in series if _changed(values, first, last)]
        if changed:
            at = next(i for i in range(last, first, -1) if any(_changed(values, i - 1, i) for _, values in changed))
            why = tuple(_why(told, values[first], values[last]) for told, values in changed)
            weight = sum(_share(values, first, last) for _, values in changed)
            yield _Mark(next((end for end in ends if first < end <= last), at), weight, why)


def _series(course: Course, chart: Chart[Any]) -> Iterator[tuple[str, list[float | str | None]]]:
    """Each series of a chart: how it is called, and its value on every table; None where that is not known."""
    values, looks = [chart.read(table) for table in course.tables], Looks(course.account)
    for name in dict.fromkeys(name for each in values for name in each):
        label = looks.label(name)
        told = [each.get(name) for each in values]
        words = [looks.label(value) or "nobody" if isinstance(value, str) else value for value in told]
        yield chart.title if label in chart.title else f"{chart.title}, {label}", words


def _changed(values: list[float | str | None], first: int, last: int) -> bool:
    """Whether a series is known to have changed between two tables."""
    return None not in (values[first], values[last]) and values[first] != values[last]


def _share(values: list[float | str | None], first: int, last: int) -> float:
    """How much of its range in this game a series changed; all of it if it has words."""
    old, new = values[first], values[last]
    if isinstance(old, str) or isinstance(new, str) or old is None or new is None:
        return 1.0
    numbers = [value for value in values if isinstance(value, int | float)]
    return abs(new - old) / (max(numbers) - min(numbers))


def _why(told: str, old: float | str | None, new: float | str | None) -> str:
    if isinstance(new, str):
        return f"{told}: {new} (before: {old})."
    return f"{told}: from {spelled(old)} to {spelled(new)}."

"""The moments at which a report shows the table: the start, what changed hands, the greatest changes, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.review.graphs import Course, Looks, read, spelled, turn_of
from referee.ruleset import Chart, Picture, Table

MOST = 7
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
    """A moment that is worth showing. `weight`: 2 must be shown, 1 something changed hands, less a share of a range."""

    at: int
    weight: float
    why: str


def stops_of(course: Course) -> tuple[Stop, ...]:
    """The turning points of a game in their order; two that fall in one step of a turn are one."""
    marks = list(_marks(course))
    groups: dict[int, list[_Mark]] = {}
    for mark in sorted(marks, key=lambda m: m.at):
        last = next(reversed(groups), None)
        same = last is not None and last > 0 and mark.at > 0 and _step(course, last) == _step(course, mark.at)
        groups[mark.at] = [*(groups.pop(last) if same and last is not None else []), mark]
    best = sorted(groups, key=lambda at: -max(mark.weight for mark in groups[at]))[:MOST]
    return tuple(_stop(course, at, groups[at]) for at in sorted(best))


def _step(course: Course, at: int) -> tuple[int, str, str]:
    before = course.moments[at - 1].before
    return before.turn, before.side, before.step


def _stop(course: Course, at: int, marks: list[_Mark]) -> Stop:
    game = course.account.game
    table = course.moments[at - 1].after if at else course.start
    when = "At the start"
    if at:
        moment = course.moments[at - 1]
        when = f"{turn_of(course.account, moment.before)}, after entry {moment.entry.number}"
    why = tuple(dict.fromkeys(mark.why for mark in marks if mark.why))
    return Stop(when, why, tuple(game.ruleset.show(table)), game.ruleset.picture(table))


def _marks(course: Course) -> Iterator[_Mark]:
    """All moments that may be shown, by how many entries of play lie before them."""
    account, count = course.account, len(course.moments)
    yield _Mark(0, 2, "")
    for rank, chart in enumerate(account.game.ruleset.charts):
        yield from _changes(course, chart, rank)
    decided = account.decided.entry.number if account.decided else 0
    for i, moment in enumerate(course.moments, 1):
        if moment.entry.number == decided and moment.after.winner:
            yield _Mark(i, 2, "The game was decided.")
    if count and (not decided or course.moments[-1].entry.number != decided):
        yield _Mark(count, 2, "The table at the end." if account.game.table.winner else "The table as it is now.")


def _changes(course: Course, chart: Chart[Any], rank: int) -> Iterator[_Mark]:
    """Every change of a word, and the greatest change of each number; what a ruleset charts first counts for more."""
    tables: list[Table] = [course.start, *(moment.after for moment in course.moments)]
    values = [read(chart, table) for table in tables]
    looks = Looks(course.account)
    for name in dict.fromkeys(name for each in values for name in each):
        jumps: list[_Mark] = []
        numbers = [float(each[name]) for each in values if isinstance(each.get(name), int | float)]
        span = max(numbers, default=0.0) - min(numbers, default=0.0)
        for i in range(1, len(values)):
            old, new = values[i - 1].get(name), values[i].get(name)
            if old is None or new is None or old == new:
                continue
            told = chart.title if looks.label(name) in chart.title else f"{chart.title}, {looks.label(name)}"
            if isinstance(old, str) or isinstance(new, str):
                was, now = (looks.label(str(value)) or "nobody" for value in (old, new))
                yield _Mark(i, 1, f"{told}: {now} (before: {was}).")
            else:
                why = f"{told}: from {spelled(old)} to {spelled(new)}."
                jumps.append(_Mark(i, abs(new - old) / span / (2 + rank), why))
        if jumps:
            yield max(jumps, key=lambda jump: jump.weight)

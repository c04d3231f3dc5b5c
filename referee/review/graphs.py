"""What a report draws: the charts of a ruleset over the turns, dice against expectation, findings by turn.

Each graph brings its data as a table, so that nobody needs the drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.dice import FACES
from referee.review.account import Account, Moment
from referee.ruleset import Chart, Table

NEUTRAL = -1
"""The style of what belongs to nobody. Styles of sides are 0, 1 ... in order of play; others come behind them."""

_MOST_ROWS = 24
"""Rows of a data table, where the ends of single players' turns are listed too."""


@dataclass(frozen=True, slots=True)
class Data:
    """The figures of a graph: the heads of the columns, then rows; the first cell of a row is its head."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """One series of numbers: each holds from its x on. None: not known."""

    label: str
    style: int
    points: tuple[tuple[float, float | None], ...]


@dataclass(frozen=True, slots=True)
class Band:
    """One series of words: from x to x, what it was, and its style."""

    label: str
    parts: tuple[tuple[float, float, str, int], ...]


@dataclass(frozen=True, slots=True)
class Bars:
    """A value for each category; `expected` is drawn as a mark where it is known."""

    label: str
    style: int
    values: tuple[float, ...]
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """One drawing: curves or bands over the turns `first` to `last`, or bars over `categories`, which are `axis`."""

    title: str
    unit: str
    data: Data
    curves: tuple[Curve, ...] = ()
    bands: tuple[Band, ...] = ()
    bars: tuple[Bars, ...] = ()
    categories: tuple[str, ...] = ()
    axis: str = "turn"
    first: int = 1
    last: int = 1


@dataclass(frozen=True, slots=True)
class Course:
    """The moments of the game proper, the set-up left out, each at its place on the axis of turns.

    tables  the table at the start, and the one behind each moment, as the reader may see them
    """

    account: Account
    tables: tuple[Table, ...]
    moments: tuple[Moment, ...]
    places: tuple[float, ...]

    @property
    def first(self) -> int:
        """The first turn of play."""
        return self.tables[0].turn


def course_of(account: Account) -> Course:
    """The course of a game. A turn is as wide as any other, however much happened in it."""
    moments = list(account.moments)
    at = _begins(moments)
    start = moments[at].before if at < len(moments) else account.game.table
    played = moments[at:]
    turns = [account.game.ruleset.played(moment.before) for moment in played]
    wide, seen = Counter(turns), Counter[int]()
    places = []
    for turn in turns:
        seen[turn] += 1
        places.append(turn + seen[turn] / wide[turn])
    tables = tuple(map(account.seen, (start, *(moment.after for moment in played))))
    return Course(account, tables, tuple(played), tuple(places))


def _begins(moments: Sequence[Moment]) -> int:
    """Where play begins: the first step that comes again later; what is done once at the start is the set-up."""
    runs: list[tuple[str, int]] = []
    for i, moment in enumerate(moments):
        if not runs or runs[-1][0] != moment.before.step:
            runs.append((moment.before.step, i))
    times = Counter(step for step, _ in runs)
    return next((i for step, i in runs if times[step] > 1), 0)


def graphs_of(course: Course) -> tuple[Graph, ...]:
    """All graphs of a game; those without any value are left out."""
    game = course.account.game
    return (*(g for chart in game.ruleset.charts if (g := _followed(course, chart))), *_dice(course), *_flags(course))


def _followed(course: Course, chart: Chart[Any]) -> Graph | None:
    values = [chart.read(table) for table in course.tables]
    names = list(dict.fromkeys(name for each in values for name in each))
    if not any(value for each in values for value in each.values()):
        return None  # nothing was ever there to be drawn
    xs = (float(course.first), *course.places)
    looks = Looks(course.account)
    if any(isinstance(value, str) for each in values for value in each.values()):
        return _strip(course, chart, [(n, [str(v[n]) if n in v else "" for v in values]) for n in names], xs, looks)
    curves = []
    for name in names:
        points: list[tuple[float, float | None]] = []
        for x, each in zip(xs, values, strict=True):
            value = each.get(name)
            number = None if value is None else float(value)
            if not points or points[-1][1] != number:
                points.append((x, number))
        curves.append(Curve(looks.label(name), looks.style(name), tuple(points)))
    rows = [(when, *(spelled(values[i].get(name)) for name in names)) for when, i in _samples(course)]
    data = Data(("When", *(curve.label for curve in curves)), tuple(rows))
    return Graph(chart.title, chart.unit, data, curves=tuple(curves), first=course.first, last=_last(course))


def _strip(
    course: Course, chart: Chart[Any], series: list[tuple[str, list[str]]], xs: tuple[float, ...], looks: Looks
) -> Graph:
    bands, rows = [], []
    for name, values in series:
        starts = [i for i, value in enumerate(values) if not i or value != values[i - 1]]
        ends = [xs[i] for i in starts[1:]] + [float(_last(course) + 1)]
        parts = [
            (xs[i], end, looks.label(values[i]) or "nobody", looks.style(values[i]))
            for i, end in zip(starts, ends, strict=True)
        ]
        label = looks.label(name)
        bands.append(Band(label, tuple(parts)))
        rows += [(label, _when(course, i), told[2]) for i, told in zip(starts, parts, strict=True)]
    data = Data(("What", "From", "Held by"), tuple(rows))
    return Graph(chart.title, chart.unit, data, bands=tuple(bands), first=course.first, last=_last(course))


def _when(course: Course, i: int) -> str:
    """The moment after which a value holds; 0 is the beginning."""
    if not i:
        return "Start"
    moment = course.moments[i - 1]
    return f"{turn_of(course.account, moment.before)}, entry {moment.entry.number}"


def turn_title(account: Account, table: Table) -> str:
    """`Turn 3`; `Before turn 3` where nothing of it was played yet."""
    if not table.turn:
        return "Set-up"
    return f"{'Turn' if account.game.ruleset.played(table) >= table.turn else 'Before turn'} {table.turn}"


def turn_of(account: Account, table: Table) -> str:
    """`Turn 3, Red`."""
    return f"{turn_title(account, table)}, {account.game.ruleset.sides.get(table.side, table.side)}"


def _last(course: Course) -> int:
    played = course.account.game.ruleset.played
    return max((played(moment.before) for moment in course.moments), default=course.first)


def _samples(course: Course) -> list[tuple[str, int]]:
    """The rows of a data table: the start, and the end of each player's turn, or of each turn if those are many."""
    ends: list[tuple[tuple[int, str], int]] = []
    for i, moment in enumerate(course.moments, 1):
        here = (moment.before.turn, moment.before.side)
        if ends and ends[-1][0] == here:
            ends.pop()
        ends.append((here, i))
    if len(ends) > _MOST_ROWS or len({here for here, _ in ends}) < len(ends):
        last = {turn: i for (turn, _), i in ends}
        return [("Start", 0), *((f"Turn {turn}", i) for turn, i in last.items())]
    return [("Start", 0), *((turn_of(course.account, course.moments[i - 1].before), i) for _, i in ends)]


class Looks:
    """Titles and styles of series and of what is drawn in strips: a side has the same in every graph."""

    def __init__(self, account: Account) -> None:
        self.sides = account.game.ruleset.sides
        self._others: dict[str, int] = {}

    def label(self, name: str) -> str:
        """What is written at a series."""
        return self.sides.get(name, name)

    def style(self, name: str) -> int:
        """The number of its style."""
        for i, (side, title) in enumerate(self.sides.items()):
            if name in (side, title):
                return i
        if not name:
            return NEUTRAL
        return self._others.setdefault(name, len(self.sides) + len(self._others))


def spelled(value: float | str | None) -> str:
    """A value in a table; a dash for what nobody knows."""
    return "–" if value is None else value if isinstance(value, str) else f"{value:.10g}"


def _dice(course: Course) -> Iterator[Graph]:
    """The faces that each side rolled beside what fair dice give."""
    tallies = {side: tally for side, tally in course.account.dice().items() if tally.total}
    if not tallies:
        return
    looks = Looks(course.account)
    bars, rows = [], []
    for side in sorted(tallies, key=looks.style):
        tally, label = tallies[side], looks.label(side) or "Nobody's"
        counts = tuple(tally.faces.get(face, 0) for face in FACES)
        bars.append(Bars(label, looks.style(side), counts, tally.total / 6))
        fair = (f"{tally.total / 6:.1f}", f"{tally.mean:.2f}", f"{tally.chance:.2f}")
        rows.append((label, *map(str, counts), str(tally.total), *fair, str(tally.cocked)))
    heads = ("Side", *map(str, FACES), "Dice", "Expected of each", "Mean", "Chance if fair", "Cocked")
    data, faces = Data(heads, tuple(rows)), tuple(map(str, FACES))
    yield Graph("Dice against expectation", "dice", data, bars=tuple(bars), categories=faces, axis="face of the die")


def _flags(course: Course) -> Iterator[Graph]:
    """Findings by turn: breaches of rules, and all else that was said."""
    account = course.account
    if not account.findings:
        return
    turns = range(min((m.before.turn for m in account.moments), default=1), account.turns + 1)
    count = {True: dict.fromkeys(turns, 0), False: dict.fromkeys(turns, 0)}
    for ruled in account.findings:
        count[ruled.is_flag][ruled.turn] = count[ruled.is_flag].get(ruled.turn, 0) + 1
    names = {True: "breaches of rules", False: "remarks"}
    looks = Looks(account)
    bars = [Bars(names[flag], looks.style(names[flag]), tuple(count[flag].values())) for flag in (True, False)]
    rows = tuple((f"Turn {turn}", str(count[True][turn]), str(count[False][turn])) for turn in count[True])
    data = Data(("When", *names.values()), rows)
    yield Graph("Findings by turn", "findings", data, bars=tuple(bars), categories=tuple(map(str, count[True])))

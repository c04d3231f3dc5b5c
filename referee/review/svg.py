"""Graphs as inline SVG. Styles (`s0`, `s1` ...) are in the page's sheet; sides differ in dash and filling too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil

from markupsafe import Markup

from referee.notation import plain
from referee.review.graphs import NEUTRAL, Band, Bars, Curve, Graph, spelled
from referee.review.markup import shortened, tag

WIDTH = 480
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 40
HEIGHT = 230
STYLES = 6
"""Styles that the sheet knows; a seventh series looks like the first one."""

_BAND = 58
_LABELS = 16
_LETTER = 7.0
"""Width of a letter, about."""


def style_class(style: int) -> str:
    """The class of a style."""
    return "none" if style == NEUTRAL else f"s{style % STYLES}"


def drawing(graph: Graph, key: str) -> Markup:
    """The graph as an element; `key` makes its ids unique on the page."""
    if graph.bands:
        height, parts = len(graph.bands) * _BAND + BOTTOM, list(_bands(graph))
    elif graph.bars:
        height, parts = HEIGHT, list(_bars(graph))
    else:
        height, parts = HEIGHT, list(_curves(graph))
    title, desc = f"{key}-title", f"{key}-desc"
    return tag(
        "svg",
        tag("title", shortened(graph.title, 200), id=title),
        tag("desc", shortened(_in_words(graph), 1000), id=desc),
        *parts,
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby=f"{title} {desc}",
        class_="graph",
    )


def swatch(style: int, line: bool) -> Markup:
    """A sample of a style for a legend: a line with its marker, or a box."""
    look = style_class(style)
    inside = [tag("rect", x=2, y=2, width=28, height=12, class_=f"area {look}")]
    if line:
        inside = [tag("path", d="M0 8H32", class_=f"curve {look}"), _marker(16, 8, style)]
    return tag("svg", *inside, viewBox="0 0 32 16", class_="swatch", aria_hidden="true", focusable="false")


def _in_words(graph: Graph) -> str:
    """What the drawing shows, for who does not see it."""
    if graph.bars:
        whose = ", ".join(bars.label for bars in graph.bars)
        return f"Bars of {graph.unit} for {whose}. The table below has all values."
    if graph.bands:
        return "; ".join(f"{band.label}: {', then '.join(p[2] for p in band.parts)}" for band in graph.bands)
    told = []
    for curve in graph.curves:
        known = [value for _, value in curve.points if value is not None]
        if known:
            told.append(f"{curve.label} from {spelled(known[0])} to {spelled(known[-1])}")
    return f"{graph.unit} by turn: {', '.join(told)}. The table below has all values."


def _text(x: float, y: float, text: str, anchor: str = "middle", look: str = "") -> Markup:
    return tag("text", plain(text), x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_=look or None)


def _line(d: str, look: str) -> Markup:
    return tag("path", d=d, class_=look)


# Axes


def _x(graph: Graph, value: float) -> float:
    span = graph.last + 1 - graph.first
    return LEFT + (value - graph.first) / span * (WIDTH - LEFT - RIGHT)


def _turns(graph: Graph, bottom: float) -> Iterator[Markup]:
    """The axis of turns: a turn reaches from its line to the next one, its number stands between them."""
    turns = range(graph.first, graph.last + 1)
    every = -(-len(turns) // _LABELS)
    for turn in turns:
        x = _x(graph, turn)
        yield _line(f"M{x:.1f} {TOP}V{bottom:.1f}", "grid")
        if (turn - graph.first) % every == 0:
            yield _text(_x(graph, turn + 0.5), bottom + 16, str(turn))
    yield _line(f"M{WIDTH - RIGHT} {TOP}V{bottom:.1f}", "grid")
    yield _text((LEFT + WIDTH - RIGHT) / 2, bottom + 33, "turn")


def _ticks(values: Iterable[float]) -> list[float]:
    """Round values that enclose zero and all values; whole ones where all are whole."""
    every = [0.0, *values]
    low, high = min(every), max(every)
    high = high if high > low else low + 1
    least = 1.0 if all(value == int(value) for value in every) else 0.0
    sizes = (base * 10.0**power for power in range(-6, 12) for base in (1, 2, 5))
    step = next((size for size in sizes if size >= least and (high - low) / size <= 5), high - low)
    first, last = int(low // step), int(-(-high // step))
    return [i * step for i in range(first, max(last, first + 1) + 1)]


def _scale(ticks: list[float], value: float, bottom: float) -> float:
    return bottom - (value - ticks[0]) / (ticks[-1] - ticks[0]) * (bottom - TOP)


def _levels(ticks: list[float], bottom: float) -> Iterator[Markup]:
    for tick in ticks:
        y = _scale(ticks, tick, bottom)
        yield _line(f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", "grid")
        yield _text(LEFT - 6, y + 4, spelled(tick), "end")


# Curves


def _curves(graph: Graph) -> Iterator[Markup]:
    values = [value for curve in graph.curves for _, value in curve.points if value is not None]
    ticks = _ticks(values)
    bottom = HEIGHT - BOTTOM
    yield from _turns(graph, bottom)
    yield from _levels(ticks, bottom)
    for curve in graph.curves:
        yield from _curve(graph, curve, ticks, bottom)


def _curve(graph: Graph, curve: Curve, ticks: list[float], bottom: float) -> Iterator[Markup]:
    """Steps from value to value; a marker where each turn ends."""
    steps: list[str] = []
    ends = [*curve.points[1:], (float(graph.last + 1), None)]
    joined = False
    for (x, value), (end, _) in zip(curve.points, ends, strict=True):
        if value is None:
            joined = False
            continue
        y = _scale(ticks, value, bottom)
        steps.append(f"V{y:.1f}" if joined else f"M{_x(graph, x):.1f} {y:.1f}")
        steps.append(f"H{_x(graph, end):.1f}")
        joined = True
    yield _line("".join(steps), f"curve {style_class(curve.style)}")
    turns = range(graph.first, graph.last + 1)
    for turn in turns[:: -(-len(turns) // _LABELS)]:
        value = _value_at(curve, turn + 1)
        if value is not None:
            yield _marker(_x(graph, turn + 1) - 4, _scale(ticks, value, bottom), curve.style)


def _value_at(curve: Curve, x: float) -> float | None:
    """The value at the end of a turn: what happens exactly then belongs to it."""
    return next((value for at, value in reversed(curve.points) if at <= x), None)


def _marker(x: float, y: float, style: int) -> Markup:
    look = f"mark {style_class(style)}"
    match style % STYLES:
        case 0:
            return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, class_=look)
        case 1:
            return tag("rect", x=f"{x - 4:.1f}", y=f"{y - 4:.1f}", width=8, height=8, class_=look)
        case 2:
            return _line(f"M{x:.1f} {y - 5:.1f}l5 9h-10z", look)
        case 3:
            return _line(f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5-5z", look)
        case 4:
            return _line(f"M{x:.1f} {y + 5:.1f}l5-9h-10z", look)
        case _:
            return _line(f"M{x - 4:.1f} {y - 4:.1f}l8 8m0-8l-8 8", look)


# Bands


def _bands(graph: Graph) -> Iterator[Markup]:
    bottom = len(graph.bands) * _BAND
    yield from _turns(graph, bottom)
    for row, band in enumerate(graph.bands):
        yield from _band(graph, band, row * _BAND)


def _band(graph: Graph, band: Band, top: float) -> Iterator[Markup]:
    yield _text(LEFT, top + 20, shortened(band.label, 50), "start", "strong")
    for start, end, what, style in band.parts:
        x, width = _x(graph, start), _x(graph, end) - _x(graph, start)
        box = {"x": f"{x:.1f}", "y": top + 26, "width": f"{width:.1f}", "height": 26}
        inside = [tag("rect", tag("title", shortened(what, 200)), class_=f"area {style_class(style)}", **box)]
        if len(what) * _LETTER + 8 <= width:
            inside.append(_text(x + width / 2, top + 44, what, look=f"on {style_class(style)}"))
        yield from inside


# Bars


def _bars(graph: Graph) -> Iterator[Markup]:
    bottom = HEIGHT - BOTTOM
    ticks = _ticks(value for bars in graph.bars for value in (*bars.values, float(ceil(bars.expected or 0))))
    yield from _levels(ticks, bottom)
    slot = (WIDTH - LEFT - RIGHT) / len(graph.categories)
    every = -(-len(graph.categories) // _LABELS)
    for i, category in enumerate(graph.categories):
        left = LEFT + i * slot
        if i % every == 0:
            yield _text(left + slot / 2, bottom + 16, category)
        yield from _group(graph.bars, i, left, slot, ticks)
    yield _text((LEFT + WIDTH - RIGHT) / 2, bottom + 33, graph.axis)


def _group(bars: tuple[Bars, ...], i: int, left: float, slot: float, ticks: list[float]) -> Iterator[Markup]:
    bottom = HEIGHT - BOTTOM
    width = slot * 0.8 / len(bars)
    edges = [left + slot * 0.1 + k * width for k in range(len(bars) + 1)]
    for one, (x, end) in zip(bars, pairwise(edges), strict=True):
        y = _scale(ticks, one.values[i], bottom)
        box = {"x": f"{x + 1:.1f}", "y": f"{y:.1f}", "width": f"{end - x - 2:.1f}", "height": f"{bottom - y:.1f}"}
        yield tag("rect", class_=f"area {style_class(one.style)}", **box)
        if one.expected is not None:
            level = _scale(ticks, one.expected, bottom)
            yield _line(f"M{x:.1f} {level:.1f}H{end:.1f}", "expected")

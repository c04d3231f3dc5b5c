"""A report as one page of HTML that needs nothing from outside: no script, no file, and a policy that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from markupsafe import Markup

from referee.review.account import Ruled
from referee.review.drawing import legend, picture_of
from referee.review.graphs import Data, Graph
from referee.review.markup import page, said, shipped, shortened, tag
from referee.review.report import ABOUT_STORY, Line, Report, Turn
from referee.review.sentences import sentence
from referee.review.svg import drawing, swatch
from referee.review.turning import Stop

SIGN = '<meta name="generator" content="Referee report">'
"""What stands in every page of ours, so that no other file is ever written over."""

_ROLES = {role: role for role in ("table", "rowgroup", "row", "columnheader", "rowheader", "cell")}

LONGEST_WORD = 24
"""Letters of a word that is not broken in a table."""

_PARTS = {
    "result": "Result",
    "turning": "The table at the turning points",
    "story": "What happened",
    "figures": "In figures",
    "findings": "What the referee found",
    "rules": "Rules in force",
    "open": "What is still open",
    "totals": "Totals",
}


def write_html(report: Report) -> str:
    """The page."""
    body = tag(
        "body",
        tag("a", "To the report", href="#main", class_="skip"),
        _header(report),
        tag("main", *_parts(report), id="main"),
        tag("footer", tag("p", said(f"Made by {report.made_by}."), class_="note")),
    )
    return page(f"{report.title}: {report.name}", shipped("review/report.css"), body, sign=SIGN)


def _header(report: Report) -> Markup:
    facts = [tag("div", tag("dt", said(what)), tag("dd", said(value))) for what, value in report.facts]
    links = [tag("li", tag("a", title, href=f"#{part}")) for part, title in _PARTS.items()]
    return tag(
        "header",
        tag("h1", said(report.title), tag("small", said(report.name))),
        tag("dl", *facts, class_="facts"),
        tag("nav", tag("ul", *links), aria_label="Contents"),
    )


def _parts(report: Report) -> Iterator[Markup]:
    inside = {
        "result": _result(report),
        "turning": (_stop(report, stop, i) for i, stop in enumerate(report.stops, 1)),
        "story": _story(report),
        "figures": _figures(report),
        "findings": _findings(report),
        "rules": _rules(report),
        "open": _open(report),
        "totals": (_table(report.totals_data, "Totals, the same in every export"),),
    }
    for part, title in _PARTS.items():
        head = tag("h2", title, id=f"{part}-head")
        yield tag("section", head, *inside[part], id=part, aria_labelledby=f"{part}-head")


def _result(report: Report) -> Iterator[Markup]:
    yield tag("p", said(report.result), class_="lead")
    yield from (tag("p", said(text)) for text in report.decided)


# The table at the turning points


def _stop(report: Report, stop: Stop, number: int) -> Markup:
    words = tag("pre", Markup("\n").join(map(said, stop.words)))
    words = tag("div", words, class_="scroll", tabindex=0, role="region", aria_label=f"{stop.when}: the table in words")
    inside: list[Markup] = [tag("h3", said(stop.when)), *(tag("p", said(why)) for why in stop.why)]
    if stop.picture is None:
        return tag("figure", *inside, words)
    sides = report.account.game.ruleset.sides
    styles = {side: i for i, side in enumerate(sides)}
    drawn = picture_of(stop.picture, styles, f"{stop.when}: the table from above", f"picture-{number}")
    signs = (tag("li", sample, said(what)) for sample, what in legend(stop.picture, styles, sides))
    inside.append(tag("ul", *signs, class_="legend"))
    inside.append(
        tag("div", drawn, class_="scroll", tabindex=0, role="region", aria_label=f"{stop.when}: a picture of the table")
    )
    if stop.picture.note:
        inside.append(tag("p", said(stop.picture.note), class_="note"))
    return tag("figure", *inside, tag("details", tag("summary", "The same in words"), words))


# The story


def _story(report: Report) -> Iterator[Markup]:
    yield tag("p", ABOUT_STORY, class_="note")
    links = (tag("li", tag("a", turn.title, href=f"#turn-{turn.number}")) for turn in report.turns)
    yield tag("nav", tag("ul", *links), aria_label="Turns")
    yield from map(_turn, report.turns)


def _turn(turn: Turn) -> Markup:
    inside: list[Markup] = []
    for section in turn.sections:
        inside.append(tag("h4", said(section.title)))
        inside.append(tag("ol", *map(_line, section.lines), class_="story"))
    head = tag("h3", turn.title, id=f"turn-{turn.number}")
    return tag("div", head, tag("details", tag("summary", turn.told), *inside, open=""))


def _line(line: Line) -> Markup:
    inside = [tag("span", tag("span", "entry ", class_="away"), str(line.number), class_="number")]
    cited = (" ", tag("code", said(f"[{line.rule}]"))) if line.rule else ()
    inside.append(tag("p", said(sentence(line.sentence)), *cited))
    for rule, what in line.then:
        inside.append(tag("p", said(sentence(what)), " ", tag("code", said(f"[{rule}]")), class_="then"))
    inside += map(_finding, line.findings)
    return tag("li", *inside)


def _finding(ruled: Ruled) -> Markup:
    inside = [tag("b", said(ruled.kind.capitalize())), " ", tag("code", said(f"[{ruled.rule}]")), " ", said(ruled.text)]
    if ruled.is_flag:
        inside += [" ", tag("b", said(sentence(ruled.outcome)))]
    return tag("div", *inside, class_="finding flag" if ruled.is_flag else "finding")


# Figures


def _figures(report: Report) -> Iterator[Markup]:
    if report.graphs:
        yield tag("div", *(_graph(report, graph, i) for i, graph in enumerate(report.graphs, 1)), class_="charts")
    else:
        yield tag("p", "There is nothing to draw.")


def _graph(report: Report, graph: Graph, number: int) -> Markup:
    series = {curve.label: curve.style for curve in graph.curves} | {bars.label: bars.style for bars in graph.bars}
    series |= {what: style for band in graph.bands for _, _, what, style in band.parts}
    legend = [tag("li", swatch(style, bool(graph.curves)), said(label)) for label, style in series.items()]
    if any(bars.expected is not None for bars in graph.bars):
        legend.append(tag("li", "dashed line: what fair dice give"))
    data = _table(graph.data, f"{graph.title} ({graph.unit})" if graph.unit else graph.title)
    unit = (tag("p", said(graph.unit), class_="note"),) if graph.unit else ()
    return tag(
        "figure",
        tag("h3", said(graph.title)),
        *unit,
        tag("ul", *legend, class_="legend"),
        drawing(graph, f"graph-{number}"),
        tag("details", tag("summary", "The figures"), data),
    )


def _table(data: Data, caption: str, wide: bool = False, marks: Iterable[str] = ()) -> Markup:
    """A table with a head for each column and each row; it scrolls by itself where it is too wide."""
    columns = range(len(data.heads))
    numeric = [bool(data.rows) and all(_is_figure(row[i]) for row in data.rows) for i in columns]

    longest = [max(len(word) for row in (data.heads, *data.rows) for word in row[i].split() or [""]) for i in columns]
    looks = ["figure" if numeric[i] else "whole" if longest[i] <= LONGEST_WORD else None for i in columns]

    role = _ROLES if wide else dict.fromkeys(_ROLES)  # what is laid out as cards is still told as a table

    def cell(name: str, i: int, text: str, scope: str | None = None) -> Markup:
        head = data.heads[i] if wide and scope != "col" else None
        what = role["cell" if name == "td" else "rowheader" if scope == "row" else "columnheader"]
        inside = tag("span", said(text)) if wide else said(text)
        return tag(name, inside, scope=scope, role=what, class_=looks[i], data_head=head)

    rows = []
    for row, look in zip_longest(data.rows, marks):
        cells = [cell("td", i, text) if i else cell("th", 0, text, "row") for i, text in enumerate(row)]
        rows.append(tag("tr", *cells, role=role["row"], class_=look or None))
    head = tag("tr", *(cell("th", i, text, "col") for i, text in enumerate(data.heads)), role=role["row"])
    parts = tag("thead", head, role=role["rowgroup"]), tag("tbody", *rows, role=role["rowgroup"])
    table = tag("table", tag("caption", said(caption)), *parts, role=role["table"])
    look = "scroll wide" if wide else "scroll"
    return tag("div", table, class_=look, tabindex=0, role="region", aria_label=shortened(caption, 200))


def _is_figure(text: str) -> bool:
    return text == "–" or text.replace(".", "", 1).replace("-", "", 1).isdecimal()


# Findings, rules, what is open


def _findings(report: Report) -> Iterator[Markup]:
    if report.findings:
        yield _table(report.findings_data, "Every finding of the record, and what became of it", True, report.flagged)
        yield _table(report.by_rule_data, "How often each rule was spoken of")
    else:
        yield tag("p", "Nothing was found against any report.")
    if report.rejudged:
        yield tag("p", "The rules of today judge otherwise; both verdicts are kept:")
        yield tag("ul", *(tag("li", said(text)) for text in report.rejudged))


def _rules(report: Report) -> Iterator[Markup]:
    if report.options:
        yield _table(report.options_data, "Options chosen at the set-up")
    if report.house:
        yield _table(report.house_data, "House rules: what this game changed")
    else:
        yield tag("p", "No house rules: all rules are in force.")
    if report.rulings:
        caption = "Rulings in force, where the book is silent or contradicts itself; marked: not as by default"
        yield _table(report.rulings_data, caption, True, ["changed" if d.changed else "" for d in report.rulings])


def _open(report: Report) -> Iterator[Markup]:
    if report.open:
        yield tag("ul", *(tag("li", said(text)) for text in report.open))
    else:
        yield tag("p", "Nothing: no dispute, no duty that was passed over, no value that is not known.")

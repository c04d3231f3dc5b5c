"""A report as Markdown, for a blog or a forum: the same content as the page, with charts as tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.notation import plain
from referee.review.account import Ruled
from referee.review.graphs import Data
from referee.review.report import ABOUT_STORY, Line, Report, Turn
from referee.review.sentences import sentence
from referee.review.turning import Stop

SIGN = "<!-- Referee report -->"
"""What stands at the top of every report of ours, so that no other file is ever written over."""

_SPECIAL = re.compile(r"[\\`*_\[\]|~#$]|(?<=:)/|(?<=www)\.", re.IGNORECASE)


def write_markdown(report: Report) -> str:
    """The report as Markdown."""
    return "\n".join((SIGN, "", *_lines(report))).rstrip() + "\n"


def escaped(text: str) -> str:
    """A stranger's text that stays text: no element, link, table or emphasis."""
    shown = _SPECIAL.sub(lambda found: "\\" + found.group(), plain(text))
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _lines(report: Report) -> Iterator[str]:
    yield from (f"# {escaped(report.title)}: {escaped(report.name)}", "")
    yield from (f"- {escaped(what)}: {escaped(value)}" for what, value in report.facts)
    yield from ("", "## Result", "", f"**{escaped(report.result)}**", "")
    for text in report.decided:
        yield from (f"{escaped(text)}", "")
    yield from ("## The table at the turning points", "")
    for stop in report.stops:
        yield from _stop(stop)
    yield from ("## What happened", "", ABOUT_STORY, "")
    for turn in report.turns:
        yield from _turn(turn)
    yield from ("## In figures", "")
    for graph in report.graphs:
        unit = f" ({escaped(graph.unit)})" if graph.unit else ""
        yield from (f"### {escaped(graph.title)}{unit}", "", *_table(graph.data))
    yield from ("## What the referee found", "")
    if report.findings:
        yield from _table(report.findings_data)
        yield from ("How often each rule was spoken of:", "", *_table(report.by_rule_data))
    else:
        yield from ("Nothing was found against any report.", "")
    if report.rejudged:
        yield from ("The rules of today judge otherwise; both verdicts are kept:", "")
        yield from (*(f"- {escaped(text)}" for text in report.rejudged), "")
    yield from ("## Rules in force", "", *_rules(report))
    yield from ("## What is still open", "")
    yield from [f"- {escaped(text)}" for text in report.open] or ["Nothing."]
    yield from ("", "## Totals", "", *_table(report.totals_data), f"Made by {escaped(report.made_by)}.")


def _stop(stop: Stop) -> Iterator[str]:
    """The table in words, indented: a block of code that no text can close."""
    yield from (f"### {escaped(stop.when)}", "")
    for why in stop.why:
        yield from (escaped(why), "")
    yield from (f"    {plain(line)}".rstrip() for line in stop.words)
    yield ""


def _turn(turn: Turn) -> Iterator[str]:
    yield from (f"### {turn.title}", "", f"{turn.told}.", "")
    for section in turn.sections:
        yield from (f"#### {escaped(section.title)}", "")
        for line in section.lines:
            yield from _line(line)
        yield ""


def _line(line: Line) -> Iterator[str]:
    yield f"- ({line.number}) {escaped(sentence(line.sentence))}{f' ({escaped(line.rule)})' if line.rule else ''}"
    yield from (f"  - → {escaped(sentence(what))} ({escaped(rule)})" for rule, what in line.then)
    yield from (f"  - {_finding(ruled)}" for ruled in line.findings)


def _finding(ruled: Ruled) -> str:
    outcome = f" **{escaped(sentence(ruled.outcome))}**" if ruled.is_flag else ""
    return f"**{escaped(ruled.kind.capitalize())}** ({escaped(ruled.rule)}) {escaped(ruled.text)}{outcome}"


def _rules(report: Report) -> Iterator[str]:
    if report.options:
        yield from ("Options chosen at the set-up:", "", *_table(report.options_data))
    if report.house:
        yield from ("House rules:", "", *_table(report.house_data))
    else:
        yield from ("No house rules: all rules are in force.", "")
    if report.rulings:
        yield from ("Rulings in force, where the book is silent or contradicts itself:", "")
        yield from _table(report.rulings_data)


def _table(data: Data) -> Iterator[str]:
    for i, row in enumerate((data.heads, *data.rows)):
        yield f"| {' | '.join(map(escaped, row))} |"
        if not i:
            yield f"|{' --- |' * len(row)}"
    yield ""

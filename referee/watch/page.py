"""The page of `referee watch --html`: big, self-contained, and showing by itself what is new."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from markupsafe import Markup

from referee.review.drawing import picture_of
from referee.review.markup import page, said, shipped, tag
from referee.review.svg import style_class
from referee.ruleset import Ruleset
from referee.watch.news import Last, News

SIGN = '<meta name="generator" content="Referee watch">'
"""What stands in every page of ours, so that no other file is ever written over."""

_LOST = "What is new cannot be read: the page's file or its server cannot be reached."
_NEARER = "A tap on the picture shows it nearer, and another one as a whole."
_ENDED = "The watch has ended; what is reported from now on does not show here."


def write_page(news: News, ruleset: Ruleset[Any], ended: bool = False) -> str:
    """The page of a game; `ended`: nobody keeps it up to date any more."""
    inside = [*_head(news, ruleset), *_parts(news), *_picture(news, ruleset), _words(news), _footer(news, ended)]
    return _page(f"{news.turn}, {news.who}: {news.game[0]}", *inside)


def waiting_page(why: str, ended: bool = False) -> str:
    """The page while there is no game; `ended`: nobody waits for one any more."""
    foot = [tag("footer", tag("p", _ENDED, class_="note"))] if ended else []
    return _page("Referee", tag("h1", "Waiting"), tag("p", said(why), class_="where"), *foot)


def _page(title: str, *inside: Markup) -> str:
    script = shipped("watch/watch.js")
    body = tag(
        "body",
        tag("main", *inside, id="main"),
        tag("p", _LOST, id="lost", hidden=""),
        tag("script", Markup(script)),
    )
    return page(title, shipped("review/report.css", "watch/watch.css"), body, script, SIGN)


def _head(news: News, ruleset: Ruleset[Any]) -> Iterator[Markup]:
    yield tag("p", said(" · ".join(filter(None, news.game))), class_="note")
    sides = list(ruleset.sides.values())
    look = f"who {style_class(sides.index(news.who))}" if news.who in sides else "who"
    yield tag("h1", tag("span", said(news.turn)), tag("span", said(news.who), class_=look))
    yield tag("p", said(" · ".join(news.where)), class_="where")


def _parts(news: News) -> Iterator[Markup]:
    yield tag("section", tag("h2", "Due"), tag("p", said(news.due)), class_="due")
    if news.last:
        yield _last(news.last)
    if news.scores:
        facts = [tag("div", tag("dt", said(score.heading)), tag("dd", said(score.told))) for score in news.scores]
        yield tag("section", tag("h2", "The score"), tag("dl", *facts, class_="facts"))


def _last(last: Last) -> Markup:
    found = [tag("div", said(text), class_="finding flag" if last.flagged else "finding") for text in last.found]
    then = [tag("p", said(f"Then: {text}")) for text in last.then]
    head = tag("h2", said(f"Last: {last.verdict}"))
    return tag("section", head, tag("p", said(last.told)), *found, *then, class_="last")


def _picture(news: News, ruleset: Ruleset[Any]) -> Iterator[Markup]:
    picture = ruleset.picture(news.table)
    if picture is None:
        return
    styles = {side: i for i, side in enumerate(ruleset.sides)}
    drawn = picture_of(picture, styles, "The table from above", "picture")
    note = [tag("p", said(picture.note), class_="note")] if picture.note else []
    box = tag("div", drawn, class_="scroll", tabindex=0, role="region", aria_label="A picture of the table")
    yield tag("figure", box, tag("p", _NEARER, class_="note nearer"), *note)


def _words(news: News) -> Markup:
    parts = [
        tag("pre", *(tag("span", said(line), "\n") for line in lines), class_="drawn" if drawn else None)
        for drawn, lines in groupby(news.words, _drawn)
    ]
    words = tag("div", *parts, class_="words")
    still = [tag("ul", *(tag("li", said(text)) for text in news.still))] if news.still else []
    return tag("section", *still, tag("details", tag("summary", "The table in words"), words, open=""))


def _drawn(line: str) -> bool:
    """Whether a line belongs to a drawing in a frame, and means nothing when it is wrapped."""
    return line.startswith(("|", "+"))


def _footer(news: News, ended: bool) -> Markup:
    time = news.time.partition("T")[2][:8]
    told = f"Entry {news.entries}{f', {time}' if time else ''}."
    return tag("footer", tag("p", said(f"{told} {_ENDED}" if ended else told), class_="note"))

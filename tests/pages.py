"""What the tests of reports share: a page taken apart, and a game with text that somebody meant badly."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from referee.commands import run
from referee.game import Game
from referee.log import Entry, Log
from tests.conftest import toy_header
from tests.noughts import RULESET

LONG = "x" * 10_000
HOSTILE = (
    "<script>alert(1)</script>",
    "a & b &amp; c",
    "[bold]loud[/bold] [a](http://evil.example) **b** `c` | d",
    "\x1b[31mred\x1b[0m",
    "\u202eright to left\u202c \u05d0\u05d1\u05d2",
    "\"'><img src=x onerror=alert(1)>",
    "www.evil.example ~~gone~~ # no heading <!-- no comment",
)
VOID = frozenset({"meta", "br", "hr"})


@dataclass
class Element:
    """An element of a page: its name, attributes, and all text within it."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def all(self, *names: str) -> list[Element]:
        """The elements of some name within it, in order."""
        found = [self] if self.name in names else []
        return found + [hit for child in self.inside for hit in child.all(*names)]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def parsed(page: str) -> Element:
    """A page as a tree; every element must be closed."""
    parser = _Parser()
    parser.feed(page)
    parser.close()
    assert len(parser.open) == 1, f"{parser.open[-1].name} stays open"
    return parser.open[0]


def table_rows(table: Element) -> list[list[str]]:
    """The rows of a table, its head left out."""
    return [[cell.text for cell in row.all("th", "td")] for row in table.all("tbody")[0].all("tr")]


def hostile_game() -> Game:
    """A game whose names, place, tags, notes and reasons are all of them meant badly."""
    header = replace(
        toy_header(), name=LONG, players={"nought": HOSTILE[0], "cross": HOSTILE[4]}, place=HOSTILE[3],
        tags={"Event": HOSTILE[2], "Round": HOSTILE[5]}, umpire=HOSTILE[6],
    )  # fmt: skip
    game = Game(RULESET, Log.memory(header))
    for text in (*HOSTILE, "y" * 10_000):
        game.change("note", f'note "{text.replace(chr(34), chr(34) * 2)}"', {}, HOSTILE[0])
    for line in ("place a1", "-", "hand"):
        run(game, line)
    game.report("place a1", stands=HOSTILE[0])
    game.change("dispute", 'dispute 1 "..."', {"entry": 1, "text": HOSTILE[2]})
    last = game.log.entries[-1]
    finding = {"kind": HOSTILE[3], "rule": HOSTILE[4], "message": HOSTILE[0], "instead": HOSTILE[2]}
    forged = Entry(last.number + 1, "note", "", 'note "n"', findings=(finding,), digest=last.digest,
                   consequences=(f"{HOSTILE[4]}: {HOSTILE[3]}",))  # fmt: skip
    game.timeline.take(forged)
    game.log.append(forged)
    return game

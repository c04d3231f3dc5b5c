"""The prompt in a real terminal of 80 columns and 24 lines: what is on the screen, and going on after SIGKILL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal import Terminal

START = """
from referee.ruleset import find
find._entries = lambda: iter([("noughts", "tests.noughts")])
from referee.prompt import play
raise SystemExit(play({arguments}))
"""

Begin = Callable[..., Terminal]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Start terminals; all are gone at the end."""
    started: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        columns = int(environment.pop("columns", "80"))
        started.append(Terminal(tmp_path, START.format(arguments=", ".join(arguments)), columns, **environment))
        return started[-1]

    yield start
    for terminal in started:
        terminal.child.close(force=True)


def test_two_lines_a_kill_and_going_on(begin: Begin) -> None:
    terminal = begin()
    terminal.see("Which game? (Enter: noughts)")
    terminal.type("\r")
    terminal.see("Who plays Noughts?")
    terminal.type("Anna\r")
    terminal.see("Who plays Crosses?")
    terminal.type("\r")
    terminal.see("[ ] Five tokens for each side.", "Enter when the table is ready.")
    terminal.type("\r")
    terminal.see("nought>", "Turn 1 · Noughts · place · 9 free", "1) a1")
    terminal.type("place b")
    terminal.see("b1", "b2", "b3", "turn.place")
    terminal.type("2\r")
    terminal.see("Noughts: place b2", "On the table: put a nought on b2.", "cross>", "(Enter: no)")
    terminal.enter()
    terminal.see("Crosses lets it pass.", "(Enter: hand)")
    terminal.type("hand\r")
    terminal.see("cross>", "Turn 1 · Crosses · place · 8 free")
    terminal.type("b2\r")
    terminal.see("ILLEGAL [turn.place] b2 holds a token of Noughts.", 'stand "why" lets it stand.')
    terminal.kill()

    again = begin()
    again.see("The last game: noughts-", "Turn 1, Crosses", "Anna", "Enter: go on with noughts-")
    again.type("\r")
    again.see("Still waiting: Crosses: place b2", "ILLEGAL [turn.place]", 'stand "why" lets it stand.')
    again.enter()
    again.see("Taken back: Crosses: place b2", "cross>")
    assert again.leave() == 0
    assert "Everything is saved in" in again.raw


def test_narrow_terminal_without_colour(begin: Begin) -> None:
    terminal = begin("None", "'noughts'", "'toy'", "{'nought': 'A', 'cross': 'B'}", columns="40", NO_COLOR="1")
    terminal.see("Enter when the table is ready.")
    terminal.type("\r")
    terminal.see("nought>", "Turn 1 · Noughts · place · 9 free")
    assert terminal.screen.display[-1].strip() == "Turn 1 · Noughts · place · 9 free"
    terminal.type("cross> a1\r")
    terminal.see("ILLEGAL", "stand")
    assert terminal.leave() == 0
    assert "38;" not in terminal.raw  # no colour; bold and reverse may stay
    assert "[31m" not in terminal.raw


def test_dumb_terminal_and_a_second_prompt_that_only_looks(begin: Begin) -> None:
    first = begin("None", "'noughts'", "'toy'", "{'nought': 'A'}", TERM="dumb")
    first.see("Enter when the table is ready.")
    first.type("\r")
    first.see("[Turn 1 · Noughts · place · 9 free]")
    first.type("a1\r")
    first.see("Noughts: place a1", "cross>")

    second = begin("'toy'")
    second.see("has this game open", "Look on without writing?")
    second.type("\r")
    second.see("READ-ONLY", "cross>")
    second.type("swap\r")
    second.see("nothing can be reported from here; looking works.")
    assert second.leave() == 0
    assert first.leave() == 0
    assert "\x1b" not in first.raw

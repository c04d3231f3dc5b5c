"""What must be there while somebody types: the legal acts, the words that may follow, the line redrawn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte

from referee.game import Game
from referee.judge import legal
from referee.log import Log
from referee.prompt.completer import NextWord
from referee.prompt.talk import Talk
from referee.ruleset import Table
from tests.bench.acts import Replay, longest
from tests.bench.starting import at_prompt, begin
from tests.bench.table import best, busy, row, section, waits

FRAME = 16
"""Milliseconds between two pictures of a screen."""

SESSIONS = 5
LINE = "move 15-p"


def measure(games: dict[str, list[Replay]], folder: Path) -> None:
    """Print the rows."""
    section("While typing, in the longest example game of each ruleset")
    for name, replays in games.items():
        game = longest(replays)
        tables = [step.table for step in game.timeline.steps if not step.table.winner]
        middle = tables[len(tables) // 2]
        now = min(_legal(game, middle) for _ in range(9))
        every = [min(_legal(game, table) for _ in range(2)) for table in tables]
        row(f"{name}: `legal` in the middle", f"{now:.1f} ms")
        waits("  on every table of the game", every)
        waits(f"{name}: a key to the words that may follow", list(_offered(game)), FRAME)
    begin(folder)
    keys = [list(_session(folder)) for _ in range(SESSIONS)]
    waits("key to redrawn line in a terminal, best of each key", [min(each) for each in zip(*keys, strict=True)], FRAME)
    waits("  every key of every session", [taken for session in keys for taken in session])


def _legal(game: Game, table: Table) -> float:
    """Milliseconds of the processor that all legal acts take, on a copy of a table that nobody has looked at yet."""
    fresh = table.but()
    return busy(lambda: legal(game.ruleset, fresh)) * 1e3


def _offered(game: Game) -> Iterator[float]:
    """Milliseconds until the menu is known, for each key of some lines of a game that is replayed to there.

    What is legal is worked out while the players read, so it is not counted.
    """
    steps = [step for step in game.timeline.steps if step.entry.kind == "act"]
    for step in steps[len(steps) // 2 :: max(1, len(steps) // 12)]:
        before = Game(game.ruleset, Log.memory(game.log.header))
        at = game.timeline.steps.index(step)
        before.timeline.start = game.timeline.steps[at - 1].table
        talk = Talk(before)
        completer = NextWord(talk)
        assert talk.tree.roots is not None
        line = step.entry.line
        for end in range(1, len(line) + 1):
            yield best(lambda: completer.offered(line[:end]), 3) * 1e3  # noqa: B023


def _session(folder: Path) -> Iterator[float]:
    """Milliseconds from each key of a line to the screen that shows it."""
    terminal = at_prompt(folder)
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    stream.feed(f"{terminal.before}{terminal.after}")
    time.sleep(0.5)
    _drain(terminal, stream)
    for end in range(1, len(LINE) + 1):
        start = time.perf_counter()
        terminal.send(LINE[end - 1])
        while not _shows(screen, LINE[:end]) and time.perf_counter() - start < 2:
            _drain(terminal, stream, 0.05)
        yield (time.perf_counter() - start) * 1000
        time.sleep(0.05)  # nobody types without a pause
        _drain(terminal, stream)
    terminal.close(force=True)


def _shows(screen: pyte.Screen, typed: str) -> bool:
    """Whether the line is drawn, with the cursor behind it."""
    return f"> {typed}" in screen.display[screen.cursor.y] and screen.cursor.x == len("axis> ") + len(typed)


def _drain(terminal: pexpect.spawn[str], stream: pyte.Stream, timeout: float = 0.01) -> None:
    try:
        stream.feed(terminal.read_nonblocking(65536, timeout))
    except pexpect.TIMEOUT:
        return

"""How fast the referee is, as ratios of one run: machines are shared and noisy, so only ratios mean anything.

python -m tests.bench            all but the comparison with PokerKit
python -m tests.bench --peers    makes a virtual environment with PokerKit and compares with it too
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import pexpect
import pyte

from referee.course import enact
from referee.game import Game
from referee.judge import Chain, judge
from referee.log import Header, Log
from referee.notation import Reader
from referee.ruleset import Ruleset, Table
from referee.ruleset.find import load_ruleset
from referee.transcript import read_transcript

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/lightning_north_africa/rulebook-turn.ref"
PEER = Path(__file__).with_name("peer.py")


def best(run: Callable[[], object], times: int = 9) -> float:
    """The shortest of some runs, in seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return min(found)


def row(what: str, value: str, bar: str) -> None:
    """One line of the table."""
    print(f"{what:<58} {value:>18}   {bar}")


def child(*words: str, **env: str) -> Callable[[], object]:
    """A child process that is waited for."""
    full = {**os.environ, **env}
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=full)


def start_up() -> None:
    """`--help` and `--version` against a bare interpreter."""
    bare = best(child(sys.executable, "-c", "pass"))
    for flag in ("--help", "--version"):
        taken = best(child(sys.executable, "-m", "referee", flag))
        row(f"referee {flag} / bare Python", f"{taken / bare:.2f}", "at most 5")


def prompt(folder: Path) -> None:
    """The first prompt against importing its libraries, and a key against the line redrawn."""
    libraries = best(child(sys.executable, "-c", "import click, prompt_toolkit, tinydb"))
    env = {**os.environ, "REFEREE_DATA": str(folder), "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm-256color"}
    play = [
        sys.executable,
        "-m",
        "referee",
        "play",
        "lightning-north-africa",
        "--name",
        "bench",
        "--players",
        "axis=A,allied=B",
    ]
    subprocess.run(play, input="draw\n", text=True, check=True, env=env, stdout=subprocess.DEVNULL)
    taken: list[float] = []
    keys: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        with_pty = pexpect.spawn(
            sys.executable, ["-m", "referee", "play", "bench"], env=env, dimensions=(24, 80), encoding="utf-8"
        )
        with_pty.delaybeforesend = None
        with_pty.expect("axis> ", timeout=30)
        taken.append(time.perf_counter() - start)
        keys += _keys(with_pty)
        with_pty.close(force=True)
    row("first prompt / import click, prompt_toolkit, tinydb", f"{min(taken) / libraries:.2f}", "at most 1.6")
    row("key to redrawn line, median / worst", f"{median(keys):.1f} / {max(keys):.1f} ms", "under 16 ms")


def _keys(terminal: pexpect.spawn[str]) -> list[float]:
    """Milliseconds from each key of a line to the screen that shows it."""
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    stream.feed(str(terminal.before) + str(terminal.after))
    time.sleep(0.3)
    _drain(terminal, stream)
    found = []
    typed = ""
    for key in "move 15-p":
        typed += key
        start = time.perf_counter()
        terminal.send(key)
        while not any(f"> {typed}" in line for line in screen.display) and time.perf_counter() - start < 2:
            _drain(terminal, stream, 0.05)
        found.append((time.perf_counter() - start) * 1000)
    return found


def _drain(terminal: pexpect.spawn[str], stream: pyte.Stream, timeout: float = 0.01) -> None:
    try:
        stream.feed(terminal.read_nonblocking(65536, timeout))
    except pexpect.TIMEOUT:
        return


def durable(folder: Path) -> None:
    """A durable report with a growing record against writing the same bytes and an fsync."""
    ruleset = load_ruleset("lightning-north-africa")
    header = Header(ruleset.name, ruleset.version, "long", {}, {}, {}, "2026-01-01")
    path = folder / "long.jsonl"
    with Log.create(path, header, folder) as log:
        game = Game(ruleset, log)
        first = None
        for mark in (100, 1_000, 10_000):
            with patch("os.fsync"):  # what comes before the measurement need not be safe
                while len(log.entries) < mark:
                    game.report(f"hand axis {len(log.entries) % 9}")
            size = path.stat().st_size
            ours = best(lambda: [game.report(f"hand axis {i % 9}") for i in range(50)], 5) / 50
            bytes_each = (path.stat().st_size - size) // 250
            bare = _bare(folder / "bare", bytes_each)
            first = first or ours
            row(f"durable report at {mark} entries / bare fsynced line", f"{ours / bare:.2f}", "at most 5, aim 1.5")
            row(f"  the same / at 100 entries ({ours * 1e6:.0f} us)", f"{ours / first:.2f}", "flat")


def _bare(path: Path, size: int) -> float:
    line = b"x" * (size - 1) + b"\n"
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def run() -> None:
        for _ in range(50):
            os.write(file, line)
            os.fsync(file)

    taken = best(run, 5) / 50
    os.close(file)
    return taken


def acts(peers: bool, folder: Path) -> None:
    """Parse, judge and apply for each action of the example turn, in memory."""
    ruleset = load_ruleset("lightning-north-africa")
    header = Header(ruleset.name, ruleset.version, "x", {}, {}, {}, "2026-01-01")
    lines = [line.text for line in read_transcript(EXAMPLE.read_bytes()).lines]

    def run() -> None:
        game = Game(ruleset, Log.memory(header))
        for line in lines:
            game.report(line, stands="")

    each = best(run, 25) / len(lines)
    row("a report in memory, an action", f"{each * 1e6:.0f} us", "")
    game = Game(ruleset, Log.memory(header))
    spent = {"parse": 0.0, "judge": 0.0, "apply": 0.0}
    for line in lines:
        table = game.table
        verdict = judge(ruleset, table, game.reader().read(line))
        spent["parse"] += best(partial(_parse, ruleset, table, line), 25)
        spent["judge"] += best(partial(judge, ruleset, table, verdict.action), 25)
        spent["apply"] += best(partial(enact, ruleset, verdict.table, verdict.action), 25)
        game.report(line, stands="")
    each_part = ", ".join(f"{part} {taken / len(lines) * 1e6:.0f}" for part, taken in spent.items())
    row("  of it in us (apply with its consequences)", each_part, "")
    if not peers:
        return
    venv.create(folder / "peer", with_pip=True)
    python = folder / "peer/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pokerkit"], check=True)
    result = json.loads(subprocess.run([python, PEER], check=True, capture_output=True, text=True).stdout)
    judged = sum(spent.values()) / len(lines)
    row("parse + judge + apply / an action of PokerKit's replay", f"{judged / result['each']:.2f}", "at most 1")
    row("  with digest, entry and instructions for the hands", f"{each / result['each']:.2f}", "")


def _parse(ruleset: Ruleset[Any], table: Table, line: str) -> None:
    """Read a line with no open question known yet."""
    Reader(table, ruleset.actions, ruleset.sides, Chain(ruleset, table).asks).read(line)


def main() -> None:
    """Print all ratios."""
    # An installed program has its modules compiled; measure it so.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", *(str(ROOT / f) for f in ("referee", "rulesets"))], check=True
    )
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--peers", action="store_true", help="compare with PokerKit in an environment of its own")
    peers = options.parse_args().peers
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start_up()
        prompt(folder / "data")
        durable(folder)
        acts(peers, folder)


if __name__ == "__main__":
    main()

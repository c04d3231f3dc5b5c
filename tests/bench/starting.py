"""Commands from their start to their end, and the first prompt, beside bare Python and the libraries they import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pexpect

from tests.bench.acts import ROOT
from tests.bench.table import Run, busy_children, ratio, row, section, side_by_side

EXAMPLE = "examples/lightning_north_africa/rulebook-turn.ref"
LIBRARIES = "import click, prompt_toolkit, tinydb"
ROUNDS = 15

WORDS = {
    "--help": ["--help"],
    "--version": ["--version"],
    "games": ["games"],
    "rulesets": ["rulesets"],
    "check of a turn": ["check", EXAMPLE],
}

PLAYERS = ("--players", "axis=A,allied=B")


def environment(folder: Path) -> dict[str, str]:
    """What a command finds: a data folder of its own, and a terminal that answers no questions."""
    terminal = {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm-256color", "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, "REFEREE_DATA": str(folder), **terminal}


def child(*words: str, folder: Path) -> Run:
    """A child of Python that is waited for."""
    env = environment(folder)
    command = [sys.executable, *words]
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env, cwd=ROOT)


def begin(folder: Path) -> None:
    """A game called `bench`, with one act."""
    words = ["-m", "referee", "play", "lightning-north-africa", "--name", "bench", *PLAYERS]
    env = environment(folder)
    subprocess.run([sys.executable, *words], input="draw\n", text=True, check=True, env=env, stdout=subprocess.DEVNULL)


def at_prompt(folder: Path) -> pexpect.spawn[str]:
    """A session of the game `bench` in a terminal, its first prompt on the screen."""
    words = ["-m", "referee", "play", "bench"]
    terminal = pexpect.spawn(sys.executable, words, env=environment(folder), dimensions=(24, 80), encoding="utf-8")
    terminal.delaybeforesend = None
    terminal.expect("axis> ", timeout=60)
    return terminal


def measure(folder: Path) -> None:
    """Print a row for each command."""
    section(
        "From start to end, beside bare Python and three libraries: time of the processor, the least of some rounds"
    )
    begin(folder)
    runs = {name: child("-m", "referee", *words, folder=folder) for name, words in WORDS.items()}
    runs |= {"bare": child("-c", "pass", folder=folder), "libraries": child("-c", LIBRARIES, folder=folder)}
    taken = side_by_side(runs, ROUNDS, busy_children)
    least = {name: min(seconds) for name, seconds in taken.items()}
    row("bare Python; the libraries", f"{least['bare'] * 1e3:.0f}; {least['libraries'] * 1e3:.0f} ms")
    bars = {"--help": 5.0, "--version": 5.0}
    for name in WORDS:
        ratio(f"{name} / bare Python", least[name] / least["bare"], bars.get(name), f"{least[name] * 1e3:.0f} ms")
        ratio(f"{name} / the libraries", least[name] / least["libraries"])
    wait = {"libraries": runs["libraries"], "prompt": lambda: at_prompt(folder).close(force=True)}
    taken = side_by_side(wait, ROUNDS)
    ratio("first prompt / the libraries, by the clock", min(taken["prompt"]) / min(taken["libraries"]), 1.6)

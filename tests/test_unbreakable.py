"""Nothing acknowledged is ever lost: kills and a full disk, through the real command line."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import IO

from referee.game import Game
from referee.log import Log
from referee.ruleset.find import load_ruleset

KILLS = 50
ACK = re.compile(r"#(\d+) \S+ (.+)")
TURN = (
    "draw",
    "prepare ariete-trento",
    "draw",
    "undo",
    "redo",
    "note here",
    "hand axis 4",
    "move 15-panzer cairo",
    "back",
)
"""A few lines of everything: draws, windows, undo and redo, asides, a flagged line that is taken back."""


def play(folder: Path, name: str, *first: str) -> subprocess.Popen[str]:
    """The real program, fed through a pipe."""
    env = {**os.environ, "REFEREE_DATA": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "play", *(first or (name,))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=env,
    )


def new(folder: Path, name: str) -> None:
    """A new game, set up."""
    program = play(folder, name, "lightning-north-africa", "--name", name, "--players", "axis=Anna,allied=Ben")
    said, _ = program.communicate("ready\n", timeout=60)
    assert "#1 " in said


def acknowledged(out: IO[str]) -> Iterator[tuple[int, str]]:
    """The entries that the program said are on the disk."""
    for line in out:
        found = ACK.match(line)
        if found:
            yield int(found.group(1)), found.group(2).strip()


def record(folder: Path, name: str) -> Log:
    """The record as a reader finds it."""
    return Log.open(folder / f"{name}.jsonl", folder / ".state", readonly=True)


def killed(folder: Path, name: str, after: float) -> dict[int, str]:
    """Play until the program is killed `after` seconds behind its first acknowledgement; what it acknowledged."""
    program = play(folder, name)
    assert program.stdin is not None
    assert program.stdout is not None
    with suppress(BrokenPipeError):
        program.stdin.write("\n".join(TURN * 60) + "\n")
        program.stdin.flush()
    acks = acknowledged(program.stdout)
    first = next(acks)
    time.sleep(after)
    program.kill()
    found = dict(chain([first], acks))
    program.wait()
    program.stdout.close()
    with suppress(BrokenPipeError):
        program.stdin.close()
    return found


def test_fifty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Two games side by side, each killed again and again at a random moment, and gone on with."""
    rng = random.Random(1941)
    seen: dict[str, dict[int, str]] = {"anna": {}, "ben": {}}
    for name in seen:
        new(tmp_path, name)

    def rounds(name: str, waits: list[float]) -> None:
        for wait in waits:
            seen[name] |= killed(tmp_path, name, wait)
            with record(tmp_path, name) as log:
                entries = {e.number: e for e in log.entries}
                lost = [n for n in seen[name] if n not in entries]
                assert not lost, f"{name}: acknowledged and lost: {lost}"
                assert log.storage.mark in ("fits", "short") or not log.storage.missing

    with ThreadPoolExecutor(2) as pool:
        waits = [rng.uniform(0, 0.15) for _ in range(KILLS)]
        list(pool.map(rounds, seen, (waits[::2], waits[1::2])))
    for name, acks in seen.items():
        assert len(acks) > KILLS
        with record(tmp_path, name) as log:
            Game(load_ruleset(log.header.ruleset), log)
    doctor = subprocess.run(
        [sys.executable, "-m", "referee", "doctor"],
        env={**os.environ, "REFEREE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr


def test_a_full_disk_harms_nothing(tmp_path: Path) -> None:
    """The file may not grow beyond a limit, as on a full disk: said at once, and what was saved stays as it was."""
    new(tmp_path, "full")
    path = tmp_path / "full.jsonl"
    before = path.read_bytes()
    limit = len(before) + 700
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        "from referee.cli import main\n"
        "sys.argv = ['referee', 'play', 'full']\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(TURN * 4) + "\n",
        env={**os.environ, "REFEREE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    assert "NOT SAVED" in said.upper()
    after = path.read_bytes()
    assert after.startswith(before)
    assert len(after) <= limit
    with record(tmp_path, "full") as log:
        game = Game(load_ruleset(log.header.ruleset), log)
        saved = [int(n) for n in re.findall(r"^#(\d+) ", said, re.MULTILINE)]
        assert game.log.entries[-1].number >= 1
        assert max(saved, default=0) >= game.log.entries[-1].number

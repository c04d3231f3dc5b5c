"""Kills at random moments: the real program plays through a pipe, or at a terminal, and goes on after each kill."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pexpect
from click.testing import CliRunner

from referee.cli import main
from referee.lines import RecordError
from referee.log import Log
from referee.telling import tell_entry
from referee.transcript import read_file

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/*.ref"))
ENTRY = re.compile(r"#(\d+) ")
EACH = 20
"""Kills that one game lives through; then another begins, so that no record grows long."""

SPARE = 40
"""Notes behind the other lines, so that there always is a next entry."""


@dataclass
class Tally:
    """What was done, and what came of it: `faults` are sentences, one for each promise that was broken."""

    kills: int = 0
    games: int = 0
    acknowledged: int = 0
    faults: tuple[str, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.kills + other.kills,
            self.games + other.games,
            self.acknowledged + other.acknowledged,
            self.faults + other.faults,
        )


def program(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The real command line, with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
        env={**os.environ, "REFEREE_DATA": str(folder)},
        cwd=ROOT,
    )


def flaws(folder: Path, acknowledged: dict[int, str], name: str = "game") -> Iterator[str]:
    """What is wrong with a game of a folder: acknowledged entries that are lost, or what the doctor says."""
    try:
        with Log.open(folder / f"{name}.jsonl", folder / ".state", readonly=True) as log:
            found = {entry.number: tell_entry(entry) for entry in log.entries}
    except RecordError as error:
        yield f"it does not open: {error}"
        return
    yield from (f"lost: {said}" for number, said in acknowledged.items() if found.get(number) != said)
    # Of the game alone: what it taught goes into a component file, where a line may rest on one that was taken back.
    doctor = CliRunner(env={"REFEREE_DATA": str(folder)}).invoke(main, ["doctor", name])
    if doctor.exit_code:
        yield f"doctor: {doctor.output or doctor.exception}"


class Evening:
    """A game of one of the examples: begun by `import`, gone on with at random, corrections among the lines."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder, self._rng = folder, rng
        self.acknowledged: dict[int, str] = {}
        script = read_file(rng.choice(EXAMPLES))
        self._lines = [line.text for line in script.lines]
        self._at = rng.randrange(len(self._lines) // 2)
        folder.mkdir(parents=True)
        head = folder / "head.ref"
        tags = [f'[{tag.name} "{tag.value}"]' for tag in script.tags]
        head.write_text("\n".join([*tags, *self._lines[: self._at]]), encoding="utf-8")
        begun = program(folder, "import", str(head), "--name", "game")
        said, _ = begun.communicate(timeout=60)
        if begun.returncode:
            raise AssertionError(said)

    def lines(self) -> Iterator[str]:
        """The next lines: those of the example, with notes, lines taken back and old ones corrected."""
        for line in self._lines[self._at : self._at + 200]:
            yield line
            if self._rng.random() < 0.2:
                yield from ("undo", "redo")
            if self._rng.random() < 0.1:
                yield from (f"fix {self._rng.randint(1, 30)} drop", "keep", "back", "undo")
        yield from (f'note "{number}"' for number in range(SPARE))

    def kill(self, how: signal.Signals) -> Tally:
        """Play on, until a signal comes at a random moment; what was lost, and whether the record is sound."""
        played = program(self.folder, "play", "game")
        assert played.stdin is not None
        assert played.stdout is not None
        played.stdin.write("\n".join(self.lines()) + "\n")
        played.stdin.flush()
        said: list[str] = []
        if self._rng.random() < 0.2:
            time.sleep(self._rng.uniform(0, 0.6))
        else:
            wanted = self._rng.randint(1, SPARE)
            for line in played.stdout:
                said.append(line)
                wanted -= ENTRY.match(line) is not None
                if not wanted:
                    break
            time.sleep(self._rng.uniform(0, 0.003))
        begun = bool(said)
        played.send_signal(how)
        said += played.stdout
        played.wait()
        played.stdout.close()
        played.stdin.close()
        return self._checked(said, begun)

    def _checked(self, said: list[str], begun: bool) -> Tally:
        fresh = {int(m.group(1)): line.rstrip("\n") for line in said if (m := ENTRY.match(line))}
        self.acknowledged |= fresh
        for line in fresh.values():
            if self._at < len(self._lines) and self._lines[self._at].rpartition("> ")[2] in line:
                self._at += 1
        faults = [*flaws(self.folder, self.acknowledged)]
        if begun and any("Traceback" in line for line in said):  # before that it is Python itself that is interrupted
            faults.append("".join(said[-20:]))
        return Tally(1, 0, len(fresh), tuple(faults))


def hear_interrupts() -> None:
    """A command in the background ignores SIGINT, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def killed(folder: Path, how: signal.Signals, count: int, seed: int) -> Tally:
    """So many kills of one kind, over games of all rulesets."""
    rng = random.Random(seed)
    tally = Tally()
    while tally.kills < count:
        evening = Evening(folder / "evening", rng)
        tally += Tally(games=1)
        for _ in range(min(EACH, count - tally.kills)):
            tally += evening.kill(how)
        shutil.rmtree(evening.folder)
    return tally


def killed_at_terminal(folder: Path, count: int, seed: int) -> Tally:
    """So many kills of a prompt at a terminal; a note is acknowledged when the prompt is there again."""
    rng = random.Random(seed)
    tally = Tally()
    evening = Evening(folder / "terminal", rng)
    for _ in range(count):
        with Log.open(folder / "terminal/game.jsonl", None, readonly=True) as log:
            before = len(log.entries)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "referee", "play", "game"],
            env={**os.environ, "REFEREE_DATA": str(evening.folder), "TERM": "dumb"},
            cwd=str(ROOT),
            encoding="utf-8",
        )
        child.delaybeforesend = None
        child.expect("[a-z]> ")
        wanted = rng.randint(1, SPARE)
        child.send("".join(f'note "{number}"\r' for number in range(wanted + 5)))
        for _ in range(wanted):
            child.expect("[a-z]> ")
        time.sleep(rng.uniform(0, 0.003))
        child.kill(signal.SIGKILL)
        child.wait()
        child.close()
        notes = {before + number + 1: f'#{before + number + 1} ok note "{number}"' for number in range(wanted)}
        tally += Tally(1, 0, wanted, tuple(flaws(evening.folder, notes)))
    return tally + Tally(games=1)

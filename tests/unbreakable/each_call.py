"""Killed at each system call in turn: whatever a command writes is there whole, or not at all."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.cli import main
from referee.log import Log, list_records
from tests.unbreakable.calls import KILLED, killed_before
from tests.unbreakable.killed import ENTRY, ROOT, Tally, flaws

EXAMPLE = ROOT / "examples/lightning_north_africa/rulebook-turn.ref"
LINES = (
    'draw\nundo\nnote "here"\nhide axis "a secret"\ncard "Odd Bomb" axis when action effect loss\nmove nowhere\nquit\n'
)
"""An act, going back, a note, the sealed vault, what is learned, and a line that fails."""


@dataclass(frozen=True)
class Scene:
    """A command that writes: its words, what is typed into it, and what must hold wherever it was killed."""

    words: tuple[str, ...]
    holds: Callable[[Path, str], Iterator[str]]
    typed: str = ""


def scenes(folder: Path) -> Iterator[Scene]:
    """Everything that writes; `game` is there before each of them."""
    with Log.open(folder / "game.jsonl", None, readonly=True) as log:
        entries = len(log.entries)

    def acknowledged(said: str) -> dict[int, str]:
        return {int(m.group(1)): line for line in said.splitlines() if (m := ENTRY.match(line))}

    def played(folder: Path, said: str) -> Iterator[str]:
        yield from flaws(folder, acknowledged(said))

    def begun(folder: Path, said: str) -> Iterator[str]:
        if (folder / "new.jsonl").exists():
            yield from flaws(folder, acknowledged(said), "new")
        else:
            yield from (f"lost: {line}" for line in acknowledged(said).values())
        yield from flaws(folder, {})

    def imported(folder: Path, said: str) -> Iterator[str]:
        new = next((each for each in list_records(folder) if each.path.name == "new.jsonl"), None)
        if new and new.entries != entries:
            yield f"half imported: {new.entries} of {entries} entries; {new.damage}"
        yield from flaws(folder, {})

    def written(folder: Path, said: str) -> Iterator[str]:
        for file in (folder / "out.ref", folder / "out.md"):
            if file.exists() and not file.read_text(encoding="utf-8").endswith("\n"):
                yield f"{file.name} was written in part"
            if file.exists() and file.stat().st_size < 200:
                yield f"{file.name} is too short"

    yield Scene(("play", "game"), played, LINES)
    yield Scene(("play", "lightning-poland", "--name", "new"), begun, "ready\nnote one\n")
    yield Scene(("import", str(EXAMPLE), "--name", "new"), imported)
    yield Scene(("export", "game", "-o", str(folder / "out.ref")), written)
    yield Scene(("report", "game", "-o", str(folder / "out.ref"), "-o", str(folder / "out.md")), written)


def killed_at_each_call(folder: Path) -> Tally:
    """All scenes, each again and again, killed before its first change of a file, its second, and so on."""
    pristine = folder.with_name("pristine")
    _run(pristine, Scene(("import", str(EXAMPLE), "--name", "game"), lambda folder, said: iter(())), 0)
    shutil.copytree(pristine, folder)
    tally = Tally()
    for scene in list(scenes(folder)):
        at = 1
        while True:
            shutil.rmtree(folder)
            shutil.copytree(pristine, folder)
            killed, said = _run(folder, scene, at)
            where = " ".join(scene.words[:1])
            found = tuple(f"{where}, killed at call {at}: {fault}" for fault in scene.holds(folder, said))
            acknowledged = len(re.findall(r"^#\d+ ", said, re.MULTILINE))
            tally += Tally(int(killed), 0, acknowledged, found)
            if not killed:
                break
            at += 1
    return tally


def _run(folder: Path, scene: Scene, at: int) -> tuple[bool, str]:
    """Run a command in a child that is killed before call `at` (0: never); whether it was, and what it said."""
    said = folder.with_name("said.txt")

    def command() -> None:
        os.environ["REFEREE_DATA"] = str(folder)
        sys.stdin = io.TextIOWrapper(io.BytesIO(scene.typed.encode()))
        sys.stdout = sys.stderr = open(said, "w", encoding="utf-8")  # noqa: SIM115
        main(scene.words, standalone_mode=False)

    status = killed_before(folder, at, command)
    if status > 1:
        raise AssertionError(f"{scene.words}: {said.read_text(encoding='utf-8')}")
    return status == KILLED, said.read_text(encoding="utf-8")

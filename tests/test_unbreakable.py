"""Nothing acknowledged is ever lost: the short form of `python -m tests.unbreakable`, and a full disk."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT, Run
from tests.unbreakable.each_call import scenes
from tests.unbreakable.killed import ENTRY, flaws, program

LINES = ("draw", "prepare ariete-trento", "draw", "undo", "redo", "note here", "hand axis 4", "back")


def test_no_kill_loses_what_was_acknowledged() -> None:
    wanted = ("--kills", "12", "--signals", "2", "--jobs", "2")
    done = subprocess.run(
        [sys.executable, "-m", "tests.unbreakable", *wanted], capture_output=True, text=True, cwd=ROOT, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    kills, acknowledged = re.findall(r"^all: (\d+) kills .*, (\d+) entries acknowledged", done.stdout, re.MULTILINE)[0]
    assert int(kills) > 17 + 60
    assert int(acknowledged) > 200


def test_an_entry_that_is_lost_of_a_new_game_is_a_flaw(call: Run, data_folder: Path) -> None:
    for name in ("game", "new"):
        call("play", "noughts", "--name", name, text="place a1\n")
    begun = next(scene for scene in scenes(data_folder) if scene.words[:2] == ("play", "lightning-poland"))
    assert list(begun.holds(data_folder, "#1 ok nought> place a1\n")) == []
    assert list(begun.holds(data_folder, "#1 ok nought> place c3\n")) == ["lost: #1 ok nought> place c3"]


def test_a_full_disk_harms_nothing(tmp_path: Path) -> None:
    """The files may not grow beyond a limit, as on a full disk: said at once, and what was saved stays as it was."""
    program(tmp_path, "play", "lightning-north-africa", "--name", "game").communicate("ready\n", timeout=60)
    path = tmp_path / "game.jsonl"
    before = path.read_bytes()
    limit = len(before) + 700
    code = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
        "from referee.cli import main\n"
        "main(['play', 'game'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(LINES * 4) + "\n",
        env={**os.environ, "REFEREE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert re.search(r"NOT SAVED .* It is kept in memory and tried again\.", done.stdout)
    assert re.search(r"NOT SAVED: \d+ entries .* report them again", done.stderr)
    after = path.read_bytes()
    assert after.startswith(before)
    assert len(after) <= limit
    told = [line for line in done.stdout.splitlines() if "NOT SAVED" not in line]
    saved = {int(m.group(1)): line for line in told if (m := ENTRY.match(line))}
    assert len(saved) > 1
    assert not list(flaws(tmp_path, saved))

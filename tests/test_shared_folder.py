"""A record that others touch while it is played: a sync program, a second prompt, readers, a clock that is set back."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee import library
from referee.library import new_game, open_game
from referee.log import Log
from referee.prompt import session
from referee.prompt.say import toolbar
from referee.prompt.talk import Talk
from tests.conftest import NEW, ROOT, Run
from tests.noughts import RULESET as NOUGHTS

pytestmark = pytest.mark.usefixtures("noughts", "data_folder")
ALARM = ("class:alarm", " NOT SAVED ")


def played(*lines: str) -> Talk:
    """A saved game with some lines in it."""
    talk = Talk(new_game(NOUGHTS, "evening"))
    for line in lines:
        talk.hear(line)
    return talk


@pytest.mark.parametrize("how", ["an older version", "a newer version", "moved away"])
def test_a_sync_program_takes_the_record_from_under_an_open_prompt(data_folder: Path, tmp_path: Path, how: str) -> None:
    path = data_folder / "evening.jsonl"
    talk = played("a1")
    older = path.read_bytes()
    talk.hear("swap")
    ours = path.read_bytes()
    if how == "moved away":
        path.rename(tmp_path / "moved")
    else:
        fresh = tmp_path / "fresh"
        fresh.write_bytes(older if how == "an older version" else ours + ours.splitlines(keepends=True)[-1])
        fresh.rename(path)
    foreign = path.read_bytes() if path.exists() else None

    said = "\n".join(talk.hear("show"))
    assert "NOT SAVED: " in said
    assert "2 entries not saved. Every line tries again; `save PATH` saves elsewhere." in said
    assert ALARM in toolbar(talk.game)
    assert "What is not saved is lost if you leave." in "\n".join(talk.hear("quit"))
    talk.hear("")
    talk.hear("b2")
    assert (path.read_bytes() if path.exists() else None) == foreign
    assert talk.hear(f"save {data_folder / 'evening-2'}")[0].startswith("The game goes on in ")
    last = talk.hear("quit")
    assert last == [f"Everything is saved in {data_folder / 'evening-2.jsonl'}. Go on with: referee play evening-2"]
    talk.game.log.close()
    with open_game("evening-2").log as log:
        assert log.entries == talk.game.log.entries
        assert log.storage.mark == "fits"


def test_leaving_at_once_does_not_say_that_all_is_saved_where_the_file_is_gone(data_folder: Path) -> None:
    talk = played("a1")
    (data_folder / "evening.jsonl").unlink()
    assert "1 ENTRY NOT SAVED: " in "\n".join(talk.hear("quit"))
    assert not talk.done
    talk.game.log.close()


def test_a_conflict_copy_is_a_game_beside_ours_and_is_told(call: Run, evening: str, data_folder: Path) -> None:
    copy = data_folder / "evening (conflicted copy 2026-11-30).jsonl"
    shutil.copy(data_folder / "evening.jsonl", copy)
    call("play", "evening", text='note "only here"\n')
    assert f"{copy.stem}: noughts" in call("games").output
    said = call("show", "evening")
    assert f"Another record of this game lies beside it, {copy.name}" in " ".join(said.stderr.split())
    assert f"then in {copy.stem}: nothing more" in call("diff", "evening", copy.stem).output
    call("doctor")
    call("play", copy.stem, text='note "only there"\n')
    with open_game(copy.stem).log as log:
        assert log.entries[-1].line == 'note "only there"'


def test_a_copy_from_another_machine_is_told_when_the_game_is_opened(
    call: Run, evening: str, data_folder: Path
) -> None:
    path = data_folder / "evening.jsonl"
    older = path.read_bytes()
    call("play", "evening", text='note "one"\n')
    newer = path.read_bytes()
    path.write_bytes(older)
    assert "were written: the rest is lost from the file" in call("show", "evening").stderr
    path.write_bytes(newer)
    assert not call("show", "evening").stderr


def test_a_second_prompt_says_who_has_the_game_and_only_looks(data_folder: Path) -> None:
    talk = played("a1")
    second = subprocess.run(
        [sys.executable, "-c", f"{START}main(['play', 'evening'])"],
        input="b2\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "REFEREE_DATA": str(data_folder)},
    )
    assert second.returncode == 1
    assert f"process {os.getpid()}" in second.stderr
    reader = Talk(open_game("evening", readonly=True), readonly="Anna", reopen=session._read_again)
    talk.hear("swap")
    assert any("X . ." in line for line in reader.hear("show"))
    reader.game.log.close()
    talk.game.log.close()


def test_a_second_prompt_on_a_copy_reads_that_copy_again(data_folder: Path) -> None:
    talk = played("a1")
    talk.game.log.close()
    shutil.copy(data_folder / "evening.jsonl", data_folder / "second.jsonl")
    reader = session._read_again(open_game("second", readonly=True))
    assert reader.log.storage.path == data_folder / "second.jsonl"
    reader.log.close()


START = """
from referee.ruleset import find
find._entries = lambda: iter([("noughts", "tests.noughts")])
from referee.cli import main
"""


def test_readers_find_a_whole_record_while_it_is_written(call: Run, data_folder: Path) -> None:
    call(*NEW)
    writer = subprocess.Popen(
        [sys.executable, "-c", f"{START}main(['play', 'evening'])"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env={**os.environ, "REFEREE_DATA": str(data_folder)},
    )
    assert writer.stdin is not None
    lengths = [0]
    for _ in range(5):  # each time it is read until the writer has gone on, and while it goes on
        seen = lengths[-1]
        writer.stdin.write('note "here"\n' * 80)
        writer.stdin.flush()
        while lengths[-1] == seen:
            with Log.open(data_folder / "evening.jsonl", data_folder / ".state", readonly=True) as log:
                lengths.append(len(log.entries))
                assert log.storage.mark in ("fits", "none")
        for words in (("show",), ("log", "--json"), ("export",)):
            call(words[0], "evening", *words[1:])
    writer.communicate()
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 5, "it was read while it grew"
    call("doctor")


def test_a_clock_that_is_set_back_breaks_nothing(
    call: Run, data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [f"2026-11-{day:02}T{hour:02}:00:00+0{zone}:00" for day, hour, zone in ((30, 21, 1), (29, 3, 2), (1, 0, 1))]
    ticking = (times[n % 3] for n in range(10_000))
    monkeypatch.setattr(library, "now", lambda: next(ticking))
    call(*NEW, text="place a1\n-\nhand\nplace b2\n-\nhand\nundo\nundo\nredo\n", status=None)
    with open_game("evening").log as log:
        assert [entry.number for entry in log.entries] == list(range(1, len(log.entries) + 1))
        assert len({entry.time for entry in log.entries}) == 3
    for words in (("show", "evening"), ("log", "evening"), ("games",), ("stats", str(data_folder)), ("doctor",)):
        call(*words)
    call("report", "evening", "-o", str(tmp_path / "out.html"), "-o", str(tmp_path / "out.md"))

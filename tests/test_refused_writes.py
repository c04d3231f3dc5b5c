"""Writes that are refused: said at once and loudly, nothing saved is harmed, and saving again catches up."""

from __future__ import annotations

import errno
import shutil
from itertools import count
from pathlib import Path

import pytest

from referee.library import new_game, open_game
from referee.prompt.say import toolbar
from referee.prompt.talk import Talk
from tests.noughts import RULESET as NOUGHTS
from tests.unbreakable.calls import watched
from tests.unbreakable.refused import Disk, evening


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("number", [errno.EIO, errno.EROFS])
def test_each_write_of_an_evening_is_refused_in_turn(
    patrol: None, data_folder: Path, number: int, lasting: bool
) -> None:
    step = 1 if number == errno.EIO else 7
    for at in count(1, step):
        if not evening(data_folder, Disk(number, at, lasting)):
            break
        shutil.rmtree(data_folder)
    assert at > 50, "so many calls there are at least"


def test_another_place_is_taken_where_nothing_can_be_written_any_more(
    noughts: None, data_folder: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    disk = Disk(errno.EROFS, 1, lasting=True, mended=True)
    with watched(data_folder, disk):
        talk = Talk(new_game(NOUGHTS, "evening"))
        talk.hear("a1")
        disk.mended = False
        said = talk.hear("swap")
        assert "NOT SAVED: THE DISK CAN ONLY BE READ, NOT WRITTEN! " in "\n".join(said)
        assert talk.hear(f"save {stick}")[0] == f"The game goes on in {stick / 'evening.jsonl'}."
        talk.hear("b2")
        assert not talk.game.log.failure
        last = talk.hear("quit")
    assert last[0] == f"Everything is saved in {stick / 'evening.jsonl'}."
    assert last[1] == f"To go on, put that file into {data_folder}; then: referee play evening"
    talk.game.log.close()
    assert len(open_game("evening", readonly=True).log.entries) == 1
    (stick / "evening.jsonl").rename(data_folder / "evening-2.jsonl")
    with open_game("evening-2", readonly=True).log as log:
        assert log.entries == talk.game.log.entries


def test_a_folder_that_vanishes_and_comes_back(noughts: None, data_folder: Path, tmp_path: Path) -> None:
    talk = Talk(new_game(NOUGHTS, "evening"))
    talk.hear("a1")
    data_folder.rename(tmp_path / "away")
    said = "\n".join(talk.hear("show"))
    assert "NOT SAVED: THE FILE OR ITS FOLDER IS NOT THERE! " in said
    assert "1 entry not saved." in said
    assert ("class:alarm", " NOT SAVED ") in toolbar(talk.game)
    talk.hear("swap")
    assert "What is not saved is lost if you leave." in "\n".join(talk.hear("quit"))
    shutil.rmtree(data_folder, ignore_errors=True)
    (tmp_path / "away").rename(data_folder)
    assert "Saved again: the record holds 2 entries." in talk.hear("")
    talk.game.log.close()
    assert len(open_game("evening", readonly=True).log.entries) == 2

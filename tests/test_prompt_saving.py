"""Saving, leaving, and looking on while somebody else writes, without a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.game import Game
from referee.lines import SaveError
from referee.log import Header, Log
from referee.prompt.say import toolbar
from referee.prompt.talk import Talk
from tests.noughts import RULESET as NOUGHTS


def test_quit_says_where_everything_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    talk = Talk(saved_game(tmp_path))
    talk.hear("a1")
    assert talk.hear("quit") == [f"Everything is saved in {tmp_path / 'toy.jsonl'}. Go on with: referee play toy"]
    assert talk.done
    talk.game.log.close()


def test_readonly_view_looks_and_refuses(tmp_path: Path) -> None:
    game = saved_game(tmp_path)
    game.report("a1")
    fresh = Game(NOUGHTS, Log.open(tmp_path / "toy.jsonl", tmp_path, readonly=True))
    talk = Talk(fresh, readonly="anna on her laptop has this game open", reopen=lambda old: read_again(old, tmp_path))
    assert talk.opening()[0].startswith("READ-ONLY: anna on her laptop has this game open.")
    assert talk.hear("b2")[0].endswith("READ-ONLY: nothing can be reported from here; looking works.")
    game.report("swap")
    assert any("X . ." in line for line in talk.hear("show"))
    assert any("X . ." in line for line in talk.hear(""))
    assert ("class:alarm", " READ-ONLY ") in toolbar(talk.game, True)
    assert talk.hear("quit") == ["Nothing was changed."]
    talk.game.log.close()
    game.log.close()


def test_failure_to_save_is_shouted_and_catches_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(saved_game(tmp_path))
    break_disk(talk, monkeypatch)
    said = talk.hear("a1")
    assert "NOT SAVED: THE DISK IS FULL! NOTHING IS LOST YET: THE REFEREE KEEPS IT IN MEMORY." in said
    assert ("class:alarm", " NOT SAVED ") in toolbar(talk.game)
    assert "STILL NOT SAVED: the disk is full (1 entry)." in talk.hear("show")
    monkeypatch.undo()
    assert "Saved again: the record holds 1 entry." in talk.hear("show")
    assert talk.hear("save")[0] == f"Everything is saved in {tmp_path / 'toy.jsonl'}."
    talk.game.log.close()


def test_unsaved_game_is_saved_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(saved_game(tmp_path))
    break_disk(talk, monkeypatch)
    talk.hear("a1")
    assert talk.hear("save /dev/null/x")[0].startswith("NOT SAVED THERE EITHER:")
    monkeypatch.undo()
    monkeypatch.setattr(talk.game.log, "retry", lambda: False)
    said = talk.hear(f"save {tmp_path / 'other.jsonl'}")
    assert said[0] == f"The game goes on in {tmp_path / 'other.jsonl'}."
    assert not talk.game.log.failure
    talk.game.log.close()


def test_leaving_with_unsaved_entries_asks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(saved_game(tmp_path))
    break_disk(talk, monkeypatch)
    talk.hear("a1")
    said = talk.hear("quit")
    assert not talk.done
    assert any("1 ENTRY NOT SAVED: the disk is full." in line for line in said)
    talk.hear("")
    assert not talk.done
    talk.leave()
    assert talk.prompt == "leave? "
    talk.hear("y")
    assert talk.done
    talk.game.log.close()


def test_end_of_input_twice_leaves_even_unsaved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(saved_game(tmp_path))
    break_disk(talk, monkeypatch)
    talk.hear("a1")
    talk.leave()
    assert not talk.done
    talk.leave()
    assert talk.done
    talk.game.log.close()


def saved_game(folder: Path) -> Game:
    """A game of noughts and crosses with a record in a folder."""
    header = Header("noughts", "1", "toy", {}, {}, {}, "2026-11-30")
    return Game(NOUGHTS, Log.create(folder / "toy.jsonl", header, folder))


def read_again(old: Game, folder: Path) -> Game:
    """The same record, read again."""
    old.log.close()
    return Game(NOUGHTS, Log.open(folder / "toy.jsonl", folder, readonly=True))


def break_disk(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be written."""

    def full(*_: object) -> int:
        raise SaveError(Path("toy.jsonl"), "the disk is full")

    monkeypatch.setattr(type(talk.game.log.storage), "append", full)

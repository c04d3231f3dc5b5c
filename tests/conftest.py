"""What the tests share: a toy game, its ruleset where the command line finds it, and a scratch data folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from referee.game import Game
from referee.log import Header, Log
from referee.ruleset import find
from tests.noughts import RULESET, Board

ROOT = Path(__file__).parent.parent
NEW = ("play", "noughts", "--name", "evening", "--players", "nought=Anna,cross=Ben")
Run = Callable[..., Result]


def toy_header() -> Header:
    """The header of a toy game."""
    return Header(
        ruleset="noughts", version="1", name="toy", players={"nought": "Anna", "cross": "Ben"}, options={}, rulings={},
        date="2026-11-30",
    )  # fmt: skip


def board(game: Game) -> Board:
    """The table of a toy game."""
    assert isinstance(game.table, Board)
    return game.table


@pytest.fixture
def game() -> Game:
    """A game of noughts and crosses that is kept in memory only."""
    return Game(RULESET, Log.memory(toy_header()))


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy ruleset, installed beside the real ones."""
    real = dict(find._entries())

    def entries() -> Iterator[tuple[str, str]]:
        yield from {**real, "noughts": "tests.noughts"}.items()

    monkeypatch.setattr(find, "_entries", entries)


@pytest.fixture
def patrol(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset with dice, options, components and hidden units, installed beside the real ones."""
    real = dict(find._entries())
    monkeypatch.setattr(find, "_entries", lambda: iter({**real, "patrol": "tests.patrol"}.items()))


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scratch data folder, so that no test touches the player's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("REFEREE_DATA", str(folder))
    return folder


@pytest.fixture
def call(noughts: None, data_folder: Path) -> Run:
    """Run the command line in this process. A traceback fails the test."""

    def run(*words: str, text: str | bytes = "", status: int | None = 0) -> Result:
        result = CliRunner().invoke(main, words, input=text, catch_exceptions=False)
        assert status is None or result.exit_code == status, result.output
        return result

    return run


@pytest.fixture
def evening(call: Run) -> str:
    """A saved game of two turns with one flagged line that stands."""
    call(*NEW, text='place a1\n-\nhand\nplace a1\nstand "why not"\nhand\n')
    return "evening"


def write(folder: Path, text: str | bytes, name: str = "game.ref") -> str:
    """A transcript in a folder."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)

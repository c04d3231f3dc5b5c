"""What the tests share: a toy game, its ruleset where the command line finds it, and a scratch data folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.game import Game
from referee.log import Header, Log
from referee.ruleset import find
from tests.noughts import RULESET


def toy_header() -> Header:
    """The header of a toy game."""
    return Header(
        ruleset="noughts", version="1", name="toy", players={"nought": "Anna", "cross": "Ben"}, options={}, rulings={},
        date="2026-11-30",
    )  # fmt: skip


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
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scratch data folder, so that no test touches the player's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("REFEREE_DATA", str(folder))
    return folder

"""Records of earlier versions: each is opened from a copy, leads to what it must, and can be played on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from referee.commands import run
from referee.library import open_game
from referee.review.account import account_of
from referee.review.figures import Played, Wanted, read_one
from tests.records import FOLDER, MANIFEST, checksum, outcome_of

EXPECTED: dict[str, dict[str, Any]] = json.loads(MANIFEST.read_text(encoding="utf-8"))


@pytest.fixture(params=EXPECTED)
def record(request: pytest.FixtureRequest, data_folder: Path) -> Path:
    """A copy of a record in the data folder."""
    data_folder.mkdir()
    return Path(shutil.copy(FOLDER / f"{request.param}.jsonl", data_folder))


def test_every_record_is_in_the_manifest_and_is_as_it_was_made() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in FOLDER.glob("*.jsonl"))
    assert {name: checksum(FOLDER / f"{name}.jsonl") for name in EXPECTED} == {
        name: expected["sha256"] for name, expected in EXPECTED.items()
    }


def test_a_record_leads_to_what_it_must(record: Path) -> None:
    before = record.read_bytes()
    game = open_game(record.stem, readonly=True)
    expected = {key: value for key, value in EXPECTED[record.stem].items() if key != "sha256"}
    assert outcome_of(game) == expected
    assert account_of(game).totals()["entries"] == expected["entries"]
    assert record.read_bytes() == before


def test_a_record_is_played_on(record: Path) -> None:
    game = open_game(record.stem)
    with game.log:
        assert run(game, 'note "years later"').status == "ok"
        digest = game.timeline.digest
    again = open_game(record.stem, readonly=True)
    assert again.timeline.digest == digest
    assert len(again.log.entries) > EXPECTED[record.stem]["entries"]


def test_a_record_is_counted(record: Path) -> None:
    counted = read_one(record, Wanted())
    assert isinstance(counted, Played), counted
    assert counted.entries == EXPECTED[record.stem]["entries"]

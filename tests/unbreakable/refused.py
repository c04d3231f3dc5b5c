"""Writes that are refused, one by one: each system call of an evening in turn, once or from then on."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

from referee.cli import main
from referee.game import Game
from referee.library import LibraryError, data_folder, new_game, open_game
from referee.prompt.say import toolbar
from referee.prompt.talk import Talk
from tests.patrol import RULESET
from tests.unbreakable.calls import watched

LINES = (
    'unit "Scout" red strength 3', "shoot scout", "hide blue first secret", "hit 5 1 2", "undo", "hide red second",
    "hit 6 6 6", 'unit "Spy" blue', 'stand "so be it"', "note here", "fix 1 drop", "keep",
)  # fmt: skip
"""What is learned and taken back, two sealed notes, undo, a correction."""


@dataclass
class Disk:
    """Refuses call number `at`, and all behind it if `lasting`, until it is mended."""

    number: int
    at: int
    lasting: bool
    mended: bool = False
    refused: list[tuple[str, Path]] = field(default_factory=list)

    def __call__(self, count: int, name: str, path: Path) -> None:
        """The hook of `watched`."""
        if not self.mended and (count == self.at or (self.lasting and count > self.at)):
            self.refused.append((name, path))
            raise OSError(self.number, os.strerror(self.number))


def evening(folder: Path, disk: Disk) -> bool:
    """One game in a data folder on a disk like that, and what must hold of it; whether a call was refused."""
    with watched(folder, disk):
        try:
            talk = Talk(new_game(RULESET, "evening"))
        except LibraryError:
            assert disk.refused
            disk.mended = True
            left_over = (data_folder() / "evening.jsonl").exists()  # even taking it away again was refused
            assert disk.lasting or not left_over
            talk = Talk(open_game("evening") if left_over else new_game(RULESET, "evening"))
        for line in LINES:
            _report(talk, line, disk)
        disk.mended = True
        failed = talk.game.log.failure
        said = talk.hear("show")
        assert talk.game.log.failure == ""
        assert bool(failed) == any(text.startswith("Saved again") for text in said)
        assert talk.hear("quit")[0].startswith("Everything is saved in ")
    _as_it_was(talk.game)
    return bool(disk.refused)


def _report(talk: Talk, line: str, disk: Disk) -> None:
    """A line. What could not be written is said at once, and what was saved before stays as it was."""
    log = talk.game.log
    path = log.storage.path
    assert path is not None
    failed, count = log.failure, len(disk.refused)
    saved = b"" if failed else path.read_bytes()
    said = "\n".join(talk.hear(line))
    assert path.read_bytes().startswith(saved)
    refused = disk.refused[count:]
    if any(file == path for _, file in refused):
        assert log.failure
    if log.failure and not failed:
        assert "NOT SAVED: " in said
        assert "`save PATH` saves elsewhere." in said
    assert ("class:alarm", " NOT SAVED ") in toolbar(talk.game) or not log.failure
    if any(file.suffix == ".sealed" and name != "fchmod" for name, file in refused):
        assert "nothing is sealed" in said
    if any(file.name == "learned.ref" for _, file in refused):
        assert "only the record of this game has that line" in said
    assert "STILL NOT SAVED" in said or not (failed and log.failure)


def _as_it_was(game: Game) -> None:
    """The record, read again, is what the players saw; each sealed note can be opened; all is sound."""
    game.log.close()
    again = open_game("evening", readonly=True)
    with again.log as log:
        assert log.entries == game.log.entries
        assert not log.storage.notices
        assert again.table == game.table
        for entry in log.entries:
            assert entry.kind != "seal" or again.vault.words(entry).side == entry.side
    doctor = CliRunner().invoke(main, ["doctor"])
    assert doctor.exit_code == 0, doctor.output

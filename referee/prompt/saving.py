"""What is said about saving: failures at once and in capitals, catching up, saving elsewhere, and leaving."""

from __future__ import annotations

from pathlib import Path

from referee.game import Game
from referee.library import data_folder
from referee.lines import RecordError
from referee.log import SUFFIX
from referee.sealed import Unprovable, vault_of
from referee.telling import many


def saving_lines(game: Game, before: str) -> list[str]:
    """How saving went since `before`, the reason for failing that was known already ("" for none)."""
    log = game.log
    if log.failure and log.failure != before:
        return [
            f"NOT SAVED: {log.failure.upper()}! NOTHING IS LOST YET: THE REFEREE KEEPS IT IN MEMORY.",
            f"{_unsaved(game)} not saved. Every line tries again; `save PATH` saves elsewhere.",
        ]
    if log.failure:
        return [f"STILL NOT SAVED: {log.failure} ({_unsaved(game)})."]
    if before:
        return [f"Saved again: the record holds {many(len(log.entries), 'entry', 'entries')}."]
    return []


def save(game: Game, where: str) -> tuple[bool, list[str]]:
    """The command `save [PATH]`: whether it went well, and what is said. The caller has tried again already."""
    log = game.log
    if not log.failure:
        return True, [f"Everything is saved{place(game)}."]
    if not where:
        return True, []
    try:
        log.save_elsewhere(_target(Path(where).expanduser(), game), now=game.clock())
    except (RecordError, OSError, ValueError, RuntimeError) as error:  # RuntimeError: a ~name that nobody has
        return False, [f"NOT SAVED THERE EITHER: {error}"]
    try:
        game.vault = game.vault.carry(vault_of(log.storage.path).path)
    except Unprovable as error:
        return False, [f"The game goes on{place(game)}, but without its sealed notes: {error}"]
    return True, [f"The game goes on{place(game)}."]


def _target(path: Path, game: Game) -> Path:
    """The file that is meant: in a folder it keeps its name; it gets the ending by which a record is found."""
    if path.is_dir():
        path /= game.log.name
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def leaving_unsaved(game: Game) -> list[str]:
    """The question before leaving with entries that are only in memory."""
    log = game.log
    return [
        f"{_unsaved(game).upper()} NOT SAVED: {log.failure}. What is not saved is lost if you leave.",
        "Leave all the same? (y: yes, Enter: no; `save PATH` saves elsewhere)",
    ]


def farewell(game: Game, readonly: bool) -> list[str]:
    """The last words."""
    log = game.log
    if log.failure:
        return [f"{_unsaved(game)} not saved: {log.failure}."]
    if readonly:
        return ["Nothing was changed."]
    path = log.storage.path
    if path is None:
        return ["This game was kept in memory only."]
    said = f"Everything is saved{place(game)}."
    if path.parent.resolve() == data_folder().resolve():
        return [f"{said} Go on with: referee play {log.name}"]
    return [said, f"To go on, put that file into {data_folder()}; then: referee play {log.name}"]


def place(game: Game) -> str:
    """Where the record is: " in PATH"; "" if it is nowhere."""
    path = game.log.storage.path
    return f" in {path}" if path else ""


def _unsaved(game: Game) -> str:
    """How many entries are only in memory."""
    return many(len(game.log.unsaved), "entry", "entries")

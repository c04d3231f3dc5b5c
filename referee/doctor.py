"""Checking the data folder: every record is read and played again; nothing is opened for writing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from referee.digest import digest_of
from referee.fold import BrokenRecord
from referee.game import Game
from referee.library import data_folder, games, state_folder
from referee.log import SUFFIX, Log
from referee.review.versions import MOST_TOLD
from referee.ruleset.find import NoSuchRuleset, load_ruleset
from referee.storage import AppendStorage, RecordError
from referee.telling import many


def examine() -> Iterator[tuple[str, bool]]:
    """One line for the folder and for each record, and whether all is well there. Raises LibraryError."""
    folder = data_folder()
    found = games()
    if not folder.exists():
        yield f"Folder {folder}: not there yet; it is made with the first game.", True
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield f"Folder {folder}: it cannot be written, so no game can be saved there.", False
    else:
        yield f"Folder {folder}: {many(len(found), 'record')}.", True
    for summary in found:
        name = summary.path.name.removesuffix(SUFFIX)
        try:
            said, sound = _examine(summary.path)
        except (RecordError, OSError) as error:
            said, sound = f"damaged: {error}", False
        yield f"{name}: {said}", sound


def _examine(path: Path) -> tuple[str, bool]:
    with Log.open(path, state_folder(), readonly=True) as log:
        storage = log.storage
        assert isinstance(storage, AppendStorage)
        if storage.mark in ("short", "differs"):
            return f"damaged: {' '.join(storage.notices)}", False
        mark = "its end fits the last-entry mark"
        if storage.mark == "none":
            mark = "there is no last-entry mark here, so a cut exactly at a line's end would not show"
        notices = "".join(f" {notice}" for notice in storage.notices)
        played, sound = _play(log)
        count = many(len(log.entries), "entry", "entries")
        return f"{'sound' if sound else 'damaged'}: {count}, {played}, {mark}.{notices}", sound


def _play(log: Log) -> tuple[str, bool]:
    """Play the entries again and compare the digest that was kept up from entry to entry with that of the table."""
    try:
        game = Game(load_ruleset(log.header.ruleset), log)
    except NoSuchRuleset:
        return f"not played again, for its ruleset {log.header.ruleset!r} is not installed", True
    except BrokenRecord as error:
        return f"but it cannot be played again: {error}", False
    if game.timeline.differs or game.timeline.unreadable or game.timeline.unlearned:
        return _otherwise(game)
    if digest_of(game.table) != game.timeline.digest:
        return "but its digests do not fit the table", False
    return "they lead to the same table as when they were played", True


def _otherwise(game: Game) -> tuple[str, bool]:
    """What the rules of today make of a record otherwise. That is well where they have another version than then."""
    line, then, now = game.timeline, game.log.header.version, game.ruleset.version
    told = []
    if line.differs:
        told.append(f"but from entry {line.differs} on they lead to another table")
    if line.unreadable:
        numbers = ", ".join(str(entry.number) for entry, _ in line.unreadable[:MOST_TOLD])
        more = " ..." if len(line.unreadable) > MOST_TOLD else ""
        told.append(f"{many(len(line.unreadable), 'entry', 'entries')} cannot be read any more ({numbers}{more})")
    if line.unlearned:
        told.append(f"{many(len(line.unlearned), 'line')} of its set-up cannot be read any more")
    if then == now:
        return f"{', '.join(told)}, though the rules still are version {now}", False
    told.append(f"for the rules have changed since (version {then} then, {now} now)")
    return f"{', '.join(told)}; `referee rejudge {game.log.header.name}` lists what is judged otherwise", True

"""Checking the data folder: every record is read and played again; nothing is opened for writing."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from referee.commands.sealing import hidden, opened
from referee.digest import DIGESTS, digest_of
from referee.fold import BrokenRecord
from referee.game import Game
from referee.library import components_folder, data_folder, find_game, games, on_file, state_folder
from referee.lines import DamagedRecord, RecordError, reason_of
from referee.log import SUFFIX, Log
from referee.repair import prospect
from referee.review.versions import MOST_TOLD
from referee.ruleset.find import NoSuchRuleset, load_ruleset
from referee.sealed import Unprovable
from referee.storage import AppendStorage
from referee.telling import many


def examine(game: str = "") -> Iterator[tuple[str, str, bool]]:
    """The name of each record ("": the folder), one line about it, and whether all is well there.

    `game`: this record only. Raises LibraryError.
    """
    paths = [find_game(game)] if game else [summary.path for summary in games()]
    if not game:
        yield "", *_examine_folder(len(paths))
        yield from (("", *found) for found in _examine_components())
    for path in paths:
        name = path.name.removesuffix(SUFFIX)
        try:
            said, sound = _examine(path)
        except OSError as error:
            said, sound = f"it cannot be read: {reason_of(error)}.", False
        except RecordError as error:
            said, sound = f"damaged: {error}", False
        yield name, f"{name}: {said}", sound


def _examine_folder(records: int) -> tuple[str, bool]:
    folder = data_folder()
    if not folder.exists():
        return f"Folder {folder}: not there yet; it is made with the first game.", True
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"Folder {folder}: it cannot be written, so no game can be saved there.", False
    return f"Folder {folder}: {many(records, 'record')}.", True


def _examine_components() -> Iterator[tuple[str, bool]]:
    """The component files of each ruleset that is installed."""
    for folder in sorted(components_folder("").glob("*/")):
        try:
            found = on_file(load_ruleset(folder.name))
        except NoSuchRuleset:
            continue
        told = f"Components of {folder.name}: {many(len(found.facts), 'fact')}"
        if found.unusable:
            more = f"; `referee components {folder.name} check` lists all" if len(found.unusable) > 1 else ""
            told = f"{told}, but something cannot be used: {str(found.unusable[0]).rstrip('.')}{more}"
        yield f"{told.rstrip('.')}.", not found.unusable


def _examine(path: Path) -> tuple[str, bool]:
    try:
        return _read(path)
    except DamagedRecord as damage:
        if not damage.line:
            raise
        return prospect(path, damage), False


def _read(path: Path) -> tuple[str, bool]:
    with Log.open(path, state_folder(), readonly=True) as log:
        storage = log.storage
        assert isinstance(storage, AppendStorage)
        if storage.mark in ("short", "differs"):
            take = f"`referee doctor {shlex.quote(path.stem)} --repair` takes it as it is"
            return f"damaged: {' '.join(storage.notices)} {take}.", False
        mark = "its end fits the last-entry mark"
        if storage.mark == "none":
            mark = "there is no last-entry mark here, so a cut exactly at a line's end would not show"
        notices = "".join(f" {notice}" for notice in storage.notices)
        played, sound = _play(log)
        count = many(len(log.entries), "entry", "entries")
        return f"{'sound' if sound else 'damaged'}: {count}, {played}, {mark}.{notices}", sound


def _play(log: Log) -> tuple[str, bool]:
    """What comes of playing the entries again."""
    try:
        game = Game(load_ruleset(log.header.ruleset), log)
    except NoSuchRuleset:
        return f"not played again, for its ruleset {log.header.ruleset!r} is not installed", True
    except BrokenRecord as error:
        return f"but it cannot be played again: {error}", False
    told, sound = _same_table(game)
    lost = list(_unprovable(game))
    there = game.vault.path is not None and os.path.lexists(game.vault.path)  # else it may be at its owner's
    return ", ".join((told, *lost)), sound and not (lost and there)


def _same_table(game: Game) -> tuple[str, bool]:
    """Compare the digest that was kept up from entry to entry with that of the table."""
    if game.timeline.differs or game.timeline.unreadable or game.timeline.unlearned:
        return _otherwise(game)
    since = digest_of(game.table) - digest_of(game.timeline.start)
    if (since - game.timeline.digest + game.timeline.first) % DIGESTS:
        return "but its digests do not fit the table", False
    return "they lead to the same table as when they were played", True


def _unprovable(game: Game) -> Iterator[str]:
    """The sealed notes that can never be opened."""
    shown = opened(game)
    for number, entry in enumerate(hidden(game), 1):
        if number not in shown:
            try:
                game.vault.words(entry)
            except Unprovable as error:
                yield f"but sealed note {number} cannot be opened ({str(error).rstrip('.')})"


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

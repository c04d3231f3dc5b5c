"""The player's data folder: one record a game, and beside it the state folder with locks, marks and history."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from referee.fold import REFEREE
from referee.game import Game
from referee.log import SUFFIX, Entry, Header, Log, Summary, list_records, record_name, record_path
from referee.notation import match, near
from referee.ruleset import Ruleset
from referee.ruleset.find import load_ruleset
from referee.storage import SaveError


class LibraryError(Exception):
    """The data folder, or the name of a game, cannot be used; the message is one sentence for the player."""


class NoSuchGame(LibraryError):
    """No saved game has that name, or begins so."""


def data_folder() -> Path:
    """Where the records are: `REFEREE_DATA`, else the place that the system has for a player's data."""
    chosen = os.environ.get("REFEREE_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("referee")


def state_folder() -> Path:
    """Where locks, last-entry marks and the history of typed lines are."""
    if os.environ.get("REFEREE_DATA"):
        return data_folder() / ".state"
    from platformdirs import user_state_path

    return user_state_path("referee")


def now() -> str:
    """The time as it stands in the record; the only clock of the program."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def new_game(
    ruleset: Ruleset[Any],
    name: str = "",
    players: Mapping[str, str] | None = None,
    *,
    options: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    place: str = "",
    umpire: str = "",
    date: str = "",
    tags: Mapping[str, str] | None = None,
) -> Game:
    """A new game on a new record. Without a name it gets a free one: `north-africa-2026-11-30`, `...-2`.

    Raises LibraryError.
    """
    players = dict(players or {})
    _check_players(players, ruleset)
    date = date or now()[:10]
    short = "-".join(ruleset.name.split("-")[-2:])
    names = [record_name(name)] if name else _free_names(record_name(f"{short}-{date}"))
    for each in names:
        header = Header(
            ruleset.name, ruleset.version, each, players, dict(options or {}), dict(rulings or {}), date, place, umpire,
            tags=dict(tags or {}),
        )  # fmt: skip
        log = _create(header)
        if log:
            return Game(ruleset, log, now)
    raise LibraryError(f"There is a game called {names[-1]} already; choose another name, or go on with it.")


def _check_players(players: Mapping[str, str], ruleset: Ruleset[Any]) -> None:
    for side, player in players.items():
        if side not in ruleset.sides:
            raise LibraryError(f"{ruleset.title} has no side {side[:40]!r}; it has {' and '.join(ruleset.sides)}.")
        if player.strip().lower() == REFEREE:
            raise LibraryError(f"No player can be called {player!r}: the record uses that name for the program itself.")


def _free_names(stem: str) -> list[str]:
    taken = {summary.path.name.removesuffix(SUFFIX) for summary in games()}
    return [name for name in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if name not in taken]


def _create(header: Header) -> Log | None:
    """The new record; None if the name is taken."""
    try:
        return Log.create(record_path(data_folder(), header.name), header, state_folder(), now=now())
    except SaveError as error:
        if error.errno == errno.EEXIST and data_folder().is_dir():
            return None
        raise _unwritable(error) from error
    except ValueError as error:
        raise LibraryError(f"This game cannot be kept: {error}.") from error


def _unwritable(error: SaveError) -> LibraryError:
    hint = "Set REFEREE_DATA to a folder that can be written, or mend this one."
    return LibraryError(f"{error} {hint}")


def keep(game: Game, name: str = "") -> Game:
    """A game that was only in memory, as a new record with all its entries. Raises LibraryError.

    Without a name it keeps its own, or the next free one like it.
    """
    header = game.log.header
    kept = new_game(
        game.ruleset, name or _free_names(record_name(header.name))[0], header.players,
        options=header.options, rulings=header.rulings,
        place=header.place, umpire=header.umpire, date=header.date, tags=header.tags,
    )  # fmt: skip
    append_all(kept.log, game.log.entries)
    if kept.log.failure:
        failure = kept.log.failure
        kept.log.close()
        raise LibraryError(f"{kept.log.header.name} could not be saved whole: {failure}.")
    return Game(game.ruleset, kept.log, now)


def append_all(log: Log, entries: Iterable[Entry]) -> None:
    """Write entries one after the other."""
    for entry in entries:
        log.append(entry)


def open_game(name: str, readonly: bool = False) -> Game:
    """A game that was saved, by its name or a unique beginning.

    Raises LibraryError; RecordBusy, DamagedRecord or UnknownFormat of the record; BrokenRecord, NoSuchRuleset.
    """
    log = open_log(name, readonly)
    try:
        return Game(load_ruleset(log.header.ruleset), log, now)
    except BaseException:
        log.close()
        raise


def open_log(name: str, readonly: bool = True) -> Log:
    """The record of a game, without playing it. Raises as `open_game` does, but for the last two."""
    path = find_game(name)
    try:
        return Log.open(path, state_folder(), readonly, now=now())
    except SaveError as error:
        raise _unwritable(error) from error
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error.strerror or error}.") from error


def find_game(name: str) -> Path:
    """The record of that name, or the only one whose name begins so. Raises LibraryError."""
    by_name = {summary.path.name.removesuffix(SUFFIX): summary.path for summary in games()}
    if name in by_name:
        return by_name[name]
    hits = match(name, {each: each for each in by_name})
    if len(hits) == 1:
        return by_name[hits[0]]
    if hits:
        raise LibraryError(f"{name[:60]!r} may be {' or '.join(hits[:9])}.")
    meant = near(name, by_name)
    hint = f"Did you mean {' or '.join(meant)}?" if meant else "`referee games` lists them."
    raise NoSuchGame(f"No game is called {name[:60]!r}. {hint}")


def has_game(name: str) -> bool:
    """Whether a game has exactly that name. Raises LibraryError."""
    return any(summary.path.name == name + SUFFIX for summary in games())


def games() -> list[Summary]:
    """All records, the newest first; damaged ones last. Raises LibraryError when the folder cannot be read."""
    folder = data_folder()
    try:
        if folder.exists() and not folder.is_dir():
            raise LibraryError(
                f"{folder} should be the folder of your games, but it is a file. Move it, or set REFEREE_DATA."
            )
        return list_records(folder)
    except OSError as error:
        raise LibraryError(f"The folder {folder} cannot be read: {error.strerror or error}.") from error


def summary_row(summary: Summary) -> dict[str, Any]:
    """A record as `games --json` lists it."""
    row: dict[str, Any] = {"name": summary.path.name.removesuffix(SUFFIX)}
    if summary.damage or summary.header is None:
        return {**row, "damage": summary.damage}
    header = summary.header
    row |= {"ruleset": header.ruleset, "players": dict(header.players), "date": header.date}
    return row | {"entries": summary.entries, "last": summary.last}

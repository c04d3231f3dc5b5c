"""The player's data folder: one record a game, and beside it the state folder with locks, marks and history."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.catalogue import Notebook, OnFile, component_files, read_files
from referee.fold import REFEREE, first_table
from referee.game import Game
from referee.lines import SaveError, reason_of
from referee.log import SUFFIX, Entry, Header, Log, Summary, list_records, record_name, record_path
from referee.notation import match, near
from referee.ruleset import LineError, Ruleset, Table
from referee.ruleset.find import load_ruleset
from referee.sealed import Unprovable

if TYPE_CHECKING:
    from referee.position import Position


@dataclass(frozen=True, slots=True)
class Terms:
    """What the command line says about a game, beside its name and players.

    options, umpire, position: of a new game, see `new_game`. viewer: the side that looks at the screen, "" for all.
    campaign: the campaign of which a battle is to be played, see `referee.campaign`.
    """

    options: tuple[str, ...] = ()
    umpire: str = ""
    position: Path | None = None
    viewer: str = ""
    campaign: str = ""

    @property
    def of_new_game(self) -> bool:
        """Whether anything is said that belongs to a new game only."""
        return bool(self.options or self.umpire or self.position)


NO_TERMS = Terms()


CAMPAIGN = "Campaign"
"""The tag that names the campaign of a game."""


TITLE = "Title"
"""The tag that keeps how a game was called before it got a name that a file can have."""


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
    components: Iterable[str] | None = None,
    seed: int = 0,
    position: Path | None = None,
    version: str = "",
    entries: Iterable[Entry] = (),
) -> Game:
    """A new game on a new record. Without a name it gets a free one: `north-africa-2026-11-30`, `...-2`.

    components  the lines that teach what is on file; None: those of the player's component files
    seed        of the referee's dice; 0: a new one
    position    a file that says what lies on the table
    version     of the ruleset that it was begun with; "": this one
    entries     what the record holds from the beginning; it is made whole or not at all
    Raises LibraryError.
    """
    players = dict(players or {})
    _check_players(players, ruleset, umpire)
    _check_texts({**players, "date": date, "place": place, "umpire": umpire, **(tags or {})})
    options = {option.name: option.default for option in ruleset.options} | dict(options or {})
    rulings = ruleset.rulebook.defaults() | dict(rulings or {})  # a default may be another in a later version
    notices: tuple[str, ...] = ()
    try:
        table = first_table(ruleset, rulings, options, components or ())
    except LineError as error:
        raise LibraryError(f"The set-up does not work: {error.message}") from error
    if components is None:
        found = on_file(ruleset, table)
        table, components, notices = found.table, found.lines, tuple(map(str, found.faults))
    components = tuple(components)
    placed = _position(ruleset, table, position) if position else None
    date = date or now()[:10]
    short = "-".join(ruleset.name.split("-")[-2:])
    names = [record_name(name)] if name else _free_names(record_name(f"{short}-{date}"))
    for each in names:
        header = Header(
            ruleset.name, version or ruleset.version, each, players, options, rulings, date, place, umpire,
            seed=seed or secrets.randbits(48), tags=dict(tags or {}), components=components,
        )  # fmt: skip
        log = _create(header, entries)
        if log:
            game = Game(ruleset, log, now, notebook(ruleset))
            game.notices = notices
            if placed:
                game.change("adjust", placed.line, placed.data)
            return game
    raise LibraryError(f"There is a game called {names[-1]} already; choose another name, or go on with it.")


def read_options(ruleset: Ruleset[Any], given: Iterable[str]) -> dict[str, str]:
    """The options that some `NAME=VALUE` name. Raises LibraryError with all faults."""
    from referee.commands import read_option
    from referee.notation.words import Group, Token

    chosen: dict[str, str] = {}
    faults = []
    for text in given:
        name, equals, value = text.partition("=")
        try:
            words = [Group((Token(word.strip(), 0),)) for word in ((name, value) if equals else (name,))]
            option, choice = read_option(ruleset.options, words)
            first_table(ruleset, {}, {option: choice})  # where any value will do, the ruleset itself reads it
            chosen[option] = choice
        except LineError as error:
            faults.append(f"--option {text[:60]}: {error.message}")
    if faults:
        raise LibraryError("\n".join(faults))
    return chosen


def components_folder(ruleset: str) -> Path:
    """Where the component files of a ruleset are."""
    return data_folder() / "components" / ruleset


def notebook(ruleset: Ruleset[Any]) -> Notebook:
    """What is learned at the table is kept here."""
    return Notebook(components_folder(ruleset.name), ruleset, first_table(ruleset, {}, {}))


def on_file(ruleset: Ruleset[Any], table: Table | None = None, but: Iterable[Path] = ()) -> OnFile:
    """What the player's component files tell, on top of what ships; some files may be left out."""
    table = first_table(ruleset, {}, {}) if table is None else table
    left_out = set(but)
    files = [file for file in component_files(components_folder(ruleset.name)) if file not in left_out]
    return read_files(ruleset, table, files)


def _position(ruleset: Ruleset[Any], table: Table, file: Path) -> Position:
    """A position that is free of faults. Raises LibraryError with all of them."""
    from referee.position import read_position_file
    from referee.transcript import Unreadable

    try:
        found = read_position_file(ruleset, table, file)
    except Unreadable as error:
        raise LibraryError(f"{file}: {error}") from error
    if found.faults:
        raise LibraryError("\n".join(f"{file}:{number}: {message}" for number, message in found.faults))
    if not found.data:
        raise LibraryError(f"{file} says nothing about the table; a line is KEY VALUE, as in `turn.number 4`.")
    return found


def _check_players(players: Mapping[str, str], ruleset: Ruleset[Any], umpire: str) -> None:
    if umpire and (umpire.strip().lower() == REFEREE or not umpire.isprintable()):
        raise LibraryError(f"No umpire can be called {umpire!r}: the record uses that name for the program itself.")
    for side, player in players.items():
        if side not in ruleset.sides:
            raise LibraryError(f"{ruleset.title} has no side {side[:40]!r}; it has {' and '.join(ruleset.sides)}.")
        if player.strip().lower() == REFEREE:
            raise LibraryError(f"No player can be called {player!r}: the record uses that name for the program itself.")


def _check_texts(texts: Mapping[str, str]) -> None:
    """What is kept can be written as a transcript, and read again."""
    from referee.transcript import LONGEST_ROW, tag_line

    for what, text in texts.items():
        if (long := len(tag_line(what, text))) > LONGEST_ROW:
            raise LibraryError(f"What is said of {what[:40]!r} takes {long} characters; {LONGEST_ROW} is the most.")


def _free_names(stem: str) -> list[str]:
    taken = {summary.path.name.removesuffix(SUFFIX) for summary in games()}
    return [name for name in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if name not in taken]


def _create(header: Header, entries: Iterable[Entry]) -> Log | None:
    """The new record; None if the name is taken."""
    try:
        return Log.create(record_path(data_folder(), header.name), header, state_folder(), entries, now=now())
    except SaveError as error:
        if error.errno == errno.EEXIST and data_folder().is_dir():
            return None
        raise _unwritable(error) from error
    except ValueError as error:
        raise LibraryError(f"This game cannot be kept: {error}.") from error


def _unwritable(error: SaveError) -> LibraryError:
    hint = "Set REFEREE_DATA to a folder that can be written, or mend this one."
    return LibraryError(f"{error} {hint}")


def discard(game: Game) -> None:
    """Close a new game, and leave nothing of it while it has no entry."""
    path, begun = game.log.storage.path, bool(game.log.entries)
    game.log.close()
    if path and not begun:
        with suppress(OSError):  # then it is one on the list that is not begun
            path.unlink()


def keep(game: Game, name: str = "") -> Game:
    """A game that was only in memory, as a new record with all its entries. Raises LibraryError.

    Without a name it keeps its own, or the next free one like it.
    """
    header, tags = game.log.header, dict(game.log.header.tags)
    if not name and record_name(header.name) != header.name:
        tags.setdefault(TITLE, header.name)
    kept = new_game(
        game.ruleset, name or _free_names(record_name(header.name))[0], header.players,
        options=header.options, rulings=header.rulings,
        place=header.place, umpire=header.umpire, date=header.date, tags=tags,
        components=header.components, seed=header.seed, version=header.version, entries=game.log.entries,
    )  # fmt: skip
    try:
        kept.vault = game.vault.carry(kept.vault.path)
    except Unprovable as error:
        kept.log.close()
        raise LibraryError(str(error)) from error
    return kept


def open_game(name: str, readonly: bool = False) -> Game:
    """A game that was saved, by its name or a unique beginning.

    Raises LibraryError; RecordBusy, DamagedRecord or UnknownFormat of the record; BrokenRecord, NoSuchRuleset.
    """
    log = open_log(name, readonly)
    try:
        ruleset = load_ruleset(log.header.ruleset)  # the record may have shortened its name, or mean a path
        memory = None if readonly else notebook(ruleset)
        return Game(ruleset, log, now, memory)
    except BaseException:
        log.close()
        raise


def look_as(game: Game, side: str) -> None:
    """From now on only what a side may see is shown; "" or the umpire: everything. Raises LibraryError."""
    if not side:
        return
    from referee.commands import read_viewer
    from referee.commands.sealing import UMPIRE

    try:
        seen_by = read_viewer(game, side)
    except LineError as error:
        raise LibraryError(error.message) from error
    game.viewer = "" if seen_by == UMPIRE else seen_by


def open_log(name: str, readonly: bool = True) -> Log:
    """The record of a game, without playing it. Raises as `open_game` does, but for the last two."""
    found = games()
    path = _named(name, found)
    try:
        log = Log.open(path, state_folder(), readonly, now=now())
    except SaveError as error:
        raise _unwritable(error) from error
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {reason_of(error)}.") from error
    beside = [each.path.name for each in found if each.header == log.header and each.path != path]
    log.storage.notices = [
        *log.storage.notices,
        *(f"Another record of this game lies beside it, {each}: a copy, or what a sync program put there. "
          f'`referee diff {path.name.removesuffix(SUFFIX)} "{each.removesuffix(SUFFIX)}"` shows where they part.'
          for each in beside),
    ]  # fmt: skip
    return log


def find_game(name: str) -> Path:
    """The record of that name, or the only one whose name begins so. Raises LibraryError."""
    return _named(name, games())


def _named(name: str, found: Iterable[Summary]) -> Path:
    by_name = {summary.path.name.removesuffix(SUFFIX): summary.path for summary in found}
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
        raise LibraryError(f"The folder {folder} cannot be read: {reason_of(error)}.") from error


def title_of(header: Header) -> str:
    """How a game is called by its players."""
    return header.tags.get(TITLE, header.name)


def campaign_of(header: Header) -> str:
    """The campaign that a game belongs to, by its tag; "" if to none."""
    named = next((value for tag, value in header.tags.items() if tag.lower() == CAMPAIGN.lower()), "")
    return record_name(named) if named.strip() else ""


def summary_row(summary: Summary) -> dict[str, Any]:
    """A record as `games --json` lists it."""
    row: dict[str, Any] = {"name": summary.path.name.removesuffix(SUFFIX)}
    if summary.damage or summary.header is None:
        return {**row, "damage": summary.damage}
    header = summary.header
    row |= {"campaign": named} if (named := campaign_of(header)) else {}
    row |= {"ruleset": header.ruleset, "players": dict(header.players), "date": header.date}
    return row | {"entries": summary.entries, "last": summary.last}

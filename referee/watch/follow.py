"""Following a record that another process writes: only what was added is read and folded, and nothing is locked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from referee.campaign import find_campaign, read_campaign
from referee.entry import Entry
from referee.fold import BrokenRecord
from referee.game import Game
from referee.library import NoSuchGame, data_folder, find_game, look_as
from referee.lines import Chain, DamagedRecord, RecordError, open_plain, parse_line, reason_of
from referee.log import SUFFIX, Collector, Log
from referee.ruleset.find import NoSuchRuleset, load_ruleset
from referee.sealed import vault_of
from referee.veil import NOBODY

PAUSE = 0.2
"""Seconds between two looks."""

Files = Mapping[Path, tuple[int, int, int]]
"""The records of the data folder; of each: when it was written, how long it is, and which file it is."""


class Tail:
    """A record that grows. `seen` holds all that was read of it so far."""

    def __init__(self, path: Path) -> None:
        self.path, self.seen = path, Collector()
        self._sum, self._lines, self._length = "", 0, 0

    def read(self) -> Sequence[Entry]:
        """The entries that were added; a line that is not whole yet is left for later.

        Raises DamagedRecord when the file does not go on from what was read; UnknownFormat, OSError.
        """
        count = len(self.seen.entries)
        with open(open_plain(self.path, os.O_RDONLY), "rb") as file:
            end = f'{self._sum}"}}\n'.encode() if self._sum else b""
            file.seek(self._length - len(end))
            if file.read(len(end)) != end:  # the last sum speaks for all lines before it
                raise DamagedRecord("what was read of it is there no more").at(self.path, self._lines)
            chain = Chain(file)
            chain.sum, chain.lines, chain.length = self._sum, self._lines, self._length
            try:
                for body in chain:
                    self.seen(parse_line(chain.lines, body))
            except DamagedRecord as damage:
                raise damage.at(self.path, chain.lines + 1) from None
        self._sum, self._lines, self._length = chain.sum, chain.lines, chain.length
        return self.seen.entries[count:]


class Follower:
    """Follows a game or campaign by its name; "": the game that was written last, whichever that is.

    viewer  the side that looks, or the umpire; "": nobody, who sees what both sides see
    game    as it is now; None while there is none
    sees    who looks at this game: a side, NOBODY, "" for the umpire
    waits   why there is no game, a sentence; "" if there is one
    fresh   the entries that the last look added; none when it opened the game
    """

    def __init__(self, name: str = "", viewer: str = "") -> None:
        self.name, self.viewer = name, viewer
        self.game: Game | None = None
        self.sees, self.waits = NOBODY, ""
        self.fresh: Sequence[Entry] = ()
        self._files: Files | None = None
        self._tail: Tail | None = None
        self._campaign = ""

    def look(self) -> bool:
        """Whether there is anything new since the last look.

        Raises LibraryError where a name fits several games, or nobody of that name can look at it.
        """
        game, waits, self.fresh = self.game, self.waits, ()
        known = self._tail.path if self._tail else None
        try:
            files, before = _files(), self._files
            if files == before:
                return False
            self._files = files
            new_battle = self._campaign and files.keys() != (before or {}).keys()
            if known is None or known not in files or not self.name or new_battle:
                known = self._find(files)
            self._follow(known)
        except NoSuchGame as error:
            self._wait(f"{error} Waiting until it is begun.")
        except (BrokenRecord, NoSuchRuleset, RecordError) as error:
            self._wait(f"{error} Waiting until it can be read.")
        except OSError as error:
            self._files = None  # it may pass without anything being written
            self._wait(f"{known or data_folder()} cannot be read: {reason_of(error)}. Waiting until it can.")
        return bool(self.fresh) or self.game is not game or self.waits != waits

    def _find(self, files: Files) -> Path:
        """The record that is meant. Raises LibraryError, NoSuchRuleset."""
        if self.name:
            self._campaign = find_campaign(self.name)
            name = read_campaign(self._campaign, whole=False).last.name if self._campaign else self.name
            return find_game(name)
        if not files:
            raise NoSuchGame(f"There is no game in {data_folder()} yet.")
        return max(files, key=lambda path: files[path])

    def _follow(self, path: Path) -> None:
        """Read on; from the beginning if another game is followed, or its file was replaced."""
        if self.game and self._tail and self._tail.path == path:
            try:
                self.fresh = self._tail.read()
            except DamagedRecord:  # what was read is gone from the file
                pass
            else:
                _take(self.game, self.fresh)
                return
        self._open(path)

    def _open(self, path: Path) -> None:
        tail = self._tail = Tail(path)
        entries, header = tail.read(), tail.seen.header
        assert header is not None  # a record without a header is damaged
        game = Game(load_ruleset(header.ruleset), Log.memory(header))
        _take(game, entries)
        game.vault = vault_of(path)
        look_as(game, self.viewer)
        self.game, self.waits = game, ""
        self.sees = game.viewer if self.viewer else NOBODY

    def _wait(self, why: str) -> None:
        self.game, self.waits = None, why


def _take(game: Game, entries: Sequence[Entry]) -> None:
    for entry in entries:
        game.timeline.take(entry)
        game.log.append(entry)


def _files() -> Files:
    """The records that are there."""
    found = {}
    with suppress(FileNotFoundError), os.scandir(data_folder()) as entries:  # no folder yet
        for entry in entries:
            with suppress(FileNotFoundError):  # it went just now
                if entry.name.endswith(SUFFIX) and entry.is_file():
                    stat = entry.stat()
                    found[Path(entry.path)] = stat.st_mtime_ns, stat.st_size, stat.st_ino
    return found

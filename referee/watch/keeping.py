"""Keeping one page in a folder up to date: it is replaced as a whole, so nobody ever reads half of it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from referee.durable import write_whole
from referee.library import LibraryError
from referee.lines import reason_of
from referee.signals import ends_raised
from referee.watch.follow import PAUSE, Follower
from referee.watch.news import news_of
from referee.watch.page import SIGN, waiting_page, write_page

NAME = "index.html"

_ENDS = (signal.SIGTERM, signal.SIGHUP)
"""What ends a program from outside: `kill`, a terminal that is closed."""

_HEAD = 4096
"""Bytes of a file in which the sign of a page of ours must stand."""


def keep_page(follower: Follower, folder: Path, say: Callable[[str], None]) -> None:
    """Keep the page up to date until Ctrl-C, which is raised; the page then says that it is not kept any more.

    `kill` and the end of the terminal are taken for Ctrl-C, so it is for the main thread only.
    Raises LibraryError where the page cannot be written, or as `Follower.look` does.
    """
    file = folder / NAME
    _check(file)
    follower.look()
    waits = ""
    with ends_raised(*_ENDS):
        try:
            _write(file, _page(follower))
            say(f"{file.absolute()} is kept up to date; Ctrl-C ends it.")
            while True:
                if follower.waits != waits:
                    waits = follower.waits
                    say(waits or f"It shows {follower.game.log.header.name if follower.game else ''}.")
                time.sleep(PAUSE)
                if follower.look():
                    _write(file, _page(follower))
        finally:
            with suppress(LibraryError):
                _write(file, _page(follower, ended=True))


def _page(follower: Follower, ended: bool = False) -> str:
    game = follower.game
    if game is None:
        return waiting_page(follower.waits, ended)
    return write_page(news_of(game, follower.sees), game.ruleset, ended)


def _check(file: Path) -> None:
    """The page may be written: it is not there, or is one of ours. Raises LibraryError."""
    try:
        with open(file, "rb") as stream:
            ours = SIGN.encode() in stream.read(_HEAD)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise _unwritable(file, error) from error
    if not ours:
        raise LibraryError(f"{file} is no page of ours, so it is not written over; choose another folder.")


def _write(file: Path, text: str) -> None:
    try:
        write_whole(file, text.encode(), over=True)
    except (OSError, ValueError) as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError | ValueError) -> LibraryError:
    return LibraryError(f"{file} cannot be written: {reason_of(error)}.")

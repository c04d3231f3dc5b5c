"""What the commands share: words on the screen, and what to do when something is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from referee.game import Game
    from referee.transcript import Transcript

UNUSABLE = 2
"""Exit status for what cannot be used at all."""


@contextmanager
def sentences() -> Iterator[None]:
    """What a player, a file or a disk can do wrong becomes a sentence; a mistake of the program stays a traceback."""
    from referee.components.rows import BadComponents
    from referee.fold import BrokenRecord
    from referee.library import LibraryError
    from referee.lines import RecordError
    from referee.notation import plain
    from referee.ruleset.find import NoSuchRuleset
    from referee.ruleset.rulebook import BadRuleset

    try:
        yield
    except BrokenRecord as error:
        message = plain(f"The record cannot be played again: {error}. Try `referee doctor`.")
        raise click.ClickException(message) from error
    except (BadComponents, BadRuleset, LibraryError, NoSuchRuleset, RecordError) as error:
        raise click.ClickException("\n".join(plain(line) for line in str(error).splitlines())) from error


@contextmanager
def opened(name: str, viewer: str = "") -> Iterator[Game]:
    """A saved game for reading, as a side sees it ("" for all); what is odd about its record is said on standard error.

    Nothing is locked, so a game that is being played can be read at another terminal.
    """
    from referee.library import look_as, open_game
    from referee.review.versions import changes

    game = open_game(name, readonly=True)
    with game.log as log:
        # What changed names entries, so it is for those who may see all.
        for notice in (*log.storage.notices, *(() if viewer else changes(game))):
            say(notice, err=True)
        look_as(game, viewer)
        yield game


def print_json(value: Any) -> None:
    """Print something for programs."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=2)
    # Marks that a terminal would obey are written as JSON writes them, so that a program reads the same.
    click.echo("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def say(line: str, err: bool = False) -> None:
    """Print a line that may hold a stranger's text."""
    from referee.notation import plain

    click.echo(plain(line), err=err)


def print_text(text: str) -> None:
    """Print a whole file: as it is, but for a person's eyes, where a stranger's text in it is made safe."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    for line in text.splitlines():
        say(line)


def read(file: str) -> Transcript:
    """The transcript of a file, or of standard input (`-`). Raises Unreadable."""
    from referee.transcript import read_file, read_stream

    return read_stream(sys.stdin.buffer) if file == "-" else read_file(file)


def read_export(file: str) -> Game:
    """The game of a JSON export. Raises NoExport, NoSuchRuleset."""
    from referee.lines import reason_of
    from referee.review.exchange import NoExport, read_json

    try:
        with open(file, "rb") as stream:
            return read_json(stream)
    except (OSError, ValueError) as error:
        raise NoExport(f"It cannot be read: {reason_of(error)}.") from error


def write_new(file: str, text: str) -> None:
    """Write a file that must not be there yet, whole or not at all."""
    from pathlib import Path

    from referee.durable import write_whole
    from referee.lines import reason_of

    try:
        write_whole(Path(file), text.encode())
    except FileExistsError:
        raise click.ClickException(f"{file} is there already; choose another name.") from None
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be written: {reason_of(error)}.") from error

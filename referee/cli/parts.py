"""What the commands share: words on the screen, and what to do when something is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from referee.transcript import Transcript

UNUSABLE = 2
"""Exit status for what cannot be used at all."""


@contextmanager
def sentences() -> Iterator[None]:
    """What a player, a file or a disk can do wrong becomes a sentence; a mistake of the program stays a traceback."""
    from referee.fold import BrokenRecord
    from referee.library import LibraryError
    from referee.notation import plain
    from referee.ruleset.find import NoSuchRuleset
    from referee.storage import RecordError

    try:
        yield
    except BrokenRecord as error:
        message = plain(f"The record cannot be played again: {error}. Try `referee doctor`.")
        raise click.ClickException(message) from error
    except (LibraryError, NoSuchRuleset, RecordError) as error:
        raise click.ClickException("\n".join(plain(line) for line in str(error).splitlines())) from error


def print_json(value: Any) -> None:
    """Print something for programs."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def say(line: str, err: bool = False) -> None:
    """Print a line that may hold a stranger's text."""
    from referee.notation import plain

    click.echo(plain(line), err=err)


def read(file: str) -> Transcript:
    """The transcript of a file, or of standard input (`-`). Raises Unreadable."""
    from referee.transcript import read_file, read_stream

    return read_stream(sys.stdin.buffer) if file == "-" else read_file(file)


def write_new(file: str, text: str) -> None:
    """Write a file that must not be there yet."""
    from referee.lines import reason_of

    try:
        with open(file, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise click.ClickException(f"{file} is there already; choose another name.") from None
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be written: {reason_of(error)}.") from error

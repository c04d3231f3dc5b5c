"""`referee report`: a game written for those who were not there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.completing import a_file, game_or_file
from referee.cli.parts import opened, read, read_export, say, sentences

if TYPE_CHECKING:
    from referee.game import Game
    from referee.review.account import Account

ENDINGS = (".html", ".md", ".ref", ".json")
READ = (".html", ".md")
"""Reports that only tell a game; the others are the game itself."""

SIGN = "# Referee report"
"""The first line of a transcript that was written as a report; one that somebody keeps by hand has no such line."""

_HEAD = 4096
"""Bytes of a file in which the sign of a report of ours must stand."""


@click.command()
@click.argument("game", shell_complete=game_or_file)
@click.option("-o", "--output", "outputs", metavar="FILE", multiple=True, required=True,
              shell_complete=a_file, help="Write to this file (.html, .md, .ref or .json); may repeat.")  # fmt: skip
@click.option("--as", "viewer", metavar="SIDE", default="",
              help="Only what this side may see; `nobody`: what both see. For a page or Markdown.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over reports that are there already.")
def report(game: str, outputs: tuple[str, ...], viewer: str, force: bool) -> None:
    """Write a saved game as a page, Markdown, transcript or JSON.

    GAME is the name of a saved game, or a file: a transcript (.ref) or an export (.json).

    \b
    game.html  one page that needs nothing else: result, turning points, story, charts, findings, rules
    game.md    the same for a blog or a forum
    game.ref   the transcript
    game.json  the whole record for programs; `referee import game.json` makes the same game of it

    \b
    Examples:
      referee report evening -o evening.html
      referee report evening -o evening.md -o evening.json
      referee report evening -o evening.html --as nobody
    """
    files = [Path(output) for output in outputs]
    for file in files:
        if file.suffix.lower() not in ENDINGS:
            raise click.UsageError(f"{file}: the ending says what is written; it is one of {', '.join(ENDINGS)}.")
    if len({file.absolute() for file in files}) < len(files):
        raise click.UsageError("A file is named twice.")
    if viewer and any(file.suffix.lower() not in READ for file in files):
        raise click.UsageError(f"--as leaves out what others know, so it is for {' and '.join(READ)} alone.")
    with sentences(), _game(game) as found:
        from referee.review.account import account_of

        account = account_of(found, _reader(found, viewer))
        for file in files:
            _check(file, force)
        for file in files:
            _write(file, _WRITERS[file.suffix.lower()](account))
            say(f"Written: {file}")


def _reader(game: Game, viewer: str) -> str:
    """Who reads a report: a side, NOBODY; "" for who may know all. Raises LibraryError."""
    from referee.library import look_as
    from referee.veil import NOBODY, sight

    if viewer == NOBODY:
        return NOBODY
    look_as(game, viewer)
    if not viewer and not game.table.winner and sight(game.ruleset, game.table, NOBODY) is not game.table:
        say("It tells what one side alone may know, too; `--as nobody` leaves that out.", err=True)
    return game.viewer


@contextmanager
def _game(name: str) -> Iterator[Game]:
    """A saved game, or that of a file."""
    from referee.library import has_game

    if Path(name).suffix.lower() not in (".ref", ".json") or has_game(name):
        with opened(name) as game:
            yield game
        return
    yield _game_of_file(name)


def _game_of_file(name: str) -> Game:
    """The game of a transcript or an export, in memory."""
    from referee.check import Unusable, judge_transcript
    from referee.notation import plain
    from referee.review.exchange import NoExport
    from referee.telling import many
    from referee.transcript import Unreadable

    try:
        if name.lower().endswith(".json"):
            return read_export(name)
        result = judge_transcript(read(name), Path(name).stem)
    except (NoExport, Unreadable, Unusable) as error:
        raise click.ClickException(plain(f"{name}: unusable: {error}")) from error
    if result.failed:
        count = many(len(result.failed), "line")
        raise click.ClickException(f"{name}: {count} must be mended first; see `referee check`.")
    return result.game


def _html(account: Account) -> str:
    from referee.review.html import write_html
    from referee.review.report import report_of

    return write_html(report_of(account))


def _markdown(account: Account) -> str:
    from referee.review.markdown import write_markdown
    from referee.review.report import report_of

    return write_markdown(report_of(account))


def _transcript(account: Account) -> str:
    from referee.transcript import write_transcript

    return f"{SIGN}\n{write_transcript(account.game)}"


def _json(account: Account) -> str:
    from referee.review.exchange import write_json

    return write_json(account)


_WRITERS: Mapping[str, Callable[[Account], str]] = {
    ".html": _html, ".md": _markdown, ".ref": _transcript, ".json": _json,
}  # fmt: skip


def _sign(ending: str) -> str:
    """What stands in every report of ours of that kind."""
    from referee.review import exchange, html, markdown

    return {".html": html.SIGN, ".md": markdown.SIGN, ".ref": SIGN, ".json": exchange.FORM}[ending]


def _check(file: Path, force: bool) -> None:
    """A file may be written: it is not there, or it is a report of ours and may be written over."""
    from referee.lines import reason_of

    try:
        if not os.path.lexists(file):
            return
        if not force:
            raise click.ClickException(f"{file} is there already; --force writes over a report of ours.")
        if file.is_file():
            with open(file, "rb") as stream:
                if _sign(file.suffix.lower()).encode() in stream.read(_HEAD):
                    return
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be written: {reason_of(error)}.") from error
    raise click.ClickException(f"{file} is no report of ours, so it is not written over; choose another name.")


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    from referee.durable import write_whole
    from referee.lines import reason_of

    try:
        write_whole(file, text.encode(), over=True)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file} cannot be written: {reason_of(error)}.") from error


COMMANDS = (report,)

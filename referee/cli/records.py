"""Saved games: listing, showing, writing them out and reading them in. Nothing that is there is changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from referee.cli.parts import UNUSABLE, print_json, read, say, sentences, write_new

if TYPE_CHECKING:
    from referee.game import Game
    from referee.log import Log


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a list for programs.")
def games(as_json: bool) -> None:
    """List the saved games, the newest first.

    \b
    Example: referee games
    """
    from referee.library import data_folder, summary_row
    from referee.library import games as saved_games

    with sentences():
        found = saved_games()
    if as_json:
        print_json([summary_row(summary) for summary in found])
        return
    for summary in found:
        row = summary_row(summary)
        if summary.damage:
            say(f"{row['name']}: damaged: {summary.damage}; try `referee doctor`")
        else:
            players = ", ".join(f"{side} {player}" for side, player in row["players"].items()) or "nobody named"
            campaign = f", campaign {row['campaign']}" if "campaign" in row else ""
            tally = f"{row['entries']} entries, last {row['last'] or 'never'}"
            say(f"{row['name']}: {row['ruleset']}{campaign}, {players}, {tally}")
    if not found:
        say(f"No game is saved in {data_folder()}. Start one with `referee play`.")


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs, as `check --json` does.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="The table as it was after entry N.")
@click.option("--as", "viewer", metavar="SIDE", help="Only what this side may see; `umpire` sees sealed notes too.")
def show(game: str, as_json: bool, at: int | None, viewer: str | None) -> None:
    """Show the table of a saved game, or where a campaign stands.

    \b
    Examples:
      referee show evening --at 12
      referee show evening --as red
      referee show desert
    """
    from referee.campaign import find_campaign
    from referee.check import stored_findings, to_json
    from referee.commands import read_viewer, show_lines
    from referee.library import look_as

    with sentences():
        if campaign := find_campaign(game):
            if at is not None or viewer:
                raise click.UsageError(f"{campaign} is a campaign; --at and --as belong to one of its battles.")
            _show_campaign(campaign, as_json)
            return
    with sentences(), _opened(game) as opened:
        if at is not None:
            opened = _as_it_was(opened, at)
        look_as(opened, viewer or "")
        if as_json:
            print_json(to_json(opened, stored_findings(opened)))
            return
        for line in show_lines(opened, read_viewer(opened, viewer) if viewer else ""):
            say(line)


def _show_campaign(name: str, as_json: bool) -> None:
    from referee.campaign import campaign_json, read_campaign, tell_campaign

    campaign = read_campaign(name)
    if as_json:
        print_json(campaign_json(campaign))
        return
    for line in tell_campaign(campaign):
        say(line)


@contextmanager
def _opened(name: str) -> Iterator[Game]:
    """A saved game for reading; what is odd about its record is said on standard error."""
    from referee.library import open_game

    game = open_game(name, readonly=True)
    with game.log as log:
        _notices(log)
        yield game


def _notices(log: Log) -> None:
    for notice in log.storage.notices:
        say(notice, err=True)


def _as_it_was(game: Game, at: int) -> Game:
    """The game after so many entries, in memory."""
    from referee.game import Game
    from referee.library import append_all
    from referee.log import Log

    entries = game.log.entries
    if at > len(entries):
        raise click.ClickException(f"There is no entry {at}; the record has {len(entries)}.")
    log = Log.memory(game.log.header)
    append_all(log, entries[:at])
    before = Game(game.ruleset, log)
    before.vault = game.vault
    return before


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print a list of all entries for programs.")
def log(game: str, as_json: bool) -> None:
    """Print the record of a saved game, entry by entry.

    \b
    Example: referee log evening
    """
    from referee.commands import log_lines

    with sentences(), _opened(game) as opened:
        if as_json:
            print_json([{"verdict": e.verdict, "time": e.time, "by": e.by, **e.to_json()} for e in opened.log.entries])
            return
        for line in log_lines(opened, opened.log.entries):
            say(line)
        if not opened.log.entries:
            click.echo("The record is empty.")


@click.command()
@click.argument("game")
def dice(game: str) -> None:
    """Compare the dice of a saved game with what fair dice give.

    \b
    Example: referee dice evening
    """
    from referee.commands import dice_lines

    with sentences(), _opened(game) as opened:
        for line in dice_lines(opened):
            say(line)


@click.command()
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", help="Write to this file, which must not exist yet.")
def export(game: str, output: str | None) -> None:
    """Write a saved game as a transcript.

    \b
    Example: referee export evening -o evening.ref
    """
    from referee.transcript import write_transcript

    with sentences(), _opened(game) as opened:
        text = write_transcript(opened)
    if output is None or output == "-":
        click.echo(text, nl=False)
        return
    write_new(output, text)


@click.command("import")
@click.argument("file")
@click.option("--name", help="How the game is called; else by its tag, or by the file.")
def import_(file: str, name: str | None) -> None:
    """Make a saved game of a transcript. Lines that cannot be read must be mended first.

    \b
    Example: referee import evening.ref
    """
    from pathlib import Path

    from referee.check import Unusable, judge_transcript, tell_result
    from referee.library import keep
    from referee.transcript import Unreadable

    try:
        result = judge_transcript(read(file), "imported" if file == "-" else Path(file).stem)
    except (Unreadable, Unusable) as error:
        say(f"{file}: unusable: {error}", err=True)
        sys.exit(UNUSABLE)
    for line in tell_result(result, file):
        click.echo(line)
    if result.failed:
        raise click.ClickException(f"Nothing was imported: {len(result.failed)} lines must be mended first.")
    with sentences():
        kept = keep(result.game, name or "")
        kept.log.close()
    say(f"{kept.log.header.name}: {len(kept.log.entries)} entries saved. Go on with `referee play`.")


@click.command()
def doctor() -> None:
    """Check every record of the data folder. Nothing is changed. Exit status 1 if something is wrong.

    \b
    Example: referee doctor
    """
    from referee.doctor import examine

    with sentences():
        wrong = 0
        for line, sound in examine():
            say(line)
            wrong += not sound
    sys.exit(1 if wrong else 0)


COMMANDS = (games, show, log, dice, export, import_, doctor)

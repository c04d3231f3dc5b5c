"""The command line. Thin: whatever costs time to import is imported inside the command that needs it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee import __version__

if TYPE_CHECKING:
    from referee.game import Game
    from referee.log import Log
    from referee.transcript import Transcript

UNUSABLE = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="referee %(version)s")
def main() -> None:
    """A referee beside a real wargame table: tell it what happened, and it says what the rules make of it.

    \b
    Example: referee play
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that has not all letters still shows the rest


@contextmanager
def _sentences() -> Iterator[None]:
    """What a player, a file or a disk can do wrong becomes one sentence; a mistake of the program stays a traceback."""
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
        raise click.ClickException(plain(str(error))) from error


def _print_json(value: Any) -> None:
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _say(line: str, err: bool = False) -> None:
    from referee.notation import plain

    click.echo(plain(line), err=err)


@main.command()
@click.argument("game", required=False)
@click.option("--new", "ruleset", metavar="RULESET", help="Start a new game of this ruleset.")
@click.option("--name", help="How the new game is called.")
@click.option("--players", metavar="SIDE=NAME,...", help="Who plays which side, in a new game.")
def play(game: str | None, ruleset: str | None, name: str | None, players: str | None) -> None:
    """Start a game, or go on with one.

    GAME is the name of a saved game, or a ruleset for a new one. Without a terminal the reports are read from standard
    input, one a line, and each entry is acknowledged as soon as it is saved.

    \b
    Examples:
      referee play
      referee play evening
      referee play lightning-north-africa --name evening --players axis=Anna,allied=Ben
    """
    with _sentences():
        if game is not None and ruleset is not None:
            raise click.UsageError("Give the name of a saved game, or --new RULESET; not both.")
        if game is not None and _is_ruleset(game):
            game, ruleset = None, game
        if ruleset is None and (name or players):
            raise click.UsageError("--name and --players belong to a new game; name its ruleset with --new RULESET.")
        sides = _read_players(players)
        if sys.stdin.isatty() and sys.stdout.isatty():
            from referee.prompt import play as play_at_terminal

            sys.exit(play_at_terminal(game, ruleset, name, sides))
        from referee.piped import play_piped

        sys.exit(play_piped(sys.stdin.buffer, game, ruleset, name, sides))


def _is_ruleset(name: str) -> bool:
    """Whether a name means a ruleset. A saved game comes first; the full name of either before a shortened one."""
    from referee.library import NoSuchGame, find_game, has_game
    from referee.ruleset.find import NoSuchRuleset, load_ruleset, ruleset_names

    if has_game(name):
        return False
    if name in ruleset_names():
        return True
    try:
        find_game(name)
    except NoSuchGame:
        try:
            load_ruleset(name)
        except NoSuchRuleset:
            return False
        return True
    return False


def _read_players(text: str | None) -> dict[str, str] | None:
    if text is None:
        return None
    players: dict[str, str] = {}
    for part in text.split(","):
        side, equals, player = part.partition("=")
        if not equals or not side.strip() or not player.strip():
            raise click.BadParameter(f"{part!r} is not SIDE=NAME, as in axis=Anna,allied=Ben.", param_hint="--players")
        players[side.strip().lower()] = player.strip()
    return players


@main.command()
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one object (a list for several files) for programs.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Judge transcripts. `-`, or no file, reads standard input.

    Exit status: 0 clean (warnings, rulings and missing data are allowed), 1 a fault or an omission, 2 unusable.

    \b
    Examples:
      referee check examples/lightning_north_africa/rulebook-turn.ref
      referee check --json - < evening.ref
    """
    from referee.check import Unusable, judge_transcript, tell_result, to_json
    from referee.transcript import Unreadable

    if not files and sys.stdin.isatty():
        raise click.UsageError("Name a transcript, or pipe one in.")
    status, rows = 0, []
    for file in files or ("-",):
        name = "standard input" if file == "-" else file
        try:
            result = judge_transcript(_read(file), "transcript" if file == "-" else Path(file).stem)
        except (Unreadable, Unusable) as error:
            status = UNUSABLE
            _say(f"{name}: unusable: {error}", err=True)
            rows.append({"file": name, "error": str(error)})
            continue
        status = max(status, result.status)
        rows.append(to_json(result.game, result.found))
        if not as_json:
            for line in tell_result(result, name):
                click.echo(line)
    if as_json:
        if len(rows) > 1:
            rows = [{"file": file, **row} for file, row in zip(files, rows, strict=True)]
        _print_json(rows if len(rows) > 1 else rows[0])
    sys.exit(status)


def _read(file: str) -> Transcript:
    """The transcript of a file or of standard input. Raises Unreadable."""
    from referee.transcript import read_file, read_stream

    return read_stream(sys.stdin.buffer) if file == "-" else read_file(file)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print a list for programs.")
def games(as_json: bool) -> None:
    """List the saved games, the newest first.

    \b
    Example: referee games
    """
    from referee.library import data_folder, summary_row
    from referee.library import games as saved_games

    with _sentences():
        found = saved_games()
    if as_json:
        _print_json([summary_row(summary) for summary in found])
        return
    for summary in found:
        row = summary_row(summary)
        if summary.damage:
            _say(f"{row['name']}: damaged: {summary.damage}; try `referee doctor`")
        else:
            players = ", ".join(f"{side} {player}" for side, player in row["players"].items()) or "nobody named"
            _say(f"{row['name']}: {row['ruleset']}, {players}, {row['entries']} entries, last {row['last'] or 'never'}")
    if not found:
        _say(f"No game is saved in {data_folder()}. Start one with `referee play`.")


@main.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs, as `check --json` does.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="The table as it was after entry N.")
def show(game: str, as_json: bool, at: int | None) -> None:
    """Show the table of a saved game.

    \b
    Example: referee show evening --at 12
    """
    from referee.check import stored_findings, to_json
    from referee.commands import show_lines

    with _sentences(), _opened(game) as opened:
        if at is not None:
            opened = _as_it_was(opened, at)
        if as_json:
            _print_json(to_json(opened, stored_findings(opened)))
            return
        for line in show_lines(opened):
            _say(line)


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
        _say(notice, err=True)


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
    return Game(game.ruleset, log)


@main.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print a list of all entries for programs.")
def log(game: str, as_json: bool) -> None:
    """Print the record of a saved game, entry by entry.

    \b
    Example: referee log evening
    """
    from referee.commands import log_lines

    with _sentences(), _opened(game) as opened:
        if as_json:
            _print_json([{"verdict": e.verdict, "time": e.time, "by": e.by, **e.to_json()} for e in opened.log.entries])
            return
        for line in log_lines(opened, opened.log.entries):
            _say(line)
        if not opened.log.entries:
            click.echo("The record is empty.")


@main.command()
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", help="Write to this file, which must not exist yet.")
def export(game: str, output: str | None) -> None:
    """Write a saved game as a transcript.

    \b
    Example: referee export evening -o evening.ref
    """
    from referee.transcript import write_transcript

    with _sentences(), _opened(game) as opened:
        text = write_transcript(opened)
    if output is None or output == "-":
        click.echo(text, nl=False)
        return
    try:
        with open(output, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise click.ClickException(f"{output} is there already; choose another name.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(f"{output} cannot be written: {reason}.") from error


@main.command("import")
@click.argument("file")
@click.option("--name", help="How the game is called; else by its tag, or by the file.")
def import_(file: str, name: str | None) -> None:
    """Make a saved game of a transcript. Lines that cannot be read must be mended first.

    \b
    Example: referee import evening.ref
    """
    from referee.check import Unusable, judge_transcript, tell_result
    from referee.library import keep
    from referee.transcript import Unreadable

    try:
        result = judge_transcript(_read(file), "imported" if file == "-" else Path(file).stem)
    except (Unreadable, Unusable) as error:
        _say(f"{file}: unusable: {error}", err=True)
        sys.exit(UNUSABLE)
    for line in tell_result(result, file):
        click.echo(line)
    if result.failed:
        raise click.ClickException(f"Nothing was imported: {len(result.failed)} lines must be mended first.")
    with _sentences():
        kept = keep(result.game, name or "")
        kept.log.close()
    _say(f"{kept.log.header.name}: {len(kept.log.entries)} entries saved. Go on with `referee play`.")


@main.command()
def rulesets() -> None:
    """List the games that the referee knows.

    \b
    Example: referee rulesets
    """
    from referee.ruleset.find import load_ruleset, ruleset_names

    for name in ruleset_names():
        ruleset = load_ruleset(name)
        _say(f"{name}: {ruleset.title}, version {ruleset.version} ({' and '.join(ruleset.sides.values())})")


@main.command()
@click.argument("ruleset")
@click.argument("rule", nargs=-1)
def rulebook(ruleset: str, rule: tuple[str, ...]) -> None:
    """Print the rules of a game in our own words: all headings, or one rule by its id or by words in it.

    \b
    Examples:
      referee rulebook lightning-north-africa
      referee rulebook lightning-north-africa supply.3
    """
    from referee.commands import rule_lines
    from referee.ruleset import LineError
    from referee.ruleset.find import load_ruleset

    with _sentences():
        book = load_ruleset(ruleset).rulebook
    words = " ".join(rule)
    try:
        for line in rule_lines(book, words, book.defaults()):
            _say(line)
    except LineError as error:
        raise click.ClickException(error.message) from error


@main.command()
def doctor() -> None:
    """Check every record of the data folder. Nothing is changed. Exit status 1 if something is wrong.

    \b
    Example: referee doctor
    """
    from referee.doctor import examine

    with _sentences():
        wrong = 0
        for line, sound in examine():
            _say(line)
            wrong += not sound
    sys.exit(1 if wrong else 0)

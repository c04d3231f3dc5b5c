"""Saved games beside others: statistics over many, and one beside the rules of today. Nothing is changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from referee.cli.completing import a_folder, a_game, a_ruleset
from referee.cli.parts import print_json, say, sentences

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


@click.command()
@click.argument("folder", required=False, shell_complete=a_folder)
@click.option("--ruleset", metavar="NAME", shell_complete=a_ruleset, help="Only games of this ruleset.")
@click.option("--player", metavar="NAME", help="Only games of this player.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Only games from this day on.")
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs.")
def stats(folder: str | None, ruleset: str | None, player: str | None, since: datetime | None, as_json: bool) -> None:
    """Statistics over many games: results, length, rules, dice.

    Over all records of a folder, or over your saved games. `said` counts what the referee said when it was reported;
    the columns behind it what became of it. A record that cannot be read is named and left out.

    \b
    Examples:
      referee stats
      referee stats club/2026 --player Anna --since 2026-01-01
    """
    from pathlib import Path

    from referee.library import data_folder, state_folder
    from referee.review.figures import Wanted, read_all
    from referee.review.stats import statistics, stats_lines
    from referee.ruleset.find import load_ruleset

    with sentences():
        name = load_ruleset(ruleset).name if ruleset else ""
    wanted = Wanted(name, player or "", f"{since:%Y-%m-%d}" if since else "")
    place = Path(folder) if folder else data_folder()
    records = _records(place)
    with _progress(read_all(records, wanted, None if folder else state_folder()), len(records)) as read:
        found = statistics(read)
    if as_json:
        print_json(found.to_json())
        return
    for line in stats_lines(found):
        say(line)


def _records(folder: Path) -> list[Path]:
    from referee.lines import reason_of
    from referee.review.figures import records_in

    try:
        return records_in(folder)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"The folder {str(folder)[:200]!r} cannot be read: {reason_of(error)}.") from error


@contextmanager
def _progress(read: Iterator[Any], length: int) -> Iterator[Iterator[Any]]:
    """What is read, with a bar on a terminal."""
    shown = sys.stderr.isatty()
    bar = click.progressbar(read, length, label="Reading records", file=sys.stderr) if shown else nullcontext(read)
    with bar as each:
        yield iter(each)


@click.command()
@click.argument("game", shell_complete=a_game)
@click.option("--json", "as_json", is_flag=True, help="Print a list for programs.")
def rejudge(game: str, as_json: bool) -> None:
    """Judge a saved game again by the rules of today.

    What is judged otherwise is listed. The record stays as it is: its verdicts are what was said at the table.

    \b
    Example: referee rejudge evening
    """
    from referee.library import open_game
    from referee.review.versions import judged_now, rejudge_lines

    with sentences():
        saved = open_game(game, readonly=True)
    with saved.log:
        if as_json:
            print_json([difference.to_json() for difference in judged_now(saved)])
            return
        for line in rejudge_lines(saved):
            say(line)


COMMANDS = (stats, rejudge)

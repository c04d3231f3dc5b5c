"""A saved game, read afterwards or while it is played: its table, its record, what differs. Nothing is changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from referee.cli.completing import a_game, game_or_campaign
from referee.cli.parts import UNUSABLE, opened, print_json, say, sentences

if TYPE_CHECKING:
    from referee.game import Game
    from referee.review.log import Row

STYLES: dict[str, dict[str, bool]] = {"heading": {"bold": True}, "flag": {"bold": True}, "pass": {"dim": True}}
"""How the lines of the log look on a terminal; the words say it all the same."""


def _as_side(command: Any) -> Any:
    return click.option("--as", "viewer", metavar="SIDE", default="", help="Only what this side may see.")(command)


@contextmanager
def _words() -> Iterator[None]:
    """A word of the command line that names nothing on the table becomes a sentence."""
    from referee.notation import plain
    from referee.ruleset import LineError

    try:
        yield
    except LineError as error:
        raise click.ClickException(plain(error.message)) from error


@click.command()
@click.argument("game", shell_complete=game_or_campaign)
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs, as `check --json` does.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="The table as it was on record after entry N.")
@click.option("--as", "viewer", metavar="SIDE", help="Only what this side may see; `umpire` sees sealed notes too.")
def show(game: str, as_json: bool, at: int | None, viewer: str | None) -> None:
    """Show the table of a saved game, or where a campaign stands.

    --at shows what was on record then: a correction that was made later is not in it yet (`diff` and the number of the
    correction show what it changed).

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
    with sentences(), opened(game) as saved:
        if at is not None:
            saved = _at(saved, at)
        look_as(saved, viewer or "")
        if as_json:
            print_json(to_json(saved, stored_findings(saved)))
            return
        for line in show_lines(saved, read_viewer(saved, viewer) if viewer else ""):
            say(line)


def _show_campaign(name: str, as_json: bool) -> None:
    from referee.campaign import campaign_json, read_campaign, tell_campaign

    campaign = read_campaign(name)
    if as_json:
        print_json(campaign_json(campaign))
        return
    for line in tell_campaign(campaign):
        say(line)


def _at(game: Game, number: int) -> Game:
    """The game as it was after an entry, which must be there."""
    from referee.review.log import as_it_was

    if number > (last := len(game.log.entries)):
        raise click.ClickException(f"There is no entry {number}; the record has {last}.")
    return as_it_was(game, number)


@click.command()
@click.argument("game", shell_complete=a_game)
@click.option("--side", metavar="SIDE", default="", help="Only what this side reported.")
@click.option("--turn", metavar="N", default="", help="Only this turn, or these turns: 3-5.")
@click.option("--verb", metavar="VERB", default="", help="Only acts of this verb (or undo, fix, note, ...).")
@click.option("--rule", metavar="ID", default="", help="Only where this rule spoke: an id, a heading, or a beginning.")
@click.option("--unit", metavar="NAME", default="", help="Only what names this piece or changes it on the table.")
@click.option("--flags", is_flag=True, help="Only where something illegal or an omission was found.")
@click.option("--plain", "spoken", is_flag=True, help="An entry a line, in sentences: for a screen reader.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of the entries for programs.")
@click.option("--no-pager", is_flag=True, help="Print it all at once on a terminal, too.")
@_as_side
def log(game: str, spoken: bool, as_json: bool, no_pager: bool, viewer: str, flags: bool, **wanted: str) -> None:
    """Print the record of a saved game, entry by entry.

    All that is asked for must hold of an entry. On a terminal a long log comes in your pager (PAGER names it).

    \b
    Examples:
      referee log evening
      referee log evening --flags
      referee log evening --side red --turn 3-5 --verb move
    """
    from referee.review.filters import Wanted
    from referee.review.log import record, spoken_lines, styled_lines

    with sentences(), opened(game, viewer) as saved:
        rows = record(saved)
        with _words():
            found = Wanted(flags=flags, **wanted).choose(saved, rows)
        if as_json:
            print_json(_log_json(saved, found))
            return
        if not found:
            click.echo(f"None of the {len(rows)} entries is like that." if rows else "The record is empty.")
            return
        lines = [("", line) for line in spoken_lines(saved, found)] if spoken else list(styled_lines(saved, found))
        _print(lines, no_pager)


def _log_json(game: Game, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Entries for programs; of one that names what the viewer may not see, the number only."""
    import json

    from referee.veil import veil

    veiled = veil(game, game.viewer)
    found: list[dict[str, Any]] = []
    for row in rows:
        entry = row.entry
        document = {
            "verdict": entry.verdict, "time": entry.time, "by": entry.by, "turn": row.before.turn,
            "step": row.before.step, "mark": row.mark, "now": [now.to_json() for now in row.now], **entry.to_json(),
        }  # fmt: skip
        text = json.dumps(document, ensure_ascii=False)
        found.append(document if veiled(text) == text else {"number": entry.number, "hidden": True})
    return found


def _print(lines: Iterable[tuple[str, str]], no_pager: bool) -> None:
    """Print lines: on a terminal wrapped, dimmed and bold, and in the pager if they do not fit on it."""
    if not sys.stdout.isatty():
        for _, line in lines:
            click.echo(line)
        return
    import shutil

    from referee.prompt.lines import wrapped

    size = shutil.get_terminal_size()
    plainly = bool(os.environ.get("NO_COLOR"))
    told = [
        piece if plainly or not style else click.style(piece, **STYLES[style])
        for style, line in lines
        for piece in wrapped((line,), size.columns)
    ]
    if no_pager or len(told) < size.lines:
        click.echo("\n".join(told))
    else:
        click.echo_via_pager(f"{line}\n" for line in told)


@click.command()
@click.argument("game", shell_complete=a_game)
@_as_side
def review(game: str, viewer: str) -> None:
    """Step through a saved game on the screen.

    It goes forwards, backwards, by turn, from finding to finding; `?` shows the keys. Nothing is changed; `b` makes a
    what-if copy, a new saved game, of the game as it was.

    \b
    Example: referee review evening
    """
    on_screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if not on_screen:
        say(f"review needs a terminal; `referee log {game}` and `referee show {game} --at N` do without.", err=True)
        sys.exit(UNUSABLE)
    with sentences(), opened(game, viewer) as saved:
        from referee.review.screen import review as on_terminal
        from referee.review.stepping import Stepper

        on_terminal(Stepper(saved))


@click.command()
@click.argument("game", shell_complete=a_game)
@click.argument("first", metavar="N|GAME2", shell_complete=a_game)
@click.argument("second", metavar="[M]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs.")
@_as_side
def diff(game: str, first: str, second: str | None, as_json: bool, viewer: str) -> None:
    """Show what changed on the table between two entries, or where two games part.

    Between two entries: the tables as they were on record after entry N (0: as it was set up) and after entry M, or as
    it is now. Of two games, such as a what-if copy and the one it came from: up to where they are the same, and how
    their tables differ now.

    \b
    Examples:
      referee diff evening 12 30
      referee diff evening evening-what-if
    """
    with sentences(), opened(game, viewer) as saved:
        if first.isascii() and first.isdigit():
            _diff_tables(saved, first, second, as_json)
        elif second is not None:
            raise click.UsageError("Give two entries of one game, or two games.")
        else:
            with opened(first, viewer) as other:
                _diff_games(saved, other, as_json)


def _diff_tables(game: Game, first: str, second: str | None, as_json: bool) -> None:
    from referee.review.diff import change_lines, change_rows

    if second is not None and not (second.isascii() and second.isdigit()):
        raise click.UsageError(f"{second[:40]!r} is no number of an entry.")
    last = len(game.log.entries)
    numbers = int(first[:9]), last if second is None else int(second[:9])
    before, after = (_at(game, number).seen for number in numbers)
    if as_json:
        print_json({"from": numbers[0], "to": numbers[1], "changes": change_rows(game.ruleset, before, after)})
        return
    for line in change_lines(game.ruleset, before, after):
        say(line)
    if before == after:
        say(f"The table after entry {numbers[0]} and after entry {numbers[1]} is the same.")


def _diff_games(first: Game, second: Game, as_json: bool) -> None:
    from referee.review.diff import change_rows, parting, parting_lines

    names = first.log.name, second.log.name
    if first.ruleset.name != second.ruleset.name:
        games = f"{names[0]} is a game of {first.ruleset.title}, {names[1]} one of {second.ruleset.title}"
        raise click.ClickException(f"{games}: their tables cannot be compared.")
    if not as_json:
        for line in parting_lines(first, second):
            say(line)
        return
    found = parting(first, second)
    part = found and {
        "common": found.number,
        "first": found.first and found.first.entry.number,
        "second": found.second and found.second.entry.number,
    }
    changes = change_rows(first.ruleset, first.seen, second.seen)
    print_json({"games": names, "part": part, "changes": changes})


COMMANDS = (show, log, review, diff)

"""Saved games: listing, writing them out and reading them in. Nothing that is there is changed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from referee.cli.completing import a_file, a_game
from referee.cli.parts import UNUSABLE, opened, print_json, print_text, read, read_export, say, sentences, write_new

if TYPE_CHECKING:
    from referee.game import Game


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a list for programs.")
def games(as_json: bool) -> None:
    """List the saved games, the newest first.

    \b
    Example: referee games
    """
    from referee.library import data_folder, summary_row
    from referee.library import games as saved_games
    from referee.telling import many

    with sentences():
        found = saved_games()
    if as_json:
        print_json([summary_row(summary) for summary in found])
        return
    for summary in found:
        row = summary_row(summary)
        if summary.damage:
            _tell([f"{row['name']}: damaged: {summary.damage}", "try `referee doctor`"], "; ", whole=False)
        else:
            players = [f"{side} {player}" for side, player in row["players"].items()] or ["nobody named"]
            campaign = [f"campaign {row['campaign']}"] if "campaign" in row else []
            tally = many(row["entries"], "entry", "entries")
            time = row["last"][:16].replace("T", " ")
            last = f"last {time}" if time else "imported" if row["entries"] else "not begun"
            _tell([f"{row['name']}: {row['ruleset']}", *campaign, *players, tally, last])
    if not found:
        say(f"No game is saved in {data_folder()}. Start one with `referee play`.")


_GLUE = "\x00"
"""What holds the words of a part together."""


def _tell(parts: list[str], joint: str = ", ", whole: bool = True) -> None:
    """Print a line; on a terminal it is wrapped between its parts, or its words where they need not stay whole."""
    if not sys.stdout.isatty():
        say(joint.join(parts))
        return
    import shutil

    from referee.prompt.lines import wrapped

    line = joint.join([parts[0], *(part.replace(" ", _GLUE) if whole else part for part in parts[1:])])
    for piece in wrapped((line,), shutil.get_terminal_size().columns):
        say(piece.replace(_GLUE, " "))


@click.command()
@click.argument("game", shell_complete=a_game)
def dice(game: str) -> None:
    """Compare the dice of a saved game with what fair dice give.

    \b
    Example: referee dice evening
    """
    from referee.commands import dice_lines

    with sentences(), opened(game) as saved:
        for line in dice_lines(saved):
            say(line)


@click.command()
@click.argument("game", shell_complete=a_game)
@click.option("-o", "--output", metavar="FILE", shell_complete=a_file,
              help="Write to this file, which must not exist yet.")  # fmt: skip
def export(game: str, output: str | None) -> None:
    """Write a saved game as a transcript.

    \b
    Example: referee export evening -o evening.ref
    """
    from referee.transcript import write_transcript

    with sentences(), opened(game) as saved:
        text = write_transcript(saved)
    if output is None or output == "-":
        print_text(text)
        return
    write_new(output, text)


@click.command("import")
@click.argument("file", shell_complete=a_file)
@click.option("--name", help="How the game is called; else by its tag, or by the file.")
@click.option("--components", "stock", is_flag=True, help="Of a transcript: use what is on file of your copy, too.")
def import_(file: str, name: str | None, stock: bool) -> None:
    """Make a saved game of a transcript or an export.

    Lines of a transcript that cannot be read must be mended first. An export (`game.json`, made by `report`) brings the
    whole record, with all that was undone or corrected.

    \b
    Examples:
      referee import evening.ref
      referee import evening.json --name second
    """
    from pathlib import Path

    from referee.check import Unusable, hinted, judge_transcript, tell_result
    from referee.library import on_file
    from referee.telling import many
    from referee.transcript import Unreadable

    if file.lower().endswith(".json"):
        _import_json(file, name or "")
        return
    try:
        transcript = read(file)
        result = judge_transcript(
            transcript, "imported" if file == "-" else Path(file).stem, on_file if stock else None
        )
    except (Unreadable, Unusable) as error:
        say(f"{file}: unusable: {error}", err=True)
        sys.exit(UNUSABLE)
    for line in tell_result(result if stock else hinted(result, transcript, on_file), file):
        click.echo(line)
    if result.failed:
        raise click.ClickException(f"Nothing was imported: {many(len(result.failed), 'line')} must be mended first.")
    with sentences():
        _keep(result.game, name or "")


def _import_json(file: str, name: str) -> None:
    from referee.review.exchange import NoExport

    with sentences():
        try:
            game = read_export(file)
        except NoExport as error:
            say(f"{file}: unusable: {error}", err=True)
            sys.exit(UNUSABLE)
        _keep(game, name)


def _keep(game: Game, name: str) -> None:
    from referee.library import keep
    from referee.telling import many, outcome

    kept = keep(game, name)
    kept.log.close()
    called, table = kept.log.header.name, kept.table
    then = "Go on with `referee play`."
    if table.winner:
        won = outcome(table, kept.ruleset.sides)
        then = f"The game is over: {won}. `referee report {called} -o {called}.html` tells it."
    say(f"{called}: {many(len(kept.log.entries), 'entry', 'entries')} saved. {then}")


@click.command()
@click.argument("game", required=False, shell_complete=a_game)
@click.option("--repair", is_flag=True, help="Mend what is damaged; the damaged file is kept beside the record.")
@click.option("--lost", metavar="LINE", default="", help="What the entry was that is lost, as it would be typed.")
def doctor(game: str | None, repair: bool, lost: str) -> None:
    """Check every record of the data folder. Exit status 1 if something is wrong.

    With GAME only that record. Nothing is changed without --repair. With it a damaged record is mended by its checksums
    where that is possible; else it is open again up to the last entry before the damage, and what is behind it becomes
    a branch, judged again.

    \b
    Examples:
      referee doctor
      referee doctor evening --repair
      referee doctor evening --repair --lost "SIDE> LINE"
    """
    from referee.doctor import examine

    if lost and not (game and repair):
        raise click.UsageError("--lost belongs to --repair of one game.")

    with sentences():
        wrong = 0
        for name, line, sound in examine(game or ""):
            if repair and name and not sound:
                say(f"{name}:")
                sound = _repaired(name, lost)
            else:
                say(line)
            wrong += not sound
    sys.exit(1 if wrong else 0)


def _repaired(name: str, lost: str) -> bool:
    """Mend a record; whether it is sound now."""
    from referee.doctor import examine
    from referee.repair import repair

    try:
        with sentences():
            for line in repair(name, lost):
                say(f"  {line}")
            found = list(examine(name))
    except click.ClickException as error:  # the other records still have their turn
        say(f"  {error.message}", err=True)
        return False
    for _, line, _ in found:
        say(line)
    return all(sound for _, _, sound in found)


COMMANDS = (games, dice, export, import_, doctor)

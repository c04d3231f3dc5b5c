"""`referee help`: of a command for those who try it first, of a game for the table."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.completing import a_file, a_topic
from referee.cli.parts import opened, say, sentences, write_new

if TYPE_CHECKING:
    from referee.sheet.model import Sheet


@click.command("help")
@click.argument("topic", required=False, shell_complete=a_topic)
@click.option("-o", "--output", metavar="FILE", shell_complete=a_file,
              help="Of a game: write its sheet to this file (.html), which must not exist yet.")  # fmt: skip
@click.pass_context
def help_(ctx: click.Context, topic: str | None, output: str | None) -> None:
    """Show the help of a command, of all, or a game on one sheet.

    TOPIC is a command, a ruleset or a saved game. The sheet of a game has the steps of a turn, all verbs with their
    short forms, keys and commands, and the options and rulings in force. `-o sheet.html` writes it as a page that
    prints on A4.

    \b
    Examples:
      referee help play
      referee help RULESET
      referee help evening -o sheet.html
    """
    above = ctx.parent
    assert above is not None
    assert isinstance(above.command, click.Group)
    found = above.command.get_command(above, topic) if topic else above.command
    if found is None:
        _show_sheet(topic or "", output, above.command.list_commands(above))
        return
    if output is not None:
        raise click.UsageError("-o writes the sheet of a game; name a ruleset or a saved game.")
    if found is above.command:
        click.echo(above.get_help())
        return
    with click.Context(found, info_name=topic, parent=above) as inner:
        click.echo(found.get_help(inner))


def _show_sheet(name: str, output: str | None, commands: list[str]) -> None:
    """Print the sheet of a game, or write it as a page."""
    if output is not None and Path(output).suffix.lower() != ".html":
        raise click.UsageError(f"{output}: a sheet is written as a page; the name ends in .html.")
    with sentences():
        sheet = _sheet(name, commands)
    if output is not None:
        from referee.sheet.page import write_page

        write_new(output, write_page(sheet))
        say(f"Written: {output}")
        return
    from referee.sheet.text import sheet_lines

    for line in sheet_lines(sheet):
        say(line)


def _sheet(name: str, commands: list[str]) -> Sheet:
    """The sheet of a saved game, else of a ruleset: the full name of either before a shortened one."""
    from referee.library import NoSuchGame, has_game
    from referee.ruleset.find import NoSuchRuleset, load_ruleset, ruleset_names
    from referee.sheet.model import sheet_of

    if name not in ruleset_names() or has_game(name):
        try:
            with opened(name) as game:
                return sheet_of(game.ruleset, game)
        except NoSuchGame:
            pass
    try:
        return sheet_of(load_ruleset(name))
    except NoSuchRuleset as error:
        meant = difflib.get_close_matches(name, commands, 3, 0.6)
        hint = f"Did you mean the command {' or '.join(meant)}? " if meant else ""
        raise click.UsageError(f"No such command {name[:40]!r}, and no saved game. {hint}{error}") from error


COMMANDS = (help_,)

"""The command line. Thin: what costs time to import is imported by the command that needs it, and only then."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper

import click

from referee import __version__

COMMANDS = {
    "check": ("playing", "Judge transcripts."),
    "completion": ("completing", "Print what has the Tab key complete commands and games."),
    "components": ("knowing", "Show what is on file of a game's cards and counters."),
    "dice": ("records", "Compare the dice of a saved game with what fair dice give."),
    "diff": ("reading", "Show what changed on the table between two entries, or where two games part."),
    "doctor": ("records", "Check every record of the data folder."),
    "export": ("records", "Write a saved game as a transcript."),
    "games": ("records", "List the saved games, the newest first."),
    "help": ("helping", "Show the help of a command, of all, or a game on one sheet."),
    "import": ("records", "Make a saved game of a transcript or an export."),
    "log": ("reading", "Print the record of a saved game, entry by entry."),
    "new-ruleset": ("authoring", "Make a package with a small ruleset, for a game of your own."),
    "play": ("playing", "Start a game, or go on with one."),
    "rejudge": ("statistics", "Judge a saved game again by the rules of today."),
    "report": ("reporting", "Write a saved game as a page, Markdown, transcript or JSON."),
    "review": ("reading", "Step through a saved game on the screen."),
    "rulebook": ("knowing", "Print the rules of a game in our own words."),
    "rulesets": ("knowing", "List the games that the referee knows."),
    "show": ("reading", "Show the table of a saved game, or where a campaign stands."),
    "stats": ("statistics", "Statistics over many games: results, length, rules, dice."),
    "tutorial": ("teaching", "Learn the referee in ten minutes, by playing a turn."),
    "test-ruleset": ("authoring", "Play a ruleset by chance, and check what must always hold."),
    "watch": ("watching", "Follow a game live, on a second screen or a tablet."),
}
"""Each command: the module that holds it, and its help in one line. So `--help` loads none of them."""


class Commands(click.Group):
    """The commands, each loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"referee.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = next(c for c in module.COMMANDS if c.name == cmd_name)
        return found

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what it complains of may repeat a stranger's text, as the name of a file."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            from referee.notation import plain

            said = error.format_message()
            shown = "\n".join(map(plain, said.split("\n")))
            if shown == said:
                raise
            if isinstance(error, click.UsageError):
                raise click.UsageError(shown, error.ctx) from error
            raise click.ClickException(shown) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in `--help`."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short) for name, (_, short) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="referee %(version)s")
def main() -> None:
    """A referee beside a real wargame table: tell it what happened, and it says what the rules make of it.

    \b
    Example: referee play
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that has not all letters still shows the rest

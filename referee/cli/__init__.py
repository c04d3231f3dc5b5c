"""The command line. Thin: whatever costs time to import is imported inside the command that needs it."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from referee import __version__
from referee.cli import knowing, playing, records


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


for command in (*playing.COMMANDS, *records.COMMANDS, *knowing.COMMANDS):
    main.add_command(command)

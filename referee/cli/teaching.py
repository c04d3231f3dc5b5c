"""`referee tutorial`: the first ten minutes."""

from __future__ import annotations

import sys

import click

from referee.cli.completing import a_ruleset
from referee.cli.parts import sentences


@click.command()
@click.argument("ruleset", required=False, shell_complete=a_ruleset)
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="STEP", help="Go on at this step.")
def tutorial(ruleset: str | None, first: int) -> None:
    """Learn the referee in ten minutes, by playing a turn.

    It goes step by step, with what to type. Nothing is saved.

    \b
    Example: referee tutorial
             referee tutorial --from 12
    """
    from referee.prompt.lesson import NoLesson, lesson_of
    from referee.prompt.session import teach

    with sentences():
        try:
            sys.exit(teach(lesson_of(ruleset, first)))
        except NoLesson as error:
            raise click.ClickException(str(error)) from error


COMMANDS = (tutorial,)

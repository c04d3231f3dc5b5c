"""`referee tutorial`: the first ten minutes."""

from __future__ import annotations

import sys

import click

from referee.cli.completing import a_ruleset
from referee.cli.parts import sentences


@click.command()
@click.argument("ruleset", required=False, shell_complete=a_ruleset)
def tutorial(ruleset: str | None) -> None:
    """Learn the referee in ten minutes, by playing a turn.

    It goes step by step, with what to type. Nothing is saved.

    \b
    Example: referee tutorial
    """
    from referee.prompt.lesson import NoLesson, lesson_of
    from referee.prompt.session import teach

    with sentences():
        try:
            sys.exit(teach(lesson_of(ruleset)))
        except NoLesson as error:
            raise click.ClickException(str(error)) from error


COMMANDS = (tutorial,)

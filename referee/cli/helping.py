"""`referee help`, for those who try it first."""

from __future__ import annotations

import click


@click.command("help")
@click.argument("command", required=False)
@click.pass_context
def help_(ctx: click.Context, command: str | None) -> None:
    """Show the help of a command, or of all.

    \b
    Example: referee help play
    """
    above = ctx.parent
    assert above is not None
    assert isinstance(above.command, click.Group)
    if command is None:
        click.echo(above.get_help())
        return
    found = above.command.get_command(above, command)
    if found is None:
        raise click.UsageError(f"No such command {command[:40]!r}; `referee help` lists them.")
    with click.Context(found, info_name=command, parent=above) as inner:
        click.echo(found.get_help(inner))


COMMANDS = (help_,)

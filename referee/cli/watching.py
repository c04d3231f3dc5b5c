"""`referee watch`: a game shown live to those who cannot see the laptop."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from referee.cli.completing import a_folder, game_or_campaign
from referee.cli.parts import say, sentences

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("game", required=False, shell_complete=game_or_campaign)
@click.option("--html", "folder", metavar="FOLDER", shell_complete=a_folder,
              help="Keep a page up to date in this folder, for a tablet.")  # fmt: skip
@click.option("--as", "viewer", metavar="SIDE", default="", help="What this side may see; `umpire` sees all.")
def watch(game: str | None, folder: str | None, viewer: str) -> None:
    """Follow a game live, on a second screen or a tablet.

    Turn and side in big letters, step, what is due, the last verdict, the score and the table, anew whenever something
    is reported at the laptop. Nothing is changed. What only one side may know is left out.

    GAME may be a campaign, or a game that is not begun yet; without it the game that was played last is followed,
    whichever that is. q or Ctrl-C leaves. Into a file or a pipe it writes a line for each thing that happens.

    --html keeps FOLDER/index.html up to date, which any browser can open, and shows what is new by itself. To have it
    on a tablet: `python3 -m http.server --directory FOLDER`, and open the address of this machine with :8000 behind it.

    \b
    Examples:
      referee watch
      referee watch evening
      referee watch evening --as red
      referee watch evening --html ~/table
    """
    with sentences():
        from referee.watch.follow import Follower

        follower = Follower(game or "", viewer)
        try:
            if folder is not None:
                from referee.watch.keeping import keep_page

                keep_page(follower, _folder(folder), say)
            elif sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
                from referee.watch.screen import watch as on_terminal

                on_terminal(follower)
            else:
                from referee.watch.telling import tell

                tell(follower, say)
        except KeyboardInterrupt:
            return


def _folder(name: str) -> Path:
    """The folder of the page, made if it is not there."""
    from pathlib import Path

    from referee.durable import make_folder
    from referee.lines import reason_of

    folder = Path(name)
    try:
        make_folder(folder.absolute())
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be made: {reason_of(error)}.") from error
    return folder


COMMANDS = (watch,)

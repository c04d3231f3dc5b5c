"""The session at the table: two people type what happened, and the referee answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.library import Terms


def play(
    game_name: str | None = None,
    ruleset: str | None = None,
    name: str | None = None,
    players: Mapping[str, str] | None = None,
    terms: Terms | None = None,
) -> int:
    """Play at this terminal until the players leave; the exit status.

    game_name  the game to go on with; None: the first screen offers the last game, the others, or a new one
    ruleset    begin a new game of this ruleset, called `name`, with these players by side
    terms      options, umpire and position of a new game, and the side that looks at the screen
    """
    from referee.library import Terms
    from referee.prompt.session import start

    return start(game_name, ruleset, name, players or {}, terms or Terms())

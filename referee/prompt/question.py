"""What the referee itself asks, and what it asks about first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.commands import YES, find_call
from referee.game import Game
from referee.prompt.choices import Choice
from referee.ruleset import LineError

NEW_NAME = "new? "
"""The prompt at which an unknown name is asked about."""

ENDS = ("resign", "agree")
"""Commands that end the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the referee itself asks: its lines, the prompt, what an answer leads to, and its choices.

    `free` means that a line of the game will do as well, `closed` that nothing is answered but yes or no.
    """

    lines: tuple[str, ...]
    prompt: str
    then: Callable[[str], list[str]]
    offered: tuple[Choice, ...] = ()
    free: bool = False
    closed: bool = False


def is_yes(reply: str) -> bool:
    """Whether a question of the referee is answered with yes."""
    return reply.strip().lower() in YES


def ends_game(game: Game, line: str) -> bool:
    """Whether a line is a command that ends the game, so that it is asked about first."""
    try:
        call = find_call(game, line)
    except LineError:
        return False
    return call is not None and call.command.name in ENDS and not game.table.winner

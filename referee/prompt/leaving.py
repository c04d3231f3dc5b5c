"""Leaving the table: what is typed for it, and what is asked first while entries are not saved."""

from __future__ import annotations

from referee.game import Game

LEAVES = ("quit", "exit")
"""What is typed to leave."""

QUIT = "q"
"""The same in short, where it begins no verb."""


def leaves(game: Game, line: str) -> bool:
    """Whether a line only says that the players leave; `exit UNIT` acts."""
    word = line.strip().lower()
    return word in LEAVES or (word == QUIT and not game.reader().verb_of(QUIT))

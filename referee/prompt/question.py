"""What the referee itself asks, and what leads to such a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.commands import YES, enter_answers, find_call
from referee.game import Game
from referee.prompt.choices import Choice
from referee.ruleset import LineError
from referee.telling import many

ENDS = ("resign", "agree")
"""Commands that end the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the referee itself asks: its lines, the prompt, what an answer leads to, and its choices.

    `free` means that a line of the game will do as well.
    """

    lines: tuple[str, ...]
    prompt: str
    then: Callable[[str], list[str]]
    offered: tuple[Choice, ...] = ()
    free: bool = False


def is_yes(reply: str) -> bool:
    """Whether a question of the referee is answered with yes."""
    return reply.strip().lower() in YES


def waiting(count: int) -> list[str]:
    """That lines behind one that failed wait to be typed on."""
    return [f"{many(count, 'more line')} {'waits' if count == 1 else 'wait'}."] if count else []


def ends_game(game: Game, line: str) -> bool:
    """Whether a line is a command that ends the game, so that it is asked about first."""
    try:
        call = find_call(game, line)
    except LineError:
        return False
    return call is not None and call.command.name in ENDS and not game.table.winner


def bounced(game: Game, answered: str) -> bool:
    """Whether Enter may be meant for a question that another Enter has let pass already, one of the side `answered`.

    So it is where it would end a step of the other side in which acts are legal: that is more than a key that bounced
    may do.
    """
    ask = game.ask
    if not answered or ask is None or ask.side == answered or not (ask.step and ask.may) or enter_answers(ask):
        return False
    passing = ask.enter.split()[:1]
    return any(legal.ask == ask and [legal.action.verb] != passing for legal in game.legal())

"""What the referee itself asks, and what leads to such a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.commands import YES, enter_answers, find_call
from referee.fold import REFEREE
from referee.game import Game
from referee.prompt.choices import Choice
from referee.ruleset import Ask, LineError
from referee.telling import many

LEAVES = ("quit", "exit")
"""What is typed to leave."""

QUIT = "q"
"""The same in short, where it begins no verb."""

ENDS = ("resign", "agree")
"""Commands that end the game."""


SHOWN = 3
"""Lines that wait which are told."""

MORE = "more"
GO_ON = "go on with what waits"
"""What is typed to go on with lines that wait, and the choice that does."""


BOUNCED = "Enter would end this step; press it again if you mean that."
"""To Enter right behind one that let the other side's question pass."""


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


def waiting(lines: Sequence[str]) -> str:
    """That lines behind one that failed wait."""
    count, first = len(lines), "; ".join(lines[:SHOWN])
    wait = "waits (Ctrl-C gives it up)" if count == 1 else "wait (Ctrl-C gives them up)"
    return f"{many(count, 'more line')} {wait}: {first}{'; ...' if count > SHOWN else ''}"


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
    return _more_is_legal(game, ask)


def ends_unused(game: Game) -> bool:
    """Whether Enter would end a step in which several kinds of acts are asked for, one is legal, and none was done."""
    ask = game.ask
    if ask is None or game.held or game.draft or not (ask.step and ask.enter) or enter_answers(ask):
        return False
    if len([verb for verb in ask.verbs if verb != ask.enter.split()[0]]) < 2:
        return False
    timeline, now = game.timeline, game.table
    for before, step in zip(reversed(timeline.tables[:-1]), reversed(timeline.steps), strict=True):
        if (before.turn, before.side, before.step) != (now.turn, now.side, now.step):
            break
        if step.entry.side == ask.side and step.entry.by != REFEREE and step.entry.kind in ("act", "stand"):
            return False
    return _more_is_legal(game, ask)


def _more_is_legal(game: Game, ask: Ask) -> bool:
    """Whether more can be done than to end the step."""
    passing = ask.enter.split()[:1]
    return any(legal.ask == ask and [legal.action.verb] != passing for legal in game.legal())

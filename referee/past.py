"""Going past the open question: a window let pass, a duty skipped on purpose, an answer that is not known yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.answer import Answer
from referee.entry import OPEN
from referee.judge import missed
from referee.ruleset import Ask, Impossible

if TYPE_CHECKING:
    from referee.game import Game

THROW = "dice"
"""Under which name the data of an entry `later` say how many dice it stands for."""


def go_past(game: Game, kind: str, by: str) -> Answer:
    """Go past the open question, as an entry of some kind: "close", "skip" or "later".

    Raises Impossible where that cannot be; nothing happens then.
    """
    ask = game.ask
    reason = _against(ask, kind)
    if ask is None or reason:
        raise Impossible(reason, rule=ask.rule if ask else "notation")
    before, count = game.table, len(game.log.entries)
    game.take_back_held(by)
    found = (missed(game.ruleset, ask),) if kind == "skip" else ()
    unknown = {OPEN: [ask.duty], **({THROW: ask.dice} if ask.dice else {})} if kind == "later" else None
    said = game.pass_over(ask, by, found, unknown)
    number = len(game.log.entries)
    told = (f"not known yet: {ask.duty}; `fix {number} ...` tells it",) if unknown else ()
    said = (*said, *game.go_on())
    word = "decline" if kind == "close" else kind
    return Answer("ok", ask.side, word, found, said, game.hands(before), game.since(count), told=told)


def _against(ask: Ask | None, kind: str) -> str:
    """Why the table cannot go past its question in this way; "" if it can."""
    if kind == "close":
        return "" if ask and ask.may else "No window is open that could be let pass."
    duty = ask is not None and bool(ask.duty) and not ask.may
    if kind == "skip" or duty:
        return "" if duty else "No duty is open that could be skipped."
    if ask is None:
        return "Nothing is asked now, so nothing can wait."
    if ask.may:
        return f"No answer is due here, so none can wait; an empty line does: {ask.enter or 'let it pass'}."
    return f"The game cannot go on without this answer, so it cannot wait: {ask.question or ', '.join(ask.verbs)}"

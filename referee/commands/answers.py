"""A plain yes, no or pass, said to the open question: the line that it stands for."""

from __future__ import annotations

from referee.game import Game
from referee.notation import fold, write
from referee.ruleset import Ask, LineError

YES = ("y", "yes")
NO = ("n", "no", "none", "nothing")
PASS = "pass"
"""How players say at any table that they let something pass; the verb of a ruleset that is called so."""


def passing(ask: Ask) -> str:
    """What letting an open question pass is called: a plain no where yes or no is asked."""
    words = ask.question.lower()
    closed = words.startswith("may ") or (words.endswith("?") and not words.startswith(("w", "how")))
    return "no" if closed else "let it pass"


def enter_answers(ask: Ask) -> bool:
    """Whether an empty line does what is asked for, which stands first among the verbs, and does not end it."""
    return bool(ask.enter) and ask.enter.split()[0] == ask.verbs[0]


def meant(game: Game, line: str) -> str:
    """The line; for a plain yes, no or pass what it says to the open question.

    `pass` lets the question of a side pass that has no such act before the other side has one: it is no act of that
    other side. A word that the question itself takes stays what it is, and so does a line with its side before it.
    """
    word, ask = fold(line.strip()), game.ask
    said = word in YES or word in NO or (word and PASS.startswith(word))
    if not said or ask is None or game.held or game.draft or _taken(game, ask, word):
        return line
    if word in YES:
        return _yes(game, ask) or line
    if word in NO:
        return _no(ask) or line
    passes = word == PASS or [act.verb for act in game.reader().verb_of(word)] == [PASS]
    return _no(ask) or line if passes and not _may_pass(game, ask) else line


def _taken(game: Game, ask: Ask, word: str) -> bool:
    """Whether the open question itself takes a word: as a verb, or as a value that it is part of."""
    reader = game.reader()
    if any(act.verb in ask.verbs for act in reader.verb_of(word)) or any(v.startswith(word) for v in ask.among or ()):
        return True
    try:
        act = reader.read(word)
    except LineError:
        return False
    return act.verb in ask.verbs and word in write(act).split()


def _yes(game: Game, ask: Ask) -> str:
    """The act that is asked for, if there is only one; "" if not."""
    if ask.enter:
        return f"{ask.side}> {ask.enter}" if enter_answers(ask) else ""
    acts = [legal.action for legal in game.legal() if legal.ask == ask]
    return f"{ask.side}> {write(acts[0])}" if len(acts) == 1 and passing(ask) == "no" else ""


def _no(ask: Ask) -> str:
    """The line that lets the question pass; "" if it must be answered, or asks for more than a yes or no."""
    if not ask.may:
        return ""
    if not ask.enter or enter_answers(ask):
        return "decline"
    return f"{ask.side}> {ask.enter}" if passing(ask) == "no" else ""


def _may_pass(game: Game, ask: Ask) -> bool:
    """Whether the next act of that name belongs to the side that is asked."""
    if not ask.may:
        return True
    return next((each.side == ask.side for each in game.chain().asks() if PASS in each.verbs), False)

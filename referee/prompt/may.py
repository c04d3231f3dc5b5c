"""What may be done now, each verb with the shortest word that means it: the first line of the toolbar."""

from __future__ import annotations

from referee.game import Game
from referee.notation import Reader
from referee.prompt.offers import Node, Tree
from referee.prompt.say import fitted

ALL = "? lists all"


def may_line(game: Game, tree: Tree, width: int) -> str:
    """The verbs that answer the open question and are legal, as far as there is room; "" where nothing may be said."""
    ask = game.ask
    if ask is None or game.held or game.draft or game.table.winner or not ask.verbs:
        return ""
    reader = game.reader()
    legal = {word for _, word in tree.roots.get(ask.side, Node()).next}
    words = [_marked(reader, verb) for verb in ask.verbs if verb in legal]
    return fitted([f"may: {', '.join(words)}", ALL], width - 1) if words else ""


def _marked(reader: Reader, verb: str) -> str:
    """The verb with what may be left out in brackets: `m(ove)`."""
    short = shortest(reader, verb)
    if short == verb:
        return verb
    return f"{short}({verb.removeprefix(short)})" if verb.startswith(short) else f"{short} ({verb})"


def shortest(reader: Reader, verb: str) -> str:
    """The shortest word that is read as a verb: its short form, or a beginning of it."""
    short = next((act.short for act in reader.verbs if act.verb == verb), "")
    if short:
        return short
    beginnings = (verb[:length] for length in range(1, len(verb)))
    return next((b for b in beginnings if [act.verb for act in reader.verb_of(b)] == [verb]), verb)

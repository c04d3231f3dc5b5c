"""What may be done now, each verb with the shortest word that means it: the first line of the toolbar."""

from __future__ import annotations

from typing import Any

from referee.commands.answers import doubted
from referee.commands.verbs import shortest
from referee.game import Game
from referee.notation import Reader
from referee.prompt.offers import Node, Tree
from referee.prompt.say import fitted
from referee.ruleset import Action, Form, slots_of

ALL = "? lists all"


def may_line(game: Game, tree: Tree, width: int) -> str:
    """The verbs that answer the open question and are legal, as far as there is room; "" where nothing may be said.
    Where a line waits, what may be said to that.

    A verb whose thing may be new to the files is among them.
    """
    ask = game.ask
    if waits := answers_to_waiting(game):
        return fitted([f"may: {', '.join(waits)}", ALL], width - 1)
    if ask is None or game.table.winner or not ask.verbs:
        return ""
    reader = game.reader()
    legal = {word for _, word in tree.roots.get(ask.side, Node()).next}
    acts = {act.verb: act for act in reader.verbs}
    words = [_marked(reader, acts[verb]) for verb in ask.verbs if verb in legal or of_new(game, acts[verb])]
    return fitted([f"may: {', '.join(words)}", ALL], width - 1) if words else ""


def answers_to_waiting(game: Game) -> dict[str, str]:
    """What may be said to a line that waits, and what that does; nothing where none waits."""
    if game.draft:
        return {"keep": "does it", "no": "gives it up, as Enter does"}
    if game.held and doubted(game):
        return {"yes": "does it", "no": "takes it back, as Enter does"}
    return {'stand "why"': "lets it stand", "back": "takes it back, as Enter does"} if game.held else {}


def of_new(game: Game, act: type[Action[Any]]) -> bool:
    """Whether a verb names what can be taught, so that more may be said than is on file."""
    return any(slot.form is Form.NAME and game.table.teach(slot.type, "new") for slot in slots_of(act))


def _marked(reader: Reader, act: type[Action[Any]]) -> str:
    """The verb with what may be left out in brackets: `m(ove)`."""
    short, verb = shortest(reader, act), act.verb
    if short == verb:
        return verb
    return f"{short}({verb.removeprefix(short)})" if verb.startswith(short) else f"{short} ({verb})"

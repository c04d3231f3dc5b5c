"""Beginning in the middle of a game: each place of the table is asked for, with what it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.commands.call import adjust_line, read_pair
from referee.game import Answer, Game
from referee.hands import NONE
from referee.notation import plain
from referee.notation.words import Group, Token, groups
from referee.places import choices, places, put
from referee.ruleset import LineError, NotUnderstood

DONE = "done"


def ask_position(game: Game, ask: Callable[[str], str], tell: Callable[[Iterable[str]], None]) -> Answer | None:
    """Go through the places; what was changed is one adjustment. None if nothing was. `ask` raises EOFError."""
    tell([f"What lies where? Enter keeps what is in brackets, `{DONE}` ends."])
    data: dict[str, str] = {}
    table = game.table
    for key, now in places(game.ruleset, table).items():
        known = choices(game.ruleset, key)
        if known:
            tell([f"  {key}: {', '.join(known)}"])
        while True:
            reply = ask(plain(f"{key} [{now or NONE}] ")).strip()
            if reply.lower() in ("", DONE):
                break
            try:
                words = groups(reply)
                if len(words) != 1:
                    raise NotUnderstood(f"{key} has one value.")
                _, value = read_pair(game.ruleset, table, Group((Token(key, 0),)), words[0])
                table = put(game.ruleset, table, key, value)
            except LineError as error:
                tell([plain(error.message)])
                continue
            data[key] = value
            break
        if reply.lower() == DONE:
            break
    return game.change("adjust", adjust_line(data), data) if data else None

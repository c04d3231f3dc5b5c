"""The keys of the prompt, for what binds them (`referee.prompt.keys`) and for what tells of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A key, or several that do the same.

    brief  what it does in a few words, behind its name; `meaning` says it in full
    shows  the looking command that it shows above the line that is being typed; "" if it does something else
    """

    name: str
    brief: str
    meaning: str
    shows: str = ""


KEYS = (
    Key(
        "Enter",
        "does what the screen says",
        "on an empty line: what the question ends with, as `(Enter: let it pass)`; a line that is held it takes back",
    ),
    Key("1 2 3", "pick a choice", "a number on the screen picks that choice; `h(ill)`, without one, its first letters"),
    Key("Tab", "the next word", "the next word, or the next of those that fit"),
    Key("F1", "`?`", "what may be done now, as `?` does", "?"),
    Key("F2 F3", "`show`", "the table", "show"),
    Key("F4", "`log`", "the end of the record", "log 10"),
    Key("F5", "fuzzy matching", "fuzzy matching on or off"),
    Key("F6", "`stand`", "a flagged line stands: only the reason is to be typed"),
    Key("Ctrl-Z", "undo", "undo"),
    Key("Ctrl-C", "gives a line up", "give the line up"),
    Key("Ctrl-D", "leaves", "leave; all is on the disk"),
)
"""Those that players need, beside the keys of every line editor."""


def keys_line() -> str:
    """All keys in one line."""
    return f"Keys: {', '.join(f'{key.name} {key.brief}' for key in KEYS)}."

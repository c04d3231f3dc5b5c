"""What hands must do at the table, read off the difference of two layouts; nobody writes such a sentence by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.components.memo import remembered
from referee.ruleset import Ruleset, Table

NONE = "none"
"""How the value of a place is told in which there is nothing."""


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Each place of the layout that differs: its key, the old and the new value ("" where there is none)."""
    changed = [(key, old, after.get(key, "")) for key, old in before.items() if after.get(key, "") != old]
    return changed + [(key, "", new) for key, new in after.items() if new and key not in before]


@remembered
def _laid(table: Table, layout: Callable[[Any], Mapping[str, str]]) -> Mapping[str, str]:
    """The layout of a table: what an act leaves is what the next one meets."""
    return layout(table)


def hand_movements(ruleset: Ruleset[Any], before: Table, after: Table, mending: bool = False) -> tuple[str, ...]:
    """One instruction a difference, in the words that the ruleset has for that kind of place.

    `mending`: the table is set to another state, and no act says what is done, as a draw says where its cards are from.
    """
    if before is after:
        return ()
    said: list[str] = []
    for key, old, new in differences(_laid(before, ruleset.layout), _laid(after, ruleset.layout)):
        thing, _, aspect = key.rpartition(".")
        if {old, new} <= {"", "0"}:  # a new place in which nothing lies
            continue
        wanted = [f"{aspect}-mended"] if mending else []
        wanted += [f"{aspect}={new}" if new else f"{aspect}-gone", aspect]
        phrase = next((ruleset.phrases[each] for each in wanted if each in ruleset.phrases), "")
        if phrase:
            said.append(phrase.format(thing=thing, old=old or NONE, new=new or NONE))
    return tuple(said)

"""What hands must do at the table, read off the difference of two layouts; nobody writes such a sentence by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.ruleset import Ruleset, Table


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Each place of the layout that differs: its key, the old and the new value ("" where there is none)."""
    keys = dict.fromkeys((*before, *after))
    return [(k, before.get(k, ""), after.get(k, "")) for k in keys if before.get(k, "") != after.get(k, "")]


def hand_movements(ruleset: Ruleset[Any], before: Table, after: Table, mending: bool = False) -> tuple[str, ...]:
    """One instruction a difference, in the words that the ruleset has for that kind of place.

    `mending`: the table is set to another state, and no act says what is done, as a draw says where its cards are from.
    """
    if before is after:
        return ()
    said: list[str] = []
    for key, old, new in differences(ruleset.layout(before), ruleset.layout(after)):
        thing, _, aspect = key.rpartition(".")
        wanted = ([f"{aspect}-mended"] if mending else []) + ([] if new else [f"{aspect}-gone"])
        phrase = next((ruleset.phrases[each] for each in (*wanted, aspect) if each in ruleset.phrases), "")
        if phrase:
            said.append(phrase.format(thing=thing, old=old or "nothing", new=new or "nothing"))
    return tuple(said)

"""The story of a game, an entry a sentence: an act in the words of its ruleset, all else in ours."""

from __future__ import annotations

from typing import Any

from referee.log import Entry
from referee.ruleset import Action, Ruleset, Table
from referee.telling import said_by


def told(ruleset: Ruleset[Any], entry: Entry, act: Action[Any] | None, before: Table, after: Table) -> str:
    """The sentence of an entry, without its full stop; "" for what belongs in no story (a declined reaction)."""
    sentence = act.story(before, after) if act else ""
    return sentence or said_by(entry)

"""A what-if copy: a new saved game that begins as an old one was at some entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.campaign import BATTLE
from referee.fold import Step
from referee.game import Game
from referee.library import CAMPAIGN, keep
from referee.log import Entry, Log, record_name
from referee.notation import plain, quoted

TAG = "What-if"
"""The tag that says of which game a record is a copy, and up to where."""


def usual_name(game: Game) -> str:
    """What a copy is called if nobody says otherwise; a number is added where it is taken."""
    return f"{record_name(game.log.header.name)}-what-if"


def what_if(game: Game, steps: Sequence[Step], name: str = "") -> str:
    """Save the game as it was after some steps, as a new one; what it is called. Raises LibraryError.

    What did not count is left out, so the entries are numbered anew. A copy of a battle belongs to no campaign.
    """
    header = game.log.header
    here = f"after entry {steps[-1].entry.number}" if steps else "from the beginning"
    left_out = (CAMPAIGN.lower(), BATTLE.lower(), TAG.lower())
    tags = {tag: value for tag, value in header.tags.items() if tag.lower() not in left_out}
    tags[TAG] = f"{header.name}, {here}"
    log = Log.memory(replace(header, name=usual_name(game), tags=tags), _renumbered(steps))
    copy = Game(game.ruleset, log)
    copy.vault = game.vault
    kept = keep(copy, name)
    kept.log.close()
    return kept.log.header.name


def _renumbered(steps: Sequence[Step]) -> Iterator[Entry]:
    """The entries numbered 1, 2, 3, ...; what they say of other entries speaks of the new numbers."""
    numbers: dict[int, int] = {}
    for number, step in enumerate(steps, 1):
        entry = step.entry
        numbers.setdefault(entry.number, number)
        line, data = _of_others(entry, numbers)
        yield replace(entry, number=number, of=(), line=line, data=data)


def _of_others(entry: Entry, numbers: Mapping[int, int]) -> tuple[str, Mapping[str, Any]]:
    if entry.kind not in ("dispute", "settle"):
        return entry.line, entry.data
    about = numbers.get(int(str(entry.data["entry"])), max(numbers[entry.number] - 1, 1))
    text = str(entry.data["text"])
    return f"{entry.kind} {about} {quoted(plain(text))}", {**entry.data, "entry": about}

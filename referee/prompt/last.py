"""The last game on the first screen: where it stands, and what Enter does with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.campaign import aftermath
from referee.fold import REFEREE, BrokenRecord
from referee.game import Game
from referee.library import LibraryError, campaign_of, open_game
from referee.lines import RecordError
from referee.log import Header
from referee.notation import plain
from referee.prompt.say import title
from referee.ruleset.find import NoSuchRuleset
from referee.telling import tell_entry

UNUSABLE = (LibraryError, RecordError, BrokenRecord, NoSuchRuleset)
"""What can be wrong with a record, a name or a folder; the text of each is a sentence for the player."""

SHOWN = 3
"""Entries of the players that are told."""


@dataclass(frozen=True, slots=True)
class Last:
    """What is said of the last game.

    over     its header if it is over and no battle of a campaign
    options  those of another game of it: the same, or what follows from a battle where the rules know campaigns
    """

    lines: list[str]
    over: Header | None = None
    options: Mapping[str, str] = field(default_factory=dict)


def last_game(name: str) -> Last:
    """The last game in a few lines: its name, where it stands, its last acts that count."""
    try:
        game = open_game(name, readonly=True)
    except UNUSABLE as error:
        return Last([f"The last game was {name}. {sentence(error)}"])
    with game.log:
        said = [f"The last game: {name} ({game.ruleset.title})", f"  {whereabouts(game)}"]
        acts = [step.entry for step in game.timeline.steps if step.entry.by != REFEREE]
        said += [f"  {tell_entry(entry)}" for entry in acts[-SHOWN:]]
        header = game.log.header
        after = aftermath(game) if game.ruleset.campaign else None
    if not game.table.winner or campaign_of(header):
        return Last([*map(plain, said), f"  Enter: go on with {name}"])
    who = f" ({', '.join(header.players.values())})" if header.players else ""
    goes_on = after is not None and not after.over
    another = "the next battle, as it follows from this one" if goes_on else "another game of it"
    said += [f"  Enter: {another}, with the same players{who}", f"  1) look at {name} again"]
    return Last([*map(plain, said)], header, after.options if after and goes_on else header.options)


def sentence(error: Exception) -> str:
    """What is wrong, as a sentence."""
    if isinstance(error, BrokenRecord):
        return plain(f"The record cannot be played again: {error}. `referee doctor` helps.")
    return plain(str(error))


def whereabouts(game: Game) -> str:
    """Turn, whose turn it is, and who plays, in one line."""
    table = game.table
    players = ", ".join(f"{title(game, side)}: {name}" for side, name in game.log.header.players.items())
    if table.winner:
        where = "Over: drawn" if table.winner == "draw" else f"Over: {title(game, table.winner)} won"
    else:
        where = f"Turn {table.turn}, {title(game, table.side)}"
    return f"{where} ({players})" if players else where

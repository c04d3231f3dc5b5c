"""Records that every later version must be able to read: made once by the program of their day, never made anew.

python -m tests.records          makes the records of `RECORDS` that are not there yet, and adds them to manifest.json

`manifest.json` says of each what it must lead to (`outcome_of`), and the checksum of the file. Where a later version
reads one of them otherwise on purpose, the manifest is changed by hand, in the commit that changes the rules; the
record itself stays. Values of cards in them are invented.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from referee.digest import spell
from referee.game import Game
from referee.review.versions import judged_now

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "manifest.json"


def outcome_of(game: Game) -> dict[str, Any]:
    """What a record leads to: where the game stands, and what the rules of today make of it otherwise."""
    table, line = game.table, game.timeline
    return {
        "ruleset": game.log.header.ruleset,
        "version": game.log.header.version,
        "entries": len(game.log.entries),
        "counting": len(line.steps),
        "branches": len(line.branches),
        "held": game.held.line if game.held else "",
        "turn": table.turn,
        "side": table.side,
        "winner": table.winner,
        "digest": spell(line.digest),
        "differs": line.differs,
        "unreadable": [entry.number for entry, _ in line.unreadable],
        "judged otherwise": {str(each.entry.number): each.short for each in judged_now(game)},
    }


def checksum(file: Path) -> str:
    """Of the bytes of a record."""
    return hashlib.sha256(file.read_bytes()).hexdigest()

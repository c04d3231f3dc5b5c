"""What later entries say of earlier ones: that they were corrected, undone, disputed."""

from __future__ import annotations

from referee.fold import REFEREE
from referee.game import Game
from referee.log import Entry


def corrected(game: Game) -> dict[int, str]:
    """What a later correction made of an entry that does not count as it stands: `corrected by entry 30`."""
    now = {step.entry.number: step.entry for step in game.timeline.steps}
    found: dict[int, str] = {}
    for fix in game.log.entries:
        marks = fix.data.get("marks") if fix.kind == "fix" else None
        if not isinstance(marks, dict):
            continue
        for entry in game.log.entries[: fix.number - 1]:
            counts = now.get(entry.number)
            word = marks.get(str(entry.number), "")
            if counts and entry.by != REFEREE and _told(counts) != _told(entry):
                found[entry.number] = f"{word or 'judged again'} by entry {fix.number}"
            elif word and not counts:
                found[entry.number] = f"{word} by entry {fix.number}"
    return found


def _told(entry: Entry) -> tuple[object, ...]:
    return entry.kind == "roll", entry.side, entry.line, entry.verdict, entry.findings, entry.consequences


def disputes(game: Game) -> dict[int, str]:
    """The disputes that are not settled: entry and what is disputed."""
    found: dict[int, str] = {}
    for step in game.timeline.steps:
        if step.entry.kind == "dispute":
            found[int(str(step.entry.data["entry"]))] = str(step.entry.data["text"])
        elif step.entry.kind == "settle":
            found.pop(int(str(step.entry.data["entry"])), None)
    return found

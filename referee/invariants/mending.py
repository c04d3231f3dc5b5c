"""Corrections by chance: an old entry goes, becomes another line of this game or an answer that waits,
or gets one before it.
"""

from __future__ import annotations

from random import Random

from referee.commands import run
from referee.fold import REFEREE
from referee.game import Game
from referee.invariants import checks

BACK = 40
"""How many of the last entries of the players are corrected."""


def random_correction(game: Game, rng: Random) -> str:
    """A line that corrects an entry; "" where none counts."""
    entries = [step.entry for step in game.timeline.steps[-4 * BACK :] if step.entry.by != REFEREE]
    acts = [entry for entry in entries if entry.kind in ("act", "stand")]
    if not acts:
        return ""
    entry, other = rng.choice(entries[-BACK:]), rng.choice(acts)
    line = f"{other.side}> {other.line}"
    fix = f"fix {entry.number}"
    return rng.choice((f"{fix} drop", f"{fix} {line}", f"{fix} later", f"insert {entry.number} {line}"))


def correct_by_chance(game: Game, rng: Random) -> list[str]:
    """Correct an entry; what is asked about changes nothing, and `undo` takes back what was kept. What was typed."""
    typed = [random_correction(game, rng)]
    if not typed[0]:
        return []
    digest, branches = game.timeline.digest, len(game.timeline.branches)
    answer = run(game, typed[0], "invariants")
    while answer.status == "asked" and rng.random() < 0.9:
        assert game.timeline.digest == digest, f"{typed[0]!r} was only asked about, and changed the table"
        typed.append("keep")
        answer = run(game, "keep", "invariants")
        if answer.status == "failed":
            typed[-1] = answer.findings[0].message.partition("`")[2].partition("`")[0]
            answer = run(game, typed[-1], "invariants")
            assert answer.status != "failed", f"{typed} fails: {answer.findings}"
    if answer.status != "ok" or len(game.timeline.branches) == branches:
        return typed
    checks.replays(game)
    checks.comes_back_from_transcript(game)
    if rng.random() < 0.5:
        typed.append("undo")
        run(game, "undo", "invariants")
        assert game.timeline.digest == digest, f"{typed}: something of the correction is left"
    return typed

"""Corrections by chance: an old entry goes, becomes another line of this game or an answer that waits, or gets one
before it; a place of the table is set to something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Any

from referee import places
from referee.commands import run
from referee.fold import REFEREE
from referee.game import Game
from referee.invariants import checks
from referee.ruleset import Impossible

BACK = 40
"""How many of the last entries of the players are corrected."""


def random_correction(game: Game, rng: Random) -> str:
    """A line that corrects an entry; "" where none counts."""
    entries = [step.entry for step in game.timeline.steps[-4 * BACK :] if step.entry.by != REFEREE]
    adjusted = max((i for i, entry in enumerate(entries) if entry.kind == "adjust"), default=-1)
    entries = entries[adjusted + 1 :]  # what was counted once need not add up where the game went otherwise before
    acts = [entry for entry in entries if entry.kind in ("act", "stand")]
    if not acts:
        return ""
    entry, other = rng.choice(entries[-BACK:]), rng.choice(acts)
    line = f"{other.side}> {other.line}"
    fix = f"fix {entry.number}"
    return rng.choice((f"{fix} drop", f"{fix} {line}", f"{fix} later", f"insert {entry.number} {line}"))


def correct_by_chance(game: Game, rng: Random) -> list[str]:
    """Correct an entry: what is asked about changes nothing, `undo` takes back what was kept, `redo` brings it back.

    What was typed.
    """
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
    fixed = game.timeline.digest
    if rng.random() < 0.5:
        for line, wanted in (("undo", digest), ("redo", fixed), ("undo", digest)):
            typed.append(line)
            run(game, line, "invariants")
            assert game.timeline.digest == wanted, f"{typed}: `{line}` leads to another table"
    return typed


def random_adjustment(game: Game, rng: Random, faults: Callable[[Any], Iterable[str]]) -> str:
    """A line that sets a place of the table to a value that a place of its kind has; "" where that would be no table.

    So it can set what lies where, but makes no cards out of nothing.
    """
    now = places.places(game.ruleset, game.table)
    key = rng.choice(list(now))
    kind = key.rpartition(".")[2]
    values = places.choices(game.ruleset, key) or {v for k, v in now.items() if k.rpartition(".")[2] == kind}
    value = rng.choice(sorted(values))
    with suppress(Impossible):
        if not list(faults(places.put(game.ruleset, game.table, key, value))):
            return f"adjust {key} {value or 'none'}"
    return ""

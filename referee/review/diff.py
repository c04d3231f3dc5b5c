"""What differs: two tables of a game, or two games (a what-if copy and the one that it came from)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from referee.fold import Step
from referee.game import Game
from referee.hands import NONE, differences
from referee.places import places
from referee.review.log import place
from referee.ruleset import Ruleset, Table
from referee.telling import outcome, tell_entry
from referee.veil import veil

_OWN = "turn."
"""Keys of the engine's own places begin so."""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two games part. number: how many entries they share; first, second: what came next, None at the end."""

    number: int
    first: Step | None
    second: Step | None


def changes(ruleset: Ruleset[Any], before: Table, after: Table) -> list[tuple[str, str, str]]:
    """Each place that differs, the winner among them: key, old and new value ("" for none)."""
    ends = [("winner", before.winner, after.winner)] if before.winner != after.winner else []
    return [*differences(places(ruleset, before), places(ruleset, after)), *ends]


def change_rows(ruleset: Ruleset[Any], before: Table, after: Table) -> list[dict[str, str]]:
    """The same for programs."""
    return [{"key": key, "old": old, "new": new} for key, old, new in changes(ruleset, before, after)]


def change_lines(ruleset: Ruleset[Any], before: Table, after: Table) -> Iterator[str]:
    """What changed, in words: where the game stands, then a line for each thing."""
    things: dict[str, list[str]] = {}
    for key, old, new in changes(ruleset, before, after):
        if key.startswith(_OWN) or key == "winner":
            continue
        thing, _, aspect = key.rpartition(".")
        things.setdefault(thing or "table", []).append(f"{aspect} from {old or NONE} to {new or NONE}")
    if (old := _stands(ruleset, before)) != (new := _stands(ruleset, after)):
        yield f"{old}; then {new}"
    yield from (f"{thing}: {', '.join(changed)}" for thing, changed in things.items())


def _stands(ruleset: Ruleset[Any], table: Table) -> str:
    end = f", {outcome(table, ruleset.sides)}" if table.winner else ""
    return f"{place(ruleset, table)}{end}"


def parting(first: Game, second: Game) -> Parting | None:
    """Where two games of one ruleset part; None if they are the same, entry for entry."""
    pairs = zip_longest(first.timeline.steps, second.timeline.steps)
    if first.timeline.first != second.timeline.first:
        return Parting(0, *next(pairs, (None, None)))
    for number, (one, other) in enumerate(pairs):
        if one is None or other is None or _what(one) != _what(other):
            return Parting(number, one, other)
    return None


def _what(step: Step) -> tuple[object, ...]:
    """What makes an entry the same in two records: numbers, times, reasons and who typed it do not count."""
    entry = step.entry
    kind = "act" if entry.kind == "stand" else entry.kind
    said = "" if kind in ("dispute", "settle") else entry.line  # they speak of numbers
    return kind, entry.side, said, [die["value"] for die in entry.dice], step.digest


def parting_lines(first: Game, second: Game) -> Iterator[str]:
    """Where two games part, and how their tables differ now."""
    names = first.log.name, second.log.name
    found = parting(first, second)
    if found is None:
        yield f"{names[0]} and {names[1]} are the same, entry for entry."
        return
    if first.timeline.first != second.timeline.first:
        yield f"{names[0]} and {names[1]} were set up differently: {_set_up(first, second)}."
    elif found.number == 0:
        yield f"{names[0]} and {names[1]} part at the first entry."
    else:
        common = first.timeline.steps[found.number - 1]
        told = veil(first, first.viewer)(tell_entry(common.entry))
        yield f"{names[0]} and {names[1]} are the same up to {told}"
        yield f"  {place(first.ruleset, common.table)}"
    for game, step in ((first, found.first), (second, found.second)):
        told = veil(game, game.viewer)(tell_entry(step.entry)) if step else "nothing more"
        yield f"then in {game.log.name}: {told}"
    changed = list(change_lines(first.ruleset, first.seen, second.seen))
    yield f"The tables now, from {names[0]} to {names[1]}:" if changed else "The tables are the same now."
    yield from (f"  {line}" for line in changed)


def _set_up(first: Game, second: Game) -> str:
    one, other = first.log.header, second.log.header
    pairs = (("option", one.options, other.options), ("ruling", one.rulings, other.rulings))
    said = [
        f"{what} {key} {mine.get(key, 'none')} and {theirs.get(key, 'none')}"
        for what, mine, theirs in pairs
        for key in {**mine, **theirs}
        if mine.get(key) != theirs.get(key)
    ]
    return "; ".join(said) or "other components were on file"

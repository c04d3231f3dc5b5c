"""Dice: where each came from, the referee's own (seeded, so that a game can be thrown again), and their statistics.

A die of the real table is a value in a line (`fire ... roll 5`). `roll` has the referee throw what the open question
asks for. Every die stands in its entry with its source, and nowhere else; what is undone is thrown again as it was.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.entry import Entry
from referee.ruleset import Action, Die, slots_of

FACES = range(1, 7)

Dice = tuple[Mapping[str, object], ...]


class Source(StrEnum):
    """Where a die came from. A cocked die is kept, but does not count."""

    TABLE = "table"
    REFEREE = "referee"
    REROLLED = "re-rolled"
    COCKED = "cocked"
    LATE = "late"


def dice_of(act: Action[Any], source: Source = Source.TABLE) -> Dice:
    """The dice of an act, as they stand in its entry."""
    found: list[Mapping[str, object]] = []
    for slot in slots_of(type(act)):
        if slot.type is not Die:
            continue
        value = getattr(act, slot.field)
        values = value if slot.many else () if value is None else (value,)
        found += [{"value": int(v), "for": slot.field, "source": str(source)} for v in values]
    return tuple(found)


def cocked(value: int | None) -> Dice:
    """A die that fell askew or off the table: kept, not counted."""
    return ({"value": value or 0, "for": "", "source": str(Source.COCKED)},)


def thrown(seed: int, already: int, count: int) -> tuple[int, ...]:
    """The next dice of the referee: `already` of its dice count in the game so far."""
    return tuple(random.Random(f"{seed}/{already + i}").randint(1, 6) for i in range(count))


def own_dice(entries: Iterable[Entry]) -> int:
    """How many of the referee's own dice stand in some entries."""
    mine = {str(Source.REFEREE), str(Source.REROLLED)}
    return sum(die["source"] in mine for entry in entries for die in entry.dice)


@dataclass(frozen=True, slots=True)
class Tally:
    """The dice of one side: how often each face, how many were cocked, and how likely that is with fair dice."""

    faces: Mapping[int, int]
    cocked: int = 0

    @property
    def total(self) -> int:
        """Dice that count."""
        return sum(self.faces.values())

    @property
    def mean(self) -> float:
        """Mean of the faces; 3.5 is expected. NaN without dice."""
        return sum(f * n for f, n in self.faces.items()) / self.total if self.total else math.nan

    @property
    def chance(self) -> float:
        """The probability that fair dice are at least so uneven (chi-square with five degrees of freedom)."""
        if not self.total:
            return 1.0
        expected = self.total / 6
        x = sum((self.faces.get(f, 0) - expected) ** 2 for f in FACES) / expected
        return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)


def tallies(entries: Iterable[Entry]) -> dict[str, Tally]:
    """The dice of each side that rolled any."""
    faces: dict[str, Counter[int]] = {}
    off: Counter[str] = Counter()
    for entry in entries:
        for die in entry.dice:
            if die["source"] == Source.COCKED:
                off[entry.side] += 1
            else:
                faces.setdefault(entry.side, Counter())[int(str(die["value"]))] += 1
    return {side: Tally(faces.get(side, Counter()), off[side]) for side in sorted({*faces, *off})}


def tell_dice(entries: Iterable[Entry], sides: Mapping[str, str]) -> list[str]:
    """The tallies of each side as lines of text."""
    found = tallies(entries)
    if not found:
        return ["No die was rolled yet."]
    order = sorted(found, key=lambda each: list(sides).index(each) if each in sides else len(sides))
    return tell_tallies([(sides.get(side, side), found[side]) for side in order])


def tell_tallies(named: Sequence[tuple[str, Tally]]) -> list[str]:
    """Tallies as lines of text, each with a name before it."""
    width = max(12, *(len(name) + 1 for name, _ in named))
    lines = [f"{'':<{width}}" + "".join(f"{f:>6}" for f in FACES) + "   dice  mean  fair?"]
    for name, tally in named:
        counts = "".join(f"{tally.faces.get(f, 0):>6}" for f in FACES)
        mean = f"{tally.mean:.2f}" if tally.total else "-"
        row = f"{name:<{width}}{counts}{tally.total:>7}{mean:>6}  p={tally.chance:.2f}"
        lines.append(row + (f"  ({tally.cocked} cocked)" if tally.cocked else ""))
    lines.append("p: how likely dice as uneven as these are with fair dice; below 0.01 is worth a look.")
    return lines

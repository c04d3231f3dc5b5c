"""Pieces that lie unnamed until they are revealed: each place has its named pieces, and a number of unnamed ones.

What the table does not show the referee does not know: it keeps the names of all pieces of a side, the place of each
that was named, and how many lie unnamed where. A piece is always in exactly one place, named or not, so the numbers
add up at all times, and what an unnamed piece can still be follows from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self


class Misplaced(ValueError):
    """Pieces cannot be there, or cannot be those; the message is a sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one side. Made by `all_in`; every change gives another one with the same pieces.

    roster   every piece by name
    named    where each piece lies that is known by name
    unnamed  how many lie unnamed in each place; places without any are left out
    """

    roster: tuple[str, ...]
    named: Mapping[str, str] = field(default_factory=dict)
    unnamed: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises ValueError for numbers that do not add up."""
        if len(set(self.roster)) != len(self.roster) or not set(self.named) <= set(self.roster):
            raise ValueError("each piece is there once, and only pieces of the roster are named")
        if (
            len(self.named) + sum(self.unnamed.values()) != len(self.roster)
            or min(self.unnamed.values(), default=1) < 1
        ):
            raise ValueError(f"{len(self.roster)} pieces, but {len(self.named)} named and {dict(self.unnamed)} unnamed")

    @classmethod
    def all_in(cls, place: str, roster: Iterable[str], named: bool = False) -> Self:
        """All pieces in one place: a reserve, a box, a container that is drawn from blind."""
        roster = tuple(roster)
        if named:
            return cls(roster, dict.fromkeys(roster, place))
        return cls(roster, {}, {place: len(roster)} if roster else {})

    def at(self, place: str) -> tuple[tuple[str, ...], int]:
        """The pieces in a place that are known by name, and the number of the others."""
        return tuple(p for p in self.roster if self.named.get(p) == place), self.unnamed.get(place, 0)

    def count(self, place: str) -> int:
        """All pieces in a place."""
        known, others = self.at(place)
        return len(known) + others

    @property
    def nameless(self) -> tuple[str, ...]:
        """The pieces of which nobody said where they are: each unnamed piece is one of them."""
        return tuple(p for p in self.roster if p not in self.named)

    def known_anyway(self) -> Mapping[str, str]:
        """Where each piece lies, the nameless ones too when all of them lie in one place; else those named."""
        if len(self.unnamed) != 1:
            return self.named
        (place,) = self.unnamed
        return {**self.named, **dict.fromkeys(self.nameless, place)}

    def move(self, piece: str, to: str) -> Self:
        """A piece that is known by name goes somewhere. Raises Misplaced."""
        if piece not in self.named:
            raise Misplaced(f"{piece} is not known by name{'' if piece in self.roster else ', nor on the roster'}")
        return self._moved({**self.named, piece: to}, self.unnamed)

    def shift(self, count: int, start: str, to: str) -> Self:
        """Some unnamed pieces go from one place to another. Raises Misplaced."""
        there = self.unnamed.get(start, 0)
        if not 0 < count <= there:
            raise Misplaced(
                f"{there or 'none'} of the pieces in {start} {'is' if there == 1 else 'are'} unnamed, not {count}"
            )
        return self._moved(self.named, _more(_more(self.unnamed, start, -count), to, count))

    def reveal(self, piece: str, place: str) -> Self:
        """One of the unnamed pieces in a place is turned up, and it is this one. Raises Misplaced."""
        if fault := self.why_not(piece, place):
            raise Misplaced(fault)
        return self._moved({**self.named, piece: place}, _more(self.unnamed, place, -1))

    def why_not(self, piece: str, place: str) -> str:
        """Why no unnamed piece in a place can be this one; "" if one can."""
        if piece not in self.roster:
            return f"{piece} is no piece of this side"
        if piece in self.named:
            return f"{piece} is in {self.named[piece]}, for all to see"
        return "" if self.unnamed.get(place) else f"no unnamed piece is in {place}"

    def turn_down(self, piece: str) -> Self:
        """A named piece is turned down where it lies, and is one of the unnamed from now on. Raises Misplaced."""
        if piece not in self.named:
            raise Misplaced(f"{piece} is not known by name")
        named = {p: place for p, place in self.named.items() if p != piece}
        return self._moved(named, _more(self.unnamed, self.named[piece], 1))

    def _moved(self, named: Mapping[str, str], unnamed: Mapping[str, int]) -> Self:
        """The same pieces elsewhere. A move keeps their numbers right, so they are not counted again."""
        new = object.__new__(type(self))
        for name, value in (("roster", self.roster), ("named", named), ("unnamed", unnamed)):
            object.__setattr__(new, name, value)
        return new

    def put_count(self, place: str, count: int, spare: str) -> Self:
        """Correct the number of unnamed pieces in a place; the difference comes from, or goes to, another place.

        Raises Misplaced where the other place has not so many.
        """
        more = count - self.unnamed.get(place, 0)
        if count < 0 or place == spare and more:
            raise Misplaced(f"{count} unnamed pieces cannot be in {place}")
        if not more:
            return self
        return self.shift(more, spare, place) if more > 0 else self.shift(-more, place, spare)

    def layout(self) -> dict[str, str]:
        """What lies where, flat: "bravo.at" to "barn", "barn.unnamed" to "2".

        A place in which no piece lies unnamed is left out, and so `adjust` cannot name it. A ruleset that knows its
        places puts them before it: `{f"{place}.unnamed": "0" for place in PLACES} | pieces.layout()`.
        """
        places = {f"{piece}.at": self.named[piece] for piece in self.roster if piece in self.named}
        return places | {f"{place}.unnamed": str(count) for place, count in sorted(self.unnamed.items())}

    def show(self) -> list[str]:
        """A line for each place: `barn: bravo, 2 unnamed`."""
        lines = []
        for place in sorted({*self.named.values(), *self.unnamed}):
            known, others = self.at(place)
            lines.append(f"{place}: {', '.join([*known, *([f'{others} unnamed'] if others else [])])}")
        return lines


def _more(unnamed: Mapping[str, int], place: str, count: int) -> dict[str, int]:
    changed = {**unnamed, place: unnamed.get(place, 0) + count}
    return {where: many for where, many in changed.items() if many}

"""Places and the ways between them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise


@dataclass(frozen=True)
class Graph:
    """Places joined by ways that go in both directions."""

    ways: tuple[tuple[str, str], ...]

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        near: dict[str, tuple[str, ...]] = {}
        for a, b in self.ways:
            near[a] = (*near.get(a, ()), b)
            near[b] = (*near.get(b, ()), a)
        return near

    @property
    def places(self) -> tuple[str, ...]:
        """All places, in the order in which the ways name them."""
        return tuple(self._near)

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places that a place touches; none for a place that is not on the map."""
        return self._near.get(place, ())

    def path(self, start: str, end: str) -> tuple[str, ...]:
        """A shortest way between two places, both included; () when there is none."""
        before: dict[str, str] = {start: start}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                return self._trace(before, end)
            for there in self.neighbours(here):
                if there not in before:
                    before[there] = here
                    queue.append(there)
        return ()

    @staticmethod
    def _trace(before: dict[str, str], end: str) -> tuple[str, ...]:
        way = [end]
        while before[way[-1]] != way[-1]:
            way.append(before[way[-1]])
        return tuple(reversed(way))


def line(*places: str) -> Graph:
    """A map of places in one row, each touching only the one before it and the one behind it."""
    return Graph(tuple(pairwise(places)))

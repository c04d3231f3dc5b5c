"""Remembering what was worked out about a table: a table never changes, so its answers do not either."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

TABLES = 4
"""Tables whose answers are kept: the one that is played on, and those that are tried out."""


def remembered(work: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """A pure function of a table and of hashable values, worked out once for each table object."""
    kept: tuple[tuple[T, dict[Hashable, R]], ...] = ()
    latest: tuple[object, dict[Hashable, R]] = (None, {})

    def answers(table: T) -> tuple[T, dict[Hashable, R]]:
        nonlocal kept
        for found in kept:
            if found[0] is table:
                return found
        kept = ((table, {}), *kept[: TABLES - 1])
        return kept[0]

    def looked_up(table: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal latest
        if latest[0] is not table:  # most questions are about the table that was asked about before
            latest = answers(table)
        known = latest[1]
        key: Hashable = (args, tuple(kwargs.items())) if kwargs else args
        try:
            return known[key]
        except KeyError:
            pass
        found = known[key] = work(table, *args, **kwargs)
        return found

    return wraps(work)(looked_up)

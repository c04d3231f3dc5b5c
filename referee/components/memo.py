"""Remembering what was worked out about a table: a table never changes, so its answers do not either."""

from __future__ import annotations

from collections import OrderedDict
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
    kept: OrderedDict[int, tuple[T, dict[Hashable, R]]] = OrderedDict()

    def looked_up(table: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        found = kept.get(id(table))
        if found is None or found[0] is not table:  # the table is kept, so that no other one gets its id
            found = (table, {})
            kept[id(table)] = found
            if len(kept) > TABLES:
                kept.popitem(last=False)
        known = found[1]
        key: Hashable = (args, tuple(kwargs.items())) if kwargs else args
        try:
            return known[key]
        except KeyError:
            pass
        answer = known[key] = work(table, *args, **kwargs)
        return answer

    return wraps(work)(looked_up)

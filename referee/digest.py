"""A digest of a table's state, kept up to date from the difference of two states.

It is a sum over the leaves of the state, so that it depends on the state alone and not on how it was reached, and so
that changing a leaf costs the same however large the table is. `digest_of` is the full form, for doctor and tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any, NamedTuple

DIGESTS = 1 << 64
"""How many digests there are; sums of them begin again at 0."""

_GONE = object()


def digest_of(state: Any) -> int:
    """The digest of a whole state."""
    return _sum(state, "") % DIGESTS


def changed(digest: int, old: Any, new: Any) -> int:
    """The digest of `new`, given that of `old`. Parts that are the same object cost nothing."""
    return (digest + _difference(old, new, "")) % DIGESTS


def spell(digest: int) -> str:
    """A digest as it stands in the record: 16 hexadecimal digits."""
    return f"{digest:016x}"


def _leaf(path: str, value: Any) -> int:
    # 0.0 and -0.0 are equal, and spelled otherwise.
    return _hash(path, value) if isinstance(value, float) else _known(path, value)


def _hash(path: str, value: Any) -> int:
    if not (value is None or isinstance(value, str | int | float | Enum)):
        # The text of any other object may hold its address, and the record would not fit in the next session.
        raise TypeError(f"{path[1:]} holds {type(value).__name__}, which has no digest; make it a frozen dataclass")
    text = f"{path}={type(value).__name__}:{value}" if not isinstance(value, str) else f"{path}={str(value)!r}"
    return int.from_bytes(blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).digest(), "big")


_known = lru_cache(maxsize=1 << 14, typed=True)(_hash)
"""A game comes back to the same values again and again. They are told apart by type, for 1, True and 1.0 are equal."""


Parts = Mapping[Any, Any]
"""The parts of a value, by what names them. No two names are spelled alike."""


class _Kind(NamedTuple):
    """How the values of a class are read: what takes them apart (None for leaves); the names of the fields of a frozen
    class, and what reads all of them (None for another class).
    """

    opened: Callable[[Any], Parts] | None
    names: tuple[str, ...] = ()
    fields: Callable[[Any], tuple[Any, ...]] | None = None


_KINDS: dict[type[Any], _Kind] = {}


def _kind(kind: type[Any]) -> _Kind:
    """How the values of a class are read; found out once."""
    if kind not in _KINDS:
        _KINDS[kind] = _found_out(kind)
    return _KINDS[kind]


def _found_out(kind: type[Any]) -> _Kind:
    if issubclass(kind, str | int | float | Enum):
        return _Kind(None)
    if is_dataclass(kind):
        names = tuple(f.name for f in fields(kind))
        read = _reader(names)
        return _Kind(lambda value: dict(zip(names, read(value), strict=True)), names, read)
    if issubclass(kind, tuple):
        return _Kind(lambda value: dict(enumerate(value)))
    if issubclass(kind, frozenset):
        return _Kind(lambda value: dict.fromkeys(value, True))
    return _Kind((lambda value: value) if issubclass(kind, Mapping) else None)


def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)  # an `attrgetter` of one name gives no tuple


def _sum(value: Any, path: str) -> int:
    opened = _kind(type(value)).opened
    if opened is None:
        return _leaf(path, value)
    return sum(_sum(v, f"{path}.{name}") for name, v in opened(value).items())


def _difference(old: Any, new: Any, path: str) -> int:
    if old is new:
        return 0
    before, after = _kind(type(old)), _kind(type(new))
    if after.fields is not None and before is after:
        each = zip(after.names, after.fields(old), after.fields(new), strict=True)
        return sum(_difference(a, b, f"{path}.{name}") for name, a, b in each if a is not b)
    if before.opened is None or after.opened is None:
        return _sum(new, path) - _sum(old, path)
    return _of_parts(before.opened(old), after.opened(new), path)


def _of_parts(before: Parts, after: Parts, path: str) -> int:
    total = 0
    for name, value in before.items():
        there = after.get(name, _GONE)
        if there is value:
            continue
        if there is _GONE:
            total -= _sum(value, f"{path}.{name}")
        else:
            total += _difference(value, there, f"{path}.{name}")
    if len(after) == len(before) and after.keys() == before.keys():
        return total
    return total + sum(_sum(value, f"{path}.{name}") for name, value in after.items() if name not in before)

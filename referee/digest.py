"""A digest of a table's state, kept up to date from the difference of two states.

It is a sum over the leaves of the state, so that it depends on the state alone and not on how it was reached, and so
that changing a leaf costs the same however large the table is. `digest_of` is the full form, for doctor and tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any

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


_NAMES: dict[type[Any], tuple[str, ...] | None] = {}


def _fields(kind: type[Any]) -> tuple[str, ...] | None:
    """The names of a frozen class's fields, looked up once; None for another class."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None
    return _NAMES[kind]


def _branches(value: Any) -> Mapping[Any, Any] | None:
    """The parts of a value that has parts, by what names them; None for a leaf. No two names are spelled alike."""
    if value is None or isinstance(value, str | int | float | Enum):  # a leaf; most of what is asked for is one
        return None
    if isinstance(value, dict):
        return value
    names = _fields(type(value))
    if names is not None:
        return {name: getattr(value, name) for name in names}
    if isinstance(value, tuple):
        return dict(enumerate(value))
    if isinstance(value, frozenset):
        return dict.fromkeys(value, True)
    return value if isinstance(value, Mapping) else None


def _sum(value: Any, path: str) -> int:
    parts = _branches(value)
    if parts is None:
        return _leaf(path, value)
    return sum(_sum(v, f"{path}.{name}") for name, v in parts.items())


def _difference(old: Any, new: Any, path: str) -> int:
    if old is new:
        return 0
    names = _fields(type(new))
    if names is not None and type(old) is type(new):
        return _of_fields(old, new, path, names)
    before, after = _branches(old), _branches(new)
    if before is None or after is None:
        same = type(old) is type(new) and old == new
        return 0 if same else _sum(new, path) - _sum(old, path)
    total = 0
    for name, value in before.items():
        there = after.get(name, _GONE)
        if there is _GONE:
            total -= _sum(value, f"{path}.{name}")
        elif there is not value:
            total += _difference(value, there, f"{path}.{name}")
    return total + sum(_sum(v, f"{path}.{name}") for name, v in after.items() if name not in before)


def _of_fields(old: Any, new: Any, path: str, names: tuple[str, ...]) -> int:
    total = 0
    for name in names:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after:
            total += _difference(before, after, f"{path}.{name}")
    return total

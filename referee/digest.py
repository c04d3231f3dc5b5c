"""A digest of a table's state, kept up to date from the difference of two states.

It is a sum over the leaves of the state, so that it depends on the state alone and not on how it was reached, and so
that changing a leaf costs the same however large the table is. `digest_of` is the full form, for doctor and tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any

_SIZE = 1 << 64


def digest_of(state: Any) -> int:
    """The digest of a whole state."""
    return _sum(state, "") % _SIZE


def changed(digest: int, old: Any, new: Any) -> int:
    """The digest of `new`, given that of `old`. Parts that are the same object cost nothing."""
    return (digest + _difference(old, new, "")) % _SIZE


def spell(digest: int) -> str:
    """A digest as it stands in the record: 16 hexadecimal digits."""
    return f"{digest:016x}"


def _leaf(path: str, value: Any) -> int:
    text = f"{path}={type(value).__name__}:{value}" if not isinstance(value, str) else f"{path}={str(value)!r}"
    return int.from_bytes(blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).digest(), "big")


def _branches(value: Any) -> dict[str, Any] | None:
    """The parts of a value that has parts, by name; None for a leaf."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): v for k, v in value.items()}
    if isinstance(value, tuple):
        return {str(i): v for i, v in enumerate(value)}
    if isinstance(value, frozenset):
        return {str(v): True for v in value}
    return None


def _sum(value: Any, path: str) -> int:
    parts = _branches(value)
    if parts is None:
        return _leaf(path, value)
    return sum(_sum(v, f"{path}.{name}") for name, v in parts.items())


def _difference(old: Any, new: Any, path: str) -> int:
    if old is new:
        return 0
    before, after = _branches(old), _branches(new)
    if before is None or after is None:
        return _sum(new, path) - _sum(old, path) if old != new or type(old) is not type(new) else 0
    total = 0
    for name, value in before.items():
        here = f"{path}.{name}"
        total += _difference(value, after[name], here) if name in after else -_sum(value, here)
    return total + sum(_sum(v, f"{path}.{name}") for name, v in after.items() if name not in before)

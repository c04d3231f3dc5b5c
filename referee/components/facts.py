"""Frozen facts with some fields changed. It is what acts do to a table most, so it is done quickly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cached_property
from types import MemberDescriptorType
from typing import Any, TypeVar

F = TypeVar("F")

Slots = tuple[tuple[Callable[[Any], Any], Callable[[Any, Any], None]], ...]
"""What reads and what writes each field that has a slot."""

_KNOWN: dict[type[Any], tuple[frozenset[str], Slots]] = {}


def replace(facts: F, **changes: Any) -> F:
    """The same facts with some fields changed, as by `dataclasses.replace`, which takes several times as long.

    Raises TypeError for a name that is no field, for a class with `__post_init__`, which would not be run, and for one
    with a `cached_property`, which would stay what it was. A table has many fields, so its class has no slots: all that
    it holds is copied at once.
    """
    kind: type[Any] = type(facts)
    names, slots = _KNOWN.get(kind) or _parts(kind)
    if not changes.keys() <= names:
        raise TypeError(f"{kind.__name__} has no field {', '.join(changes.keys() - names)}")
    new: F = object.__new__(kind)
    if not slots:
        object.__setattr__(new, "__dict__", facts.__dict__ | changes)  # the class itself refuses it, for it is frozen
        return new
    if hasattr(facts, "__dict__"):
        object.__setattr__(new, "__dict__", {**facts.__dict__})
    for read, write in slots:
        write(new, read(facts))
    for name, value in changes.items():
        object.__setattr__(new, name, value)
    return new


def _parts(kind: type[Any]) -> tuple[frozenset[str], Slots]:
    """The names of all fields, and the slots of those that have one; found out once for each class."""
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} has a `__post_init__`; use `dataclasses.replace`")
    if any(isinstance(each, cached_property) for base in kind.__mro__ for each in vars(base).values()):
        raise TypeError(f"{kind.__name__} has a `cached_property`; use `dataclasses.replace`")
    names = [each.name for each in fields(kind)]
    members = [member for name in names if isinstance(member := getattr(kind, name, None), MemberDescriptorType)]
    _KNOWN[kind] = frozenset(names), tuple((member.__get__, member.__set__) for member in members)
    return _KNOWN[kind]

"""Frozen facts with some fields changed: as the standard library has it, for classes with slots and without."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import pytest

from referee.components.facts import replace


@dataclass(frozen=True)
class Open:
    a: int = 1
    b: str = "b"


@dataclass(frozen=True, slots=True)
class Slotted(Open):
    c: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    a: int = 1

    def __post_init__(self) -> None:
        assert self.a


@dataclass(frozen=True)
class Caching(Open):
    @cached_property
    def double(self) -> int:
        return 2 * self.a


@pytest.mark.parametrize("facts", [Open(2), Slotted(2, "x", (3,))])
def test_it_is_what_the_standard_library_makes(facts: Open) -> None:
    changed = replace(facts, b="y")
    assert changed == dataclasses.replace(facts, b="y")
    assert type(changed) is type(facts)
    assert facts.b != "y"


def test_what_is_no_field_or_must_be_checked_is_refused() -> None:
    with pytest.raises(TypeError, match="has no field d"):
        replace(Slotted(), d=1)
    with pytest.raises(TypeError, match="__post_init__"):
        replace(Checked(), a=2)
    with pytest.raises(TypeError, match="cached_property"):
        replace(Caching(), a=2)

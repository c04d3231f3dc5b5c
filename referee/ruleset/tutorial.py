"""A lesson: a turn that the players play step by step, told what happens at the table and what to type."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson.

    say   what happens at the table, and why the referee wants to hear of it
    type  the shortest line that tells it; "" is Enter
    note  what to notice in the answer; "" for nothing
    """

    say: str
    type: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A lesson of a ruleset: how long it takes, who sits at the table, what was laid out before, and its steps."""

    minutes: int
    players: Mapping[str, str]
    steps: tuple[Step, ...]
    before: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)


def read_tutorial(source: Traversable | Path) -> Tutorial:
    """Read a `tutorial.toml` that ships with a ruleset.

    Raises KeyError or TypeError when it is not well formed: the file is ours, and the tests read it.
    """
    raw: dict[str, Any] = tomllib.loads(source.read_text(encoding="utf-8"))
    steps = tuple(Step(**step) for step in raw["step"])
    return Tutorial(raw["minutes"], raw["players"], steps, tuple(raw.get("before", ())), raw.get("rulings", {}))

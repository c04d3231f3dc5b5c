"""What is examined: a ruleset, what it is taught, and what must hold of its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.ruleset import Ruleset, Table

Faults = Callable[[Any], Iterable[str]]
"""Given a table: what is wrong with it, in a sentence each (cards that came from nowhere, a piece in two places)."""


def no_faults(table: Table) -> Iterable[str]:
    """The hook of a ruleset that has no invariants of its own."""
    return ()


@dataclass(frozen=True, slots=True)
class Subject:
    """What is examined.

    ruleset  the ruleset
    teach    lines that are reported before the first act: an invented full set of components
    faults   invariants of its own, checked after every act
    options  values to try for options, beside their choices; these options have their default more seldom
    largest  combinations up to which brute force is compared with the walk
    often    the share of acts after which the dear checks run
    fixes    the share of faulty play in which an old entry is corrected by chance
    """

    ruleset: Ruleset[Any]
    teach: tuple[str, ...] = ()
    faults: Faults = no_faults
    largest: int = 2_000
    often: float = 0.007
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fixes: float = 0.0

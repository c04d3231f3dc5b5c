"""What a correction is made of: the edits, what became of each entry, and the course that they lead to."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.fold import Step
from referee.log import Entry
from referee.ruleset import BREACHES, Table

FLAGGED = frozenset(map(str, BREACHES))


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction: entry `number` becomes `line` ("fix"), goes ("drop"), or `line` comes before it ("insert")."""

    number: int
    how: str
    line: str = ""


@dataclass(slots=True)
class Group:
    """An entry of the players with what the referee wrote for it: questions passed before it, forced answers after it.

    `before` and `after` are the tables around all of that. `entry` is None where only passed questions are left.
    """

    before: Table
    after: Table
    passed: list[Step] = field(default_factory=list)
    step: Step | None = None
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one entry.

    status: "fixed", "inserted", "dropped", "again" (it counts as before, if with another verdict), "absorbed" (the
    referee now does it by itself), "moot" (its question is no longer asked), "impossible". old, new: as it was and is.
    `tables` are those around it: before and after then, before and after now.
    """

    number: int
    status: str
    old: Entry | None
    new: Entry | None
    tables: tuple[Table, Table, Table, Table]
    why: str = ""

    @property
    def newly_flagged(self) -> bool:
        """Whether it breaks a rule now that it did not break then."""
        return bool(self.new and self.new.kind in ("act", "stand", "skip") and flags(self.new) - flags(self.old))


@dataclass(frozen=True, slots=True)
class Rerun:
    """A corrected course: the first `kept` steps stay, `steps` come behind them; `changes` from the first edit on."""

    edits: tuple[Edit, ...]
    kept: int
    steps: tuple[Step, ...]
    changes: tuple[Change, ...]

    def of(self, *status: str) -> list[Change]:
        """The changes of some status."""
        return [c for c in self.changes if c.status in status]


def flags(entry: Entry | None) -> set[tuple[str, str]]:
    """The rules that an entry breaks, as the record has them."""
    found = entry.findings if entry else ()
    return {(row.get("kind", ""), row.get("rule", "")) for row in found if row.get("kind") in FLAGGED}

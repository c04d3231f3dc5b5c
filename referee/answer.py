"""What a game says to a line, and what it asks of the world around it: the time, and a memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from referee.log import Entry
from referee.ruleset import Finding, LineError

if TYPE_CHECKING:
    from referee.game import Game

Clock = Callable[[], str]


class Memory(Protocol):
    """What is learned in a game, kept for the next one; both say why it could not be kept, "" if it was."""

    def learn(self, line: str) -> str:
        """A line taught something."""

    def forget(self, line: str) -> str:
        """That line was undone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee says to a line.

    status    "ok", "held" (flagged, waits for `stand` or Enter), "failed" (nothing happened), "known" (done already),
              "asked" (nothing happened yet: `told` says what would, and `keep` does it)
    side      who acts
    line      the canonical spelling, full names
    findings  what was found, the gravest first as the rules gave them
    said      what the rules made happen: "rule: what"
    hands     what to do with the real pieces
    entries   what was written
    error     why the line failed
    told      what the referee remarks itself: what a correction would change, what is kept, what is not known yet
    dropped   the correction or long undo that waited for `keep`, and that this line gave up
    """

    status: str
    side: str = ""
    line: str = ""
    findings: tuple[Finding, ...] = ()
    said: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    error: LineError | None = None
    told: tuple[str, ...] = ()
    dropped: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed, and waits for `keep`: nothing of it is written before.

    keep  does it, given who types, why (what breaks a rule then stands for that reason), and numbers of entries that
          shall be dropped with it. Raises LineError, and then the draft stays.
    """

    line: str
    keep: Callable[[Game, str, str, tuple[int, ...]], Answer]

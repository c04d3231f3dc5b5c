"""What a judge can say about a report, and the four ways in which a line fails before it is judged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of finding. The first five are ways a line can fail; they are never mixed up."""

    NOT_UNDERSTOOD = "not-understood"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"
    IMPOSSIBLE = "impossible"
    ILLEGAL = "illegal"
    OMISSION = "omission"
    DOUBT = "doubt"
    WARNING = "warning"
    RULING = "ruling"
    NEEDS = "needs"


BREACHES = frozenset({Kind.ILLEGAL, Kind.OMISSION})
"""Kinds that say that a rule was broken."""

HOLDS = BREACHES | {Kind.DOUBT}
"""Kinds that make the prompt hold a line until the players say that it stands; `legal` offers none of them."""

FAULTS = frozenset({Kind.NOT_UNDERSTOOD, Kind.AMBIGUOUS, Kind.UNKNOWN, Kind.IMPOSSIBLE, Kind.ILLEGAL, Kind.OMISSION})
"""Kinds that make `referee check` exit with 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark of the referee: what, by which rule, and what would have been legal.

    `teach` belongs to `needs`: the line that would teach the missing datum, with `?` where the value goes.
    """

    kind: Kind
    rule: str
    message: str
    instead: str = ""
    teach: str = ""


def illegal(rule: str, message: str, instead: str = "") -> Finding:
    """The act can be mirrored, but breaks `rule`; `instead` says what would be legal."""
    return Finding(Kind.ILLEGAL, rule, message, instead)


def omission(rule: str, message: str, instead: str = "") -> Finding:
    """A duty of `rule` was skipped or half done."""
    return Finding(Kind.OMISSION, rule, message, instead)


def doubt(rule: str, message: str, instead: str = "") -> Finding:
    """Legal, but it gives up what cannot be had back, and may not be meant: the players are asked first."""
    return Finding(Kind.DOUBT, rule, message, instead)


def warning(rule: str, message: str, instead: str = "") -> Finding:
    """Legal, but surely not meant."""
    return Finding(Kind.WARNING, rule, message, instead)


def ruling(rule: str, message: str, instead: str = "") -> Finding:
    """The book is silent or contradicts itself: the ruling that was applied; `instead` is the line that rules other."""
    return Finding(Kind.RULING, rule, message, f"otherwise: {instead}" if instead else "")


def needs(rule: str, message: str, teach: str = "") -> Finding:
    """A datum is missing, so `rule` was not judged; `teach` is the line that would give it."""
    return Finding(Kind.NEEDS, rule, message, teach=teach)


class LineError(Exception):
    """A line that cannot become an entry. Nothing happened; the message says why.

    `column` counts from 0 and points at the word that is to blame; `choices` are the words that would do there.
    """

    kind = Kind.NOT_UNDERSTOOD

    def __init__(
        self, message: str, column: int = 0, choices: tuple[str, ...] = (), rule: str = "notation", length: int = 0
    ) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.length = length
        self.choices = choices
        self.rule = rule

    def finding(self) -> Finding:
        """The failure as a finding, for the answer and for `referee check`."""
        instead = ", ".join(self.choices[:9])
        message = self.message.replace(f" [{self.rule}]", "")  # a finding has it beside its message
        return Finding(self.kind, self.rule, message, instead)


class NotUnderstood(LineError):
    """The line is not notation."""


class Ambiguous(LineError):
    """A word fits two things; `choices` are the full names."""

    kind = Kind.AMBIGUOUS


class UnknownName(LineError):
    """A name that is neither on file nor a near miss; `choices` may hold the line that would teach it."""

    kind = Kind.UNKNOWN


class Impossible(LineError):
    """The act cannot be mirrored on this table."""

    kind = Kind.IMPOSSIBLE

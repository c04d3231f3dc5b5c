"""Faults of a line that more is known of than their words."""

from __future__ import annotations

from typing import Any

from referee.ruleset import Action, NotUnderstood, Slot


class NearMiss(NotUnderstood):
    """A name that is not known, but looks like some that are; `teach` is the line that makes it a new one."""

    def __init__(self, message: str, column: int, choices: tuple[str, ...], teach: str) -> None:
        super().__init__(message, column, choices)
        self.teach = teach


class Incomplete(NotUnderstood):
    """The line is right as far as it goes; `slot` is what is missing of an act."""

    def __init__(self, message: str, column: int, slot: Slot, act: type[Action[Any]]) -> None:
        super().__init__(message, column)
        self.slot, self.act = slot, act

"""Telling an Enter that was meant from one that was waiting already, or that bounced."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MOMENT = 0.4
"""Seconds. Nobody has read the question and decided in less; a double press is quicker."""


class Patience:
    """Decides whether an Enter without typing counts. It must act once, and only on what the players have read."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._since: float | None = None

    def hide(self) -> None:
        """A new prompt is due, but not drawn yet."""
        self._since = None

    def show(self) -> bool:
        """The prompt is drawn. Only the first time counts; whether it was that."""
        if self._since is not None:
            return False
        self._since = self._clock()
        return True

    def takes(self) -> bool:
        """Whether an Enter pressed now counts. One that does not starts the moment again: a key may be held down."""
        if self._since is None:
            return False
        now = self._clock()
        early = now - self._since < MOMENT
        if early:
            self._since = now
        return not early

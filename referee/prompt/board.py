"""The choices that stand on the screen, and those that stood there a moment ago."""

from __future__ import annotations

from referee.prompt.choices import Choice, picked


class Board:
    """What can be picked now.

    offered  the choices on the screen
    mending  the line before, which failed and which they mend; "" if they do not
    """

    def __init__(self) -> None:
        """Nothing stands there yet."""
        self.offered: tuple[Choice, ...] = ()
        self.mending = ""
        self._gone: set[int] = set()

    def clear(self) -> None:
        """The choices leave the screen with the line that is given up."""
        self.offered, self.mending, self._gone = (), "", set()

    def show(self, offered: tuple[Choice, ...], mending: str = "") -> None:
        """Other choices are on the screen; `mending`: the failed line that they mend, if they do."""
        self.offered, self.mending = offered, mending if offered else ""

    def agrees(self, others: tuple[Choice, ...]) -> bool:
        """Whether each number on the screen picks the same in other choices, if any are there."""
        picks = {choice.number: _act(choice.line) for choice in others}
        return all(picks.get(choice.number) == _act(choice.line) for choice in self.offered)

    def take(self, text: str) -> tuple[str | None, tuple[Choice, ...]]:
        """The line that a text picks, None if it picks nothing, and what was to be picked; that leaves the screen."""
        offered = self.offered
        self.offered, self.mending = (), ""
        return picked(text, offered), offered

    def vanish(self, offered: tuple[Choice, ...]) -> None:
        """Choices left the screen though nothing was picked and nothing done, so that a number may yet mean them."""
        self._gone = {choice.number for choice in offered}

    def missed(self, text: str) -> bool:
        """Whether a number is meant for choices that have vanished; that is asked of the first number behind them."""
        gone, self._gone = self._gone, set()
        return text.strip().isdecimal() and int(text) in gone


def _act(line: str) -> str:
    """A line without its side."""
    return line.rpartition("> ")[2]

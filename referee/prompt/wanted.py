"""Data that rules asked for in this talk: which of them are still to be asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.prompt.teach import Missing, facts_by_thing, gone, told_already


@dataclass(slots=True, eq=False)
class Want:
    """A datum that is asked for.

    acts     the entries whose rules need it; none if a line waits for it
    told     the entries that told it
    there    its thing was on the table when it came up
    put_off  the entry behind which another line was done when it was asked; -1 if none was
    """

    datum: Missing
    there: bool
    acts: set[int] = field(default_factory=set)
    told: set[int] = field(default_factory=set)
    put_off: int = -1


class Wanted:
    """What came up since this turn began, in its order.

    Nothing is struck off when it was told: an undo of that brings the question back, and an undo of the act that needs
    it takes the question away. What the players leave unknown (a line, or what it is about) is not asked again, unless
    the entry behind which they said so is undone.
    """

    def __init__(self) -> None:
        """Nothing is asked for yet."""
        self._wants: list[Want] = []
        self._turn: tuple[int, str] = (0, "")
        self._left: dict[str, int] = {}

    def knows_left(self, game: Game, datum: Missing) -> bool:
        """Whether a datum was left unknown."""
        return any(stands(game, self._left.get(what, -1)) for what in (datum.line, datum.about))

    def add(self, game: Game, datum: Missing, answer: Answer | None = None) -> Want:
        """A datum is asked for: by the rules of an act that was answered, or by a line that waits for it."""
        turn = (game.table.turn, game.table.side)
        if turn != self._turn:
            self._turn, self._wants = turn, list(self.open(game))
        want = next((each for each in self._wants if each.datum.line == datum.line), None)
        if want is None:
            want = Want(datum, datum.about in facts_by_thing(game))
            self._wants.append(want)
        if answer:
            want.acts |= acts_of(game, answer)
        return want

    def open(self, game: Game) -> Iterator[Want]:
        """What is to be asked, in its order: the act that needs it counts, its thing was not corrected away and is not
        out of the game, and it was not told or left unknown.
        """
        if not self._wants:
            return
        facts, over = facts_by_thing(game), gone(game)
        counts = {step.entry.number for step in game.timeline.steps}
        for want in self._wants:
            if want.told & counts or (want.acts and not want.acts & counts) or self.knows_left(game, want.datum):
                continue
            if want.datum.about in over or (want.there and want.datum.about not in facts):
                continue
            if want.datum.then or not (told_already(facts, want.datum) or _said(game, want)):
                yield want

    def leave(self, game: Game, what: str) -> None:
        """One datum (its line), or all of a thing (what it is about), stays unknown."""
        self._left[what] = last_of(game)

    def strike(self, want: Want) -> None:
        """A datum is asked no more."""
        self._wants = [each for each in self._wants if each is not want]

    def clear(self) -> None:
        """Nothing is asked any more of what came up so far."""
        self._wants.clear()


def _said(game: Game, want: Want) -> bool:
    """Whether a line of its own told a datum, behind the act that needs it."""
    begun, behind = want.datum.line.partition("?")[0], max(want.acts, default=0)
    entries = (step.entry for step in reversed(game.timeline.steps))
    return any(each.line.startswith(begun) for each in takewhile(lambda each: each.number > behind, entries))


def acts_of(game: Game, answer: Answer) -> set[int]:
    """The entries of the players that an answer wrote; of a correction the one that it put in or wrote anew."""
    counts = {step.entry.number for step in game.timeline.steps}
    written = [(entry.number, *entry.of) for entry in answer.entries if entry.by != REFEREE]
    return {number for numbers in written if (number := next(filter(counts.__contains__, numbers), 0))}


def last_of(game: Game) -> int:
    """The last entry that counts; 0 before the first one."""
    return game.timeline.steps[-1].entry.number if game.timeline.steps else 0


def stands(game: Game, number: int) -> bool:
    """Whether what was said behind an entry is still so: it was not undone. -1: nothing was said."""
    if number <= 0:
        return number == 0
    if any(step.entry.number == number for step in reversed(game.timeline.steps)):
        return True
    return not any(entry.kind == "undo" and number in entry.of for entry in game.log.entries)  # a correction took it

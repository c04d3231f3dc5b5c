"""Lines that were typed together: whose each of them is, and those that wait for the ones before them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from referee.commands import PASS, find_call
from referee.commands.answers import DONE
from referee.game import Game
from referee.notation import fold, plain, split_lines
from referee.notation.words import PLAIN, SIDE_PREFIX
from referee.prompt.mending import addressed
from referee.prompt.say import title
from referee.ruleset import LineError
from referee.telling import many

SHOWN = 3
"""Lines that wait which are told."""

MORE = "more"
GO_ON = "go on with what waits"
"""What is typed to go on with lines that wait, and what it does."""

NONE_WAITS = "Nothing waits to be gone on with."
"""To that where no line waits."""

_WAITS = "`{}` would be done by {} now, and this line began with {}: it waits."

_TURNS_BACK = ("undo", "redo", "fix", "branch")
"""Entries behind which the game is another than the one that lines were typed for."""


class Waiting:
    """Lines that wait. They are for the turn in which they were typed, and for the game as it was then."""

    def __init__(self) -> None:
        """None waits."""
        self.lines: list[str] = []
        self._turn: tuple[int, str] = (0, "")
        self._steps = self._turned = self._backs = 0
        self._mended = False

    def put(self, game: Game, lines: Sequence[str]) -> None:
        """Lines wait from now on, before those that do already. The next entry may mend the one that they wait for."""
        if lines:
            self.lines = [*lines, *self.lines]
            self._turn, self._turned = _turn(game), _turned(game)
            self._steps, self._mended, self._backs = len(game.timeline.steps), False, _backs(game)

    def take(self) -> list[str]:
        """They are gone on with."""
        lines, self.lines = self.lines, []
        return lines

    def done(self, *written: str) -> None:
        """The first of them was done meanwhile, if it is one of these."""
        if self.lines and self.lines[0] in written:
            self.lines.pop(0)

    def outlived(self, game: Game) -> list[str]:
        """That they are given up, where the turn is another or the record was turned back since; [] if they wait on.

        What mends the line that they wait for may end its turn.
        """
        answers = self._answers() if _backs(game) != self._backs else []
        if answers:
            self.lines = self.lines[len(answers) :]
            return [f"Given up with the line that was taken back: {_told(answers)}", *self.outlived(game)]
        if not self.lines:
            return []
        turned_back = _turned(game) != self._turned
        if not turned_back and not self._mended and len(game.timeline.steps) > self._steps:
            self._turn, self._mended = _turn(game), True
        if not turned_back and _turn(game) == self._turn:
            return []
        why = "the record was corrected" if turned_back else "the turn is another now"
        return [f"Given up, for {why}: {_told(self.take())}"]

    def _answers(self) -> list[str]:
        """Those at the beginning that only answer what the line before them would have asked."""
        return [*takewhile(lambda line: fold(line) in PLAIN, self.lines)]

    def told(self) -> str:
        """That they wait."""
        wait = "waits (Ctrl-C gives it up)" if len(self.lines) == 1 else "wait (Ctrl-C gives them up)"
        return f"{many(len(self.lines), 'more line')} {wait}: {_told(self.lines)}"


def _told(lines: Sequence[str]) -> str:
    return f"{'; '.join(lines[:SHOWN])}{'; ...' if len(lines) > SHOWN else ''}"


def _turn(game: Game) -> tuple[int, str]:
    return game.table.turn, game.table.side


def _turned(game: Game) -> int:
    """How often the record was turned back or corrected."""
    return sum(entry.kind in _TURNS_BACK for entry in game.log.entries)


def _backs(game: Game) -> int:
    """How many flagged lines were taken back."""
    return sum(entry.kind == "back" for entry in game.log.entries)


def apart(game: Game, text: str) -> list[str]:
    """The acts of what was typed; the side before a line is that of all of it: `red: draw; pass`."""
    pieces: list[str] = []
    for row in text.splitlines():
        first, *rest = split_lines(row) or [""]
        side = addressed(game, first)
        pieces += [first, *(f"{side}> {each}" if side and _is_bare(game, each) else each for each in rest)]
    return [piece for piece in pieces if piece]


def _is_bare(game: Game, piece: str) -> bool:
    """Whether an act says nothing of its side. A command of the referee has none, nor has a plain yes or no."""
    if SIDE_PREFIX.match(piece) or fold(piece) in PLAIN or addressed(game, piece):
        return False
    with suppress(LineError):
        return find_call(game, piece) is None
    return True


def own_pass(game: Game, piece: str, side: str) -> str:
    """A plain pass of a side that stands behind an act of its own, written with that side while the other one is asked:
    who wrote it goes on, and says nothing for the other. Else the line as it is.
    """
    ask, word = game.ask, fold(piece)
    if word not in (PASS, DONE) or not side or ask is None or not ask.may or side in (ask.side, ask.also):
        return piece
    own = any(word in each.verbs and each.side == side for each in game.asked())
    return f"{side}> {word}" if own else piece


def of_other_side(game: Game, piece: str, side: str) -> list[str]:
    """That an act, joined to one of a side, would be done for the other, though either may be meant; [] where only one
    can be. Dice and a value that only the other side is asked for are for whoever is asked.
    """
    asked_dice = game.ask is not None and game.ask.dice
    if not side or asked_dice or not _is_bare(game, piece):
        return []
    other = title(game, game.ask.side) if game.ask else ""
    first = title(game, side)
    if fold(piece) in (PASS, DONE):
        foreign = game.ask is not None and game.ask.may and side not in (game.ask.side, game.ask.also)
        return [_WAITS.format(plain(piece), other, first)] if foreign else []
    try:
        act = game.reader().read(piece)
        same = game.reader().read(f"{side}> {piece}")
    except LineError:
        return []
    if act.side == side or act.learns or act.aside or same.side == act.side:
        return []
    both = any(act.verb in ask.verbs and side in (ask.side, ask.also) for ask in game.asked())
    if not both and type(act) not in game.reader().verb_of(piece.split()[0]):
        return []
    return [_WAITS.format(plain(piece), title(game, act.side), first)]

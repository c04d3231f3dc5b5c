"""Lines that were typed together: whose each of them is, and those that wait for the ones before them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from referee.commands import PASS, find_call
from referee.commands.answers import DONE
from referee.game import Game
from referee.notation import fold, plain, split_lines
from referee.notation.words import PLAIN, SIDE_PREFIX
from referee.prompt.choices import reads_legal
from referee.prompt.mending import addressed
from referee.prompt.say import speaker, title
from referee.ruleset import Ask, LineError
from referee.telling import many

SHOWN = 3
"""Lines that wait which are told."""

MORE = "more"
GO_ON = "go on with what waits"
"""What is typed to go on with lines that wait, and what it does."""

NONE_WAITS = "Nothing waits to be gone on with."
"""To that where no line waits."""

_WAITS = "`{}` would be done by {} now, and this line began with {}: it waits."

_EITHER = "`{0}` waits: is it for this ({1}), or for what comes behind it ({2})?"

_DIE = re.compile("[1-6]")

APART = -1
"""What is said for a number of entries of lines that stood in no line together."""

_TURNS_BACK = ("undo", "redo", "fix", "branch")
"""Entries behind which the game is another than the one that lines were typed for."""


class Waiting:
    """Lines that wait. They are for the turn in which they were typed, and for the game as it was then.

    since  the entries behind which the first act stands of the line in which they were joined; APART if in none
    by     the side that the last act before them was of, or that was asked when they were typed
    """

    def __init__(self) -> None:
        """None waits."""
        self.lines: list[str] = []
        self.since = APART
        self.by = self._begun_by = ""
        self._turn: tuple[int, str] = (0, "")
        self._steps = self._turned = self._backs = 0
        self._mended = False

    def put(self, game: Game, lines: Sequence[str], begun_by: str = "", since: int = APART, by: str = "") -> None:
        """Lines wait from now on, before those that do already. The next entry may mend the one that they wait for.

        `begun_by`: the side that began with them, where they wait until the other one has answered;
        `since`, `by`: as the attributes.
        """
        if lines:
            self.since, self.by = since, by or speaker(game)
            self.lines, self._begun_by = [*lines, *self.lines], begun_by
            self._turn, self._turned = _turn(game), _turned(game)
            self._steps, self._mended, self._backs = len(game.timeline.steps), False, _backs(game)

    def takes_enter(self, game: Game) -> bool:
        """Whether an Enter goes on with them: it is no answer then to what is open, which would pass them over. A bare
        number may be meant for another question than the open one, a bare pass for one of the side that typed it.
        """
        if not self.lines or game.held or game.draft or self.lines[0].isdecimal():
            return False
        begun_by = self.by if fold(self.lines[0]) in (PASS, DONE, *PLAIN) else self._begun_by
        return game.ask is None or begun_by in ("", game.ask.side, game.ask.also)

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
        if not self.lines:
            return []
        answers = self.take_answers() if _backs(game) > self._backs else []
        if answers:
            return [f"Given up with the line that was taken back: {_told(answers)}", *self.outlived(game)]
        turned_back = _turned(game) != self._turned
        if not turned_back and not self._mended and len(game.timeline.steps) > self._steps:
            self._turn, self._mended = _turn(game), True
        if not turned_back and _turn(game) == self._turn:
            return []
        why = "the record was corrected" if turned_back else "the turn is another now"
        return [f"Given up, for {why}: {_told(self.take())}"]

    def take_answers(self) -> list[str]:
        """Those at the beginning that only answer what the line before them would have asked: they go with it."""
        answers = [*takewhile(lambda line: fold(line) in PLAIN, self.lines)]
        self.lines = self.lines[len(answers) :]
        return answers

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
    """How many flagged lines were taken back, and not done behind what was missing before them."""
    entries = game.log.entries
    backs = [(i, entry) for i, entry in enumerate(entries) if entry.kind == "back"]
    return sum(not any((e.kind, e.side, e.line) == ("act", b.side, b.line) for e in entries[i:]) for i, b in backs)


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


def own_pass(game: Game, piece: str, side: str, before: str) -> str:
    """A plain pass of a side that stands behind an act of its own, written with that side while the other one is asked:
    who wrote it goes on, and says nothing for the other. Else the line as it is, as behind another pass: of two, each
    is for whoever is asked.
    """
    ask, word = game.ask, fold(piece)
    if fold(before.rpartition(">")[2].strip()) in (PASS, DONE):
        return piece
    if word not in (PASS, DONE) or not side or ask is None or not ask.may or side in (ask.side, ask.also):
        return piece
    own = any(word in each.verbs and each.side == side for each in game.asked())
    return f"{side}> {word}" if own else piece


def own_act(game: Game, piece: str, side: str) -> str:
    """An act that either side may do, joined to one of a side and legal for it, written with that side, though the
    other one is asked; any other line as it is.
    """
    own = f"{side}> {piece}"
    return own if _by_other(game, piece, side) and reads_legal(game, own) else piece


def of_other_side(game: Game, piece: str, side: str) -> list[str]:
    """That an act, joined to one of a side, would be done for the other, though either may be meant; [] where only one
    can be. Dice and a value that only the other side is asked for are for whoever is asked.
    """
    if side and fold(piece) in (PASS, DONE):
        ask = game.ask
        foreign = ask is not None and not ask.dice and ask.may and side not in (ask.side, ask.also)
        return [_WAITS.format(plain(piece), title(game, ask.side), title(game, side))] if ask and foreign else []
    other = _by_other(game, piece, side)
    return [_WAITS.format(plain(piece), title(game, other), title(game, side))] if other else []


def _by_other(game: Game, piece: str, side: str) -> str:
    """The other side than the one that began a line, if it would do an act there which either may do; else ""."""
    asked_dice = game.ask is not None and game.ask.dice
    if not side or asked_dice or fold(piece) in (PASS, DONE) or not _is_bare(game, piece):
        return ""
    try:
        act = game.reader().read(piece)
        same = game.reader().read(f"{side}> {piece}")
    except LineError:
        return ""
    if act.side == side or act.learns or act.aside or same.side == act.side:
        return ""
    both = any(act.verb in ask.verbs and side in (ask.side, ask.also) for ask in game.asked())
    return act.side if both or type(act) in game.reader().verb_of(piece.split()[0]) else ""


def row_of_dice(game: Game, pieces: Sequence[str]) -> Sequence[str]:
    """One line of several dice as a line for each, where one is asked for and another question of its kind is behind
    it: `4 5 1` of three units in a minefield. Any other lines as they are.
    """
    ask, words = game.ask, pieces[0].replace(",", " ").split() if len(pieces) == 1 else []
    row = len(words) > 1 and ask is not None and ask.dice == 1 and all(map(_DIE.fullmatch, words))
    return words if row and ask and sum(each.verbs == ask.verbs for each in game.asked()) > 1 else pieces


def of_other_kind(game: Game, before: Ask | None, piece: str) -> list[str]:
    """That a bare number behind another, which answered the question `before`, may be meant for the question that is
    open or for the next one of that kind; [] where it is one only.
    """
    ask = game.ask
    if before is None or ask is None or not piece.isdecimal() or ask.verbs == before.verbs:
        return []
    again = next((each for each in game.asked() if each.verbs == before.verbs), None)
    return [_EITHER.format(piece, plain(ask.question), plain(again.question))] if again else []

"""Playing without a terminal: one report a line from a stream; each entry is acknowledged when it is saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from referee.commands import enter_line, look, run
from referee.commands.look import tell_ask
from referee.game import Game
from referee.library import NO_TERMS, LibraryError, Terms, look_as, new_game, open_game, read_options
from referee.notation import plain, split_lines
from referee.review.versions import changes
from referee.ruleset.find import load_ruleset
from referee.telling import many, said_by, tell_answer, tell_entry
from referee.transcript import LONGEST_ROW

LONGEST = 4 * LONGEST_ROW
"""Bytes of a line that are kept; what is longer is no line of a player, and is answered as a whole."""

ENDLESS = 16 << 20
"""Bytes of a line behind which no more is read: that is no pasted text, but the output of another program."""

MOST_FAILED = 250
"""Lines that fail one behind the other, and no more are read: who speaks there is no player."""

_LEAVES = frozenset({"quit", "exit"})


def play_piped(
    stream: BinaryIO,
    game: str | None,
    ruleset: str | None,
    name: str | None,
    players: Mapping[str, str] | None,
    terms: Terms = NO_TERMS,
) -> int:
    """Play until the stream ends or says `quit`; 1 if a line failed, is still held, or could not be saved.

    Raises as `referee.library` does.
    """
    if terms.campaign:
        from referee.campaign import play_campaign

        opened = play_campaign(terms.campaign, ruleset, players, terms)
    elif ruleset is not None:
        loaded = load_ruleset(ruleset)
        options = read_options(loaded, terms.options)
        opened = new_game(loaded, name or "", players, options=options, umpire=terms.umpire, position=terms.position)
    elif game is not None:
        opened = open_game(game)
    else:
        raise LibraryError("Without a terminal, name a saved game or a ruleset: `referee play GAME`.")
    with opened.log as log:
        _print(*log.storage.notices, *opened.notices, *changes(opened))
        look_as(opened, terms.viewer)
        return Table(opened).sit(stream)


def whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only the beginning, which is still too long for a report."""
    while raw := stream.readline(LONGEST):
        rest, length = raw, len(raw)
        while len(rest) == LONGEST and not rest.endswith(b"\n") and length < ENDLESS:
            rest = stream.readline(LONGEST)
            length += len(rest)
        yield raw
        if length >= ENDLESS:
            return


class Table:
    """One sitting: takes lines, and prints what the referee says."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told = len(game.log.entries)  # entries that were acknowledged
        self.shouted = self.told  # entries of which it was said that they are not saved
        self.failed = False
        self.in_a_row = 0  # lines that failed, since one did not

    def sit(self, stream: BinaryIO) -> int:
        """Take all lines; the exit status."""
        count = many(len(self.game.log.entries), "entry", "entries")
        _print(f"{self.game.log.header.name}: {self.game.ruleset.title}, {count}")
        if self.game.held:
            _print(f'held: {said_by(self.game.held)}; `stand "why"` lets it stand, `back` takes it back')
        self._next()
        for number, raw in enumerate(whole_lines(stream), 1):
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip("\r\n")
            except UnicodeDecodeError:
                self._fail(f"failed: line {number} of the input is not UTF-8 text")
                continue
            if text.strip().lower() in _LEAVES:
                break
            if not text.strip():
                self._lines([enter_line(self.game)] if enter_line(self.game) else [])
            else:
                self._lines(split_lines(text))
            if self.in_a_row >= MOST_FAILED:
                _print(f"given up: the last {MOST_FAILED:,} lines all failed")
                break
        return self._leave()

    def _lines(self, pieces: list[str]) -> None:
        """Lines that were joined: after one that fails or is held, the rest is left out."""
        for i, piece in enumerate(pieces):
            if not self._line(piece):
                for left in pieces[i + 1 :]:
                    self._fail(f"left out: {left}")
                break
        if pieces:
            self._next()

    def _line(self, line: str) -> bool:
        seen = look(self.game, line)
        if seen is not None:
            _print(*seen)
            return True
        answer = run(self.game, line)
        self._acknowledge()
        told = tell_answer(answer)
        if answer.status == "failed":
            self._fail(f"failed: {'; '.join(told)}")
            return False
        self.in_a_row = 0
        _print(*(f"  {text}" for text in told))
        return answer.status != "held"

    def _acknowledge(self) -> None:
        """Say of each entry that it is saved, or that it is not: now, and again when saving has caught up."""
        log = self.game.log
        saved = len(log.entries) - len(log.unsaved)
        _print(*(tell_entry(entry) for entry in log.entries[self.told : saved]))
        self.told = max(self.told, saved)
        for entry in log.entries[max(self.shouted, saved) :]:
            _print(f"#{entry.number} NOT SAVED {said_by(entry)}: {log.failure}. It is kept in memory and tried again.")
        self.shouted = len(log.entries)

    def _next(self) -> None:
        """The dice that are due, and what an empty line would do; it does nothing else."""
        line, ask = enter_line(self.game), self.game.ask
        if ask and ask.dice and not line:
            _print(f"  {tell_ask(self.game, ask)}")
        if line:
            _print(f"  an empty line: {line}")

    def _fail(self, text: str) -> None:
        self.failed = True
        self.in_a_row += 1
        _print(text)

    def _leave(self) -> int:
        log = self.game.log
        log.retry()
        self._acknowledge()
        if log.unsaved:
            lines = (f"  {said_by(entry)}" for entry in log.unsaved)
            count = many(len(log.unsaved), "entry", "entries")
            _print(f"NOT SAVED: {count} ({log.failure}); report them again:", *lines, err=True)
        return int(self.failed or bool(log.unsaved) or self.game.held is not None)


def _print(*lines: str, err: bool = False) -> None:
    for line in lines:
        print(plain(line), file=sys.stderr if err else sys.stdout, flush=True)

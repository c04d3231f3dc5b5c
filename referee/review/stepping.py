"""Going through a game entry by entry. It knows no terminal: where the reader is, and the lines to show for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.commands.why import explain
from referee.fold import Step
from referee.game import Game
from referee.hands import hand_movements
from referee.library import LibraryError
from referee.notation import plain
from referee.review.account import moment_of
from referee.review.log import Row, as_it_was, counting, entry_lines, place, record, seen
from referee.review.marks import TURNS
from referee.review.whatif import usual_name, what_if
from referee.ruleset import LineError, Table
from referee.telling import many, said_by
from referee.veil import veil


@dataclass
class Stepper:
    """A reader of a game. `at` is how many of the entries are behind it; 0 is the table as it was set up.

    every  all entries of the record as they were written, and not only those that count, as they count
    said   what is to be told to the last key, "" if nothing
    """

    game: Game
    every: bool = False
    at: int = 0
    said: str = ""
    rows: Sequence[Row] = field(init=False)

    def __post_init__(self) -> None:
        self._read()

    def _read(self) -> None:
        self.rows = record(self.game) if self.every else counting(self.game)

    @property
    def row(self) -> Row | None:
        """The entry that is shown; None before the first one."""
        return self.rows[self.at - 1] if self.at else None

    @property
    def number(self) -> int:
        """The number of the entry that is shown; 0 before the first one."""
        return self.row.entry.number if self.row else 0

    @property
    def table(self) -> Table:
        """The table behind the entry that is shown, as the viewer may see it."""
        return seen(self.game, self.row.after if self.row else self.game.timeline.start)

    def go(self, at: int, otherwise: str) -> None:
        """Go to a place of the list; where there is none, say so and stay."""
        if 0 <= at <= len(self.rows):
            self.at, self.said = at, ""
        else:
            self.said = otherwise

    def step(self, by: int) -> None:
        """So many entries forwards, or backwards."""
        self.go(self.at + by, "This is the last entry." if by > 0 else "This is the beginning.")

    def turn(self, by: int) -> None:
        """To where the next turn of a side begins, or this one, or the one before it."""
        begins = [i for i in range(2, len(self.rows) + 1) if self._turn(i) != self._turn(i - 1)]
        if by > 0:
            self.go(next((i for i in begins if i > self.at), -1), "This is the last turn.")
        else:
            self.go(next((i for i in reversed([0, *begins]) if i < self.at), -1), "This is the beginning.")

    def _turn(self, at: int) -> tuple[int, str]:
        table = self.rows[at - 1].before
        return table.turn, table.side

    def finding(self, by: int) -> None:
        """To the next entry, or the one before, about which something was found."""
        where = range(self.at + 1, len(self.rows) + 1) if by > 0 else range(self.at - 1, 0, -1)
        found = next((i for i in where if self.rows[i - 1].entry.findings), -1)
        self.go(found, f"Nothing was found {'behind' if by > 0 else 'before'} this entry.")

    def to_number(self, text: str) -> None:
        """To the entry of a number, as it was typed."""
        text = text.strip().lstrip("#")
        if not (text.isascii() and text.isdigit()):
            self.said = f"{text[:20]!r} is no number of an entry." if text else ""
            return
        number, most = int(text[:9]), len(self.game.log.entries)
        at = next((i for i, row in enumerate(self.rows, 1) if row.entry.number == number), -1)
        missing = f"There is no entry {number}; the record has {most}."
        self.go(at if number else 0, missing if number > most else f"Entry {number} does not count; `a` shows all.")

    def toggle(self) -> None:
        """All entries, or only those that count; the entry that is shown stays, or the nearest one before it."""
        number = self.number
        self.every = not self.every
        self._read()
        self.at = max((i for i, row in enumerate(self.rows, 1) if row.entry.number <= number), default=0)
        self.said = "All entries, as they were written." if self.every else "The entries that count, as they count now."

    @property
    def usual_name(self) -> str:
        """What a what-if copy is called if nobody says otherwise."""
        return usual_name(self.game)

    def branch(self, name: str) -> None:
        """Save a what-if copy of the game as it was here; the game itself stays as it is."""
        steps = self._steps()
        try:
            kept = what_if(self.game, steps, "" if name.strip() in ("", self.usual_name) else name)
        except LibraryError as error:
            self.said = str(error)
            return
        self.said = f"Saved as {kept}. `referee play {kept}` goes on from here."

    def _steps(self) -> Sequence[Step]:
        """The entries that counted when this one was the last."""
        if self.every:
            return as_it_was(self.game, self.number).timeline.steps
        return self.game.timeline.steps[: self.at]

    def heading(self) -> list[str]:
        """Where the reader is, the most important first."""
        row = self.row
        where = f"entry {row.entry.number}" if row else "the beginning"
        count = f"{self.at} of {len(self.rows)}{' (all)' if self.every else ''}"
        at = place(self.game.ruleset, row.before if row else self.game.timeline.start)
        return [where, *at.split(", "), count]

    def entry(self) -> Iterator[str]:
        """The entry, its sentence in the story, what was found, what hands moved, what followed."""
        if self.row is None:
            yield f"{many(len(self.rows), 'entry', 'entries')}. The table as it was set up:"
            return
        first, *rest = entry_lines(self.row)
        veiled = veil(self.game, self.game.viewer)
        said = (first, *self._story(self.row), *map(str.strip, rest), *self._hands(self.row))
        yield from (plain(veiled(text)) for text in said)

    def _story(self, row: Row) -> Iterator[str]:
        try:
            sentence = moment_of(self.game, row.entry, row.before, row.after).sentence
        except LineError:
            return  # the rules of today cannot read what was played by older ones
        if sentence and sentence != said_by(row.entry):
            yield f"{sentence}."

    def _hands(self, row: Row) -> Iterator[str]:
        kind = row.entry.kind
        before, after = seen(self.game, row.before), seen(self.game, row.after)
        moved = hand_movements(self.game.ruleset, before, after, mending=kind in TURNS or kind == "adjust")
        if moved:  # an adjustment makes the record fit the table, where nothing moves
            yield f"On {'record' if kind == 'adjust' else 'the table'}: {'; '.join(moved)}."

    def why(self) -> Iterator[str]:
        """The explanation of the entry, as `why N` gives it, and what hands moved."""
        if self.row is None:
            yield "Nothing was reported yet."
            return
        veiled = veil(self.game, self.game.viewer)
        yield from (plain(veiled(text)) for text in (*explain(self.game, self.row.entry), *self._hands(self.row)))

    def show(self) -> Iterator[str]:
        """The table behind the entry."""
        return map(plain, self.game.ruleset.show(self.table))

"""What there is to see of a game now, for those who cannot see the laptop; each format only sets it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.commands.look import open_items, over
from referee.commands.sealing import note_lines
from referee.components.wording import capital
from referee.entry import Entry
from referee.fold import REFEREE, Step, acts_of
from referee.game import Game
from referee.library import title_of
from referee.notation import plain
from referee.review.account import moment_of
from referee.review.graphs import spelled
from referee.review.sentences import followed, sentence
from referee.ruleset import BREACHES, Chart, Table
from referee.telling import deed, outcome, said_by, tell_stored
from referee.veil import sight, veil


@dataclass(frozen=True, slots=True)
class Last:
    """What was reported last, and the verdict ("ok"; "illegal, stands"): a sentence, and what followed by itself.

    found  what was found, each with its rule, and why it stands nevertheless; `flagged`: a breach is among it
    """

    verdict: str
    told: str
    found: tuple[str, ...] = ()
    flagged: bool = False
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """A figure of the game, and its value for each side, or "" for all. `decisive`: a great change decides the game."""

    title: str
    unit: str
    values: tuple[tuple[str, str], ...]
    decisive: bool

    @property
    def heading(self) -> str:
        """What is counted: `Loss tokens on the map`."""
        return self.title if not self.unit or self.unit in self.title.lower() else f"{self.title} ({self.unit})"

    @property
    def told(self) -> str:
        """The values: `Red 5, Blue 3`."""
        return ", ".join(f"{who} {value}" if who else value for who, value in self.values)


@dataclass(frozen=True, slots=True)
class News:
    """What there is to see.

    game    its name, its title, and who plays
    turn    "Turn 3"; who is to act, or who has won
    step    its title; "" when the game is over
    where   side, step, and what the game itself puts into the toolbar
    due     what is asked for, or that the game is over
    last    None while nothing was reported
    words   the table in words; `still` is what is open beside the question
    table   the table as it is seen; entries: how many the record has, `time` that of the last one
    """

    game: tuple[str, ...]
    turn: str
    who: str
    step: str
    where: tuple[str, ...]
    due: str
    last: Last | None
    scores: tuple[Score, ...]
    words: tuple[str, ...]
    still: tuple[str, ...]
    table: Table
    entries: int
    time: str


def news_of(game: Game, sees: str) -> News:
    """What a side may see of a game, NOBODY, or "" for who may see all."""
    ruleset, entries = game.ruleset, game.log.entries
    table = sight(ruleset, game.table, sees)
    veiled = veil(game, sees)
    return News(
        tuple(map(plain, (title_of(game.log.header), ruleset.title, _players(game)))),
        f"Turn {table.turn}" if table.turn else "Set-up",
        _who(game),
        "" if table.winner else plain(ruleset.step_title(table.step)),
        tuple(dict.fromkeys(plain(part) for part in _where(game, table) if part)),
        plain(veiled(_due(game, table))),
        _last(game, sees),
        tuple(_scores(game, table)),
        tuple(plain(veiled(line)) for line in ruleset.show(table)),
        tuple(plain(veiled(line)) for line in (*open_items(game), *note_lines(game, not sees))),
        table,
        len(entries),
        entries[-1].time if entries else "",
    )


def _players(game: Game) -> str:
    """`Anna (Red), Ben (Blue)`."""
    players = game.log.header.players
    return ", ".join(f"{players[s]} ({title})" if players.get(s) else title for s, title in game.ruleset.sides.items())


def _who(game: Game) -> str:
    """Who is to act, or who has won."""
    if game.table.winner:
        return capital(outcome(game.table, game.ruleset.sides).removeprefix("a "))
    ask = game.ask
    side = game.held.side if game.held else ask.side if ask else game.table.side
    return plain(game.ruleset.sides.get(side, side))


def _where(game: Game, table: Table) -> Iterator[str]:
    """The side whose turn it is, the step, and what the game itself puts into a toolbar."""
    ruleset = game.ruleset
    yield ruleset.sides.get(table.side, table.side)
    yield ruleset.step_title(table.step)
    yield from ruleset.status(table)


def _due(game: Game, table: Table) -> str:
    if game.table.winner:
        return over(game)
    if game.held:
        return "The line that breaks a rule is taken back, or stands."
    ask = game.ruleset.asks(table)
    return f"{ask.question or ', '.join(ask.verbs)} [{ask.rule}]" if ask else "Nothing is asked for."


def _scores(game: Game, table: Table) -> Iterator[Score]:
    """The charts of the game as they stand, the decisive ones first."""
    charts: Sequence[Chart[Any]] = sorted(game.ruleset.charts, key=lambda chart: not chart.decisive)
    sides = game.ruleset.sides
    for chart in charts:
        read, values = chart.read(table), []
        for name, value in read.items():
            who = sides.get(name, "" if len(read) == 1 else name)
            told = sides.get(value, value) or "nobody" if isinstance(value, str) else spelled(value)
            values.append((plain(who), plain(told)))
        if values:
            yield Score(plain(chart.title), plain(chart.unit), tuple(values), chart.decisive)


def _last(game: Game, sees: str) -> Last | None:
    """The last entry that somebody made, and what the referee added to it."""
    entries = game.log.entries
    at = next((i for i in reversed(range(len(entries))) if entries[i].by != REFEREE), -1)
    if at < 0:
        return None
    entry, behind = entries[at], entries[at:]
    told, tables = _told(game, entry)
    veiled = veil(game, sees, *tables)
    said = veiled(sentence(told))
    if said != sentence(told) and entry.side:  # that something was done is no secret
        said = f"{game.ruleset.sides.get(entry.side, entry.side)}: {said}"
    happened = (followed(game.ruleset, what, game.table) for each in behind for what in each.consequences)
    why = (f"because: {entry.why}",) if entry.why else ()
    return Last(
        plain(entry.verdict.replace("-", ", ")),
        plain(said),
        tuple(plain(veiled(text)) for text in (*map(tell_stored, entry.findings), *why)),
        any(row.get("kind") in BREACHES for row in entry.findings),
        tuple(plain(veiled(sentence(what))) for what in happened if what),
    )


_TURNED = {"undo": "Undone", "redo": "Done again"}
_WORDS = {**_TURNED, "held": "Held", "back": "Taken back", "fix": "Corrected", "branch": "Another course of the game"}
"""What is put before the line of an entry that is no step of the game."""


def _told(game: Game, entry: Entry) -> tuple[str, Sequence[Table]]:
    """An entry as a sentence, and the tables that it speaks of, beside the one as it is now."""
    steps, sides = game.timeline.steps, game.ruleset.sides
    at = next((i for i in reversed(range(len(steps))) if steps[i].entry is entry), -1)
    if at >= 0:
        before = steps[at - 1].table if at else game.timeline.start
        return _sentence(game, steps[at], before), (before, steps[at].table)
    of = [step for step in _known(game) if step.entry.number in entry.of] if entry.kind in ("fix", *_TURNED) else []
    if entry.kind in _TURNED:
        acts = [step for step in of if step.entry.by != REFEREE] or of
        of = acts[:1] if entry.kind == "undo" else acts[-1:]  # the act that the table is before now, or after
        line = deed(sides, of[0].entry) if of else ""
        more = f" ({count} acts)" if (count := acts_of(entry)) > 1 else ""
        return f"{_TURNED[entry.kind]}{more}: {line}", [step.table for step in of]
    if turned := str(entry.data.get("turned", "")):
        return f"{_TURNED[turned]}: the last correction", ()
    line = entry.line.replace("> ", ": ") if entry.kind == "fix" else deed(sides, entry)
    return f"{_WORDS[entry.kind]}: {line}" if entry.kind in _WORDS else line, [step.table for step in of]


def _known(game: Game) -> Iterator[Step]:
    """The steps that count, and those that were undone and may come back."""
    yield from game.timeline.steps
    yield from (step for group in reversed(game.timeline.undone) for step in group)


def _sentence(game: Game, step: Step, before: Table) -> str:
    """A step in the words of its game; by its line where the game has none, or the rules of today cannot read it."""
    story = "" if step.fault else moment_of(game, step.entry, before, step.table).sentence
    return deed(game.ruleset.sides, step.entry) if story in ("", said_by(step.entry)) else story

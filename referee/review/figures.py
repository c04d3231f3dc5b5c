"""One saved game in figures, and the reading of a whole folder of them on all processors."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from referee.dice import Tally
from referee.fold import BrokenRecord
from referee.game import Game
from referee.lines import RecordError
from referee.log import SUFFIX, Entry, Log
from referee.review.account import Account, Ruled, account_of
from referee.ruleset import Ruleset
from referee.ruleset.find import NoSuchRuleset, load_ruleset

FATES = ("stands", "held", "taken back", "undone", "corrected")
"""What may have become of a finding; only what stands belongs to the game as it counts."""

PAUSE = timedelta(hours=1)
"""A longer time between two entries is the end of one evening and the beginning of the next."""

FEW = 40
"""Records that are read sooner than other processes are started."""

MOST_PROCESSES = 8
PART = 8
"""Records that a process takes at a time."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are asked about; "" for all. since: the first date, ISO 8601."""

    ruleset: str = ""
    player: str = ""
    since: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """One game in figures.

    winner    a side, "draw", or "" while the game is open; `ending` says how: "rules", "resigned", "agreed", "open"
    hours     at the table, without pauses of more than an hour; None where the record does not tell (a transcript that
              was imported has no times)
    said      kind and rule of what the referee said, as often as it said it
    became    kind, rule and fate of each finding, as `referee.review.account` counts them
    headings  the heading of each rule that was cited
    dice      those that count, by side
    rulings   what was decided otherwise than by default; house: the rules that were changed
    """

    name: str
    ruleset: str
    title: str
    sides: Mapping[str, str]
    players: Mapping[str, str]
    winner: str
    ending: str
    turns: int
    entries: int
    hours: float | None
    said: Mapping[tuple[str, str], int]
    became: Mapping[tuple[str, str, str], int]
    headings: Mapping[str, str]
    dice: Mapping[str, Tally]
    rulings: Mapping[str, str]
    house: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that cannot be counted, and why."""

    name: str
    why: str


def records_in(folder: Path) -> list[Path]:
    """The records of a folder, by name. Raises OSError."""
    return sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIX))


def read_all(records: Sequence[Path], wanted: Wanted, state: Path | None) -> Iterator[Played | Skipped | None]:
    """All records, in their order; None for one that is not wanted. `state`: where the last-entry marks are."""
    parts = [records[at : at + PART] for at in range(0, len(records), PART)]
    read = partial(_read_part, wanted=wanted, state=state)
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    if len(records) < FEW or processes == 1:
        yield from chain.from_iterable(map(read, parts))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from chain.from_iterable(pool.map(read, parts))


def _read_part(records: Sequence[Path], wanted: Wanted, state: Path | None) -> list[Played | Skipped | None]:
    load = cache(load_ruleset)  # looking one up takes a tenth of what reading a record does
    return [read_one(record, wanted, state, load) for record in records]


def read_one(
    record: Path, wanted: Wanted, state: Path | None = None, load: Callable[[str], Ruleset[Any]] = load_ruleset
) -> Played | Skipped | None:
    """One record in figures; None if it is not wanted, or if nothing was reported yet: that is no game."""
    try:
        with Log.open(record, state, readonly=True) as log:
            if not (log.entries and _is_wanted(log, wanted)):
                return None
            return figures(account_of(Game(load(log.header.ruleset), log)))
    except (RecordError, BrokenRecord, NoSuchRuleset, OSError) as error:
        return Skipped(record.name.removesuffix(SUFFIX), str(error))


def _is_wanted(log: Log, wanted: Wanted) -> bool:
    header = log.header
    return (
        wanted.ruleset in ("", header.ruleset)
        and (not wanted.player or same_name(wanted.player) in map(same_name, header.players.values()))
        and (not wanted.since or header.date >= wanted.since)
    )


def same_name(player: str) -> str:
    """What is alike in two spellings of a player's name."""
    return " ".join(player.split()).casefold()


def figures(account: Account) -> Played:
    """A game that was read, in figures."""
    game = account.game
    header, ruleset, table = game.log.header, game.ruleset, game.table
    rules, defaults = ruleset.rulebook.rules, ruleset.rulebook.defaults()
    became = Counter((ruled.kind, ruled.rule, fate(ruled)) for ruled in account.findings)
    said = Counter(_said(game.log.entries))
    cited = {rule for _, rule in said} | {rule for _, rule, _ in became}
    return Played(
        name=header.name,
        ruleset=ruleset.name,
        title=ruleset.title,
        sides=dict(ruleset.sides),
        players=dict(header.players),
        winner=table.winner,
        ending=_ending(account),
        turns=account.turns,
        entries=len(game.log.entries),
        hours=_hours(game.log.entries),
        said=said,
        became=became,
        headings={rule: rules[rule].heading for rule in cited if rule in rules},
        dice=account.dice(),
        rulings={which: choice for which, choice in table.rulings.items() if defaults.get(which, choice) != choice},
        house=dict(table.house),
    )


def fate(ruled: Ruled) -> str:
    """What became of a finding, without the details: one of `FATES`."""
    if not ruled.is_flag and ruled.outcome in ("applied", "not judged", "noted"):
        return "stands"
    return next((each for each in FATES if ruled.outcome.startswith(each)), "corrected")


def _said(entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """What the referee said when it was reported; an entry that lets a held line stand says nothing new."""
    return ((row.get("kind", ""), row.get("rule", "")) for e in entries if e.kind != "stand" for row in e.findings)


def _ending(account: Account) -> str:
    if account.decided is None:
        return "open"
    return {"resign": "resigned", "agree": "agreed"}.get(account.decided.entry.kind, "rules")


def _hours(entries: Sequence[Entry]) -> float | None:
    times = []
    for entry in entries:
        with suppress(ValueError, OverflowError):
            times.append(datetime.fromisoformat(entry.time).astimezone())
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum((gap for gap in gaps if timedelta() < gap <= PAUSE), timedelta()) / timedelta(hours=1) or None

"""Many games, on one processor or several."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from multiprocessing import get_context
from pathlib import Path

from referee.invariants.counts import Counts
from referee.invariants.run import Faults, Run, Subject, no_faults
from referee.notation import split_lines
from referee.ruleset.find import load_ruleset

AT_A_TIME = 40
"""Faulty acts that stand in one mixed game, before another is set up."""

INVENTED = Path("tests/invented")
"""Where a source tree keeps, by name of the ruleset, lines that teach an invented set, and a module with `faults`."""


def examine(subject: Subject, games: int = 100, illegal: int = 4_000, seed: str = "1") -> Counts:
    """Play so many games legally, and mixed ones until so many faulty acts stood. Raises Broken."""
    total = Counts()
    for run in _runs(subject, games, illegal, seed, total):
        total.add(run.play())
    return total


def _runs(subject: Subject, games: int, illegal: int, seed: str, total: Counts) -> Iterator[Run]:
    for number in range(games):
        yield Run(subject, f"{seed}.{number}")
    for number in count():
        if total.stood >= illegal:
            return
        yield Run(subject, f"{seed}.x{number}", AT_A_TIME)


def subject_of(name: str, teach: str = "", faults: str = "", largest: int = 2_000, fixes: float = 0.0) -> Subject:
    """An installed ruleset, and what the source tree that we stand in has for it, if nothing else is named.

    teach: a file of lines. faults: `MODULE:FUNCTION`; the module may have OPTIONS, values for options that are free.
    Raises NoSuchRuleset, OSError, ImportError.
    """
    ruleset = load_ruleset(name)
    stem = ruleset.name.replace("-", "_")
    if not teach and (INVENTED / f"{stem}.ref").exists():
        teach = str(INVENTED / f"{stem}.ref")
    if not faults and (INVENTED / f"{stem}.py").exists():
        faults = f"{'.'.join(INVENTED.parts)}.{stem}:faults"
    hook: Faults = no_faults
    options: Mapping[str, tuple[str, ...]] = {}
    if faults:
        module, _, function = faults.partition(":")
        invented = importlib.import_module(module)
        hook, options = getattr(invented, function), getattr(invented, "OPTIONS", {})
    lines = split_lines(Path(teach).read_text(encoding="utf-8")) if teach else []
    return Subject(ruleset, tuple(lines), hook, largest, options=options, fixes=fixes)


def examine_in_processes(
    name: str, games: int, illegal: int, *, seed: str = "1", jobs: int = 2, teach: str = "", faults: str = "",
    largest: int = 2_000, fixes: float = 0.0,
) -> Counts:  # fmt: skip
    """The same for an installed ruleset, shared out among processes. Raises as `examine` and `subject_of` do."""
    total = Counts()
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        parts = pool.map(
            _part,
            *map(repeat, (name, teach, faults, largest, fixes)),
            [games // jobs + (i < games % jobs) for i in range(jobs)],
            repeat(-(-illegal // jobs)),
            [f"{seed}/{i}" for i in range(jobs)],
        )
        for counts in parts:
            total.add(counts)
    return total


def _part(
    name: str, teach: str, faults: str, largest: int, fixes: float, games: int, illegal: int, seed: str
) -> Counts:
    return examine(subject_of(name, teach, faults, largest, fixes), games, illegal, seed)

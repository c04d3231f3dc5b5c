"""Many games, on one processor or several."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count, repeat
from multiprocessing import get_context
from pathlib import Path

from referee.invariants.counts import Counts
from referee.invariants.run import Run
from referee.invariants.subject import Faults, Subject, no_faults
from referee.lines import reason_of
from referee.notation import split_lines
from referee.ruleset.find import load_ruleset
from referee.transcript import Unreadable, read_text

AT_A_TIME = 40
"""Faulty acts that stand in one mixed game, before another is set up."""

INVENTED = Path("tests/invented")
"""Where a source tree keeps, by name of the ruleset, lines that teach an invented set, and a file with `faults`."""


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


class Unfit(Exception):
    """What is named for an examination cannot be used; the message says why."""


def subject_of(name: str, teach: str = "", faults: str = "", largest: int = 2_000, fixes: float = 0.0) -> Subject:
    """An installed ruleset, and what the folder that we stand in has for it, if nothing else is named.

    teach: a file of lines. faults: a Python file with a function `faults`, and with OPTIONS if options are free.
    Raises NoSuchRuleset, Unfit.
    """
    ruleset = load_ruleset(name)
    stem = ruleset.name.replace("-", "_")
    if not teach and (INVENTED / f"{stem}.ref").is_file():
        teach = str(INVENTED / f"{stem}.ref")
    if not faults and (INVENTED / f"{stem}.py").is_file():
        faults = str(INVENTED / f"{stem}.py")
    hook, options = _own_invariants(Path(faults)) if faults else (no_faults, {})
    lines = _lines(Path(teach)) if teach else ()
    return Subject(ruleset, lines, hook, largest, options=options, fixes=fixes)


def _lines(file: Path) -> tuple[str, ...]:
    try:
        with open(file, "rb") as stream:
            return tuple(split_lines("\n".join(read_text(stream))))
    except Unreadable as error:
        raise Unfit(f"{file}: {error}") from error
    except OSError as error:
        raise Unfit(f"{file} cannot be read: {reason_of(error)}.") from error


def _own_invariants(file: Path) -> tuple[Faults, Mapping[str, tuple[str, ...]]]:
    """The invariants of a ruleset's own, and what to try for its free options."""
    name = f"invariants_of_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Unfit(f"{file} is no Python file.")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "faults", None)):
        raise Unfit(f"{file} has no function `faults`.")
    return module.faults, getattr(module, "OPTIONS", {})


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

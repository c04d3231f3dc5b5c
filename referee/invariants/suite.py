"""Many games, on one processor or several."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from traceback import format_exc

from referee.invariants.counts import Counts
from referee.invariants.run import Broken, Run
from referee.invariants.subject import Faults, Subject, no_faults
from referee.lines import reason_of
from referee.notation import split_lines
from referee.ruleset.find import load_ruleset
from referee.transcript import Unreadable, read_text

AT_A_TIME = 40
"""Faulty acts that stand in one mixed game, before another is set up."""

IN_VAIN = 5
"""Mixed games one after the other in which no faulty act stood: then there is none in this game."""

TELLING = 0.5
"""Seconds after which a process tells what it counted since."""

SELDOM = 20_000
"""Objects made between two searches for garbage in circles: a game makes many objects, and hardly a circle."""

INVENTED = Path("tests/invented")
"""Where a source tree keeps, by name of the ruleset, lines that teach an invented set, and a file with `faults`."""


def examine(subject: Subject, games: int = 100, illegal: int = 4_000, seed: str = "1") -> Counts:
    """Play so many games legally, and mixed ones until so many faulty acts stood. Raises Broken."""
    total = Counts()
    for counts in _played(subject, games, illegal, seed):
        total.add(counts)
    return total


def _played(subject: Subject, games: int, illegal: int, seed: str) -> Iterator[Counts]:
    """The counts of one game after the other."""
    for number in range(games):
        yield Run(subject, f"{seed}.{number}").play()
    stood = in_vain = 0
    for number in count():
        if stood >= illegal or in_vain >= IN_VAIN:
            return
        counts = Run(subject, f"{seed}.x{number}", AT_A_TIME).play()
        stood += counts.stood
        in_vain = 0 if counts.stood else in_vain + 1
        yield counts


class Unfit(Exception):
    """What is named for an examination cannot be used; the message says why."""


def invented(name: str, ending: str, examples: str = "") -> str:
    """The file that a source tree has for a ruleset: the tree that we stand in, else that which holds a folder of
    examples. "" if there is none.
    """
    trees = (Path(), *([Path(os.path.relpath(Path(examples, os.pardir)))] if examples else []))
    files = (tree / INVENTED / f"{name.replace('-', '_')}.{ending}" for tree in trees)
    return next((str(file) for file in files if file.is_file()), "")


def subject_of(name: str, teach: str = "", faults: str = "", largest: int = 2_000, fixes: float = 0.0) -> Subject:
    """An installed ruleset, and what the folder that we stand in has for it, if nothing else is named.

    teach: a file of lines. faults: a Python file with a function `faults`, and with OPTIONS if options are free.
    Raises NoSuchRuleset, Unfit.
    """
    ruleset = load_ruleset(name)
    teach = teach or invented(ruleset.name, "ref")
    faults = faults or invented(ruleset.name, "py")
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


def _untold(total: Counts) -> None:
    """Nobody is told."""


def examine_in_processes(
    name: str, games: int, illegal: int, *, seed: str = "1", jobs: int = 2, teach: str = "", faults: str = "",
    largest: int = 2_000, fixes: float = 0.0, told: Callable[[Counts], None] = _untold,
) -> Counts:  # fmt: skip
    """The same for an installed ruleset, shared out among processes. Raises as `examine` and `subject_of` do.

    `told` is given what was counted so far, about twice a second. Where something does not hold in one process, or this
    one is to end, the others are ended.
    """
    what = (name, teach, faults, largest, fixes)
    subject_of(*what)  # what cannot be used is said here, and not by each process
    total = Counts()
    context = get_context("spawn")
    processes, ends = [], list[Connection]()
    try:
        for i in range(jobs):
            ours, theirs = context.Pipe(duplex=False)
            part = (games // jobs + (i < games % jobs), -(-illegal // jobs), f"{seed}/{i}")
            process = context.Process(target=_work, args=(theirs, what, part), daemon=True)
            process.start()
            processes.append(process)
            theirs.close()  # else its end would not be seen when the process dies
            ends.append(ours)
        while ends:
            ready = wait(ends)
            for ours in [end for end in ends if end in ready]:
                found = _received(ours)
                if found is None:
                    ends.remove(ours)
                    continue
                total.add(found)
                told(total)
    finally:
        for process in processes:
            process.kill()
            process.join()
    return total


def _received(end: Connection) -> Counts | None:
    """What a process counted; None when it is done. Raises what it found that does not hold."""
    try:
        found: Counts | Exception | None = end.recv()
    except EOFError:
        raise RuntimeError("a process of the examination died, perhaps for want of memory: try --jobs 1") from None
    if isinstance(found, Exception):
        raise found
    return found


def _work(to: Connection, what: tuple[str, str, str, int, float], part: tuple[int, int, str]) -> None:
    """Play a part of the games in a process of its own: it sends what it counted, then None, or what does not hold."""
    gc.set_threshold(SELDOM)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # both reach the whole group of processes; the first one ends the others
    try:
        since, last = Counts(), monotonic()
        for counts in _played(subject_of(*what), *part):
            since.add(counts)
            if monotonic() - last > TELLING:
                to.send(since)
                since, last = Counts(), monotonic()
        to.send(since)
        to.send(None)
    except Broken as error:
        to.send(error)
    except Exception:
        to.send(RuntimeError(format_exc()))

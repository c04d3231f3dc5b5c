"""The table of figures, and runs that are measured side by side."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what was measured, its value, the bar it is held to ("" where it has none), and whether it is met."""

    what: str
    value: str
    bar: str = ""
    met: bool | None = None

    @property
    def verdict(self) -> str:
        """The bar, and whether the figure is above it."""
        return f"{self.bar}{'' if self.met is None else ': met' if self.met else ': NOT MET'}"


ROWS: list[Row] = []
"""All figures that were printed, in their order."""


def row(what: str, value: str, bar: str = "", met: bool | None = None) -> None:
    """Print a figure at once, for a long run tells how far it is."""
    ROWS.append(Row(what, value, bar, met))
    print(f"{what:<66} {value:>19}   {ROWS[-1].verdict}".rstrip(), flush=True)


def section(title: str) -> None:
    """Print a heading."""
    print(f"\n{title}", flush=True)


def waits(what: str, milliseconds: Sequence[float], most: float | None = None) -> None:
    """Print the middle and the worst of some waits, and what none of them may reach."""
    worst = max(milliseconds)
    bar, met = ("", None) if most is None else (f"under {most:g} ms", worst < most)
    row(f"{what}, median / worst", f"{median(milliseconds):.2f} / {worst:.1f} ms", bar, met)


def ratio(what: str, value: float, most: float | None = None, detail: str = "") -> None:
    """Print a ratio, and the most that it may be."""
    bar, met = ("", None) if most is None else (f"at most {most:g}", value <= most)
    row(what, f"{value:.2f}{f' ({detail})' if detail else ''}", bar, met)


def timed(run: Run) -> float:
    """How long a run takes, in seconds."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def best(run: Run, times: int = 9) -> float:
    """The shortest of some runs, in seconds."""
    return min(timed(run) for _ in range(times))


def busy(run: Run) -> float:
    """Seconds of the processor that a run takes. Others may be at work on it, and then the clock says less."""
    start = time.process_time()
    run()
    return time.process_time() - start


def busy_children(run: Run) -> float:
    """Seconds of the processor that the child processes of a run take."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def side_by_side(
    runs: Mapping[str, Run], rounds: int, measure: Callable[[Run], float] = timed
) -> dict[str, list[float]]:
    """The seconds of each run in each round. They take turns, so that what else the machine does hits all alike."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            taken[name].append(measure(run))
    return taken

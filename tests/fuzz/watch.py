"""One input after the other: what was found, how often each target was tried, and how long the slowest input took."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import referee
import rulesets
from tests.fuzz.targets import Target

LONGEST = 5.0
"""Seconds of the processor that an input may take; a hundred times what the slowest honest one does."""


PACKAGES = tuple(Path(package.__path__[0]) for package in (referee, rulesets))
"""Where the program itself is."""


class TooSlow(BaseException):
    """An input takes too long. No `except Exception` of the program swallows it."""


class Watch:
    """Tries inputs. An exception that a target lets out is kept once for each place in the program that raises it."""

    def __init__(self, targets: Sequence[Target], folder: Path | None = None) -> None:
        """The first byte of an input chooses the target; what is found is written into the folder as well."""
        self.targets, self.found = targets, dict[str, str]()
        self.tried, self.slowest = Counter[str](), dict[str, float]()
        self._folder = folder
        signal.signal(signal.SIGVTALRM, self._late)

    def try_input(self, data: bytes) -> None:
        """Try one input."""
        if not data:
            return
        target = self.targets[data[0] % len(self.targets)]
        name = target.__name__
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            target(data[1:])
        except (Exception, TooSlow) as error:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._keep(name, error, data)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.tried[name] += 1
        self.slowest[name] = max(self.slowest.get(name, 0.0), time.process_time() - begun)

    def _keep(self, name: str, error: BaseException, data: bytes) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = frames[-1] if isinstance(error, AssertionError) else innermost(frames)
        key = f"{name}: {type(error).__name__} in {Path(place.filename).name}:{place.lineno}"
        if key in self.found:
            return
        text = "".join(traceback.format_exception(error)[-12:])
        self.found[key] = f"{key}\n  input {data[:2000]!r}\n{text}"
        print(f"FOUND {self.found[key]}", file=sys.stderr, flush=True)
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{name}-{len(self.found)}").write_bytes(data)

    @staticmethod
    def _late(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"longer than {LONGEST} s")

    def figures(self) -> list[str]:
        """A row for each target, and one for what was found."""
        rows = [
            f"{name:12} {count:9,} inputs, the slowest took {self.slowest[name]:.2f} s"
            for name, count in sorted(self.tried.items())
        ]
        return [*rows, f"{sum(self.tried.values()):,} inputs, {len(self.found)} found"]

    def end(self) -> None:
        """Print the figures and leave at once: the fuzzer that calls has no other way out."""
        print(*self.figures(), sep="\n", flush=True)
        sys.stderr.flush()
        os._exit(bool(self.found))


def innermost(frames: traceback.StackSummary) -> traceback.FrameSummary:
    """The innermost frame of the program itself."""
    ours = [frame for frame in frames if any(Path(frame.filename).is_relative_to(each) for each in PACKAGES)]
    return ours[-1] if ours else frames[-1]

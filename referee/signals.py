"""Signals that end a program from outside, taken for Ctrl-C, so that what it holds is still told or written."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ends_raised(*signals: signal.Signals) -> Iterator[None]:
    """The first of some signals raises KeyboardInterrupt; `nohup` and the like stay as they are.

    For the main thread only.
    """
    ours = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, frame: FrameType | None) -> None:
        for each in ours:  # a terminal that is closed sends two, and the last words must still be said
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for each in ours:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)

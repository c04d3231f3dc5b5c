"""A real terminal of 24 lines for tests: a process in it, what is on its screen, and typing."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pexpect
import pyte

from referee.prompt.patience import MOMENT
from tests.conftest import ROOT

LONG = 20.0
"""Seconds to wait for what must come on a machine that is busy."""


class Terminal:
    """A process at a terminal of its own; `see` waits until something is on the screen."""

    def __init__(self, folder: Path, code: str, columns: int = 80, **environment: str) -> None:
        self.screen = pyte.Screen(columns, 24)
        self.raw = ""
        self._stream = pyte.Stream(self.screen)
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM")}
        env |= {"TERM": "xterm-256color", "REFEREE_DATA": str(folder), **environment}
        self.child = pexpect.spawn(
            sys.executable, ["-c", code], env=env, cwd=str(ROOT), dimensions=(24, columns), encoding="utf-8"
        )
        self.child.delaybeforesend = None

    def see(self, *texts: str) -> str:
        """The screen in one line, as soon as all these texts are on it."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            shown = " ".join(" ".join(self.screen.display).split())
            if all(text in shown for text in texts):
                return shown
            try:
                chunk = self.child.read_nonblocking(65536, timeout=0.2)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
            self.raw += chunk
            self._stream.feed(chunk)
            if "\x1b[6n" in chunk:  # prompt-toolkit asks where the cursor is, and shows its toolbar when it knows
                self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        screen = "\n".join(self.screen.display)
        raise AssertionError(f"{texts} is not all on the screen:\n{screen}")

    def type(self, text: str) -> None:
        """Type something."""
        self.child.send(text)

    def enter(self) -> None:
        """An Enter of somebody who has read the question."""
        time.sleep(MOMENT + 0.2)
        self.child.send("\r")

    def kill(self) -> None:
        """The power fails."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()

    def leave(self, keys: str = "quit\r") -> int:
        """Leave; the exit status."""
        self.type(keys)
        self.child.expect(pexpect.EOF, timeout=LONG)
        self.raw += self.child.before or ""
        self.child.close()
        return int(self.child.exitstatus or 0)

"""Chromium for tests, without a driver: it is spoken to over two pipes, a JSON message at a time."""

from __future__ import annotations

import json
import os
import select
import shutil
import time
from collections.abc import Mapping
from fcntl import F_DUPFD_CLOEXEC, fcntl
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LONG = 30.0
"""Seconds to wait for what must come on a machine that is busy."""


class Browser:
    """A browser with one page; `ask` evaluates an expression in it."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        (theirs_in, self._out), (self._in, theirs_out) = os.pipe(), os.pipe()
        flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe")
        # It takes its commands from descriptor 3 and answers on 4. Ours are moved out of the way of both.
        ends = [fcntl(end, F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]
        quiet = [(os.POSIX_SPAWN_OPEN, out, os.devnull, os.O_WRONLY, 0) for out in (1, 2)]
        given = [(os.POSIX_SPAWN_DUP2, end, at) for end, at in zip(ends, (3, 4), strict=True)]
        words = [CHROMIUM, *flags, f"--user-data-dir={folder}/profile", "about:blank"]
        self._process = os.posix_spawn(CHROMIUM, words, os.environ, file_actions=[*quiet, *given])
        for end in (theirs_in, theirs_out, *ends):
            os.close(end)
        self._count, self._read, self._session = 0, b"", ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method: str, **words: Any) -> dict[str, Any]:
        """Call a method of the browser's protocol; its result."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": words}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + LONG
        while True:
            answer = self._message(end)
            if answer.get("id") == self._count:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _message(self, end: float) -> Mapping[str, Any]:
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._in], [], [], max(0, end - time.monotonic()))
            assert ready, "the browser does not answer"
            piece = os.read(self._in, 1 << 16)
            assert piece, "the browser is gone"
            self._read += piece
        raw, _, self._read = self._read.partition(b"\0")
        message: Mapping[str, Any] = json.loads(raw)
        return message

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def see(self, expression: str) -> float:
        """Wait until an expression is true; how many seconds that took."""
        begin = time.monotonic()
        while not self.ask(f"document.readyState === 'complete' && Boolean({expression})"):
            assert time.monotonic() < begin + LONG, self.ask("document.body.innerText")
            time.sleep(0.02)
        return time.monotonic() - begin

    def show(self, address: str, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        """Open an address in a window of some size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[theme])
        self.call("Page.navigate", url=address)

    def close(self) -> None:
        """End the browser."""
        self._session = ""
        self.call("Browser.close")
        os.waitpid(self._process, 0)
        os.close(self._in)
        os.close(self._out)

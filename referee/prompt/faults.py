"""Mistakes of the program while prompt-toolkit has the screen: they end it and are raised, not painted over it."""

from __future__ import annotations

import asyncio
from typing import Any

from prompt_toolkit.application import Application


class Faults:
    """Watches an application. `watch` is its `pre_run`; `check` is called when it has ended."""

    def __init__(self, app: Application[Any]) -> None:
        self._app = app
        self._fault: BaseException | None = None

    def watch(self) -> None:
        """From now on a mistake (in what is drawn, in the menu, in a key) ends the application."""
        asyncio.get_running_loop().set_exception_handler(self._fail)

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self._fault = self._fault or context.get("exception") or RuntimeError(str(context.get("message")))
        if self._app.is_running and not self._app.is_done:
            self._app.exit(exception=self._fault)

    def check(self) -> None:
        """Raise the first mistake, if one was made."""
        if self._fault:
            raise self._fault

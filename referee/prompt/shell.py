"""The talk at a terminal: prompt-toolkit around `Talk`, and nothing that decides anything."""

from __future__ import annotations

import asyncio
import gc
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText, StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from referee.prompt.completer import FromHistory, NextWord
from referee.prompt.faults import Faults
from referee.prompt.history import GameHistory
from referee.prompt.keys import Lines, bindings
from referee.prompt.lines import wrapped
from referee.prompt.may import may_line
from referee.prompt.patience import Patience
from referee.prompt.say import WORDS, speaker, toolbar
from referee.prompt.talk import Talk
from referee.ruleset import Kind

# Of the 256 colours of terminals, those with a contrast of 4.5 both on black and on white; blue and red brown can
# be told apart by the colour-blind, and the side is a word all the same.
STYLE = Style.from_dict({
    "first-side": "bold #5f5fff",
    "second-side": "bold #af5f5f",
    "bottom-toolbar": "noreverse",
    "alarm": "reverse bold",
})  # fmt: skip

ALARM = re.compile(f"{WORDS[Kind.ILLEGAL]}|{WORDS[Kind.OMISSION]}|NOT SAVED")
"""What a line begins with that nobody must miss."""

MENU_ROWS = 6
"""Rows kept for the menu, from the first letter on: before that they would push what was said off the screen."""


class Shell:
    """Reads lines with a menu, a toolbar and keys, and prints what the talk says to them."""

    def __init__(
        self,
        talk: Talk,
        history: Path | None = None,
        tell: Callable[[Iterable[str], int], None] | None = None,
        clock: Callable[[], float] = monotonic,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        """Make the prompt. The last four are for tests. Raises prompt-toolkit's own error where there is no console."""
        self.talk = talk
        self._tell = tell or self._print
        self._patience = Patience(clock)
        self._wish: Lines | None = None
        self._completer = completer = NextWord(talk)
        self.session: PromptSession[str] = PromptSession(
            message=self._message,
            bottom_toolbar=self._toolbar,
            completer=completer,
            auto_suggest=FromHistory(talk),
            history=GameHistory(history, self._remembers),
            key_bindings=bindings(talk, completer, self._patience, self._say, self._wished),
            validate_while_typing=False,
            complete_while_typing=Condition(lambda: bool(self.session.default_buffer.text)),
            reserve_space_for_menu=MENU_ROWS,
            mouse_support=False,
            style=STYLE,
            input=input,
            output=output,
        )
        self.session.app.after_render += self._drawn
        self._faults = Faults(self.session.app)

    def run(self) -> None:
        """Talk until the players leave."""
        gc.freeze()  # the game as it was read stays: looking through it for garbage would hold up a key now and then
        try:
            self._width()
            self._say(self.talk.opening())
            while not self.talk.done:
                self._say(self._once())
        finally:
            gc.unfreeze()

    def _drawn(self, sender: object) -> None:
        """The prompt is on the screen: what the next key would wait for is done while the players read."""
        if self._patience.show():
            asyncio.get_running_loop().call_soon(self._prepare)

    def _prepare(self) -> None:
        """Work out what may be typed, and have the keys looked up once by a key that does nothing."""
        self._completer.offered("")
        self.session.app.key_processor.feed(KeyPress(Keys.Ignore))
        self.session.app.key_processor.process_keys()

    def _once(self) -> list[str]:
        """Read one line, and what is said to it."""
        talk = self.talk
        self._patience.hide()
        self._wish = None
        try:
            text = self.session.prompt(default=talk.default, pre_run=self._faults.watch, set_exception_handler=False)
        except KeyboardInterrupt:
            return talk.drop()
        except EOFError:
            return talk.leave()
        self._faults.check()
        self._width()
        typed = f"{talk.prompt}{text}"
        with unbroken():
            said = self._wish() if self._wish else talk.hear(text)
        if talk.secret:
            self._blank(typed)
        return said

    def _blank(self, typed: str) -> None:
        """Take what was typed off the screen again, of which the last row is above the cursor."""
        output = self.session.app.output
        output.cursor_up(sum(1 + get_cwidth(row) // self.talk.width for row in typed.split("\n")))
        output.erase_down()
        output.flush()

    def _remembers(self) -> bool:
        """Whether the line that was typed belongs into the history: no answer, and nothing that is chosen in secret."""
        ask = self.talk.game.ask
        return self.talk.question is None and not (ask and ask.secret)

    def _wished(self, lines: Lines) -> None:
        self._wish = lines

    def _width(self) -> int:
        self.talk.width = self.session.app.output.get_size().columns
        return self.talk.width

    def _say(self, lines: Iterable[str]) -> None:
        self._tell(lines, self.talk.width)

    def _print(self, lines: Iterable[str], width: int) -> None:
        """Print lines at once; the words that nobody must miss stand out, on any background."""
        parts: StyleAndTextTuples = []
        for line in wrapped(lines, width):
            word = found[0] if (found := ALARM.match(line)) else ""
            parts += [("class:alarm", word), ("", f"{line.removeprefix(word)}\n")]
        print_formatted_text(FormattedText(parts), end="", style=STYLE, output=self.session.app.output)

    def _toolbar(self) -> StyleAndTextTuples:
        """What may be done, and where the game stands."""
        talk, width = self.talk, self._width()
        may = "" if talk.readonly or talk.question else may_line(talk.game, talk.tree, width)
        return _fragments([*([("", f"{may}\n")] if may else []), *toolbar(talk.game, bool(talk.readonly), width)])

    def _message(self) -> StyleAndTextTuples:
        first = next(iter(self.talk.game.ruleset.sides))
        side = "first-side" if speaker(self.talk.game) == first else "second-side"
        return [("" if self.talk.question else f"class:{side}", self.talk.prompt)]


def _fragments(parts: Iterable[tuple[str, str]]) -> StyleAndTextTuples:
    return [(style, text) for style, text in parts]


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C waits while a line is being worked on, so that it is done whole or not at all; the second does not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = 0

    def wait(number: int, frame: FrameType | None) -> Any:
        nonlocal pressed
        pressed += 1
        if pressed > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def no_console(error: Exception) -> bool:
    """Whether this is prompt-toolkit's way of saying that there is no console (Windows, in a Unix-like shell)."""
    return sys.platform == "win32" and type(error).__name__ == "NoConsoleScreenBufferError"

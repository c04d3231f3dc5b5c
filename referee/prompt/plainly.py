"""The talk where there is no terminal to speak of: lines in, lines out, no escape codes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from time import monotonic

from referee.prompt.lines import print_lines
from referee.prompt.patience import Patience
from referee.prompt.say import toolbar
from referee.prompt.talk import Talk


def talk_plainly(
    talk: Talk,
    read: Callable[[str], str],
    tell: Callable[[Iterable[str], int], None] = print_lines,
    clock: Callable[[], float] = monotonic,
) -> None:
    """Talk at a terminal that can only print (TERM=dumb, or no console)."""
    patience = Patience(clock)
    status = ""
    said = talk.opening()
    while True:
        talk.width = shutil.get_terminal_size().columns
        now = "".join(text for _, text in toolbar(talk.game, bool(talk.readonly), talk.width))
        tell([*said, *([f"[{now}]"] if now != status and not talk.done else [])], talk.width)
        status = now
        if talk.done:
            return
        if talk.default:
            tell([f"To be typed on: {talk.default}"], talk.width)
        said = _heard(talk, read, patience)


def _heard(talk: Talk, read: Callable[[str], str], patience: Patience) -> list[str]:
    """What is said to the next line; an empty one that was waiting already is dropped."""
    patience.hide()
    patience.show()
    while True:
        try:
            text = read(talk.prompt)
        except KeyboardInterrupt:
            return ["", *talk.drop()]
        except EOFError:
            return ["", *talk.leave()]
        if text.strip() or patience.takes():
            return talk.hear(text)

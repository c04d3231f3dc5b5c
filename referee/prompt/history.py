"""The lines typed in one game, for the arrow keys: a private file, capped, and without anything that is sealed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.history import History

from referee.notation import split_lines
from referee.notation.words import SIDE_PREFIX

MOST = 5000
"""Lines that are kept."""

SECRET = ("seal", "reveal", "hide", "unhide")
"""Verbs whose words nobody may find in the history."""


def is_secret(text: str) -> bool:
    """Whether a line may hold sealed words, also behind a side, a `;`, or with the verb cut short."""
    for piece in split_lines(text):
        word = SIDE_PREFIX.sub("", piece, count=1).split(maxsplit=1)[:1]
        if word and any(s.startswith(word[0].lower()) or word[0].lower().startswith(s) for s in SECRET):
            return True
    return False


class GameHistory(History):
    """One file a game, readable by its owner only. A disk that cannot be written costs the history, nothing else."""

    def __init__(self, path: Path | None, wanted: Callable[[], bool] = lambda: True) -> None:
        """`wanted` says whether the next line belongs into the history: an answer like "y" does not."""
        super().__init__()
        self._path, self._wanted = path, wanted

    def load_history_strings(self) -> Iterable[str]:
        """The kept lines, newest first. A file that has grown too long is written anew."""
        lines = self._read()
        if len(lines) > MOST:
            lines = lines[-MOST:]
            with suppress(OSError):
                self._rewrite(lines)
        return reversed(lines)

    def append_string(self, string: str) -> None:
        """Keep the lines of what was typed, but for sealed ones."""
        if not self._wanted() or is_secret(string):
            return
        for line in string.splitlines():
            if line.strip():
                super().append_string(line)

    def store_string(self, string: str) -> None:
        """Write one line behind the others."""
        if self._path is None:
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._write(self._path, os.O_APPEND, f"{string}\n")

    def _read(self) -> list[str]:
        if self._path is None:
            return []
        with suppress(OSError):
            return self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        return []

    def _rewrite(self, lines: list[str]) -> None:
        assert self._path is not None
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        self._write(fresh, os.O_TRUNC, "".join(f"{line}\n" for line in lines))
        fresh.replace(self._path)

    @staticmethod
    def _write(path: Path, how: int, text: str) -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | how | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            os.fchmod(descriptor, 0o600)
            file.write(text)

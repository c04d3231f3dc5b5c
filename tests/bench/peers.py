"""PokerKit and python-chess in an environment of their own, kept in the user's cache, and asked round by round."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

from platformdirs import user_cache_path

PEERS = {"pokerkit": "pokerkit==0.7.7", "chess": "chess==1.11.2"}
SCRIPT = Path(__file__).with_name("peer.py")


class Missing(Exception):
    """The peers cannot be had here; the message says why."""


class Peer:
    """One of them in a process that waits to be asked. `best` is the shortest time of each action so far."""

    def __init__(self, python: Path, name: str) -> None:
        """Start it."""
        pipe = subprocess.PIPE
        self._child = subprocess.Popen([python, SCRIPT, name], stdin=pipe, stdout=pipe, text=True)
        self.best: list[float] = []

    def replay(self) -> None:
        """Replay its game once."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write("\n")
        self._child.stdin.flush()
        taken = json.loads(self._child.stdout.readline())
        self.best = [min(pair) for pair in zip(self.best or taken, taken, strict=True)]

    @property
    def each(self) -> float:
        """Seconds for an action, on average over the game."""
        return sum(self.best) / len(self.best)

    def close(self) -> None:
        """Let it end."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait()


def start() -> dict[str, Peer]:
    """Both peers, installed where they are not yet. Raises Missing."""
    python = _environment()
    return {name: Peer(python, name) for name in PEERS}


def _environment() -> Path:
    folder = user_cache_path("referee-bench") / f"python{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    try:
        if not (python.exists() and _has_both(python)):
            print(f"Installing {' and '.join(PEERS.values())} into {folder} ...", flush=True)
            venv.create(folder, clear=True, with_pip=True)
            command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS.values()]
            subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        raise Missing(str(error.stderr or error).strip().splitlines()[-1]) from error
    except OSError as error:
        raise Missing(str(error)) from error
    return python


def _has_both(python: Path) -> bool:
    return not subprocess.run([str(python), "-c", f"import {', '.join(PEERS)}"], capture_output=True).returncode

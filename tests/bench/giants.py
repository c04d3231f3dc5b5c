"""How soon the real program refuses what is too much: each giant of `tests.giants`, beside its bare start."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.table import row, section
from tests.giants import GIANTS, Giant, Refusal, refuse

SECOND = 1.0
"""Seconds of the processor until a giant is refused, at most."""


def measure(folder: Path) -> None:
    """Print a row for each giant."""
    section("Giants: seconds of the processor until each is refused, and memory")
    folder.mkdir()
    start = min(refuse(Giant("start", ("--help",), ""), folder).seconds for _ in range(3))
    row("bare start (`--help`)", f"{start:.2f} s")
    for giant in GIANTS:
        met = min((_met(giant, folder) for _ in range(3)), key=lambda met: met.seconds)
        text = f"{met.seconds:.2f} s, {met.memory:.0f} MB"
        row(giant.what, text, f"under {SECOND:g} s", met.seconds < SECOND)


def _met(giant: Giant, folder: Path) -> Refusal:
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        return refuse(giant, Path(fresh))

"""The short form of the fuzzer: a minute of the processor, guided by coverage; and what it found once."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from traceback import FrameSummary, StackSummary

import pytest

import referee
from tests.conftest import ROOT
from tests.fuzz.__main__ import NAMES
from tests.fuzz.targets import TARGETS, seeds, transcript
from tests.fuzz.watch import Watch, innermost

SECONDS = 36.0
"""Of the processor, for all targets together; it takes some more to begin."""

PARTS = 3
"""Processes that share them: the quick targets, those of whole files, and those of a whole session."""


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
def test_nothing_is_found() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--minutes", str(SECONDS / 60), "--parts", str(PARTS)],
        cwd=ROOT, capture_output=True, text=True, timeout=600, errors="replace",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.count(", 0 found") == PARTS
    assert [name for name in NAMES if f"{name} " not in done.stdout] == []


def test_every_input_to_begin_with_is_sound() -> None:
    watch = Watch(TARGETS)
    for seed in seeds():
        watch.try_input(seed)
    assert watch.found == {}
    assert set(watch.tried) == set(NAMES)


def test_what_is_found_is_placed_in_the_program_wherever_it_lies() -> None:
    inside = FrameSummary(str(Path(referee.__path__[0]) / "notation" / "reader.py"), 3, "read")
    behind = [FrameSummary(f"/home/anna/{place}/tests/x.py", 5, "target") for place in ("referee", "rulesets")]
    assert innermost(StackSummary.from_list([inside, *behind])) is inside


# What was found


def test_minus_nothing_is_nothing() -> None:
    place = "space nairobi land bea ways 3 port none centre yes stop no river no fort none drawn -0,72"
    transcript(f'[Ruleset "lettow-vorbeck"]\n{place}\n'.encode())

"""The whole examples lead to what was read and kept: `python -m tests.golden` writes it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.invariants.examples import golden_file
from referee.ruleset.find import ruleset_names
from tests.golden import golden
from tests.table import EXAMPLES, WHOLE_GAMES


@pytest.mark.parametrize("example", WHOLE_GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_example_is_what_it_was(example: Path) -> None:
    assert golden(example) == golden_file(example).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_has_a_golden_transcript(name: str) -> None:
    assert list((EXAMPLES / name.replace("-", "_")).glob("*.txt"))

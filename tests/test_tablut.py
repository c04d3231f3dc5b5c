"""Tablut, a ruleset of another package: examined where it lies, as if it were installed beside the referee."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from tests.conftest import ROOT
from tests.separate import installed
from tests.test_shape import imported, within

TABLUT = ROOT / "examples" / "tablut"
MOVES = (TABLUT / "examples" / "king-escapes.ref").read_text(encoding="utf-8").partition("\n\n")[2]


@pytest.fixture
def path(tmp_path: Path) -> tuple[str, str]:
    """The folders on Python's path that make it an installed ruleset."""
    return str(TABLUT), str(installed(tmp_path / "site", "tablut", "tablut"))


def test_its_own_tests_pass(path: tuple[str, str], tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1"}
    words = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q")
    done = subprocess.run(words, cwd=TABLUT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", sorted((TABLUT / "tablut").glob("*.py")), ids=lambda file: file.name)
def test_it_uses_only_what_is_made_for_rulesets(file: Path) -> None:
    ours = [module for module in imported(file) if within(module, "referee")]
    assert [m for m in ours if not (within(m, "referee.ruleset") or within(m, "referee.components"))] == []


def test_it_is_played_and_read_like_any_other(
    path: tuple[str, str], data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in path:
        monkeypatch.syspath_prepend(each)

    def referee(*words: str, text: str = "") -> str:
        result = CliRunner().invoke(main, words, input=text, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    assert "tablut: of the package referee-tablut" in referee("rulesets")
    assert "law.4: the king is out on i8" in referee("play", "tablut", "--name", "battle", text=MOVES)
    assert "Swedes won" in referee("show", "battle")
    referee("report", "battle", "-o", str(tmp_path / "battle.html"), "-o", str(tmp_path / "battle.md"))
    page = (tmp_path / "battle.html").read_text(encoding="utf-8")
    assert "King e5" in page, "the board is drawn"
    assert "won after 16 turns" in page
    assert "Men on the board" in page
    assert "The king went from his castle to e6" in (tmp_path / "battle.md").read_text(encoding="utf-8")

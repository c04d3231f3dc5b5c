"""README's question to DuckDB over a folder of records gives what `referee stats` gives."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

duckdb = pytest.importorskip("duckdb")


def query() -> str:
    """The query of README, as it stands there."""
    (found,) = re.findall(r"```sql\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def test_findings_by_rule(call: Run, evening: str, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call("play", "noughts", "--name", "corrected", text='place a1\nhand\nplace a1\nback\nplace b1\nhand\nhand\nstand\n')
    call("play", "corrected", text="fix 1 nought> place c3 keep\nplace c3\nback\nplace a3\nundo\n")
    call("play", "noughts", "--name", "clean", text="place a1\n")
    monkeypatch.chdir(data_folder)
    rows = duckdb.sql(query()).fetchall()
    findings = json.loads(call("stats", "--json").output)["rulesets"]["noughts"]["findings"]
    assert rows == [(each["kind"], each["rule"], each["said"]) for each in findings if each["said"]]
    assert len(rows) >= 2

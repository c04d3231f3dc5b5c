"""A ruleset of another package, as if it were installed: what `pip install` leaves, without its build."""

from __future__ import annotations

from pathlib import Path


def installed(folder: Path, name: str, package: str) -> Path:
    """A folder for Python's path in which a ruleset is registered; the package itself is found elsewhere on it."""
    info = folder / f"referee_{package}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: referee-{name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[referee.rulesets]\n{name} = {package}\n")
    return folder

"""Finding rulesets, and loading one only when it is chosen: a ruleset is code."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.ruleset.base import Ruleset

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "referee.rulesets"


class NoSuchRuleset(Exception):
    """No ruleset of that name is installed; the message lists those that are."""


def ruleset_names() -> list[str]:
    """The names of all installed rulesets. None of them is loaded."""
    return sorted(name for name, _ in _entries())


def load_ruleset(name: str) -> Ruleset[Any]:
    """The ruleset of that name (hyphens and underscores are alike; a unique beginning will do).

    Raises NoSuchRuleset.
    """
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    entries = dict(_entries())
    hits = [n for n in entries if n == wanted] or [n for n in entries if n.startswith(wanted) and wanted]
    if len(hits) != 1:
        near = hits or difflib.get_close_matches(wanted, entries, 3, 0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Installed: {', '.join(sorted(entries)) or 'none'}."
        raise NoSuchRuleset(f"No ruleset is called {name[:60]!r}. {hint}")
    module = importlib.import_module(entries[hits[0]])
    ruleset: Ruleset[Any] = module.RULESET
    return ruleset


def brought_by(name: str) -> str:
    """The package of somebody else that brings a ruleset; "" for one that comes with the referee. Nothing is loaded."""
    entries = [entry for entry in _installed() if entry.name == name]
    return entries[-1].dist.name if entries and entries[-1].dist and not _is_ours(entries[-1]) else ""


def _entries() -> Iterator[tuple[str, str]]:
    """Name and module of each installed ruleset; of two with one name the last counts."""
    for entry in _installed():
        yield entry.name, entry.value


def _installed() -> list[EntryPoint]:
    """The rulesets of strangers, then our own, whose names nobody can take."""
    # Imported late: the look-up alone costs as much as Python's start.
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=_is_ours)


def _is_ours(entry: EntryPoint) -> bool:
    return entry.dist is not None and entry.dist.name == "referee"

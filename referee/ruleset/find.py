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
    entry = _installed().get(name)
    return entry.dist.name if entry and entry.dist and not _is_ours(entry) else ""


def _entries() -> Iterator[tuple[str, str]]:
    """Name and module of each installed ruleset."""
    for name, entry in _installed().items():
        yield name, entry.value


def _installed() -> dict[str, EntryPoint]:
    """The installed rulesets by name; of two with one name the last counts, but nobody can take one of ours."""
    # Imported late: the look-up alone costs as much as Python's start.
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if entry.name not in found or not _is_ours(found[entry.name]):  # to know that takes long
            found[entry.name] = entry
    return found


def _is_ours(entry: EntryPoint) -> bool:
    return entry.dist is not None and entry.dist.name == "referee"

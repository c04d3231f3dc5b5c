"""A package to begin a ruleset with: `two_piles/` is a whole small game, and is copied under another name."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from referee.lines import reason_of
from referee.ruleset.find import ruleset_names

TEMPLATE = "two_piles"
"""The game that is copied. Its name, its title and that of its package stand in its files for those of the new one."""

LONGEST = 40
"""Letters of a name."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RESERVED = frozenset({"docs", "examples", "tests"})
"""Packages that stand beside many others, so that one of them would hide another."""


class CannotMake(Exception):
    """The package cannot be made; the message is a sentence for its author."""


@dataclass(frozen=True, slots=True)
class Made:
    """What was made: the title of the game, and how many files."""

    title: str
    files: int


def make(name: str, target: Path) -> Made:
    """Make the package of a new ruleset in a folder that is not there yet, whole or not at all. Raises CannotMake."""
    _check(name)
    if target.exists() or target.is_symlink():
        raise CannotMake(f"{target} is there already; nothing is written over. Choose another one with --folder.")
    package, title = name.replace("-", "_"), name.replace("-", " ").title()
    words = {TEMPLATE: package, TEMPLATE.replace("_", "-"): name, TEMPLATE.replace("_", " ").title(): title}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-ruleset-", dir=target.parent) as scratch:
            count = _copy(files(__name__) / TEMPLATE, Path(scratch) / "made", words)
            shutil.move(Path(scratch) / "made", target)
    except (OSError, ValueError) as error:
        raise CannotMake(f"{target} cannot be made: {reason_of(error)}.") from error
    return Made(title, count)


def _check(name: str) -> None:
    """Raises CannotMake for a name that no ruleset or no package can have."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        rule = f"small letters and digits, with hyphens between words, {LONGEST} at the most"
        raise CannotMake(f"{name[:LONGEST]!r} cannot be the name of a ruleset: {rule}, as in `my-game`.")
    package = name.replace("-", "_")
    if name in ruleset_names():
        raise CannotMake(f"A ruleset {name!r} is installed already.")
    if iskeyword(package) or package in _RESERVED:
        raise CannotMake(f"No package can well be called {package!r}; choose another name.")
    if package in sys.stdlib_module_names or find_spec(package) is not None:
        raise CannotMake(f"A Python package {package!r} is there already; choose another name.")


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> int:
    """Copy a folder, with other words in its files and their names; how many files it has."""
    target.mkdir()
    count = 0
    for each in _wanted(source):
        to = target / _replaced(each.name, words)
        if each.is_dir():
            count += _copy(each, to, words)
            continue
        to.write_text(_replaced(each.read_text(encoding="utf-8"), words), encoding="utf-8")
        count += 1
    return count


def _wanted(folder: Traversable) -> Iterator[Traversable]:
    """What is in a folder, without what Python and its tools leave there."""
    return (each for each in folder.iterdir() if not each.name.startswith((".", "__pycache__")))


def _replaced(text: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        text = text.replace(old, new)
    return text

"""A components.toml: what is printed on the components of a game, a row each, and where in the file it stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

_HEAD = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


class BadComponents(Exception):
    """A components.toml cannot be used; the message is one sentence with its file and line."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a row stands: the line that it begins with, and the line of each of its keys."""

    file: str
    first: int
    keys: Mapping[str, int]


class Row(dict[str, Any]):
    """A row, as a dict, that knows where it stands."""

    def __init__(self, values: Mapping[str, Any], place: _Place) -> None:
        """These values, at that place."""
        super().__init__(values)
        self._place = place

    def __missing__(self, key: str) -> Any:
        raise BadComponents(f"{self.at()}: {self.get('name', 'a row')} has no {key}.")

    def at(self, key: str = "") -> str:
        """The file, and the line of a key, or of the row."""
        return f"{self._place.file}, line {self._place.keys.get(key, self._place.first)}"


class _Tables(dict[str, Any]):
    """All of a file; what it has not is named."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file

    def __missing__(self, name: str) -> Any:
        raise BadComponents(f"{self._file} has no {name}, which this ruleset reads.")


def read_rows(source: Traversable) -> Mapping[str, Any]:
    """What a components.toml says; its `[[...]]` are lists of `Row`. Raises BadComponents where it is no TOML, and
    where something is taken from it that it has not.
    """
    text, file = source.read_text(encoding="utf-8"), str(source)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadComponents(f"{file} is not well formed: {error}.") from error
    places, tables = _places(file, text), _Tables(file)
    for name, value in raw.items():
        rows = places.get(name, [])
        placed = isinstance(value, list) and len(rows) == len(value)
        tables[name] = [Row(row, place) for row, place in zip(value, rows, strict=True)] if placed else value
    return tables


def _places(file: str, text: str) -> dict[str, list[_Place]]:
    """Where the rows of each kind stand."""
    found: dict[str, list[_Place]] = {}
    keys: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            keys = {}
            found.setdefault(head[1], []).append(_Place(file, number, keys))
        elif key := _KEY.match(line):
            keys.setdefault(key[1], number)
    return found

"""What is on file about the components of a game: what ships, what the player's files tell, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from referee.catalogue import LEARNED, MINE, SUFFIX, CatalogueError, Fact, Fault, OnFile, read_files, teach
from referee.commands.call import word
from referee.components.learning import noted
from referee.components.unknown import UNKNOWN, as_json
from referee.durable import make_folder, write_whole
from referee.fold import first_table
from referee.library import components_folder, on_file
from referee.lines import reason_of
from referee.log import record_name
from referee.ruleset import Component, Ruleset
from referee.telling import many

BAR = 10
"""Characters of a bar."""

NARROW = 60
"""Columns below which a kind takes several lines."""


@dataclass(frozen=True, slots=True)
class Item:
    """A component, and the fact that told of it last (None: it is as it ships)."""

    component: Component
    fact: Fact | None = None

    @property
    def missing(self) -> list[str]:
        """What nobody knows of it yet."""
        return [name for name, value in self.component.facts.items() if value is UNKNOWN]

    @property
    def origin(self) -> str:
        """Where what is known comes from."""
        if self.fact:
            return f"{self.fact.file.name}:{self.fact.number}"
        known = len(self.missing) < len(self.component.facts)
        return self.component.source if known or self.component.source != "told" else "unknown"

    def to_json(self) -> dict[str, Any]:
        """As it stands in `components --json`; null is what nobody knows."""
        one = self.component
        facts = {name: _plain(as_json(value)) for name, value in one.facts.items()}
        row = {"kind": one.kind, "name": one.name, "title": one.title, "side": one.side or None, "facts": facts}
        source = "told" if self.fact else self.origin
        return row | {"source": source, "origin": self.origin, "missing": self.missing}


@dataclass(frozen=True, slots=True)
class Stock:
    """All components of a game, and the files that were read for them."""

    ruleset: Ruleset[Any]
    items: tuple[Item, ...]
    files: OnFile

    @property
    def learnable(self) -> tuple[str, ...]:
        """The verbs that teach something."""
        return tuple(act.verb for act in self.ruleset.actions if act.learns)


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def take_stock(ruleset: Ruleset[Any]) -> Stock:
    """What ships, and what the player's files tell."""
    start = first_table(ruleset, {}, {})
    found = on_file(ruleset, start)
    told: dict[tuple[str, str], Fact] = {}
    table, before = start, _by_name(ruleset, start)
    for fact in found.facts:
        table = teach(ruleset, table, fact.line)[0]
        after = _by_name(ruleset, table)
        told |= {key: fact for key, one in after.items() if before.get(key) != one}
        before = after
    items = tuple(Item(one, told.get(key)) for key, one in before.items())
    return Stock(ruleset, items, found)


def _by_name(ruleset: Ruleset[Any], table: Any) -> dict[tuple[str, str], Component]:
    return {(one.kind, one.name): one for one in ruleset.on_file(table)}


def tell_stock(stock: Stock, every: bool = False, columns: int = 80) -> Iterator[str]:
    """How complete a copy is: the files, a bar for each kind, what to do about the rest; `every`: each component."""
    name, folder = stock.ruleset.name, components_folder(stock.ruleset.name)
    yield from wrap(f"{stock.ruleset.title}: what is known of its components.", columns)
    files: dict[Path, int] = {}
    for fact in stock.files.facts:
        files[fact.file] = files.get(fact.file, 0) + 1
    yield from (f"  {file.name}: {many(count, 'fact')}" for file, count in files.items())
    if not files:
        yield from wrap("No facts in your files yet; what the table tells is kept by itself.", columns)
    kinds = dict.fromkeys(item.component.kind for item in stock.items)
    width = max((len(_plural(kind)) for kind in kinds), default=0)
    for kind in kinds:
        of_kind = [item for item in stock.items if item.component.kind == kind]
        yield from _bar(_plural(kind), of_kind, width, columns)
        for item in of_kind if every else ():
            yield from wrap(f"  {_row(stock, item)}", columns, subsequent_indent="      ", break_on_hyphens=False)
    if not stock.items:
        yield "This game has no components that could be on file."
        return
    if any(item.missing for item in stock.items):
        yield from wrap(f"`referee components {name} ask` asks for what is missing, value by value.", columns)
    yield from wrap(f"To write it yourself: `referee components {name} edit` opens this file, made to be filled in:",
                    columns)  # fmt: skip
    yield f"  {folder / MINE}"
    yield from map(str, stock.files.faults)


def _plural(kind: str) -> str:
    return f"{kind.replace('-', ' ')}s"


def _bar(label: str, items: list[Item], width: int, columns: int) -> Iterator[str]:
    """How much of a kind is known: the bar counts values, as the first words do."""
    values = sum(len(item.component.facts) for item in items)
    known = values - sum(len(item.missing) for item in items)
    filled = BAR * known // values if values else BAR
    bar = f"[{'#' * filled}{'.' * (BAR - filled)}]"
    told = f"{known} of {many(values, 'value')}"
    whole = f"{sum(not item.missing for item in items)} of {len(items)} complete"
    if columns >= NARROW:
        yield f"{label:<{width}}  {bar}  {told}, {whole}"
        return
    yield label
    yield f"  {bar}  {told}"
    yield f"  {whole}"


def _row(stock: Stock, item: Item) -> str:
    one = item.component
    side = f", {stock.ruleset.sides.get(one.side, one.side)}" if one.side else ""
    known = ", ".join(f"{name} {noted(value)}" for name, value in one.facts.items() if value is not UNKNOWN)
    gaps = f"; missing: {', '.join(item.missing)}" if item.missing else ""
    return f"{one.name} ({one.title}{side}) [{item.origin}]: {known or 'nothing known'}{gaps}"


def template(stock: Stock) -> str:
    """A file for a person to fill in: every gap as a line that teaches, commented out."""
    lines = [
        f"# What is printed on your copy of {stock.ruleset.title}. Put the value in the place of each ?, and take the",
        "# first # of the line away. The referee reads this file and never writes it.",
    ]
    for kind in dict.fromkeys(item.component.kind for item in stock.items):
        gaps = [item for item in stock.items if item.component.kind == kind and item.missing]
        if gaps and kind in stock.learnable:
            lines += ["#", *(f"# {_lesson(item)}" for item in gaps)]
    examples = [example for act in stock.ruleset.actions if act.learns for example in act.examples]
    if examples:
        lines += ["#", "# Something new is written like this:", *(f"# {example}" for example in examples)]
    return "\n".join(lines) + "\n"


def _lesson(item: Item) -> str:
    one = item.component
    return " ".join([one.kind, word(one.name), *(f"{name} ?" for name in item.missing)])


def facts_text(stock: Stock) -> str:
    """All facts of the player's files as one file."""
    lines = [f"# What was told about the components of {stock.ruleset.title} ({stock.ruleset.name})."]
    file = None
    for fact in stock.files.facts:
        if fact.file != file:
            lines.append(f"# from {fact.file.name}")
            file = fact.file
        lines.append(fact.line)
    return "\n".join(lines) + "\n"


def check_files(ruleset: Ruleset[Any], files: tuple[Path, ...] = ()) -> OnFile:
    """The faults of some files, on top of all others that are on file; without any, those of all on file."""
    start = first_table(ruleset, {}, {})
    if not files:
        return on_file(ruleset, start)
    folder = components_folder(ruleset.name)
    own = [folder / file.name for file in files if file.resolve().parent == folder.resolve()]
    return read_files(ruleset, on_file(ruleset, start, but=own).table, files)


def take_in(ruleset: Ruleset[Any], file: Path) -> tuple[Path | None, OnFile]:
    """Put a copy of a file beside the others, unless there is a fault in it; where it is, and what was found.

    Raises CatalogueError for what is no plain file, and when the copy cannot be written.
    """
    if file.exists() and not file.is_file():
        raise CatalogueError(f"{file} is no plain file.")
    found = check_files(ruleset, (file,))
    if found.unusable or not found.facts:
        return None, found
    folder = components_folder(ruleset.name)
    stem = record_name(file.stem)
    names = (stem if n == 1 else f"{stem}-{n}" for n in range(1, 1000))
    try:
        content = file.read_bytes()
        make_folder(folder)
        for name in names:
            copy = folder / f"{name}{SUFFIX}"
            if copy.name in (LEARNED, MINE) or copy.exists():
                continue
            write_whole(copy, content)
            return copy, found
    except OSError as error:
        raise CatalogueError(f"{folder} cannot be written: {reason_of(error)}.") from error
    raise CatalogueError(f"{folder} holds too many files called {stem}.")


def own_file(stock: Stock) -> Path:
    """The person's own file; made of the template if it is not there. Raises CatalogueError."""
    file = components_folder(stock.ruleset.name) / MINE
    try:
        make_folder(file.parent)
        if not file.exists():
            write_whole(file, template(stock).encode())
    except OSError as error:
        raise CatalogueError(f"{file} cannot be written: {reason_of(error)}.") from error
    return file


def tell_faults(faults: tuple[Fault, ...]) -> Iterator[str]:
    """The faults one a line, and how many."""
    yield from map(str, faults)
    wrong = sum(not fault.taken for fault in faults)
    yield f"{many(wrong, 'fault')}, {many(len(faults) - wrong, 'warning')}"

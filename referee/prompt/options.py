"""The options of a new game as players name them on one line: `supply and forts on`, `quicker yes`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.library import LibraryError, read_options
from referee.ruleset import Option, Ruleset

FILLERS = ("and", "with", "&", "und")
"""Words between names that say nothing."""

SWITCHED = {"on": "yes", "off": "no"}
"""What people say for yes and no of an option."""


def named_options(
    ruleset: Ruleset[Any], options: list[Option], words: Sequence[str]
) -> tuple[list[Option], dict[str, str]]:
    """The options that words name, the beginning of a name doing as well, and the choices that stand behind them.

    Raises LibraryError for a word that is neither.
    """
    named: dict[str, Option] = {}
    chosen: dict[str, str] = {}
    last = ""
    for said in _names_in_one(words, options):
        word = SWITCHED.get(said, said)
        if word in FILLERS:
            continue
        hits = [option for option in options if option.name.startswith(word)]
        hits = [option for option in hits if option.name == word] or hits
        if last and last not in chosen and (not hits or word in named[last].choices):
            chosen |= read_options(ruleset, [f"{last}={word}"])
        elif len(hits) == 1:
            last = hits[0].name
            named[last] = hits[0]
        else:
            may = f"may be {' or '.join(option.name for option in hits)}." if hits else "is no option of this game."
            raise LibraryError(f"{word[:40]!r} {may}")
    return [_to_other(option) for name, option in named.items() if name not in chosen], chosen


def _names_in_one(words: Sequence[str], options: Sequence[Option]) -> Iterator[str]:
    """Words, two of them as one where an option is called so: `italian hq`."""
    names, joined = {option.name for option in options}, False
    for at, word in enumerate(words):
        if joined:
            joined = False
            continue
        both = "-".join(words[at : at + 2])
        joined = both in names and both != word
        yield both if joined else word


def _to_other(option: Option) -> Option:
    """An option that was named to be changed: of two choices Enter takes the other one."""
    others = [choice for choice in option.choices if choice != option.default]
    return replace(option, default=others[0]) if len(option.choices) == 2 else option

"""What is chosen at the set-up: the advanced rules, each alone or with others (30.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.ruleset import NotUnderstood, Option


def _switch(name: str, question: str, meaning: str) -> Option:
    return Option(name, question, {"no": "no", "yes": meaning}, "no")


OPTIONS = (
    _switch("artillery", "Does artillery count for Tactical Superiority (17)?", "+1 for the side with more of it"),
    _switch("breakoff", "May light and mounted units break off (18, 30.1)?", "instead of firing"),
    _switch("pursuit", "May mounted units pursue (19)?", "one space, after a victory"),
    _switch("major", "Do major battles count (20)?", "four units a side: the winner gets one, the loser gives one up"),
    _switch("supply", "Is supply traced (21, 30.2)?", "out of supply: one space and one strength less"),
    _switch("forts", "May forts be built (22, 30.3)?", "one a side, by any unit"),
)
BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Options:
    """The advanced rules that are played."""

    artillery: bool = False
    breakoff: bool = False
    pursuit: bool = False
    major: bool = False
    supply: bool = False
    forts: bool = False


def read_options(chosen: Mapping[str, str]) -> Options:
    """The options that a set-up names. Raises NotUnderstood for one that does not exist, or cannot be so."""
    for name, value in chosen.items():
        if name not in BY_NAME:
            raise NotUnderstood(f"There is no option {name[:40]!r}; there are {', '.join(BY_NAME)}.")
        if value not in BY_NAME[name].choices:
            raise NotUnderstood(f"{name} is {' or '.join(BY_NAME[name].choices)}, not {value[:40]!r}.")
    return Options(**{name: value == "yes" for name, value in chosen.items()})

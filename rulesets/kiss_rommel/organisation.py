"""Organisation and the unit table: what is on file, and what players teach of their own copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from referee.components.learning import parts_of
from referee.components.memo import remembered
from referee.components.rows import read_rows
from referee.components.unknown import UNKNOWN, Unknown
from rulesets.kiss_rommel.names import Arm, Nation

Value = int | Unknown

_FORMATIONS = ("division", "div", "brigade", "bde")


@dataclass(frozen=True, slots=True)
class UnitType:
    """A row of the unit table. Lengths are inches; `save` is the lowest d6 that saves, without any cover.

    word    how units of the type are called behind their division (15pz/tank-1)
    source  "stated", "inferred" or "told"
    """

    title: str
    word: str
    arm: Arm
    move: Value = UNKNOWN
    range: Value = UNKNOWN
    spot: Value = UNKNOWN
    save: Value = UNKNOWN
    source: str = "told"


@dataclass(frozen=True, slots=True)
class Division:
    """A force card: a division, or a brigade (no HQ).

    units   its bases by type, UNKNOWN for a type that is still asked for; None while nothing is known
    """

    title: str
    nation: Nation
    units: Mapping[str, Value] | None = None
    source: str = "told"

    @property
    def side(self) -> str:
        """The side that it fights on."""
        return self.nation.side

    @property
    def bases(self) -> int:
        """All its bases; 0 while its organisation is unknown."""
        return sum(count for count in (self.units or {}).values() if not isinstance(count, Unknown))

    @property
    def whole(self) -> bool:
        """Whether all of its card is known."""
        return UNKNOWN not in self.asked.values()

    @property
    def brigade(self) -> bool:
        """It is known to have no HQ of its own (KO9)."""
        return self.units is not None and self.units.get("hq", 0) == 0

    @property
    def asked(self) -> Mapping[str, Value]:
        """The types that the cards of its nation may well have, and all that are known to be on it, with their number.

        Where the card is told, what is not told of is not on it.
        """
        tanks = {Nation.GERMAN: ("tank",), Nation.ITALIAN: ("italian-tank",)}.get(self.nation, ("cruiser", "itank"))
        foot = ("foot",) if self.nation is Nation.ITALIAN else ()
        guns = ("flak88",) if self.nation is Nation.GERMAN else ()
        usual = ("hq", "recon", *tanks, "motor", *foot, "artillery", *guns)
        return {**dict.fromkeys(usual, UNKNOWN if self.units is None else 0), **(self.units or {})}


@dataclass(frozen=True, slots=True)
class Box:
    """All types and divisions as far as they are known."""

    types: Mapping[str, UnitType] = field(default_factory=dict)
    divisions: Mapping[str, Division] = field(default_factory=dict)


@cache
def shipped() -> Box:
    """The components that ship with the ruleset."""
    raw = read_rows(Path(__file__).with_name("components.toml"))
    return Box(
        {row["name"]: _type(row) for row in raw["type"]},
        {
            row["name"]: Division(row["title"], Nation(row["nation"]), row["units"], row["sure"])
            for row in raw["division"]
        },
    )


def _type(row: Mapping[str, Any]) -> UnitType:
    values = {name: UNKNOWN if row[name] == "unknown" else row[name] for name in ("move", "range", "spot", "save")}
    return UnitType(row["title"], row["word"], Arm(row["arm"]), **values, source=row["sure"])


def short_name(title: str) -> str:
    """A notation name for a title: `21st Panzer` is `21panzer`."""
    return "".join(parts_of(title))[:20]


def called(box: Box, title: str) -> str:
    """What the units of a new division are called by: of three words and more without what kind of formation it is."""
    words = title.split()
    short = short_name(" ".join(words[:-1])) if len(words) > 2 and words[-1].lower() in _FORMATIONS else ""
    return short if short and short not in box.divisions else short_name(title)


def card_meant(box: Box, said: str) -> str:
    """The division on file that free words name, whole or by the beginning of one only; "" if none or several."""
    wanted = short_name(said)
    known = {name: (short_name(name), short_name(division.title)) for name, division in box.divisions.items()}
    whole = [name for name, forms in known.items() if wanted in forms]
    found = whole or [name for name, forms in known.items() if any(form.startswith(wanted) for form in forms)]
    return found[0] if len(found) == 1 and wanted else ""


@remembered
def roll_of(box: Box, name: str) -> Mapping[str, str]:
    """The units of a division: name to type. Its one HQ carries no number."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for kind, count in (box.divisions[name].units or {}).items():
        word, arm = box.types[kind].word, box.types[kind].arm
        for _ in range(0 if isinstance(count, Unknown) else count):
            counts[word] = number = counts.get(word, 0) + 1
            found[f"{name}/{word}" if arm is Arm.HQ and count == 1 else f"{name}/{word}-{number}"] = kind
    return found


def in_words(box: Box, division: Division) -> str:
    """An organisation in words: "1 HQ, 2 reconnaissance, ..."."""
    if division.units is None:
        return "organisation not known"
    told = {kind: count for kind, count in division.units.items() if count not in (0, UNKNOWN)}
    rest = ["the rest not known"] if UNKNOWN in division.units.values() else []
    return ", ".join([*(f"{count} {box.types[kind].title}" for kind, count in told.items()), *rest])

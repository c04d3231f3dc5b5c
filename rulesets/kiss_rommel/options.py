"""What is chosen at the set-up: optional rules, how lengths are measured, and where the campaign stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.ruleset import NotUnderstood, Option
from rulesets.kiss_rommel.names import SIDES

YES_NO = {"no": "no", "yes": "yes"}
MARGIN = 0.25
"""Inches past a limit that are only warned about, by default."""

BASE = 30.0
"""Millimetres: the side of a base for 6 mm figures."""

MOST_AREAS = 20
"""Areas of a campaign on either side of Tobruk; more is a mistyped number."""


def _switch(name: str, question: str, meaning: str) -> Option:
    return Option(name, question, {"no": "no", "yes": meaning}, "no")


OPTIONS = (
    _switch("quicker", "A quicker game, with four cards a side?", "four cards a side in all instead of five"),
    _switch("beginner", "May each side choose two cards?", "two chosen cards, for beginners"),
    _switch("italian-hq", "Shorter command range for Italians?", "Italian HQ distance 9 inches instead of 12"),
    _switch("italian-foot", "Italian foot infantry short of AT weapons?", "it needs a 6 to hit tanks"),
    _switch("tiger", "Tigers in play?", "Tiger tanks: save 3+, and no save for tanks and recon they hit"),
    _switch("blitzkrieg", "The Blitzkrieg edition?", "its saves, French tanks, and cover in terrain"),
    _switch("centimetres", "Measure in centimetres?", "all lengths in cm, 2.5 for each inch of the rules"),
    Option(
        "margin",
        "How many inches past a limit are only warned about?",
        {"0": "nothing", "0.25": "a quarter of an inch", "0.5": "half an inch"},
        "0.25",
        "inches, 0 to 2",
    ),
    Option(
        "base",
        "How wide are the bases, in millimetres?",
        {"30": "30 mm, for 6 mm figures", "20": "20 mm", "15": "15 mm"},
        "30",
        "millimetres, 5 to 100",
    ),
    Option(
        "front",
        "How many areas east of Tobruk is the front of the campaign?",
        {"0": "Tobruk"},
        "0",
        "areas from Tobruk, east counts up",
    ),
    Option(
        "areas",
        "Which areas has the campaign, from Tunisia to Cairo?",
        {"": "not known"},
        "",
        "their names joined by commas, Tobruk among them",
    ),
    Option(
        "halved",
        "Who has half the minefields and Dug-in positions this time?",
        {"none": "nobody's", "axis": "the Axis side's", "british": "the British side's", "both": "both sides'"},
        "none",
    ),
    Option(
        "out",
        "Which divisions are left out, half of them lost before?",
        {"": "none"},
        "",
        "their names joined by commas",
    ),
)
BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Options:
    """The choices in force. Lengths here are inches (`margin`) and millimetres (`base`).

    front   areas east of Tobruk, where the battle is fought; west of it counts below 0
    halved  sides that have half the minefields and Dug-in positions
    out     divisions that are missing from the pack
    """

    quicker: bool = False
    beginner: bool = False
    italian_hq: bool = False
    italian_foot: bool = False
    tiger: bool = False
    blitzkrieg: bool = False
    centimetres: bool = False
    margin: float = MARGIN
    base: float = BASE
    front: int = 0
    areas: tuple[str, ...] = ()
    halved: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


def read_options(chosen: Mapping[str, str]) -> Options:
    """The options that a set-up names. Raises NotUnderstood for one that does not exist, or cannot be so."""
    for name in chosen:
        if name not in BY_NAME:
            raise NotUnderstood(f"There is no option {name[:40]!r}; there are {', '.join(BY_NAME)}.")
    values = {option.name: chosen.get(option.name, option.default).strip() for option in OPTIONS}
    switches = {o.name: values[o.name] for o in OPTIONS if set(o.choices) == {"no", "yes"}}
    for name in (*switches, "halved"):
        if values[name] not in BY_NAME[name].choices:
            raise NotUnderstood(f"{name} is {' or '.join(BY_NAME[name].choices)}, not {values[name][:40]!r}.")
    halved = {"none": (), "both": tuple(SIDES)}.get(values["halved"], (values["halved"],))
    areas = _names(values["areas"])
    if areas and "tobruk" not in [area.lower() for area in areas]:
        raise NotUnderstood("areas: the first battle is at Tobruk, so Tobruk must be among them.")
    return Options(
        **{name.replace("-", "_"): value == "yes" for name, value in switches.items()},
        margin=_number("margin", values["margin"], 0, 2),
        base=_number("base", values["base"], 5, 100),
        front=int(_number("front", values["front"], -MOST_AREAS, MOST_AREAS, whole=True)),
        areas=areas,
        halved=halved,
        out=_names(values["out"]),
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _number(name: str, text: str, low: float, high: float, whole: bool = False) -> float:
    try:
        value = float(text) if len(text) < 12 else high + 1
    except ValueError:
        value = high + 1
    if not low <= value <= high or (whole and value != int(value)):
        raise NotUnderstood(f"{name} is {low:g} to {high:g}, not {text[:40]!r}.")
    return value

"""The components of the games whose cards and counters are not all published: gaps, whole sets, contradictions."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.catalogue import read_files
from referee.components.unknown import UNKNOWN
from referee.fold import first_table
from referee.ruleset.find import load_ruleset
from tests.conftest import ROOT
from tests.table import filled_in

INVENTED = ROOT / "tests" / "invented"
"""Whole sets, with invented values."""

VALUES = {
    "lightning-d-day": {
        "beach": "omaha", "value": "1", "attack": "0", "defense": "0", "free": "none", "when": "any", "action": "no",
        "bonus": "0", "effect": "none", "german": "2", "allied": "2", "german-attack": "0", "allied-attack": "0",
        "where": "gold", "price": "card", "of": "both",
    },
    "lightning-north-africa": {
        "base": "tripoli", "entry": "cairo", "cost": "1", "armored": "yes", "motorized": "no", "each": "1",
        "symbol": "none", "when": "action", "harm": "0", "effect": "loss", "amount": "1", "picks": "owner",
        "battle": "none", "bonus": "none", "start": "western-desert",
    },
    "lightning-poland": {
        "start": "yes", "cost": "1", "rating": "2", "text": "no", "attack": "0", "defend": "0",
        "effect": "none", "points": "3", "open": "yes", "after": "krakow", "of": "polish", "by": "german",
        "type": "infantry", "objective type": "city",
    },
    "lettow-vorbeck": {
        "land": "gea", "ways": "3", "port": "none", "centre": "no", "stop": "no", "river": "no", "fort": "none",
        "type": "light", "command": "none", "strength": "2", "elite": "no", "start": "pool", "nation": "british",
        "copies": "1", "move": "all-2", "event": "none", "recruit": "1", "phase": "march", "remove": "no",
        **dict.fromkeys("123456", "panic"),
    },
}  # fmt: skip
"""A value for each keyword of a template."""


@pytest.mark.parametrize("game", VALUES)
def test_every_gap_of_the_template_can_be_filled_in(data_folder: Path, tmp_path: Path, game: str) -> None:
    ruleset = load_ruleset(game)
    lines = filled_in(ruleset, VALUES[game])
    file = tmp_path / "mine.ref"
    file.write_text("\n".join(lines))
    found = read_files(ruleset, first_table(ruleset, {}, {}), [file])
    assert [str(fault) for fault in found.unusable] == []
    assert len(found.facts) == len(lines) > 6
    assert [one for one in ruleset.on_file(found.table) if UNKNOWN in one.facts.values()] == []


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("lightning_north_africa", 30),
        ("lightning_poland", 60),
        ("lettow_vorbeck", 80),
        ("lettow_vorbeck_map", 80),
    ],
)
def test_a_whole_set_is_read_without_a_fault(name: str, facts: int) -> None:
    ruleset = load_ruleset(name.removesuffix("_map").replace("_", "-"))
    found = read_files(ruleset, first_table(ruleset, {}, {}), [INVENTED / f"{name}.ref"])
    assert [str(fault) for fault in found.unusable] == []
    assert len(found.facts) > facts


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("lightning-d-day", "force 1-inf value 3"),
        ("lightning-d-day", "card bunkers bonus 3"),
        ("lightning-d-day", "turn-card turn-1 allied-attack -2"),
        ("lightning-d-day", "pile allied-omaha 3"),
        ("lightning-north-africa", "plan motorized each 2"),
        ("lightning-north-africa", "card dive-bomber cost 2"),
        ("lightning-north-africa", "force 5-panzer motorized yes"),
        ("lightning-poland", "card to-the-last rating 2"),
        ("lightning-poland", "force xvi-corps defend 1"),
        ("lightning-poland", "objective krakow by polish"),
        ("lettow-vorbeck", "space mombasa land gea"),
    ],
)
def test_what_contradicts_what_ships_is_a_warning(data_folder: Path, tmp_path: Path, game: str, line: str) -> None:
    file = tmp_path / "mine.ref"
    file.write_text(line)
    ruleset = load_ruleset(game)
    found = read_files(ruleset, first_table(ruleset, {}, {}), [file])
    assert [fault.taken for fault in found.faults] == [True]
    assert len(found.facts) == 1

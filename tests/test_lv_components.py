"""The components of Lettow-Vorbeck: what ships, what is missing, and a whole set keyed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.catalogue import read_files
from referee.components.unknown import UNKNOWN
from referee.fold import first_table
from referee.stock import take_stock
from tests.conftest import Run
from tests.lv import INVENTED, RULESET
from tests.table import filled_in

VALUES = {
    "land": "gea", "ways": "3", "port": "none", "centre": "no", "stop": "no", "river": "no", "fort": "none",
    "type": "light", "command": "none", "strength": "2", "elite": "no", "start": "pool", "nation": "british",
    "copies": "1", "move": "all-2", "event": "none", "recruit": "1", "phase": "march", "remove": "no",
    **dict.fromkeys("123456", "panic"),
}  # fmt: skip


def test_what_ships_is_stated_or_inferred_and_no_more(data_folder: Path) -> None:
    stock = take_stock(RULESET)
    known = {(item.component.kind, item.component.name): item for item in stock.items}
    assert {kind for kind, _ in known} == {"space", "unit", "card", "result"}
    assert known["unit", "desg"].origin == "stated"
    assert known["space", "belgian-congo"].origin == "inferred"
    assert "strength" in known["unit", "1-kar"].missing
    assert known["card", "sms-konigsberg"].missing == ["copies", "move", "event", "remove"]
    assert known["result", "light"].missing == list("123456")
    assert {item.component.kind for item in stock.items} <= set(stock.learnable)


def test_every_gap_of_the_template_can_be_filled_in(data_folder: Path, tmp_path: Path) -> None:
    lines = filled_in(RULESET, VALUES)
    file = tmp_path / "mine.ref"
    file.write_text("\n".join(lines))
    found = read_files(RULESET, first_table(RULESET, {}, {}), [file])
    assert found.faults == ()
    gaps = {(c.kind, c.name): [k for k, v in c.facts.items() if v is UNKNOWN] for c in RULESET.on_file(found.table)}
    assert {key: names for key, names in gaps.items() if names} == {}


@pytest.mark.parametrize("name", ["lettow_vorbeck.ref", "lettow_vorbeck_map.ref"])
def test_a_whole_set_is_read_without_a_fault(name: str) -> None:
    found = read_files(RULESET, first_table(RULESET, {}, {}), [INVENTED.with_name(name)])
    assert [str(fault) for fault in found.unusable] == []
    assert len(found.facts) > 80


def test_all_faults_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.ref"
    file.write_text(
        "space mombsa stop yes\nroute mombasa mombasa land\nunit 1-kar strength 7\n"
        "card allied-intervention move none,all-2\n"
    )
    found = read_files(RULESET, first_table(RULESET, {}, {}), [file])
    assert [fault.number for fault in found.faults] == [1, 2, 3, 4]
    assert "Did you mean mombasa" in found.faults[0].message


def test_a_contradiction_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "mine.ref"
    file.write_text("space mombasa land gea\n")
    found = read_files(RULESET, first_table(RULESET, {}, {}), [file])
    assert [fault.taken for fault in found.faults] == [True]


def test_a_file_goes_to_a_friend(call: Run, tmp_path: Path) -> None:
    call("components", "lettow-vorbeck", "import", str(INVENTED))
    out = tmp_path / "friend.ref"
    call("components", "lettow-vorbeck", "export", str(out))
    assert "route voi taveta land" in out.read_text()

"""The components of Lettow-Vorbeck: what ships, what is missing, and a whole set keyed in."""

from __future__ import annotations

from pathlib import Path

from referee.catalogue import read_files
from referee.fold import first_table
from referee.stock import take_stock
from tests.conftest import Run
from tests.lv import INVENTED, RULESET


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


def test_all_faults_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.ref"
    file.write_text(
        "space mombsa stop yes\nroute mombasa mombasa land\nunit 1-kar strength 7\n"
        "card allied-intervention move none,all-2\n"
    )
    found = read_files(RULESET, first_table(RULESET, {}, {}), [file])
    assert [fault.number for fault in found.faults] == [1, 2, 3, 4]
    assert "Did you mean mombasa" in found.faults[0].message


def test_a_file_goes_to_a_friend(call: Run, tmp_path: Path) -> None:
    call("components", "lettow-vorbeck", "import", str(INVENTED))
    out = tmp_path / "friend.ref"
    call("components", "lettow-vorbeck", "export", str(out))
    assert "route voi taveta land" in out.read_text()

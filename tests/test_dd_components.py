"""The components of Lightning: D-Day: what ships, what is missing, what is learned, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.catalogue import read_files
from referee.fold import first_table
from referee.prompt.teach import missing
from referee.ruleset import needs
from referee.stock import take_stock
from rulesets.lightning_d_day import RULESET
from rulesets.lightning_d_day.table import Table
from tests.conftest import ROOT, Run
from tests.dd import at_table

INVENTED = ROOT / "tests" / "invented" / "lightning_d_day.ref"
GAME = "lightning-d-day"


def test_what_ships_is_marked_stated_or_inferred(data_folder: Path) -> None:
    stock = take_stock(RULESET)
    assert {item.component.kind for item in stock.items} == {"force", "card", "turn-card", "pile"}
    known = {item.component.name: item for item in stock.items}
    assert known["german-sword"].origin == "inferred"
    assert known["allied-omaha"].origin == "stated"
    assert known["352-inf"].missing == ["free"]
    assert known["29-inf"].missing == ["value", "attack", "defense", "free"]
    assert known["turn-1"].missing == ["german", "allied", "german-attack"]
    assert all(item.component.kind in stock.learnable for item in stock.items)


def test_a_whole_set_is_read_without_a_fault() -> None:
    found = read_files(RULESET, first_table(RULESET, {}, {}), [INVENTED])
    assert [str(fault) for fault in found.faults] == []
    assert len(found.facts) > 50
    assert isinstance(found.table, Table)
    of_piles = [n for n, c in found.table.box.forces.items() if c.beach in found.table.box.beaches]
    assert len(of_piles) == 16 + 15


def test_all_faults_of_a_file_are_reported_and_the_game_goes_on(call: Run, data_folder: Path) -> None:
    call("play", GAME, "--name", "one", text="card training attack 1\n")
    folder = next(data_folder.rglob("learned.ref")).parent
    (folder / "friend.ref").write_text(
        "force 1-inf value 12\ncard \"Torn\nturn-card turn-9 german 2\nforce 29-inf value 2\ncard bunkers value 3\n"
    )
    said = call("components", GAME, "check", status=1).output
    for number, words in ((1, "value is 0 to 9"), (2, "quote"), (3, "needs a turn card"), (5, "was 2; now it is 3")):
        assert any(f"friend.ref:{number}:" in line and words in line for line in said.splitlines()), number
    assert "3 faults, 1 warning" in said
    output = call("play", GAME, "--name", "two", text="ready\nshow\n").output
    assert "Utah" in output
    assert "29-inf (29th Inf, Allied) [friend.ref:4]" in call("components", GAME, "-v").output


def test_a_card_learned_in_one_game_is_on_file_in_the_next(call: Run) -> None:
    first = 'ready\npass all\nforce "4th Inf" allied beach sword value 2 attack 0 defense 0 free none\nactivate 4-inf\n'
    call("play", GAME, "--name", "one", text=first)
    assert "4-inf (4th Inf, Allied) [learned.ref:2]: beach sword, value 2" in call("components", GAME, "-v").output
    output = call("play", GAME, "--name", "two", text="ready\npass all\nactivate 4-inf\n").output
    assert "ok allied> activate 4-inf" in output


def test_the_draw_of_a_turn_card_is_on_file_in_the_next_game(call: Run) -> None:
    first = "ready\npass all\npass all\npass\npass\ndraw\nturn-card turn-1 german 3\n"
    call("play", GAME, "--name", "one", text=first)
    output = call("play", GAME, "--name", "two", text="ready\npass all\npass all\npass\npass\ndraw\n").output
    assert "needs" not in output
    assert "german hand 5 -> 8" in output


@pytest.mark.parametrize("fact", ["value", "attack", "bonus"])
def test_a_question_for_a_number_has_a_number_as_its_example(fact: str) -> None:
    asked = missing(at_table().game, needs("attack.values", "it is not known", f"card chaos {fact} ?"))
    assert asked is not None
    assert asked.example.isdigit()

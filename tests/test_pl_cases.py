"""What players of Lightning: Poland ask about and stumble over."""

from __future__ import annotations

from pathlib import Path

from referee.catalogue import read_files
from referee.commands import look
from referee.components.unknown import UNKNOWN
from referee.fold import first_table
from referee.ruleset import Kind
from referee.stock import take_stock
from rulesets.lightning_poland import RULESET
from rulesets.lightning_poland.table import Table
from tests.conftest import Run
from tests.pl import at_table, in_battle, over


def test_committed_forces_laid_in_the_row_are_flagged() -> None:
    table = over("german> result german", "polish> stay army-krakow")
    assert table.rules() == ["battle.11"]


def test_everything_may_be_committed_and_is_warned_of() -> None:
    table = at_table("german> battle krakow xvi-corps")
    assert table.rules() == []
    assert table.rules(Kind.WARNING) == ["battle.3"]


def test_warsaw_is_closed_until_its_path_has_fallen() -> None:
    table = at_table("german> battle warsaw xvi-corps")
    assert table.rules() == ["types.objective"]
    assert table.found[0].message == "Warsaw is closed until the path has fallen: krakow"
    assert at_table("adjust krakow.holder german", "german> battle warsaw xvi-corps").rules() == []


def test_warsaw_with_an_unknown_path_is_closed_as_long_as_nothing_has_fallen() -> None:
    shipped = first_table(RULESET, {}, {})
    assert isinstance(shipped, Table)
    assert shipped.box.objectives["warsaw"].open is False
    assert shipped.box.objectives["warsaw"].after is UNKNOWN


def test_a_path_of_some_of_several() -> None:
    table = at_table("objective warsaw after krakow,invented-lodz need 1", "adjust invented-lodz.holder german")
    assert table.play("german> battle warsaw xvi-corps").rules() == []
    table = at_table("objective warsaw after krakow,invented-lodz", "adjust invented-lodz.holder german")
    assert table.play("german> battle warsaw xvi-corps").rules() == ["types.objective"]


def test_four_supply_points_are_refused() -> None:
    table = at_table("force invented-i-corps cost 2", "german> reinforce invented-i-corps,invented-ii-corps")
    assert table.rules() == ["turns.reinforce"]
    assert table.found[-1].message == "Invented II Corps costs 2, and 1 of 3 Supply points are left"


def test_a_tie_is_the_defender_s() -> None:
    table = at_table("force xvi-corps rating 0", "german> battle krakow xvi-corps", "polish> commit army-modlin")
    table.play("german> pass", "polish> pass")
    assert table.enter == "result polish"
    assert table.play("german> result german").rules() == ["battle.11"]
    assert table.found[-1].message == "German 0+2 = 2 v Polish 2: Polish wins at a tie"


def test_copies_of_a_title_are_no_misprint_and_numbers_are_optional() -> None:
    table = in_battle("german> play raid number 7", "german> play raid number 8")
    assert table.rules() == []
    assert table.play("german> play raid number 7").rules() == ["types.action"]


def test_known_facts_are_shown_when_a_card_is_played() -> None:
    table = in_battle("german> pass", "polish> play to-the-last")
    shown = " ".join(look(table.game, "show") or ())
    assert "to-the-last 3 (+2 defending, after: remove 1) [circumstance]" in " ".join(shown.split())
    assert "To the Last (+2 defending, after: remove 1); German 2+2 = 4 v" in table.question


# Component files.


def test_what_ships_is_marked_stated_or_inferred(data_folder: Path) -> None:
    stock = take_stock(RULESET)
    known = {item.component.name: item for item in stock.items}
    assert {item.component.kind for item in stock.items} == {"force", "objective", "card"}
    assert known["xvi-corps"].origin == "stated"
    assert known["warsaw"].origin == "inferred"
    assert known["to-the-last"].missing == ["of"]
    assert set(known["xvi-corps"].missing) == {"start", "cost", "rating"}


CORRUPT = """
card "Bombs" of german type milltary rating 2
force army-krakow rating ninety
objective warsaw after warsaw
objective "Lodz" by german points 55
nonsense of a line
force xvi-corps attack 3
force "Good" german rating 1 cost 1 plain yes
"""


def test_all_faults_of_a_file_are_told_at_once_and_the_good_lines_count(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.ref"
    file.write_text(CORRUPT)
    found = read_files(RULESET, first_table(RULESET, {}, {}), [file])
    assert [(fault.file, fault.number) for fault in found.unusable] == [(file, n) for n in (2, 3, 4, 5, 6)]
    assert [(fault.number, fault.taken) for fault in found.faults if fault.taken] == [(7, True)]
    assert "on file the attack of XVI Corps was 2; now it is 3" in str(found.faults[-1])
    assert [fact.number for fact in found.facts] == [7, 8]


def test_a_corrupted_file_does_not_stop_the_game(call: Run, data_folder: Path) -> None:
    call("play", "lightning-poland", "--name", "one", text='card "Bombs" of german type military rating 2 plain yes\n')
    learned = next(data_folder.rglob("learned.ref"))
    (learned.parent / "mine.ref").write_text("card bombs type\n\x00\xff\n")
    told = call("play", "lightning-poland", "--name", "two", text="ready\nshow\n").output
    assert "mine.ref:1" in told
    assert "#1 ok german> ready" in told
    stock = take_stock(RULESET)
    assert next(item for item in stock.items if item.component.name == "bombs").missing == []


def test_a_card_learned_in_one_game_is_on_file_in_the_next(call: Run) -> None:
    first = "starts xvi\nforce xvi rating 2 cost 2\nready\n"
    call("play", "lightning-poland", "--name", "one", text=first)
    told = call("components", "lightning-poland", "-v").output
    assert "xvi-corps (XVI Corps, German) [learned.ref:" in told
    text = "ready\nobjective krakow points 3 plain yes\nbattle krakow xvi\n"
    output = call("play", "lightning-poland", "--name", "two", text=text).output
    assert "battle.11: the Germans have 2+2 = 4, the Poles 0: the attacker leads" in output

"""Component files: reading them with all their faults, and what a game learns and takes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.catalogue import LEARNED, MINE, component_files, read_files
from referee.check import judge_transcript
from referee.commands import run
from referee.digest import digest_of
from referee.fold import first_table
from referee.game import Game
from referee.library import components_folder, keep, new_game, notebook, on_file, open_game
from referee.ruleset.find import load_ruleset
from referee.transcript import read_transcript, write_transcript
from tests.patrol import RULESET, Field

pytestmark = pytest.mark.usefixtures("patrol", "data_folder")


def table_of(game: Game) -> Field:
    assert isinstance(game.table, Field)
    return game.table


def told(text: str, name: str = MINE) -> Path:
    """A component file of the player."""
    folder = components_folder("patrol")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def learned() -> str:
    return (components_folder("patrol") / LEARNED).read_text(encoding="utf-8")


def test_all_faults_of_a_file_are_found_with_their_line() -> None:
    file = told('unit "Scout" blue strength 3\nuntit x\nshoot alpha\n\nunit\nunit scout strength 99 # too strong\n')
    found = read_files(RULESET, first_table(RULESET, {}, {}), [file])
    assert found.lines == ('red> unit title "Scout" of blue strength 3',)
    assert [fault.number for fault in found.faults] == [2, 3, 5, 6]
    assert str(found.faults[1]) == f"{file}:3: shoot teaches nothing about components; write unit."
    assert len(found.unusable) == 4


@pytest.mark.parametrize("make", [lambda f: f.mkdir(), lambda f: f.write_bytes(b"#" * ((4 << 20) + 1))])
def test_a_file_that_cannot_be_read_is_a_fault(make: object) -> None:
    file = components_folder("patrol") / "odd.ref"
    file.parent.mkdir(parents=True)
    assert callable(make)
    make(file)
    faults = on_file(RULESET).faults
    assert [(f.file, f.number) for f in faults] == [(file, 0)]


def test_a_contradiction_is_a_warning_and_the_later_line_wins() -> None:
    told("unit alpha strength 4\n", "deck.ref")
    found = on_file(RULESET)
    assert [str(f).rpartition("patrol/")[2] for f in found.faults] == [
        "deck.ref:1: warning: on file alpha has strength 2; now it has 4"
    ]
    assert found.unusable == ()
    told("unit alpha strength 5\n")
    table = on_file(RULESET).table
    assert isinstance(table, Field)
    assert table.units["alpha"].strength == 5


def test_the_own_file_comes_first_and_mine_last() -> None:
    for name in ("zebra.ref", MINE, LEARNED, "album.ref", "notes.txt"):
        told("", name)
    names = [file.name for file in component_files(components_folder("patrol"))]
    assert names == [LEARNED, "album.ref", "zebra.ref", MINE]


def test_a_new_game_knows_what_is_on_file_and_tells_the_faults() -> None:
    file = told("unit bravo strength 3\nnonsense\n")
    game = new_game(RULESET, "evening")
    assert game.log.header.components == ("blue> unit bravo strength 3",)
    assert table_of(game).units["bravo"].strength == 3
    assert [notice.partition(": ")[0] for notice in game.notices] == [f"{file}:2"]
    file.write_text("unit bravo strength 9\n", encoding="utf-8")
    game.log.close()
    again = open_game("evening")
    assert table_of(again).units["bravo"].strength == 3, "a record stands on its own"
    again.log.close()


def test_what_is_learned_is_on_file_for_the_next_game() -> None:
    game = new_game(RULESET, "one")
    assert run(game, 'unit "Scout" blue strength 3').status == "ok"
    assert run(game, "shoot alpha").status == "ok"
    game.log.close()
    assert learned().splitlines()[1:] == ['red> unit title "Scout" of blue strength 3']
    next_game = new_game(RULESET, "two")
    assert table_of(next_game).units["scout"].side == "blue"
    next_game.log.close()


def test_a_line_means_the_same_whoever_says_it() -> None:
    game = new_game(RULESET, "one")
    run(game, 'blue> unit "Scout"')
    game.log.close()
    table = on_file(RULESET).table
    assert isinstance(table, Field)
    assert table.units["scout"].side == "blue"


def test_undo_takes_a_lesson_out_of_use_and_redo_brings_it_back() -> None:
    game = new_game(RULESET, "one")
    run(game, "unit bravo strength 3")
    run(game, "undo")
    assert on_file(RULESET).lines == ()
    assert "unit bravo strength 3\n#- blue> unit bravo strength 3" in learned(), "nothing is removed"
    run(game, "redo")
    assert on_file(RULESET).lines == ("blue> unit bravo strength 3",)
    game.log.close()
    again = open_game("one")
    run(again, "undo")
    again.log.close()
    assert on_file(RULESET).lines == ()


def test_a_persons_edit_is_never_lost() -> None:
    told("unit bravo strength 1  # by hand, without an end of line", LEARNED)
    mine = told("unit alpha strength 2\n")
    note = notebook(RULESET)
    assert note.learn("blue> unit bravo strength 3") == ""
    assert note.forget("blue> unit bravo strength 3") == ""
    assert "by hand" in learned()
    assert on_file(RULESET).lines == ("blue> unit bravo strength 1",)
    assert mine.read_text() == "unit alpha strength 2\n"


def test_what_is_said_of_something_that_is_not_on_file_stays_in_its_game() -> None:
    note = notebook(RULESET)
    assert note.learn("blue> unit xanthus strength 3").startswith("Kept for this game only")
    assert not on_file(RULESET).unusable
    assert on_file(RULESET).lines == ()


def test_what_a_line_leaves_open_for_another_one_is_no_fault_of_it() -> None:
    poland = load_ruleset("lightning-poland")
    assert notebook(poland).learn('german> objective title "Invented" points 2') == ""
    assert notebook(poland).learn("german> objective invented by polish") == ""
    assert not on_file(poland).faults


def test_a_folder_that_cannot_be_written_stops_no_game(data_folder: Path) -> None:
    game = new_game(RULESET, "one")
    (data_folder / "components").write_text("in the way")
    answer = run(game, "unit bravo strength 3")
    assert answer.status == "ok"
    assert "only the record of this game has that line" in answer.said[-1]
    game.log.close()


def test_checking_a_transcript_learns_nothing() -> None:
    judge_transcript(read_transcript(b'[Ruleset "patrol"]\nunit bravo strength 3\n'))
    assert on_file(RULESET).lines == ()


def test_an_exported_game_carries_its_components() -> None:
    told('unit "Scout; #1" blue strength 3\nunit bravo strength 4\n')
    game = new_game(RULESET, "evening")
    run(game, "shoot alpha")
    text = write_transcript(game)
    (components_folder("patrol") / MINE).unlink()
    result = judge_transcript(read_transcript(text.encode()))
    assert result.found == ()
    assert result.game.timeline.digest == game.timeline.digest == digest_of(game.table)
    assert result.game.log.header.components == game.log.header.components
    game.log.close()
    kept = keep(result.game, "copy")
    assert kept.timeline.digest == game.timeline.digest
    kept.log.close()
    again = open_game("copy", readonly=True)
    assert table_of(again).units["bravo"].strength == 4
    again.log.close()


def test_a_component_tag_that_teaches_nothing_is_a_fault_with_its_line() -> None:
    text = b'[Ruleset "patrol"]\n[Component "unit bravo strength 4"]\n[Component "unit nobody"]\n'
    result = judge_transcript(read_transcript(text))
    assert [(f.line, f.kind) for f in result.found] == [(3, "not-understood")]
    assert table_of(result.game).units["bravo"].strength == 4


def test_what_was_learned_of_a_card_of_my_own_file_is_kept() -> None:
    """Play adds to a card that only `mine.ref` names; that file is read last, and still counts more."""
    told("unit scout strength 4\nunit bravo strength 2\nunit nobody strength 1\n", LEARNED)
    told('unit "Scout" blue\n')
    found = on_file(RULESET)
    assert [(fact.file.name, fact.number) for fact in found.facts] == [(LEARNED, 2), (MINE, 1), (LEARNED, 1)]
    assert [(fault.file.name, fault.number) for fault in found.faults] == [(LEARNED, 3)]
    told('unit "Scout" blue strength 3\n')
    found = on_file(RULESET)
    assert isinstance(found.table, Field)
    assert found.table.units["scout"].strength == 3
    assert str(found.faults[-1]).endswith("mine.ref:1: warning: on file scout has strength 4; now it has 3")

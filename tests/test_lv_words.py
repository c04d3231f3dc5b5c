"""Lettow-Vorbeck as a newcomer plays it: units named in the middle of it all, forts, garrisons, the end of the war."""

from __future__ import annotations

import pytest

from referee.commands import look
from referee.notation import write
from referee.prompt.talk import Talk
from referee.ruleset import Kind, LineError
from tests.lv import Table, fighting, marching, placed
from tests.test_lv_slips import spare

IDLE = 'card "Invented Idle" german move none recruit 0 event none remove no'
HALT = 'card "Invented Halt" allied move none recruit 0 event none remove no'


def last(table: Table) -> str:
    """The last line of the record that a player told."""
    return next(entry.line for entry in reversed(table.game.log.entries) if entry.by != "referee")


def verbs_of(table: Table) -> tuple[str, ...]:
    """The verbs of the open question."""
    assert table.game.ask is not None
    return table.game.ask.verbs


# 26.0 Victory


def at_the_end() -> Table:
    """The last phase of a game in which Germans stand where perhaps a supply centre is."""
    lines = ("adjust turn.number 14", IDLE, HALT, "german> draw invented-idle", "pass", "allied> draw invented-halt")
    return spare(*lines)


def test_26_d_the_centre_that_decides_is_asked_for_before_the_game_ends() -> None:
    table = at_the_end()
    assert (table.winner, "hangs on whether Dar es Salaam is a supply centre" in table.question) == ("", True)
    assert table.play("space dar centre yes", "pass").winner == "german"
    table = at_the_end().play("pass")
    assert (table.winner, table.told("nobody wins here (undo, and tell it)")) == ("draw", True)
    assert table.play("undo", "space dar centre yes", "pass").winner == "german"


# 11.0 Movement


def test_11_1_4_a_south_african_of_whom_no_nation_was_told_moves_as_british() -> None:
    table = placed('unit "1 SA" allied strength 3 start sa-box', "draw invented-rains")
    table.play("adjust 1-sa.at nairobi", 'card "Invented Order" allied move british-2 recruit 0 event none remove no')
    assert table.play("allied> draw invented-order", "allied> march 1-sa voi").rules() == []
    table = placed('unit "9 FP" allied strength 3', "draw invented-rains", "adjust 9-fp.at nairobi")
    table.play('card "Invented Order" allied move british-2 recruit 0 event none remove no')
    table.play("allied> draw invented-order", "allied> march 9-fp voi")
    assert [finding.kind for finding in table.found if finding.rule.startswith("11")] == [Kind.NEEDS]


def test_11_f_units_of_several_spaces_converge_in_one_line() -> None:
    table = marching("invented-guile", "card invented-guile move all-2", "german> march 101-inv,104-inv tanga")
    first, second = (marching("invented-guile", "card invented-guile move all-2", f"march {u} tanga")
                     for u in ("101-inv", "104-inv"))  # fmt: skip
    assert table.rules() == [*first.rules(), *second.rules()]
    assert (table.at("101-inv"), table.at("104-inv")) == ("tanga", "tanga")
    assert table.play("march 104-inv tabora").rules()[-1] == "11.E"


# Words


def test_a_unit_whose_name_begins_as_a_verb_is_no_verb() -> None:
    table = fighting()
    with pytest.raises(LineError):
        table.game.reader().read("allied> c ief 5")
    assert write(table.game.reader().read("card invented-halt copies 1")) == "card invented-halt copies 1"


def test_22_1_a_a_unit_and_a_place_where_a_fort_may_be_built_are_a_march() -> None:
    table = marching("invented-ruse", options="forts")
    assert table.game.table.step == "recruit"
    Talk(table.game).hear("101 inv tanga")
    assert last(table) == "march 101-inv tanga"
    table = marching("invented-ruse", options="forts")
    Talk(table.game).hear("101-inv builds a fort")
    assert last(table) == "build 101-inv fort"


def test_25_1_an_r_on_a_counter_puts_it_into_the_pool() -> None:
    table = spare('unit "3 KAR" british R', 'unit "5 KAR" allied R')
    assert (table.at("3-kar"), table.at("5-kar")) == ("pool", "pool")
    with pytest.raises(LineError):
        table.game.reader().read('unit "7 KAR" allied l')


@pytest.mark.parametrize("line", ["attack voi", "battles voi", "battle voi."])
def test_13_1_a_a_battle_is_an_attack_too(line: str) -> None:
    assert write(fighting().game.reader().read(f"german> {line}")) == "battle voi"


@pytest.mark.parametrize("line", ["17 fka 6 5", "17 fka 6 6 1", "march 17 fka 6 5"])
def test_dice_are_no_title_and_no_new_name_by_an_enter(line: str) -> None:
    table = spare('card "Invented All" german move all-3 recruit 0 event none remove no', "draw invented-all")
    talk, count = Talk(table.game), len(table.game.log.entries)
    said = " ".join(talk.hear(line))
    assert "6 5" not in said.partition("Teach it with")[2]
    talk.hear("")
    talk.hear("")
    assert len(table.game.log.entries) == count


def test_18_a_breakoff_is_offered_where_somebody_may_break_off() -> None:
    table = fighting("superiority 1,6", options="breakoff")
    assert verbs_of(table) == ("fire", "breakoff")
    garrisons = ("unit 1-kar type garrison", "unit vol-lf type garrison")
    table = fighting("superiority 1,6", before=garrisons, options="breakoff")
    assert verbs_of(table) == ("fire",)


def test_the_spaces_of_a_way_need_no_commas() -> None:
    reader = marching("invented-ruse").game.reader()
    assert write(reader.read("march 101-inv tabora via tanga kigoma")) == "march 101-inv tabora via tanga,kigoma"
    assert write(reader.read("march 101-inv 102-inv tabora")) == "march 101-inv,102-inv tabora"


def test_why_takes_a_name_of_two_words() -> None:
    game = marching("invented-ruse", options="supply").game
    said = look(game, "why supply 101 inv")
    assert said
    assert said == look(game, "why supply 101-inv")


def test_a_rule_is_found_by_the_question_of_its_ruling() -> None:
    assert any(line.startswith("[11.1.3]") for line in look(marching("invented-ruse").game, "rule garrison") or ())


def test_a_fact_that_leaves_another_one_open_asks_for_that() -> None:
    card = 'card "Inv All" allied move all-1 recruit 0 event none remove no'
    table = spare(IDLE, "german> draw invented-idle", card, "allied> draw inv-all", 'space "Kisumu"')
    talk = Talk(table.game)
    assert "The route from Nairobi to Kisumu" in " ".join(talk.hear("march 1-kar kisumu"))
    assert "Which water Nairobi is a port on" in " ".join(talk.hear("no"))
    assert "[11.D] entry" in " ".join(talk.hear("none")), "now it is known that there is no way"

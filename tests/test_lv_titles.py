"""New titles, towns and cards of Lettow-Vorbeck as newcomers type them, and lines that wait or cannot be."""

from __future__ import annotations

import pytest

from referee.prompt.talk import Talk
from tests.lv import Table, fighting, known, new_game, placed
from tests.test_lv_slips import SPARE
from tests.test_lv_typing import state_of


def test_an_enter_goes_on_with_what_waits() -> None:
    talk = Talk(placed("draw invented-ruse").game)
    talk.hear("101 to kilimani; 102 taveta; 103 taveta")
    talk.hear("n")
    assert talk.hear("")[0] == "Nothing was done by the line before; another Enter goes on with what waits."
    assert talk.hear("")[0] == "German: march 102-inv taveta"
    assert talk.game.log.entries[-1].line == "march 103-inv taveta"


def test_an_enter_does_not_give_up_a_flagged_line_twice() -> None:
    talk = Talk(placed("draw invented-ruse", "march 101-inv tabora").game)
    talk.hear("fire")
    talk.hear("battle kisumu")
    talk.hear("marhc 102")
    assert talk.hear("")[0].startswith("Taken back")


@pytest.mark.parametrize("start", ["start sa", "sa box", "start south african box"])
def test_sa_is_south_african(start: str) -> None:
    table = Table(new_game()).play(f'unit "1 SA" allied {start}')
    assert table.at("1-sa") == "south-african"


SA_DRAFT = (
    "pass", 'card "Inv Draft" allied recruit 2 brings south-african move all-2 event none remove no', "draw inv-draft",
    'unit "1 SA" allied start sa',
)  # fmt: skip


def test_of_a_new_numbered_title_the_longest_is_offered() -> None:
    talk = Talk(placed("draw invented-ruse", *SA_DRAFT).game)
    talk.hear("2 SA Mtd, 3 SA Mtd to indian ocean")
    talk.hear("")
    talk.hear("")
    assert [e.line for e in talk.game.log.entries if e.kind == "act"][-1] == "recruit 2-sa-mtd,3-sa-mtd indian-ocean"


def test_what_players_would_remove_is_dropped() -> None:
    talk = Talk(placed("draw invented-ruse", *SA_DRAFT).game)
    at = talk.game.log.entries[-1].number
    assert f"fix {at} drop" in " ".join(talk.hear("remove 1-sa"))
    assert f"fix {at} drop" in " ".join(talk.hear("delete 1 SA"))


@pytest.mark.parametrize("line", ["FW to Moshi", "Abt Kraut, Abt Schulz to Tanga", "6 FKA, 7 FKA to tabora"])
def test_no_card_is_taught_by_a_line_that_draws_none(line: str) -> None:
    talk = Talk(placed().game)
    assert "Teach it" not in " ".join(talk.hear(line))


def test_a_list_names_no_place_of_a_battle() -> None:
    talk = Talk(fighting().game)
    talk.hear("undo")
    for line in ("battle b ief, c ief mombasa", "1KAR, 2KAR, 25SA nairobi"):
        said = " ".join(talk.hear(line))
        assert "Teach it" not in said
        assert "None" not in said


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("2/FKA to nairobi", 'unit "2/FKA" german'),
        ("13/FKA, 8/FKA to dar", 'unit "13/FKA" german'),
        ("FW to dar", 'unit "FW" german'),
        ("Abt Kraut to dar", 'unit "Abt Kraut" german'),
        ("deploy FW Moshi", 'unit "FW" german'),
        ("3 FKA tabora", 'unit "3 FKA" german'),
        ("17-fka to kilimani", 'space "Kilimani"'),
    ],
)
def test_a_unit_and_a_place_may_both_be_new(line: str, first: str) -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3]).game)
    assert f"Teach it with: {first}" in " ".join(talk.hear(line))


def test_behind_to_only_a_place_is_new() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3]).game)
    talk.hear("17-fka to kilimani")
    assert [choice.line for choice in talk.board.offered] == ['space "Kilimani"']


def test_where_a_german_unit_is_set_up_shows_where_it_starts() -> None:
    table = Table(new_game()).play(*SPARE[:2], 'unit "2 FKA" german', "deploy 2-fka dar")
    assert (table.rules(), state_of(table.game).box.units["2-fka"].start) == ([], "gea")
    table.play('unit "3 FKA" german', 'space "Moshi"', "deploy 3-fka moshi")
    assert [f.teach for f in table.found] == ["space moshi land ?"]


def test_a_fort_is_built_by_the_only_unit_of_a_space() -> None:
    talk = Talk(placed("draw invented-ruse", "adjust 103-inv.at mahenge", options="forts").game)
    talk.hear("build fort mahenge")
    assert state_of(talk.game).forts == {"german": "mahenge"}
    assert talk.game.log.entries[-1].line.startswith("build 103-inv")


def test_the_air_support_begins_the_battle() -> None:
    table = placed("draw invented-ruse", "pass", "adjust 1-kar.at moshi", "draw invented-halt")
    talk = Talk(table.game)
    talk.hear("air 2")
    assert [choice.line for choice in talk.board.offered] == ["battle moshi; air 2"]
    talk.hear("1")
    battle = state_of(talk.game).battle
    assert battle is not None
    assert battle.bonus


def test_a_number_behind_recruit_is_a_count() -> None:
    table = Table(new_game()).play(*SPARE[:2], 'unit "2 FKA" german', "deploy 2-fka dar", "ready", "recruit 2")
    assert table.game.log.entries[-1].line == "recruit count 2"
    assert "draw NAME" in table.found[-1].instead


def test_the_card_in_effect_is_asked_for() -> None:
    error = placed("draw").game.report("draw").error
    assert error is not None
    assert (error.message, "invented-ruse" in error.choices) == ("Which card is in effect? draw NAME", True)


def test_south_africans_are_british() -> None:
    table = placed("draw invented-ruse", *SA_DRAFT, "recruit 1-sa mombasa")
    assert table.rules() == []


@pytest.mark.parametrize(
    ("said", "kind"),
    [("armored car", "car"), ("armoured", "car"), ("mounted infantry", "mounted"), ("light infantry", "light"),
     ("regular", "infantry")],
)  # fmt: skip
def test_types_are_said_as_the_counters_have_them(said: str, kind: str) -> None:
    table = Table(new_game()).play(f'unit "1 RM" allied {said} pool')
    assert (state_of(table.game).box.units["1-rm"].type, table.at("1-rm")) == (kind, "pool")


@pytest.mark.parametrize("said", ["roy fus indian ocean", "25 roy fus indian ocean", "roy fus, 3/kar indian-ocean"])
def test_two_words_of_a_title_name_one_unit(said: str) -> None:
    units = ('unit "25 Roy Fus" allied start pool', 'unit "3 KAR" allied start pool')
    act = placed(*units, "draw invented-ruse", "pass", "pass").game.reader().read(f"allied> recruit {said}")
    assert act.units == ("25-roy-fus", "3-kar")[: 1 + ("," in said)]


def test_no_unit_is_drawn_twice() -> None:
    error = placed("draw invented-askari").game.report("recruit 106-inv,106-inv tabora").error
    assert error is not None
    assert error.message == "106-inv is named twice, and is one unit."


def test_13_1_4_nobody_breaks_off_or_throws_dice_in_a_battle_that_is_won() -> None:
    lines = ("draw invented-ruse", "adjust vol-lf.at voi 101-inv.at voi 104-inv.at voi", "battle voi")
    won = placed(*lines, "superiority 6,1", "fire 101-inv 5,5", options="breakoff")
    won_battle = state_of(won.game).battle
    assert won_battle is not None
    assert won_battle.winner == "german"
    assert won.play("german> breakoff 104-inv taveta").rules() == ["13.1.4"]


def test_what_is_printed_on_a_new_unit_may_stand_behind_the_number_that_teaches_it() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3]).game)
    talk.hear("FW to dar")
    talk.hear("1 start gea type light")
    unit = state_of(talk.game).box.units["fw"]
    assert (unit.start, unit.type) == ("gea", "light")


def test_the_line_may_be_written_again_with_a_number_where_a_name_is_new() -> None:
    talk = Talk(Table(new_game()).play(*SPARE[:3], 'unit "2 FKA" german start gea').game)
    talk.hear("FW to dar")
    talk.hear("2 fka to dar")
    assert talk.game.log.entries[-1].line == "deploy 2-fka dar-es-salaam"


def test_a_title_in_quotes_is_never_a_counter_that_a_word_behind_it_begins() -> None:
    table = known()
    Talk(table.game).hear('unit "Loyal N Lancs" allied inf strength 3 pool')
    line = 'unit title "Loyal N Lancs" of allied type infantry strength 3 start pool'
    assert table.game.log.entries[-1].line == line


def test_a_number_behind_the_last_of_a_list_belongs_to_it() -> None:
    table = placed()
    Talk(table.game).hear("card invented-ruse move light-3, leader-2, mounted 3")
    assert table.game.log.entries[-1].line == "card invented-ruse move light-3,leader-2,mounted-3"


@pytest.mark.parametrize("facts", ["copies 9 recruit 0 brings pool", "copies 9 recruit 0 remove no", "recruit 2"])
def test_a_title_that_is_a_number_stays_before_the_words_of_the_facts(facts: str) -> None:
    table = placed('german> card "12" german', f"card 12 {facts}")
    assert table.game.log.entries[-1].line == f"card 12 {facts}"

"""K.I.S.S. Rommel as newcomers type it: rows of dice, lists and ranges of units, places in a row, whose cards come."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.game import Game
from referee.prompt.first import FirstScreen
from referee.prompt.talk import Talk
from tests.kiss import RULESET, battle, in_fire, in_movement, new_game, table_of
from tests.test_kiss_slips import coming_back, deploying, last

TANKS = {f"15pz/tank-{n}": f"{14 + 2 * n},20" for n in (1, 2, 3)}


def lines(game: Game, count: int) -> list[str]:
    """The last lines of the record, with their sides."""
    return [f"{entry.side} {entry.line}" for entry in game.log.entries[-count:]]


def crossing() -> Talk:
    """A talk in which four units of infantry cross a minefield."""
    made = battle(first=("terms mines 1",), mines=("british> minefield",)).until("mines").play("pass")
    talk = Talk(made.game)
    talk.hear("m 15pz/inf 4 mines mines-1")
    return talk


# Whose cards


def test_blank_cards_behind_a_card_are_of_its_side_though_the_other_one_is_asked() -> None:
    talk = Talk(new_game())
    talk.hear("north top")
    talk.hear("pick 4ind; blank; blank 2")
    assert lines(talk.game, 3) == ["british pick 4ind", "british blank", "british blank 2"]


@pytest.mark.parametrize(
    ("typed", "title"),
    [("1 army tank brigade", "1 Army Tank Brigade"), ("22 guards tank", "22 Guards Tank"), ("2 nz tank 3", "2 Nz")],
)
def test_the_word_of_a_fact_is_part_of_a_title_where_no_number_stands_beside_it(typed: str, title: str) -> None:
    talk = Talk(new_game())
    talk.hear("north top")
    said = "\n".join(talk.hear(f"pick {typed}"))
    assert f'division "{title}"' in said


def test_they_are_so_too_where_the_card_had_to_be_taught_first() -> None:
    talk = Talk(new_game())
    for line in ("north top", "pick 7th armored; blank", "pick 7th armoured", "br hq 1 cruiser 2", "more"):
        talk.hear(line)
    assert lines(talk.game, 2) == ["british pick 7armoured", "british blank"]


def test_a_new_card_takes_its_nation_at_once_and_undo_gives_up_its_line_alone() -> None:
    talk = Talk(new_game())
    for line in ("north top", "pick bresciaa", "undo"):
        talk.hear(line)
    assert last(talk) == "north top"
    talk.hear("pick bresciaa")
    assert "numbers of hq, recon, tank, motor, foot, artillery" in talk.hear("it")[-1]
    assert last(talk) == "pick bresciaa"


# Dice


@pytest.mark.parametrize("typed", ["4 5 2 6", "4;5;2;6", "4,5,2,6"])
def test_a_row_of_dice_is_of_units_in_a_minefield_one_after_the_other(typed: str) -> None:
    talk = crossing()
    talk.hear(typed)
    acts = [entry.line for entry in talk.game.log.entries if entry.line.startswith("die ")]
    assert acts == ["die 4", "die 5", "die 2", "die 6"]
    assert talk.game.ask is not None
    assert talk.game.ask.verbs[0] == "move"


def test_a_row_stops_where_a_distance_is_asked_for_between_the_dice() -> None:
    talk = crossing()
    assert any("`5` waits: is it for this (How far is 15pz/inf-2" in row for row in talk.hear("4 1 5 6"))
    talk.hear("")
    assert last(talk) == "die 1"
    talk.hear("3")
    talk.hear("more")
    assert last(talk) == "die 6"


def test_die_save_and_distance_of_one_shot_are_no_other_kind() -> None:
    talk = Talk(in_fire().game)
    talk.hear("f 15pz/tank-1 4ind/inf-1")
    talk.hear("6;2;10")
    assert last(talk) == "hq 10"


def test_what_bare_numbers_meant_once_they_mean_again() -> None:
    talk = Talk(in_fire().game)
    talk.hear("f 15pz/tank-1 4ind/inf-1 6 2")
    talk.hear("1")
    talk.hear("f 15pz/tank-2 4ind/inf-2 5 3")
    assert last(talk) == "fire 15pz/tank-2 at 4ind/inf-2 range 5 roll 3"


def test_lines_that_begin_alike_are_picked_by_what_follows() -> None:
    talk = Talk(in_fire().game)
    talk.hear("f 15pz/tank-1 4ind/inf-1")
    talk.hear("f 15pz/tank-2 4ind/inf-1 5 6")
    assert any("15pz/tank-2 at 4ind/inf-1 roll 5 save 6" in row for row in talk.hear("ro"))


@pytest.mark.parametrize(("numbers", "written"), [("3 2", "range 3 roll 2"), ("5 6 6", "range 5 roll 6 save 6")])
def test_numbers_that_cannot_be_so_are_not_asked_about(numbers: str, written: str) -> None:
    line = in_fire().game.report(f"f 15pz/tank-1 4ind/inf-4 {numbers}").line
    assert line == f"fire 15pz/tank-1 at 4ind/inf-4 {written}"


# Lists and ranges


def test_several_units_are_deployed_and_dug_in_by_a_list_or_a_range() -> None:
    made = deploying().play("deploy 4ind/inf-1..8 dug-in", "deploy 4ind/art,4ind/hq")
    assert sum(bool(stand.trench) for stand in made.table.units.values()) == 8
    assert made.question.startswith("2 units and 3 Supply bases")
    made.play("deploy 4ind/inf-9,15pz/hq")
    assert made.flags == ["KO6"]


def test_what_no_more_is_left_of_is_placed_anew_by_its_short_name() -> None:
    game = deploying().play("dep supply 66,6 66,24 66,40", "dep hq 60,20").game
    assert game.report("dep base-1 67,7").line == "deploy british/base-1 67,7"
    assert game.report("dep hq 60,22").line == "deploy 4ind/hq 60,22"


def test_a_place_for_each_of_several_that_move() -> None:
    made = in_movement(first=("terms width 72 depth 48",), at=TANKS)
    made.play("move 15pz/tank 16,22 18,22 20,30")
    assert [finding.message for finding in made.found if finding.kind == "illegal"] == [
        '15pz/tank-3 moved 10"; the speed is 6"'
    ]
    made.play("back", "move 15pz/tank 16,22 18,22")
    assert made.failed[-1].startswith("3 units (15pz/tank-1, 15pz/tank-2 and 15pz/tank-3), 2 positions: each has one")
    made.play("move 15pz/tank 16,22 18,22 20,24")
    assert [str(made.unit(f"15pz/tank-{n}").at) for n in (1, 2, 3)] == ["16,22", "18,22", "20,24"]


# Positions that get lost


def test_where_units_stand_that_moved_by_the_tape_is_asked_once_for_all() -> None:
    talk = Talk(in_movement(first=("terms width 72 depth 48",), at=TANKS).game)
    asked = talk.hear("m 15pz/tank 4")[-1]
    assert "The place where 15pz/tank-1, 15pz/tank-2 and 15pz/tank-3, in this order, stand now?" in asked
    talk.hear("16,24 18,24 20,24")
    assert last(talk) == "place 15pz/tank at 16,24,18,24,20,24"
    assert talk.question is None
    assert "Movement" in talk.hear("m 15pz/inf 4")[-1], "which had no positions before"


def test_nobody_is_deployed_without_a_place_by_an_enter_where_others_have_one() -> None:
    talk = Talk(deploying().play("deploy 4ind/hq 60,20").game)
    talk.hear("")
    talk.hear("")
    assert last(talk) == "deploy 4ind/hq 60,20"
    assert any("no place of 4ind/art-1 and 4ind/art-2 was told" in row for row in talk.hear("deploy 4ind/art"))
    talk.hear("place 4ind/art 64,20 66,20")
    assert str(table_of(talk.game).stand("4ind/art-2").at) == "66,20"


def test_as_many_places_as_units_are_due() -> None:
    error = str(coming_back().game.report("place 15pz/tank-1 31,22 33,22").error)
    assert error == "1 unit (15pz/tank-1), 2 positions: each has one, in this order."


# Given up for good


def test_the_swap_of_an_hq_is_not_given_up_by_one_enter_or_passed_over_unasked() -> None:
    talk = Talk(in_fire().play("fire 15pz/tank-1 at 4ind/hq range 5 roll 6 save 1 nearest").game)
    assert talk.hear("")[0].startswith("Enter gives up the swap of 4ind/hq for good")
    assert any("the swap of 4ind/hq would be passed over" in row for row in talk.hear("f 15pz/tank-2 4ind/inf-1 3 2"))
    talk.hear("back")
    talk.hear("")
    assert any("4ind/hq is Scattered" in row for row in talk.hear(""))


# What is counted


def test_a_number_without_a_place_is_a_count_and_an_escarpment_is_a_line() -> None:
    talk = Talk(new_game())
    for line in ("2 hills", "bad ground", "escarpment 20,20 20,30"):
        talk.hear(line)
    assert list(table_of(talk.game).terrain) == ["hill-1", "hill-2", "bad-1", "escarpment-1"]
    assert talk.game.report("terrain hill 5").status == "held"


def test_dug_in_units_without_a_target_are_not_waited_for() -> None:
    rest = {f"4ind/{unit}": f"60,{4 * n}" for n, unit in enumerate(["hq", "recon-1", "art-1", "art-2"], 1)}
    inf = {f"4ind/inf-{n}": f"{44 + 2 * n},30" for n in range(1, 10)}
    axis = [u for u in in_fire().table.units if u.startswith(("15pz", "axis"))]
    made = battle(
        first=("terms width 72 depth 48",), dug=("4ind/inf-1",),
        at={**rest, **inf, **{unit: f"{2 + 2 * n},20" for n, unit in enumerate(axis)}},
    ).until("movement")  # fmt: skip
    made.play("pass")
    assert made.table.step == "fire"


# Options


@pytest.mark.parametrize(
    ("replies", "chosen"),
    [
        (["quicker yes, italian-hq yes"], {"quicker": "yes", "italian-hq": "yes"}),
        (["quicker and italian-hq on", ""], {"quicker": "yes", "italian-hq": "yes"}),
        (["quicker maybe", "", "quicker on"], {"quicker": "yes"}),
        (["quick italian-foot", "", ""], {"quicker": "yes", "italian-foot": "yes"}),
        (["quick=perhaps", "tiger", ""], {"tiger": "yes"}),
    ],
)
def test_a_named_option_takes_its_value_behind_it_or_the_other_one_by_enter(
    replies: list[str], chosen: dict[str, str]
) -> None:
    left = iter(replies)
    screen = FirstScreen(lambda asked: next(left), lambda told: None)
    assert screen._options(RULESET, {}) == chosen


def fired_at_infantry(said: str) -> list[str]:
    muster = ("north top", "axis> pick 15pz", *["axis> blank"] * 4, "british> pick 4ind", *["british> blank"] * 4)
    laid = ("british> pass", "british> pass", "axis> pass", "british> deploy 4ind", "british> deploy british",
            "british> pass", "axis> deploy 15pz", "axis> deploy axis", "axis> pass", "axis> pass")  # fmt: skip
    game = new_game()
    for line in ("terms width 72 depth 48", *muster, *laid, said):
        run(game, line)
    return [found.rule for found in run(game, "british> fate saved").findings]


def test_ks2_what_a_die_decided_is_not_settled_otherwise() -> None:
    assert fired_at_infantry("axis> fire 15pz/tank-1 at 4ind/inf-1 range 5 nearest roll 5 save 3") == ["KS2"]


def test_ks3_no_save_against_an_88_is_settled() -> None:
    assert fired_at_infantry("axis> fire 15pz/88-1 at 4ind/recon-1 range 5 nearest roll 6") == ["KS3"]


@pytest.mark.parametrize("said", ["x> pass", "pa\x07ss", "pass " * 7000])
def test_what_cannot_be_read_at_a_new_name_is_no_crash(said: str) -> None:
    talk = Talk(new_game())
    talk.hear("axis> north top")
    talk.hear("pick foo")
    assert talk.hear(said)


def test_names_from_one_to_another_are_no_way_around_the_most_words_of_a_line() -> None:
    error = new_game().report("deploy " + ",".join(["inf-1..30"] * 40)).error
    assert error is not None
    assert "500 is the most" in error.message


# What waits, and what is given up


def test_what_takes_a_flagged_line_back_uses_no_line_that_waits() -> None:
    talk = Talk(new_game())
    talk.hear("north top")
    talk.hear("mine 3,3 3,3; pass; pass")
    assert (talk.game.held is not None, talk.waiting.lines) == (True, ["pass", "pass"])
    talk.hear("pass")
    assert (talk.game.held, talk.waiting.lines) == (None, ["pass", "pass"])


def test_a_card_that_is_no_division_leaves_the_lines_behind_it_waiting() -> None:
    talk = Talk(new_game())
    talk.hear("north top")
    talk.hear("deal trento; blank; 15pz")
    said = talk.hear("blank")
    assert "Given up: deal trento" in said
    assert talk.waiting.lines == ["blank", "15pz"]

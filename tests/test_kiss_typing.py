"""What newcomers type in K.I.S.S. Rommel: bare numbers, shortened keywords, names in pieces, cards that are new."""

from __future__ import annotations

import pytest

from referee.prompt.may import may_line
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.kiss_rommel.names import Card
from tests.kiss import INVENTED, Battle, battle, in_fire, in_movement, mustered, new_game, table_of

SWAP = "fire 15pz/tank-1 at 4ind/hq range 5 nearest roll 5 save 2"


@pytest.mark.parametrize("line", ["4", "10"])
def test_a_number_alone_is_no_unit(line: str) -> None:
    answer = in_fire().game.report(line)
    assert answer.status == "failed"
    assert answer.error is not None
    assert answer.error.choices == ()
    assert "answers nothing that is open" in answer.error.message


def test_numbers_behind_the_target_are_range_and_dice() -> None:
    answer = in_fire().game.report("f 15/tank-2 4ind/inf-1 5 6 2 10")
    assert answer.line == "fire 15pz/tank-2 at 4ind/inf-1 range 5 roll 6 save 2 hq 10"


def test_a_keyword_of_a_card_may_be_shortened() -> None:
    answer = new_game().report('division "9th Invented" german as "9inv" hq 1 rec 2 art 2 flak 1')
    assert answer.line.endswith('as "9inv" hq 1 recon 2 artillery 2 flak88 1')


def test_a_type_under_extra_that_has_its_own_word() -> None:
    made = Battle(new_game()).play('division "9th Invented" german as "9inv" hq 1 extra artillery')
    assert [(f.rule, f.instead) for f in made.found if f.kind is Kind.ILLEGAL] == [("KO3", "artillery NUMBER")]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("m 21 rec 1 9", "move 21inv/recon-1 distance 9"),
        ("m 15/tank 2 6", "move 15pz/tank-2 distance 6"),
        ("m 15 pz tank 3 6", "move 15pz/tank-3 distance 6"),
    ],
)
def test_a_name_in_pieces(line: str, written: str) -> None:
    assert in_movement(axis=("15pz", "21inv")).game.report(line).line == written


def test_the_pieces_of_a_name_may_still_be_several() -> None:
    assert in_movement(axis=("15pz", "21inv")).game.report("m tank 1 3").status == "failed"


def test_an_unknown_card_is_asked_for_its_nation_and_its_units() -> None:
    game = new_game()
    talk = Talk(game)
    talk.hear("north top")
    talk.hear("pick itallian")
    assert "Nation?" in "".join(talk.hear(""))
    talk.hear("italian")
    assert "How many HQs" in "".join(talk.hear(talk.default))
    assert "How many reconnaissance bases" in "".join(talk.hear("1"))
    division = table_of(game).box.divisions[Card("itallian")]
    assert (division.nation, division.units) == ("italian", {"hq": 1})


def test_the_toolbar_names_deal_though_no_card_is_left_on_file() -> None:
    game = new_game()
    game.report("north top")
    talk = Talk(game)
    assert "pi(ck)" in may_line(game, talk.tree, 100)
    game.report("pick 15pz")
    assert "dea(l)" in may_line(game, talk.tree, 100)
    assert "pi(ck)" not in may_line(game, talk.tree, 100)


# Enter


def test_enter_brings_a_unit_back_before_it_ends_the_phase() -> None:
    made = in_movement().play("exit 15pz/tank-1").until("hq-return")
    offered = []
    while made.table.step == "hq-return":
        ask = made.game.ask
        assert ask is not None
        offered.append((ask.enter, ask.question.partition(":")[0]))
        made.play(ask.enter)
    first, then = "HQs may bring back one Scattered unit each", "No HQ can bring a Scattered unit back"
    assert offered == [("return 15pz/tank-1", first), ("pass", then)]


def test_infantry_far_from_a_minefield_is_not_asked_to_clear_it() -> None:
    terms, mines = ("terms width 72 depth 48 mines 1",), ("british> minefield at 60,10 64,14",)
    units = [f"15pz/inf-{n}" for n in range(1, 5)]
    far = {unit: f"{10 + 4 * n},20" for n, unit in enumerate(units)}
    assert battle(first=terms, mines=mines, at=far).question.startswith("No infantry can clear a minefield")
    assert battle(first=terms, mines=mines).question.startswith("Infantry beside a minefield may clear")


def test_supply_bases_are_called_so_and_the_last_of_them_ends_the_stage() -> None:
    made = Battle(new_game()).play("axis> north top", *mustered(["15pz"], ["4ind"]), "british> pass")
    made.play("british> pass", "axis> pass", "deploy 4ind")
    assert made.question.startswith("3 Supply bases to deploy")
    made.play("deploy british")
    assert made.question.startswith("Germans: 12 units and 3 Supply bases to deploy")
    assert made.game.report("british> pass").status == "known", "who ends it all the same reports no second act"


# Words


def test_the_question_says_where_positions_count_from() -> None:
    made = Battle(new_game()).play("terms width 72 depth 48")
    assert made.question.endswith("0,0 is the bottom left corner")
    made.play(*INVENTED, "axis> north right", *mustered(["15pz"], ["4ind"]), "british> pass")
    assert made.question.endswith("0,0 is the bottom left corner, the own edge is at the bottom")


def test_a_line_that_lets_the_swap_pass_says_so() -> None:
    made = in_fire().play(SWAP, "fire 15pz/tank-2 4ind/inf-2 range 5 nearest")
    assert made.told("its swap is let pass")

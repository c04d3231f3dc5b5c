"""What hurried players of K.I.S.S. Rommel type beside the mark: rows, lists, blank cards, own units as targets."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.prompt.haste import UNMEANT, UNUSED
from referee.prompt.learning import LEFT
from referee.prompt.may import may_line
from referee.prompt.talk import Talk
from referee.ruleset import Impossible
from rulesets.kiss_rommel.names import Unit
from tests.kiss import INVENTED, Battle, battle, in_fire, in_movement, mustered, new_game, table_of

INFANTRY = tuple(f"inf-{n}" for n in range(1, 5))
FIFTEENTH = ("hq", *(f"recon-{n}" for n in (1, 2)), *(f"tank-{n}" for n in (1, 2, 3)), *INFANTRY, "art-1", "88-1")


def counting() -> Talk:
    """A talk that asks for the HQs of a new division."""
    talk = Talk(new_game())
    for line in ("north top", "deal trento", "y", "italian"):
        talk.hear(line)
    return talk


def last(talk: Talk) -> str:
    """The last line of the record."""
    return talk.game.log.entries[-1].line


@pytest.mark.parametrize("line", ["deal blank", "pick blanks", "british> deal blank card"])
def test_a_blank_card_is_no_division_to_be_taught(line: str) -> None:
    error = new_game().report(line).error
    assert isinstance(error, Impossible)
    assert error.message.endswith("is no division; a blank card is told with `blank` alone [KO2].")


@pytest.mark.parametrize(
    ("answer", "taught"),
    [
        ("hq 1 recon 1 motor 9 art 2", "division trento hq 1 recon 1 motor 9 artillery 2"),
        ("1 hq, 2 recon", "division trento hq 1 recon 2"),
        ("hq 1, 88mm 1", "division trento hq 1 flak88 1"),
        ("hq 1", "division trento hq 1"),
        ("88 1", "division trento flak88 1"),
    ],
)
def test_a_row_of_types_answers_where_one_of_them_is_asked_for(answer: str, taught: str) -> None:
    talk = counting()
    talk.hear(answer)
    assert last(talk) == taught


def test_what_was_asked_is_asked_again_where_the_answer_told_another_type() -> None:
    assert "How many HQs" in counting().hear("88 1")[-1]
    assert any("'bikes' tells nothing about trento" in line for line in counting().hear("hq 1 bikes 2"))


def test_a_list_where_one_is_due_is_as_many_acts_with_one_digit() -> None:
    talk = Talk(new_game())
    assert "  1) terrain hill; terrain hill; terrain bad" in talk.hear("hill, hill, bad")
    assert not table_of(talk.game).terrain
    talk.hear("1")
    assert list(table_of(talk.game).terrain) == ["hill-1", "hill-2", "bad-1"]


def test_a_bad_name_in_a_list_is_named_and_nothing_of_the_list_is_done() -> None:
    talk = Talk(new_game())
    assert any("'xx' is not a kind" in line for line in talk.hear("hill, xx, bad"))
    assert "  1) hill; bad" in talk.hear("hill bad")
    assert not talk.game.log.entries
    talk.hear("north top")
    assert "  1) deal 15pz; deal 4ind" in talk.hear("deal 15pz, 4ind")


@pytest.mark.parametrize(
    ("line", "said"), [("terms", "terms tells nothing yet: terms width"), ("terms mines", "mines tells nothing alone")]
)
def test_terms_without_one_are_not_written_down(line: str, said: str) -> None:
    game = new_game()
    error = game.report(line).error
    assert error is not None
    assert error.message.startswith(said)
    assert not game.log.entries


def test_an_own_unit_is_no_target_of_a_line_without_a_verb() -> None:
    game = in_movement().game
    assert "2 of what?" in str(game.report("15pz/inf-3 6 2").error)
    assert "fire needs a unit" in str(in_fire().game.report("15pz/tank-1 6").error)
    run(game, "adjust turn.step hq-return 15pz/inf-1.status scattered")
    assert "a verb comes before it" in str(game.report("inf-4 6 2").error)
    assert "a verb comes before it" in str(game.report("15pz/tank-1 6 2").error)
    assert game.report("15pz/tank-1 6").line == "move 15pz/tank-1 distance 6"
    run(game, "undo")
    assert game.report("air 15pz/tank-1 6").status == "held"
    two = in_fire(axis=("15pz", "21inv")).game
    assert str(two.report("4ind/inf-1 inf-1 6").error) == "'inf-1' may be 15pz/inf-1 or 21inv/inf-1."
    assert [f.rule for f in two.report("move 15pz/tank 3").findings] == ["KT2"], "said once of all three"


@pytest.mark.parametrize("line", ["inf-4 5 3", "recon-1 9 3", "15pz/tank-1 6 5"])
def test_an_own_unit_and_numbers_are_never_an_attack_from_the_air(line: str) -> None:
    talk = Talk(in_movement(first=("terms planes 2",)).game)
    count, number = len(talk.game.log.entries), line[-1]
    assert f"  1) enemy {number}  2) roll {number}  3) hq {number}" in talk.hear(line)
    assert len(talk.game.log.entries) == count
    talk.hear("1")
    assert last(talk).startswith("move 15pz/")
    game = in_fire(first=("terms planes 2",)).game
    assert "fire needs a unit" in str(game.report(line).error)
    assert game.report("air inf-2 5 3").line == "air 4ind/inf-2 roll 5 save 3"


# The same numbers, two meanings


def test_bare_numbers_behind_a_target_are_asked_for_once_where_nothing_tells_the_range() -> None:
    talk = Talk(in_fire().game)
    said = talk.hear("f 15pz/tank-1 4ind/inf-1 6 1 nearest")
    assert "Is 6 the range, or the roll?" in said
    talk.hear("2")
    assert last(talk) == "fire 15pz/tank-1 at 4ind/inf-1 roll 6 save 1 nearest"


@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        ("6 1", "roll 6 save 1"),
        ("2", "roll 2"),
        ("3.5 2", "range 3.5 roll 2"),
        ("4in 2", "range 4 roll 2"),
        ("4 inches 2", "range 4 roll 2"),
        ("4 6 2 10", "range 4 roll 6 save 2 hq 10"),
        ("4 roll 2", "range 4 roll 2"),
        ("3 2", "range 3 roll 2"),
        ("6 5 2", ""),
        ("6 6 2", "range 6 roll 6 save 2"),
        ("6 1 5", "roll 6 save 1 hq 5"),
    ],
)
def test_bare_numbers_are_the_dice_where_positions_tell_the_range(numbers: str, written: str) -> None:
    at = {"15pz/tank-1": "30,20", "4ind/inf-1": "30,24.5"}
    answer = in_fire(at=at).game.report(f"f 15pz/tank-1 4ind/inf-1 {numbers} nearest")
    assert answer.line == f"fire 15pz/tank-1 at 4ind/inf-1 {written} nearest" if written else answer.status == "failed"


def test_a_number_behind_a_type_is_one_of_it_where_a_place_is_told() -> None:
    first = ("terms width 72 depth 48",)
    made = in_movement(first=first, at={"15pz/tank-2": "30,27"}, dug=("15pz/inf-1",))
    assert made.game.report("m 15pz tank 2 35,27").line == "move 15pz/tank-2 to 35,27"
    assert made.game.report("m 88 3").line == "move 15pz/88-1 distance 3"
    assert "mines tells nothing alone" in str(made.game.report("m tank-1 6 mines").error)
    assert made.play("m 15pz/inf 3").found[-1].message.startswith("15pz/inf-1 would leave a Dug-in position")


# Deployment


def deploying() -> Battle:
    """The British deploy one division, on a table with positions."""
    made = Battle(new_game()).play("terms width 72 depth 48", "north top", *mustered(["15pz"], ["4ind"]))
    return made.play("british> pass", "british> pass", "axis> pass")


def test_each_nation_is_stopped_once_more_before_the_next_one_deploys() -> None:
    talk = Talk(deploying().game)
    talk.hear("")
    assert any("all are deployed (`dug-in`: 0 of 16); the Germans deploy next" in row for row in talk.hear(""))
    talk.hear("4ind/art dug")
    assert last(talk) == "deploy 4ind/art dug-in"
    talk.hear("deploy 15pz")
    assert talk.game.held is None, "which goes on without it"


def test_as_many_positions_as_a_type_has_units_are_for_the_type() -> None:
    game = deploying().game
    assert game.report("dep 4i/art 60,20 64,20").line == "deploy 4ind/art 60,20,64,20"
    assert game.report("dep 4i/inf 60,20").status == "failed"
    assert game.report("deploy supply 66,6 66,18 66,30").line == "deploy british 66,6,66,18,66,30"


def test_yes_does_what_is_only_asked_about() -> None:
    talk = Talk(deploying().play("bases").game)
    assert talk.hear("done")[-1] == "Enter takes it back; yes does it."
    talk.hear("yes")
    assert (talk.game.held, table_of(talk.game).stage) == (None, "german")


def test_a_minefield_has_a_width_and_what_is_held_may_be_said_again_in_full() -> None:
    made = Battle(new_game()).play("terms mines 2")
    assert made.game.report("hill 20,20").status == "held"
    assert made.game.report("hill 20,20 3").line == "terrain hill 20,20 radius 3"
    assert made.game.report("bad 50,20 56,20").status == "held"


# What is given up is said


def test_ctrl_c_says_what_it_drops_and_more_answers_what_is_asked() -> None:
    talk = counting()
    talk.waiting.put(talk.game, ["1", "2", "blank"])
    talk.hear("more")
    assert [entry.line for entry in talk.game.log.entries[-1:]] == ["division trento hq 1"]
    said = talk.drop()
    assert "Given up: 2; blank" in said
    assert any(row.startswith("Not answered: [KO3]") for row in said)


@pytest.mark.parametrize("word", ["pass", "next", "done"])
def test_whatever_passes_leaves_a_count_unknown(word: str) -> None:
    talk = counting()
    count = len(talk.game.log.entries)
    assert LEFT in talk.hear(word)
    assert len(talk.game.log.entries) == count


def test_a_long_undo_that_is_given_up_is_told_first() -> None:
    talk = Talk(in_movement().game)
    talk.hear("undo 2")
    assert talk.hear("m 15pz/hq 3")[0] == "Given up, and nothing of it was done: undo 2"


def test_another_number_or_name_is_no_slip_of_one_on_file_and_enter_gives_no_line_up_at_once() -> None:
    for line in ("deal 21pz", "deal trieste"):
        talk = Talk(new_game())
        talk.hear("north top; division Ariete italian")
        talk.drop()
        assert any("Enter: yes, teach it" in row for row in talk.hear(line))
    talk = counting()
    talk.drop()
    assert any("is another meant?" in row for row in talk.hear("deal trenot"))
    assert talk.hear("")[0] == "Not done yet: deal trenot"
    assert "Given up: deal trenot" in talk.hear("")


# Steps


def test_the_first_enter_in_each_step_does_nothing_though_one_was_stopped_before() -> None:
    made = battle(dug=("4ind/inf-1",)).until("movement")
    talk = Talk(made.game)
    for step in ("movement", "dug-in-fire", "fire"):
        assert table_of(talk.game).step == step
        assert UNUSED in talk.hear("")
        talk.hear("")


def test_what_is_played_behind_the_end_is_flagged_by_the_rule_that_ended_the_battle() -> None:
    made = in_movement()
    made.play("axis> end 5", "stand", "move 15pz/hq 3")
    assert made.flags[-1] == "KT3"
    made = Battle(new_game()).play("north top", "pick 15pz").fresh().play("british> pick 15pz")
    assert made.flags == ["KO2"]


def test_the_save_of_a_type_is_asked_for_before_a_die_is_thrown_for_it() -> None:
    first = ('division "9th Invented" british as "9inv" hq 1 cruiser 2',)
    made = Battle(new_game()).play(*first, "north top", *mustered(["15pz"], ["9inv"]), *["british> pass"] * 2)
    made.play("axis> pass").fresh().play("deploy 9inv")
    assert [finding.teach for finding in made.found] == ["type cruiser save ?"]


# Where a unit came back


def coming_back() -> Talk:
    """A talk on a table with positions, in which a unit came back and its place was not told."""
    at = {f"15pz/{unit}": f"{30 + 2 * n},20" for n, unit in enumerate(("hq", "recon-1", "tank-1"))}
    talk = Talk(battle(first=("terms width 72 depth 48",), at=at).game)
    talk.hear("adjust 15pz/tank-1.status scattered turn.step hq-return")
    for unit in ("recon-2", "tank-2", "tank-3", *(f"inf-{n}" for n in range(1, 5)), "art-1", "88-1"):
        talk.hear(f"adjust 15pz/{unit}.status destroyed")
    assert "[KC2] The place where 15pz/tank-1 stands now? (as in 20,10;" in talk.hear("")[-1]
    return talk


def test_the_place_of_a_unit_that_came_back_is_asked_for_and_judged_and_its_move_from_there() -> None:
    talk = coming_back()
    assert any("ILLEGAL [KC2] it comes back within 2" in row for row in talk.hear("40,20"))
    talk.hear("back")
    talk.hear("31,22")
    assert last(talk) == "place 15pz/tank-1 at 31,22"
    assert any("moved 8" in row for row in talk.hear("move 15pz/tank-1 to 31,30"))
    talk.hear("back")
    assert "stands at 31,22" in str(talk.game.report("place 15pz/tank-1 at 20,20").error)


@pytest.mark.parametrize("line", ["", "place 15pz/tank-1 31,22"])
def test_a_place_that_is_left_unknown_or_told_in_a_line_of_its_own_is_not_asked_for_again(line: str) -> None:
    talk = coming_back()
    talk.hear(line)
    assert talk.question is None


# Several at once


def test_several_blank_cards_come_in_one_line() -> None:
    made = Battle(new_game()).play("north top", "pick 15pz", "blank 3")
    assert [card.division for card in made.table.cards["axis"]] == ["15pz", "", "", ""]
    assert made.flags == []
    assert made.play("blank 2").flags == ["KO2"]
    assert str(new_game().report("deal 2 blank").error).startswith("2-blank is no division; blank cards are told with")


@pytest.mark.parametrize(("line", "written"), [("4 blanks", "blank 4"), ("blanks", "blank"), ("two blanks", "blank 2")])
def test_blank_cards_are_counted_before_their_word(line: str, written: str) -> None:
    assert Battle(new_game()).play("north top", "pick 15pz").game.report(line).line == written


@pytest.mark.parametrize(
    ("line", "first", "then"),
    [
        ("2 hills, 1 bad ground", "terrain hill count 2", "terrain bad"),
        ("bad ground 10,10 16,14, and hill 36,24 r 3", "terrain bad 10,10,16,14", "terrain hill 36,24 radius 3"),
    ],
)
def test_several_acts_of_one_kind_in_a_list_are_offered(line: str, first: str, then: str) -> None:
    talk = Talk(new_game())
    assert "These are several acts. Is this meant?" in talk.hear(line)
    talk.hear("1")
    assert [entry.line for entry in talk.game.log.entries] == [first, then]


def test_a_pass_behind_a_step_that_passed_by_itself_asks_once() -> None:
    at = {f"15pz/{unit}": f"{4 + 2 * n},40" for n, unit in enumerate(FIFTEENTH)}
    at |= {f"axis/base-{n}": f"4,{10 * n}" for n in (1, 2, 3)} | {"4ind/inf-1": "60,20"}
    talk = Talk(battle(at=at, dug=("4ind/inf-1",), first=("terms width 72 depth 48",)).game)
    assert "  KT2: pass (the only choice)" in talk.hear("pass")
    assert talk.hear("pass")[0] == UNMEANT
    assert table_of(talk.game).step == "fire"
    talk.hear("pass")
    assert table_of(talk.game).side == "british"


def test_what_can_clear_no_mines_moves_in_the_phase_before_movement() -> None:
    mined = battle(mines=("british> minefield",), first=("terms mines 1",))
    assert str(mined.game.report("15pz/inf-1 6").error).startswith("clear needs a minefield")
    assert mined.game.report("15pz/inf-1 mines-1 3").line == "clear 15pz/inf-1 mines-1 roll 3"
    assert mined.game.report("15pz/tank 6").line == "move 15pz/tank distance 6"


def test_units_and_their_places_in_turn() -> None:
    made = Battle(new_game()).play("north top", *mustered(["15pz"], ["4ind"]), *["british> pass"] * 2, "axis> pass")
    line = "4ind/hq 60,24, inf-1 at 62,20, art-2 62,22"
    assert made.game.report(line).line == "deploy 4ind/hq,4ind/inf-1,4ind/art-2 60,24,62,20,62,22"
    made.play("british> all", "pass", "axis> 15pz", "axis> bases")
    assert "; no place yet: 15pz/hq, 15pz/recon-1, 15pz/recon-2 and 12 more (`place" in made.question


def test_all_that_is_left_of_a_nation_is_deployed_in_one_line_and_bases_are_those_of_who_deploys() -> None:
    made = Battle(new_game()).play("north top", *mustered(["15pz"], ["4ind"]), *["british> pass"] * 2, "axis> pass")
    assert "There are: british/base-1" in str(made.game.report("deploy nobody").error)
    made.play("deploy 4ind/hq", "deploy the rest").fresh().play("deploy bases")
    assert [finding.message for finding in made.found] == ["british is deployed"]
    assert made.question.startswith("all are deployed")
    assert made.unit("axis/base-1").status == "reserve"


# What is told beside the mark


def test_bare_numbers_are_the_size_of_the_table_and_no_minefields_or_aircraft() -> None:
    assert "did you mean width" in str(new_game().report("terms widht 72").error)
    assert "width is 12 to 999 inches" in str(new_game().report("terms 6 4").error)
    assert str(new_game().report("terms 72 48 4").error).startswith("4 of what? Write mines 4 or")


def test_a_minefield_on_another_one_is_warned_about() -> None:
    made = Battle(new_game()).play("terms mines 3", "north top", *mustered(["15pz"], ["4ind"]), "british> pass")
    made.play("minefield 60,20 64,24").fresh().play("minefield 60,20 64,24")
    assert [finding.message for finding in made.found] == ["mines-1 lies there already"]


def test_a_value_behind_a_flagged_line_completes_it_if_nothing_is_wrong_then() -> None:
    talk = Talk(new_game())
    assert any("one point is no shape without a radius" in row for row in talk.hear("hill 20,20"))
    talk.hear("1000")
    assert not table_of(talk.game).terrain
    talk.hear("3")
    assert last(talk) == "terrain hill 20,20 radius 3"


def test_the_number_of_a_choice_may_stand_where_its_word_would() -> None:
    talk = Talk(new_game())
    talk.hear("n")
    talk.hear("n 3")
    assert last(talk) == "north bottom"


def test_what_can_be_said_at_any_time_is_said_by_whoever_is_asked() -> None:
    made = Battle(new_game()).play("north top", *mustered(["15pz"], ())[:5])
    assert made.game.report('division "Invented" british as "inv"').side == "british"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move 15pz/tank-2 6 mines", "mines tells nothing alone. No minefield can be named there now."),
        ("move 15pz/tank-2 6 gap", "gap tells nothing alone. No gap can be named there now."),
        ("move 15pz/tank-2 6 mines-1", "No minefield is called 'mines-1'. No minefield can be named there now."),
    ],
)
def test_no_word_is_offered_for_itself(line: str, said: str) -> None:
    assert str(in_movement().game.report(line).error) == said


def test_a_name_without_a_verb_is_no_slip_of_itself() -> None:
    game = in_movement().game
    run(game, "adjust turn.step hq-return")
    assert "a verb comes before it" in str(game.report("15pz/tank-1 there").error)


def test_aircraft_attack_no_own_unit_and_the_word_of_a_field_may_be_part_of_a_name() -> None:
    assert in_fire(first=("terms planes 1",)).game.report("air inf-3").line == "air 4ind/inf-3"
    talk = Talk(in_movement().game)
    talk.hear("m 15pz hq 12,22")
    assert last(talk) == "move 15pz/hq to 12,22"
    assert "  Legal: move 15pz/hq 6" in talk.hear("m 15pz hq 6")


def test_a_shot_of_an_88_says_why_there_is_no_save() -> None:
    made = in_fire().play("fire 15pz/88-1 at 4ind/recon-1 range 5 roll 5 nearest", "hq 4")
    assert made.told("4ind/recon-1 is Scattered: 4\" from its HQ, command range 12\"; no save against 15pz/88-1 [KS3]")


def test_a_few_acts_of_a_turn_are_undone_at_once() -> None:
    talk = Talk(in_movement().game)
    talk.hear("m 15pz/tank-1 6")
    talk.hear("m 15pz/tank-2 6")
    assert talk.hear("undo 2")[0].startswith("Undone: 2 acts")
    assert not table_of(talk.game).units[Unit("15pz/tank-1")].moved


def test_what_may_be_said_to_a_line_that_waits_is_told() -> None:
    made = Battle(new_game()).play("north top", *mustered(["15pz"], ["4ind"]), *["british> pass"] * 2, "axis> pass")
    talk = Talk(made.game)
    for line, waits in (("deploy bases", "dep(loy)"), ("pass", "yes, no"), ("axis> deploy 15pz", 'stand "why", back')):
        talk.hear(line)
        assert may_line(talk.game, talk.tree, 100).startswith(f"may: {waits}")
    assert talk.hear("?")[0].startswith('A line waits. stand "why": lets it stand')
    talk.hear("back")
    talk.hear("resign")
    assert talk.hear("?")[-1].startswith("resign: that ends the game")
    assert talk.question is not None


# What is near, and what is gone


def test_only_what_may_act_now_is_taken_for_a_short_name() -> None:
    made = Battle(new_game()).play("terms width 72 depth 48", *INVENTED, "north top")
    made.play(*mustered(["15pz", "132inv"], ["4ind"]), *["british> pass"] * 2, "axis> pass")
    assert made.game.report("tank 20,6 20,8").line == "deploy 132inv/tank 20,6,20,8"
    assert made.game.report("deploy hq 22,12").line == "deploy 132inv/hq 22,12"
    two = battle(british=("4ind", "7inv"), dug=("7inv/inf-1",)).until("dug-in-fire").game
    assert two.report("inf-1 at recon-1 roll 3 nearest").line == "fire 7inv/inf-1 at 15pz/recon-1 roll 3 nearest"
    assert "needs a minefield" in str(in_movement().game.report("clear inf-1 5").error), "and none of the other side"


def test_the_minefield_beside_a_unit_is_offered() -> None:
    fields = ("british> minefield at 24,15 25,25", "british> minefield at 44,15 45,25")
    first = ("terms width 72 depth 48 mines 2",)
    for line in ("clear inf-1 5", "15pz/inf-1 clears 5"):
        talk = Talk(battle(at={"15pz/inf-1": "23.4,20"}, mines=fields, first=first).game)
        assert "  1) mines-1" in talk.hear(line)
        talk.hear("1")
        assert last(talk) == "clear 15pz/inf-1 mines-1 roll 5"


def test_more_blank_cards_than_may_come_are_counted() -> None:
    made = Battle(new_game()).play("north top", "pick 15pz", "blank").fresh().play("blank 4")
    assert [(f.message, f.instead) for f in made.found] == [
        ("Axis has 2 force cards of 5; 3 more can be blank, not 4", "blank 3")
    ]


def test_who_claims_for_himself_is_meant() -> None:
    assert in_movement().game.report("british> claim").line == "claim british"


def test_the_die_that_a_held_pass_skips_may_be_told() -> None:
    made = battle(mines=("british> minefield",), first=("terms mines 1",)).until("movement")
    talk = Talk(made.play("move 15pz/inf-1 6 mines mines-1").game)
    talk.hear("pass")
    assert talk.hear("4")[:2] == ["Taken back: Axis: pass", "Axis: die 4"]


def test_the_only_88_is_called_so_and_what_is_gone_is_said() -> None:
    made = in_movement(axis=("15pz", "132inv"))
    assert made.game.report("88 6").line == "move 15pz/88-1 distance 6"
    run(made.game, "adjust 132inv/hq.status destroyed")
    for line in ("132 hq 6", "m 132 hq 6", "132inv/hq 6"):
        assert str(made.game.report(line).error) == "132inv/hq is Destroyed [KC1].", line


def test_a_number_while_a_line_is_held_offers_no_card() -> None:
    talk = Talk(in_movement().game)
    talk.hear("m 15pz/inf-1 9")
    assert not any("pick" in row for row in talk.hear("4"))


def test_a_base_on_another_or_over_the_edge_is_warned_about() -> None:
    at = {"15pz/tank-3": "35,45", "15pz/inf-1": "20,20", "15pz/inf-2": "20,23"}
    made = in_movement(first=("terms width 72 depth 48",), at=at)
    made.play("15pz/tank-3 to 35,48", "15pz/inf-2 to 20,21")
    assert [finding.message.partition(" would ")[2] for finding in made.found] == [
        "stand over the edge of the table", "stand partly on 15pz/inf-1, which is at 20,20"
    ]  # fmt: skip


def test_the_map_alone_fits_a_small_screen_and_each_thing_is_shown() -> None:
    talk = Talk(Battle(new_game()).play("terms width 72 depth 48", "hill 20,20 3", "escarpment 30,2 42,3").game)
    assert "Terrain: hill-1 (20,20 radius 3), escarpment-1 (30,2 42,3)" in talk.hear("show terrain")
    seen = talk.hear("show map")[:-1]
    assert len(seen) <= 22
    assert seen[-1] == "    Axis in capitals; ^ hill, # escarpment"
    assert "#" in "".join(row for row in seen if row.startswith("|"))
    talk = Talk(in_movement(first=("terms width 72 depth 48",), at={"15pz/inf-1": "20,20"}).game)
    assert talk.hear("show 15pz/inf-1")[:-1] == ["15pz/inf-1.status: table", "15pz/inf-1.at: 20,20"]

"""What newcomers type in K.I.S.S. Rommel: bare numbers, shortened keywords, names in pieces, cards that are new."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

import pytest

from referee.catalogue import learned
from referee.commands import enter_line, look
from referee.components.unknown import UNKNOWN
from referee.prompt.may import may_line
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.kiss_rommel.campaign import campaign_after, campaign_words
from rulesets.kiss_rommel.names import Card, Landscape, Status, Unit
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
    assert "How many HQs" in "".join(talk.hear("italian"))
    assert "How many reconnaissance bases" in "".join(talk.hear("1"))
    division = table_of(game).box.divisions[Card("itallian")]
    assert division.nation == "italian"
    assert [kind for kind, count in division.asked.items() if count is not UNKNOWN] == ["hq"]


def test_the_toolbar_names_deal_though_no_card_is_left_on_file() -> None:
    game = new_game()
    game.report("north top")
    talk = Talk(game)
    assert "pi(ck)" in may_line(game, talk.tree, 100)
    game.report("pick 15pz")
    assert "dea(l)" in may_line(game, talk.tree, 100)
    assert "pi(ck)" not in may_line(game, talk.tree, 100)


@pytest.mark.parametrize(
    "told",
    ["1 hq, 2 recon, 6 foot", "hq=1 recon=2 foot=6", "hq 1, recon: 2, foot 6", "1 HQs 2 reconnaissance foot 6 foot"],
)
def test_the_organisation_of_a_card_as_one_says_it(told: str) -> None:
    made = Battle(new_game()).play('division "Invented" italian', f"division invented {told}")
    assert made.game.log.entries[-1].line == "division invented hq 1 recon 2 foot 6"


def test_words_that_tell_nothing_of_a_division_are_no_title() -> None:
    made = Battle(new_game()).play('division "Invented" italian', "division invented hq 1 guns 2")
    assert made.failed[0].startswith("'guns' tells nothing about invented; what can be told: as, recon, tank,")


def test_only_what_is_not_known_of_a_card_is_asked_and_all_of_it_is_on_file_in_the_end() -> None:
    game = new_game()
    talk = Talk(game)
    for line in ("north top", "deal trento", "y", "italian", "1", "1 recon"):
        said = talk.hear(line)
    assert "Italian tank bases" in said[-1]
    said = talk.hear("division trento tank 0 motor 0 foot 6 art 2")
    assert said[-1].startswith("Axis: 4 force cards to come"), "nothing else is asked"
    taught = [f"{entry.side}> {entry.line}" for entry in game.log.entries if entry.line.startswith("division")]
    division = table_of(game).box.divisions["trento"]
    assert learned(game.ruleset, new_game().table, taught).box.divisions["trento"] == division  # type: ignore[attr-defined]
    assert division.bases == 10


def test_numbers_in_a_row_answer_the_questions_of_a_card_in_their_order() -> None:
    game = new_game()
    talk = Talk(game)
    for line in ("north top", "deal trento", "y", "italian", "1 0, 2 0 6"):
        said = talk.hear(line)
    assert game.log.entries[-1].line == "division trento foot 6"
    assert "How many artillery bases" in said[-1]


def test_a_card_of_which_the_hq_is_left_unknown_is_no_brigade() -> None:
    made = Battle(new_game()).play("north top", 'division "Invented" italian', "division invented recon 1")
    made.play(*mustered(["invented", "15pz"], ["4ind"]))
    assert made.question == "All cards are there: go on with the minefields"
    assert made.fresh().play("attach invented 15pz").flags == []


@pytest.mark.parametrize(("said", "flags"), [("15 Panzer", ["KP2"]), ("15", ["KP2"]), ("21 Panzer", [])])
def test_a_division_that_is_left_out_may_be_called_by_its_title(said: str, flags: list[str]) -> None:
    made = Battle(new_game(options={"out": said})).play("north top", "pick 15pz")
    assert made.flags == flags
    listed = made.game.ruleset.checklist(made.table)
    assert any(row == "Left out of the pack: 15th Panzer (15pz)" for row in listed) == bool(flags)
    assert any("which is not on file" in row for row in listed) != bool(flags)


# Several units in one line


@pytest.mark.parametrize(
    ("line", "written", "moved"),
    [
        ("m 15pz 3", "move 15pz distance 3", 12),
        ("m 21/inf 3", "move 21inv/inf distance 3", 2),
        ("m 21st 6", "move 21inv distance 6", 8),
        ("m 15pz/tank-1 15pz/art-1 6", "move 15pz/tank-1,15pz/art-1 distance 6", 2),
    ],
)
def test_several_units_move_in_one_line(line: str, written: str, moved: int) -> None:
    made = in_movement(axis=("15pz", "21inv"))
    answer = made.game.report(line)
    assert (answer.status, answer.line) == ("ok", written)
    assert sum(stand.moved for stand in made.table.units.values()) == moved


def test_a_division_is_judged_unit_by_unit_and_those_that_moved_stay() -> None:
    made = in_movement(terrain=("hill",)).play("move 15pz 9")
    assert [f.message for f in made.found] == [
        '15pz/hq, 15pz/tank-1, 15pz/tank-2 and 7 more moved 9"; the speed is 6"'
    ], "the reconnaissance is as fast as that"
    made.fresh().play("undo", "move 15pz/hq 6", "move 15pz 6")
    assert made.flags == []
    assert made.fresh().play("move 15pz/tank 6").flags == ["KM1"], "they have all moved"
    assert made.found[0].message.startswith("15pz/tank-1, 15pz/tank-2 and 15pz/tank-3 have made their one")
    made.fresh().play("undo", "undo", "move 15pz/tank 6 onto hill-1")
    assert made.flags == ["KM4"], "a hilltop holds one unit"


def test_each_unit_that_enters_a_minefield_throws_its_own_die() -> None:
    made = in_movement(first=("terms mines 1",), mines=("british> minefield",)).play("move 15pz/recon 9 mines mines-1")
    assert made.question.startswith("15pz/recon-1 crosses mines-1")
    assert made.play("2").question.startswith("15pz/recon-2 crosses mines-1")


@pytest.mark.parametrize("told", ["to 20,20", "mines mines-1 roll 3", "hq 4.5"])
def test_what_only_one_unit_can_have_is_not_told_of_several(told: str) -> None:
    made = in_movement(first=("terms mines 1",), mines=("british> minefield",))
    assert made.play(f"move 15pz/recon 9 {told}").flags == ["KM1"]


@pytest.mark.parametrize(
    ("made", "line", "said"),
    [
        (in_fire, "f 15/tank-2 4ind/inf-1 5 6 2 10 9", "9 of what? Write sight 9."),
        (in_movement, "m 15pz 3 4", "4 of what? Write enemy 4 or roll 4 or hq 4."),
        (in_movement, "m 15pz/art 3 4", "4 of what? Write enemy 4 or roll 4 or hq 4."),
    ],
)
def test_one_number_too_many_is_asked_for_its_word(made: Callable[[], Battle], line: str, said: str) -> None:
    assert str(made().game.report(line).error) == said


def test_a_card_is_shown_with_its_units() -> None:
    card, units, *_ = look(in_movement().game, "show 15pz") or []
    assert card.startswith("division 15pz (15th Panzer): hq 1")
    assert units.startswith("  15th Panzer (15pz): hq, recon-1")


def test_a_new_division_is_called_without_the_word_division() -> None:
    teach = table_of(new_game()).teach(Card, "7th armoured division")
    assert teach == 'division "7th armoured division" as "7armoured" nation ?'


def test_legal_fits_a_screen() -> None:
    every = ("15pz", "21inv", "132inv")
    for made in (in_movement(axis=every), in_fire(axis=every)):
        rows = [row for line in look(made.game, "legal") or [] for row in wrap(line, 80)]
        assert len(rows) <= 22
    assert "  move 15pz/hq, recon-1..2, tank-1..3, inf-1..4" in "\n".join(look(in_movement().game, "legal") or [])


# Enter


def test_a_phase_in_which_nothing_can_be_done_is_passed_over_and_said() -> None:
    made = in_fire().play(SWAP, "british> decline")
    talk = Talk(made.game)
    said = talk.hear("pass")
    assert "British: No HQ can bring a Scattered unit back: go on with the next phase." in said
    assert (made.table.step, made.table.side) == ("movement", "british")
    talk.ask_undo()
    talk.hear("y")
    assert made.table.step == "fire", "undo is before the act, not between it and the empty step"
    talk.hear("redo")
    assert made.table.step == "hq-return", "in which the players may yet say otherwise"


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
    near = battle(first=terms, mines=mines, at={**far, "15pz/inf-2": "59,12"}).question
    assert near.startswith('No infantry can clear a minefield (15pz/inf-2 is 0.41" away)')
    assert battle(first=terms, mines=mines).question.startswith("Infantry beside a minefield may clear")


def test_supply_bases_are_called_so_and_behind_the_last_of_them_a_unit_may_still_be_told_to_be_dug_in() -> None:
    made = Battle(new_game()).play("axis> north top", *mustered(["15pz"], ["4ind"]), "british> pass")
    made.play("british> pass", "axis> pass")
    assert made.game.report("pass").status == "held", "nobody deployed yet"
    made.play("deploy 4ind")
    assert made.question.startswith("3 Supply bases to deploy")
    made.play("deploy british")
    assert made.question == "all are deployed (`dug-in`: 0 of 16); the Germans deploy next"
    made.play("pass")
    assert made.question.startswith("Germans: 12 units and 3 Supply bases to deploy")


def test_what_is_dug_in_is_in_the_question_and_told_later_too() -> None:
    made = Battle(new_game()).play("terms width 72 depth 48", "north top", *mustered(["15pz"], ["4ind"]))
    made.play("british> pass", "british> pass", "axis> pass")
    assert "(`dug-in`: 0 of 16)" in made.question
    made.play("4ind/inf dug-in", "deploy 4ind", "deploy british", "deploy 15pz", "15pz/inf dug-in")
    made.play("deploy 15pz/hq at 10,12", "british> deploy 4ind/hq at 60,30")
    assert (made.flags, made.failed) == ([], [])
    assert [str(made.unit(hq).at) for hq in ("15pz/hq", "4ind/hq")] == ["10,12", "60,30"]
    assert len(made.table.trenches) == 9 + 4
    assert "(`dug-in`: 4 of 16)" in made.question
    assert made.play("deploy 15pz").flags == ["KO6"], "they are deployed"
    assert made.fresh().play("deploy 4ind/art dug-in").flags == ["KO6"], "the British are done"


def test_a_minefield_is_called_by_its_name_as_it_is_laid() -> None:
    made = Battle(new_game()).play("terms 2 mines planes 3", "north top", *mustered(["15pz"], ["4ind"]))
    made.play("british> pass", "minefield at 60,10 64,14")
    assert made.hands[-1] == "the new minefield is mines-1 (British)"
    assert "mines-1: minefield (British), 60,10 64,14" in made.game.ruleset.show(made.table)
    assert dict(made.table.terms.planes) == {"axis": 3, "british": 3}
    assert dict(made.play("terms planes-brit 1").table.terms.planes) == {"axis": 3, "british": 1}


def test_a_major_victory_goes_to_the_side_that_can_take_it() -> None:
    made = in_fire().play(
        *(f"fire 15pz/tank-{n} at british/base-{n} range 5 nearest roll 5 save 1" for n in (1, 2, 3)), "decline"
    ).until("movement", "british")
    assert made.play("claim").flags == []
    assert (made.game.log.entries[-1].side, made.winner) == ("axis", "axis")
    assert made.told("Axis 15 VP, British 0 VP; a Major Victory for the Axis; in a campaign the front moves 2 areas")


def test_a_division_that_is_of_another_nation_is_asked_for_the_types_of_that() -> None:
    made = Battle(new_game()).play("north top", 'division "Invented" german', "deal invented", "division invented hq 1")
    made.found.clear()
    made.play("division invented italian")
    asked = [f.teach.split()[2] for f in made.found if f.kind is Kind.NEEDS]
    assert asked == ["recon", "tank", "motor", "foot", "artillery"]


# Words


def test_kinds_of_terrain_are_told_one_by_one() -> None:
    said = look(new_game(), "help terrain") or []
    assert "  legal now: terrain escarpment" in said, "soft and hard cover are warned about"
    assert "  kind: bad = only infantry may enter" in said
    assert sum(line.startswith("  kind: ") for line in said) == len(Landscape)


def test_a_shot_says_which_word_answers_what_was_not_measured() -> None:
    made = in_fire()
    assert "`nearest` in the line says that it is" in made.play("f 15pz/tank-1 4ind/inf-1 range 5 2").found[0].message
    assert made.fresh().play("f 15pz/tank-2 4ind/inf-1 range 5 2 nearest").found == []


@pytest.mark.parametrize(("words", "rule"), [("mines", "KX1"), ("trenches", "KD1"), ("bomber", "KA1")])
def test_a_rule_is_found_by_the_word_that_players_use(words: str, rule: str) -> None:
    assert any(line.startswith(f"[{rule}]") for line in map(str.strip, look(new_game(), f"rule {words}") or []))


def test_the_question_says_where_positions_count_from() -> None:
    made = Battle(new_game()).play("terms width 72 depth 48")
    assert made.question.endswith("0,0 is the bottom left corner")
    assert enter_line(made.game) == "", "the dice say where north is"
    made.play(*INVENTED, "axis> north right", *mustered(["15pz"], ["4ind"]), "british> pass")
    assert made.question.endswith("0,0 is the bottom left corner, the own edge is at the bottom")


def test_a_line_that_lets_the_swap_pass_says_so() -> None:
    made = in_fire().play(SWAP, "fire 15pz/tank-2 4ind/inf-2 range 5 nearest")
    assert made.told("its swap is let pass")


def test_a_line_that_tells_other_facts_of_a_division_does_not_lose_the_question() -> None:
    talk = Talk(new_game())
    talk.hear('division "Lost Invented" italian as "lost"')
    asked = talk.prompt
    talk.hear("deal lost")
    assert (asked, talk.prompt) == ("axis> ", "answer> ")
    first = talk.question
    assert first is not None
    talk.hear("division lost italian")
    assert talk.question is not None
    assert talk.question.lines == first.lines


def _without_a_card() -> Talk:
    """Nobody told what is on an Italian card; the Italians deploy, or say that they do."""
    talk = Talk(new_game())
    for line in ("axis> north top", 'division "Invented Foot" italian as "ifoot"', "pick ifoot", "later all"):
        talk.hear(line)
    for line in ("deal 15pz", *["blank"] * 3, "pick 4ind", *["blank"] * 4, *["pass"] * 3):
        talk.hear(line)
    return talk


def test_a_division_of_which_no_base_is_known_is_named_at_the_deployment() -> None:
    talk = _without_a_card()
    assert talk.game.ask is not None
    assert "ifoot" in talk.game.ask.question
    talk.hear("bases")
    assert "Not told, and so not deployed: ifoot" in talk.game.ask.question
    assert enter_line(talk.game) == ""
    talk.hear("pass")
    assert talk.game.held is not None


@pytest.mark.parametrize("lines", [(), ("deploy 4ind", "bases", "deploy 15pz", "deploy axis", "pass")])
def test_a_card_that_is_told_when_its_stage_is_over_lets_its_units_be_deployed(lines: tuple[str, ...]) -> None:
    talk = _without_a_card()
    for line in ("pass", "stand later", *lines, "division ifoot hq 1 foot 2", "axis> deploy ifoot"):
        talk.hear(line)
    assert (talk.game.log.entries[-1].line, talk.game.held) == ("deploy ifoot", None)
    assert table_of(talk.game).units[Unit("ifoot/foot-2")].status is Status.TABLE


def test_the_major_victory_that_was_let_pass_is_still_offered() -> None:
    made = in_fire()
    made.play(*[f"adjust british/base-{n}.status destroyed" for n in (1, 2, 3)], "pass")
    assert made.game.ask is not None
    assert made.game.ask.question.endswith("`claim` takes the Major Victory")
    assert "claim" in made.game.ask.verbs


def test_half_of_a_card_that_is_not_whole_is_not_judged() -> None:
    first = ('division "8th Invented" british as "8inv"', "division 8inv hq 1", "division 8inv motor 1")
    made = battle(british=("4ind", "8inv"), first=first)
    made.play("adjust 8inv/inf-1.status destroyed")
    made.play(*[f"adjust british/base-{n}.status destroyed" for n in (1, 2, 3)], "axis> claim")
    assert campaign_after(made.table)["left_out"] == []
    assert any("not judged: 8inv" in line for line in campaign_words(made.table))


def test_what_comes_too_early_is_of_the_side_that_is_asked() -> None:
    made = Battle(new_game()).play("axis> north top", *mustered(("15pz",), ())[:5])
    assert made.game.report("minefield").side == "british"

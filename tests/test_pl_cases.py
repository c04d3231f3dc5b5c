"""What players of Lightning: Poland ask about and stumble over."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.catalogue import read_files
from referee.commands import look
from referee.components.unknown import UNKNOWN
from referee.fold import first_table
from referee.prompt.talk import Talk
from referee.ruleset import HOLDS, Kind
from referee.stock import take_stock
from rulesets.lightning_poland import RULESET
from rulesets.lightning_poland.table import Table
from tests.conftest import Run
from tests.pl import Table as Played
from tests.pl import at_table, in_battle, new_game, over


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


# The end of a turn, of a battle and of the game.


@pytest.mark.parametrize("placed", ["invented-i-corps", "invented-i-corps,invented-ii-corps"])
def test_a_forgotten_draw_is_one_breach_wherever_a_reinforce_was_left(placed: str) -> None:
    table = at_table(f"german> reinforce {placed}", "polish> prepare")
    assert [(f.kind, f.rule) for f in table.found if f.kind in HOLDS] == [(Kind.OMISSION, "turns.4")]
    assert table.question.startswith("polish: May discard")


def test_discards_that_the_other_side_passes_over_are_doubted_only_where_no_draw_is_missed() -> None:
    table = at_table("hand german 9", "german> prepare", "polish> prepare")
    assert [(f.kind, f.rule) for f in table.found if f.kind in HOLDS] == [(Kind.DOUBT, "turns.3")]


@pytest.mark.parametrize("earlier", ["reinforce invented-i-corps,invented-ii-corps", "prepare"])
def test_an_operation_that_another_one_rules_out_is_not_called_forgotten(earlier: str) -> None:
    talk = Talk(at_table('force "Invented V Corps" german cost 1 start no', earlier).game)
    said = talk.hear("reinforce invented-v-corps")
    assert any(line.startswith("ILLEGAL") for line in said)
    assert not any("insert" in line for line in said)


@pytest.mark.parametrize("side", ["german", "polish"])
def test_either_side_says_the_result_and_so_that_both_passed(side: str) -> None:
    table = in_battle(f"{side}> result german")
    assert table.rules() == []
    assert table.question.startswith("german: May discard")


def test_what_is_refused_is_not_warned_of_as_well() -> None:
    table = at_table("german> battle invented-lwow xvi-corps")
    assert (table.rules(), table.rules(Kind.WARNING)) == (["battle.1"], [])
    for line, rule in (("polish> prepare", "setup.5"), ("german> prepare 1", "turns.prepare")):
        table = at_table(line)
        assert (table.rules(), table.rules(Kind.WARNING)) == ([rule], [])


def test_whoever_plays_on_after_the_tenth_point_is_told_so() -> None:
    table = at_table("objective krakow points 10", "german> battle krakow xvi-corps", "german> result german")
    assert table.play("polish> prepare").rules() == ["win"]


# Whose it is, and what nobody told.


def test_an_act_out_of_turn_cites_the_order_of_turns_alone() -> None:
    table = at_table('force "Army Lodz" polish start no')
    for line in ("battle invented-lwow army-modlin", "reinforce army-lodz", "prepare 3", "discard 1", "draw"):
        assert [(f.kind, f.rule) for f in table.game.report(f"polish> {line}").findings] == [(Kind.ILLEGAL, "setup.5")]
    assert at_table("german> prepare", "polish> discard 1").rules() == ["setup.5"]
    assert in_battle("german> pass", "polish> discard 1").rules() == ["turns.3"], "there the Poles are asked"


LOOT = 'card "Loot" of german type intelligence rating 0 when after effect draw amount 2 attack 0 strikes none cost no'
SIEGE = 'card "Siege" of german type military rating 3 attack 0 defend 0 strikes none cost yes effect none'
ENDED = ("german> pass", "polish> pass", "german> result polish")


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ((SIEGE, "german> play siege", "polish> discard"), "battle.10.cost"),
        ((LOOT, "german> play loot", *ENDED, "polish> draw 2"), "battle.10.after"),
        ((LOOT, "german> play loot", *ENDED, "polish> gain german by loot 2"), "battle.10.after"),
        (("polish> play to-the-last", *ENDED, "german> remove army-krakow"), "battle.10.after"),
        (("polish> play to-the-last", "polish> remove army-krakow"), "battle.10.after"),
    ],
)
def test_what_a_text_has_one_side_do_is_that_sides_and_in_its_time(lines: tuple[str, ...], rule: str) -> None:
    table = at_table("german> battle krakow xvi-corps", "polish> commit army-krakow,army-modlin")
    found = table.play(*lines[:-1]).game.report(lines[-1]).findings
    assert [(f.kind, f.rule) for f in found] == [(Kind.ILLEGAL, rule)]


def test_a_force_of_which_nobody_told_the_s_may_lie_there_until_it_was_moved() -> None:
    unmarked = ('force "I Corps" german rating 1 cost 1 plain yes', 'force "Poznan" polish rating 1 cost 1 plain yes')
    table = at_table(*unmarked, "german> battle krakow xvi-corps,i-corps", "polish> commit poznan")
    asked = [f.teach for f in table.found if f.rule == "setup.2"]
    assert (table.rules(), asked) == ([], ["force i-corps start ?", "force poznan start ?"])
    assert (table.hand("german"), table.hand("polish")) == (9, 9), "they came out of no hand"
    table.play("german> pass", "polish> pass", "german> result german", "german> pass", "german> draw")
    assert table.play("polish> battle invented-lwow poznan").rules() == ["battle.1"], "it is in the hand now"
    assert at_table(*unmarked, "german> battle krakow all").battle["committed"]["german"] == ["xvi-corps"]
    table = at_table("adjust xvi-corps.at none", *unmarked, "german> prepare", "german> pass", "german> draw")
    table.play("polish> battle invented-lwow army-krakow")
    assert table.question == "german: May commit forces to invented-lwow: i-corps?"
    table = at_table(*unmarked, "german> prepare", "force i-corps start yes")
    assert table.state["rows"]["german"] == ["xvi-corps", "i-corps"], "it lay there all the time"


def test_why_an_objective_is_closed_needs_no_verb() -> None:
    assert look(at_table().game, "why warsaw") == look(at_table().game, "why battle warsaw")


@pytest.mark.parametrize("twice", ["reinforce invented-ii-corps,invented-ii-corps", "battle krakow xvi,xvi"])
def test_a_force_named_twice_is_one_breach(twice: str) -> None:
    assert len(at_table(f"german> {twice}").rules()) == 1


def test_an_enemy_force_is_flagged_and_nothing_else_is_asked() -> None:
    found = at_table("objective krakow text yes").game.report("german> battle krakow army-krakow").findings
    assert [f.rule for f in found] == ["battle.1"]


def test_a_card_that_the_defender_plays_before_he_commits_is_not_the_attackers() -> None:
    table = Played(new_game()).play("starts xvi-corps", "ready", "battle krakow xvi-corps", "play to-the-last")
    assert table.rules() == ["battle.2"], "nobody told whose card it is"


def test_numbers_behind_a_new_objective_are_forces_that_attack_it() -> None:
    talk = Talk(at_table('force "10. Armee" german start yes', 'force "14. Armee" german start yes').game)
    talk.hear("battle krakau 10,14")
    assert "German: battle krakau 10-armee,14-armee" in talk.hear("y")


def test_what_is_told_of_a_card_as_it_is_played_goes_on_file() -> None:
    talk = Talk(in_battle('card "Bombs" of german plain yes').game)
    assert "German: card bombs type military rating 3" in talk.hear("play bombs military 3")


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

"""What is told late of acts that were not judged for want of it, and what opens again without an act."""

from __future__ import annotations

from referee.commands import run
from referee.game import Game
from referee.log import Log
from referee.ruleset import Finding
from tests.dd import Table, at_omaha
from tests.na import in_actions
from tests.pl import at_table

FORCES = tuple(f'force "{name}" german' for name in ("Uhlans", "Leib", "9 Pz"))


def told(*costs: int) -> tuple[Game, list[Finding]]:
    """A Reinforce of forces whose costs were not on file, then the costs; and what was said to those."""
    game = at_table(*FORCES, "reinforce uhlans leib 9-pz").game
    lines = [f"force {name} cost {cost}" for name, cost in zip(("uhlans", "leib", "9-pz"), costs, strict=False)]
    return game, [finding for line in lines for finding in game.report(line).findings]


def test_turns_reinforce_is_judged_again_when_the_last_cost_is_told() -> None:
    game, found = told(1, 1, 2)
    assert [(f.kind, f.rule) for f in found] == [("warning", "turns.reinforce")]
    assert "9 Pz costs 2, and 1 of 3 Supply points are left" in found[0].message
    assert Game(game.ruleset, Log.memory(game.log.header, game.log.entries)).table == game.table


def test_what_is_legal_as_is_known_now_is_not_spoken_of() -> None:
    assert told(1, 1, 1)[1] == []
    assert told(1, 1)[1] == []


def test_a_breach_that_shows_later_is_said_once() -> None:
    game, _ = told(1, 1, 2)
    assert not [f for f in game.report("force 9-pz attack 1").findings if f.kind == "warning"]


def test_undo_opens_the_steps_again_that_a_line_went_past() -> None:
    game = in_actions().game
    before = game.table
    game.report("axis> supply")
    assert game.timeline.steps[-2].entry.kind == "close"
    game.undo()
    assert game.table == before


def test_an_older_undo_took_back_no_more_than_it_says() -> None:
    game = in_actions().game
    game.report("axis> supply")
    act = game.timeline.steps[game.timeline.last_act()].entry.number
    old = game.timeline.fork()
    assert [step.entry.number for step in old.undo((act,))] == [act]
    assert len(game.timeline.fork().undo()) > 1


def test_a_correction_that_shows_a_breach_has_the_number_of_the_record() -> None:
    game, _ = told(1, 1, 2)
    number = next(entry.number for entry in game.log.entries if entry.line.startswith("reinforce"))
    preview = run(game, f"fix {number} reinforce leib uhlans 9-pz").told
    assert number > 1
    assert any(f"entry {number} (reinforce leib,uhlans,9-pz) broke it" in line for line in preview), preview


# A fact that is told to be another one


VALUES = "force 1-inf attack 0 defense 0"


def hints(table: Table, line: str) -> list[str]:
    """What is said of earlier acts when a fact is told anew."""
    return [text for text in run(table.game, line).told if " ends otherwise: " in text]


def test_a_fact_told_anew_names_the_act_that_ends_otherwise_with_it() -> None:
    table = at_omaha(VALUES, "allied> attack 1-inf 352-inf", "german> pass")
    number = next(entry.number for entry in table.game.log.entries if entry.line.startswith("attack"))
    again = f"insert {number} german> force 352-inf value 3"
    (told,) = hints(table, "german> force 352-inf value 3")
    assert told.endswith(f"; `{again}` judges again")
    run(table.game, again)
    run(table.game, "keep")
    assert "352-inf" in table.at("omaha", "german")[0], "which is not taken out of the game any more"
    assert not hints(table, "german> force 91-luft value 7"), "nothing was decided by that one"


def test_another_figure_that_decides_the_same_is_not_spoken_of() -> None:
    table = at_omaha(VALUES, "allied> attack 1-inf 352-inf", "german> pass")
    assert not hints(table, "german> force 352-inf value 0")


def test_a_fact_told_anew_goes_in_the_place_of_the_line_that_told_it_alone() -> None:
    new = 'force "Test Inf" german beach omaha attack 0 defense 0 free none'
    table = at_omaha(new, "adjust test-inf.at omaha", VALUES, "allied> attack 1-inf test-inf", "force test-inf value 0")
    table.play("german> pass")
    number = next(entry.number for entry in table.game.log.entries if entry.line == "force test-inf value 0")
    (told,) = hints(table, "german> force test-inf value 5")
    assert f"`fix {number} german> force test-inf value 5` judges again" in told
    assert "test-inf.at: then omaha -> none, now unchanged" in told

"""What is told late of acts that were not judged for want of it, and what opens again without an act."""

from __future__ import annotations

from referee.commands import run
from referee.game import Game
from referee.log import Log
from referee.ruleset import Finding
from tests.dd import at_omaha
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


# A fact that is told to be another one


def test_a_fact_told_anew_names_the_first_act_that_ends_otherwise_with_it() -> None:
    table = at_omaha("force 1-inf attack 0 defense 0", "allied> attack 1-inf 352-inf", "german> pass")
    number = next(entry.number for entry in table.game.log.entries if entry.line.startswith("attack"))
    told = run(table.game, "german> force 352-inf value 3").told
    again = f"insert {number} german> force 352-inf value 3"
    assert any(line.endswith(f"(attack 1-inf 352-inf) ends otherwise: `{again}` judges it again") for line in told)
    run(table.game, again)
    run(table.game, "keep")
    assert "352-inf" in table.at("omaha", "german")[0], "which is not taken out of the game any more"
    assert not run(table.game, "german> force 91-luft value 7").told, "nothing was decided by that one"

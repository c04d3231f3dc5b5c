"""What random games found, each in as few lines as show it."""

from __future__ import annotations

import pytest

from referee.chain import Chain
from referee.commands import run
from referee.game import Game
from referee.invariants import checks
from referee.ruleset import Form, slots_of
from referee.ruleset.find import load_ruleset
from tests.lv import fighting
from tests.table import game_of


def played(ruleset: str, *lines: str, **options: str) -> Game:
    """A game with these lines."""
    game = game_of(load_ruleset(ruleset), options, {})
    for line in lines:
        assert run(game, line).status in ("ok", "held"), line
        if game.held:
            run(game, "stand")
    return game


def test_an_undo_leaves_closed_what_was_let_pass_for_a_line_that_was_undone_before() -> None:
    game = played(
        "lightning-north-africa",
        'card "Bravo" axis when move cost 1 effect loss amount 1 picks player',
        'card "Hotel" allied when card cost 0 effect draw amount 9',
        'card "Karst" allied when any cost 0 harm 1 effect discard amount 1',
        'card "Quartz" allied when any cost 1 effect cancel',
        "axis> play karst",
        "allied> play hotel 15-panzer",
        "axis> play bravo",
        "allied> play quartz 5-panzer",
        "allied> draw 3",
        'axis> discard 9 4-indian "4th Indian Division"',
    )
    closed = [entry.answers for entry in game.log.entries if entry.kind == "close"]
    assert "actions.interpose" in closed
    run(game, "undo")
    before = game.timeline.digest
    run(game, "allied> drop allied by karst")
    run(game, "undo")
    assert game.timeline.digest == before


def test_a_draw_of_untold_cards_that_an_adjustment_left_behind_asks_for_nothing_more() -> None:
    game = played("lightning-d-day", "ready", *["pass all"] * 2, "pass", "pass", "draw")
    assert game.ask
    assert "how many cards did" in game.ask.question
    run(game, "adjust turn.step discard")
    asked = [each.ask.side for each in Chain(game.ruleset, game.table) if each.ask.rule == "turn.discard"]
    assert asked == ["german", "allied"]
    run(game, "adjust turn.step turn-end")
    assert next(each.ask.rule for each in Chain(game.ruleset, game.table)) == "turn.action"


def test_a_unit_set_aside_is_not_drawn_by_a_card_that_draws_nobody_from_the_pool() -> None:
    lines = ("ready", "ready", 'unit "Kar 3" german', "german> draw sms-konigsberg")
    game = played("lettow-vorbeck", *lines)
    assert game.ask
    assert "Konigsberg" in game.ask.question
    checks.brute_force(game.ruleset, game.table, 3000)
    assert "27.1.C" in {finding.rule for finding in run(game, "recruit kar-3").findings}


def test_a_division_told_to_be_of_the_enemy_after_it_was_dealt_is_deployed_by_those_who_have_it() -> None:
    game = played(
        "kiss-rommel",
        'division "106th" italian as "106x" hq 1 recon 1',
        'division "114th" french as "114x" hq 1 foot 1',
        *["axis> blank"] * 4, "axis> deal 106x", *["british> blank"] * 4, "british> deal 114x",
        "division 114x nation german", "north top", *["pass"] * 3,
    )  # fmt: skip
    asked = [(game.ask.side, game.ask.enter)] if game.ask else []
    for _ in range(2):
        run(game, "pass")
        run(game, "stand")
        asked += [(game.ask.side, game.ask.enter)] if game.ask else []
    assert asked == [("axis", "deploy 106x"), ("british", "deploy 114x"), ("axis", "deploy axis")]


def test_a_number_alone_is_how_many_whatever_title_is_a_number() -> None:
    game = played("lightning-north-africa", 'card title "2" of axis', "ready", "ready", "draw")
    assert run(game, "discard 2").line == "discard 2"


@pytest.mark.parametrize(
    ("ruleset", "verb"), [("lightning-poland", "card"), ("lettow-vorbeck", "card"), ("kiss-rommel", "division")]
)
def test_a_mark_that_reads_as_a_number_names_nothing(ruleset: str, verb: str) -> None:
    game = game_of(load_ruleset(ruleset), {}, {})
    before = game.table
    run(game, f'{verb} "²"')
    run(game, f'{verb} "½ ①"')
    assert game.table == before


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("lightning-north-africa", 'card "Raid " of axis'),
        ("lightning-poland", 'force "Raid " of polish'),
        ("lightning-d-day", 'card "Raid " of german'),
        ("lettow-vorbeck", 'space "Raid "'),
        ("kiss-rommel", 'division "Raid " nation italian'),
    ],
)
def test_a_title_is_kept_without_the_blanks_around_it(ruleset: str, line: str) -> None:
    game = played(ruleset, line)
    kinds = {slot.type for act in game.ruleset.actions for slot in slots_of(act) if slot.form is Form.NAME}
    assert "Raid" in {title for kind in kinds for title in game.table.names(kind).values()}


def test_facts_told_late_may_leave_nobody_in_a_battle_who_has_a_die() -> None:
    game = fighting("superiority 6,1").game
    table = game.table
    for unit in ("101-inv", "102-inv", "1-kar", "vol-lf"):
        table = game.reader().read(f"unit {unit} strength 0").apply(table)  # as acts of before are judged again
    assert game.ruleset.asks(table) is None

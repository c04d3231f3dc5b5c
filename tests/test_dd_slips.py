"""What hurried players of Lightning: D-Day type beside the mark: attacks that nobody can make, cards in no hand."""

from __future__ import annotations

import pytest

from referee.notation import write
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from tests.dd import Table, at_omaha, at_table, german_turn

ALONE = "adjust beach.now omaha turn.number 2 turn.side allied turn.step beaches 352-inf.at omaha"
"""The Allied turn, at Omaha, where only the German 352nd Inf is active."""

NOBODY = "none of the Allies is active that could attack [turn.attack]. Legal: activate FORCE, or pass."


def discarding() -> Table:
    """The Germans may discard cards."""
    return german_turn("german> pass all", "allied> pass all")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attack 352", f"352-inf is a force of German, and {NOBODY}"),
        ("attack", "No force of the Allies is active that could attack [turn.attack]: activate one, or pass."),
        ("attack 1-inf", "1-inf was not activated, and Allied has no active force to attack with [turn.attack]."),
    ],
)
def test_why_nobody_can_attack(line: str, why: str) -> None:
    assert str(at_table(ALONE).game.report(line).error) == why


def test_why_the_own_forces_cannot_attack_the_enemy_that_is_named() -> None:
    table = at_omaha("attack 1-inf 352-inf", "decline", "adjust 352-inf.at omaha")
    why = "1-inf attacked already in this turn [turn.once]. Legal: 29-inf."
    assert str(table.game.report("attack 352").error) == why


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("1-inf", "1st Inf is a card of the Allies"),
        ("352-inf", "352nd Inf belongs to the pile at Omaha"),
        ("omaha", "omaha is a beach card, and those lie on the table"),
    ],
)
def test_what_is_in_no_hand_is_not_discarded(card: str, why: str) -> None:
    found = discarding().game.report(f"discard {card}").findings
    assert [(f.kind, f.rule, f.message) for f in found] == [(Kind.ILLEGAL, "turn.discard", why)]


def test_an_unknown_title_that_is_discarded_is_taught_or_mended() -> None:
    talk = Talk(discarding().game)
    talk.hear("discard traning, asdf")
    assert "  1) a new card: teach it  2) a new force: teach it" in talk.hear("1")
    assert 'German: discard 2 "Training, Asdf"' in talk.hear("1")
    assert [f.kind for f in discarding().game.report('discard "Asdf"').findings] == [Kind.NEEDS]


def test_next_goes_on_to_the_next_beach() -> None:
    assert Talk(german_turn().game).hear("next")[0] == "German: pass"


ANY = 'card "Invented Plot" german when any action no value 0 attack 0 defense 0 bonus 0 effect text'
"""A card that may be played whenever its player desires."""


def test_a_second_card_before_the_other_side_answered_is_behind_its_silence() -> None:
    second = "german> play bunkers"
    begun = ("attack 1-inf 352-inf", "german> play training")
    assert at_omaha(*begun, second).rules() == ["turn.one-card"], "the silence of the Allies ends the attack"
    assert at_omaha(*begun, "decline", second).rules() == ["cards.action"], "the attack was over"
    for lines in ((*begun, second), (*begun, "decline", second)):
        assert at_omaha(*lines, turn_one_card_end="both").rules() == []
    assert at_omaha("attack 1-inf 352-inf", "allied> play assault").rules() == [], "no card was played before"


@pytest.mark.parametrize("drawing", [(), ("german> discard none", "allied> discard none")])
@pytest.mark.parametrize("line", ["german> play training", "german> play rollover", "allied> play assault"])
def test_a_card_at_the_end_of_a_turn_is_one_breach_and_ends_nothing(drawing: tuple[str, ...], line: str) -> None:
    table = german_turn("card rollover of both when turn action no", "german> pass all", "allied> pass all", *drawing)
    step = table.game.table.step
    assert table.play(line).rules() == ["cards.action"]
    assert (table.game.table.turn, table.game.table.step) == (1, step)


@pytest.mark.parametrize("before", [(), ("german> pass",), ("german> pass", "allied> pass", "german> draw")])
def test_cards_action_whenever_it_is_desired_is_at_the_end_of_a_turn_too(before: tuple[str, ...]) -> None:
    ended = ("german> pass all", "allied> pass all", *before)
    table = german_turn(ANY, "german> activate invented-utah", *ended)
    step = table.game.table.step
    table.play("german> play invented-plot", "german> gain german by invented-plot")
    assert (table.rules(), table.rules(Kind.DOUBT), table.game.table.step) == ([], [], step)
    assert german_turn(ANY, *ended, "german> play invented-plot").rules() == ["attack.cards"], "no force is active"
    table = german_turn(ANY, "german> activate invented-utah", *ended, "german> play invented-plot on gold")
    assert table.found[-1].instead == "play invented-plot on utah"


def test_turn_discard_whoever_is_through_passes_no_more() -> None:
    assert discarding().play("german> pass", "german> pass").rules() == ["turn.discard"]


@pytest.mark.parametrize("line", ["german> pass", "german> play training", "german> play chaos"])
def test_turn_one_card_whoever_has_played_waits_for_the_answer(line: str) -> None:
    table = at_omaha("attack 1-inf 352-inf", "allied> play assault", "german> play bunkers")
    assert table.play(line).rules() == ["turn.one-card"]


def test_turn_sides_an_act_in_the_turn_of_the_other_side_is_one_breach() -> None:
    strange = ("allied> activate 1-inf", "german> activate invented-gold", "german> activate 352-inf")
    used = ("german> activate invented-utah", "german> pass all", "allied> pass", "allied> pass", "allied> pass")
    for lines in (strange[:1], (*used[:1], strange[0]), (*used, strange[1]), (*used, strange[2])):
        table = german_turn(*lines)
        assert (table.rules(), table.rules(Kind.DOUBT)) == (["turn.sides"], []), lines
    table = at_omaha("adjust turn.side german beach.now utah", "attack 1-inf 352-inf")
    assert (table.rules(), table.rules(Kind.DOUBT)) == (["turn.sides"], [])


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("allied> attack 1-inf invented-gold", "attack.target"),
        ("allied> activate 1-inf", "turn.activate"),
        ("allied> attack invented-sword", "turn.attack"),
    ],
)
def test_what_a_force_is_not_cites_its_rule_once(line: str, rule: str) -> None:
    known = (f'force "Invented {b}" {s} beach {b} value 1' for b, s in (("gold", "german"), ("sword", "allied")))
    found = at_omaha(*known).game.report(line).findings
    assert [f.rule for f in found] == [rule]
    assert f"[{rule}]" not in found[0].message


ACTION = 'card "Invented Help" german when turn action yes effect none'
"""A card that is an action of the own turn."""


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        (("german> pass all", "german> pass"), "turn.sides"),
        (("allied> pass",), "turn.sides"),
        (("allied> pass all",), "turn.sides"),
        (("german> draw 5",), "turn.sides"),
        (("german> pass all", "allied> pass all", ACTION, "german> play invented-help"), "notes.reinforcements"),
        (("adjust german.hand 0", "german> play training"), "cards.action"),
        (("card chaos of both", "german> play chaos german-utah",), "notes.chaos"),
        (("german> pass all", "allied> pass all", "adjust german.deck 1", "german> draw 2"), "turn.draw"),
    ],
)
def test_an_act_out_of_place_is_one_breach_of_one_rule(lines: tuple[str, ...], rule: str) -> None:
    table = german_turn(*lines)
    assert [(f.kind, f.rule) for f in table.found] == [(Kind.ILLEGAL, rule)]
    assert "1 card are" not in table.found[-1].message


def test_notes_chaos_is_played_on_a_card_and_not_on_a_force() -> None:
    table = at_omaha("attack 1-inf 352-inf", "german> play training", "allied> play chaos 29-inf")
    assert table.rules() == ["notes.chaos"]


LAST = "adjust turn.number 5 turn.side german turn.step beaches beach.now utah"
ENDED = ("german> discard 1", "allied> pass", "german> draw", "allied> draw")


def test_victory_end_discards_and_draws_of_turn_5_may_be_told() -> None:
    table = german_turn(LAST, "german> pass all", "allied> pass all", *ENDED)
    assert (table.failed, table.rules(), table.state["hands"]) == ([], [], {"german": 6, "allied": 7})
    assert table.play("german> draw").rules() == ["victory.outcome"], "once"
    assert german_turn(LAST, "german> pass all", "allied> pass all", ANY, "play invented-plot").rules() == [
        "victory.outcome"
    ]
    assert german_turn("german> resign", "german> discard 1").rules() == ["turn.sides"]


def test_a_card_for_an_attack_that_is_over_is_one_breach() -> None:
    table = at_omaha("attack 1-inf 352-inf", "german> pass", "german> play training")
    assert table.rules() == ["cards.action"]
    assert table.rules(Kind.NEEDS) == []


@pytest.mark.parametrize(
    ("line", "rules", "beach"),
    [
        ("play invented-plot on omaha", [], "omaha"),
        ("play invented-plot omaha", [], "omaha"),
        ("play invented-plot on utah", ["turn.order"], "omaha"),
        ("allied> play assault on juno", ["cards.action"], "omaha"),
    ],
)
def test_a_card_is_played_for_the_beach_that_is_named(line: str, rules: list[str], beach: str) -> None:
    omaha = 'force "Invented Omaha" german beach omaha value 1 attack 0 defense 0 free none'
    table = german_turn(ANY, omaha, "german> activate invented-omaha", line)
    assert table.rules() == rules
    assert table.game.table.beach == beach  # type: ignore[attr-defined]


def test_a_card_in_an_attack_is_for_its_beach() -> None:
    assert at_omaha("attack 1-inf 352-inf", "german> play training on utah").rules() == ["turn.order"]


def test_what_takes_an_action_is_not_offered_where_none_is_left() -> None:
    ask = german_turn("activate invented-utah").game.ask
    assert ask is not None
    assert "activate" not in ask.verbs


def test_a_card_between_the_draws_is_one_breach_and_ends_no_turn() -> None:
    table = german_turn("german> pass all", "allied> pass all", "german> pass", "allied> pass", "german> draw")
    found = table.game.report("german> play bunkers").findings
    assert [(f.kind, f.rule) for f in found] == [(Kind.ILLEGAL, "cards.action")]
    assert table.play("stand").game.table.turn == 1


def test_the_price_is_paid_with_the_pile_with_which_it_can_be() -> None:
    table = at_omaha("attack 1-inf 352-inf")
    act = table.game.reader().read("german> play mounting-casualties paying gold")
    assert (act.side, act.paying) == ("german", "german-gold")


def test_a_shortened_force_is_the_one_at_the_beach_that_is_resolved() -> None:
    known = 'force "3rd Canadian" allied beach juno', 'force "3rd Inf" allied beach sword'
    place = "adjust beach.now sword turn.number 2 turn.side allied turn.step beaches 3-canadian.at juno 3-inf.at sword"
    assert at_table(*known, place).game.reader().read("attack 3").force == "3-inf"


def test_no_attack_is_offered_without_an_active_force() -> None:
    before, after = (german_turn(*lines).game.ask for lines in ((), ("activate invented-utah",)))
    assert before is not None
    assert after is not None
    assert ["attack" in ask.verbs for ask in (before, after)] == [False, True]


def test_a_force_out_of_the_game_is_on_file_as_gone() -> None:
    table = at_omaha("attack 1-inf 352-inf", "decline")
    assert [one.name for one in table.game.ruleset.on_file(table.game.table) if one.gone] == ["352-inf"]


def test_discards_are_told_in_several_lines() -> None:
    table = discarding().play('card "Fog" of german', 'card "Mud" of german')
    table.play("german> discard fog", "german> discard mud")
    assert not [f for f in table.found if f.kind is Kind.ILLEGAL]
    assert table.state["hands"]["german"] == 3


def test_a_forgotten_discard_is_put_in_and_takes_the_place_of_none() -> None:
    table = discarding().play('card "Fog" of german', 'card "Mud" of german')
    talk = Talk(table.play("german> discard fog", "allied> pass").game)
    before = table.game.timeline.steps[-1].entry.number
    assert f'  If it was forgotten: insert {before} german> discard named "Mud".' in talk.hear("german: discard mud")


def test_facts_behind_a_new_title_are_asked_about_with_it() -> None:
    talk = Talk(german_turn().game)
    talk.hear("act 716 static inf free none; pass")
    assert talk.prompt == "new? "
    assert 'German: force title "716 Static Inf" of german beach utah free none' in talk.hear("y")


def test_a_number_behind_a_new_title_is_its_value() -> None:
    talk = Talk(at_omaha("attack 1-inf 352-inf").game)
    talk.hear("play Naval Barrage 3")
    assert 'German: card title "Naval Barrage" of german value 3' in talk.hear("y")


def test_a_bonus_is_told_as_it_is_printed() -> None:
    act = at_omaha().game.reader().read("force 29th inf value 3 +2 when attacking")
    assert write(act) == "force 29-inf value 3 attack 2"


def test_commas_stand_between_the_facts_of_a_card() -> None:
    act = at_omaha().game.reader().read('card "Fog" any, value 3, attack 1')
    assert write(act) == 'card title "Fog" when any value 3 attack 1'


def test_a_new_card_needs_no_verb_and_the_attacker_may_come_first() -> None:
    talk = Talk(at_omaha().game)
    assert "  1) activate naval gunfire  2) play naval gunfire" in talk.hear("naval gunfire")
    assert any('Teach it with: card "Naval Gunfire" allied' in row for row in talk.hear("2"))
    for line in ("1st attacks 352", "1st att 352", "attack 1st vs 352"):
        assert Talk(at_omaha().game).hear(line)[0] == "Allied: attack 1-inf 352-inf"

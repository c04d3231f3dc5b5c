"""Lightning: D-Day as it is typed by people who know the cards in front of them and not the notation."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.notation import write
from referee.prompt.haste import UNUSED
from referee.prompt.talk import Talk
from referee.ruleset import Kind
from rulesets.lightning_d_day.names import Reserve
from tests.dd import RULESET, at_omaha, at_table, german_turn

BEACHES = ("sword", "juno", "gold", "omaha", "utah")
UNTOLD = 'card "Invented Guns" allied when battle action no'


@pytest.mark.parametrize(
    ("said", "read"),
    [("yes", "yes"), ("failed", "no"), ("success", "yes"), ("fail", "no"), ("succ", "yes"), ("result fails", "no")],
)
def test_yes_and_no_say_whether_an_attack_succeeded(said: str, read: str) -> None:
    table = at_omaha(UNTOLD, "allied> attack 1-inf 352-inf", "allied> play invented-guns", "decline", "decline")
    assert table.question == "Did the attack of 1st Inf on 352nd Inf succeed? (2+? v 1)"
    table.play(said)
    assert (table.failed, table.game.log.entries[-1].line) == ([], f"result {read}")
    assert ("352-inf" in table.at("omaha", "german")[0]) is (read == "no")


def test_the_only_force_of_a_beach_attacks() -> None:
    act = german_turn("force invented-utah free attack", "activate invented-utah").game.reader().read("attack")
    assert write(act) == "attack invented-utah"
    assert german_turn().game.report("activate").findings[0].message.endswith("write its name as it is printed")
    assert at_omaha().play("attack").failed == ["attack needs an active force: attack FORCE [ON] [PILE]"]


def test_forces_of_the_own_side_are_offered_those_of_the_beach_first() -> None:
    game = german_turn().game
    offered = [write(legal.action) for legal in game.legal() if legal.action.verb == "activate"]
    assert offered[0] == "activate invented-utah"
    assert "activate 1-inf" not in offered


def test_a_beach_without_an_own_force_is_passed_over() -> None:
    talk = Talk(german_turn("adjust german-juno.face-down 0", "german> pass", "german> pass").game)
    said = talk.hear("pass")
    assert "German: Juno: no force there." in said
    assert RULESET.state(talk.game.table)["beach"] == "sword"


def test_a_force_is_named_by_its_title_where_it_lies_already() -> None:
    game = at_omaha("adjust beach.now sword").game
    assert run(game, "activate 1st").findings[0].message == "1-inf is active at Omaha."


def test_what_comes_back_by_undo_is_not_put_out_of_the_game() -> None:
    table = at_omaha("attack 1-inf 352-inf", "decline")
    assert table.hands[-1] == "put 352-inf out of the game"
    table.hands.clear()
    assert table.play("undo").hands == ["352-inf lies face up at omaha"]


def test_discards_are_told_of_the_side_that_is_asked() -> None:
    table = german_turn("german> pass all", "allied> pass all", "german> pass", "hand allied 3")
    assert RULESET.status(table.game.table)[:2] == ("Discards of the Allies", "hand 3")


def test_the_sides_are_called_by_their_people() -> None:
    act = german_turn().game.reader().read("drop allies 1 by turn-1")
    assert write(act) == "drop allied by turn-1"


@pytest.mark.parametrize("last", ["discard 2", "pass"])
def test_turn_discard_a_draw_does_not_end_the_discards_of_the_other_side(last: str) -> None:
    table = german_turn("german> pass all", "allied> pass all", "german> draw 2", f"allied> {last}")
    assert table.found == []
    assert table.play("german> discard 1").rules() == ["turn.discard"], "its own it does"
    assert table.play("allied> draw", "allied> discard 1").rules() == ["turn.discard"] * 2


def test_a_force_that_cannot_be_turned_up_here_is_not_taught_as_one_of_this_beach() -> None:
    table = german_turn().game.table
    assert table.teach(Reserve, "716") == 'force "716" german beach utah'
    assert table.but(used=1).teach(Reserve, "716") == 'force "716" german'


def test_each_beach_shows_what_may_be_done_before_an_enter_ends_it() -> None:
    talk = Talk(german_turn().game)
    for beach in ("utah", "omaha"):
        assert talk.game.table.stage == f"beaches {beach}"
        assert UNUSED in talk.hear("")
        assert UNUSED not in talk.hear("")


def test_show_tells_what_lies_there_now() -> None:
    talk = Talk(at_omaha("attack 29-inf 352-inf", "decline").game)
    said = talk.hear("show omaha")
    assert "pile german-omaha (German forces for Omaha): forces 3; now 2 face down" in said
    assert any(row.startswith("> Omaha") for row in said)
    assert not any(row.startswith("> Omaha") for row in talk.hear("show piles"))
    assert talk.hear("show 352-inf")[0].endswith("; now out of the game")


PLAYED = "when turn action no value 0 attack 0 defense 0 bonus 0 effect none"


@pytest.mark.parametrize("before", [(), ("german> play training",)])
def test_a_card_that_would_end_an_open_attack_is_asked_about(before: tuple[str, ...]) -> None:
    talk = Talk(at_omaha(f'card "Invented Plot" allied {PLAYED}', "attack 1-inf 352-inf", *before).game)
    said = talk.hear("allied> play invented-plot")
    assert any(row.startswith("Sure? [turn.one-card] it ends the attack first, at 2 v") for row in said)
    assert RULESET.state(talk.game.table)["battle"]
    talk.hear("yes")
    assert not RULESET.state(talk.game.table)["battle"]
    assert at_omaha("attack 1-inf 352-inf", "pass all").rules(Kind.DOUBT) == []


def test_a_force_of_which_nobody_knows_the_name_can_be_turned_up() -> None:
    talk = Talk(at_omaha("adjust beach.now utah").game)
    assert any("activate FORCE: turn up the top card of the pile at Utah" in row for row in talk.hear("legal"))
    assert UNUSED in talk.hear("")
    known = (f'force "Invented {n}" allied beach utah value 1' for n in "ABC")
    for lines in ((*known, "adjust beach.now utah"), ("adjust beach.now utah allied-utah.face-down 0",)):
        ask = at_omaha(*lines).game.ask
        assert ask
        assert not ask.unnamed


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (("adjust 1-inf.at juno 29-inf.at utah",), "No force of the Allies is active at Omaha [turn.attack]"),
        (("attack 1-inf 352-inf", "decline"), "No action is left at Omaha [turn.action]"),
        (
            ("adjust allied-omaha.extra 2", "attack 1-inf 352-inf", "decline", "attack 29-inf"),
            "Each force of the Allies at Omaha attacked in this turn [turn.once]",
        ),
    ],
)
def test_why_no_force_of_the_beach_attacks(before: tuple[str, ...], why: str) -> None:
    assert at_omaha(*before).play("attack").failed[0].startswith(why)


def test_the_force_with_the_free_attack_is_meant_where_no_action_is_left() -> None:
    fresh = 'force "Invented Utah" allied beach utah value 1 attack 0 defense 0 free attack'
    table = at_omaha(fresh, "adjust beach.now utah 29-inf.at utah", "activate invented-utah")
    assert write(table.game.reader().read("attack")) == "attack invented-utah"
    legal = at_omaha("adjust 1-inf.at utah allied-omaha.extra 1", "attack 29-inf 352-inf", "decline").game.legal()
    assert [write(one.action) for one in legal if one.action.verb == "attack"] == []


def test_an_attack_from_a_beach_that_was_passed_says_where_the_force_is() -> None:
    found = at_omaha("adjust 1-inf.at juno 29-inf.at utah").game.report("attack 1-inf").findings[0]
    where = "1-inf is at Juno, which was passed; Omaha is resolved now, where the Allies have no active force"
    assert (found.message, found.instead) == (where, "29-inf")


def test_what_is_left_of_a_beach_is_one_of_its_actions() -> None:
    left = ("adjust allied-omaha.extra 1 1-inf.at utah", "attack 29-inf 352-inf", "decline", "attack 1-inf")
    found = at_omaha(*left).found[-1]
    assert found.message == "an action is left at Omaha; there is no going back"


def test_a_pile_is_of_the_side_that_tells_of_it_and_the_deck_makes_up_for_it() -> None:
    table = german_turn("allied> pile gold 2")
    assert table.game.log.entries[-1].line == "pile allied-gold forces 2"
    assert table.found[-1].message == "what is no force is in the deck: that of the Allies had 28, and has 29"
    assert german_turn("pile gold 2").failed == ["'gold' may be german-gold or allied-gold."]


PRICED = "card mounting-casualties of both when battle value 0 attack 0 defense 0 bonus 2 effect none price"


@pytest.mark.parametrize(("price", "pick", "how"), [("force", "3", "paying german-gold"), ("card", "1", "paid")])
def test_notes_unpaid_a_bonus_that_could_be_paid_for_is_asked_about(price: str, pick: str, how: str) -> None:
    talk = Talk(at_omaha(f"{PRICED} {price}", "attack 1-inf 352-inf").game)
    said = talk.hear("mounting")
    assert any(row.startswith("Sure? [notes.unpaid] Mounting Casualties adds 2 more for its price") for row in said)
    assert f"{pick}) {how}" in said[-2]
    talk.hear(pick)
    assert talk.game.log.entries[-1].line == f"play mounting-casualties {how}"
    table = at_omaha(f"{PRICED} force", "adjust " + " ".join(f"german-{b}.face-down 0" for b in BEACHES))
    assert table.play("attack 1-inf 352-inf", "play mounting").rules(Kind.DOUBT) == [], "nothing is there to pay with"


def test_a_force_of_either_side_is_told_of_by_its_number() -> None:
    assert write(at_omaha().game.reader().read("force 352 value 0")) == "force 352-inf value 0"


def test_a_card_of_the_other_deck_may_be_of_both() -> None:
    found = at_omaha("attack 1-inf 352-inf", "german> play assault").found[-1]
    assert found.instead.endswith("card assault of both")


@pytest.mark.parametrize(("deck", "kept"), [(20, ["turn-card turn-1 german 3"]), (3, [])])
def test_turn_draw_a_number_that_is_typed_is_kept_for_the_turn_card(deck: int, kept: list[str]) -> None:
    ended = (f"adjust german.deck {deck}", "pass all", "allied> pass all", "pass", "pass")
    talk = Talk(at_table("ready", *ended).game)
    talk.hear("draw 3")
    assert [entry.line for entry in talk.game.log.entries if entry.line.startswith("turn-card")] == kept


def test_turn_order_an_act_at_a_beach_that_was_passed_is_put_in_there() -> None:
    talk = Talk(at_omaha('force "Invented Utah" allied beach omaha value 1', "pass").game)
    at = talk.game.timeline.steps[-1].entry.number
    assert f"  If it was forgotten: insert {at} allied> activate invented-utah." in talk.hear("a invented-utah")
    assert at_omaha("pass", "pass", "pass", "pass", "german> discard 1").found[-1].instead == "draw"


def test_what_is_asked_of_a_card_is_a_question_and_explained() -> None:
    talk = Talk(at_omaha('card "Invented Plot" allied').game)
    talk.hear("play invented-plot")
    assert any("turn = in the own turn, outside of an attack" in row for row in talk.hear("?"))
    assert "[notes.reinforcements] Is Invented Plot played as an action?" in talk.hear("turn")[-2]

"""Every choice of every ruling of Lightning: D-Day, in a scene in which it shows another verdict or state."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from tests.dd import PLAIN, RULESET, Table, at_omaha, at_table, german_turn
from tests.table import Scene, slug


def remarks(table: Table) -> tuple[list[str], list[str]]:
    """What was flagged, and which rulings were cited."""
    return table.rules(), [rule for rule in table.rules(Kind.RULING) if rule in RULESET.rulebook.rulings]


def at_gold(table: Table) -> bool:
    """Whether Gold counts for the Allies."""
    return "gold" in table.state["allied_beaches"]


def totals(table: Table) -> str:
    """The totals of the attack."""
    return str(table.state["battle"]["totals"])


BARE = f'force "Invented Weak" allied beach omaha value 1 {PLAIN}'
NO_ENEMY = "adjust german-omaha.face-down 0 352-inf.at out"
ATTACKED = ("allied> attack 1-inf 352-inf", "german> play bunkers", "allied> play covering-fire")
EMPTY_DECK = "adjust german.deck 2 german.discards 7 german.hand 5"
CASUALTIES = "card mounting-casualties value 1 attack 0 defense 0"
GOLD = f'force "Invented Gold" german beach gold value 1 {PLAIN}'

PLOT = 'card "Invented Plot" german when any action no value 0 attack 0 defense 0 bonus 0 effect text'
LOST = "Decisive German Victory"

SCENES = {
    "victory.active": Scene(
        german_turn, ("german> activate invented-gold",), at_gold, {"german": False, "allied": True}
    ),
    "victory.face-down": Scene(german_turn, (), at_gold, {"german": False, "allied": True}),
    "victory.empty": Scene(
        german_turn, ("adjust german-gold.face-down 0 allied-gold.face-down 0",), at_gold,
        {"allied": True, "german": False},
    ),
    "victory.end": Scene(
        german_turn, ("adjust turn.number 5", "german> pass all", "allied> pass all"),
        lambda t: (t.state["outcome"], t.play("pass", "pass", "draw", "draw").state["outcome"], t.rules()),
        {"beaches": (LOST, LOST, ["victory.outcome"]), "draws": (None, LOST, [])},
    ),
    "attack.cards-beach": Scene(
        german_turn, (PLOT, "german> activate invented-utah", "german> pass", "german> play invented-plot on utah"),
        lambda t: (t.rules(), t.state["beach"]), {"resolved": (["turn.order"], "omaha"), "any": ([], "omaha")},
    ),
    "cards.copies": Scene(
        at_omaha,
        ("attack 1-inf 352-inf", "german> play training", "allied> play covering-fire", "german> play training"),
        remarks,
        {"yes": ([], ["cards.copies"]), "no": (["cards.action"], [])},
    ),
    "turn.order-german": Scene(
        german_turn, ("german> pass",), lambda t: t.state["beach"], {"utah": "omaha", "sword": "juno"}
    ),
    "turn.one-card-end": Scene(
        at_omaha, ("allied> attack 1-inf 352-inf", "german> decline"), lambda t: t.state["out_of_the_game"],
        {"loser": ["352-inf"], "both": []},
    ),
    "turn.once-free": Scene(
        at_omaha,
        ("adjust 1-inf.at none allied-omaha.extra 1", "allied> activate 1-inf", "allied> attack 1-inf 352-inf",
         "german> play training", "allied> decline", "allied> attack 1-inf 352-inf"),
        lambda t: t.rules(), {"yes": ["turn.airborne"], "no": []},
    ),
    "turn.strike-whose": Scene(
        german_turn, ("german> activate invented-utah", "german> attack invented-utah"), remarks,
        {"card": (["turn.strike"], []), "any": ([], ["turn.strike-whose"])},
    ),
    "attack.values-beach": Scene(
        at_omaha,
        ("card bunkers attack 0", "force 1-inf defense 1", "adjust turn.side german", "german> attack 352-inf 1-inf",
         "german> play bunkers"),
        totals, {"both": "7 v 3", "defense": "5 v 3"},
    ),
    "attack.automatic-values": Scene(
        at_omaha,
        (BARE, "adjust turn.number 1 invented-weak.at omaha 352-inf.at out", "allied> attack invented-weak"),
        lambda t: (remarks(t), t.at("omaha", "german")[1]),
        {"none": (([], ["attack.automatic-values"]), 1), "counts": (([], []), 2)},
    ),
    "notes.chaos-target": Scene(
        at_omaha, (*ATTACKED, "german> play training", "allied> play chaos bunkers"),
        lambda t: (remarks(t), totals(t)),
        {"last": ((["notes.chaos"], []), "4 v 2"), "any": (([], ["notes.chaos-target"]), "4 v 2")},
    ),
    "notes.chaos-restores": Scene(
        at_omaha, ("allied> attack 1-inf 352-inf", "german> play bunkers", "allied> play chaos", "german> play chaos"),
        totals, {"yes": "2 v 5", "no": "2 v 1"},
    ),
    "notes.unpaid-choice": Scene(
        at_omaha, (CASUALTIES, "allied> attack 1-inf 352-inf", "german> play mounting-casualties"),
        lambda t: t.rules(), {"may": [], "must": ["notes.unpaid"]},
    ),
    "notes.reshuffle-when": Scene(
        german_turn, (EMPTY_DECK, "turn-card turn-1 german 2", "german> pass all", "allied> pass all", "german> draw"),
        lambda t: (t.state["decks"]["german"], t.state["discards"]["german"]),
        {"next-draw": (0, 7), "at-once": (7, 0), "never": (0, 7)},
    ),
    "optional.face-down": Scene(
        at_omaha, (GOLD, "adjust invented-gold.at gold", NO_ENEMY, "allied> attack 1-inf german-gold"),
        lambda t: t.rules(), {"choice": [], "active-first": ["attack.adjacent"]}, "defend",
    ),
}  # fmt: skip


def played(ruling: str, choice: str) -> Table:
    """The scene of a ruling under one choice."""
    scene = SCENES[ruling]
    return scene.play(*scene.lines, option=scene.option, **{slug(ruling): choice})


@pytest.mark.parametrize(("ruling", "choice"), [(r, c) for r, scene in SCENES.items() for c in scene.seen])
def test_choice_shows(ruling: str, choice: str) -> None:
    scene = SCENES[ruling]
    assert scene.look(played(ruling, choice)) == scene.seen[choice]


def test_every_choice_of_every_ruling_has_a_scene() -> None:
    assert {r: set(s.seen) for r, s in SCENES.items()} == {
        r.id: set(r.choices) for r in RULESET.rulebook.rulings.values()
    }


@pytest.mark.parametrize("ruling", [r for r in SCENES if r != "notes.reshuffle-when"])
def test_choices_differ(ruling: str) -> None:
    found = list(SCENES[ruling].seen.values())
    assert all(a != b for i, a in enumerate(found) for b in found[i + 1 :])


@pytest.mark.parametrize(("choice", "hand"), [("next-draw", 9), ("at-once", 9), ("never", 7)])
def test_a_deck_is_gone_through_once_or_again(choice: str, hand: int) -> None:
    lines = (EMPTY_DECK, "turn-card turn-1 german 4", "german> pass all", "allied> pass all", "german> draw")
    table = german_turn(*lines, notes_reshuffle_when=choice)
    assert table.state["hands"]["german"] == hand
    assert ("notes.reshuffle" in table.rules(Kind.WARNING)) == (choice == "never")


def test_a_ruling_is_changed_in_the_game() -> None:
    table = german_turn("ruling turn.order-german sword", "german> pass all", "allied> pass all")
    table.play("german> draw", "allied> draw")
    assert table.state["beach"] == "sword"


def test_a_rule_is_changed_for_this_game() -> None:
    again = ("allied> attack 1-inf 352-inf", "german> play training", "allied> decline", "again by turn-2")
    table = at_omaha('house turn.once warn "we are in a hurry"', *again, "allied> attack 1-inf 352-inf")
    assert (table.rules(), "turn.once" in table.rules(Kind.WARNING)) == ([], True)


def test_the_optional_rule_is_asked_at_the_set_up() -> None:
    assert [option.name for option in RULESET.options] == ["adjacent"]
    assert at_table(option="defend").game.table.options == {"adjacent": "defend"}  # type: ignore[attr-defined]

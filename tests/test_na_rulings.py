"""Every choice of every ruling of Lightning: North Africa, in a scene in which it shows another verdict or state."""

from __future__ import annotations

from typing import Any

import pytest

from referee.ruleset import Kind
from tests.na import RULESET, Table, in_actions, in_allied_turn, in_battle
from tests.table import Scene, slug

CARD = "cost 0 harm 0"
FREE = f"axis when card {CARD} effect cancel amount 1"


def rules(table: Table) -> list[str]:
    """What was flagged."""
    return table.rules()


def remarks(table: Table) -> tuple[list[str], list[str]]:
    """What was flagged, and which rulings were cited."""
    return table.rules(), table.rules(Kind.RULING)


MALTA = (
    f'card "Invented Malta" allied when arrival {CARD} effect cancel amount 1', "force 21-panzer entry tripoli cost 2",
    "axis> reinforce 21-panzer", "axis> discard 2", "allied> play invented-malta", "axis> decline",
)  # fmt: skip
PANZER = ("force 21-panzer entry tobruk cost 0", "axis> reinforce 21-panzer")
SWEEPERS = (f'card "Invented Sweepers" {FREE}', "axis> move 5-panzer tobruk", "allied> play minefield")
ROAD = (f'card "Invented Road" axis when action {CARD} effect move amount 1', "axis> play invented-road")

SCENES = {
    "setup.7-when": Scene(
        in_actions, ("adjust axis.deck 2 axis.discards 7", "axis> pass", "axis> draw"),
        lambda t: (t.state["decks"]["axis"], t.state["discards"]["axis"]), {"next-draw": (0, 7), "at-once": (7, 0)},
    ),
    "actions.counter": Scene(
        in_actions, (*SWEEPERS, "axis> play invented-sweepers", "allied> decline"),
        lambda t: (*remarks(t), t.force("5-panzer")["losses"]),
        {"yes": ([], ["actions.counter"], 0), "no": (["action-cards.3"], [], 1)},
    ),
    "battles.2-order": Scene(
        in_actions, ("axis> move 5-panzer tobruk", "axis> pass", "axis> attack tobruk 5-panzer"), remarks,
        {"free": ([], ["battles.2-order"]), "order": (["battles.2"], [])},
    ),
    "battles.3-retreat": Scene(
        in_actions, (*ROAD, "axis> shift ariete-trento tobruk by invented-road"), remarks,
        {"card": ([], ["battles.3-retreat"]), "neighbour": (["battles.3"], [])},
    ),
    "battles.inherent": Scene(
        in_actions,
        ("force 5-panzer armored yes", "adjust 5-panzer.region tobruk", "axis> pass", "axis> attack tobruk 5-panzer"),
        lambda t: t.state["battle"]["plans"], {"both": ["armored", "motorized"], "symbols": ["armored"], "none": []},
    ),
    "battles.more": Scene(
        in_battle, ("axis> pass", "allied> strike armored", "axis> decline", "axis> add siege"), remarks,
        {"until-both": ([], ["battles.more"]), "once": (["battles.5b"], [])},
    ),
    "battles.5c-counter": Scene(
        in_battle, ("axis> add siege", "allied> react siege", "axis> react siege", "decline", "decline"),
        lambda t: (*remarks(t), t.state["battle"]["plans"]),
        {"no": (["battles.5c"], [], ["armored", "motorized"]),
         "yes": ([], ["battles.5c-counter"], ["armored", "motorized", "siege"])},
    ),
    "battles.no-plan": Scene(
        in_battle, ("axis> pass", "allied> strike armored", "axis> pass", "allied> strike motorized", "axis> pass",
                    "allied> decline", "axis> attack tobruk 5-panzer"),
        lambda t: (t.rules(), t.told("(ruling battles.no-plan")), {"fails": (["battles.2"], True), "again": ([], True)},
    ),
    "battles.guess-range": Scene(
        in_battle, ("axis> seal", "allied> guess siege"), lambda t: (t.rules(), t.rules(Kind.WARNING)),
        {"any": ([], ["battles.guess"]), "open": (["battles.guess"], [])},
    ),
    "battles.guessed": Scene(
        in_battle, ("axis> seal", "allied> guess motorized", "axis> reveal motorized"),
        lambda t: (t.told("(ruling battles.guessed: nothing)"), t.question.partition(":")[0]),
        {"nothing": (True, "Battles"), "card": (False, "How many losses does the plan card inflict?")},
    ),
    "discard.named": Scene(
        in_actions, ("axis> pass", "axis> pass", "axis> discard 2"), lambda t: t.rules(Kind.NEEDS),
        {"count": [], "named": ["discard"]},
    ),
    "force-cards.3-step": Scene(
        in_actions, ("force 21-panzer entry tripoli cost 0", "axis> pass", "axis> reinforce 21-panzer"), remarks,
        {"actions": (["force-cards.3"], []), "turn": ([], ["force-cards.3-step"])},
    ),
    "force-cards.3-held": Scene(
        in_actions, PANZER, remarks, {"yes": ([], ["force-cards.3-held"]), "no": (["force-cards.3"], [])},
    ),
    "force-cards.3-stopped": Scene(
        in_actions, MALTA, lambda t: (t.state["hands"]["axis"], t.state["discards"]["axis"]),
        {"paid": (3, 2), "back": (5, 0)},
    ),
    "force-cards.3b-attack": Scene(
        in_actions, (*PANZER, "axis> pass", "axis> attack tobruk 21-panzer"),
        lambda t: (t.rules(), "force-cards.3b-attack" in t.rules(Kind.RULING)),
        {"no": (["force-cards.3b"], False), "yes": ([], True)},
    ),
    "supply.2-base": Scene(
        in_actions, ("axis> pass", "axis> pass", "axis> supply"),
        lambda t: (t.rules(Kind.NEEDS), t.rules(Kind.RULING), t.force("5-panzer")["supplied"]),
        {"behind": ([], ["supply.2-base"], True), "anywhere": (["supply.2"] * 3, [], None)},
    ),
    "tobruk.2-left": Scene(
        in_allied_turn, ("adjust 5-panzer.region tobruk", "allied> draw", "allied> move 9-australian western-desert"),
        lambda t: (t.state["tobruk"], t.told("(ruling tobruk.2-left")),
        {"passes": ("axis", True), "battle": ("allied", True)},
    ),
    "tobruk.2-empty": Scene(
        in_allied_turn, ("adjust 9-australian.region cairo", "allied> draw 2"),
        lambda t: (*remarks(t), t.state["tobruk"]),
        {"stays": ([], ["tobruk.2-empty"], "allied"), "nobody": (["draw-one"], [], None)},
    ),
    "tobruk.3c-when": Scene(
        in_actions, ("axis> order 5-panzer tobruk",),
        lambda t: (t.rules(Kind.RULING), t.force("5-panzer")["losses"]),
        {"order": (["tobruk.3c-when"], 1), "declared": ([], 0)},
    ),
}  # fmt: skip

CHOICES = [(ruling, choice) for ruling, scene in SCENES.items() for choice in scene.seen]


def seen(ruling: str, choice: str) -> Any:
    """What is seen in the scene of a ruling under one of its choices."""
    scene = SCENES[ruling]
    table = scene.play(**{slug(ruling): choice}).play(*scene.lines)
    return scene.look(table)


@pytest.mark.parametrize(("ruling", "choice"), CHOICES)
def test_choice_shows(ruling: str, choice: str) -> None:
    assert seen(ruling, choice) == SCENES[ruling].seen[choice]


def test_every_choice_of_every_ruling_has_a_scene() -> None:
    assert {r: set(s.seen) for r, s in SCENES.items()} == {
        r.id: set(r.choices) for r in RULESET.rulebook.rulings.values()
    }


@pytest.mark.parametrize("ruling", SCENES)
def test_choices_differ(ruling: str) -> None:
    found = list(SCENES[ruling].seen.values())
    assert all(a != b for i, a in enumerate(found) for b in found[i + 1 :])


def test_a_ruling_is_changed_in_the_game() -> None:
    table = in_actions("ruling battles.2-order order", "axis> move 5-panzer tobruk", "axis> pass")
    assert table.play("axis> attack tobruk 5-panzer").rules() == ["battles.2"]
    assert "(ruling battles.2-order: order)" in table.found[-1].message


def test_a_rule_is_changed_for_this_game() -> None:
    table = in_actions('house operations.move warn "our map is bent"', "axis> move 5-panzer cairo")
    assert (table.rules(), table.rules(Kind.WARNING)) == ([], ["operations.move"])


def test_an_empty_tobruk_gives_its_card_to_nobody() -> None:
    table = in_allied_turn("adjust 9-australian.region cairo", "allied> draw", tobruk_2_empty="nobody")
    assert table.state["hands"]["allied"] == 6


def test_an_attack_without_any_plan_is_used_up_all_the_same() -> None:
    table = in_battle("axis> pass", "decline", battles_inherent="none", battles_no_plan="again")
    assert table.play("axis> attack tobruk 5-panzer").rules() == ["battles.2"]


def test_a_lost_tobruk_stays_until_it_is_entered_empty() -> None:
    table = in_allied_turn(
        "adjust 5-panzer.region tobruk", "allied> draw", "allied> move 9-australian western-desert",
        tobruk_2_left="battle",
    )  # fmt: skip
    table.play("allied> pass", "allied> draw", "axis> draw", "axis> move 5-panzer benghazi", "axis> pass", "axis> draw")
    assert table.state["tobruk"] == "allied"
    table.play("allied> draw", "allied> pass", "allied> draw", "axis> draw", "axis> move 5-panzer tobruk")
    assert table.state["tobruk"] == "axis"

"""Every choice of every ruling of Lightning: Poland, in a scene in which it shows another verdict or state."""

from __future__ import annotations

import pytest

from referee.ruleset import Kind
from tests.pl import RULESET, Table, at_table, in_battle, new_game, over
from tests.table import Scene, slug


def remarks(table: Table) -> tuple[list[str], list[str]]:
    """What was flagged, and which rulings were cited."""
    return table.rules(), table.rules(Kind.RULING)


WEAK = ("force xvi-corps rating 0 attack 0", "german> battle krakow xvi-corps", "polish> pass", "german> pass")
LOOT = 'card "Loot" of german type intelligence rating 0 when played effect draw amount 2 attack 0 strikes none cost no'
NINE = ("german> result german", "german> pass", "german> draw")

SCENES = {
    "win-retake": Scene(
        at_table,
        ("adjust krakow.holder german", "german> prepare", "german> pass", "german> draw",
         "polish> battle krakow army-modlin", "polish> result polish"),
        lambda t: (*remarks(t), t.state["objectives"]["krakow"]["captured"], t.state["points"]["german"]),
        {"no": (["battle.1"], [], None, 0), "yes": ([], ["win-retake"], None, 0)},
    ),
    "types.action-copies": Scene(
        in_battle, ("german> play raid", "german> play raid"), remarks,
        {"yes": ([], ["battle.4-cards", "types.action-copies"]), "no": (["types.action"], ["battle.4-cards"])},
    ),
    "setup.3-row": Scene(
        at_table, (), lambda t: t.state["objectives"]["krakow"]["row"], {"target": "german", "owner": "polish"},
    ),
    "setup.5-when": Scene(
        at_table, ("adjust german.deck 1 german.discards 7 german.hand 8", "german> prepare"),
        lambda t: (t.state["decks"]["german"], t.state["discards"]["german"]), {"next-draw": (0, 7), "at-once": (7, 0)},
    ),
    "turns.4-limit": Scene(
        over, NINE, lambda t: (t.rules(), t.hand("german")),
        {"draws": ([], 10), "prepare": ([], 11), "always": (["turns.4"], 10)},
    ),
    "battle.4-must": Scene(
        in_battle, ("german> pass",), lambda t: t.rules(), {"may": [], "must": ["battle.4"]},
    ),
    "battle.4-cards": Scene(
        in_battle, ("german> play raid",), lambda t: t.question.partition(":")[0], {"more": "german", "one": "polish"},
    ),
    "battle.10-draw": Scene(
        in_battle, (LOOT, "german> play loot", "polish> play sortie"), lambda t: t.rules(),
        {"must": ["battle.10.played"], "may": []},
    ),
    "battle.11-undefended": Scene(
        at_table, WEAK, lambda t: t.enter, {"tie": "result polish", "attacker": "result german"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("ruling", RULESET.rulebook.rulings)
def test_every_choice_shows_another_verdict_or_state(ruling: str) -> None:
    scene = SCENES[ruling]
    choices = RULESET.rulebook.rulings[ruling].choices
    seen = {choice: scene.look(scene.play(*scene.lines, **{slug(ruling): choice})) for choice in choices}
    assert seen == scene.seen
    assert len({str(what) for what in seen.values()}) == len(choices)


def test_cards_over_nine_go_before_the_draw() -> None:
    table = over("german> result german", turns_4_limit="always")
    assert table.question == "german: Must discard 1 card: nine is the most (ruling turns.4-limit: always)"
    assert table.enter == "discard 1"


def test_the_undefended_objective_is_cited() -> None:
    assert at_table(*WEAK, "german> result polish").rules(Kind.RULING) == ["battle.11-undefended"]


def test_the_ruling_is_cited_where_no_card_on_file_can_be_played() -> None:
    """The attacker may hold one that the referee does not know; with an empty hand there is nothing to play."""
    known = ("card to-the-last of polish", "force xvi-corps start yes")
    unknown = (*known, "german> ready", "german> battle krakow xvi-corps", "polish> pass")
    table = Table(new_game(battle_4_must="must")).play(*unknown, "german> pass")
    assert table.rules(Kind.RULING) == ["battle.4-must"]
    table = Table(new_game(battle_4_must="must")).play("hand german 0", *unknown, "german> pass")
    assert table.rules(Kind.RULING) == []

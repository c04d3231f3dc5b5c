"""Help in a game: examples of a verb that are legal now, short forms, and finding a rule by words."""

from __future__ import annotations

import pytest

from referee.commands import look, rule_lines, run
from referee.commands.verbs import legal_examples, short_form
from referee.fold import first_table
from referee.game import Game
from referee.log import Log
from referee.notation import Reader
from referee.ruleset import NotUnderstood
from referee.ruleset.find import load_ruleset, ruleset_names
from tests.conftest import toy_header
from tests.na import new_game
from tests.noughts import RULESET
from tests.patrol import RULESET as PATROL


def told(game: Game, line: str) -> list[str]:
    """What a looking command shows."""
    return look(game, line) or []


def test_two_examples_of_a_verb_are_legal_now() -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    run(game, "place a1")
    run(game, "hand")
    lines = told(game, "help place")
    assert lines[0] == "place TO  (short: p)"
    examples = [line.removeprefix("  legal now: ") for line in lines if "legal now" in line]
    assert len(examples) == 2
    assert "place a1" not in examples
    assert all(not game.judge(example).findings for example in examples)


def test_where_nothing_is_legal_the_examples_of_the_verb_stand() -> None:
    game = new_game()
    lines = told(game, "help move")
    assert [line for line in lines if "example: " in line] == [
        "  example: move 15-panzer tobruk", "  example: 15-panzer to tobruk"
    ]  # fmt: skip
    assert not any("legal now" in line for line in lines)
    run(game, "ready")
    run(game, "draw")
    now = [line.removeprefix("  legal now: ") for line in told(game, "help move") if "legal now" in line]
    assert len(set(now)) == 2
    assert all(line.startswith("move ") and not game.judge(line).findings for line in now)


def test_dice_are_no_examples() -> None:
    game = Game(PATROL, Log.memory(toy_header()))
    run(game, "shoot alpha")
    hit = next(act for act in PATROL.actions if act.verb == "hit")
    assert legal_examples(hit, game) == []


@pytest.mark.parametrize("name", ruleset_names())
def test_short_forms_mean_their_verb(name: str) -> None:
    ruleset = load_ruleset(name)
    reader = Reader(first_table(ruleset, {}, {}), ruleset.actions, ruleset.sides)
    short = {act: short_form(reader, act) for act in ruleset.actions}
    assert all(reader.verb_of(text) == [act] for act, text in short.items() if text)
    assert sum(map(bool, short.values())) > len(short) / 2


def test_rules_are_found_under_their_headings_or_what_was_meant_is_said() -> None:
    book = load_ruleset("lettow-vorbeck").rulebook
    hits = list(rule_lines(book, "panic", {}))
    assert any(not line.startswith(("[", " ")) for line in hits), "a heading"
    assert max(map(len, hits)) < 80
    many = list(rule_lines(book, "battle", {}))
    assert len(many) < 20
    assert many[-1].endswith("rules: one word more finds fewer, `rule ID` shows one.")
    for words, said in (
        ("retrete", "Did you mean retreat"),
        ("panic retrete", "No rule has 'retrete'. Did you mean retreat"),
        ("18.X", "Did you mean 18."),
    ):
        with pytest.raises(NotUnderstood, match=said.replace(".", r"\.")):
            list(rule_lines(book, words, {}))
    with pytest.raises(NotUnderstood, match="all of these words: 'fleet' stands in"):
        list(rule_lines(book, "fleet morale", {}))

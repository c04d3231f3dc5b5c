"""The tutorial: it can be played as it says, goes its way whatever is typed, and shows what a first evening needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from referee.commands import COMMANDS
from referee.prompt.lesson import Lesson, NoLesson, begin, lesson_of
from referee.ruleset.find import load_ruleset, ruleset_names
from tests.noughts import RULESET as NOUGHTS

LESSONS = [name for name in ruleset_names() if load_ruleset(name).tutorial]
SEEN = {"ready", "draw", "prepare", "play", "order", "move", "pass", "attack", "add", "react", "discard", "strike",
        "seal", "guess", "reveal", "supply", "lose"}  # fmt: skip
"""The verbs of play that the rulebook's example turn has."""


def lesson() -> Lesson:
    begun = lesson_of(None)
    begun.opening()
    return begun


def through(begun: Lesson, steps: int | None = None) -> list[str]:
    """Type what the steps say; what the referee said in all. A datum that is asked for is left unknown."""
    said: list[str] = []
    for step in begun.tutorial.steps[:steps]:
        at = begun.at
        said += begun.hear(step.type)
        while begun.question:
            said += begun.hear("")
        assert begun.at == at + 1, (step, said[-8:])
    return said


@pytest.mark.parametrize("name", LESSONS)
def test_each_step_leads_to_the_next(name: str) -> None:
    begun = begin(load_ruleset(name))
    begun.opening()
    assert "That was the lesson." in through(begun)[-1]
    assert begun.step is None


def test_it_shows_every_verb_of_the_example_turn_mistakes_and_what_players_need() -> None:
    begun = lesson()
    said = through(begun)
    entries = begun.game.log.entries
    assert {entry.line.partition(" ")[0] for entry in entries} >= SEEN
    assert {"undo", "redo", "back", "held", "note"} <= {entry.kind for entry in entries}
    assert sum(line.startswith("ILLEGAL") for line in said) == 2
    looks = {command.name for command in COMMANDS if command.looks}
    typed = {step.type.split()[0] for step in begun.tutorial.steps if step.type}
    assert {"?", "why", "show", "log", "open", "fix"} <= typed
    assert typed & looks


def test_another_act_is_heard_and_taken_back() -> None:
    begun = lesson()
    through(begun, 3)
    table, at = begun.game.table, begun.at
    said = begun.hear("move 15 tob")
    assert "Axis: move 15-panzer tobruk" in said
    assert any("taken back" in line for line in said)
    assert (begun.game.table, begun.at) == (table, at)
    assert begun.hear("prep ari")[-2].startswith(f"[{at + 2}/")


def test_what_fails_or_looks_is_answered_and_the_step_is_told_again() -> None:
    begun = lesson()
    through(begun, 3)
    for typed in ("xyzzy", "n", "show", "legal", "rule supply"):
        said = begun.hear(typed)
        assert len(said) > 3
        assert (begun.at, said[-1]) == (3, "  Type: prep ari")


def test_a_datum_that_is_asked_for_can_be_told() -> None:
    begun = lesson()
    supply = next(i for i, step in enumerate(begun.tutorial.steps) if step.type == "supply")
    through(begun, supply)
    assert "supply base" in begun.hear("supply")[-2]
    begun.hear("2")
    while begun.question:
        begun.hear("")
    assert begun.at == supply + 1


def test_a_correction_that_waits_is_there_again_when_an_act_is_taken_back() -> None:
    begun = lesson()
    fix = next(i for i, step in enumerate(begun.tutorial.steps) if step.type.startswith("fix"))
    through(begun, fix + 1)
    for typed in ("draw", "keep"):
        begun.hear(typed)
        assert begun.game.draft is not None
        assert begun.at == fix + 1
    begun.hear("")
    assert begun.at == fix + 2


def test_next_types_it() -> None:
    begun = lesson()
    for _ in range(200):
        if begun.step is None:
            break
        begun.hear("next")
    assert begun.step is None


def test_a_ruleset_without_a_lesson_says_so() -> None:
    with pytest.raises(NoLesson, match="no tutorial of Noughts"):
        begin(NOUGHTS)


def test_the_command_teaches_and_leaves() -> None:
    words = [sys.executable, "-m", "referee", "tutorial"]
    done = subprocess.run(words, input="ready\nquit\n", capture_output=True, text=True, timeout=60, check=True)
    assert "[2/" in done.stdout
    assert not done.stderr

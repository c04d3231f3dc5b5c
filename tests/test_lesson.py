"""The tutorial: it can be played as it says, goes its way whatever is typed, and shows what a first evening needs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.commands import COMMANDS
from referee.prompt.lesson import Lesson, NoLesson, begin, lesson_of
from referee.ruleset import Table
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
    assert any("puts the table back" in line for line in said)
    assert (begun.game.table, begun.at) == (table, at)
    assert begun.hear("prep ari")[-2].startswith(f"[{at + 2}/")


def test_what_fails_or_looks_is_answered_and_the_step_is_told_again() -> None:
    begun = lesson()
    through(begun, 3)
    for typed in ("xyzzy", "n", "show", "legal", "rule supply"):
        said = begun.hear(typed)
        assert len(said) > 3
        assert (begun.at, said[-1]) == (3, "  Type: prep ari")


@pytest.mark.parametrize(("steps", "typed"), [(2, ("supply", "", "")), (22, ("reinf 21pz tripoli", "2", "undo"))])
def test_an_act_that_asks_something_is_taken_back_with_its_question(steps: int, typed: tuple[str, ...]) -> None:
    begun = lesson()
    through(begun, steps)
    table = begun.game.table
    for line in typed:
        assert begun.hear(line)[-1].startswith("  Type: ")
        assert (begun.game.table, begun.at, begun.question) == (table, steps, None)
    begun.hear("next")
    assert begun.at == steps + 1


def test_next_leads_on_from_wherever_one_is() -> None:
    begun = lesson()
    through(begun, 2)
    begun.hear("fix 5 place 7-armored western-desert")
    assert begun.game.draft
    begun.hear("next")
    assert begun.game.draft is None
    assert begun.at == 3
    begun.hear("next 10")
    assert begun.at == 13


def test_what_is_reported_instead_of_an_answer_is_the_next_step_or_taken_back() -> None:
    begun = lesson()
    through(begun, 11)
    begun.hear("play dive-bonber 9-aus")
    assert begun.hear("1")[-1] == "  Press Enter."
    assert begun.at == 13  # the number mended the line, which is what the next step wants
    begun = lesson()
    through(begun, 11)
    begun.hear("play dive-bonber 9-aus")
    assert "  Type: play dive-bomber 9" in begun.hear("move 15 tob")
    assert begun.game.table == through_to(12)


def through_to(steps: int) -> Table:
    """The table after some steps."""
    begun = lesson()
    through(begun, steps)
    return begun.game.table


def test_leaving_says_how_to_go_on_and_so_it_does() -> None:
    begun = lesson()
    through(begun, 24)
    assert begun.hear("quit")[-1] == "  referee tutorial lightning-north-africa --from 25"
    again = lesson_of("lightning-north-africa", 25)
    assert (again.at, again.game.table) == (24, begun.game.table)
    assert again.opening()[-2].startswith("[25/")
    with pytest.raises(NoLesson, match="steps"):
        lesson_of(None, 100)


def test_it_says_who_plays_what() -> None:
    assert "Anna plays Axis and Ben plays Allied." in lesson_of(None).opening()


def test_a_datum_that_is_asked_for_can_be_told(tmp_path: Path) -> None:
    ruleset = load_ruleset("lightning-north-africa")
    assert ruleset.tutorial is not None
    asking = tmp_path / "tutorial.toml"
    rulings = 'rulings = { "supply.2-base" = "anywhere" }'
    asking.write_text(f"{rulings}\n{ruleset.tutorial.read_text(encoding='utf-8')}", encoding="utf-8")
    begun = begin(replace(ruleset, tutorial=asking))
    supply = next(i for i, step in enumerate(begun.tutorial.steps) if step.type == "supply")
    begun.lead(supply)
    assert "supply base" in begun.hear("supply")[-2]
    begun.hear("2")
    assert (begun.at, begun.question is None) == (supply, False)
    begun.hear("draw")  # instead of an answer, and not what the next step wants
    assert (begun.at, begun.question) == (supply + 1, None)
    assert begun.game.log.entries[-1].line == "supply"


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


def test_a_look_counts_behind_a_line_that_failed_too() -> None:
    begun = lesson()
    through(begun, 2)
    begun.hear("prep arite")
    begun.hear("?")
    assert begun.at == 3


def test_it_says_that_it_answers_itself() -> None:
    begun = lesson()
    through(begun, 11)
    assert "The lesson answers that with 1." in begun.hear("next")

"""What players type without thinking, in North Africa: a plan by its name, `n`, a plan for a card, F1, undo of many."""

from __future__ import annotations

from pathlib import Path

import pytest
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from referee.commands import run
from referee.game import Game
from referee.prompt.haste import UNTAKEN
from referee.prompt.learning import NOT_TAUGHT
from referee.prompt.shell import Shell
from referee.prompt.talk import Talk
from tests.na import at_table, in_actions, in_battle

READY = ("prepare ariete-trento", "-", "draw")
TO_SEAL = ("axis> pass", "decline")


def lines(game: Game) -> list[str]:
    """All lines of the record."""
    return [entry.line for entry in game.log.entries]


# A plan is laid face down


@pytest.mark.parametrize(
    "line",
    ["armored", "m", "overrun", "seal armored", "plan armored", "axis> armored", "A: armored", "seal; armored",
     "seal armored then"],
)
def test_a_plan_is_not_told_where_it_is_laid_face_down(line: str) -> None:
    talk = Talk(in_battle(*TO_SEAL).game)
    before = lines(talk.game)
    said = talk.hear(line)
    assert said[0].startswith("What is chosen here stays secret, and is not written down: Enter (`seal`)")
    assert [line.endswith("(Enter: seal)") for line in said] == [False, True], "the line is not shown again"
    assert lines(talk.game) == before
    assert talk.secret, "it is taken off the screen"
    assert run(talk.game, line if ";" not in line else "armored").status == "failed"


@pytest.mark.parametrize("line", ["guess armored", "allied> armored", "B: armored", "seal; allied> guess armored"])
def test_a_guess_is_taken_where_it_is_said_to_be_one(line: str) -> None:
    talk = Talk(in_battle(*TO_SEAL).game)
    talk.hear(line)
    if ";" in line:
        talk.hear("more")
    assert lines(talk.game)[-1] == "guess armored"
    assert talk.hear("more")[0] == "Nothing waits to be gone on with."


def test_a_plan_behind_its_own_question_is_a_guess_or_turned_up() -> None:
    talk = Talk(in_battle(*TO_SEAL).game)
    for line in ("", "armored", "motorized"):
        talk.hear(line)
    assert [line for line in lines(talk.game) if line][-4:-1] == ["seal", "guess armored", "reveal motorized"]


def test_all_rows_of_a_secret_are_taken_off_the_screen(tmp_path: Path) -> None:
    class Rows(DummyOutput):
        gone = 0

        def cursor_up(self, amount: int) -> None:
            self.gone += amount

    output = Rows()
    shell = Shell(Talk(in_battle(*TO_SEAL).game), tmp_path / "history", input=DummyInput(), output=output)
    shell._blank(f"axis> seal armored {'x' * 80}\ny")
    assert output.gone == 3


def test_the_history_keeps_no_line_that_was_typed_at_a_secret_choice(tmp_path: Path) -> None:
    talk = Talk(in_battle(*TO_SEAL).game)
    shell = Shell(talk, tmp_path / "history", input=DummyInput(), output=DummyOutput())
    shell.session.history.append_string("armored")
    assert shell.session.history.get_strings() == []
    talk.hear("seal")
    shell.session.history.append_string("armored")
    assert shell.session.history.get_strings() == ["armored"]


# A plan is no card


@pytest.mark.parametrize("line", ["play siege", "p overrun loss", 'play "Motorized"'])
def test_a_plan_is_no_card_that_could_be_taught(line: str) -> None:
    talk = Talk(in_battle().game)
    said = " ".join(talk.hear(line))
    assert "is an attack plan, no card: in a battle write add " in said
    assert talk.question is None


def test_a_card_that_is_not_for_now_is_taught_only_on_purpose() -> None:
    talk = Talk(in_battle().game)
    said = talk.hear("play riddle")
    asked = "May add a battle card (plans: armored, motorized)"
    assert f"play is not for now: {asked}. That is told with add or pass." in said
    assert talk.hear("")[0] == "Not done yet: play riddle"
    assert talk.hear("")[0].startswith(NOT_TAUGHT)
    talk = Talk(in_actions().game)
    assert "Enter: yes, teach it" in talk.hear("play riddle")[-2]


# What is out of the game


def test_nothing_is_asked_of_a_force_that_is_out_of_the_game() -> None:
    places = ("adjust 5-panzer.region western-desert", "adjust 2-armored.region benghazi")
    talk = Talk(in_actions(*places, "pass", "pass").game)
    talk.hear("supply")
    assert talk.question, "it has two losses and stays"
    talk = Talk(in_actions(*places, "adjust 5-panzer.losses 2", "pass", "pass").game)
    talk.hear("supply")
    assert "5-panzer" not in talk.game.ruleset.state(talk.game.table)["forces"]
    assert talk.question is None


# Hints


def test_what_may_come_at_any_time_is_not_due_later() -> None:
    assert "due later" not in str(run(at_table("starts 7-armored").game, "starts 2-armored").told)


def test_an_entry_of_the_other_turn_is_no_reason() -> None:
    turn = (*READY, "pass", "pass", "supply", "pass", "draw", "draw")
    answer = run(in_actions(*turn).game, "prepare ariete-trento")
    assert answer.status == "held"
    assert "says that already" not in str(answer.told)


# A plain no


def test_one_letter_is_no_value_where_none_is_one() -> None:
    talk = Talk(in_actions('card "Riddle" axis when action cost 0 harm 0').game)
    talk.hear("play riddle")
    for word in ("n", "no"):
        assert talk.hear(word)[0] == f"{word!r}: is it none, or not known? Type none, or press Enter."
    assert "Axis: card riddle effect none" in talk.hear("none")


@pytest.mark.parametrize(
    ("typed", "first"),
    [("", ""), ("xyzzy", "Given up: xyzzy"), ("p 4", UNTAKEN), ("move", "Given up: move"), ("?", ""), ("show", "")],
)
def test_n_ends_no_step_and_says_so_in_one_line(typed: str, first: str) -> None:
    talk = Talk(in_actions(*READY).game)
    count = len(talk.game.log.entries)
    if typed:
        talk.hear(typed)
    useless = "'n' is no answer here (Enter: pass); `?` lists what may be done now."
    for said in (first or useless, useless, useless):
        assert talk.hear("n") == [said, "Axis: Operations and action cards (Enter: pass)"]
    assert len(talk.game.log.entries) == count
    assert talk.hear("no")[0] == "Axis: pass"


def test_n_answers_a_question_of_yes_or_no_and_takes_a_held_line_back() -> None:
    talk = Talk(in_actions("prepare ariete-trento").game)
    assert talk.hear("n")[0] == "Allied lets it pass."
    talk.hear("draw")
    talk.hear("move 15-panzer cairo")
    assert talk.hear("n")[0].startswith("Taken back: ")


# Undo of several, F1


def test_undo_of_several_names_each() -> None:
    talk = Talk(in_actions(*READY, 'card "Riddle" axis', 'card "Other" axis').game)
    three = 'Axis: card title "Other" of axis; Axis: card title "Riddle" of axis; Axis: draw'
    assert f"  the last first: {three}" in talk.hear("undo 3")
    assert talk.hear("keep")[0] == f"Undone: 3 acts: {three}"


@pytest.mark.parametrize(
    ("typed", "choices"),
    [("move", "  1) 5-panzer  2) 15-panzer  3) ariete-trento"), ("play riddle", "  1) a new one: teach it")],
)
def test_f1_leaves_the_choices_on_the_screen(typed: str, choices: str) -> None:
    talk = Talk(in_actions().game)
    talk.hear(typed)
    said = talk.peek("?")
    assert said[-1] == choices
    assert [line for line in said if ") " in line[:8]] == [choices], "no other numbers"
    assert not talk.hear("1")[0].startswith("No choice")


def test_f1_alone_has_numbers() -> None:
    talk = Talk(in_actions().game)
    assert any(line.startswith("   1) move") for line in talk.peek("?"))
    assert "move needs" in " ".join(talk.hear("1"))

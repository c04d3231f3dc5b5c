"""K.I.S.S. Rommel: a unit named by its division and type, as players say it; verbs as they are said of others."""

from __future__ import annotations

import pytest

from referee.commands.answers import meant
from referee.notation import write
from referee.prompt.first import FirstScreen
from referee.prompt.options import named_options
from referee.prompt.talk import Talk
from referee.ruleset import LineError
from tests.kiss import RULESET, Battle, battle, in_fire, in_movement

AXIS = ("15pz", "21inv")


def read(made: Battle, line: str) -> str:
    """The act that a line is read as, or why it is not."""
    try:
        act = made.game.reader().read(meant(made.game, line))
    except LineError as error:
        return str(error)
    return f"{act.side}> {write(act)}"


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("15pz art 6", "move 15pz/art-1 distance 6"),
        ("move 15pz art 3", "move 15pz/art-1 distance 3"),
        ("move 15pz artillery 3", "move 15pz/art-1 distance 3"),
        ("move 21inv recon 3", "move 21inv/recon-1 distance 3"),
        ("move 21st invented recon 3", "move 21inv/recon-1 distance 3"),
        ("move 15 panzer recon 3", "move 15pz/recon distance 3"),
        ("move 15pz recon 2 6", "move 15pz/recon-2 distance 6"),
        ("move 15pz/tank 2 6", "move 15pz/tank-2 distance 6"),
        ("move 21st invented tank 2 6,6", "move 21inv/tank-2 to 6,6"),
        ("move 15pz 88 6", "move 15pz/88-1 distance 6"),
        ("21inv 88 6", "move 21inv/88-1 distance 6"),
        ("move 15pz 12", "move 15pz distance 12"),
        ("m 15pz hq", "move 15pz/hq"),
        ("m 15pz hq to 3,4", "move 15pz/hq to 3,4"),
        ("m 15pz hq, 21inv art", "move 15pz/hq,21inv/art-1"),
        ("move 15pz inf 2-4 6", "move 15pz/inf-2,15pz/inf-3,15pz/inf-4 distance 6"),
        ("move 15pz inf 6", "move 15pz/inf distance 6"),
        ("15pz recon 1 moves 6", "move 15pz/recon-1 distance 6"),
        ("moved 15pz art 6.", "move 15pz/art-1 distance 6"),
        ("moves 15pz/art-1 distance of 6", "move 15pz/art-1 distance 6"),
        ("move 15pz/art-1 dist 6", "move 15pz/art-1 distance 6"),
        ("exit 21inv recon", "exit 21inv/recon-1"),
    ],
)
def test_a_type_behind_a_division_is_a_unit_of_it(line: str, spelled: str) -> None:
    made = in_movement(axis=AXIS)
    if "moves 6" in line:  # a verb in the middle is put right by the prompt
        Talk(made.game).hear(line)
        assert made.game.log.entries[-1].line == spelled
    else:
        assert read(made, line) == f"axis> {spelled}"


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("15pz recon 1 at 4ind inf 3 5 3", "15pz/recon-1 is Destroyed [KC1]."),
        ("15pz/recon 1 at 4ind inf 3 5 3", "15pz/recon-1 is Destroyed [KC1]."),
        ("15pz recon at 4ind inf 3 range 5 3", "axis> fire 15pz/recon-2 at 4ind/inf-3 range 5 roll 3"),
        ("15pz 88 1 4ind recon 1 6 5", "axis> fire 15pz/88-1 at 4ind/recon-1 range 6 roll 5"),
        ("15pz tank 1 at 4ind recon 1 range 6 roll 5", "axis> fire 15pz/tank-1 at 4ind/recon-1 range 6 roll 5"),
        ("fire 15pz tank 1 at 4ind inf 2 nearer 4ind/art 1", "axis> fire 15pz/tank-1 at 4ind/inf-2 nearer 4ind/art-1"),
        ("shoot 15pz tank 1 4ind inf 2 range is 6", "'is' is not a number (range)."),
        ("fire 21inv recon at 4ind recon range 5 range 6", "range is told twice."),
    ],
)
def test_a_number_behind_the_only_one_of_a_type_is_its_own(line: str, spelled: str) -> None:
    made = in_fire(axis=AXIS)
    made.play("adjust 15pz/recon-1.status destroyed")
    assert read(made, line) == spelled


def test_a_unit_that_has_fired_is_known_by_two_words_too() -> None:
    made = battle().until("fire", "british")
    made.play("british> fire 4ind/inf-3 at 15pz/tank-3 range 5 roll 2").fresh()
    talk = Talk(made.game)
    said = "\n".join(talk.hear("4ind inf 3 at 15pz tank 3 range 5 roll 2"))
    assert "ILLEGAL [KF1] 4ind/inf-3 has fired in this phase" in said
    talk.hear("")
    said = "\n".join(talk.hear("4ind inf 5 shoots at 15pz tank 3 range 5 roll 2"))
    assert "British: fire 4ind/inf-5 at 15pz/tank-3 range 5 roll 2" in said


def test_undo_behind_a_line_that_failed_takes_no_entry_back_at_once() -> None:
    made = battle().until("fire", "british")
    made.play("british> fire 4ind/inf-3 at 15pz/tank-3 range 5 roll 2")
    talk = Talk(made.game)
    for failing in ("15pz/tank-2 to 32,14", "undoo"):
        talk.hear(failing)
        assert talk.hear("undo")[0].startswith("Nothing of the last line was written down.")
        assert made.unit("4ind/inf-3").fired
    talk.hear("undo")
    assert not made.unit("4ind/inf-3").fired


def test_an_option_of_two_words_is_named_by_both() -> None:
    asked, chosen = named_options(RULESET, list(RULESET.options), ["italian", "hq", "tiger", "yes"])
    assert ([option.name for option in asked], chosen) == (["italian-hq"], {"tiger": "yes"})


def test_an_option_that_is_changed_keeps_its_default_on_the_screen() -> None:
    answers, seen = ["italian hq", ""], list[str]()

    def ask(message: str) -> str:
        seen.append(message)
        return answers.pop(0)

    screen = FirstScreen(ask, seen.extend)
    assert screen._options(RULESET, {}) == {"italian-hq": "yes"}
    assert "italian-hq? (Enter: yes) " in seen
    assert any("no" in line and "(default)" in line for line in seen)
    assert not any("yes" in line and "(default)" in line for line in seen)

"""Names that stand for what is gone, numbers that are no choice, lines that end too soon."""

from __future__ import annotations

import pytest

from referee.notation import write
from referee.prompt.talk import Talk
from referee.ruleset import LineError
from tests.dd import at_omaha
from tests.na import in_actions, in_battle
from tests.test_prompt_desert import desert


@pytest.mark.parametrize("line", ["activate 1st polish", "act 1 polish", "act 1 para"])
def test_another_with_the_number_of_what_is_gone_needs_no_quotes(line: str) -> None:
    talk = Talk(at_omaha("adjust 1-inf.at out", "pile allied-omaha 3").game)
    title = f'"{line.partition(" ")[2].title().replace("1St", "1st")}"'
    assert f"Teach it with: force {title} allied beach omaha" in " ".join(talk.hear(line))
    talk.hear("y")
    assert talk.game.log.entries[-1].line == f"activate {line.split()[1].rstrip('st')}-{line.split()[2]}"


def test_what_is_gone_is_still_said_to_be() -> None:
    for line in ("activate 1st inf", "act 1", "act 1 utah"):
        assert at_omaha("adjust 1-inf.at out", line).failed == ["1-inf is out of the game [attack.succeeds]."], line


def test_a_number_that_is_no_choice_of_the_list_names_nothing() -> None:
    talk = Talk(desert())
    talk.hear("strike")
    talk.hear("losses 2")
    for number in ("7", "15"):
        assert talk.hear(number)[0].startswith(f"No choice {number} is on the screen, only 1 to 2.")
    assert talk.hear("2")[0] == "Allied: lose 2-armored"


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("moves 5pz to tobruk", "move 5-panzer tobruk"),
        ("moved 5pz tobruk.", "move 5-panzer tobruk"),
        ("Axis moves 5pz to tobruk!", "move 5-panzer tobruk"),
        ("ordered 5pz benghazi.", "order 5-panzer benghazi"),
        ("passes.", "pass"),
    ],
)
def test_a_verb_may_be_told_of_another_and_a_line_end_in_a_full_stop(line: str, spelled: str) -> None:
    talk = Talk(in_actions().game)
    talk.hear(line)
    assert talk.game.log.entries[-1].line == spelled


def test_a_number_that_ends_a_line_with_a_full_stop_names_no_card() -> None:
    table = in_actions("axis> pass", "axis> pass")
    act = table.game.reader().read("axis> discard 4.")
    assert write(act) == "discard 4"
    with pytest.raises(LineError, match="the second is missing"):
        table.game.reader().read("axis> discard 4,")


@pytest.mark.parametrize("line", ["discards", "discard.", "discarded"])
def test_a_verb_told_of_somebody_is_no_shortened_answer(line: str) -> None:
    table = in_battle('card "Invented Bonus" axis when battle plan armored extra discard')
    try:
        verb = table.game.reader().read(line).verb
    except LineError as error:
        verb = str(error)
    assert verb.startswith("discard")

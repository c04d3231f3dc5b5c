"""What hurried players of K.I.S.S. Rommel type beside the mark: rows, lists, blank cards, own units as targets."""

from __future__ import annotations

import pytest

from referee.commands import run
from referee.prompt.talk import Talk
from referee.ruleset import Impossible
from tests.kiss import in_fire, in_movement, new_game, table_of


def counting() -> Talk:
    """A talk that asks for the HQs of a new division."""
    talk = Talk(new_game())
    for line in ("north top", "deal trento", "y", "italian"):
        talk.hear(line)
    return talk


def last(talk: Talk) -> str:
    """The last line of the record."""
    return talk.game.log.entries[-1].line


@pytest.mark.parametrize("line", ["deal blank", "pick blanks", "british> deal blank card"])
def test_a_blank_card_is_no_division_to_be_taught(line: str) -> None:
    error = new_game().report(line).error
    assert isinstance(error, Impossible)
    assert error.message.endswith("is no division; a blank card is told with `blank` alone [KO2].")


@pytest.mark.parametrize(
    ("answer", "taught"),
    [
        ("hq 1 recon 1 motor 9 art 2", "division trento hq 1 recon 1 motor 9 artillery 2"),
        ("1 hq, 2 recon", "division trento hq 1 recon 2"),
        ("hq 1, 88mm 1", "division trento hq 1 flak88 1"),
        ("hq 1", "division trento hq 1"),
        ("88 1", "division trento flak88 1"),
    ],
)
def test_a_row_of_types_answers_where_one_of_them_is_asked_for(answer: str, taught: str) -> None:
    talk = counting()
    talk.hear(answer)
    assert last(talk) == taught


def test_what_was_asked_is_asked_again_where_the_answer_told_another_type() -> None:
    assert "How many HQs" in counting().hear("88 1")[-1]
    assert any("'bikes' tells nothing about trento" in line for line in counting().hear("hq 1 bikes 2"))


def test_a_list_where_one_is_due_is_as_many_acts_with_one_digit() -> None:
    talk = Talk(new_game())
    assert "  1) terrain hill; terrain hill; terrain bad" in talk.hear("hill, hill, bad")
    assert not table_of(talk.game).terrain
    talk.hear("1")
    assert list(table_of(talk.game).terrain) == ["hill-1", "hill-2", "bad-1"]


def test_a_bad_name_in_a_list_is_named_and_nothing_of_the_list_is_done() -> None:
    talk = Talk(new_game())
    assert any("'xx' is not a kind" in line for line in talk.hear("hill, xx, bad"))
    assert "  1) hill; bad" in talk.hear("hill bad")
    assert not talk.game.log.entries
    talk.hear("north top")
    assert "  1) deal 15pz; deal 4ind" in talk.hear("deal 15pz, 4ind")


@pytest.mark.parametrize(
    ("line", "said"), [("terms", "terms tells nothing yet: terms width"), ("terms mines", "mines tells nothing alone")]
)
def test_terms_without_one_are_not_written_down(line: str, said: str) -> None:
    game = new_game()
    error = game.report(line).error
    assert error is not None
    assert error.message.startswith(said)
    assert not game.log.entries


def test_an_own_unit_is_no_target_of_a_line_without_a_verb() -> None:
    game = in_movement().game
    assert "2 of what?" in str(game.report("15pz/inf-3 6 2").error)
    assert "fire needs a unit" in str(in_fire().game.report("15pz/tank-1 6").error)
    run(game, "adjust turn.step hq-return 15pz/inf-1.status scattered")
    assert "  1) move 15pz/tank-1 distance 6  2) exit 15pz/tank-1 distance 6" in Talk(game).hear("15pz/tank-1 6")
    assert "Say what it does: clear, move, exit or fire." in str(game.report("15pz/tank-1 6 2").error)
    assert game.report("air 15pz/tank-1 6").status == "held"

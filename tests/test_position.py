"""Beginning in the middle: a file or a dialogue that says what lies on the table; turn, side and step by `adjust`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from referee.check import judge_transcript
from referee.commands import look, run
from referee.fold import first_table
from referee.game import Game
from referee.library import games, open_game
from referee.log import Log
from referee.notation import LONGEST_LINE
from referee.position import read_position
from referee.prompt.first import FirstScreen
from referee.prompt.middle import ask_position
from referee.transcript import read_transcript, write_transcript
from tests.conftest import Run, board, toy_header, write
from tests.noughts import RULESET
from tests.patrol import RULESET as PATROL

POSITION = "# after supper\nturn.number 4; turn.side cross\n\nb2.token nought\na1.token = cross  # swapped\n"


def test_a_position_is_one_entry(call: Run, tmp_path: Path) -> None:
    file = write(tmp_path, POSITION, "table.txt")
    output = call("play", "noughts", "--name", "x", "--position", file, text="c3\n").output
    assert "1 entry" in output
    game = open_game("x", readonly=True)
    table = board(game)
    assert (table.turn, table.side, table.step) == (4, "cross", "hand")
    assert table.tokens == {"b2": "nought", "a1": "cross", "c3": "cross"}
    assert [e.kind for e in game.log.entries] == ["adjust", "act"]
    assert game.log.entries[0].line == "adjust turn.number 4 turn.side cross b2.token nought a1.token cross"
    result = judge_transcript(read_transcript(write_transcript(game).encode()))
    assert result.found == ()
    assert result.game.timeline.digest == game.timeline.digest


def test_all_faults_are_said_with_their_line_and_nothing_is_begun(call: Run, tmp_path: Path) -> None:
    text = (
        "turn.number four\nturn.side crosss\nb9.token cross\nb2.token purple\na1.token\na2.token cross\n"
        'a2.token nought\nturn.number 1000\n"open\nturn.step battles\n'
    )
    file = write(tmp_path, text, "table.txt")
    output = call("play", "noughts", "--position", file, status=1).output
    lines = output.removeprefix("Error: ").splitlines()
    assert [line.removeprefix(f"{file}:").partition(":")[0] for line in lines] == [*list("12345789"), "10"]
    assert "Did you mean cross" in lines[1]
    assert "this one has 1 words" in lines[4]
    assert "set twice" in lines[5]
    assert games() == []


@pytest.mark.parametrize(("content", "said"), [("", "says nothing"), (b"\xff", "not UTF-8"), (None, "cannot be read")])
def test_a_file_that_is_no_position(call: Run, tmp_path: Path, content: str | bytes | None, said: str) -> None:
    file = str(tmp_path / "none") if content is None else write(tmp_path, content, "table.txt")
    assert said in call("play", "noughts", "--position", file, status=1).output
    assert games() == []


def test_a_position_belongs_to_a_new_game(call: Run, evening: str) -> None:
    assert "belong to a new game" in call("play", evening, "--position", "x", status=2).output


def test_values_may_be_shortened() -> None:
    found = read_position(PATROL, first_table(PATROL, {}, {}), "turn.side bl\nturn.step rest\nalpha.hid yes\n")
    assert (found.data, found.faults) == ({"turn.side": "blue", "turn.step": "rest", "alpha.hidden": "yes"}, ())


def test_adjust_sets_turn_side_and_step_at_any_time(game: Game) -> None:
    run(game, "a1")
    assert run(game, "adjust turn.step place turn.side cross turn.number 7").status == "ok"
    assert (game.table.step, game.table.side, game.table.turn) == ("place", "cross", 7)
    assert run(game, "undo").status == "ok"
    assert (game.table.step, game.table.turn) == ("hand", 1)
    assert "hand" in run(game, "adjust turn.step hond").findings[0].message
    assert "[ ] turn: number 1, side nought, step hand" in (look(game, "audit") or [])


def test_a_long_position_is_still_one_line(game: Game, noughts: None) -> None:
    pairs = " ".join(f"{square}.token none" for square in ("a1", "b1"))
    line = "adjust " + pairs + ' "' + "why " * 700 + '"'
    assert len(line) > 2500
    assert run(game, line).status == "ok"
    text = write_transcript(game)
    assert judge_transcript(read_transcript(text.encode())).found == ()
    assert run(game, "note " + "x" * LONGEST_LINE).status == "failed"


def test_steps_are_shown_by_their_title(patrol: None) -> None:
    game = Game(PATROL, Log.memory(toy_header()))
    run(game, "shoot alpha")
    assert "Turn 1, Red, The Firefight" in (look(game, "log") or [])


class Dialogue:
    """Replies to what is asked, and all that was said."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[str] = []
        self.told: list[str] = []

    def ask(self, text: str) -> str:
        self.asked.append(text)
        if not self.replies:
            raise EOFError
        return self.replies.pop(0)

    def tell(self, lines: Iterable[str]) -> None:
        self.told += lines


def test_a_dialogue_goes_through_the_keys(game: Game) -> None:
    talk = Dialogue("4", "", "hond", "hand", "purple", "cross", "", "nought", "done")
    answer = ask_position(game, talk.ask, talk.tell)
    assert answer is not None
    assert answer.line == "adjust turn.number 4 turn.step hand a1.token cross a3.token nought"
    assert [text.split()[0] for text in talk.asked[:5]] == ["turn.number", "turn.side", *["turn.step"] * 2, "a1.token"]
    assert any("Did you mean hand" in line for line in talk.told)
    assert board(game).tokens == {"a1": "cross", "a3": "nought"}


def test_enter_keeps_everything(game: Game) -> None:
    talk = Dialogue("", "done")
    assert ask_position(game, talk.ask, talk.tell) is None
    assert game.log.entries == []


def test_the_set_up_screen_takes_a_position(noughts: None, data_folder: Path) -> None:
    talk = Dialogue("pos", "3", "done")
    table = FirstScreen(talk.ask, talk.tell).begin(RULESET, "x", {})
    assert table.game.table.turn == 3
    table.game.log.close()

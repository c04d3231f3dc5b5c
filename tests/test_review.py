"""`referee review`: stepping through a game, on its own and in a terminal; what-if copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from referee.campaign import BATTLE
from referee.check import judge_transcript
from referee.commands import run
from referee.game import Game
from referee.library import CAMPAIGN, open_game
from referee.log import Entry, Log
from referee.review.screen import Screen
from referee.review.stepping import Stepper
from referee.review.whatif import TAG, what_if
from referee.transcript import read_file
from tests.conftest import NEW, ROOT, Run
from tests.correcting import play, shown
from tests.noughts import RULESET
from tests.terminal import Terminal


@pytest.fixture
def stepper(game: Game) -> Stepper:
    """A game of two turns with a flagged line that stands, a correction, and an undo; 7 entries count, of 10."""
    play(game, "place a1", "-", "hand", "place a1", 'stand "why not"', "hand", "place b2", "undo", "place b3")
    play(game, "fix 9 nought> place c3 keep")
    return Stepper(game)


def test_forwards_and_backwards_to_the_ends(stepper: Stepper) -> None:
    seen = []
    for _ in range(9):
        seen.append(stepper.number)
        stepper.step(1)
    assert seen == [0, 1, 2, 3, 5, 6, 9, 9, 9]
    assert stepper.said == "This is the last entry."
    stepper.step(-1)
    assert (stepper.number, stepper.said) == (6, "")
    stepper.go(0, "")
    stepper.step(-1)
    assert (stepper.number, stepper.said) == (0, "This is the beginning.")


def test_by_turn(stepper: Stepper) -> None:
    seen = []
    for by in (1, 1, 1, -1, -1, -1, -1):
        stepper.turn(by)
        seen.append(stepper.number)
    assert seen == [5, 9, 9, 5, 0, 0, 0]
    stepper.to_number("6")
    stepper.turn(-1)
    assert stepper.number == 5, "the beginning of this turn first"


def test_to_findings(stepper: Stepper) -> None:
    stepper.finding(1)
    assert stepper.number == 5
    stepper.finding(1)
    assert (stepper.number, stepper.said) == (5, "Nothing was found behind this entry.")
    stepper.go(len(stepper.rows), "")
    stepper.finding(-1)
    assert stepper.number == 5


def test_to_a_number(stepper: Stepper) -> None:
    for text, number, said in (
        ("#6", 6, ""), ("7", 6, "does not count; `a` shows all"), ("11", 6, "the record has 10"), ("0", 0, ""),
        ("²", 0, "is no number"), ("", 0, ""),
    ):  # fmt: skip
        stepper.to_number(text)
        assert stepper.number == number
        assert said in stepper.said


def test_the_entry_as_it_counts_and_as_it_was_written(stepper: Stepper) -> None:
    stepper.to_number("9")
    assert next(stepper.entry()).startswith("#9 ok nought> place c3  (corrected by entry 10)")
    assert "On the table: put a nought on c3." in list(stepper.entry())
    assert next(iter(stepper.show())) == ". . O"
    stepper.toggle()
    assert stepper.number == 9
    assert next(stepper.entry()).startswith("#9 ok nought> place b3  (corrected by entry 10)")
    stepper.to_number("7")
    assert next(stepper.entry()) == "#7 ok nought> place b2  (undone by entry 8)"
    stepper.toggle()
    assert stepper.number == 6, "the nearest one that counts"


def test_why_is_that_of_the_session(stepper: Stepper) -> None:
    stepper.to_number("5")
    why = list(stepper.why())
    assert "\n".join(why).startswith(shown(stepper.game, "why 5"))
    assert "Placing: " in "\n".join(why)
    assert list(Stepper(stepper.game).why()) == ["Nothing was reported yet."]


# What-if copies


def test_a_copy_goes_its_own_way_and_the_game_stays(noughts: None, data_folder: Path, stepper: Stepper) -> None:
    entries = list(stepper.game.log.entries)
    stepper.to_number("6")
    table = stepper.row and stepper.row.after
    stepper.branch("")
    assert stepper.said == "Saved as toy-what-if. `referee play toy-what-if` goes on from here."
    stepper.branch(stepper.usual_name)
    assert "Saved as toy-what-if-2." in stepper.said
    stepper.branch("toy-what-if")
    assert stepper.game.log.entries == entries
    copy = open_game("toy-what-if")
    with copy.log:
        assert copy.log.header.tags == {TAG: "toy, after entry 6"}
        assert [entry.number for entry in copy.log.entries] == [1, 2, 3, 4, 5]
        assert copy.table == table
        assert not copy.timeline.differs
        assert run(copy, "place b1").status == "ok"
        assert run(copy, "undo").status == "ok"


def test_a_copy_of_what_was_corrected_and_undone(noughts: None, data_folder: Path, stepper: Stepper) -> None:
    stepper.toggle()
    for number, line in (("9", "place b3"), ("10", "place c3")):
        stepper.to_number(number)
        stepper.branch(f"at-{number}")
        copy = open_game(f"at-{number}", readonly=True)
        assert copy.log.entries[-1].line == line
        assert not copy.timeline.differs
        copy.log.close()


def test_a_name_that_is_taken_is_a_sentence(noughts: None, data_folder: Path, stepper: Stepper) -> None:
    stepper.branch("mine")
    stepper.branch("mine")
    assert "There is a game called mine already" in stepper.said


def test_a_copy_of_a_battle_is_no_battle(noughts: None, data_folder: Path, game: Game) -> None:
    play(game, "place a1", 'dispute 1 "was it"', "undo", "undo", "place a2", 'dispute 5 "was it"')
    tags = {CAMPAIGN: "desert", BATTLE: "2", "Table": "oak"}
    tagged = Log.memory(replace(game.log.header, tags=tags))
    tagged.entries += game.log.entries
    battle = Game(RULESET, tagged)
    copy = open_game(what_if(battle, battle.timeline.steps), readonly=True)
    assert copy.log.header.tags == {"Table": "oak", TAG: "toy, after entry 6"}
    assert copy.log.entries[-1].line == 'dispute 1 "was it"', "it speaks of the number that the entry has now"
    copy.log.close()


@pytest.mark.parametrize("example", ["lightning_north_africa/axis-wins-in-cairo", "kiss_rommel/by-the-tape"])
def test_whole_games_are_stepped_through(example: str, data_folder: Path) -> None:
    game = judge_transcript(read_file(ROOT / f"examples/{example}.ref")).game
    entries, table = list(game.log.entries), game.table
    stepper = Stepper(game)
    for every in (False, True):
        stepper.go(0, "")
        while not stepper.said:
            assert all(list(part) for part in (stepper.entry(), stepper.show(), stepper.why()))
            stepper.step(1)
        assert stepper.every is every
        stepper.toggle()
    stepper.go(len(stepper.rows) // 2, "")
    stepper.branch("half")
    assert "Saved as half." in stepper.said
    copy = open_game("half", readonly=True)
    assert stepper.row
    assert copy.table == stepper.row.after
    copy.log.close()
    assert (game.log.entries, game.table) == (entries, table)


# The screen


def test_keys_lead_where_they_say(stepper: Stepper) -> None:
    with create_pipe_input() as keyboard:
        screen = Screen(stepper, keyboard, DummyOutput())
        keyboard.send_text("n f]g3\rwq")
        screen.run()
        assert (stepper.number, screen.below) == (3, stepper.why)
        screen = Screen(stepper, keyboard, DummyOutput())
        keyboard.send_text("g6\x7f5\r?\x1b[Aaq")
        screen.run()
        assert (stepper.number, stepper.every, screen.below) == (5, True, stepper.show)


def test_a_mistake_of_the_program_is_raised(stepper: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Iterator[str]:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(stepper, "show", broken)
    with create_pipe_input() as keyboard, pytest.raises(RuntimeError, match="a mistake"):
        Screen(stepper, keyboard, DummyOutput()).run()


START = """
from referee.ruleset import find
find._entries = lambda: iter([("noughts", "tests.noughts")])
from referee.cli import main
main(["review", "{game}"])
"""
Review = Callable[..., Terminal]


@pytest.fixture
def review(call: Run, data_folder: Path) -> Iterator[Review]:
    """`referee review` in a terminal; gone at the end."""
    started: list[Terminal] = []

    def start(game: str, columns: int = 80, **environment: str) -> Terminal:
        started.append(Terminal(data_folder, START.format(game=game), columns, **environment))
        return started[-1]

    yield start
    for terminal in started:
        terminal.child.close(force=True)


def test_in_a_terminal_and_nothing_is_changed(review: Review, evening: str, data_folder: Path) -> None:
    file = data_folder / f"{evening}.jsonl"
    before = file.read_bytes(), file.stat().st_mtime_ns
    with open_game(evening).log:  # it is being played at another terminal
        terminal = review(evening)
        terminal.see("evening · the beginning · Turn 1 · Noughts · place · 0 of 5", ". . .", "q quit")
        terminal.type("n")
        terminal.see("entry 1", "#1 ok nought> place a1", "On the table: put a nought on a1.", "O . .")
        terminal.type("f")
        terminal.see('#5 illegal-stands cross> place a1 "why not"', "illegal [turn.place]")
        terminal.type("w")
        terminal.see("── why", "Placing:", "it came when this was open")
        terminal.type("b")
        terminal.see("Name of the what-if copy: evening-what-if")
        terminal.type("\r")
        terminal.see("Saved as evening-what-if.")
        assert terminal.leave("q") == 0
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_a_narrow_terminal(review: Review, evening: str) -> None:
    terminal = review(evening, columns=40, NO_COLOR="1")
    terminal.see("evening · the beginning", "? keys")
    terminal.type("g99\r")
    shown = terminal.see("There is no entry 99; the record has 6.")
    assert "evening" in shown
    terminal.type("?")
    terminal.see("the next entry", "down:")
    assert terminal.leave("q") == 0
    assert "38;" not in terminal.raw


def test_the_text_of_strangers(review: Review, call: Run, evening: str) -> None:
    hostile = "<script>alert(1)</script> [bold]x \x1b[31mred \u202eleft " + "A" * 10_000
    game = open_game(evening)
    game.log.append(Entry(7, "note", "", hostile, verdict="ok", why=hostile, digest=game.log.entries[-1].digest))
    game.log.close()
    terminal = review(evening)
    terminal.see("q quit")
    terminal.type("\x1b[F")  # End
    terminal.see("#7 ok <script>alert(1)</script> [bold]x \\x1b[31mred \\u202eleft", "AAAA", "w shows all of it")
    terminal.type("w")
    terminal.see("── why", "down: 2")
    assert terminal.leave("q") == 0
    assert "\x1b[31m" not in terminal.raw
    assert "\u202e" not in terminal.raw


def test_without_a_terminal(call: Run, evening: str, review: Review) -> None:
    output = call("review", evening, status=2).output
    assert output == "review needs a terminal; `referee log evening` and `referee show evening --at N` do without.\n"
    terminal = review(evening, TERM="dumb")
    terminal.see("review needs a terminal")
    assert terminal.leave("") == 2


def test_an_empty_game(review: Review, call: Run) -> None:
    call(*NEW)
    terminal = review("evening")
    terminal.see("0 entries. The table as it was set up:")
    terminal.type("wnpfF][ab\r")
    terminal.see("Saved as evening-what-if.")
    assert terminal.leave("q") == 0

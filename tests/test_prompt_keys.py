"""Keys, through prompt-toolkit with a pipe for a keyboard and no screen."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput

from referee.commands import look
from referee.commands.keys import KEYS, keys_line
from referee.game import Game
from referee.prompt import shell
from referee.prompt.completer import NextWord
from referee.prompt.keys import bindings
from referee.prompt.patience import MOMENT, Patience
from referee.prompt.plainly import talk_plainly
from referee.prompt.shell import ALARM, STYLE, Shell, unbroken
from referee.prompt.talk import Talk
from tests.test_prompt_desert import desert

F1, F2, F4, F5, F6 = "\x1bOP", "\x1bOQ", "\x1bOS", "\x1b[15~", "\x1b[17~"
CTRL_C, CTRL_D, CTRL_Z, TAB, ESCAPE, DOWN = "\x03", "\x04", "\x1a", "\t", "\x1b", "\x1b[B"


MENU = "wait for the menu"


class Desk:
    """A shell whose keys come from a list; each waits until the prompt shows what became of the one before."""

    def __init__(self, talk: Talk, keys: Iterable[str], pipe: PipeInput) -> None:
        self.talk = talk
        self.said: list[str] = []
        self.now = 0.0
        self._keys = list(keys)
        self._pipe = pipe
        self._pressed = True
        self.shell = Shell(talk, tell=self._tell, clock=self._clock, input=pipe, output=DummyOutput())
        app = self.shell.session.app
        app.after_render += self._press
        app.key_processor.after_key_press += self._was_pressed

    def _tell(self, lines: Iterable[str], width: int) -> None:
        self.said += lines

    def _clock(self) -> float:
        self.now += 2 * MOMENT  # everybody is slow here, unless a test stops the clock
        return self.now

    def _was_pressed(self, sender: object) -> None:
        self._pressed = True

    def _press(self, sender: object) -> None:
        session = self.shell.session
        if session.app.is_done or not self._pressed or not self._keys:
            return
        if self._keys[0] == MENU:
            if session.default_buffer.complete_state is None:
                return
            del self._keys[0]
        self._pressed = False
        self._pipe.send_text(self._keys.pop(0))


@contextmanager
def seconds(limit: int) -> Iterator[None]:
    """Fail instead of waiting for ever for a key."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("the prompt still waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(limit)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def press() -> Callable[..., Desk]:
    """Press keys until the players leave; what came of it."""

    def run(talk: Talk, *keys: str) -> Desk:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()), seconds(10):
            desk = Desk(talk, keys, pipe)
            desk.shell.run()
            return desk

    return run


Press = Callable[..., Desk]


def lines(game: Game) -> list[str]:
    """The lines of the record."""
    return [entry.line for entry in game.log.entries]


def test_lines_are_typed_and_answered(game: Game, press: Press) -> None:
    desk = press(Talk(game), "a1\r", "quit\r")
    assert "Noughts: place a1" in desk.said
    assert lines(game) == ["place a1"]


def test_ctrl_d_leaves_and_ctrl_c_only_drops_the_line(game: Game, press: Press) -> None:
    desk = press(Talk(game), "a1" + CTRL_C, CTRL_D)
    assert lines(game) == []
    assert desk.talk.done


def test_enter_takes_the_selected_entry_and_goes_on(game: Game, press: Press) -> None:
    press(Talk(game), "pla", MENU, TAB, "\r", MENU, TAB, "\r", "\r", "quit\r")
    assert lines(game) == ["place a1"]


def test_escape_closes_the_menu(game: Game, press: Press) -> None:
    press(Talk(game), "place a", MENU, DOWN, ESCAPE, "1\r", "quit\r")
    assert lines(game) == ["place a1"]


def test_f_keys_look_without_leaving_the_line(game: Game, press: Press) -> None:
    desk = press(Talk(game), "a" + F1, F2, F4, F5, "1\r", "quit\r")
    assert any(line.startswith("Noughts may now") for line in desk.said)
    assert ". . ." in desk.said
    assert "The record is empty." in desk.said
    assert "Fuzzy matching is off." in desk.said
    assert lines(game) == ["place a1"]


def test_every_key_that_is_bound_is_told(game: Game) -> None:
    talk = Talk(game)
    bound = bindings(talk, NextWord(talk), Patience(), lambda lines: None, lambda lines: None).bindings
    told = {name.lower().replace("ctrl-", "c-") for key in KEYS for name in key.name.split()}
    there = {Keys(key).value for each in bound for key in each.keys} - {"c-m", "escape"}
    assert there == {name for name in told if name[0] == "f" or name == "c-z"}
    assert keys_line() in (look(game, "help") or [])


def test_f6_lets_the_flagged_line_stand_with_a_reason(game: Game, press: Press) -> None:
    press(Talk(game), "a1\r", "cross> a1\r", F6, "as played\r", "quit\r")
    assert game.log.entries[-1].kind == "stand"
    assert game.log.entries[-1].why == "as played"


def test_ctrl_z_undoes_typing_or_asks_before_it_undoes_an_act(game: Game, press: Press) -> None:
    desk = press(Talk(game), "a1\r", CTRL_Z, "y\r", "b" + CTRL_Z, CTRL_Z, "\r", "quit\r")
    assert "Undo Noughts: place a1? (y: yes, Enter: no)" in desk.said
    assert [entry.kind for entry in game.log.entries][:2] == ["act", "undo"]
    assert game.ruleset.state(game.table)["tokens"] == {}


def test_pasted_lines_come_as_one_and_the_rest_is_put_back(press: Press) -> None:
    talk = Talk(desert())
    paste = "\x1b[200~move 15-panzer tobruk\r\nfoo\r\npass\x1b[201~"
    press(talk, paste + "\r", "\x01\x0bstrike\r", "0\r", "quit\r")
    assert lines(talk.game) == ["move 15-panzer tobruk", "strike", "losses 0"]


def test_enter_does_the_due_thing(game: Game, press: Press) -> None:
    press(Talk(game), "a1\r", "\r", "\r", "quit\r")
    assert [entry.kind for entry in game.log.entries] == ["act", "close", "act"]
    assert lines(game)[-1] == "hand"


def test_an_empty_line_that_waited_before_the_prompt_was_drawn_is_dropped(game: Game, press: Press) -> None:
    press(Talk(game), "a1\r\r\r\r", "quit\r")
    assert [entry.kind for entry in game.log.entries] == ["act"]


def test_a_double_enter_acts_once(game: Game, press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 0.1, 0.2, 0.3, 0.35, 0.4])
    monkeypatch.setattr(Desk, "_clock", lambda self: next(ticks, 0.4))
    press(Talk(game), "a1\r", "\r", "\x0c", "quit\r")
    assert [entry.kind for entry in game.log.entries] == ["act"]


def test_an_offered_line_is_not_taken_by_a_double_enter(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "_clock", lambda self: 0.0)
    talk = Talk(desert())
    press(talk, "play dive\r", "\r", CTRL_C, "quit\r")
    assert lines(talk.game) == []


def test_patience() -> None:
    times = iter([0.0, MOMENT / 2, MOMENT, MOMENT * 2.1, 9.0])
    patience = Patience(lambda: next(times))
    assert not patience.takes()
    patience.show()
    patience.show()
    assert not patience.takes()
    assert not patience.takes()
    assert patience.takes()
    patience.hide()
    assert not patience.takes()


def test_answers_to_the_referee_stay_out_of_the_history(press: Press) -> None:
    desk = press(Talk(desert()), "move 5-panzer tobruk\r", "benghazi\r", "show\r", "quit\r")
    assert desk.shell.session.history.get_strings() == ["move 5-panzer tobruk", "show", "quit"]


@pytest.mark.parametrize("where", ["toolbar", "speaker", "FromHistory._fits", "NextWord.offered", "Talk.peek"])
def test_a_mistake_of_the_program_ends_the_prompt(
    game: Game, press: Press, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    holder, _, name = where.rpartition(".")
    monkeypatch.setattr(getattr(shell, holder) if holder else shell, name, broken)
    with pytest.raises(ZeroDivisionError):
        press(Talk(game), "a1\r", "a", F1, "quit\r")


def test_ctrl_c_waits_until_a_line_is_done() -> None:
    done = False
    with unbroken():
        os.kill(os.getpid(), signal.SIGINT)
        done = True
    assert done
    with pytest.raises(KeyboardInterrupt), unbroken():
        twice()


def twice() -> None:
    """Press Ctrl-C two times."""
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGINT)


def test_plain_talk(game: Game) -> None:
    typed: list[str | BaseException] = ["a1", "", KeyboardInterrupt(), "foo", EOFError()]
    said: list[str] = []

    def read(prompt: str) -> str:
        said.append(prompt)
        text = typed.pop(0)
        if isinstance(text, BaseException):
            raise text
        return text

    ticks = iter(range(1000))
    talk_plainly(Talk(game), read, lambda lines, width: said.extend(lines), lambda: float(next(ticks)))
    assert [entry.kind for entry in game.log.entries] == ["act", "close"]
    assert "[Turn 1 · Noughts · place · 9 free]" in said
    assert "'foo' is no verb." in " ".join(said)
    assert said[-1] == "This game was kept in memory only."
    assert not any("\x1b" in line for line in said)


def test_plain_talk_drops_an_empty_line_that_was_waiting(game: Game) -> None:
    typed = iter(["a1", "", "", "quit"])
    talk_plainly(Talk(game), lambda prompt: next(typed), lambda lines, width: None, lambda: 0.0)
    assert [entry.kind for entry in game.log.entries] == ["act"]


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_colours_of_the_sides_can_be_read_on_black_and_on_white() -> None:
    for side in ("first-side", "second-side"):
        bright = luminance(f"#{STYLE.get_attrs_for_style_str(f'class:{side}').color}")
        assert min(1.05 / (bright + 0.05), (bright + 0.05) / 0.05) >= 4.5


def test_what_nobody_must_miss_stands_out() -> None:
    heard = [line for line in ("ILLEGAL [x] y", "  ILLEGAL", "NOT SAVED: z", "OMISSION [x]") if ALARM.match(line)]
    assert heard == ["ILLEGAL [x] y", "NOT SAVED: z", "OMISSION [x]"]
    assert STYLE.get_attrs_for_style_str("class:alarm").reverse

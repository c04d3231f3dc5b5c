"""What players write is text, however long and odd it is: what is taken can be written out, and read in again."""

from __future__ import annotations

import random
from io import BytesIO

import pytest

from referee.check import judge_transcript
from referee.commands import run
from referee.game import Game
from referee.library import LibraryError, keep, new_game
from referee.log import Log
from referee.notation import LONGEST_LINE, plain, quoted, readable
from referee.review.account import account_of
from referee.review.exchange import read_json, write_json
from referee.transcript import LONGEST_ROW, read_transcript, write_transcript
from tests.conftest import Run, toy_header
from tests.noughts import RULESET

LONG = 10_000
ALPHABETS = ("x", '"', "\u202e", "\U000e0001", "a \"';#,[]>\\", "\u05d0\u00e9 <b>&|*\u200f", "0 ? - ;")


def text_of(alphabet: str) -> str:
    """So many letters of an alphabet, without spaces at the ends, which nobody can see."""
    found = "".join(random.Random(alphabet).choices(alphabet, k=LONG - 2))
    return f"x{found}x"


def written_and_read(game: Game) -> Game:
    """The game of its own transcript."""
    result = judge_transcript(read_transcript(write_transcript(game).encode()))
    assert not result.failed
    return result.game


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_long_texts_are_written_and_read_again(alphabet: str, call: Run) -> None:
    text = text_of(alphabet)
    assert len(text) == LONG
    players, tags = {"nought": text, "cross": "Ben"}, {"Event": text}
    game = new_game(RULESET, "long", players, place=text, umpire="", tags=tags)
    for line in (f"note {quoted(text)}", "place a1", "hand", f"dispute 2 {quoted(text)}", f"settle 2 {quoted(text)}"):
        assert run(game, line).status == "ok", line[:20]
    again = written_and_read(game)
    assert [e.line for e in again.log.entries] == [e.line for e in game.log.entries]
    assert [e.data for e in again.log.entries] == [e.data for e in game.log.entries]
    header = again.log.header
    assert {header.players["nought"], header.place, header.tags["Event"]} == {plain(text)}
    kept = keep(again, "kept")
    kept.log.close()
    assert kept.log.header.players == header.players
    game.log.close()


@pytest.mark.usefixtures("noughts")
@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_a_long_reason_is_written_and_read_again(alphabet: str, game: Game) -> None:
    text = text_of(alphabet)
    assert run(game, f"house win off {quoted(text)}").status == "ok"
    run(game, "place a1")
    run(game, "hand")
    assert run(game, "place a1").status == "held"
    assert run(game, f"stand {quoted(text)}").status == "ok"
    again = written_and_read(game)
    assert again.log.entries[0].why == text
    assert again.timeline.digest == game.timeline.digest  # why a line stands is a comment


def test_a_long_line_is_taken_from_a_pipe_and_has_a_bound(call: Run) -> None:
    text = f'note "{"y" * LONG}"\nnote "{"z" * LONGEST_LINE}"\n'
    output = call("play", "noughts", "--players", f"nought={'n' * LONG}", "--name", "long", text=text, status=1).output
    assert f"{LONGEST_LINE} is the most" in output
    exported = call("export", "long").output
    assert "y" * LONG in exported
    assert "n" * LONG in exported
    with pytest.raises(LibraryError, match=f"{LONGEST_ROW} is the most"):
        new_game(RULESET, "longer", {"nought": "n" * LONGEST_ROW})


@pytest.mark.usefixtures("noughts")
def test_control_characters_from_outside_are_spelled_out() -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    assert run(game, 'note "a\x1b[2Jb"').status == "failed"
    game.change("note", 'note "a\x1b[2Jb\x85c"', {})
    game.change("dispute", "dispute 1 x", {"entry": 1, "text": "\x1b[2J"})
    text = write_transcript(game)
    assert "\x1b" not in text
    assert [e.line for e in written_and_read(game).log.entries] == [r'note "a\x1b[2Jb\x85c"', r'dispute 1 "\x1b[2J"']
    assert read_json(BytesIO(write_json(account_of(game)).encode())).log.entries == game.log.entries
    assert readable("a\tb\u202e") == "a\tb\u202e"

"""Transcripts: reading what people write, and writing a game so that reading it leads to the same table."""

from __future__ import annotations

import io
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.check import judge_transcript
from referee.commands import enter_line, run
from referee.game import Game
from referee.log import Header, Log
from referee.ruleset import Kind
from referee.transcript import LARGEST, MOST_LINES, Line, Unreadable, read_stream, read_transcript, write_transcript
from tests.conftest import toy_header
from tests.noughts import RULESET
from tests.test_engine import LINES

WHOLE = """\
[Ruleset "noughts"]
[Nought "Anna ""Ace"" A."]
[Event "Club evening"]   # not ours, but kept
[Ruling "win.diagonal no"]
[Option "size three"]
[Option "speed fast"]

nought> place a1   # the corner
cross> decline; hand
# a comment
cross> place b2 # ; hand
"""


def test_tags_and_lines_are_read_with_their_numbers() -> None:
    script = read_transcript(WHOLE.encode())
    assert script.faults == ()
    assert script.tag("ruleset") == "noughts"
    assert script.tag("Nought") == 'Anna "Ace" A.'
    assert script.tag("Event") == "Club evening"
    assert script.all("option") == ["size three", "speed fast"]
    assert script.tag("Place") == ""
    assert script.lines == (
        Line(8, "nought> place a1"), Line(9, "cross> decline"), Line(9, "hand"), Line(11, "cross> place b2"),
    )  # fmt: skip


@pytest.mark.parametrize("data", [WHOLE.encode("utf-8-sig"), WHOLE.replace("\n", "\r\n").encode()])
def test_bom_and_other_line_ends_make_no_difference(data: bytes) -> None:
    assert read_transcript(data) == read_transcript(WHOLE.encode())


def test_an_old_macs_line_ends_do_too() -> None:
    assert read_transcript(WHOLE.replace("\n", "\r").encode()).lines == read_transcript(WHOLE.encode()).lines


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[Ruleset "noughts"]\n[Nought "An', 2, "not whole"),
        ("[Ruleset", 1, "not whole"),
        ("[", 1, "not whole"),
        ('[Ruleset "a"]\n[Ruleset "b"]', 2, "stands twice"),
        ('place a1\n[Ruleset "a"]', 2, "too late"),
        ("place a1\n\x1b[2J", 2, "control character"),
        ("x" * 130_000, 1, "130000 characters"),
    ],
)
def test_faults_of_form_are_said_with_their_line(text: str, line: int, said: str) -> None:
    script = read_transcript(text.encode())
    assert [(number, finding.kind) for number, finding in script.faults] == [(line, Kind.NOT_UNDERSTOOD)]
    assert said in script.faults[0][1].message


def test_what_is_no_text_is_refused_with_its_line() -> None:
    with pytest.raises(Unreadable, match="Line 3 is not UTF-8"):
        read_transcript(b"a\nb\nK\xf6ln\n")


def test_size_and_lines_are_bounded() -> None:
    with pytest.raises(Unreadable, match="16 MiB"):
        read_stream(io.BytesIO(bytes(LARGEST + 1)))
    with pytest.raises(Unreadable, match=f"{MOST_LINES:,} lines"):
        read_transcript(b"\n" * (MOST_LINES + 1))
    assert read_transcript(b"\n" * (MOST_LINES - 1)).lines == ()


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(Unreadable):
        script = read_transcript(data)
        assert all(finding.message for _, finding in script.faults)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, len(WHOLE)))
def test_a_transcript_cut_anywhere_is_read(at: int) -> None:
    script = read_transcript(WHOLE.encode()[:at])
    assert len(script.faults) <= 1


def played(*lines: str) -> Game:
    """A game with these lines, flagged ones standing."""
    game = Game(RULESET, Log.memory(toy_header()))
    for line in lines:
        run(game, line, stands="")
    return game


def test_a_game_is_written_with_canonical_lines() -> None:
    game = played("place a1", "-", "hand", "place b3", "undo", "b2", 'note "a ""b"" c"', "hand", "adj c3 cross")
    run(game, "place b2")
    run(game, "stand she insists")
    assert write_transcript(game).splitlines() == [
        '[Ruleset "noughts"]',
        '[Game "toy"]',
        '[Nought "Anna"]',
        '[Cross "Ben"]',
        '[Date "2026-11-30"]',
        "",
        "nought> place a1",
        "cross> decline",
        "nought> hand",
        "cross> place b2",
        'note "a ""b"" c"',
        "cross> hand",
        "adjust c3.token cross",
        "nought> place b2  # illegal, stands: she insists",
    ]


def test_what_was_let_pass_before_a_line_that_was_undone_later_is_written() -> None:
    game = played("place a1", "hand", "undo")
    assert write_transcript(game).splitlines()[-1] == "nought> place a1"
    run(game, "cross> decline")
    run(game, "note still here")
    assert write_transcript(game).splitlines()[-2:] == ["cross> decline", 'note "still here"']


def test_awkward_tags_come_back() -> None:
    header = Header(
        "noughts", "1", "toy", {"nought": 'A "B" C', "cross": ""}, {"size": "three by three"}, {"win.diagonal": "no"},
        "2026-11-30", place="a\nb", umpire="# ; ]", tags={"Event": "x"},
    )  # fmt: skip
    game = Game(RULESET, Log.memory(header))
    script = read_transcript(write_transcript(game).encode())
    assert script.faults == ()
    assert script.tag("Nought") == 'A "B" C'
    assert script.tag("Place") == "a\\nb"
    assert script.tag("Umpire") == "# ; ]"
    assert script.tag("Ruling") == "win.diagonal no"
    assert script.tag("Option") == 'size "three by three"'


def without_comments(text: str) -> list[str]:
    """The lines of a transcript; the reasons why flagged lines stand are comments."""
    return [line.partition("  #")[0] for line in text.splitlines()]


@pytest.mark.usefixtures("noughts")
@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(LINES, st.booleans()), max_size=30))
def test_reading_what_was_written_gives_the_same_digest(typed: list[tuple[str, bool]]) -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    for line, stands in typed:
        run(game, enter_line(game) if line == "ENTER" else line, stands="" if stands else None)
    text = write_transcript(game)
    result = judge_transcript(read_transcript(text.encode()))
    assert result.failed == ()
    assert result.game.timeline.digest == game.timeline.digest, text
    assert without_comments(write_transcript(result.game)) == without_comments(text)

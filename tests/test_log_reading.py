"""`referee log`: what is in it, filters, a screen reader, a pager; and that looking changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.check import judge_transcript
from referee.game import Game
from referee.library import new_game, open_game
from referee.log import Entry
from referee.review.filters import Wanted
from referee.review.log import log_lines, record, spoken_lines, styled_lines
from referee.ruleset import LineError
from referee.transcript import read_file
from tests.conftest import NEW, ROOT, Run
from tests.correcting import play, shown
from tests.noughts import RULESET
from tests.terminal import Terminal

HOSTILE = '<script>alert(1)</script> & [bold]x[/bold] \x1b[31mred \u202eleft ' + "A" * 10_000


@pytest.fixture
def messy(game: Game) -> Game:
    """Two turns with a flagged line that stands, one that is taken back, a correction, an undo and a dispute."""
    play(game, "place a1", "-", "hand", "place a1", 'stand "why not"', "hand", "place a1", "back", "place b2")
    play(game, "undo", 'dispute 4 "was that so"', "fix 1 nought> place c3 keep")
    return game


def numbers(game: Game, **wanted: str | bool) -> list[int]:
    """The entries that some filters leave."""
    return [row.entry.number for row in Wanted(**wanted).choose(game, record(game))]  # type: ignore[arg-type]


def test_findings_and_what_became_of_an_entry_stand_in_place(messy: Game) -> None:
    lines = list(log_lines(messy, record(messy)))
    at = next(i for i, line in enumerate(lines) if line.startswith("  #5 "))
    assert lines[at - 2].startswith("  #4 held cross> place a1  (let stand by entry 5; disputed: was that so)")
    assert lines[at] == '  #5 illegal-stands cross> place a1  "why not"  (judged again by entry 12)'
    assert lines[at + 1].startswith("      illegal [turn.place]")
    assert lines[at + 2] == "    now #5 ok cross> place a1"
    assert "  #7 held nought> place a1  (taken back by entry 8)" in lines
    assert "  #1 ok nought> place a1  (corrected by entry 12)" in lines
    assert "    now #1 ok nought> place c3" in lines
    assert "  #9 ok nought> place b2  (undone by entry 10)" in lines


def test_a_new_heading_for_each_step_of_each_turn(messy: Game) -> None:
    headings = [text for style, text in styled_lines(messy, record(messy)) if style == "heading"]
    assert headings[:3] == ["Turn 1, Noughts, place", "Turn 1, Noughts, hand", "Turn 1, Crosses, place"]


def test_passes_are_dim_and_breaches_stand_out(messy: Game) -> None:
    styles = {text.split()[0]: style for style, text in styled_lines(messy, record(messy))}
    assert (styles["#1"], styles["#2"], styles["illegal"]) == ("", "pass", "flag")


def test_the_command_of_the_session_shows_the_same(messy: Game) -> None:
    assert shown(messy, "log 99") == "\n".join(log_lines(messy, record(messy)))
    assert shown(messy, "log 1").splitlines()[-1].startswith("  #12 ok fix 1")


def test_filters(messy: Game) -> None:
    assert numbers(messy, flags=True) == [4, 5, 7]
    assert numbers(messy, side="cro") == [2, 4, 5, 6]
    assert numbers(messy, turn="2") == [7, 8, 9, 10, 11, 12]
    assert numbers(messy, turn="1-1", verb="hand") == [3, 6]
    assert numbers(messy, verb="place", side="nought", turn="2-3") == [7, 8, 9]
    assert numbers(messy, verb="undo") == [10]
    assert numbers(messy, verb="insert") == []
    assert numbers(messy, rule="turn.pl") == numbers(messy, rule="Placing") == [4, 5, 7]
    assert numbers(messy, unit="b2") == [9, 10], "the act, and the undo that took the token away"
    assert 12 in numbers(messy, unit="c3"), "the correction put a token there"


@pytest.mark.parametrize(("wanted", "said"), [
    ({"side": "crosss"}, "Did you mean cross"),
    ({"verb": "plaec"}, "Did you mean place"),
    ({"rule": "turn.plaec"}, "Did you mean turn.place"),
    ({"unit": "zz9"}, "no thing on the table"),
    ({"turn": "5-3"}, "a range as in 3-5"),
    ({"turn": "x" * 10_000}, "a range as in 3-5"),
])  # fmt: skip
def test_a_word_that_names_nothing_is_a_sentence(messy: Game, wanted: dict[str, str], said: str) -> None:
    with pytest.raises(LineError, match=said) as error:
        numbers(messy, **wanted)
    assert len(error.value.message) < 300


def test_a_thing_is_found_with_its_parts() -> None:
    game = judge_transcript(read_file(ROOT / "examples/kiss_rommel/by-the-tape.ref")).game
    assert set(numbers(game, unit="4ind")) > set(numbers(game, unit="4ind/inf-3")) > {50}


def test_a_screen_reader_gets_whole_sentences(messy: Game) -> None:
    lines = list(spoken_lines(messy, record(messy)))
    assert lines[0].startswith("Turn 1, Noughts, place. Entry 1. Noughts: place a1. Corrected by entry 12. Now entry 1")
    assert lines[1] == "Turn 1, Noughts, hand. Entry 2. Crosses let it pass."
    assert "Entry 5, illegal, stands. Crosses: place a1. Reason: why not. Illegal, rule turn.place: " in lines[4]
    assert lines[9].endswith("Undone: entry 9.")
    assert lines[11].endswith("fix 1 nought: place c3.")
    assert not any(sign in line for line in lines for sign in "#>[]")


def test_the_command_filters_every_form(call: Run, evening: str) -> None:
    assert [row["number"] for row in json.loads(call("log", evening, "--flags", "--json").stdout)] == [4, 5]
    assert "Entry 4, held." in call("log", evening, "--flags", "--plain").output
    assert call("log", evening, "--turn", "7").output == "None of the 6 entries is like that.\n"
    assert "Did you mean cross" in call("log", evening, "--side", "crosss", status=1).output


def test_a_side_reads_what_it_may(patrol: None, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.ruleset.find._entries", lambda: iter([("patrol", "tests.patrol")]))
    call("play", "patrol", "--name", "night", text="shoot alpha\n1,2\nblue> creep bravo\n")
    assert "blue> creep bravo" in call("log", "night").output
    for form in ((), ("--plain",), ("--json",)):
        output = call("log", "night", "--as", "red", *form).output
        assert "bravo" not in output.lower()
        assert "alpha" in output
    for filters in (("--unit", "bravo"), ("--verb", "creep"), ("--side", "blue")):
        assert "None of the 3 entries" in call("log", "night", "--as", "red", *filters).output
    assert "bravo" not in call("diff", "night", "0", "--as", "red").output


@pytest.fixture
def hostile(noughts: None, data_folder: Path) -> str:
    """A record that no prompt would write: text of strangers wherever text can be."""
    game = new_game(RULESET, "hostile", {"nought": HOSTILE, "cross": HOSTILE})
    play(game, "place a1", "-", "hand", "place a1")
    number = len(game.log.entries) + 1
    finding = {"kind": "illegal", "rule": HOSTILE, "message": HOSTILE, "instead": HOSTILE}
    digest = game.log.entries[2].digest
    for entry in (
        Entry(number, "back", "cross", HOSTILE, of=(4,), verdict="withdrawn"),
        Entry(number + 1, "note", "", HOSTILE, by=HOSTILE, why=HOSTILE, ruled=HOSTILE, verdict="ok", digest=digest,
              findings=(finding,), consequences=(HOSTILE,)),
    ):  # fmt: skip
        game.log.append(entry)
    game.log.close()
    return "hostile"


def test_the_text_of_strangers_is_text(call: Run, hostile: str) -> None:
    for words in (("log", hostile), ("log", hostile, "--plain"), ("show", hostile), ("diff", hostile, "0")):
        output = call(*words).output
        assert "\x1b" not in output
        assert "\u202e" not in output
    assert "<script>alert(1)</script> & [bold]x[/bold] \\x1b[31mred \\u202eleft AAA" in call("log", hostile).output


LOOKS = (
    ("log",), ("log", "--flags"), ("log", "--plain"), ("log", "--json"), ("show",), ("show", "--at", "2"),
    ("show", "--json"), ("diff", "1"), ("diff", "1", "4", "--json"), ("dice",), ("export",),
)  # fmt: skip


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_looking_changes_nothing_and_needs_no_lock(
    call: Run, evening: str, data_folder: Path, words: tuple[str, ...]
) -> None:
    command, *rest = words
    file = data_folder / f"{evening}.jsonl"
    before = file.read_bytes(), file.stat().st_mtime_ns, sorted(data_folder.iterdir())
    with open_game(evening).log:  # it is being played
        call(command, evening, *rest)
    assert (file.read_bytes(), file.stat().st_mtime_ns, sorted(data_folder.iterdir())) == before


def test_looking_from_within_the_session_changes_nothing(call: Run, evening: str, data_folder: Path) -> None:
    file = data_folder / f"{evening}.jsonl"
    before = file.read_bytes(), file.stat().st_mtime_ns
    output = call("play", evening, text="why\nwhy 5\naudit\nlog 50\nshow\nopen\nlegal\nbranches\n").output
    assert "[ ] a1:" in output
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


START = """
from referee.ruleset import find
find._entries = lambda: iter([("noughts", "tests.noughts")])
from referee.cli import main
main({arguments})
"""


@pytest.fixture
def long_game(call: Run, data_folder: Path) -> Path:
    """A saved game whose log does not fit on a screen."""
    call(*NEW, text="place a1\n-\n" + "undo\nredo\n" * 20)
    return data_folder


def test_a_terminal_gets_the_pager(long_game: Path) -> None:
    terminal = Terminal(long_game, START.format(arguments=["log", "evening"]), PAGER="cat -A")
    terminal.see("redo #2$")
    assert terminal.leave("") == 0


def test_no_pager_and_no_colour(long_game: Path) -> None:
    code = START.format(arguments=["log", "evening", "--no-pager"])
    terminal = Terminal(long_game, code, PAGER="cat -A")
    terminal.see("redo #2")
    assert terminal.leave("") == 0
    assert "\x1b[1mTurn 1, Noughts, place" in terminal.raw
    assert "\x1b[2m  #2 ok cross> decline" in terminal.raw
    assert "$" not in terminal.raw
    terminal = Terminal(long_game, code, NO_COLOR="1")
    terminal.see("redo #2")
    assert terminal.leave("") == 0
    assert "\x1b" not in terminal.raw

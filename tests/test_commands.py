"""The referee's own commands: those that change the record, and those that only look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.commands import COMMANDS, enter_line, find_call, look, run
from referee.game import Answer, Game
from referee.log import Entry, Header, Log
from referee.ruleset import Action, Kind, action
from tests.conftest import board, toy_header
from tests.noughts import RULESET, Board


@action("backfire", rule="turn.place", short="und")
class Backfire(Action[Board]):
    """A verb that looks like a command."""

    def apply(self, table: Board) -> Board:
        return table


@action("show", rule="turn.place")
class Show(Action[Board]):
    """A verb that is called like a command."""

    def apply(self, table: Board) -> Board:
        return table


def message(answer: Answer) -> str:
    """What a failed answer says."""
    assert answer.status == "failed"
    assert answer.error is not None
    assert len(answer.findings) == 1
    return answer.findings[0].message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("stand", "No flagged line"),
        ("back", "No flagged line"),
        ("decline", "No window is open"),
        ("-", "No window is open"),
        ("cross> -", "for Noughts to say, not for Crosses"),
        ("- please", "stands alone"),
        ("undo", "nothing to undo"),
        ("redo", "nothing to redo"),
        ("undo 2", "Only 0"),
        ("undo -1", "no number"),
        ("undo 1 2", "no number"),
        ("undo \u0661", "no number"),
        ("note", "needs words"),
        ('note ""', "needs words"),
        ('note "open', "opened and not closed"),
        ("adjust", "needs a value"),
        ("adjust b2.token", "needs a value"),
        ("adjust b2.tokin cross", "Did you mean b2.token"),
        ("adjust nonsense cross", "no key of the table 'nonsense'"),
        ("adjust token cross", "may be a1.token or a2.token"),
        ("adjust b2.token purple", "nought, cross or none"),
        ("adjust b2.token cross b2 nought", "b2.token is set twice"),
        ("adjust b2.token cross why", "needs a value"),
        ("ruling", "Which ruling: win.diagonal"),
        ("ruling win.diagonal", "Does a diagonal count as a row? Choose: yes, no"),
        ("ruling win.diagonal maybe", "yes, no"),
        ("ruling win.diagnal yes", "Did you mean win.diagonal"),
        ("ruling win.diagonal yes no", "Choose: yes, no"),
        ("house", "Which rule, and how"),
        ("house turn.place", "Which rule, and how"),
        ("house turn.place off", "needs its reason"),
        ("house turn.place sometimes why", "off, warn, on"),
        ("house turn.plake off why", "Did you mean turn.place"),
        ("house turn off why", "may be"),
        ("resign rome", "no side 'rome'"),
        ("resign nought cross", "One side resigns"),
        ("agree please", "stands alone"),
        ("r", "may be redo or ruling or roll or rule"),
        ("reqq", "no verb"),
        ("show", "only looks"),
        ("rome> undo", "No side is called"),
        ("", "Nothing is reported"),
        ("   ", "Nothing is reported"),
        ("nought>", "Nothing is reported"),
        ("x" * 40_000, "40000 characters"),
        ("note \x1b[2J", "control character"),
        ("note " + "x" * 31_990 + " and more", "characters"),
        ("note x" + '""' * 12_000, "characters"),  # doubled in the record, so too long there
    ],
)
def test_mistakes_are_answers_and_change_nothing(game: Game, line: str, said: str) -> None:
    assert said in message(run(game, line))
    assert game.log.entries == []


def test_commands_may_be_shortened_and_have_a_side_before_them(game: Game) -> None:
    run(game, "place a1")
    assert run(game, "cross> decl").entries[0].kind == "close"
    assert run(game, "nought> und").entries[0].kind == "undo"
    assert run(game, "red").entries[0].kind == "redo"
    assert run(game, "UNDO").entries[0].kind == "undo"
    assert run(game, "adj b2 to cross").entries[0].line == "adjust b2.token cross"
    assert run(game, "rulin win no").entries[0].data == {"win.diagonal": "no"}


@pytest.mark.parametrize("line", ["ag", "agre", "res", "resig", "ski"])
def test_what_ends_the_game_is_never_shortened(game: Game, line: str) -> None:
    assert run(game, line).status == "failed"
    assert game.log.entries == []


def test_the_verbs_of_the_ruleset_win() -> None:
    game = Game(replace(RULESET, actions=(*RULESET.actions, Backfire, Show)), Log.memory(toy_header()))
    assert find_call(game, "show") is None
    assert look(game, "show") is None
    assert find_call(game, "und") is None
    assert find_call(game, "bac") is None
    assert find_call(game, "sho") is None
    for line, name in (("undo", "undo"), ("back", "back"), ("redo", "redo"), ("why", "why")):
        call = find_call(game, line)
        assert call is not None
        assert call.command.name == name


def test_an_answer_that_looks_like_a_shortened_command_is_an_answer(game: Game) -> None:
    assert run(game, "a1").line == "place a1"
    assert run(game, "undo").status == "ok"
    assert "may be a1 or a2" in message(run(game, "a"))


def test_undo_is_refused_in_a_game_open_for_reading(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    with Log.create(path, toy_header(), None) as log:
        run(Game(RULESET, log), "place a1")
    with Log.open(path, None, readonly=True) as log:
        game = Game(RULESET, log)
        for line in ("undo", "decline", "place b2"):
            assert "reading only" in message(run(game, line))
        assert look(game, "show")
        assert board(game).tokens == {"a1": "nought"}


def test_notes_are_kept_as_they_were_meant(game: Game) -> None:
    for line in ('note "two words"', "note two words", 'note   "two words" ', "cross> note two words"):
        assert run(game, line).entries[0].line == 'note "two words"'
    assert run(game, "note yes, and no; so").entries[0].line == 'note "yes, and no; so"'
    assert run(game, 'note he said "no"').entries[0].line == 'note "he said ""no"""'


def test_every_command_stores_a_line_that_reads_the_same(game: Game) -> None:
    lines = ['note "a ""b"""', 'adjust c3.token cross "slip, of hand"', "ruling win.diagonal no", "resign cross"]
    answers = [run(game, line) for line in lines]
    assert [a.status for a in answers] == ["ok"] * 4
    assert [a.entries[0].line for a in answers] == [
        'note "a ""b"""', "adjust c3.token cross", "ruling win.diagonal no", "resign",
    ]  # fmt: skip
    assert answers[1].entries[0].why == "slip, of hand"


def test_who_resigns(game: Game) -> None:
    for line, winner in (("resign", "cross"), ("cross> resign", "nought"), ("resign cro", "nought")):
        run(game, line)
        assert game.table.winner == winner
        run(game, "undo")
    run(game, "place a1")  # now the other side is asked
    run(game, "resign")
    assert game.table.winner == "nought"


def test_enter_does_the_next_due_thing(game: Game) -> None:
    assert enter_line(game) == ""
    run(game, "place a1")
    assert enter_line(game) == "decline"
    run(game, enter_line(game))
    assert enter_line(game) == "nought> hand"
    run(game, "place b2")
    assert enter_line(game) == "back"
    run(game, enter_line(game))
    run(game, enter_line(game))
    assert game.table.side == "cross"
    run(game, "agree")
    assert enter_line(game) == ""


LOOKS = [
    "legal", "legal place", "legal hand", "legal xyz", "legal p", "why", "why 1", "why 3", "why 99", "why b2",
    "why place b2",
    "why nonsense", "show", "audit", "log", "log 2", "log 0", "log x", "rule win", "rule board", "rule win.diagonal",
    "rule nothing at all", "rule", "help", "help place", "help pl", "help undo", "help xyz", "?", "? place", "? win",
    "leg", 'why "open',
]  # fmt: skip


@pytest.mark.parametrize("line", LOOKS)
def test_looking_leaves_the_record_byte_for_byte_as_it_was(tmp_path: Path, line: str) -> None:
    path = tmp_path / "toy.jsonl"
    with Log.create(path, toy_header(), tmp_path / "state") as log:
        game = Game(RULESET, log)
        for act in ("place a1", "decline", "place b2", "stand hurry", "place b2"):
            run(game, act)
        before, table, held = path.read_bytes(), game.table, game.held
        lines = look(game, line)
        assert lines
        assert all(isinstance(text, str) and "\n" not in text and "\x1b" not in text for text in lines)
        assert (path.read_bytes(), game.table, game.held) == (before, table, held)


@pytest.mark.parametrize("line", ["place a1", "undo", "stand", "xyz", "", "x" * 10_000, '"', "rome> show"])
def test_other_lines_are_no_looking(game: Game, line: str) -> None:
    assert look(game, line) is None


def told(game: Game, line: str) -> str:
    """What a looking command shows, as one text."""
    lines = look(game, line)
    assert lines is not None
    return "\n".join(lines)


def test_legal_is_grouped_by_verb_with_rules(game: Game) -> None:
    run(game, "place a1")
    assert told(game, "legal") == (
        "Crosses: Swap the first token? [pie]  (Enter: no)\n"
        "Crosses: swap [pie]\n  swap\n"
        "Noughts: hand [turn.hand]\n  hand"
    )
    run(game, "hand")
    assert told(game, "legal pl").count("\n  place") == 8
    assert "\n  place a2 / a3 / b1" in told(game, "legal")
    assert told(game, "legal swap").endswith("No swap is legal now.")
    run(game, "agree")
    assert told(game, "legal") == "The game is over: a draw."


def test_why_explains_a_verdict_with_its_rule(game: Game) -> None:
    assert told(game, "why") == "Nothing was reported yet."
    for line in ("place a1", "hand", "place a1"):
        run(game, line)
    text = told(game, "why")
    assert "a1 holds a token of Noughts" in text
    assert "legal: a2, a3" in text
    assert "you place one of your five tokens on a free square" in text
    assert "nothing was found against it" in told(game, "why 1")
    assert told(game, "why 99") == "There is no entry 99; the record has 4."


def test_why_explains_values_and_asks_may_i(game: Game) -> None:
    run(game, "place a1")
    assert told(game, "why A1 b2") == "a1 holds a token of Noughts\nb2 is free"
    assert "Handing over the marker was skipped" in told(game, "why place b2")
    assert "nothing against it" in told(game, "why hand")
    assert "no verb" in told(game, "why is the sky blue")


def test_show_and_audit_list_what_is_still_open(game: Game) -> None:
    for line in ("place a1", "decline"):
        run(game, line)
    run(game, "place b2", stands="")
    assert "still open: Handing over the marker (Noughts, turn 1) [turn.hand]" in told(game, "show")
    assert "[ ] a1: token nought\n[ ] b2: token cross" in told(game, "audit")
    assert ". X ." in told(game, "show")


def test_log_is_grouped_by_step(game: Game) -> None:
    for line in ("place a1", "decline", "hand", "note hi"):
        run(game, line)
    assert told(game, "log 3").splitlines() == [
        "Turn 1, Noughts, hand",
        "  #2 ok cross> decline",
        "  #3 ok nought> hand",
        "Turn 1, Crosses, place",
        '  #4 ok note "hi"',
    ]


def test_rules_are_found_by_id_and_by_words(game: Game) -> None:
    run(game, 'house win warn "kind"')
    text = told(game, "rule win")
    assert text.startswith("[win] Winning\n  Three tokens")
    assert "house rule of this game: warn" in text
    assert "yes: A diagonal wins. (in force)" in text
    assert "`ruling win.diagonal no` changes to it" in text
    assert [line[:24] for line in told(game, "rule marker").splitlines()] == [
        "[turn.order] Turns: The ",
        "[turn.hand] Handing over",
    ]
    assert max(map(len, told(game, "rule marker").splitlines())) < 80
    assert "Did you mean turn.place" in told(game, "rule turn.plaace")


def test_help_is_read_off_the_actions(game: Game) -> None:
    assert told(game, "help place") == (
        "place TO  (short: p)\n  Place a token on a free square.\n"
        "  legal now: place a1\n  legal now: place c3\n  rule: Placing [turn.place]"
    )
    assert len(told(game, "help").splitlines()) < 12
    assert all(command.name in told(game, "help") for command in COMMANDS)
    text = told(game, "help all")
    for command in COMMANDS:
        assert command.usage in text
    assert "place TO: Place a token on a free square." in text
    assert told(game, "help undo").startswith("undo [N | to turn N]: ")
    assert told(game, "?") == told(game, "legal")
    assert told(game, "? win") == told(game, "rule win")


def test_strangers_text_cannot_paint_the_screen() -> None:
    log = Log.memory(toy_header())
    log.append(Entry(1, "note", "", 'note "\x1b[31m"', digest=f"{Game(RULESET, log).timeline.digest:016x}"))
    game = Game(RULESET, log)
    assert "\\x1b[31m" in told(game, "log")


WORDS = st.sampled_from(
    [*(c.name for c in COMMANDS), "place", "a1", "b2.token", "cross", "nought>", "win.diagonal", "off", "yes", '"', ",",
     "1", "why", "-", "?", "#", ";", "to"]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=8))
@example(["why", "\u00b4"])
def test_no_line_raises(words: list[str]) -> None:
    game = Game(RULESET, Log.memory(toy_header()))
    run(game, "place a1")
    line = " ".join(words)
    seen = look(game, line)
    assert isinstance(run(game, line), Answer)
    assert seen is None or all(isinstance(text, str) for text in seen)


def test_players_and_rulings_of_the_header_count() -> None:
    rulings: Mapping[str, str] = {"win.diagonal": "no"}
    game = Game(RULESET, Log.memory(Header("noughts", "1", "toy", {}, {}, rulings, "2026-11-30")))
    assert game.table.rulings == {"win.diagonal": "no"}
    assert run(game, "ruling win.diagonal yes").status == "ok"
    assert game.table.rulings == {"win.diagonal": "yes"}
    assert run(game, "place a1").findings == ()
    assert Kind.ILLEGAL in {f.kind for f in run(game, "cross> place a1").findings}


def test_undo_takes_a_flagged_line_back_and_nothing_before_it(game: Game) -> None:
    for line in ("place a1", "hand", "place a1"):
        run(game, line)
    assert game.held
    assert [entry.kind for entry in run(game, "undo").entries] == ["back"]
    assert not game.held
    assert run(game, "undo").line == "hand"

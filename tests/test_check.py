"""Judging transcripts: every fault with its line, what stands and what is taken back, and the exit status."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.check import Result, Unusable, judge_transcript, stored_findings, tell_result, to_json
from referee.digest import spell
from referee.transcript import read_transcript
from tests.conftest import board
from tests.noughts import RULESET

pytestmark = pytest.mark.usefixtures("noughts")

CLEAN = '[Ruleset "noughts"]\n[Nought "Anna"]\n\nplace a1; decline; hand\nplace b2; hand\n'


def judged(text: str, head: str = '[Ruleset "noughts"]\n') -> Result:
    """A transcript with the ruleset tag on line 1, judged."""
    return judge_transcript(read_transcript((head + text).encode()))


def rows(result: Result) -> list[tuple[int | None, int | None, str, str]]:
    """The findings without their words."""
    return [(f.entry, f.line, f.kind, f.rule) for f in result.found]


def test_a_clean_transcript_has_no_findings() -> None:
    result = judged(CLEAN, "")
    assert result.found == ()
    assert result.status == 0
    assert result.game.log.header.players == {"nought": "Anna"}
    assert result.game.table.turn == 2
    assert tell_result(result, "a.ref") == ["a.ref: turn 2, Noughts, step place, no winner yet, no findings"]


def test_every_fault_is_reported_and_the_rest_goes_on() -> None:
    result = judged(
        "mvoe a1\nplace a1\nplace z9\nplace a\nswap; swap\n\nhand\nplace a1\nrome> hand\nhand\nplace b2\nplace c3\n"
    )
    assert rows(result) == [
        (None, 2, "not-understood", "notation"),
        (None, 4, "unknown", "notation"),
        (None, 5, "ambiguous", "notation"),
        (None, 6, "impossible", "pie"),
        (4, 9, "illegal", "turn.place"),
        (None, 10, "not-understood", "notation"),
        (8, 13, "omission", "turn.hand"),
    ]
    assert result.status == 1
    assert board(result.game).tokens == {"a1": "cross", "b2": "nought", "c3": "cross"}
    assert tell_result(result, "x")[4] == (
        "x:9: illegal [turn.place] a1 holds a token of Crosses.  (legal: a2, a3, b1, b2, b3, c1, c2, c3)"
    )


def test_the_next_line_may_take_a_flagged_line_back() -> None:
    result = judged("place a1; -; hand\nplace a1\n# oh\nback\nplace b2\n")
    assert rows(result) == [(4, 3, "illegal", "turn.place")]
    assert board(result.game).tokens == {"a1": "nought", "b2": "cross"}
    assert result.status == 1


def test_the_next_line_may_say_why_a_flagged_line_stands() -> None:
    result = judged('place a1; -; hand\nplace a1\nstand "agreed"\n')
    assert rows(result) == [(5, 3, "illegal", "turn.place")]
    last = result.game.log.entries[-1]
    assert (last.number, last.kind, last.why) == (5, "stand", "agreed")
    assert board(result.game).tokens == {"a1": "cross"}


def test_stand_and_back_without_a_flagged_line_are_faults() -> None:
    assert rows(judged("place a1\nstand\nback\n")) == [
        (None, 3, "impossible", "notation"), (None, 4, "impossible", "notation"),
    ]  # fmt: skip


def test_the_last_line_may_be_flagged() -> None:
    result = judged("place a1\nplace b2")
    assert rows(result) == [(4, 3, "omission", "turn.hand")]
    assert result.game.held is None


def test_looking_lines_are_passed_over_and_commands_obeyed() -> None:
    result = judged(
        "show\nlegal\nplace a1\nwhy\nundo\nplace b2\nruling win.diagonal no\nadjust c3 cross\nnote hi\nagree\n"
    )
    assert result.found == ()
    assert board(result.game).tokens == {"b2": "nought", "c3": "cross"}
    assert result.game.table.winner == "draw"


def test_a_looking_line_that_means_nothing_is_a_warning() -> None:
    result = judged("show 3\nshow setup\nshow as nought\nlegal place\nlegal nowhere\nhelp undo\nhelp 3\n")
    assert [(f.line, f.kind) for f in result.found] == [(2, "warning"), (6, "warning"), (8, "warning")]
    assert "`show` is the referee's own, only looks, and is passed over here" in result.found[0].message
    assert result.status == 0


@pytest.mark.parametrize(("choice", "status", "kind"), [("off", 0, "ruling"), ("warn", 0, "warning")])
def test_warnings_and_rulings_are_reported_but_no_fault(choice: str, status: int, kind: str) -> None:
    result = judged(f'house turn.place {choice} "why"\nplace a1; -; hand\nplace a1\n')
    assert [f.kind for f in result.found] == [kind]
    assert result.status == status


def test_assumed_mechanics_are_done_by_the_referee() -> None:
    lines = "place a1\nplace b2\nplace a2\nplace b3\nplace a3\n"
    assert [f.kind for f in judged(lines).found] == ["omission"] * 4
    result = judged(lines, '[Ruleset "noughts"]\n[Mechanics "assumed"]\n')
    assert result.found == ()
    assert result.game.table.winner == "nought"
    assert result.game.table.parked == ()
    own = [e for e in result.game.log.entries if e.by == "mechanics"]
    assert [e.line for e in own] == ["hand"] * 4


def test_assumed_mechanics_do_not_hide_a_fault() -> None:
    result = judged("place a1\nplace b2\nmvoe\nplace a1\nundo\n", '[Ruleset "noughts"]\n[Mechanics "assumed"]\n')
    assert [(f.line, f.kind) for f in result.found] == [(5, "not-understood"), (6, "illegal")]
    assert board(result.game).tokens == {"a1": "nought", "b2": "cross"}


@pytest.mark.parametrize(
    ("head", "kind", "said"),
    [
        ('[Ruling "win.diagonal maybe"]', "unknown", "yes, no"),
        ('[Ruling "win.dia no"]', None, ""),
        ('[Ruling "win.diagonl no"]', "not-understood", "Did you mean win.diagonal"),
        ('[Ruling ""]', "not-understood", "Which ruling: win.diagonal"),
        ('[Ruling "nothing no"]', "unknown", "win.diagonal"),
        ('[Mechanics "perhaps"]', "warning", "assumed"),
        ('[Nought "An', "not-understood", "not whole"),
        ('[Nought "Anna"]\n[Nought "Ben"]', "not-understood", "stands twice"),
    ],
)
def test_faults_in_tags_are_findings(head: str, kind: str | None, said: str) -> None:
    result = judged(f"{head}\nplace a1\n")
    assert [f.kind for f in result.found] == ([kind] if kind else [])
    assert all(said in f.message for f in result.found)
    assert board(result.game).tokens == {"a1": "nought"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("place a1\n", "no ruleset tag"),
        ("", "no ruleset tag"),
        ('[Ruleset "nougts"]', "Did you mean noughts"),
        ('[Ruleset ""]', "no ruleset tag"),
        ('[Ruleset "chess"]', "Installed: "),
        ('[Ruleset "noug', "Line 1: This tag is not whole"),
    ],
)
def test_what_cannot_be_judged_at_all(text: str, said: str) -> None:
    with pytest.raises(Unusable, match=said):
        judged(text, "")


def test_an_open_quote_and_half_a_line_are_findings() -> None:
    result = judged('place a1\nnote "cut in the mid')
    assert rows(result) == [(None, 3, "not-understood", "notation")]
    assert "opened and not closed" in result.found[0].message
    assert "place needs" in judged("pla").found[0].message


def test_json_is_one_object_with_the_agreed_keys() -> None:
    result = judged("place a1; -; hand\nplace a1\nmvoe\n")
    row: dict[str, Any] = json.loads(json.dumps(to_json(result.game, result.found)))
    assert list(row) == ["ruleset", "turn", "side", "step", "winner", "state", "findings", "digest"]
    assert row["ruleset"] == "noughts"
    assert (row["turn"], row["side"], row["step"], row["winner"]) == (1, "cross", "hand", None)
    assert row["state"] == {"tokens": {"a1": "cross"}}
    assert row["digest"] == spell(result.game.timeline.digest)
    assert row["findings"][0] == {
        "entry": 4, "line": 3, "kind": "illegal", "rule": "turn.place", "message": "a1 holds a token of Noughts.",
        "instead": "a2, a3, b1, b2, b3, c1, c2, c3",
    }  # fmt: skip
    assert row["findings"][1]["entry"] is None


def test_the_findings_of_a_record_are_those_that_count() -> None:
    game = judged("place a1; -; hand\nplace a1\nback\nplace a1\nstand ok\nundo\nplace a1\n").game
    assert [(f.entry, f.line, f.kind) for f in stored_findings(game)] == [
        (game.log.entries[-1].number, None, "illegal")
    ]


def test_control_characters_never_reach_the_screen() -> None:
    result = judged("place a1\nmvoe\u202e\nxx\x1b[31m\n")
    text = "\n".join(tell_result(result, "evil\x1b.ref"))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert len(result.found) == 2


def test_who_won_is_said() -> None:
    result = judged("resign\n")
    assert tell_result(result, "x") == ["x: turn 1, Noughts, step place, Crosses won, no findings"]
    assert to_json(result.game, ())["winner"] == "cross"
    assert tell_result(judged("agree\n"), "x") == ["x: turn 1, Noughts, step place, a draw, no findings"]


def test_the_toy_is_the_ruleset_that_was_found() -> None:
    assert judged("").game.ruleset is RULESET

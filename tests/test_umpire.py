"""Options at the set-up, and the umpire: only he overrides, and whatever he decides carries his name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.check import judge_transcript
from referee.commands import look, run
from referee.commands.call import option_lines
from referee.game import Game
from referee.library import LibraryError, open_game, read_options
from referee.log import Log
from referee.prompt.first import FirstScreen
from referee.ruleset import Kind, Option
from referee.transcript import read_transcript, write_transcript
from tests.conftest import Run, toy_header
from tests.patrol import RULESET


def patrol_game(umpire: str = "Clara") -> Game:
    """A game in memory."""
    return Game(RULESET, Log.memory(replace(toy_header(), ruleset="patrol", players={}, umpire=umpire)))


# Options


def test_an_option_is_chosen_at_the_start(call: Run, patrol: None) -> None:
    call("play", "patrol", "--name", "big", "--option", "pack=large", text="")
    call("play", "patrol", "--name", "small", text="")
    assert "ajax" in call("show", "big").output
    assert "ajax" not in call("show", "small").output
    assert open_game("small", readonly=True).log.header.options == {"pack": "small"}, "the record says what was played"
    text = call("export", "big").output
    assert '[Option "pack large"]' in text
    again = judge_transcript(read_transcript(text.encode())).game
    assert "ajax.hidden" in again.ruleset.layout(again.table)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("pakc=large", "--option pakc=large: 'pakc' is no option. Did you mean pack?"),
        ("pack=lareg", "'lareg' is no choice of pack. Did you mean large?"),
        ("pack", "How many units? Choose: small, large."),
        ("pack=", "Choose: small, large."),
        ("=", "no option"),
    ],
)
def test_what_is_no_option_is_said(call: Run, patrol: None, given: str, said: str) -> None:
    output = call("play", "patrol", "--option", given, "--option", "pack=small", text="", status=1).output
    assert said in output
    assert "No game is saved" in call("games").output


def test_an_option_may_take_any_value(patrol: None) -> None:
    free = (*RULESET.options, Option("out", "Who stays at home?", {"": "nobody"}, "", "names joined by commas"))
    ruleset = replace(RULESET, options=free)
    assert read_options(ruleset, ["out=alpha,bravo"]) == {"out": "alpha,bravo"}
    assert read_options(ruleset, ["out="]) == {"out": ""}
    with pytest.raises(LibraryError, match=r'Choose: "", or names joined by commas'):
        read_options(ruleset, ["out"])
    header = replace(toy_header(), ruleset="patrol", players={}, options={"out": "", "pack": "large"})
    text = write_transcript(Game(ruleset, Log.memory(header)))
    assert '[Option "out """""]' in text
    assert list(option_lines(free[1:])) == [
        "option out: Who stays at home?",
        '  "": nobody (default)',
        "  or names joined by commas",
    ]


def test_a_game_without_options_says_so(call: Run) -> None:
    assert "this game has none" in call("play", "noughts", "--option", "a=b", text="", status=1).output


def test_options_are_listed(call: Run, patrol: None) -> None:
    output = call("rulesets", "-v").output
    assert "  option pack: How many units?\n    small: one each (default)\n    large: two for Red\n" in output
    assert "option pack" not in call("rulesets").output


def test_an_option_tag_is_checked(patrol: None) -> None:
    text = b'[Ruleset "patrol"]\n[Option "pack large"]\n[Option "pakc large"]\n[Option "pack huge"]\n'
    result = judge_transcript(read_transcript(text))
    assert [(f.line, f.message.partition(".")[0]) for f in result.found] == [
        (3, "'pakc' is no option"),
        (4, "There is no choice of pack 'huge'"),
    ]
    assert "ajax" in result.game.ruleset.state(result.game.table)["units"]


def test_the_first_screen_asks_for_options(patrol: None, data_folder: Path) -> None:
    replies = ["mnay", "", ""]
    told: list[str] = []

    def tell(lines: Iterable[str]) -> None:
        told.extend(lines)

    screen = FirstScreen(lambda text: replies.pop(0), tell)
    first = screen.begin(RULESET, "one", {"red": "Anna"})
    assert first.game.log.header.options == {"pack": "small"}
    assert "There is no choice of pack 'mnay'. There are: small, large." in told
    first.game.log.close()


# The umpire


def test_only_a_reason_of_the_umpire_lets_a_line_stand() -> None:
    game = patrol_game()
    assert run(game, "red> shoot bravo").status == "held"
    answer = run(game, "stand")
    assert answer.status == "failed"
    assert "The umpire Clara says why" in answer.findings[0].message
    assert game.held is not None
    assert run(game, 'stand "a spy"').status == "ok"
    assert game.log.entries[-1].ruled == "Clara"
    assert '#2 illegal-stands red> shoot bravo  "a spy"  (ruled by Clara)' in "\n".join(look(game, "log") or [])
    assert "(ruled by Clara)" in "\n".join(look(game, "why") or [])


@pytest.mark.parametrize(
    "line", ["adjust red.hits 3", "ruling cover.hard yes", 'house cover.1 warn "it is dark"', "adjust turn.number 4"]
)
def test_what_the_umpire_decides_carries_his_name(line: str) -> None:
    game = patrol_game()
    assert run(game, line).status == "ok"
    assert game.log.entries[-1].ruled == "Clara"
    answer = run(game, line, by="Anna")
    assert "Only the umpire Clara overrides the rules, not Anna." in answer.findings[0].message
    assert run(game, line, by="clara").status == "ok"


def test_findings_that_rest_on_a_ruling_of_the_umpire_name_him() -> None:
    game = patrol_game()
    assert game.judge("creep alpha").findings[0].message == "cover protects: no"
    run(game, "ruling cover.hard yes")
    answer = run(game, "creep alpha")
    assert answer.findings[0].message == "cover protects: yes (ruled by Clara)"
    assert answer.entries[0].findings[0]["message"] == "cover protects: yes (ruled by Clara)"
    run(game, 'house cover.1 off "no flags today"')
    ruled = next(f for f in game.judge("red> creep alpha").findings if f.kind is Kind.RULING)
    assert ruled.message.endswith("(ruled by Clara)")


def test_what_rests_on_a_ruling_of_the_umpire_is_cited_with_his_name_in_a_flag_too() -> None:
    from tests.kiss import RULESET as ROMMEL
    from tests.kiss import in_fire

    line = "fire 15pz/tank-1 at 4ind/inf-1 range 5 nearer 4ind/inf-2 unseen roll 2"
    made = in_fire()
    made.game.log.header = replace(made.game.log.header, umpire="Clara")
    message = "4ind/inf-2 is nearer, but not spotted, so 4ind/inf-1 may be taken"
    assert message in [finding.message for finding in made.game.judge(line).findings]
    run(made.game, "ruling KQ6 nearest")
    flagged = [finding for finding in made.game.judge(line).findings if finding.rule == "KF3"]
    assert "(ruling KQ6: nearest) (ruled by Clara)" in flagged[0].message
    assert [rule.id for rule in ROMMEL.rulebook.search("kq6")] == ["KF3"]


def test_without_an_umpire_nothing_changes() -> None:
    game = patrol_game("")
    run(game, "red> shoot bravo")
    assert run(game, "stand").status == "ok"
    run(game, "adjust red.hits 3", by="Anna")
    assert {entry.ruled for entry in game.log.entries} == {""}


def test_what_the_umpire_decided_comes_back_with_the_transcript(patrol: None) -> None:
    game = patrol_game()
    for line in ("red> shoot bravo", 'stand "a ""spy"""', "1,2", "ruling cover.hard yes"):
        assert run(game, line).status in ("ok", "held")
    text = write_transcript(game)
    assert '[Umpire "Clara"]' in text
    again = judge_transcript(read_transcript(text.encode())).game
    assert again.timeline.digest == game.timeline.digest
    ruled = [(e.kind, e.ruled, e.why) for e in again.log.entries if e.ruled]
    assert ruled == [("stand", "Clara", 'a "spy"'), ("ruling", "Clara", "")]


def test_the_umpire_is_named_on_the_command_line(call: Run, patrol: None) -> None:
    text = 'red> shoot bravo\nstand\nstand "a spy"\n'
    output = call("play", "patrol", "--name", "x", "--umpire", "Clara", text=text, status=1).output
    assert "The umpire Clara says why" in output
    assert "(ruled by Clara)" in call("log", "x").output
    assert "belong to a new game" in call("play", "x", "--umpire", "Dora", status=2).output
    assert "No umpire can be called" in call("play", "patrol", "--umpire", "Referee", text="", status=1).output

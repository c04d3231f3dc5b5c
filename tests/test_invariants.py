"""The suite of invariants over every installed ruleset and the toy; `pytest -s` prints how often each rule was seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Annotated, Any

import pytest

from referee.game import Game
from referee.invariants import Broken, Counts, Run, Subject, checks, examine, subject_of
from referee.invariants.chance import Chance
from referee.invariants.suite import IN_VAIN, examine_in_processes
from referee.notation import Reader
from referee.ruleset import Action, Ask, Finding, NotYet, Span, Table, action, illegal
from referee.ruleset.find import brought_by, ruleset_names
from tests.noughts import RULESET as NOUGHTS
from tests.noughts import Board, Place, Square

GAMES = {
    "kiss-rommel": 42,
    "lettow-vorbeck": 27,
    "lightning-d-day": 38,
    "lightning-north-africa": 42,
    "lightning-poland": 31,
}
"""Games of a ruleset in the default run: enough to reach every rule, and few enough for five minutes in all."""

ILLEGAL = 40
"""Illegal acts that stand, for each game."""


def test_every_ruleset_of_ours_is_examined() -> None:
    assert {name for name in ruleset_names() if not brought_by(name)} == {*GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_every_ruleset(name: str) -> None:
    """`referee test-ruleset NAME --games 1000` is the same by hand."""
    ruleset = subject_of(name).ruleset
    games = GAMES[name]
    counts = examine_in_processes(name, games=games, illegal=games * ILLEGAL, jobs=2)
    print("", *counts.report(ruleset), sep="\n")
    assert counts.games >= games
    assert counts.stood >= games * ILLEGAL
    assert counts.brute > 0
    assert not counts.unreached(ruleset)
    REACHED.get(name, lambda _: None)(counts)


def _north_africa(counts: Counts) -> None:
    assert counts.won["axis"] > 0
    assert counts.won["allied"] > 0
    assert counts.moved["shuffles"] > 0
    assert counts.moved["control"] > 0
    assert counts.followed["force-cards.1"] > 0  # eliminations
    assert counts.followed["setup.7"] > 0  # turns that end


def _poland(counts: Counts) -> None:
    assert counts.won["german"] > 0
    assert counts.won["polish"] > 0
    assert counts.moved["shuffles"] > 0
    assert counts.followed["battle.12"] > 0  # battles that end


def _d_day(counts: Counts) -> None:
    assert counts.won["german"] > 0
    assert counts.won["allied"] > 0
    assert counts.moved["shuffles"] > 0
    assert counts.followed["attack.succeeds"] > 0


REACHED = {"lightning-north-africa": _north_africa, "lightning-poland": _poland, "lightning-d-day": _d_day}


def test_the_toy() -> None:
    counts = examine(Subject(NOUGHTS, largest=100), 40, 400)
    print("", *counts.report(NOUGHTS), sep="\n")
    assert not counts.unreached(NOUGHTS)
    assert counts.won["draw"] > 0


def test_play_ends_where_no_fault_can_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Run, "_any_step", lambda self: None)
    monkeypatch.setattr("referee.invariants.run.IN_VAIN", 20)
    counts = examine(Subject(NOUGHTS), 0, 1)
    assert (counts.games, counts.stood) == (IN_VAIN, 0)


def test_the_same_seed_is_the_same_game() -> None:
    runs = [Run(Subject(NOUGHTS), "7", 10) for _ in range(2)]
    assert runs[0].play() == runs[1].play()
    assert runs[0].typed == runs[1].typed


# The suite finds what it is there for: each of these rulesets has one mistake.


def _stuck(table: Board) -> Ask | None:
    ask = NOUGHTS.asks(table)
    return replace(ask, verbs=("swap",), forced="") if ask and ask.verbs == ("place",) else ask


def _stuck_behind_a_fault(table: Board) -> Ask | None:
    by = [*table.tokens.values()]
    return _stuck(table) if abs(by.count("nought") - by.count("cross")) > 1 else NOUGHTS.asks(table)


@action("place", rule="turn.place")
class _Lost(Place):
    """Has lost its last `yield`."""

    def judge(self, table: Board) -> Iterator[Finding]:  # type: ignore[return]
        assert self.to


def _crash(table: Board) -> Any:
    if len(table.tokens) > 2:
        raise KeyError("a3")
    return NOUGHTS.consequences(table)


def _wrong_enter(table: Board) -> Ask | None:
    ask = NOUGHTS.asks(table)
    return replace(ask, enter="place a1") if ask and ask.verbs == ("place",) and not ask.forced else ask


def _no_text(table: Board) -> dict[str, Any]:
    return {"tokens": set(table.tokens)}


def _odd_put(table: Board, key: str, value: str) -> Board:
    return NOUGHTS.put(table, "a1.token", "nought")


def _foul(table: Board) -> Iterator[str]:
    if sum(side == "nought" for side in table.tokens.values()) > 1:
        yield "Noughts have two tokens"


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        (Subject(replace(NOUGHTS, asks=_stuck)), "a dead end"),
        (Subject(replace(NOUGHTS, consequences=_crash)), "KeyError: 'a3'"),
        (Subject(replace(NOUGHTS, asks=_wrong_enter), often=1), "Enter does 'place a1'"),
        (Subject(replace(NOUGHTS, state=_no_text), often=1), "not JSON serializable"),
        (Subject(replace(NOUGHTS, put=_odd_put), often=1), "adjusting"),
        (Subject(NOUGHTS, faults=_foul), "Noughts have two tokens"),
        (Subject(replace(NOUGHTS, asks=_stuck_behind_a_fault)), "a dead end"),
        (Subject(replace(NOUGHTS, ended_by=lambda table: "no.rule")), "'no.rule' is cited, but stands in no rulebook"),
        (Subject(replace(NOUGHTS, actions=(_Lost, *NOUGHTS.actions[1:]))), "_Lost.judge returned None"),
    ],
)
def test_a_mistake_is_found(subject: Subject, message: str) -> None:
    with pytest.raises(Broken) as found:
        examine(subject, 5, 200)
    said = str(found.value)
    assert message in said
    assert "# seed '1." in said
    assert '[Ruleset "noughts"]' in said


class _Fickle(Place):
    """Forgets what it said."""

    said = 0

    def judge(self, table: Board) -> Iterator[Finding]:
        _Fickle.said += 1
        if _Fickle.said > 5:
            yield illegal("turn.place", "not any more")


class _Hasty(Place):
    """Judges before all is known."""

    def judge(self, table: Board) -> Iterator[Finding]:
        try:
            assert self.to
        except NotYet:
            yield illegal("turn.place", "no square is named")


def test_what_is_offered_and_then_flagged_is_found(game: Game) -> None:
    ruleset = replace(NOUGHTS, actions=(_Fickle, *NOUGHTS.actions[1:]))
    with pytest.raises(AssertionError, match="is offered, but"):
        checks.agree(ruleset, game.table, 100)


def test_a_walk_that_misses_acts_is_found(game: Game) -> None:
    assert checks.brute_force(NOUGHTS, game.table, 100) > 0
    with pytest.raises(AssertionError, match="the walk does not find"):
        checks.brute_force(replace(NOUGHTS, actions=(_Hasty,)), game.table, 100)


def test_a_line_that_is_read_as_another_act_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "write", lambda act: "place a1")
    checks.reads_back(game.reader(), Place("nought", Square("a1")))
    with pytest.raises(AssertionError, match="is read as"):
        checks.reads_back(game.reader(), Place("nought", Square("b2")))


@action("show", rule="turn.place", alias="rule")
class _Show(Place):
    """Is called like commands of the referee."""


def test_a_verb_that_hides_a_command_is_named() -> None:
    assert list(checks.hides(NOUGHTS)) == []
    found = list(checks.hides(replace(NOUGHTS, actions=(*NOUGHTS.actions, _Show))))
    assert [each[:24] for each in found] == ["The verb `show` hides th", "`rule` is the referee's "]


@action("shoot", rule="turn.place")
class _Shoot(Action[Board]):
    """Two numbers with a range."""

    range: Annotated[float, Span(0.5, 24, "inches")]
    shots: Annotated[int, Span(-2, 3)] = 1

    def apply(self, table: Board) -> Board:
        return table


def test_numbers_inside_on_and_past_their_range(game: Game) -> None:
    ruleset = replace(NOUGHTS, actions=(_Shoot,))
    reader = Reader(game.table, ruleset.actions, ruleset.sides)
    tried = list(Chance(ruleset, Random("1")).past_range(_Shoot("nought", 12.25)))
    for act, within in tried:
        (checks.reads_back if within else checks.is_refused)(reader, act)
    assert [act.range for act, within in tried if not within][:2] == [0.4999, 24.0001]
    assert {act.shots for act, within in tried if not within} >= {-3, 4}
    with pytest.raises(AssertionError, match="past the allowed range"):
        checks.is_refused(reader, _Shoot("nought", 24))


def test_texts_of_all_kinds_are_read_back() -> None:
    name = next(iter(ruleset_names()), "")
    if not name:
        pytest.skip("no ruleset is installed")
    subject = subject_of(name)
    run = Run(subject, "texts")
    chance = Chance(subject.ruleset, Random("texts"))
    table: Table = run.game.table
    for _ in range(2_000):
        act = chance.any(table)
        if act is not None and len(repr(act)) < 1_000:
            checks.reads_back(run.game.reader(), act)
            if act.aside:
                table = act.apply(table)
                run.game.timeline.start = table

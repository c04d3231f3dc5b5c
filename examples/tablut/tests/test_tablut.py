"""Tablut: a scene for each law, its examples and cases, and the invariants that every ruleset must keep."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from referee.check import Result, judge_transcript
from referee.course import enact
from referee.game import Game
from referee.invariants import examine, subject_of
from referee.invariants.examples import cases, faults_of, faults_of_case, faults_of_twin
from referee.judge import judge
from referee.log import Header, Log
from referee.prompt.talk import Talk
from referee.ruleset import Setup
from referee.transcript import read_transcript

from tablut import RULESET
from tablut.board import KING, MUSCOVITE, SQUARES, SWEDE, Board, Square
from tablut.moving import Move

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
MAKER = "referee test-ruleset tablut --examples examples --write"


def played(*lines: str) -> Result:
    """A battle of these lines; tags may stand before them."""
    return judge_transcript(read_transcript("\n".join(('[Ruleset "tablut"]', *lines)).encode()))


def heard(*lines: str) -> list[str]:
    """What is said at the table to the last of these lines."""
    talk = Talk(Game(RULESET, Log.memory(Header("tablut", RULESET.version, "", {}, {}, {}, "2026-11-30"))))
    return [talk.hear(line) for line in lines][-1]


@dataclass
class Scene:
    """A board on which moves were made: what was found, and the rules by which something followed from the last."""

    table: Board
    found: list[str]
    followed: list[str]


def scene(men: str, *moves: str, begins: str = MUSCOVITE, **rulings: str) -> Scene:
    """Moves (`d1 d3`) on a board with these men alone (`K e5, s d5, M a1`); rulings by what follows their hyphen."""
    kinds = {"K": KING, "s": SWEDE, "M": MUSCOVITE}
    there = {square: kinds[kind] for kind, square in map(str.split, men.split(", "))}
    book = RULESET.rulebook.defaults() | {"law.8-begins": begins}
    chosen = {name: rulings.get(name.partition("-")[2], choice) for name, choice in book.items()}
    scene = Scene(RULESET.start(Setup(chosen)).but(men=there, seen={}), [], [])
    for move in moves:
        man, to = map(Square, move.split())
        act = Move(scene.table.side, man, to)
        scene.found += [finding.rule for finding in judge(RULESET, scene.table, act).findings]
        after, said = enact(RULESET, scene.table, act)
        assert isinstance(after, Board)
        scene.table = after
        scene.followed = [each.partition(":")[0] for each in said]
    return scene


def board(result: Result) -> Board:
    """The board at the end."""
    table = result.game.table
    assert isinstance(table, Board)
    return table


def ruled(ruling: str, choice: str) -> str:
    """The tag of a ruling."""
    return f'[Ruling "{ruling} {choice}"]'


@pytest.mark.parametrize("line", ["d1-d3", "D1-d3", "d1d3", "d1 d3", "move d1 d3", "move d1-d3"])
def test_a_move_is_written_with_or_without_a_hyphen(line: str) -> None:
    result = played(line)
    assert not result.failed
    assert "d3" in board(result).men


@pytest.mark.parametrize(
    ("line", "said"),
    [("d1", "move needs a square"), ("d1-z9", "No square is called 'z9'"), ("d1-e1", "A Muscovite stands on e1.")],
)
def test_half_a_move_is_told_what_it_lacks(line: str, said: str) -> None:
    (fault,) = played(line).failed
    assert said in str(fault)


@pytest.mark.parametrize("case", cases(EXAMPLES), ids=lambda case: case.stem)
def test_a_case_breaks_its_law_alone_and_its_twin_none(case: Path) -> None:
    assert [*faults_of_case(case), *faults_of_twin(case)] == []


def test_the_examples_are_what_they_were_and_no_judged_law_lacks_a_case() -> None:
    assert list(faults_of(RULESET, EXAMPLES, MAKER)) == []


def test_invariants() -> None:
    """`referee test-ruleset tablut` plays more."""
    subject = subject_of("tablut", faults=str(HERE / "invented" / "tablut.py"), largest=len(SQUARES) ** 2 + 500)
    counts = examine(subject, games=3, illegal=40, seed="3")
    assert counts.unreached(RULESET) == []
    assert counts.brute > 0


# The board


def test_board_law_13_the_men_at_the_start() -> None:
    table = board(played())
    assert (table.count(MUSCOVITE), table.count(SWEDE), table.king) == (16, 8, "e5")
    turned = {f"{square[0]}{10 - int(square[1])}": man for square, man in table.men.items()}
    mirrored = {"abcdefghi"[ord(square[1]) - ord("1")] + str("abcdefghi".index(square[0]) + 1): man
                for square, man in table.men.items()}  # fmt: skip
    assert dict(table.men) == turned == mirrored, "the cross is the same from every side"


@pytest.mark.parametrize(
    ("move", "rulings", "rules"),
    [
        ("e4 e5", {}, ["castle"]),
        ("e4 e5", {"return": "yes"}, []),
        ("e4 e8", {}, ["castle"]),
        ("e4 e8", {"pass": "king"}, []),
        ("d5 f5", {"pass": "king"}, ["castle"]),
        ("d5 f5", {"pass": "all"}, []),
        ("d5 e5", {"return": "yes"}, ["castle"]),
    ],
)
def test_castle_who_enters_and_who_passes(move: str, rulings: dict[str, str], rules: list[str]) -> None:
    assert scene("K e4, s d5, M a1", move, begins=SWEDE, **rulings).found == rules


def test_a_move_that_no_board_can_show_is_impossible() -> None:
    assert [found.kind for found in played("d3 d4", "d1 e1").found] == ["impossible", "impossible"]


# The way out


def test_law_3_law_4_the_king_goes_out_unless_the_way_is_closed() -> None:
    out = scene("K c3, M a3, s e9", "a3 a4", "c3 a3")
    assert (out.followed, out.table.winner) == (["law.4"], SWEDE)
    assert "[law.3]: i3, c9 and c1" in " ".join(RULESET.why(scene("K c3, M a3").table, ("king",)))


def test_law_4_in_a_corner_only() -> None:
    assert not scene("K c3, M a8", "a8 b8", "c3 a3", escape="corner").table.winner
    assert scene("K c3, M h8", "h8 g8", "c3 a3", "g8 h8", "a3 a1", escape="corner").table.winner == SWEDE


@pytest.mark.parametrize(
    ("men", "move", "call"),
    [
        ("K e4, s e3, s e6, M a1, M c4, M h4", "e3 d3", "Raichi! The king has a way out to e1"),
        ("K e4, s e3, s e6, M a1, M c4", "e3 d3", "Tuichu! Ways out to i4 and e1"),
        ("K e4, s e3, s e6, M c4, M h4", "e6 e7", ""),
    ],
)
def test_law_6_the_calls(men: str, move: str, call: str) -> None:
    called = scene(men, move, begins=SWEDE)
    assert called.followed == (["law.6"] if call else [])
    assert scene(men, move, begins=SWEDE, calls="players").followed == []
    before = called.table.but(told=())
    following = RULESET.consequences(before)
    assert (following.message if following else "") == call


# Turns


@pytest.mark.parametrize("side", [MUSCOVITE, SWEDE])
def test_law_8_who_begins(side: str) -> None:
    table = board(played(ruled("law.8-begins", side)))
    assert (table.side, table.turn) == (side, 1)
    lines = ("d1 d3", "e3 f3") if side == MUSCOVITE else ("e3 f3", "d1 d3")
    assert board(played(ruled("law.8-begins", side), *lines)).turn == 2


@pytest.mark.parametrize(("choice", "winner"), [("loses", SWEDE), ("draw", "draw")])
def test_law_8_who_cannot_move(choice: str, winner: str) -> None:
    end = scene("K e5, M a1, s a2, s b2", "b2 b1", begins=SWEDE, stuck=choice)
    assert (end.followed, end.table.winner) == (["law.8-stuck"], winner)


@pytest.mark.parametrize(("choice", "winner"), [("draw", "draw"), ("nothing", "")])
def test_law_8_the_third_time(choice: str, winner: str) -> None:
    there_and_back = ("d1 d2", "e3 d3", "d2 d1", "d3 e3")
    assert not played(*there_and_back).game.table.winner
    assert played(ruled("law.8-repeat", choice), *there_and_back * 2).game.table.winner == winner


# Capture


@pytest.mark.parametrize(
    ("men", "move", "rules", "lost"),
    [
        ("K h8, s c3, M b3, M d1", "d1 d3", ["law.9"], "c3"),
        ("K h8, s c3, s d4, M b3, M d1, M d5", "d1 d3", ["law.9", "law.9"], "c3 d4"),
        ("K h8, s c3, M d3, M b1, s b3", "b1 b2", [], ""),
        ("K h8, s a3, M a2, M c3, M b1", "b1 a1", [], ""),
        ("K h2, s e6, M b7, s a1", "b7 e7", ["law.14"], "e6"),
        ("K e5, s e6, M b7, M d5, M f5, M e4", "b7 e7", ["law.10"], "e6"),
        ("K e5, s e6, M b7, M d5, M f5", "b7 e7", [], ""),
    ],
)
def test_law_9_law_10_law_14_a_swede_is_captured(men: str, move: str, rules: list[str], lost: str) -> None:
    end = scene(men, move)
    assert end.followed == rules
    assert all(square not in end.table.men for square in lost.split())


def test_law_9_who_steps_between_two_is_safe() -> None:
    assert scene("K h8, s b3, s d3, M c1", "c1 c3").followed == []


@pytest.mark.parametrize(("choice", "rules"), [("yes", ["law.9"]), ("no", [])])
def test_law_9_the_king_captures(choice: str, rules: list[str]) -> None:
    for men, move in (("K h3, M c3, s b3, M a9", "h3 d3"), ("K d3, M c3, s b6, M a9", "b6 b3")):
        assert scene(men, move, begins=SWEDE, calls="players", armed=choice).followed == rules


@pytest.mark.parametrize(
    ("choice", "swede", "muscovite"),
    [("all", ["law.14"], ["law.14"]), ("muscovites", [], ["law.14"]), ("nobody", [], [])],
)
def test_law_14_whose_men_the_castle_captures(choice: str, swede: list[str], muscovite: list[str]) -> None:
    assert scene("K h2, s e6, s a1, M b7", "b7 e7", castle=choice).followed == swede
    end = scene("K h2, M e6, s b7, M a1", "b7 e7", castle=choice, begins=SWEDE, calls="players")
    assert end.followed == muscovite


# The king


@pytest.mark.parametrize(
    ("men", "move", "rule"),
    [
        ("K c3, M b3, M d1, s h8", "d1 d3", "law.9"),
        ("K e5, M e4, M e6, M d5, M f1, s h8", "f1 f5", "law.10"),
        ("K e5, M e4, M e6, M f1, s h8", "f1 f5", ""),
        ("K e4, M e3, M d4, M f1, s h8", "f1 f4", "law.11"),
        ("K e4, M d4, M f1, s h8", "f1 f4", ""),
        ("K c3, M b3, M e1, s h8", "e1 d1", ""),
    ],
)
def test_law_9_law_10_law_11_law_12_the_king_is_captured(men: str, move: str, rule: str) -> None:
    end = scene(men, move)
    assert end.followed == ([rule, "law.12"] if rule else [])
    assert end.table.winner == (MUSCOVITE if rule else "")


def test_law_9_the_king_wants_four_in_the_open_if_so_ruled() -> None:
    assert not scene("K c3, M b3, M d1, s h8", "d1 d3", king="four").table.winner
    assert scene("K c3, M b3, M c2, M c4, M d1, s h8", "d1 d3", king="four").table.winner == MUSCOVITE


# The table


def test_the_king_is_set_elsewhere_and_never_taken_away() -> None:
    moved = board(played("adjust e5.man none", "adjust c2.man king"))
    assert (moved.king, moved.men.get("e5")) == ("c2", None)
    assert [found.kind for found in played("adjust e5.man none").found] == ["impossible"]


def test_no_more_men_are_set_than_there_are() -> None:
    assert [found.kind for found in played("adjust a1.man swede").found] == ["impossible"]
    assert board(played("adjust e3.man none", "adjust a1.man swede")).men["a1"] == SWEDE


def test_the_board_fits_a_screen_and_is_drawn() -> None:
    table = board(played("d1 d3"))
    lines = RULESET.show(table)
    assert max(map(len, lines)) < 80
    assert len(lines) < 20
    assert lines[7].startswith(" 3  .  .  .  M  s  .  .  .  .  3")
    picture = RULESET.picture(table)
    assert picture is not None
    assert len(picture.pieces) == 25
    assert RULESET.charts[0].read(replace(table, men={})) == {MUSCOVITE: 0, SWEDE: 0}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move e3", "It is not for Swedes to move now."),
        ("c3", "c3 is empty."),
        ("swede> move e5", "It is not for Swedes to move now."),
    ],
)
def test_a_man_without_a_square_to_go_to_is_told_why(line: str, said: str) -> None:
    assert said in " ".join(heard(line))


def test_a_man_and_then_his_square_or_its_number() -> None:
    assert heard("d1-d3", "e4", "h4")[0] == "Swedes: move e4 h4"
    assert heard("d1-d3", "move e4", "3")[0] == "Swedes: move e4 h4"
    assert "Behind that no square is possible now." in " ".join(heard("d1-d3", "move e5"))

"""The story of a game, an entry a sentence; its charts and pictures. Over all installed rulesets and their examples."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.check import judge_transcript
from referee.commands import run
from referee.components.wording import capital, counted, listed, numeral
from referee.game import Game
from referee.invariants.telling import can_be_drawn, is_sentence
from referee.log import Entry
from referee.review.account import Moment, account_of
from referee.review.sentences import followed, told
from referee.ruleset import Action
from referee.ruleset.find import load_ruleset, ruleset_names
from referee.transcript import read_transcript
from tests import kiss, na
from tests.conftest import board
from tests.table import judge_file

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = ruleset_names()
ACTS = [(game, act) for game in GAMES for act in load_ruleset(game).actions]


@cache
def played(name: str) -> tuple[Game, ...]:
    """All examples of a game, the illegal ones too."""
    files = sorted((EXAMPLES / name.replace("-", "_")).rglob("*.ref"))
    return tuple(judge_transcript(read_transcript(file.read_bytes())).game for file in files)


@cache
def moments(name: str) -> tuple[tuple[Game, Moment], ...]:
    """All that counts in them."""
    return tuple((game, moment) for game in played(name) for moment in account_of(game).moments)


def sentences(game: Game) -> list[str]:
    """The story of a game."""
    return [moment.sentence for moment in account_of(game).moments if moment.sentence]


def last(game: Game) -> str:
    """The sentence of the last entry."""
    return list(account_of(game).moments)[-1].sentence


@pytest.mark.parametrize(("game", "act"), ACTS, ids=[f"{game}-{act.verb}" for game, act in ACTS])
def test_each_kind_of_act_has_a_sentence_of_its_own(game: str, act: type[Action[Any]]) -> None:
    assert act.learns or act.story is not Action.story


@pytest.mark.parametrize("name", GAMES)
def test_the_story_of_an_act_is_a_sentence_and_not_its_line(name: str) -> None:
    for game, moment in moments(name):
        if moment.act is None:
            continue
        text = moment.sentence
        is_sentence(text, moment.entry.line)
        assert text or moment.act.learns, moment.entry.line
        line = moment.entry.line
        assert " " not in line or line not in text
        names = [name for name in game.ruleset.titles(moment.before) if re.search("[-/]", name)]
        spelt = [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]
        assert spelt == [], f"{text!r} has names of the notation"


@pytest.mark.parametrize("name", GAMES)
def test_the_sentences_of_two_verbs_are_never_the_same(name: str) -> None:
    verbs: dict[str, set[str]] = defaultdict(set)
    for _, moment in moments(name):
        if moment.act is not None and moment.sentence:
            verbs[moment.sentence].add(moment.act.verb)
    assert {text: said for text, said in verbs.items() if len(said) > 1} == {}
    rare = {"special", "remove", "fate", "place"}  # in no example; told below
    every = {act.verb for act in load_ruleset(name).actions if not act.learns}
    assert every - rare <= set().union(*verbs.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_followed_is_told_by_titles(name: str) -> None:
    for game, moment in moments(name):
        names = [n for n in game.ruleset.titles(moment.before) if re.search("[-/]", n)]
        for said in moment.entry.consequences:
            text = followed(game.ruleset, said, moment.before)
            is_sentence(text, said)
            assert [n for n in names if f" {n} " in text or text.startswith(f"{n} ")] == []


@pytest.mark.parametrize("name", GAMES)
def test_each_table_of_the_examples_can_be_drawn(name: str) -> None:
    for game in played(name):
        assert game.ruleset.charts
        for table in (game.timeline.start, *(step.table for step in game.timeline.steps)):
            can_be_drawn(game.ruleset, table)


def test_a_turn_of_north_africa_as_it_is_told() -> None:
    told_of = sentences(judge_file(na.EXAMPLES / "axis-wins-in-cairo.ref").game)
    for text in (
        "The Axis drew one card and had five in hand",
        "The Axis ordered the 5th Panzer from Benghazi to Tobruk to attack the 9th Australian",
        "The Axis moved the Ariete & Trento from Tripoli/Tunisia to Benghazi",
        "The Axis played Dive Bomber on the 9th Australian to inflict one loss",
        "The Allies took one loss on the 9th Australian, which left it dispersed, with two loss tokens",
        "The Axis laid its plan face down: Armored or Flanking",
        "The plan was turned over, and it was Motorized, as guessed",
        "The Axis discarded two cards for the cost of the 21st Panzer and kept two in hand",
        "The Axis checked its supply and found the Ariete & Trento cut off",
    ):
        assert text in told_of


def test_a_battle_of_kiss_rommel_as_it_is_told() -> None:
    by_place = sentences(judge_file(kiss.EXAMPLES / "by-place.ref").game)
    by_tape = sentences(judge_file(kiss.EXAMPLES / "battle-2.ref").game)
    for text in (
        "Both sides agreed on a table 72 inches wide and 48 inches deep, one minefield each, no air attacks a turn for "
        "the Axis and one air attack a turn for the British",
        "The 4th Indian's reconnaissance 1 moved 6.6 inches west, onto hill 1",
        "The 15th Panzer's reconnaissance 1 went east into minefield 1",
        "The 15th Panzer's 88mm 1 hit the 4th Indian's reconnaissance 1 with a 6",
        "The aircraft struck the 15th Panzer's tank 1 with a 5",
        "The 15th Panzer's tank 1 saved itself with a 4",
    ):
        assert text in by_place
    for text in (
        "The 4th Indian's motorised infantry 1 fired at 5 inches at the 15th Panzer's tank 1 and hit with a 5, and "
        "the save failed with a 1",
        "The 15th Panzer's motorised infantry 1 came back to the table, 1 inch from its HQ",
        "The die before turn 10 was a 5 and ended the battle",
    ):
        assert text in by_tape


def test_acts_that_are_in_no_example() -> None:
    game = na.new_game()
    card = 'card "Invented Retreat" axis when action cost 0 harm 0 effect text'
    for line in (card, "ready", "draw", 'special 5-panzer "Reorganize"', "decline", "play invented-retreat", "decline"):
        run(game, line)
    run(game, "remove ariete-trento by invented-retreat")
    assert sentences(game)[-3:] == [
        'The Axis had the 5th Panzer do its own operation, "Reorganize"',
        "The Axis played Invented Retreat",
        "Invented Retreat sent the Ariete & Trento out of the game",
    ]
    first = ('division "9th Invented" british as "9inv" hq 1 cruiser 2',)
    battle = kiss.in_fire(british=("9inv",), first=first)
    battle.play("fire 15pz/tank-1 at 9inv/cruiser-1 range 5 nearest roll 5", "4", "fate scattered")
    assert sentences(battle.game)[-2:] == [
        "The 9th Invented's cruiser tank 1 threw for its save, and got a 4",
        "The 9th Invented's cruiser tank 1 was Scattered, as both players settled it",
    ]
    battle.play("place 15pz/tank-1 at 20,10")
    assert sentences(battle.game)[-1:] == ["The 15th Panzer's tank 1 stood at 20,10"]


def test_what_is_half_known_is_told_as_far_as_it_is() -> None:
    game = na.new_game()
    for line in ("ready", "draw", "pass", "pass", "supply", "draw", "allied> draw", "move 4-indian tobruk"):
        run(game, line, stands="")
    assert last(game) == "The Allies moved the 4th Indian from an unknown region to Tobruk"
    assert game.ruleset.picture(game.table) is not None


def test_a_number_that_is_not_known_yet_is_told_to_be_so() -> None:
    game = na.new_game()
    for line in ("ready", "draw ?"):
        run(game, line)
    assert last(game) == "The Axis drew one card and had five in hand (cards not known yet)"


def test_an_illegal_act_that_stands_is_told_like_any_other() -> None:
    game = na.new_game()
    for line in ("ready", "draw", "move 5-panzer cairo"):
        run(game, line, stands="")
    assert last(game).startswith("The Axis moved the 5th Panzer from Benghazi to Cairo")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("skip", "The Axis skipped the draw of 1 card"),
        ("adjust 5-panzer.losses 2 axis.hand 6", "The record was made to fit the table: losses of the 5th Panzer to 2 "
         "and hand of the Axis to 6"),
        ('note "We had tea, and ""scones"""', 'A note was made: "We had tea, and "scones""'),
        ("ruling setup.7-when at-once", 'The players decided the question "When are the discards shuffled into a new '
         'deck?": as soon as the last card is drawn'),
        ('house setup.4 off "no time"', 'The players did away with the rule "Each deck is shuffled and lies face down '
         'near its player." for this game ("no time")'),
        ('dispute 1 "who began?"', 'Entry 1 was disputed: "who began?"'),
        ("resign axis", "The Axis resigned"),
        ("agree", "Both sides agreed on a draw"),
        ('hide axis "to Cairo"', "A note about the Axis was sealed"),
    ],
)  # fmt: skip
def test_what_the_referee_is_told_has_a_sentence_too(line: str, text: str) -> None:
    game = na.new_game()
    run(game, "ready")
    assert run(game, line).status == "ok"
    assert last(game) == text


def test_what_ends_an_open_matter_is_told() -> None:
    game = na.new_game()
    for line in ("ready", "skip", 'dispute 2 "a draw?"', 'settle 2 "yes"', 'paid 1 "drawn now"'):
        run(game, line)
    for line in ('hide axis "to Cairo"', "unhide 1"):
        run(game, line)
    assert sentences(game)[-4:] == [
        'The dispute about entry 2 was settled: "yes"',
        'The Axis made good what had been skipped: the draw of 1 card ("drawn now")',
        "A note about the Axis was sealed",
        'The sealed note about the Axis was opened: "to Cairo"',
    ]


def test_a_declined_reaction_and_a_fact_about_a_card_belong_in_no_story() -> None:
    game = na.new_game()
    for line in ("force 5-panzer base tripoli", "ready", "draw", "move 15-panzer tobruk", "decline"):
        run(game, line)
    assert [m.sentence for m in account_of(game).moments if m.entry.kind == "close"] == [""]
    assert next(m.sentence for m in account_of(game).moments if m.entry.line.startswith("force")) == ""


def test_a_ruleset_without_sentences_is_told_by_its_lines(game: Game) -> None:
    run(game, "place b2")
    assert sentences(game) == ["nought> place b2"]
    assert game.ruleset.picture(board(game)) is None


def test_an_entry_that_no_table_explains_is_told_all_the_same() -> None:
    """Other rules than those it was played by may have skipped nothing."""
    game = na.new_game()
    entry = Entry(9, "paid", "", "paid 3", data={"item": 3}, why="later")
    assert told(game.ruleset, entry, None, game.table, game.table) == 'What had been skipped was made good ("later")'


def test_the_scheme_of_north_africa() -> None:
    game = na.new_game()
    start = game.ruleset.picture(game.table)
    assert start is not None
    assert [place.label for place in sorted(start.places, key=lambda place: place.at.x)] == [
        "Algeria", "Tripoli/Tunisia", "Benghazi", "Tobruk", "Western Desert", "Cairo"
    ]  # fmt: skip
    assert {place.label: place.side for place in start.places if place.side} == {
        "Tripoli/Tunisia": "axis", "Benghazi": "axis", "Tobruk": "allied"
    }  # fmt: skip
    assert len(start.ways) == 5
    assert "scheme" in start.note
    assert "Three forces not placed yet" in start.note
    for line in ("ready", "adjust 5-panzer.losses 2"):
        run(game, line)
    drawn = game.ruleset.picture(game.table)
    assert drawn is not None
    assert {piece.label: piece.marks for piece in drawn.pieces if piece.marks} == {"5th Panzer": ("two losses",)}


def test_the_picture_of_a_battle_needs_positions() -> None:
    assert kiss.RULESET.picture(kiss.table_of(judge_file(kiss.EXAMPLES / "battle-2.ref").game)) is None
    table = kiss.table_of(judge_file(kiss.EXAMPLES / "by-place.ref").game)
    drawn = kiss.RULESET.picture(table)
    assert drawn is not None
    assert (drawn.width, drawn.height, drawn.unit) == (72, 48, "inches")
    kinds = [ground.kind for ground in drawn.ground]
    assert {"hill", "bad", "escarpment", "minefield", "trench", "supply zone"} <= set(kinds)
    assert [place.label for place in drawn.places] == ["North"]
    assert len(drawn.pieces) == sum(1 for _ in table.on_table())
    assert sum("Dug-in" in piece.marks for piece in drawn.pieces) == 3
    assert {"tank 2", "inf 1", "HQ", "Supply base 1"} <= {piece.label for piece in drawn.pieces}


def test_a_unit_is_drawn_with_its_division_where_its_side_has_several() -> None:
    first = ("terms width 72 depth 48",)
    at = {"15pz/tank-1": "16,24", "21inv/tank-1": "18,24", "4ind/inf-1": "50,24"}
    drawn = kiss.RULESET.picture(kiss.battle(axis=("15pz", "21inv"), at=at, first=first).table)
    assert drawn is not None
    assert [piece.label for piece in drawn.pieces] == ["15pz tank 1", "21inv tank 1", "inf 1"]
    assert drawn.note.endswith("on the table without a known position.")


def test_a_unit_beyond_the_table_is_drawn_at_its_edge() -> None:
    made = kiss.in_movement(at={"15pz/tank-1": "16,24"}, first=("terms width 72 depth 48",))
    made.play("move 15pz/tank-1 to 90,24")
    drawn = kiss.RULESET.picture(made.table)
    assert drawn is not None
    assert [(piece.at.x, piece.marks) for piece in drawn.pieces] == [(72, ("off the table",))]


def test_the_charts_of_a_game() -> None:
    table = judge_file(na.EXAMPLES / "axis-wins-in-cairo.ref").game.table
    values = {chart.title: dict(chart.read(table)) for chart in na.RULESET.charts}
    assert values["Control of Tobruk"] == {"Tobruk": "axis"}
    assert values["Forces on the map"] == {"axis": 4, "allied": 1}
    assert values["Cards in hand"] == {"axis": 7, "allied": 9}


def test_words_for_sentences() -> None:
    assert [numeral(0), numeral(12), numeral(13)] == ["none", "twelve", "13"]
    assert counted(0, "card") == "no cards"
    assert [counted(1, "loss", "losses"), counted(2, "loss", "losses")] == ["one loss", "two losses"]
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"
    assert capital("the Axis") == "The Axis"


def test_what_follows_by_a_rule_reads_as_a_sentence() -> None:
    cairo = judge_transcript(read_transcript((EXAMPLES / "lightning_north_africa/axis-wins-in-cairo.ref").read_bytes()))
    tape = judge_transcript(read_transcript((EXAMPLES / "kiss_rommel/by-the-tape.ref").read_bytes()))
    then = [
        followed(result.game.ruleset, said, moment.before)
        for result in (cairo, tape)
        for moment in account_of(result.game).moments
        for said in moment.entry.consequences
    ]
    for sentence in (
        "Both sides are in Tobruk; the Allies keep control",
        "The Axis takes control of Tobruk",
        "The turn of the Allies is over; the Axis begins",
        "The 4th Indian and the 2nd Armored start in the Western Desert",
        "The Ariete & Trento stands in Cairo at the end of the Allied turn: the Axis wins",
        "The 4th Indian has 13 bases: 1 HQ, 1 reconnaissance, 9 motorised infantry, 2 artillery",
        "The British Supply base 1 is Destroyed, 5 VP for the Axis: so is every Supply base that is lost (ruling KQ16: "
        "destroyed)",
    ):
        assert sentence in then, sentence
    over = "The battle is over after 9 turns: Axis 9 VP, British 1 VP; a Victory for the Axis; in a campaign"
    assert any(sentence.startswith(over) for sentence in then)

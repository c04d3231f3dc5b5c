"""What hurried players type, and what it must not do: filler words, beginnings, a bare number, Enter too soon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.commands import run
from referee.game import Game
from referee.log import Log
from referee.notation import Guessed
from referee.prompt.haste import UNTAKEN, UNUSED
from referee.prompt.learning import AGAIN, LEFT
from referee.prompt.offers import Node, Tree, offers
from referee.prompt.talk import Talk
from tests.kiss import new_game as kiss_game
from tests.lv import PLACED, known, placed
from tests.na import in_actions, new_game
from tests.pl import at_table
from tests.test_prompt_desert import desert

FKA = tuple(f'unit "{number} FKA" german light strength 2 start pool' for number in (4, 6, 10))


@pytest.fixture
def allied() -> Talk:
    """The Actions of the Allies, in which much may be done."""
    return Talk(in_actions("axis> pass", "pass", "pass", "draw", "draw").game)


def done(talk: Talk) -> int:
    """Acts that count."""
    return len(talk.game.timeline.steps)


@pytest.mark.parametrize("word", ["at", "to", "in", "on", "the", "n d", "th", "m", "rei", "s", "z"])
def test_filler_and_beginnings_do_nothing_by_themselves(allied: Talk, word: str) -> None:
    entries = len(allied.game.log.entries)
    allied.hear(word)
    assert (len(allied.game.log.entries), allied.game.held) == (entries, None)


@pytest.mark.parametrize(("word", "said"), [("rei", "reinforce needs"), ("m", "move needs"), ("a", "attack needs")])
def test_the_beginning_of_a_verb_that_may_be_used_is_that_verb(allied: Talk, word: str, said: str) -> None:
    if word == "a":
        allied.hear("pass")
    assert any(said in line for line in allied.hear(word))


def test_a_name_of_the_other_side_is_no_answer(allied: Talk) -> None:
    said = allied.hear("5pz")
    assert "'5pz' names nothing of the side that is asked" in " ".join(said)
    assert allied.hear("axis> order 5pz")[0] == "Axis: order 5-panzer"


def test_a_text_in_play_takes_no_bare_name_for_a_loss() -> None:
    riddle = 'card "Invented Riddle" axis when action cost 0 harm 0 effect text'
    talk = Talk(in_actions(riddle, "play invented-riddle", "allied> decline", "axis> pass").game)
    before = done(talk)
    for word in ("a", "ariete", "9 austr"):
        talk.hear(word)
    assert (done(talk), talk.game.held) == (before, None)


def test_yes_keeps_a_correction_and_no_gives_it_up() -> None:
    talk = Talk(in_actions("prepare 5-panzer", "-").game)
    number = next(entry.number for entry in talk.game.log.entries if entry.line.startswith("prepare"))
    talk.hear(f"fix {number} prepare 15-panzer")
    assert talk.hear("no")[0].startswith("given up: fix")
    talk.hear(f"fix {number} prepare 15-panzer")
    talk.hear("yes")
    assert [step.entry.line for step in talk.game.timeline.steps if "prepare" in step.entry.line] == [
        "prepare 15-panzer"
    ]


def test_yes_to_a_flagged_line_asks_whether_it_stands() -> None:
    talk = Talk(in_actions().game)
    talk.hear("move 15-panzer cairo")
    assert "  1) stand  2) back" in talk.hear("yes")
    assert talk.game.held
    assert talk.hear("2")[0] == "Taken back: Axis: move 15-panzer cairo"


def test_a_plain_no_passes_where_enter_does_and_yes_tells_what_enter_does(allied: Talk) -> None:
    assert "(Enter: pass)" in allied.hear("yes")[2]
    assert allied.hear("no")[0] == UNTAKEN, "it may be meant for the line before"
    assert allied.hear("no")[0] == UNUSED, "as Enter would"
    assert allied.hear("no")[0] == "Allied: pass"
    assert allied.game.table.step == "battles"


@pytest.mark.parametrize("title", ["No", "Yes", "None", "No Retreat"])
def test_a_title_in_quotes_is_no_plain_answer(title: str) -> None:
    talk = Talk(desert())
    talk.hear(f'play "{title}"')
    talk.hear("")
    assert talk.game.log.entries[0].line.startswith(f'card "{title}"')
    assert run(talk.game, f'"{title}"').line.strip('"').endswith(title)


def test_a_bare_number_names_nothing_of_the_side_that_is_not_asked() -> None:
    talk = Talk(placed(*FKA).game)
    talk.hear("")
    assert "Allied" not in " ".join(talk.hear("recruit 2 dar")[:1])
    talk = Talk(known(*FKA, *PLACED[:3]).game)
    assert "2-fp" not in " ".join(talk.hear("2")[:1])


def test_a_number_belongs_to_the_unknown_word_behind_it() -> None:
    game = placed(*FKA).game
    assert game.reader().read("march 10 fka mombasa").units == ("10-fka",)
    talk = Talk(game)
    assert 'march "7 Fka" mombasa' in " ".join(talk.hear("march 7 fka mombasa"))
    talk.hear("n")
    assert 'march "4 Xyz" mombasa' in " ".join(talk.hear("march 4 xyz mombasa"))


def test_what_may_be_a_unit_or_a_place_is_asked_and_enter_teaches_neither() -> None:
    talk = Talk(known(*PLACED[:3]).game)
    assert talk.hear("deploy lindi")[-1] == "  1) a new unit: teach it  2) a new space: teach it"
    entries = len(talk.game.log.entries)
    talk.hear("")
    assert len(talk.game.log.entries) == entries
    talk.hear("deploy lindi")
    assert 'German: space title "Lindi"' in talk.hear("2")


def test_a_double_letter_that_is_missed_is_no_other_name() -> None:
    game = placed('space "Dar es Salaam"').game
    assert game.reader().read("march 101-inv to Dar es Salam").to == "dar-es-salaam"


def test_several_words_that_are_pieces_of_names_are_asked_about() -> None:
    units = ('unit "PEA Infantry" allied infantry strength 1 start pool', 'space "Dar es Salaam"')
    game = placed(*units).game
    with pytest.raises(Guessed) as caught:
        game.reader().read("allied> march inf sal")
    assert caught.value.lines == ("allied> march pea-infantry dar-es-salaam",)
    assert game.reader().read("allied> march inf dar").units == ("pea-infantry",)
    assert Talk(game).hear("allied> march inf sal")[-2:-1] == ["  1) allied> march pea-infantry dar-es-salaam"]


@pytest.fixture
def asked() -> Talk:
    """How many bases a new division has is asked, one type after the other."""
    talk = Talk(kiss_game())
    for line in ("north top", "deal trento", "1", "italian"):
        talk.hear(line)
    return talk


def test_enter_behind_a_refused_answer_asks_again(asked: Talk) -> None:
    question = asked.question
    asked.hear("abc")
    assert asked.hear("")[0] == AGAIN
    assert asked.question
    assert question
    assert asked.question.lines == question.lines
    assert asked.hear("")[0] == LEFT


def test_a_slip_or_a_line_that_does_nothing_keeps_the_question(asked: Talk) -> None:
    assert asked.question
    lines = asked.question.lines
    asked.hear("pick 7 armoured")
    asked.hear("n")
    assert asked.question
    assert asked.question.lines == lines


@pytest.mark.parametrize("word", ["no", "pass", "n"])
def test_a_plain_no_leaves_a_datum_unknown(asked: Talk, word: str) -> None:
    assert asked.hear(word)[0] == LEFT


def test_answers_and_lines_may_stand_in_one(asked: Talk) -> None:
    said = asked.hear("1; 2; blank")
    assert {"Axis: division trento hq 1", "Axis: division trento recon 2", "Axis: blank"} <= set(said)


def test_the_first_enter_in_a_step_where_nothing_was_done_shows_what_may_be() -> None:
    talk = Talk(in_actions().game)
    assert talk.hear("")[0] == UNUSED
    assert talk.hear("")[0] == "Axis: pass"
    talk = Talk(in_actions("prepare 5-panzer", "-", "draw", "draw").game)
    assert talk.hear("")[0] == "Axis: pass"


def test_the_way_to_a_duty_that_was_forgotten_stays_on_the_screen() -> None:
    talk = Talk(new_game())
    talk.hear("ready")
    choice = next(line for line in talk.hear("prepare 5-panzer") if line.startswith("  1) draw; "))
    assert choice in talk.hear("show")
    assert "Axis: draw" in talk.hear("1")


def test_the_screens_own_words_for_a_side_and_a_players_name_are_a_side() -> None:
    header = replace(new_game().log.header, players={"axis": "Anna Karenina"})
    talk = Talk(Game(new_game().ruleset, Log.memory(header)))
    talk.hear("ready")
    assert "Axis: draw" in talk.hear("Axis: draw")
    assert "Axis: prepare 5-panzer" in talk.hear("anna karenina> prepare 5")
    assert "Allied lets it pass." in talk.hear("Allied: pass")


def test_who_acts_may_stand_before_the_verb() -> None:
    talk = Talk(in_actions().game)
    assert "Axis: move 15-panzer tobruk" in talk.hear("15 move tobruk")


def test_what_was_typed_while_the_table_was_laid_out_is_reported_first() -> None:
    talk = Talk(new_game())
    talk.typed = "ready"
    assert talk.opening()[0].endswith(": ready")


def test_pass_takes_a_flagged_line_back_and_does_no_more(allied: Talk) -> None:
    assert any("ILLEGAL" in line or "OMISSION" in line for line in allied.hear("prepare 5-panzer"))
    step = allied.game.table.step
    assert allied.hear("pass")[0] == "Taken back: Axis: prepare 5-panzer"
    assert (allied.game.held, allied.game.table.step) == (None, step)


def test_what_may_be_meant_is_one_digit_away() -> None:
    talk = Talk(at_table("german> battle krakow xvi-corps").game)
    assert "  1) polish> pass" in talk.hear("commit none")
    assert talk.hear("1")[0] == "Polish: pass"


def test_a_new_number_before_a_known_word_is_offered_as_a_new_name() -> None:
    talk = Talk(placed("draw invented-askari", *FKA[:1]).game)
    assert talk.hear("10 fka dar")[2].startswith("No unit on file is called '10 Fka'.")
    talk.hear("")
    assert [entry.line for entry in talk.game.log.entries[-2:]] == [
        'unit title "10 FKA" of german start pool', "recruit 10-fka dar-es-salaam",
    ]  # fmt: skip


def test_behind_a_verb_no_value_is_left_out_that_its_letters_could_shorten() -> None:
    men = Node(next={("", "d1"): Node(next={("", "d2"): Node()})})
    tree = Tree({"red": Node(next={("", "move"): men})}, {"d1": "Muscovite"}, {}, "red", ("move",))
    assert [offer.word for offer in offers(tree, "move ")[1]] == ["d1"]


def test_yes_takes_the_only_choice_and_a_choice_stands_for_all_words_of_its_name() -> None:
    talk = Talk(placed().game)
    assert any("did you mean invented-landing?" in row for row in talk.hear("draw Allied Landing"))
    assert talk.hear("y")[0] == "Allied: draw invented-landing"

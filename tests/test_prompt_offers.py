"""Completion: the next word only, out of what the game allows now."""

from __future__ import annotations

from pathlib import Path

import pytest
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from referee.game import Game
from referee.notation import write
from referee.prompt.completer import FromHistory, NextWord
from referee.prompt.history import MOST, GameHistory, is_secret
from referee.prompt.offers import offers, plant, steps
from referee.prompt.talk import Talk
from tests.test_prompt_desert import desert


def menu(talk: Talk, text: str) -> dict[str, str]:
    """What the menu offers behind a text: word to meta column, in order."""
    found = NextWord(talk).get_completions(Document(text), CompleteEvent())
    return {c.text: c.display_meta_text for c in found}


@pytest.fixture
def talk() -> Talk:
    """A talk about the desert war."""
    return Talk(desert())


def test_verbs_first_then_commands(talk: Talk) -> None:
    words = list(menu(talk, ""))
    assert words[:7] == ["move", "strike", "pass", "play", "motors", "base", "card"]
    assert "undo" in words
    assert menu(talk, "pl") == {"play": "play CARD"}
    assert menu(talk, "mov") == {"move": "4 ways"}
    assert menu(talk, "st")["strike"] == "strike"
    assert "stand" in menu(talk, "st")


def test_one_word_at_a_time_with_title_and_count(talk: Talk) -> None:
    assert menu(talk, "move ") == {
        "5-panzer": "5th Panzer Regiment · 2 ways",
        "15-panzer": "15th Panzer Division · 2 ways",
    }
    assert menu(talk, "move 15-panzer ") == {"tripoli": "move", "tobruk": "move"}
    assert menu(talk, "move 15-panzer tobruk ") == {}


def test_missing_data_are_told(talk: Talk) -> None:
    assert menu(talk, "move 5-panzer t")["tobruk"] == "move, something is unknown"


def test_finished_words_may_be_shortened_as_the_notation_has_it(talk: Talk) -> None:
    assert list(menu(talk, "mo 15 ")) == ["tripoli", "tobruk"]
    assert list(menu(talk, "move 15pz to ")) == ["tripoli", "tobruk"]
    assert list(menu(talk, "axis> move 5 tob")) == ["tobruk"]
    assert menu(talk, "move 1 ") == {}
    assert list(menu(talk, "allied> ")) == []


def test_prefix_before_parts_before_letters(talk: Talk) -> None:
    assert list(menu(talk, "move p")) == ["5-panzer", "15-panzer"]
    assert list(menu(talk, "move 5")) == ["5-panzer"]
    assert next(iter(menu(talk, "move 15-panzer to"))) == "tobruk"
    assert list(menu(talk, "move 15-panzer rk")) == ["tobruk"]
    completer = NextWord(talk)
    completer.fuzzy = False
    assert completer.offered("move 15-panzer rk")[1] == []


def test_nothing_that_the_game_does_not_allow(talk: Talk) -> None:
    assert menu(talk, "move 2-armored ") == {}
    assert menu(talk, "move 15-panzer cai") == {}
    assert menu(talk, 'card "x') == {}
    assert menu(talk, "strike; l") == {}


def test_bare_answers_to_the_open_question(talk: Talk) -> None:
    talk.hear("strike; 2")
    assert list(menu(talk, ""))[:2] == ["2-armored", "4-indian"]
    assert list(menu(talk, "arm")) == ["2-armored"]


def test_every_legal_line_can_be_completed_word_by_word(talk: Talk) -> None:
    tree = plant(talk.game)
    for legal in talk.game.legal():
        line = ""
        for _, word in steps(write(legal.action)):
            found = offers(tree, line)[1]
            assert word in [offer.word for offer in found]
            line += f"{word} "


def test_list_values_go_on_behind_a_comma() -> None:
    assert steps("march 1-fka,2-fka moshi") == [("", "march"), ("", "1-fka"), (",", "2-fka"), ("", "moshi")]
    assert steps('note "a, b" c') == [("", "note"), ("", '"a, b"'), ("", "c")]


def test_words_of_commands(talk: Talk) -> None:
    assert "move" in menu(talk, "help ")
    assert "move" in menu(talk, "? mo")
    assert list(menu(talk, "rule turn.p")) == ["turn.place"]
    assert menu(talk, "adjust 5")["5-panzer.region"] == "benghazi"
    assert "win.diagonal" in menu(talk, "ruling ")
    assert list(menu(talk, "ruling win.diagonal ")) == ["yes", "no"]
    assert menu(talk, "undo ") == {}


def test_a_view_offers_looking_commands_only() -> None:
    talk = Talk(desert(), readonly="somebody")
    assert "move" not in menu(talk, "")
    assert "undo" not in menu(talk, "")
    assert "show" in menu(talk, "")


def test_answers_to_the_referee_are_offered(talk: Talk) -> None:
    talk.hear("move 5-panzer tobruk")
    assert list(menu(talk, "t")) == ["tripoli", "tobruk"]


def test_tree_is_made_once_for_each_table(talk: Talk) -> None:
    tree = talk.tree
    assert talk.tree is tree
    talk.hear("pass")
    assert talk.tree is not tree


def test_squares_with_the_same_number(game: Game) -> None:
    assert list(menu(Talk(game), "place b")) == ["b1", "b2", "b3"]
    assert list(menu(Talk(game), "b"))[:3] == ["b1", "b2", "b3"]
    assert list(menu(Talk(game), "place 2")) == []  # a number alone is no square


def test_suggestion_from_the_history_only_if_it_fits_now(talk: Talk) -> None:
    history = GameHistory(None)
    buffer = Buffer(history=history)
    for line in ("show", "move 15-panzer tobruk", "move 15-panzer cairo", "foo"):
        history.append_string(line)
    suggest = FromHistory(talk)
    found = suggest.get_suggestion(buffer, Document("move 15"))
    assert found is not None
    assert found.text == "-panzer tobruk"
    assert suggest.get_suggestion(buffer, Document("fo")) is None
    assert suggest.get_suggestion(buffer, Document("sh")) is not None
    assert suggest.get_suggestion(buffer, Document("")) is None


def test_history_is_private_and_survives(tmp_path: Path) -> None:
    path = tmp_path / "history" / "toy.txt"
    history = GameHistory(path)
    for line in ("show", "a1\na2", " "):
        history.append_string(line)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(GameHistory(path).load_history_strings()) == ["a2", "a1", "show"]


def test_history_is_capped(tmp_path: Path) -> None:
    path = tmp_path / "toy.txt"
    path.write_text("".join(f"line {i}\n" for i in range(MOST + 10)))
    lines = list(GameHistory(path).load_history_strings())
    assert len(lines) == MOST
    assert lines[0] == f"line {MOST + 9}"
    assert len(path.read_text().splitlines()) == MOST
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "line", ['seal "Siege"', "reveal 3", "axis> seal x", "show; seal x", "SEAL x", "sea x", "show\nseal x", "sealed"]
)
def test_sealed_words_never_enter_the_history(tmp_path: Path, line: str) -> None:
    assert is_secret(line)
    history = GameHistory(tmp_path / "toy.txt")
    history.append_string(line)
    assert history.get_strings() == []
    assert not (tmp_path / "toy.txt").exists()


def test_other_words_do(tmp_path: Path) -> None:
    assert not any(map(is_secret, ("show", "move 5-panzer tobruk", "redo", "roll 2d6", "", "# seal", 'note "seal it"')))


def test_history_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history = GameHistory(tmp_path / "file" / "toy.txt")
    assert list(history.load_history_strings()) == []
    history.append_string("show")
    assert history.get_strings() == ["show"]
    (tmp_path / "link").symlink_to(tmp_path / "file")
    GameHistory(tmp_path / "link").append_string("show")
    assert (tmp_path / "file").read_text() == ""

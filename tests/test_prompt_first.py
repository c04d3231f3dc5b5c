"""The first screen: going on, choosing, beginning; and what is said when something is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from referee import library
from referee.commands import run
from referee.game import Game
from referee.library import LibraryError, new_game, open_game
from referee.prompt import play, session
from referee.prompt.first import LAYING, FirstScreen, Table, WantsLesson
from referee.prompt.lines import wrapped
from referee.ruleset import find
from tests.noughts import RULESET

pytestmark = pytest.mark.usefixtures("noughts", "data_folder")


@dataclass
class Players:
    """Two people at the first screen: what they answer, and what they see."""

    answers: list[str]
    seen: list[str] = field(default_factory=list)

    def screen(self) -> FirstScreen:
        return FirstScreen(self.ask, lambda lines: self.seen.extend(lines))

    def ask(self, message: str) -> str:
        self.seen.append(message)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def choose(self) -> Table | None:
        return self.screen().choose()


@pytest.fixture
def only_noughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No ruleset but the toy."""
    monkeypatch.setattr(find, "_entries", lambda: iter([("noughts", "tests.noughts")]))


@pytest.fixture
def saved(data_folder: Path) -> None:
    """Two games: old, and evening, which was played last."""
    for name, moves, time in (("old", ("a1",), "2026-11-01T20:00:00+01:00"), ("evening", ("a1", "swap"), "")):
        game = new_game(RULESET, name, {"nought": "Anna"})
        game.clock = (lambda t: lambda: t)(time) if time else library.now
        for move in moves:
            game.report(move)
        game.log.close()


def close(table: Table | None) -> Game:
    """The game of a table that was chosen, its record closed again."""
    assert table is not None
    table.game.log.close()
    return table.game


@pytest.mark.usefixtures("only_noughts")
def test_without_a_game_a_new_one_is_begun() -> None:
    players = Players(["", "Anna", "", ""])
    game = close(players.choose())
    assert game.log.header.players == {"nought": "Anna"}
    assert "No game is saved yet. A new one:" in players.seen
    assert "Which game? (Enter: noughts) " in players.seen
    assert "Who plays Crosses? (Enter: Crosses) " in players.seen
    assert "  [ ] Five tokens for each side." in players.seen


@pytest.mark.usefixtures("only_noughts")
@pytest.mark.parametrize("answers", [["", "", ""], ["", "", "", "quit"], ["", "", "", "position"]])
def test_nothing_is_left_of_a_game_that_is_left_before_the_table_is_ready(answers: list[str]) -> None:
    players = Players(answers)
    with pytest.raises(EOFError):
        players.choose()
    assert any(line.endswith("Lay on the table:") for line in players.seen)
    assert library.games() == []


def test_ruleset_is_chosen_by_number_or_name() -> None:
    names = find.ruleset_names()
    players = Players(["", "99", "chess", str(names.index("noughts") + 1), "referee", "Ben", ""])
    game = close(players.choose())
    assert game.ruleset.name == "noughts"
    assert game.log.header.players == {"cross": "Ben"}
    assert any("No ruleset is called 'chess'" in line for line in players.seen)


@pytest.mark.usefixtures("saved")
def test_the_last_game_is_offered_with_its_last_entries() -> None:
    players = Players([""])
    assert close(players.choose()).log.header.name == "evening"
    assert "The last game: evening (Noughts and Crosses with Tokens)" in players.seen
    assert "  Turn 1, Noughts (Noughts: Anna)" in players.seen
    assert "  #2 ok cross> swap" in players.seen
    assert "  2) old (noughts, 1 entry)" in players.seen


@pytest.mark.usefixtures("saved")
def test_a_game_that_is_over_is_played_again_by_the_same_players() -> None:
    game = open_game("evening")
    run(game, "resign")
    game.log.close()
    players = Players(["", "?", ""])
    again = close(players.choose())
    assert (again.log.header.players, again.log.name == "evening") == ({"nought": "Anna"}, False)
    assert "  Enter: another game of it, with the same players (Anna)" in players.seen
    assert LAYING in players.seen
    assert close(Players(["1"]).choose()).log.name == again.log.name


def test_a_battle_that_is_over_is_followed_by_the_one_that_it_leads_to() -> None:
    game = new_game(find.load_ruleset("kiss-rommel"), "tobruk", {"axis": "Anna"}, options={"out": "15pz"})
    for line in ("adjust turn.step movement turn.number 1", "british> claim"):
        run(game, line, stands="")
    game.log.close()
    players = Players(["", "", ""])
    options = close(players.choose()).log.header.options
    assert [options[name] for name in ("front", "halved", "out")] == ["-2", "both", ""]
    assert "  Enter: the next battle, as it follows from this one, with the same players (Anna)" in players.seen


@pytest.mark.usefixtures("saved")
def test_another_game_by_number_or_beginning() -> None:
    assert close(Players(["2"]).choose()).log.header.name == "old"
    assert close(Players(["ol"]).choose()).log.header.name == "old"
    players = Players(["nonsense", "7", "q"])
    assert players.choose() is None
    assert any("No game is called 'nonsense'" in line for line in players.seen)


@pytest.mark.usefixtures("saved", "only_noughts")
def test_a_new_game_beside_the_others() -> None:
    game = close(Players(["n", "", "", "", ""]).choose())
    assert game.log.header.name not in ("old", "evening")


@pytest.mark.usefixtures("saved")
def test_a_game_that_is_open_elsewhere_can_be_looked_at() -> None:
    first = open_game("evening")
    players = Players(["", "n", "", "", "q"])
    table = players.choose()
    assert table is not None
    assert "has this game open" in table.busy
    assert any(line.endswith("so nothing can be reported from here.") for line in players.seen)
    assert table.game.log.storage.readonly
    table.game.log.close()
    first.log.close()


@pytest.mark.usefixtures("saved")
def test_a_damaged_record_is_named_and_the_others_can_be_played() -> None:
    path = library.data_folder() / "evening.jsonl"
    path.write_bytes(path.read_bytes().replace(b"place a1", b"place b1"))
    players = Players([""])
    assert close(players.choose()).log.header.name == "old"
    assert any(line.startswith("evening cannot be opened: ") or "evening" in line for line in players.seen)


def test_a_folder_that_is_a_file_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "file"))
    with pytest.raises(LibraryError, match="file"):
        Players([""]).choose()


@pytest.mark.usefixtures("only_noughts")
def test_play_a_whole_session_at_a_dumb_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["", "Anna", "Ben", "", "a1", "b7", "quit"])
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert play() == 0
    out = capsys.readouterr().out
    assert "Noughts: place a1" in out
    assert "[Turn 1 · Noughts · place · 9 free]" in out
    assert "Everything is saved in" in out
    assert "\x1b" not in out


@pytest.mark.usefixtures("saved")
def test_play_a_named_game_and_a_new_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "dumb")
    typed = iter(["quit", "", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert play("evening") == 0
    assert play(ruleset="noughts", name="third", players={"nought": "A", "cross": "B"}) == 0
    assert open_game("third", readonly=True).log.header.players == {"nought": "A", "cross": "B"}
    with pytest.raises(LibraryError):
        play("nothing")
    capsys.readouterr()


@pytest.mark.usefixtures("saved")
def test_leaving_at_the_first_screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "dumb")

    def leave(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", leave)
    assert play() == 0
    assert "Good-bye" in capsys.readouterr().out


@pytest.mark.usefixtures("saved")
def test_a_mistake_of_the_program_tells_where_the_record_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(talk: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(session, "_converse", broken)
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(ZeroDivisionError):
        play("evening")
    shown = "".join(capsys.readouterr().out.split())  # a long path is wrapped
    assert "evening.jsonl" in shown
    open_game("evening").log.close()


def test_lines_are_wrapped_for_a_narrow_terminal() -> None:
    text = "  On the table: put 5-panzer into tobruk; put 2 tokens on 9-australian."
    assert list(wrapped([text, "short"], 40)) == [
        "  On the table: put 5-panzer into",
        "    tobruk; put 2 tokens on",
        "    9-australian.",
        "short",
    ]
    assert all(len(line) < 40 for line in wrapped(["x" * 500], 40))
    assert list(wrapped([""], 40)) == [""]


@pytest.mark.usefixtures("data_folder")
def test_many_options_are_one_question() -> None:
    desert = find.load_ruleset("kiss-rommel")
    assert len(desert.options) > 3
    players = Players(["nonsense", "al", desert.options[0].name, list(desert.options[0].choices)[-1], ""])
    game = close(players.screen().begin(desert, players={}))
    options = game.log.header.options
    assert options[desert.options[0].name] == list(desert.options[0].choices)[-1]
    assert all(options.get(o.name, o.default) == o.default for o in desert.options[1:])
    assert "'nonsense' is no option of this game." in players.seen
    assert "'al' is no option of this game." in players.seen, "only `all` means all"
    assert f"Chosen: {desert.options[0].name} {options[desert.options[0].name]}." in players.seen


@pytest.mark.usefixtures("data_folder")
def test_the_first_screen_has_titles_and_a_tutorial() -> None:
    players = Players(["t"])
    with pytest.raises(WantsLesson):
        players.choose()
    assert any("lightning-poland" in line and "Lightning: Poland" in line for line in players.seen)

"""Sealed notes: a hash in the record, the words in a private file; opening proves that nothing was changed."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from referee.check import judge_transcript
from referee.commands import look, run
from referee.game import Answer, Game
from referee.library import keep, new_game, open_game
from referee.prompt.history import GameHistory, is_secret
from referee.prompt.saving import save
from referee.ruleset import Action, Ruleset, action
from referee.sealed import sealed
from referee.transcript import read_transcript, write_transcript
from tests.conftest import Run
from tests.noughts import RULESET, Board

WORDS = 'minefield from 12,3 to "18,3"'
SEAL = f'seal cross "{WORDS.replace(chr(34), chr(34) * 2)}"'

pytestmark = pytest.mark.usefixtures("noughts", "data_folder")


@pytest.fixture
def evening() -> Game:
    """A saved game with an umpire and one sealed note."""
    game = new_game(RULESET, "evening", umpire="Clara")
    assert run(game, SEAL).status == "ok"
    return game


def private(data_folder: Path) -> Path:
    return data_folder / "evening.sealed"


def failure(answer: Answer) -> str:
    assert answer.status == "failed"
    return answer.findings[0].message


def reopened(game: Game) -> Game:
    game.log.close()
    return open_game("evening")


def test_the_record_holds_only_a_hash(evening: Game, data_folder: Path) -> None:
    entry = evening.log.entries[0]
    assert (entry.kind, entry.side) == ("seal", "cross")
    assert entry.line == f"hide cross hash {entry.data['hash']}"
    evening.log.close()
    for file in data_folder.rglob("*"):
        if file.is_file() and file != private(data_folder):
            assert b"minefield" not in file.read_bytes(), file
    assert stat.S_IMODE(private(data_folder).stat().st_mode) == 0o600
    assert json.loads(private(data_folder).read_text())["text"] == WORDS


def test_the_same_words_have_another_hash_each_time() -> None:
    first, second = sealed("cross", "here"), sealed("cross", "here")
    assert first.salt != second.salt
    assert len(bytes.fromhex(first.salt)) == 16
    assert first.hash != second.hash


def test_reveal_writes_words_and_salt_and_proves_them(evening: Game) -> None:
    game = reopened(evening)
    answer = run(game, "reveal 1")
    assert answer.status == "ok"
    assert answer.said == ("Sealed in entry 1 and not changed since: its words fit the hash.",)
    entry = game.log.entries[-1]
    assert (entry.kind, entry.side, entry.data["text"]) == ("reveal", "cross", WORDS)
    assert entry.line.startswith(f"unhide 1 salt {entry.data['salt']} ")
    assert f"sealed note 1 (Crosses, entry 1), opened: {WORDS}" in (look(game, "show") or [])
    assert "was opened in entry 2" in failure(run(game, "reveal 1"))
    run(game, "undo")
    assert run(game, "unhide").status == "ok"
    game.log.close()


def test_a_tampered_file_is_said_plainly(evening: Game, data_folder: Path) -> None:
    file = private(data_folder)
    for old, new in (("12,3", "13,3"), ('"salt": "', '"salt": "0')):
        text = file.read_text()
        file.write_text(text.replace(old, new))
        game = reopened(evening)
        said = failure(run(game, "reveal 1"))
        assert said.startswith("Note 1 (entry 1) cannot be opened.")
        assert "not those that were sealed" in said
        game.log.close()
        file.write_text(text)


def test_a_lost_file_is_said_plainly_and_the_game_goes_on(evening: Game, data_folder: Path) -> None:
    private(data_folder).unlink()
    game = reopened(evening)
    assert "is not there any more" in failure(run(game, "reveal"))
    assert any("is not there any more" in line for line in look(game, "show as umpire") or [])
    assert run(game, "a1").status == "ok", "the fold needs no words"
    private(data_folder).write_text("torn\n")
    assert "holds no words for this note" in failure(run(game, "reveal"))
    game.log.close()


def test_a_folder_that_cannot_be_written_seals_nothing(evening: Game, data_folder: Path) -> None:
    private(data_folder).unlink()
    private(data_folder).mkdir()
    assert "nothing is sealed" in failure(run(evening, 'hide cross "more"'))
    assert len(evening.log.entries) == 1
    evening.log.close()


def test_only_the_umpire_sees_the_words(evening: Game, call: Run) -> None:
    assert "sealed note 1 (Crosses, entry 1): closed" in (look(evening, "show") or [])
    assert not any("minefield" in line for line in look(evening, "show as cross") or [])
    assert f"sealed note 1 (Crosses, entry 1): {WORDS}" in (look(evening, "show as umpire") or [])
    evening.log.close()
    assert "minefield" not in call("show", "evening").output
    assert "minefield" in call("show", "evening", "--as", "umpire").output
    other = new_game(RULESET, "other")
    assert look(other, "show --as umpire") == [
        "This game has no umpire; name one at its start with --umpire NAME."
    ]  # fmt: skip
    other.log.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hide", "Whose note"),
        ("hide cross", "Whose note"),
        ("hide crosss x", "Did you mean cross"),
        ('hide cross ""', "needs words"),
        ("hide cross hash xyz", "64 digits"),
        ("hide cross " + "x" * 31_960, "characters"),
        ("unhide 2", "Which of the sealed notes: 1?"),
        ("unhide x", "Which of the sealed notes: 1?"),
        ("unhide 1 2", "one note"),
        (f'unhide 1 salt {"0" * 32} "something"', "not the words of note 1"),
        ('unhide 1 salt zz "something"', "not the words of note 1"),
    ],
)
def test_what_cannot_be_sealed_or_opened(evening: Game, line: str, said: str) -> None:
    assert said.lower() in failure(run(evening, line)).lower()
    evening.log.close()


def test_nothing_to_open() -> None:
    game = new_game(RULESET, "x")
    assert "No note is sealed" in failure(run(game, "reveal"))
    game.log.close()


def test_a_transcript_brings_its_own_proof(evening: Game) -> None:
    run(evening, "a1")
    run(evening, 'hide nought "second"')
    run(evening, "undo")
    run(evening, 'hide nought "third"')
    run(evening, "reveal 1")
    text = write_transcript(evening)
    assert "third" not in text
    again = judge_transcript(read_transcript(text.encode()))
    assert again.found == ()
    assert [e.kind for e in again.game.log.entries] == ["seal", "act", "seal", "reveal"]
    assert again.game.timeline.digest == evening.timeline.digest
    forged = judge_transcript(read_transcript(text.replace("minefield", "minefeild").encode()))
    assert ["not the words of note 1" in f.message for f in forged.found] == [True]
    kept = keep(again.game, "copy")
    assert "sealed in another record" not in failure(run(kept, "reveal 2"))
    kept.log.close()
    evening.log.close()


def test_saving_elsewhere_takes_the_words_along(evening: Game, tmp_path: Path) -> None:
    game = reopened(evening)
    game.log.failure = "the disk is full"
    good, _ = save(game, str(tmp_path / "rescued.jsonl"))
    assert good
    assert "minefield" in (tmp_path / "rescued.sealed").read_text()
    assert run(game, "reveal 1").status == "ok"
    game.log.close()


def test_the_line_never_enters_the_history(tmp_path: Path) -> None:
    for line in (SEAL, "hide cross x", "cross> hide cross x", "a1; hid cross x", "unhide 1", "reveal 1", "h"):
        assert is_secret(line), line
    for line in ("place a1", "help", "hand"):
        assert not is_secret(line), line
    history = GameHistory(tmp_path / "history")
    history.append_string('hide cross "secret"')
    history.append_string("place a1")
    assert (tmp_path / "history").read_text() == "place a1\n"


@action("seal", rule="turn.place")
class Seal(Action[Board]):
    """A verb of a ruleset that is called like a command."""

    def apply(self, table: Board) -> Board:
        return table


@action("unhide", rule="turn.place")
class Unhide(Action[Board]):
    """A verb that no ruleset may have."""

    def apply(self, table: Board) -> Board:
        return table


def with_verb(verb: type[Action[Board]]) -> Ruleset[Board]:
    from dataclasses import replace

    return replace(RULESET, actions=(*RULESET.actions, verb))


def test_a_rulesets_own_seal_wins_and_hide_is_always_there() -> None:
    game = new_game(RULESET, "x")
    game.ruleset = with_verb(Seal)
    assert run(game, "seal").status == "held"
    run(game, "back")
    assert run(game, "hide cross x").status == "ok"
    with pytest.raises(ValueError, match="belongs to the referee itself"):
        with_verb(Unhide)
    game.log.close()

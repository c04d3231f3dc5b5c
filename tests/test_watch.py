"""`referee watch`: it follows a record that another process writes, and shows nobody what only one side may know."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from referee.check import judge_transcript
from referee.commands import run
from referee.fold import Step, first_table
from referee.game import Game
from referee.library import LibraryError, new_game, open_game
from referee.log import Log
from referee.ruleset.find import load_ruleset, ruleset_names
from referee.transcript import read_file
from referee.veil import NOBODY, sight, veil
from referee.watch import follow
from referee.watch.follow import Follower
from referee.watch.keeping import keep_page
from referee.watch.letters import big, low
from referee.watch.news import news_of
from referee.watch.page import SIGN, waiting_page, write_page
from referee.watch.screen import Screen, head_of
from referee.watch.telling import told
from rulesets.lettow_vorbeck.table import Table as Africa
from tests.conftest import ROOT, Run, toy_header
from tests.noughts import RULESET
from tests.pages import hostile_game, parsed
from tests.patrol import RULESET as PATROL
from tests.terminal import LONG, Terminal

AFRICA = ROOT / "examples" / "lettow_vorbeck" / "every-option.ref"


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of a folder, with its length and the time of its last change."""
    return {str(p): (p.stat().st_size, p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()}


def toy(name: str) -> Game:
    """A new game on the disk, open for writing."""
    return new_game(RULESET, name, {"nought": "Anna", "cross": "Ben"})


# Following


def test_it_follows_all_that_is_done_and_writes_nothing(noughts: None, data_folder: Path) -> None:
    follower = Follower("evening")
    assert follower.look()
    assert follower.waits == "No game is called 'evening'. `referee games` lists them. Waiting until it is begun."
    assert not follower.look()
    with (game := toy("evening")).log:
        assert follower.look()
        opened = follower.game
        assert opened is not None
        assert (follower.waits, follower.fresh) == ("", ())
        lines = ("place a1", "-", "hand", "place a1", "stand", "hand", "undo", "redo", "fix 4 drop", "keep", "undo")
        for line in lines:
            run(game, line)
            before = files(data_folder)
            assert follower.look() == (line != "fix 4 drop"), line  # a draft is written nowhere
            assert follower.game is opened, line
            assert opened.timeline.steps == game.timeline.steps, line
            assert opened.held == game.held
            assert files(data_folder) == before
    assert not follower.look()


def test_a_line_that_is_not_whole_is_left_for_later(noughts: None, data_folder: Path) -> None:
    with (game := toy("evening")).log:
        run(game, "place a1")
        run(game, "-")
    path = data_folder / "evening.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    follower = Follower("evening")
    follower.look()
    assert follower.game is not None
    assert len(follower.game.log.entries) == 1
    path.write_bytes(whole)
    assert follower.look()
    assert [entry.number for entry in follower.fresh] == [2]
    path.write_bytes(whole.replace(b"place a1", b"place b2")[:-1])
    assert follower.look()
    assert follower.game is None
    assert "evening.jsonl is damaged at line 2 (entry 1)" in follower.waits
    path.write_bytes(whole)
    assert follower.look()
    assert (follower.game is None, follower.waits) == (False, "")
    path.unlink()
    assert follower.look()
    assert "Waiting until it is begun." in follower.waits


def test_another_game_of_that_name(noughts: None, data_folder: Path) -> None:
    for line in ("place a1", "place b2"):
        (data_folder / "evening.jsonl").unlink(missing_ok=True)
        with (game := toy("evening")).log:
            run(game, line)
        if line == "place a1":
            follower = Follower("evening")
        assert follower.look()
        assert follower.game is not None
        assert follower.game.log.entries[0].line == line


def test_without_a_name_the_game_that_was_played_last(noughts: None, data_folder: Path) -> None:
    follower = Follower()
    assert follower.look()
    assert follower.waits == f"There is no game in {data_folder} yet. Waiting until it is begun."
    with (first := toy("first")).log, (second := toy("second")).log:
        for name, game in (("first", first), ("second", second), ("first", first)):
            time.sleep(0.01)
            run(game, 'note "x"')
            assert follower.look()
            assert follower.game is not None
            assert follower.game.log.header.name == name


def test_a_name_that_fits_several_games_and_a_side_that_is_none(noughts: None, data_folder: Path) -> None:
    toy("evening-1").log.close()
    follower = Follower("eve")
    assert follower.look()
    toy("evening-2").log.close()
    assert not follower.look()  # it stays with the game that it follows
    assert follower.game is not None
    with pytest.raises(LibraryError, match=r"'evening' may be evening-. or evening-"):
        Follower("evening").look()
    with pytest.raises(LibraryError, match="There is no side 'red'"):
        Follower("evening-1", "red").look()


def test_a_data_folder_that_cannot_be_read(data_folder: Path) -> None:
    follower = Follower("evening")
    data_folder.write_text("")
    assert follower.look()
    assert follower.waits == f"{data_folder} cannot be read: Not a directory. Waiting until it can."
    assert not follower.look()


def test_a_record_that_cannot_be_read_for_a_while(
    noughts: None, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, flags: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    toy("evening").log.close()
    follower = Follower("evening")
    for _ in range(2):  # before it is open, and with it open
        with monkeypatch.context() as patched:
            patched.setattr(follow, "open_plain", refused)
            assert follower.look()
            assert follower.waits.endswith("evening.jsonl cannot be read: Permission denied. Waiting until it can.")
            assert not follower.look()
        assert follower.look()
        assert (follower.game is None, follower.waits) == (False, "")
        with (game := open_game("evening")).log:
            run(game, 'note "x"')


def test_a_record_that_goes_while_they_are_counted_hides_no_other(
    noughts: None, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy("first").log.close()
    toy("second").log.close()

    @contextmanager
    def scandir(folder: Path) -> Iterator[list[os.DirEntry[str]]]:
        entries = sorted(real(folder), key=lambda entry: entry.name)
        (folder / "first.jsonl").unlink()
        yield entries

    real = os.scandir
    monkeypatch.setattr(os, "scandir", scandir)
    follower = Follower()
    assert follower.look()
    assert follower.game is not None
    assert follower.game.log.header.name == "second"


def test_a_campaign_is_followed_from_battle_to_battle(data_folder: Path) -> None:
    ruleset = load_ruleset("kiss-rommel")
    follower = Follower("desert")
    for number in ("1", "2"):
        new_game(ruleset, f"desert-{number}", tags={"Campaign": "desert", "Battle": number}).log.close()
        assert follower.look()
        assert follower.game is not None
        assert follower.game.log.header.name == f"desert-{number}"


# What there is to see


def test_the_last_report_and_its_verdict(game: Game) -> None:
    def last(line: str) -> str:
        run(game, line)
        news = news_of(game, NOBODY)
        assert news.last is not None
        return f"{news.last.verdict}: {news.last.told} {'!' if news.last.flagged else ''}"

    assert news_of(game, NOBODY).last is None
    assert last("place a1") == "ok: Noughts: place a1. "
    run(game, "-")
    run(game, "hand")
    assert last("place a1") == "held: Held: Crosses: place a1. !"
    assert news_of(game, NOBODY).due == "The line that breaks a rule is taken back, or stands."
    assert last('stand "why not"').startswith("illegal, stands: ")
    found = news_of(game, NOBODY).last
    assert found is not None
    assert found.found[0].startswith("illegal [turn.place] ")
    assert found.found[-1] == "because: why not"
    assert last("undo") == "ok: Undone: Crosses: place a1. "
    assert last("redo") == "ok: Done again: Crosses: place a1. "
    assert last("undo 2 keep") == "ok: Undone (2 acts): Noughts: hand. "
    assert last("fix 1 place b2 keep") == "ok: Corrected: fix 1 place b2. "
    assert last("undo") == "ok: Undone: the last correction. "
    assert last('hide nought "all of it"') == "ok: A note about Noughts was sealed. "
    run(game, "nought> resign")
    news = news_of(game, NOBODY)
    assert (news.who, news.due) == ("Crosses won", "The game is over: Crosses won.")


# What only one side may know


def text_of(game: Game, sees: str = NOBODY) -> str:
    """The page of a game."""
    return write_page(news_of(game, sees), game.ruleset)


def with_other_secrets(table: Africa) -> Africa:
    """The same table with the hidden units of each side in each other's places."""
    seen = sight(load_ruleset("lettow-vorbeck"), table, NOBODY)
    for side, own in table.pieces.items():
        hidden = [unit for unit in own.named if unit not in seen.pieces[side].named]
        moved = {unit: own.named[other] for unit, other in zip(hidden, hidden[1:] + hidden[:1], strict=True)}
        table = table.with_pieces(side, replace(own, named={**own.named, **moved}))
    return table


def test_other_secrets_make_the_same_page() -> None:
    played = judge_transcript(read_file(AFRICA)).game
    game, other = (Game(played.ruleset, Log.memory(played.log.header)) for _ in range(2))
    compared = 0
    for i, entry in enumerate(played.log.entries):
        for each in (game, other):
            each.timeline.take(entry)
            each.log.append(entry)
        table = game.table
        assert isinstance(table, Africa)
        swapped = with_other_secrets(table)
        if i % 29 or swapped == table:
            continue
        compared += 1
        step = other.timeline.steps[-1]
        other.timeline.steps[-1] = Step(step.entry, swapped, step.digest)
        page = text_of(game)
        assert page == text_of(other), entry
        assert compared > 1 or text_of(game, "") != text_of(other, "")
        other.timeline.steps[-1] = step
        shown = re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]*>", "\n", page, flags=re.DOTALL)
        assert veil(game, NOBODY)(shown) == shown, entry  # no name that is hidden
    assert compared > 7


@pytest.mark.parametrize("name", [name for name in ruleset_names() if name != "lettow-vorbeck"])
def test_in_the_other_games_the_referee_knows_no_secret_of_a_side(name: str) -> None:
    ruleset = load_ruleset(name)
    table = first_table(ruleset, {}, {})
    assert sight(ruleset, table, NOBODY) is table


def test_what_is_hidden_from_a_side_is_shown_to_nobody() -> None:
    game = Game(PATROL, Log.memory(replace(toy_header(), ruleset="patrol", players={}, umpire="Clara")))
    for line in ("shoot alpha", "1,1", "creep bravo", 'hide blue "at dawn, by the ford"'):
        assert run(game, line).status == "ok", line
    assert "bravo" not in text_of(game).lower()
    assert "bravo" not in text_of(game, "red").lower()
    assert "bravo" in text_of(game, "blue").lower()
    for sees in (NOBODY, "red", "blue"):
        page = text_of(game, sees)
        assert "ford" not in page
        assert str(game.log.entries[-1].data["hash"]) not in page
    assert "at dawn, by the ford" in text_of(game, "")
    run(game, "creep alpha")
    assert "Red: (not for everybody to see)" in text_of(game)
    run(game, "undo")  # now nothing of Red is hidden, but what was undone was
    assert "alpha." not in text_of(game)
    assert "creep" not in text_of(game)


# The page


def test_a_page_is_one_file_and_says_so() -> None:
    game = hostile_game()
    page = text_of(game)
    tree = parsed(page.replace("<!doctype html>", "", 1))
    policy = next(m.attributes["content"] for m in tree.all("meta") if "http-equiv" in m.attributes)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not tree.all("img", "link", "iframe")
    assert len(tree.all("script")) == 1
    assert not [name for element in tree.all("p", "div", "a", "bdi") for name in element.attributes if name[:2] == "on"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt; (Noughts)" in page
    assert "<script>alert" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "<bdi>&lt;b&gt;" in waiting_page("<b>")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_page_is_kept_until_it_ends(how: signal.Signals, noughts: None, data_folder: Path, tmp_path: Path) -> None:
    told: list[str] = []
    file = tmp_path / "index.html"

    def say(line: str) -> None:
        told.append(line)
        if len(told) == 2:
            assert SIGN in file.read_text()
            assert "Waiting until it is begun." in file.read_text()
            toy("evening").log.close()
        if len(told) == 3:
            signal.raise_signal(how)

    usual = signal.default_int_handler if how == signal.SIGINT else signal.SIG_DFL
    before = signal.signal(how, usual)  # under `nohup` it would be ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            keep_page(Follower("evening"), tmp_path, say)
        assert signal.getsignal(how) is usual
    finally:
        signal.signal(how, before)
    assert told[0] == f"{file} is kept up to date; Ctrl-C ends it."
    assert told[2] == "It shows evening."
    assert "The watch has ended" in file.read_text()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["index.html"]


def test_the_page_of_a_game_that_is_not_begun_ends_too(data_folder: Path, tmp_path: Path) -> None:
    def say(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        keep_page(Follower("evening"), tmp_path, say)
    page = (tmp_path / "index.html").read_text()
    assert "Waiting until it is begun." in page
    assert "The watch has ended" in page


def test_no_other_file_is_written_over(call: Run, evening: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>mine</p>")
    output = call("watch", evening, "--html", str(tmp_path), status=1).output
    assert "index.html is no page of ours, so it is not written over; choose another folder." in output
    assert (tmp_path / "index.html").read_text() == "<p>mine</p>"
    (tmp_path / "file").write_text("")
    assert "cannot be made" in call("watch", evening, "--html", str(tmp_path / "file" / "x"), status=1).output
    assert "There is no side 'red'" in call("watch", evening, "--as", "red", status=1).output


# The screen


def test_big_letters() -> None:
    assert big("Ä1", 9) == [" ██   █", "█  █ ██", "████  █", "█  █  █", "█  █ ███"]
    assert big("a1", 7) == []
    assert big("a1", 16, "#")[1] == "##    ##  ####"
    assert big("Ω", 80) == []
    assert low("Ä1", 9) == ["▄▀▀▄ ▄█", "█▀▀█  █", "▀  ▀ ▀▀▀"]
    assert low("a1", 7) == low("Ω", 80) == []


def test_a_small_screen_has_room_for_all_beaches() -> None:
    with Log.open(ROOT / "tests" / "records" / "d-day-corrected.jsonl", None, readonly=True) as log:
        news = news_of(Game(load_ruleset("lightning-d-day"), log), NOBODY)
    room = 24 - 1 - len(list(head_of(news, 80, 24)))
    seen = " ".join(news.words[: room - 1])
    assert all(beach in seen for beach in ("Sword", "Juno", "Gold", "Omaha", "Utah"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 24), (30, 12)], ids=str)
def test_all_sizes_show_whose_turn_it_is_and_leave_room_for_the_table(size: tuple[int, int]) -> None:
    columns, rows = size
    game = judge_transcript(read_file(ROOT / "examples" / "lightning_north_africa" / "rulebook-turn.ref")).game
    lines = [line for _, line in head_of(news_of(game, NOBODY), columns, rows)]
    assert all(len(line) <= columns for line in lines)
    assert len(lines) < rows - 2
    assert bool(big("Turn 1", columns)) == any("█" in line for line in lines) or rows < 20
    step = low("Draw One Card", columns - 1)
    assert (bool(step) and step[0] in lines) == (rows == 40), "a high screen has room for the step"
    assert any(line.startswith("Turn 1") for line in lines)
    assert any(line.startswith("Due: Draw 2 cards") for line in lines)


class Small(DummyOutput):
    """A terminal of three lines."""

    def get_size(self) -> Size:
        return Size(3, 12)


def test_a_tiny_screen_and_the_keys(noughts: None, data_folder: Path) -> None:
    toy("evening").log.close()
    with create_pipe_input() as keyboard:
        screen = Screen(Follower("evening"), keyboard, Small())
        keyboard.send_text("\x1b[B\x1b[B\x1b[Aq")
        screen.run()
        assert screen.news is not None


START = """
from referee.ruleset import find
find._entries = lambda: iter([("noughts", "tests.noughts")])
from referee.cli import main
main({words})
"""
Watch = Callable[..., Terminal]


@pytest.fixture
def watch(data_folder: Path, noughts: None) -> Iterator[Watch]:
    """`referee watch` in a terminal; gone at the end."""
    started: list[Terminal] = []

    def start(*words: str, columns: int = 80, **environment: str) -> Terminal:
        started.append(Terminal(data_folder, START.format(words=["watch", *words]), columns, **environment))
        return started[-1]

    yield start
    for terminal in started:
        terminal.child.close(force=True)


def test_at_a_terminal(watch: Watch) -> None:
    terminal = watch("evening", NO_COLOR="1")
    terminal.see("No game is called 'evening'.", "Waiting until it is begun.", "q leaves")
    with (game := toy("evening")).log:
        terminal.see("evening · Noughts and Crosses with Tokens · Anna (Noughts)", "█", "Due: ", "entry 0")
        run(game, "place a1")
        terminal.see("Last, ok: Noughts: place a1.", "entry 1")
        terminal.child.setwinsize(24, 38)
        terminal.screen.resize(24, 38)
        terminal.see("Last, ok:", "q leaves")
        run(game, "nought> resign")
        terminal.see("The game is over: Crosses won.")
    assert terminal.leave("q") == 0
    assert "38;" not in terminal.raw


def test_on_a_dumb_terminal_and_ctrl_c(watch: Watch, evening: str) -> None:
    terminal = watch(evening, TERM="dumb")
    terminal.see("evening · Noughts and Crosses with Tokens", "Turn 2, Noughts")
    with (game := open_game(evening)).log:
        run(game, "place c3")
        terminal.see("#7 ok nought> place c3")
    assert terminal.leave("\x03") == 0
    assert "\x1b" not in terminal.raw


def test_into_a_pipe(evening: str, data_folder: Path) -> None:
    words = [sys.executable, "-c", START.format(words=["watch", "evening"])]
    env = {**os.environ, "REFEREE_DATA": str(data_folder)}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=env, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline().startswith("evening · Noughts and Crosses")
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=LONG)
    assert child.returncode == 0


def test_lines_name_nothing_that_is_hidden(patrol: None, data_folder: Path) -> None:
    with (game := new_game(PATROL, "night")).log:
        follower = Follower("night")
        follower.look()
        for line in ("shoot alpha", "1,1", "creep bravo"):
            run(game, line)
        assert follower.look()
        lines = list(told(follower))
    assert "#1 ok red> shoot alpha" in lines
    assert "(not for everybody to see)" in lines
    assert not any("bravo" in line for line in lines)

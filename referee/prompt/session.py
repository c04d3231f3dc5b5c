"""From the start to the end of a session: which terminal, which game, the talk, and leaving in good order."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache

from referee.game import Game
from referee.library import NO_TERMS, Terms, look_as, open_game, state_folder
from referee.notation import plain
from referee.prompt.first import FirstScreen, Table, WantsLesson
from referee.prompt.last import UNUSABLE, whereabouts
from referee.prompt.lines import print_lines
from referee.prompt.plainly import talk_plainly
from referee.prompt.talk import Talk
from referee.review.versions import changes
from referee.ruleset.find import load_ruleset


def start(
    game_name: str | None,
    ruleset: str | None,
    name: str | None,
    players: Mapping[str, str] | None,
    terms: Terms = NO_TERMS,
) -> int:
    """Choose a game and play it, or the tutorial; the exit status.

    Raises LibraryError and the like for names that are no good.
    """
    for stream in (sys.stdin, sys.stdout):
        # A stray byte or a terminal that knows only ASCII is no reason to stop.
        with suppress(AttributeError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    screen = FirstScreen(_ask(), _tell)
    try:
        table = _choose(screen, game_name, ruleset, name, players, terms)
    except WantsLesson:
        return _lesson()
    except (EOFError, KeyboardInterrupt):
        table = None
    if table is None:
        _tell(["Nothing is open. Good-bye."])
        return 0
    look_as(table.game, terms.viewer)
    return play_at(table)


def _choose(
    screen: FirstScreen,
    game_name: str | None,
    ruleset: str | None,
    name: str | None,
    players: Mapping[str, str] | None,
    terms: Terms,
) -> Table | None:
    if terms.campaign:
        return screen.battle(terms.campaign, ruleset, players or None, terms)
    if ruleset is not None:
        return screen.begin(load_ruleset(ruleset), name or "", players or None, terms)
    return screen.open(game_name) if game_name is not None else screen.choose()


def play_at(table: Table) -> int:
    """Play a game that is open, until the players leave."""
    game = table.game
    _tell([f"{game.log.name}: {whereabouts(game)}.", *map(plain, game.log.storage.notices)])
    _tell([plain(notice) for notice in changes(game)])
    _tell(["`?`: what may be done now. `help`: commands and keys. `quit`: leave; all is saved."])
    talk = Talk(game, readonly=table.busy, reopen=_read_again)
    talk.typed = table.typed
    try:
        _converse(talk)
    except Exception:
        where = talk.game.log.storage.path
        _tell(["", f"The referee itself made a mistake. What it answered until now is saved in {where}."])
        raise
    finally:
        talk.game.log.close()
    return 0


def _lesson() -> int:
    """The tutorial, asked for at the first screen."""
    from referee.prompt.lesson import NoLesson, lesson_of

    try:
        return teach(lesson_of(None))
    except NoLesson as error:
        _tell([str(error)])
        return 1


def teach(lesson: Talk) -> int:
    """Play a lesson at this terminal; the exit status."""
    _converse(lesson)
    return 0


def _converse(talk: Talk) -> None:
    """The talk at the best terminal there is."""
    if is_dumb():
        talk_plainly(talk, input)
        return
    from referee.prompt.shell import Shell, no_console

    looker = f"-{talk.game.viewer}" if talk.game.viewer else ""  # what a side typed is suggested to that side only
    history = state_folder() / "history" / f"{talk.game.log.name}{looker}.txt"
    try:
        shell = Shell(talk, history if talk.game.log.storage.path else None)
    except Exception as error:
        if not no_console(error):
            raise
        talk_plainly(talk, input)
        return
    shell.run()


def is_dumb() -> bool:
    """Whether this terminal can only print lines."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown") or not (sys.stdin.isatty() and sys.stdout.isatty())


def _read_again(game: Game) -> Game:
    """A game that somebody else is writing, as it is now; as it was if it cannot be read just now."""
    try:
        fresh = open_game(game.log.name, readonly=True)
    except UNUSABLE:
        return game
    fresh.viewer = game.viewer
    game.log.close()
    return fresh


def _ask() -> Callable[[str], str]:
    """What asks the questions before the game is chosen; made for the first of them, since that takes a while."""
    asker = cache(_asker)
    return lambda message: asker()(message)


def _asker() -> Callable[[str], str]:
    """What asks a question at the best terminal there is."""
    if is_dumb():
        return input
    from prompt_toolkit import PromptSession

    from referee.prompt.shell import no_console

    try:
        session: PromptSession[str] = PromptSession()
    except Exception as error:
        if not no_console(error):
            raise
        return input
    return lambda message: session.prompt(message)


def _tell(lines: Iterable[str]) -> None:
    print_lines(lines, shutil.get_terminal_size().columns)

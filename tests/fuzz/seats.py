"""Games in their middle, one of each ruleset, at which the targets of the fuzzer sit down."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from referee.check import judge_transcript
from referee.commands import COMMANDS
from referee.game import Game
from referee.log import Log
from referee.notation import write
from referee.ruleset.find import ruleset_names
from referee.transcript import Transcript, read_transcript

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAYED = 14
"""Lines of an example that are played: behind the set-up, and few enough to be played anew again and again."""


class Seat:
    """A game in memory, as it was after some lines of an example. What is done in it is forgotten by `clear`."""

    def __init__(self, ruleset: str) -> None:
        self.texts = [path.read_text("utf-8") for path in sorted((EXAMPLES / ruleset.replace("-", "_")).glob("*.ref"))]
        whole = read_transcript(self.texts[0].encode())
        self._begun = judge_transcript(replace(whole, lines=whole.lines[:PLAYED])).game
        self.lines = [line.text for line in whole.lines]
        self.game = self._begun
        self.clear()

    def clear(self) -> None:
        """The game as it was in the beginning."""
        self.game = Game(self._begun.ruleset, Log.memory(self._begun.log.header, self._begun.log.entries))

    def words(self) -> set[str]:
        """Words that mean something here."""
        game, found = self.game, {act.verb for act in self.game.ruleset.actions}
        for legal in game.legal():
            found |= {*write(legal.action).split()}
        for text in self.texts[:1]:
            found |= {*text.split()}
        return found | {command.name for command in COMMANDS} | {*game.ruleset.sides}


@cache
def seats() -> list[Seat]:
    """A game of each installed ruleset."""
    return [Seat(name) for name in ruleset_names()]


def short(transcript: Transcript, most: int) -> Transcript:
    """A transcript without what stands behind its first lines."""
    return replace(transcript, lines=transcript.lines[:most])

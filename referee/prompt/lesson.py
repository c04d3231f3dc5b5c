"""A tutorial at the prompt: the real talk about a game in memory, with somebody who says what to type next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.commands import run
from referee.game import Game
from referee.log import Header, Log
from referee.notation import plain
from referee.prompt.talk import Talk
from referee.review.log import as_it_was
from referee.ruleset import Ruleset
from referee.ruleset.find import brought_by, load_ruleset, ruleset_names
from referee.ruleset.tutorial import Step, Tutorial, read_tutorial
from referee.telling import many

NEXT = "next"
"""What has the lesson type its line itself."""

DATE = "2006-01-01"
"""A lesson is nobody's evening: it is never saved."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a step leads to: how the game stands then, and what is said to it."""

    standing: tuple[Any, ...]
    said: list[str]


class NoLesson(Exception):
    """The ruleset has no tutorial; the message says so."""


def lesson_of(name: str | None) -> Lesson:
    """The lesson of a ruleset, its table laid out; without a name the first of our own that has one.

    Raises NoLesson, NoSuchRuleset.
    """
    if name is not None:
        return begin(load_ruleset(name))
    for own in ruleset_names():
        if not brought_by(own) and (ruleset := load_ruleset(own)).tutorial is not None:
            return begin(ruleset)
    raise NoLesson("No game that is installed has a tutorial.")


def begin(ruleset: Ruleset[Any]) -> Lesson:
    """The lesson of a ruleset, its table laid out. Raises NoLesson."""
    if ruleset.tutorial is None:
        raise NoLesson(f"There is no tutorial of {ruleset.title} yet.")
    tutorial = read_tutorial(ruleset.tutorial)
    rulings = {**ruleset.rulebook.defaults(), **tutorial.rulings}
    header = Header(ruleset.name, ruleset.version, "tutorial", dict(tutorial.players), {}, rulings, DATE)
    game = Game(ruleset, Log.memory(header))
    for line in tutorial.before:
        run(game, line, "the lesson")
    return Lesson(game, tutorial)


class Lesson(Talk):
    """The talk of a tutorial. A line that does what the step wants leads on; another one is heard, and taken back."""

    def __init__(self, game: Game, tutorial: Tutorial) -> None:
        """The first step is told by `opening`."""
        super().__init__(game)
        self.tutorial = tutorial
        self.at = 0
        self._goal: Goal | None = None
        self._reached = False

    @property
    def step(self) -> Step | None:
        """The step that is open; None when the lesson is over."""
        return self.tutorial.steps[self.at] if self.at < len(self.tutorial.steps) else None

    def opening(self) -> list[str]:
        """How it goes, the question of the game, and the first step."""
        welcome = (
            f"{self.game.ruleset.title}: a lesson of {many(len(self.tutorial.steps), 'step')}, about "
            f"{self.tutorial.minutes} minutes. Nothing of it is saved.",
            "Type what each step says, or anything else: only that leads on. `next` types it for you, `quit` leaves.",
        )
        return [*welcome, *super().opening(), *self._guide()]

    def hear(self, text: str) -> list[str]:
        """What the referee says; and the next step, if this line was it."""
        step, question = self.step, self.question is not None
        if step is None:
            return super().hear(text)
        if text.strip().lower() == NEXT:
            text, self._failed = "" if question else step.type, False
        count, draft = len(self.game.log.entries), self.game.draft
        self._goal = self._goal or self._look_ahead(step)
        said = super().hear(text)
        reported = len(self.game.log.entries) > count
        if _standing(self.game) == self._goal.standing and (reported or said == self._goal.said):
            self._reached = True
        if self.done or self.question:
            return said  # what is not on file is asked for first
        if self._reached:
            self.at, self._goal, self._reached = self.at + 1, None, False
            note = [f"Note: {plain(step.note)}"] if step.note else []
            return [*said, *note, *self._guide()]
        if reported:
            self.game = as_it_was(self.game, count)
            self.game.draft = draft
            said = [*said, "So it would be; but this lesson goes on otherwise, and it is taken back.", *super().drop()]
        return [*said, *self._guide()]

    def _look_ahead(self, step: Step) -> Goal:
        """What typing the step leads to, tried on a copy."""
        copy = as_it_was(self.game, len(self.game.log.entries))
        copy.draft = self.game.draft
        other = Talk(copy)
        other.width = self.width
        other.opening()
        said = other.hear(step.type)
        return Goal(_standing(other.game), said)

    def _guide(self) -> list[str]:
        """The open step, or the end."""
        step = self.step
        if step is None:
            return ["", "That was the lesson. `referee play` begins a game of your own; `quit` leaves this one."]
        what = f"Type: {step.type}" if step.type else "Press Enter."
        return ["", f"[{self.at + 1}/{len(self.tutorial.steps)}] {step.say}", f"  {what}"]


def _standing(game: Game) -> tuple[Any, ...]:
    """What a step must lead to: the table and the line that is held."""
    return game.table, game.held.line if game.held else "", game.draft is not None

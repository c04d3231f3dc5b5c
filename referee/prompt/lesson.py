"""A tutorial at the prompt: the real talk about a game in memory, with somebody who says what to type next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.commands import run
from referee.components.wording import listed
from referee.game import Game
from referee.log import Header, Log
from referee.notation import plain
from referee.prompt.choices import picked
from referee.prompt.question import NEW_NAME
from referee.prompt.say import HOLD
from referee.prompt.talk import Talk
from referee.review.log import as_it_was
from referee.ruleset import Ruleset
from referee.ruleset.find import brought_by, load_ruleset, ruleset_names
from referee.ruleset.tutorial import Step, Tutorial, read_tutorial
from referee.telling import many

NEXT = "next"
"""What has the lesson type its line itself."""

TAKEN_BACK = "In a game it would be so; this lesson goes on otherwise, and puts the table back as it was."

ANSWERED = "The lesson answers that with {}."

DATE = "2006-01-01"
"""A lesson is nobody's evening: it is never saved."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a step leads to: how the game stands then, and what is said to it."""

    standing: tuple[Any, ...]
    said: list[str]


class NoLesson(Exception):
    """The ruleset has no tutorial, or none with such a step; the message says so."""


def lesson_of(name: str | None, first: int = 1) -> Lesson:
    """The lesson of a ruleset, its table laid out; without a name the first of our own that has one.

    `first` is the step to begin with; what comes before it was done. Raises NoLesson, NoSuchRuleset.
    """
    if name is not None:
        return begin(load_ruleset(name), first)
    for own in ruleset_names():
        if not brought_by(own) and (ruleset := load_ruleset(own)).tutorial is not None:
            return begin(ruleset, first)
    raise NoLesson("No game that is installed has a tutorial.")


def begin(ruleset: Ruleset[Any], first: int = 1) -> Lesson:
    """The lesson of a ruleset, its table laid out and the steps before `first` done. Raises NoLesson."""
    if ruleset.tutorial is None:
        raise NoLesson(f"There is no tutorial of {ruleset.title} yet.")
    tutorial = read_tutorial(ruleset.tutorial)
    if first > len(tutorial.steps):
        raise NoLesson(f"This lesson has {many(len(tutorial.steps), 'step')}.")
    rulings = {**ruleset.rulebook.defaults(), **tutorial.rulings}
    header = Header(ruleset.name, ruleset.version, "tutorial", dict(tutorial.players), {}, rulings, DATE)
    game = Game(ruleset, Log.memory(header))
    for line in tutorial.before:
        run(game, line, "the lesson")
    lesson = Lesson(game, tutorial)
    lesson.lead(first - 1)
    return lesson


class Lesson(Talk):
    """The talk of a tutorial. A line that does what the step wants leads on; another one is heard, and taken back.

    What it goes back to is the record and the correction that waited when the step began, or when it was done.
    """

    def __init__(self, game: Game, tutorial: Tutorial) -> None:
        """The first step is told by `opening`."""
        super().__init__(game)
        self.tutorial = tutorial
        self.at = 0
        self._goal: Goal | None = None
        self._reached = False
        self._begun_at = len(game.log.entries)
        self._draft = game.draft

    @property
    def step(self) -> Step | None:
        """The step that is open; None when the lesson is over."""
        return self.tutorial.steps[self.at] if self.at < len(self.tutorial.steps) else None

    def opening(self) -> list[str]:
        """How it goes, who plays what, the question of the game, and the open step."""
        sides = self.game.ruleset.sides
        welcome = (
            f"{self.game.ruleset.title}: a lesson of {many(len(self.tutorial.steps), 'step')}, about "
            f"{self.tutorial.minutes} minutes. Nothing of it is saved.",
            f"{listed(f'{name} plays {sides[side]}' for side, name in self.tutorial.players.items())}.",
            "Type what each step says, or anything else: only that leads on. `next` types it for you, `next 5` five "
            "steps; `quit` leaves.",
        )
        return [*welcome, *super().opening(), *self._guide()]

    def hear(self, text: str) -> list[str]:
        """What the referee says; and the next step, if this line was it."""
        step, words = self.step, text.lower().split()
        if step is None:
            return super().hear(text)
        if words == [NEXT] or (len(words) == 2 and words[0] == NEXT and words[1].isdecimal()):
            return self.lead(int(words[1]) if words[1:] else 1)
        return self._heard(step, text)

    def lead(self, steps: int) -> list[str]:
        """The lesson types some steps itself, with Enter for what is asked on the way; what was said to them."""
        said: list[str] = []
        end, at = self.at + steps, -1
        while self.at < end and (step := self.step) and (self.question or at != self.at):
            at = self.at
            if not self._reached:
                self._go_back()
            self.failed, self.haste.entered = False, ""
            typed = step.type
            if self.question:
                typed = "1" if self.question.prompt == NEW_NAME and picked("1", self.question.offered) else ""
                said.append(ANSWERED.format(typed or "Enter, which tells nothing"))
            said += self._heard(step, typed)
        return said

    def drop(self) -> list[str]:
        """The line is given up, and what was asked with it: a step that was done is then over."""
        said = super().drop()
        return [*said, *self._lead_on()] if self._reached else said

    def _leave(self) -> list[str]:
        self.done = True
        if self.step is None:
            return ["Good-bye. `referee play` begins a game of your own."]
        here = self.at + 1
        return [f"Left at step {here}. To go on there:", f"  referee tutorial {self.game.ruleset.name} --from {here}"]

    def _heard(self, step: Step, text: str) -> list[str]:
        """What is said to a line, and where the lesson goes on behind it."""
        self._goal = self._goal or self._look_ahead(step)
        count = len(self.game.log.entries)
        said = super().hear(text)
        if self.done:
            return said
        reported = len(self.game.log.entries) > count
        as_told = reported or said == self._goal.said or (bool(step.type) and text.strip() == step.type)
        if not self._reached and as_told and _standing(self.game) == self._goal.standing:
            self._reached, self._begun_at, self._draft = True, len(self.game.log.entries), self.game.draft
        astray = len(self.game.log.entries) > self._begun_at and (not self._reached or self._played_on())
        if self.question and not astray:
            return said  # what is not on file is asked for first
        if self.question:
            said = said[: -len(self.question.lines) - bool(self.question.offered)]
        if self._reached:
            return [*said, *self._lead_on()]
        if astray and said[-1:] == [HOLD]:
            said = said[:-1]  # nobody is asked whether it stands
        return [*said, *([TAKEN_BACK, *self._go_back()] if astray else []), *self._guide()]

    def _go_back(self) -> list[str]:
        """The game as it was when the step began, or when it was done; what is asked then."""
        if len(self.game.log.entries) > self._begun_at:
            self.game = as_it_was(self.game, self._begun_at)
        self.game.draft = self._draft
        return super().drop()

    def _lead_on(self) -> list[str]:
        """The step is done: its note, and the next one. What was answered meanwhile may be the next one already."""
        said = self._over()
        if self._played_on():
            if (step := self.step) and _standing(self.game) == self._look_ahead(step).standing:
                said += self._over()
            else:
                said += [TAKEN_BACK, *self._go_back()]
        self._begun_at, self._draft = len(self.game.log.entries), self.game.draft
        return [*said, *self._guide()]

    def _over(self) -> list[str]:
        """The open step is done; its note."""
        note = self.step.note if self.step else ""
        self.at, self._goal, self._reached = self.at + 1, None, False
        return [f"Note: {plain(note)}"] if note else []

    def _played_on(self) -> bool:
        """Whether more was done since the step was, than to tell what is printed on components."""
        learned = {act.verb for act in self.game.ruleset.actions if act.learns}
        return any(entry.line.partition(" ")[0] not in learned for entry in self.game.log.entries[self._begun_at :])

    def _look_ahead(self, step: Step) -> Goal:
        """What typing a step leads to, tried on a copy."""
        copy = as_it_was(self.game, self._begun_at)
        copy.draft = self._draft
        other = Talk(copy)
        other.width = self.width
        other.opening()
        said = other.hear(step.type)
        return Goal(_standing(other.game), said)

    def _guide(self) -> list[str]:
        """The open step, or the end."""
        step = self.step
        if step is None:
            return ["", "That was the lesson. `quit` leaves it; then `referee play` begins a game of your own."]
        what = f"Type: {step.type}" if step.type else "Press Enter."
        return ["", f"[{self.at + 1}/{len(self.tutorial.steps)}] {step.say}", f"  {what}"]


def _standing(game: Game) -> tuple[Any, ...]:
    """What a step must lead to: the table and the line that is held."""
    return game.table, game.held.line if game.held else "", game.draft is not None

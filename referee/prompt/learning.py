"""What the referee asks to learn: a name that may be new, a datum that a rule needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.commands import COMMANDS, NO, PASS, YES, run
from referee.notation import NearMiss, split_lines
from referee.notation.words import SIDE_PREFIX
from referee.prompt.choices import NEW, Choice, choices, replacing
from referee.prompt.naming import ends_line, in_one, otherwise, teaching
from referee.prompt.question import LEAVES, Question
from referee.prompt.say import fault_lines
from referee.prompt.teach import Missing, filled, is_report, missing, more_unknown, teaches, told_already
from referee.ruleset import Finding, Kind, UnknownName, needs

if TYPE_CHECKING:
    from referee.prompt.talk import Talk

LATER = "later"
ALL = "later all"
"""What leaves one datum unknown, and all that are not known of the same thing."""

LEFT = "Left unknown; not asked again before you leave."

NOT_TAUGHT = "Nothing is taught."

AGAIN = "That answer was not understood; another Enter leaves it unknown."
"""To Enter right behind it: it was meant for the answer, and not for the question."""


class Learner:
    """Asks for what is not on file, in one talk. What the players leave unknown is not asked again in it."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._wanted: list[Missing] = []
        self._left: set[str] = set()
        self._refused = ""

    @property
    def waits(self) -> bool:
        """Whether something is to be asked."""
        return bool(self._wanted)

    def forget(self) -> None:
        """What was to be asked is asked no more."""
        self._wanted.clear()

    def takes(self, finding: Finding) -> bool:
        """Whether a datum is missing that can be asked for; it is then on the list of what to ask."""
        found = missing(self._talk.game, finding) if finding.kind is Kind.NEEDS else None
        if found is None or {found.line, found.about} & self._left:
            return False
        if found not in self._wanted:
            self._wanted.append(found)
        return True

    def ask_next(self) -> None:
        """Ask for the next datum on the list that was not told meanwhile."""
        while self._wanted and self._talk.question is None:
            datum = self._wanted.pop(0)
            if not told_already(self._talk.game, datum):
                self._ask(datum)

    def _ask(self, datum: Missing) -> None:
        others = any(other.about == datum.about for other in self._wanted)
        more = ALL if others or more_unknown(self._talk.game, datum) else ""
        self._talk.question = Question(
            (datum.question(more),), "answer> ", lambda reply: self._told(datum, reply), datum.offered
        )

    def _told(self, datum: Missing, reply: str) -> list[str]:
        """The answer to a missing datum, and what stands behind it in one line."""
        first, *rest = split_lines(reply) or [reply]
        refused, self._refused = self._refused, ""
        if not reply and refused == datum.line:  # that Enter was meant for the answer that failed
            self._wanted.insert(0, datum)
            return [AGAIN]
        said = self._answered(datum, first)
        if rest and self._talk.stopped:
            self._talk.rest = [*rest, *self._talk.rest]
        elif rest and not self._refused:
            if not is_report(self._talk.game, rest[0]):
                self.ask_next()
            question, self._talk.question = self._talk.question, None
            said += question.then("; ".join(rest)) if question else self._talk.lines(rest)
        return said

    def _answered(self, datum: Missing, reply: str) -> list[str]:
        """Enter leaves a datum unknown, as a plain no or pass does that is no value; a line of its own is taken as
        such, and the question comes again where that does nothing.
        """
        talk, words = self._talk, reply.lower().split() or [LATER]
        word = " ".join(words)
        offered = any(choice.word.startswith(word) for choice in datum.offered)
        if word in (LATER, ALL) or (word in (*NO[:2], PASS) and not offered):
            return self._leave(datum, datum.about if word == ALL else datum.line)
        said: list[str] = []
        if words[0] in LEAVES or words[0][0] == "?" or any(c.looks and c.name == words[0] for c in COMMANDS):
            self._wanted.insert(0, datum)
            if reply == "?":
                return datum.help(talk.game)
            talk.one(reply, said)
            return said
        if any(c.name == words[0] for c in COMMANDS) and words[0] not in (choice.word for choice in datum.offered):
            self._wanted.clear()  # `undo` and the like: what was asked may be void
            return talk.lines([reply])
        if SIDE_PREFIX.match(reply):
            return self._instead(datum, reply)
        line = filled(datum.line, reply)
        answer = run(talk.game, line, talk.by)
        if answer.status == "held":
            self._wanted.insert(0, datum)  # it is asked again when that was taken back
            return talk.answered(answer)
        if answer.error is None:
            return [*talk.answered(answer), *(talk.lines([datum.then]) if datum.then else [])]
        if is_report(talk.game, reply):
            return self._instead(datum, reply)
        if word in NO:
            return self._leave(datum, datum.line)
        self._wanted.insert(0, datum)
        self._refused = datum.line
        return fault_lines(line, answer.error, (), talk.width)

    def _instead(self, datum: Missing, line: str) -> list[str]:
        """A line of the game instead of an answer: if it was done, the datum is not asked any more."""
        talk, count = self._talk, len(self._talk.game.log.entries)
        said = talk.lines([line])
        done = len(talk.game.log.entries) > count and not talk.game.held
        if done and not talk.question and not teaches(talk.game, line):
            self._left.add(datum.line)
        else:
            self._wanted.insert(0, datum)
        return said

    def _leave(self, datum: Missing, what: str) -> list[str]:
        """One datum, or all of its thing, stays unknown. A line that waits for it cannot be run."""
        if datum.then:
            self._talk.failed = True
            return [NOT_TAUGHT]
        self._left.add(what)
        self._wanted = [other for other in self._wanted if not {other.line, other.about} & self._left]
        return [LEFT]

    def ask_name(self, line: str, error: UnknownName | NearMiss) -> list[str]:
        """Ask whether an unknown name is a new one: it is taught, and the line run. Another line may be typed."""
        talk, typed, fault = self._talk, line, error
        line, error = in_one(talk.game, line, error)
        other = otherwise(talk.game, typed, fault) if ends_line(line, error.column) else ""
        teach, near = teaching(error), error.choices if isinstance(error, NearMiss) else ()
        instead = replacing(line, error.column, near)
        keys = "y: yes, teach it; Enter: no" if instead or other else "Enter: yes, teach it; n: no"
        new = [Choice(0, _new(teach), teach), Choice(0, _new(other), other)] if other else [Choice(0, NEW, teach)]
        offered = [*instead, *new]

        def then(reply: str) -> list[str]:
            if other and reply == other:
                return self._teach(typed, other)
            return self._named(question, line, teach, reply)

        talk.question = question = Question(
            (f"Is it a new one? ({keys}; or write the line again)",), "new? ", then,
            choices([choice.word for choice in offered], [choice.line for choice in offered]), free=True,
        )  # fmt: skip
        return fault_lines(line, error, (), talk.width)

    def _named(self, question: Question, line: str, teach: str, reply: str) -> list[str]:
        """The answer to whether a name is a new one."""
        talk = self._talk
        instead = [choice.line for choice in question.offered if choice.line != teach]
        word = (reply.lower().split() or [""])[0]
        if reply.isdigit():
            talk.question = question
            return [f"No choice {reply} is on the screen."]
        if reply.lower() in NO or (instead and not reply):
            talk.failed = True
            return [NOT_TAUGHT]
        told = teach if not reply or reply.lower() in YES else reply
        if told in instead:
            return talk.lines([told])
        if told.split()[0].lower() != teach.split()[0]:
            if word[0] == "?" or any(c.looks and c.name == word for c in COMMANDS):
                talk.question = question
            else:
                talk.rest.clear()  # the players do something else than teach the name that this line waits for
            return talk.lines(split_lines(told))
        if told == teach and (more := missing(talk.game, needs("notation", "more must be said of it", teach))):
            self._ask(replace(more, then=line))
            return []
        return self._teach(line, told)

    def _teach(self, line: str, told: str) -> list[str]:
        """A new name is taught, and the line run that waited for it."""
        said: list[str] = []
        if self._talk.report(told, said):
            said += self._talk.lines([line])
        return said


def _new(teach: str) -> str:
    """The choice that teaches a thing of one of two kinds."""
    return f"a new {teach.split()[0]}: teach it"

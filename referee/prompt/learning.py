"""What the referee asks to learn: a name that may be new, a datum that a rule needs."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.commands import COMMANDS, NO, PASS, YES, find_call, run
from referee.components.wording import listed, stopped
from referee.game import Answer, Game
from referee.notation import NearMiss, fold
from referee.notation.numbers import FIGURES
from referee.notation.words import SIDE_PREFIX
from referee.prompt.choices import NEW, Choice, choices, replacing
from referee.prompt.leaving import leaves
from referee.prompt.mending import addressed
from referee.prompt.naming import ends_line, in_one, is_alone, otherwise, teaching, unfit, without_place
from referee.prompt.question import NEW_NAME, Question
from referee.prompt.say import fault_lines, speaker
from referee.prompt.teach import (
    Missing,
    as_facts,
    as_other,
    as_row,
    filled,
    is_deed,
    is_report,
    missing,
    more_unknown,
    teaches,
    with_facts,
)
from referee.prompt.waiting import apart
from referee.prompt.wanted import Want, Wanted, acts_of, last_of, stands
from referee.ruleset import Finding, Kind, LineError, UnknownName, needs, slots_of

if TYPE_CHECKING:
    from referee.prompt.reporting import Reporting

LATER = "later"
ALL = "later all"
"""What leaves one datum unknown, and all that are not known of the same thing."""

SKIP = "skip"
"""What players say to go past a question; here it is no duty of the game that is skipped."""

LEFT = "Left unknown; not asked again before you leave."

ALL_LEFT = "The same goes for all else that is not known of"
"""Said below that where all of one thing is left unknown."""

TAKES_BACK = ("undo", "back")
"""What takes back the line that waits for a new name, as a plain no does: nothing was done by it."""

NOT_TAUGHT = "Nothing is taught."

AGAIN = "That answer was not understood; another Enter leaves it unknown."
"""To Enter right behind it: it was meant for the answer, and not for the question."""

NEW_AGAIN = "That was not understood; another Enter answers the question."
"""The same to Enter behind what was typed where a new name was asked for."""


class Learner:
    """Asks for what is not on file, in one talk. What the players leave unknown is not asked again in it."""

    def __init__(self, talk: Reporting) -> None:
        self._talk = talk
        self._wanted = Wanted()
        self._refused = self._paused = self._strange = ""
        self._about = ""

    @property
    def waits(self) -> bool:
        """Whether something is to be asked."""
        return any(self._wanted.open(self._talk.game))

    def forget(self) -> None:
        """What was to be asked is asked no more."""
        self._wanted.clear()

    def takes(self, answer: Answer, finding: Finding) -> bool:
        """Whether a datum is missing that can be asked for; it is then among what to ask."""
        found = missing(self._talk.game, finding) if finding.kind is Kind.NEEDS else None
        if found is None or self._wanted.knows_left(self._talk.game, found):
            return False
        self._wanted.add(self._talk.game, found, answer)
        return True

    def ask_next(self) -> None:
        """Ask for the next datum that is still to be told, all of one thing before another one."""
        if self._talk.question or self._talk.game.draft:  # what waits to be kept has the first word
            return
        wants = list(self._wanted.open(self._talk.game))
        if wants:  # what is left of the thing that was asked about last goes before all others
            self._ask(next((want for want in wants if want.datum.about == self._about), wants[0]))

    def _ask(self, want: Want) -> None:
        datum = want.datum
        self._about = datum.about
        others = any(o is not want and o.datum.about == datum.about for o in self._wanted.open(self._talk.game))
        more = ALL if others or more_unknown(self._talk.game, datum) else ""
        self._talk.question = Question(
            (datum.question(more),), "answer> ", lambda reply: self._told(want, reply), datum.offered
        )

    def _told(self, want: Want, reply: str) -> list[str]:
        """The answer to a missing datum, and what stands behind it in one line."""
        first, *rest = self._row(want, reply) or apart(self._talk.game, reply) or [reply]
        refused, self._refused = self._refused, ""
        if not reply and refused == want.datum.line:  # that Enter was meant for the answer that failed
            return [AGAIN]
        said = self._answered(want, first)
        if rest and self._talk.stopped:
            self._talk.waiting.put(self._talk.game, rest)
        elif rest and not self._refused:
            if not is_report(self._talk.game, rest[0]):
                self.ask_next()
            question, self._talk.question = self._talk.question, None
            said += question.then("; ".join(rest)) if question else self._talk.lines(rest)
        elif rest:
            said.append(f"Given up with it: {'; '.join(rest)}")
        return said

    def _asked_of(self, want: Want) -> list[Missing]:
        """What is asked of the thing of a datum, that one first."""
        others = [each for each in self._wanted.open(self._talk.game) if each.datum.about == want.datum.about]
        return [want.datum, *(each.datum for each in others if each is not want)]

    def _facts(self, want: Want, reply: str) -> str:
        """The line that an answer of several facts stands for; "" where it is a line of its own."""
        return "" if is_report(self._talk.game, reply) else as_facts(self._talk.game, self._asked_of(want), reply)

    def _row(self, want: Want, reply: str) -> list[str]:
        """Bare numbers in a row answer as many questions about one thing, in the order in which they are asked; none
        that tell something by a word of its own that is a number.
        """
        numbers = reply.replace(",", " ").split()
        asked = self._asked_of(want)
        fits = 1 < len(numbers) <= len(asked) and all(datum.number for datum in asked[: len(numbers)])
        fits = fits and all(number.isdecimal() for number in numbers)
        return numbers if fits and not as_row(self._talk.game, want.datum, reply) else []

    def _answered(self, want: Want, reply: str) -> list[str]:
        """Enter leaves a datum unknown, as `skip`, a plain no or pass does that is no value; a line of its own is taken
        as such. What was not answered is asked again.
        """
        talk, datum = self._talk, want.datum
        reply = "0" if datum.zero and reply.lower() in NO else reply
        words = reply.lower().split() or [LATER]
        if len(words) > 1 and fold(words[0]) == datum.about.rpartition(" ")[2]:  # of which it is asked anyway
            reply, words = reply.partition(" ")[2].strip(), words[1:]
        word = " ".join(words)
        offered = any(choice.word.startswith(word) for choice in datum.offered)
        if word in (LATER, ALL) or (_passes(talk.game, word) and not offered):
            return self._leave(want, datum.about if word == ALL else datum.line)
        said: list[str] = []
        if reply == "?":
            return datum.help(talk.game)
        leaving = leaves(talk.game, reply) and not offered
        if leaving or words[0][0] == "?" or any(c.looks and c.name == words[0] for c in COMMANDS):
            talk.one(reply, said)
            return said
        if any(c.name == words[0] for c in COMMANDS) and words[0] not in (choice.word for choice in datum.offered):
            return talk.lines([reply])
        if SIDE_PREFIX.match(reply) or (":" in words[0] and addressed(talk.game, reply)):
            return self._instead(want, reply)
        if datum.number and word in NO[2:]:
            return [f"{word!r}: is it 0, or not known? Type 0, or press Enter."]
        values = [choice.word for choice in datum.offered]
        if word in YES and not offered:
            self._refused = datum.line
            return [f"{reply!r} does not say which; type it, or press Enter where it is not known."]
        if word in NO and "no" in values:
            reply = "no"
        elif word in NO[:2] and "none" in values:
            return [f"{word!r}: is it none, or not known? Type none, or press Enter."]
        if len(word) == 1 and word.isalpha() and datum.offered and not offered and word not in (*YES, *NO):
            self._refused = datum.line
            return [f"{reply!r} begins none of these; the number or the first letters of one choose it."]
        row = as_other(talk.game, datum, reply) if datum.number else ""
        row = row or (self._facts(want, reply) if {*words[1:]} & {*NO} else "")  # before it begins another fact
        line = row or filled(datum.line, FIGURES.get(word, reply) if datum.number else reply)
        answer = run(talk.game, line, talk.by)
        if answer.error is not None and (row := as_row(talk.game, datum, reply) or self._facts(want, reply)):
            line, answer = row, run(talk.game, row, talk.by)
        if answer.status == "held":
            return talk.answered(answer)
        if answer.error is None:
            tells = not row or datum.keyword in line.split()
            want.told |= acts_of(talk.game, answer) if tells else set()
            if datum.then or not answer.entries:
                self._wanted.strike(want)
            return [*talk.answered(answer), *(talk.lines([datum.then]) if datum.then else [])]
        if not row and (is_report(talk.game, reply) or is_deed(talk.game, reply)):
            return self._instead(want, reply)
        if word in NO:
            return self._leave(want, datum.line)
        self._refused = datum.line
        return fault_lines(line, answer.error, (), talk.width)

    def _instead(self, want: Want, line: str) -> list[str]:
        """A line of the game instead of an answer. If it was done, the datum is asked once more; then it is left."""
        talk, count = self._talk, len(self._talk.game.log.entries)
        said = talk.lines([line])
        done = len(talk.game.log.entries) > count and not talk.game.held
        if not done or talk.question or teaches(talk.game, line) or want not in self._wanted.open(talk.game):
            return said
        if stands(talk.game, want.put_off):
            return [*said, *self._leave(want, want.datum.line)]
        want.put_off = last_of(talk.game)
        return said

    def _leave(self, want: Want, what: str) -> list[str]:
        """One datum, or all of its thing, stays unknown. A line that waits for it cannot be run."""
        if want.datum.then:
            self._wanted.strike(want)
            self._talk.failed = True
            return [NOT_TAUGHT]
        self._wanted.leave(self._talk.game, what)
        return [LEFT] if what == want.datum.line else [LEFT, f"{ALL_LEFT} {what}."]

    def ask_name(self, line: str, error: UnknownName | NearMiss) -> list[str]:
        """Ask whether an unknown name is a new one: it is taught, and the line run. Another line may be typed."""
        talk, typed, fault = self._talk, line, error
        line, error = in_one(talk.game, line, error)
        other = otherwise(talk.game, typed, fault) if ends_line(line, error.column) else ""
        if type(error) is UnknownName and (placed := without_place(talk.game, typed, fault)):
            other, (line, error) = teaching(error), placed
        other = other or next(iter(() if isinstance(error, NearMiss) else error.choices[1:]), "")
        teach, near = teaching(error), error.choices if isinstance(error, NearMiss) else ()
        if reason := unfit(talk.game, line, teach):  # what is new in it helps nothing: it is no such line
            talk.failed = True
            return fault_lines(line, reason, (), talk.width)
        instead = replacing(line, error.column, near)
        late = _not_asked_for(talk.game, line)
        alone = is_alone(talk.game, typed, fault)  # a word may be no answer at all: it is no new name by an Enter
        die = teach.partition('"')[2].partition('"')[0].isdigit()
        yes = "its number" if other else "y"
        doubtful = bool(instead or other or late or alone or die)
        meant = "Teach it, or is another meant?" if instead or other or late else "Is it a new one?"
        which = f"{meant} ({yes}: teach it; Enter, Enter: give the line up"
        asked = which if doubtful else "Is it a new one? (Enter: yes, teach it; n: no"
        new = [Choice(0, NEW, teach)]
        if other:
            new = [Choice(0, _new(teach, other), teach), Choice(0, _new(other, teach), other)]
        offered = [*instead, *new]

        def then(reply: str) -> list[str]:
            if ";" in reply and (pieces := apart(talk.game, reply))[1:]:  # the others wait for this one
                talk.waiting.put(talk.game, pieces[1:])
                reply = pieces[0]
            refused, self._refused = self._refused, ""
            paused, self._paused = self._paused, ""
            strange, self._strange = self._strange, ""
            if not reply and refused == line:  # that Enter was meant for what failed
                talk.question = question
                return [NEW_AGAIN]
            if not reply and doubtful and paused != line:  # no yes, as it is for another new name, and no loss either
                talk.question, self._paused = question, line
                return [f"Not done yet: {line}", f"{yes.capitalize()} teaches it; another Enter gives the line up."]
            if strange != reply and _of_another(talk.game, line, reply):
                talk.question, self._strange = question, reply
                return [f"Not done yet: {line}", f"{reply!r} is not about that; typed once more, it gives the line up."]
            if other and reply == other:
                return self._teach(question, typed, other)
            if other and reply.lower() in YES:
                talk.question = question
                return ["It may be either; its number says which."]
            return self._named(question, line, teach, reply or ("n" if doubtful else ""))

        talk.question = question = Question(
            (f"{asked}; or write the line again)",), NEW_NAME, then,
            choices([choice.word for choice in offered], [choice.line for choice in offered]), free=True,
        )  # fmt: skip
        return [*fault_lines(line, error, (), talk.width), *late]

    def _named(self, question: Question, line: str, teach: str, reply: str) -> list[str]:
        """The answer to whether a name is a new one."""
        talk = self._talk
        instead = [choice.line for choice in question.offered if choice.line != teach]
        first, _, facts = reply.partition(" ")
        new = {str(choice.number) for choice in question.offered if choice.line == teach}
        if facts and first.lower() in {*YES, *new}:  # a yes, and what is printed on it
            reply = facts
        elif reply.isdigit():
            talk.question = question
            return [f"No choice {reply} is on the screen."]
        word = (reply.lower().split() or [""])[0]
        if word[:1] == "?":
            talk.question = question
            return talk.lines([reply])
        if reply.lower() in (*NO, *TAKES_BACK) or (instead and not reply):
            talk.failed = True
            return [NOT_TAUGHT, f"Given up: {'; '.join([line, *talk.waiting.take_answers()])}"]
        told = teach if not reply or reply.lower() in YES else reply
        if told == teach and fold("".join(talk.waiting.lines[:1])) in YES:  # it was typed ahead, for this question
            talk.waiting.lines.pop(0)
        if told in instead:
            return talk.lines([told])
        told = with_facts(talk.game, teach, told)
        if told.split()[0].lower() != teach.split()[0] and not teaches(talk.game, told):
            if any(c.looks and c.name == word for c in COMMANDS):
                talk.question = question
                return talk.lines(apart(talk.game, told))
            return self._otherwise(question, line, told)
        if told == teach and (more := missing(talk.game, needs("notation", "more must be said of it", teach))):
            self._ask(self._wanted.add(talk.game, replace(more, then=line)))
            return []
        return self._teach(question, line, told)

    def _otherwise(self, question: Question, line: str, told: str) -> list[str]:
        """Something else is done than to teach the name that a line waits for. Where it is that line written anew,
        those behind it go on; else they wait on.
        """
        talk = self._talk
        waited, since, by = talk.waiting.take(), talk.waiting.since, talk.waiting.by
        said = talk.lines(apart(talk.game, told), joined=len(told.splitlines()) == 1)
        if talk.failed:
            talk.waiting.put(talk.game, waited, since=since, by=by)
            return self._again(question, line, said)
        if not {*told.lower().split()} & {*line.lower().split()}:
            talk.waiting.put(talk.game, waited, since=since, by=by)
            return [*said, f"Given up: {'; '.join([line, *talk.waiting.take_answers()])}"]
        if talk.stopped or self.waits or talk.waiting.lines:
            talk.waiting.put(talk.game, [*talk.waiting.take(), *waited], since=since, by=by)
            return said
        return [*said, *talk.lines(waited, since=since)]

    def _teach(self, question: Question, line: str, told: str) -> list[str]:
        """A new name is taught, and the line run that waited for it."""
        said: list[str] = []
        if self._talk.report(told, said):
            return [*said, *self._talk.lines([line])]
        return said if self._talk.game.held else self._again(question, line, said)

    def _again(self, question: Question, line: str, said: list[str]) -> list[str]:
        """What is said where what was typed for a new name failed: it is asked for again, and the line waits for it.
        The numbers are those of the question then, and none of what failed.
        """
        if self._talk.question is not None:
            return said
        gone, self._talk.question, self._refused = self._talk.choice_lines(), question, line
        return [row for row in said if row not in gone]


def _passes(game: Game, word: str) -> bool:
    """Whether a word says that nothing is answered: a plain no, or what passes in the game as well."""
    passes = [act for act in game.ruleset.actions if act.verb == PASS]
    return word in (*NO[:2], PASS, SKIP) or any(word in (act.short, act.alias) for act in passes if word)


def _not_asked_for(game: Game, line: str) -> list[str]:
    """That the verb of a line answers nothing now, and what would; [] where it may."""
    reader, ask = game.reader(), game.ask
    acts = reader.verb_of(line[reader.prefix(line)[1] :].partition(" ")[0])
    now = [verb for each in reader.open_now() for verb in each.verbs]
    if ask is None or not acts or any(act.aside or act.verb in now for act in acts):
        return []
    legal = {each.action.verb for each in game.legal() if each.ask == ask}
    kinds = {act.verb: slot.type for act in game.ruleset.actions for slot in slots_of(act)[:1]}
    alike = [verb for verb in ask.verbs if kinds.get(verb) is kinds.get(acts[0].verb)]
    instead = listed(alike or [verb for verb in ask.verbs if verb in legal] or ask.verbs, "or")
    return [f"{acts[0].verb} is not for now: {stopped(ask.question)} That is told with {instead}."]


def _of_another(game: Game, line: str, reply: str) -> bool:
    """Whether what is typed while a line waits for a name is another act, written with its side or of the other one."""
    if {*reply.lower().split()} & {*line.lower().split()}:
        return False
    with suppress(LineError):
        if find_call(game, reply):
            return False
        if addressed(game, reply):
            return True
        act = game.reader().read(reply)
        return not (act.learns or act.aside) and act.side != (addressed(game, line) or speaker(game))
    return False


def _new(teach: str, other: str) -> str:
    """The choice that teaches one of two things: by its kind, or by its title as well where both are of one kind."""
    kind, title = teach.split()[0], teach.split('"')[1:2]
    named = f' "{title[0]}"' if title and other.split()[:1] == [kind] else ""
    return f"a new {kind}{named}: teach it"

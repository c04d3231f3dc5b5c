"""The conversation: what is typed goes in, lines to show come out. It knows no terminal, so every shell can use it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from referee.branches import last_correction, with_idle
from referee.commands import YES, enter_line, run
from referee.commands.answers import number_answers, takes
from referee.components.wording import stopped
from referee.fold import REFEREE
from referee.game import Game
from referee.notation import fold, near, plain
from referee.prompt.choices import Choice, for_question, listed, picked
from referee.prompt.haste import BOUNCED, UNUSED, UNWAITED, Haste, refuses
from referee.prompt.question import Question, is_yes
from referee.prompt.reporting import Reporting
from referee.prompt.saving import farewell, leaving_unsaved, saving_lines
from referee.prompt.say import held_lines, question_lines, speaker, title
from referee.prompt.teach import teaches
from referee.prompt.waiting import GO_ON, MORE, NONE_WAITS, apart
from referee.ruleset import LineError
from referee.telling import deed

NOT_DONE = "Not done yet: "
GIVEN_UP = "Given up: "
MEND = "mends it; another Enter gives it up."
"""Of a line that failed and has choices: what became of it, and how it is mended."""

AGAIN = "Nothing of the last line was written down. `undo` again takes back the entry before it."
COMMENT = 'Only a comment: nothing is written down. note "..." writes it down.'


class Talk(Reporting):
    """One session with one game.

    typed  a line that was typed before the talk began
    haste  what an Enter may be meant for
    """

    def __init__(
        self, game: Game, by: str = "", readonly: str = "", reopen: Callable[[Game], Game] | None = None
    ) -> None:
        """Talk about a game. `by` is who types; `reopen` reads a game again that somebody else is writing."""
        super().__init__(game, by, readonly, reopen)
        self.typed = ""
        self.haste = Haste()
        self._turn = (game.table.turn, game.table.side)

    @property
    def prompt(self) -> str:
        """The text before the line: the side that is asked, or what the referee itself asks."""
        return self.question.prompt if self.question else f"{speaker(self.game)}> "

    def opening(self) -> list[str]:
        """The first lines: a flagged line that waits since last time, or the open question."""
        said = []
        if self.readonly:
            said.append(f"READ-ONLY: {self.readonly}. You may look.")
        if self.game.held:
            said += held_lines(self.game, self.game.held)
            self._fresh = True
        return [*said, *self.hear(self.typed)] if self.typed else self._finish(said, self.game.log.failure)

    def hear(self, text: str) -> list[str]:
        """What the referee says to what was typed: one line, several, or none (Enter does the next thing)."""
        failure, count = self.game.log.failure, len(self.game.log.entries)
        self.game.log.retry()
        self.default, self.secret = "", False
        said = [*self._hear(text), *self._what_tells()]
        return self._finish([*said, *self._past_idle(count)], failure)

    def drop(self) -> list[str]:
        """The line is given up (Ctrl-C), and what the referee itself asked with it."""
        given = [f"{GIVEN_UP}{self.board.mending}"] if self.board.mending else []
        given += [f"Not answered: {line}" for line in self.question.lines[-1:]] if self.question else []
        given += [f"{GIVEN_UP}{'; '.join(self.waiting.take())}"] if self.waiting.lines else []
        self.question = None
        self._learner.forget()
        self.default = ""
        self.board.clear()
        return self._finish(given, self.game.log.failure)

    def ask_undo(self) -> list[str]:
        """Ask before the last act is undone (Ctrl-Z)."""
        timeline = self.game.timeline.fork()
        gone = [step.entry for _ in range(with_idle(timeline)) for step in timeline.undo()]
        entry = next((each for each in gone[::-1] if each.by != REFEREE), None)
        if entry is None or self.readonly:
            return self.hear("undo")
        what = "the correction" if last_correction(self.game, "undo") else deed(self.game.ruleset.sides, entry)
        self._ask([f"Undo {plain(what)}? (y: yes, Enter: no)"], "undo? ", self._if_yes("undo", "Nothing is undone."))
        return self._finish([], self.game.log.failure)

    def leave(self) -> list[str]:
        """The players want to leave (Ctrl-D). With unsaved entries they are asked first, once."""
        failure = self.game.log.failure
        return self._finish(self._leave(), failure)

    def _leave(self) -> list[str]:
        log = self.game.log
        log.retry()
        if log.failure and not (self.question and self.question.then == self._left):
            self._ask(leaving_unsaved(self.game), "leave? ", self._left)
            return []
        self.done = True
        return farewell(self.game, bool(self.readonly))

    def _hear(self, text: str) -> list[str]:
        broken = self.board.mending
        line, offered = self.board.take(text)
        line = line or self._numbered(text, offered)
        if broken and fold(text.strip()) in YES and len(offered) == 1:  # "did you mean ...?" has one answer
            text = line = offered[0].line
        if line is None and broken and text.strip().isdecimal():  # the values of the question stand above what failed
            line = picked(text, for_question(self.game))
        if self.board.missed(text) and line is None and self.question is None and number_answers(self.game):
            return [f"No choice {text.strip()} is on the screen any more; a second time the number counts."]
        count, failed, self.failed = len(self.game.log.entries), self.failed, False
        if self.question or self.readonly:
            self.haste.entered = ""
        elif failed and not self.game.held and fold(text.strip()) == "undo":  # meant for what failed, or for an entry?
            return [AGAIN]
        elif broken and not self.game.held and (not text.strip() or refuses(text)):
            return self._given_up(broken, offered, failed and not text.strip())
        elif not text.strip() and self.waiting.takes_enter(self.game):
            self.haste.entered = ""
            return [UNWAITED] if failed else self.go_on()
        elif against := self.haste.against(self.game, text, failed):
            self._begun = ""
            return [against, *(self.peek("?") if against in (BOUNCED, UNUSED) else [])]
        said = self._understood(text, text if line is None else line)
        if line is None and not self.game.log.entries[count:]:
            if broken and self._only_looked(text):
                return [*said, *self._still_broken(broken, offered)]
            if broken and not (self.stopped or self.done or self.game.draft):  # other numbers are on the screen now
                said.append(f"{GIVEN_UP}{broken}")
            self.board.vanish(offered)
        elif line is None and _is_other(text, broken):
            said.append(f"{GIVEN_UP}{broken}")
        return said

    def _numbered(self, text: str, offered: tuple[Choice, ...]) -> str | None:
        """The line of a choice whose number stands where its word would, `n 3` for `n left`; None for a line that can
        be read as it is.
        """
        head, _, number = text.strip().rpartition(" ")
        line = picked(number, offered) if head and number.isdecimal() else None
        if line is None or fold(line) not in [fold(f"{head} {each.word}") for each in offered if each.line == line]:
            return None
        with suppress(LineError):
            self.game.reader().read(text)
            return None
        return line

    def _only_looked(self, text: str) -> bool:
        """Whether a line neither did anything nor put something else in the place of the one that failed before it."""
        taken = self.done or self.question or self.board.offered or self.game.draft
        return not taken and (not self.failed or text.strip().isdecimal())

    def _still_broken(self, line: str, offered: tuple[Choice, ...]) -> list[str]:
        """A line that failed, and what mends it, are on the screen yet."""
        self.failed = True
        self.board.show(tuple(choice for choice in offered if choice.line != MORE), mending=line)
        return [f"{NOT_DONE}{line}", *self.choice_lines()]

    def _given_up(self, line: str, offered: tuple[Choice, ...], first: bool) -> list[str]:
        """What an Enter, or a plain no, says to a line that failed and that a choice would mend. The first Enter gives
        nothing up yet, for it may be meant for the choice.
        """
        if first:
            picks = "A number" if any(choice.number for choice in offered) else "What begins one of them"
            said = [*self._still_broken(line, offered), f"{picks} {MEND}"]
            self.failed = False
            return said
        return [f"{GIVEN_UP}{line}"]

    def _understood(self, text: str, line: str) -> list[str]:
        """What is said to a text, and to the line that it stands for where it picked one."""
        if self.question:
            question, self.question = self.question, None
            if question.closed and line.strip() == "?":  # what may be answered stands in it
                self.question = question
                return []
            more = line.strip().lower() == MORE and bool(self.waiting.lines)
            return self._with_waiting(question) if more else question.then(line.strip())
        if line.strip().lower() == MORE and (self.waiting.lines or not self._takes_more()):
            return self.go_on() if self.waiting.lines else [NONE_WAITS]
        if not text.strip():
            return self._enter()
        pieces = apart(self.game, line)
        return self.lines(pieces, joined=len(line.splitlines()) == 1) if pieces else [COMMENT]

    def _with_waiting(self, question: Question) -> list[str]:
        """The first line that waits answers what the referee asks, as if it were typed now; then the others go on."""
        first, *rest = self.waiting.take()
        said = question.then(first)
        if self.stopped or self._learner.waits:
            self.waiting.put(self.game, rest, since=self.waiting.since, by=self.waiting.by)
            return said
        return [*said, *self.lines(rest, since=self.waiting.since)]

    def _takes_more(self) -> bool:
        """Whether the open question has a value of that name."""
        ask = self.game.ask
        return ask is not None and takes(self.game, ask, MORE)

    def _finish(self, said: list[str], failure: str) -> list[str]:
        """What comes after every answer: how saving went, the new turn, the next question."""
        said += [] if self.done else saving_lines(self.game, failure)
        if not self.done:
            said += self._next()
        return [plain(line) for line in said]

    def _what_tells(self) -> list[str]:
        """Lines that wait are gone on with before a datum is asked for that the first of them may tell."""
        stopped = self.stopped or self.game.draft or not self._learner.waits
        if stopped or not self.waiting.lines or not teaches(self.game, self.waiting.lines[0]):
            return []
        return self.go_on()

    def _past_idle(self, count: int) -> list[str]:
        """Steps in which nothing is to be done are passed over behind an act, the entries behind `count`, and said."""
        said: list[str] = []
        while (ask := self.game.ask) and ask.idle and not (self.question or self.waiting.lines or self._learner.waits):
            fresh = self.game.log.entries[count:]
            if self.game.held or self.game.draft or not fresh or fresh[-1].kind not in ("act", "stand", "close"):
                break
            answer = run(self.game, enter_line(self.game), self.by)
            if answer.status != "ok":
                break
            said += [f"{title(self.game, ask.side)}: {stopped(ask.question)}", *self.answered(answer)[1:]]
        return said

    def _next(self) -> list[str]:
        if not self.game.held:
            self._learner.ask_next()
        if self.question:
            self.board.show(self.question.offered)
            waits = [self.waiting.told()] if self.waiting.lines else []
            return [*waits, *self.question.lines, *self.choice_lines()]
        said = self.waiting.outlived(self.game)
        now = (self.game.table.turn, self.game.table.side)
        if now != self._turn and not self.game.table.winner:
            said.append(f"Turn {now[0]}, {title(self.game, now[1])}.")
        self._turn = now
        held, fresh = self.game.held, self._fresh
        self._fresh = False
        if held and not fresh:
            said.append(f"Still waiting: {title(self.game, held.side)}: {held.line}")
            if self._ways and not self.board.offered:
                self.board.show(self._ways)
                said += self.choice_lines()
        if self.readonly:
            return [*said, *question_lines(self.game, enter="read the record again")]
        if self.game.draft:
            return [*said, *question_lines(self.game)]
        enter = GO_ON if self.waiting.takes_enter(self.game) else ""
        if not self.board.offered and not held:
            self.board.show(for_question(self.game))
            said += question_lines(self.game, self.board.offered, enter)
        else:
            said += question_lines(self.game, enter=enter)
        return [*said, *self._resting()]

    def _resting(self) -> list[str]:
        """What is said of lines that wait: they can be gone on with, if nothing goes before them."""
        if not self.waiting.lines:
            return []
        offered, told = self.board.offered, self.waiting.told()
        if self.game.held:
            return [told]
        if number_answers(self.game) or (offered and not all(choice.number for choice in offered)):
            return [told, f"  `{MORE}`: {GO_ON}"]
        number = 1 + max((choice.number for choice in offered), default=0)
        go_on = Choice(number, f"{GO_ON} (`{MORE}`)", MORE)
        self.board.show((*offered, go_on), self.board.mending)
        return [told, f"  {listed([go_on])}"]

    def _enter(self) -> list[str]:
        """An empty line: it does what was said of it, or shows what may be done."""
        if self.readonly:
            if self._reopen:
                self.game = self._reopen(self.game)
            return self.peek("show")
        line = enter_line(self.game)
        if not line:
            return self.peek("?")
        said: list[str] = []
        asked = "" if self.game.held else speaker(self.game)
        self.haste.entered = asked if self.report(line, said) else ""
        return said

    def _left(self, reply: str) -> list[str]:
        if reply.lower().split()[:1] == ["save"]:
            return self.lines([reply])
        if not is_yes(reply):
            return ["Good, the game goes on."]
        self.done = True
        return farewell(self.game, bool(self.readonly))


def _is_other(text: str, broken: str) -> bool:
    """Whether a line that was done says something else than the one of several words that failed before it: it begins
    with no word of that one, and with no slip of one.
    """
    said, first = broken.lower().split(), (text.lower().split() or [""])[0]
    return len(said) > 1 and first not in said and not (first.isalpha() and near(first, said))

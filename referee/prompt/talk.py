"""The conversation: what is typed goes in, lines to show come out. It knows no terminal, so every shell can use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.branches import last_correction
from referee.commands import NO, enter_line, look, run, spoken
from referee.commands.look import over, tell_ask
from referee.commands.mend import ToEdit
from referee.components.wording import stopped
from referee.game import Answer, Game
from referee.notation import Guessed, Incomplete, NearMiss, fold, plain, split_lines
from referee.prompt.choices import Choice, for_question, listed, number_answers, picked, replacing, stray_number
from referee.prompt.learning import Learner
from referee.prompt.menu import menu
from referee.prompt.offers import Tree, offers, plant
from referee.prompt.question import (
    BOUNCED,
    GO_ON,
    LEAVES,
    MORE,
    QUIT,
    Question,
    bounced,
    ends_game,
    ends_unused,
    is_yes,
    waiting,
)
from referee.prompt.saving import farewell, leaving_unsaved, save, saving_lines
from referee.prompt.say import answer_lines, fault_lines, held_lines, question_lines, speaker, title
from referee.prompt.teach import column_in, due_first, mended, on_file, teaches
from referee.ruleset import LineError, UnknownName
from referee.telling import deed

UNDONE = "Nothing was done by the line before; another Enter does what is asked."
"""To Enter right behind a line that failed: it was meant for that line, and not for the question."""

COMMENT = 'Only a comment: nothing is written down. note "..." writes it down.'

MENDED = 3
"""Times that a line which failed is written otherwise, as it was surely meant."""

UNUSED = "Nothing was done in this step yet; another Enter ends it."
"""To the first Enter in a step where more may be done."""


class Talk:
    """One session with one game.

    done      the players have left
    typed     a line that was typed before the talk began
    failed    the last line did nothing: an Enter or a plain no behind it is meant for that line
    default   what the next line begins with
    rest      lines that wait for those before them
    question  what the referee itself asks just now; the next line answers it
    readonly  who has the game open for writing; "" if it is this session
    """

    def __init__(
        self, game: Game, by: str = "", readonly: str = "", reopen: Callable[[Game], Game] | None = None
    ) -> None:
        """Talk about a game. `by` is who types; `reopen` reads a game again that somebody else is writing."""
        self.game, self.by, self.readonly, self._reopen = game, by, readonly, reopen
        self.width = 80
        self.done = False
        self.typed = self.default = ""
        self.rest: list[str] = []
        self.question: Question | None = None
        self._offered: tuple[Choice, ...] = ()
        self._mending = False
        self._fresh = False
        self.failed = False
        self._entered = ""
        self._first: Choice | None = None
        self._warned: tuple[int, str, str] | None = None
        self._learner = Learner(self)
        self._turn = (game.table.turn, game.table.side)
        self._tree: tuple[object, Tree] | None = None

    @property
    def prompt(self) -> str:
        """The text before the line: the side that is asked, or what the referee itself asks."""
        return self.question.prompt if self.question else f"{speaker(self.game)}> "

    @property
    def stopped(self) -> bool:
        """Whether the last line failed, is flagged, or asks something: what stands behind it waits."""
        return bool(self.failed or self.game.held or self.question)

    @property
    def tree(self) -> Tree:
        """What is legal now as a tree of words; made once for each table."""
        if self._tree is None or self._tree[0] is not self.game.table:
            self._tree = (self.game.table, plant(self.game))
        return self._tree[1]

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
        self.default = ""
        said = self._hear(text)
        return self._finish([*said, *self._past_idle(count)], failure)

    def peek(self, command: str) -> list[str]:
        """A looking command beside the line that is being typed; `?` puts its numbers on the screen."""
        if command == "?":
            said, offered = menu(self.game)
            if self.question is None:
                self._offered = offered
        else:
            said = look(self.game, command) or []
        return [plain(line) for line in said]

    def drop(self) -> list[str]:
        """The line is given up (Ctrl-C), and what the referee itself asked with it."""
        self.question = None
        self._learner.forget()
        self.rest.clear()
        self.default = ""
        self._offered, self._mending = (), False
        return self._finish([], self.game.log.failure)

    def ask_undo(self) -> list[str]:
        """Ask before the last act is undone (Ctrl-Z)."""
        at = self.game.timeline.last_act()
        if at < 0 or self.readonly:
            return self.hear("undo")
        entry = self.game.timeline.steps[at].entry
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
        line = picked(text, self._offered)
        failed, self.failed = self.failed, False
        answered, self._entered = self._entered, ""
        self._offered, self._mending = (), False
        if self.question:
            question, self.question = self.question, None
            return question.then((text if line is None else line).strip())
        if self.rest and MORE in (line, text.strip().lower()):
            pieces, self.rest = self.rest, []
            return self.lines(pieces)
        empty, no = not text.strip(), fold(text.strip()) in NO
        if failed and (no or (empty and enter_line(self.game))):
            return [UNDONE]
        if empty and bounced(self.game, answered):
            return [BOUNCED, *self.peek("?")]
        if (empty or no) and self._not_yet():
            return [UNUSED, *self.peek("?")]
        if empty:
            return self._enter()
        pieces = split_lines(text if line is None else line)
        return self.lines(pieces) if pieces else [COMMENT]

    def _not_yet(self) -> bool:
        """Whether nothing was done in this step yet, though it might be: that is said once before it ends."""
        now = self.game.table
        step = (now.turn, now.side, now.step)
        if self._warned == step or self.readonly or not ends_unused(self.game):
            return False
        self._warned = step
        return True

    def _finish(self, said: list[str], failure: str) -> list[str]:
        """What comes after every answer: how saving went, the new turn, the next question."""
        said += [] if self.done else saving_lines(self.game, failure)
        if not self.done:
            said += self._next()
        return [plain(line) for line in said]

    def _past_idle(self, count: int) -> list[str]:
        """Steps in which nothing is to be done are passed over behind an act, the entries behind `count`, and said."""
        said: list[str] = []
        while (ask := self.game.ask) and ask.idle and not (self.question or self.rest or self._learner.waits):
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
            self._offered = self.question.offered
            return [*self.question.lines, *([f"  {listed(self._offered)}"] if self._offered else [])]
        said = []
        now = (self.game.table.turn, self.game.table.side)
        if now != self._turn and not self.game.table.winner:
            said.append(f"Turn {now[0]}, {title(self.game, now[1])}.")
        self._turn = now
        held, fresh = self.game.held, self._fresh
        self._fresh = False
        if held and not fresh:
            said.append(f"Still waiting: {title(self.game, held.side)}: {held.line}")
            if self._first and not self._offered:
                self._offered = (self._first,)
                said.append(f"  {listed(self._offered)}")
        if self.readonly:
            return [*said, *question_lines(self.game, enter="read the record again")]
        if self.game.draft:
            return [*said, *question_lines(self.game)]
        if not self._offered and not held:
            self._offered = for_question(self.game)
            said += question_lines(self.game, self._offered)
        else:
            said += question_lines(self.game)
        return [*said, *self._resting()]

    def _resting(self) -> list[str]:
        """What is said of lines that wait: they can be gone on with, if nothing goes before them."""
        if not self.rest:
            return []
        if self._mending or self.game.held:
            return [waiting(self.rest)]
        go_on = Choice(1 + max((choice.number for choice in self._offered), default=0), GO_ON, MORE)
        if number_answers(self.game):
            return [waiting(self.rest), f"  `{MORE}`: {GO_ON}"]
        self._offered = (*self._offered, go_on)
        return [waiting(self.rest), f"  {listed([go_on])}"]

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
        self._entered = asked if self.report(line, said) else ""
        return said

    def lines(self, pieces: Sequence[str]) -> list[str]:
        """Lines one by one. The first that fails or is flagged stops them; the rest waits, but for what was done since.
        """
        said: list[str] = []
        for i, piece in enumerate(pieces):
            good = self.one(piece, said)
            if good and self._goes_on(pieces[i + 1 :]):
                continue
            self.rest = [*pieces[i + 1 :], *self.rest]
            self.failed = not (good or self._fresh or self.question)
            break
        return said

    def _goes_on(self, behind: Sequence[str]) -> bool:
        """Whether the next line follows at once. What a rule needs is asked for first, unless that line may tell it."""
        if self.done or self.question:
            return False
        return not self._learner.waits or (bool(behind) and teaches(self.game, behind[0]))

    def one(self, piece: str, said: list[str]) -> bool:
        """One line; False if it failed or is flagged."""
        word, _, rest = piece.partition(" ")
        word = word.lower()
        if not rest and (word in LEAVES or (word == QUIT and not self.game.reader().verb_of(QUIT))):  # `exit UNIT` acts
            said += self._leave()
            return True
        if word == "save":
            good, lines = save(self.game, rest.strip().strip('"'))
            said += lines
            return good
        if piece.startswith("?"):
            said += self._help(piece[1:].strip())
            return True
        if self.readonly and self._reopen:
            self.game = self._reopen(self.game)
        looked = look(self.game, piece)
        if looked is not None:
            said += self._without_question(looked)
            return True
        if self.readonly:
            said.append("READ-ONLY: nothing can be reported from here; looking works.")
            return False
        stray = stray_number(self.game, piece)
        if stray is not None:
            instead = f"If you mean {stray}, write that." if stray else "`?` lists what may be done."
            said.append(f"No choice {piece} is on the screen. {instead}")
            return False
        if ends_game(self.game, piece):
            then = self._if_yes(piece, "Good, the game goes on.")
            self._ask([f"{plain(piece)}: that ends the game. (y: yes, Enter: no)"], "sure? ", then)
            return True
        if told := on_file(self.game, piece):
            said += told
            return True
        return self.report(piece, said)

    def _without_question(self, lines: list[str]) -> list[str]:
        """What a command shows, without the question at its end, which is asked again anyway."""
        ask = self.game.ask
        again = lines[-1:] == [tell_ask(self.game, ask)] if ask else lines[-1:] == [over(self.game)]
        return lines[:-1] if again else lines

    def report(self, line: str, said: list[str]) -> bool:
        """Report a line, or call a command with it; False if it failed or is flagged."""
        line = spoken(self.game, line)
        answer = run(self.game, line, self.by)
        for _ in range(MENDED):
            if answer.error is None or not (meant := mended(self.game, line, answer)):
                break
            line = spoken(self.game, meant)
            answer = run(self.game, line, self.by)
        if answer.error is not None:
            said += self._fault(line, answer, answer.error)
            return False
        said += self.answered(answer)
        if answer.status == "ok" and self.rest and self.rest[0] in (line, answer.line):
            self.rest.pop(0)  # it was written again
        self._fresh = answer.status == "held"
        if self._fresh:
            self._first = due_first(self.game, answer)
            self._offered = (self._first,) if self._first else ()
            said += [f"  {listed(self._offered)}"] if self._first else []
        return not self._fresh

    def answered(self, answer: Answer) -> list[str]:
        """What is said to a line that was understood. Data that are asked for next are not told twice."""
        asked = [f for f in answer.findings if answer.status == "ok" and self._learner.takes(f)]
        return answer_lines(self.game, replace(answer, findings=tuple(f for f in answer.findings if f not in asked)))

    def _fault(self, typed: str, answer: Answer, error: LineError) -> list[str]:
        """Why a line failed. What would do there is numbered, so that a digit mends the line."""
        if isinstance(error, ToEdit):
            self.default = f"{error.line.rstrip()} "  # what is typed behind it is a word of its own
            return [error.message]
        if isinstance(error, NearMiss) or (isinstance(error, UnknownName) and error.choices):
            return self._learner.ask_name(typed, error)
        line, column = typed, column_in(typed, answer)
        words = error.choices
        if isinstance(error, Incomplete):
            words = tuple(offer.word for offer in offers(self.tree, f"{line} ")[1])
        self._offered = replacing(line, column, words)
        if isinstance(error, Guessed):
            self._offered = (Choice(1, error.line, error.line),)
        self._mending = bool(self._offered)
        return fault_lines(line, error, self._offered, self.width)

    def _help(self, about: str) -> list[str]:
        """`?` alone: what may be done now; else help for a verb, a command or a rule."""
        return (look(self.game, f"? {about}") or []) if about else self.peek("?")

    def _ask(self, lines: Sequence[str], prompt: str, then: Callable[[str], list[str]]) -> None:
        self.question = Question(tuple(lines), prompt, then)

    def _if_yes(self, line: str, no: str) -> Callable[[str], list[str]]:
        """What follows when the players were asked about a line: it is reported, or `no` is said."""

        def then(reply: str) -> list[str]:
            if not is_yes(reply):
                return [no]
            said: list[str] = []
            self.report(line, said)
            return said

        return then

    def _left(self, reply: str) -> list[str]:
        if reply.lower().split()[:1] == ["save"]:
            return self.lines([reply])
        if not is_yes(reply):
            return ["Good, the game goes on."]
        self.done = True
        return farewell(self.game, bool(self.readonly))

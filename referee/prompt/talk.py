"""The conversation: what is typed goes in, lines to show come out. It knows no terminal, so every shell can use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.branches import last_correction
from referee.commands import COMMANDS, NO, YES, enter_line, look, run
from referee.commands.look import over, tell_ask
from referee.commands.mend import ToEdit
from referee.game import Answer, Game
from referee.notation import Incomplete, NearMiss, plain, split_lines
from referee.prompt.choices import NEW, Choice, choices, for_question, listed, picked, replacing, stray_number
from referee.prompt.menu import menu
from referee.prompt.offers import Tree, offers, plant
from referee.prompt.question import Question, bounced, ends_game, is_yes, waiting
from referee.prompt.saving import farewell, leaving_unsaved, save, saving_lines
from referee.prompt.say import answer_lines, fault_lines, held_lines, question_lines, speaker, title
from referee.prompt.teach import Missing, column_in, due_first, filled, in_one, is_report, mended, missing, on_file
from referee.ruleset import Finding, Kind, LineError, UnknownName, needs
from referee.telling import deed

LEAVES = ("quit", "exit")

UNDONE = "Nothing was done by the line before; another Enter does what is asked."
"""To Enter right behind a line that failed: it was meant for that line, and not for the question."""

BOUNCED = "Enter would end this step; press it again if you mean that."
"""To Enter right behind one that let the other side's question pass."""


class Talk:
    """One session with one game.

    done      the players have left
    default   what the next line begins with, the cursor at `cursor`
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
        self.default, self.cursor = "", 0
        self.question: Question | None = None
        self._offered: tuple[Choice, ...] = ()
        self._mending = False
        self._fresh = False
        self._failed = False
        self._entered = ""
        self._rest: list[str] = []
        self._needs: list[Missing] = []
        self._unknown: set[str] = set()
        self._turn = (game.table.turn, game.table.side)
        self._tree: tuple[object, Tree] | None = None

    @property
    def prompt(self) -> str:
        """The text before the line: the side that is asked, or what the referee itself asks."""
        return self.question.prompt if self.question else f"{speaker(self.game)}> "

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
        return self._finish(said, self.game.log.failure)

    def hear(self, text: str) -> list[str]:
        """What the referee says to what was typed: one line, several, or none (Enter does the next thing)."""
        failure = self.game.log.failure
        self.game.log.retry()
        self.default, self.cursor = "", -1
        return self._finish(self._hear(text), failure)

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
        self._needs.clear()
        self._rest.clear()
        self.default, self.cursor = "", 0
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
        failed, self._failed = self._failed, False
        answered, self._entered = self._entered, ""
        self._offered, self._mending = (), False
        if self.question:
            question, self.question = self.question, None
            return question.then((text if line is None else line).strip())
        pieces = split_lines(text if line is None else line)
        if pieces:
            return self._lines(pieces)
        if text.strip():
            return ['Only a comment: nothing is written down. note "..." writes it down.']
        if failed and enter_line(self.game):
            return [UNDONE]
        return [BOUNCED, *self.peek("?")] if bounced(self.game, answered) else self._enter()

    def _finish(self, said: list[str], failure: str) -> list[str]:
        """What comes after every answer: how saving went, the new turn, the next question."""
        said += [] if self.done else saving_lines(self.game, failure)
        if not self.done:
            said += self._next()
        return [plain(line) for line in said]

    def _next(self) -> list[str]:
        if self.question is None and self._needs and not self.game.held:
            self._ask_missing(self._needs.pop(0))
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
        if self.readonly:
            return [*said, *question_lines(self.game, enter="read the record again")]
        if self.game.draft:
            return [*said, *question_lines(self.game)]
        if not self._offered and not held:
            self._offered = for_question(self.game)
            said += question_lines(self.game, self._offered)
        else:
            said += question_lines(self.game)
        if self._rest and not (self.default or self._mending or held):
            self.default, self._rest = "; ".join(self._rest), []
            self.cursor = len(self.default) if self.cursor < 0 else self.cursor
        return said

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
        self._entered = asked if self._report(line, said) else ""
        return said

    def _lines(self, pieces: Sequence[str]) -> list[str]:
        """Lines one by one. The first that fails or is flagged stops them; the rest comes back to be typed on."""
        said: list[str] = []
        for i, piece in enumerate(pieces):
            good = self._one(piece, said)
            if good and not (self.done or self.question or self._needs):
                continue
            rest = list(pieces[i + 1 :])
            if not good and not self._fresh and not self.question and rest and not self._mending:
                rest = [piece, *rest]
            self._rest = [*rest, *self._rest]
            self._failed = not (good or self._fresh or self.question)
            said += [] if good else waiting(len(pieces) - i - 1)
            break
        return said

    def _one(self, piece: str, said: list[str]) -> bool:
        """One line; False if it failed or is flagged."""
        word, _, rest = piece.partition(" ")
        word = word.lower()
        if word in LEAVES and not rest:  # `exit UNIT` is an act
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
        if stray:
            said.append(f"No choice {piece} is on the screen. If you mean {stray}, write that.")
            return False
        if ends_game(self.game, piece):
            then = self._if_yes(piece, "Good, the game goes on.")
            self._ask([f"{plain(piece)}: that ends the game. (y: yes, Enter: no)"], "sure? ", then)
            return True
        if told := on_file(self.game, piece):
            said += told
            return True
        return self._report(piece, said)

    def _without_question(self, lines: list[str]) -> list[str]:
        """What a command shows, without the question at its end, which is asked again anyway."""
        ask = self.game.ask
        again = lines[-1:] == [tell_ask(self.game, ask)] if ask else lines[-1:] == [over(self.game)]
        return lines[:-1] if again else lines

    def _report(self, line: str, said: list[str]) -> bool:
        answer = run(self.game, line, self.by)
        if answer.error is not None and (meant := mended(self.game, line, answer)):
            line = meant
            answer = run(self.game, line, self.by)
        if answer.error is not None:
            said += self._fault(line, answer, answer.error)
            return False
        said += self._answered(answer)
        self._fresh = answer.status == "held"
        if self._fresh and (first := due_first(self.game, answer)):
            self._offered = (first,)
            said.append(f"  {listed(self._offered)}")
        return not self._fresh

    def _answered(self, answer: Answer) -> list[str]:
        """What is said to a line that was understood. Data that are asked for next are not told twice."""
        asked = [f for f in answer.findings if answer.status == "ok" and self._will_ask(f)]
        return answer_lines(self.game, replace(answer, findings=tuple(f for f in answer.findings if f not in asked)))

    def _fault(self, typed: str, answer: Answer, error: LineError) -> list[str]:
        """Why a line failed. What would do there is numbered, so that a digit mends the line."""
        if isinstance(error, ToEdit):
            self.default, self.cursor = error.line, len(error.line)
            return [error.message]
        line, column = typed, column_in(typed, answer)
        if isinstance(error, UnknownName) and error.choices:
            return self._ask_new(line, column, error)
        words = error.choices
        if isinstance(error, Incomplete):
            words = tuple(offer.word for offer in offers(self.tree, f"{line} ")[1])
        self._offered = replacing(line, column, words, error.teach if isinstance(error, NearMiss) else "")
        self._mending = bool(self._offered)
        self.cursor = column if self.cursor < 0 else self.cursor
        return fault_lines(line, error, self._offered, self.width)

    def _ask_new(self, line: str, column: int, error: UnknownName) -> list[str]:
        """Ask whether an unknown name is a new one, to be taught before the line goes on; another line may be typed."""
        line, error = in_one(self.game, line, error)
        teach = error.choices[0]

        def then(reply: str) -> list[str]:
            word = (reply.lower().split() or [""])[0]
            if word in NO:
                self._rest.clear()
                return ["Nothing is taught."]
            if reply.lower() in YES:
                reply = ""
            elif reply and word != teach.split()[0]:
                again = word[0] == "?" or any(c.looks and c.name == word for c in COMMANDS)
                if again:
                    self.question = question
                else:
                    self._rest.clear()  # the players do something else than teach the name that this line waits for
                return self._lines([reply])
            said: list[str] = []
            more = missing(self.game, needs("notation", "more must be said of it", teach))
            if more and reply in ("", teach):
                self._ask_missing(more)
            elif not self._report(reply or teach, said):
                return said
            self._rest = [line, *self._rest]
            return said

        enter = "Is it a new one? (Enter: yes, teach it; n: no; or write the line again)"
        question = Question((enter,), "new? ", then, choices([NEW], [teach]), free=True)
        self.question = question
        return fault_lines(line, error, (), self.width)

    def _help(self, about: str) -> list[str]:
        """`?` alone: what may be done now; else help for a verb, a command or a rule."""
        return (look(self.game, f"? {about}") or []) if about else self.peek("?")

    def _ask(self, lines: Sequence[str], prompt: str, then: Callable[[str], list[str]]) -> None:
        self.question = Question(tuple(lines), prompt, then)

    def _if_yes(self, line: str, no: str) -> Callable[[str], list[str]]:
        """What follows when the players were asked about a line: it is reported, or `no` is said."""

        def then(reply: str) -> list[str]:
            said = [] if is_yes(reply) else [no]
            _ = said or self._report(line, said)
            return said

        return then

    def _left(self, reply: str) -> list[str]:
        if reply.lower().split()[:1] == ["save"]:
            return self._lines([reply])
        if not is_yes(reply):
            return ["Good, the game goes on."]
        self.done = True
        return farewell(self.game, bool(self.readonly))

    def _will_ask(self, finding: Finding) -> bool:
        """Whether a datum is missing that can be asked for; it is then on the list of what to ask."""
        if finding.kind is not Kind.NEEDS or finding.teach in self._unknown:
            return False
        found = missing(self.game, finding)
        if found and found not in self._needs:
            self._needs.append(found)
        return found is not None

    def _ask_missing(self, datum: Missing) -> None:
        def then(reply: str) -> list[str]:
            return self._told(datum, reply)

        self.question = Question((datum.question(),), "answer> ", then, datum.offered)

    def _told(self, datum: Missing, reply: str) -> list[str]:
        """The answer to a missing datum; Enter leaves it unknown, and a line of its own is taken as such."""
        if reply in ("", "later"):
            self._unknown.add(datum.line)
            return ["Left unknown; not asked again today."]
        said: list[str] = []
        word = reply.lower().split()[0]
        if word in LEAVES or word[0] == "?" or any(c.looks and c.name == word for c in COMMANDS):
            self._needs.insert(0, datum)
            said += datum.help(self.game) if reply == "?" else ()
            _ = reply == "?" or self._one(reply, said)
            return said
        if any(c.name == word for c in COMMANDS) and word not in (choice.word for choice in datum.offered):
            self._needs.clear()  # `undo` and the like: what was asked may be void
            return self._lines([reply])
        line = filled(datum.line, reply)
        answer = run(self.game, line, self.by)
        if answer.error is None:
            return self._answered(answer)
        if is_report(self.game, reply):
            self._unknown.add(datum.line)
            return self._lines([reply])
        self._needs.insert(0, datum)
        return fault_lines(line, answer.error, (), self.width)

"""Lines that are reported: what each of them is, what became of it, and what is asked because of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from referee.commands import PASS, look, run, spoken
from referee.commands.answers import Secret, has_verb, keep_secret
from referee.commands.look import over, tell_ask
from referee.commands.mend import ToEdit
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.notation import Guessed, Incomplete, NearMiss, fold, plain
from referee.notation.words import PLAIN
from referee.prompt.board import Board
from referee.prompt.choices import Choice, listed, numbers_listed, reads_legal, stray_number
from referee.prompt.learning import Learner
from referee.prompt.leaving import leaves
from referee.prompt.mending import is_so, mended, repairs, ways_out, without_address
from referee.prompt.menu import menu
from referee.prompt.offers import Tree, plant
from referee.prompt.question import Question, ends_game, is_yes
from referee.prompt.saving import save
from referee.prompt.say import answer_lines, fault_lines, speaker
from referee.prompt.teach import also_told, on_file, teaches
from referee.prompt.waiting import APART, Waiting, of_other_kind, of_other_side, own_act, own_pass, row_of_dice
from referee.ruleset import Ask, LineError, UnknownName

MENDED = 3
"""Times that a line which failed is written otherwise, as it was surely meant."""


class Reporting(ABC):
    """The part of a session that reports lines; `Talk` decides which, and what is asked next.

    done      the players have left
    failed    the last line did nothing
    secret    it told what nobody may read yet, so that it is not to stay on the screen
    default   what the next line begins with
    board     the choices on the screen
    waiting   lines that wait for those before them
    question  what the referee itself asks just now; the next line answers it
    readonly  who has the game open for writing; "" if it is this session
    """

    def __init__(self, game: Game, by: str, readonly: str, reopen: Callable[[Game], Game] | None) -> None:
        """As `Talk` has it."""
        self.game, self.by, self.readonly, self._reopen = game, by, readonly, reopen
        self.width = 80
        self.done = self.failed = self.secret = False
        self.default = ""
        self.board, self.waiting = Board(), Waiting()
        self.question: Question | None = None
        self._fresh = self._behind = False
        self._begun = ""
        self._ways: tuple[Choice, ...] = ()
        self._learner = Learner(self)
        self._unclear: Guessed | None = None
        self._meant: dict[str, int] = {}
        self._tree: tuple[object, Tree] | None = None

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

    def peek(self, command: str) -> list[str]:
        """A looking command beside the line that is being typed; `?` puts its numbers on the screen, if none are there
        that may yet be typed: those are told again. Behind a flagged line a number may complete that.
        """
        if command == "?":
            said, offered = menu(self.game)
            if self.question or self.game.held or not self.board.agrees(offered):
                said = [*menu(self.game, numbered=False)[0], *self.choice_lines()]
            else:
                self.board.show(offered, self.board.mending)
        else:
            said = look(self.game, command) or []
        return [plain(line) for line in said]

    def lines(self, pieces: Sequence[str], joined: bool = False, since: int = APART) -> list[str]:
        """Lines one by one. The first that fails or is flagged stops them; the rest waits, but for what was done since.

        `joined`: they stand in one line, and so are of the side of the first act in it; `since`: in the rest of one
        whose first act is the first behind so many entries.
        """
        said: list[str] = []
        count = len(self.game.log.entries) if since == APART else since
        asked = self.waiting.by if since != APART else speaker(self.game)
        pieces, joined = row_of_dice(self.game, pieces), joined or since != APART
        before: Ask | None = None
        for i, piece in enumerate(pieces):
            if joined and (secret := self._tells_secret(pieces[i:])):
                self.failed = True
                return [*said, *secret]
            piece = own_pass(self.game, piece, self._side_since(count, last=True), pieces[max(0, i - 1)])
            if joined:
                piece = own_act(self.game, piece, self._side_since(count))
                foreign = of_other_side(self.game, piece, self._side_since(count)) if i else []
                if strange := foreign or of_other_kind(self.game, before, piece):
                    said += strange
                    by = self._side_since(count) if foreign else ""
                    self.waiting.put(self.game, pieces[i:], by, count, self._side_since(count, last=True) or asked)
                    break
            before = self.game.ask if piece.isdecimal() else None
            self._behind = i > 0
            good = self.one(piece, said)
            self._behind = False
            if good and self._goes_on(pieces[i + 1 :]):
                continue
            by = self._side_since(count, last=True) or asked
            self.waiting.put(self.game, pieces[i + 1 :], since=count if joined else APART, by=by)
            self.failed = not (good or self._fresh or self.question)
            break
        return said

    def go_on(self) -> list[str]:
        """Lines that wait are gone on with, as of the line in which they stood."""
        return self.lines(self.waiting.take(), since=self.waiting.since)

    def _tells_secret(self, pieces: Sequence[str]) -> list[str]:
        """That what is chosen in secret is told by an act, or by a value behind the act that chooses; [] if not."""
        ask = self.game.ask
        if ask is None or not ask.secret:
            return []
        for piece in pieces:
            try:
                keep_secret(self.game, without_address(self.game, piece) or piece)
                if self.game.reader().read(piece).verb not in ask.verbs:
                    break  # what the next question asks for is said as such; a value behind it answers another
            except Secret as error:
                self.secret = True
                return [error.message]
            except LineError:
                continue  # its fault is told where it is reported
        return []

    def _side_since(self, count: int, last: bool = False) -> str:
        """The side of the first act of the players (or the last) behind so many entries; "" if there is none."""
        told = {act.verb for act in self.game.ruleset.actions if act.learns or act.aside}  # of no side
        own = (e for e in self.game.log.entries[count:] if e.kind == "act" and e.by != REFEREE)
        acts = [e.side for e in own if e.line.partition(" ")[0] not in told]
        return acts[-1 if last else 0] if acts else ""

    def _goes_on(self, behind: Sequence[str]) -> bool:
        """Whether the next line follows at once. What a rule needs is asked for first, unless that line may tell it."""
        if self.done or self.question:
            return False
        return not self._learner.waits or (bool(behind) and teaches(self.game, behind[0]))

    def one(self, piece: str, said: list[str]) -> bool:
        """One line; False if it failed or is flagged."""
        if leaves(self.game, piece):
            said += self._leave()
            return True
        word, _, rest = piece.partition(" ")
        if word.lower() == "save":
            good, lines = save(self.game, rest.strip().strip('"'))
            said += lines
            return good
        if piece.startswith("?"):
            said += self._help(piece[1:].strip())
            return True
        if self.readonly and self._reopen:
            self.game = self._reopen(self.game)
        looked = look(self.game, piece) or look(self.game, without_address(self.game, piece).rpartition("> ")[2])
        if looked is not None:
            said += self._without_question(looked)
            return True
        if self.readonly:
            said.append("READ-ONLY: nothing can be reported from here; looking works.")
            return False
        piece = self._gone_on_with(piece)
        stray = None if self.game.held else stray_number(self.game, piece)
        if stray is not None:
            instead = f"If you mean {stray}, write that." if stray else "`?` lists what may be done."
            there = f", only {numbers}" if (numbers := numbers_listed(self.game)) else ""
            said.append(f"No choice {piece} is on the screen{there}. {instead}")
            return False
        if ends_game(self.game, piece):
            then = self._if_yes(piece, "Good, the game goes on.")
            self._ask([f"{plain(piece)}: that ends the game. (y: yes, Enter: no)"], "sure? ", then)
            return True
        if told := on_file(self.game, piece):
            said += told
            return True
        return self.report(piece, said)

    def _gone_on_with(self, piece: str) -> str:
        """The line; behind one that lacked a word, a value without a verb is that word, if the two can be read so, and
        behind a flagged one, if nothing is wrong with them then. Several words that are an act by themselves are that.
        """
        begun, held = self._begun, self.game.held
        if not (begun or held) or fold(piece) in (*PLAIN, PASS):
            return piece
        if held is None and len(piece.split()) > 1 and reads_legal(self.game, piece):
            return piece
        with suppress(LineError):
            whole = f"{begun} {piece}" if held is None else f"{held.side}> {held.line} {piece}"
            if not has_verb(self.game, piece) and (held is None or reads_legal(self.game, whole)):
                self.game.reader().read(whole)
                return whole
        return piece

    def _without_question(self, lines: list[str]) -> list[str]:
        """What a command shows, without the question at its end, which is asked again anyway."""
        ask = self.game.ask
        again = lines[-1:] == [tell_ask(self.game, ask)] if ask else lines[-1:] == [over(self.game)]
        return lines[:-1] if again else lines

    def report(self, line: str, said: list[str]) -> bool:
        """Report a line, or call a command with it; False if it failed or is flagged."""
        self._begun, held = "", self.game.held
        line = spoken(self.game, line)
        if self._unclear and line in self._unclear.lines:
            self._meant[self._unclear.about] = self._unclear.lines.index(line)
        self._unclear = None
        answer = run(self.game, line, self.by)
        for _ in range(MENDED):
            if answer.error is None or not (meant := self._as_before(answer) or mended(self.game, line, answer)):
                break
            line = spoken(self.game, meant)
            answer = run(self.game, line, self.by)
        if answer.error is not None:
            said += self._fault(line, answer, answer.error)
            return False
        said += self.answered(answer)
        if answer.status == "ok":
            if any(entry.kind != "back" for entry in answer.entries):
                self.waiting.done(line, answer.line)
            if also := also_told(self.game, answer):
                said += self.answered(run(self.game, also, self.by))
            if held and held is self.game.held and is_so(self.game):
                said += self.answered(run(self.game, "back", self.by))
        self._fresh = answer.status == "held"
        if self._fresh:
            self._ways = ways_out(self.game, answer)
            self.board.show(self._ways)
            said += self.choice_lines()
        return not self._fresh

    def answered(self, answer: Answer) -> list[str]:
        """What is said to a line that was understood. Data that are asked for next are not told twice."""
        asked = [f for f in answer.findings if answer.status == "ok" and self._learner.takes(answer, f)]
        answer = replace(answer, findings=tuple(f for f in answer.findings if f not in asked))
        return answer_lines(self.game, answer, windows=self._behind)

    def _as_before(self, answer: Answer) -> str:
        """The line that is meant by one which may mean several, as it was chosen before; "" if it was not."""
        error = answer.error
        if not isinstance(error, Guessed) or not error.about:
            return ""
        self._unclear = error
        return error.lines[self._meant[error.about]] if error.about in self._meant else ""

    def _fault(self, typed: str, answer: Answer, error: LineError) -> list[str]:
        """Why a line failed. What would do there is numbered, so that a digit mends the line."""
        if isinstance(error, ToEdit):
            self.default = f"{error.line.rstrip()} "  # what is typed behind it is a word of its own
            return [error.message]
        if isinstance(error, Secret):
            self.secret = True
            return [error.message]
        if isinstance(error, NearMiss) or (isinstance(error, UnknownName) and error.choices):
            return self._learner.ask_name(typed, error)
        self._begun = typed if isinstance(error, Incomplete) else ""
        self.board.show(repairs(self.game, self.tree, typed, answer, error), mending=typed)
        return fault_lines(typed, error, self.board.offered, self.width)

    def _help(self, about: str) -> list[str]:
        """`?` alone: what may be done now; else help for a verb, a command or a rule."""
        return (look(self.game, f"? {about}") or []) if about else self.peek("?")

    def _ask(self, lines: Sequence[str], prompt: str, then: Callable[[str], list[str]]) -> None:
        self.question = Question(tuple(lines), prompt, then, closed=True)

    def _if_yes(self, line: str, no: str) -> Callable[[str], list[str]]:
        """What follows when the players were asked about a line: it is reported, or `no` is said."""

        def then(reply: str) -> list[str]:
            if not is_yes(reply):
                return [no]
            said: list[str] = []
            self.report(line, said)
            return said

        return then

    @abstractmethod
    def _leave(self) -> list[str]:
        """The players want to leave."""

    def choice_lines(self) -> list[str]:
        """The choices on the screen, if there are some."""
        return [f"  {listed(self.board.offered)}"] if self.board.offered else []

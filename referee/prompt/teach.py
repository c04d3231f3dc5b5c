"""Missing data: the question that asks for it, and the line that writes the answer down."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from referee.commands import component_lines, look
from referee.commands.verbs import meanings_of
from referee.components.unknown import UNKNOWN
from referee.game import Answer, Game
from referee.judge import candidates
from referee.notation import Incomplete, fold
from referee.notation.words import PLAIN, groups
from referee.prompt.choices import MOST, Choice, choices
from referee.prompt.naming import LONGEST_TITLE, with_title
from referee.ruleset import HOLDS, Ambiguous, Finding, Form, Kind, LineError, Slot, UnknownName, slots_of

_ADDRESS = re.compile(r'\s*([^">:]{1,60}?)\s*[>:]\s*(\S.*)')
"""Who acts, written before a line as the screen prints it: `Red: draw`."""

_UNKNOWN = " is not known"
_ASKS = ("the ", "what ", "when ", "how ", "which ")
_BLANK = re.compile(r'(?<![^\s,"])\?(?![^\s,"])')


@dataclass(frozen=True, slots=True)
class Missing:
    """A datum that a rule needs: why, the line with `?` in its place, and the values that are possible if known.

    `keyword` is the field of the line that takes it, and `then` a line that is run when it was told.
    """

    rule: str
    why: str
    line: str
    wanted: str = "What is it?"
    offered: tuple[Choice, ...] = ()
    example: str = ""
    keyword: str = ""
    then: str = ""

    @property
    def about(self) -> str:
        """What the line tells something of: `card rains`."""
        return " ".join(group.tokens[0].text for group in groups(self.line)[:2])

    def question(self, leaves: str = "") -> str:
        """The question, in one line, with how it may be answered; `leaves` is what leaves all of its thing unknown."""
        why = self.why.rstrip(".")
        how = f"as in {self.example}; ? explains; " if self.example else ""
        leave = f"Enter: not known{f'; `{leaves}`: no more about this one' if leaves else ''}"
        if why.lower().startswith(_ASKS) and why.endswith(_UNKNOWN):  # what is wanted stands in the reason
            return f"[{self.rule}] {why[0].upper()}{why[1:].removesuffix(_UNKNOWN)}? ({how}{leave})"
        return f"[{self.rule}] {why}. {self.wanted} ({how}{leave})"

    def help(self, game: Game) -> list[str]:
        """What the words that may be answered mean; else what the line that is asked for says, and how."""
        verb = self.line.split()[0]
        slots = (slot for act in game.reader().verb_of(verb) for slot in slots_of(act) if slot.keyword == self.keyword)
        meant = [line for slot in slots for line in meanings_of(slot)]
        return [f"The answer goes into: {self.line}", *(meant or look(game, f"help {verb}") or [])]


def missing(game: Game, finding: Finding) -> Missing | None:
    """What a finding needs; None if nothing can be asked."""
    found = _BLANK.search(finding.teach)
    if not found:
        return None
    slot = _slot(game, finding.teach[: found.start()])
    if slot is None:
        return Missing(finding.rule, finding.message, finding.teach)
    listed = slot.form in (Form.NAME, Form.CHOICE)
    values = [str(value) for value in candidates(slot, game.seen)] if listed else []
    if len(values) > MOST:
        values = []
    wanted = f"Which {slot.type.kind}?" if slot.form is Form.NAME else f"{slot.keyword.capitalize()}?"
    example = "" if values else _example(game, finding.teach, slot)
    offered = choices(values, values)
    return Missing(finding.rule, finding.message, finding.teach, wanted, offered, example, slot.keyword)


def _on_file(game: Game, datum: Missing) -> Mapping[str, object]:
    """What is known of the thing that a datum is of."""
    for one in game.ruleset.on_file(game.seen):
        if datum.about in (f"{one.kind} {one.name}", f"{one.kind} {one.title}"):
            return one.facts
    return {}


def told_already(game: Game, datum: Missing) -> bool:
    """Whether a datum is on file by now."""
    return _on_file(game, datum).get(datum.keyword, UNKNOWN) is not UNKNOWN


def more_unknown(game: Game, datum: Missing) -> bool:
    """Whether more than one datum of the same thing is not known."""
    return sum(fact is UNKNOWN for fact in _on_file(game, datum).values()) > 1


def _example(game: Game, teach: str, slot: Slot) -> str:
    """A value of a field, out of the examples of the verb that tells it; "" where none has it."""
    verbs = game.reader().verb_of(teach.split()[0])
    told = (re.search(rf"\b{re.escape(slot.keyword)} (\S+)", text) for act in verbs for text in act.examples)
    return next((found[1] for found in told if found), "")


def is_report(game: Game, line: str) -> bool:
    """Whether a line begins with a verb, written out or so that it can be read."""
    if any(line.split()[0].lower() in (cls.verb, cls.short) for cls in game.ruleset.actions):
        return True
    try:
        act = game.reader().read(line)
    except LineError:
        return False
    return act.verb.startswith(line.split()[0].lower())


def teaches(game: Game, line: str) -> bool:
    """Whether a line tells what is printed on a component."""
    try:
        return game.reader().read(line).learns
    except LineError:
        return False


def column_in(typed: str, answer: Answer) -> int:
    """The column of a fault in the line as it was typed, of which the answer may have read the end only."""
    assert answer.error is not None
    inner = answer.line != typed and typed.endswith(answer.line)
    return answer.error.column + (len(typed) - len(answer.line) if inner else 0)


def mended(game: Game, line: str, answer: Answer) -> str:
    """The line that was surely meant by one that failed, or that says better what is wrong; "" if there is none."""
    error = answer.error
    if error is None:
        return ""
    if begun := _without_address(game, line) or _verb_first(game, line):
        return begun
    if isinstance(error, Ambiguous):
        return _asked_for(game, line, error) or with_title(game, line, error)
    return "" if error.choices else _hyphened(game, line, answer)


def _without_address(game: Game, line: str) -> str:
    """An act without the words by which players call whom or what it is for: `red attack hill` and `Anna: attack hill`
    as it is written with a side; `north: attack hill`, where the open question begins with that word. "" for any other.
    """
    if (found := _ADDRESS.match(line)) and (side := _side_of(game, found[1])):
        return f"{side}> {found[2]}"
    first, _, rest = line.strip().partition(" ")
    called, rest = fold(first.removesuffix(":")), rest.lstrip()
    if not game.reader().verb_of(rest.partition(" ")[0]):
        return ""
    if side := _side_of(game, called):
        return f"{side}> {rest}"
    return rest if first.endswith(":") and game.ask and fold(game.ask.question).startswith(f"{called}:") else ""


def _verb_first(game: Game, line: str) -> str:
    """A line that says first who does something (`guard attack hill`), with its verb at the beginning, if it can be
    read then; "" if not. A plain yes or no is nobody who does it.
    """
    words, verbs = line.split(), {act.verb for act in game.ruleset.actions}
    at = next((i for i, word in enumerate(words) if fold(word) in verbs), 0)
    if not at or ":" in line or fold(words[0]) in PLAIN:
        return ""
    better = " ".join((words[at], *words[:at], *words[at + 1 :]))
    try:
        game.reader().read(better)
    except LineError:
        return ""
    return better


def _side_of(game: Game, called: str) -> str:
    """The side that is called so, as in the notation, by its title, or by the name of its player; "" if none or two."""
    name, players = fold(called.strip()), game.log.header.players
    sides = game.ruleset.sides.items()
    found = [side for side, title in sides if name in (side, fold(title), fold(players.get(side, "")))]
    return found[0] if len(found) == 1 else ""


def _asked_for(game: Game, line: str, error: Ambiguous) -> str:
    """The line with its ambiguous verb written out, if the open question asks for one of them only; "" if not."""
    if line[: error.column].strip() not in ("", *(f"{side}>" for side in game.ruleset.sides)):
        return ""
    verbs = [verb for verb in error.choices if game.ask and verb in game.ask.verbs]
    rest = line[error.column :].partition(" ")[2]
    return f"{line[: error.column]}{verbs[0]} {rest}".rstrip() if len(verbs) == 1 else ""


def _hyphened(game: Game, line: str, answer: Answer) -> str:
    """The line with hyphens before unknown words, if more of it is then understood (`move old guard hill`), or a name
    in it is then nearly one that is known (`play suply drop`); "" if not.
    """
    column, better = column_in(line, answer), ""
    for _ in range(LONGEST_TITLE):
        before = line[:column].rstrip()
        if not before or before == line[:column]:
            return better
        line = f"{before}-{line[column:]}"
        try:
            game.reader().read(line)
        except LineError as error:
            if error.column <= column:
                near = isinstance(answer.error, UnknownName) and error.choices and not isinstance(error, UnknownName)
                return better or (line if near else "")
            column, better = error.column, line
        else:
            return "" if teaches(game, line) else line  # of words that tell nothing no new title is made
    return better


def due_first(game: Game, answer: Answer) -> Choice | None:
    """For a line that only forgot a duty: the duty and then the line, as a choice; None if it is not as simple."""
    ask = game.ask
    flagged = {finding.kind for finding in answer.findings if finding.kind in HOLDS}
    same = ask is not None and answer.line == ask.enter
    if ask is None or not ask.enter or ask.may or same or flagged != {Kind.OMISSION}:
        return None
    return Choice(1, f"{ask.enter}; {answer.line}", f"{ask.side}> {ask.enter}; {answer.side}> {answer.line}")


def on_file(game: Game, line: str) -> list[str]:
    """What is known of a component, for a line that only names it and so teaches nothing; [] for any other."""
    try:
        act = game.reader().read(line)
        told = [getattr(act, slot.field) for slot in slots_of(type(act)) if getattr(act, slot.field) != slot.default]
        if not act.learns or len(told) != 1 or act.apply(game.table) != game.table:
            return []
    except LineError:
        return []
    return component_lines(game, str(told[0]), act.verb)


def _slot(game: Game, begun: str) -> Slot | None:
    """The field that comes next in an unfinished line: the one whose keyword ends it, else the first that is due."""
    words = begun.split()
    verbs = game.reader().verb_of(words[0]) if words else []
    named = [slot for slot in slots_of(verbs[0]) if slot.keyword == words[-1]] if len(verbs) == 1 else []
    if named:
        return named[0]
    try:
        game.reader().read(begun)
    except Incomplete as error:
        return error.slot
    except LineError:
        return None
    return None


def filled(line: str, value: str) -> str:
    """The line with a value in the place of its first `?`."""
    found = _BLANK.search(line)
    assert found is not None
    return line[: found.start()] + value + line[found.end() :]

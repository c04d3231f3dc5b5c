"""Missing data: the question that asks for it, and the line that writes the answer down."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.commands import component_lines, look
from referee.game import Answer, Game
from referee.judge import candidates
from referee.notation import Incomplete, match
from referee.prompt.choices import MOST, Choice, choices
from referee.ruleset import HOLDS, Ambiguous, Finding, Form, Kind, LineError, Slot, UnknownName, slots_of

LONGEST_TITLE = 5
"""Words of a title at most."""

_TITLE = re.compile(r"[^\s,;\"]+")
_UNKNOWN = " is not known"
_ASKS = ("the ", "what ", "when ", "how ", "which ")
_BLANK = re.compile(r'(?<![^\s,"])\?(?![^\s,"])')


@dataclass(frozen=True, slots=True)
class Missing:
    """A datum that a rule needs: why, the line with `?` in its place, and the values that are possible if known."""

    rule: str
    why: str
    line: str
    wanted: str = "What is it?"
    offered: tuple[Choice, ...] = ()
    example: str = ""

    def question(self) -> str:
        """The question, in one line, with how it may be answered."""
        why = self.why.rstrip(".")
        how = f"as in {self.example}; ? explains; " if self.example else ""
        if why.lower().startswith(_ASKS) and why.endswith(_UNKNOWN):  # what is wanted stands in the reason
            return f"[{self.rule}] {why[0].upper()}{why[1:].removesuffix(_UNKNOWN)}? ({how}Enter: not known)"
        return f"[{self.rule}] {why}. {self.wanted} ({how}Enter: not known)"

    def help(self, game: Game) -> list[str]:
        """What the line that is asked for says, and how."""
        return [f"The answer goes into: {self.line}", *(look(game, f"help {self.line.split()[0]}") or [])]


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
    return Missing(finding.rule, finding.message, finding.teach, wanted, choices(values, values), example)


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


def in_one(game: Game, line: str, error: UnknownName) -> tuple[str, UnknownName]:
    """The line with an unknown title of several words in quotes, and its error: `play royal navy` has one card.

    The words after the unknown one belong to it as long as nothing on the table and no keyword is called so.
    """
    found = list(_TITLE.finditer(line, error.column))
    if not found or found[0].start() != error.column or ">" in line[error.column :]:
        return line, error
    end, chosen = found[0].end(), _choices_of(game, line[: error.column])
    for word in found[1:LONGEST_TITLE]:
        if line[end : word.start()].strip() or word.group().lower() in chosen or _known(game, word.group()):
            break
        end = word.end()
    if end == found[0].end():
        return line, error
    title = " ".join(word[:1].upper() + word[1:] for word in line[error.column : end].split())
    joined = f'{line[: error.column]}"{title}"{line[end:]}'
    try:
        game.reader().read(joined)
    except UnknownName as better:
        return (joined, better) if better.choices else (line, error)
    except LineError:
        pass
    return line, error


def column_in(typed: str, answer: Answer) -> int:
    """The column of a fault in the line as it was typed, of which the answer may have read the end only."""
    assert answer.error is not None
    inner = answer.line != typed and typed.endswith(answer.line)
    return answer.error.column + (len(typed) - len(answer.line) if inner else 0)


def mended(game: Game, line: str, answer: Answer) -> str:
    """The line that was surely meant by one that failed, or that says better what is wrong; "" if there is none."""
    error = answer.error
    if isinstance(error, Ambiguous):
        return _asked_for(game, line, error)
    return _hyphened(game, line, answer) if error is not None and not error.choices else ""


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
            return line
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


def _choices_of(game: Game, begun: str) -> set[str]:
    """The words that the verb of a line chooses among: `military` of `play stuka military` is no part of a title."""
    words = begun.rpartition(">")[2].split()
    verbs = game.reader().verb_of(words[0]) if words else []
    slots = [slot for cls in verbs for slot in slots_of(cls) if slot.form is Form.CHOICE]
    return {str(each) for slot in slots for each in slot.type}


def _known(game: Game, word: str) -> bool:
    """Whether a word is a name of the table, a keyword or a number."""
    slots = [slot for cls in game.ruleset.actions for slot in slots_of(cls)]
    kinds = {slot.type for slot in slots if slot.form is Form.NAME}
    keywords = {slot.keyword for slot in slots} | {"and", "by", "on", "to", "with"}
    return word.isdigit() or word.lower() in keywords or any(match(word, game.seen.names(kind)) for kind in kinds)


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

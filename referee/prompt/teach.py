"""Missing data: the question that asks for it, and the line that writes the answer down."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.game import Game
from referee.judge import candidates
from referee.notation import Incomplete
from referee.prompt.choices import MOST, Choice, choices
from referee.ruleset import Finding, Form, LineError, Slot, slots_of

_BLANK = re.compile(r'(?<![^\s,"])\?(?![^\s,"])')


@dataclass(frozen=True, slots=True)
class Missing:
    """A datum that a rule needs: why, the line with `?` in its place, and the values that are possible if known."""

    rule: str
    why: str
    line: str
    wanted: str = "What is it?"
    offered: tuple[Choice, ...] = ()

    def question(self) -> str:
        """The question, in one line."""
        return f"Not judged [{self.rule}] {self.why.rstrip('.')}. {self.wanted} (Enter: not known)"


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
    return Missing(finding.rule, finding.message, finding.teach, wanted, choices(values, values))


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

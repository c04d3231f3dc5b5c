"""Missing data: the question that asks for it, and the line that writes the answer down."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.game import Game
from referee.judge import candidates
from referee.notation import Incomplete
from referee.prompt.choices import MOST, Choice, choices
from referee.ruleset import Finding, Form, LineError, Slot

_BLANK = re.compile(r'(?<![^\s,"])\?(?![^\s,"])')


@dataclass(frozen=True, slots=True)
class Missing:
    """A datum that a rule needs: why, the line with `?` in its place, and the values that are possible if known."""

    rule: str
    why: str
    line: str
    kind: str = "value"
    offered: tuple[Choice, ...] = ()

    def question(self) -> str:
        """The question, in one line."""
        return f"Not judged [{self.rule}] {self.why.rstrip('.')}. Which {self.kind}? (Enter: not known)"


def missing(game: Game, finding: Finding) -> Missing | None:
    """What a finding needs; None if nothing can be asked."""
    found = _BLANK.search(finding.teach)
    if not found:
        return None
    slot = _slot(game, finding.teach[: found.start()])
    if slot is None:
        return Missing(finding.rule, finding.message, finding.teach)
    kind = slot.type.kind if slot.form is Form.NAME else slot.keyword
    values = [str(value) for value in candidates(slot, game.table)] if slot.form in (Form.NAME, Form.CHOICE) else []
    if len(values) > MOST:
        values = []
    return Missing(finding.rule, finding.message, finding.teach, kind, choices(values, values))


def _slot(game: Game, begun: str) -> Slot | None:
    """The field that comes next in an unfinished line."""
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

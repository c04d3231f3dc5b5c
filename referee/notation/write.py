"""An action into its one canonical spelling, which `parse` reads back as the same action."""

from __future__ import annotations

import re
from typing import Any

from referee.components.geometry import spell
from referee.notation.words import fold, quoted
from referee.ruleset import Action, Form, Slot, slots_of
from referee.ruleset.table import CONNECTING

_WORD = re.compile(r'[^\s,;#"]+')


def write(act: Action[Any]) -> str:
    """The canonical line of an action, without the side."""
    slots = slots_of(type(act))
    numbers = sum(_is_number(s) for s in slots)
    reserved = CONNECTING | {s.keyword for s in slots}
    words = [act.verb]
    skipped = False  # a value behind a field that was left out could be taken for its value, so it is named
    for slot in slots:
        value = getattr(act, slot.field)
        if slot.optional and value == slot.default:
            skipped = skipped or slot.form is not Form.FLAG
            continue
        if slot.form is Form.FLAG:
            words.append(slot.keyword)
            continue
        spelled = [_spell(slot, v, reserved) for v in (value if slot.many else (value,))]
        quoted = slot.form is not Form.TEXT and ",".join(spelled).startswith('"')  # else it would be taken for a text
        if slot.word or skipped or quoted or (_is_number(slot) and numbers > 1):
            words.append(slot.keyword)
        words.append(",".join(spelled))
    return " ".join(words)


def _is_number(slot: Slot) -> bool:
    return slot.form in (Form.NUMBER, Form.MEASURE)


def _spell(slot: Slot, value: Any, reserved: frozenset[str]) -> str:
    """A value in a line; a name that would be read as a word of the notation stands in quotes."""
    if slot.form is Form.MEASURE:
        return spell(value)
    if slot.form is Form.POINT:
        return f"{spell(value.x)},{spell(value.y)}"
    text = str(value)
    if slot.form is Form.TEXT or fold(text) in reserved or not _WORD.fullmatch(text):
        return quoted(text)
    return text

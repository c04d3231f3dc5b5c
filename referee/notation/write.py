"""An action into its one canonical spelling, which `parse` reads back as the same action."""

from __future__ import annotations

from typing import Any

from referee.ruleset import Action, Form, Slot, slots_of


def write(act: Action[Any]) -> str:
    """The canonical line of an action, without the side."""
    slots = slots_of(type(act))
    numbers = sum(_is_number(s) for s in slots)
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
        if slot.word or skipped or (_is_number(slot) and numbers > 1):
            words.append(slot.keyword)
        words.append(",".join(_spell(slot, v) for v in value) if slot.many else _spell(slot, value))
    return " ".join(words)


def _is_number(slot: Slot) -> bool:
    return slot.form in (Form.NUMBER, Form.MEASURE)


def _spell(slot: Slot, value: Any) -> str:
    if slot.form is Form.TEXT:
        doubled = str(value).replace('"', '""')
        return f'"{doubled}"'
    if slot.form is Form.MEASURE:
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return str(value)

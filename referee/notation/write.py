"""An action into its one canonical spelling, which `parse` reads back as the same action."""

from __future__ import annotations

from typing import Any

from referee.ruleset import Action, Form, Slot, slots_of


def write(act: Action[Any]) -> str:
    """The canonical line of an action, without the side."""
    slots = slots_of(type(act))
    numbers = sum(s.form in (Form.NUMBER, Form.MEASURE) for s in slots)
    words = [act.verb]
    skipped: set[Form] = set()
    for slot in slots:
        value = getattr(act, slot.field)
        if slot.optional and value == slot.default:
            skipped.add(_kin(slot))
            continue
        if slot.form is Form.FLAG:
            words.append(slot.keyword)
            continue
        lone_number = slot.form in (Form.NUMBER, Form.MEASURE) and numbers == 1
        if slot.word or _kin(slot) in skipped or (slot.form in (Form.NUMBER, Form.MEASURE) and not lone_number):
            words.append(slot.keyword)
        words.append(",".join(_spell(slot, v) for v in value) if slot.many else _spell(slot, value))
    return " ".join(words)


def _kin(slot: Slot) -> Form:
    """Fields of the same kin could be taken for one another when the first of them is left out."""
    return Form.NUMBER if slot.form is Form.MEASURE else slot.form


def _spell(slot: Slot, value: Any) -> str:
    if slot.form is Form.TEXT:
        doubled = str(value).replace('"', '""')
        return f'"{doubled}"'
    if slot.form is Form.MEASURE:
        return f"{value:g}"
    return str(value)

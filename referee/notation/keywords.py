"""The words that name the fields of an act: misspelt, alone, told twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.notation.faults import SHORT, there_are
from referee.notation.fields import choices_of, kind_of, short
from referee.notation.titles import names_of
from referee.notation.words import Group, leads, near, parts
from referee.ruleset import Action, Form, NotUnderstood, Slot, Table, slots_of


def alone(slot: Slot, group: Group, told: bool) -> NotUnderstood:
    """The fault of the word of a field in a line that teaches: it is `told` already, or what it tells is left out."""
    if told:
        return NotUnderstood(f"{slot.keyword} is told twice.", group.column)
    words = tuple(f"{slot.keyword} {word}" for word in slot.type) if slot.form is Form.CHOICE else ()
    what = f"write {' or '.join(words)}" if words else f"{kind_of(slot)} is to stand behind it"
    return NotUnderstood(f"{slot.keyword} tells nothing alone; {what}.", group.column, words)


def misspelt(table: Table, cls: type[Action[Any]], group: Group, values: Mapping[str, Any]) -> NotUnderstood | None:
    """The fault of a word that looks like the word of a field, and begins nothing that can be told: `texxt`; None of
    any other.
    """
    word = group.bare
    if not values or not word:
        return None
    if twice := next((slot for slot in slots_of(cls) if slot.keyword == word and slot.field in values), None):
        return alone(twice, group, told=True)
    slots = [slot for slot in slots_of(cls) if slot.field not in values]
    if itself := next((slot for slot in slots if slot.word == word), None):
        if itself.form is Form.NAME and not names_of(table, itself.type):
            return NotUnderstood(f"{word} tells nothing alone.{there_are(itself, ())}", group.column)
        return alone(itself, group, told=False)
    if of := next((slot for slot in slots if slot.form is Form.NAME and word.startswith(f"{slot.word or ' '}-")), None):
        said = f"No {of.type.kind} is called {short(word)!r}.{there_are(of, names_of(table, of.type))}"
        return NotUnderstood(said, group.column)
    if len(word) <= SHORT:
        return None
    told = [slot.keyword for slot in slots if slot.word or slot.form in (Form.NUMBER, Form.MEASURE)]
    meant = near(word, [keyword for keyword in told if keyword[0] == word[0]], 1)
    if not meant or any(_begins_value(table, slot, word) for slot in slots):
        return None
    return NotUnderstood(f"{short(word)!r} tells nothing here. Did you mean {meant[0]}?", group.column, meant)


def _begins_value(table: Table, slot: Slot, word: str) -> bool:
    if slot.form not in (Form.CHOICE, Form.NAME):
        return False
    known = choices_of(slot) if slot.form is Form.CHOICE else names_of(table, slot.type)
    return any(leads(parts(word), parts(name)) for name in known)

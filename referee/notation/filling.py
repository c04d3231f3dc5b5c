"""What a field is where a line does not write it out: left out, or `all`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.ruleset import Action, Form, NotYet, Slot, Table, slots_of
from referee.ruleset.action import unfinished

EVERY = {"all": None, "both": 2}
"""The words for everything that may stand in a list, and how many that must be."""


def of_one_side(table: Table, slot: Slot, names: Sequence[Any]) -> bool:
    """Whether all things of a list belong to one side."""
    return slot.form is Form.NAME and len(owners := {table.owner(name) for name in names}) == 1 and "" not in owners


def implied(cls: type[Action[Any]], side: str, slot: Slot, values: Mapping[str, Any], table: Table) -> Any:
    """What a required field that was left out can only be; None if it must be said."""
    try:
        return unfinished(cls, side, **values).implied(slot.field, table)
    except NotYet:
        return None


def everything(
    cls: type[Action[Any]], side: str, values: dict[str, Any], table: Table, count: int | None = None
) -> bool:
    """Fill a list with all that may stand in it, for the word `all`; False where the act cannot tell that, or where
    they are not so many as the word says.
    """
    for slot in slots_of(cls):
        if slot.field in values:
            continue
        if slot.many and slot.form is Form.NAME:
            return _all_of(cls, side, slot, values, table, count)
        value = implied(cls, side, slot, values, table)
        if value is None:
            return False
        values[slot.field] = value
    return False


def _all_of(
    cls: type[Action[Any]], side: str, slot: Slot, values: dict[str, Any], table: Table, count: int | None
) -> bool:
    try:
        every = unfinished(cls, side, **values).among(slot.field, table)
    except NotYet:
        return False
    absent = table.absent(slot.type)
    every = tuple(name for name in every or () if name not in absent)
    if not every or count not in (None, len(every)):
        return False
    values[slot.field] = every
    return True

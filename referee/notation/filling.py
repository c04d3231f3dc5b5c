"""Which field of an act a value of a line goes into, where that is more than the first one that it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.notation.fields import MEASURE, NUMBER, short
from referee.notation.words import PLAIN, Group, Token
from referee.ruleset import Action, Die, Form, NotUnderstood, NotYet, Slot, Table, slots_of
from referee.ruleset.action import unfinished

NOTHING = ("none", "nothing")
"""What is said for 0 behind a keyword."""


def one_die(cls: type[Action[Any]], slot: Slot, words: Sequence[Group]) -> None:
    """Raises NotUnderstood where a second die follows the one that is due: `roll 5 3`, `roll 5,3`."""
    dice = [token for word in words for token in word.tokens]
    second = len(words[0].tokens) > 1 or len(words) > 1 and NUMBER.fullmatch(words[1].bare)
    if second:
        given = " and ".join(token.text for token in dice)
        raise NotUnderstood(f"1 die is due ({slot.keyword}) [{cls.rule}], not {given[:40]}.", dice[1].column)


def out_of_range(slots: Sequence[Slot], group: Group, values: Mapping[str, Any]) -> Slot | None:
    """The field that refuses a number: such a number is no beginning of a text."""
    if not MEASURE.fullmatch(group.bare):
        return None
    free = (s for s in slots if s.form in (Form.NUMBER, Form.MEASURE) and not s.word and s.field not in values)
    return next(free, None)


def by_keyword_only(cls: type[Action[Any]], slot: Slot, values: dict[str, Any]) -> bool:
    """Whether a number, or a yes or no, says nothing without its keyword: on a card are several, and a wrong one would
    stay on file, or another number is told first (`Word.only`).

    A number that belongs to another fact may stand right behind that: `effect loss 1`.
    """
    if slot.only:
        return True
    counted = slot.form in (Form.NUMBER, Form.MEASURE)
    plain = slot.form is Form.CHOICE and {str(word) for word in slot.type} <= {*PLAIN}
    told = cls.learns and slot.optional and slot.word and (counted or plain)
    return bool(told) and not (slot.behind and slot.behind == next(reversed(values), ""))


def refuse_bare_number(cls: type[Action[Any]], group: Group, values: dict[str, Any]) -> None:
    """Raises NotUnderstood for a number that tells something of a component or an act, and not what."""
    slots = slots_of(cls)
    named = any(s.field in values for s in slots[:1]) or any(s.form is Form.TEXT and s.field in values for s in slots)
    numbers = [s for s in slots if s.field not in values and s.form in (Form.NUMBER, Form.MEASURE)]
    words = [s.keyword for s in numbers if by_keyword_only(cls, s, values)]
    if named and words and MEASURE.fullmatch(group.bare):
        told = tuple(f"{word} {group.bare}" for word in words)
        raise NotUnderstood(f"{short(group.bare)} of what? Write {' or '.join(told)}.", group.column, told)


def zero(slot: Slot, group: Group) -> Group:
    """The value behind a keyword, `none` as the number that it means."""
    if slot.form is Form.NUMBER and slot.span and slot.span.low <= 0 and group.bare in NOTHING:
        return Group((Token("0", group.column),))
    return group


def of_one_side(table: Table, slot: Slot, names: Sequence[Any]) -> bool:
    """Whether all things of a list belong to one side."""
    return slot.form is Form.NAME and len(owners := {table.owner(name) for name in names}) == 1 and "" not in owners


def implied(cls: type[Action[Any]], side: str, slot: Slot, values: Mapping[str, Any], table: Table) -> Any:
    """What a required field that was left out can only be; None if it must be said."""
    try:
        return unfinished(cls, side, **values).implied(slot.field, table)
    except NotYet:
        return None


def dice_of_one(cls: type[Action[Any]], side: str, words: Sequence[Group], table: Table) -> list[Group]:
    """Dice with the only thing on the table before them that they can be of; [] for an act without dice or of several.

    So `1 2` are dice, and no thing that is called 1.
    """
    first, *rest = slots_of(cls)
    of_dice = first.form is Form.NAME and not first.optional and any(slot.type is Die for slot in rest)
    name = implied(cls, side, first, {}, table) if of_dice else None
    return [] if name is None else [Group((Token(str(name), words[0].column),)), *words]


def everything(cls: type[Action[Any]], side: str, values: dict[str, Any], table: Table) -> bool:
    """Fill a list with all that may stand in it, for the word `all`; False where the act cannot tell that."""
    for slot in slots_of(cls):
        if slot.field in values:
            continue
        if slot.many and slot.form is Form.NAME:
            return _all_of(cls, side, slot, values, table)
        value = implied(cls, side, slot, values, table)
        if value is None:
            return False
        values[slot.field] = value
    return False


def _all_of(cls: type[Action[Any]], side: str, slot: Slot, values: dict[str, Any], table: Table) -> bool:
    try:
        every = unfinished(cls, side, **values).among(slot.field, table)
    except NotYet:
        return False
    if not every:
        return False
    values[slot.field] = tuple(every)
    return True

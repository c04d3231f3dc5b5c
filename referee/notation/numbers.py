"""Numbers as they are written: with what they measure, with the name they belong to, `none`, and dice alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from referee.components.wording import numeral
from referee.notation.filling import implied
from referee.notation.words import MEASURE, NUMBER, Group, Token, match, parts
from referee.ruleset import Action, Die, Form, Name, NotUnderstood, Slot, Table, slots_of

LENGTHS = frozenset({"inches", "inch", "in", "cm"})
"""Units of a measure."""

_MEASURED = re.compile(r"(\d+(?:\.\d+)?)([a-z]+)")

FIGURES = {"zero": "0", **{numeral(number): str(number) for number in range(1, 13)}}
"""Numbers in words, and in figures."""

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


def zero(slot: Slot, group: Group) -> Group:
    """The value behind a keyword, `none` as the number that it means."""
    if slot.form is Form.NUMBER and slot.span and slot.span.low <= 0 and group.bare in NOTHING:
        return Group((Token("0", group.column),))
    return group


def dice_of_one(cls: type[Action[Any]], side: str, words: Sequence[Group], table: Table) -> list[Group]:
    """Dice with the only thing on the table before them that they can be of; [] for an act without dice or of several.

    So `1 2` are dice, and no thing that is called 1.
    """
    first, *rest = slots_of(cls)
    of_dice = first.form is Form.NAME and not first.optional and any(slot.type is Die for slot in rest)
    name = implied(cls, side, first, {}, table) if of_dice else None
    return [] if name is None else [Group((Token(str(name), words[0].column),)), *words]


@cache
def units_of(cls: type[Action[Any]]) -> frozenset[str]:
    """The words in which an act measures and counts, as they may stand behind a number: `9 inches`, `2 cards`."""
    slots = slots_of(cls)
    lengths = LENGTHS if any(slot.form is Form.MEASURE for slot in slots) else frozenset()
    units = [slot.span.unit for slot in slots if slot.span and slot.span.unit]
    units += [slot.keyword for slot in slots if slot.form is Form.NUMBER]
    return lengths.union(*((unit, unit.removesuffix("s")) for unit in units))


def are_one_name(values: Mapping[str, Any], words: Sequence[Group], whole: bool) -> bool:
    """Whether the first of two words was taken for a thing that both name: `1 guard`, and, if they are not said as in a
    record, `guard 1`.
    """
    return _is_named_again(values, words) or (not whole and _is_numbered_so(values, words))


def _is_numbered_so(values: Mapping[str, Any], words: Sequence[Group]) -> bool:
    """Whether a word was taken for a thing with a number, and that number stands right behind it: `guard 1`."""
    if len(words) < 2 or not words[1].bare.isdigit():
        return False
    word, number = words[0].bare, words[1].bare
    named = (name for value in values.values() for name in (value if isinstance(value, tuple) else (value,)))
    ends = (str(name) for name in named if isinstance(name, Name) and parts(name)[-1:] == (number,))
    return any(number not in parts(word) and match(f"{word}-{number}", {name: name}) for name in ends)


def _is_named_again(values: Mapping[str, Any], words: Sequence[Group]) -> bool:
    """Whether a number was taken for a thing, and its name stands right behind it: `1 guard` where that has the 1."""
    if len(words) < 2 or not words[0].bare.isdigit():
        return False
    named = (name for value in values.values() for name in (value if isinstance(value, tuple) else (value,)))
    return any(isinstance(name, Name) and name == words[1].bare for name in named)


def is_unit(cls: type[Action[Any]], words: Sequence[Group], at: int) -> bool:
    """Whether a word is the unit of measure of the number before it."""
    return at > 0 and words[at].bare in units_of(cls) and bool(MEASURE.fullmatch(words[at - 1].bare))


def without_unit(cls: type[Action[Any]], group: Group) -> Group:
    """A number without the unit of measure that is written to it: `9in`."""
    found = _MEASURED.fullmatch(group.bare) if group.bare[:1].isdigit() else None
    return Group((Token(found[1], group.column),)) if found and found[2] in units_of(cls) else group

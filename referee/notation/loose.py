"""Numbers without their words: `5 3` are range and die, or two dice; dice of one of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.notation.faults import Guessed
from referee.notation.fields import number
from referee.notation.numbers import units_of
from referee.notation.situation import Situation
from referee.notation.words import MEASURE, Group
from referee.notation.write import write
from referee.ruleset import Action, Form, LineError, Slot, slots_of


def as_meant(
    now: Situation, act: Action[Any], loose: Sequence[tuple[Slot, Group]], words: Sequence[Group]
) -> Action[Any]:
    """The act as its bare numbers are meant: from the first field on that they fit, or from the one behind it.

    Raises Guessed, with both lines, where the act itself cannot tell.
    """
    (slot, group), *_ = loose
    surely = act.bare(slot.field, now.table)
    if surely or _is_measured(type(act), group, words):
        return act
    slots = slots_of(type(act))
    behind = [s for s in slots[slots.index(slot) + 1 :] if s.form in (Form.NUMBER, Form.MEASURE) and not s.only]
    other = _one_further(act, loose, behind)
    if other is None or surely is False:
        return other or act
    side = f"{now.written}> " if now.written else ""
    said = f"Is {group.bare} the {slot.keyword}, or the {behind[0].keyword}?"
    about = " ".join([act.verb, *(f"{slot.keyword}?" for slot, _ in loose)])
    raise Guessed(said, group.column, (side + write(act), side + write(other)), about)


def _is_measured(cls: type[Action[Any]], group: Group, words: Sequence[Group]) -> bool:
    """Whether a number was written with a unit of measure: `5in`, `5 inches`."""
    at = next((i for i, word in enumerate(words) if word.column == group.column), len(words))
    if at == len(words) or not MEASURE.fullmatch(words[at].bare):
        return at < len(words)
    return at + 1 < len(words) and words[at + 1].bare in units_of(cls)


def _one_further(
    act: Action[Any], loose: Sequence[tuple[Slot, Group]], behind: Sequence[Slot]
) -> Action[Any] | None:
    """The act with its bare numbers from the next field on; None where that is told already, or one does not fit so."""
    taken = [slot.field for slot, _ in loose]
    values = {s.field: s.default if s.field in taken else getattr(act, s.field) for s in slots_of(type(act))}
    free = [slot for slot in behind if values[slot.field] == slot.default]
    if free[:1] != [*behind[:1]]:
        return None
    for at, (_, group) in enumerate(loose):
        fits = (slot for slot in (free[:1] if at == 0 else free) if _fits(slot, group))
        slot = next(fits, None)
        if slot is None:
            return None
        values[slot.field] = number(slot, group.tokens[0])
        free = free[free.index(slot) + 1 :]
    return type(act)(act.side, **values)


def _fits(slot: Slot, group: Group) -> bool:
    try:
        number(slot, group.tokens[0])
    except LineError:
        return False
    return True


def whose_dice(cls: type[Action[Any]], written: str, dice: Sequence[int], among: Sequence[str], column: int) -> Guessed:
    """The fault of dice alone where several may have thrown them: `1 5 2` may be the dice of the first as well."""
    chosen = [(among[dice[0] - 1], dice[1:])] if len(dice) > 1 and dice[0] <= len(among) else []
    every = [*chosen, *((name, dice) for name in among)]
    begun = f"{written}> " if written else ""
    lines = [f"{begun}{cls.verb} {name} {','.join(map(str, thrown))}" for name, thrown in every]
    return Guessed("Whose dice are these?", column, tuple(lines[:9]))

"""A line without a verb, and a number without a word: what they may name, and what nobody would mean by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.components.wording import listed
from referee.notation.faults import OtherSide
from referee.notation.fields import short
from referee.notation.titles import names_of
from referee.notation.words import PLAIN, Group, match
from referee.notation.write import write
from referee.ruleset import Action, Ask, Form, NotUnderstood, Slot, Table, slots_of
from referee.ruleset.table import CONNECTING


def open_now(asked: Iterable[Ask]) -> list[Ask]:
    """The open questions that a bare value may answer: the first one, and those behind windows that it lets pass."""
    found = []
    for ask in asked:
        found.append(ask)
        if ask.step or not ask.may:
            break
    return found


def refuse_answer(table: Table, act: Action[Any], words: Sequence[Group], asked: Sequence[Ask], written: str) -> None:
    """Raises NotUnderstood for a bare line that is a guess.

    Words that only join others say nothing, and no is no beginning of a name. Where much may be done, one letter names
    nothing, and what an act needs must be said. What belongs to the other side is never named for the side that is
    asked.
    """
    word = words[0].bare if len(words) == 1 else ""
    guess = NotUnderstood(f"{short(words[0].tokens[0].text)!r} is no answer here.", words[0].column)
    slots = slots_of(type(act))
    names = [slot for slot in slots if slot.form is Form.NAME and getattr(act, slot.field)]
    if all(group.bare in CONNECTING for group in words) or (names and word in PLAIN and word not in write(act).split()):
        raise guess
    if not names or not asked:
        return
    first, ask = _first(getattr(act, names[0].field)), asked[0]
    if first in (ask.among or ()):
        return
    if not written and len(ask.verbs) > 1:
        needed = sum(not slot.optional for slot in slots)
        letters = [group.bare for group in words if len(group.bare) == 1 and group.bare.isalpha()]
        if needed > len(words) or any(letter not in write(act).split() for letter in letters):
            raise guess
    sides = {each.side for each in asked if act.verb in each.verbs} | {ask.also}
    owner = table.owner(first)
    if not written and owner and owner not in sides:
        raise other_side(words[0], (first,), owner)


def other_side(group: Group, names: Sequence[str], owner: str) -> OtherSide:
    """The fault of a word that names what belongs to the side that is not asked."""
    word = short(group.tokens[0].text)
    said = f"{word!r} names nothing of the side that is asked; {listed(names[:3], 'or')} is of {owner}"
    return OtherSide(f"{said}: for that write {owner}> before the line.", group.column)


def numbered(
    table: Table, cls: type[Action[Any]], slot: Slot, group: Group, written: str, asked: Callable[[], Iterable[Ask]]
) -> str | None:
    """What a bare number names in the field that says who acts: a thing of the only side that is asked for such an act.

    None for another word or field, and where it may be several. Raises OtherSide where it only is the other side's and
    may be a count.
    """
    if not group.bare.isdigit():
        return None
    first = next((s for s in slots_of(cls) if s.form is Form.NAME and cls.actor in ("", s.field)), None)
    if slot != first:
        return None
    asks = [] if written else [*asked()]
    sides = {written} if written else {ask.side for ask in asks if cls.verb in ask.verbs} or {a.side for a in asks[:1]}
    if len(sides) != 1:
        return None
    names = names_of(table, slot.type)
    hits = [] if group.bare in names else match(group.bare, names)  # a whole name is no count
    own = [name for name in hits if table.owner(slot.type(name)) in ("", *sides)]
    counts = any(s.form is Form.NUMBER for s in slots_of(cls))
    if hits and not own and counts:
        raise other_side(group, hits, table.owner(slot.type(hits[0])))
    return own[0] if len(own) == 1 else None


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value

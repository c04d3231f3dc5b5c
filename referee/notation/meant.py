"""Which thing is meant, as the side says it that is asked: by a bare number, by a name that may be several, by none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from referee.components.wording import capital, listed
from referee.notation.faults import Guessed, NotOwn, OwnAim, other_side
from referee.notation.fields import short
from referee.notation.situation import Situation
from referee.notation.titles import names_of
from referee.notation.words import Group, Token, match
from referee.notation.write import write
from referee.ruleset import Action, Ambiguous, Form, Impossible, Kind, LineError, NotYet, Slot, slots_of
from referee.ruleset.action import first_findings, unfinished

NOBODY = ("none", "nothing", "no", "nobody")
"""What is said where nothing shall act."""


def numbered(now: Situation, cls: type[Action[Any]], slot: Slot, group: Group) -> str | None:
    """What a bare number names in the field that says who acts: a thing of the only side that is asked for such an act.

    None for another word or field, and where it may be several. Raises OtherSide where it only is the other side's and
    may be a count, or names nothing that such an act, which may count alone, could name.
    """
    if not group.bare.isdigit() or slot != actor_of(cls):
        return None
    sides = {now.written}
    if not now.written:
        asks = [*now.asked()]
        sides = {ask.side for ask in asks if cls.verb in ask.verbs} or {ask.side for ask in asks[:1]}
    if len(sides) != 1:
        return None
    names = names_of(now.table, slot.type)
    if cls.learns:  # it is told of a thing of either side
        hits = match(group.bare, names)
        return hits[0] if len(hits) == 1 else None
    hits = [] if group.bare in names else match(group.bare, names)  # a whole name is no count
    own = [name for name in hits if now.table.owner(slot.type(name)) in ("", *sides)]
    counts = any(s.form is Form.NUMBER for s in slots_of(cls))
    if hits and not own and counts:
        raise other_side(group, hits, now.table.owner(slot.type(hits[0])))
    if own and counts and slot.optional:
        may = offered(now, cls, next(iter(sides)), slot, {})
        if may is not None and not {*own} & {*may}:
            raise other_side(group, own, next(iter(sides)))
    return own[0] if len(own) == 1 else None


def likely(
    now: Situation, cls: type[Action[Any]], slot: Slot, error: Ambiguous, values: Mapping[str, Any]
) -> str:
    """Which of the names that a word may be is meant by the side that is asked: where it says who acts, none of the
    other side's, and else none of its own with which the act is illegal (nobody attacks those), and behind a word of
    its own none at all with which it is. Of several own things that may act those are meant with which it may be legal.

    None is meant that is not where it should be (`Table.absent`), where another one is. Raises Ambiguous, with the
    names that are left, where that leaves several.
    """
    if there := [name for name in error.choices if name not in now.table.absent(slot.type)]:
        error = Ambiguous(error.message, error.column, tuple(there), length=error.length)
    actor = actor_of(cls) or slot
    acts = now.speaker(cls, values) if values.get(actor.field) else ""
    side = now.written or acts or next((ask.side for ask in now.asked() if cls.verb in ask.verbs), "")
    side = side or ("" if cls.aside else now.speaker(cls, {}))
    if not side:
        raise error
    can_act = names_of(now.table, actor.type)  # what is aimed at may belong to nobody, and the same thing to a side
    owners = {n: now.table.owner(actor.type(n) if n in can_act else slot.type(n)) for n in error.choices}
    if slot == actor:
        may = [name for name, owner in owners.items() if owner in ("", side)]
        if not any(owners.values()) and (others := doers(now, error.choices[0], side)):
            _refuse_own(now, cls, slot, error, side, others)
        if not any(owners.values()):  # what is aimed at belongs to nobody, but what could do such a thing itself
            begun = {name: unfinished(cls, side, **{slot.field: _one(slot, name)}) for name in may}
            may = [name for name in may if may_be(now, begun[name]) or not doers(now, name, side)]
        if not may and not cls.aside:
            _refuse_others(now, cls, slot, error, side)
    else:
        begun = {name: unfinished(cls, side, **{**values, slot.field: _one(slot, name)}) for name in owners}
        may = [name for name, owner in owners.items() if owner != side or may_be(now, begun[name])]
        if slot.word and len(may) > 1:  # it is told of this act alone, so what the act can be made with is meant
            rest = {other.field: other.default for other in slots_of(cls) if other.optional}
            whole = {name: unfinished(cls, side, **{**rest, **values, slot.field: _one(slot, name)}) for name in may}
            may = [name for name in may if may_be(now, whole[name])] or may
    left = may or [*owners]
    if slot == actor and len(left) > 1:
        left = [name for name in left if may_name(now, cls, slot, side, name)] or left
    if len(left) == 1:
        return left[0]
    said = f"{error.message.partition(' may be ')[0]} may be {' or '.join(left[:9])}."
    raise Ambiguous(said, error.column, tuple(left), length=error.length)


def _refuse_others(now: Situation, cls: type[Action[Any]], slot: Slot, error: Ambiguous, side: str) -> None:
    """Raises NotOwn for a word that names only things of the other side, with none of which the act is legal."""
    may = offered(now, cls, side, slot, {})
    named = [name for name in error.choices if may is None or name in may]
    if any(may_name(now, cls, slot, side, name) for name in named):
        return
    word = error.message.partition(" may be ")[0]
    theirs = listed(error.choices[:3], "and")
    teach = now.table.teach(slot.type, word.strip("'"))
    hint = f" A new one is taught with: {teach}" if teach else ""
    said = f"No {side.title()} {slot.type.kind} is called {word}; {theirs} are of the other side.{hint}"
    raise NotOwn(said, error.column, (teach,) if teach else (), length=error.length)


def _refuse_own(
    now: Situation, cls: type[Action[Any]], slot: Slot, error: Ambiguous, side: str, others: Sequence[type[Action[Any]]]
) -> None:
    """Raises OwnAim for a word that names only things of the side that acts, at none of which an act may be aimed."""
    own = all(any(_owns(now, aim, name, side) for aim in map(actor_of, others) if aim) for name in error.choices)
    if own and not any(may_name(now, cls, slot, side, name) for name in error.choices):
        word = error.message.partition(" may be ")[0]
        raise OwnAim(own_aim(cls, word, side, others), error.column, ())


def others_of(now: Situation, cls: type[Action[Any]]) -> list[str]:
    """The names of all that an act can name, possible now or not, and of what it could name, were it there."""
    kinds = dict.fromkeys(slot.type for slot in slots_of(cls) if slot.form is Form.NAME)
    return [name for kind in kinds for name in (*names_of(now.table, kind), *now.table.absent(kind))]


def offered(
    now: Situation, cls: type[Action[Any]], side: str, slot: Slot, values: Mapping[str, Any]
) -> tuple[Any, ...] | None:
    """What an act says may stand in a field behind what was read so far; None where it does not say."""
    try:
        values_of = unfinished(cls, side, **values).among(slot.field, now.table)
    except NotYet:
        return None
    return None if values_of is None else tuple(dict.fromkeys(values_of))


def possible_first(
    now: Situation, cls: type[Action[Any]], slots: Sequence[Slot], word: str, values: Mapping[str, Any]
) -> list[Slot]:
    """The fields of an act in the order in which a shortened name is tried in them: one whose things with that name are
    none that the act offers comes behind one in which it names a thing of the side that acts.
    """
    first = slots[0]
    others = [slot for slot in slots if slot.form is Form.NAME and slot.type is not first.type and not slot.optional]
    if first.form is not Form.NAME or not others or not (hits := match(word, names_of(now.table, first.type))):
        return [*slots]
    side = now.speaker(cls, values)
    may = offered(now, cls, side, first, values)
    if may is None or set(hits) & set(may):
        return [*slots]
    named = [(slot, match(word, names_of(now.table, slot.type))) for slot in others]
    own = [slot for slot, names in named if any(now.table.owner(slot.type(name)) == side for name in names)]
    return [*own, *(slot for slot in slots if slot not in own)]


def aimed(now: Situation, cls: type[Action[Any]], values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The fields of an act of the side that is asked whose line names a thing of the other side first: that is what it
    aims at, and what acts is the only own thing that may. None where the line says that otherwise.

    Raises Guessed where several own things may act so.
    """
    fields = None if now.written else _actor_and_aim(cls)
    if fields is None or values[fields[1].field] != fields[1].default:
        return None
    actor, aim = fields
    sides = [ask.side for ask in now.asked() if cls.verb in (*ask.verbs, *ask.early)]
    owner = now.table.owner(values[actor.field])
    if not sides or not owner or owner in sides:
        return None
    own = [name for name in names_of(now.table, actor.type) if now.table.owner(actor.type(name)) == sides[0]]
    acts = [{**values, actor.field: actor.type(name), aim.field: aim.type(values[actor.field])} for name in own]
    may = [each for each in acts if may_be(now, cls(sides[0], **each))]
    if not may:
        _refuse_aim(now, cls(sides[0], **(acts[0] if acts else values)))
    if len(may) > 1:
        lines = tuple(f"{sides[0]}> {write(cls(sides[0], **each))}" for each in may[:9])
        raise Guessed(f"{values[actor.field]} is of {owner}. What shall {cls.verb}? {' or '.join(lines)}", 0, lines)
    return may[0] if may else None


def _refuse_aim(now: Situation, act: Action[Any]) -> None:
    """Raises Impossible with the rule that leaves a side nothing that could act on what is named."""
    found = next((f for f in first_findings(act, now.table) if f.kind is Kind.ILLEGAL), None)
    if found is not None:
        instead = f" Legal: {found.instead}." if found.instead else ""
        raise Impossible(f"{capital(found.message)} [{found.rule}].{instead}", rule=found.rule)


def doers(now: Situation, name: Any, side: str) -> list[type[Action[Any]]]:
    """The acts of other steps that a thing of a side does; none where it is of the other side, or of nobody."""
    others = (cls for cls in now.verbs if not cls.aside and cls not in now.answering())
    return [cls for cls in others if (slot := actor_of(cls)) and _owns(now, slot, name, side)]


def own_aim(cls: type[Action[Any]], said: str, side: str, others: Sequence[type[Action[Any]]]) -> str:
    """That something own is named where an act aims at the other side's."""
    does = listed([other.verb for other in others], "or")
    return f"{said} is of {side}, and {cls.verb} is for what is of the other side. Say what it does: {does}."


def _owns(now: Situation, slot: Slot, name: Any, side: str) -> bool:
    """Whether a name is a thing of a side in a field that says who acts."""
    return name in names_of(now.table, slot.type) and now.table.owner(slot.type(name)) == side


@cache
def _actor_and_aim(cls: type[Action[Any]]) -> tuple[Slot, Slot] | None:
    """The field that says who acts, and one of its kind that says at what, where that may be left out."""
    actor = actor_of(cls)
    if actor is None or actor.many or actor.optional:
        return None
    others = [s for s in slots_of(cls) if s != actor and s.type is actor.type and s.optional and not (s.many or s.told)]
    return (actor, others[0]) if len(others) == 1 else None


def _one(slot: Slot, name: str) -> Any:
    """A name as the value of a field."""
    value = slot.type(name)
    return (value,) if slot.many else value


def may_name(now: Situation, cls: type[Action[Any]], slot: Slot, side: str, name: str) -> bool:
    """Whether an act of a side of which only one name was read may be legal."""
    return may_be(now, unfinished(cls, side, **{slot.field: _one(slot, name)}))


def may_be(now: Situation, act: Action[Any]) -> bool:
    """Whether an unfinished act may be legal, as far as its words were read."""
    try:
        return all(finding.kind is not Kind.ILLEGAL for finding in first_findings(act, now.table))
    except LineError:
        return False


def actor_of(cls: type[Action[Any]]) -> Slot | None:
    """The field that says who acts."""
    return next((slot for slot in slots_of(cls) if slot.form is Form.NAME and cls.actor in ("", slot.field)), None)


def all_together(
    now: Situation, words: Sequence[Group], error: Ambiguous, read: Callable[[list[Group]], Action[Any]]
) -> Action[Any] | None:
    """The act of the one name that all the others begin with, where a word may be any of them, and only that one is
    legal: as many positions as all of a type have units. None where it is not so.
    """
    first, *others = sorted(error.choices, key=len)
    if not others or not all(name.startswith((f"{first}-", f"{first}/")) for name in others):
        return None
    acts = []
    for name in (first, others[0]):
        with suppress(LineError):
            act = read([Group((Token(name, g.column),)) if g.column == error.column else g for g in words])
            acts += [(name, act)] if may_be(now, act) else []
    return acts[0][1] if [name for name, _ in acts] == [first] else None


def nobody(now: Situation, cls: type[Action[Any]], group: Group) -> None:
    """Raises Guessed for a plain no in the place of what acts, where the open question may be passed."""
    ask = next((ask for ask in now.asked() if cls.verb in ask.verbs), None)
    if group.bare in NOBODY and ask and ask.may and ask.enter and ask.enter.split()[0] != cls.verb:
        said = f"{short(group.bare)!r} names nothing that could {cls.verb}. Is this meant?"
        raise Guessed(said, group.column, (f"{ask.side}> {ask.enter}",))

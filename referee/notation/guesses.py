"""Words of a line that are only pieces from within names: one is understood, of several it is asked what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from referee.notation.faults import Guessed
from referee.notation.fields import keywords_of, short
from referee.notation.titles import in_quotes, names_of
from referee.notation.words import PLAIN, Group, Token, fold, leads, match, parts
from referee.notation.write import write
from referee.ruleset import CONNECTING, Action, Form, Slot, Table, slots_of


def refuse_guesses(table: Table, act: Action[Any], words: Sequence[Group]) -> None:
    """Raises Guessed for a line of which two words or more only begin a later word of what they are taken for, and are
    no whole word of it: `ri fo` for the Old Rifles and the Black Ford. One such word right behind a number is a guess
    too, for both may be a name that is not known: `9 fo`.
    """
    written = {token.text for group in words for token in group.tokens}
    named = [(slot, name) for slot in _name_slots(type(act)) for name in _values(act, slot)]
    unsaid = [(slot, name) for slot, name in named if name not in written]
    if not unsaid:
        return
    behind = _behind_numbers(type(act), words)
    if len(unsaid) < (1 if behind else 2):
        return
    tokens = [token for group in words for token in group.tokens if not token.quoted and len(token.text) > 1]
    said = {fold(token.text) for token in tokens}
    unsaid = [(slot, name) for slot, name in unsaid if name not in said]
    if len(unsaid) < (1 if behind else 2):
        return
    taken = CONNECTING | {*PLAIN} | {str(getattr(act, slot.field)) for slot in slots_of(type(act))}
    loose = [token for token in tokens if fold(token.text) not in taken]
    found = {token: name for token in loose for slot, name in unsaid if _is_guess(table, slot, token, name)}
    numbers = {part for _, name in named for part in parts(name)}
    numbered = [at for at, group in behind.items() if group.tokens[0] in found and words[at - 1].bare not in numbers]
    if len({*found.values()}) > 1 or numbered:
        told = ", ".join(f"{name} for {short(token.text)!r}" for token, name in found.items())
        first = min(found, key=lambda token: token.column)
        quoted = [in_quotes(act.verb, words, at - 1, at + 1) for at in numbered]
        lines = tuple(f"{act.side}> {line}" for line in (write(act), *quoted))
        raise Guessed(f"Is this meant? It takes {told}.", first.column, lines)


@cache
def _name_slots(cls: type[Action[Any]]) -> tuple[Slot, ...]:
    return tuple(slot for slot in slots_of(cls) if slot.form is Form.NAME)


def _behind_numbers(cls: type[Action[Any]], words: Sequence[Group]) -> dict[int, Group]:
    """The words that stand right behind a number without a keyword, by their places in the line."""
    behind = {at: words[at] for at in range(1, len(words)) if words[at - 1].bare.isdigit() and words[at].bare.isalpha()}
    return {at: group for at, group in behind.items() if at < 2 or words[at - 2].bare not in keywords_of(cls)}


def _values(act: Action[Any], slot: Slot) -> tuple[str, ...]:
    value = getattr(act, slot.field)
    return value if slot.many else (value,) if value else ()


def _is_guess(table: Table, slot: Slot, token: Token, name: str) -> bool:
    """Whether a word was taken for a name of which it is neither the beginning nor whole words."""
    said, title = parts(token.text), names_of(table, slot.type).get(name, name)
    for form in (parts(name), parts(title)):
        if leads(said, form) or set(said) <= set(form) or (said and said[0].isdigit() and said[0] in form):
            return False
    return bool(match(token.text, {name: title}))

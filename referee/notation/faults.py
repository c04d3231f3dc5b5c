"""Faults of a line that more is known of than their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.notation.fields import NUMBER, short
from referee.notation.words import Group, near, some
from referee.ruleset import Action, Ask, Die, Form, Impossible, LineError, NotUnderstood, Slot, slots_of


class NearMiss(NotUnderstood):
    """A name that is not known, but looks like some that are; `teach` is the line that makes it a new one."""

    def __init__(self, message: str, column: int, choices: tuple[str, ...], teach: str) -> None:
        super().__init__(message, column, choices)
        self.teach = teach


class Incomplete(NotUnderstood):
    """The line is right as far as it goes; `slot` is what is missing of an act."""

    def __init__(self, message: str, column: int, slot: Slot, act: type[Action[Any]]) -> None:
        super().__init__(message, column)
        self.slot, self.act = slot, act


def unanswered(
    words: Sequence[Group], ask: Ask | None, asked: Sequence[type[Action[Any]]], verbs: Sequence[type[Action[Any]]]
) -> LineError:
    """The fault of a line that neither begins with a verb nor answers the open question, with what may be meant."""
    word = words[0].tokens[0]
    texts = [token.text for group in words for token in group.tokens]
    if all(map(NUMBER.fullmatch, texts)):
        return _stray_numbers(texts, word.column, ask, verbs)
    may = [*(ask.among or () if ask else ()), *_listed(asked)]
    if meant := near(word.text, may):
        said = f"{short(word.text)!r} is no answer here. Did you mean {' or '.join(meant)}?"
        return NotUnderstood(said, word.column, meant)
    meant = near(word.text, [v.verb for v in verbs])
    hint = f" Did you mean {' or '.join(meant)}?" if meant else " `?` lists what may be done now."
    return NotUnderstood(f"{short(word.text)!r} is no verb.{hint}", word.column, meant)


def _stray_numbers(
    texts: Sequence[str], column: int, ask: Ask | None, verbs: Sequence[type[Action[Any]]]
) -> LineError:
    """Numbers that are no answer: as dice not those that are due, or nothing that could be named."""
    if ask and ask.dice:
        due = f"{ask.dice_due} here [{ask.rule}], each 1 to 6"
        return NotUnderstood(f"{due}; {', '.join(texts)[:40]} is not that.", column)
    said = f"{short(texts[0])} answers nothing that is open"
    if ask and ask.among:
        said += f"; name one of {some(ask.among)}"
    elif any(slot.type is Die for act in verbs for slot in slots_of(act)):
        said += "; a die counts when its act was declared"
    return Impossible(f"{said}.", column, rule=ask.rule if ask else "notation")


def _listed(asked: Sequence[type[Action[Any]]]) -> list[str]:
    """The words of the choices that some acts have."""
    kinds = [slot.type for act in asked for slot in slots_of(act) if slot.form is Form.CHOICE]
    return [member.value for kind in dict.fromkeys(kinds) for member in kind]

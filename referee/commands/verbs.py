"""Help on a verb: how it is written, its short form, what it means, examples from the game in play."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import islice
from typing import Any

from referee.commands.call import ALIASES, BY_NAME
from referee.game import Game
from referee.judge import doors, offered
from referee.notation import Reader, usage, write
from referee.ruleset import Action, Kind, LineError, Meant, Slot, slots_of

EXAMPLES = 2
SEARCHED = 60
"""Legal acts that are looked through for two that differ well."""


def verb_help(act: type[Action[Any]], game: Game) -> Iterator[str]:
    """How a verb is written, what it means, examples, and its rule."""
    short = short_form(game.reader(), act)
    yield usage(act) + (f"  (short: {short})" if short else "")
    yield from (f"  {text}" for text in paragraphs(act))
    yield from (f"  {text}" for text in meanings(act))
    now = legal_examples(act, game)
    yield from (f"  legal now: {example}" for example in now)
    yield from (f"  example: {example}" for example in _examples(act, game, EXAMPLES - len(now)) if example not in now)
    rule = game.ruleset.rulebook.rules.get(act.rule)
    yield f"  rule: {rule.heading} [{act.rule}]" if rule else f"  rule: [{act.rule}]"


def shortest(reader: Reader, act: type[Action[Any]]) -> str:
    """The shortest word that means a verb: its own short form, else the shortest beginning that is no other's.

    What is the whole name of a command calls that command.
    """
    beginnings = (act.verb[:length] for length in range(1, len(act.verb)))
    unique = (text for text in beginnings if text not in {*BY_NAME, *ALIASES} and reader.verb_of(text) == [act])
    return act.short or next(unique, act.verb)


def short_form(reader: Reader, act: type[Action[Any]]) -> str:
    """The shortest word that means a verb; "" where it is a beginning that saves one letter at the most."""
    short = shortest(reader, act)
    return short if short == act.short or len(short) < len(act.verb) - 1 else ""


def legal_examples(act: type[Action[Any]], game: Game) -> list[str]:
    """Lines with a verb that are legal now: two at the most, the first and the last of those that were looked at, none
    that is warned about where there are others.

    Of acts that may be told with measurements one is enough, for none are made up.
    """
    table = game.seen
    found: dict[str, None] = {}
    warned: dict[str, None] = {}
    for place, cls in () if table.winner else doors(game.ruleset, table):
        if cls is not act or place.ask.dice:  # dice are as they fall, and no example
            continue
        if place.passed and place.ask.side != place.passed[0].side:  # the other side is asked first
            continue
        for one, findings in islice(offered(table, place, cls), SEARCHED):
            if line := _line(one, game.reader()):
                (warned if any(each.kind is Kind.WARNING for each in findings) else found)[line] = None
    lines = list(found or warned)
    if len(lines) < EXAMPLES or any(slot.told for slot in slots_of(act)):
        return lines[-1:]
    return [lines[0], lines[-1]]


def _line(act: Action[Any], reader: Reader) -> str:
    """An act as it can be typed; with its side where it would be taken for that of the other. "" if it cannot be."""
    for line in (write(act), f"{act.side}> {write(act)}"):
        try:
            if reader.read(line) == act:
                return line
        except LineError:
            continue
    return ""


def _examples(act: type[Action[Any]], game: Game, most: int) -> list[str]:
    """The examples of a verb, first those whose names this game has."""

    def strange(line: str) -> bool:
        try:
            game.reader().read(line)
        except LineError:
            return True
        return False

    return sorted(act.examples, key=strange)[: max(0, most)]


def meanings(act: type[Action[Any]]) -> Iterator[str]:
    """The words that may stand in each field of a verb with what they mean, where they do not say it themselves.

    In one line, or in one each where a meaning is longer than a clause.
    """
    return (text for slot in slots_of(act) for text in meanings_of(slot))


def meanings_of(slot: Slot) -> Iterator[str]:
    """The same of one field; nothing where its words say it themselves."""
    if issubclass(slot.type, Meant):
        told = [f"{word} = {word.meaning}" for word in slot.type]
        clauses = not any(";" in word.meaning for word in slot.type)
        yield from (f"{slot.keyword}: {text}" for text in (["; ".join(told)] if clauses else told))


def first_line(act: type[Action[Any]]) -> str:
    """What a verb means, in one line."""
    return next(paragraphs(act), "")


def paragraphs(act: type[Action[Any]]) -> Iterator[str]:
    """What a verb means, each paragraph in one line: the source breaks its lines where nobody's screen does."""
    parts = (inspect.getdoc(act) or "").split("\n\n")
    return (" ".join(part.split()) for part in parts)

"""What may be done now: the answer to `?`, grouped by question and verb, with rule ids and numbers to pick by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from referee.commands.answers import PASS, number_answers
from referee.game import Game
from referee.judge import Legal, candidates
from referee.notation import usage, write
from referee.prompt.choices import Choice, choices, for_question, reads_legal
from referee.prompt.may import answers_to_waiting, of_new
from referee.prompt.say import title
from referee.ruleset import Action, Ask, Form, LineError, UnknownName, slots_of

FEW = 9
"""Up to so many acts are listed each in full; of more, the verbs are."""

BROAD = 34
"""Columns of the longest verb with its words, for those behind it stand in one column."""

Verb = type[Action[Any]]


def menu(game: Game, numbered: bool = True) -> tuple[list[str], tuple[Choice, ...]]:
    """The lines of the menu, and the numbers on it; none where they are not wanted (`numbered`)."""
    ask = game.ask
    if ask is None:
        return ["Nothing more is to be done; `undo`, `log`, `show`, `note` still work, and `quit` leaves."], ()
    said = _of_waiting(game)
    then: list[str] = []
    groups = [(each, [a for a in game.legal() if a.ask == each]) for each in _reachable(game)]
    offered = _numbered(game, ask, groups[0][1]) if numbered else ()
    for i, (each, acts) in enumerate(groups):
        if i:  # that comes after it: only the verbs
            own = [cls.verb for cls in _verbs(game, each) if _possible(game, cls, each, acts)]
            then += [f"{title(game, each.side)} {', '.join(own)} [{each.rule}]"] if own else []
            continue
        may = ", or let it pass" if each.may else ""
        said.append(f"{title(game, each.side)} may now{may} [{each.rule}]: {each.question}".rstrip(": "))
        said += _rows(game, each, acts, offered)
    if then:
        said.append(f"Or go on to: {'; '.join(dict.fromkeys(then))}")
    asides = [cls.verb for cls in game.ruleset.actions if cls.aside]
    if asides:
        said.append(f"At any time: {', '.join(asides)}")
    said.append(f"Also: {', '.join(_commands(game, ask))}; `? VERB` explains a verb, `legal VERB` lists its ways")
    return said, offered


def _of_waiting(game: Game) -> list[str]:
    """What may be said to a line that waits, above what else may be done."""
    waits = answers_to_waiting(game)
    rows = [f"{word}: {does}" for word, does in waits.items()]
    return [f"A line waits. {'; '.join(rows)}. Or do something else:"] if waits else []


def _commands(game: Game, ask: Ask) -> Iterator[str]:
    """The commands that are wanted most now."""
    if ask.may:
        yield "decline"
    if ask.duty and not ask.may:
        yield from ("skip", "later")
    if ask.dice:
        yield "roll"
    if game.table.parked:
        yield "paid"
    yield from ("undo", "redo", "show", "why", "legal", "rule", "adjust", "help", "quit")


def _reachable(game: Game) -> Iterator[Ask]:
    """The open question, and those behind it as long as only windows are let pass."""
    for ask in game.asked():
        yield ask
        if not ask.may:
            return


def _verbs(game: Game, ask: Ask) -> list[Verb]:
    by_name = {cls.verb: cls for cls in game.ruleset.actions}
    return [by_name[verb] for verb in ask.verbs]


def _numbered(game: Game, ask: Ask, acts: Sequence[Legal]) -> tuple[Choice, ...]:
    """The acts of the open question if they are few, else its verbs; nothing while a number is itself an answer."""
    if number_answers(game):
        return ()
    lines = [write(legal.action) for legal in acts]
    asked = for_question(game)
    if asked and all(choice.line in lines for choice in asked):  # the numbers that the question has
        return tuple(Choice(choice.number, choice.line, f"{ask.side}> {choice.line}") for choice in asked)
    if len(lines) <= FEW and all(_listed(game, cls, ask, acts) for cls in _verbs(game, ask)):
        return choices(lines, [f"{ask.side}> {line}" for line in lines])
    verbs = [cls.verb for cls in _verbs(game, ask) if _possible(game, cls, ask, acts)]
    return choices(verbs, verbs)


def _of(cls: Verb, acts: Sequence[Legal]) -> list[Legal]:
    return [legal for legal in acts if type(legal.action) is cls]


def unlisted(game: Game) -> list[Verb]:
    """Verbs that may be used now though no act of theirs is among the legal ones: asides, free text, hidden names."""
    asked = [(ask, cls) for ask in _reachable(game) for cls in _verbs(game, ask)]
    acts = game.legal()
    hidden = [cls for ask, cls in asked if not _of(cls, acts) and not _listed(game, cls, ask, acts)]
    return [*hidden, *(cls for cls in game.ruleset.actions if cls.aside)]


def _listed(game: Game, cls: Verb, ask: Ask, acts: Sequence[Legal]) -> bool:
    """Whether all that a verb can say now is among the legal acts: no free text, no hidden names, no wide range."""
    for slot in slots_of(cls):
        unranged = slot.form is Form.NUMBER and not candidates(slot, game.seen)
        if slot.form in (Form.TEXT, Form.MEASURE, Form.POINT) or unranged:
            return slot.optional
        if slot.form is Form.NAME and (not candidates(slot, game.seen) or game.table.teach(slot.type, "new")):
            return slot.optional
    return True


def _possible(game: Game, cls: Verb, ask: Ask, acts: Sequence[Legal]) -> bool:
    return bool(_of(cls, acts)) or not _listed(game, cls, ask, acts)


def _example(game: Game, cls: Verb, side: str) -> str:
    """How a side writes a verb of which nothing that it could name is on file; "" where no example is for it now, or
    each would be flagged.
    """
    for line in cls.examples:
        with suppress(LineError):
            speaker = _speaker(game, line)
            if not speaker or (speaker == side and reads_legal(game, line)):
                return f"as in {line} "
    return ""


def _speaker(game: Game, line: str) -> str:
    """The side that a line would be said by; "" where it names what is not on file. Raises LineError."""
    try:
        return game.reader().read(line).side
    except UnknownName:
        return ""


def _rows(game: Game, ask: Ask, acts: Sequence[Legal], offered: Sequence[Choice]) -> Iterator[str]:
    numbers = {choice.word: choice.number for choice in offered}
    verbs = [cls for cls in _verbs(game, ask) if _possible(game, cls, ask, acts) or of_new(game, cls)]
    broad = min(max((len(usage(cls)) for cls in verbs), default=0), BROAD)
    for cls in verbs:
        own = _of(cls, acts)
        number = f"{numbers[cls.verb]})" if cls.verb in numbers else ""
        ways = f"{len(own)} ways" if len(own) > 1 else ""
        if of_new(game, cls) and not own:
            ways = _example(game, cls, ask.side)
        above = cls.rule == ask.rule or cls.verb == PASS  # the rule of the question, which a pass ends, stands there
        rule = "" if above else f"[{cls.rule}]"
        yield f"{number:>5} {usage(cls):<{broad}}  {ways:<7} {rule}".rstrip()
        told = {write(legal.action): "  (something is unknown)" if legal.needs else "" for legal in own}
        for line in sorted(told.keys() & numbers.keys() - {cls.verb}, key=lambda each: numbers[each]):
            yield f"{numbers[line]:>8}) {line}{told[line]}"

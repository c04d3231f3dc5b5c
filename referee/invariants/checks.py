"""What must hold of every table and every game. Each check raises AssertionError and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any

from referee.check import judge_transcript
from referee.commands import COMMANDS
from referee.digest import digest_of
from referee.game import Game
from referee.hands import differences
from referee.judge import candidates, judge, legal, walk
from referee.log import Entry
from referee.notation import Reader, write
from referee.ruleset import HOLDS, Action, Impossible, Kind, LineError, NotUnderstood, Ruleset, Table, slots_of
from referee.ruleset.action import first_findings, unfinished
from referee.ruleset.find import NoSuchRuleset, load_ruleset
from referee.transcript import read_transcript, write_transcript

Act = Action[Any]


def hides(ruleset: Ruleset[Any]) -> Iterator[str]:
    """The looking commands of the referee that cannot be typed in this game, in a sentence each. It is no fault."""
    looking = {command.name for command in COMMANDS if command.looks}
    for act in ruleset.actions:
        for word in sorted(looking & {act.verb, act.short}):
            yield f"The verb `{word}` hides the referee's own `{word}`, on which players and its help rely."
        if act.alias in looking:
            yield f"`{act.alias}` is the referee's own, and never means `{act.verb}`."


def well_formed(ruleset: Ruleset[Any], table: Table) -> None:
    """The table can be shown, asked and laid out, and nothing that the rules do by themselves is left undone."""
    assert table.side in ruleset.sides, f"no side is called {table.side!r}"
    assert table.winner in ("", "draw", *ruleset.sides), f"{table.winner!r} cannot win"
    assert table.winner or ruleset.consequences(table) is None, "a consequence is left undone"
    known, verbs = {*ruleset.rulebook.rules, *ruleset.rulebook.rulings}, {a.verb for a in ruleset.actions}
    ask = ruleset.asks(table)
    if ask is not None:
        assert ask.rule in known, f"the question cites {ask.rule!r}, which stands in no rulebook"
        assert ask.side in ruleset.sides, f"the question is for {ask.side!r}, which is no side"
        assert verbs >= {*ask.verbs}, f"the question names verbs that do not exist: {ask.verbs}"
        assert ask.verbs or ask.may, "a question that nothing answers, and that cannot be let pass"
    assert {d.rule for d in table.parked} <= known, f"a parked duty cites no rule: {table.parked}"
    json.dumps(dict(ruleset.state(table)))
    for lines in (ruleset.show(table), list(ruleset.status(table)), ruleset.checklist(table)):
        assert all(isinstance(line, str) for line in lines)
    layout = ruleset.layout(table)
    for key, value in layout.items():
        assert isinstance(value, str), f"the layout's {key} is no text"
        try:
            same = ruleset.put(table, key, value)
        except Impossible:
            continue
        changed = differences(layout, ruleset.layout(same))
        assert not changed, f"adjusting {key} to what it is changes {changed}"


def agree(ruleset: Ruleset[Any], table: Table, most: int) -> None:
    """All that `legal` offers is judged without a fault; what Enter does is no fault either."""
    before = digest_of(table)
    for offer in legal(ruleset, table, most):
        found = judge(ruleset, table, offer.action).findings
        faults = [f for f in found if f.kind in HOLDS]
        assert not faults, f"{offer.action.side}> {write(offer.action)} is offered, but {faults}"
    ask = ruleset.asks(table)
    for line in (ask.enter, ask.forced) if ask is not None else ():
        if not line or ask is None:
            continue
        act = Reader(table, ruleset.actions, ruleset.sides, lambda: (ask,)).read(f"{ask.side}> {line}")
        try:
            faults = [f for f in judge(ruleset, table, act).findings if f.kind in HOLDS]
        except Impossible:
            assert line != ask.forced, f"{line!r} is forced, but impossible"
            continue  # an Enter that asks for what it needs does nothing
        assert not faults, f"Enter does {line!r}, but {faults}"
    assert digest_of(table) == before, "judging changed the table"


def brute_force(ruleset: Ruleset[Any], table: Table, largest: int) -> int:
    """Every class with few enough combinations: the walk finds what trying all of them finds. How many there were."""
    if table.house:  # which only `judge` knows
        return 0
    count = 0
    for cls in ruleset.actions:
        if cls.during and getattr(table, cls.during) is None:
            continue
        fields = {s.field: list(_all_values(s, table)) for s in slots_of(cls)}
        if prod(len(v) for v in fields.values()) > largest:
            continue
        for side in ruleset.sides:
            walked = [act for act, _ in walk(cls, side, table)]
            assert len(walked) == len(set(walked)), f"the walk finds an act of {cls.verb} twice"
            every = (cls(side, *values) for values in product(*fields.values()))
            tried = {act for act in every if not is_fault(act, table) and _lists_may_grow(act, table)}
            missed, more = tried - {*walked}, {*walked} - tried
            assert not missed, f"the walk does not find {[write(a) for a in missed][:3]} ({side})"
            assert not more, f"the walk finds {[write(a) for a in more][:3]} ({side}), which is illegal"
            count += 1
    return count


def is_fault(act: Act, table: Table) -> bool:
    """Whether an act is impossible, or would be held by its own judge."""
    try:
        return any(f.kind in HOLDS for f in act.judge(table))
    except Impossible:
        return True


def _all_values(slot: Any, table: Table) -> Iterator[Any]:
    choices = candidates(slot, table)
    if slot.optional:
        yield slot.default
    if slot.told:
        return
    if slot.many:
        for size in range(1, slot.most + 1):
            yield from combinations(choices, size)
        return
    yield from (c for c in choices if not slot.optional or c != slot.default)


def _lists_may_grow(act: Act, table: Table) -> bool:
    """Whether all beginnings of the lists are free of illegal and impossible items: the walk grows no others."""
    begun: dict[str, Any] = {}
    for slot in slots_of(type(act)):
        value = getattr(act, slot.field)
        for size in range(1, len(value) if slot.many else 0):
            shorter = unfinished(type(act), act.side, **begun, **{slot.field: value[:size]})
            try:
                if any(f.kind is Kind.ILLEGAL for f in first_findings(shorter, table)):
                    return False
            except Impossible:
                return False
        begun[slot.field] = value
    return True


def reads_back(reader: Reader, act: Act) -> None:
    """The canonical line of an act is read as that act."""
    line = f"{act.side}> {write(act)}"
    try:
        again = reader.read(line)
    except LineError as error:
        raise AssertionError(f"{line!r} was written, but is not read: {error.message}") from error
    assert again == act, f"{line!r} was written for {act}, but is read as {again}"


def is_refused(reader: Reader, act: Act) -> None:
    """A number just past its range is no notation."""
    line = f"{act.side}> {write(act)}"
    try:
        again = reader.read(line)
    except NotUnderstood:
        return
    raise AssertionError(f"{line!r} is past the allowed range, but is read as {again}")


def replays(game: Game) -> None:
    """The fold of the stored entries is the live table, and the digest kept up to date is that of the whole table."""
    full = digest_of(game.table)
    assert full == game.timeline.digest, "the digest that was kept up to date is not that of the table"
    for entry in game.log.entries:
        stored = json.loads(json.dumps(entry.to_json(), ensure_ascii=False))
        assert Entry.from_json(stored) == entry, f"entry {entry.number} is not read as it was written: {stored}"
    again = Game(game.ruleset, game.log)
    assert again.table == game.table, f"the replay differs: {_difference(game, again)}"
    assert again.timeline.digest == full, "the replay has another digest"
    assert again.held == game.held, f"held: {game.held}, in the replay {again.held}"
    assert len(again.timeline.undone) == len(game.timeline.undone), "the replay can bring back other acts"


def comes_back_from_transcript(game: Game) -> None:
    """The transcript of a game leads to the same table. Only for a ruleset that is installed."""
    try:
        if load_ruleset(game.ruleset.name) is not game.ruleset:
            return
    except NoSuchRuleset:
        return
    text = write_transcript(game)
    result = judge_transcript(read_transcript(text.encode()))
    lost = [f"{f.line}: {f.message}" for f in result.failed]
    assert not lost, f"the transcript has lines that fail: {lost[:3]}"
    assert result.game.table == game.table, f"the transcript leads elsewhere: {_difference(game, result.game)}"


def _difference(one: Game, other: Game) -> str:
    layouts = (one.ruleset.layout(one.table), one.ruleset.layout(other.table))
    found = differences(*layouts)
    return str(found[:5]) if found else f"the layouts are the same; {one.ask} and {other.ask}"

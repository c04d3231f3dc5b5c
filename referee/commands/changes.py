"""What a correction changes, in words: verdict, meaning and result of each later entry, and what hands must do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.components.wording import listed
from referee.edits import Change, Rerun, flags
from referee.game import Game
from referee.hands import NONE, differences
from referee.log import Entry
from referee.review.log import seen
from referee.ruleset import Table
from referee.telling import as_typed, many, said_by, tell_stored

MANY = 8
"""Differences of one entry that are told."""


def preview_lines(game: Game, run: Rerun) -> list[str]:
    """Old and new line, every later entry that changes, the question that is then open, and how to answer."""
    lines: list[str] = []
    for change in run.of("fixed", "inserted", "dropped"):
        lines += _edited(game, change, run.edits[0].number)
    told = changes_told(game, run)
    changed = [c for c in run.changes if c.number in told]
    if not changed:
        last = game.timeline.steps[game.timeline.last_act()].entry.number
        edited = {edit.number for edit in run.edits if edit.how != "insert"}
        lines.append("nothing came after it" if last in edited else "no later entry changes")
    else:
        lines.append(f"{many(len(changed), 'later entry changes', 'later entries change')}:")
    for change in changed:
        assert change.old is not None
        lines.append(f"#{change.number} {said_by(change.old)}")
        lines += [f"  {text}" for text in told[change.number]]
    after = run.steps[-1].table if run.steps else _table_at(game, run.kept)
    lines += _asked(game, game.table, after)
    lines += on_the_table(game, after)
    return [*lines, *_choices(run)]


def changes_told(game: Game, run: Rerun) -> dict[int, list[str]]:
    """What is different about each later entry that changes, by its number."""
    later = (c for c in run.changes if c.status not in ("fixed", "inserted", "dropped"))
    return {c.number: told for c in later if (told := _told(game, c))}


def numbered(numbers: Iterable[int]) -> str:
    """Entries by their numbers, in words: `entry 7`, `entries 7, 8 and 9`."""
    found = list(map(str, numbers))
    return f"{'entry' if len(found) == 1 else 'entries'} {listed(found)}"


def on_the_table(game: Game, after: Table) -> list[str]:
    """What hands would have to do so that the table is as `after`."""
    return [f"on the table: {hand}" for hand in game.hands(game.table, after, mending=True)]


def _table_at(game: Game, kept: int) -> Table:
    return game.timeline.steps[kept - 1].table if kept else game.timeline.start


def _edited(game: Game, change: Change, number: int) -> Iterator[str]:
    if change.status == "inserted":
        assert change.new is not None
        yield f"new, before entry {number}: {as_typed(change.new)}"
    else:
        assert change.old is not None
        yield f"entry {change.number} was: {as_typed(change.old)}"
        yield f"entry {change.number} is:  {as_typed(change.new) if change.new else 'nothing (dropped)'}"
    yield from (f"  {text}" for text in _verdict(change.old, change.new) if change.new)
    yield from (f"  {text}" for text in results_told(game, change))


def _told(game: Game, change: Change) -> list[str]:
    """What is different about a later entry; nothing if all is as it was."""
    if change.status == "impossible":
        return [f"IMPOSSIBLE now: {change.why} It must be dropped."]
    if change.status == "moot":
        return ["moot now: what it answers is not asked"]
    if change.status == "absorbed":
        return ["now the only choice, so the referee does it"]
    said = list(_verdict(change.old, change.new))
    if change.old and change.new and (change.old.side, change.old.line) != (change.new.side, change.new.line):
        said.append(f"is read now as: {said_by(change.new)}")
    return [*said, *results_told(game, change)]


def _verdict(old: Entry | None, new: Entry | None) -> Iterator[str]:
    """Findings that come and go."""
    rows = [dict(row) for row in (old.findings if old else ())]
    now = [dict(row) for row in (new.findings if new else ())]
    yield from (f"now {tell_stored(row)}" for row in now if row not in rows)
    gone = [row for row in rows if row not in now and (row.get("kind"), row.get("rule")) in flags(old)]
    yield from (f"no longer {tell_stored(row)}" for row in gone)


def results_told(game: Game, change: Change) -> list[str]:
    """What it did to the table then and does now, where that differs, and what followed by the rules."""
    was = _moved(game, change.tables[0], change.tables[1])
    now = _moved(game, change.tables[2], change.tables[3])
    said = []
    for key in dict.fromkeys((*was, *now)):
        if not _alike(was.get(key), now.get(key)):
            said.append(f"{key}: then {_move(was.get(key))}, now {_move(now.get(key))}")
    if len(said) > MANY:
        said = [*said[:MANY], f"and {len(said) - MANY} more places"]
    old = change.old.consequences if change.old else ()
    new = change.new.consequences if change.new else ()
    if not game.viewer:
        said += [f"no longer: {text}" for text in old if text not in new]
        said += [f"now also: {text}" for text in new if text not in old]
    return said


Moved = tuple[str, str]


def _moved(game: Game, before: Table, after: Table) -> Mapping[str, Moved]:
    if before is after:
        return {}
    layout = game.ruleset.layout
    found = differences(layout(seen(game, before)), layout(seen(game, after)))
    return {key: (old, new) for key, old, new in found}


def _move(moved: Moved | None) -> str:
    return f"{moved[0] or NONE} -> {moved[1] or NONE}" if moved else "unchanged"


def _alike(was: Moved | None, now: Moved | None) -> bool:
    """The same movement; of a count, so many more or fewer, whatever it was before."""
    if was is None or now is None:
        return was == now
    numbers = [text or "0" for text in (*was, *now)]
    if was == now or not all(map(str.isdecimal, numbers)):
        return was == now
    a, b, c, d = map(int, numbers)
    return b - a == d - c


def _asked(game: Game, before: Table, after: Table) -> Iterator[str]:
    """The question that is open afterwards, where it is another one."""
    then = None if before.winner else game.ruleset.asks(before)
    now = None if after.winner else game.ruleset.asks(after)
    if after.winner != before.winner:
        sides = game.ruleset.sides
        won = f"the game is then won by {sides.get(after.winner, after.winner)}"
        yield won if after.winner else "the game goes on then"
    if now and now != then:
        side = game.ruleset.sides.get(now.side, now.side)
        yield f"open then: {side}: {now.question or ', '.join(now.verbs)} [{now.rule}]"


def open_question(game: Game, before: Table) -> list[str]:
    """The same after it was kept."""
    return [text.replace(" then", "") for text in _asked(game, before, game.table)]


def _choices(run: Rerun) -> Iterator[str]:
    stuck = [str(c.number) for c in run.of("impossible")]
    flagged = [str(c.number) for c in run.changes if c.newly_flagged and c.status == "again"]
    if stuck:
        yield f"`keep dropping {','.join(stuck)}` keeps it without what is impossible, Enter gives it up"
    else:
        yield "`keep` keeps it, Enter gives it up"
    if flagged:
        numbers = ",".join([*stuck, *flagged])
        stand = "what breaks a rule now then stands" + (' (keep "why")' if not stuck else "")
        yield f"{stand}; `keep dropping {numbers}` drops it too"

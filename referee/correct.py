"""Correcting an old entry: everything from there on is judged again, on the tables as they then are.

Pure: nothing is written, and the game that is corrected stays as it is. Dice keep their values and sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.answer import Answer
from referee.dice import Dice, Source
from referee.edits import Change, Edit, Group, Rerun, flags
from referee.fold import REFEREE, Step
from referee.game import Game
from referee.judge import Verdict, judge
from referee.log import Entry, Log
from referee.notation import Reader
from referee.past import go_past
from referee.ruleset import BREACHES, HOLDS, Action, Ask, Impossible, LineError, Ruleset, Table, slots_of

Enter = Callable[[Game, str], Answer]
"""Enters a line of the players: a report or a command."""

def implied(ruleset: Ruleset[Any], table: Table, passed: Sequence[Step], entry: Entry) -> bool:
    """Whether reading an act passes over the same questions; not so where their first cause was undone."""
    if entry.kind not in ("act", "stand"):
        return False
    try:
        act = Reader(table, ruleset.actions, ruleset.sides).read(f"{entry.side}> {entry.line}")
        asks = judge(ruleset, table, act).passed
    except LineError:
        return False  # possible only behind what was passed over
    return [ask.rule for ask in asks] == [step.entry.answers for step in passed]


def step_of(game: Game, number: int) -> int:
    """Where an entry of the players, or the held line that it let stand, is among the steps. Raises Impossible."""
    for i, step in enumerate(game.timeline.steps):
        if number in (step.entry.number, *step.entry.of) and step.entry.by != REFEREE:
            return i
    if not 1 <= number <= len(game.log.entries):
        raise Impossible(f"There is no entry {number}; the record has {len(game.log.entries)}.")
    if any(step.entry.number == number for step in game.timeline.steps):
        raise Impossible(f"Entry {number} is the referee's own: it follows from what was reported. Correct that.")
    raise Impossible(f"Entry {number} does not count now: it was undone, taken back or dropped, or it only looks back.")


def rerun(game: Game, edits: tuple[Edit, ...], enter: Enter) -> Rerun:
    """Judge the game again with some corrections; without any, all of it.

    Raises LineError where a new line cannot be entered.
    """
    return _Rerun(game, edits, enter).run()


class _Rerun:
    """One run: a scratch game that begins before the first correction."""

    def __init__(self, game: Game, edits: tuple[Edit, ...], enter: Enter) -> None:
        self.game, self.edits, self.enter = game, edits, enter
        self.inserts = {edit.number: edit for edit in edits if edit.how == "insert"}
        self.by_number = {edit.number: edit for edit in edits if edit.how != "insert"}
        self.number = len(game.log.entries) + 1 + (game.held is not None)
        first = min((step_of(game, edit.number) for edit in edits), default=0)
        steps = game.timeline.steps
        while first > 0 and steps[first - 1].entry.by == REFEREE:
            first -= 1
        self.first = first
        self.scratch = Game(game.ruleset, Log.memory(game.log.header), game.clock)
        self.scratch.timeline.start = game.timeline.start
        self.scratch.timeline.first = game.timeline.first
        self.scratch.timeline.steps = steps[:first]
        self.changes: list[Change] = []
        self.steps: list[Step] = []
        self.own = [step for step in steps[first:] if step.entry.by == REFEREE]

    def run(self) -> Rerun:
        """All of it."""
        groups = list(self._groups())
        due = len(self.edits)
        self.scratch.go_on()
        self._adopt(lambda e: e)
        for i, group in enumerate(groups):
            if group.step:
                due -= sum(group.step.entry.number in edits for edits in (self.inserts, self.by_number))
            self._again(group)
            if self.edits and not due and self.scratch.timeline.digest == group.steps[-1].digest:
                rest = [step for later in groups[i + 1 :] for step in later.steps]
                self.steps += rest  # the table is as it was: so is all that follows
                break
        kept, steps = self.first, self.steps
        old = self.game.timeline.steps
        while steps and kept < len(old) and steps[0].entry == old[kept].entry:
            kept, steps = kept + 1, steps[1:]
        return Rerun(self.edits, kept, tuple(steps), tuple(self.changes))

    def _groups(self) -> Iterator[Group]:
        table = self.scratch.table
        group = Group(table, table)
        for step in self.game.timeline.steps[self.first :]:
            own, kind = step.entry.by == REFEREE, step.entry.kind
            if group.step and (not own or kind in ("close", "skip")):
                yield group
                group = Group(group.after, group.after)
            group.steps.append(step)
            group.after = step.table
            if not own:
                group.step = step
            elif not group.step and kind != "roll" and (group.passed or kind != "act"):
                group.passed.append(step)
            elif not group.step and kind == "act":  # a forced answer of before
                group.before = step.table
        if group.steps:
            yield group

    def _again(self, group: Group) -> None:
        """One entry of the players, judged again or corrected."""
        before = self.scratch.table
        for step in group.steps:
            if step.entry.by == REFEREE and step.entry.kind == "roll":
                self._carry(step.entry)
        if group.step is None:
            self._pass_over(group.passed)
            self.scratch.go_on()
            self._adopt(lambda e: e)
            return
        entry = group.step.entry
        insert, edit = self.inserts.get(entry.number), self.by_number.get(entry.number)
        if insert:
            new = self._new_line(insert.line, self.number, None)
            now = self.scratch.table
            self.changes.append(Change(self.number, "inserted", None, new, (now, now, before, now)))
            before = now
        if edit and edit.how == "fix":
            status, why, got = "fixed", "", self._new_line(edit.line, entry.number, entry)
        elif edit and edit.how == "drop":
            status, why, got = "dropped", "", None
        elif group.step.fault:
            status, why, got = "impossible", group.step.fault, None
        else:
            if not implied(self.game.ruleset, group.before, group.passed, entry):
                self._pass_over(group.passed)
            status, why, got = self._old_entry(entry, self._table_before(group))
        if got is None:
            self._keep_dice(entry)
        tables = (group.before, group.after, before, self.scratch.table)
        self.changes.append(Change(entry.number, status, entry, got, tables, why))

    def _table_before(self, group: Group) -> Table:
        return group.passed[-1].table if group.passed else group.before

    def _new_line(self, line: str, number: int, old: Entry | None) -> Entry:
        """A new line of the players is entered. Raises LineError."""
        viewer, self.scratch.viewer = self.scratch.viewer, self.game.viewer
        before, count = self.scratch.timeline.steps[-1:], len(self.scratch.timeline.steps)
        answer = self.enter(self.scratch, line)
        self.scratch.viewer = viewer
        if answer.error is not None:
            raise answer.error
        if self.scratch.timeline.steps[-1:] == before:
            raise Impossible("That was done already by the referee at that place.")
        if sum(step.entry.by != REFEREE for step in self.scratch.timeline.steps[count:]) > 1:
            raise Impossible("That makes two entries at one place: write the first, and `insert` the other behind it.")
        found = self._adopt(lambda e: self._corrected(e, number, old))
        assert found is not None
        return found

    def _corrected(self, entry: Entry, number: int, old: Entry | None) -> Entry:
        dice: Dice = tuple({**die, "source": str(Source.LATE)} for die in entry.dice)
        if old and [d["value"] for d in old.dice] == [d["value"] for d in dice]:
            dice = old.dice
        return replace(entry, number=number, dice=dice)

    def _old_entry(self, entry: Entry, table: Table) -> tuple[str, str, Entry | None]:
        """An entry as it was, entered again: its status now, why, and the entry that it became."""
        try:
            status = self._report(entry, table) if entry.kind in ("act", "stand") else self._other(entry, table)
        except LineError as error:
            return ("moot" if self._vanished(entry, table) else "impossible"), error.message, None
        if status:
            return status, "", None
        return "again", "", self._adopt(lambda e: _as_before(e, entry))

    def _report(self, entry: Entry, table: Table) -> str:
        line = f"{entry.side}> {entry.line}"
        try:
            act = self.scratch.reader().read(line)
            if not slots_of(type(act)) and not self._reached(act, table):
                return "moot"
            verdict: Verdict | None = self.scratch.judge_act(act)
        except LineError:
            verdict = None
        if verdict and _breaks(verdict) - flags(entry) and self._vanished(entry, table):
            return "moot"
        answer = self.scratch.report(line, entry.by, stands=entry.why)
        if answer.error:
            raise answer.error
        return "absorbed" if answer.status == "known" else ""

    def _reached(self, act: Action[Any], table: Table) -> bool:
        """Whether the question that an act of one word answered is still asked; then windows before it are let pass.

        Such a word (`pass`) says nothing but what it answers, so it answers that question or none.
        """
        then = self.game.ruleset.asks(table)
        if then is None or act.verb not in (*then.verbs, *then.early) or act.side != then.side:
            return True
        where = _where(table, then)
        if not any(_where(place.table, place.ask) == where for place in self.scratch.chain()):
            return False
        while (ask := self.scratch.ask) and ask.may and _where(self.scratch.table, ask) != where:
            self.scratch.pass_over(ask)
            self._adopt(lambda e: e)
        return True

    def _other(self, entry: Entry, table: Table) -> str:
        """A question gone past, a change, an end: made again where it still means something."""
        ask = self.scratch.ask
        if entry.kind in ("close", "skip", "later"):
            if ask is None or not _same_question(ask, entry):
                return "moot"
            go_past(self.scratch, entry.kind, entry.by)
            return ""
        if entry.kind in ("resign", "agree"):
            if self.scratch.table.winner:
                return "moot"
            self.scratch.end(entry.kind, entry.side, entry.by)
            return ""
        data = dict(entry.data)
        if entry.kind == "paid":
            debt = table.parked[int(str(data["item"])) - 1]
            if debt not in self.scratch.table.parked:
                return "moot"
            data["item"] = self.scratch.table.parked.index(debt) + 1
            entry = replace(entry, line=f"paid {data['item']}")
        self.scratch.change(entry.kind, entry.line, data, entry.by, entry.why, entry.dice, entry.side)
        return ""

    def _vanished(self, entry: Entry, table: Table) -> bool:
        """Whether an entry was the answer to a question that is not asked now, and nothing without it.

        It was one if the question belongs to an object (`during`), is a duty, a window, or asks for dice; if Enter
        gives that answer; or if an earlier act brought it about, so that it was not the first one of its step.
        """
        ask, verb = self.game.ruleset.asks(table), entry.line.partition(" ")[0]
        if ask is None or verb not in ask.verbs or entry.side != ask.side:
            return False
        if any(verb in a.verbs and (a.side, a.rule) == (ask.side, ask.rule) for a in self.scratch.chain().asks()):
            return False
        if ask.duty or ask.enter.partition(" ")[0] == verb:
            return True
        during = next((a.during for a in self.game.ruleset.actions if a.verb == verb), "")
        return bool(during or ask.dice or ask.may and not ask.step or ask.rule != self._first_rule(table))

    def _first_rule(self, table: Table) -> str:
        """The rule of the first question of the step in which a table of the game is."""
        place = (table.turn, table.side, table.step)
        for t in (self.game.timeline.start, *(step.table for step in self.game.timeline.steps)):
            if (t.turn, t.side, t.step) == place and (ask := self.game.ruleset.asks(t)):
                return ask.rule
        return ""

    def _pass_over(self, passed: Sequence[Step]) -> None:
        """Questions that stay passed though the line that caused it was undone; those that still are open."""
        for step in passed:
            ask = self.scratch.ask
            if ask and step.entry.kind != "act" and _same_question(ask, step.entry):
                self.scratch.pass_over(ask)
                self._adopt(lambda e: e)

    def _keep_dice(self, entry: Entry) -> None:
        """The dice of an entry that no longer counts stay in the record: they were thrown."""
        if entry.dice:
            self._carry(replace(entry, kind="roll", line=f"kept of {entry.line}", verdict="moot", findings=(), of=()))

    def _carry(self, old: Entry) -> None:
        self.scratch.change("roll", old.line, {}, REFEREE)
        self._adopt(lambda e: e, lambda e: replace(old, kind="roll", by=REFEREE, consequences=(), digest=e.digest))

    def _adopt(
        self, players: Callable[[Entry], Entry], own: Callable[[Entry], Entry] | None = None
    ) -> Entry | None:
        """Take over the steps that the scratch game made since the last time; the entry of the players among them."""
        found = None
        steps = self.scratch.timeline.steps
        at = self.first + len(self.steps)
        for i, step in enumerate(steps[at:], at):
            if step.entry.by != REFEREE:
                found = entry = players(step.entry)
            else:
                entry = (own or self._derived)(step.entry)
            steps[i] = replace(step, entry=entry)  # what is told of it later has the number of the record
            self.steps.append(steps[i])
        return found

    def _derived(self, entry: Entry) -> Entry:
        """An entry of the referee's own: the number and time that it had, if it is an old one."""
        for i, step in enumerate(self.own):
            old = step.entry
            if (old.kind, old.side, old.line, old.answers) == (entry.kind, entry.side, entry.line, entry.answers):
                del self.own[: i + 1]
                return replace(entry, number=old.number, time=old.time)
        return replace(entry, number=self.number)


def _where(table: Table, ask: Ask) -> tuple[object, ...]:
    """Where in the game a question is asked."""
    return table.turn, table.step, ask.side, ask.rule


def _same_question(ask: Ask, entry: Entry) -> bool:
    """Whether the open question is the one that an entry went past."""
    same = (ask.side, ask.rule) == (entry.side, entry.answers)
    return same and ask.may == (entry.kind == "close") and bool(ask.may or ask.duty)


def _breaks(verdict: Verdict) -> set[tuple[str, str]]:
    return {(str(f.kind), f.rule) for f in verdict.findings if f.kind in BREACHES}


def _as_before(new: Entry, old: Entry) -> Entry:
    """An entry judged again: what does not depend on the table is as it was."""
    flagged = any(row.get("kind") in HOLDS for row in new.findings)
    kind = old.kind if flagged or new.kind not in ("act", "stand") else "act"
    why = old.why if flagged or new.kind not in ("act", "stand") else ""
    ruled = old.ruled if kind != "act" or flagged else ""
    of = old.of if kind == old.kind else ()
    data = {**old.data, **new.data}
    new = replace(new, kind=kind, why=why, ruled=ruled, of=of, data=data)
    return replace(new, number=old.number, side=old.side, time=old.time, by=old.by, dice=old.dice)

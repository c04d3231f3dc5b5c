"""One game: reports come in, are judged, become entries, and change the table. The only way to change anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from referee.catalogue import learned
from referee.course import enact, forced_act, pass_over
from referee.dice import Dice, Source, dice_of
from referee.fold import REFEREE, Step, Timeline, changed_by, end_of_game
from referee.hands import hand_movements
from referee.judge import Chain, Legal, Verdict, judge, legal, missed
from referee.log import Entry, Log
from referee.notation import Reader, check_text, write
from referee.ruleset import (
    HOLDS,
    Action,
    Ask,
    Finding,
    Impossible,
    Kind,
    LineError,
    Ruleset,
    Setup,
    Table,
)

Clock = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee says to a line.

    status    "ok", "held" (flagged, waits for `stand` or Enter), "failed" (nothing happened), "known" (done already)
    side      who acts
    line      the canonical spelling, full names
    findings  what was found, the gravest first as the rules gave them
    said      what the rules made happen: "rule: what"
    hands     what to do with the real pieces
    entries   what was written
    error     why the line failed
    """

    status: str
    side: str = ""
    line: str = ""
    findings: tuple[Finding, ...] = ()
    said: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    error: LineError | None = None


class Game:
    """A game in progress, or one that is read again.

    `clock` gives the time of an entry as ISO 8601 text; nothing else here knows the time.
    """

    def __init__(self, ruleset: Ruleset[Any], log: Log, clock: Clock = lambda: "") -> None:
        """Open a game on a record. Raises BrokenRecord when an entry can no longer be played."""
        self.ruleset = ruleset
        self.log = log
        self.clock = clock
        rulings = {**ruleset.rulebook.defaults(), **log.header.rulings}
        start = ruleset.start(Setup(rulings, log.header.options))
        self.timeline = Timeline(ruleset, learned(ruleset, start, log.header.components))
        self._chain: Chain | None = None
        self._legal: tuple[Table, list[Legal]] | None = None
        for entry in log.entries:
            self.timeline.take(entry)

    @property
    def table(self) -> Table:
        """The table as it is now; a held line is not on it."""
        return self.timeline.table

    @property
    def held(self) -> Entry | None:
        """The flagged line that waits for `stand` or for being taken back."""
        return self.timeline.held

    @property
    def ask(self) -> Ask | None:
        """The first thing that is open; None when the game is over."""
        return None if self.table.winner else self.ruleset.asks(self.table)

    def asked(self) -> list[Ask]:
        """The open question, and those behind it that a line may answer as well."""
        return list(self.chain().asks())

    def chain(self) -> Chain:
        """The open questions of the table as it is now."""
        if self._chain is None or self._chain.table is not self.table:
            self._chain = Chain(self.ruleset, self.table)
        return self._chain

    def legal(self) -> list[Legal]:
        """All acts that are legal now; worked out once for each table."""
        if self._legal is None or self._legal[0] is not self.table:
            self._legal = (self.table, [] if self.table.winner else legal(self.ruleset, self.table))
        return self._legal[1]

    def reader(self) -> Reader:
        """What reads lines against the table as it is now."""
        return Reader(self.table, self.ruleset.actions, self.ruleset.sides, self.chain().asks)

    def judge(self, line: str) -> Verdict:
        """What would be said to a line; nothing is written. Raises LineError."""
        return self.judge_act(self.reader().read(line))

    def judge_act(self, act: Action[Any]) -> Verdict:
        """What would be said to an act; nothing is written. Raises Impossible."""
        return judge(self.ruleset, self.table, act, self.chain())

    def report(self, line: str, by: str = "", stands: str | None = None, dice: Source = Source.TABLE) -> Answer:
        """Take a report. `by` is who typed it; `stands` is why a flagged line stands at once; `dice` where they came from.

        A line that fails changes nothing. A flagged line is held unless it stands; any act but `stand` takes the held
        one back first.
        """
        try:
            act = self.reader().read(line)
            check_text(f"{act.side}> {write(act)}")  # the record must be able to read it again
            verdict = self.judge_act(act)
        except LineError as error:
            return Answer("failed", line=line, findings=(error.finding(),), error=error)
        if self._done_already(act):
            return Answer("known", act.side, write(act))
        before, count = self.table, len(self.log.entries)
        if not act.aside:
            self._take_back(by)
        grave = {f.kind for f in verdict.findings} & HOLDS
        if grave and stands is None:
            entry = self._entry(
                "held",
                act.side,
                write(act),
                by=by,
                verdict="held",
                findings=_plain(verdict.findings),
                dice=dice_of(act, dice),
            )
            self.timeline.take(entry)
            self.log.append(entry)
            return Answer("held", act.side, write(act), verdict.findings, entries=self._since(count))
        said = self._commit(verdict, "act", by, stands or "" if grave else "", dice_of(act, dice))
        return Answer("ok", act.side, write(act), verdict.findings, said, self._hands(before), self._since(count))

    def stand(self, why: str = "", by: str = "", ruled: str = "") -> Answer:
        """The held line stands, though a rule is broken. Raises Impossible when nothing is held."""
        held = self.held
        if held is None:
            raise Impossible("No flagged line is waiting, so nothing to let stand.")
        before, count = self.table, len(self.log.entries)
        verdict = self.judge(f"{held.side}> {held.line}")
        self.timeline.held = None
        said = self._commit(verdict, "stand", by, why, held.dice, of=(held.number,), ruled=ruled)
        return Answer("ok", held.side, held.line, verdict.findings, said, self._hands(before), self._since(count))

    def take_back(self, by: str = "") -> Answer:
        """The held line is taken back. Raises Impossible when nothing is held."""
        held = self.held
        if held is None:
            raise Impossible("No flagged line is waiting, so nothing to take back.")
        count = len(self.log.entries)
        self._take_back(by)
        return Answer("ok", held.side, held.line, entries=self._since(count))

    def decline(self, by: str = "") -> Answer:
        """The open window is let pass. Raises Impossible when none is open."""
        ask = self.ask
        if ask is None or not ask.may:
            raise Impossible("No window is open that could be let pass.", rule=ask.rule if ask else "notation")
        before, count = self.table, len(self.log.entries)
        self._take_back(by)
        said = (*self._pass_over(ask, by), *self._forced())
        return Answer("ok", ask.side, "decline", (), said, self._hands(before), self._since(count))

    def skip(self, by: str = "") -> Answer:
        """The table goes past the open duty on purpose; it stays on the list of open items.

        Raises Impossible when no duty is open that can be skipped.
        """
        ask = self.ask
        if ask is None or ask.may or not ask.duty:
            raise Impossible("No duty is open that could be skipped.", rule=ask.rule if ask else "notation")
        before, count = self.table, len(self.log.entries)
        self._take_back(by)
        found = (missed(self.ruleset, ask),)
        said = (*self._pass_over(ask, by, found), *self._forced())
        return Answer("ok", ask.side, "skip", found, said, self._hands(before), self._since(count))

    def undo(self, by: str = "") -> Answer:
        """Take the last player action back with all its consequences. Raises Impossible when there is none."""
        return self._turn_back("undo", by)

    def redo(self, by: str = "") -> Answer:
        """Bring back what was undone last. Raises Impossible when there is nothing."""
        return self._turn_back("redo", by)

    def _turn_back(self, kind: str, by: str) -> Answer:
        if kind == "undo" and self.timeline.last_act() < 0 or kind == "redo" and not self.timeline.undone:
            raise Impossible(f"There is nothing to {kind}.")
        before, count = self.table, len(self.log.entries)
        self._take_back(by)
        steps: list[Step] = self.timeline.undo() if kind == "undo" else self.timeline.redo()
        first = next((s.entry for s in steps if s.entry.by != REFEREE), steps[0].entry)
        of = tuple(s.entry.number for s in steps)
        self.log.append(self._entry(kind, first.side, "", by=by, of=of, digest=f"{self.timeline.digest:016x}"))
        line = first.line or first.kind
        return Answer("ok", first.side, line, (), (), self._hands(before), self._since(count))

    def change(self, kind: str, line: str, data: Mapping[str, Any], by: str = "", why: str = "", dice: Dice = ()) -> Answer:
        """An adjustment, ruling, house rule or note: `data` holds what is set. Raises Impossible."""
        before, count = self.table, len(self.log.entries)
        table = changed_by(self.ruleset, self.table, kind, data)
        verdict = "adjusted" if kind == "adjust" else "ok"
        side = self.ask.side if dice and self.ask else ""
        self._push(self._entry(kind, side, line, by=by, why=why, verdict=verdict, data=data, dice=dice), table)
        said = self._forced()
        return Answer("ok", "", line, (), said, self._hands(before), self._since(count))

    def end(self, kind: str, side: str, by: str = "") -> Answer:
        """`resign` of a side, or `agree` on a draw. Raises Impossible when the game is over already."""
        if self.table.winner:
            raise Impossible(f"The game is over already ({self.table.winner}).")
        count = len(self.log.entries)
        self._take_back(by)
        self._push(self._entry(kind, side, kind, by=by), end_of_game(self.table, kind, side, self.ruleset.sides))
        return Answer("ok", side, kind, entries=self._since(count))

    def _commit(
        self,
        verdict: Verdict,
        kind: str,
        by: str,
        why: str,
        dice: Dice,
        of: tuple[int, ...] = (),
        ruled: str = "",
    ) -> tuple[str, ...]:
        """Write an act with what it passes over before it and what is forced after it."""
        said: list[str] = []
        for ask in verdict.passed:
            said += self._force(ask) if ask.forced else self._pass_over(ask, REFEREE)
        table, happened = enact(self.ruleset, self.table, verdict.action)
        kinds = {f.kind for f in verdict.findings}
        stands = "illegal-stands" if Kind.ILLEGAL in kinds else "omission-stands" if Kind.OMISSION in kinds else "ok"
        ask_now = self.ask
        entry = self._entry(
            kind,
            verdict.action.side,
            write(verdict.action),
            by=by,
            verdict=stands,
            findings=_plain(verdict.findings),
            consequences=happened,
            dice=dice,
            answers=ask_now.rule if ask_now else "",
            why=why,
            of=of,
            ruled=ruled,
        )
        self._push(entry, table)
        return (*said, *happened, *self._forced())

    def _pass_over(self, ask: Ask, by: str, found: tuple[Finding, ...] = ()) -> tuple[str, ...]:
        table, happened = pass_over(self.ruleset, self.table, ask)
        entry = self._entry(
            "close" if ask.may else "skip",
            ask.side,
            "",
            by=by,
            verdict="omission-stands" if found else "ok",
            findings=_plain(found),
            consequences=happened,
            answers=ask.rule,
        )
        self._push(entry, table)
        return happened

    def _forced(self) -> tuple[str, ...]:
        """Answers that are the only possible ones are made, announced and written by the referee."""
        said: list[str] = []
        while (ask := self.ask) is not None and ask.forced:
            said += self._force(ask)
        return tuple(said)

    def _force(self, ask: Ask) -> tuple[str, ...]:
        act = forced_act(self.ruleset, self.table, ask)
        table, happened = enact(self.ruleset, self.table, act)
        self._push(self._entry("act", act.side, write(act), by=REFEREE, answers=ask.rule, consequences=happened), table)
        return (f"{ask.rule}: {write(act)} (the only choice)", *happened)

    def _done_already(self, act: Action[Any]) -> bool:
        """A player repeats what the referee just did as the only choice: that is no second act."""
        if any(act.verb in a.verbs and a.side == act.side for a in islice(self.chain().asks(), 1)):
            return False
        for step in reversed(self.timeline.steps):
            if step.entry.by != REFEREE:
                return False
            if step.entry.kind == "act" and (step.entry.side, step.entry.line) == (act.side, write(act)):
                return True
        return False

    def _take_back(self, by: str) -> None:
        held = self.held
        if held is None:
            return
        entry = self._entry("back", held.side, held.line, by=by, verdict="withdrawn", of=(held.number,))
        self.timeline.take(entry)
        self.log.append(entry)

    def _push(self, entry: Entry, table: Table) -> None:
        entry = replace(entry, digest=self.timeline.digest_with(table))
        self.timeline.push(entry, table)
        self.log.append(entry)

    def _entry(self, kind: str, side: str, line: str, **fields: Any) -> Entry:
        return Entry(len(self.log.entries) + 1, kind, side, line, time=self.clock(), **fields)

    def _hands(self, before: Table) -> tuple[str, ...]:
        return hand_movements(self.ruleset, before, self.table)

    def _since(self, count: int) -> tuple[Entry, ...]:
        return tuple(self.log.entries[count:])


def _plain(findings: tuple[Finding, ...]) -> tuple[Mapping[str, str], ...]:
    """Findings as they stand in the record."""
    rows = [{"kind": str(f.kind), "rule": f.rule, "message": f.message, "instead": f.instead} for f in findings]
    return tuple({k: v for k, v in row.items() if v} for row in rows)

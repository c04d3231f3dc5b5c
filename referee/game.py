"""One game: reports come in, are judged, become entries, and change the table. The only way to change anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from referee.answer import Answer, Clock, Draft, Memory
from referee.branches import turn_back
from referee.chain import Chain
from referee.course import enact, forced_act, pass_over
from referee.dice import Dice, Source, dice_of
from referee.fold import REFEREE, Timeline, begun, changed_by, end_of_game, set_places
from referee.hands import hand_movements
from referee.hindsight import lacking, unjudged, with_hindsight
from referee.judge import Legal, Verdict, judge, legal
from referee.known import done_already, done_by_force
from referee.log import Entry, Log
from referee.notation import Reader, check_text, write
from referee.past import go_past
from referee.ruleset import (
    HOLDS,
    Action,
    Ask,
    Finding,
    Impossible,
    Kind,
    LineError,
    Ruleset,
    Table,
)
from referee.sealed import vault_of
from referee.umpire import OVERRIDES, cited, who_rules

__all__ = ["Answer", "Clock", "Game", "Memory"]


class Game:
    """A game in progress, or one that is read again.

    `clock` gives the time of an entry as ISO 8601 text; nothing else here knows the time. `memory` keeps what is
    learned.

    viewer    the side that looks at the screen: it sees and may name only what `Ruleset.view` leaves it; "": everybody
    notices   what the players should be told before they begin
    repeated  entries of the referee's own choices that a player told again: each is told again once
    draft     a correction or a long undo that waits for `keep`; it is written nowhere before
    """

    def __init__(
        self, ruleset: Ruleset[Any], log: Log, clock: Clock = lambda: "", memory: Memory | None = None
    ) -> None:
        """Open a game on a record. Raises BrokenRecord when it cannot be played at all."""
        self.ruleset = ruleset
        self.log = log
        self.clock = clock
        self.memory = memory
        self.viewer = ""
        self.repeated: set[int] = set()
        self.draft: Draft | None = None
        self.vault = vault_of(log.storage.path)
        self.notices: tuple[str, ...] = ()
        self.timeline: Timeline = begun(ruleset, log.header)
        self._seen: tuple[Table, str, Table] | None = None
        self._chain: Chain | None = None
        self._legal: tuple[Table, list[Legal]] | None = None
        for entry in log.entries:
            self.timeline.take(entry)

    @property
    def table(self) -> Table:
        """The table as it is now; a held line is not on it."""
        return self.timeline.table

    @property
    def seen(self) -> Table:
        """The table as the viewer may see it."""
        if not self.viewer:
            return self.table
        if self._seen is None or self._seen[0] is not self.table or self._seen[1] != self.viewer:
            self._seen = (self.table, self.viewer, self.ruleset.view(self.table, self.viewer))
        return self._seen[2]

    @property
    def umpire(self) -> str:
        """Who alone overrides the rules; "" if nobody was named."""
        return self.log.header.umpire

    @property
    def _looker(self) -> str:
        """Who sits at a screen that shows one side only; "" where all sit together, the umpire among them."""
        return self.log.header.players.get(self.viewer) or self.ruleset.sides.get(self.viewer, "")

    @property
    def held(self) -> Entry | None:
        """The flagged line that waits for `stand` or for being taken back."""
        return self.timeline.held

    @property
    def ask(self) -> Ask | None:
        """The first thing that is open; None when the game is over."""
        return next(self.chain().asks(), None)

    def asked(self) -> list[Ask]:
        """The open question, and those behind it that a line may answer as well."""
        return list(self.chain().asks())

    def entry(self, number: int) -> Entry:
        """An entry as it counts now: of one that was corrected, the new line. Raises IndexError."""
        undone = (step for group in self.timeline.undone for step in group)
        for step in (*reversed(self.timeline.steps), *undone):
            if step.entry.number == number and (step.entry.by != REFEREE or step.entry.kind != "roll"):
                return step.entry
        return self.log.entries[number - 1]

    def chain(self) -> Chain:
        """The open questions of the table as it is now."""
        if self._chain is None or self._chain.table is not self.table:
            self._chain = Chain(self.ruleset, self.table)
        return self._chain

    def legal(self) -> list[Legal]:
        """All acts that are legal now; worked out once for each table."""
        if self._legal is None or self._legal[0] is not self.table:
            self._legal = (self.table, [] if self.table.winner else legal(self.ruleset, self.seen))
        return self._legal[1]

    def reader(self) -> Reader:
        """What reads lines against the table as it is now."""
        return Reader(self.seen, self.ruleset.actions, self.ruleset.sides, self.chain().asks)

    def judge(self, line: str) -> Verdict:
        """What would be said to a line; nothing is written. Raises LineError."""
        return self.judge_act(self.reader().read(line))

    def judge_act(self, act: Action[Any]) -> Verdict:
        """What would be said to an act; nothing is written. Raises Impossible."""
        verdict = judge(self.ruleset, self.table, act, self.chain())
        return cited(self.ruleset, self.timeline.start, self.umpire, verdict) if self.umpire else verdict

    def report(
        self,
        line: str,
        by: str = "",
        stands: str | None = None,
        dice: Source = Source.TABLE,
        data: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Take a report. `by` is who typed it; `stands` is why a flagged line stands at once; `dice` their source;
        `data` what else its entry holds.

        A line that fails changes nothing. A flagged line is held unless it stands; any act but `stand` takes the held
        one back first.
        """
        try:
            act = self.reader().read(line)
            spelled = write(act)
            check_text(f"{act.side}> {spelled}")  # the record must be able to read it again
            verdict = with_hindsight(self, self.judge_act(act))
        except LineError as error:
            done = done_by_force(self, line)
            if done is not None:
                return Answer("known", done.side, write(done))
            return Answer("failed", line=line, findings=(error.finding(),), error=error)
        if done_already(self, act, line):
            return Answer("known", act.side, spelled)
        before, count = self.table, len(self.log.entries)
        if not act.aside:
            self.take_back_held(by)
        grave = {f.kind for f in verdict.findings} & HOLDS
        if grave and stands is None:
            entry = self.new_entry(
                "held",
                act.side,
                spelled,
                by=by,
                verdict="held",
                findings=stored(verdict.findings),
                dice=dice_of(act, dice),
                data=data or {},
            )
            self.timeline.take(entry)
            self.log.append(entry)
            return Answer("held", act.side, spelled, verdict.findings, entries=self.since(count))
        said = self._commit(verdict, "act", by, stands or "" if grave else "", dice_of(act, dice), data=data or {})
        return Answer("ok", act.side, spelled, verdict.findings, said, self.hands(before), self.since(count))

    def stand(self, why: str = "", by: str = "", ruled: str = "") -> Answer:
        """The held line stands, though a rule is broken. Raises Impossible when nothing is held."""
        held = self.held
        if held is None:
            raise Impossible("No flagged line is waiting, so nothing to let stand.")
        ruled = ruled or who_rules(self.umpire, by or self._looker)
        if ruled and not why:
            raise Impossible(f'The umpire {self.umpire} says why a line stands: stand "why".')
        before, count = self.table, len(self.log.entries)
        verdict = self.judge(f"{held.side}> {held.line}")
        self.timeline.held = None
        said = self._commit(verdict, "stand", by, why, held.dice, (held.number,), ruled, held.data)
        return Answer("ok", held.side, held.line, verdict.findings, said, self.hands(before), self.since(count))

    def take_back(self, by: str = "") -> Answer:
        """The held line is taken back. Raises Impossible when nothing is held."""
        held = self.held
        if held is None:
            raise Impossible("No flagged line is waiting, so nothing to take back.")
        count = len(self.log.entries)
        self.take_back_held(by)
        return Answer("ok", held.side, held.line, entries=self.since(count))

    def decline(self, by: str = "") -> Answer:
        """The open window is let pass. Raises Impossible when none is open."""
        return go_past(self, "close", by)

    def skip(self, by: str = "") -> Answer:
        """The table goes past the open duty on purpose; it stays on the list of open items.

        Raises Impossible when no duty is open that can be skipped.
        """
        return go_past(self, "skip", by)

    def later(self, by: str = "") -> Answer:
        """What answers the open duty is not known yet: the table goes on without it, until a correction tells it.

        Raises Impossible when no duty is open.
        """
        return go_past(self, "later", by)

    def undo(self, by: str = "", acts: int = 1) -> Answer:
        """Take the last player actions back with all that followed. Raises Impossible when there are not so many."""
        return turn_back(self, "undo", by, acts)

    def redo(self, by: str = "", acts: int = 1) -> Answer:
        """Bring back what was undone last. Raises Impossible when there is not so much."""
        return turn_back(self, "redo", by, acts)

    def change(
        self,
        kind: str,
        line: str,
        data: Mapping[str, Any],
        by: str = "",
        why: str = "",
        dice: Dice = (),
        side: str = "",
    ) -> Answer:
        """An adjustment, ruling, house rule, note, sealed or opened: `data` holds what is set. Raises Impossible."""
        ruled = who_rules(self.umpire, by or self._looker) if kind in OVERRIDES else ""
        before, count = self.table, len(self.log.entries)
        table = changed_by(self.ruleset, self.table, kind, data)
        verdict = "adjusted" if kind == "adjust" else "ok"
        side = self.ask.side if dice and self.ask else side
        entry = self.new_entry(kind, side, line, by=by, why=why, verdict=verdict, data=data, dice=dice, ruled=ruled)
        self._push(entry, table)
        said = self.go_on()
        told: tuple[str, ...] = ()
        if kind == "adjust":  # the table is right already: hands do only what follows from it
            stated = set_places(self.ruleset, before, data)
            told, before = self.on_record(before, stated), stated
        return Answer("ok", "", line, (), said, self.hands(before), self.since(count), told=told)

    def on_record(self, before: Table, after: Table) -> tuple[str, ...]:
        """What of the record alone was changed, as hands would do it at a table."""
        return tuple(f"on record: {moved}" for moved in self.hands(before, after, mending=True))

    def end(self, kind: str, side: str, by: str = "") -> Answer:
        """`resign` of a side, or `agree` on a draw. Raises Impossible when the game is over already."""
        if self.table.winner:
            raise Impossible(f"The game is over already ({self.table.winner}).")
        count = len(self.log.entries)
        self.take_back_held(by)
        self._push(self.new_entry(kind, side, kind, by=by), end_of_game(self.table, kind, side, self.ruleset.sides))
        return Answer("ok", side, kind, entries=self.since(count))

    def _commit(
        self,
        verdict: Verdict,
        kind: str,
        by: str,
        why: str,
        dice: Dice,
        of: tuple[int, ...] = (),
        ruled: str = "",
        data: Mapping[str, Any] = MappingProxyType({}),
    ) -> tuple[str, ...]:
        """Write an act with what it passes over before it and what is forced after it."""
        said: list[str] = []
        for ask in verdict.passed:
            said += self._force(ask) if ask.forced else self.pass_over(ask)
        table, happened = enact(self.ruleset, self.table, verdict.action)
        kinds = {f.kind for f in verdict.findings}
        stands = "illegal-stands" if Kind.ILLEGAL in kinds else "omission-stands" if Kind.OMISSION in kinds else "ok"
        ask_now = self.ask
        entry = self.new_entry(
            kind,
            verdict.action.side,
            write(verdict.action),
            by=by,
            verdict=stands,
            findings=stored(verdict.findings),
            consequences=happened,
            dice=dice,
            answers=ask_now.rule if ask_now else "",
            why=why,
            of=of,
            ruled=ruled,
            data=data,
        )
        self._push(entry, table)
        kept = self.remember(entry, True)
        return (*said, *happened, *self.go_on(), *([kept] if kept else []))

    def remember(self, entry: Entry, learn: bool) -> str:
        """What an entry teaches is kept for the next game, or taken out of use; why that failed, "" if it did not."""
        if self.memory is None or entry.kind not in ("act", "stand"):
            return ""
        verb = entry.line.partition(" ")[0]
        if not any(act.learns and act.verb == verb for act in self.ruleset.actions):
            return ""
        line = f"{entry.side}> {entry.line}"
        return self.memory.learn(line) if learn else self.memory.forget(line)

    def pass_over(
        self, ask: Ask, by: str = REFEREE, found: tuple[Finding, ...] = (), unknown: Mapping[str, Any] | None = None
    ) -> tuple[str, ...]:
        """Go past an open question; the referee does it for what comes next. `unknown`: data of an entry `later`."""
        table, happened = pass_over(self.ruleset, self.table, ask, omitted=unknown is None)
        entry = self.new_entry(
            "later" if unknown else "close" if ask.may else "skip",
            ask.side,
            "later" if unknown else "",
            by=by,
            verdict="omission-stands" if found else "ok",
            findings=stored(found),
            consequences=happened,
            answers=ask.rule,
            data=unknown or {},
        )
        self._push(entry, table)
        return happened

    def go_on(self) -> tuple[str, ...]:
        """Answers that are the only possible ones are made, announced and written by the referee."""
        said: list[str] = []
        while (ask := self.ask) is not None and ask.forced and not ask.waits:
            said += self._force(ask)
        return tuple(said)

    def _force(self, ask: Ask) -> tuple[str, ...]:
        act = forced_act(self.ruleset, self.table, ask)
        lacks = lacking(self.table, act)
        table, happened = enact(self.ruleset, self.table, act)
        told: dict[str, Any] = {"findings": stored(lacks), "answers": ask.rule, "consequences": happened}
        self._push(entry := self.new_entry("act", act.side, write(act), by=REFEREE, **told), table)
        return (f"{ask.rule}: {entry.line} (the only choice)", *map(unjudged, lacks), *happened)

    def take_back_held(self, by: str) -> None:
        """A line that is held, if there is one, is taken back."""
        held = self.held
        if held is None:
            return
        entry = self.new_entry("back", held.side, held.line, by=by, verdict="withdrawn", of=(held.number,))
        self.timeline.take(entry)
        self.log.append(entry)

    def write(self, entry: Entry, timeline: Timeline) -> None:
        """An entry after which another timeline counts: both, or, if it cannot be written, neither."""
        try:
            self.log.append(entry)
        finally:
            if self.log.entries[-1:] == [entry]:  # even where writing was interrupted later
                self.timeline = timeline

    def _push(self, entry: Entry, table: Table) -> None:
        entry = replace(entry, digest=self.timeline.digest_with(table))
        self.timeline.push(entry, table)
        self.log.append(entry)

    def new_entry(self, kind: str, side: str, line: str, **fields: Any) -> Entry:
        """The next entry of the record, not yet written."""
        return Entry(len(self.log.entries) + 1, kind, side, line, time=self.clock(), **fields)

    def hands(self, before: Table, after: Table | None = None, mending: bool = False) -> tuple[str, ...]:
        """What hands must do from `before` on, to `after` or now, as far as the viewer sees it; `mending` as there."""
        after = self.table if after is None else after
        if self.viewer:
            before, after = (self.ruleset.view(table, self.viewer) for table in (before, after))
        return hand_movements(self.ruleset, before, after, mending)

    def since(self, count: int) -> tuple[Entry, ...]:
        """The entries behind the first `count`."""
        return tuple(self.log.entries[count:])


def stored(findings: tuple[Finding, ...]) -> tuple[Mapping[str, str], ...]:
    """Findings as they stand in the record."""
    rows = [{"kind": str(f.kind), "rule": f.rule, "message": f.message, "instead": f.instead} for f in findings]
    return tuple({k: v for k, v in row.items() if v} for row in rows)

"""One game played by chance, with everything checked on the way that must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.commands import run
from referee.digest import digest_of
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.invariants import checks
from referee.invariants.chance import Chance
from referee.invariants.counts import Counts, rule_of
from referee.judge import judge
from referee.log import Entry, Header, Log
from referee.notation import LONGEST_LINE, write
from referee.ruleset import HOLDS, Action, Finding, Kind, Ruleset, Table

Act = Action[Any]

LAST_TURN = 200
"""When a game of legal play is drawn by agreement."""

MOST_ENTRIES = 500
"""Entries of one side's turn in legal play; more is a turn that never ends."""

Faults = Callable[[Any], Iterable[str]]
"""Given a table: what is wrong with it, in a sentence each (cards that came from nowhere, a piece in two places)."""


class Broken(AssertionError):
    """An invariant does not hold. The message ends with the transcript that leads there."""


def no_faults(table: Table) -> Iterable[str]:
    """The hook of a ruleset that has no invariants of its own."""
    return ()


@dataclass(frozen=True, slots=True)
class Subject:
    """What is examined.

    ruleset  the ruleset
    teach    lines that are reported before the first act: an invented full set of components
    faults   invariants of its own, checked after every act
    largest  combinations up to which brute force is compared with the walk
    often    the share of acts after which the dear checks run
    """

    ruleset: Ruleset[Any]
    teach: tuple[str, ...] = ()
    faults: Faults = no_faults
    largest: int = 2_000
    often: float = 0.01


class Run:
    """A game of legal play, or one that is mixed with `illegal` acts at random that stand."""

    def __init__(self, subject: Subject, seed: str, illegal: int = 0) -> None:
        """Set up a game with rulings by chance, and teach all, half or none of the components."""
        self.subject, self.seed, self.illegal = subject, seed, illegal
        self.ruleset = subject.ruleset
        self.rng = Random(seed)
        self.chance = Chance(self.ruleset, self.rng)
        self.counts = Counts()
        self.typed: list[str] = []
        self.before: dict[int, int] = {}
        self.in_turn: Counter[tuple[int, str]] = Counter()
        rulings = {
            r.id: r.default if self.rng.random() < 0.6 else self.rng.choice(list(r.choices))
            for r in self.ruleset.rulebook.rulings.values()
        }
        players = {side: f"player of {side}" for side in self.ruleset.sides}
        header = Header(self.ruleset.name, self.ruleset.version, "invariants", players, {}, rulings, "2026-01-01")
        self.header = header
        self.game = Game(self.ruleset, Log.memory(header))

    def play(self) -> Counts:
        """Play the game and count. Raises Broken."""
        try:
            self._teach()
            if self.illegal:
                self._play_mixed()
            else:
                self._play_legally()
            self._end()
        except Exception as error:
            raise Broken(self._blame(error)) from error
        self.counts.games = 1
        self.counts.entries = self.counts.longest_game = len(self.game.log.entries)
        self.counts.longest_turn = max(self.in_turn.values(), default=0)
        return self.counts

    def _blame(self, error: Exception) -> str:
        tags = [f'[Ruleset "{self.ruleset.name}"]', *(f'[Ruling "{k} {v}"]' for k, v in self.header.rulings.items())]
        what = f"{type(error).__name__}: {error}"
        return "\n".join([what, f"# seed {self.seed!r}, illegal acts {self.illegal}", *tags, "", *self.typed])

    def _teach(self) -> None:
        share = self.rng.choice((1, 1, 1, 1, 1, 1, 0.8, 0.5, 0))
        for line in self.subject.teach:
            if self.rng.random() < share:
                answer = self._type(line)
                assert answer.status == "ok", f"{line!r} teaches nothing: {answer.findings}"

    def _play_legally(self) -> None:
        while not self.game.table.winner:
            if self.game.table.turn >= LAST_TURN:
                self._type("agree")
                self.counts.drawn += 1
                return
            self._legal_step()
            self._examine_sometimes()
        self.counts.won[self.game.table.winner] += 1

    def _play_mixed(self) -> None:
        """Legal and other acts, until so many of the others stood, or for a little while after the game is over."""
        late = 0
        while self.counts.stood < self.illegal and late < 4 and self.game.table.turn < LAST_TURN:
            late += bool(self.game.table.winner)
            chance = self.rng.random()
            if chance < 0.02:
                self._name_absent()
            elif self.game.table.winner or chance < 0.4:
                self._any_step()
            elif chance < 0.43:
                self._amend()
            elif chance < 0.46:
                self._go_past()
            else:
                self._legal_step()
            self._examine_sometimes()

    def _legal_step(self) -> None:
        """One act that is legal, or a window let pass. Raises AssertionError when there is neither."""
        table, ask = self.game.table, self.game.ask
        assert ask is not None, "nothing is asked, and the game is not over"
        assert not ask.forced, f"{ask.forced!r} is forced, and was not made"
        act = self.chance.aside(table) if self.rng.random() < 0.1 else None
        if act is None and not (ask.may and self.rng.random() < 0.25):
            found = self.chance.legal(table)
            act = found[1] if found else None
        if act is None:
            # After an illegal act that stands, a duty that nothing fulfils can still be skipped.
            assert ask.may or self.illegal, f"a dead end: nothing is legal, and nothing can be let pass ({ask})"
            self._type("decline" if ask.may else "skip")
        else:
            answer = self._report(act)
            fine = answer.status in ("ok", "known") and not any(f.kind in HOLDS for f in answer.findings)
            assert fine, f"{write(act)!r} was offered, but is {answer.status}: {answer.findings}"
        now = (table.turn, table.side)
        assert self.illegal or self.in_turn[now] <= MOST_ENTRIES, f"turn {now} has over {MOST_ENTRIES} entries"

    def _any_step(self) -> None:
        """An act at random. If it is flagged it stands at once, or is held and then let stand or taken back."""
        act = self.chance.any(self.game.table)
        if act is None:
            return
        if self.rng.random() < 0.85:
            answer = self._report(act, stands="by chance")
            self.counts.stood += any(f.kind in HOLDS for f in answer.findings) and answer.status == "ok"
            return
        table = self.game.table
        if self._report(act).status == "held":
            assert self.game.table is table, "a line that is held changed the table"
            line = self.rng.choice(("stand", 'stand "so be it"', "back", ""))
            self.counts.stood += line.startswith("stand")
            if line:
                self._type(line)

    def _name_absent(self) -> None:
        """An act with a name that exists and is not there: at most impossible, never a crash."""
        act = self.chance.absent(self.game.table)
        if act is not None:
            self._type(f"{act.side}> {write(act)}", "by chance")

    def _go_past(self) -> None:
        """Let the open window pass, or skip the duty."""
        ask = self.game.ask
        if ask is not None and (ask.may or ask.duty):
            self._type("decline" if ask.may else "skip")

    def _amend(self) -> None:
        """A ruling, a house rule, a note, or a place of the layout set to what lies elsewhere."""
        rules, rulings = self.ruleset.rulebook.rules, self.ruleset.rulebook.rulings
        lines = ['note "by chance"']
        if rulings:
            ruling = rulings[self.rng.choice(list(rulings))]
            lines.append(f"ruling {ruling.id} {self.rng.choice(list(ruling.choices))}")
        lines.append(f'house {self.rng.choice(list(rules))} {self.rng.choice(("off", "warn", "on"))} "by chance"')
        self._type(self.rng.choice(lines))

    def _report(self, act: Act, stands: str | None = None) -> Answer:
        """Report an act by its canonical line, which is read back as the same act."""
        line = f"{act.side}> {write(act)}"
        if len(line) <= LONGEST_LINE:
            checks.reads_back(self.game.reader(), act)
            if self.rng.random() < 0.05:
                self._try_ranges(act)
        answer = self._type(line, stands, act)
        assert answer.status != "failed" or len(line) > LONGEST_LINE or (
            answer.error is not None and answer.error.kind is Kind.IMPOSSIBLE
        ), f"{line!r} failed: {answer.error!r}"  # fmt: skip
        return answer

    def _try_ranges(self, act: Act) -> None:
        reader = self.game.reader()
        for other, within in self.chance.past_range(act):
            (checks.reads_back if within else checks.is_refused)(reader, other)
            self.counts.spans += 1

    def _type(self, line: str, stands: str | None = None, act: Act | None = None) -> Answer:
        """Give a line to the game, and follow what it did. `act` is what the line reports, if it is a report."""
        game, table, count, digest = self.game, self.game.table, len(self.game.log.entries), self.game.timeline.digest
        self.typed.append(line)
        answer = game.report(line, "invariants", stands) if act else run(game, line, "invariants", stands)
        entries = game.log.entries[count:]
        if answer.status == "failed":
            assert game.table is table, f"{line!r} failed, and changed the table"
            assert not entries, f"{line!r} failed, and wrote {entries}"
            self.counts.refused += 1
            if answer.error is not None and answer.error.rule in self.ruleset.rulebook.rules and act is None:
                self.counts.flagged[answer.error.rule] += 1
            return answer
        self.in_turn[table.turn, table.side] += len(entries)
        self._count(answer, [e for e in entries if e.by != REFEREE and e.kind != "back"], table, act)
        self._mark(entries, digest)
        if game.table is not table:
            faults = list(self.subject.faults(game.table))
            assert not faults, f"after {line!r}: {'; '.join(faults)}"
        return answer

    def _count(self, answer: Answer, entries: list[Entry], table: Table, act: Act | None) -> None:
        rulebook = self.ruleset.rulebook
        for said in answer.said:
            self.counts.followed[rule_of(rulebook, said.partition(":")[0])] += 1
        if act is None:  # a command, or a line that teaches
            for entry in entries:
                if entry.kind == "close":
                    self.counts.followed[rule_of(rulebook, entry.answers)] += 1
                elif entry.kind == "skip":
                    self.counts.flagged[rule_of(rulebook, entry.answers)] += 1
        elif answer.status in ("ok", "held"):
            own: tuple[Finding, ...] = ()
            if answer.findings:  # some of them may be the engine's, for what the act went past
                own = tuple(act.judge(judge(self.ruleset, table, act).table))
            answers = entries[0].answers if entries and not act.aside else ""
            self.counts.judged(rulebook, act.verb, answers, answer.findings, own)

    def _mark(self, entries: list[Entry], digest: int) -> None:
        """Note to which digest the undo of the first player entry must lead: windows let pass before it stay so."""
        skipped = False
        for entry in entries:
            if entry.kind in ("held", "back", "undo", "redo"):
                continue
            if entry.by != REFEREE:
                self.before[entry.number] = digest
                return
            skipped = skipped or entry.kind == "skip"
            if not skipped:
                digest = int(entry.digest, 16)

    def _examine_sometimes(self) -> None:
        if self.rng.random() >= self.subject.often:
            return
        self.counts.sampled += 1
        table = self.game.table
        checks.well_formed(self.ruleset, table)
        if not table.winner:
            checks.agree(self.ruleset, table, 300)
        self.counts.brute += checks.brute_force(self.ruleset, table, self.subject.largest)
        for _ in range(4):
            self._back_and_forth(self.rng.randint(1, 4))

    def _back_and_forth(self, times: int) -> None:
        """Undo some acts and bring them back: each step is the state that it was before."""
        game, now = self.game, self.game.table
        after: list[int] = []
        for _ in range(times):
            if game.timeline.last_act() < 0:
                break
            after.append(game.timeline.digest)
            number = game.timeline.steps[game.timeline.last_act()].entry.number
            self._type("undo")
            assert game.timeline.digest == self.before[number], f"undo of entry {number} leads to another state"
            assert digest_of(game.table) == game.timeline.digest, "after undo the digest is not that of the table"
        for digest in reversed(after):
            self._type("redo")
            assert game.timeline.digest == digest, "redo leads to another state"
        assert game.table == now, "undo and redo lead to another table"

    def _end(self) -> None:
        checks.well_formed(self.ruleset, self.game.table)
        checks.replays(self.game)
        if self.rng.random() < 0.25:
            checks.comes_back_from_transcript(self.game)

"""One game played by chance, with everything checked on the way that must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any

from referee.branches import with_idle
from referee.commands import run
from referee.course import enact
from referee.digest import digest_of
from referee.fold import REFEREE
from referee.game import Answer, Game
from referee.hands import differences
from referee.invariants import checks, telling
from referee.invariants.chance import Chance
from referee.invariants.counts import Counts, rule_of
from referee.invariants.mending import correct_by_chance, random_adjustment
from referee.invariants.subject import Subject
from referee.judge import judge
from referee.log import Entry, Header, Log
from referee.notation import LONGEST_LINE, write
from referee.ruleset import BREACHES, Action, Finding, Impossible, Kind, Option, Table

Act = Action[Any]

LAST_TURN = 200
"""When a game of legal play is drawn by agreement."""

MOST_ENTRIES = 500
"""Entries of one side's turn in legal play; more is a turn that never ends."""

IN_VAIN = 1_000
"""Lines of mixed play behind the last faulty act that stood; then it is over."""

UNTIL = (0, 0, 3, 8, 20)
"""Turns up to which one game or another puts its end off, so that there are short games and long ones."""

PROBES = 2
"""Acts that are judged where a question is open whose rule was not broken yet in a game."""

MOSTLY, RARELY = 0.6, 0.3
"""The share of games with the default of a ruling or option, and of an option for which the subject names values."""

class Broken(AssertionError):
    """An invariant does not hold. The message ends with the transcript that leads there."""


class Run:
    """A game of legal play, or one that is mixed with `illegal` acts at random that stand."""

    def __init__(self, subject: Subject, seed: str, illegal: int = 0) -> None:
        """Set up a game with rulings by chance, and teach all, half or none of the components."""
        self.subject, self.seed, self.illegal = subject, seed, illegal
        self.ruleset = subject.ruleset
        self.rng = Random(seed)
        self.chance = Chance(self.ruleset, self.rng)
        self.asked: Counter[str] = Counter()
        self.until = self.rng.choice(UNTIL)
        self.counts = Counts()
        self.typed: list[str] = []
        self.before: dict[int, int] = {}
        self.in_turn: Counter[tuple[int, str]] = Counter()
        rulings = {r.id: self._mostly(r.default, r.choices) for r in self.ruleset.rulebook.rulings.values()}
        players = {side: f"player of {side}" for side in self.ruleset.sides}
        options = {o.name: self._option(o) for o in self.ruleset.options}
        header = Header(self.ruleset.name, self.ruleset.version, "invariants", players, options, rulings, "2026-01-01")
        self.header = header
        self.game = Game(self.ruleset, Log.memory(header))

    def _mostly(self, default: str, choices: Iterable[str], share: float = MOSTLY) -> str:
        return default if self.rng.random() < share else self.rng.choice(list(choices))

    def _option(self, option: Option) -> str:
        more = self.subject.options.get(option.name, ())
        return self._mostly(option.default, (*option.choices, *more), RARELY if more else MOSTLY)

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
        tags += [f'[Option "{k} {v}"]' for k, v in self.header.options.items() if v]
        what = f"{type(error).__name__}: {error}"
        return "\n".join([what, f"# seed {self.seed!r}, illegal acts {self.illegal}", *tags, "", *self.typed])

    def _teach(self) -> None:
        share = self.rng.choice((1, 1, 1, 1, 1, 1, 0.8, 0.5, 0))
        for line in self.subject.teach:
            if self.rng.random() < share:
                self.typed.append(line)
                answer = self.game.report(line, "invariants")
                # A line may name what another one would have taught: then it teaches nothing, and that is no fault.
                assert answer.status == "ok" or (share < 1 and answer.status == "failed"), (
                    f"{line!r} teaches nothing: {answer.findings}"
                )

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
        """Legal and other acts, until so many of the others stood; a game that is over is taken up again by undo."""
        stood = since = 0
        while self.counts.stood < self.illegal and self.game.table.turn < LAST_TURN:
            if stood < self.counts.stood:
                stood, since = self.counts.stood, len(self.typed)
            if len(self.typed) - since > IN_VAIN:
                return
            chance = self.rng.random()
            new = self._is_new()
            if chance < 0.02:
                self._name_absent()
            elif chance < 0.04:
                self._amend()
            elif chance < 0.06:
                self._adjust()
            elif chance < (0.3 if new else 0.12) and self._skip():
                pass
            elif chance < (0.7 if new else 0.3) or self.game.table.winner:
                self._any_step()
                if self.game.table.winner or self.rng.random() < 0.2:
                    self._undo_till_it_goes_on()
            else:
                self._legal_step()
            if self.subject.fixes and self.rng.random() < self.subject.fixes:
                self.typed += correct_by_chance(self.game, self.rng)
                self.before.clear()
                self.counts.fixed += 1
            self._examine_sometimes()

    def _is_new(self) -> bool:
        """Whether the open question's rule was not broken in this game yet: then it is tried more often."""
        ask = self.game.ask
        return ask is not None and not self.counts.flagged[rule_of(self.ruleset.rulebook, ask.rule)]

    def _undo_till_it_goes_on(self) -> None:
        """Undo one act; and more of them while somebody has won, except that now and then one acts after the end."""
        while self.game.timeline.last_act() >= 0:
            self._type("undo")
            if not self.game.table.winner or self.rng.random() < 0.2:
                return

    def _legal_step(self) -> None:
        """One act that is legal, or a window let pass. Raises AssertionError when there is neither."""
        table, ask = self.game.table, self.game.ask
        assert ask is not None, "nothing is asked, and the game is not over"
        assert not ask.forced or ask.waits, f"{ask.forced!r} is forced, and was not made"
        unknown = {*ask.verbs, *ask.early} - {act.verb for act in self.ruleset.actions}
        assert not unknown, f"{ask.question!r} is answered by verbs that no action has: {', '.join(sorted(unknown))}"
        self.asked[ask.rule] += 1
        for _ in range(PROBES if self._is_new() else self.rng.random() < 0.1):
            self._probe(table, self.chance.any(table, self.game.chain()))
        act = self.chance.aside(table) if self.rng.random() < 0.04 else None
        if act is None and not (ask.may and self.rng.random() < (0.08 if ask.step else 0.25)):
            act = self._next_act(table)
        if act is None:
            # After an illegal act that stands, a duty that nothing fulfils can still be skipped.
            passed = ask.may or (self.illegal and ask.duty)
            assert passed, f"a dead end: nothing is legal, and nothing can be let pass ({ask})"
            self._type("decline" if ask.may else "skip")
        else:
            for other in self.chance.near(act, table):
                self._probe(table, other)
            answer = self._report(act)
            fine = answer.status in ("ok", "known") and not any(f.kind in BREACHES for f in answer.findings)
            assert fine, f"{write(act)!r} was offered, but is {answer.status}: {answer.findings}"
        now = (table.turn, table.side)
        assert self.illegal or self.in_turn[now] <= MOST_ENTRIES, f"turn {now} has over {MOST_ENTRIES} entries"

    def _probe(self, table: Table, act: Act | None) -> None:
        """An act is judged, and not reported."""
        if act is None:
            return
        self.counts.probed += 1
        with suppress(Impossible):
            verdict = judge(self.ruleset, table, act, self.game.chain())
            self.counts.found(self.ruleset.rulebook, act.verb, verdict.findings, lambda: act.judge(verdict.table))

    def _next_act(self, table: Table) -> Act | None:
        """A legal act: of some, one that leads to a question seldom asked in this game.

        Before the turn until which this game shall last, rather one that does not end it.
        """
        best: Act | None = None
        rarest = 1_000_000
        for _ in range(self.rng.choice((1, 1, 3))):
            found = self.chance.legal(table, self.game.chain())
            if found is None:
                break
            place, act = found
            after = enact(self.ruleset, place.table, act)[0]
            ask = self.ruleset.asks(after)
            asked = self.asked[ask.rule] if ask else 0 if table.turn >= self.until else 999_999
            if asked < rarest:
                best, rarest = act, asked
        if best is not None:
            self.chance.used[best.verb] += 1
        return best

    def _any_step(self) -> None:
        """An act at random. If it is flagged it stands at once, or is held and then let stand or taken back."""
        act = self.chance.any(self.game.table, self.game.chain())
        if act is None:
            return
        if self.rng.random() < 0.85:
            answer = self._report(act, stands="by chance")
            self.counts.stood += any(f.kind in BREACHES for f in answer.findings) and answer.status == "ok"
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

    def _skip(self) -> bool:
        """Skip the duty that is open; whether one was."""
        ask = self.game.ask
        if ask is None or ask.may or not ask.duty:
            return False
        self._type("skip")
        return True

    def _amend(self) -> None:
        """A ruling, a house rule, or a note."""
        rules, rulings = self.ruleset.rulebook.rules, self.ruleset.rulebook.rulings
        lines = ['note "by chance"']
        if rulings:
            ruling = rulings[self.rng.choice(list(rulings))]
            lines.append(f"ruling {ruling.id} {self.rng.choice(list(ruling.choices))}")
        lines.append(f'house {self.rng.choice(list(rules))} {self.rng.choice(("off", "warn", "on"))} "by chance"')
        self._type(self.rng.choice(lines))

    def _adjust(self) -> None:
        line = random_adjustment(self.game, self.rng, self.subject.faults)
        if line:
            self._type(line)
            self.counts.adjusted += 1

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
        self._mark(digest, count)
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
            answers = entries[0].answers if entries and not act.aside else ""

            def own() -> Iterable[Finding]:
                return act.judge(judge(self.ruleset, table, act).table)

            self.counts.judged(rulebook, act.verb, answers, answer.findings, own)

    def _mark(self, digest: int, count: int) -> None:
        """Note to which digest the undo of a new player entry must lead.

        That is the state before its line, or behind the other side's windows that were let pass for it; but not one
        behind what opens again without it, nor one in which the referee would go on by itself.
        """
        timeline = self.game.timeline
        fresh = [at for at, step in enumerate(timeline.steps[-100:], max(0, len(timeline.steps) - 100))
                 if step.entry.number > count]  # fmt: skip
        own = next((at for at in fresh if timeline.steps[at].entry.by != REFEREE), None)
        if own is None:
            return
        act, goal = timeline.steps[own].entry, digest
        for at in fresh[: fresh.index(own)]:
            if timeline.opens_again(at, own):
                break
            ask = self.ruleset.asks(timeline.steps[at].table)
            if not (ask and ask.forced):
                goal = timeline.steps[at].digest
        self.before[act.number] = goal

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
        if game.log.entries and game.log.entries[-1].kind == "fix":
            return  # the first undo would take back the correction
        if game.held:  # else the first undo would take that line back
            self._type("back")
        after: list[tuple[int, int]] = []
        for _ in range(times):
            if game.timeline.last_act() < 0:
                break
            acts, ahead = with_idle(game.timeline), game.timeline.fork()
            after.append((game.timeline.digest, acts))
            for _ in range(acts - 1):  # a step in which nothing was to be done is undone with the act before it
                ahead.undo()
            number = ahead.steps[ahead.last_act()].entry.number
            self._type("undo")
            goal = self.before.get(number, game.timeline.digest)  # a line that teaches has none
            assert game.timeline.digest == goal, f"undo of entry {number} leads to another state"
        assert digest_of(game.table) == game.timeline.digest, "after undo the digest is not that of the table"
        for digest, acts in reversed(after):
            self._type(f"redo {acts}")
            assert game.timeline.digest == digest, "redo leads to another state"
        assert game.table == now, "undo and redo lead to another table"

    def _end(self) -> None:
        start, end = self.ruleset.layout(self.game.timeline.start), self.ruleset.layout(self.game.table)
        self.counts.moved.update({key.rpartition(".")[2] for key, _, _ in differences(start, end)})
        checks.well_formed(self.ruleset, self.game.table)
        telling.can_be_told(self.game)
        if self.illegal or self.rng.random() < 0.4:
            checks.replays(self.game)
        if self.rng.random() < 0.2:
            checks.comes_back_from_transcript(self.game)

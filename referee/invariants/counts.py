"""What a run of the invariants saw: games, acts, and how often each rule was passed and flagged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.ruleset import BREACHES, Finding, Rulebook, Ruleset, Treatment

Own = Callable[[], Iterable[Finding]]
"""Gives the findings of an act's own judge."""

SUMS = (
    "games", "drawn", "acts", "entries", "stood", "adjusted", "fixed", "refused", "probed", "sampled", "brute", "spans",
)  # fmt: skip
"""What is added up over games."""


@dataclass(slots=True)
class Counts:
    """Sums over games.

    games, drawn   all games, and those of legal play that came to turn 200 without a winner
    won            winners of the games of legal play
    acts           lines that became an act
    entries        entries of all records; `longest_game` and `longest_turn` are the largest number in one
    stood          illegal acts (or omissions) that stood; `refused` acts that could not be mirrored
    adjusted       places of a table that were set; `fixed` times an old entry was to be corrected
    probed         acts at random that were only judged, not reported
    sampled        states on which the dear checks ran; `brute` those on which brute force was compared with the walk
    spans          numbers inside, on and past their range that were read
    moved          games at whose end a kind of place of the layout is not as at the start (losses, control)
    flagged        findings `illegal` and `omission` (of reports and of probes), duties skipped, and names that a rule
                   takes away, by rule; a ruling counts for the rule that it belongs to
    remarked       other findings, by rule
    followed       consequences, windows let pass, and answers that were the only choice, by rule
    clean          acts without a fault, by verb and by the rule of the question that they answered ("" for an aside)
    cited          the verbs whose own judge was seen to flag a rule
    """

    games: int = 0
    drawn: int = 0
    won: Counter[str] = field(default_factory=Counter)
    acts: int = 0
    entries: int = 0
    longest_game: int = 0
    longest_turn: int = 0
    stood: int = 0
    adjusted: int = 0
    fixed: int = 0
    refused: int = 0
    probed: int = 0
    sampled: int = 0
    brute: int = 0
    spans: int = 0
    moved: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    remarked: Counter[str] = field(default_factory=Counter)
    followed: Counter[str] = field(default_factory=Counter)
    clean: Counter[tuple[str, str]] = field(default_factory=Counter)
    cited: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, other: Counts) -> None:
        """Take in the counts of another run."""
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest_game = max(self.longest_game, other.longest_game)
        self.longest_turn = max(self.longest_turn, other.longest_turn)
        for name in ("won", "moved", "flagged", "remarked", "followed", "clean"):
            getattr(self, name).update(getattr(other, name))
        for rule, verbs in other.cited.items():
            self.cited[rule] |= verbs

    def judged(self, rulebook: Rulebook, verb: str, answers: str, findings: Iterable[Finding], own: Own) -> None:
        """Count an act that was reported. `answers` is the rule of the open question; `own` as for `found`."""
        self.acts += 1
        if not self.found(rulebook, verb, findings, own):
            self.clean[verb, rule_of(rulebook, answers)] += 1

    def found(self, rulebook: Rulebook, verb: str, findings: Iterable[Finding], own: Own) -> bool:
        """Count findings; whether there was a fault. `own` gives those of the act's judge: some of `findings` may be
        the engine's, for what the act went past. It is asked once for each verb and rule.
        """
        fault = False
        for finding in findings:
            rule = rule_of(rulebook, finding.rule)
            if finding.kind not in BREACHES:
                self.remarked[rule] += 1
                continue
            fault = True
            self.flagged[rule] += 1
            if verb not in self.cited.get(rule, ()) and finding in own():
                self.cited[rule].add(verb)
        return fault

    def passed(self, ruleset: Ruleset[Any]) -> Counter[str]:
        """How often each rule was passed: applied, or checked and found kept.

        Counted is what happened by the rule (`followed`), and each act without any fault that
        - is of a verb that belongs to the rule, or
        - answers a question that the rule asks, or
        - is of a verb whose own judge was seen in this run to flag the rule: so the rule was looked at, and kept, or
        - came in its step, for the rule that the ruleset names for that.
        The third makes the number an upper bound where a judge leaves before it comes to the rule.
        """
        passed = Counter(self.followed)
        own = {a.verb: a.rule for a in ruleset.actions}
        for (verb, answers), times in self.clean.items():
            rules = {own[verb], answers, *(rule for rule, verbs in self.cited.items() if verb in verbs)}
            for rule in (rules | {ruleset.step_rule} if answers else rules) - {""}:
                passed[rule] += times
        return passed

    def unreached(self, ruleset: Ruleset[Any]) -> list[str]:
        """What was never seen of the rules: a breakable one must be passed and flagged, another one applied."""
        passed = self.passed(ruleset)
        found: list[str] = []
        for rule in ruleset.rulebook.rules.values():
            if rule.treatment is not Treatment.JUDGED:
                continue
            flagged, kept = self.flagged[rule.id], passed[rule.id]
            if not flagged and not kept:
                found.append(f"{rule.id} was never flagged and never passed: is it cited nowhere, its check missing?")
            elif not flagged or not kept:
                found.append(f"{rule.id} was never {'passed' if flagged else 'flagged'}")
        return found

    def report(self, ruleset: Ruleset[Any]) -> Iterator[str]:
        """The figures, then a table of all rules."""
        wins = ", ".join(f"{side} {times}" for side, times in sorted(self.won.items())) or "none"
        yield f"{self.games} games, {self.drawn} drawn at the last turn, won: {wins}"
        yield (
            f"{self.acts} acts, {self.entries} entries; longest game {self.longest_game}, longest turn "
            f"{self.longest_turn} entries"
        )
        yield f"{self.stood} faulty acts stood, {self.refused} were impossible; {self.probed} acts were only judged"
        yield f"{self.adjusted} places were adjusted, {self.fixed} old entries corrected"
        yield f"{self.sampled} states examined, {self.brute} by brute force; {self.spans} numbers read"
        yield "games that changed: " + ", ".join(f"{aspect} {times}" for aspect, times in sorted(self.moved.items()))
        passed = self.passed(ruleset)
        width = max(len(rule) for rule in ruleset.rulebook.rules)
        yield f"{'rule'.ljust(width)}  treatment     passed  flagged  remarked"
        for rule in ruleset.rulebook.rules.values():
            yield (
                f"{rule.id.ljust(width)}  {rule.treatment:<11} {passed[rule.id]:8} {self.flagged[rule.id]:8} "
                f"{self.remarked[rule.id]:9}"
            )


def rule_of(rulebook: Rulebook, cited: str) -> str:
    """The rule that an id stands for: itself, or the rule of a ruling. Raises AssertionError when there is none."""
    if not cited or cited in rulebook.rules:
        return cited
    assert cited in rulebook.rulings, f"{cited!r} is cited, but stands in no rulebook"
    return rulebook.rulings[cited].rule

"""The end of the battle: the turn-end die, victory points, and the Major Victory that may be taken at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.ruleset import Action, Ask, Consequence, Die, Finding, Word, action, illegal
from rulesets.kiss_rommel.campaign import follows
from rulesets.kiss_rommel.losses import worth
from rulesets.kiss_rommel.names import AXIS, SIDES, Claimant, Status, enemy_of
from rulesets.kiss_rommel.phases import PHASES, STEPS
from rulesets.kiss_rommel.table import SUPPLY_BASES, Table, by_ruling
from rulesets.kiss_rommel.words import OWN, THE, WHO

FIRST_DIE, LAST_TURN = 10, 12
"""A die is thrown before each of these turns and those between (KT3)."""

ENDS = 5
"""The lowest d6 that ends the battle (KT3)."""

VICTORY, MAJOR = 5, 10
"""Differences in victory points (KV2)."""


def score(table: Table) -> dict[str, int]:
    """Victory points of each side: its enemy's Destroyed units and Supply bases (KV1)."""
    points = dict.fromkeys(SIDES, 0)
    for unit, stand in table.units.items():
        if stand.status is Status.DESTROYED:
            points[enemy_of(stand.side)] += worth(table, unit)
    return points


def result_of(points: dict[str, int]) -> tuple[str, str]:
    """The winner ("draw" if none) and the result in words."""
    ahead = max(points, key=lambda side: points[side])
    lead = points[ahead] - points[enemy_of(ahead)]
    if lead < VICTORY:
        return "draw", "a draw"
    return ahead, "a Major Victory" if lead >= MAJOR else "a Victory"


def bases_gone(table: Table, side: str) -> bool:
    """Whether all three Supply bases of a side are Destroyed."""
    return all(table.units[base].status is Status.DESTROYED for base in SUPPLY_BASES[side])


def may_claim(table: Table) -> str:
    """The side that may take a Major Victory at once and was not asked yet; "" if none."""
    return next((s for s in SIDES if bases_gone(table, enemy_of(s)) and s not in table.offered), "")


def claimable(table: Table, side: str) -> tuple[str, ...]:
    """What takes the Major Victory that a side let pass, as long as it is to be had (KV2)."""
    return ("claim",) if bases_gone(table, enemy_of(side)) else ()


def _able(table: Table) -> list[str]:
    """The sides that can claim."""
    return [side for side in SIDES if bases_gone(table, enemy_of(side))]


def ask_claim(table: Table) -> Ask | None:
    """KV2: all three enemy Supply bases are gone."""
    side = may_claim(table) if table.step in (*PHASES, "turn-end") else ""
    if not side:
        return None
    gone = f"All three Supply bases of {THE[enemy_of(side)]} are Destroyed"
    question = f"{gone}: a Major Victory may be taken at once (claim); `decline` plays on without it"
    also = enemy_of(side)  # who claims for another passes nothing over
    return Ask("KV2", side, ("claim",), question, may=True, enter="claim", lost="the Major Victory", also=also)


@action("claim", rule="KV2", timed=True, examples=("claim axis",))
class Claim(Action[Table]):
    """Take the Major Victory at once: all three enemy Supply bases are Destroyed."""

    of: Claimant

    def implied(self, field: str, table: Table) -> Claimant | None:
        """The side that can claim; who says it, where both or none can, or where it is said for whom."""
        able = _able(table)
        return Claimant(able[0] if len(able) == 1 else self.side)

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.of != self.side:
            able = _able(table)
            instead = f"{able[0]}> claim" if able else "play on"
            yield illegal("KV2", f"{SIDES[self.side]} cannot claim for {SIDES[self.of]}", instead)
        elif not bases_gone(table, enemy_of(self.side)):
            message = f"not all three Supply bases of {SIDES[enemy_of(self.side)]} are Destroyed"
            yield illegal("KV2", f"{message}, so no Major Victory can be taken at once", "play on")

    def apply(self, table: Table) -> Table:
        return table.but(step="over", major=self.side, last=table.turn)

    def story(self, before: Table, after: Table) -> str:
        enemy = enemy_of(self.side)
        gone = f", for {THE[enemy]} had no Supply base left" if bases_gone(before, enemy) else ""
        return f"{WHO[self.side]} took {OWN[self.side]} Major Victory at once{gone}"


def ask_turn_end(table: Table) -> Ask:
    """KT3: the die before turn 10, 11 or 12."""
    question = f"The die before turn {table.turn}: {ENDS}+ ends the battle"
    return Ask("KT3", AXIS, ("end",), question, dice=1, duty=f"the die before turn {table.turn}")


@action("end", rule="KT3", timed=True, examples=("end 4", "4"))
class EndDie(Action[Table]):
    """The turn-end die: one die for both sides before each of the turns 10, 11 and 12."""

    die: Annotated[Die, Word("die")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "turn-end":
            message = f"the step is {STEPS[table.step]}; the die is thrown before turns {FIRST_DIE} to {LAST_TURN}"
            yield illegal("KT3", message, "when the turn before is over")
        elif self.side != AXIS and table.ruled("KQ18") == "axis":
            yield illegal("KT3", f"the Axis player throws the die {by_ruling(table, 'KQ18')}", f"axis> end {self.die}")

    def apply(self, table: Table) -> Table:
        if self.die >= ENDS:
            return table.but(step="over", last=max(1, table.turn - 1))
        return table.but(step="turn-begins") if table.step == "turn-end" else table

    def story(self, before: Table, after: Table) -> str:
        ends = "ended the battle" if self.die >= ENDS else "let the battle go on"
        return f"The die before turn {before.turn} was a {self.die} and {ends}"


def battle_over(table: Table) -> Consequence[Table] | None:
    """KV2, KP1: the score when the battle has ended, or a Major Victory was taken, and what a campaign makes of it."""
    if table.step != "over":
        return None
    points = score(table)
    winner, result = (table.major, "a Major Victory") if table.major else result_of(points)
    tally = ", ".join(f"{SIDES[side]} {points[side]} VP" for side in SIDES)
    turns = f"{table.last} turn{'' if table.last == 1 else 's'}"
    whose = "" if winner == "draw" else f" for {THE[winner]}"
    after = table.but(winner=winner, major=winner if "Major" in result else "")
    return Consequence("KV2", f"the battle is over after {turns}: {tally}; {result}{whose}; {follows(after)}", after)


def played(table: Table) -> int:
    """The last turn of which something was played: the turn-end die comes before its turn."""
    return table.turn - 1 if table.step == "turn-end" else table.last or table.turn


def ended_by(table: Table) -> str:
    """The rule by which the battle is over: the die or the last turn (KT3), the claim (KV2); "" after a resignation."""
    if not table.last:
        return ""
    return "KV2" if table.major and bases_gone(table, enemy_of(table.major)) else "KT3"

"""Air attacks: one d6 each; a 1 near an enemy HQ costs the air force an attack for the rest of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from referee.components.geometry import EPSILON
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Ask, Consequence, Die, Finding, Told, Word, action, illegal, needs
from rulesets.kiss_rommel.losses import COMMAND, without
from rulesets.kiss_rommel.measuring import Measured, apart
from rulesets.kiss_rommel.names import SIDES, Arm, Target, Unit
from rulesets.kiss_rommel.phases import PHASES, in_phase
from rulesets.kiss_rommel.saves import number_unknown, save_needed, save_words
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.trials import Cause, Trial
from rulesets.kiss_rommel.words import THE, WHO, the_unit

STRIKES = 5
"""The lowest d6 with which the target must save (KA1)."""


def attacks_left(table: Table, side: str) -> int | None:
    """The air attacks that a side has left in this turn; None while nobody agreed on their number."""
    agreed = table.terms.planes[side]
    if agreed is UNKNOWN:
        return None
    return max(0, agreed - table.dispersed.get(side, 0)) - table.bombed.get(side, 0)


def air_phases(table: Table) -> tuple[str, ...]:
    """The phases of the own turn in which aircraft attack (ruling KQ11)."""
    return ("fire",) if table.ruled("KQ11") == "fire" else PHASES


@action("air", rule="KA1", timed=True, examples=("air 4ind/inf-2", "air 4ind/inf-2 roll 5 save 3 hq 8"))
class Air(Action[Table]):
    """An air attack on an enemy unit.

    roll, save: the dice. hq: from the target to its own HQ. aa: from the target to the nearest HQ of its side.
    """

    outright: ClassVar[bool] = True  # the side that moves has units of the same names

    target: Target
    roll: Annotated[Die | None, Word("roll"), Told()] = None
    save: Annotated[Die | None, Word("save"), Told()] = None
    hq: Measured = None
    aa: Measured = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from in_phase(table, self.side, *air_phases(table))
        target = Unit(self.target)
        if table.stand(target).side == self.side:
            yield illegal("KA1", f"{target} is no enemy of {SIDES[self.side]}", "an enemy unit")
        left = attacks_left(table, self.side)
        if left is None:
            teach = f"terms planes-{self.side} ?"
            yield needs("KA1", f"how many air attacks {SIDES[self.side]} has a turn is not agreed", teach)
        elif left < 1:
            lost = table.dispersed.get(self.side, 0)
            why = f", {lost} being dispersed for the rest of the battle" if lost else ""
            yield illegal("KA1", f"{SIDES[self.side]} has no air attack left in this turn{why}", "the next turn")
        if self.save is not None and (self.roll is None or self.roll < STRIKES):
            yield illegal("KA1", f"a saving throw is due on {STRIKES} or 6 only", "one die")
        if save_needed(table, Trial(Cause.AIR, self.side, target)) is UNKNOWN:
            yield number_unknown(table, target)

    def apply(self, table: Table) -> Table:
        bombed = {**table.bombed, self.side: table.bombed.get(self.side, 0) + 1}
        trial = Trial(Cause.AIR, self.side, Unit(self.target), roll=self.roll, save=self.save, hq=self.hq, aa=self.aa)
        return table.but(bombed=bombed, trials=(*table.trials, trial))

    def story(self, before: Table, after: Table) -> str:
        attack = f"{WHO[self.side]} attacked {the_unit(before, self.target)} from the air"
        if self.roll is None:
            return attack
        trial = Trial(Cause.AIR, self.side, Unit(self.target))
        save = "" if self.save is None else save_words(before, trial, self.save)
        return f"{attack} and {'struck' if self.roll >= STRIKES else 'missed'} it with a {self.roll}{save}"


def dispersal(table: Table, trial: Trial) -> Ask | Consequence[Table]:
    """KA1, a 1: within 12 inches of an enemy HQ the aircraft are dispersed."""
    owner = table.stand(trial.target).side
    hqs = [unit for unit in table.on_table(owner) if table.arm_of(unit) is Arm.HQ]
    if not hqs:
        return Consequence("KA1", "the attack misses; no HQ is there to fire at the aircraft", without(table))
    gaps = [gap for hq in hqs if (gap := 0.0 if hq == trial.target else apart(table, trial.target, hq)) is not None]
    limit = table.inches(COMMAND)
    near = trial.aa if trial.aa is not None else min(gaps, default=None)
    if near is None or (trial.aa is None and near > limit and len(gaps) < len(hqs)):
        question = f"How far is {trial.target} from the nearest {SIDES[owner]} HQ?"
        return Ask("KA1", owner, ("aa",), question, duty=f"measuring {trial.target} to the nearest HQ")
    if near > limit + EPSILON or (table.ruled("KQ5") == "less" and near > limit - EPSILON):
        return Consequence("KA1", f"the attack misses; no HQ is within {table.length(limit)}", without(table))
    dispersed = {**table.dispersed, trial.side: table.dispersed.get(trial.side, 0) + 1}
    message = f"the aircraft are dispersed: one attack fewer a turn for {THE[trial.side]} for the rest of the battle"
    return Consequence("KA1", message, without(table).but(dispersed=dispersed))


def words(table: Table, side: str) -> str:
    """The air force of a side in words."""
    agreed, lost = table.terms.planes[side], table.dispersed.get(side, 0)
    if agreed is UNKNOWN:
        return "air attacks not agreed"
    left = max(0, agreed - lost)
    return f"{left} air attack{'' if left == 1 else 's'} a turn" + (f" ({lost} dispersed)" if lost else "")

"""Dice and measurements that an act still waits for: each is asked for in its turn, with the number it needs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Die, Finding, Span, action, illegal
from rulesets.kiss_rommel.air import STRIKES, dispersal
from rulesets.kiss_rommel.fire import hit_needed
from rulesets.kiss_rommel.losses import lost, ruled_fate, without
from rulesets.kiss_rommel.measuring import LONGEST
from rulesets.kiss_rommel.minefields import THROUGH, clearance, entry
from rulesets.kiss_rommel.names import Status, Unit
from rulesets.kiss_rommel.phases import ROLLED_BY
from rulesets.kiss_rommel.saves import no_save, no_save_rule, save_needed, save_rule
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.trials import Cause, Trial
from rulesets.kiss_rommel.words import spelt, the_unit, thing

Far = Annotated[float, Span(0, LONGEST, "on the tape")]


def waiting(table: Table, trial: Trial) -> Ask | Consequence[Table]:
    """What comes next in a trial by dice: the question that is open, or what is decided."""
    if table.stand(trial.target).status is not Status.TABLE:
        return Consequence(ROLLED_BY[trial.cause], f"{trial.target} is off the table already", without(table))
    if trial.roll is None:
        question, what = _first_die(table, trial)
        return Ask(ROLLED_BY[trial.cause], trial.side, ("die",), question, dice=1, duty=f"the die of {what}")
    match trial.cause:
        case Cause.FIRE:
            need = hit_needed(table, Unit(trial.unit), trial.target)
            if trial.roll < need:
                rule = "KN2" if trial.roll == 5 else "KF5"
                return Consequence(rule, f"{trial.unit} misses ({trial.roll}, needs {need}+)", without(table))
            return _saving(table, trial)
        case Cause.AIR:
            if trial.roll == 1:
                return dispersal(table, trial)
            if trial.roll < STRIKES:
                return Consequence("KA1", f"the attack on {trial.target} has no effect", without(table))
            return _saving(table, trial)
        case Cause.MINES:
            return entry(table, trial) or lost(table, trial)
        case _:
            return clearance(table, trial)


def _first_die(table: Table, trial: Trial) -> tuple[str, str]:
    """The question for the first die, with the number it needs, and what it belongs to."""
    target = trial.target
    match trial.cause:
        case Cause.FIRE:
            need = hit_needed(table, Unit(trial.unit), target)
            return f"{trial.unit} at {target}: the die to hit, needs {need}+", f"the shot of {trial.unit}"
        case Cause.AIR:
            return f"Air attack on {target}: {STRIKES}+ strikes, 1 may disperse the aircraft", f"the attack on {target}"
        case Cause.MINES:
            question = f"{target} crosses {trial.field}: {THROUGH}+ through, 2 to 4 stopped in front, 1 lost"
            return question, f"{target} in {trial.field}"
        case _:
            return f"{target} clears {trial.field}: needs {THROUGH}+", f"the clearance by {target}"


def _saving(table: Table, trial: Trial) -> Ask | Consequence[Table]:
    """KS2: a unit that is hit saves, or is lost."""
    target, owner = trial.target, table.stand(trial.target).side
    need = None if trial.told else save_needed(table, trial)
    if need is None:
        return lost(table, trial)
    title = table.type_of(target).title
    needed = f"needs {need}+" if need is not UNKNOWN else f"the printed save number of a {title} is not known"
    if trial.save is None:
        question = f"{target} is hit: the saving throw, {needed}"
        return Ask("KS2", owner, ("save", "fate"), question, dice=1, duty=f"the saving throw of {target}")
    if need is UNKNOWN:
        teach = f"`type {table.stand(target).type} save NUMBER`, or fate saved, scattered or destroyed"
        question = f"{target} threw {trial.save}; {needed}: {teach}"
        return Ask("KS2", owner, ("fate",), question, duty=f"what became of {target}")
    if trial.save >= int(str(need)):
        return Consequence(save_rule(table, trial), f"{target} is saved ({trial.save}, {needed})", without(table))
    return lost(table, trial)


def ask_dice(table: Table, trial: Trial) -> Ask | None:
    """The question that a trial waits for."""
    found = waiting(table, trial)
    return found if isinstance(found, Ask) else None


def dice_decide(table: Table) -> Consequence[Table] | None:
    """What the dice that are thrown decide."""
    if table.trial is None:
        return None
    found = waiting(table, table.trial)
    return found if isinstance(found, Consequence) else None


def told(table: Table, **facts: Any) -> Table:
    """The table with a fact added to the trial that is open; the same table if none is."""
    if not table.trials:
        return table
    return table.but(trials=(replace(table.trials[0], **facts), *table.trials[1:]))


def _hurt(table: Table) -> str:
    """The unit of which dice decide, at the beginning of a sentence."""
    return capital(the_unit(table, table.trial.target)) if table.trial else "The unit"


class Fate(StrEnum):
    """What became of a unit."""

    SAVED = "saved"
    SCATTERED = "scattered"
    DESTROYED = "destroyed"


@action("die", rule="KF5", during="trial", examples=("die 5", "5"))
class First(Action[Table]):
    """The die that was asked for: to hit, of an air attack, of a minefield. The number alone does as well."""

    die: Die

    def apply(self, table: Table) -> Table:
        return told(table, roll=int(self.die))

    def story(self, before: Table, after: Table) -> str:
        trial = before.trial
        if trial is None:
            return f"A {self.die} was thrown"
        target = the_unit(before, trial.target)
        match trial.cause:
            case Cause.FIRE:
                firer = capital(the_unit(before, trial.unit))
                hit = self.die >= hit_needed(before, Unit(trial.unit), trial.target)
                return f"{firer} {'hit' if hit else 'missed'} {target} with a {self.die}"
            case Cause.AIR:
                return f"The aircraft {'struck' if self.die >= STRIKES else 'missed'} {target} with a {self.die}"
            case Cause.MINES:
                return f"{capital(target)} threw a {self.die} in front of {thing(trial.field)}"
            case _:
                return f"{capital(target)} threw a {self.die} to clear {thing(trial.field)}"


@action("save", rule="KS2", during="trial", timed=True, examples=("save 3", "3"))
class Save(Action[Table]):
    """The saving throw of the unit that was hit."""

    die: Die

    def judge(self, table: Table) -> Iterator[Finding]:
        trial = table.trial
        if trial is None:
            return
        ask = ask_dice(table, trial)
        if no_save(table, trial):
            message = f"{trial.target} has no save against {trial.unit}"
            yield illegal(no_save_rule(table, trial), message, ask.question if ask else "no die")
        elif ask is None or self.verb not in ask.verbs:
            yield illegal("KS2", f"no saving throw of {trial.target} is due now", ask.question if ask else "no die")

    def apply(self, table: Table) -> Table:
        return told(table, save=int(self.die))

    def story(self, before: Table, after: Table) -> str:
        trial = before.trial
        if trial is None:
            return f"A {self.die} was thrown to save"
        need = save_needed(before, trial)
        did = "threw for its save, and got"
        if isinstance(need, int):
            did = "saved itself with" if self.die >= need else "failed its save with"
        return f"{capital(the_unit(before, trial.target))} {did} a {self.die}"


@action("hq", rule="KC1", during="trial", examples=("hq 10",))
class ToHQ(Action[Table]):
    """How far the lost unit is from its own HQ, as measured."""

    far: Far

    def apply(self, table: Table) -> Table:
        return told(table, hq=self.far)

    def story(self, before: Table, after: Table) -> str:
        return f"{_hurt(before)} was {spelt(before, self.far)} from its HQ"


@action("aa", rule="KA1", during="trial", examples=("aa 10",))
class ToEnemyHQ(Action[Table]):
    """How far the target of the aircraft is from the nearest HQ of its side, as measured."""

    far: Far

    def apply(self, table: Table) -> Table:
        return told(table, aa=self.far)

    def story(self, before: Table, after: Table) -> str:
        return f"{_hurt(before)}, under the aircraft, was {spelt(before, self.far)} from the nearest HQ of its side"


def _not_saved(table: Table, trial: Trial) -> Iterator[Finding]:
    """That a unit which is hit has no save, or threw too low a die for it."""
    need = save_needed(table, trial)
    if need is None:
        message = f"{trial.target} has no save against {trial.unit}"
        yield illegal(no_save_rule(table, trial), message, "fate scattered or destroyed")
    elif trial.save is not None and need is not UNKNOWN and trial.save < int(str(need)):
        message = f"{trial.target} threw {trial.save} and needs {need}+ to be saved"
        yield illegal(save_rule(table, trial), message, "hq DISTANCE, or fate scattered or destroyed")


@action("fate", rule="KC1", during="trial", examples=("fate scattered",))
class Tell(Action[Table]):
    """What became of the unit, where nobody can work it out: saved, scattered or destroyed."""

    fate: Fate

    def judge(self, table: Table) -> Iterator[Finding]:
        trial = table.trial
        if trial is None:
            return
        if self.fate is Fate.SAVED:
            yield from _not_saved(table, trial)
        elif (fate := ruled_fate(table, trial)) is not None and fate[0] != str(self.fate):
            yield illegal("KC1", f"{trial.target} is {fate[0].title()}: {fate[1]}", f"fate {fate[0]}")

    def apply(self, table: Table) -> Table:
        return told(table, told=str(self.fate))

    def story(self, before: Table, after: Table) -> str:
        return f"{_hurt(before)} was {self.fate.title()}, as both players settled it"

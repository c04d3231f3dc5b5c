"""Saving throws: by type and cover; tanks and reconnaissance have none against an 88mm."""

from __future__ import annotations

from referee.components.unknown import Unknown
from referee.ruleset import Finding, needs
from rulesets.kiss_rommel.measuring import grounds_of
from rulesets.kiss_rommel.names import ARMOUR, DIGS_IN, Arm, Landscape, Unit
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.trials import Cause, Trial

DUG_IN_SAVE = 4
"""The save of Dug-in infantry, artillery, 88mm and HQs (KD2)."""

IN_COVER = {Landscape.SOFT: 5, Landscape.HARD: 4}
"""The save of infantry and HQs in terrain, in the Blitzkrieg edition (KB3)."""


def save_needed(table: Table, trial: Trial) -> int | Unknown | None:
    """The lowest d6 that saves the target; None without a save, UNKNOWN while nobody knows."""
    if no_save(table, trial):
        return None
    save = table.type_of(trial.target).save
    cover = _cover(table, trial)
    if isinstance(save, Unknown):
        return save
    return min(save, cover) if cover else save


def number_unknown(table: Table, target: Unit) -> Finding:
    """What is missing where nobody knows the save of a target (KS2)."""
    kind = table.stand(target).type
    message = f"the save number printed on the base (no die) of a {table.box.types[kind].title} is not known"
    return needs("KS2", message, f"type {kind} save ?")


def save_rule(table: Table, trial: Trial) -> str:
    """The rule that a save rests on."""
    if _cover(table, trial):
        return "KD2" if table.dug_in(trial.target) else "KB3"
    return "KB1" if table.options.blitzkrieg and table.arm_of(trial.target) is Arm.TANK else "KS2"


def no_save(table: Table, trial: Trial) -> bool:
    """Tanks and reconnaissance against an 88mm (KS3), and against a Tiger where Tigers are in play (KN3)."""
    if trial.cause is not Cause.FIRE or table.arm_of(trial.target) not in ARMOUR:
        return False
    firer = Unit(trial.unit)
    if table.arm_of(firer) is Arm.FLAK:
        return table.stand(trial.target).type != "tiger" or table.ruled("KQ23") == "no"
    return table.options.tiger and table.stand(firer).type == "tiger"


def no_save_rule(table: Table, trial: Trial) -> str:
    """The rule by which a target has no save."""
    return "KN3" if table.stand(trial.unit).type == "tiger" else "KS3"


def unsaved(table: Table, trial: Trial) -> str:
    """Why a unit that is hit is lost without a saving throw; "" where it has one."""
    if not no_save(table, trial):
        return ""
    return f"no save against {trial.unit} [{no_save_rule(table, trial)}]"


def _cover(table: Table, trial: Trial) -> int:
    """The save that trench or terrain give; 0 without cover."""
    arm, target = table.arm_of(trial.target), trial.target
    saves = []
    against_air = trial.cause is Cause.AIR and table.ruled("KQ12") == "none"
    if table.dug_in(target) and arm in DIGS_IN and not against_air:
        saves.append(DUG_IN_SAVE)
    if table.options.blitzkrieg and arm in (Arm.INFANTRY, Arm.HQ):
        lands = [table.terrain[ground].landscape for ground in grounds_of(table, target)]
        saves += [IN_COVER[land] for land in lands if land in IN_COVER]
    return min(saves, default=0)


def save_words(table: Table, trial: Trial, die: int) -> str:
    """How a saving throw ended, behind the words of the hit: ", and the save failed with a 2"."""
    need = save_needed(table, trial)
    if not isinstance(need, int):
        return f", and the save was a {die}"
    return f", but the save held with a {die}" if die >= need else f", and the save failed with a {die}"

"""Fire: one unit at a time at the nearest spotted enemy; 5+ hits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.geometry import EPSILON
from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Die, Finding, Told, Word, action, illegal, needs, ruling, warning
from rulesets.kiss_rommel.losses import CLEAR_OF_ENEMY
from rulesets.kiss_rommel.measuring import SPOT, Measured, apart, at_most, disagrees, hills_between, unplaced
from rulesets.kiss_rommel.names import ARMOUR, DIGS_IN, SIDES, Arm, Ground, Target, Unit, enemy_of
from rulesets.kiss_rommel.phases import ANOTHER, STEPS, TO_END, in_phase, own_unit, settled
from rulesets.kiss_rommel.saves import no_save_rule, number_unknown, save_needed, save_words
from rulesets.kiss_rommel.spotting import needs_no_spotter, sight_of, spots_for, spotted
from rulesets.kiss_rommel.table import Table, by_ruling
from rulesets.kiss_rommel.trials import Cause, Trial
from rulesets.kiss_rommel.words import several, spelt, the_unit

HITS = 5
"""The lowest d6 that hits (KF5)."""

FOOT_AGAINST_TANKS = 6
"""The d6 that Italian foot infantry needs against tanks (KN2)."""


def hit_needed(table: Table, unit: Unit, target: Unit) -> int:
    """The lowest d6 that hits."""
    short_of_guns = table.options.italian_foot and table.stand(unit).type == "foot" and table.italian(unit)
    return FOOT_AGAINST_TANKS if short_of_guns and table.arm_of(target) is Arm.TANK else HITS


def may_fire(table: Table, side: str, unit: Unit) -> Iterator[Finding]:
    """Phase, owner, and once a phase."""
    stand = table.stand(unit)
    yield from own_unit(table, side, unit)
    if table.step == "dug-in-fire":
        yield from settled(table)
        yield from _dug_in_fire(table, side, unit)
    else:
        if table.step == "fire" and side == stand.side != table.side and stand.trench:
            yield illegal("KT2", f"the fire of the Dug-in units of {SIDES[side]} is over", "their own turn")
        else:
            yield from in_phase(table, side, "fire")
        if stand.fired:
            yield illegal("KF1", f"{unit} has fired in this phase", ANOTHER)
        elif stand.dug_fired and table.ruled("KQ9") == "no":
            message = f"{unit} fired from its position in the enemy's turn"
            yield illegal("KF1", f"{message} {by_ruling(table, 'KQ9')}", TO_END)
    if table.arm_of(unit) is Arm.BASE:
        yield illegal("KF6", f"{unit} is a Supply base and has no guns", "another unit")


def _dug_in_fire(table: Table, side: str, unit: Unit) -> Iterator[Finding]:
    if side == table.side:
        yield illegal("KT2", f"{SIDES[enemy_of(side)]} fires with Dug-in units first; then the Mover fires", "pass")
    elif not table.dug_in(unit) or table.arm_of(unit) not in DIGS_IN:
        yield illegal("KD2", f"{unit} is not Dug-in, or gains nothing from it, so it does not fire now", TO_END)
    elif table.stand(unit).dug_fired:
        yield illegal("KF1", f"{unit} has fired in this phase", ANOTHER)


@action(
    "fire",
    rule="KF1",
    short="f",
    alias="shoot",
    timed=True,
    examples=("fire 15pz/tank-1 at 7arm/inf-2 range 5 roll 5 save 3 hq 10", "fire 15pz/art-1 at 7arm/inf-2"),
)
class Fire(Action[Table]):
    """A unit fires at an enemy. Add what was measured and thrown, or let the referee ask for it.

    range: to the target. roll, save, hq: the die to hit, the saving throw, and how far the target is from its HQ. Bare
    numbers are these four in their order; two are both dice where the positions tell the range, and where nothing tells
    it, the referee asks. spotter and sight: who sees the target, and from how far. nearer: an enemy
    that was passed over, and `unseen` if it is not spotted; nearest: there is none. over: the shot crosses a hill.
    """

    unit: Unit
    target: Annotated[Target, Word("at")]
    range: Measured = None
    roll: Annotated[Die | None, Told()] = None
    save: Annotated[Die | None, Told()] = None
    hq: Measured = None
    spotter: Annotated[Unit | None, Word("spotter"), Told()] = None
    sight: Annotated[float | None, SPOT, Word("sight", only=True), Told()] = None
    nearer: Annotated[Target | None, Word("nearer"), Told()] = None
    unseen: Annotated[bool, Told()] = False
    nearest: Annotated[bool, Told()] = False
    over: Annotated[Ground | None, Word("over"), Told()] = None

    def bare(self, field: str, table: Table) -> bool | None:
        """A number is no range where the positions tell that, but the die or both dice; nor one with which the numbers
        behind it cannot be. It surely is one where it is no die behind which these can be.
        """
        if field != "range" or self.range is None:
            return True
        target = Unit(self.target)
        if self._cannot_be(table, self.range, self.roll, self.save):
            return True
        if self._cannot_be(table, self.roll, self.save, self.hq):
            return False
        more = self.save is not None or self.hq is not None
        return None if more or apart(table, self.unit, target) is None else False

    def _cannot_be(self, table: Table, roll: float | None, save: float | None, hq: float | None) -> bool:
        """Whether so much is told as a shot cannot have: a save of a miss or where there is none, a distance to the
        HQ of a unit that is saved.
        """
        target = Unit(self.target)
        need = save_needed(table, Trial(Cause.FIRE, self.side, target, self.unit))
        misses = roll is not None and roll < hit_needed(table, self.unit, target)
        saved = save is not None and isinstance(need, int) and save >= need
        return (misses and save is not None) or (save is not None and need is None) or (saved and hq is not None)

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from may_fire(table, self.side, self.unit)
        target = Unit(self.target)
        if table.arm_of(self.unit) is Arm.BASE:
            return
        if table.stand(target).side == table.stand(self.unit).side:
            yield illegal("KF3", f"{target} is not an enemy of {self.unit}", "an enemy unit")
            return
        open_points: list[str] = []
        yield from self._range(table, target, open_points)
        yield from self._spotting(table, target, open_points)
        yield from self._choice(table, target, open_points)
        yield from self._hills(table, target)
        if open_points:
            yield needs(open_points[0].split()[0], f"not measured: {', '.join(open_points)}")
        yield from self._dice(table, target)

    def _range(self, table: Table, target: Unit, open_points: list[str]) -> Iterator[Finding]:
        measured, computed = self.range, apart(table, self.unit, target)
        far = computed if measured is None else measured
        row = table.type_of(self.unit)
        if row.range is UNKNOWN:
            teach = f"type {table.stand(self.unit).type} range ?"
            yield needs("KF6", f"the range of a {row.title} is not known", teach)
        elif far is None:
            open_points.append("KF6 range")
        elif row.range:
            limit = table.inches(row.range)
            message = f"{target} is {table.length(far)} away; {self.unit} reaches {table.length(limit)}"
            yield from at_most(table, "KF6", far, limit, message)
        yield from disagrees(table, "KF6", measured, computed)
        clear = table.inches(CLEAR_OF_ENEMY)
        if measured is not None and measured < clear - table.margin - EPSILON:
            message = f"{target} is {table.length(measured)} away, but nobody comes within {table.length(clear)}"
            yield warning("KM1", message, "measure again")

    def _spotting(self, table: Table, target: Unit, open_points: list[str]) -> Iterator[Finding]:
        unit, spotter = self.unit, self.spotter
        if needs_no_spotter(table, unit):
            return
        alone = table.arm_of(unit) is Arm.ARTILLERY and table.ruled("KQ19") == "own"
        if spotter is not None:
            if alone and spotter != unit:
                yield illegal(
                    "KF2", f"{unit} must spot {target} itself {by_ruling(table, 'KQ19')}", "a target that it spots"
                )
                return
            if spotter not in spots_for(table, unit):
                message = f"{spotter} is not of the division of {unit}, and divisions do not spot for each other"
                yield illegal("KF2", message, "a spotter of its own division")
                return
        who = spotter or unit
        if self.sight is not None and spotter is None and self.range not in (None, self.sight):
            open_points.append("KF2 who spots")  # somebody else sees the target from there, and nobody said who
            return
        far = self.sight if self.sight is not None else self.range if who == unit else apart(table, who, target)
        sight = sight_of(table, who, target)
        if sight is None:
            row = table.type_of(who)
            yield needs("KS1", f"how far a {row.title} spots is not known", f"type {table.stand(who).type} spot ?")
            return
        if far is not None and far <= sight + EPSILON:
            return
        if far is not None and (spotter is not None or self.sight is not None):
            message = f"{who} is {table.length(far)} from {target} and sees it from {table.length(sight)}"
            yield from at_most(table, "KS1", far, sight, message)
            return
        seen = spotted(table, unit, target)
        if seen is False:
            message = f"no unit of the division of {unit} spots {target}"
            yield illegal(
                "KF2", f"{message} {by_ruling(table, 'KQ19')}" if alone else message, "a target that is spotted"
            )
        elif seen is None:
            open_points.append("KF2 who spots")

    def _choice(self, table: Table, target: Unit, open_points: list[str]) -> Iterator[Finding]:
        arm = table.arm_of(self.unit)
        if arm is Arm.ARTILLERY:
            return
        picks_armour = arm is Arm.FLAK and table.arm_of(target) in ARMOUR
        if self.nearer is not None:
            nearer = Unit(self.nearer)
            if nearer == target or table.stand(nearer).side == self.side:
                what = "the target itself" if nearer == target else f"no enemy of {self.unit}"
                yield illegal("KF3", f"{nearer} is {what}, so it was not passed over", "the enemy passed over")
            elif counts(table, self.unit, nearer) and not (picks_armour and table.arm_of(nearer) not in ARMOUR):
                yield from self._passed_over(table, target, nearer)
            return
        if self.nearest:
            return
        mine = apart(table, self.unit, target)
        if mine is None:
            open_points.append("KF3 nearest enemy (`nearest` in the line says that it is)")
            return
        rivals = [(far, enemy) for far, enemy in enemies_by_distance(table, self.unit) if enemy != target]
        if picks_armour:
            rivals = [(far, enemy) for far, enemy in rivals if table.arm_of(enemy) in ARMOUR]
        yield from self._nearest(table, target, mine, rivals, open_points)
        there = [enemy for enemy in unplaced(table, enemy_of(self.side)) if counts(table, self.unit, enemy)]
        if there:
            open_points.append(f"KF3 where {several(there)} are (`place UNIT X,Y` tells it)")

    def _nearest(
        self, table: Table, target: Unit, mine: float, rivals: list[tuple[float, Unit]], open_points: list[str]
    ) -> Iterator[Finding]:
        hidden = None
        for far, enemy in rivals:
            if far > mine + EPSILON:
                break
            seen = spotted(table, self.unit, enemy)
            if not seen and table.ruled("KQ6") == "spotted":
                hidden = hidden or (enemy if seen is False else None)
                if seen is None:
                    open_points.append(f"KF3 whether {enemy}, which is nearer, is spotted")
                continue
            where = f"{enemy} is nearer ({table.length(far)}) than {target} ({table.length(mine)})"
            if far < mine - table.margin - EPSILON:
                why = f" {by_ruling(table, 'KQ6')}" if not seen else ""
                yield illegal("KF3", where + why, f"fire {self.unit} {enemy}" if seen else "no shot")
                return
            if far < mine - EPSILON:
                yield warning("KF3", f"{where} by less than {table.length(table.margin)}, so measure again")
            elif table.ruled("KQ7") == "firer":
                yield ruling("KQ7", f"{enemy} is as near as {target}; the firer chooses", "ruling KQ7 defender")
            else:
                yield warning("KQ7", f"{enemy} is as near as {target}; the Defender chooses, so let him say which")
        if hidden:
            message = f"{hidden} is nearer, but not spotted, so {target} may be taken"
            yield ruling("KQ6", message, "ruling KQ6 nearest")

    def _passed_over(self, table: Table, target: Unit, nearer: Unit) -> Iterator[Finding]:
        if self.unseen and table.ruled("KQ6") == "spotted":
            message = f"{nearer} is nearer, but not spotted, so {target} may be taken"
            yield ruling("KQ6", message, "ruling KQ6 nearest")
        else:
            why = f" {by_ruling(table, 'KQ6')}" if self.unseen else ""
            yield illegal("KF3", f"{nearer} is nearer than {target}{why}", f"fire {self.unit} {nearer}")

    def _hills(self, table: Table, target: Unit) -> Iterator[Finding]:
        if table.arm_of(self.unit) is Arm.ARTILLERY:
            return
        hills = (self.over,) if self.over is not None else hills_between(table, self.unit, target)
        if hills:
            message = f"{hills[0]} lies between {self.unit} and {target}, and only artillery fires over hills"
            yield illegal("KF4", message, "a target without a hill between")

    def _dice(self, table: Table, target: Unit) -> Iterator[Finding]:
        trial = Trial(Cause.FIRE, self.side, target, self.unit)
        need = save_needed(table, trial)
        if need is UNKNOWN:
            yield number_unknown(table, target)
        if self.save is None:
            return
        hits = hit_needed(table, self.unit, target)
        if self.roll is None or self.roll < hits:
            why = " [KN2]" if hits > HITS else ""
            yield illegal("KF5", f"a saving throw is due only when the shot hits, on {hits}+{why}", "one die, to hit")
        elif need is None:
            yield illegal(no_save_rule(table, trial), f"{target} has no save against {self.unit}", "no second die")

    def apply(self, table: Table) -> Table:
        stand = table.stand(self.unit)
        dug = table.step == "dug-in-fire"
        table = table.with_unit(self.unit, fired=stand.fired or not dug, dug_fired=stand.dug_fired or dug)
        trial = Trial(Cause.FIRE, self.side, Unit(self.target), self.unit, roll=self.roll, save=self.save, hq=self.hq)
        return table.but(trials=(*table.trials, trial))

    def story(self, before: Table, after: Table) -> str:
        target = Unit(self.target)
        length = self.range if self.range is not None else apart(before, self.unit, target)
        gap = "" if length is None else f" at {spelt(before, length)}"
        spotter = self.spotter if self.spotter != self.unit else None
        seen = "" if spotter is None else f", which {the_unit(before, spotter)} had spotted,"
        shot = f"{capital(the_unit(before, self.unit))} fired{gap} at {the_unit(before, target)}{seen}"
        if self.roll is None:
            return shot.removesuffix(",")
        hit = self.roll >= hit_needed(before, self.unit, target)
        trial = Trial(Cause.FIRE, self.side, target, self.unit)
        save = "" if self.save is None else save_words(before, trial, self.save)
        return f"{shot} and {'hit' if hit else 'missed'} with a {self.roll}{save}"


def counts(table: Table, unit: Unit, enemy: Unit) -> bool:
    """Whether an enemy can be the nearest one: a Supply base by ruling KQ22, and none behind a hill."""
    if table.arm_of(enemy) is Arm.BASE and table.ruled("KQ22") == "no":
        return False
    return not hills_between(table, unit, enemy)


@remembered
def enemies_by_distance(table: Table, unit: Unit) -> tuple[tuple[float, Unit], ...]:
    """The enemies with a position that a unit could fire at directly, the nearest first."""
    found = [(apart(table, unit, enemy), enemy) for enemy in table.on_table(enemy_of(table.stand(unit).side))]
    return tuple(sorted((far, e) for far, e in found if far is not None and counts(table, unit, e)))


@remembered
def may_reach(table: Table, unit: Unit) -> bool:
    """Whether a unit may have an enemy in its range, by the positions as far as they are known."""
    row = table.type_of(unit)
    if not row.range or table.stand(unit).at is None:
        return True
    most = table.inches(_reach(table, unit)) + table.margin
    gaps = (apart(table, unit, enemy) for enemy in table.on_table(enemy_of(table.stand(unit).side)))
    return any(gap is None or gap <= most + EPSILON for gap in gaps)


def fire_options(table: Table, unit: Unit) -> Iterator[str]:
    """What a unit may fire at, and what is against the other enemies, one a line."""
    side = table.stand(unit).side
    gaps = {enemy: apart(table, unit, enemy) for enemy in table.on_table(enemy_of(side))}
    known = sorted((gap, enemy) for enemy, gap in gaps.items() if gap is not None)
    for target in (*(enemy for _, enemy in known), *(enemy for enemy, gap in gaps.items() if gap is None)):
        far = gaps[target]
        found = list(Fire(side, unit, Target(target)).judge(table))
        against = [f for f in found if f.kind == "illegal"]
        where = "not measured" if far is None else table.length(far)
        if not against:
            yield f"{target} at {where}: hits on {hit_needed(table, unit, target)}+"
        elif far is None or far <= table.inches(_reach(table, unit)):
            yield f"{target} at {where}: no, [{against[0].rule}] {against[0].message}"


def _reach(table: Table, unit: Unit) -> float:
    far = table.type_of(unit).range
    return 99 if far is UNKNOWN else float(far)


def fire_phase(table: Table) -> str:
    """The title of the phase, for the question."""
    return STEPS[table.step]

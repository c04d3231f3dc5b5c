"""Scattered or Destroyed: what becomes of a unit that fails its save, HQ return, and the HQ that swaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from referee.components.geometry import EPSILON
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Finding, Point, Told, Word, action, illegal, needs, ruling
from rulesets.kiss_rommel.measuring import (
    SPOT,
    Measured,
    apart,
    at_least,
    at_most,
    between,
    grounds_at,
    may_enter,
    not_on_top,
    on_the_table,
)
from rulesets.kiss_rommel.names import Arm, Scattered, Status, Unit, enemy_of
from rulesets.kiss_rommel.phases import in_phase, own_unit
from rulesets.kiss_rommel.saves import unsaved
from rulesets.kiss_rommel.spotting import host
from rulesets.kiss_rommel.stands import worn_out
from rulesets.kiss_rommel.table import Table, by_ruling
from rulesets.kiss_rommel.trials import Cause, Trial
from rulesets.kiss_rommel.words import THE, spelt, the_unit

COMMAND = 12
"""Inches from its own divisional HQ within which a lost unit is only Scattered (KC1)."""

ITALIAN_COMMAND = 9
"""The same for Italians, as an option (KN1)."""

NEAR_HQ = 2
"""Inches from its HQ within which a unit comes back (ruling KQ1)."""

CLEAR_OF_ENEMY = 2
"""Inches that a unit keeps from every enemy (KM1)."""


def commanders(table: Table, unit: Unit) -> tuple[Unit, ...]:
    """The HQs from which a unit's distance counts, wherever they are; a brigade's is the one it was given to."""
    stand = table.stand(unit)
    division = table.box.divisions.get(stand.division)
    anyone = not stand.division or (division is not None and division.brigade and table.ruled("KQ4") == "nearest")
    if anyone:
        return tuple(u for u in table.units if table.stand(u).side == stand.side and table.arm_of(u) is Arm.HQ)
    hq = table.hq_of(host(table, stand.division))
    return () if hq is None else (hq,)


def command(table: Table, unit: Unit) -> float:
    """The command range of a unit, in the table's measure."""
    italian = table.options.italian_hq and table.italian(unit)
    return table.inches(ITALIAN_COMMAND if italian else COMMAND)


def without(table: Table) -> Table:
    """The table after what the dice were to decide is decided."""
    return table.but(trials=table.trials[1:])


def lost(table: Table, trial: Trial) -> Ask | Consequence[Table]:
    """What becomes of a unit that is lost: decided, or the question that decides it."""
    target, stand = trial.target, table.stand(trial.target)
    if trial.told == "saved":
        return Consequence("KC1", f"{target} is saved, as the players say", without(table))
    if trial.told:
        return gone(table, target, Status(trial.told), "as the players say")
    if table.arm_of(target) is Arm.HQ and stand.division:
        return _hq_is_lost(table, trial)
    if (ruled := ruled_fate(table, trial)) is not None:
        return gone(table, target, *ruled)
    hqs = [hq for hq in commanders(table, target) if table.stand(hq).status is Status.TABLE]
    if not hqs:
        fate = Status.DESTROYED if table.ruled("KQ2") == "destroyed" else Status.SCATTERED
        return gone(table, target, fate, f"no HQ of its own is on the table {by_ruling(table, 'KQ2')}")
    gaps = [gap for hq in hqs if (gap := apart(table, target, hq)) is not None]
    computed = min(gaps) if len(gaps) == len(hqs) else None
    unsure = computed is not None and abs(computed - command(table, target)) < table.margin
    far = trial.hq if trial.hq is not None else None if unsure else computed
    if far is None:
        about = f" By the positions about {table.length(computed)}." if computed is not None else ""
        because = f" It has {why}." if (why := unsaved(table, trial)) else ""
        question = f"How far is {target} from {' or '.join(hqs)}?{about}{because}"
        return Ask("KC1", stand.side, ("hq", "fate"), question, duty=f"measuring {target} to its HQ")
    return _by_distance(table, target, far)


def ruled_fate(table: Table, trial: Trial) -> tuple[Status, str] | None:
    """What a unit that is lost becomes by a ruling, however far its HQ is, and why; None for any other."""
    if table.arm_of(trial.target) is Arm.BASE and table.ruled("KQ16") == "destroyed":
        return Status.DESTROYED, f"so is every Supply base that is lost {by_ruling(table, 'KQ16')}"
    if trial.cause is Cause.MINES and table.ruled("KQ13") == "scattered":
        return Status.SCATTERED, f"so is every unit lost in a minefield {by_ruling(table, 'KQ13')}"
    return None


def _by_distance(table: Table, target: Unit, far: float) -> Consequence[Table]:
    limit = command(table, target)
    inclusive = table.ruled("KQ5") == "inclusive"
    within = far <= limit + EPSILON if inclusive else far < limit - EPSILON
    why = f"{table.length(far)} from its HQ, command range {table.length(limit)}"
    if abs(far - limit) <= EPSILON:
        why += f" {by_ruling(table, 'KQ5')}"
    elif abs(far - limit) <= table.margin:
        why += f", which is within {table.length(table.margin)} of the limit: measure again"
    rule = "KN1" if limit < table.inches(COMMAND) else "KC1"
    return gone(table, target, Status.SCATTERED if within else Status.DESTROYED, why, rule)


def gone(table: Table, target: Unit, fate: Status, why: str, rule: str = "KC1") -> Consequence[Table]:
    """The first of what dice were to decide is decided: its target leaves the table."""
    value = worth(table, target)
    points = f", {value} VP for {THE[enemy_of(table.stand(target).side)]}" if fate is Status.DESTROYED else ""
    after = without(table).off(target, fate, rule)
    reasons = "; ".join(reason for reason in (why, unsaved(table, table.trials[0])) if reason)
    return Consequence(rule, f"{target} is {fate.title()}{points}: {reasons}", after)


def worth(table: Table, unit: Unit) -> int:
    """Victory points for a unit that is Destroyed (KV1)."""
    return 5 if table.arm_of(unit) is Arm.BASE else 1


def _hq_is_lost(table: Table, trial: Trial) -> Ask | Consequence[Table]:
    """KC3: an HQ is Scattered, or swaps; it is Destroyed only when nothing of its division remains."""
    hq, division = trial.target, table.stand(trial.target).division
    there = swappable(table, hq)
    if not there and not remains(table, hq):
        return gone(table, hq, Status.DESTROYED, f"nothing of its division remains {by_ruling(table, 'KQ26')}")
    if there and not trial.stays and table.ruled("KQ3") == "at-once":
        instead = f"{hq} may swap with a unit of {division}, which is Scattered instead; if not, {hq} stays away"
        question, lost = f"{instead}: {', '.join(there)}", f"the swap of {hq}"
        return Ask("KC3", table.stand(hq).side, ("swap",), question, may=True, among=there, lost=lost)
    passed = "its swap is let pass, and " if there and trial.stays else ""
    return gone(table, hq, Status.SCATTERED, f"{passed}an HQ is not Destroyed while units of its division remain")


def swappable(table: Table, hq: Unit) -> tuple[Unit, ...]:
    """The units with which an HQ may swap: those of its division on the table."""
    return tuple(u for u in table.of_division(table.stand(hq).division, Status.TABLE) if u != hq)


def _left(table: Table) -> tuple[Status, ...]:
    """What a unit is that is left of its division: on the table, and Scattered by ruling KQ26."""
    return (Status.TABLE, Status.RESERVE, *((Status.SCATTERED,) if table.ruled("KQ26") == "yes" else ()))


def remains(table: Table, hq: Unit) -> bool:
    """Whether anything of an HQ's division is left."""
    return any(unit != hq for unit in table.of_division(table.stand(hq).division, *_left(table)))


def nothing_remains(table: Table) -> Consequence[Table] | None:
    """KC3: an HQ of whose division nothing remains is Destroyed; one on the table at once, or by ruling KQ27 never."""
    off = (Status.SCATTERED, Status.DESTROYED)
    for division in worn_out(table.units, _left(table)):
        hq = table.hq_of(division)
        if hq is None or (stand := table.stand(hq)).status not in (Status.TABLE, Status.SCATTERED):
            continue
        if stand.status is Status.TABLE and table.ruled("KQ27") == "fights-on":
            continue
        if not remains(table, hq) and any(u != hq for u in table.of_division(stand.division, *off)):
            message = f"{hq} is Destroyed, {worth(table, hq)} VP for {THE[enemy_of(stand.side)]}"
            why = f"nothing of its division remains {by_ruling(table, 'KQ26')}"
            return Consequence("KC3", f"{message}: {why}", table.off(hq, Status.DESTROYED, "KC3"))
    return None


@action("swap", rule="KC3", timed=True, examples=("swap 15pz/inf-1",))
class Swap(Action[Table]):
    """A Scattered HQ swaps with a unit of its division on the table: that unit is Scattered in its place."""

    unit: Unit

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from own_unit(table, self.side, self.unit)
        hq = table.hq_of(table.stand(self.unit).division)
        if hq is None or hq == self.unit:
            yield illegal(
                "KC3", f"{self.unit} has no HQ of its own division to swap with", "a unit of the HQ's division"
            )
            return
        trial = table.trials[0] if table.trials else None
        failed = trial is not None and trial.target == hq
        if table.ruled("KQ3") == "at-once":
            if not failed:
                yield illegal("KC3", f"{hq} swaps when it fails its save {by_ruling(table, 'KQ3')}", "then")
        elif failed or table.stand(hq).status is not Status.SCATTERED:
            yield illegal("KC3", f"only a Scattered HQ swaps, in its HQ phase {by_ruling(table, 'KQ3')}", "then")
        else:
            yield from in_phase(table, self.side, "hq-return")

    def apply(self, table: Table) -> Table:
        stand = table.stand(self.unit)
        hq = table.hq_of(stand.division)
        table = table.off(self.unit, Status.SCATTERED, "KC3")
        if hq is None or hq == self.unit:
            return table
        was_lost = table.stand(hq).status is not Status.TABLE
        if table.trials and table.trials[0].target == hq:
            table = without(table)
        if was_lost or table.ruled("KQ28") == "unit":
            return table.with_unit(hq, status=Status.TABLE, at=stand.at, on=stand.on, trench=stand.trench, lost_by="")
        return table

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(the_unit(before, self.unit))} was Scattered in the place of its HQ"


@action(
    "return", rule="KC2", timed=True, examples=("return 15pz/inf-1 at 20,10", "return 15pz/inf-1 distance 2 enemy 8")
)
class Return(Action[Table]):
    """An HQ brings back a Scattered unit of its division, close to itself; the unit may move afterwards.

    distance: to the HQ. enemy: to the nearest enemy.
    """

    unit: Scattered
    place: Annotated[Point | None, SPOT, Word("at"), Told()] = None
    distance: Measured = None
    enemy: Annotated[float | None, SPOT, Word("enemy", only=True), Told()] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        unit = Unit(self.unit)
        yield from own_unit(table, self.side, unit)
        yield from in_phase(table, self.side, "hq-return")
        hqs = [hq for hq in commanders(table, unit) if table.stand(hq).status is Status.TABLE and hq != unit]
        free = [hq for hq in hqs if table.stand(hq).division not in table.returned]
        if not hqs:
            yield illegal("KC2", f"no HQ of the division of {unit} is on the table to bring it back", "another unit")
            return
        if not free:
            yield illegal("KC2", f"{hqs[0]} has brought back a unit in this turn", "one unit for each HQ")
            return
        if self.place is not None:
            yield from stands_well(table, unit, self.place)
        yield from put_well(table, unit, free, self.place, self.distance, self.enemy)
        if self.place is None and any(table.stand(hq).at is not None for hq in free):
            yield needs("KC2", f"the place where {unit} stands now is not known", f"place {unit} at ?")
        if self.distance is None and self.place is None and table.ruled("KQ1") != "command":
            message = f"it is put within {table.length(table.inches(NEAR_HQ))} of {free[0]}"
            yield ruling("KQ1", message, "ruling KQ1 command")

    def apply(self, table: Table) -> Table:
        unit = Unit(self.unit)
        hqs = [hq for hq in commanders(table, unit) if table.stand(hq).division not in table.returned]
        used = frozenset(table.stand(hq).division for hq in hqs[:1])
        table = table.with_unit(unit, status=Status.TABLE, at=self.place, moved=False, fired=False, lost_by="")
        return table.but(returned=table.returned | used)

    def story(self, before: Table, after: Table) -> str:
        where = "" if self.distance is None else f", {spelt(before, self.distance)} from its HQ"
        return f"{capital(the_unit(before, self.unit))} came back to the table{where}"


def stands_well(table: Table, unit: Unit, place: Point) -> Iterator[Finding]:
    """KO1 and KM4 for a place where a unit is put down."""
    yield from on_the_table(table, place)
    for ground in grounds_at(table, place):
        yield from may_enter(table, unit, ground)
    yield from not_on_top(table, unit, place)


def put_well(
    table: Table, unit: Unit, hqs: Sequence[Unit], place: Point | None, far: float | None, near: float | None
) -> Iterator[Finding]:
    """KC2: near one of its HQs, and clear of every enemy, as measured (`far`, `near`) or by the positions."""
    limit = command(table, unit) if table.ruled("KQ1") == "command" else table.inches(NEAR_HQ)
    if far is None and place is not None:
        spots = [at for hq in hqs if (at := table.stand(hq).at) is not None]
        far = min((between(table, place, at) for at in spots), default=None)
    if far is not None:
        message = f"it comes back within {table.length(limit)} of {hqs[0]}, not {table.length(far)}"
        yield from at_most(table, "KC2", far, limit, f"{message} {by_ruling(table, 'KQ1')}")
    clear = table.inches(CLEAR_OF_ENEMY)
    near = near if near is not None else nearest_enemy(table, table.stand(unit).side, place)
    if near is not None:
        message = f"it comes back no nearer than {table.length(clear)} to an enemy, not {table.length(near)}"
        yield from at_least(table, "KC2", near, clear, message)


def nearest_enemy(table: Table, side: str, place: Point | None) -> float | None:
    """The distance from a base at a place to the nearest enemy with a position; None if there is none."""
    if place is None:
        return None
    spots = [at for enemy in table.on_table(enemy_of(side)) if (at := table.stand(enemy).at) is not None]
    return min((between(table, place, at) for at in spots), default=None)

"""Deployment: Italians, British, Germans; 6 inches from the centre line; Dug-in places; the Supply bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.components.wording import counted, figured, listed
from referee.ruleset import (
    BREACHES,
    Action,
    Ask,
    Few,
    Finding,
    Point,
    Told,
    action,
    doubt,
    illegal,
    needs,
    omission,
    warning,
)
from rulesets.kiss_rommel.measuring import (
    SPOT,
    at_least,
    from_centre,
    grounds_at,
    may_enter,
    not_on_top,
    on_the_table,
    origin,
    unplaced,
)
from rulesets.kiss_rommel.minefields import FROM_CENTRE
from rulesets.kiss_rommel.muster import mustered
from rulesets.kiss_rommel.names import (
    AXIS,
    BRITISH,
    DEPLOYING,
    DIGS_IN,
    SIDES,
    Arm,
    Reserve,
    Status,
    TrenchName,
    Unit,
    ZoneKind,
)
from rulesets.kiss_rommel.organisation import Division
from rulesets.kiss_rommel.phases import STEPS
from rulesets.kiss_rommel.saves import number_unknown
from rulesets.kiss_rommel.stands import Stand, by_division, together
from rulesets.kiss_rommel.table import EVERYTHING, SUPPLY_BASES, Table, Trench, by_ruling, square, zone
from rulesets.kiss_rommel.words import OWN, WHO, several, the_division, the_unit

DUG_IN = 16
"""Units that may begin Dug-in (KD1)."""

STAGES = dict(zip(DEPLOYING, (AXIS, BRITISH, AXIS), strict=True))
"""Who deploys when (KO6)."""

STAGES_OF = {side: tuple(stage for stage, whose in STAGES.items() if whose == side) for side in SIDES}
"""When each side deploys."""

FIRST = {"muster": "the force cards first", "minefields": "`pass` first, which ends the minefields of a side"}
"""What comes before the deployment."""

TITLES = {"italian": "Italians", "british": "British", "german": "Germans"}


def supply_bases() -> dict[Unit, Stand]:
    """The Supply bases of both sides, not deployed yet."""
    return {base: Stand(side, "", "base") for side, bases in SUPPLY_BASES.items() for base in bases}


def stage_of(table: Table, unit: Unit) -> tuple[str, ...]:
    """The stages in which a unit is deployed; a Supply base comes with any of its side.

    So does a unit whose division was told to be of the other side's nation after it was dealt.
    """
    division, side = table.division_of(unit), table.stand(unit).side
    return STAGES_OF[side] if division is None or division.side != side else _stages_of(division)


@remembered
def waiting_in(table: Table, stage: str) -> tuple[Unit, ...]:
    """The units that are still to be deployed in a stage."""
    return tuple(
        unit for unit, stand in table.units.items() if stand.status is Status.RESERVE and stage in stage_of(table, unit)
    )


def first_stage(table: Table, after: str = "") -> str:
    """The next stage in which somebody has units to deploy; "" when all stages are over."""
    names = list(STAGES)
    later = names[names.index(after) + 1 :] if after else names
    return next((stage for stage in later if _has_work(table, stage)), "")


@remembered
def unknown_in(table: Table, stage: str) -> tuple[str, ...]:
    """The divisions on force cards that are deployed in a stage, and of which no unit is known."""
    there = by_division(table.units)
    cards = [name for name in mustered(table) if name not in there]
    return tuple(name for name in cards if stage in _stages_of(table.box.divisions[name]))


def _stages_of(division: Division) -> tuple[str, ...]:
    """The stages in which units of a division are deployed."""
    return STAGES_OF[BRITISH] if division.side == BRITISH else (str(division.nation),)


def _has_work(table: Table, stage: str) -> bool:
    """Whether units of a nation are to be deployed; the Supply bases alone are no work for the Italians."""
    waiting = waiting_in(table, stage)
    units = any(stage != "italian" or table.arm_of(unit) is not Arm.BASE for unit in waiting)
    return units or bool(unknown_in(table, stage))


def ask_deployment(table: Table) -> Ask:
    """One nation after the other."""
    waiting = waiting_in(table, table.stage_now)
    bases = sum(table.arm_of(unit) is Arm.BASE for unit in waiting)
    whose = "" if table.stage_now == BRITISH or bases == len(waiting) else f"{TITLES[table.stage_now]}: "
    parts = [figured(count, noun) for count, noun in ((len(waiting) - bases, "unit"), (bases, "Supply base")) if count]
    side = STAGES[table.stage_now]
    dug = f"`dug-in`: {_dug_by(table, side)} of {dug_in_allowed(table, side)}"
    where = f"to deploy, {table.length(table.inches(FROM_CENTRE))} from the centre line ({dug}); pass when done"
    following = first_stage(table, table.stage_now)
    then = f"the {TITLES[following]} deploy next" if following else "the battle begins"
    bare = unplaced(table, side) if not waiting and by_positions(table) else ()
    bare = tuple(sorted(bare, key=lambda unit: table.arm_of(unit) is Arm.BASE))
    nowhere = f"; no place yet: {several(bare)} (`place UNITS X,Y ...`)" if bare else ""
    begins = f"all are deployed ({dug}){nowhere}; {then}"
    question = f"{whose}{listed(parts)} {where}{origin(table, side)}" if waiting else f"{whose}{begins}"
    unknown = unknown_in(table, table.stage_now)
    if unknown:
        rest = question if waiting else "pass leaves this out of the battle"
        question = f"Not told, and so not deployed: {', '.join(unknown)} (division {unknown[0]} hq 1 ...); {rest}"
    divisions = [table.stand(unit).division for unit in waiting if table.stand(unit).division]
    missed = {finding.kind for finding in left_behind(table)}
    ends = "" if unknown else "pass"
    enter = f"deploy {divisions[0]}" if divisions else f"deploy {side}" if missed & BREACHES else ends
    enter = "" if waiting and by_positions(table) else enter  # nobody means to leave the others without a place
    # What is Dug-in is told as long as a nation deploys, so it is stopped once more; the next one may begin anyway.
    may = bool(following) and not (waiting or unknown)
    return Ask("KO6", side, ("deploy", "pass"), question, may=may, step=may, enter=enter)


@remembered
def by_positions(table: Table) -> bool:
    """Whether it was told where a unit stands."""
    return any(stand.at is not None for stand in table.units.values())


def dug_in_allowed(table: Table, side: str) -> int:
    """How many units may begin Dug-in; half of them after a Major Victory (KP4)."""
    return DUG_IN // 2 if side in table.options.halved else DUG_IN


def _dug_by(table: Table, side: str) -> int:
    both = table.ruled("KQ24") == "both"
    return sum(both or trench.side == side for trench in table.trenches.values())


def named(table: Table, names: Iterable[Reserve]) -> tuple[Unit, ...]:
    """The units that names stand for, each once."""
    return tuple(dict.fromkeys(unit for name in names for unit in _named(table, name)))


def _named(table: Table, name: Reserve) -> tuple[Unit, ...]:
    """The units that a name stands for: itself, or those of a division that are still to be deployed; if none, all.

    `all` stands for what is left in the stage.
    """
    if Unit(name) in table.units:
        return (Unit(name),)
    if name == EVERYTHING:
        return waiting_in(table, table.stage_now)
    if name not in SIDES:
        left = together(table.units, Status.RESERVE).get(name, ())
        return left or together(table.units).get(name, ())
    bases = SUPPLY_BASES[name]
    return tuple(base for base in bases if table.stand(base).status is Status.RESERVE) or bases


@action(
    "deploy",
    rule="KO6",
    timed=True,
    examples=("deploy 15pz/hq at 24,10", "deploy 4ind/inf-1 dug-in", "deploy 15pz", "deploy axis at 6,6 6,18 6,30"),
)
class Deploy(Action[Table]):
    """Deploy a unit or several, all of a division that are left (`15pz`, or `15pz/inf`), the Supply bases of a side, or
    `all` that is left of a nation; with positions in their order.

    Positions may be told later, and what is Dug-in as long as its nation deploys.
    """

    units: Annotated[tuple[Reserve, ...], Few(1)]
    at: Annotated[tuple[Point, ...], SPOT, Told()] = ()
    dug_in: Annotated[bool, Told()] = False

    def among(self, field: str, table: Table) -> Iterable[Reserve] | None:
        """What is left to deploy of the own side."""
        if field != "units" or table.step != "deployment":
            return None
        own = (name for name in map(Reserve, table.names(Reserve)) if table.owner(name) in ("", self.side))
        return [n for n in own if any(table.stand(unit).status is Status.RESERVE for unit in _named(table, n))]

    def judge(self, table: Table) -> Iterator[Finding]:
        units = named(table, self.units)
        yield from self._stage(table, units)
        if self.at and len(self.at) != len(units):
            named_units = figured(len(units), "unit")
            yield illegal("KO6", f"{named_units}, {figured(len(self.at), 'position')}", "a position for each, or none")
        laid = table
        for unit, point in zip(units, self.at, strict=False):
            yield from _position(laid, unit, point)
            laid = laid.with_unit(unit, status=Status.TABLE, at=point)
        if self.dug_in:
            yield from self._dig(table, units)
        left = [unit for unit in units if not self.at and table.stand(unit).at is None]
        if left and by_positions(table):
            yield needs("KO7", f"no place of {several(left)} was told, as of others; `place UNITS X,Y ...` tells it")
        # The save is asked for before a die is thrown for it, which would be taken for the number that is printed.
        for unit in {table.stand(unit).type: unit for unit in units}.values():
            if table.type_of(unit).save is UNKNOWN and table.stand(unit).status is Status.RESERVE:
                yield number_unknown(table, unit)

    @property
    def _called(self) -> str:
        return ",".join(self.units)

    @property
    def _deployed(self) -> str:
        return f"{several(self.units)} {'are' if len(self.units) > 1 else 'is'} deployed"

    def _stage(self, table: Table, units: tuple[Unit, ...]) -> Iterator[Finding]:
        if not units:
            left = "nothing is" if EVERYTHING in self.units else f"{self._called} has no unit"
            yield illegal("KO6", f"{left} left to deploy", "a unit of the reserve")
            return
        stands = [table.stand(unit) for unit in units]
        due = [unit for unit, stand in zip(units, stands, strict=True) if stand.division not in table.late]
        if any(stand.side != self.side for stand in stands):
            what = "what is left to deploy now" if EVERYTHING in self.units else self._called
            yield illegal("KO6", f"{what} is not of {SIDES[self.side]}", "a unit of one's own")
        elif not due:
            if table.step != "deployment" and any(stand.status is not Status.RESERVE for stand in stands):
                yield illegal("KO6", self._deployed, "what is asked now")
        elif table.step != "deployment":
            first = FIRST.get(table.step, "what is asked now")
            yield illegal("KO6", f"units are deployed before the battle; the step is {STEPS[table.step]}", first)
        elif any(stand.status is Status.TABLE for stand in stands) and not (self.at or self.dug_in):
            yield illegal("KO6", self._deployed, f"deploy {self._called} at X,Y, or dug-in")
        elif not (all(table.stage_now in stage_of(table, u) for u in due) or self._told_later(table, units)):
            order = "Italians, British, Germans"
            yield illegal(
                "KO6", f"the {TITLES[table.stage_now]} deploy now; the order is {order}", "`pass` when they are done"
            )

    def _told_later(self, table: Table, units: tuple[Unit, ...]) -> bool:
        """Whether only the positions of units that are deployed are told."""
        return all(table.stand(unit).status is Status.TABLE for unit in units) and not self.dug_in

    def _dig(self, table: Table, units: tuple[Unit, ...]) -> Iterator[Finding]:
        for unit, point in zip(units, self.at, strict=False):
            if table.ruled("KQ25") == "zones" and table.zone_at(point) != zone(self.side, ZoneKind.DEFENCE):
                message = f"{unit} digs in outside a Defence zone of {SIDES[self.side]}"
                yield illegal("KD1", f"{message} {by_ruling(table, 'KQ25')}", "a Defence zone")
        useless = [u for u in units if table.arm_of(u) not in DIGS_IN]
        if useless:
            yield warning("KD1", f"{useless[0]} gains nothing from being Dug-in")
        allowed = dug_in_allowed(table, self.side)
        dug = _dug_by(table, self.side) + sum(not table.dug_in(unit) for unit in units)
        if dug > allowed:
            rule = "KP4" if allowed < DUG_IN else "KD1"
            message = f"{figured(dug, 'unit')} Dug-in, not more than {allowed} {by_ruling(table, 'KQ24')}"
            yield illegal(rule, message, "not Dug-in")

    def apply(self, table: Table) -> Table:
        points = dict(zip(named(table, self.units), self.at, strict=False))
        for unit in named(table, self.units):
            stand = table.stand(unit)
            at, trench = points.get(unit, stand.at), stand.trench
            if self.dug_in and not trench:
                trench = f"trench-{table.dug + 1}"
                dug = {**table.trenches, TrenchName(trench): Trench(stand.side, at)}
                table = table.but(trenches=dug, dug=table.dug + 1)
            table = table.with_unit(unit, status=Status.TABLE, at=at, trench=trench)
        return table

    def story(self, before: Table, after: Table) -> str:
        who, units = WHO[self.side], named(before, self.units)
        dug = ", Dug-in" if self.dug_in else ""
        if not units:
            return f"{who} had nothing left to deploy"
        if len(units) == 1:
            return f"{who} deployed {the_unit(before, units[0])}{dug}"
        if self._called in SIDES:
            return f"{who} set up {OWN[self.side]} {counted(len(units), 'Supply base')}{dug}"
        if EVERYTHING in self.units:
            return f"{who} deployed all that was left, {counted(len(units), 'unit')}{dug}"
        divisions = {before.stand(unit).division for unit in units}
        of = f" of {the_division(before, divisions.pop())}" if len(divisions) == 1 and "" not in divisions else ""
        return f"{who} deployed {counted(len(units), 'unit')}{of}{dug}"


def _position(table: Table, unit: Unit, point: Point) -> Iterator[Finding]:
    """KO1, KO7, KO8 and KM4 for a unit that is put somewhere."""
    yield from on_the_table(table, point)
    side, limit = table.stand(unit).side, table.inches(FROM_CENTRE)
    gap = from_centre(table, side, point)
    if gap is not None:
        where = f"{table.length(gap)} from the centre line" if gap >= 0 else "beyond the centre line"
        yield from at_least(table, "KO7", gap, limit, f"{unit} is {where}; {table.length(limit)} is the least")
    if table.arm_of(unit) is Arm.BASE:
        wanted = zone(side, ZoneKind.SUPPLY)
        if wanted in table.zones.values() and table.zone_at(point) != wanted:
            yield illegal("KO8", f"{unit} is outside the Supply zones of {SIDES[side]}", "a Supply zone")
        bases = (u for u in table.on_table(side) if table.arm_of(u) is Arm.BASE and u != unit)
        there = [base for base in bases if _same_square(table, base, point)]
        if there:
            yield illegal("KO8", f"{there[0]} stands in this zone, and each zone has one", "another Supply zone")
    for ground in grounds_at(table, point):
        yield from may_enter(table, unit, ground)
    yield from not_on_top(table, unit, point)


def _same_square(table: Table, unit: Unit, point: Point) -> bool:
    at = table.stand(unit).at
    return at is not None and square(table, at) == square(table, point)


def left_behind(table: Table) -> Iterator[Finding]:
    """What a stage leaves undeployed when it is closed."""
    left = waiting_in(table, table.stage_now)
    last = table.stage_now != "italian"
    bases = [unit for unit in left if table.arm_of(unit) is Arm.BASE]
    missing = [*(unit for unit in left if unit not in bases), *unknown_in(table, table.stage_now)]
    if missing:
        yield doubt("KO6", f"not deployed, and so out of this battle: {', '.join(missing)}", "deploy them")
    if bases and last:
        yield omission("KO8", f"a Supply base stands in each Supply zone; not deployed: {', '.join(bases)}")

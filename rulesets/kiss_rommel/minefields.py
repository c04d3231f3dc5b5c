"""Minefields: laying them, the roll of a unit that crosses one, clearance and gaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.facts import replace
from referee.components.geometry import EPSILON, Shape
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital, figured, listed
from referee.ruleset import Action, Consequence, Die, Finding, Point, Span, Told, Word, action, illegal, needs, warning
from rulesets.kiss_rommel.losses import without
from rulesets.kiss_rommel.measuring import SPOT, Measured, at_least, at_most, from_centre, on_the_table
from rulesets.kiss_rommel.names import SIDES, Arm, Field, GapName, Status, Unit
from rulesets.kiss_rommel.phases import STEPS, in_phase, own_unit
from rulesets.kiss_rommel.spotting import host
from rulesets.kiss_rommel.stands import Stand
from rulesets.kiss_rommel.table import Gap, Minefield, Table, by_ruling
from rulesets.kiss_rommel.trials import Cause, Trial
from rulesets.kiss_rommel.words import WHO, spelt, the_unit, thing

FROM_CENTRE = 6
"""Inches from the centre line at which everything is deployed (KO7)."""

MOST_MINES = 40
"""Minefields that a side may agree on."""

THROUGH = 5
"""The lowest d6 with which a unit passes a minefield (KX1), and with which a gap is cleared (KX2)."""

THROUGH_GAP = 6
"""Units that may go through a gap in a turn (KX2)."""


def mines_allowed(table: Table, side: str) -> int | None:
    """How many minefields a side lays; half of them after a Major Victory (KP4). None while nobody agreed on it."""
    agreed = table.terms.mines
    if agreed is UNKNOWN:
        return None
    if side not in table.options.halved:
        return agreed
    return agreed // 2 if table.ruled("KQ38") == "down" else -(-agreed // 2)


@action(
    "minefield",
    rule="KO5",
    alias="minefields",
    timed=True,
    examples=("minefield", "minefield at 12,3 18,4", "minefield at 15,20 radius 3"),
)
class LayMines(Action[Table]):
    """Lay a minefield: two opposite corners, more corners of a polygon, or the middle and a radius. Several may be laid
    in one line without their places.
    """

    at: Annotated[tuple[Point, ...], SPOT, Told()] = ()
    radius: Annotated[float | None, SPOT, Word("radius", also=("r",)), Told()] = None
    count: Annotated[int, Span(1, MOST_MINES, "minefields"), Told()] = 1

    def bare(self, field: str, table: Table) -> bool | None:
        """A number is no radius where nothing is told of the place."""
        return bool(self.at) or field != "radius"

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "minefields":
            yield illegal(
                "KO5",
                f"minefields are laid before the deployment, not in the step {STEPS[table.step]}",
                "what is asked now",
            )
        elif table.stage_now != self.side:
            first = f"{SIDES[table.stage_now]} now"
            yield illegal("KO5", "the British lay their minefields first, then the Axis", first)
        allowed = mines_allowed(table, self.side)
        laid = sum(field.side == self.side for field in table.mines.values())
        if allowed is None:
            yield needs("KO5", "how many minefields each side has is not agreed", "terms mines ?")
        elif laid >= allowed:
            rule = "KP4" if self.side in table.options.halved else "KO5"
            half = f", half of {table.terms.mines} {by_ruling(table, 'KQ38')}" if rule == "KP4" else ""
            message = f"{SIDES[self.side]} has {figured(allowed, 'minefield')}{half}, and all are laid"
            yield illegal(rule, message, "pass")
        elif laid + self.count > allowed:
            left = allowed - laid
            yield illegal("KO5", f"{SIDES[self.side]} has {figured(left, 'minefield')} left", f"minefield {left}")
        if self.count > 1 and self.at:
            yield illegal("KO5", "a place is told of one minefield", "a line for each")
        yield from well_shaped(self.at, self.radius, "KO5")
        for point in self.at:
            yield from on_the_table(table, point)
        yield from _clear_of_centre(table, self.side, self.at, self.radius or 0.0)
        shape = shape_of(self.at, self.radius)
        there = [name for name, field in table.mines.items() if shape is not None and field.shape == shape]
        if there:
            yield warning("KO5", f"{there[0]} lies there already", "another position")

    def apply(self, table: Table) -> Table:
        first, field = len(table.mines) + 1, Minefield(self.side, shape_of(self.at, self.radius))
        fresh = {Field(f"mines-{n}"): field for n in range(first, first + self.count)}
        return table.but(mines={**table.mines, **fresh})

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.side]} laid {listed(thing(name) for name in after.mines if name not in before.mines)}"


def _clear_of_centre(table: Table, side: str, at: tuple[Point, ...], radius: float) -> Iterator[Finding]:
    """KO7: the corner that is nearest to the centre line counts, or the edge of a round field."""
    half_base = table.base / 2 if table.ruled("KQ34") == "edges" else 0.0
    gaps = [(gap + half_base - radius, point) for point in at if (gap := from_centre(table, side, point)) is not None]
    if gaps:
        (gap, point), limit = min(gaps, key=lambda found: found[0]), table.inches(FROM_CENTRE)
        where = f"{table.length(gap)} from the centre line" if gap >= 0 else "beyond the centre line"
        message = f"the minefield at {point} is {where}; {table.length(limit)} is the least"
        yield from at_least(table, "KO7", gap, limit, message)


def shape_of(at: tuple[Point, ...], radius: float | None) -> Shape | None:
    """The shape that points and a radius make; None without points."""
    if not at:
        return None
    return Shape(at[:1], radius or 0.0) if radius is not None or len(at) == 1 else Shape(at)


def well_shaped(at: tuple[Point, ...], radius: float | None, rule: str, line: bool = False) -> Iterator[Finding]:
    """One point and a radius, or two points and more; `line`: it may be without width."""
    if radius is not None and len(at) != 1:
        yield illegal(rule, "a radius goes with one point, the middle", "at 15,20 radius 3")
    elif radius is None and len(at) == 1:
        message = "one point is no shape without a radius"
        yield illegal(rule, message, f"the radius as well, as in 3: at {at[0]} radius 3; or two corners and more")
    elif len(at) == 2 and not line and (at[0].x == at[1].x or at[0].y == at[1].y):
        yield illegal(rule, f"{at[0]} and {at[1]} lie on one line and have no width", "two opposite corners")


def dangerous(table: Table, side: str) -> Iterator[Field]:
    """The minefields that a side must not cross without a die: the enemy's, by ruling KQ29 its own too."""
    for name, field in table.mines.items():
        if field.side != side or table.ruled("KQ29") == "all":
            yield name


def crossed(
    table: Table, side: str, start: Point, end: Point, named: GapName | None = None
) -> tuple[Field | None, tuple[GapName, ...]]:
    """The first minefield on a straight path that is crossed without a gap, and the gaps that the path goes through
    before it; `named` is one that the players told.
    """
    clear = table.base / 2
    found: list[tuple[float, Field]] = []
    for name in dangerous(table, side):
        shape = table.mines[name].shape
        if shape is not None and shape.path_gap(start, end) < clear - table.margin - EPSILON:
            at = shape.before(start, end, clear)
            found.append((abs(at.x - start.x) + abs(at.y - start.y), name))
    gaps: list[GapName] = []
    for _, field in sorted(found):
        told = named if named is not None and table.gaps[named].field == field else None
        gap = told or _gap_at(table, field, start, end)
        if gap is None:
            return field, tuple(gaps)
        gaps.append(gap)
    return None, tuple(gaps)


def _gap_at(table: Table, field: Field, start: Point, end: Point) -> GapName | None:
    """The gap in a minefield through which a path goes."""
    ways = ((_beside(table, gap, start, end), gap) for gap in table.gaps if table.gaps[gap].field == field)
    found = [(off, gap) for off, gap in ways if off is not None and off <= table.margin + EPSILON]
    return min(found)[1] if found else None


def _beside(table: Table, gap: GapName, start: Point, end: Point) -> float | None:
    """How far beside a gap a path goes through its minefield; None while it is not known where they are."""
    cleared = table.gaps[gap]
    shape = table.mines[Field(cleared.field)].shape
    return None if cleared.at is None or shape is None else shape.off_lane(start, end, shape.lane(cleared.at))


def at_gap(table: Table, unit: Unit, gap: GapName, start: Point, end: Point) -> Iterator[Finding]:
    """KX2: a gap is as wide as the base that goes through it, so its way is the gap's all through the minefield."""
    off, cleared = _beside(table, gap, start, end), table.gaps[gap]
    if off is not None:
        message = f"{unit} passes {table.length(off)} beside {gap}, which is at {place_of(cleared)}"
        instead = f"a way through {gap}; or without `gap`, and with the die for {cleared.field}"
        yield from at_most(table, "KX2", off, 0.0, message, instead)
    elif table.mines[Field(cleared.field)].shape is not None:
        yield needs("KX2", f"not measured: where {gap} is (`adjust {gap}.at X,Y` tells it)")


def beside_gap(table: Table, unit: Unit, field: Field, start: Point, end: Point) -> Iterator[Finding]:
    """KX2: that a unit which enters a minefield passes a gap in it, which it may have been meant to go through."""
    for gap, cleared in table.gaps.items():
        off = _beside(table, gap, start, end) if cleared.field == field else None
        if off is not None and off <= 2 * table.base:
            message = f"{unit} passes {table.length(off)} beside {gap}, which is at {place_of(cleared)}"
            yield warning("KX2", f"{message} and one base wide", f"a way through {gap}, else the die for {field}")


def place_of(gap: Gap) -> str:
    """Where a gap is, as far as anybody measures; "" while that is not known."""
    return "" if gap.at is None else str(Point(round(gap.at.x, 2), round(gap.at.y, 2)))


def gap_is_free(table: Table, gap: GapName) -> Iterator[Finding]:
    """KX2: six units a turn."""
    if table.gaps[gap].used >= THROUGH_GAP:
        yield illegal("KX2", f"{THROUGH_GAP} units went through {gap} in this turn", "another way, or the next turn")


def through_gap(table: Table, gap: GapName) -> Table:
    """The table after one more unit went through a gap."""
    cleared = table.gaps[gap]
    return table.but(gaps={**table.gaps, gap: replace(cleared, used=cleared.used + 1)})


def enters(table: Table, unit: Unit, field: Field, end: Point | None, side: str, **dice: int | float | None) -> Table:
    """The table when a unit is about to cross a minefield: it stands in front of it until the die is thrown."""
    shape, start = table.mines[field].shape, table.stand(unit).at
    if shape is not None and start is not None and end is not None:
        table = table.with_unit(unit, at=shape.before(start, end, table.base / 2))
    elif end is None:
        table = table.with_unit(unit, at=None)
    roll, hq = dice.get("roll"), dice.get("hq")
    trial = Trial(Cause.MINES, side, unit, field=field, end=end, roll=None if roll is None else int(roll), hq=hq)
    return table.but(trials=(*table.trials, trial))


def entry(table: Table, trial: Trial) -> Consequence[Table] | None:
    """KX1: what the die of a unit that crosses a minefield means; None if the unit is lost."""
    roll = trial.roll or 0
    if roll == 1:
        return None
    if roll < THROUGH:
        return Consequence(
            "KX1", f"{trial.target} is stopped in front of {trial.field}{_where(table, trial)}", without(table)
        )
    after, field = without(table), table.mines.get(Field(trial.field))
    start = table.stand(trial.target).at
    if field is not None and field.shape is not None and start is not None and trial.end is not None:
        after = after.with_unit(trial.target, at=field.shape.behind(start, trial.end, table.base / 2))
    return Consequence("KX1", f"{trial.target} goes through {trial.field} and stops{_where(after, trial)}", after)


def _where(table: Table, trial: Trial) -> str:
    """Where the unit stands now, as far as that is known."""
    at = table.stand(trial.target).at
    return f" at {Point(round(at.x, 2), round(at.y, 2))}" if at is not None and trial.end is not None else ""


@action("clear", rule="KX2", timed=True, examples=("clear 4ind/inf-1 mines-1 roll 5", "clear 4ind/inf-1 mines-1"))
class Clear(Action[Table]):
    """An infantry unit beside a minefield tries to clear a gap, one base wide. distance: to the edge of the field.

    The gap is where the field is nearest to the unit; `adjust gap-1.at X,Y` sets it elsewhere.
    """

    unit: Unit
    field: Field
    distance: Measured = None
    roll: Annotated[Die | None, Word("roll"), Told()] = None

    def bare(self, field: str, table: Table) -> bool | None:
        """A number is the die, if it can be one: nobody clears from as far away."""
        return field != "distance"

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from own_unit(table, self.side, self.unit)
        yield from in_phase(table, self.side, "mines")
        stand = table.stand(self.unit)
        if table.arm_of(self.unit) is not Arm.INFANTRY:
            yield illegal("KX2", f"{self.unit} is no infantry; only infantry clears mines", "an infantry unit")
        elif host(table, stand.division) in table.cleared:
            message = f"{stand.division} has tried to clear mines in this turn"
            yield illegal("KX2", message, "one unit for each division")
        if self.field not in dangerous(table, self.side):
            message = f"{self.field} is one's own, and units pass it without a gap {by_ruling(table, 'KQ29')}"
            yield warning("KX2", message, "an enemy minefield")
        far = _far(table, self.unit, self.field) if self.distance is None else self.distance
        if far is not None:
            message = f"{self.unit} is {table.length(far)} from {self.field}, not beside it"
            yield from at_most(table, "KX2", far, 0.0, message, "move it up first")

    def apply(self, table: Table) -> Table:
        division = host(table, table.stand(self.unit).division)
        trial = Trial(Cause.CLEAR, self.side, self.unit, self.unit, self.field, roll=self.roll)
        return table.but(cleared=table.cleared | {division}, trials=(*table.trials, trial))

    def story(self, before: Table, after: Table) -> str:
        unit, roll = capital(the_unit(before, self.unit)), "" if self.roll is None else f", and threw a {self.roll}"
        near = "" if not self.distance else f" from {spelt(before, self.distance)} away"
        return f"{unit} tried to clear a gap in {thing(self.field)}{near}{roll}"


def _far(table: Table, unit: Unit, field: Field) -> float | None:
    """How far the edge of a unit's base is from a minefield; None while it is not known where they are."""
    shape, at = table.mines[field].shape, table.stand(unit).at
    return None if shape is None or at is None else max(0.0, shape.gap(at) - table.base / 2)


def clearance(table: Table, trial: Trial) -> Consequence[Table]:
    """KX2: what the die of a clearing unit means."""
    after = without(table)
    if (trial.roll or 0) < THROUGH:
        return Consequence("KX2", f"{trial.target} clears nothing", after)
    name = GapName(f"gap-{len(table.gaps) + 1}")
    shape, stand = table.mines[Field(trial.field)].shape, table.stand(trial.target)
    spot = shape.nearest(stand.at) if shape is not None and stand.at is not None else None
    gap = Gap(trial.field, spot)
    where = f" at {place_of(gap)}" if spot is not None else ""
    message = f"{trial.target} clears {name} in {trial.field}{where}, one base wide"
    return Consequence("KX2", message, after.but(gaps={**table.gaps, name: gap}))


def may_clear(table: Table, unit: Unit, stand: Stand) -> bool:
    """Whether a unit is infantry of a division that did not try to clear mines in this turn."""
    infantry = stand.status is Status.TABLE and table.arm_of(unit) is Arm.INFANTRY
    return infantry and host(table, stand.division) not in table.cleared

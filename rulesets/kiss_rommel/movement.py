"""Movement: a straight line, the unit's speed, 2 inches from every enemy, ground; one by one, or several alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Annotated

from referee.components.geometry import EPSILON, Point, distance, path_distance
from referee.components.unknown import Unknown
from referee.components.wording import capital, counted, figured, listed
from referee.ruleset import Action, Die, Few, Finding, Impossible, Name, Told, Word, action, illegal, needs, warning
from rulesets.kiss_rommel.alike import together_found
from rulesets.kiss_rommel.losses import CLEAR_OF_ENEMY
from rulesets.kiss_rommel.measuring import (
    SPOT,
    Measured,
    at_least,
    at_most,
    between,
    disagrees,
    grounds_at,
    may_enter,
    not_on_top,
    on_the_table,
)
from rulesets.kiss_rommel.minefields import at_gap, beside_gap, crossed, dangerous, enters, gap_is_free, through_gap
from rulesets.kiss_rommel.names import (
    SIDES,
    Arm,
    Field,
    GapName,
    Ground,
    Landscape,
    Mover,
    Nation,
    TrenchName,
    Unit,
    enemy_of,
)
from rulesets.kiss_rommel.phases import ANOTHER, in_phase, own_unit
from rulesets.kiss_rommel.stands import together
from rulesets.kiss_rommel.table import Table, by_ruling
from rulesets.kiss_rommel.words import several, spelt, the_division, the_unit, thing, towards

CLOSED = {Landscape.ESCARPMENT: "impassable", Landscape.BAD: "for infantry only"}
"""Ground that a unit cannot cross (KM4), and why."""


def speed_of(table: Table, unit: Name) -> float | Unknown:
    """How far a unit moves, in the table's measure; French tanks as the infantry does (KB2)."""
    row, division = table.type_of(unit), table.division_of(unit)
    french = division is not None and division.nation is Nation.FRENCH and row.arm is Arm.TANK
    if french and table.options.blitzkrieg:
        move = table.box.types["foot" if table.ruled("KQ30") == "foot" else "motor"].move
    else:
        move = row.move
    return move if isinstance(move, Unknown) else table.inches(move)


def may_move(table: Table, side: str, unit: Unit) -> Iterator[Finding]:
    """Phase, owner, once a turn, and not a Supply base."""
    yield from own_unit(table, side, unit)
    yield from in_phase(table, side, "movement")
    if table.arm_of(unit) is Arm.BASE:
        yield illegal("KM1", f"{unit} is a Supply base and does not move", "another unit")
    elif table.stand(unit).moved:
        yield illegal("KM1", f"{unit} has made its one straight move in this turn", ANOTHER)


def within_speed(table: Table, unit: Unit, far: float | None) -> Iterator[Finding]:
    """Whether a unit is fast enough for a distance (KM1, KB2)."""
    if far is None or table.arm_of(unit) is Arm.BASE:
        return
    limit = speed_of(table, unit)
    if isinstance(limit, Unknown):
        yield needs("KM1", f"how far a {table.type_of(unit).title} moves is not known", _teach_speed(table, unit))
        return
    rule = "KB2" if limit != _own_speed(table, unit) else "KM1"
    message = f"{unit} moved {table.length(far)}; the speed is {table.length(limit)}"
    yield from at_most(table, rule, far, limit, message)


def _own_speed(table: Table, unit: Unit) -> float | None:
    move = table.type_of(unit).move
    return None if isinstance(move, Unknown) else table.inches(move)


def _teach_speed(table: Table, unit: Unit) -> str:
    return f"type {table.stand(unit).type} move ?"


@dataclass(frozen=True, slots=True)
class Course:
    """The move of one unit: what is told of it, as in `Move`."""

    side: str
    unit: Unit
    place: Point | None
    distance: float | None
    enemy: float | None
    onto: Ground | None
    into: TrenchName | None
    gap: GapName | None
    mines: Field | None
    roll: int | None
    hq: float | None

    def judge(self, table: Table) -> Iterator[Finding]:
        """What is wrong with the way that a unit takes, if it may move at all."""
        unit = self.unit
        start, end = table.stand(unit).at, self.place
        off = list(on_the_table(table, end)) if end is not None else []
        yield from off
        if off:  # a mistyped position; what it would mean on the table is not worth a word
            return
        far = self.distance
        if start is not None and end is not None:
            computed = distance(start, end)
            far = computed if far is None else far
            yield from disagrees(table, "KM1", far, computed)
        yield from within_speed(table, unit, far)
        if end is not None:
            yield from not_on_top(table, unit, end)
        yield from self._clear_of_enemies(table, start, end)
        yield from self._ground(table, start, end)
        yield from self._trench(table)
        yield from self._mines(table, start, end)
        yield from self._unmeasured(table, far, start)

    def _unmeasured(self, table: Table, far: float | None, start: Point | None) -> Iterator[Finding]:
        told = (self.distance, self.enemy, self.place)
        if far is None and any(t is not None for t in told):
            why = "the position before the move is not known" if start is None else "no distance"
            yield needs("KM1", f"not measured: the speed ({why})")

    def _clear_of_enemies(self, table: Table, start: Point | None, end: Point | None) -> Iterator[Finding]:
        clear = table.inches(CLEAR_OF_ENEMY)
        if self.enemy is not None:
            near = table.length(self.enemy)
            message = f"{self.unit} came within {near} of an enemy; {table.length(clear)} is the least"
            yield from at_least(table, "KM1", self.enemy, clear, message)
            return
        if end is None:
            return
        for enemy in table.on_table(enemy_of(self.side)):
            at = table.stand(enemy).at
            if at is not None:
                yield from self._clear_of(table, enemy, at, start, end, clear)

    def _clear_of(
        self, table: Table, enemy: Unit, at: Point, start: Point | None, end: Point, clear: float
    ) -> Iterator[Finding]:
        near = between(table, end, at)
        before = None if start is None else between(table, start, at)
        if before is not None and before < clear - table.margin - EPSILON:
            ruled = by_ruling(table, "KQ20")
            if table.ruled("KQ20") == "hold" or near < before - EPSILON:
                yield illegal("KM1", f"{self.unit} starts {table.length(before)} from {enemy} {ruled}", "a move away")
            return
        if start is not None and table.ruled("KQ32") == "path" and between(table, _beside(start, end, at), at) < clear:
            base = table.base if table.ruled("KQ34") == "edges" else 0.0
            near = min(near, path_distance(start, end, at, base))
        if near >= clear:
            return
        message = f"{self.unit} comes within {table.length(near)} of {enemy}; {table.length(clear)} is the least"
        yield from at_least(table, "KM1", near, clear, message)

    def _ground(self, table: Table, start: Point | None, end: Point | None) -> Iterator[Finding]:
        pieces = list(grounds_at(table, end)) if end is not None else [self.onto] if self.onto is not None else []
        for piece in pieces:
            yield from may_enter(table, self.unit, piece)
        if start is None or end is None:
            return
        for name, ground in table.terrain.items():
            closed = CLOSED.get(ground.landscape)
            infantry = ground.landscape is Landscape.BAD and table.arm_of(self.unit) is Arm.INFANTRY
            if closed is None or infantry or ground.shape is None or name in pieces or ground.shape.contains(start):
                continue
            if ground.shape.path_gap(start, end) <= EPSILON:
                yield illegal("KM4", f"{self.unit} crosses {name}, which is {closed}", "another way")

    def _trench(self, table: Table) -> Iterator[Finding]:
        if self.into is None:
            return
        inside = [u for u in table.on_table() if table.stand(u).trench == self.into and u != self.unit]
        if inside:
            yield illegal("KD1", f"{inside[0]} is in {self.into}", "an empty Dug-in position")
        trench = table.trenches[self.into]
        if trench.at is not None and self.place is not None:
            far = distance(trench.at, self.place)
            message = f"{self.into} is at {trench.at}, {table.length(far)} from there"
            yield from at_most(table, "KD1", far, table.base, message, f"to {trench.at}")

    def _mines(self, table: Table, start: Point | None, end: Point | None) -> Iterator[Finding]:
        told = self.mines
        if told is not None and told not in dangerous(table, self.side):
            message = f"{told} is {SIDES[table.mines[told].side]}: no die is due for its own side"
            message = f"{message} {by_ruling(table, 'KQ29')}"
            yield warning("KX1", message) if self.roll is None else illegal("KX1", message, "no die")
        field, gaps = self._mines_on(table, start, end)
        for gap in gaps:
            yield from gap_is_free(table, gap)
        if start is not None and end is not None:
            for gap in dict.fromkeys((*gaps, *(() if self.gap is None else (self.gap,)))):
                yield from at_gap(table, self.unit, gap, start, end)
            if field is not None and self.mines is None:
                yield from beside_gap(table, self.unit, field, start, end)
        if self.roll is not None and field is None:
            yield illegal("KX1", f"{self.unit} enters no minefield, so no die is due", "no die")

    def apply(self, table: Table) -> Table:
        """The table when the unit has come to the end of its way."""
        unit, stand, end = self.unit, table.stand(self.unit), self.place
        start = stand.at
        left = TrenchName(stand.trench)
        trench = str(self.into or "")
        table = table.with_unit(unit, moved=True, at=end, on=str(self.onto or ""), trench=trench)
        empty = not any(table.stand(u).trench == left for u in table.on_table())
        if left in table.trenches and empty and table.ruled("KQ10") == "gone":
            table = table.but(trenches={n: t for n, t in table.trenches.items() if n != left})
        if self.into is not None and end is None:
            table = table.with_unit(unit, at=table.trenches[self.into].at)
        field, gaps = self._mines_on(table, start, end)
        for gap in gaps:
            table = through_gap(table, gap)
        if field is not None and field in dangerous(table, self.side):
            table = table.with_unit(unit, at=start)
            return enters(table, unit, field, end, self.side, roll=self.roll, hq=self.hq)
        return table

    def _mines_on(
        self, table: Table, start: Point | None, end: Point | None
    ) -> tuple[Field | None, tuple[GapName, ...]]:
        """The minefield for which a die is due, and the gaps on the way to it: as told, else by the positions."""
        told = () if self.gap is None else (self.gap,)
        if self.mines is not None or start is None or end is None:
            return None if told else self.mines, told
        field, gaps = crossed(table, self.side, start, end, self.gap)
        return field, gaps if field is not None or self.gap in (None, *gaps) else (*gaps, *told)

    def story(self, before: Table, who: str) -> str:
        """The way in a sentence; `who` begins it."""
        start, end, length = before.stand(self.unit).at, self.place, self.distance
        way = ""
        if start is not None and end is not None:
            length = distance(start, end) if length is None else length
            way = towards(before, start, end)
        roll = "" if self.roll is None else f" and threw a {self.roll}"
        field, gaps = self._mines_on(before, start, end)
        if field is not None:  # how far it came is told by what follows
            return f"{who} went{way} into {thing(field)}{roll}"
        gone = "" if length is None else f" {spelt(before, length)}"
        through = f" through {listed(map(thing, gaps))}" if gaps else ""
        return f"{who} moved{gone}{way}{through}{self._came_to(before, end)}{roll}"

    def _came_to(self, table: Table, end: Point | None) -> str:
        """The terrain or the Dug-in position in which it ends."""
        if self.into is not None:
            return f", into {thing(self.into)}"
        ends = list(grounds_at(table, end)) if end is not None else [self.onto] if self.onto is not None else []
        return f", onto {thing(ends[0])}" if ends else ""


def _beside(start: Point, end: Point, at: Point) -> Point:
    """The point nearest to another one in the rectangle around a path: the path itself comes no nearer."""
    x = min(max(at.x, min(start.x, end.x)), max(start.x, end.x))
    y = min(max(at.y, min(start.y, end.y)), max(start.y, end.y))
    return Point(x, y)


@action(
    "move",
    rule="KM1",
    short="m",
    timed=True,
    examples=(
        "move 15pz/tank-1 to 30,14",
        "move 15pz/tank-1 6",
        "move 15pz 3",
        "move 15pz/inf 6 enemy 4",
        "move 15pz/tank to 30,14 30,16 30,18",
        "move 15pz/recon-1 distance 9 mines mines-1 roll 3",
    ),
)
class Move(Action[Table]):
    """A unit moves in one straight line. Give the new position, or what was measured.

    Several units, a whole division (`15pz`) or all of a type in it (`15pz/tank`) may move in one line: with a position
    for each in their order, or alike, each as far and none nearer to an enemy than told; of a division those that have
    not moved.

    distance: of the move. enemy: the nearest enemy on the way. onto: terrain it ends on. into: a Dug-in position it
    occupies. gap: a gap it went through, if no positions tell that. mines and roll: a minefield that it entered, and
    the die. hq: to its own HQ.
    """

    units: Annotated[tuple[Mover, ...], Few(1)]
    place: Annotated[tuple[Point, ...], SPOT, Word("to"), Told()] = ()
    distance: Measured = None
    enemy: Annotated[float | None, SPOT, Word("enemy", only=True), Told()] = None
    onto: Annotated[Ground | None, Word("onto"), Told()] = None
    into: Annotated[TrenchName | None, Word("into"), Told()] = None
    gap: Annotated[GapName | None, Word("gap"), Told()] = None
    mines: Annotated[Field | None, Word("mines"), Told()] = None
    roll: Annotated[Die | None, Word("roll", only=True), Told()] = None
    hq: Annotated[float | None, SPOT, Word("hq", only=True), Told()] = None

    def bare(self, field: str, table: Table) -> bool | None:
        """A number behind a type of unit is the number of one where a place is told: `15pz tank 2 35,27`."""
        counted_so = field == "distance" and bool(self.place) and self.distance is not None
        return not (counted_so and len(self.units) == 1 and f"{self.units[0]}-{self.distance:g}" in table.units)

    def _courses(self, units: tuple[Unit, ...]) -> tuple[Course, ...]:
        told = (self.distance, self.enemy, self.onto, self.into, self.gap, self.mines, self.roll, self.hq)
        places = self.place if len(self.place) == len(units) else self.place[:1] * len(units)
        return tuple(Course(self.side, unit, place, *told) for unit, place in zip_longest(units, places))

    def judge(self, table: Table) -> Iterator[Finding]:
        units = table.movers(self.units)
        yield from together_found((unit, may_move(table, self.side, unit)) for unit in units)
        if self.place and len(self.place) != len(units):
            said = f"{figured(len(units), 'unit')} ({several(units)}), {figured(len(self.place), 'position')}"
            raise Impossible(f"{said}: each has one, in this order.", rule="KM1")
        own = {"into": self.into, "roll": self.roll, "hq": self.hq}
        told = next((word for word, value in own.items() if value is not None), "")
        if told and len(units) > 1:
            meant = f"{self.units[0]}/hq"
            instead = f"move {meant} {self.hq:g}" if self.hq is not None and meant in table.units else "a line for each"
            yield illegal("KM1", f"`{told}` is told of one unit, and several move", instead)
            return
        yield from together_found(self._found(table, units))
        left = [unit for unit in units if table.stand(unit).trench] if len(units) > 1 else []
        if left:
            message = f"{several(left)} would leave a Dug-in position with the others"
            yield warning("KD1", message, "name those that move")
        yield from self._no_place(table, units)

    def _no_place(self, table: Table, units: tuple[Unit, ...]) -> Iterator[Finding]:
        """Units that had a position, and of which nobody says where they stand now."""
        if self.place or (self.into is not None and table.trenches[self.into].at is not None):
            return
        lost = [unit for unit in units if table.stand(unit).at is not None]
        if lost:
            whole = len(lost) == sum(len(together(table.units).get(name, ("",))) for name in self.units)
            names = ",".join(self.units if whole else lost)
            teach = "" if self.mines is not None else f"place {names} at ?"  # a minefield may stop them
            order = ", in this order," if len(lost) > 1 else ""
            stand = "stand" if order else "stands"
            yield needs("KM1", f"the place where {several(lost)}{order} {stand} now is not known", teach)

    def _found(self, table: Table, units: tuple[Unit, ...]) -> Iterator[tuple[Unit, Iterable[Finding]]]:
        """What is wrong with the ways, one unit after the other."""
        courses = self._courses(units)
        for course in courses:
            yield course.unit, course.judge(table)
            if course is not courses[-1]:  # the next one meets the table that this one leaves
                table = course.apply(table)

    def apply(self, table: Table) -> Table:
        for course in self._courses(table.movers(self.units)):
            table = course.apply(table)
        return table

    def story(self, before: Table, after: Table) -> str:
        courses = self._courses(before.movers(self.units))
        units = [course.unit for course in courses]
        if len(units) == 1:
            return courses[0].story(before, capital(the_unit(before, units[0])))
        divisions = {before.stand(unit).division for unit in units}
        of = f" of {the_division(before, divisions.pop())}" if len(divisions) == 1 and "" not in divisions else ""
        return courses[0].story(before, capital(f"{counted(len(units), 'unit')}{of}"))

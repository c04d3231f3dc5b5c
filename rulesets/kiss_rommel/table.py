"""The state of the table, and the questions that every rule asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.components.facts import replace
from referee.components.geometry import Point, Shape
from referee.components.learning import title_of
from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Name
from referee.ruleset import Table as BaseTable
from rulesets.kiss_rommel.names import (
    AXIS,
    BRITISH,
    CLOCKWISE,
    DEPLOYING,
    SIDES,
    Arm,
    Card,
    Claimant,
    Edge,
    Field,
    GapName,
    Ground,
    Landscape,
    Mover,
    Nation,
    Reserve,
    Scattered,
    SideName,
    Status,
    Target,
    TrenchName,
    TypeName,
    Unit,
    ZoneKind,
)
from rulesets.kiss_rommel.options import Options
from rulesets.kiss_rommel.organisation import Box, Division, UnitType, called
from rulesets.kiss_rommel.stands import (
    BASES_TITLE,
    Stand,
    by_division,
    in_state,
    not_in_state,
    reserves,
    together,
)
from rulesets.kiss_rommel.trials import Trial

CM = 2.5
"""Centimetres of the table for an inch of the rules."""

FOOT = 12
"""Inches; the table is ruled into squares of a foot (KO1)."""

BASES = 3
"""Supply bases of each side (KO8)."""

_SEVERAL = [f"{n}-{word}" for n in ("2", "3", "4", "two", "three", "four") for word in ("blank", "blanks")]
NO_CARD = {
    **dict.fromkeys(("blank", "blanks"), "is no division; a blank card is told with `blank` alone [KO2]"),
    **dict.fromkeys(_SEVERAL, "is no division; blank cards are told with `blank 2` [KO2]"),
}
"""What is no division, though it lies among their cards."""

EVERYTHING = "all"
"""What all is called that is left to deploy."""

SUPPLY_BASES = {side: tuple(Unit(f"{side}/base-{n}") for n in range(1, BASES + 1)) for side in SIDES}
"""What they are called."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain; its shape is None while nobody told."""

    landscape: Landscape
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class Minefield:
    """A minefield of a side."""

    side: str
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """A cleared gap, one base wide. `used` counts the units that went through it this turn."""

    field: str
    at: Point | None = None
    used: int = 0


@dataclass(frozen=True, slots=True)
class Trench:
    """A Dug-in position, by the side that dug it."""

    side: str
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A force card of a side; the division is "" on a blank."""

    division: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What both sides agreed on where the book is silent; lengths in the table's measure.

    width, depth  of the table; mines: minefields of each side; planes: air attacks of each side a turn
    """

    width: float | Unknown = UNKNOWN
    depth: float | Unknown = UNKNOWN
    mines: int | Unknown = UNKNOWN
    planes: Mapping[str, int | Unknown] = field(default_factory=lambda: dict.fromkeys(SIDES, UNKNOWN))


@dataclass(frozen=True, kw_only=True)
class Table(BaseTable):
    """Everything that lies on the table of K.I.S.S. Rommel.

    stage     who lays mines or deploys: a side, or a nation
    attached  brigades to the division whose HQ they were given to
    zones     foot squares (column, row) to side and kind
    returned  divisions whose HQ brought a unit back in this turn
    cleared   divisions that tried to clear mines in this turn
    trials    what dice are to decide, the first of them now
    bombed    air attacks of this turn; `dispersed` are those lost for the rest of the battle
    late      divisions whose card was told when the deployment was over
    offered   sides that were told that they may claim the Major Victory
    undone    what was left undone in the phase that was closed, to be announced
    last      turns that were played when the battle ended; 0 before that
    """

    box: Box
    options: Options
    terms: Terms = field(default_factory=Terms)
    stage: str = ""
    cards: Mapping[str, tuple[Drawn, ...]] = field(default_factory=lambda: {AXIS: (), BRITISH: ()})
    attached: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[Unit, Stand]
    terrain: Mapping[Ground, Terrain] = field(default_factory=dict)
    north: Edge | None = None
    zones: Mapping[str, str] = field(default_factory=dict)
    mines: Mapping[Field, Minefield] = field(default_factory=dict)
    gaps: Mapping[GapName, Gap] = field(default_factory=dict)
    trenches: Mapping[TrenchName, Trench] = field(default_factory=dict)
    dug: int = 0
    returned: frozenset[str] = frozenset()
    cleared: frozenset[str] = frozenset()
    trials: tuple[Trial, ...] = ()
    bombed: Mapping[str, int] = field(default_factory=dict)
    dispersed: Mapping[str, int] = field(default_factory=dict)
    late: frozenset[str] = frozenset()
    offered: frozenset[str] = frozenset()
    undone: tuple[str, ...] = ()
    major: str = ""
    last: int = 0

    @property
    def trial(self) -> Trial | None:
        """What dice are to decide now; None if nothing is."""
        return self.trials[0] if self.trials else None

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that can be used now."""
        if kind is Unit or kind is Target:
            return in_state(self.units, Status.TABLE)
        if kind is Mover:
            return {**in_state(self.units, Status.TABLE), **_titles(self.box, tuple(together(self.units)))}
        if kind is Reserve:
            there = self.names(Mover) if self.step == "deployment" else {}
            left = {**reserves(self.units), **_titles(self.box, tuple(together(self.units, Status.RESERVE)))}
            left |= {EVERYTHING: "the rest"} if left else {}
            if self.step == "deployment":  # that a side has deployed its bases is said, and not taken for the other's
                left |= dict.fromkeys(SIDES, BASES_TITLE)
            return {**left, **{name: title for name, title in there.items() if name not in left}}
        if kind is Scattered:
            return in_state(self.units, Status.SCATTERED)
        if kind is Card:
            return {name: division.title for name, division in self.box.divisions.items()}
        if kind is TypeName:
            return {name: row.title for name, row in self.box.types.items()}
        if kind is SideName or kind is Claimant:
            return SIDES
        things: dict[type[Name], Mapping[Any, Any]] = {
            Ground: self.terrain,
            Field: self.mines,
            GapName: self.gaps,
            TrenchName: self.trenches,
        }
        return {name: name for name in things.get(kind, {})}

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that exist, and why they cannot be used now."""
        if kind in (Unit, Mover, Target):
            return not_in_state(self.units, Status.TABLE)
        if kind is Card:
            return NO_CARD
        if kind is Reserve and self.step == "deployment":  # a place may be told of what is deployed, if no more is left
            left = {stand.type for stand in self.units.values() if self._is_left(stand)}
            gone = not_in_state(self.units, Status.RESERVE)
            return {unit: why for unit, why in gone.items() if self.units[Unit(unit)].type in left}
        wanted = {Reserve: Status.RESERVE, Scattered: Status.SCATTERED}
        return not_in_state(self.units, wanted[kind]) if kind in wanted else {}

    def _is_left(self, stand: Stand) -> bool:
        """Whether a unit is still to be deployed by the nation that deploys now."""
        if stand.side == BRITISH or not stand.division:
            now = (stand.side == BRITISH) == (self.stage_now == BRITISH)
        else:
            now = self.box.divisions[stand.division].nation == self.stage_now
        return now and stand.status is Status.RESERVE

    def owner(self, name: Name) -> str:
        """The side that a unit or card belongs to; a target belongs to nobody, for the other side aims at it."""
        if isinstance(name, Unit | Mover | Scattered | Reserve) and Unit(name) in self.units:
            return self.units[Unit(name)].side
        if isinstance(name, Reserve) and name in SIDES:
            return str(name)
        if isinstance(name, Claimant):
            return str(name)
        division = name.partition("/")[0] if isinstance(name, Mover | Reserve) else name
        if isinstance(name, Card | Mover | Reserve) and division in self.box.divisions:
            return self.box.divisions[division].side
        return ""

    def movers(self, names: Iterable[Name]) -> tuple[Unit, ...]:
        """The units that names stand for: of several named as one those that have not moved; where all have, all."""
        found: dict[Unit, None] = {}
        for name in names:
            own = together(self.units).get(name, (Unit(name),))
            found |= dict.fromkeys([unit for unit in own if not self.stand(unit).moved] or own)
        return tuple(found)

    def teach(self, kind: type[Name], word: str) -> str:
        """The line that would teach a division or a type that is not on file."""
        title = title_of(word)
        if kind is Card:
            whose = "nation ?" if self.side == AXIS or self.options.blitzkrieg else f"nation {Nation.BRITISH}"
            return f'division "{title}" as "{called(self.box, word)}" {whose}'
        if kind is TypeName:
            return f'type "{title}" tank'
        return ""

    def points(self) -> Sequence[Point]:
        """A few positions: near units that still may move, and in the reserves' half of the table."""
        found = [s.at for s in self.units.values() if s.at is not None and not s.moved and s.side == self.side][:4]
        step = self.inches(3)
        near = [Point(p.x + dx * step, p.y + dy * step) for p in found for dx, dy in ((1, 0), (-1, 0))]
        width, depth = self.size() or (self.inches(72), self.inches(48))
        row = 0.1 + sum(s.at is not None for s in self.units.values()) * 5 % 11 * 0.08
        both = [Point(width * share, depth * row) for share in (0.2, 0.8)]
        found_all = [Point(round(p.x, 2), round(p.y, 2)) for p in (*both, *near) if p.x >= 0 and p.y >= 0]
        return tuple(dict.fromkeys(found_all))

    def inches(self, number: float) -> float:
        """A length of the rules in the measure that is played in."""
        return number * CM if self.options.centimetres else number

    @property
    def mark(self) -> str:
        """How a length is written."""
        return " cm" if self.options.centimetres else '"'

    @property
    def margin(self) -> float:
        """How far past a limit is only warned about, in the measure that is played in."""
        return self.inches(self.options.margin)

    @property
    def base(self) -> float:
        """The side of a base, in the measure that is played in."""
        return self.options.base / (10 if self.options.centimetres else 25.4)

    def size(self) -> tuple[float, float] | None:
        """Width and depth of the table; None while nobody told."""
        width, depth = self.terms.width, self.terms.depth
        return None if isinstance(width, Unknown) or isinstance(depth, Unknown) else (width, depth)

    def edge_of(self, side: str) -> Edge:
        """The own table edge: the Axis comes from the west (ruling KQ33)."""
        west = CLOCKWISE[(CLOCKWISE.index(self.north or Edge.TOP) - 1) % 4]
        east = CLOCKWISE[(CLOCKWISE.index(west) + 2) % 4]
        axis_west = self.ruled("KQ33") == "west"
        return west if (side == AXIS) == axis_west else east

    @property
    def stage_now(self) -> str:
        """Who lays mines or deploys; the first of them where only the step is known, as when it was adjusted."""
        stages = (BRITISH, AXIS) if self.step == "minefields" else DEPLOYING
        return self.stage if self.stage in stages else stages[0]

    def stand(self, unit: Name | str) -> Stand:
        """What is known of a unit."""
        return self.units[Unit(unit)]

    def type_of(self, unit: Name | str) -> UnitType:
        """The row of the unit table for a unit."""
        return self.box.types[self.units[Unit(unit)].type]

    def arm_of(self, unit: Name | str) -> Arm:
        """What the rules take a unit for."""
        return self.type_of(unit).arm

    def division_of(self, unit: Name | str) -> Division | None:
        """The division or brigade of a unit; None for a supply base."""
        return self.box.divisions.get(self.units[Unit(unit)].division)

    def italian(self, unit: Name | str) -> bool:
        """Whether a unit is Italian."""
        division = self.division_of(unit)
        return division is not None and division.nation is Nation.ITALIAN

    def on_table(self, side: str = "") -> Iterator[Unit]:
        """The units on the table, of one side or of both."""
        for unit, stand in self.units.items():
            if stand.status is Status.TABLE and side in ("", stand.side):
                yield unit

    def of_division(self, division: str, *status: Status) -> tuple[Unit, ...]:
        """The units of a division that have one of these states."""
        own = by_division(self.units).get(division, ())
        return tuple(u for u in own if self.units[u].status in status)

    def hq_of(self, division: str) -> Unit | None:
        """The HQ of a division, wherever it is; None for a brigade and for a supply base."""
        own = by_division(self.units).get(division, ())
        return next((u for u in own if self.box.types[self.units[u].type].arm is Arm.HQ), None)

    def dug_in(self, unit: Name | str) -> bool:
        """Whether a unit stands in a Dug-in position."""
        return bool(self.units[Unit(unit)].trench)

    def with_unit(self, unit: Name | str, **changes: Any) -> Table:
        """The table with a unit changed."""
        key = Unit(unit)
        return self.but(units={**self.units, key: replace(self.units[key], **changes)})

    def off(self, unit: Name | str, status: Status, rule: str) -> Table:
        """The table after a unit left it: Scattered or Destroyed. A position that it was dug into stays."""
        return self.with_unit(unit, status=status, at=None, on="", trench="", lost_by=rule)

    def length(self, value: float) -> str:
        """A length with its unit, to two decimals."""
        return f"{value:.2f}".rstrip("0").rstrip(".") + self.mark

    def zone_at(self, point: Point) -> str:
        """What the foot square of a point is for: "axis supply"; "" where nobody told."""
        return self.zones.get(square(self, point), "")


@remembered
def _titles(box: Box, groups: tuple[str, ...]) -> Mapping[str, str]:
    """What several units are called, beside their name: by the title of a division, or `15 tank` for 15pz/tank."""
    titles: dict[str, str] = {}
    for name in groups:
        division, _, kind = name.partition("/")
        number = "".join(filter(str.isdigit, division)) or division
        titles[name] = f"{number} {kind}" if kind else box.divisions[division].title
    return titles


def square(table: Table, point: Point) -> str:
    """The foot square of a point: "2/1" is the third column, second row from below."""
    foot = table.inches(FOOT)
    return f"{int(point.x // foot)}/{int(point.y // foot)}"


def zone(side: str, kind: ZoneKind) -> str:
    """How a zone is kept."""
    return f"{side} {kind}"


def by_ruling(table: Table, ruling: str) -> str:
    """How a message cites the ruling that it rests on."""
    return f"(ruling {ruling}: {table.ruled(ruling)})"

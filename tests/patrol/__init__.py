"""Patrol: a game of one page with dice, counters that are learned, units that hide, and an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Annotated

from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import (
    Action,
    Ask,
    Component,
    Die,
    Finding,
    Impossible,
    Name,
    Option,
    Ruleset,
    Setup,
    Span,
    Table,
    Text,
    Word,
    action,
    illegal,
    needs,
    read_rulebook,
    ruling,
    warning,
)

SIDES = {"red": "Red", "blue": "Blue"}


class Unit(Name):
    """A unit on the table."""

    __slots__ = ()
    kind = "unit"


class Side(Name):
    """One of the two sides."""

    __slots__ = ()
    kind = "side"


@dataclass(frozen=True, slots=True)
class Counter:
    """What is printed on a unit, and whether it is hidden."""

    title: str
    side: str
    strength: int | Unknown = UNKNOWN
    hidden: bool = False
    source: str = "told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Table):
    """The units; how many dice are due, and the hits of each side."""

    units: Mapping[str, Counter]
    due: int = 0
    hits: Mapping[str, int] = field(default_factory=lambda: {"red": 0, "blue": 0})

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        if kind is Side:
            return SIDES
        return {name: unit.title for name, unit in self.units.items()}

    def owner(self, name: Name) -> str:
        return self.units[name].side if isinstance(name, Unit) else ""

    def with_unit(self, name: str, unit: Counter) -> Field:
        """The table with a unit changed."""
        return self.but(units={**self.units, name: unit})


@action("unit", rule="units.1", learns=True, examples=('unit "Night Patrol" red strength 2',))
class Learn(Action[Field]):
    """Tell what is printed on a unit."""

    unit: Unit | None = None
    title: Text | None = None
    of: Side | None = None
    strength: Annotated[int | None, Span(1, 9), Word("strength")] = None

    def judge(self, table: Field) -> Iterator[Finding]:
        if not self.name():
            yield needs("units.1", "which unit? by its name, or a new one by its title in quotes")
        known = table.units.get(self.name())
        if self.strength and known and known.strength not in (UNKNOWN, self.strength):
            yield warning("units.1", f"on file {self.name()} has strength {known.strength}; now it has {self.strength}")

    def name(self) -> str:
        """The notation name."""
        return str(self.unit or (self.title or "").lower().replace(" ", "-"))

    def apply(self, table: Field) -> Field:
        known = table.units.get(self.name()) or Counter(str(self.title), str(self.of or self.side))
        return table.with_unit(self.name(), replace(known, strength=self.strength or known.strength))


@action("shoot", rule="fire.1")
class Shoot(Action[Field]):
    """A unit shoots."""

    unit: Unit

    def judge(self, table: Field) -> Iterator[Finding]:
        if table.units[self.unit].side != self.side:
            yield illegal("fire.1", f"{self.unit} is not a unit of {SIDES[self.side]}.")

    def apply(self, table: Field) -> Field:
        strength = table.units[self.unit].strength
        return table.but(due=strength if isinstance(strength, int) else 2)


@action("hit", rule="fire.2")
class Hit(Action[Field]):
    """The dice of a shot."""

    dice: tuple[Die, ...]

    def apply(self, table: Field) -> Field:
        hits = table.hits[self.side] + sum(die >= 5 for die in self.dice)
        return handed_over(table.but(due=0, hits={**table.hits, self.side: hits}))


@action("creep", rule="cover.1")
class Creep(Action[Field]):
    """A unit hides."""

    unit: Unit

    def judge(self, table: Field) -> Iterator[Finding]:
        if table.units[self.unit].hidden:
            yield illegal("cover.1", f"{self.unit} is hidden already.")
        yield ruling("cover.1", f"cover protects: {table.ruled('cover.hard')}")

    def apply(self, table: Field) -> Field:
        return handed_over(table.with_unit(self.unit, replace(table.units[self.unit], hidden=True)))


def handed_over(table: Field) -> Field:
    """The turn of the other side."""
    side = "blue" if table.side == "red" else "red"
    return table.but(side=side, turn=table.turn + (side == "red"), step="fire")


def start(setup: Setup) -> Field:
    """One unit each, or two by the option."""
    units = {"alpha": Counter("Alpha", "red", 2, source="stated"), "bravo": Counter("Bravo", "blue")}
    if setup.options.get("pack") == "large":
        units["ajax"] = Counter("Ajax", "red", 1, source="inferred")
    return Field(side="red", step="fire", turn=1, rulings=setup.rulings, units=units)


def asks(table: Field) -> Ask | None:
    """The dice that are due, else the next act."""
    if table.due:
        return Ask("fire.2", table.side, ("hit",), "The dice?", dice=table.due)
    among = tuple(name for name, unit in table.units.items() if unit.side == table.side)
    return Ask("fire.1", table.side, ("shoot", "creep"), "Which unit?", among=among)


def layout(table: Field) -> dict[str, str]:
    """Where the units are, and the hits."""
    places = {f"{name}.hidden": "yes" if unit.hidden else "" for name, unit in table.units.items()}
    return places | {f"{side}.hits": str(hits) for side, hits in table.hits.items()}


def put(table: Field, key: str, value: str) -> Field:
    """Set one of them."""
    thing, _, aspect = key.rpartition(".")
    if aspect == "hits" and value.isdecimal():
        return table.but(hits={**table.hits, thing: int(value)})
    if aspect == "hidden" and value in ("yes", "", "none"):
        return table.with_unit(thing, replace(table.units[thing], hidden=value == "yes"))
    raise Impossible(f"{key} cannot be {value!r}.")


def view(table: Field, side: str) -> Field:
    """The table without the hidden units of the other side."""
    return table.but(units={n: u for n, u in table.units.items() if u.side == side or not u.hidden})


RULESET: Ruleset[Field] = Ruleset(
    name="patrol",
    title="Patrol",
    version="1",
    sides=SIDES,
    rulebook=read_rulebook(files("tests.patrol") / "rulebook.toml"),
    actions=(Shoot, Hit, Creep, Learn),
    start=start,
    asks=asks,
    closed=lambda table: table,
    skipped=lambda table: table,
    consequences=lambda table: None,
    layout=layout,
    phrases={"hidden": "take {thing} off the table", "hits": "{thing}: {new} hits"},
    put=put,
    state=lambda table: {"units": sorted(table.units), "hits": dict(table.hits)},
    show=lambda table: [f"{name}{' (hidden)' if unit.hidden else ''}" for name, unit in table.units.items()],
    status=lambda table: (f"{len(table.units)} units",),
    checklist=lambda table: [unit.title for unit in table.units.values()],
    why=lambda table, words: iter(()),
    step_rule="fire.1",
    steps={"fire": "The Firefight", "rest": "Resting"},
    options=(Option("pack", "How many units?", {"small": "one each", "large": "two for Red"}, "small"),),
    on_file=lambda table: [
        Component("unit", name, unit.title, unit.side, {"strength": unit.strength}, unit.source)
        for name, unit in table.units.items()
    ],
    view=view,
)

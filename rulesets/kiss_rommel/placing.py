"""Where units stand, told when their act did not tell it: they moved, came back or were deployed without a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from referee.components.wording import capital, counted, figured, listed
from referee.ruleset import Action, Few, Finding, Impossible, Name, Point, Word, action
from rulesets.kiss_rommel.losses import commanders, put_well, stands_well
from rulesets.kiss_rommel.measuring import SPOT
from rulesets.kiss_rommel.names import Mover, Status, Unit
from rulesets.kiss_rommel.stands import together
from rulesets.kiss_rommel.table import Table
from rulesets.kiss_rommel.words import the_unit


@action("place", rule="KC2", aside=True, examples=("place 15pz/inf-1 at 20,10", "place 15pz/tank at 20,10 22,10 24,10"))
class Place(Action[Table]):
    """Tell where units stand of which no position was told, in their order: a unit, several, or those of a division or
    of a type in it. One that came back is judged by its place.
    """

    units: Annotated[tuple[Mover, ...], Few(1)]
    at: Annotated[tuple[Point, ...], SPOT, Word("at")]

    def judge(self, table: Table) -> Iterator[Finding]:
        units = _unplaced(table, self.units)
        there = table.stand(units[0]).at
        if there is not None:
            raise Impossible(
                f"{units[0]} stands at {there}; `move` moves it, `adjust {units[0]}.at X,Y` mends it.", rule="KC2"
            )
        if len(units) != len(self.at):
            said = f"{figured(len(units), 'unit')} ({', '.join(units)}), {figured(len(self.at), 'position')}"
            raise Impossible(f"{said}: each has one, in this order.", rule="KC2")
        for unit, at in zip(units, self.at, strict=True):
            yield from stands_well(table, unit, at)
            if _came_back(table, unit):
                hqs = [hq for hq in commanders(table, unit) if table.stand(hq).status is Status.TABLE and hq != unit]
                yield from put_well(table, unit, hqs, at, None, None)
            table = table.with_unit(unit, at=at)

    def apply(self, table: Table) -> Table:
        for unit, at in zip(_unplaced(table, self.units), self.at, strict=False):
            table = table.with_unit(unit, at=at)
        return table

    def story(self, before: Table, after: Table) -> str:
        units = _unplaced(before, self.units)
        if len(units) == 1:
            return f"{capital(the_unit(before, units[0]))} stood at {self.at[0]}"
        return f"{capital(counted(len(units), 'unit'))} stood at {listed(map(str, self.at))}"


def _unplaced(table: Table, names: Sequence[Name]) -> tuple[Unit, ...]:
    """The units that names stand for: of several named as one those without a position; where all have one, all."""
    found: dict[Unit, None] = {}
    for name in names:
        own = together(table.units).get(name, (Unit(name),))
        found |= dict.fromkeys([unit for unit in own if table.stand(unit).at is None] or own)
    return tuple(found)


def _came_back(table: Table, unit: Unit) -> bool:
    """Whether a unit surely is the one that its HQ brought back in this turn, and stands where it was put: no other
    of its division is without a position.
    """
    stand = table.stand(unit)
    unplaced = [u for u in table.of_division(stand.division, Status.TABLE) if table.stand(u).at is None]
    return stand.division in table.returned and not stand.moved and unplaced == [unit]

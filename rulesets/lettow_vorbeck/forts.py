"""Fort Markers, an advanced rule: one a side, built by any unit (22.0, 30.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Consequence, Finding, Impossible, Kind, NotYet, Told, action, illegal, needs, ruling
from rulesets.lettow_vorbeck.names import AT_END, SIDES, Space, Unit, Users, enemy_of
from rulesets.lettow_vorbeck.supply import supply_asked, supply_of
from rulesets.lettow_vorbeck.table import Table, by_ruling
from rulesets.lettow_vorbeck.words import WHO, the_place, the_unit


def may_build(table: Table, side: str) -> bool:
    """Whether a side could build a fort now."""
    return table.options.forts and side not in table.forts and bool(table.occupied(side))


def fortified(table: Table, side: str, space: str) -> bool | None:
    """Whether units of a side that defend in a space are in a fort, fortress or base (14.A, 22.2); None: not known."""
    if table.forts.get(side) == space:
        return True
    printed = table.box.spaces[space].fort
    return None if printed is UNKNOWN else printed in (Users.BOTH, side)


def fort_asked(table: Table, space: str) -> Finding:
    """That it is not known whether units that defend in a space ignore panics (14.A)."""
    message = f"whether a fortress, fort or base is printed in {table.title(space)} is not known"
    return needs("14.A", message, f"space {space} fort ?")


@action("build", rule="22.1.A", timed=True, examples=("build 10-fka",))
class Build(Action[Table]):
    """A unit builds the fort of its side in its space; it does not march this turn.

    space: where, for the only unit there. fort: it is no other thing that could be built.
    """

    outright: ClassVar[bool] = True  # a unit and a space without a verb are a march, which comes next

    unit: Unit
    space: Annotated[Space | None, Told()] = None
    fort: Annotated[bool, Told()] = False

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """The own units on the map."""
        if field != "unit":
            return None
        return [Unit(u) for u, at in table.pieces[self.side].named.items() if at in table.box.spaces]

    def implied(self, field: str, table: Table) -> Any:
        """The only unit of the side in the space that is named. Raises Impossible where there are several, or none."""
        if field != "unit":
            return None
        try:
            space = self.space
        except NotYet:
            space = None
        there = table.named_in(space, self.side) if space else tuple(map(str, self.among("unit", table) or ()))
        if space and len(there) == 1:
            return Unit(there[0])
        where = f" in {table.title(space)}" if space else ""
        raise Impossible(f"Which unit builds the fort{where}? build UNIT", AT_END, there, rule="22.1.A")

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.side_of(self.unit) != self.side:
            yield illegal("22.1.A", f"{self.unit} is not a unit of the {SIDES[self.side]} side", "one of its own")
            return
        if not table.options.forts:
            yield illegal("22.1.A", "forts are not played in this game", "go on")
            return
        if table.step != "recruit" or table.side != self.side:
            yield illegal("22.1.A", "forts are built in the own Recruiting Phase", "wait for it")
            return
        space = table.place_of(self.unit)
        if space not in table.box.spaces:
            yield illegal("22.1.B", f"no fort can be built in the {table.title(space)}", "a unit on the map")
            return
        if self.space not in (None, space):
            instead = f"build {self.unit}; or pass, and then march {self.unit} {self.space}"
            yield illegal("22.1.A", f"{self.unit} is in {table.title(space)}", instead)
            return
        found = tuple(self._site(table, space))
        yield from found
        if table.options.supply or table.ruled("LQ20") == "test":
            yield from self._supplied(table, space)
        elif not any(f.kind is Kind.ILLEGAL for f in found):
            message = f"supply is not played, so it is not needed for a fort {by_ruling(table, 'LQ20')}"
            yield ruling("LQ20", message, "ruling LQ20 test")

    def _site(self, table: Table, space: str) -> Iterator[Finding]:
        """Whether the side has a fort to build, and the space none yet."""
        card = table.box.spaces[space]
        if self.side in table.forts:
            at = table.title(table.forts[self.side])
            yield illegal("30.3", f"the one fort of the {SIDES[self.side]} side stands in {at}", "dismantle")
        if self.side in table.pulled:
            yield illegal("22.3.C", "a fort that was removed is built again on a following turn", "wait a turn")
        if table.forts.get(enemy_of(self.side)) == space or card.fort not in (UNKNOWN, Users.NONE):
            yield illegal("22.1.B", f"{card.title} has a fort, fortress or base already", "a unit in another space")
        elif card.fort is UNKNOWN:
            message = f"whether a fortress, fort or base is printed in {card.title}, beside the marker, is not known"
            yield needs("22.1.B", message, f"space {space} fort ?")

    def _supplied(self, table: Table, space: str) -> Iterator[Finding]:
        supply = supply_of(table, self.unit)
        if supply.supplied is False:
            yield illegal("22.1.A", f"{table.title(space)} is not in supply: {supply.why}", "a space in supply")
        elif supply.supplied is None:
            yield supply_asked(table, self.unit, "22.1.A", "a fort is built only there")

    def apply(self, table: Table) -> Table:
        space = table.place_of(self.unit)
        if space not in table.box.spaces:
            return table
        forts = {**table.forts, self.side: space}
        return table.but(forts=forts, builders=table.builders | {self.unit})

    def story(self, before: Table, after: Table) -> str:
        """Who built where."""
        return f"{capital(the_unit(before, self.unit))} built a fort in {the_place(before, before.place_of(self.unit))}"


@action("dismantle", rule="22.3.B", timed=True, examples=("dismantle",))
class Dismantle(Action[Table]):
    """The owner removes his fort from the map; it may be built again on a following turn.

    fort: it is no other thing that could be removed.
    """

    fort: Annotated[bool, Told()] = False

    def judge(self, table: Table) -> Iterator[Finding]:
        if self.side not in table.forts:
            yield illegal("22.3.B", f"the {SIDES[self.side]} side has no fort on the map", "build UNIT")
        elif table.step != "recruit" or table.side != self.side:
            yield illegal("22.3.B", "the owner removes a fort in his own Recruiting Phase", "wait for it")

    def apply(self, table: Table) -> Table:
        return without_fort(table, self.side).but(pulled=table.pulled | {self.side})

    def story(self, before: Table, after: Table) -> str:
        """Where it stood."""
        if self.side not in before.forts:
            return f"{WHO[self.side]} had no fort to pull up"
        return f"{WHO[self.side]} pulled up their fort in {the_place(before, before.forts[self.side])}"


def without_fort(table: Table, side: str) -> Table:
    """The table without the fort of a side."""
    return table.but(forts={s: at for s, at in table.forts.items() if s != side})


def fort_lost(table: Table) -> Consequence[Table] | None:
    """A fort with enemies and no friends in its space is removed (22.2, 22.3.A)."""
    for side, space in table.forts.items():
        if space in table.occupied(enemy_of(side)) and space not in table.occupied(side):
            message = f"the {SIDES[side]} fort in {the_place(table, space)} is removed: only enemies are there"
            return Consequence("22.3.A", message, without_fort(table, side))
    return None

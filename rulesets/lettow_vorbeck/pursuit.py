"""Pursuit After Battle, an advanced rule (19.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Ask, Few, Finding, action, illegal, needs
from rulesets.lettow_vorbeck.allowance import traveller
from rulesets.lettow_vorbeck.box import told_ways, untold_from, way_between
from rulesets.lettow_vorbeck.contingents import others_there
from rulesets.lettow_vorbeck.losing import loser
from rulesets.lettow_vorbeck.names import SIDES, Fighter, Space, Type, Way, enemy_of
from rulesets.lettow_vorbeck.reach import closed_to
from rulesets.lettow_vorbeck.table import Battle, Table, listed, titles

PURSUERS = (Type.LEADER, Type.MOUNTED, Type.CAR)
"""Leaders and all types of cavalry (19.1.C); the armoured car counts as mounted infantry (24.3)."""


def pursuers(table: Table, battle: Battle) -> tuple[str, ...]:
    """The units of the winner that may pursue; a unit just enlisted may not (20.B)."""
    if battle.winner not in SIDES:
        return ()
    shaken = table.panicked | battle.shaken
    units = (u for u in table.named_in(battle.space, battle.winner) if u not in shaken)
    return tuple(u for u in units if u != battle.rewarded and table.card_of(u).type in (*PURSUERS, UNKNOWN))


def entitled(table: Table, battle: Battle) -> bool:
    """The attacker pursues when it has won; either side when all enemies broke off (19.1.B)."""
    broke = sum(table.side_of(u) == loser(battle) for u in battle.broke)
    return battle.winner == battle.attacker or 0 < broke == battle.size.get(loser(battle), 0)


def ask_pursuit(table: Table, battle: Battle) -> Ask | None:
    """The winner may pursue, one space by land (19.2.A)."""
    if not table.options.pursuit or battle.pursued or not entitled(table, battle):
        return None
    units = pursuers(table, battle)
    if not units:
        return None
    question = f"{SIDES[battle.winner]} may pursue with {listed(units)}: pursue UNIT SPACE"
    return Ask("19.2.A", battle.winner, ("pursue",), question[:200], may=True)


@action("pursue", rule="19.2.A", during="battle", timed=True, examples=("pursue 1-mtd tabora",))
class Pursue(Action[Table]):
    """Mounted units and leaders of the winner go one space by land, together; if enemies are there they attack."""

    units: Annotated[tuple[Fighter, ...], Few(2)]
    to: Space

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """The units that may pursue, and the spaces beside the battle."""
        battle = table.battle
        if battle is None:
            return ()
        if field == "units":
            return [Fighter(u) for u in pursuers(table, battle)]
        near = [*(there for there, _ in told_ways(table.box)[battle.space]), *untold_from(table.box, battle.space)]
        return [Space(s) for s in dict.fromkeys(near)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if not table.options.pursuit:
            yield illegal("19.1.A", "pursuit is not played in this game", "go on")
            return
        if battle.winner != self.side or battle.pursued:
            yield illegal("19.1.A", f"the {SIDES[self.side]} side has won no battle just now", "go on")
            return
        if not entitled(table, battle):
            yield illegal("19.1.B", "the defender pursues only if all enemies broke off", "stay")
            return
        for unit in self.units:
            yield from self._unit(table, battle, unit)
        yield from self._there(table, battle, self.to)
        if others_there(table, self.units, self.to):
            yield illegal("29.B", f"another Allied contingent is in {table.title(self.to)}", "another space, or stay")

    def _unit(self, table: Table, battle: Battle, unit: str) -> Iterator[Finding]:
        kind = table.card_of(unit).type
        if table.side_of(unit) != self.side or table.place_of(unit) != battle.space:
            yield illegal("19.1.A", f"{unit} is no winner of this battle", listed(pursuers(table, battle)))
        elif kind is UNKNOWN:
            yield needs("19.1.C", f"the type of {unit} is not known", f"unit {unit} type ?")
        elif kind not in PURSUERS:
            yield illegal("19.1.C", f"{unit} is {kind}; leaders and cavalry pursue", listed(pursuers(table, battle)))
        elif unit in table.panicked | battle.shaken:
            yield illegal("19.1.D", f"{unit} was panicked in this battle", listed(pursuers(table, battle)))
        elif unit == battle.rewarded:
            yield illegal("20.B", f"{unit} has just been enlisted and does not pursue", "another unit, or stay")

    def _there(self, table: Table, battle: Battle, to: Space) -> Iterator[Finding]:
        way = way_between(table.box, battle.space, to) if to != battle.space else Way.NO
        near = listed(s for s, w in told_ways(table.box)[battle.space] if w is not Way.RIVER)
        if way is UNKNOWN:
            message = f"the route from {table.title(battle.space)} to {table.title(to)} is not known"
            yield needs("19.2.A", message, f"route {battle.space} {to} ?")
        elif way in (Way.NO, Way.RIVER):
            yield illegal("19.2.A", f"no land route leads to {table.title(to)}", near)
        elif any(closed_to(table, traveller(table, u).nation, to) for u in self.units):
            yield illegal("28.1.B", f"{table.title(to)} is neutral until Allied Intervention is played", near)

    def apply(self, table: Table) -> Table:
        own = [u for u in self.units if table.side_of(u) == self.side]
        table = table.put(own, self.to).with_battle(pursued=True)
        if own and self.to in table.occupied(enemy_of(self.side)):
            passed = tuple(s for s in table.passed_over if s != self.to)
            return table.but(pursuits={**table.pursuits, self.to: self.side}, passed_over=passed)
        return table

    def story(self, before: Table, after: Table) -> str:
        """Who pursued."""
        return f"{titles(before, self.units)} pursued to {after.title(self.to)}"

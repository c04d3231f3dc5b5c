"""Pursuit After Battle, an advanced rule (19.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Few, Finding, Kind, action, illegal, needs, ruling
from rulesets.lettow_vorbeck.allowance import traveller
from rulesets.lettow_vorbeck.box import told_ways, untold_from, way_between
from rulesets.lettow_vorbeck.contingents import others_there
from rulesets.lettow_vorbeck.losing import ask_rally, ask_retreat
from rulesets.lettow_vorbeck.major import ask_spoils
from rulesets.lettow_vorbeck.names import SIDES, Space, Type, Unit, Way, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.reach import closed_to, may_be_war
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed
from rulesets.lettow_vorbeck.words import the_place, the_units


def may_pursue(table: Table) -> tuple[Type, ...]:
    """Leaders and all types of cavalry (19.1.C); by a ruling the armoured car too, which moves as they do (24.3)."""
    car = (Type.CAR,) if table.ruled("car-pursuit") == "yes" else ()
    return (Type.LEADER, Type.MOUNTED, *car)


def pursuers(table: Table, battle: Battle) -> tuple[str, ...]:
    """The units of the winner that may pursue; a unit just enlisted may not (20.B)."""
    if battle.winner not in SIDES:
        return ()
    shaken = table.panicked | battle.shaken
    units = (u for u in table.named_in(battle.space, battle.winner) if u not in shaken)
    return tuple(u for u in units if u != battle.rewarded and table.card_of(u).type in (*may_pursue(table), UNKNOWN))


def entitled(table: Table, battle: Battle, side: str) -> bool:
    """Whether a side pursues if it wins: the attacker, or whoever saw all its enemies break off (19.1.B).

    Leaders are units too: what broke off is counted without regard to the size of the battle, which leaves them out.
    """
    enemies = {u for u in battle.present if table.side_of(u) != side}
    return side == battle.attacker or bool(enemies) and enemies <= battle.broke


def ask_pursuit(table: Table, battle: Battle) -> Ask | None:
    """The winner may pursue, one space by land (19.2.A)."""
    if not table.options.pursuit or battle.pursued or not entitled(table, battle, battle.winner):
        return None
    units = pursuers(table, battle)
    if not units:
        return None
    question = f"{SIDES[battle.winner]} may pursue with {listed(units)}: pursue UNIT SPACE"
    return Ask("19.2.A", battle.winner, ("pursue",), question[:200], may=True)


def _aftermath(table: Table, battle: Battle) -> Ask | None:
    """The duty that comes before the pursuit: the retreat, the rally, and the unit given up; None if all is done."""
    if battle is not table.battle:
        return None
    ask = ask_retreat(table, battle) or ask_rally(table, battle) or ask_spoils(table, battle)
    return ask if ask is not None and ask.duty else None


@action("pursue", rule="19.2.A", timed=True, examples=("pursue 1-mtd tabora",))
class Pursue(Action[Table]):
    """Mounted units and leaders of the winner go one space by land, together; if enemies are there they attack."""

    units: Annotated[tuple[Unit, ...], Few(2)]
    to: Space

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """The units that may pursue, and the spaces beside the battle."""
        battle = table.battle
        if battle is None:
            return ()
        if field == "units":
            return [Unit(u) for u in pursuers(table, battle)]
        near = [*(there for there, _ in told_ways(table.box)[battle.space]), *untold_from(table.box, battle.space)]
        return [Space(s) for s in dict.fromkeys(near)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle or table.fought
        if not table.options.pursuit:
            yield illegal("19.1.A", "pursuit is not played in this game", "go on")
            return
        if battle is None:
            yield illegal("19.1.A", f"the {SIDES[self.side]} side has won no battle just now", "go on")
            return
        lost = battle.winner not in ("", self.side)
        if not lost and not entitled(table, battle, self.side):
            yield illegal("19.1.B", "the defender pursues only if all enemies broke off", "stay")
            return
        if battle.winner != self.side:
            yield illegal("19.1.A", f"the {SIDES[self.side]} side has won no battle just now", "go on")
            return
        if battle.chased:
            message = f"all who pursue from {table.title(battle.space)} move together, once, and that is done"
            yield illegal("19.2.A", message, "stay")
            return
        before = _aftermath(table, battle)
        if before is not None:
            yield illegal(before.rule, f"pursuit comes after the battle; first {before.duty}", before.question)
            return
        faults = [f for unit in self.units for f in self._unit(table, battle, unit)]
        yield from faults
        if table.battle is None:
            if all(f.kind is not Kind.ILLEGAL for f in faults):
                yield illegal("19.1.A", f"the battle in {table.title(battle.space)} is over", "stay")
            return
        yield from self._there(table, battle, self.to)
        if others_there(table, self.units, self.to):
            yield illegal("29.B", f"another Allied contingent is in {table.title(self.to)}", "another space, or stay")

    def _unit(self, table: Table, battle: Battle, unit: str) -> Iterator[Finding]:
        kind = table.card_of(unit).type
        if table.side_of(unit) != self.side or table.place_of(unit) != battle.space:
            yield illegal("19.1.A", f"{unit} is no winner of this battle", listed(pursuers(table, battle)))
        elif kind is UNKNOWN:
            yield needs("19.1.C", f"the type of {unit} is not known", f"unit {unit} type ?")
        elif kind is Type.CAR and table.ruled("car-pursuit") == "yes" and unit not in table.panicked | battle.shaken:
            message = f"{unit} pursues as mounted infantry {by_ruling(table, 'car-pursuit')}"
            yield ruling("car-pursuit", message, "ruling car-pursuit no")
        elif kind not in may_pursue(table):
            yield illegal("19.1.C", f"{unit} is {kind}; leaders and cavalry pursue", listed(pursuers(table, battle)))
        elif unit in table.panicked | battle.shaken:
            yield illegal("19.1.D", f"{unit} was panicked in this battle", listed(pursuers(table, battle)))
        elif unit == battle.rewarded:
            yield illegal("20.B", f"{unit} has just been enlisted and does not pursue", "another unit, or stay")

    def _neutral(self, table: Table, to: str) -> bool:
        return any(closed_to(table, traveller(table, u).nation, to) for u in self.units)

    def _near(self, table: Table, battle: Battle) -> Iterator[str]:
        """The spaces to which these units may pursue."""
        for space, way in told_ways(table.box)[battle.space]:
            if way is not Way.RIVER and not self._neutral(table, space) and not others_there(table, self.units, space):
                yield space

    def _there(self, table: Table, battle: Battle, to: Space) -> Iterator[Finding]:
        way = way_between(table.box, battle.space, to)
        near = listed(self._near(table, battle))
        near = near if near != "nobody" else "stay"
        if way is UNKNOWN:
            message = f"the route from {table.title(battle.space)} to {table.title(to)} is not known"
            yield needs("19.2.A", message, f"route {battle.space} {to} ?")
        elif way in (Way.NO, Way.RIVER):
            yield illegal("19.2.A", f"no land route leads to {table.title(to)}", near)
        elif self._neutral(table, to):
            yield illegal("28.1.B", f"{table.title(to)} is neutral until Allied Intervention is played", near)
        elif may_be_war(table) and any(closed_to(table, traveller(table, u).nation, to) is None for u in self.units):
            yield needs("28.1.B", f"whether {table.title(to)} is still neutral is not known", "")

    def apply(self, table: Table) -> Table:
        own = [u for u in self.units if table.side_of(u) == self.side]
        table = table.put(own, self.to).with_battle(pursued=True, chased=tuple(map(str, own)))
        if own and self.to in table.occupied(enemy_of(self.side)):
            passed = tuple(s for s in table.passed_over if s != self.to)
            return table.but(pursuits={**table.pursuits, self.to: self.side}, passed_over=passed)
        return table

    def story(self, before: Table, after: Table) -> str:
        """Who pursued."""
        return f"{capital(the_units(before, self.units))} pursued to {the_place(after, self.to)}"

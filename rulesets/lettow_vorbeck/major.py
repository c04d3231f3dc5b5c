"""Winning Major Battles and Morale, an advanced rule (20.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Finding, action, illegal
from rulesets.lettow_vorbeck.contingents import others_there
from rulesets.lettow_vorbeck.losing import loser
from rulesets.lettow_vorbeck.names import POOL, SIDES, AnyUnit, Unit
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.reach import aground
from rulesets.lettow_vorbeck.table import Table, listed, nation_of
from rulesets.lettow_vorbeck.words import THE, the_unit


def pool_units(table: Table, side: str) -> tuple[str, ...]:
    """The units that a side may take out of its pool after a Major Battle, as far as they are known."""
    own = table.pieces[side]
    return tuple(u for u in own.roster if own.named.get(u, POOL if own.unnamed.get(POOL) else "") == POOL)


def field_units(table: Table, side: str) -> tuple[str, ...]:
    """The named units of a side on the map."""
    return tuple(u for u in table.pieces[side].roster if table.place_of(u) in table.box.spaces)


def ask_spoils(table: Table, battle: Battle) -> Ask | None:
    """The winner may take a unit out of the pool, the loser must give one up (20.B, 20.C)."""
    if not battle.spoils or battle.winner not in SIDES:
        return None
    if battle.spoils[0] == "winner":
        question = f"Major battle: {SIDES[battle.winner]} may take a unit of its pool to {table.title(battle.space)}"
        return Ask("20.B", battle.winner, ("enlist",), question, may=True)
    side = loser(battle)
    question = f"Major battle lost: {SIDES[side]} gives up a unit, anywhere on the map"
    takes = ("enlist",) if "winner" in battle.spoils else ()  # the two may come in either order
    duty = "the unit given up for a major battle"
    return Ask("20.C", side, ("sacrifice",), question, duty=duty, early=takes, also=battle.winner)


def nothing_to_take(table: Table) -> Consequence[Table] | None:
    """Where there is no unit to take or to give up, nothing happens (20.D)."""
    battle = table.battle
    if battle is None or not battle.spoils or battle.winner not in SIDES:
        return None
    if battle.spoils[0] == "winner":
        if pool_units(table, battle.winner):
            return None
        message = f"{THE[battle.winner]} have no unit in the pool to take"
    else:
        side = loser(battle)
        if field_units(table, side):
            return None
        message = f"{THE[side]} have no unit on the map to give up"
    return Consequence("20.D", message, table.with_battle(spoils=battle.spoils[1:]))


def _without(battle: Battle, who: str) -> tuple[str, ...]:
    """What is still due after the winner took a unit, or the loser gave one up."""
    return tuple(s for s in battle.spoils if s != who)


@action("enlist", rule="20.B", during="battle", timed=True, examples=("enlist 3-kar",))
class Enlist(Action[Table]):
    """The winner of a Major Battle takes a unit out of its recruit pool; it joins the winning units."""

    unit: AnyUnit

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Units in the pool."""
        return [AnyUnit(u) for u in pool_units(table, self.side)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if battle.rewarded and battle.winner == self.side:
            yield illegal("20.B", f"the winner takes one unit, and has taken {battle.rewarded}", "go on")
        elif "winner" not in battle.spoils or battle.winner != self.side:
            yield illegal("20.B", f"the {SIDES[self.side]} side has won no Major Battle just now", "go on")
        elif table.side_of(self.unit) != self.side or self.unit not in pool_units(table, self.side):
            yield illegal("20.B", f"{self.unit} is not in the pool", listed(pool_units(table, self.side)))
        elif others_there(table, (self.unit,), battle.space):
            nation = str(nation_of(table, self.unit)).title()
            yield illegal("29.B", f"{nation} units cannot join those of another contingent", "a unit of theirs")
        else:
            yield from aground(table, (self.unit,), battle.space, "another unit")

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        table = table.put((self.unit,), battle.space)
        return table.with_battle(spoils=_without(battle, "winner"), rewarded=str(self.unit))

    def story(self, before: Table, after: Table) -> str:
        """Who came."""
        return f"{capital(the_unit(before, self.unit))} joined the winners of a major battle"


@action("sacrifice", rule="20.C", during="battle", timed=True, examples=("sacrifice 2-kar",))
class Sacrifice(Action[Table]):
    """The loser of a Major Battle gives up a unit, from anywhere on the map; it goes to the recruit pool."""

    unit: Unit

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if "loser" not in battle.spoils or loser(battle) != self.side:
            yield illegal("20.C", f"the {SIDES[self.side]} side has lost no Major Battle just now", "go on")
        elif table.side_of(self.unit) != self.side or self.unit not in field_units(table, self.side):
            units = listed(field_units(table, self.side))
            yield illegal("20.C", f"{self.unit} is no unit of its own on the map", units)

    def apply(self, table: Table) -> Table:
        battle = table.battle
        left = _without(battle, "loser") if battle is not None else ()
        return table.eliminated((self.unit,)).with_battle(spoils=left)

    def story(self, before: Table, after: Table) -> str:
        """Who was given up."""
        return f"{capital(the_unit(before, self.unit))} was given up after a major battle"

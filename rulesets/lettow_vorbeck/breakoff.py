"""Breakoff, an advanced rule: a unit leaves a battle instead of firing (18.0, 30.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Finding, action, illegal, needs, ruling
from rulesets.lettow_vorbeck.battle import decided
from rulesets.lettow_vorbeck.fire import firing_side, to_fire
from rulesets.lettow_vorbeck.losing import refuge, refuges
from rulesets.lettow_vorbeck.names import MAY_BREAK_OFF, SIDES, Fighter, Space
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.superiority import first_to_fire, who_is_superior
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed
from rulesets.lettow_vorbeck.words import the_place, the_unit


@action("breakoff", rule="18.B", short="bo", during="battle", timed=True, examples=("breakoff 10-fka tabora",))
class BreakOff(Action[Table]):
    """A unit that would fire leaves the battle: it goes one space, as in a retreat, and is not fired on any more."""

    unit: Fighter
    to: Space

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Those whose turn it is to fire."""
        battle = table.battle
        if battle is None:
            return ()
        if field == "unit":
            return [Fighter(u) for u in to_fire(table, battle, self.side)]
        return [Space(s) for s in refuges(table, self.side, (self.unit,), table.place_of(self.unit))]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        unit, kind = self.unit, table.card_of(self.unit).type
        if not table.options.breakoff:
            yield illegal("18.A", "breakoff is not played in this game", f"fire {unit}")
            return
        if battle.winner:
            yield decided(table, battle)
            return
        if table.side_of(unit) != self.side or table.place_of(unit) != battle.space:
            yield illegal("18.A", f"{unit} is no unit of the {SIDES[self.side]} side in this battle", "one that is")
            return
        if unit in table.panicked:
            yield illegal("18.E", f"{unit} is panicked and cannot break off", _candidates(table, battle, self.side))
            return
        if kind is UNKNOWN:
            yield needs("30.1", f"the type of {unit} is not known", f"unit {unit} type ?")
        elif kind not in MAY_BREAK_OFF:
            message = f"{unit} is {kind}; light infantry, armoured cars and mounted infantry break off"
            yield illegal("30.1", message, _candidates(table, battle, self.side))
        open_fire = battle.firing or battle.eliminations or battle.panics or battle.untold
        told = replace(battle, superior=first_to_fire(battle, self.side))
        now = bool(told.superior) and firing_side(table, told) == self.side
        if open_fire or not now or unit not in to_fire(table, battle, self.side):
            yield illegal("18.A", f"{unit} breaks off when it would fire, and it would not now", "wait for its turn")
        yield from who_is_superior(battle, self.side)
        yield from self._apart(table, battle)
        right, _, why, teach = refuge(table, self.side, (unit,), battle.space, self.to)
        if right is None:
            yield needs("18.B", why, teach)
        elif not right:
            where = listed(refuges(table, self.side, (unit,), battle.space))
            yield illegal("18.B", f"it goes as in a retreat: {why}", where)

    def _apart(self, table: Table, battle: Battle) -> Iterator[Finding]:
        """Whether it goes where those of its side went that broke off in this round: a ruling says if it must."""
        gone = (u for u in battle.broke & battle.fired if table.side_of(u) == self.side)
        elsewhere = sorted({table.place_of(u) for u in gone} - {"", self.to})
        if not elsewhere:
            return
        where, cited = table.title(elsewhere[0]), by_ruling(table, "breakoff-apart")
        if table.ruled("breakoff-apart") == "each":
            message = f"each that breaks off goes its own way {cited}"
            yield ruling("breakoff-apart", message, "ruling breakoff-apart together")
        else:
            message = f"others of this round went to {where}, and all go to one space {cited}"
            yield illegal("18.B", message, elsewhere[0])

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        side = table.side_of(self.unit)
        table = table.put((self.unit,), self.to)
        broke = battle.broke | {str(self.unit)}
        fired, superior = battle.fired | {self.unit}, first_to_fire(battle, side)
        return table.with_battle(fired=fired, last=side, broke=broke, felt=battle.round, superior=superior)

    def story(self, before: Table, after: Table) -> str:
        """Who left; the others fight on (18.C)."""
        return f"{capital(the_unit(before, self.unit))} broke off to {the_place(after, self.to)}"


def _candidates(table: Table, battle: Battle, side: str) -> str:
    units = (u for u in to_fire(table, battle, side) if table.card_of(u).type in MAY_BREAK_OFF)
    return listed(units)

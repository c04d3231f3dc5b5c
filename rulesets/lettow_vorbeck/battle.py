"""Battle: where they are fought, in which order, and who has Tactical Superiority (13.0 to 13.1.1, 24.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.facts import replace
from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Die,
    Few,
    Finding,
    Told,
    action,
    illegal,
    ruling,
)
from rulesets.lettow_vorbeck.names import ALLIED, SIDES, AnyUnit, Space, Type, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.supply import out_of_supply
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed, many_units
from rulesets.lettow_vorbeck.words import THE, WHO, some_units, the_place, the_units

AIR_HELPS, AIR_LOST = 2, 6
"""The die of air support: 1 and 2 help, 6 loses it for good (24.4)."""


def decided(table: Table, battle: Battle) -> Finding:
    """That a battle is won, or nobody is left in it, so that no die is thrown in it any more (13.1.4)."""
    message = f"the battle in {the_place(table, battle.space)} is decided: nobody fires or breaks off in it any more"
    return illegal("13.1.4", message, "what its end asks for: retreat, rally or pass")


def contested(table: Table) -> tuple[str, ...]:
    """The spaces in which both sides have units and must fight (9.B), and the battle was not skipped."""
    both = table.occupied(ALLIED) & table.occupied(enemy_of(ALLIED))
    if not both:
        return ()
    return tuple(s for s in table.box.spaces if s in both and s not in table.passed_over)


def attacker_in(table: Table, space: str) -> str:
    """The side that moved in: whose turn it is, or who pursued (13.B, 19.2.B)."""
    return table.pursuits.get(space, table.side)


def rest_of(table: Table, battle: Battle) -> str:
    """What is left out where the table goes past a battle that is not decided."""
    return f"the rest of the battle in {table.title(battle.space)}"


def ready_units(table: Table, battle: Battle, side: str) -> tuple[str, ...]:
    """The units of a side that are in a battle and not panicked."""
    return tuple(u for u in table.named_in(battle.space, side) if u not in table.panicked)


def must_attack(table: Table, space: str) -> str:
    """The rule by which a space is fought for: of two sides there, or of units that pursued to it."""
    return "19.2.B" if space in table.pursuits else "13.A"


def ask_battles(table: Table) -> Ask | None:
    """The attacker chooses the next battle (6.2.1.4, 6.2.2.4, 13.1.A); None when none is left."""
    spaces = contested(table)
    if not spaces:
        return None
    side = attacker_in(table, spaces[0])
    where = ", ".join(table.title(s) for s in spaces)
    question = f"Battle in {where}" + (": which is first?" if len(spaces) > 1 else "")
    return Ask(
        must_attack(table, spaces[0]), side, ("battle",), question, among=spaces, enter=f"battle {spaces[0]}",
        duty=f"the battle in {table.title(spaces[0])}",
    )  # fmt: skip


@action("battle", rule="13.1.A", alias="attack", timed=True, examples=("battle taveta",))
class Fight(Action[Table]):
    """A battle begins. The side that moved in attacks, and chooses the order of its battles."""

    space: Space

    def judge(self, table: Table) -> Iterator[Finding]:
        place = table.title(self.space)
        if table.battle is not None:
            now = table.title(table.battle.space)
            yield illegal("13.1.A", f"the battle in {now} is not finished", "finish it first (13.B)")
            return
        if self.space not in contested(table):
            there = listed(map(table.title, contested(table)))
            instead = f"a battle in {there}" if contested(table) else "no battle: go on"
            yield illegal("13.A", f"there are not units of both sides in {place}", instead)
        elif table.step != "battle":
            yield illegal("13.A", "all movement is finished before the first battle", "pass, and then battle")
        elif attacker_in(table, self.space) != self.side:
            who = SIDES[attacker_in(table, self.space)]
            yield illegal("13.1.A", f"{who} attacks in {place}, and chooses the order", f"{who}: battle {self.space}")

    def apply(self, table: Table) -> Table:
        both = table.occupied(ALLIED) & table.occupied(enemy_of(ALLIED))
        if self.space not in both:
            return table
        side = attacker_in(table, self.space)
        return table.but(battle=sized(table, Battle(self.space, side, {})))

    def story(self, before: Table, after: Table) -> str:
        """Who attacked whom."""
        side = attacker_in(before, self.space)
        armies = [
            some_units(before, before.named_in(self.space, s), before.unnamed_in(self.space, s))
            for s in (side, enemy_of(side))
        ]
        return f"{WHO[side]} attacked in {the_place(before, self.space)}: {armies[0]} against {armies[1]}"


def sized(table: Table, battle: Battle) -> Battle:
    """A battle as it begins: how many units each side has, and which are out of supply (20.A, 21.4.B)."""
    named = {side: table.named_in(battle.space, side) for side in SIDES}
    size = {side: sum(table.card_of(u).type is not Type.LEADER for u in named[side]) for side in SIDES}
    units = (*named["german"], *named["allied"])
    short, unsure = out_of_supply(table, units), out_of_supply(table, units, sure=False)
    return replace(battle, size=size, present=frozenset(units), short=short, unsure=unsure)


def hidden_in_battle(table: Table, battle: Battle) -> str:
    """A side that has unnamed units in the battle, the defender first; "" if none has."""
    sides = (battle.defender, battle.attacker)
    return next((side for side in sides if table.unnamed_in(battle.space, side)), "")


def ask_reveal(table: Table, battle: Battle, side: str) -> Ask:
    """Stacks are looked at when both sides are in one space (10.0); at the latest as they line up (13.1.2.A)."""
    count = table.unnamed_in(battle.space, side)
    question = f"Which {many_units(count)} in {table.title(battle.space)}? (reveal and their names)"
    return Ask("10.0", side, ("reveal",), question, duty=rest_of(table, battle))


@action("reveal", rule="10.0", during="battle", timed=True, examples=("reveal 1-fka,2-fka",))
class Reveal(Action[Table]):
    """Hidden units of a battle are turned up: these they are."""

    units: Annotated[tuple[AnyUnit, ...], Few(1)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        for unit in self.units:
            place = table.place_of(unit)
            if table.side_of(unit) != self.side:
                yield illegal("10.0", f"{unit} is not a unit of the {SIDES[self.side]} side", "one of its own")
                return
            if place:
                yield illegal("10.0", f"{unit} lies in {table.title(place)} for all to see", "a hidden unit")
                return
        there = table.unnamed_in(battle.space, self.side)
        if len(self.units) > there:
            message = f"{many_units(there)} of the {SIDES[self.side]} side lie hidden there, not {len(self.units)}"
            yield illegal("10.0", message, many_units(there))

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        hidden = [u for u in self.units if not table.place_of(u)]
        table = table.put(hidden, battle.space)
        return table.but(battle=sized(table, battle)) if battle.round == 1 and not battle.last else table

    def story(self, before: Table, after: Table) -> str:
        """Who they were."""
        return f"The unnamed units of {THE[self.side]} were {the_units(before, self.units)}"


def ask_air(table: Table, battle: Battle) -> Ask | None:
    """Air support, once in a battle phase of the Allies (24.4); None when there is none to be had."""
    ours = table.side == ALLIED and battle.attacker == ALLIED
    if battle.aired or battle.dice or not table.air or table.air_used or not ours:
        return None
    return Ask("24.4", ALLIED, ("air",), "May try air support (1-2: +1, 6: it is lost)", may=True, dice=1)


@action("air", rule="24.4", during="battle", timed=True, examples=("air 2",))
class Air(Action[Table]):
    """The die of the air support that the Allies try before the dice for Tactical Superiority."""

    die: Die
    support: Annotated[bool, Told()] = False

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.air:
            yield illegal("24.4", "air support was eliminated", "go on without it")
        elif table.air_used:
            yield illegal("24.4", "air support was tried in this phase already", "once in a phase")
        elif self.side != ALLIED or table.side != ALLIED:
            yield illegal("24.4", "air support is for the Allies in their own Battle Phase", "go on without it")
        elif table.battle is not None and (table.battle.half or table.battle.dice):
            yield illegal("24.4", "it is tried before the dice for Tactical Superiority", "in the next round")
        elif self.die <= AIR_HELPS:
            cited = by_ruling(table, "LQ11")
            yield ruling("LQ11", f"its +1 is for one {table.ruled('LQ11')} {cited}")

    def apply(self, table: Table) -> Table:
        lost = (int(self.die),) if table.air and self.die == AIR_LOST else ()
        return table.but(air_used=True).with_battle(aired=True, bonus=self.die <= AIR_HELPS, shot_down=lost)

    def story(self, before: Table, after: Table) -> str:
        """What it did."""
        if self.die == AIR_LOST:
            return "The Allies tried air support and lost it"
        return f"Air support {'helped the Allies' if self.die <= AIR_HELPS else 'had no effect'}"


def air_lost(table: Table) -> Consequence[Table] | None:
    """A six eliminates air support for the rest of the game (24.4)."""
    if table.battle is None or not table.battle.shot_down:
        return None
    message = "air support is eliminated: the Allies have none from now on"
    return Consequence("24.4", message, table.but(air=False).with_battle(shot_down=()))

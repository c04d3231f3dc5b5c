"""Battle: where they are fought, in which order, and who has Tactical Superiority (13.0 to 13.1.1, 24.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import (
    Action,
    Ask,
    Consequence,
    Die,
    Few,
    Finding,
    action,
    illegal,
    needs,
    omission,
    ruling,
    warning,
)
from rulesets.lettow_vorbeck.cards import battle_bonus
from rulesets.lettow_vorbeck.names import ALLIED, SIDES, AnyUnit, Side, Space, Type, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.supply import out_of_supply
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed, many_units
from rulesets.lettow_vorbeck.words import THE, WHO, faces, some_units, the_place, the_units

AIR_HELPS, AIR_LOST = 2, 6
"""The die of air support: 1 and 2 help, 6 loses it for good (24.4)."""


def contested(table: Table) -> tuple[str, ...]:
    """The spaces in which both sides have units, and the battle was not skipped."""
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


def ask_battles(table: Table) -> Ask | None:
    """The attacker chooses the next battle (6.2.1.4, 6.2.2.4, 13.1.A); None when none is left."""
    spaces = contested(table)
    if not spaces:
        return None
    side = attacker_in(table, spaces[0])
    where = ", ".join(table.title(s) for s in spaces)
    question = f"Battle in {where}" + (": which is first?" if len(spaces) > 1 else "")
    return Ask(
        "13.A", side, ("battle",), question, among=spaces, enter=f"battle {spaces[0]}",
        duty=f"the battle in {table.title(spaces[0])}",
    )  # fmt: skip


@action("battle", rule="13.1.A", timed=True, examples=("battle taveta",))
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
    short = out_of_supply(table, units)
    return replace(battle, size=size, present=frozenset(units), short=short)


def hidden_in_battle(table: Table, battle: Battle) -> str:
    """A side that has unnamed units in the battle, the defender first; "" if none has."""
    sides = (battle.defender, battle.attacker)
    return next((side for side in sides if table.unnamed_in(battle.space, side)), "")


def ask_reveal(table: Table, battle: Battle, side: str) -> Ask:
    """Stacks are looked at when both sides are in one space (10.0); at the latest as they line up (13.1.2.A)."""
    count = table.unnamed_in(battle.space, side)
    question = f"Which {many_units(count)} in {table.title(battle.space)}? reveal UNIT,..."
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

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.air:
            yield illegal("24.4", "air support was eliminated", "go on without it")
        elif table.air_used:
            yield illegal("24.4", "air support was tried in this phase already", "once in a phase")
        elif self.side != ALLIED or table.side != ALLIED:
            yield illegal("24.4", "air support is for the Allies in their own Battle Phase", "go on without it")
        elif table.battle is not None and table.battle.dice:
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


Added = tuple[tuple[str, int | None], ...]
"""What is added to a die, by name; None where it is not known."""


def modifiers(table: Table, battle: Battle, side: str) -> Added:
    """What is added to the die of a side for Tactical Superiority, by name; None where it is not known."""
    units = table.named_in(battle.space, side)
    marks = {table.card_of(u).elite for u in units}
    found: list[tuple[str, int | None]] = []
    if True in marks:
        found.append(("elite", 1))
    elif UNKNOWN in marks:
        found.append(("elite?", None))
    if side == battle.attacker and battle_bonus(table, side):
        found.append(("card", 1))
    if side == ALLIED and battle.bonus:
        found.append(("air", 1))
    if table.options.artillery and _guns(table, battle, side) > _guns(table, battle, enemy_of(side)):
        found.append(("artillery", 1))
    return tuple(found)


def _guns(table: Table, battle: Battle, side: str) -> int:
    """Artillery units of a side; fleets count too (17.A, 17.B)."""
    return sum(table.card_of(u).type in (Type.ARTILLERY, Type.FLEET) for u in table.named_in(battle.space, side))


@dataclass(frozen=True, slots=True)
class Roll:
    """The die of a side for Tactical Superiority, and what is added to it by name; None where it is not known."""

    side: str
    die: int
    added: Added

    @property
    def least(self) -> int:
        """What it makes at the least."""
        return self.die + sum(n or 0 for _, n in self.added)

    @property
    def most(self) -> int:
        """What it makes at the most."""
        return self.die + sum(1 if n is None else n for _, n in self.added)

    def __str__(self) -> str:
        """The die with its modifiers: `German 4 +1 elite = 5`."""
        words = "".join(f" +{n} {name}" if n is not None else f" ({name})" for name, n in self.added)
        return f"{SIDES[self.side]} {self.die}{words} = {self.least}" if words else f"{SIDES[self.side]} {self.die}"


def _superior_side(attack: Roll, defence: Roll) -> str:
    """Who has Tactical Superiority: the higher roll, the defender when they are even; "" if it cannot be told."""
    if attack.least > defence.most:
        return attack.side
    return defence.side if attack.most <= defence.least else ""


def ask_superiority(table: Table, battle: Battle) -> Ask:
    """Both sides throw a die (13.1.1)."""
    who = f"{SIDES[battle.attacker]}, then {SIDES[battle.defender]}"
    question = f"Round {battle.round} in {table.title(battle.space)}, Tactical Superiority: both dice ({who})"
    duty = f"Tactical Superiority in {table.title(battle.space)}"
    return Ask("13.1.1.A", battle.attacker, ("superiority",), question, dice=2, duty=duty)


@action("superiority", rule="13.1.1.A", during="battle", short="ts", timed=True, examples=("superiority 4,4", "4,4"))
class Superiority(Action[Table]):
    """The dice for Tactical Superiority as they fell: the attacker's, then the defender's. Modifiers are added."""

    dice: Annotated[tuple[Die, ...], Few(2)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if battle.dice or battle.winner or len(self.dice) > 2:
            yield illegal("13.1.1.A", "each side throws one die in a round", "two dice: attacker, defender")
            return
        if len(self.dice) < 2:
            missing = f"the {SIDES[battle.defender]} die is missing, and both are told in one line"
            yield omission("13.1.1.A", missing, "two dice: attacker, defender")
            return
        for side in (battle.attacker, battle.defender):
            if any(n is None for _, n in modifiers(table, battle, side)):
                unit = next(u for u in table.named_in(battle.space, side) if table.card_of(u).elite is UNKNOWN)
                yield needs("13.1.1.B", f"whether {unit} is elite is not known", f"unit {unit} elite ?")

    def apply(self, table: Table) -> Table:
        if table.battle is None or len(self.dice) < 2 or table.battle.dice:
            return table
        return table.with_battle(dice=tuple(int(d) for d in self.dice[:2]), aired=True)

    def story(self, before: Table, after: Table) -> str:
        """What was thrown."""
        battle = before.battle
        sides = (battle.attacker, battle.defender) if battle is not None else ()
        thrown = listed(f"{THE[side]} threw {faces((die,))}" for side, die in zip(sides, self.dice, strict=False))
        return capital(f"{thrown} for Tactical Superiority")


def superiority(table: Table) -> Consequence[Table] | None:
    """Who has Tactical Superiority, with each modifier by name (13.1.1.B to D)."""
    battle = table.battle
    if battle is None or not battle.dice or battle.superior or battle.winner or hidden_in_battle(table, battle):
        return None
    attack, defence = (
        Roll(side, die, modifiers(table, battle, side))
        for side, die in zip((battle.attacker, battle.defender), battle.dice, strict=True)
    )
    side = _superior_side(attack, defence)
    if not side:
        return None
    even = ": even, so the defender" if side == defence.side and attack.least == defence.least else ""
    message = f"{attack}, {defence}{even}: {THE[side]} have Tactical Superiority"
    return Consequence("13.1.1.D", message, table.with_battle(superior=side))


def ask_who(table: Table, battle: Battle) -> Ask:
    """Nobody can work out who has Tactical Superiority, for an elite mark is not known; the first fire tells it too."""
    verbs = ("superior", "fire", "breakoff") if table.options.breakoff else ("superior", "fire")
    question = "Who has Tactical Superiority? superior SIDE, or the first fire"
    duty = rest_of(table, battle)
    return Ask("13.1.1.D", battle.attacker, verbs, question, duty=duty, also=battle.defender)


def first_to_fire(battle: Battle, side: str) -> str:
    """Who has Tactical Superiority as a side fires: where the dice do not tell, whoever fires first (13.1.2.B)."""
    return battle.superior or (side if battle.dice else "")


def who_is_superior(battle: Battle, side: str) -> Iterator[Finding]:
    """What is missing where a side fires first, and nobody could work out that it may."""
    if battle.dice and not battle.superior:
        yield needs("13.1.1.D", f"that {THE[side]} have Tactical Superiority is taken from their fire", "")


@action("superior", rule="13.1.1.D", during="battle", examples=("superior german",))
class Superior(Action[Table]):
    """Tell who has Tactical Superiority, where a mark that counts for it is not on file."""

    who: Side

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.battle is not None and table.battle.superior not in ("", self.who):
            yield warning("13.1.1.D", f"the dice gave it to {SIDES[table.battle.superior]}", table.battle.superior)

    def apply(self, table: Table) -> Table:
        return table.with_battle(superior=str(self.who)) if table.battle and table.battle.dice else table

    def story(self, before: Table, after: Table) -> str:
        """Who has it."""
        return f"{WHO[self.who]} had Tactical Superiority, as the players found"

"""Tactical Superiority: the dice of a round, what is added to them, and who has it (13.1.1, 17.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Die, Few, Finding, action, illegal, needs, warning
from rulesets.lettow_vorbeck.battle import decided, hidden_in_battle, rest_of
from rulesets.lettow_vorbeck.events import battle_bonus
from rulesets.lettow_vorbeck.names import ALLIED, SIDES, Side, Type, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.table import Table, listed
from rulesets.lettow_vorbeck.words import THE, WHO, faces

ELITE, CARD = "elite?", "card?"
"""Modifiers of which nobody knows whether they count."""

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
        found.append((ELITE, None))
    bonus = battle_bonus(table, side) if side == battle.attacker else False
    if bonus is not False:
        found.append((CARD, None) if bonus is None else ("card", 1))
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
    where = f"Round {battle.round} in {table.title(battle.space)}, Tactical Superiority"
    rule, duty = "13.1.1.A", f"Tactical Superiority in {table.title(battle.space)}"
    if battle.round > 1:
        rule, duty = "13.B", rest_of(table, battle)
    if battle.half:
        side = _still_to_throw(battle)
        return Ask(rule, side, ("superiority",), f"{where}: the {SIDES[side]} die", dice=1, duty=duty)
    who = f"{SIDES[battle.attacker]}, then {SIDES[battle.defender]}"
    question = f"{where}: both dice ({who})"
    return Ask(rule, battle.attacker, ("superiority",), question, dice=2, duty=duty)


def _still_to_throw(battle: Battle) -> str:
    """The side whose die is not told, where the other one is."""
    return battle.defender if battle.attacker in battle.half else battle.attacker


@action("superiority", rule="13.1.1.A", during="battle", short="ts", timed=True, examples=("superiority 4,4", "4,4"))
class Superiority(Action[Table]):
    """The dice for Tactical Superiority as they fell: the attacker's, then the defender's; or each side tells its own.

    Modifiers are added.
    """

    dice: Annotated[tuple[Die, ...], Few(2)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if battle.winner:
            yield decided(table, battle)
            return
        if battle.dice or len(self.dice) > 2:
            yield illegal("13.1.1.A", "each side throws one die in a round", "two dice: attacker, defender")
            return
        told = self._told(battle)
        again = next((side for side, die in battle.half.items() if told.get(side, die) != die), "")
        if again or told.keys() == battle.half.keys():
            side = again or self.side
            message = f"the {SIDES[side]} side has thrown its die: {battle.half[side]}"
            yield illegal("13.1.1.A", message, f"the {SIDES[_still_to_throw(battle)]} die")
            return
        dice = {**told, **battle.half}
        if len(dice) < 2 or _superior_side(*_rolls(table, battle, dice)):
            return  # what is not known changes nothing
        for side in (battle.attacker, battle.defender):
            yield from _unknown_modifiers(table, battle, side)

    def _told(self, battle: Battle) -> dict[str, int]:
        """The dice by side: one alone is that of the side that tells it."""
        sides = (self.side,) if len(self.dice) == 1 else (battle.attacker, battle.defender)
        return {side: int(die) for side, die in zip(sides, self.dice, strict=False)}

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None or battle.dice:
            return table
        told = {**self._told(battle), **battle.half}  # a die that has fallen stays
        if len(told) < 2:
            return table.with_battle(half=told, aired=True)
        return table.with_battle(dice=(told[battle.attacker], told[battle.defender]), half={}, aired=True)

    def story(self, before: Table, after: Table) -> str:
        """What was thrown."""
        battle = before.battle
        sides = self._told(battle) if battle is not None else {}
        thrown = listed(f"{THE[side]} threw {faces((die,))}" for side, die in zip(sides, self.dice, strict=False))
        return capital(f"{thrown} for Tactical Superiority")


def _unknown_modifiers(table: Table, battle: Battle, side: str) -> Iterator[Finding]:
    """What is not known and may add to the die of a side (13.1.1.B, 13.1.1.C)."""
    for word, added in modifiers(table, battle, side):
        if added is None and word == ELITE:
            unit = next(u for u in table.named_in(battle.space, side) if table.card_of(u).elite is UNKNOWN)
            yield needs("13.1.1.B", f"whether {unit} is elite is not known", f"unit {unit} elite ?")
        elif added is None:
            name = table.decks[side].current
            message = f"whether the card of {THE[side]} adds to their die is not known"
            yield needs("13.1.1.C", message, f"card {name} event ?" if name else "")


def still_to_tell(table: Table, told: str) -> str:
    """Another unit beside one that is told to be no elite, whose mark may still decide Tactical Superiority; "" if
    there is none.
    """
    battle = table.battle
    if battle is None or not battle.dice or battle.superior or not told:
        return ""
    if table.card_of(told).elite is not UNKNOWN or (ELITE, None) not in modifiers(table, battle, table.side_of(told)):
        return ""
    there = table.named_in(battle.space, table.side_of(told))
    return next((u for u in there if u != told and table.card_of(u).elite is UNKNOWN), "")


def _rolls(table: Table, battle: Battle, dice: Mapping[str, int]) -> tuple[Roll, Roll]:
    """The dice of the attacker and of the defender, with what is added to each."""
    attack, defence = (Roll(s, dice[s], modifiers(table, battle, s)) for s in (battle.attacker, battle.defender))
    return attack, defence


def _thrown(table: Table, battle: Battle) -> tuple[Roll, Roll]:
    """The dice of this round."""
    return _rolls(table, battle, dict(zip((battle.attacker, battle.defender), battle.dice, strict=True)))


def superiority(table: Table) -> Consequence[Table] | None:
    """Who has Tactical Superiority, with each modifier by name (13.1.1.B to D)."""
    battle = table.battle
    if battle is None or not battle.dice or battle.superior or battle.winner or hidden_in_battle(table, battle):
        return None
    attack, defence = _thrown(table, battle)
    side = _superior_side(attack, defence)
    if not side:
        return None
    even = ": even, so the defender" if side == defence.side and _even(attack, defence) else ""
    message = f"{attack}, {defence}{even}: {THE[side]} have Tactical Superiority"
    return Consequence("13.1.1.D", message, table.with_battle(superior=side))


def _even(attack: Roll, defence: Roll) -> bool:
    return attack.least == defence.least


def by_even_dice(table: Table, battle: Battle) -> bool:
    """Whether the defender has Tactical Superiority because the dice of this round are even (13.1.1.D)."""
    return battle.superior == battle.defender and _even(*_thrown(table, battle))


def ask_who(table: Table, battle: Battle) -> Ask:
    """Nobody can work out who has Tactical Superiority, for a modifier is not known; the first fire tells it too."""
    verbs = ("superior", "fire", "breakoff") if table.options.breakoff else ("superior", "fire")
    attack, defence = _thrown(table, battle)
    question = f"Who has Tactical Superiority ({attack}, {defence})? superior SIDE, or the first fire"
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

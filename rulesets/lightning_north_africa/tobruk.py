"""Tobruk Fortress: who controls it, and the loss that an attacker takes there."""

from __future__ import annotations

from referee.ruleset import Consequence
from rulesets.lightning_north_africa.names import SIDES, TOBRUK, Force, enemy_of
from rulesets.lightning_north_africa.table import Owed, Table, by_ruling
from rulesets.lightning_north_africa.words import does

BOTH = "both"
LEFT = "left"


def controller(table: Table) -> str:
    """The side that has the benefits of Tobruk; "" if nobody has them, by the ruling for an empty Tobruk."""
    if table.ruled("tobruk.2-empty") == "nobody" and empty(table):
        return ""
    return table.control


def empty(table: Table) -> bool:
    """No force of either side is in Tobruk."""
    return not any(table.forces_in(TOBRUK, side) for side in SIDES)


def change_of_control(table: Table) -> Consequence[Table] | None:
    """Tobruk 2: control passes when one side is there and the other is not; entering alone does not change it."""
    holder, other = table.control, enemy_of(table.control)
    holder_in, other_in = bool(table.forces_in(TOBRUK, holder)), bool(table.forces_in(TOBRUK, other))
    if not other_in or holder_in:
        return _now(table, BOTH if holder_in and other_in else "")
    won = table.battle is not None
    if table.tobruk and not won and table.ruled("tobruk.2-left") == "battle":
        return _now(table, LEFT)
    cited = f" {by_ruling(table, 'tobruk.2-left')}" if table.tobruk and not won else ""
    after = table.but(control=other, tobruk="")
    return Consequence("tobruk.2", f"{does(other, 'take')} control of Tobruk{cited}", after)


def _now(table: Table, who: str) -> Consequence[Table] | None:
    if table.tobruk == who:
        return None
    message = {
        BOTH: f"both sides are in Tobruk; {does(table.control, 'keep')} control",
        LEFT: f"{does(table.control, 'keep')} control of Tobruk {by_ruling(table, 'tobruk.2-left')}",
        "": "Tobruk is no longer contested",
    }[who]
    return Consequence("tobruk.2", message, table.but(tobruk=who))


def order_against_fortress(table: Table, side: str, force: Force) -> Table:
    """An attack order against Tobruk is a declared attack when the ruling says so; one loss for the group that goes."""
    if not loss_with_order_due(table, side):
        return table
    return _fortress_loss(table, side, (force,)).but(fortress_paid=(force,))


def attack_on_fortress(table: Table, side: str, attackers: tuple[Force, ...]) -> Table:
    """The declaration of an attack in Tobruk; a loss taken with the attack order is not taken twice."""
    if not _fortress_resists(table, side):
        return table
    if set(table.fortress_paid) & set(attackers):
        return table.but(fortress_paid=tuple(f for f in table.fortress_paid if f not in attackers))
    return _fortress_loss(table, side, attackers)


def _fortress_loss(table: Table, side: str, attackers: tuple[Force, ...]) -> Table:
    """Tobruk 3c: the attacker takes one loss on any one of his attacking forces."""
    reason = f"the attack on Tobruk, which {SIDES[table.control]} controls"
    return table.owing(Owed("tobruk.3c", side, "loss", 1, attackers, reason))


def _fortress_resists(table: Table, side: str) -> bool:
    """An attack of a side in Tobruk would be one against the side in control."""
    return table.control == enemy_of(side) and bool(table.forces_in(TOBRUK, enemy_of(side)))


def loss_with_order_due(table: Table, side: str) -> bool:
    """Whether the next attack order of a side against Tobruk brings the fortress loss with it."""
    with_order = table.ruled("tobruk.3c-when") == "order"
    return with_order and not table.fortress_paid and _fortress_resists(table, side)


def extra_draw(table: Table, side: str) -> int:
    """Tobruk 3b: one more card in step one for the side in control."""
    return 1 if controller(table) == side else 0


def control_words(table: Table) -> str:
    """Who controls Tobruk, for the toolbar."""
    return f"Tobruk: {SIDES.get(controller(table), 'nobody')}"

"""Tobruk Fortress: who controls it, and the loss that an attacker takes there."""

from __future__ import annotations

from referee.ruleset import Consequence
from rulesets.lightning_north_africa.names import AXIS, SIDES, TOBRUK, Force, enemy_of
from rulesets.lightning_north_africa.table import Owed, Table


def change_of_control(table: Table) -> Consequence[Table] | None:
    """Tobruk 2: control passes when one side is there and the other is not; entering alone does not change it."""
    holder, other = table.control, enemy_of(table.control)
    holder_in, other_in = bool(table.forces_in(TOBRUK, holder)), bool(table.forces_in(TOBRUK, other))
    if not other_in or holder_in:
        return _note_sharing(table, holder_in and other_in)
    if table.shared and table.battle is None and table.ruled("tobruk.2-left") == "battle":
        return None
    after = table.but(control=other, shared=False)
    return Consequence("tobruk.2", f"{SIDES[other]} takes control of Tobruk", after)


def _note_sharing(table: Table, both: bool) -> Consequence[Table] | None:
    if table.shared == both:
        return None
    message = "both sides are in Tobruk; control does not change" if both else "Tobruk is no longer contested"
    return Consequence("tobruk.2", message, table.but(shared=both))


def fortress_loss(table: Table, side: str, attackers: tuple[Force, ...]) -> Table:
    """Tobruk 3c: the table after the attacker was told to lose one on any one of his attacking forces."""
    reason = f"the attack on Tobruk, which {SIDES[table.control]} controls"
    return table.owing(Owed("tobruk.3c", side, "loss", 1, attackers, reason))


def order_against_fortress(table: Table, side: str, force: Force) -> Table:
    """An attack order into Tobruk counts as a declared attack when the ruling says so: one loss for each attack."""
    if not _fortress_resists(table, side) or table.ruled("tobruk.3c-when") != "order" or table.fortress_paid:
        return table
    return fortress_loss(table, side, (force,)).but(fortress_paid=1)


def attack_on_fortress(table: Table, side: str, attackers: tuple[Force, ...]) -> Table:
    """The declaration of an attack in Tobruk; a loss taken with the attack order is not taken twice."""
    if not _fortress_resists(table, side):
        return table
    if table.fortress_paid:
        return table.but(fortress_paid=table.fortress_paid - 1)
    return fortress_loss(table, side, attackers)


def _fortress_resists(table: Table, side: str) -> bool:
    return table.control == enemy_of(side) and bool(table.forces_in(TOBRUK, enemy_of(side)))


def extra_draw(table: Table, side: str) -> int:
    """Tobruk 3b: one more card in step one for the side in control."""
    return 1 if table.control == side else 0


def control_words(table: Table) -> str:
    """Who controls Tobruk, for the toolbar."""
    return f"Tobruk: {'Axis' if table.control == AXIS else 'Allied'}"

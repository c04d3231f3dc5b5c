"""Supply Check: a force is supplied unless an enemy stands between it and its supply base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import listed
from referee.ruleset import Ask, Consequence, Finding, action, illegal, needs, omission, ruling
from rulesets.lightning_north_africa.names import AXIS, SIDES, TOBRUK, Force, Region, enemy_of
from rulesets.lightning_north_africa.table import NOWHERE, OfTurn, Owed, Table, by_ruling
from rulesets.lightning_north_africa.words import OWN, WHO, does, the_forces, the_place

LOSSES = 2
"""Losses of each unsupplied force in its own side's check (Supply Check 3)."""


@dataclass(frozen=True, slots=True)
class Supply:
    """Whether a force is supplied (None: not known), by which rule, and why.

    `ruled` means that nobody told its base: where it may lie is a ruling, and what the card says counts more.
    """

    supplied: bool | None
    rule: str
    why: str
    ruled: bool = False

    @property
    def told(self) -> bool | None:
        """Whether it is supplied, as far as the cards that were told say it."""
        return None if self.ruled else self.supplied


def supply_of(table: Table, force: Force) -> Supply:
    """Whether a force is supplied: it always is or is not (supply.1), though a value may be missing to tell."""
    region, side = table.region_of(force), table.side_of(force)
    if region == NOWHERE:
        return Supply(None, "supply.2", f"nobody told where {force} is")
    if region == TOBRUK and table.control == side:
        return Supply(True, "tobruk.3a", f"{does(side, 'control')} Tobruk, so {OWN[side]} forces there are supplied")
    base = table.card_of(force).base
    if base is UNKNOWN:
        return _whatever_the_base(table, force, region)
    return _from_base(table, force, region, base)


def _from_base(table: Table, force: Force, region: Region, base: Region) -> Supply:
    """Any enemy from the base (included) to the force's region (excluded) cuts it off."""
    if region == base:
        return Supply(True, "supply.2", f"{force} stands in its supply base, {the_place(table, base)}")
    way = [Region(r) for r in table.box.map.path(base, region)[:-1]]
    for here in way:
        enemies = table.forces_in(here, enemy_of(table.side_of(force)))
        if enemies:
            whom = f"{listed(enemies)} in {the_place(table, here)}"
            return Supply(False, "supply.2", f"its base, {the_place(table, base)}, is cut off by {whom}")
    lost = [e for e in table.forces_in(NOWHERE, enemy_of(table.side_of(force))) if _may_stand(table, e, way)]
    if lost:
        return Supply(None, "supply.2", f"the place of {listed(lost)} is not known")
    return Supply(True, "supply.2", f"there is no enemy from {the_place(table, base)} to {the_place(table, region)}")


def _may_stand(table: Table, lost: Force, way: list[Region]) -> bool:
    """Whether a force of which nobody told where it is may be in one of some regions."""
    among = table.card_of(lost).among
    return bool(way) and (not among or any(region in way for region in among))


def _whatever_the_base(table: Table, force: Force, region: Region) -> Supply:
    """A base that is not known does not matter when every region where it may lie would give the same answer."""
    answers = {Region(base): _from_base(table, force, region, Region(base)).supplied for base in table.box.map.places}
    if all(answers.values()):
        return Supply(True, "supply.2", f"wherever its base is, no enemy cuts {force} off")
    behind = _behind(table, force) if table.ruled("supply.2-base") == "behind" else ()
    found, cited = {answers[base] for base in behind}, by_ruling(table, "supply.2-base")
    if found == {True}:
        return Supply(True, "supply.2", f"no enemy cuts {force} off from where it started {cited}", ruled=True)
    if found == {False}:
        why = f"enemies cut {force} off from where it started, and from all that lies behind {cited}"
        return Supply(False, "supply.2", why, ruled=True)
    return Supply(None, "supply.2", f"the supply base of {force} is not known")


def _behind(table: Table, force: Force) -> tuple[Region, ...]:
    """The region where a force started in play, and those behind it; () for a force that did not."""
    card, row = table.card_of(force), [Region(place) for place in table.box.map.places]
    starts = card.among if card.start is UNKNOWN else (card.start,) if card.start is not None else ()
    if not starts:
        return ()
    at = [row.index(region) for region in starts]
    return tuple(row[: max(at) + 1] if card.side == AXIS else row[min(at) :])


def unsupplied(table: Table, side: str) -> tuple[Force, ...]:
    """The forces of a side that are unsupplied, as far as it can be told."""
    return tuple(f for f in table.forces_of(side) if supply_of(table, f).supplied is False)


@action("supply", rule="supply.3", examples=("supply", "supply 7-armored"))
class SupplyCheck(OfTurn):
    """Make the supply check: each unsupplied force takes two losses. Name the forces, or let the referee tell."""

    cut: tuple[Force, ...] = ()

    def whose(self, table: Table) -> str:
        """Supply Check 3 says itself in whose turn it is made."""
        return self.rule

    def judge(self, table: Table) -> Iterator[Finding]:
        due = unsupplied(table, self.side)
        for force in self.cut:
            supply = supply_of(table, force)
            if table.side_of(force) != self.side:
                message = f"{force} is checked in the turn of its own side, not in that of {SIDES[self.side]}"
                yield illegal("supply.3", message, _line(due))
            elif supply.told:
                yield illegal(supply.rule, f"{force} is supplied: {supply.why}", _line(due))
        missed = [f for f in due if f not in self.cut]
        if self.cut and missed:
            why = supply_of(table, missed[0]).why
            yield omission("supply.3", f"unsupplied too: {', '.join(missed)}; {why}", _line(due))
        for force in table.forces_of(self.side):
            supply = supply_of(table, force)
            open_ = supply.supplied is None or (supply.ruled and not supply.supplied)
            if open_ and force not in self.cut:
                teach = f"force {force} base ?" if table.card_of(force).base is UNKNOWN else ""
                yield needs("supply.2", supply.why, teach)
        if any(supply_of(table, force).ruled for force in table.forces_of(self.side) if force not in self.cut):
            yield ruling("supply.2-base", "a base that nobody told is taken to lie where its force started, or behind")

    def apply(self, table: Table) -> Table:
        cut = self.cut or unsupplied(table, self.side)
        unsure = tuple(f for f in table.forces_of(self.side) if supply_of(table, f).told is None and f not in cut)
        for force in cut:
            what = "supply" if supply_of(table, force).supplied is False else "loss"
            table = table.owing(Owed("supply.3", table.side_of(force), what, LOSSES, (force,), "the supply check"))
        if table.step != "supply" or self.side != table.side:
            return table
        return table.but(step="discard", unchecked=unsure)

    def story(self, before: Table, after: Table) -> str:
        cut = self.cut or unsupplied(before, self.side)
        found = f"{the_forces(before, cut)} cut off" if cut else "no force cut off"
        unsure = [f for f in before.forces_of(self.side) if supply_of(before, f).supplied is None and f not in cut]
        open_ = f"; of {the_forces(before, unsure)} it could not be told" if unsure else ""
        return f"{WHO[self.side]} checked {OWN[self.side]} supply and found {found}{open_}"


def _line(due: tuple[Force, ...]) -> str:
    return f"supply {','.join(due)}" if due else "supply"


def ask_supply(table: Table) -> Ask:
    """The supply check is a duty when a force is unsupplied; else it may be let pass, unless it cannot be told."""
    us, due = table.side, unsupplied(table, table.side)
    unsure = listed([f for f in table.forces_of(us) if supply_of(table, f).supplied is None])
    if not due and unsure:
        question, lost = f"Supply check: not known of {unsure}", f"the supply check of {unsure}"
        return Ask("supply.3", us, ("supply",), question, may=True, enter="supply", lost=lost)
    if not due:
        question = "Supply check: no force is cut off"
        return Ask("supply.3", us, ("supply", "pass"), question, may=True, step=True, enter="supply")
    question = f"Supply check: {LOSSES} losses each for {', '.join(due)}"
    duty = f"the supply check of {', '.join(due)}"
    return Ask("supply.3", us, ("supply",), question, enter="supply", duty=duty)


def cut_off(table: Table) -> Consequence[Table] | None:
    """The check found a force unsupplied: who cuts it off is said before it takes its losses."""
    for at, owed in enumerate(table.owed):
        if owed.what == "supply":
            force = owed.among[0]
            due = replace(owed, what="loss")
            after = table.but(owed=(*table.owed[:at], due, *table.owed[at + 1 :]))
            return Consequence("supply.3", f"{force} is unsupplied: {supply_of(table, force).why}", after)
    return None


def told_late(table: Table) -> Consequence[Table] | None:
    """A value that the supply check of this turn lacked was told after it: now the check is made up for."""
    for force in table.unchecked:
        rest = table.but(unchecked=tuple(f for f in table.unchecked if f != force))
        if force not in table.forces:
            return Consequence("supply.2", f"{force} is gone", rest)
        supply = supply_of(table, force)
        if supply.told:
            return Consequence("supply.2", f"{force} was supplied: {supply.why}", rest)
        if supply.supplied is False:
            return Consequence("supply.3", f"{force} was unsupplied: {supply.why}", rest.with_loss(force, LOSSES))
    return None

"""Battles: a group of forces attacks all enemies in its region, under an attack plan that the defender guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import listed
from referee.ruleset import Ask, Consequence, Finding, Word, action, illegal, needs, ruling
from rulesets.lightning_north_africa.names import SIDES, TOBRUK, Force, Plan, Region, enemy_of
from rulesets.lightning_north_africa.table import Battle, OfTurn, Table, by_ruling, own_force
from rulesets.lightning_north_africa.tobruk import attack_on_fortress
from rulesets.lightning_north_africa.words import WHO, the_forces, the_place

SYMBOLS = {Plan.ARMORED: "armored", Plan.MOTORIZED: "motorized"}
"""The plans that a symbol on a force card may open, and the symbol."""

ENDS = ("draw", "discard")
"""Out of place in a battle, and judged in it: they must not be taken for the end of the turn."""


def defenders(table: Table, battle: Battle) -> tuple[Force, ...]:
    """All enemies in the region defend, inescapably (Battles 2 and 5A)."""
    return table.alive(table.forces_in(battle.region, enemy_of(battle.side)))


def attackers(table: Table, battle: Battle) -> tuple[Force, ...]:
    """The attacking forces that are still there."""
    return tuple(f for f in table.alive(battle.attackers) if table.region_of(f) == battle.region)


def contested(table: Table, side: str) -> tuple[Region, ...]:
    """The regions in which a side has a force that may still attack."""
    regions = dict.fromkeys(table.region_of(f) for f in table.forces_of(side) if may_attack(table, f))
    return tuple(r for r in regions if r and table.forces_in(r, enemy_of(side)))


def free_to_attack(table: Table, side: str, regions: Iterable[Region]) -> tuple[Force, ...]:
    """The forces of a side that may still attack in some regions."""
    return tuple(f for region in regions for f in table.forces_in(region, side) if may_attack(table, f))


def may_attack(table: Table, force: Force) -> bool:
    """Whether a force may attack this turn, wherever it is."""
    return not any(_hindrances(table, force))


def _hindrances(table: Table, force: Force) -> Iterator[tuple[str, str]]:
    """Why a force may not attack this turn, with the rule."""
    standing = table.forces[force]
    if standing.attacked:
        yield "battles.2", f"{force} has attacked this turn already"
    if standing.arrived and table.ruled("force-cards.3b-attack") == "no":
        cited = by_ruling(table, "force-cards.3b-attack")
        yield "force-cards.3b", f"{force} was deployed this turn, and an attack is an action {cited}"
    elif not standing.ordered and table.ruled("battles.2-order") == "order":
        yield "battles.2", f"{force} has no attack order {by_ruling(table, 'battles.2-order')}"


def _possible(table: Table, side: str) -> str:
    """The attacks that are possible, in words."""
    groups = [
        f"attack {region} {','.join(f for f in table.forces_in(region, side) if may_attack(table, f))}"
        for region in contested(table, side)
    ]
    return " or ".join(groups) or "no attack is possible; pass"


def inherent_plans(table: Table, forces: tuple[Force, ...]) -> tuple[frozenset[Plan], frozenset[Plan]]:
    """The plans open without a card, and those that may be open, for a symbol is not known.

    A ruling: the book shows two and does not say where they come from.
    """
    choice = table.ruled("battles.inherent")
    if choice == "both":
        return frozenset(SYMBOLS), frozenset()
    if choice == "none":
        return frozenset(), frozenset()
    printed = {plan: [getattr(table.card_of(f), symbol) for f in forces] for plan, symbol in SYMBOLS.items()}
    sure = frozenset(plan for plan, symbols in printed.items() if True in symbols)
    return sure, frozenset(plan for plan, symbols in printed.items() if UNKNOWN in symbols) - sure


def possible_losses(table: Table, battle: Battle, plan: Plan) -> tuple[int, ...]:
    """The losses that a plan may inflict when it was not guessed, the fewest first; () where nothing bounds them.

    A symbol that nobody told may stand on the force card or not (battles.result).
    """
    card = table.box.plans.get(plan)
    if card is None or card.each is UNKNOWN:
        return ()
    forces = attackers(table, battle)
    symbols = [getattr(table.card_of(f), card.symbol) for f in forces] if card.symbol else []
    least = card.each * len(forces) + symbols.count(True)
    return tuple(range(least, least + symbols.count(UNKNOWN) + 1))


def plan_words(battle: Battle) -> str:
    """The plans open to the attacker."""
    return ", ".join(p for p in Plan if p in battle.plans) or "none"


def with_battle(table: Table, **changes: object) -> Table:
    """The table with its battle changed, if there is one."""
    if table.battle is None:
        return table
    return table.but(battle=replace(table.battle, opened=True, **changes))


@action(
    "attack", rule="battles.1", short="a", alias="battle",
    examples=("attack tobruk 5-panzer", "attack tobruk 5-panzer,15-panzer"),
)  # fmt: skip
class Attack(OfTurn):
    """Declare an attack: the region, the forces that attack. All enemies there defend (they may be named `against`)."""

    region: Region
    forces: tuple[Force, ...]
    against: Annotated[tuple[Force, ...], Word("against")] = ()

    def implied(self, field: str, table: Table) -> Any:
        if field != "region":
            return None
        regions = contested(table, self.side)
        here = [region for region in regions if len(regions) == 1 or region == table.region_of(self.forces[0])]
        return here[0] if here else None

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        if field == "region":
            return contested(table, self.side)
        if field != "forces":
            return None
        return [f for f in table.forces_in(self.region, self.side) if may_attack(table, f)]

    def judge(self, table: Table) -> Iterator[Finding]:
        there = table.forces_in(self.region, enemy_of(self.side))
        if not there:
            yield illegal("battles.1", f"no enemy is in {table.place(self.region)}", _possible(table, self.side))
            return
        for i, force in enumerate(self.forces):
            if force in self.forces[:i]:
                yield illegal("battles.2", f"{force} is named twice", "name each force once")
            elif table.side_of(force) != self.side:
                yield from own_force(table, self.side, force, "battles.1")
            else:
                yield from self._force(table, force)
        if self.against and set(self.against) != set(there):
            yield illegal("battles.5a", f"all enemies in {table.place(self.region)} defend", ", ".join(there))

    def _force(self, table: Table, force: Force) -> Iterator[Finding]:
        standing = table.forces[force]
        if standing.region != self.region:
            place = table.place(standing.region)
            message = f"{force} is in {place}, not in {table.place(self.region)}"
            yield illegal("battles.1", message, _possible(table, self.side))
        for rule, message in _hindrances(table, force):
            yield illegal(rule, message, _possible(table, self.side))
        if standing.arrived and table.ruled("force-cards.3b-attack") == "yes":
            yield ruling("force-cards.3b-attack", f"{force} was deployed this turn; an attack is not an operation")
        elif standing.operated and not standing.ordered and table.ruled("battles.2-order") == "free":
            message = f"{force} used another operation; it may attack without an attack order"
            yield ruling("battles.2-order", message, "ruling battles.2-order order")
        if table.ruled("battles.inherent") == "symbols":
            yield from self._symbols(table, force)

    @staticmethod
    def _symbols(table: Table, force: Force) -> Iterator[Finding]:
        for plan, symbol in SYMBOLS.items():
            if getattr(table.card_of(force), symbol) is UNKNOWN:
                message = f"whether {force} has the {symbol} symbol, and so opens {plan}, is not known"
                yield needs("battles.5b", message, f"force {force} {symbol} ?")

    def apply(self, table: Table) -> Table:
        for force in self.forces:
            table = table.with_force(force, attacked=True)
        sure, unsure = inherent_plans(table, self.forces)
        table = table.but(battle=Battle(self.side, self.region, self.forces, sure, unsure), inflicted=None)
        return attack_on_fortress(table, self.side, self.forces) if self.region == TOBRUK else table

    def story(self, before: Table, after: Table) -> str:
        enemies = before.forces_in(self.region, enemy_of(self.side))
        whom = f"attacked {the_forces(before, enemies)}" if enemies else "declared an attack on nobody"
        return f"{WHO[self.side]} {whom} in {the_place(before, self.region)} with {the_forces(before, self.forces)}"


def ask_battle(table: Table, battle: Battle) -> Ask:
    """Battles 5, A to F, in the order of the book; D and E are rebuilt from its example."""
    us, them, open_plans = battle.side, enemy_of(battle.side), plan_words(battle)
    plans = tuple(p for p in Plan if p in battle.plans)
    if battle.plan is not None and (battle.guess is not None or battle.unguessed):  # else a consequence had come
        losses = possible_losses(table, battle, battle.plan) if battle.guess != battle.plan else ()
        among = f": {listed(map(str, losses), 'or')}" if losses else ""
        question = f"How many losses does the plan card inflict{among}?"
        return Ask("battles.result", us, ("result",), question, duty="the result of the plan card")
    if battle.shown is not None:
        other, plan = enemy_of(battle.shown.side), battle.shown.plan
        question = f"May cancel the {plan} card by a card of that plan"
        return Ask("battles.5c", other, ("react",), question, may=True, early=("pass",))
    if battle.sealed:
        if battle.guess is None and not battle.unguessed:
            question = f"Guess the plan aloud: {open_plans}"
            return Ask("battles.guess", them, ("guess",), question, among=plans, duty="the guess")
        duty = "" if battle.unguessed else "turning the plan card over"
        question = "Turn the plan card over: which is it?"
        return Ask("battles.5f", us, ("reveal",), question, may=battle.unguessed, among=plans, duty=duty)
    if us not in battle.stopped or (us in battle.unsaid and _none_left(battle)):
        question = f"May add a battle card (plans: {open_plans})"
        also = them if battle.cancelled else ""  # it may take a cancelled effect for one that is due to it
        return Ask("battles.5b", us, ("add", "pass", *ENDS), question, may=True, enter="pass", also=also)
    if them not in battle.stopped:  # the attacker may think better of it until the other side has stopped too
        question = f"May strike a plan ({open_plans})"
        return Ask("battles.strike", them, ("strike",), question, may=True, early=("add", "pass"), also=us)
    question = f"Lays a plan face down: {open_plans}"
    return Ask("battles.5f", us, ("seal", *ENDS), question, may=True, enter="seal", secret=True)


def battle_skipped(table: Table, battle: Battle) -> Table:
    """The table went past a duty of the battle: without a guess the plan is turned over all the same."""
    if battle.sealed and battle.guess is None and battle.plan is None:
        return with_battle(table, unguessed=True)
    return table.but(battle=None)


def end_of_battle(table: Table) -> Consequence[Table] | None:
    """Battles 4: a battle ends when one side is gone from the region, or when its attack was carried out."""
    battle = table.battle
    if battle is None:
        return None
    place, after = the_place(table, battle.region), table.but(battle=None)
    if not attackers(table, battle):
        rule = "tobruk.3c" if battle.region == TOBRUK and not battle.opened else "battles.4"
        return Consequence(rule, f"no attacking force is left: the attack in {place} is over", after)
    if not defenders(table, battle):
        return Consequence("battles.4", f"no defender is left: the battle in {place} is over", after)
    if any(o.what == "loss" for o in table.owed):
        return None
    if battle.over:
        return Consequence("battles.4", f"the battle in {place} is over", after)
    nothing_open = battle.shown is None and not battle.sealed and not table.pending
    return _no_plan(table, battle) if nothing_open and battle.ended and _none_left(battle) else None


def _none_left(battle: Battle) -> bool:
    """Whether both sides have stopped, and no plan is open to the attacker any more."""
    return len(battle.stopped) == len(SIDES) and not (battle.plans or battle.unsure)


def _no_plan(table: Table, battle: Battle) -> Consequence[Table]:
    after, cited = table.but(battle=None), by_ruling(table, "battles.no-plan")
    if table.ruled("battles.no-plan") == "fails" or not battle.played:
        return Consequence("battles.5f", f"no plan is left: the attack fails {cited}", after)
    for force in battle.attackers:
        after = after.with_force(force, attacked=False)
    return Consequence("battles.5f", f"no plan is left: there was no attack {cited}", after)

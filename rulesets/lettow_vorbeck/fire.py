"""Conduct Battle: units fire one at a time, the sides in turn, by the Battle Results Table (13.1.2, 13.1.3, 13.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.facts import replace
from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import capital, counted
from referee.ruleset import Action, Ask, Consequence, Die, Few, Finding, Told, action, illegal, needs
from rulesets.lettow_vorbeck.battle import decided, ready_units, rest_of
from rulesets.lettow_vorbeck.forts import fort_asked, fortified
from rulesets.lettow_vorbeck.losses import elite_asked, immune, most_panics
from rulesets.lettow_vorbeck.names import MAY_BREAK_OFF, MOST_DICE, SIDES, Fighter, Outcome, Type, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.superiority import by_even_dice, first_to_fire, who_is_superior
from rulesets.lettow_vorbeck.supply import strengths, supply_asked, supply_of
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed
from rulesets.lettow_vorbeck.words import faces, many_dice, the_place, the_unit

QUIET = 10
"""Rounds without any effect after which the players are told how to end a battle that no die can decide (LQ14)."""


def strength_of(table: Table, battle: Battle, unit: str) -> int | Unknown:
    """The dice of a unit: its strength, one less out of supply (21.4.B)."""
    strengths = strengths_of(table, battle, unit)
    return strengths[0] if len(strengths) == 1 else UNKNOWN


def strengths_of(table: Table, battle: Battle, unit: str) -> tuple[int, ...]:
    """The numbers of dice that a unit may have: () where its strength is not known, and two where its supply is not."""
    strength = table.card_of(unit).strength
    if strength is UNKNOWN:
        return ()
    supplied = supply_of(table, unit).supplied if unit in battle.unsure else unit not in battle.short
    return strengths(strength, supplied)


def to_fire(table: Table, battle: Battle, side: str) -> tuple[str, ...]:
    """The units of a side that have still to fire in this round; one without dice has not (13.1.2.B)."""
    ready = (u for u in ready_units(table, battle, side) if u not in battle.fired)
    return tuple(u for u in ready if strength_of(table, battle, u) != 0)


def firing_side(table: Table, battle: Battle) -> str:
    """The side that fires next: in turn, and who has units left when the other has none; "" when the round is over."""
    first = enemy_of(battle.last) if battle.last else battle.superior
    return next((s for s in (first, enemy_of(first)) if to_fire(table, battle, s)), "")


@remembered
def now_fires(table: Table) -> str:
    """The side that fires next in the battle that is fought; "" when the round is over."""
    return firing_side(table, table.battle) if table.battle is not None else ""


def ask_fire(table: Table, battle: Battle, side: str) -> Ask:
    """The side whose turn it is selects a unit (13.1.2.B, E, F)."""
    units = to_fire(table, battle, side)
    leaves = table.options.breakoff and any(table.card_of(u).type in (UNKNOWN, *MAY_BREAK_OFF) for u in units)
    verbs = ("fire", "breakoff") if leaves else ("fire",)
    question = f"{SIDES[side]} fires with {'one of ' if len(units) > 1 else ''}{listed(units)}"
    enter = f"fire {units[0]}" if len(units) == 1 else ""
    among = None if enter and len(verbs) == 1 else units  # a number alone is then the die of the only unit
    return Ask("13.B", side, verbs, question[:200], among=among, enter=enter, duty=rest_of(table, battle))


@action("fire", rule="13.1.2.B", short="f", during="battle", timed=True, examples=("fire 10-fka 6,2", "fire 10-fka"))
class Fire(Action[Table]):
    """A unit of the battle fires: as many dice as its strength. Add them, or let the referee ask for them."""

    unit: Fighter
    dice: Annotated[tuple[Die, ...], Told()] = ()

    def implied(self, field: str, table: Table) -> Any:
        """The only unit that has still to fire of the side whose turn it is, for its dice alone (`6 2`)."""
        battle = table.battle
        units = to_fire(table, battle, now_fires(table)) if battle is not None and battle.superior else ()
        return Fighter(units[0]) if field == "unit" and len(units) == 1 else None

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if battle.winner:
            yield decided(table, battle)
            return
        unit, owner = self.unit, table.side_of(self.unit)
        if owner != self.side:
            rule = "13.1.2.E" if battle.last else "13.1.2.B"
            yield illegal(rule, f"{unit} is not a unit of the {SIDES[self.side]} side", "one of its own")
            return
        if table.place_of(unit) != battle.space:
            gone = unit in table.lost and table.place_of(unit) not in table.box.spaces
            rule, why = ("13.1.2.D", "eliminated") if gone else ("13.1.2.B", "not in this battle")
            yield illegal(rule, f"{unit} is {why} and does not fire", _others(table, battle, owner))
            return
        if unit in table.panicked:
            message = f"{unit} is panicked and throws no dice in this battle"
            yield illegal("13.3.2", message, _others(table, battle, owner))
            return
        if unit in battle.fired:
            yield illegal("13.1.2.F", f"{unit} has fired in this round", _others(table, battle, owner))
            return
        if strength_of(table, battle, unit) == 0:
            rule, why = ("21.4.B", " out of supply") if table.card_of(unit).strength else ("13.1.2.B", "")
            message = f"{unit} has no strength{why} and throws no die"
            yield illegal(rule, message, _others(table, battle, owner))
            return
        yield from self._in_turn(table, battle, owner)
        yield from self._dice(table, battle)

    def _in_turn(self, table: Table, battle: Battle, owner: str) -> Iterator[Finding]:
        if battle.firing:
            yield illegal("13.1.2.B", f"the dice of {battle.firing} come first", "its dice")
        elif not battle.superior and battle.dice:
            yield from who_is_superior(battle, owner)
        elif not battle.superior:
            yield illegal("13.1.1.A", "Tactical Superiority comes before the first fire of a round", "the two dice")
        elif battle.eliminations or battle.panics or battle.untold:
            message = f"the {SIDES[battle.hit]} side takes its losses of the last fire first"
            yield illegal("13.1.2.C", message, "eliminate or panic UNIT")
        elif now_fires(table) != owner:
            rule, why = "13.1.2.E" if battle.last else "13.1.2.B", "the sides fire in turn"
            if not battle.last and by_even_dice(table, battle):
                rule, why = "13.1.1.D", "even dice give Tactical Superiority to the defender"
            now = SIDES.get(now_fires(table), "nobody")
            instead = _others(table, battle, enemy_of(owner))
            yield illegal(rule, f"{why}, and now it is for {now}", instead)

    def _dice(self, table: Table, battle: Battle) -> Iterator[Finding]:
        may = strengths_of(table, battle, self.unit)
        if not may:
            message = f"the strength of {self.unit} is not known, so its dice are not counted"
            yield needs("13.1.2.B", message, f"unit {self.unit} strength ?")
        elif self.dice and len(self.dice) not in may:
            yield _miscounted(table, self.unit, len(self.dice), may)
        elif len(may) > 1:
            throws = f"it throws {may[0]} or {many_dice(may[1])}"
            yield supply_asked(table, self.unit, "21.4.B", throws)
        yield from _no_results(table, self.unit, self.dice)

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        superior = first_to_fire(battle, table.side_of(self.unit))
        battle = replace(battle, firing=str(self.unit), superior=superior)
        return table.but(battle=_thrown_in(table, battle, self.dice) if self.dice else battle)

    def story(self, before: Table, after: Table) -> str:
        """What it did."""
        who = capital(the_unit(before, self.unit))
        return f"{who} fired{f' and threw {_thrown(before, self.unit, self.dice)}' if self.dice else ''}"


def _miscounted(table: Table, unit: str, dice: int, may: tuple[int, ...]) -> Finding:
    """That a unit throws another number of dice than one that it may have."""
    less = len(may) == 1 and may[0] != table.card_of(unit).strength
    rule, short = ("21.4.B", " out of supply") if less else ("13.1.2.B", "")
    message = f"{unit} has strength {' or '.join(map(str, may))}{short}, not {many_dice(dice)}"
    return illegal(rule, message, " or ".join(many_dice(each) for each in may if each))


def _thrown(table: Table, unit: str, dice: Iterable[int]) -> str:
    """Dice and what they did: "a 6 and a 2: one elimination"."""
    found = Counter(result_of(table, table.card_of(unit).type, int(d)) for d in dice)
    words = [counted(found[outcome], outcome) for outcome in (Outcome.ELIMINATION, Outcome.PANIC) if found[outcome]]
    if found[UNKNOWN]:
        words.append(f"{counted(found[UNKNOWN], 'die', 'dice')} of which the effect is not on file")
    return f"{faces(dice)}: {listed(words) if words else 'no effect'}"


def _others(table: Table, battle: Battle, side: str) -> str:
    units = to_fire(table, battle, side)
    return listed(units) if units else "nobody of that side has to fire"


def ask_dice(table: Table, battle: Battle) -> Ask:
    """The dice of the unit that fires."""
    unit = battle.firing
    strength = strength_of(table, battle, unit)
    dice = 0 if isinstance(strength, Unknown) else strength
    many = f"{dice} dice" if dice > 1 else "die" if dice else "dice"
    question, duty = f"{unit} fires: its {many}?", f"the dice of {unit}"
    return Ask("13.1.2.B", table.side_of(unit), ("shots",), question, dice=dice, duty=duty)


@action("shots", rule="13.1.2.B", during="battle", timed=True, examples=("shots 6,2", "6,2"))
class Shots(Action[Table]):
    """The dice of the unit that fires, as they fell."""

    dice: Annotated[tuple[Die, ...], Few(MOST_DICE)]

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None or not battle.firing:
            yield illegal("13.1.2.B", "no unit fires now", "fire UNIT")
            return
        if table.side_of(battle.firing) != self.side:
            message = f"the dice that are due are those of {battle.firing}"
            yield illegal("13.1.2.B", message, f"{SIDES[table.side_of(battle.firing)]}: its dice")
            return
        may = strengths_of(table, battle, battle.firing)
        if len(may) > 1 and len(self.dice) > max(may):  # of a strength that is known the question says how many
            yield _miscounted(table, battle.firing, len(self.dice), may)
        yield from _no_results(table, battle.firing, self.dice)

    def apply(self, table: Table) -> Table:
        return thrown(table, self.dice)

    def story(self, before: Table, after: Table) -> str:
        """What they did."""
        battle = before.battle
        if battle is None or not battle.firing:
            return f"Somebody threw {faces(self.dice)}, though no unit fired"
        return f"{capital(the_unit(before, battle.firing))} threw {_thrown(before, battle.firing, self.dice)}"


def result_of(table: Table, kind: Type | Unknown, die: int) -> Outcome | Unknown:
    """What a die of a unit of a type does, by the Battle Results Table (13.2)."""
    if kind is UNKNOWN:
        return _of_all(table, str(die))
    column = table.box.results.get(str(kind), {})
    return column.get(str(die), UNKNOWN)


def _of_all(table: Table, die: str) -> Outcome | Unknown:
    """What a die does whatever the type of the unit is, where that is the same for all."""
    found = {table.box.results.get(str(kind), {}).get(die, UNKNOWN) for kind in Type}
    return found.pop() if len(found) == 1 else UNKNOWN


def _no_results(table: Table, unit: str, dice: tuple[Die, ...]) -> Iterator[Finding]:
    kind = table.card_of(unit).type
    if kind is UNKNOWN and any(result_of(table, kind, int(d)) is UNKNOWN for d in dice):
        yield needs("13.2", f"the type of {unit} is not known, so what its dice do is not", f"unit {unit} type ?")
        return
    for die in dict.fromkeys(int(d) for d in dice):
        if result_of(table, kind, die) is UNKNOWN:
            yield needs("13.2", f"what a {die} of {kind} does is not known", f"result {kind} {die} ?")
    panics = sum(result_of(table, kind, int(d)) is Outcome.PANIC for d in dice)
    if panics:
        yield from _immunity(table, enemy_of(table.side_of(unit)), panics)


def _immunity(table: Table, hit: str, panics: int) -> Iterator[Finding]:
    """What is not known of units that panic, though they may ignore it: whether they defend in a fort, and whether
    those that leave no choice are elite (14.A, 16.B). It is asked here, for they panic without a report.
    """
    battle = table.battle
    if battle is None or hit != battle.defender:
        return
    if fortified(table, hit, battle.space) is None:
        yield fort_asked(table, battle.space)
    units = tuple(u for u in table.named_in(battle.space, hit) if not immune(table, battle, u))
    if len(units) == 1 or panics >= most_panics(table, units):
        yield from (elite_asked(unit) for unit in units if table.card_of(unit).elite is UNKNOWN)


def thrown(table: Table, dice: Iterable[int]) -> Table:
    """The table after the unit that fires has thrown its dice; none where nobody knows what they were."""
    battle = table.battle
    return table.but(battle=_thrown_in(table, battle, dice)) if battle is not None and battle.firing else table


def _thrown_in(table: Table, battle: Battle, dice: Iterable[int]) -> Battle:
    """A battle after the unit that fires has thrown its dice."""
    side = table.side_of(battle.firing)
    kind = table.card_of(battle.firing).type
    roller = battle.firing if kind is UNKNOWN else kind
    battle = replace(
        battle, firing="", fired=battle.fired | {battle.firing}, last=side, thrown=True, hit=enemy_of(side),
        roller=roller, untold=tuple(map(int, dice)),
    )  # fmt: skip
    return _told_in(table, battle)


def results_told(table: Table) -> Table:
    """The table with all dice turned into what they do, as far as the table of results is known."""
    return table if table.battle is None else table.but(battle=_told_in(table, table.battle))


def _told_in(table: Table, battle: Battle) -> Battle:
    """A battle with its dice turned into what they do."""
    kind = _thrower(table, battle)
    found = [result_of(table, kind, die) for die in battle.untold]
    left = tuple(d for d, r in zip(battle.untold, found, strict=True) if r is UNKNOWN)
    return replace(
        battle,
        untold=left,
        eliminations=battle.eliminations + found.count(Outcome.ELIMINATION),
        panics=battle.panics + found.count(Outcome.PANIC),
    )


def _thrower(table: Table, battle: Battle) -> Type | Unknown:
    """The type of the unit that threw the dice of which the effect is not known."""
    if isinstance(battle.roller, Unknown):
        return UNKNOWN
    unit = table.box.units.get(battle.roller)
    return unit.type if unit else Type(battle.roller)


def ask_effect(table: Table, battle: Battle) -> Ask:
    """What a die does that is not in the table of results."""
    kind = _thrower(table, battle)
    die = f"the {battle.untold[0]} of {battle.roller if kind is UNKNOWN else kind}"
    whole = f"unit {battle.roller} type TYPE" if kind is UNKNOWN else f"result {kind} 1-3 EFFECT, 4-6 EFFECT"
    question = f"What does {die} do? (`{whole}` tells it for all of its type)"
    duty, among = f"what {die} does", tuple(map(str, Outcome))
    return Ask("13.2", enemy_of(battle.hit), ("effect",), question, duty=duty, among=among)


@action("effect", rule="13.2", during="battle", timed=True, examples=("effect panic",))
class Effect(Action[Table]):
    """Tell what the next die does, where the table of results is not on file; it stays so for units of that type."""

    what: Outcome

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.battle is not None and not table.battle.untold:
            yield illegal("13.2", "no die waits to be told", "go on")
        elif table.battle is not None and self.what is Outcome.PANIC:
            yield from _immunity(table, table.battle.hit, table.battle.panics + 1)

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None or not battle.untold:
            return table
        kind, die = _thrower(table, battle), str(battle.untold[0])
        if kind is not UNKNOWN:
            column = {**table.box.results.get(str(kind), {}), die: self.what}
            results = {**table.box.results, str(kind): column}
            return results_told(table.but(box=replace(table.box, results=results)))
        return table.with_battle(
            untold=battle.untold[1:],
            eliminations=battle.eliminations + (self.what is Outcome.ELIMINATION),
            panics=battle.panics + (self.what is Outcome.PANIC),
        )

    def story(self, before: Table, after: Table) -> str:
        """What the die did."""
        battle = before.battle
        die = f"a {battle.untold[0]}" if battle is not None and battle.untold else "the die"
        does = "had no effect" if self.what is Outcome.NONE else f"caused {counted(1, self.what)}"
        return f"By the table of results {die} {does}"


def new_round(table: Table) -> Consequence[Table] | None:
    """When all have fired, another round begins (13.1.3); where nobody can throw a die, a ruling ends the battle."""
    battle = table.battle
    if battle is None or not battle.superior or battle.firing or battle.winner or battle.untold:
        return None
    if battle.eliminations or battle.panics or now_fires(table):
        return None
    if not battle.thrown and battle.felt != battle.round:  # neither by a die nor by leaving did anything happen
        attacker_goes = table.ruled("LQ14") == "attacker-back"
        ends: dict[str, Any] = {"winner": battle.defender if attacker_goes else "none"}
        if attacker_goes:
            table = table.but(panicked=table.panicked.union(table.named_in(battle.space, battle.attacker)))
        message = f"no unit has a die to throw: the battle ends {by_ruling(table, 'LQ14')}"
        return Consequence("13.1.3", message, table.with_battle(**ends))
    keeps = battle.bonus and table.ruled("LQ11") == "battle"
    after = table.with_battle(
        round=battle.round + 1, dice=(), superior="", fired=frozenset(), last="", thrown=False, aired=False, bonus=keeps
    )
    message = f"all have fired: round {battle.round + 1} in {the_place(table, battle.space)}"
    if battle.round - battle.felt >= QUIET:
        rounds = counted(battle.round - battle.felt, "round")
        message = f"{message}; {rounds} without effect: `adjust UNIT.panicked yes` ends it if you agree who gives way"
    return Consequence("13.1.3", message, after)

"""The end of a battle: who has won, the retreat of the loser, and the rally (13.1.4, 13.4 to 13.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from referee.components.unknown import UNKNOWN
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Few, Finding, Impossible, action, illegal, needs, ruling
from rulesets.lettow_vorbeck.allowance import traveller
from rulesets.lettow_vorbeck.battle import ready_units
from rulesets.lettow_vorbeck.box import all_told, told_ways, untold_from, way_between
from rulesets.lettow_vorbeck.contingents import others_there
from rulesets.lettow_vorbeck.march import CARRIED
from rulesets.lettow_vorbeck.names import AT_END, DEAD, POOL, SIDES, Fighter, Space, Type, Way, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.reach import closed_to, may_be_war
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed
from rulesets.lettow_vorbeck.words import THE, the_place, the_units


def victory_in_battle(table: Table) -> Consequence[Table] | None:
    """A battle is won when the other side has no unit left that is not panicked (13.1.4, 13.4)."""
    battle = table.battle
    if battle is None or battle.winner or battle.eliminations or battle.panics or battle.untold:
        return None
    fighting = [s for s in SIDES if ready_units(table, battle, s) or table.unnamed_in(battle.space, s)]
    if len(fighting) > 1:
        return None
    place = the_place(table, battle.space)
    if not fighting:
        return Consequence("13.1.4", f"nobody is left to fight in {place}", table.with_battle(winner="none"))
    winner = fighting[0]
    message = f"{THE[winner]} win the battle in {place}"
    return Consequence("13.1.4", message, table.with_battle(winner=winner, spoils=spoils(table, battle)))


def spoils(table: Table, battle: Battle) -> tuple[str, ...]:
    """The sides that still give up or take a unit after a Major Battle, in either order (20.B, 20.C)."""
    if not table.options.major or min(battle.size.values(), default=0) < MAJOR:
        return ()
    return ("loser", "winner")


MAJOR = 4
"""Units of each side, leaders not counted, that make a Major Battle (20.A)."""


def loser(battle: Battle) -> str:
    """The side that lost; "" if nobody did."""
    return enemy_of(battle.winner) if battle.winner in SIDES else ""


def routed(table: Table, battle: Battle) -> tuple[str, ...]:
    """The panicked units of the loser that are still in the space, and must retreat."""
    side = loser(battle)
    return table.named_in(battle.space, side) if side and not battle.stays else ()


def refuge(table: Table, side: str, units: Iterable[str], start: str, to: str) -> tuple[bool | None, str, str, str]:
    """Whether units may retreat from one space to another (None: not known), the rule, why not, and what would tell."""
    units = tuple(units)
    place, card = table.title(to), table.box.spaces[to]
    way = way_between(table.box, start, to)
    ashore = on_land(table, units)
    if len(ashore) < len(units):
        rule, why = _no_anchorage(table, start, to, len(ashore))
    else:
        rule, why = _no_way_by_land(table, start, to)
    if why:
        return False, rule, why, ""
    if to in table.occupied(enemy_of(side)):
        return False, "13.5.A", f"enemy units are in {place}", ""
    closed = {closed_to(table, traveller(table, u).nation, to) for u in units}
    if True in closed:
        return False, "28.1.B", f"{place} is neutral until Allied Intervention is played", ""
    if others_there(table, units, to) and table.ruled("29.B-retreat") == "barred":
        why = f"another Allied contingent is in {place} {by_ruling(table, '29.B-retreat')}"
        return False, "29.B", why, ""
    if None in closed and may_be_war(table):
        return None, "28.1.B", f"whether {place} is still neutral is not known", ""
    if way is UNKNOWN:
        return None, "13.5.A", f"the route from {table.title(start)} to {place} is not known", f"route {start} {to} ?"
    if card.river is UNKNOWN:
        return None, "13.5.B", f"whether {place} is on a river is not known", f"space {to} river ?"
    return True, "13.5.A", "", ""


def _no_way_by_land(table: Table, start: str, to: str) -> tuple[str, str]:
    """Why land units cannot retreat to a space, as far as the map alone says: the rule and the words, or "" twice."""
    way, place = way_between(table.box, start, to), table.title(to)
    if way is not Way.NO and table.box.spaces[to].river is True:
        return "13.5.B", f"{place} is on a river, where only fleets retreat"
    if way is Way.NO or way is Way.RIVER:
        return "13.5.A", f"{place} is not adjacent to {table.title(start)} by land"
    return "", ""


def _no_anchorage(table: Table, start: str, to: str, ashore: int) -> tuple[str, str]:
    """The same for a fleet and land units with it: a fleet goes along rivers only (12.3.D), and takes three along."""
    way, place = way_between(table.box, start, to), table.title(to)
    if way is Way.NO:
        return "13.5.A", f"{place} is not adjacent to {table.title(start)}"
    if table.box.spaces[to].river is False:
        return "12.3.D", f"{place} is not on a river, and a fleet goes nowhere else"
    if way is not Way.RIVER and way is not UNKNOWN:
        return "13.5.B", f"no river leads a fleet from {table.title(start)} to {place}"
    return ("13.5.B", f"a fleet takes {CARRIED} land units along") if ashore > CARRIED else ("", "")


def on_land(table: Table, units: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that are no fleets."""
    return tuple(u for u in units if table.card_of(u).type is not Type.FLEET)


def retreating(table: Table, battle: Battle) -> tuple[str, ...]:
    """The units that retreat next, to one space (13.5.A): all that must, if a space is free for all of them.

    Where none is, a ruling may part the land units from a fleet that lost with them; they go first.
    """
    units = routed(table, battle)
    ashore = on_land(table, units)
    if len(ashore) in (0, len(units)) or table.ruled("fleet-retreat") == "together":
        return units
    return units if refuges(table, loser(battle), units, battle.space) else ashore


def refuges(table: Table, side: str, units: tuple[str, ...], start: str) -> Mapping[str, bool | None]:
    """The spaces to which units may retreat, or may perhaps."""
    if start not in table.box.spaces:
        return {}
    near = dict.fromkeys([*(there for there, _ in told_ways(table.box)[start]), *untold_from(table.box, start)])
    found = {there: refuge(table, side, units, start, there)[0] for there in near}
    return {there: right for there, right in found.items() if right is not False}


def ask_retreat(table: Table, battle: Battle) -> Ask | None:
    """The panicked units of the loser move to one adjacent space without enemies (13.5.A)."""
    units, side = retreating(table, battle), loser(battle)
    if not units:
        return None
    to = refuges(table, side, units, battle.space)
    sure = [s for s, right in to.items() if right]
    no_more = bool(to) or battle.space in all_told(table.box)
    nowhere = "nowhere: they are eliminated" if no_more else "retreat PLACE, or retreat if there is none"
    where = listed(map(table.title, to)) if to else nowhere
    enter = f"retreat {sure[0]}" if len(to) == len(sure) == 1 else "" if to or not no_more else "retreat"
    question = f"{SIDES[side]} retreats {listed(units)}: {where}"
    return Ask(
        "13.5.A", side, ("retreat",), question[:200], among=tuple(to), enter=enter,
        duty=f"the retreat from {table.title(battle.space)}",
    )  # fmt: skip


@action("retreat", rule="13.5.A", during="battle", timed=True, examples=("retreat tabora", "retreat"))
class Retreat(Action[Table]):
    """The loser's panicked units retreat together to one adjacent space; without a space there is none, and they are
    eliminated.
    """

    to: Space | None = None
    units: Annotated[tuple[Fighter, ...], Few(1)] = ()

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """The units that must retreat."""
        if field != "units" or table.battle is None:
            return None
        units = retreating(table, table.battle)
        return [Fighter(u) for u in units] if len(units) == 1 else []

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        units, side = retreating(table, battle), loser(battle)
        if not units or side != self.side:
            yield illegal("13.5.A", f"no unit of the {SIDES[self.side]} side must retreat now", "go on")
            return
        if self.to is None:
            yield from self._nowhere(table, battle, units)
        else:
            yield from self._there(table, battle, units, self.to)
        if self.units and set(self.units) != set(units):
            near = refuges(table, side, units, battle.space)
            to = self.to if self.to in near else next(iter(near), "")
            yield illegal("13.5.A", f"all of them retreat together: {listed(units)}", f"retreat {to}".rstrip())

    def _nowhere(self, table: Table, battle: Battle, units: tuple[str, ...]) -> Iterator[Finding]:
        """That no space is told: the units are lost if there surely is none. Raises Impossible where they are named,
        and a space is left out.
        """
        near = refuges(table, self.side, units, battle.space)
        if near and self.units:
            raise Impossible(f"Where to? retreat {listed(units)} PLACE", AT_END, tuple(near), rule="13.5.A")
        sure = [space for space, right in near.items() if right]
        if sure:
            yield illegal("13.5.C", "they are eliminated only if there is no space to retreat to", listed(sure))
            return
        for space in near:
            _, _, why, teach = refuge(table, self.side, units, battle.space, space)
            yield needs("13.5.C", why, teach)
        if not near and battle.space not in all_told(table.box):
            message = f"whether {table.title(battle.space)} has routes that are not on file is not known"
            yield needs("13.5.C", message, f"space {battle.space} ways ?")
        if len(on_land(table, units)) not in (0, len(units)):
            message = f"no space is free for all of them {by_ruling(table, 'fleet-retreat')}"
            yield ruling("fleet-retreat", message, "ruling fleet-retreat parted")
        cited = by_ruling(table, "LQ3")
        yield ruling("LQ3", f"units without a retreat go to the {self._end(table)} {cited}", "ruling LQ3 dead")

    def _there(self, table: Table, battle: Battle, units: tuple[str, ...], to: Space) -> Iterator[Finding]:
        right, rule, why, teach = refuge(table, self.side, units, battle.space, to)
        if right is None:
            yield needs(rule, why, teach)
            return
        if right:
            return
        places = refuges(table, self.side, units, battle.space)
        ports = {table.box.spaces[s].port for s in (battle.space, to)} - {UNKNOWN}
        by_water = rule == "13.5.A" and "adjacent" in why and len(ports) == 1 and "none" not in ports
        rule = "28.2.C" if by_water else rule
        why = f"{why}; nobody retreats by water" if by_water else why
        yield illegal(rule, why, listed(places) if places else "retreat (they are eliminated)")

    @staticmethod
    def _end(table: Table) -> str:
        return "recruit pool" if table.ruled("LQ3") == "pool" else "dead pile"

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        units = [u for u in retreating(table, battle) if not self.units or u in self.units]
        if self.to is None:
            return table.eliminated(units, POOL if table.ruled("LQ3") == "pool" else DEAD)
        return table.put(units, self.to)

    def story(self, before: Table, after: Table) -> str:
        """Who went where."""
        units = retreating(before, before.battle) if before.battle is not None else ()
        who = capital(the_units(before, self.units or units) or "nobody")
        return f"{who} retreated to {the_place(after, self.to)}" if self.to else f"{who} found no retreat and was lost"


def ask_rally(table: Table, battle: Battle) -> Ask | None:
    """After a battle all panicked units are turned face up (13.6)."""
    if not table.panicked or battle.rallied:
        return None
    owners = {table.side_of(u) for u in table.panicked}
    who = owners.pop() if len(owners) == 1 else battle.winner if battle.winner in SIDES else battle.attacker
    question, duty = f"All panicked units rally: {listed(sorted(table.panicked))}", "the rally of the panicked units"
    return Ask("13.6", who, ("rally",), question[:200], enter="rally", duty=duty, also=enemy_of(who))


@action("rally", rule="13.6", timed=True, examples=("rally",))
class Rally(Action[Table]):
    """All panicked units are turned over again, and are as good as before."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if not table.panicked:
            if not any(debt.rule == "13.6" for debt in table.parked):
                yield illegal("13.6", "no unit is panicked", "go on")
        elif table.battle is not None and not table.battle.winner:
            yield illegal("13.6", "units rally after the battle, and it is not decided", "finish the battle")
        elif table.battle is not None and ask_retreat(table, table.battle) is not None:
            yield illegal("13.6", "units rally after the retreat", "retreat SPACE")

    def apply(self, table: Table) -> Table:
        shaken = table.battle.shaken | table.panicked if table.battle is not None else frozenset[str]()
        return table.with_battle(shaken=shaken).but(panicked=frozenset())

    def story(self, before: Table, after: Table) -> str:
        """Who rallied."""
        return f"{capital(the_units(before, sorted(before.panicked)) or 'nobody')} rallied"

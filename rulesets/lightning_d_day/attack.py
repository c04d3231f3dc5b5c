"""How to Attack: one force attacks one active enemy; without one an enemy card is discarded automatically."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling
from referee.ruleset import Action, Consequence, Finding, Impossible, Kind, action, illegal, needs, ruling
from rulesets.lightning_d_day.beaches import an_action_left, in_order, may_attack_free, where_strikes_are
from rulesets.lightning_d_day.box import Free
from rulesets.lightning_d_day.names import SIDES, Beach, EnemyPile, Force, Pile, beach_of_pile, pile_of, side_of_pile
from rulesets.lightning_d_day.table import Battle, Hit, Table
from rulesets.lightning_d_day.values import attack_alone, behind, both, missing, total
from rulesets.lightning_d_day.words import THE, WHO, the_force


@dataclass(frozen=True, slots=True)
class Target:
    """What is attacked: an active force, or the top card of a pile."""

    force: Force | None = None
    pile: Pile | None = None

    def words(self, table: Table) -> str:
        """The target in words."""
        if self.force is not None:
            return the_force(table, self.force)
        assert self.pile is not None
        return f"the top face-down card of {THE[side_of_pile(self.pile)]} at {self.place(table)}"

    def place(self, table: Table) -> str:
        """The beach where it lies."""
        return table.place(beach_of_pile(self.pile) if self.pile is not None else table.beach_of(self.force or ""))

    def story(self, table: Table, force: Force) -> str:
        """How a force attacked it: "the 352nd Inf at Omaha with the 1st Inf", or "... with the 1st Inf from Gold"."""
        here, there = table.place(table.beach_of(force)), self.place(table)
        at = f" at {there}" if self.pile is None else ""
        return f"{self.words(table)}{at} with {the_force(table, force)}{f' from {here}' if here != there else ''}"


def enemies_at(table: Table, beach: Beach, side: str) -> tuple[Target, ...]:
    """What a side may attack at a beach: the active enemies, else the top card of the enemy's pile."""
    enemy = table.enemy_of(side)
    found = tuple(Target(force=force) for force in table.active_at(beach, enemy))
    return found or ((Target(pile=pile_of(enemy, beach)),) if table.face_down(beach, enemy) else ())


def beside(table: Table, beach: Beach, side: str) -> tuple[Target, ...]:
    """What a side may choose on the adjacent beaches: any enemy there, active or not (attack.adjacent)."""
    enemy, found = table.enemy_of(side), []
    for near in map(Beach, table.box.map.neighbours(beach)):
        foes = table.active_at(near, enemy)
        found += [Target(force=force) for force in foes]
        guarded = foes and flanks(table) and table.ruled("optional.face-down") == "active-first"
        if table.face_down(near, enemy) and not guarded:
            found.append(Target(pile=pile_of(enemy, near)))
    return tuple(found)


def targets(table: Table, beach: Beach, side: str) -> tuple[Target, ...]:
    """All that may be attacked from a beach."""
    return enemies_at(table, beach, side) or beside(table, beach, side)


def flanks(table: Table) -> bool:
    """Whether adjacent beaches defend themselves (optional.adjacent)."""
    return table.options.get("adjacent") == "defend"


def named(table: Table, on: Force | None, pile: EnemyPile | None, possible: tuple[Target, ...]) -> Target | None:
    """The target that is meant: the one named, or the only one possible."""
    if on is not None:
        return Target(force=on)
    if pile is not None:
        return Target(pile=Pile(pile))
    return possible[0] if len(possible) == 1 else None


def right_target(
    table: Table, side: str, beach: Beach, meant: Target | None, possible: tuple[Target, ...]
) -> Iterator[Finding]:
    """How to Attack, A and B."""
    choice = ", ".join(str(t.force or t.pile) for t in possible) or "another action"
    rule = _rule_of(table, side, beach)
    if not possible:
        yield illegal(rule, f"no enemy is at {table.place(beach)} or beside it", choice)
    elif meant is None:
        yield illegal(rule, "it is not said which enemy is attacked", choice)
    elif meant not in possible:
        yield illegal(rule, f"{meant.words(table)} cannot be attacked from {table.place(beach)} now", choice)


def _rule_of(table: Table, side: str, beach: Beach) -> str:
    """The rule that says what is attacked: an active enemy, the pile (A), or an adjacent beach (B)."""
    enemy = table.enemy_of(side)
    if table.active_at(beach, enemy):
        return "attack.target"
    return "attack.automatic" if table.face_down(beach, enemy) else "attack.adjacent"


def own_and_active(table: Table, side: str, force: Force) -> Iterator[Finding]:
    """A side attacks with its own forces."""
    if table.side_of(force) != side:
        own = ", ".join(f for f in table.all_active() if table.side_of(f) == side)
        message = f"{force} is a force of {SIDES[table.side_of(force)]}"
        none = f"{message}, and none of {THE[side]} is active that could attack"
        yield illegal("turn.attack", message if own else none, own or "activate FORCE, or pass")


def once(table: Table, force: Force, beach: Beach) -> Iterator[Finding]:
    """Each force attacks once a turn; the attacks that an Airborne card adds are for other forces."""
    if force not in table.attacked:
        return
    others = [f for f in table.active_at(beach, table.side_of(force)) if f not in table.attacked]
    instead = ", ".join(others) or "activate, or pass"
    if table.extra.get(pile_of(table.side_of(force), beach)) and table.actions_left(beach):
        yield illegal("turn.airborne", f"{force} attacked already; the further attack is for another force", instead)
    else:
        yield illegal("turn.once", f"{force} attacked already in this turn", instead)


@action("attack", rule="turn.sides", examples=("attack 1-inf 352-inf", "attack 29-inf", "attack 29-inf german-gold"))
class Attack(Action[Table]):
    """One active force attacks: the action of its beach, or the free attack of a force that was just activated.

    The enemy is named where there are several; a face-down pile by its name. Without an active enemy at the beach the
    top face-down card there is discarded; without any enemy there, one that the attacker chooses on an adjacent beach.
    """

    force: Force
    on: Force | None = None
    pile: EnemyPile | None = None

    def implied(self, field: str, table: Table) -> Any:
        """The only force of the beach that may attack now. Raises Impossible where none may."""
        if field != "force" or self.side != table.side or not table.beach:
            return None
        able = _able(table, self.side)
        if able:
            return able[0] if len(able) == 1 else None
        here, place = table.active_at(table.beach, self.side), table.place(table.beach)
        if all(table.side_of(force) != self.side for force in table.all_active()):
            none = f"No force of {THE[self.side]} is active that could attack [turn.attack]: activate one, or pass."
        elif here and not table.actions_left(table.beach):
            none = f"No action is left at {place} [turn.action]: pass, or name the force that attacks."
        elif here:
            none = f"Each force of {THE[self.side]} at {place} attacked in this turn [turn.once]: activate, or pass."
        else:
            none = f"No force of {THE[self.side]} is active at {place} [turn.attack]: activate one, or pass."
        raise Impossible(none, rule="turn.attack")

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Own forces, those of the beach that is resolved before all others."""
        if field != "force":
            return None
        own = [force for force in table.all_active() if table.side_of(force) == self.side]
        return sorted(own, key=lambda force: table.beach_of(force) != table.beach)

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from own_and_active(table, self.side, self.force)
        if table.side_of(self.force) != self.side:
            return
        beach = table.beach_of(self.force)
        if table.behind(beach):
            yield self._left_behind(table, beach)
            return
        yield from in_order(table, self.side, beach)
        barred = tuple(once(table, self.force, beach)) or tuple(self._action(table, beach))
        yield from barred
        on, pile = self.on, self.pile
        if on is not None and pile is not None:
            yield illegal("attack.target", "one attack is on one enemy", f"attack {self.force} {on}")
            return
        possible = targets(table, beach, self.side)
        meant = named(table, on, pile, possible)
        found = tuple(right_target(table, self.side, beach, meant, possible))
        yield from found
        if meant is not None and not found and not any(f.kind is Kind.ILLEGAL for f in barred):
            yield from self._compared(table, beach, meant)

    def _left_behind(self, table: Table, beach: Beach) -> Finding:
        """The force is at a beach that was passed; which are not."""
        rest = [f for f in table.all_active() if table.side_of(f) == self.side and not table.behind(table.beach_of(f))]
        none = "" if table.active_at(table.beach, self.side) else f", where {THE[self.side]} have no active force"
        there, here = table.place(beach), table.place(table.beach)
        message = f"{self.force} is at {there}, which was passed; {here} is resolved now{none}"
        return illegal("turn.order", message, " or ".join(rest) or "activate FORCE, or pass")

    def _action(self, table: Table, beach: Beach) -> Iterator[Finding]:
        free = table.card_of(self.force).free
        if may_attack_free(table, self.force):
            if free is UNKNOWN and not table.actions_left(beach):
                message = f"the free action of {self.force} is not known"
                yield needs("turn.free", message, f"force {self.force} free ?")
            elif free not in (Free.ATTACK, UNKNOWN):
                yield ruling("turn.strike-whose", f"{self.force} was activated just now, and attacks without cost")
            return
        if table.actions_left(beach) or self.side != table.side:
            return
        turned = any(table.beach_of(f) == beach for f in table.activated)
        if free is Free.ATTACK and turned:  # the action was used, and this is meant to be free
            message = f"{self.force} attacks free once, in the turn in which it is activated"
            yield illegal("turn.free", message, "an action of the beach, in the next turn")
        elif self.force in table.activated and where_strikes_are(table, self.force):
            message = f"the card of {self.force} allows no attack without cost {by_ruling(table, 'turn.strike-whose')}"
            yield illegal("turn.strike", message, "a force with a free attack, or pass")
        else:
            yield from an_action_left(table, self.side, beach)

    def _compared(self, table: Table, beach: Beach, meant: Target) -> Iterator[Finding]:
        """What must be known to compare values, and rulings on which the attack rests."""
        if meant.force is not None and _is_fought(table, beach, table.beach_of(meant.force)):
            battle = _battle(table, self.side, self.force, meant.force)
            for found in both(table, battle):
                yield from missing(found)
            return
        modifier = table.turn_text.attack(self.side)
        if modifier is UNKNOWN or modifier >= 0:
            return
        if table.ruled("attack.automatic-values") == "none":
            yield ruling("attack.automatic-values", "a card is discarded automatically; no values are compared")
        else:
            yield from missing(attack_alone(table, self.force))

    def apply(self, table: Table) -> Table:
        beach, owner = table.beach_of(self.force), table.side_of(self.force)
        if owner == table.side:
            if not table.behind(beach):
                table = table.at(beach)
            table = _used(table, self.force)
        meant = named(table, self.on, self.pile, targets(table, beach, owner))
        return struck(table, self.force, meant)

    def story(self, before: Table, after: Table) -> str:
        beach = before.beach_of(self.force)
        meant = named(before, self.on, self.pile, targets(before, beach, self.side))
        how = meant.story(before, self.force) if meant else f"nobody with {the_force(before, self.force)}"
        return f"{WHO[self.side]} attacked {how}"


def _able(table: Table, side: str) -> list[Force]:
    """The forces of the side whose turn it is that may attack at the present beach."""
    idle = [force for force in table.active_at(table.beach, side) if force not in table.attacked]
    return idle if table.actions_left(table.beach) else [force for force in idle if may_attack_free(table, force)]


def _used(table: Table, force: Force) -> Table:
    """The table after a force used its free attack, or an action of the beach."""
    if may_attack_free(table, force):
        counts = table.ruled("turn.once-free") == "yes"
        table = table.but(freed=(*table.freed, force))
        return table.but(attacked=(*table.attacked, force)) if counts else table
    return table.but(used=table.used + 1, attacked=(*table.attacked, force))


def _is_fought(table: Table, beach: Beach, there: Beach) -> bool:
    """Whether an active force defends itself: on an adjacent beach by the optional rule only."""
    return there == beach or flanks(table)


def _battle(table: Table, side: str, force: Force, on: Force, rollover: bool = False) -> Battle:
    here, there = table.beach_of(force), table.beach_of(on)
    battle = Battle(side, here, force, on, there, flank=there != here and flanks(table) and not rollover)
    return replace(battle, asked=behind(table, battle) or table.enemy_of(side))


def struck(table: Table, force: Force, meant: Target | None, rollover: bool = False) -> Table:
    """The table when a target is attacked: a battle with an active force, or a card discarded at once."""
    beach, side = table.beach_of(force), table.side_of(force)
    if meant is None:
        return table
    if meant.pile is not None:
        near = meant.pile == pile_of(table.enemy_of(side), beach)
        rule = "notes.rollover" if rollover else "attack.automatic" if near else "attack.adjacent"
        return table if side_of_pile(meant.pile) == side else table.but(hit=Hit(rule, force, pile=meant.pile))
    if meant.force is None or table.side_of(meant.force) == side:
        return table
    if rollover or _is_fought(table, beach, table.beach_of(meant.force)):
        return table.but(battle=_battle(table, side, force, meant.force, rollover))
    return table.but(hit=Hit("attack.adjacent", force, meant.force))


def hit_takes_effect(table: Table) -> Consequence[Table] | None:
    """A card is discarded automatically, and leaves the game."""
    hit = table.hit
    if hit is None:
        return None
    words, after = Target(hit.force, hit.pile).words(table), table.but(hit=None)
    if beaten_back(table, table.side_of(hit.attacker), hit.attacker):
        cited = by_ruling(table, "attack.automatic-values")
        said = f"the attack has no value by {table.turn_text.title}: {words} stays {cited}"
        return Consequence(hit.rule, said, after)
    if hit.force is not None:
        after = after.without(hit.force)
    if hit.pile is not None:
        after = after.without_top(hit.pile)
    return Consequence(hit.rule, f"{words} is discarded and out of the game", after)


def beaten_back(table: Table, side: str, force: Force) -> bool:
    """By a ruling, an attack that the turn card brings down to nothing discards no card."""
    modifier = table.turn_text.attack(side)
    if table.ruled("attack.automatic-values") == "none" or modifier is UNKNOWN or modifier >= 0:
        return False
    value = total(attack_alone(table, force))
    return value is not UNKNOWN and value <= 0


def defender_gone(table: Table) -> Consequence[Table] | None:
    """A force of the battle left its beach by a card: there is nothing more to decide."""
    battle = table.battle
    if battle is None:
        return None
    if table.beach_of(battle.attacker) == battle.beach and table.beach_of(battle.defender) == battle.there:
        return None
    gone = battle.defender if table.beach_of(battle.attacker) == battle.beach else battle.attacker
    said = f"{the_force(table, gone)} left its beach, and the attack is over"
    return Consequence("attack.target", said, table.but(battle=None))

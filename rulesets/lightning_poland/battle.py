"""How to Resolve a Battle 1 to 3: the objective, the forces of both sides; and what is asked in a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.components.facts import replace
from referee.ruleset import Action, Ask, Consequence, Finding, Impossible, Kind, action, illegal, needs, warning
from rulesets.lightning_poland.asking import force_unknown, objective_unknown
from rulesets.lightning_poland.names import SIDES, Force, Objective
from rulesets.lightning_poland.objectives import may_attack, targets
from rulesets.lightning_poland.table import (
    Battle,
    OfTurn,
    Table,
    joined,
    made_up_for,
    named_twice,
    not_on_table,
    one_a_turn,
    refused_alone,
)
from rulesets.lightning_poland.words import THE, WHO, listed_titles, title

ENDS = ("draw", "discard")
"""Out of place before the end of a turn, and judged there: they must not be taken for it."""


def _may_go(table: Table, side: str) -> list[Force]:
    """The forces that a side may commit, in the order in which all forces are listed."""
    own = (Force(name) for name, card in table.box.forces.items() if card.side == side)
    return [force for force in own if force in table.row or table.may_lie_there(force)]


def committing(table: Table, side: str, forces: tuple[Force, ...], rule: str, attacks: bool) -> Iterator[Finding]:
    """Face-up forces of the row are committed, each once. Whether a force lies there may hang on its mark."""
    row = table.row_of(side)
    for at, force in enumerate(forces):
        if force in forces[:at]:
            yield named_twice(force, rule)
        elif table.side_of(force) != side:
            yield illegal(rule, f"{force} is a force of {SIDES[table.side_of(force)]}", joined(row))
        elif table.may_lie_there(force):
            message = f"whether {title(table, force)} is marked S (face up since the set-up) is not known"
            yield needs("setup.2", message, f"force {force} start ?")
            yield from force_unknown(table, force, attacks)
        elif force not in table.on_table:
            yield illegal(rule, not_on_table(table, force), joined(row, "Reinforce puts it there"))
        elif force not in row:
            yield illegal(rule, f"{force} is committed already", joined(row))
        else:
            yield from force_unknown(table, force, attacks)


def nothing_left(table: Table, side: str, forces: tuple[Force, ...]) -> Iterator[Finding]:
    """Who commits his last face-up force keeps none to defend with; said only where the commitment is in order."""
    row = table.row_of(side)
    if row and sorted(forces) == sorted(row):
        message = f"{SIDES[side]} commits its last face-up force: nothing is left for the next battle"
        yield warning("battle.3", message)


def committed(table: Table, side: str, forces: tuple[Force, ...]) -> Table:
    """The table after forces were moved towards the objective; a force of the other side, or in the battle, is not."""
    battling = table.battle.forces if table.battle else ()
    moved = tuple(f for f in dict.fromkeys(forces) if f not in battling and table.side_of(f) == side)
    for force in moved:
        if force not in table.row:
            table = table.laid_out(force) if table.may_lie_there(force) else table.brought(force, "commit")
    table = table.seen(*moved).but(row=tuple(f for f in table.row if f not in moved))
    battle = table.battle
    if battle is None:
        return table
    if side == battle.side:
        return table.with_battle(attackers=battle.attackers + moved)
    return table.with_battle(defenders=battle.defenders + moved)


@action(
    "battle", rule="turns.battle", short="b", alias="attack", actor="forces", examples=("battle krakow xvi-corps",)
)  # fmt: skip
class Attack(OfTurn):
    """Battle for an enemy objective (`attack` is the same), and commit one or more face-up forces to it."""

    objective: Objective
    forces: tuple[Force, ...]

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Forces of the own row."""
        return _may_go(table, self.side) if field == "forces" else None

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.battle is not None:
            raise Impossible(f"There is a battle for {table.battle.objective} already.", rule="turns.1")
        if barred := tuple(one_a_turn(table, self.side)):
            yield from barred
            return
        found = tuple(may_attack(table, self.side, self.objective))
        refused = [finding for finding in found if finding.kind is Kind.ILLEGAL]
        could = joined(targets(table, self.side), "Reinforce or Prepare")
        yield from (replace(f, instead=could) if f.rule == "battle.1" and f.instead else f for f in refused)
        going = tuple(committing(table, self.side, self.forces, "battle.1", True))
        wrong = [finding for finding in going if finding.kind is Kind.ILLEGAL]
        yield from wrong
        if table.side == self.side and not refused and not wrong:
            yield from (*found, *objective_unknown(table, self.objective), *going)
            yield from nothing_left(table, self.side, self.forces)

    def apply(self, table: Table) -> Table:
        table = made_up_for(table, self.side)
        if table.side == self.side:
            table = table.but(step="battle")
        table = table.but(battle=Battle(self.side, self.objective, (), turn=self.side))
        return committed(table, self.side, self.forces)

    def story(self, before: Table, after: Table) -> str:
        forces = listed_titles(before, self.forces)
        return f"{WHO[self.side]} attacked {title(before, self.objective)} with {forces}"


@action(
    "commit", rule="battle.2", during="battle", timed=True,
    examples=("commit army-krakow", "commit army-krakow,army-modlin"),
)  # fmt: skip
class Commit(Action[Table]):
    """The defender commits some or all of his face-up forces. For none of them: Enter."""

    forces: tuple[Force, ...]

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Forces of the own row."""
        return _may_go(table, self.side)

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is not None and self.side == battle.side:
            yield illegal("battle.1", "the attacker commits his forces when he selects the objective", "next time")
        elif battle is not None and battle.ready:
            message = "the defender has said already which forces he commits, all at once"
            yield illegal("battle.2", message, "if one was forgotten: `fix` that entry")
        else:
            yield from refused_alone(committing(table, self.side, self.forces, "battle.2", False))
            yield from nothing_left(table, self.side, self.forces)

    def apply(self, table: Table) -> Table:
        table = committed(table, self.side, self.forces)
        if table.battle is None or self.side == table.battle.side:
            return table
        return table.with_battle(ready=True)

    def story(self, before: Table, after: Table) -> str:
        battle, forces = before.battle, listed_titles(before, self.forces)
        if battle is None or self.side == battle.side:
            return f"{WHO[self.side]} committed {forces} as well"
        return f"{WHO[self.side]} defended {title(before, battle.objective)} with {forces}"


def ask_commit(table: Table, battle: Battle) -> Ask:
    """The defender commits none, some or all of his forces."""
    them = table.enemy_of(battle.side)
    unsure = [f"{force}?" for force in _may_go(table, them) if force not in table.row]
    question = f"May commit forces to {battle.objective}: {joined([*table.row_of(them), *unsure])}"
    return Ask("battle.2", them, ("commit", "pass"), question, may=True, enter="pass", early=("play", *ENDS))


def can_play(battle: Battle, side: str) -> bool:
    """A side with a force in the battle may play action cards."""
    return bool(battle.committed(side))


def turn_to_play_over(table: Table, battle: Battle) -> Table:
    """A side plays no more for now (battle.8): a pass if it played nothing. Both in succession end the battle."""
    passes = 0 if battle.played else battle.passes + 1
    other = table.enemy_of(battle.turn)
    if not can_play(battle, other):  # it cannot play, so it has nothing to pass either
        passes = 2
    if passes >= 2:
        return table.with_battle(passes=passes, played=False, over=True)
    return table.with_battle(turn=other, passes=passes, played=False)


def nobody_to_commit(table: Table) -> Consequence[Table] | None:
    """A defender without a face-up force has nothing to say."""
    battle = table.battle
    if battle is None or battle.ready or _may_go(table, table.enemy_of(battle.side)):
        return None
    defender, where = THE[table.enemy_of(battle.side)], title(table, battle.objective)
    message = f"{defender} have no face-up force to defend {where} with"
    return Consequence("battle.2", message, table.with_battle(ready=True))


def nobody_to_play(table: Table) -> Consequence[Table] | None:
    """A side without a committed force plays no cards; without any on either side the cards are over."""
    battle = table.battle
    if battle is None or not battle.ready or battle.over or can_play(battle, battle.turn):
        return None
    other = table.enemy_of(battle.turn)
    after = table.with_battle(turn=other, played=False) if can_play(battle, other) else table.with_battle(over=True)
    message = f"{THE[battle.turn]} have no committed force, and play no action cards"
    return Consequence("battle.3", message, after)

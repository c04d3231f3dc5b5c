"""Force Cards 3: a force card comes into play for its printed cost in discards, and does nothing this turn."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.decks import too_few
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Finding, action, illegal, needs, ruling
from rulesets.lightning_north_africa.interpose import all_windows_closed
from rulesets.lightning_north_africa.names import SIDES, Force, Region, Reserve, enemy_of
from rulesets.lightning_north_africa.table import (
    NOWHERE,
    Doing,
    Owed,
    Pending,
    Standing,
    Table,
    by_ruling,
    debts_first,
    many_cards,
)
from rulesets.lightning_north_africa.words import WHO, the_force, the_place


def any_step(table: Table) -> bool:
    """Whether reinforcements may come in every step of the own turn."""
    return table.ruled("force-cards.3-step") == "turn"


@action("reinforce", rule="force-cards.3", timed=True, examples=("reinforce 21-panzer tripoli", "reinforce 21-panzer"))
class Reinforce(Action[Table]):
    """Put a force card from the hand into play, in its printed region. The discards that it costs are asked next."""

    force: Reserve
    to: Region | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        card = table.box.forces[self.force]
        if card.side != self.side:
            yield illegal("setup.3", f"{card.title} is a force of {SIDES[card.side]}", f"a force of {SIDES[self.side]}")
            return
        yield from self._step(table)
        if not table.hand(self.side):
            yield too_few(table, self.side, "force-cards.2", f"{SIDES[self.side]} has no card in hand")
        yield from self._cost(table)
        yield from self._region(table)

    def _step(self, table: Table) -> Iterator[Finding]:
        yield from debts_first(table, "force-cards.3")
        if table.side != self.side or table.step == "setup":
            yield illegal("force-cards.3", "reinforcements come in their owner's own turn", "wait for that")
        elif table.step == "actions" and table.battle is None:
            return
        elif any_step(table):
            yield ruling("force-cards.3-step", "reinforcements may come in any step of the own turn")
        else:
            cited = by_ruling(table, "force-cards.3-step")
            yield illegal("force-cards.3", f"reinforcements come in the action step {cited}", "wait for that")

    def _region(self, table: Table) -> Iterator[Finding]:
        entry, to = table.box.forces[self.force].entry, self.to
        if entry is UNKNOWN:
            if to is None:
                message = f"the region printed on {self.force} is not known"
                yield needs("force-cards.2", message, f"force {self.force} entry ?")
        elif to is not None and to != entry:
            yield illegal("force-cards.2", f"{self.force} arrives in {table.place(entry)}, as printed", entry)
        where = to or (entry if entry is not UNKNOWN else None)
        if where is None or not table.forces_in(where, enemy_of(self.side)):
            return
        held = f"{table.place(where)} holds an enemy force"
        if table.ruled("force-cards.3-held") == "no":
            cited = by_ruling(table, "force-cards.3-held")
            yield illegal("force-cards.3", f"{held}, so nobody arrives there {cited}", "wait until it is free")
        else:
            message = f"{held}; arriving there is allowed"
            yield ruling("force-cards.3-held", message, "ruling force-cards.3-held no")

    def _cost(self, table: Table) -> Iterator[Finding]:
        printed, rest = table.box.forces[self.force].cost, table.hand(self.side) - 1
        if printed is UNKNOWN:
            yield needs("force-cards.3a", f"the cost of {self.force} is not known", f"force {self.force} cost ?")
        elif 0 <= rest < printed:
            message = f"{self.force} costs {many_cards(printed)} besides itself; to pay with: {many_cards(rest)}"
            yield illegal("force-cards.3a", message, f"if the count is wrong: hand {self.side} NUMBER")

    def apply(self, table: Table) -> Table:
        table = all_windows_closed(table)
        card, force = table.box.forces[self.force], Force(self.force)
        where = self.to or (card.entry if card.entry is not UNKNOWN else NOWHERE)
        table = table.laid(self.side, self.force)
        table = table.but(forces={**table.forces, force: Standing(where, arrived=True)})
        reason, due = f"the cost of {self.force}", 0
        if card.cost is UNKNOWN:
            table = table.owing(Owed("force-cards.3a", self.side, "cost", 1, (), reason, self.force))
        elif card.cost:
            due = card.cost
            table = table.owing(Owed("force-cards.3a", self.side, "discard", due, (), reason, self.force))
        return table.but(pending=(*table.pending, Pending(self.side, Doing.ARRIVAL, force, cost=due)))

    def story(self, before: Table, after: Table) -> str:
        force, entry = the_force(before, self.force), before.box.forces[self.force].entry
        where = the_place(before, self.to or (entry if entry is not UNKNOWN else NOWHERE))
        return f"{WHO[self.side]} brought {force} into play, in {where}"

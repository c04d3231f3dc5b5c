"""Force Cards 3: a force card comes into play for its printed cost in discards, and does nothing this turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Finding, Span, action, illegal, needs, omission, ruling
from rulesets.lightning_north_africa.names import SIDES, Force, Region, Reserve, enemy_of
from rulesets.lightning_north_africa.table import NOWHERE, Standing, Table


@action("reinforce", rule="force-cards.3", examples=("reinforce 21-panzer tripoli cost 2",))
class Reinforce(Action[Table]):
    """Put a force card from the hand into play, in its printed region, and discard what it costs (`cost` in cards)."""

    force: Reserve
    to: Region | None = None
    cost: Annotated[int | None, Span(0, 8, "cards")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        card = table.box.forces[self.force]
        if card.side != self.side:
            yield illegal("setup.3", f"{card.title} belongs to {SIDES[card.side]}, not to {self.side}")
        if not table.hand(self.side):
            yield illegal("force-cards.2", f"{SIDES[self.side]} has no card in hand", f"hand {self.side} NUMBER")
        yield from self._region(table)
        yield from self._cost(table)

    def _region(self, table: Table) -> Iterator[Finding]:
        entry = table.box.forces[self.force].entry
        to = self.to
        if entry is UNKNOWN:
            if to is None:
                yield needs(
                    "force-cards.2", f"the region printed on {self.force} is not known", f"force {self.force} entry ?"
                )
        elif to is not None and to != entry:
            yield illegal("force-cards.2", f"{self.force} arrives in {table.place(entry)}, as printed", entry)
        where = to or (entry if entry is not UNKNOWN else None)
        if where is None or not table.forces_in(where, enemy_of(self.side)):
            return
        if table.ruled("force-cards.3-held") == "no":
            yield illegal("force-cards.3-held", f"{table.place(where)} holds an enemy force (ruling: no arrival there)")
        else:
            yield ruling("force-cards.3-held", f"{table.place(where)} holds an enemy force; arriving there is allowed")

    def _cost(self, table: Table) -> Iterator[Finding]:
        printed = table.box.forces[self.force].cost
        if printed is UNKNOWN:
            if self.cost is None:
                yield needs("force-cards.3a", f"the cost of {self.force} is not known", f"force {self.force} cost ?")
            return
        if self.cost is not None and self.cost > printed:
            yield illegal(
                "force-cards.3a", f"{self.force} costs {printed} discards, not {self.cost}", f"cost {printed}"
            )
        if self.cost is not None and self.cost < printed:
            yield omission("force-cards.3a", f"{self.force} costs {printed} discards; only {self.cost} were paid")
        if table.hand(self.side) - 1 < printed:
            rest = max(0, table.hand(self.side) - 1)
            yield illegal("force-cards.3a", f"{self.force} costs {printed} discards; {rest} cards are left to pay with")

    def apply(self, table: Table) -> Table:
        card = table.box.forces[self.force]
        where = self.to or (card.entry if card.entry is not UNKNOWN else NOWHERE)
        due = card.cost if card.cost is not UNKNOWN else 0
        holding = table.cards[self.side].lay().discard(due if self.cost is None else self.cost)
        forces = {**table.forces, Force(self.force): Standing(where, arrived=True)}
        return table.with_cards(self.side, holding).but(forces=forces)

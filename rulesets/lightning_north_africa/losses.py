"""Force Cards 4: losses. They are assigned by the owner, unless a card says otherwise (Battles 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from referee.ruleset import Action, Consequence, Finding, Span, action, illegal
from rulesets.lightning_north_africa.names import ELIMINATED, LOSS_NAMES, Force
from rulesets.lightning_north_africa.table import Owed, Table


def loss_owed(table: Table) -> Owed | None:
    """The loss that must be assigned next."""
    return next((o for o in table.owed if o.what == "loss"), None)


@action("lose", rule="battles.3", examples=("lose 9-australian", "lose 9-australian 2"))
class Lose(Action[Table]):
    """The owner assigns a loss that his side must take to one of his forces: one token on its card."""

    force: Force
    losses: Annotated[int, Span(1, 9, "losses")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        owed = loss_owed(table)
        if owed is None:
            yield illegal("battles.3", f"no loss is owed, so {self.force} need not take one")
            return
        among = ", ".join(table.alive(owed.among))
        if self.force not in owed.among:
            yield illegal(
                owed.rule, f"the loss is for a force of {owed.reason}, not for {self.force}", f"one of {among}"
            )
        if self.losses > owed.count:
            yield illegal(owed.rule, f"{owed.count} owed, not {self.losses}", f"lose {self.force} {owed.count}")

    def apply(self, table: Table) -> Table:
        return paid(table, "loss", self.losses).with_loss(self.force, self.losses)


def paid(table: Table, what: str, count: int) -> Table:
    """The table after some of the first debt of a kind was paid."""
    for i, owed in enumerate(table.owed):
        if owed.what == what:
            rest = (replace(owed, count=owed.count - count),) if owed.count > count else ()
            return table.but(owed=(*table.owed[:i], *rest, *table.owed[i + 1 :]))
    return table


def elimination(table: Table) -> Consequence[Table] | None:
    """A force with three losses is out of the game (Force Cards 1 and 4); it does not go to the discards."""
    for force, standing in table.forces.items():
        if standing.losses >= ELIMINATED:
            left = {f: s for f, s in table.forces.items() if f != force}
            after = table.but(forces=left, gone={**table.gone, force: table.side_of(force)})
            return Consequence("force-cards.1", f"{force} is eliminated and out of the game", after)
    return None


def losses_without_takers(table: Table) -> Consequence[Table] | None:
    """A loss that no force is left to take is void."""
    for i, owed in enumerate(table.owed):
        if owed.what != "loss":
            continue
        if not table.alive(owed.among):
            after = table.but(owed=(*table.owed[:i], *table.owed[i + 1 :]))
            return Consequence(owed.rule, f"no force is left to take {owed.count} more", after)
    return None


def loss_name(losses: int) -> str:
    """What the rulebook calls a force with so many losses."""
    return LOSS_NAMES[min(losses, ELIMINATED)]

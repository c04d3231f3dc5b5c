"""Force Cards 4: losses. They are assigned by the owner, unless a card says otherwise (Battles 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components import owing
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.components.wording import counted
from referee.ruleset import Action, Ask, Consequence, Finding, Span, action, illegal
from rulesets.lightning_north_africa.names import ELIMINATED, LOSS_NAMES, SIDES, Force
from rulesets.lightning_north_africa.table import Owed, Table, many_losses
from rulesets.lightning_north_africa.words import WHO, strength, the_force


def loss_owed(table: Table, side: str) -> Owed | None:
    """The loss that must be assigned next, by this side if it must assign one."""
    losses = [o for o in table.owed if o.what == "loss"]
    return next((o for o in losses if o.side == side), losses[0] if losses else None)


def _unpaid(table: Table, side: str) -> Owed | None:
    """The own losses that a card played by this side may cost, which nobody told yet."""
    return next((o for o in table.unpaid if o.side == side), None)


def room(table: Table, force: Force) -> int:
    """How many losses eliminate a force."""
    return max(0, ELIMINATED - table.forces[force].losses)


@action("lose", rule="battles.3", timed=True, examples=("lose 9-australian", "lose 9-australian 2"))
class Lose(Action[Table]):
    """The owner assigns a loss that his side must take to one of his forces: one token on its card."""

    force: Force
    losses: Annotated[int, Span(1, 9, "losses")] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        owed = loss_owed(table, self.side) or _unpaid(table, self.side)
        if owed is None:
            message = f"no loss is owed, so {self.force} need not take one"
            yield illegal("battles.3", message, f"loss {self.force} by CARD, for a card in play")
            return
        if owed.side != self.side:
            names = " or ".join(table.alive(owed.among))
            yield illegal("battles.3", f"{SIDES[owed.side]} chooses the force that takes the loss", names)
            return
        among = table.alive(owed.among)
        if self.force not in among:
            message = f"the loss ({owed.reason}) is for another force than {self.force}"
            yield illegal(owed.rule, message, " or ".join(among))
        elif self.losses > owed.count and owed in table.owed:
            message = f"{many_losses(owed.count)} owed, not {self.losses} ({owed.reason})"
            yield illegal(owed.rule, message, f"lose {self.force} {owed.count}")
        elif self.losses > room(table, self.force) and len(among) > 1:
            most = room(table, self.force)
            message = f"{many_losses(most)} eliminates {self.force}; the rest is for another force"
            yield illegal("force-cards.4", message, f"lose {self.force} {most}")

    def apply(self, table: Table) -> Table:
        owed, unpaid = loss_owed(table, self.side), _unpaid(table, self.side)
        if owed:
            table = paid(table, owed, self.losses)
        elif unpaid:
            table = table.but(unpaid=owing.paid(table.unpaid, unpaid))
        return table.with_loss(self.force, self.losses)

    def story(self, before: Table, after: Table) -> str:
        losses, force = counted(self.losses, "loss", "losses"), the_force(before, self.force)
        return f"{WHO[self.side]} took {losses} on {force}{strength(after, self.force)}"


def ask_loss(table: Table, owed: Owed) -> Ask:
    """Who takes a loss: the owner says, or the player of the card that says so."""
    among = table.alive(owed.among)
    duty = f"{many_losses(owed.count)} ({owed.reason})"
    by_player = bool(owed.source and among and table.side_of(among[0]) != owed.side)
    question = f"{many_losses(owed.count)} for {' or '.join(among)} ({owed.reason})"
    if by_player:
        question = f"{question}: loss FORCE by {owed.source}"
    forced = f"lose {among[0]} {min(owed.count, room(table, among[0]))}" if len(among) == 1 and not by_player else ""
    verb = "loss" if by_player else "lose"
    return Ask(owed.rule, owed.side, (verb,), question, among=among, forced=forced, duty=duty)


def paid(table: Table, owed: Owed, count: int) -> Table:
    """The table after some of a debt was paid."""
    return table.but(owed=owing.paid(table.owed, owed, count))


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
    for owed in table.owed:
        if owed.what == "loss" and not table.alive(owed.among):
            after = table.but(owed=tuple(o for o in table.owed if o is not owed))
            return Consequence(owed.rule, f"no force is left to take {many_losses(owed.count)}", after)
    return None


def harm_is_told(table: Table) -> Consequence[Table] | None:
    """The own losses that a card of this turn costs were learned: now they are to be taken (Action Cards 2)."""
    for owed in table.unpaid:
        harm = table.box.cards[owed.source].harm
        if harm is UNKNOWN:
            continue
        due = (replace(owed, count=harm, source=""),) if harm else ()
        after = table.but(owed=(*table.owed, *due), unpaid=tuple(o for o in table.unpaid if o is not owed))
        return Consequence(owed.rule, f"{owed.source} costs {many_losses(harm) if harm else 'no own loss'}", after)
    return None


def loss_name(losses: int) -> str:
    """What the rulebook calls a force with so many losses."""
    return LOSS_NAMES[min(losses, ELIMINATED)]

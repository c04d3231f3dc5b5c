"""Force Cards 4: losses. They are assigned by the owner, unless a card says otherwise (Battles 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

from referee.components import owing
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import counted
from referee.ruleset import Action, Ask, Consequence, Finding, Span, action, illegal, needs
from rulesets.lightning_north_africa.names import ELIMINATED, LOSS_NAMES, SIDES, Bonus, Force
from rulesets.lightning_north_africa.supply import LOSSES, supply_of
from rulesets.lightning_north_africa.table import Owed, Table, effect_cancelled, many_losses
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
            yield self._not_owed(table)
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
        elif self.losses > room(table, self.force) and (len(among) > 1 or owed not in table.owed):
            most = room(table, self.force)
            rest = "; the rest is for another force" if owed in table.owed else ""
            message = f"{many_losses(most)} eliminates {self.force}{rest}"
            yield illegal("force-cards.4", message, f"lose {self.force} {most}")
        elif owed not in table.owed:
            yield from as_told(many_losses, self.losses, table.box.cards[owed.source].harm, owed)

    def _not_owed(self, table: Table) -> Finding:
        """What was due was taken already, and another number is told of it; else nothing is due."""
        if effect_cancelled(table, self.side, Bonus.LOSS):
            message = "the card was cancelled, so its Loss effect does not take place"
            return illegal("battles.5c", message, "go on without")
        rule, taken = self._taken(table)
        if taken:
            what = "the attack inflicts" if rule == "battles.result" else "a force that is cut off takes"
            message = f"{what} {many_losses(taken)} in all, and none is owed any more; {self.losses} told"
            return illegal(rule, message, f"if another number is right: adjust {self.force}.losses NUMBER")
        message = f"no loss is owed, so {self.force} need not take one"
        return illegal("battles.3", message, f"loss {self.force} by CARD, for a card in play")

    def _taken(self, table: Table) -> tuple[str, int]:
        """What the last attack, or this turn's supply check, cost this side where this force is, nothing being owed any
        more: the rule and the losses; 0: nothing.
        """
        here = table.region_of(self.force)
        if table.step == "discard" and self.side == table.side and supply_of(table, self.force).supplied is False:
            return "supply.3", LOSSES
        hurt = self.side != table.side or table.ruled("battles.guessed") == "card"
        fought = any(s.attacked and s.region == here for s in table.forces.values())
        over = table.step == "battles" and table.battle is None
        return "battles.result", (table.inflicted or 0) if hurt and fought and over else 0

    def apply(self, table: Table) -> Table:
        owed, unpaid = loss_owed(table, self.side), _unpaid(table, self.side)
        rule, taken = ("", 0) if owed or unpaid else self._taken(table)
        alone = table.forces_in(table.region_of(self.force), self.side) == (self.force,)
        if taken and (alone or rule == "supply.3"):  # it took them all, and the table has this number
            told = table.with_loss(self.force, self.losses - taken)
            return told if rule == "supply.3" else told.but(inflicted=self.losses)
        if owed:
            table = paid(table, owed, self.losses)
        elif unpaid:
            table = table.but(unpaid=owing.paid(table.unpaid, unpaid))
        return table.with_loss(self.force, self.losses)

    def story(self, before: Table, after: Table) -> str:
        losses, force = counted(self.losses, "loss", "losses"), the_force(before, self.force)
        return f"{WHO[self.side]} took {losses} on {force}{strength(after, self.force)}"


def as_told(many: Callable[[int], str], count: int, printed: int | Unknown, owed: Owed) -> Iterator[Finding]:
    """What a card costs was not known when it was paid, and so is taken as told, until it is known."""
    if printed is UNKNOWN:
        yield needs(owed.rule, f"{many(count)} as told: {owed.reason} is not known")
    elif count != printed:
        yield illegal(owed.rule, f"{owed.source} costs {many(printed)}, not {many(count)}", f"{printed}")


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

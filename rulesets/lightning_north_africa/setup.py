"""Setup: the map, the starting forces, the decks and the opening hands."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.cards import Holding
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Ask, Consequence, Finding, Setup, action, illegal, warning
from rulesets.lightning_north_africa.box import shipped
from rulesets.lightning_north_africa.names import ALLIED, AXIS, CAIRO, SIDES, Force, Region
from rulesets.lightning_north_africa.table import NOWHERE, Standing, Table

IN_CAIRO = 1
"""How many of the Allied forces whose place is not known start in Cairo; the others start in the Western Desert."""


def start(setup: Setup) -> Table:
    """The table as it is laid out (setup.1, setup.6, tobruk.1).

    A force whose place nobody published stands nowhere until it is placed.
    """
    box = shipped()
    forces = {
        Force(name): Standing(NOWHERE if card.start is UNKNOWN else card.start)
        for name, card in box.forces.items()
        if card.start is not None
    }
    cards = {
        side: Holding(
            deck=box.decks[side] - box.hands[side],
            hand=box.hands[side],
            away=sum(box.forces[f].side == side for f in forces),
        )
        for side in SIDES
    }
    return Table(
        side=AXIS, step="setup", turn=1, rulings=setup.rulings, box=box, forces=forces, cards=cards, control=ALLIED
    )


def ask_setup(table: Table) -> Ask:
    """The table is laid out; where a force stands is told now, or later."""
    lost = table.forces_in(NOWHERE, ALLIED)
    if lost:
        question = f"Which of {', '.join(lost)} starts in Cairo? place FORCE cairo"
        return Ask("setup.2", ALLIED, ("place", "ready"), question, may=True, step=True)
    question = "Is all laid out? Then the Axis player begins"
    return Ask("setup.7", AXIS, ("ready", "place"), question, may=True, step=True, enter="ready")


@action("place", rule="setup.2", aside=True, examples=("place 7-armored cairo",))
class Place(Action[Table]):
    """Tell where a force lies: a starting force as printed on its card, or one of which nobody told it yet."""

    force: Force
    to: Region

    def judge(self, table: Table) -> Iterator[Finding]:
        card, here = table.card_of(self.force), table.region_of(self.force)
        if table.step != "setup":
            if here != NOWHERE:
                message = f"the set-up is over, and {self.force} is in {table.place(here)}"
                yield illegal("setup.2", message, f"if it lies elsewhere: adjust {self.force}.region REGION")
            elif card.entry not in (UNKNOWN, self.to) and card.start is None:
                yield illegal("force-cards.2", f"{self.force} arrives in {card.entry}, as printed", f"{card.entry}")
            return
        if card.start is UNKNOWN:
            yield from self._one_of_three(table)
        elif card.start is not None and card.start != self.to:
            where = f"{self.force} starts in {table.place(card.start)}"
            if card.sure == "inferred":
                yield warning("setup.2", f"{where}, as far as the rulebook's example tells; your card rules")
            else:
                yield illegal("setup.2", where, card.start)

    def _one_of_three(self, table: Table) -> Iterator[Finding]:
        among = table.card_of(self.force).among
        if self.to not in among:
            where = " or ".join(table.place(r) for r in among)
            yield illegal("setup.2", f"{self.force} starts in {where}", " or ".join(among))
        elif self.to == CAIRO and (first := in_cairo(table, self.force)):
            message = f"only one of the three starts in Cairo, and {first[0]} is there"
            yield illegal("setup.2", message, "western-desert")

    def apply(self, table: Table) -> Table:
        return table.with_force(self.force, region=self.to)


def in_cairo(table: Table, but: Force) -> tuple[Force, ...]:
    """The forces of those with an unknown place that were put in Cairo."""
    return tuple(f for f in table.forces_in(CAIRO, ALLIED) if f != but and table.card_of(f).among)


def the_others(table: Table) -> Consequence[Table] | None:
    """When the one in Cairo is known, the other two start in the Western Desert."""
    lost = [f for f in table.forces_in(NOWHERE, ALLIED) if table.card_of(f).among]
    known = [f for f in table.forces_of(ALLIED) if table.card_of(f).among and f not in lost]
    if table.step != "setup" or not lost or not known:
        return None
    there = [f for f in known if table.region_of(f) == CAIRO]
    if len(there) == IN_CAIRO:
        to = Region("western-desert")
    elif len(lost) == IN_CAIRO:
        to = CAIRO
    else:
        return None
    after = table
    for force in lost:
        after = after.with_force(force, region=to)
    return Consequence("setup.2", f"{' and '.join(lost)} start in {table.place(to)}", after)


@action("ready", rule="setup.7", timed=True, examples=("ready",))
class Ready(Action[Table]):
    """All is laid out; the Axis player has the first turn."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "setup":
            yield illegal("setup.7", "the first turn has begun already", "go on")
            return
        lost = table.forces_in(NOWHERE, ALLIED)
        if lost:
            message = f"nobody told where {', '.join(lost)} start; what depends on it is not judged"
            yield warning("setup.2", message, "place FORCE REGION, now or later")

    def apply(self, table: Table) -> Table:
        return begun(table)


def begun(table: Table) -> Table:
    """The table when the first turn begins."""
    return table.but(step="draw") if table.step == "setup" else table


def checklist(table: Table) -> list[str]:
    """What to lay on the table; that the decks are shuffled is only reminded (setup.4)."""
    box = table.box
    lines = ["Map cards in a row, west to east: " + " - ".join(box.regions[r] for r in box.map.places)]
    for side, title in SIDES.items():
        forces = table.forces_of(side)
        lines.append(f"{title}: {len(forces)} force cards face up")
        for force in forces:
            card = table.card_of(force)
            where = table.place(table.region_of(force))
            if card.start is UNKNOWN:
                where = "as printed: " + " or ".join(box.regions[r] for r in card.among)
            sure = " (check the card)" if card.sure == "inferred" else ""
            lines.append(f"  {card.title}: {where}{sure}")
    lines.append(f"Axis deck of {box.decks[AXIS]} cards and Allied deck of {box.decks[ALLIED]}, shuffled, face down")
    lines.append(f"Hands: the Allied player draws {box.hands[ALLIED]} cards, the Axis player {box.hands[AXIS]}")
    lines.append("The six attack plan cards near the Axis and Allied players; coins or chips as loss tokens")
    lines.append("The Allies control Tobruk; the Axis player begins")
    return lines

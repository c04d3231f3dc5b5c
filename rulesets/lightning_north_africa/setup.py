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
    """The table as it is laid out; a force whose place nobody published stands nowhere until it is placed."""
    box = shipped()
    forces = {
        Force(name): Standing(NOWHERE if card.start is UNKNOWN else card.start)
        for name, card in box.forces.items()
        if card.start is not None
    }
    cards = {side: Holding(box.decks[side] - box.hands[side], box.hands[side]) for side in SIDES}
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


@action("place", rule="setup.2", examples=("place 7-armored cairo",))
class Place(Action[Table]):
    """Tell where a starting force lies, as printed on its card."""

    force: Force
    to: Region

    def judge(self, table: Table) -> Iterator[Finding]:
        card = table.card_of(self.force)
        if card.start is not UNKNOWN and card.start is not None:
            if card.start != self.to and card.sure == "inferred":
                yield warning(
                    "setup.2", f"{self.force} was taken to start in {table.place(card.start)}; your card rules"
                )
            elif card.start != self.to:
                yield illegal("setup.2", f"{self.force} starts in {table.place(card.start)}", card.start)
        elif self.to not in card.among:
            yield illegal("setup.2", f"{self.force} does not start in {table.place(self.to)}", " or ".join(card.among))
        elif self.to == CAIRO and (first := in_cairo(table, self.force)):
            yield illegal("setup.2", f"only one of them starts in Cairo, and {first[0]} is there", "western-desert")

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


@action("ready", rule="setup.7", examples=("ready",))
class Ready(Action[Table]):
    """All is laid out; the Axis player has the first turn."""

    def judge(self, table: Table) -> Iterator[Finding]:
        for force in table.forces_in(NOWHERE, ALLIED):
            yield warning("setup.2", f"nobody told where {force} starts; what depends on it is not judged")

    def apply(self, table: Table) -> Table:
        return begun(table)


def begun(table: Table) -> Table:
    """The table when the first turn begins."""
    return table.but(step="draw") if table.step == "setup" else table


def checklist(table: Table) -> list[str]:
    """What to lay on the table."""
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

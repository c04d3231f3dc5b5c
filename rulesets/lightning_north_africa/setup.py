"""Setup: the map, the starting forces, the decks and the opening hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.components.cards import Holding
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Finding, Impossible, Setup, action, illegal, warning
from rulesets.lightning_north_africa.box import ForceCard, shipped
from rulesets.lightning_north_africa.names import ALLIED, AXIS, CAIRO, SIDES, AnyForce, Force, Region
from rulesets.lightning_north_africa.table import NOWHERE, Standing, Table
from rulesets.lightning_north_africa.words import WHO, hand, the_force, the_place

WESTERN_DESERT = Region("western-desert")

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
        known = tuple(f for f in lost if table.card_of(f).among)
        one = "Which one of these starts in Cairo, by its card?"
        question = one if known else "Where are these? place FORCE REGION"
        return Ask("setup.2", ALLIED, ("starts", "place", "ready"), question, may=True, step=True, among=known or lost)
    question = "Is all laid out? Then the Axis player begins"
    return Ask("setup.7", AXIS, ("ready", "place"), question, may=True, step=True, enter="ready")


def lost_words(table: Table) -> str:
    """That forces on the map were not placed, and how it is told, for the question; "" if all were."""
    lost = [f for side in SIDES for f in table.forces_in(NOWHERE, side)]
    how = "`starts FORCE`: the one in Cairo" if any(table.card_of(f).among for f in lost) else "`place FORCE REGION`"
    return f"not placed yet: {', '.join(lost)} ({how})" if lost else ""


@action("place", rule="setup.2", aside=True, examples=("place 7-armored", "place 7-armored western-desert"))
class Place(Action[Table]):
    """Tell where a force lies: a starting force as printed on its card, or one of which nobody told it yet.

    Without a region it is the one printed on the card, and Cairo for the force that starts there.
    """

    force: Force
    to: Region | None = None

    def judge(self, table: Table) -> Iterator[Finding]:
        card, here, to = table.card_of(self.force), table.region_of(self.force), self._to(table)
        if to is None:
            raise Impossible(f"Say where {self.force} lies: place {self.force} REGION.", rule="setup.2")
        if table.step != "setup":
            if here != NOWHERE:
                message = f"the set-up is over, and {self.force} is in {table.place(here)}"
                yield illegal("setup.2", message, f"if it lies elsewhere: adjust {self.force}.region REGION")
            elif card.entry not in (UNKNOWN, to) and card.start is None:
                yield illegal("force-cards.2", f"{self.force} arrives in {card.entry}, as printed", f"{card.entry}")
            return
        if card.start is UNKNOWN:
            yield from self._one_of_three(table, to)
        else:
            yield from _elsewhere(table, self.force, card, to)

    def _to(self, table: Table) -> Region | None:
        """The region told, or else the one that is meant."""
        if self.to is not None:
            return self.to
        card = table.card_of(self.force)
        if table.step == "setup" and card.start is UNKNOWN:
            return CAIRO
        printed = card.entry if card.start is None else card.start
        return None if printed is UNKNOWN else printed

    def _one_of_three(self, table: Table, to: Region) -> Iterator[Finding]:
        among = table.card_of(self.force).among
        if to not in among:
            where = " or ".join(table.place(r) for r in among)
            yield illegal("setup.2", f"{self.force} starts in {where}", " or ".join(among))
        elif to == CAIRO and (first := in_cairo(table, self.force)):
            message = f"only one of the three starts in Cairo, and {first[0]} is there"
            yield illegal("setup.2", message, "western-desert")

    def apply(self, table: Table) -> Table:
        return table.with_force(self.force, region=self._to(table) or table.region_of(self.force))

    def story(self, before: Table, after: Table) -> str:
        began = "began" if before.step == "setup" else "was found to be"
        to = self._to(before) or before.region_of(self.force)
        return f"{capital(the_force(before, self.force))} {began} in {the_place(after, to)}"


def _elsewhere(table: Table, force: str, card: ForceCard, to: Region) -> Iterator[Finding]:
    """A force that starts elsewhere than its card says, as far as it is known."""
    if card.start in (None, UNKNOWN, to):
        return
    where = f"{force} starts in {table.place(Region(str(card.start)))}"
    if card.sure == "inferred":
        yield warning("setup.2", f"{where}, as far as the rulebook's example tells; your card rules")
    else:
        yield illegal("setup.2", where, str(card.start))


@action("starts", rule="setup.2", learns=True, examples=("starts 7-armored", "starts 7-armored western-desert"))
class Starts(Action[Table]):
    """Tell which force starts in Cairo, as printed on its card (or that it starts elsewhere). It stays on file."""

    force: AnyForce
    to: Region = CAIRO

    def judge(self, table: Table) -> Iterator[Finding]:
        card = table.box.forces[self.force]
        if card.start is None:
            yield illegal("setup.2", f"{self.force} comes as a reinforcement", "a force of the set-up")
        elif not card.among and card.sure != "told":
            yield from _elsewhere(table, self.force, card, self.to)
        elif card.among and self.to not in card.among:
            yield illegal("setup.2", f"{self.force} starts in {' or '.join(card.among)}", " or ".join(card.among))
        elif card.among and self.to == CAIRO and (first := self._first(table)):
            message = f"only one of the three starts in Cairo, and {first} {'is' if _laying(table) else 'was'} there"
            yield illegal("setup.2", message, f"western-desert; or first `starts {first} western-desert`")
        elif card.start not in (UNKNOWN, self.to):
            yield warning("setup.2", f"on file {self.force} started in {card.start}; now it is {self.to}")
        yield from stays(table, Force(self.force), self.to)

    def _first(self, table: Table) -> str:
        """The other force that starts in Cairo: in the set-up the one that lies there, later the one told; "": none."""
        if _laying(table):
            return next(iter(in_cairo(table, Force(self.force))), "")
        told = (name for name, card in table.box.forces.items() if card.among and card.start == CAIRO)
        return next((name for name in told if name != str(self.force)), "")

    def apply(self, table: Table) -> Table:
        return started(table, Force(self.force), self.to)

    def story(self, before: Table, after: Table) -> str:
        force = Force(self.force)
        if before.forces.get(force) == after.forces.get(force):
            return ""
        return f"By its card {the_force(before, force)} began in {the_place(after, self.to)}"


def _laying(table: Table) -> bool:
    """Whether the table is still being laid out."""
    return table.step == "setup"


def stays(table: Table, force: Force, to: Region) -> Iterator[Finding]:
    """A card that is told after the set-up moves nothing that lies somewhere."""
    here = table.region_of(force) if force in table.forces else NOWHERE
    if not _laying(table) and here not in (NOWHERE, to) and table.box.forces[force].start != to:
        message = f"{force} stays in {table.place(here)}: the set-up is over, and what its card says moves nothing"
        yield warning("setup.2", message, f"if it has not moved since: adjust {force}.region {to}")


def started(table: Table, force: Force, to: Region) -> Table:
    """The table that knows where a force starts; in the set-up it is laid there, and the others if that is plain."""
    card = table.box.forces[force]
    if card.start is None:  # a reinforcement starts nowhere
        return table
    forces: Mapping[str, ForceCard] = {**table.box.forces, force: replace(card, start=to, sure="told")}
    table = table.but(box=replace(table.box, forces=forces))
    if force not in table.forces or not (_laying(table) or table.region_of(force) == NOWHERE):
        return table
    table = table.with_force(force, region=to)
    others = the_others(table)
    return others.table if others else table


def in_cairo(table: Table, but: Force) -> tuple[Force, ...]:
    """The forces of those with an unknown place that were put in Cairo."""
    return tuple(f for f in table.forces_in(CAIRO, ALLIED) if f != but and table.card_of(f).among)


def the_others(table: Table) -> Consequence[Table] | None:
    """When the one in Cairo is known, the other two start in the Western Desert.

    Behind the set-up only what was told of the cards counts: a force that lies in Cairo then may have come there.
    """
    among = [Force(name) for name, card in table.box.forces.items() if card.among]
    lost = [f for f in table.forces_in(NOWHERE, ALLIED) if f in among]
    if not lost:
        return None
    known: list[Region | Unknown | None] = [table.card_of(f).start for f in among]
    if table.step == "setup":
        known = [standing.region for f, standing in table.forces.items() if f in among and f not in lost]
    if known.count(CAIRO) == IN_CAIRO:
        to = WESTERN_DESERT
    elif known.count(WESTERN_DESERT) == len(among) - IN_CAIRO:
        to = CAIRO
    else:
        return None
    after = table
    for force in lost:
        after = after.with_force(force, region=to)
    do = "start" if len(lost) > 1 else "starts"
    return Consequence("setup.2", f"{' and '.join(lost)} {do} in {the_place(table, to)}", after)


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

    def story(self, before: Table, after: Table) -> str:
        if before.step != "setup":
            return f"{WHO[self.side]} said again that all was laid out"
        return f"All was laid out, and the Axis began with {hand(after, AXIS)} in hand"


def begun(table: Table) -> Table:
    """The table when the first turn begins."""
    return table.but(step="draw") if _laying(table) else table


def _how_sure(force: str, card: ForceCard) -> str:
    """How the place of a force is known, where the card may say otherwise."""
    if card.among and card.start == CAIRO:
        return f" (as told; else `starts {force} {WESTERN_DESERT}; starts FORCE`)"
    return " (check the card)" if card.sure == "inferred" else ""


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
            if table.region_of(force) == NOWHERE:
                where = "as printed: " + " or ".join(box.regions[r] for r in card.among)
            lines.append(f"  {card.title}: {where}{_how_sure(force, card)}")
    lines.append(f"Axis deck of {box.decks[AXIS]} cards and Allied deck of {box.decks[ALLIED]}, shuffled, face down")
    lines.append(f"Hands: the Allied player draws {box.hands[ALLIED]} cards, the Axis player {box.hands[AXIS]}")
    lines.append("The six attack plan cards near the Axis and Allied players; coins or chips as loss tokens")
    lines.append("The Allies control Tobruk; the Axis player begins")
    return lines

"""Muster: force cards, the organisation of each division, and brigades that are given to another HQ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee.components.unknown import UNKNOWN
from referee.components.wording import capital, counted, figured
from referee.ruleset import (
    BREACHES,
    Action,
    Ask,
    Consequence,
    Finding,
    Span,
    Told,
    Word,
    action,
    illegal,
    omission,
    warning,
)
from rulesets.kiss_rommel.learning import untold
from rulesets.kiss_rommel.names import BRITISH, DEPLOYING, SIDES, Card, Status, Unit, enemy_of
from rulesets.kiss_rommel.organisation import Division, card_meant, in_words, roll_of
from rulesets.kiss_rommel.phases import STEPS
from rulesets.kiss_rommel.stands import Stand, by_division, counted_out
from rulesets.kiss_rommel.table import Drawn, Table
from rulesets.kiss_rommel.words import WAS, WHO, the_division

CARDS, QUICKER = 5, 4
"""Force cards of each side, in all; and in a quicker game (KO2)."""


def cards_due(table: Table) -> int:
    """Force cards of each side in all."""
    return QUICKER if table.options.quicker else CARDS


def chosen_due(table: Table) -> int:
    """How many of them a side may choose; the others are dealt at random."""
    return 2 if table.options.beginner else 1


def lacks(table: Table, side: str) -> int:
    """Cards that a side still has to come."""
    return max(0, cards_due(table) - len(table.cards[side]))


def ask_muster(table: Table) -> Ask | None:
    """Force cards side by side, then brigades; None when all is told."""
    for side in SIDES:
        if lacks(table, side):
            chosen = sum(card.chosen for card in table.cards[side])
            left = max(0, chosen_due(table) - chosen)
            choice, pick = (f", {left} of them chosen", "pick, ") if left else (", dealt at random", "")
            cards = figured(lacks(table, side), "force card")
            question = f"{cards} to come{choice} ({pick}deal or blank)"
            verbs = ("deal", "blank", "pass")
            soon = ("minefield",) if left else ("pick", "minefield")
            answers = ("pick", *verbs) if left else verbs
            return Ask("KO2", side, answers, question, early=soon, also=enemy_of(side))
    for name in unattached(table):
        question = f"{name} has no HQ: to which division is it given? attach {name} DIVISION"
        return Ask("KO9", table.box.divisions[name].side, ("attach", "pass"), question)
    return None


def mustered(table: Table) -> Iterator[str]:
    """The divisions of both sides' cards."""
    for cards in table.cards.values():
        yield from (card.division for card in cards if card.division)


def unattached(table: Table) -> Iterator[str]:
    """The brigades that still are to be given to an HQ; none where their side has no HQ at all."""
    for name in mustered(table):
        division = table.box.divisions[name]
        others = [table.box.divisions[other] for other in mustered(table)]
        hosts = [other for other in others if other.side == division.side and not other.brigade]
        if division.brigade and name not in table.attached and hosts:
            yield name


def muster_gaps(table: Table) -> Iterator[Finding]:
    """What is missing when the muster is closed."""
    for side, title in SIDES.items():
        if lacks(table, side):
            yield omission("KO2", f"{title} has {len(table.cards[side])} force cards of {cards_due(table)}")
    for name in unattached(table):
        yield omission("KO9", f"{name} was given to no HQ", f"attach {name} DIVISION")


def _comes(table: Table, side: str, card: Card | None) -> Iterator[Finding]:
    """A card comes to a side: time, number, owner, and the pack."""
    if table.step not in ("terrain", "muster"):  # nothing says which of the two comes first
        yield illegal("KO2", f"the force cards are dealt; the step is {STEPS[table.step]}", "what is asked now")
    elif not lacks(table, side):
        yield illegal("KO2", f"{SIDES[side]} has its {cards_due(table)} force cards", "no more cards")
    if card is None:
        return
    division = table.box.divisions[card]
    if division.side != side:
        yield illegal(
            "KO2", f"{card} is a card of {SIDES[enemy_of(side)]}, not of {SIDES[side]}", "a card of one's own"
        )
    elif card in mustered(table):
        yield illegal("KO2", f"{card} is on the table already; each card is there once", "another card")
    if any(card_meant(table.box, said) == card for said in table.options.out):
        yield illegal(
            "KP2", f"{card} had half its bases Destroyed in the last battle and is not in the pack", "another card"
        )
    yield from untold(table, card)
    if division.source == "inferred":
        yield warning("KO3", f"{card} is on file as {in_words(table.box, division)}; this is inferred: check the card")
    if (division.units or {}).get("tiger", 0) != 0 and not table.options.tiger:
        yield illegal("KN3", f"{card} has Tigers, which are an option that is off", "a card without Tigers")


def _with_card(table: Table, side: str, card: Drawn) -> Table:
    return table.but(cards={**table.cards, side: (*table.cards[side], card)})


@action("pick", rule="KO2", timed=True, examples=("pick 15pz",))
class Pick(Action[Table]):
    """A side chooses a force card."""

    card: Card

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from _comes(table, self.side, self.card)
        if sum(card.chosen for card in table.cards[self.side]) >= chosen_due(table):
            message = f"{SIDES[self.side]} may choose {chosen_due(table)} of its cards; the others are dealt at random"
            yield illegal("KO2", message, f"deal {self.card}")

    def apply(self, table: Table) -> Table:
        return _with_card(table, self.side, Drawn(str(self.card), True))

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.side]} chose {the_division(before, self.card)}"


def _dealt(table: Table, side: str) -> Iterator[Finding]:
    """The cards that are not dealt are chosen, as long as there is one on file that can be."""
    due, dealt = cards_due(table) - 1, sum(not card.chosen for card in table.cards[side])
    if table.step not in ("terrain", "muster") or not lacks(table, side) or dealt < due:
        return
    if any(not any(f.kind in BREACHES for f in _comes(table, side, Card(name))) for name in table.box.divisions):
        message = f"{SIDES[side]} is dealt {figured(due, 'card')} at random; one more is chosen"
        yield illegal("KO2", message, "pick a card")


@action("deal", rule="KO2", timed=True, examples=("deal 4ind",))
class Deal(Action[Table]):
    """A force card comes to a side at random."""

    card: Card

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from _comes(table, self.side, self.card)
        yield from _dealt(table, self.side)

    def apply(self, table: Table) -> Table:
        return _with_card(table, self.side, Drawn(str(self.card)))

    def story(self, before: Table, after: Table) -> str:
        return f"{WHO[self.side]} {WAS[self.side]} dealt {the_division(before, self.card)}"


@action("blank", rule="KO2", alias="blanks", timed=True, examples=("blank", "blank 2"))
class Blank(Action[Table]):
    """A blank force card comes to a side at random, or several do: forces lost or sent elsewhere."""

    cards: Annotated[int, Span(1, CARDS, "blank cards"), Told()] = 1

    def judge(self, table: Table) -> Iterator[Finding]:
        there, laid = len(table.cards[self.side]), table
        for card in range(self.cards):
            found = [*_comes(laid, self.side, None), *_dealt(laid, self.side)]
            if found and card:  # what is wrong with the first one is said as it is
                has = f"{SIDES[self.side]} has {figured(there, 'force card')} of {cards_due(table)}"
                message = f"{has}; {card} more can be blank, not {self.cards}"
                yield illegal("KO2", message, f"blank {card}")
            elif found:
                yield from found
            if found:  # the others are no better
                return
            laid = _with_card(laid, self.side, Drawn(""))

    def apply(self, table: Table) -> Table:
        for _ in range(self.cards):
            table = _with_card(table, self.side, Drawn(""))
        return table

    def story(self, before: Table, after: Table) -> str:
        cards = "a blank force card" if self.cards == 1 else counted(self.cards, "blank force card")
        return f"{WHO[self.side]} {WAS[self.side]} dealt {cards}"


@action("attach", rule="KO9", timed=True, examples=("attach 1tank 7arm",))
class Attach(Action[Table]):
    """A brigade without an HQ is given to the HQ of a division for the battle."""

    brigade: Card
    to: Annotated[Card, Word("to")]

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step not in ("terrain", "muster", "deployment"):
            yield illegal("KO9", "brigades are given to an HQ before the battle", "what is asked now")
        brigade, host = table.box.divisions[self.brigade], table.box.divisions[self.to]
        if brigade.units is not None and brigade.units.get("hq", 0) not in (0, UNKNOWN):
            yield illegal("KO9", f"{self.brigade} has an HQ of its own", "a brigade without an HQ")
        elif brigade.side != self.side:
            yield illegal("KO9", f"{self.brigade} is not of {SIDES[self.side]}", "a brigade of one's own")
        elif host.brigade or self.to == self.brigade:
            yield illegal("KO9", f"{self.to} has no HQ", "a division with an HQ")
        elif host.side != brigade.side:
            yield illegal("KO9", f"{self.to} is of the other side", "a division of its own side")
        elif self.to not in mustered(table):
            yield illegal("KO9", f"{self.to} is not in this battle", "a division of this battle")
        elif table.attached.get(str(self.brigade)) == self.to:
            yield illegal("KO9", f"{self.brigade} is given to {self.to} already", "another brigade")

    def apply(self, table: Table) -> Table:
        return table.but(attached={**table.attached, str(self.brigade): str(self.to)})

    def story(self, before: Table, after: Table) -> str:
        brigade, host = the_division(before, self.brigade), the_division(before, self.to)
        return f"{capital(brigade)} came under the HQ of {host}"


def _deployed(table: Table, division: Division) -> bool:
    """Whether the stage in which a division is deployed is over."""
    stage = BRITISH if division.side == BRITISH else str(division.nation)
    return table.step == "deployment" and DEPLOYING.index(stage) < DEPLOYING.index(table.stage_now)


def units_muster(table: Table) -> Consequence[Table] | None:
    """The bases of a division are counted out as soon as its card is there and its organisation known."""
    if table.turn and counted_out(table.units).issuperset(mustered(table)):
        return None
    for name in mustered(table):
        division = table.box.divisions[name]
        roll = roll_of(table.box, name)
        there = {unit: table.units[unit] for unit in by_division(table.units).get(name, ())}
        if {unit: stand.type for unit, stand in there.items()} == roll or (table.turn and there):
            continue
        if any(stand.status is not Status.RESERVE for stand in there.values()):
            continue
        kept = {u: s for u, s in table.units.items() if s.division != name}
        fresh = {Unit(unit): Stand(division.side, name, kind) for unit, kind in roll.items()}
        message = f"{the_division(table, name)} has {figured(division.bases, 'base')}: {in_words(table.box, division)}"
        if table.turn or _deployed(table, division):
            message = f"{message}; `deploy {name}` puts those down that stand on the table since the deployment"
            table = table.but(late=table.late | {name})
        return Consequence("KO3", message, table.but(units={**kept, **fresh}))
    return None

"""What players tell about their own copy of the cards. It is kept in the record, and checked from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any

from referee.components.cards import Holding
from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.learning import (
    YesNo,
    contradicts,
    in_place_of,
    name_told,
    refuse_owner,
    retitled,
    titled,
    told,
    which,
)
from referee.ruleset import Action, Behind, Finding, Span, Text, Word, action, warning
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.box import ActionCard, Deck, Effect, ForceCard, Free, PileCard, Price, When
from rulesets.lightning_d_day.names import (
    FROM_HAND,
    AnyForce,
    AnyPile,
    Beach,
    Card,
    Pile,
    TurnCard,
    beach_of_pile,
    pile_of,
    side_of_pile,
)
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.words import THE

MOST = 9
"""The greatest number on a card; a greater one is mistyped."""


class Where(StrEnum):
    """The beach printed on a force card; `hand` for a force that comes out of the hand."""

    SWORD = "sword"
    JUNO = "juno"
    GOLD = "gold"
    OMAHA = "omaha"
    UTAH = "utah"
    HAND = "hand"


@action("force", rule="cards.force", learns=True,
        examples=("force 29-inf value 2 attack 0", 'force "4th Inf" allied beach utah value 2'))  # fmt: skip
class LearnForce(Action[Table]):
    """Tell what is printed on a force card: of one on file, or of a new one by its title in quotes and its side.

    `attack` and `defense` are what it adds to its value when it attacks or defends; 0 for nothing.
    """

    force: AnyForce | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Side | None = None
    beach: Annotated[Where | None, Word("beach")] = None
    value: Annotated[int | None, Span(0, MOST), Word("value"), Behind("title", "of", "beach")] = None
    attack: Annotated[int | None, Span(-MOST, MOST), Word("attack")] = None
    defense: Annotated[int | None, Span(-MOST, MOST), Word("defense")] = None
    free: Annotated[Free | None, Word("free")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        name = self._name()
        yield from which(name, "force", "cards.force")
        known = table.box.forces.get(name)
        refuse_owner(known, self.of)
        yield from contradicts(known, self._facts(), "cards.force")
        if self.beach is not None and self.beach is not Where.HAND:
            yield from self._room(table, name, Beach(self.beach))

    def _room(self, table: Table, name: str, beach: Beach) -> Iterator[Finding]:
        """No more forces are known of a beach than there are."""
        known = table.box.forces.get(name)
        side = known.side if known else str(self.of or self.side)
        others = [n for n, c in table.box.forces.items() if n != name and (c.side, c.beach) == (side, beach)]
        there = table.box.piles[pile_of(side, beach)].forces
        if len(others) >= there:
            message = f"{len(others) + 1} forces are on file for {pile_of(side, beach)}, which has {there}"
            yield warning("setup.forces", message, f"pile {pile_of(side, beach)} {len(others) + 1}")

    def _name(self) -> str:
        return name_told(self.force, self.title)

    def _facts(self) -> dict[str, Any]:
        beach = None if self.beach is None else FROM_HAND if self.beach is Where.HAND else Beach(self.beach)
        title = retitled(self.force, self.title)
        facts = told(value=self.value, attack=self.attack, defense=self.defense, free=self.free)
        return told(title=title, beach=beach) | facts

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.forces.get(name) or ForceCard(titled(self.title), str(self.of or self.side))
        forces: Mapping[str, ForceCard] = {**table.box.forces, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, forces=forces))


@action(
    "card", rule="attack.values", learns=True,
    examples=('card "Naval Gunfire" allied when battle value 2 attack 1 bonus 0 effect none', "card chaos of both"),
)  # fmt: skip
class LearnCard(Action[Table]):
    """Tell what is printed on an action card: of one on file, or of a new one by its title in quotes and its deck.

    `value` is the number in the circle, `attack` and `defense` what it adds to that when played so, `bonus` what it
    adds more: at the beach `where`, or for a `price`. 0 is for nothing. `effect`: `cancel` another card; an `airborne`
    action more; a `rollover`; the card is a `force` from then on; a `text` that you carry out, so often (`amount`).
    """

    card: Card | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Deck | None = None
    when: Annotated[When | None, Word("when")] = None
    action: Annotated[YesNo | None, Word("action")] = None
    value: Annotated[int | None, Span(0, MOST), Word("value"), Behind("title", "of")] = None
    attack: Annotated[int | None, Span(-MOST, MOST), Word("attack")] = None
    defense: Annotated[int | None, Span(-MOST, MOST), Word("defense")] = None
    bonus: Annotated[int | None, Span(0, MOST), Word("bonus")] = None
    where: Annotated[Beach | None, Word("where")] = None
    price: Annotated[Price | None, Word("price")] = None
    effect: Annotated[Effect | None, Word("effect")] = None
    amount: Annotated[int | None, Span(1, MOST), Word("amount"), Behind("effect")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self._name(), "card", "attack.values")
        known = table.box.cards.get(self._name())
        facts = in_place_of(known, self._facts())
        if known is not None and not known.side:  # nobody told the deck before
            facts.pop("side", None)
        yield from contradicts(known, facts, "attack.values")

    def _name(self) -> str:
        return name_told(self.card, self.title)

    def _facts(self) -> dict[str, Any]:
        return told(
            title=retitled(self.card, self.title),
            side=self.of, when=self.when, action=self.action, value=self.value, attack=self.attack,
            defense=self.defense, bonus=self.bonus, where=self.where, price=self.price, effect=self.effect,
            amount=self.amount,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.cards.get(name) or ActionCard(titled(self.title), str(self.of or self.side))
        cards: Mapping[str, ActionCard] = {**table.box.cards, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, cards=cards))


@action("turn-card", rule="turn.draw", learns=True,
        examples=("turn-card turn-1 german 2 allied 3", "turn-card turn-2 german-attack 0"))  # fmt: skip
class LearnTurn(Action[Table]):
    """Tell what stands on a turn card: cards that each side draws, and what it adds to each attack of a side."""

    card: TurnCard
    title: Text | None = None
    german: Annotated[int | None, Span(0, MOST, "cards"), Word("german")] = None
    allied: Annotated[int | None, Span(0, MOST, "cards"), Word("allied")] = None
    german_attack: Annotated[int | None, Span(-MOST, MOST), Word("german-attack")] = None
    allied_attack: Annotated[int | None, Span(-MOST, MOST), Word("allied-attack")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from contradicts(table.box.turns[self.card], self._facts(), "turn.draw")

    def _facts(self) -> dict[str, Any]:
        return told(
            german=self.german, allied=self.allied, german_attack=self.german_attack, allied_attack=self.allied_attack
        )

    def apply(self, table: Table) -> Table:
        known = table.box.turns[self.card]
        card = replace(known, title=titled(self.title or known.title), **self._facts())
        return table.but(box=replace(table.box, turns={**table.box.turns, self.card: card}))


@action("pile", rule="setup.forces", learns=True, examples=("pile allied-omaha 4",))
class LearnPile(Action[Table]):
    """Tell how many forces of a side are printed for a beach; its pile, and the deck, are put right."""

    pile: AnyPile
    forces: Annotated[int, Span(0, MOST, "forces"), Word("forces")]

    def judge(self, table: Table) -> Iterator[Finding]:
        pile = Pile(self.pile)
        known, side = table.box.piles[pile], side_of_pile(pile)
        if known.sure != "inferred" and known.forces != self.forces:
            yield warning("setup.forces", f"on file {pile} had {known.forces} forces; now it has {self.forces}")
        old, new = table.cards[side].deck, self.apply(table).cards[side].deck
        if old != new and table.step != "setup":  # there the open question tells the decks
            message = f"what is no force is in the deck: that of {THE[side]} had {old}, and has {new}"
            yield warning("setup.decks", message)

    def apply(self, table: Table) -> Table:
        pile = Pile(self.pile)
        side, beach, box = side_of_pile(pile), beach_of_pile(pile), table.box
        more = self.forces - box.piles[pile].forces
        changed = replace(box, piles={**box.piles, pile: PileCard(self.forces)})
        holding = table.cards[side]
        difference = changed.action_cards_of(side) - box.action_cards_of(side)
        holding = _recounted(holding, difference)
        pieces = piles.printed_otherwise(table.pieces[side], beach, more)
        return table.but(box=changed).with_cards(side, holding).with_pieces(side, pieces)


def _recounted(holding: Holding, more: int) -> Holding:
    """The cards of a side when it has so many more, or fewer, than was thought: the deck is first to be wrong."""
    if more >= 0:
        return replace(holding, deck=holding.deck + more)
    fewer = -more
    for pile in ("deck", "discards", "hand"):
        there = min(fewer, getattr(holding, pile))
        holding, fewer = replace(holding, **{pile: getattr(holding, pile) - there}), fewer - there
    return holding


def unknown_piles(table: Table) -> tuple[Pile, ...]:
    """The piles of which only the number is inferred."""
    return tuple(pile for pile, card in table.box.piles.items() if card.sure == "inferred")

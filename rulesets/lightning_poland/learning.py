"""What players tell about their own copy of the cards. It is kept in the record, and checked from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.learning import YesNo, contradicts, name_told, told, which, yes
from referee.ruleset import Action, Behind, Finding, Span, Text, Word, action, illegal
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.names import (
    MOST_POINTS,
    AnyForce,
    Card,
    Effect,
    ForceText,
    Kind,
    Objective,
    ObjectiveText,
    Site,
    Strikes,
    Type,
    When,
)
from rulesets.lightning_poland.setup import marked
from rulesets.lightning_poland.table import Table, joined

FORCE_FACTS = "start, cost, type, rating, plain, attack, defend, effect"
OBJECTIVE_FACTS = "by, points, type, plain, open, after, need, attack, defend, effect"
CARD_FACTS = "of, type, rating, plain, attack, defend, strikes, cost, when, effect, amount"


@action(
    "force", rule="types.force", learns=True,
    examples=("force xvi-corps rating 3 cost 2", 'force "VII Corps" german type infantry cost 1 rating 2 plain yes'),
)  # fmt: skip
class LearnForce(Action[Table]):
    """Tell what is printed on a force card: of one on file, or of a new one by its title in quotes and its side.

    `plain yes`: it has no text. `start yes`: it is marked S. `effect stay`: it may go back to the row after a battle.
    """

    force: AnyForce | None = None
    title: Text | None = None
    of: Side | None = None
    start: Annotated[YesNo | None, Word("start")] = None
    cost: Annotated[int | None, Span(0, 9, "supply"), Word("cost")] = None
    type: Annotated[Kind | None, Word("type")] = None
    rating: Annotated[int | None, Span(0, 9), Word("rating")] = None
    plain: Annotated[YesNo | None, Word("plain")] = None
    attack: Annotated[int | None, Span(-9, 9), Word("attack")] = None
    defend: Annotated[int | None, Span(-9, 9), Word("defend")] = None
    effect: Annotated[ForceText | None, Word("effect")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self._name(), "force", "types.force")
        known = table.box.forces.get(self._name())
        yield from contradicts(known, self._facts() | told(start=yes(self.start)), "types.force")

    def _name(self) -> str:
        return name_told(self.force, self.title, FORCE_FACTS)

    def _facts(self) -> dict[str, Any]:
        return told(
            cost=self.cost, type=self.type, rating=self.rating, plain=_plain(self), attack=self.attack,
            defend=self.defend, effect=self.effect,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.forces.get(name) or ForceCard(str(self.title).strip(), str(self.of or self.side))
        forces: Mapping[str, ForceCard] = {**table.box.forces, name: replace(known, **self._facts())}
        table = table.but(box=replace(table.box, forces=forces))
        return table if self.start is None else marked(table, name, self.start is YesNo.YES)


@action(
    "objective", rule="types.objective", learns=True,
    examples=("objective krakow points 3", 'objective "Lodz" by german points 2', "objective warsaw after krakow"),
)  # fmt: skip
class LearnObjective(Action[Table]):
    """Tell what is printed on an objective: of one on file, or of a new one by its title in quotes.

    `by`: who may capture it. `after a,b need 1`: closed until so many of these are captured (all, without a number).
    `attack`, `defend`: what it adds for the attacker or the defender. `plain yes`: it has no Special Notes.
    """

    objective: Objective | None = None
    title: Text | None = None
    by: Annotated[Side | None, Word("by")] = None
    points: Annotated[int | None, Span(0, MOST_POINTS, "points"), Word("points")] = None
    type: Annotated[Site | None, Word("type")] = None
    plain: Annotated[YesNo | None, Word("plain")] = None
    open: Annotated[YesNo | None, Word("open")] = None
    after: Annotated[tuple[Objective, ...], Word("after")] = ()
    need: Annotated[int | None, Span(1, 9), Word("need")] = None
    attack: Annotated[int | None, Span(-9, 9), Word("attack")] = None
    defend: Annotated[int | None, Span(-9, 9), Word("defend")] = None
    effect: Annotated[ObjectiveText | None, Word("effect")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self._name(), "objective", "types.objective")
        if self._name() in self.after:
            yield illegal("types.objective", f"{self._name()} is not on the path to itself", "other objectives")
        if self.need is not None and self.need > len(set(self.after)):
            message = f"{self.need} of {joined(self.after)} cannot be captured"
            yield illegal("types.objective", message, "after OBJECTIVE,... need NUMBER")
        yield from contradicts(table.box.objectives.get(self._name()), self._facts(), "types.objective")

    def _name(self) -> str:
        return name_told(self.objective, self.title, OBJECTIVE_FACTS)

    def _facts(self) -> dict[str, Any]:
        facts = told(
            by=None if self.by is None else str(self.by), points=self.points, type=self.type, plain=_plain(self),
            open=yes(self.open), attack=self.attack, defend=self.defend, effect=self.effect,
        )  # fmt: skip
        if self.after:
            facts |= {"open": False, "after": tuple(dict.fromkeys(self.after)), "need": self.need or 0}
        if facts.get("open") is False:
            facts["plain"] = False
        return facts

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.objectives.get(name) or ObjectiveCard(str(self.title).strip())
        objectives = {**table.box.objectives, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, objectives=objectives))


@action(
    "card", rule="types.action", learns=True,
    examples=('card "Air Raid" german type military rating 2 plain yes', "card to-the-last of polish"),
)  # fmt: skip
class LearnCard(Action[Table]):
    """Tell what is printed on an action card: of one on file, or of a new one by its title in quotes and its side.

    `plain yes`: it has no text. `attack`, `defend`: what it adds for who attacks or defends. `strikes`: the type that
    it discards. `cost yes`: a card is discarded to play it. `when after effect draw amount 2`: what happens, and when.
    """

    card: Card | None = None
    title: Text | None = None
    of: Annotated[Side | None, Word("of")] = None
    type: Annotated[Type | None, Word("type")] = None
    rating: Annotated[int | None, Span(0, 9), Word("rating")] = None
    plain: Annotated[YesNo | None, Word("plain")] = None
    attack: Annotated[int | None, Span(-9, 9), Word("attack")] = None
    defend: Annotated[int | None, Span(-9, 9), Word("defend")] = None
    strikes: Annotated[Strikes | None, Word("strikes")] = None
    cost: Annotated[YesNo | None, Word("cost")] = None
    when: Annotated[When | None, Word("when")] = None
    effect: Annotated[Effect | None, Word("effect")] = None
    amount: Annotated[int | None, Span(1, 9), Word("amount"), Behind("effect")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self._name(), "card", "types.action")
        yield from contradicts(table.box.cards.get(self._name()), self._facts(), "types.action")

    def _name(self) -> str:
        return name_told(self.card, self.title, CARD_FACTS)

    def _facts(self) -> dict[str, Any]:
        return told(
            side=None if self.of is None else str(self.of), type=self.type, rating=self.rating, plain=_plain(self),
            attack=self.attack, defend=self.defend, strikes=self.strikes, cost=yes(self.cost), when=self.when,
            effect=self.effect, amount=self.amount,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self._name()
        if not name:
            return table
        known = table.box.cards.get(name) or ActionCard(str(self.title).strip(), self.side)
        cards: Mapping[str, ActionCard] = {**table.box.cards, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, cards=cards))


def _plain(act: LearnForce | LearnObjective | LearnCard) -> bool | None:
    """Whether the card has no text: as it was told, and it has one when something of it was told."""
    if act.plain is not None:
        return act.plain is YesNo.YES
    texts: tuple[object, ...] = (act.attack, act.defend, act.effect)
    if isinstance(act, LearnCard):
        texts = (*texts, act.strikes, act.when, act.amount, act.cost)
    return False if any(str(told_one) not in ("None", "0", "none", "no") for told_one in texts) else None

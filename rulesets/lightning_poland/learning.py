"""What players tell about their own copy of the cards. It is kept in the record, and checked from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from referee.components.decks import Side
from referee.components.facts import replace
from referee.components.learning import YesNo, contradicts, name_told, refuse_owner, retitled, titled, told, which, yes
from referee.ruleset import Action, Behind, Finding, Span, Text, Word, action, illegal, needs, warning
from rulesets.lightning_poland.asking import text_unknown
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.names import (
    GERMAN,
    MOST_POINTS,
    POLISH,
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

PEOPLE = {"german": GERMAN, "germans": GERMAN, "polish": POLISH, "poles": POLISH}
"""How the sides are called behind the title of an objective."""


@action(
    "force", rule="types.force", learns=True,
    examples=("force xvi-corps rating 3 cost 2", 'force "VII Corps" german type infantry cost 1 rating 2 text no'),
)  # fmt: skip
class LearnForce(Action[Table]):
    """Tell what is printed on a force card: of one on file, or of a new one by its title in quotes and its side.

    `text no` (or `plain yes`): it has no text. `start yes`: it is marked S. `effect stay`: it may go back to the row
    after a battle.
    """

    force: AnyForce | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Side | None = None
    start: Annotated[YesNo | None, Word("start")] = None
    cost: Annotated[int | None, Span(0, 9, "supply"), Word("cost", also=("supply",))] = None
    type: Annotated[Kind | None, Word("type")] = None
    rating: Annotated[int | None, Span(0, 9), Word("rating")] = None
    plain: Annotated[YesNo | None, Word("plain")] = None
    text: Annotated[YesNo | None, Word("text")] = None
    attack: Annotated[int | None, Span(-9, 9), Word("attack")] = None
    defend: Annotated[int | None, Span(-9, 9), Word("defend")] = None
    effect: Annotated[ForceText | None, Word("effect")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self.name, "force", "types.force")
        known = table.box.forces.get(self.name)
        refuse_owner(known, self.of)
        yield from _contradicts(known, self._facts() | told(start=yes(self.start)), "types.force")
        yield from _more_of_it(self, table)

    @property
    def name(self) -> str:
        """The card that is meant; "" if it is not said which."""
        return name_told(self.force, self.title)

    def _facts(self) -> dict[str, Any]:
        return told(
            title=retitled(self.force, self.title),
            cost=self.cost, type=self.type, rating=self.rating, plain=_plain(self), attack=self.attack,
            defend=self.defend, effect=self.effect,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self.name
        if not name:
            return table
        known = table.box.forces.get(name) or ForceCard(titled(self.title), str(self.of or self.side))
        forces: Mapping[str, ForceCard] = {**table.box.forces, name: replace(known, **self._facts())}
        table = table.but(box=replace(table.box, forces=forces))
        return table if self.start is None else marked(table, name, self.start is YesNo.YES)


@action(
    "objective", rule="types.objective", learns=True, alias="objectives",
    examples=("objective krakow points 3", 'objective "Lodz" by german points 2', "objective warsaw after krakow"),
)  # fmt: skip
class LearnObjective(Action[Table]):
    """Tell what is printed on an objective: of one on file, or of a new one by its title in quotes.

    `by`: who may capture it. `after a,b need 1`: closed until so many of these are captured (all, without a number).
    `attack`, `defend`: what it adds for the attacker or the defender. `text no` (or `plain yes`): no Special Notes.
    """

    objective: Objective | None = None
    title: Annotated[Text | None, Word("title")] = None
    by: Annotated[Side | None, Word("by")] = None
    points: Annotated[
        int | None, Span(0, MOST_POINTS, "points"), Word("points"), Behind("objective", "title", "by")
    ] = None  # fmt: skip
    type: Annotated[Site | None, Word("type")] = None
    plain: Annotated[YesNo | None, Word("plain")] = None
    text: Annotated[YesNo | None, Word("text")] = None
    open: Annotated[YesNo | None, Word("open")] = None
    after: Annotated[tuple[Objective, ...], Word("after")] = ()
    need: Annotated[int | None, Span(1, 9), Word("need")] = None
    attack: Annotated[int | None, Span(-9, 9), Word("attack")] = None
    defend: Annotated[int | None, Span(-9, 9), Word("defend")] = None
    effect: Annotated[ObjectiveText | None, Word("effect")] = None

    def __post_init__(self) -> None:
        """What is said behind a title is no part of it: `danzig 2` is worth two points, `danzig poles` is for them. A
        title ends before `by SIDE`.
        """
        words = (self.title or "").split() if self.by is None else []
        while len(words) > 1 and (fact := self._said(words[-1].lower())):
            words.pop()
            for field, value in {**fact, "title": Text(" ".join(words))}.items():
                object.__setattr__(self, field, value)

    def _said(self, word: str) -> dict[str, Any]:
        """The fact that a word behind the title tells, if it is not told yet: its points, or who may capture it."""
        if self.points is None and word.isascii() and word.isdecimal() and int(word) <= MOST_POINTS:
            return {"points": int(word)}
        if self.by is None and word in PEOPLE:
            return {"by": Side(PEOPLE[word])}
        return {}

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self.name, "objective", "types.objective")
        if self.name in self.after:
            yield illegal("types.objective", f"{self.name} is not on the path to itself", "other objectives")
        if self.need is not None and self.need > len(set(self.after)):
            message = f"{self.need} of {joined(self.after)} cannot be captured"
            yield illegal("types.objective", message, "after OBJECTIVE,... need NUMBER")
        yield from _contradicts(table.box.objectives.get(self.name), self._facts(), "types.objective")
        yield from self._new(table)
        yield from _more_of_it(self, table)

    def _new(self, table: Table) -> Iterator[Finding]:
        """Of a new objective it is asked at once who may capture it, and what it is worth."""
        if not self.name or self.name in table.box.objectives:
            return
        if self.by is None:
            message = f"which side may capture {self.title} is not known"
            yield needs("types.objective", message, f"objective {self.name} by ?")
        if self.points is None:
            message = f"the number of points of {self.title} is not known"
            yield needs("types.objective", message, f"objective {self.name} points ?")

    @property
    def name(self) -> str:
        """The card that is meant; "" if it is not said which."""
        return name_told(self.objective, self.title)

    def _facts(self) -> dict[str, Any]:
        facts = told(
            title=retitled(self.objective, self.title),
            by=None if self.by is None else str(self.by), points=self.points, type=self.type, plain=_plain(self),
            open=yes(self.open), attack=self.attack, defend=self.defend, effect=self.effect,
        )  # fmt: skip
        if self.after:
            facts |= {"open": False, "after": tuple(dict.fromkeys(self.after)), "need": self.need or 0}
        if facts.get("open") is False:
            facts["plain"] = False
        return facts

    def apply(self, table: Table) -> Table:
        name = self.name
        if not name:
            return table
        known = table.box.objectives.get(name) or ObjectiveCard(titled(self.title))
        objectives = {**table.box.objectives, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, objectives=objectives))


@action(
    "card", rule="types.action", learns=True,
    examples=('card "Air Raid" german type military rating 2 text no', "card to-the-last of polish"),
)  # fmt: skip
class LearnCard(Action[Table]):
    """Tell what is printed on an action card: of one on file, or of a new one by its title in quotes and its side.

    `text no` (or `plain yes`): it has no text. `attack`, `defend`: what it adds for who attacks or defends. `strikes`:
    the type that it discards. `cost yes`: a card is discarded to play it. `when after effect draw amount 2`: what
    happens, and when.
    """

    card: Card | None = None
    title: Annotated[Text | None, Word("title")] = None
    of: Annotated[Side | None, Word("of")] = None
    type: Annotated[Type | None, Word("type")] = None
    rating: Annotated[int | None, Span(0, 9), Word("rating")] = None
    plain: Annotated[YesNo | None, Word("plain")] = None
    text: Annotated[YesNo | None, Word("text")] = None
    attack: Annotated[int | None, Span(-9, 9), Word("attack")] = None
    defend: Annotated[int | None, Span(-9, 9), Word("defend")] = None
    strikes: Annotated[Strikes | None, Word("strikes")] = None
    cost: Annotated[YesNo | None, Word("cost")] = None
    when: Annotated[When | None, Word("when")] = None
    effect: Annotated[Effect | None, Word("effect")] = None
    amount: Annotated[int | None, Span(1, 9), Word("amount"), Behind("effect")] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        yield from which(self.name, "card", "types.action")
        yield from _contradicts(table.box.cards.get(self.name), self._facts(), "types.action")
        yield from _more_of_it(self, table)

    @property
    def name(self) -> str:
        """The card that is meant; "" if it is not said which."""
        return name_told(self.card, self.title)

    def _facts(self) -> dict[str, Any]:
        return told(
            title=retitled(self.card, self.title),
            side=None if self.of is None else str(self.of), type=self.type, rating=self.rating, plain=_plain(self),
            attack=self.attack, defend=self.defend, strikes=self.strikes, cost=yes(self.cost), when=self.when,
            effect=self.effect, amount=self.amount,
        )  # fmt: skip

    def apply(self, table: Table) -> Table:
        name = self.name
        if not name:
            return table
        known = table.box.cards.get(name) or ActionCard(titled(self.title), self.side)
        cards: Mapping[str, ActionCard] = {**table.box.cards, name: replace(known, **self._facts())}
        return table.but(box=replace(table.box, cards=cards))


def _contradicts(known: Any, facts: dict[str, Any], rule: str) -> Iterator[Finding]:
    """What is on file of a card and told otherwise now; of its text whether it has one."""
    plain = facts.get("plain")
    yield from contradicts(known, {name: fact for name, fact in facts.items() if name != "plain"}, rule)
    if known is not None and plain is not None and known.plain is (not plain):
        was, now = ("no text", "a text")[:: 1 if known.plain else -1]
        yield warning(rule, f"on file {known.title} had {was}; now it has {now}")


def _plain(act: LearnForce | LearnObjective | LearnCard) -> bool | None:
    """Whether the card has no text: as it was told, and it has one when something of it was told."""
    if act.text is not None:
        return act.text is YesNo.NO
    if act.plain is not None:
        return act.plain is YesNo.YES
    texts: tuple[object, ...] = (act.attack, act.defend, act.effect)
    if isinstance(act, LearnCard):
        texts = (*texts, act.strikes, act.when, act.amount, act.cost)
    return False if any(str(told_one) not in ("None", "0", "none", "no") for told_one in texts) else None


def _more_of_it(act: LearnForce | LearnObjective | LearnCard, table: Table) -> Iterator[Finding]:
    """A card of the present battle is told to have a text: what it does there is asked for in time."""
    if _plain(act) is False:
        yield from text_unknown(act.apply(table), act.name)

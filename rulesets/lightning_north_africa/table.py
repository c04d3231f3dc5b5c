"""The state of the table, and the questions that every rule asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from referee.components import owing
from referee.components.decks import CardTable, Side
from referee.components.facts import replace
from referee.components.learning import title_of, titles_of
from referee.components.wording import by_ruling as by_ruling
from referee.components.wording import many_cards as many_cards
from referee.ruleset import Action, Finding, Kind, Name, illegal
from rulesets.lightning_north_africa.box import Box, Effect, ForceCard
from rulesets.lightning_north_africa.names import (
    ELIMINATED,
    HAND_LIMIT,
    SIDES,
    AnyForce,
    Bonus,
    Card,
    Force,
    Plan,
    Region,
    Reserve,
    Source,
)

NOWHERE = Region("")
"""Where a force stands whose place nobody has told."""


PLANS = {
    str(plan): (
        f"is an attack plan, no card: in a battle write add {plan}, strike {plan} or react {plan} "
        "(a card's own title stands in quotes) [action-cards.4]"
    )
    for plan in Plan
}
"""What players may take for cards, and how those cards are told."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A deployed force: its region, its losses, and what it did this turn."""

    region: Region
    losses: int = 0
    operated: bool = False
    moved: bool = False
    ordered: bool = False
    attacked: bool = False
    arrived: bool = False


@dataclass(frozen=True, slots=True)
class Owed(owing.Owed[Force]):
    """Something a side must or may do before the turn goes on.

    what    "loss" (a token), "discard" (a card), "draw" (may draw a card), "cost" (discards, of which nobody told
            the number), "supply" (losses of which it is not said yet who cuts the force off)
    among   the forces of which one must take the loss
    """


class Doing(StrEnum):
    """An act that the other side may still answer."""

    CARD = "card"
    MOVE = "move"
    ORDER = "attack order"
    PREPARATION = "Preparation"
    SPECIAL = "operation"
    ARRIVAL = "reinforcement"


@dataclass(frozen=True, slots=True)
class Pending:
    """An act that the other side may still answer by a card; what it does beside moving a force waits for that.

    origin  where the force came from, if it moved
    target  the force that a card was played on
    cost    cards that a reinforcement cost
    """

    side: str
    doing: Doing
    force: Force | None = None
    card: Card | None = None
    target: Force | None = None
    origin: Region | None = None
    cost: int = 0

    @property
    def moved(self) -> bool:
        """A force went to another region."""
        return self.origin is not None

    @property
    def words(self) -> str:
        """The act in words."""
        return f"the card {self.card}" if self.card else f"the {self.doing} of {self.force}"


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card in play (or an operation printed on a force) that is carried out with plain verbs `by SOURCE`.

    left   how often it may still be used; None if the text is not on file
    bonus  the region of the battle, if it is the secondary effect of a battle card, which nobody told: one loss, one
           discard or one draw
    """

    source: Source
    side: str
    effect: Effect
    left: int | None = None
    bonus: Region = NOWHERE


@dataclass(frozen=True, slots=True)
class Shown:
    """A battle card that waits for a reaction; `answers` is the card that it would cancel, if it is a reaction."""

    side: str
    plan: Plan
    bonus: Bonus | None
    answers: Shown | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle: facts only; what comes next is read off them.

    side       the attacking side
    plans      the attack plans that the attacker may choose
    unsure     plans that may be inherent too: a symbol is not known
    shown      the battle card that the other side may react to
    stopped    sides that play no more cards; `resumed` are those that had stopped and may play again
    unsaid     those that stopped without a `pass`: the other side went on, and that is taken for their word
    opened     something was done after the declaration; `played` says that a battle card was
    cancelled  the card that a reaction has just cancelled; () if the last card takes effect
    unguessed  the plan was turned over without a guess
    over       the attack was carried out; only its losses are to be taken
    """

    side: str
    region: Region
    attackers: tuple[Force, ...]
    plans: frozenset[Plan]
    unsure: frozenset[Plan] = frozenset()
    shown: Shown | None = None
    stopped: frozenset[str] = frozenset()
    resumed: frozenset[str] = frozenset()
    unsaid: frozenset[str] = frozenset()
    opened: bool = False
    played: bool = False
    sealed: bool = False
    cancelled: tuple[Shown, ...] = ()
    guess: Plan | None = None
    unguessed: bool = False
    plan: Plan | None = None
    over: bool = False

    @property
    def ended(self) -> bool:
        """Both sides said, one after the other, that they play no more battle cards (battles.more)."""
        return len(self.stopped) == len(SIDES) and not self.unsaid


@dataclass(frozen=True, kw_only=True)
class Table(CardTable):
    """Everything that lies on the table of Lightning: North Africa.

    control        who controls Tobruk, or controlled it last
    tobruk         "both" while both sides are there, "left" when the side in control is gone and control stays
    fortress_paid  forces that took the fortress loss with their attack order, their attack being not yet declared
    inflicted      losses of the last attack that was carried out this turn; None if there was none
    unchecked      forces of which the supply check could not be told, for a value is not known
    unpaid         own losses that cards of this turn cost, of which nobody told the number yet
    pending        acts that may still be answered, the last on top
    in_play        cards of this turn that are carried out with plain verbs
    """

    titles: ClassVar[Mapping[str, str]] = SIDES
    box: Box
    forces: Mapping[Force, Standing]
    gone: Mapping[Force, str] = field(default_factory=dict)
    control: str
    tobruk: str = ""
    fortress_paid: tuple[Force, ...] = ()
    inflicted: int | None = None
    unchecked: tuple[Force, ...] = ()
    extra_operations: int = 0
    owed: tuple[Owed, ...] = ()
    unpaid: tuple[Owed, ...] = ()
    pending: tuple[Pending, ...] = ()
    in_play: tuple[InPlay, ...] = ()
    battle: Battle | None = None

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that can be used now."""
        if kind is Force:
            return {f: self.box.forces[f].title for f in self.forces}
        if kind is Region:
            return self.box.regions
        if kind is Card:
            return titles_of(self.box.cards)
        if kind is Reserve:
            return {n: c.title for n, c in self.box.forces.items() if n not in self.forces and n not in self.gone}
        if kind is Source:
            waiting = {str(p.force) for p in self.pending if p.doing is Doing.SPECIAL}
            special = waiting | {w.source for w in self.in_play}
            forces = {name: card.title for name, card in self.box.forces.items() if name in special}
            return {**forces, **titles_of(self.box.cards)}
        if kind is Side:
            return {side: side for side in self.cards}
        return titles_of(self.box.forces)

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that exist, and why they cannot be used now."""
        if kind is Force:
            why = "does not start on the map [setup.2]" if self.step == "setup" else "is not on the map [force-cards.2]"
            reserve = {n: why for n in self.box.forces if n not in self.forces}
            return {**reserve, **dict.fromkeys(self.gone, "is out of the game [force-cards.1]")}
        if kind is Reserve:
            there = {str(n): "is on the map already [force-cards.2]" for n in self.forces}
            return {**there, **dict.fromkeys(self.gone, "is out of the game [force-cards.1]")}
        if kind is Source:
            return {str(n): "does no operation of its own now" for n in self.forces}
        return PLANS if kind is Card else {}

    def owner(self, name: Name) -> str:
        """The side that a force or card belongs to."""
        if isinstance(name, Source) and name in self.box.cards:
            return self.box.cards[name].side
        if isinstance(name, Force | Reserve | AnyForce | Source):
            return self.box.forces[name].side
        if isinstance(name, Card):
            return self.box.cards[name].side
        return ""

    def teach(self, kind: type[Name], word: str) -> str:
        """The line that would teach a force or card that is not on file."""
        if kind in (Card, Source):
            return f'card "{title_of(word)}" {self.side}'
        if kind in (Reserve, AnyForce):
            return f'force "{title_of(word)}" {self.side}'
        return ""

    def card_of(self, force: Force) -> ForceCard:
        """The force card of a force."""
        return self.box.forces[force]

    def side_of(self, force: Force) -> str:
        """The side of a force."""
        return self.box.forces[force].side

    def region_of(self, force: Force) -> Region:
        """Where a force stands; NOWHERE if nobody told."""
        return self.forces[force].region

    def place(self, region: Region) -> str:
        """The name of a region as the map card has it."""
        return self.box.regions.get(region, "an unknown region")

    def forces_of(self, side: str) -> tuple[Force, ...]:
        """The deployed forces of a side."""
        cards = self.box.forces
        return tuple(f for f in self.forces if cards[f].side == side)

    def forces_in(self, region: Region, side: str) -> tuple[Force, ...]:
        """The forces of a side that stand in a region."""
        cards = self.box.forces
        return tuple(f for f, s in self.forces.items() if s.region == region and cards[f].side == side)

    def alive(self, forces: Iterable[Force]) -> tuple[Force, ...]:
        """Those of some forces that are on the map and not about to be eliminated."""
        return tuple(f for f in forces if f in self.forces and self.forces[f].losses < ELIMINATED)

    def with_force(self, force: Force, **changes: Any) -> Table:
        """The table with a force changed; the same table if the force is not on the map."""
        if force not in self.forces:
            return self
        return self.but(forces={**self.forces, force: replace(self.forces[force], **changes)})

    def with_loss(self, force: Force, losses: int = 1) -> Table:
        """The table after a force suffered losses (never more than eliminate it), or fewer than was thought."""
        if force not in self.forces:
            return self
        return self.with_force(force, losses=max(0, min(ELIMINATED, self.forces[force].losses + losses)))

    def laid(self, side: str, force: str) -> Table:
        """The table after a force card left the hand."""
        return self.counted(side, self.cards[side].lay(), f"reinforce {force}")

    def owing(self, *owed: Owed) -> Table:
        """The table with more to be done, behind what is owed already."""
        return self.but(owed=(*self.owed, *owed))

    def can_draw(self, side: str, wanted: int) -> int:
        """How many of the cards due can be drawn: the hand limit and the cards left bind (Action Cards 5)."""
        return self.cards[side].can_draw(wanted, HAND_LIMIT)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OfTurn(Action[Table]):
    """An act of the player whose turn it is."""

    def whose(self, table: Table) -> str:
        """By the order of turns it is for the other side where it breaks no other rule, and where a turn begins."""
        begins = table.step in ("setup", "draw")
        others = self.side != table.side and not any(f.kind is Kind.ILLEGAL for f in self.judge(table))
        return "setup.7" if begins or others else self.rule


def own_force(table: Table, side: str, force: Force, rule: str) -> Iterable[Finding]:
    """A side may only use its own forces."""
    if table.side_of(force) != side:
        own = ", ".join(table.forces_of(side)) or "none"
        yield illegal(rule, f"{force} is {table.side_of(force)}, not {side}", f"one of {own}")


def debts_first(table: Table, rule: str) -> Iterator[Finding]:
    """What a side must do comes before the next act."""
    for owed in table.owed:
        if owed.what in ("loss", "discard"):
            yield illegal(rule, f"first comes what {owed.side} must do: {owed.what} ({owed.reason})", "do that first")
            return


def effect_cancelled(table: Table, side: str, bonus: Bonus) -> bool:
    """Whether this side would carry out the secondary effect of the last battle card, which a reaction cancelled."""
    battle = table.battle
    if battle is None or battle.shown is not None or table.owed:
        return False
    return any(card.bonus is bonus and (card.side == side) is (bonus is Bonus.DRAW) for card in battle.cancelled)


def many_losses(count: int) -> str:
    """A number of losses in words."""
    return "1 loss" if count == 1 else f"{count} losses"

"""The state of the table, and the questions that every rule asks of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from referee.components.decks import CardTable, Side
from referee.components.hidden import Pieces
from referee.components.learning import title_of, titles_of
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Name
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.box import Box, Effect, ForceCard, Free, TurnText
from rulesets.lightning_d_day.names import (
    GERMAN,
    NO_BEACH,
    OUT,
    PLAYERS,
    SIDES,
    TURNS,
    Aim,
    AnyForce,
    AnyPile,
    Beach,
    Card,
    EnemyPile,
    Force,
    Payment,
    Pile,
    Reserve,
    Source,
    TurnCard,
    beach_of_pile,
    pile_of,
    side_of_pile,
    turn_card,
)

NO_TARGET = ", so it is no target: an attack is on an active force, or on the pile"
"""Why an enemy force that lies face down cannot be named."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played and may still be answered.

    beach    for which beach it was played
    cancels  which of the cards before it it cancels, counted from 0; None if it cancels none
    paid     the price of its bonus was paid
    force    the force that it is while it lies on the table; "" if it is none, or not yet
    """

    card: Card
    side: str
    beach: Beach
    cancels: int | None = None
    paid: bool = False
    force: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """A number that counts for a side in an attack on the word of a card."""

    side: str
    number: int
    source: Source


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack of one force on an active one: facts only; the totals are read off them.

    there   the beach of the defender, another one than the attacker's for an attack on an adjacent beach
    flank   the defender counts less, by the optional rule
    asked   the side that may play a card now
    passed  the other side let its chance pass just before
    added   numbers on the word of cards
    told    for how many cards and numbers the totals were said last, and of which numbers they were made
    over    nobody plays any more
    """

    side: str
    beach: Beach
    attacker: Force
    defender: Force
    there: Beach
    flank: bool = False
    asked: str = ""
    passed: bool = False
    cards: tuple[Played, ...] = ()
    added: tuple[Added, ...] = ()
    told: tuple[int, str] = (-1, "")
    over: bool = False

    def beach_of(self, side: str) -> Beach:
        """The beach at which a side fights."""
        return self.beach if side == self.side else self.there


@dataclass(frozen=True, slots=True)
class Hit:
    """What an attack discards without a comparison of values.

    force, pile  an active force, or the pile of which it is the top card
    rule         by which of the two rules
    attacker     the force that attacks
    """

    rule: str
    attacker: Force
    force: Force | None = None
    pile: Pile | None = None


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card whose text is carried out with plain verbs `by CARD` while the beaches of this side are resolved.

    left  how often it may still be used; None if its text is the only one to know
    """

    source: Source
    side: str
    effect: Effect
    left: int | None = None


@dataclass(frozen=True, kw_only=True)
class Table(CardTable):
    """Everything that lies on the table of Lightning: D-Day.

    pieces     the force cards of each side
    beach      the beach that is resolved now; NO_BEACH when none is
    done       the side whose turn it is has resolved all of its beaches
    used       actions that were used at it
    activated  forces of the acting side that were activated in this turn
    freed      those of them that used their free attack
    attacked   forces that had their attack of this turn
    extra      further actions at a beach in each turn, by the pile of side and beach (Airborne cards)
    again      further actions at the present beach in this turn only, on the word of a card
    in_play    cards whose text is carried out by hand; `carried` says how often it was, since the card was played
    spent      action cards that were played, by side, and how often its discards had been shuffled by then
    ended      the sides that are through with the discards, or the draws, at the end of a turn
    unheard    the sides of which no discards were told before a draw: each may tell them until it draws itself
    unsaid     the side whose draw is made, and nobody said yet of how many cards
    hit        what the last attack discards without a battle
    outcome    how the game ended, in words
    """

    titles: ClassVar[Mapping[str, str]] = SIDES
    box: Box
    options: Mapping[str, str] = field(default_factory=dict)
    pieces: Mapping[str, Pieces]
    beach: Beach = NO_BEACH
    done: bool = False
    used: int = 0
    activated: tuple[Force, ...] = ()
    freed: tuple[Force, ...] = ()
    attacked: tuple[Force, ...] = ()
    extra: Mapping[Pile, int] = field(default_factory=dict)
    again: int = 0
    battle: Battle | None = None
    hit: Hit | None = None
    pending: tuple[Played, ...] = ()
    in_play: tuple[InPlay, ...] = ()
    carried: Mapping[str, int] = field(default_factory=dict)
    spent: Mapping[str, int] = field(default_factory=dict)
    ended: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    unsaid: str = ""
    outcome: str = ""

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that can be used now."""
        box = self.box
        if kind is Beach:
            return {str(beach): title for beach, title in box.beaches.items()}
        if kind is Force:
            return {force: self.card_of(force).title for force in self.all_active()}
        if kind is Reserve:
            return {name: card.title for name, card in box.forces.items() if not self.seen(card.side, name)}
        if kind is AnyForce:
            return titles_of(box.forces)
        if kind is Card:
            return titles_of(box.cards)
        if kind is Aim:
            return {**self.names(Beach), **titles_of(box.cards)}
        if kind in (Pile, AnyPile):
            return self._piles()
        if kind is EnemyPile:
            return self._piles(self.enemy_of(self.side))
        if kind is Payment:
            return {**self._piles(), **self.names(Force)}
        if kind is TurnCard:
            return titles_of(box.turns)
        if kind is Source:
            return {source: self.title(source) for source in self.sources()}
        return PLAYERS if kind is Side else {}

    def _piles(self, plain: str = "") -> dict[str, str]:
        """The piles; those of one side may be called by their beach alone."""
        sides = {p: "" if side_of_pile(p) == plain else f"{SIDES[side_of_pile(p)]} " for p in self.box.piles}
        return {pile: f"{side}{self.place(beach_of_pile(pile))}" for pile, side in sides.items()}

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that exist, and why they cannot be used now."""
        if kind is Force:
            none = all(self.side_of(force) != self.side for force in self.all_active())
            also = f", and {SIDES[self.side]} has no active force to attack with" if none else ""
            own, foe = f"was not activated{also} [turn.attack]", f"was not activated{NO_TARGET} [attack.target]"
            forces = self.box.forces.items()
            down = {n: own if c.side == self.side else foe for n, c in forces if not self.seen(c.side, n)}
            here = self.beach  # what is active at another beach is rarely meant
            away = [force for force in self.all_active() if here and self.beach_of(force) != here]
            down |= {force: f"is active at {self.place(self.beach_of(force))} [turn.order]" for force in away}
            played = "is a force only once it was played [notes.stragglers]"
            cards = {name: played for name, card in self.box.cards.items() if card.effect is Effect.FORCE}
            return {**cards, **down, **dict.fromkeys(self.out_of_the_game(), "is out of the game [attack.succeeds]")}
        if kind is Reserve:
            where = {force: self.place(self.beach_of(force)) for force in self.all_active()}
            there = {str(force): f"is active at {place} [turn.activate]" for force, place in where.items()}
            return {**there, **dict.fromkeys(self.out_of_the_game(), "is out of the game [attack.succeeds]")}
        if kind is Source:
            in_play = self.sources()
            return {name: "is not in play [cards.text]" for name in self.box.cards if name not in in_play}
        return {}

    def owner(self, name: Name) -> str:
        """The side that a force, a card or such a pile as is told of belongs to; "" for a card that both have, or of
        which nobody knows.
        """
        if isinstance(name, Force | Reserve | AnyForce):
            return self.box.forces[name].side
        if isinstance(name, AnyPile | Payment) and Pile(name) in self.box.piles:
            return side_of_pile(Pile(name))
        if isinstance(name, Card | Aim) and name in self.box.cards:
            side = self.box.cards[Card(name)].side
            return side if side in SIDES else ""
        return ""

    def teach(self, kind: type[Name], word: str) -> str:
        """The line that would teach a force or card that is not on file; a force that cannot be turned up at this beach
        may be one of another.
        """
        if kind is Reserve and self.beach and self.actions_left(self.beach) and self.face_down(self.beach, self.side):
            return f'force "{title_of(word)}" {self.side} beach {self.beach}'
        if kind in (Reserve, AnyForce):
            return f'force "{title_of(word)}" {self.side}'
        return f'card "{title_of(word)}" {self.side}' if kind in (Card, Aim) else ""

    @property
    def stage(self) -> str:
        """Each beach has its own actions."""
        return f"{self.step} {self.beach}".rstrip()

    # Forces

    def seen(self, side: str, force: str) -> bool:
        """Whether a force was turned up, and lies at a beach or is out of the game."""
        return force in self.pieces[side].named

    def all_active(self) -> Iterator[Force]:
        """The active forces of both sides."""
        return (Force(force) for side in SIDES for force, _ in piles.active(self.pieces[side]))

    def out_of_the_game(self) -> list[str]:
        """The forces that are out of the game, as far as they were seen."""
        return [force for side in SIDES for force, place in self.pieces[side].named.items() if place == OUT]

    def card_of(self, force: str) -> ForceCard:
        """The force card of a force."""
        return self.box.forces[force]

    def side_of(self, force: str) -> str:
        """The side of a force."""
        return self.box.forces[force].side

    def beach_of(self, force: str) -> Beach:
        """Where an active force lies; NO_BEACH if it is not active."""
        place = self.pieces[self.side_of(force)].named.get(force, OUT)
        return NO_BEACH if place == OUT else Beach(place)

    def active_at(self, beach: Beach, side: str) -> tuple[Force, ...]:
        """The active forces of a side at a beach."""
        return tuple(Force(force) for force, place in piles.active(self.pieces[side]) if place == beach)

    def face_down(self, beach: Beach, side: str) -> int:
        """How many forces of a side lie face down at a beach."""
        return piles.face_down(self.pieces[side], beach)

    def with_pieces(self, side: str, pieces: Pieces) -> Table:
        """The table with the forces of a side changed."""
        return self.but(pieces={**self.pieces, side: pieces})

    def without(self, force: Force) -> Table:
        """The table after an active force left the game."""
        side = self.side_of(force)
        return self.with_pieces(side, self.pieces[side].move(force, OUT)) if self.beach_of(force) else self

    def without_top(self, pile: Pile) -> Table:
        """The table after the top card of a pile left the game, unseen."""
        side = side_of_pile(pile)
        return self.with_pieces(side, piles.lost(self.pieces[side], beach_of_pile(pile)))

    # Beaches

    def order(self, side: str) -> tuple[Beach, ...]:
        """The beaches from a player's own left to his right."""
        row = tuple(self.box.beaches)
        return row[::-1] if side == GERMAN and self.ruled("turn.order-german") == "utah" else row

    def behind(self, beach: Beach) -> bool:
        """Whether the side whose turn it is has gone past a beach."""
        row = self.order(self.side)
        return beach in row and self.beach in row and row.index(beach) < row.index(self.beach)

    def at(self, beach: Beach) -> Table:
        """The table on which a beach is resolved: this one, or, on the way on to it, one with its action unused."""
        return self if beach == self.beach else self.but(beach=beach, used=0, again=0)

    def actions_left(self, beach: Beach) -> int:
        """Actions that the side whose turn it is has at a beach that it resolves."""
        used, again = (self.used, self.again) if beach == self.beach else (0, 0)
        return max(0, 1 + self.extra.get(pile_of(self.side, beach), 0) + again - used)

    def place(self, beach: Beach) -> str:
        """The name of a beach as its card has it."""
        return self.box.beaches.get(beach, "no beach")

    # Cards

    @property
    def turn_text(self) -> TurnText:
        """The turn card that lies face up."""
        return self.box.turns[self.turn_name]

    @property
    def turn_name(self) -> TurnCard:
        """The name of the turn card that lies face up."""
        return turn_card(max(1, min(self.turn, TURNS)))

    @property
    def ending(self) -> str:
        """Whose discard or draw is asked for at the end of a turn."""
        unsaid = self.unsaid if self.step == "draw" else ""  # an adjustment may have left it behind
        return unsaid or next((side for side in SIDES if side not in self.ended), GERMAN)

    def sources(self) -> tuple[Source, ...]:
        """What plain verbs may rest on now: cards in play, the turn card, forces with a free action of their own."""
        cards = [play.source for play in self.in_play]
        waiting = self.pending if self.battle is None else self.battle.cards
        cards += [Source(p.card) for p in waiting if has_text(self.box, p.card)]
        forces = [Source(f) for f in self.activated if self.card_of(f).free in (Free.OTHER, UNKNOWN)]
        return tuple(dict.fromkeys((*cards, *forces, Source(self.turn_name))))

    def title(self, source: str) -> str:
        """What is printed on a card of any kind."""
        box = self.box
        for of_kind in (box.cards, box.forces, box.turns):
            if source in of_kind:
                kinds: Mapping[str, Any] = of_kind
                return str(kinds[source].title)
        return source

    def into_play(self, *cards: InPlay) -> Table:
        """The table with more cards that are carried out by hand."""
        return self.but(in_play=(*self.in_play, *cards))


def has_text(box: Box, card: str) -> bool:
    """Whether a card does something that is carried out by hand."""
    return box.cards[card].effect in (Effect.TEXT, UNKNOWN)


Act = Action[Table]
"""What every verb of this game derives from."""

"""The state of the table, and the questions that every rule asks of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.components.facts import replace
from referee.components.hidden import Pieces
from referee.components.learning import title_of
from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Name
from referee.ruleset import Table as BaseTable
from rulesets.lettow_vorbeck.box import Box, CampaignCard, UnitCard
from rulesets.lettow_vorbeck.names import (
    ASIDE,
    BOXES,
    KONIGSBERG,
    POOL,
    SA_BOX,
    Allowance,
    AnyUnit,
    Card,
    Cargo,
    Command,
    Fighter,
    Home,
    Mover,
    Nation,
    Place,
    Space,
    Unit,
)
from rulesets.lettow_vorbeck.naming import (
    allowances,
    fleets_on_file,
    movers_on_file,
    names_on_file,
    others,
    these,
    units_on_file,
)
from rulesets.lettow_vorbeck.options import Options
from rulesets.lettow_vorbeck.parts import Battle, Deck

SHORT = 3
"""Letters of the longest abbreviation on a counter."""


@dataclass(frozen=True, kw_only=True)
class Table(BaseTable):
    """Everything that lies on the table of Lettow-Vorbeck.

    pieces       the units of each side: by name, or by count where nobody named them
    panicked     units that lie on their reverse side
    lost         units that were eliminated once
    landed       sides that have had a unit on the map; not those of which it was said that none is known to be there
    war          Belgium and Portugal are in the war (28.1.B)
    air          the Allies still have air support; `air_used` in this phase
    happened     the event of the card in effect has taken place
    due          reinforcements that are still to be drawn, by the box that they come from (0: all that lie there)
    drawn        reinforcements of this phase that came before it was told how many do, by the box that they came from
    marched      units that have completed their movement; `marched_unnamed` those without a name, by space
    carried      units that a fleet took along this turn
    builders     units that built a fort this turn
    unsupplied   units that began the March Phase out of supply; `doubtful`: those of which that was not known
    forts        where the fort marker of a side stands
    pulled       sides that removed their fort this turn
    passed_over  spaces in which the battle was skipped
    pursuits     spaces into which a side pursued, and that side
    spent        the card of the player-turn that is just over, while something of it may still be told
    fought       the last battle that is over, by which a late pursuit is judged
    """

    box: Box
    options: Options = field(default_factory=Options)
    pieces: Mapping[str, Pieces] = field(default_factory=dict)
    decks: Mapping[str, Deck] = field(default_factory=dict)
    panicked: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    landed: frozenset[str] = frozenset()
    war: bool = False
    air: bool = True
    air_used: bool = False
    happened: bool = False
    due: Mapping[str, int] = field(default_factory=dict)
    drawn: Mapping[str, int] = field(default_factory=dict)
    marched: frozenset[str] = frozenset()
    carried: frozenset[str] = frozenset()
    marched_unnamed: Mapping[str, int] = field(default_factory=dict)
    builders: frozenset[str] = frozenset()
    unsupplied: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    forts: Mapping[str, str] = field(default_factory=dict)
    pulled: frozenset[str] = frozenset()
    passed_over: tuple[str, ...] = ()
    pursuits: Mapping[str, str] = field(default_factory=dict)
    spent: tuple[str, ...] = ()
    battle: Battle | None = None
    fought: Battle | None = None

    def names(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that can be used now."""
        if kind is Fighter or kind is Cargo:
            return these(self.names(AnyUnit), _there(self, kind))
        if kind is Unit or kind is Mover:
            return self._by_name(kind)
        if kind is AnyUnit or kind is Allowance:
            units = units_on_file(self.box.units, self.rosters)
            return units if kind is AnyUnit else allowances(tuple(units))
        return names_on_file(self.box, kind)

    @property
    def rosters(self) -> tuple[tuple[str, ...], ...]:
        """The units of each side."""
        return tuple([own.roster for own in self.pieces.values()])

    def _by_name(self, kind: type[Name]) -> Mapping[str, str]:
        """The units that lie somewhere by name; and what else may march, the stacks."""
        hidden = {unit for own in self.pieces.values() if own.unnamed for unit in own.nameless}
        if kind is Mover:
            names = movers_on_file(self.box, self.rosters)
            hidden -= names_on_file(self.box, Place).keys() if hidden else set()
        else:
            names = units_on_file(self.box.units, self.rosters)
        return {n: title for n, title in names.items() if n not in hidden} if hidden else names

    def absent(self, kind: type[Name]) -> Mapping[str, str]:
        """Names that exist, and why they cannot be used now."""
        if kind in (Unit, Mover):
            hidden = (own.nameless for own in self.pieces.values() if own.unnamed)
            return {n: "lies among the unnamed units" for names in hidden for n in names}
        if kind in (Fighter, Cargo):
            rule = "is not in this battle [13.1.2.B]" if kind is Fighter else "is not beside a fleet [12.4.A]"
            return others(self.names(AnyUnit), _there(self, kind), rule)
        return {}

    def owner(self, name: Name) -> str:
        """The side that a unit or card belongs to."""
        if isinstance(name, Unit | AnyUnit | Mover | Fighter | Cargo) and name in self.box.units:
            return self.box.units[name].side
        if isinstance(name, Card):
            return self.box.cards[name].side
        return ""

    def teach(self, kind: type[Name], word: str) -> str:
        """The line that would teach what is not on file; "" for a word that names another thing."""
        if word in BOXES or word in self.box.spaces or word in self.box.units or word in self.box.cards:
            return ""
        title = title_of(word)
        if kind in (Unit, AnyUnit, Mover):
            title = printed(title)
            box = POOL if POOL in self.due else next(iter(self.due), POOL)
            return f'unit "{title}" {self.side}{f" start {box}" if self.step == "recruit" else ""}'
        if kind in (Space, Place, Home):
            return f'space "{title}"'
        return f'card "{title}" {self.side}' if kind is Card else ""

    def card_of(self, unit: str) -> UnitCard:
        """What is printed on a unit."""
        return self.box.units[unit]

    def side_of(self, unit: str) -> str:
        """The side of a unit."""
        return self.box.units[unit].side

    def place_of(self, unit: str) -> str:
        """Where a unit lies; "" if it is one of the unnamed."""
        return self.pieces[self.side_of(unit)].named.get(unit, "")

    def title(self, place: str) -> str:
        """The name of a space or box as it is printed."""
        return self.box.spaces[place].title if place in self.box.spaces else BOXES.get(place, place)

    def named_in(self, place: str, side: str) -> tuple[str, ...]:
        """The units of a side in a place that are known by name."""
        return _by_place(self.pieces[side]).get(place, ())

    def unnamed_in(self, place: str, side: str) -> int:
        """How many units of a side lie unnamed in a place."""
        return self.pieces[side].unnamed.get(place, 0)

    def count_in(self, place: str, side: str) -> int:
        """All units of a side in a place."""
        return len(self.named_in(place, side)) + self.unnamed_in(place, side)

    def occupied(self, side: str) -> frozenset[str]:
        """The spaces of the map with units of a side."""
        return _occupied(self.pieces[side])

    def current(self, side: str) -> CampaignCard | None:
        """What is printed on the card in effect of a side; None if nobody told which it is, or if none is."""
        deck = self.decks[side]
        return self.box.cards.get(deck.current) if deck.in_effect else None

    def played(self, side: str) -> CampaignCard | None:
        """The card in effect of a side, or the one of its player-turn that is just over."""
        spent = next((card for name in self.spent if (card := self.box.cards[name]).side == side), None)
        return self.current(side) or spent

    def with_pieces(self, side: str, pieces: Pieces) -> Table:
        """The table with the units of a side changed."""
        after = self.but(pieces={**self.pieces, side: pieces})
        return after if side in self.landed or not after.occupied(side) else after.but(landed=self.landed | {side})

    def put(self, units: Iterable[str], place: str) -> Table:
        """The table with units somewhere, whether they were known by name or not."""
        changed: dict[str, Pieces] = {}
        for unit in units:
            side = self.side_of(unit)
            changed[side] = known(changed.get(side, self.pieces[side]), unit, place).move(unit, place)
        table = self
        for side, pieces in changed.items():
            table = table.with_pieces(side, pieces)
        return table

    def put_unnamed(self, side: str, start: str, to: str, count: int) -> Table:
        """The table with units moved of which nobody says which they are; no more than there are."""
        own = self.pieces[side]
        for unit in self.named_in(start, side):
            own = own.turn_down(unit)
        there = min(count, own.unnamed.get(start, 0))
        return self.with_pieces(side, own.shift(there, start, to)) if there else self

    def eliminated(self, units: Iterable[str], to: str = POOL) -> Table:
        """The table with units in their recruit pool (27.1.B), or in the dead pile.

        By a ruling those that come by a card of their own go back to their box.
        """
        gone, table = frozenset(units), self
        for unit in sorted(gone):
            own = self.box.units[unit].start
            comes_by_card = to == POOL and own in (KONIGSBERG, SA_BOX) and self.ruled("LQ17") == "card"
            table = table.put((unit,), str(own) if comes_by_card else to)
        return table.but(panicked=table.panicked - gone, lost=table.lost | gone)

    def with_deck(self, side: str, **changes: Any) -> Table:
        """The table with the deck of a side changed."""
        return self.but(decks={**self.decks, side: replace(self.decks[side], **changes)})

    def with_battle(self, **changes: Any) -> Table:
        """The table with its battle changed; the same table if there is none."""
        return self if self.battle is None else self.but(battle=replace(self.battle, **changes))


def known(pieces: Pieces, unit: str, place: str) -> Pieces:
    """The units of a side, a certain one of them known by name.

    If it was not, it is one of the unnamed: of those in `place`, else of those not placed, in the pool, or anywhere.
    """
    if unit in pieces.named:
        return pieces
    there = next(p for p in (place, ASIDE, POOL, *pieces.unnamed) if pieces.unnamed.get(p))
    return pieces.reveal(unit, there)


@remembered
def _by_place(own: Pieces) -> Mapping[str, tuple[str, ...]]:
    places, named = defaultdict[str, list[str]](list), own.named
    for unit in own.roster:
        if unit in named:
            places[named[unit]].append(unit)
    return {place: tuple(units) for place, units in places.items()}


@remembered
def off_the_map(pieces: Mapping[str, Pieces]) -> tuple[str, ...]:
    """The sides without a unit in any space: as a rule none, and most acts move nobody."""
    return tuple(side for side, own in pieces.items() if not _occupied(own))


@remembered
def _occupied(own: Pieces) -> frozenset[str]:
    """The places with units of a side that are no boxes, and so spaces."""
    return frozenset({*_by_place(own), *own.unnamed}.difference(BOXES))


@remembered
def _there(table: Table, kind: type[Name]) -> frozenset[str]:
    """The units in the battle, or beside a fleet."""
    return _fighters(table) if kind is Fighter else _beside_fleets(table)


def _fighters(table: Table) -> frozenset[str]:
    """The units that were in the battle as it began, and those that are in its space."""
    battle = table.battle
    if battle is None:
        return frozenset()
    there = frozenset([unit for side in table.pieces for unit in table.named_in(battle.space, side)])
    return battle.present if there <= battle.present else battle.present | there


def _beside_fleets(table: Table) -> frozenset[str]:
    """The units in places with a fleet, the fleets themselves too."""
    ports = {table.place_of(u) for u in fleets_on_file(table.box.units)} - {"", POOL}
    return frozenset(u for port in ports for side in table.pieces for u in table.named_in(port, side))


def printed(title: str) -> str:
    """The title of a unit as counters have it: `10fka` is 10 FKA, and `25 roy fus` 25 Roy Fus."""
    words = re.sub(r"(\d)([^\W\d_])", r"\1 \2", title).split()
    return " ".join(word.upper() if _is_short_for(word) else word[:1].upper() + word[1:] for word in words)


def _is_short_for(word: str) -> bool:
    """Whether a word is one of the abbreviations on the counters (24.2), or has no vowel as most of them."""
    lower = word.lower()
    return len(word) <= SHORT and (lower in set(map(str, Command)) or not set(lower) & set("aeiou"))


def by_ruling(table: Table, ruling: str) -> str:
    """How a message cites the ruling that it rests on."""
    return f"(ruling {ruling}: {table.ruled(ruling)})"


def phase_rule(table: Table, side: str, phase: int) -> str:
    """The rule of a phase, counted from 1, in the player-turn of a side (6.2.1.1 to 6.2.2.4)."""
    return f"6.2.{1 if side == table.ruled('LQ1') else 2}.{phase}"


def nation_of(table: Table, unit: str) -> Nation | Unknown:
    """The contingent of a unit; all German units are of one, and South Africans are of the British Empire (29.A)."""
    if table.side_of(unit) != "allied":
        return Nation.GERMAN
    card = table.card_of(unit)
    south_african = card.start == SA_BOX or card.command is Command.SA
    return Nation.BRITISH if card.nation is UNKNOWN and south_african else card.nation


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: `a`, `a and b`, `a, b and c`; `nobody` if there is none."""
    every = [str(name) for name in names]
    return " and ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every) or "nobody"


def many_units(count: int) -> str:
    """A number of units in words."""
    return "1 unit" if count == 1 else f"{count} units"

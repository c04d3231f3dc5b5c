"""What lies on the table besides the units: a deck of each side, and the battle that is fought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.components.cards import Holding
from referee.components.unknown import UNKNOWN, Unknown
from rulesets.lettow_vorbeck.names import enemy_of


@dataclass(frozen=True, slots=True)
class Deck:
    """The campaign cards of a side.

    holding    how many are where; the card in effect counts as the hand, a removed one as away
    current    the card in effect; "" if nobody told which it is, or if none is
    discarded  the discards since the last shuffle, as far as they were named
    removed    the cards out of play
    """

    holding: Holding
    current: str = ""
    discarded: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def in_effect(self) -> bool:
        """Whether a card of the side is in effect."""
        return self.holding.hand > 0


@dataclass(frozen=True)
class Battle:
    """A battle: facts only; what comes next is read off them. Like a table it has no slots: they are many facts.

    attacker    the side that moved in (13.B)
    present     the units that were in it as it began
    size        the units of each side at its beginning, leaders left out
    short       units that began it out of supply; `unsure`: those of which that was not known
    aired       the Allies have decided on air support for this battle round
    bonus       air support adds to the next roll of the Allies
    shot_down   the die that has just lost the air support, until that is told
    half        the die for Tactical Superiority of the side that told it first, until the other is told too
    dice        the dice for Tactical Superiority: attacker, defender; () before they are thrown
    superior    the side that has it; "" if it cannot be told yet
    firing      the unit of which the dice are due
    fired       units that have fired in this round, or broke off
    last        the side that fired last in this round
    thrown      dice were thrown in this round
    felt        the last round in which a unit was lost, panicked or left
    untold      dice of which the table of results is not known
    roller      the type that threw them; the unit itself as long as its type is not known
    eliminations, panics   what the side `hit` must still take
    winner      the side that won; "none" when nobody did
    broke       units that broke off
    shaken      units that were panicked in it, and rallied
    stays       the loser did not retreat, though it should have; `rallied`: nobody rallies any more
    spoils      after a major battle: whether the winner may still take a unit, and the loser must give one up
    rewarded    the unit that the winner took
    pursued     pursuit is decided; `chased`: the units that pursued
    """

    space: str
    attacker: str
    size: Mapping[str, int]
    present: frozenset[str] = frozenset()
    short: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    round: int = 1
    aired: bool = False
    bonus: bool = False
    shot_down: tuple[int, ...] = ()
    half: Mapping[str, int] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    superior: str = ""
    firing: str = ""
    fired: frozenset[str] = frozenset()
    last: str = ""
    thrown: bool = False
    felt: int = 0
    untold: tuple[int, ...] = ()
    roller: str | Unknown = UNKNOWN
    hit: str = ""
    eliminations: int = 0
    panics: int = 0
    winner: str = ""
    broke: frozenset[str] = frozenset()
    shaken: frozenset[str] = frozenset()
    stays: bool = False
    rallied: bool = False
    spoils: tuple[str, ...] = ()
    rewarded: str = ""
    pursued: bool = False
    chased: tuple[str, ...] = ()

    @property
    def defender(self) -> str:
        """The side that is attacked."""
        return enemy_of(self.attacker)

"""The words of the game: sides, beaches, forces, piles, cards."""

from __future__ import annotations

from referee.ruleset import Name

GERMAN = "german"
ALLIED = "allied"
SIDES = {GERMAN: "German", ALLIED: "Allied"}
"""In the order of play (Setting up the Game)."""

PLAYERS = {GERMAN: "German (Germans)", ALLIED: "Allied (Allies)"}
"""The sides where a line names one: players call them by their people too."""

TURNS = 5
"""Turns of a game, a turn card each."""


class Beach(Name):
    """One of the five beach cards."""

    __slots__ = ()
    kind = "beach"


class Force(Name):
    """A force that is active: it lies face up at a beach."""

    __slots__ = ()
    kind = "active force"


class Reserve(Name):
    """A force card on file that was not turned up yet."""

    __slots__ = ()
    kind = "force that is still face down"
    hint = "Turn the top card over, and write its name as it is printed"


class AnyForce(Name):
    """Any force card on file."""

    __slots__ = ()
    kind = "force"


class Pile(Name):
    """The face-down force cards of a side at a beach: `german-omaha`."""

    __slots__ = ()
    kind = "face-down pile"


class AnyPile(Name):
    """A face-down pile of which is told how many forces are printed for it: as a rule an own one."""

    __slots__ = ()
    kind = "face-down pile"


class EnemyPile(Name):
    """The pile that is attacked: `gold` alone is the enemy's, and an own one is named by mistake."""

    __slots__ = ()
    kind = "face-down pile of the enemy"


class Payment(Name):
    """What pays the price of a bonus: a face-down pile; an active force is named by mistake."""

    __slots__ = ()
    kind = "face-down pile"


class Card(Name):
    """An action card on file."""

    __slots__ = ()
    kind = "action card"


class Aim(Name):
    """What a card is played on: another card, or the beach for which it is played."""

    __slots__ = ()
    kind = "action card or beach"


class TurnCard(Name):
    """One of the five turn cards."""

    __slots__ = ()
    kind = "turn card"


class Source(Name):
    """What an act rests on: a card in play, the turn card, or a force with a text."""

    __slots__ = ()
    kind = "card"


NO_BEACH = Beach("")
"""Between the beaches: nobody resolves one."""

OUT = "out"
"""Where a force is that has left the game."""

FROM_HAND = Beach("hand")
"""The beach printed on a force that comes out of the hand: none."""


def pile_of(side: str, beach: Beach) -> Pile:
    """The name of the pile of a side at a beach."""
    return Pile(f"{side}-{beach}")


def side_of_pile(pile: Pile) -> str:
    """Whose pile it is."""
    return pile.partition("-")[0]


def beach_of_pile(pile: Pile) -> Beach:
    """Where a pile lies."""
    return Beach(pile.partition("-")[2])


def turn_card(turn: int) -> TurnCard:
    """The name of the card of a turn."""
    return TurnCard(f"turn-{turn}")

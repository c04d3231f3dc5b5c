"""Force cards on the table: piles that lie face down, of which only the number is known, and forces that are active.

A face-down card has no name: it is a blank of the roster until it is turned up, and then the force that it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.components.hidden import Pieces
from rulesets.lightning_d_day.names import OUT, Beach

BLANK = "?"
"""How the name of a card begins that nobody has seen."""


def laid_out(piles: dict[str, int]) -> Pieces:
    """All forces of a side, face down, so many at each beach."""
    there = {beach: count for beach, count in piles.items() if count}
    return Pieces(tuple(f"{BLANK}{n}" for n in range(sum(there.values()))), {}, there)


def face_down(pieces: Pieces, beach: Beach) -> int:
    """How many cards lie face down at a beach."""
    return pieces.unnamed.get(beach, 0)


def any_face_down(pieces: Pieces) -> bool:
    """Whether a card lies face down at some beach."""
    return any(place != OUT for place in pieces.unnamed)


def active(pieces: Pieces) -> Iterator[tuple[str, str]]:
    """The forces that lie face up at a beach, each with its beach."""
    return ((force, beach) for force, beach in pieces.named.items() if beach != OUT)


def joined(pieces: Pieces, force: str, beach: str) -> Pieces:
    """A force that was in no pile lies face up at a beach; one that is on the table already goes there."""
    if force in pieces.named:
        return pieces.move(force, beach)
    return Pieces((*pieces.roster, force), {**pieces.named, force: beach}, pieces.unnamed)


def taken_off(pieces: Pieces, force: str) -> Pieces:
    """A force that came out of the hand lies on the table no more."""
    roster = tuple(name for name in pieces.roster if name != force)
    return Pieces(roster, {name: place for name, place in pieces.named.items() if name != force}, pieces.unnamed)


def turned_up(pieces: Pieces, force: str, beach: Beach) -> Pieces:
    """The top card of a pile is turned up, and it is this force.

    Where the record knows of no face-down card there, one of the others was there all the time.
    """
    if force in pieces.named:
        return pieces.move(force, beach)
    if not pieces.unnamed:
        return joined(pieces, force, beach)
    if not face_down(pieces, beach):
        pieces = pieces.shift(1, next(iter(pieces.unnamed)), beach)
    blank = next(name for name in pieces.nameless if name.startswith(BLANK))
    roster = tuple(force if name == blank else name for name in pieces.roster)
    return replace(pieces, roster=roster).reveal(force, beach)


def turned_down(pieces: Pieces, force: str) -> Pieces:
    """A force is turned face down where it lies, and is a card that nobody knows again."""
    blank = _new_blank(pieces)
    down = pieces.turn_down(force)
    return replace(down, roster=tuple(blank if name == force else name for name in down.roster))


def lost(pieces: Pieces, beach: Beach) -> Pieces:
    """The top card of a pile leaves the game unseen; nothing happens where there is none."""
    return pieces.shift(1, beach, OUT) if face_down(pieces, beach) else pieces


def corrected(pieces: Pieces, beach: Beach, count: int) -> Pieces:
    """So many cards lie face down at a beach: cards out of the game make up for the difference, else there are more."""
    more = count - face_down(pieces, beach)
    missing = more - pieces.unnamed.get(OUT, 0)
    if missing > 0:
        pieces = _with_blanks(pieces, missing)
    return pieces.put_count(beach, count, OUT)


def printed_otherwise(pieces: Pieces, beach: Beach, more: int) -> Pieces:
    """There were so many more cards (or fewer) for a beach from the beginning than the record said."""
    if more > 0:
        return corrected(_with_blanks(pieces, more), beach, face_down(pieces, beach) + more)
    fewer = min(-more, face_down(pieces, beach))
    gone = [name for name in pieces.nameless if name.startswith(BLANK)][:fewer]
    unnamed = {place: count - (fewer if place == beach else 0) for place, count in pieces.unnamed.items()}
    left = {place: count for place, count in unnamed.items() if count}
    return Pieces(tuple(name for name in pieces.roster if name not in gone), pieces.named, left)


def _with_blanks(pieces: Pieces, count: int) -> Pieces:
    """More cards than the record knew of; they come from outside of the game."""
    for _ in range(count):
        unnamed = {**pieces.unnamed, OUT: pieces.unnamed.get(OUT, 0) + 1}
        pieces = Pieces((*pieces.roster, _new_blank(pieces)), pieces.named, unnamed)
    return pieces


def _new_blank(pieces: Pieces) -> str:
    number = len(pieces.roster)
    while f"{BLANK}{number}" in pieces.roster:
        number += 1
    return f"{BLANK}{number}"

"""How to Resolve a Battle 11: the Force values of both sides, added up in the open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.components.unknown import UNKNOWN, Unknown
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.names import COUNTED, SIDES, Strikes, When
from rulesets.lightning_poland.table import Battle, Table
from rulesets.lightning_poland.words import listed_titles

Value = int | Unknown


@dataclass(frozen=True, slots=True)
class Sum:
    """The value of a side: each number of which it is made, and what it adds up to."""

    terms: tuple[Value, ...]

    @property
    def known(self) -> tuple[int, ...]:
        """The numbers that are known."""
        return tuple([t for t in self.terms if t is not UNKNOWN])

    @property
    def total(self) -> Value:
        """The sum; UNKNOWN if a number in it is."""
        known = self.known
        return sum(known) if len(known) == len(self.terms) else UNKNOWN

    def __str__(self) -> str:
        """As it is said at the table: `2+2 = 4`; one `?` stands for all that is not known: `2+2 = 4+?`."""
        known = self.known
        written = _added(known)
        if len(known) > 1:
            written = f"{written} = {sum(known)}"
        return written if len(known) == len(self.terms) else f"{written}+?"

    @property
    def numbers(self) -> str:
        """All numbers, by which it is known whether they have changed: `2+?+1 = ?`."""
        if UNKNOWN not in self.terms:
            return str(self)
        return _added(self.terms) + (" = ?" if len(self.terms) > 1 else "")


def _added(terms: tuple[Value, ...]) -> str:
    """Numbers as a sum: `2+?-1`; 0 for none."""
    return "".join(["+?" if t is UNKNOWN else f"{t:+d}" for t in terms]).removeprefix("+") or "0"


def bonus(card: ForceCard | ActionCard | ObjectiveCard, attacks: bool) -> Value:
    """What the text of a card adds for the side that attacks, or defends; UNKNOWN if nobody told."""
    if card.plain is True:
        return 0
    return card.attack if attacks else card.defend


def text_words(card: ForceCard | ActionCard | ObjectiveCard, attacks: bool | None = None) -> str:
    """What is known of the text of a card: `+2 defending, after: remove 1`; "" if it has none.

    In a battle (`attacks`: its side does) only the bonus that counts there must be known.
    """
    if card.plain is True:
        return ""
    bonuses = ((card.attack, "attacking"), (card.defend, "defending"))
    words = [f"{value:+d} {what}" for value, what in bonuses if value is not UNKNOWN and value != 0]
    if isinstance(card, ActionCard):
        words += [f"discards {card.strikes}"] if card.strikes not in (UNKNOWN, Strikes.NONE) else []
        words += ["Cost"] if card.cost is True else []
    if card.effect is not UNKNOWN and card.effect != "none":
        words.append(_effect_words(card))
    counts = (card.attack, card.defend) if attacks is None else (card.attack if attacks else card.defend,)
    if UNKNOWN in (card.plain, card.effect, *counts):
        words.append("text not known")
    return ", ".join(words)


def _effect_words(card: ForceCard | ActionCard | ObjectiveCard) -> str:
    effect = "its own text" if card.effect == "text" else str(card.effect)
    if not isinstance(card, ActionCard):
        return effect
    when = "" if card.when in (UNKNOWN, When.NONE) else f"{card.when}: "
    return f"{when}{effect}" + ("" if card.amount is UNKNOWN or card.effect not in COUNTED else f" {card.amount}")


def sum_of(table: Table, battle: Battle, side: str) -> Sum:
    """The value of a side in a battle: ratings, and bonuses that are not zero."""
    return Sum(tuple([value for value, _ in terms(table, battle, side)]))


def terms(table: Table, battle: Battle, side: str) -> Iterator[tuple[Value, str]]:
    """Each number in the value of a side, and the card it comes from."""
    attacks, box = side == battle.side, table.box
    for force in battle.committed(side):
        yield box.forces[force].rating, force
        yield from _more(bonus(box.forces[force], attacks), force)
    for one in battle.cards:
        if one.side == side:
            yield box.cards[one.card].rating, one.card
            yield from _more(bonus(box.cards[one.card], attacks), one.card)
    yield from _more(bonus(box.objectives[battle.objective], attacks), battle.objective)
    yield from ((t.value, t.source) for t in battle.told if t.side == side)


def _more(value: Value, name: str) -> Iterator[tuple[Value, str]]:
    if value is UNKNOWN or value != 0:
        yield value, name


def ahead(table: Table, battle: Battle) -> str | Unknown:
    """The side that wins with the values as they are: the higher one, and the defender at a tie. A ruling for 0:0."""
    defender = table.enemy_of(battle.side)
    ours, theirs = sum_of(table, battle, battle.side).total, sum_of(table, battle, defender).total
    if ours is UNKNOWN or theirs is UNKNOWN:
        return UNKNOWN
    if ours == theirs and empty_tie(table, battle) and table.ruled("battle.11-undefended") == "attacker":
        return battle.side
    return battle.side if ours > theirs else defender


def empty_tie(table: Table, battle: Battle) -> bool:
    """Nobody defends, and neither side has any value."""
    defender = table.enemy_of(battle.side)
    values = (sum_of(table, battle, side).total for side in (battle.side, defender))
    return not battle.defenders and all(v is not UNKNOWN and v == 0 for v in values)


def untold(table: Table, battle: Battle) -> str:
    """The cards of a battle of which a number is not known, by their titles."""
    names = (name for side in SIDES for value, name in terms(table, battle, side) if value is UNKNOWN)
    return listed_titles(table, dict.fromkeys(names))


def total_words(table: Table, battle: Battle) -> str:
    """The sums of both sides, and who leads if that is known: `German 2+2 = 4 v Polish 3+2 = 5, defender leads`."""
    sides = (battle.side, table.enemy_of(battle.side))
    sums = " v ".join(f"{SIDES[side]} {sum_of(table, battle, side)}" for side in sides)
    leads = ahead(table, battle)
    if leads is UNKNOWN:
        return sums
    return f"{sums}, {'attacker' if leads == battle.side else 'defender'} leads"

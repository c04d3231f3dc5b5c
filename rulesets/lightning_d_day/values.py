"""Combat values: what counts for each side of an attack, written out as a sum. A bonus counts only where it applies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from referee.ruleset import Finding, needs
from rulesets.lightning_d_day.box import ActionCard, Effect, ForceCard, Number
from rulesets.lightning_d_day.names import Force
from rulesets.lightning_d_day.table import Battle, Played, Table
from rulesets.lightning_d_day.words import THE

FLANK = -3
"""What an adjacent beach counts more in its defense (optional.adjacent)."""


NOTHING = " (0: nothing)"
"""Said where a number is asked for that most cards do not have."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number of a sum: what it is for; where it is unknown, what is wanted, and the line that would teach it."""

    label: str
    number: Number
    wanted: str = ""
    teach: str = ""


def effective(table: Table, cards: tuple[Played, ...]) -> tuple[bool, ...]:
    """Which of some cards are not cancelled. A cancelled Chaos card cancels nothing, unless the ruling says so."""
    stands = [True] * len(cards)
    for at in reversed(range(len(cards))):
        aim = cards[at].cancels
        if aim is not None and (stands[at] or table.ruled("notes.chaos-restores") == "no"):
            stands[aim] = False
    return tuple(stands)


def standing(table: Table, cards: tuple[Played, ...]) -> tuple[Played, ...]:
    """The cards that are not cancelled, and that cancel nothing themselves."""
    stands = effective(table, cards)
    return tuple(card for card, there in zip(cards, stands, strict=True) if there and card.cancels is None)


def cancel_words(table: Table, cards: tuple[Played, ...]) -> str:
    """Which card the last one cancels: `Chaos cancels Bunkers; `; "" if it cancels none."""
    aim = cards[-1].cancels
    return "" if aim is None else f"{table.title(cards[-1].card)} cancels {table.title(cards[aim].card)}; "


def _of_force(table: Table, force: Force, attacking: bool) -> Iterator[Part]:
    card = table.card_of(force)
    yield from _printed(card, f"force {force}", attacking)


def _printed(card: ForceCard | ActionCard, line: str, attacking: bool) -> Iterator[Part]:
    """The combat value of a card, and its bonus for attack or for defense; `line` begins to teach it."""
    title = card.title
    yield Part(title, card.value, f"the combat value of {title}{NOTHING}", f"{line} value ?")
    if attacking:
        wanted = f"the bonus of {title} when it attacks{NOTHING}"
        yield Part(f"{title} attacking", card.attack, wanted, f"{line} attack ?")
    else:
        wanted = f"the bonus of {title} when it defends{NOTHING}"
        yield Part(f"{title} defending", card.defense, wanted, f"{line} defense ?")


def of_card(table: Table, played: Played, attacking: bool) -> Iterator[Part]:
    """What a card adds, played to attack or to defend."""
    card = table.box.cards[played.card]
    yield from _printed(card, f"card {played.card}", attacking)
    if bonus_applies(table, card, played, attacking):
        why = f" at {table.place(card.where)}" if card.where else " for its price" if card.price else " bonus"
        wanted = f"the further bonus of {card.title}, at a beach or for a price{NOTHING}"
        yield Part(f"{card.title}{why}", card.bonus, wanted, f"card {played.card} bonus ?")


def bonus_applies(table: Table, card: ActionCard, played: Played, attacking: bool) -> bool:
    """Whether a bonus counts: at its beach only, by a ruling only in defense, and for its price (notes.unpaid)."""
    if card.where is not None and attacking and table.ruled("attack.values-beach") == "defense":
        return False
    return card.where in (None, played.beach) and (card.price is None or played.paid)


def attack_alone(table: Table, force: Force) -> tuple[Part, ...]:
    """An attack without cards: the force, and what the turn card adds."""
    side = table.side_of(force)
    text = table.turn_text
    wanted = f"what the turn card {text.title} adds to an attack of {THE[side]}{NOTHING}"
    turn = Part(text.title, text.attack(side), wanted, f"turn-card {table.turn_name} {side}-attack ?")
    return (*_of_force(table, force, attacking=True), turn)


def parts(table: Table, battle: Battle, side: str) -> tuple[Part, ...]:
    """All that counts for a side of an attack."""
    attacking = side == battle.side
    if attacking:
        found = list(attack_alone(table, battle.attacker))
    else:
        found = list(_of_force(table, battle.defender, attacking=False))
        found += [Part("adjacent beach", FLANK)] if battle.flank else []
    for played in standing(table, battle.cards):
        if played.side == side and table.box.cards[played.card].effect is not Effect.CANCEL:
            found += of_card(table, played, attacking)
    found += [Part(table.title(one.source), one.number) for one in battle.added if one.side == side]
    return tuple(found)


def total(found: tuple[Part, ...]) -> Number:
    """A sum; UNKNOWN if something in it is."""
    numbers = [part.number for part in found]
    return UNKNOWN if UNKNOWN in numbers else sum(n for n in numbers if n is not UNKNOWN)


def sum_words(found: tuple[Part, ...]) -> str:
    """A sum written out: `2 (1st Inf) + 3 (Assault! attacking) = 5`.

    What adds nothing is left out, and of a card of which more is unknown, all but the first.
    """
    unknown = [_card(part) if part.number is UNKNOWN else "" for part in found]
    again = [bool(card) and card in unknown[:at] for at, card in enumerate(unknown)]
    counting = [p for p, seen in zip(found, again, strict=True) if p.number != 0 and not seen] or list(found[:1])
    first, *rest = counting
    words = f"{_spell(first.number)} ({first.label})"
    for part in rest:
        sign, number = ("-", -part.number) if isinstance(part.number, int) and part.number < 0 else ("+", part.number)
        words += f" {sign} {_spell(number)} ({part.label})"
    return f"{words} = {_total_words(found)}" if rest else words


def _card(part: Part) -> str:
    """The card that a number stands on: the verb and the name with which its line begins."""
    return " ".join(part.teach.split()[:2])


def _spell(number: Number) -> str:
    return "?" if number is UNKNOWN else str(number)


@remembered
def both(table: Table, battle: Battle) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """All that counts in an attack and in its defense."""
    return parts(table, battle, battle.side), parts(table, battle, table.enemy_of(battle.side))


def totals(table: Table, battle: Battle) -> tuple[Number, Number]:
    """Attack and defense."""
    attack, defense = both(table, battle)
    return total(attack), total(defense)


def totals_words(table: Table, battle: Battle) -> str:
    """Both totals: `5 v 2`; of one in which a number is not known, what is known of it: `5+? v 2`."""
    return " v ".join(map(_total_words, both(table, battle)))


def _total_words(found: tuple[Part, ...]) -> str:
    known = sum(part.number for part in found if part.number is not UNKNOWN)
    return f"{known}+?" if total(found) is UNKNOWN else f"{known}"


def numbers(table: Table, battle: Battle) -> str:
    """All numbers of both totals, by which it is known whether they have changed: `2+0+3 v 1+1`."""
    return " v ".join("+".join(_spell(part.number) for part in found) for found in both(table, battle))


def totals_written_out(table: Table, battle: Battle) -> str:
    """Both totals with their sums."""
    attack, defense = map(sum_words, both(table, battle))
    return f"{totals_words(table, battle)}: attack {attack}; defense {defense}"


def behind(table: Table, battle: Battle) -> str:
    """The side that would lose as it stands; "" if that cannot be told. The defender wins ties (attack.succeeds)."""
    attack, defense = totals(table, battle)
    if attack is UNKNOWN or defense is UNKNOWN:
        return ""
    return table.enemy_of(battle.side) if attack > defense else battle.side


def missing(found: tuple[Part, ...]) -> Iterator[Finding]:
    """What must be told before a sum can be made."""
    for part in found:
        if part.number is UNKNOWN and part.teach:
            yield needs("attack.values", f"{part.wanted} is not known", part.teach)

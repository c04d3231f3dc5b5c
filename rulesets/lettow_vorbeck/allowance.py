"""Which units the card in effect moves, and how far (11.A to 11.D, 11.1.3, 11.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Finding, Kind, illegal, needs
from rulesets.lettow_vorbeck.box import CampaignCard, UnitCard
from rulesets.lettow_vorbeck.names import NEUTRAL, Command, Nation, Type
from rulesets.lettow_vorbeck.reach import Traveller, may_be_war
from rulesets.lettow_vorbeck.supply import supply_of
from rulesets.lettow_vorbeck.table import Table, by_ruling, nation_of

WORDS = {"type": tuple(map(str, Type)), "nation": tuple(map(str, Nation)), "command": tuple(map(str, Command))}
"""What a card may say of each fact about a unit."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many spaces a unit may move: None where that cannot be told, and the line that would tell.

    surely  how many at the least, where it is not known whether it is in supply
    """

    spaces: int | None
    teach: str = ""
    surely: int | None = None


@remembered
def share_of(table: Table, unit: str) -> Share:
    """What the card in effect gives to a unit; the most, where several of its words fit."""
    side = table.side_of(unit)
    current, name = table.current(side), table.decks[side].current
    if current is None or current.move is UNKNOWN:
        return Share(None, f"card {name} move ?" if current else "")
    card = table.card_of(unit)
    told = {word: spaces for word in _words(table, unit) if (spaces := current.move.get(word)) is not None}
    if card.type is Type.GARRISON and table.ruled("garrisons") == "static":
        told.pop("all", None)
    most = max(told.values(), default=0)
    unsure = _unsure(table, unit, card, current, most)
    if unsure:
        return Share(None, unsure)
    supplied, less = _supplied(table, unit), max(1, most - 1) if most else 0  # 21.4.A
    return Share(less if supplied is False else most, surely=less if supplied is None else None)


def _supplied(table: Table, unit: str) -> bool | None:
    """Whether a unit began the March Phase in supply; None: not known. What is told later tells it until one moved."""
    if unit in table.unsupplied and table.options.supply:
        return False
    if unit not in table.doubtful:
        return True
    return None if table.marched or table.marched_unnamed else supply_of(table, unit).supplied


def _words(table: Table, unit: str) -> Iterator[str]:
    """The words of a card that fit a unit; an armoured car moves as mounted infantry (24.3)."""
    card = table.card_of(unit)
    yield "all"  # 11.B
    yield unit
    for fact in (card.type, nation_of(table, unit), card.command):
        if fact is not UNKNOWN:
            yield str(fact)
    if card.type is Type.CAR:
        yield Type.MOUNTED


def _unsure(table: Table, unit: str, card: UnitCard, current: CampaignCard, most: int) -> str:
    """What would tell whether a word of the card fits a unit, where that makes a difference."""
    if current.move is UNKNOWN:
        return ""
    facts = {"type": card.type, "nation": nation_of(table, unit), "command": card.command}
    for kind, fact in facts.items():
        if fact is UNKNOWN and any(current.move.get(word, 0) > most for word in WORDS[kind]):
            return f"unit {unit} {kind} ?"
    return ""


def traveller(table: Table, unit: str) -> Traveller:
    """What counts of a unit when it moves."""
    nation: Nation | Unknown = nation_of(table, unit)
    known = None if isinstance(nation, Unknown) else nation
    return Traveller(table.side_of(unit), known, table.card_of(unit).type is Type.FLEET)


def held_back(table: Table, unit: str) -> Iterator[Finding]:
    """Whether a unit stays where it is in this March Phase, on foot and as the cargo of a fleet."""
    nation = nation_of(table, unit)
    if nation in NEUTRAL and not table.war:
        country = NEUTRAL[Nation(nation)]
        if may_be_war(table):
            yield needs("28.1.A", f"whether the card in effect brings {country} into the war is not known", "")
            return
        message = f"{unit} stays where it is: {country} is not in the war yet"
        yield illegal("28.1.A", message, "a British unit, until Allied Intervention is played")
    elif unit in table.builders:
        yield illegal("22.1.A", f"{unit} built a fort this turn and does not march", "another unit")


def held_aboard(table: Table, unit: str) -> Iterator[Finding]:
    """Whether a unit stays where it is though a fleet would take it along: the fleet moves it, not the card (12.4.A).

    A garrison that the card does not name stays by a ruling, as it does on foot.
    """
    garrison = table.card_of(unit).type is Type.GARRISON and table.ruled("garrisons") == "static"
    if static(table, unit):
        yield illegal("11.1.3", f"no card moves {unit}: it is static", "a unit that a card names")
    elif garrison and share_of(table, unit).spaces == 0:
        message = f"{unit} is a garrison, and the card does not name it {by_ruling(table, 'garrisons')}"
        yield illegal("11.1.3", message, "another land unit")
    else:
        yield from held_back(table, unit)


@remembered
def may_march(table: Table, unit: str) -> tuple[Finding, ...]:
    """Whether a unit may move at all in this March Phase."""
    return tuple(_may_march(table, unit))


def _may_march(table: Table, unit: str) -> Iterator[Finding]:
    held = tuple(held_back(table, unit))
    yield from held
    if any(f.kind is Kind.ILLEGAL for f in held):
        return
    if unit in table.carried:
        yield illegal("12.4.B", f"{unit} was carried by a fleet and does not move otherwise", "another unit")
        return
    if unit in table.marched:
        yield illegal("11.E", f"{unit} has completed its movement this turn", "a unit that has not moved")
        return
    share, title = share_of(table, unit), _title(table, unit)
    if share.spaces is None:
        if not table.decks[table.side_of(unit)].in_effect:
            return
        yield needs("11.C", f"how far {title} moves {unit} is not known", share.teach)
    elif share.spaces == 0:
        yield from _not_on_the_card(table, unit, title)


def _not_on_the_card(table: Table, unit: str, title: str) -> Iterator[Finding]:
    """The card does not move a unit."""
    if static(table, unit):
        yield illegal("11.1.3", f"no card moves {unit}: it is static", "a unit that the card names")
        return
    current = table.current(table.side_of(unit))
    if current is not None and current.move is not UNKNOWN and "all" in current.move:  # all but garrisons
        message = f"{unit} is a garrison, and `all` does not move it {by_ruling(table, 'garrisons')}"
        yield illegal("11.1.3", message, "a unit that the card names")
        return
    named = [] if current is None or current.move is UNKNOWN else [f"{w} {n}" for w, n in current.move.items()]
    rule = "11.1.4" if set(map(str, Nation)) & {word.split()[0] for word in named} else "11.C"
    yield illegal(rule, f"{title} does not move {unit}", ", ".join(named) or "it moves nobody; pass")


def static(table: Table, unit: str) -> bool:
    """Whether every card of the side is known, and none moves a unit (11.1.3)."""
    side, card = table.side_of(unit), table.card_of(unit)
    cards = [c for c in table.box.cards.values() if c.side == side]
    copies = sum(1 if c.copies is UNKNOWN else c.copies for c in cards)
    if copies < table.decks[side].holding.total or UNKNOWN in (card.type, card.command):
        return False
    words = set(_words(table, unit))
    return all(c.move is not UNKNOWN and not words & c.move.keys() for c in cards)


def _title(table: Table, unit: str) -> str:
    current = table.current(table.side_of(unit))
    return current.title if current else "the card in effect"

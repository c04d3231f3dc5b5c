"""How a derived value comes about: supply, reach, strength, who holds the centres, what counts in the battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.components.unknown import UNKNOWN
from referee.ruleset import Name
from rulesets.lettow_vorbeck.allowance import share_of, traveller
from rulesets.lettow_vorbeck.battle import contested
from rulesets.lettow_vorbeck.fire import strengths_of
from rulesets.lettow_vorbeck.names import SIDES, Unit
from rulesets.lettow_vorbeck.reach import sure_reach
from rulesets.lettow_vorbeck.superiority import modifiers
from rulesets.lettow_vorbeck.supply import strengths, supply_of
from rulesets.lettow_vorbeck.table import Table, listed, many_units
from rulesets.lettow_vorbeck.victory import holders

TOPICS: Mapping[str, type[Name] | None] = {
    "supply": Unit, "reach": Unit, "strength": Unit, "centres": None, "battle": None
}  # fmt: skip
"""What `why` explains."""


def why(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """`why supply [UNIT]`, `why reach [UNIT]`, `why strength [UNIT]`, `why centres`, `why battle`."""
    topic, *asked = words
    on_map = [u for own in table.pieces.values() for u in own.roster if own.named.get(u) in table.box.spaces]
    units = [u for u in asked if u in table.box.units] or on_map
    match topic:
        case "supply":
            yield from (_supply(table, unit) for unit in units)
        case "reach":
            yield from (_reach(table, unit) for unit in units)
        case "strength":
            yield from (_strength(table, unit) for unit in units)
        case "centres":
            yield from _centres(table)
        case "battle":
            yield from _battle(table)


def _supply(table: Table, unit: str) -> str:
    supply = supply_of(table, unit)
    answer = {True: "is in supply", False: "is OUT OF SUPPLY", None: "may be in supply or not"}[supply.supplied]
    unused = "" if table.options.supply else " (the option of supply is not played)"
    return f"{unit} {answer}: {supply.why} [{supply.rule}]{unused}"


def _reach(table: Table, unit: str) -> str:
    here = table.place_of(unit)
    if here not in table.box.spaces:
        return f"{unit} is not on the map [11.A]"
    share = share_of(table, unit)
    if share.spaces is None:
        return f"how far {unit} moves is not known [11.C]"
    there = sorted(sure_reach(table, traveller(table, unit), here, share.spaces))
    less = "" if share.surely is None else f" ({share.surely} if it is out of supply [21.4.A])"
    return f"{unit} moves {share.spaces}{less}: {listed(map(table.title, there)) if there else 'nowhere'} [11.D]"


def _strength(table: Table, unit: str) -> str:
    """The dice of a unit: those of the battle that it is in, or of one that would begin now."""
    printed, battle = table.card_of(unit).strength, table.battle
    if printed is UNKNOWN:
        return f"the strength of {unit} is not known: unit {unit} strength NUMBER [13.1.2.B]"
    if battle is not None and unit in battle.present:
        dice = strengths_of(table, battle, unit)
    else:
        supplied = supply_of(table, unit).supplied if table.options.supply else True
        dice = strengths(printed, supplied)
    less = "" if dice == (printed,) else f", 1 less {'if it is ' if len(dice) > 1 else ''}out of supply [21.4.B]"
    return f"{unit} throws {' or '.join(map(str, dice))}: strength {printed} [13.1.2.B]{less}"


def _centres(table: Table) -> Iterator[str]:
    for centre, side in holders(table).items():
        held = f"{SIDES[side]}, {many_units(table.count_in(centre, side))}" if side else "nobody"
        yield f"{table.title(centre)}: {held} [26.C]"


def _battle(table: Table) -> Iterator[str]:
    spaces = contested(table)
    yield f"battles are due in {listed(map(table.title, spaces)) if spaces else 'no space'} [13.A]"
    battle = table.battle
    for side in SIDES if battle is not None else ():
        assert battle is not None
        added = ", ".join(f"+{n} {name}" if n else name for name, n in modifiers(table, battle, side))
        yield f"{SIDES[side]}: {added or 'nothing added'} for Tactical Superiority [13.1.1]"

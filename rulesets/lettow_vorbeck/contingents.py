"""Allied Stacking Restrictions: units of two Allied contingents do not end a phase in one space (29.0)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.components.memo import remembered
from referee.components.unknown import UNKNOWN
from rulesets.lettow_vorbeck.names import ALLIED, GERMAN, Nation
from rulesets.lettow_vorbeck.table import Table, nation_of


def contingents(table: Table, units: Iterable[str]) -> frozenset[Nation]:
    """The Allied contingents of some units, as far as they are known."""
    cards = [(u, table.box.units[u]) for u in units]
    told = [nation_of(table, u) if card.nation is UNKNOWN else card.nation for u, card in cards if card.side == ALLIED]
    return frozenset([nation for nation in told if nation is not UNKNOWN])


@remembered
def mixed(table: Table) -> tuple[str, ...]:
    """The spaces in which two Allied contingents lie together; by a ruling not those where a battle is due."""
    spaces = table.occupied(ALLIED)
    if table.ruled("LQ19") == "together" and table.step != "turn":
        spaces -= table.occupied(GERMAN)
    stacks = ((s, table.named_in(s, ALLIED)) for s in spaces)
    return tuple(sorted(s for s, units in stacks if len(units) > 1 and len(contingents(table, units)) > 1))


def mixed_words(table: Table, space: str) -> str:
    """The contingents in a space, in words."""
    nations = sorted(n.title() for n in contingents(table, table.named_in(space, ALLIED)))
    return f"{' and '.join(nations)} units share {table.title(space)}"


def others_there(table: Table, units: Iterable[str], space: str) -> bool:
    """Whether a space of the map holds Allied units of another contingent than these."""
    if space not in table.box.spaces:
        return False
    ours = contingents(table, units)
    staying = [u for u in table.named_in(space, ALLIED) if u not in set(units)]
    return bool(ours) and any(n not in ours for n in contingents(table, staying))

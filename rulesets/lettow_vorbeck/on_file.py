"""What is on file about the components of a table, with what nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.components.unknown import UNKNOWN, Unknown
from referee.ruleset import Component
from rulesets.lettow_vorbeck.box import CampaignCard, SpaceCard, UnitCard
from rulesets.lettow_vorbeck.names import Brings, Nation, Type, Way
from rulesets.lettow_vorbeck.table import Table

SCENARIO = (Type.LIGHT, Type.INFANTRY, Type.MOUNTED, Type.CAR, Type.GARRISON)
"""The types that the counters of the scenario have (24.1)."""


def on_file(table: Table) -> Iterator[Component]:
    """All components, in the order of the verbs that teach them."""
    box = table.box
    yield from (_space(name, card) for name, card in box.spaces.items())
    for key, way in box.routes.items():
        a, _, b = key.partition(" ")
        title = f"{table.title(a)} - {table.title(b)}"
        yield Component("route", f"{a}-{b}", title, "", {"way": "none" if way is Way.NO else way})
    yield from (_unit(name, card) for name, card in box.units.items())
    yield from (_card(name, card) for name, card in box.cards.items())
    for kind in Type:
        known = box.results.get(kind, {})
        if known or kind in SCENARIO:
            facts = {str(die): known.get(str(die), UNKNOWN) for die in range(1, 7)}
            yield Component("result", str(kind), f"dice of {kind}", "", facts)


def _space(name: str, card: SpaceCard) -> Component:
    facts: dict[str, object] = {
        "land": card.land,
        "ways": card.ways,
        "port": card.port,
        "centre": card.centre,
        "stop": card.stop,
        "river": card.river,
        "fort": card.fort,
    }
    if card.at is not None:
        facts["drawn"] = card.at
    return Component("space", name, card.title, "", facts, card.sure)


def _unit(name: str, card: UnitCard) -> Component:
    facts: dict[str, object] = {
        "type": card.type,
        "command": card.command,
        "strength": card.strength,
        "elite": card.elite,
        "start": card.start,
    }
    if card.nation is not Nation.GERMAN:
        facts["nation"] = card.nation
    return Component("unit", name, card.title, card.side, facts, card.sure)


def _card(name: str, card: CampaignCard) -> Component:
    facts: dict[str, object] = {"copies": card.copies, "move": move_words(card.move), "event": card.event}
    if card.brings is Brings.POOL:
        facts["recruit"] = card.recruit
    else:
        facts["brings"] = card.brings
    if card.event is not UNKNOWN and card.event != "none":
        facts["phase"] = card.phase
    facts["remove"] = card.remove
    return Component("card", name, card.title, card.side, facts, card.sure)


def move_words(move: Mapping[str, int] | Unknown) -> str | Unknown:
    """What a card moves, as it is written: `light-3,infantry-2`."""
    return UNKNOWN if isinstance(move, Unknown) else ",".join(f"{who}-{n}" for who, n in move.items()) or "none"

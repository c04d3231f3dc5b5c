"""How the table is shown: on a screen, in the toolbar, as JSON, and piece by piece for hands and audits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.components import decks
from referee.components.decks import hand_words, pile_places, pile_state, put_pile
from referee.components.facts import replace
from referee.ruleset import Impossible
from rulesets.lightning_north_africa.battle import attackers, contested, defenders
from rulesets.lightning_north_africa.box import Effect
from rulesets.lightning_north_africa.losses import loss_name
from rulesets.lightning_north_africa.names import ELIMINATED, HAND_LIMIT, SIDES, TOBRUK, Force, Plan, Region
from rulesets.lightning_north_africa.supply import supply_of
from rulesets.lightning_north_africa.table import NOWHERE, InPlay, Standing, Table
from rulesets.lightning_north_africa.tobruk import control_words, controller

STEPS = {
    "setup": "Setup",
    "draw": "Draw One Card",
    "actions": "Actions",
    "battles": "Battles",
    "supply": "Supply Check",
    "discard": "Discard",
    "draw-two": "Draw Two Cards",
    "turn-end": "End of turn",
}

MOST_CARDS = 110
"""Cards in the box."""

OFF_THE_MAP = ("", "none")
LOSSES = ("", *map(str, range(ELIMINATED + 1)))

PHRASES = {
    "region": "move {thing} to {new}",
    "region=unknown": "{thing} has no place now: say where it lies",
    "region-gone": "take {thing} off the map",
    "losses": "{thing}: loss tokens {old} -> {new}",
    "losses-gone": "take the loss tokens off {thing}",
    **decks.PHRASES,
    "control": "{thing} is controlled by {new}",
}


def status(table: Table) -> tuple[str, ...]:
    """The step, the hand of the side whose turn it is, and Tobruk."""
    return (STEPS[table.step], f"hand {table.hand(table.side)}/{HAND_LIMIT}", control_words(table))


def layout(table: Table) -> dict[str, str]:
    """Everything that lies on the table, flat; "" for a force that is not on the map, and for no loss tokens."""
    places: dict[str, str] = {}
    for name in table.box.forces:
        standing = table.forces.get(Force(name))
        places[f"{name}.region"] = "" if standing is None else standing.region or "unknown"
        places[f"{name}.losses"] = str(standing.losses) if standing and standing.losses else ""
    places |= pile_places(table)
    places["tobruk.control"] = table.control
    return places


def put(table: Table, key: str, value: str) -> Table:
    """The table with one place of its layout set, for an adjustment. Raises Impossible."""
    thing, _, aspect = key.rpartition(".")
    if key == "tobruk.control" and value in SIDES:
        return table.but(control=value, tobruk="" if value != table.control else table.tobruk)
    if (piled := put_pile(table, key, value, MOST_CARDS)) is not None:
        return piled
    if thing in table.box.forces and aspect == "region":
        return _put_region(table, Force(thing), value)
    if thing in table.box.forces and aspect == "losses" and value in LOSSES:
        return table.with_force(Force(thing), losses=int(value or "0"))
    raise Impossible(f"{key} cannot be {value!r}.")


def _put_region(table: Table, force: Force, value: str) -> Table:
    if value in OFF_THE_MAP:
        left = {f: s for f, s in table.forces.items() if f != force}
        return table.but(forces=left)
    if value != "unknown" and value not in table.box.regions:
        raise Impossible(f"{force} cannot be in {value!r}; there are {', '.join(table.box.regions)}, or none.")
    region = NOWHERE if value == "unknown" else Region(value)
    standing = replace(table.forces.get(force, Standing(NOWHERE)), region=region)
    gone = {f: s for f, s in table.gone.items() if f != force}
    return table.but(forces={**table.forces, force: standing}, gone=gone)


def state(table: Table) -> dict[str, Any]:
    """All that the table shows, as plain values; null is what nobody knows."""
    return {
        **pile_state(table),
        "forces": {str(f): _force_state(table, f) for f in table.forces},
        "eliminated": sorted(table.gone),
        "in_play": [{"source": w.source, "side": w.side, "text": _text_words(w)} for w in table.in_play],
        "tobruk": controller(table) or None,
        "battle": _battle_state(table),
        "owed": [{"side": o.side, "what": o.what, "count": o.count, "rule": o.rule} for o in table.owed],
        "skipped": [{"rule": d.rule, "side": d.side, "what": d.what, "turn": d.turn} for d in table.parked],
    }


def _force_state(table: Table, force: Force) -> dict[str, Any]:
    standing, card = table.forces[force], table.card_of(force)
    return {
        "title": card.title,
        "side": card.side,
        "region": standing.region or None,
        "losses": standing.losses,
        "supplied": supply_of(table, force).supplied,
        "operated": standing.operated,
        "attacked": standing.attacked,
        "arrived": standing.arrived,
    }


def _battle_state(table: Table) -> dict[str, Any] | None:
    battle = table.battle
    if battle is None:
        return None
    return {
        "region": str(battle.region),
        "attackers": [str(f) for f in attackers(table, battle)],
        "defenders": [str(f) for f in defenders(table, battle)],
        "plans": [str(p) for p in Plan if p in battle.plans],
        "sealed": battle.sealed,
        "guess": battle.guess and str(battle.guess),
    }


def show(table: Table) -> list[str]:
    """The table on one screen, the map from west to east."""
    lines = [f"Turn {table.turn} · {SIDES[table.side]} · {STEPS[table.step]} · {control_words(table)}"]
    width = max(len(title) for title in table.box.regions.values())
    for region, title in table.box.regions.items():
        lines += _region_lines(table, Region(region), title.ljust(width))
    if any(s.region == NOWHERE for s in table.forces.values()):
        lines += _region_lines(table, NOWHERE, "(not placed)".ljust(width))
    for side, title in SIDES.items():
        h = table.cards[side]
        lines.append(f"{title.ljust(width)}  hand {h.hand}/{HAND_LIMIT}, deck {h.deck}, discards {h.discards}")
    if table.gone:
        lines.append("Out of the game: " + ", ".join(sorted(table.gone)))
    if table.battle is not None:
        battle = table.battle
        plans = ", ".join(p for p in Plan if p in battle.plans) or "none"
        lines.append(
            f"Battle in {table.place(battle.region)}: {', '.join(attackers(table, battle))} against "
            f"{', '.join(defenders(table, battle))}; plans: {plans}"
        )
    lines += [f"In play: {w.source} ({_text_words(w)})" for w in table.in_play if w.left != 0]
    lines += [f"Skipped in turn {d.turn}: {d.what} ({SIDES[d.side]}) [{d.rule}]" for d in table.parked]
    return lines


def _text_words(word: InPlay) -> str:
    what = "its text" if word.effect is Effect.TEXT else str(word.effect)
    return what if word.left is None else f"{what}, {word.left} left"


def _region_lines(table: Table, region: Region, title: str) -> list[str]:
    forces = [f for side in SIDES for f in table.forces_in(region, side)]
    if not forces:
        return [f"{title}  -"]
    rows = [f"{SIDES[table.side_of(f)]}: {f}, {_force_words(table, f)}" for f in forces]
    return [f"{title if i == 0 else ' ' * len(title)}  {row}" for i, row in enumerate(rows)]


def _force_words(table: Table, force: Force) -> str:
    standing = table.forces[force]
    supplied = {True: "supplied", False: "UNSUPPLIED", None: "supply not known"}[supply_of(table, force).supplied]
    done = [
        w
        for w, flag in (("operated", standing.operated), ("attacked", standing.attacked), ("arrived", standing.arrived))
        if flag
    ]
    losses = f"{standing.losses} loss{'es' * (standing.losses > 1)} ({loss_name(standing.losses)})"
    return ", ".join([losses if standing.losses else loss_name(0), supplied, *done])


def why(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """`why supply [FORCE]`, `why tobruk`, `why hand [SIDE]`, `why battles`: how a derived value comes about."""
    topic = words[0] if words else ""
    if topic == "supply":
        wanted = [f for f in table.forces if len(words) == 1 or f in words[1:]]
        for force in wanted:
            supply = supply_of(table, force)
            answer = {True: "is supplied", False: "is UNSUPPLIED", None: "may be supplied or not"}[supply.supplied]
            yield f"{force} {answer}: {supply.why} [{supply.rule}]"
    elif topic == "tobruk":
        holder = SIDES.get(controller(table), "Nobody")
        inside = [f"{SIDES[s]}: {', '.join(f)}" for s in SIDES if (f := table.forces_in(TOBRUK, s))]
        last = f"{SIDES[table.control]} was the last to have a force there while the other side had none"
        yield f"{holder} controls Tobruk: {last}; now there: {'; '.join(inside) or 'nobody'} [tobruk.2]"
    elif topic == "hand":
        for side in SIDES if len(words) == 1 else words[1:]:
            if side in SIDES:
                yield f"{hand_words(table, side)} [action-cards.5]"
    elif topic == "battles":
        regions = ", ".join(table.place(r) for r in contested(table, table.side)) or "nowhere"
        yield f"{SIDES[table.side]} may attack in: {regions} [battles.1]"

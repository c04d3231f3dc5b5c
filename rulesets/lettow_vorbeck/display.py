"""How the table is shown: on a screen, in the toolbar, as JSON, and piece by piece for hands and audits."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import Any

from referee.components.hidden import Misplaced, Pieces
from referee.ruleset import Impossible
from rulesets.lettow_vorbeck.box import UnitCard
from rulesets.lettow_vorbeck.names import ALLIED, ASIDE, BOXES, SIDES, enemy_of, turn_title
from rulesets.lettow_vorbeck.naming import STRANGER
from rulesets.lettow_vorbeck.table import Table, listed
from rulesets.lettow_vorbeck.turn import STEPS
from rulesets.lettow_vorbeck.victory import holders, unknown_centres

PILES = {"deck": "deck", "card": "hand", "discards": "discards", "removed": "away"}
"""What the piles of a deck are called here, and in a holding."""

MOST = 40
"""Counters in the box, and more cards than there are."""

PHRASES = {
    "at": "put {thing} into {new}",
    "at=aside": "lay {thing} aside",
    "at=pool": "put {thing} into the recruit pool",
    "at-gone": "{thing} lies face down, unnamed",
    "unnamed": "face down in {thing}: {old} -> {new}",
    "panicked": "turn {thing} over: panicked",
    "panicked-gone": "turn {thing} face up",
    "deck-mended": "{thing} deck {old} -> {new}",
    "discards-mended": "{thing} discards {old} -> {new}",
    "removed-mended": "{thing} cards out of play {old} -> {new}",
    "shuffles": "shuffle the discards of {thing} into a new deck",
    "shuffles-mended": "{thing} discards were shuffled into a new deck {old} -> {new} times",
    "fort": "put the {thing} fort into {new}",
    "fort-gone": "take the {thing} fort off the map",
    "turn": "move the Turn marker to {new}",
}

ASPECTS = {
    "at": "where a unit lies; nothing while nobody named it",
    "unnamed": "how many units of a side lie there of which nobody said who they are",
    "card": "1 while a card of the side is in effect",
    "removed": "cards out of play",
    "shuffles": "how often the discards were shuffled into a new deck",
    "air": "whether the Allies still have air support",
    "war": "whether Belgium and Portugal are in the war",
}

WIDTH = 78


def status(table: Table) -> tuple[str, ...]:
    """The phase, the card in effect, and who holds the supply centres."""
    card = table.current(table.side)
    held = list(holders(table).values())
    unsure = {side: "?" if unknown_centres(table, side) else "" for side in SIDES}
    centres = ", ".join(f"{SIDES[side]} {held.count(side)}{unsure[side]}" for side in SIDES)
    return (turn_title(table.turn), STEPS[table.step], card.title if card else "no card", f"centres: {centres}")


def layout(table: Table) -> dict[str, str]:
    """Everything that lies on the table, flat; a unit that nobody named has no place of its own."""
    places: dict[str, str] = {}
    for side, own in table.pieces.items():
        for unit in own.roster:
            places[f"{unit}.at"] = own.named.get(unit, "")
            places[f"{unit}.panicked"] = "yes" if unit in table.panicked else ""
        for place in (*table.box.spaces, *BOXES):
            places[f"{side}/{place}.unnamed"] = str(own.unnamed.get(place, 0))
        deck = table.decks[side]
        for pile, attribute in PILES.items():
            places[f"{side}.{pile}"] = str(getattr(deck.holding, attribute))
        places[f"{side}.shuffles"] = str(deck.holding.shuffles)
        places[f"{side}.fort"] = table.forts.get(side, "")
    places["allied.air"] = "yes" if table.air else "no"
    places["allied.war"] = "yes" if table.war else "no"
    places["marker.turn"] = turn_title(table.turn)
    return places


def put(table: Table, key: str, value: str) -> Table:
    """The table with one place of its layout set, for an adjustment. Raises Impossible."""
    thing, _, aspect = key.rpartition(".")
    off = value in ("", "none", "no")
    if thing in table.box.units and aspect == "at" and (value in table.box.spaces or value in BOXES):
        return table.put((thing,), value)
    if thing in table.box.units and aspect == "panicked" and (off or value == "yes"):
        return table.but(panicked=table.panicked - {thing} if off else table.panicked | {thing})
    if thing in SIDES and aspect == "fort" and (off or value in table.box.spaces):
        left = {s: at for s, at in table.forts.items() if s != thing}
        return table.but(forts=left if off else {**left, thing: value})
    if thing == ALLIED and aspect in ("air", "war") and (off or value == "yes"):
        return table.but(**{aspect: not off})
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 3 else MOST + 1
    if thing in SIDES and aspect in PILES and number <= MOST:
        deck = table.decks[thing]
        return table.with_deck(thing, holding=replace(deck.holding, **{PILES[aspect]: number}))
    side, _, place = thing.partition("/")
    if side in SIDES and aspect == "unnamed" and number <= MOST and (place in table.box.spaces or place in BOXES):
        return _put_unnamed(table, side, place, number)
    if aspect in ("air", "war", "panicked"):
        raise Impossible(f"{key} is yes or no, not {value!r}.")
    raise Impossible(f"{key} cannot be {value!r}.")


def _put_unnamed(table: Table, side: str, place: str, number: int) -> Table:
    """Another number of unnamed units in a place: they come from those not placed, or go there. Raises Impossible."""
    own = table.pieces[side]
    spare = ASIDE if place != ASIDE else next(iter(BOXES))
    for unit in table.named_in(ASIDE, side) if number > own.unnamed.get(place, 0) else ():
        own = own.turn_down(unit)
    try:
        return table.with_pieces(side, own.put_count(place, number, spare))
    except Misplaced as error:
        raise Impossible(f"{error}.") from None


def state(table: Table) -> dict[str, Any]:
    """All that the table shows, as plain values; null is what nobody knows."""
    return {
        "units": {unit: own.named.get(unit) for own in table.pieces.values() for unit in own.roster},
        "unnamed": {side: dict(own.unnamed) for side, own in table.pieces.items()},
        "panicked": sorted(table.panicked),
        "decks": {
            side: {
                "deck": d.holding.deck, "discards": d.holding.discards, "removed": list(d.removed),
                "card": d.current or None, "in_effect": d.in_effect, "shuffles": d.holding.shuffles,
            }
            for side, d in table.decks.items()
        },
        "forts": dict(table.forts),
        "war": table.war,
        "air": table.air,
        "centres": {centre: side or None for centre, side in holders(table).items()},
        "due": dict(table.due),
        "marched": sorted(table.marched),
        "battle": _battle_state(table),
        "skipped": [{"rule": d.rule, "side": d.side, "what": d.what, "turn": d.turn} for d in table.parked],
    }  # fmt: skip


def _battle_state(table: Table) -> dict[str, Any] | None:
    battle = table.battle
    if battle is None:
        return None
    return {
        "space": battle.space,
        "attacker": battle.attacker,
        "round": battle.round,
        "superior": battle.superior or None,
        "fired": sorted(battle.fired),
        "eliminations": battle.eliminations,
        "panics": battle.panics,
        "hit": battle.hit or None,
        "winner": battle.winner or None,
    }


def show(table: Table) -> list[str]:
    """The table on one screen: occupied spaces, two to a line where they fit, then boxes, cards and the battle."""
    card = table.current(table.side)
    lines = [
        f"{turn_title(table.turn)} (turn {table.turn}) · {SIDES[table.side]} · {STEPS[table.step]}"
        f"{f' · {card.title}' if card else ''}"
    ]
    rows = [_place_words(table, p) for p in (*table.box.spaces, *BOXES) if any(table.count_in(p, s) for s in SIDES)]
    lines += [piece for row in (*_columns(rows), *_centre_lines(table)) for piece in _wrapped(row)]
    for side, title in SIDES.items():
        h = table.decks[side].holding
        fort = f", fort in {table.title(table.forts[side])}" if side in table.forts else ""
        lines.append(f"{title}: deck {h.deck}, discards {h.discards}, removed {h.away}{fort}")
    if table.battle is not None:
        lines.append(_battle_words(table))
    lines += [f"Skipped in turn {d.turn}: {d.what} ({SIDES[d.side]}) [{d.rule}]" for d in table.parked]
    return lines


def _centre_lines(table: Table) -> list[str]:
    """Who holds the supply centres: a line for each side, and for those that nobody holds."""
    held = holders(table)
    unsure = [*dict.fromkeys(space for side in SIDES for space in unknown_centres(table, side))]
    where = listed(map(table.title, unsure))
    rows = [f"Not known whether it is a centre: {where} (`space {unsure[0]} centre`)"] if unsure else []
    if not held:
        return ["Supply centres: none on file", *rows]
    for side, title in {**SIDES, "": "Nobody"}.items():
        centres = [table.title(c) for c, who in held.items() if who == side]
        if centres:
            rows.append(f"Centres of {title}: {', '.join(centres)}")
    return rows


def _wrapped(row: str) -> list[str]:
    """A row in lines that fit a screen; two columns in one line stay as they are."""
    return textwrap.wrap(row, WIDTH, subsequent_indent="    ", break_on_hyphens=False) if len(row) > WIDTH else [row]


def _columns(rows: list[str]) -> list[str]:
    """Rows that fit a screen: two side by side where there are too many for one below the other."""
    if len(rows) <= 16:
        return rows
    half = WIDTH // 2
    lines: list[str] = []
    waiting = ""
    for row in rows:
        if waiting and len(row) < half:
            lines.append(f"{waiting.ljust(half)}{row}")
            waiting = ""
        elif not waiting and len(row) < half - 1:
            waiting = row
        else:
            lines.append(row)
    return [*lines, waiting] if waiting else lines


def _place_words(table: Table, place: str) -> str:
    parts = []
    for side in SIDES:
        named, unnamed = table.named_in(place, side), table.unnamed_in(place, side)
        words = [u + ("!" if u in table.panicked else "") for u in named]
        if unnamed:
            words.append(f"{unnamed} unnamed")
        if words:
            parts.append(f"{SIDES[side][0]}: {', '.join(words)}")
    centre = "*" if place in holders(table) else ""
    return f"{table.title(place)}{centre}  {'; '.join(parts)}"


def _battle_words(table: Table) -> str:
    battle = table.battle
    if battle is None:
        return ""
    who = f", {SIDES[battle.superior]} has Tactical Superiority" if battle.superior else ""
    won = f", won by {SIDES[battle.winner]}" if battle.winner in SIDES else ""
    return f"Battle in {table.title(battle.space)}, round {battle.round}, {SIDES[battle.attacker]} attacks{who}{won}"


def view(table: Table, side: str) -> Table:
    """The table as one side may see it: the enemy's stacks are counts, except where units of both sides are (10.0).

    Units that are hidden from that side have no name on it. Open stacks are a ruling (LQ21).
    """
    if table.ruled("LQ21") == "open":
        return table
    enemy = enemy_of(side)
    own = table.pieces[enemy]
    seen = table.occupied(side)
    hidden = {u: at for u, at in own.named.items() if at in table.box.spaces and at not in seen}
    if not hidden and not own.unnamed:
        return table
    unseen = {*hidden, *own.nameless}
    strangers = tuple(f"{STRANGER}{enemy}-{i}" for i in range(len(unseen)))
    roster = (*(u for u in own.roster if u not in unseen), *strangers)
    units = {**table.box.units, **dict.fromkeys(strangers, UnitCard("unknown unit", enemy))}
    unnamed = dict(own.unnamed)
    for at in hidden.values():
        unnamed[at] = unnamed.get(at, 0) + 1
    named = {u: at for u, at in own.named.items() if u not in hidden}
    seen_pieces = {**table.pieces, enemy: Pieces(roster, named, unnamed)}
    return table.but(pieces=seen_pieces, box=replace(table.box, units=units))

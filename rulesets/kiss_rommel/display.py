"""How the table is shown: on a screen, in the toolbar, as JSON, and piece by piece for hands and audits."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from referee.components.drawing import text_map
from referee.components.facts import replace
from referee.components.geometry import Point, Shape
from referee.components.unknown import as_json
from referee.components.wording import listed
from referee.ruleset import Impossible
from rulesets.kiss_rommel import air
from rulesets.kiss_rommel.campaign import campaign_after, campaign_words
from rulesets.kiss_rommel.deployment import dug_in_allowed
from rulesets.kiss_rommel.fire import fire_options
from rulesets.kiss_rommel.losses import commanders
from rulesets.kiss_rommel.measuring import apart
from rulesets.kiss_rommel.minefields import THROUGH_GAP, place_of
from rulesets.kiss_rommel.muster import cards_due, chosen_due
from rulesets.kiss_rommel.names import AXIS, SIDES, Arm, GapName, Landscape, Status, TrenchName, Unit, enemy_of
from rulesets.kiss_rommel.organisation import card_meant, in_words
from rulesets.kiss_rommel.phases import STEPS
from rulesets.kiss_rommel.spotting import spotted
from rulesets.kiss_rommel.stands import Stand
from rulesets.kiss_rommel.table import Gap, Table
from rulesets.kiss_rommel.victory import score

PHRASES = {
    "lost": "take {thing} off the table: {new}",
    "lost-gone": "put {thing} back on the table",
    "minefield": "the new minefield is {thing} ({new})",
    "minefield-gone": "take {thing} off the table",
}

ASPECTS = {
    "dispersed": "air attacks a turn that a side has lost for the rest of the battle",
    "trench": "the Dug-in position in which a unit lies",
    "used": "units that went through a gap in this turn",
}

SIGNS = {
    Arm.HQ: "h", Arm.RECON: "r", Arm.TANK: "t", Arm.INFANTRY: "i", Arm.ARTILLERY: "a", Arm.FLAK: "f", Arm.BASE: "s"
}  # fmt: skip
"""Signs on the text map: capitals are the Axis side's."""

GROUND = {
    Landscape.HILL: "^", Landscape.BAD: "%", Landscape.ESCARPMENT: "#", Landscape.SOFT: "~", Landscape.HARD: "="
}  # fmt: skip
MINES, GAP = ":", "_"
MEANT = {**{sign: str(land) for land, sign in GROUND.items()}, MINES: "mines", GAP: "gap"}
"""What the signs of the ground mean, in the legend of the text map."""

WIDE = 78

NOWHERE = "unknown"
"""The place of a gap of which none is known."""


def status(table: Table) -> tuple[str, ...]:
    """The phase, and the score."""
    points = score(table)
    return (STEPS[table.step], " ".join(f"{SIDES[side]} {points[side]}" for side in SIDES))


def layout(table: Table) -> dict[str, str]:
    """Everything that lies on the table, flat."""
    places: dict[str, str] = {}
    for unit, stand in table.units.items():
        places[f"{unit}.status"] = str(stand.status)
        if stand.status in (Status.SCATTERED, Status.DESTROYED):
            places[f"{unit}.lost"] = stand.status.title()
        if stand.at is not None:
            places[f"{unit}.at"] = str(stand.at)
        if stand.trench:
            places[f"{unit}.trench"] = stand.trench
    for things in (table.terrain, table.mines):
        for name, piece in things.items():
            shape = getattr(piece, "shape", None)
            places[f"{name}.shape"] = _shape_words(shape)
    for name, field in table.mines.items():
        places[f"{name}.minefield"] = SIDES[field.side]
    for gap, cleared in table.gaps.items():
        places[f"{gap}.used"] = str(cleared.used)
        places[f"{gap}.at"] = NOWHERE if cleared.at is None else str(cleared.at)
    for side in SIDES:
        places[f"{side}.dispersed"] = str(table.dispersed.get(side, 0))
    return places


def _shape_words(shape: Shape | None) -> str:
    if shape is None:
        return "laid"
    radius = f" radius {shape.radius:g}" if len(shape.points) == 1 else ""
    return " ".join(str(point) for point in shape.points) + radius


def put(table: Table, key: str, value: str) -> Table:
    """The table with one place of its layout set, for an adjustment. Raises Impossible."""
    thing, _, aspect = key.rpartition(".")
    unit = Unit(thing)
    if unit in table.units:
        return _put_unit(table, unit, aspect, value)
    if thing in SIDES and aspect == "dispersed" and value.isascii() and value.isdigit() and len(value) < 3:
        return table.but(dispersed={**table.dispersed, thing: int(value)}) if int(value) else _all_planes(table, thing)
    gap = GapName(thing)
    if gap in table.gaps:
        return table.but(gaps={**table.gaps, gap: _put_gap(table.gaps[gap], key, aspect, value)})
    raise Impossible(f"{key} cannot be {value!r}.")


def _all_planes(table: Table, side: str) -> Table:
    return table.but(dispersed={s: n for s, n in table.dispersed.items() if s != side})


def _put_gap(gap: Gap, key: str, aspect: str, value: str) -> Gap:
    if aspect == "at":
        at = None if value == NOWHERE else _point(key, value)
        return gap if str(gap.at) == str(at) else replace(gap, at=at)
    if aspect == "used" and value.isascii() and value.isdigit() and len(value) < 3:
        return replace(gap, used=int(value))
    raise Impossible(f"{key} cannot be {value!r}.")


def _point(key: str, value: str) -> Point:
    """A position as it is written. Raises Impossible."""
    x, comma, y = value.partition(",")
    try:
        point = Point(float(x), float(y))
    except ValueError:
        raise Impossible(f"{key} is a position as in 24,10, not {value!r}.") from None
    if not comma or not (0 <= point.x <= 999 and 0 <= point.y <= 999):
        raise Impossible(f"{key} is a position as in 24,10, not {value!r}.")
    return point


def _put_unit(table: Table, unit: Unit, aspect: str, value: str) -> Table:
    stand = table.stand(unit)
    if aspect == "status" and value in {str(s) for s in Status}:
        fresh = Status(value)
        if fresh is stand.status:
            return table
        if fresh is Status.TABLE:
            return table.with_unit(unit, status=fresh, lost_by="")
        return table.off(unit, fresh, "" if fresh is Status.RESERVE else "KC1")
    if aspect == "at":
        point = _point(f"{unit}.at", value)
        same = stand.at is not None and str(stand.at) == value
        return table if same else table.with_unit(unit, at=point)
    if aspect == "trench" and value in table.trenches:
        return table.with_unit(unit, trench=str(TrenchName(value)))
    raise Impossible(f"{unit}.{aspect} cannot be {value!r}.")


def state(table: Table) -> dict[str, Any]:
    """All that the table shows, as plain values; null is what nobody knows."""
    size = table.size()
    return {
        "score": score(table),
        "cards": {
            side: [{"division": card.division or None, "chosen": card.chosen} for card in cards]
            for side, cards in table.cards.items()
        },
        "attached": dict(table.attached),
        "units": {str(unit): _unit_state(table, unit, stand) for unit, stand in table.units.items()},
        "table": list(size) if size else None,
        "north": table.north and str(table.north),
        "zones": dict(table.zones),
        "terrain": {
            str(n): {"kind": str(t.landscape), "shape": _shape_words(t.shape)} for n, t in table.terrain.items()
        },
        "minefields": {str(n): {"side": f.side, "shape": _shape_words(f.shape)} for n, f in table.mines.items()},
        "gaps": {str(n): {"field": g.field, "at": _plain(g.at), "used": g.used} for n, g in table.gaps.items()},
        "air": {
            side: {"agreed": as_json(table.terms.planes[side]), "dispersed": table.dispersed.get(side, 0)}
            for side in SIDES
        },
        "skipped": [{"rule": d.rule, "side": d.side, "what": d.what, "turn": d.turn} for d in table.parked],
        "campaign": campaign_after(table) if table.winner else None,
    }


def _plain(at: Point | None) -> list[float] | None:
    return None if at is None else [at.x, at.y]


def _unit_state(table: Table, unit: Unit, stand: Stand) -> dict[str, Any]:
    return {
        "side": stand.side,
        "division": stand.division or None,
        "type": stand.type,
        "status": str(stand.status),
        "at": _plain(stand.at),
        "dug_in": bool(stand.trench),
        "moved": stand.moved,
        "fired": stand.fired,
    }


def show(table: Table) -> list[str]:
    """The table on one screen: a picture where positions are known, then a list by division."""
    points = score(table)
    tally = ", ".join(f"{SIDES[side]} {points[side]} VP" for side in SIDES)
    lines = [f"Turn {table.turn} · {SIDES[table.side]} · {STEPS[table.step]} · {tally}"]
    lines += picture(table)
    lines += _terrain(table)
    if table.step in ("terrain", "muster"):
        return [*lines, *_cards(table), *campaign_words(table)]
    for side, title in SIDES.items():
        lines.append(f"{title}: {air.words(table, side)}")
        lines += _side(table, side)
    lines += _mines(table)
    lines += campaign_words(table)
    lines += [f"Skipped in turn {d.turn}: {d.what} ({SIDES[d.side]}) [{d.rule}]" for d in table.parked]
    return lines


def _terrain(table: Table) -> list[str]:
    """The pieces of terrain, and where they lie."""
    pieces = [f"{n} ({_shape_words(t.shape)})" if t.shape else str(n) for n, t in table.terrain.items()]
    return wrap(f"Terrain: {', '.join(pieces)}", WIDE, subsequent_indent="    ") if pieces else []


def _cards(table: Table) -> Iterator[str]:
    for side, title in SIDES.items():
        cards = table.cards[side]
        yield f"{title}: {len(cards)} of {cards_due(table)} force cards"
        for card in cards:
            chosen = " (chosen)" if card.chosen else ""
            words = in_words(table.box, table.box.divisions[card.division]) if card.division else ""
            yield from wrap(f"{card.division or 'blank'}{chosen}: {words}".rstrip(": "), WIDE, initial_indent="  ",
                            subsequent_indent="    ")  # fmt: skip


def picture(table: Table) -> list[str]:
    """The text map; nothing while the size of the table or all positions are unknown."""
    size = table.size()
    pieces = [
        (stand.at, sign.upper() if stand.side == AXIS else sign)
        for unit, stand in table.units.items()
        if stand.at is not None and (sign := SIGNS[table.arm_of(unit)])
    ]
    ground = [(piece.shape, GROUND[piece.landscape]) for piece in table.terrain.values() if piece.shape is not None]
    ground += [(field.shape, MINES) for field in table.mines.values() if field.shape is not None]
    if size is None or not (pieces or ground):
        return []
    gaps = [gap.at for gap in table.gaps.values() if gap.at is not None]
    ground += [(Shape((at,), table.base / 2), GAP) for at in gaps]
    north = f"north is at the {table.north}" if table.north else "north is not told"
    signs = dict.fromkeys(sign for _, sign in ground)
    laid = [f"{sign} {word}" for sign, word in MEANT.items() if sign in signs]
    legend = "H HQ, R recon, T tank, I infantry, A artillery, F 88mm, S base, + several; Axis in capitals"
    legend += f"; {', '.join(laid)}" if laid else ""
    edges = " and ".join(f"{title} at the {table.edge_of(side)}" for side, title in SIDES.items())
    heading = f"Map, {size[0]:g} by {size[1]:g} from 0,0 at the bottom left; {north}; own edges: {edges}"
    below = wrap(legend, WIDE, initial_indent="    ", subsequent_indent="    ")
    return [*wrap(heading, WIDE, subsequent_indent="    "), *text_map(*size, ground, pieces), *below]


def _mines(table: Table) -> Iterator[str]:
    """The minefields, each with its side, where it lies, and the gaps in it."""
    for name, field in table.mines.items():
        gaps = [_gap_words(gap, cleared) for gap, cleared in table.gaps.items() if cleared.field == name]
        where = f", {_shape_words(field.shape)}" if field.shape else ""
        yield f"{name}: minefield ({SIDES[field.side]}){where}{f'; gaps: {listed(gaps)}' if gaps else ''}"


def _gap_words(name: GapName, gap: Gap) -> str:
    used = f" ({gap.used} of {THROUGH_GAP} through)" if gap.used else ""
    return (f"{name} at {place_of(gap)}" if gap.at is not None else str(name)) + used


def _side(table: Table, side: str) -> Iterator[str]:
    divisions = dict.fromkeys(stand.division for stand in table.units.values() if stand.side == side)
    for division in divisions:
        units = [(u, s) for u, s in table.units.items() if (s.division, s.side) == (division, side)]
        title = f"{table.box.divisions[division].title} ({division})" if division else "Supply bases"
        given = f" (given to {table.attached[division]})" if division in table.attached else ""
        rows = ", ".join(_unit_words(unit, stand) for unit, stand in units if stand.status is not Status.RESERVE)
        left = [unit.partition("/")[2] for unit, stand in units if stand.status is Status.RESERVE]
        rows += f"{'; ' if rows else ''}not deployed: {', '.join(left)}" if left else ""
        yield from wrap(f"{title}{given}: {rows}", WIDE, initial_indent="  ", subsequent_indent="    ")


def _unit_words(unit: Unit, stand: Stand) -> str:
    short = unit.partition("/")[2]
    if stand.status is not Status.TABLE:
        return f"{short} {stand.status.upper()}"
    words = [short]
    if stand.at is not None:
        words.append(f"at {Point(round(stand.at.x, 2), round(stand.at.y, 2))}")
    done = [word for word, flag in (("dug-in", stand.trench), ("moved", stand.moved), ("fired", stand.fired)) if flag]
    return " ".join(words) + (f" ({', '.join(done)})" if done else "")


def checklist(table: Table) -> list[str]:
    """What to lay on the table."""
    options = table.options
    chosen = f"{chosen_due(table)} of them chosen, the others dealt at random"
    lines = [
        "The table, ruled into foot squares; tell its size with `terms width W depth D` to play by positions",
        f"Force cards: {cards_due(table)} for each side, {chosen}; blanks among them",
        f"Bases of {options.base:g} mm; three Supply bases for each side",
        "Up to 8 pieces of terrain, then a throw for the direction of north",
        "British minefields, then Axis; Italians, British, Germans deploy 6 inches from the centre line",
        "Agree on minefields, and on air attacks a turn, of each side: `terms mines N planes N`",
        f"Dice and a tape measure; trenches for Dug-in units, up to {_dug_in(table)}",
    ]
    on = [name for name in ("italian_hq", "italian_foot", "tiger", "blitzkrieg") if getattr(options, name)]
    lines += [f"Options: {', '.join(name.replace('_', '-') for name in on)}"] if on else []
    lines += [_left_out(table, said) for said in options.out]
    return lines + campaign_words(table)


def _dug_in(table: Table) -> str:
    """How many units of each side may begin Dug-in (KD1, KP4)."""
    most = {title: dug_in_allowed(table, side) for side, title in SIDES.items()}
    alike = len(set(most.values())) == 1
    return f"{min(most.values())} of each side" if alike else listed(f"{n} of {title}" for title, n in most.items())


def _left_out(table: Table, said: str) -> str:
    """A division that the option `out` names, as it is on file."""
    card = card_meant(table.box, said)
    if not card:
        known = ", ".join(f"{name} ({division.title})" for name, division in table.box.divisions.items())
        return f"Left out of the pack: {said}, which is not on file, so nothing warns of it; on file are {known}"
    return f"Left out of the pack: {table.box.divisions[card].title} ({card})"


def why(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """`why targets UNIT`, `why spots UNIT`, `why hq UNIT`, `why score`: how a derived value comes about."""
    topic, unit = (*words, "", "")[0], Unit((*words, "", "")[1])
    if topic == "score":
        for side, points in score(table).items():
            lost = [u for u, s in table.units.items() if s.status is Status.DESTROYED and s.side != side]
            yield f"{SIDES[side]} has {points} VP for {', '.join(lost) or 'nothing'} [KV1]"
    if unit not in table.units or table.stand(unit).status is not Status.TABLE:
        return
    if topic == "targets":
        yield from fire_options(table, unit)
    elif topic == "spots":
        for enemy in table.on_table(enemy_of(table.stand(unit).side)):
            words_of = {True: "is spotted", False: "is not spotted", None: "may be spotted or not: not measured"}
            yield f"{enemy} {words_of[spotted(table, unit, enemy)]} by the division of {unit} [KF2]"
    elif topic == "hq":
        for hq in commanders(table, unit):
            far = apart(table, unit, hq) if table.stand(hq).status is Status.TABLE else None
            where = "is not on the table" if table.stand(hq).status is not Status.TABLE else "is not measured"
            yield f"{hq} {where if far is None else f'is {table.length(far)} from {unit}'} [KC1]"

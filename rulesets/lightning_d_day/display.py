"""How the table is shown: on a screen, in the toolbar, as JSON, and piece by piece for hands and audits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.components import decks
from referee.ruleset import Impossible
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.names import (
    ALLIED,
    GERMAN,
    OUT,
    SIDES,
    TURNS,
    Beach,
    Force,
    Pile,
    beach_of_pile,
    pile_of,
    side_of_pile,
)
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.turn import STEPS
from rulesets.lightning_d_day.values import totals_words, totals_written_out
from rulesets.lightning_d_day.victory import allied_beaches, allied_controls, outcome_words
from rulesets.lightning_d_day.words import THE

MOST_CARDS = 110
"""Cards in the box."""

MOST_FACE_DOWN = 20
"""Face-down cards in a pile; more is a mistyped number."""

FACE_DOWN = ("", "none")
"""Where a force is that nobody has seen."""

PHRASES = {
    **decks.PHRASES,
    "at": "{thing} lies face up at {new}",
    "at-gone": "{thing} lies face up no more",
    "out=out": "put {thing} out of the game",
    "face-down": "face down in {thing}: {old} -> {new}",
    "extra": "extra actions of {thing} in each turn: {new}",
}


def status(table: Table) -> tuple[str, ...]:
    """The step or beach, the hand of the side that acts, and how the game would end."""
    where = table.place(table.beach) if table.step == "beaches" else STEPS[table.step]
    side = table.side
    if table.battle is not None:
        where, side = f"{where}, {totals_words(table, table.battle)}", table.battle.asked
    elif table.step in ("discard", "draw"):  # nobody's turn: both do it, one after the other
        side = table.ending
        where = f"{where} of {THE[side]}"
    hand = f"hand of {THE[side]}" if table.battle is not None and side != table.side else "hand"
    return where, f"{hand} {table.hand(side)}", f"Allied beaches {len(allied_beaches(table))}"


def layout(table: Table) -> dict[str, str]:
    """Everything that lies on the table, flat; "" for a force that is at no beach, or in the game."""
    places: dict[str, str] = {}
    for name, card in table.box.forces.items():
        there = table.pieces[card.side].named.get(name, "")
        places[f"{name}.at"] = "" if there == OUT else there
        places[f"{name}.out"] = there if there == OUT else ""
    for pile in table.box.piles:
        side, beach = side_of_pile(pile), beach_of_pile(pile)
        places[f"{pile}.face-down"] = str(table.face_down(beach, side))
        places[f"{pile}.extra"] = str(table.extra.get(pile, 0) or "")
    places |= decks.pile_places(table)
    places["beach.now"] = table.beach
    return places


def put(table: Table, key: str, value: str) -> Table:
    """The table with one place of its layout set, for an adjustment. Raises Impossible."""
    thing, _, aspect = key.rpartition(".")
    if key == "beach.now" and (value in table.box.beaches or not value):
        return table.at(Beach(value)).but(done=table.done and not value)
    if thing in table.box.forces and (aspect == "at" or (aspect, value) == ("out", OUT)):
        return _put_force(table, thing, value)
    if thing in table.box.piles and value.isascii() and (value or "0").isdecimal():
        changed = _put_pile(table, Pile(thing), aspect, int(value or 0))
        if changed is not None:
            return changed
    changed = decks.put_pile(table, key, value, MOST_CARDS)
    if changed is None:
        raise Impossible(f"{key} cannot be {value!r}.")
    return changed


def _put_pile(table: Table, pile: Pile, aspect: str, count: int) -> Table | None:
    """So many cards lie face down in a pile, or so many more actions are there; None if that cannot be."""
    if count > MOST_FACE_DOWN:
        return None
    if aspect == "face-down":
        side = side_of_pile(pile)
        return table.with_pieces(side, piles.corrected(table.pieces[side], beach_of_pile(pile), count))
    if aspect != "extra":
        return None
    extra = {p: more for p, more in {**table.extra, pile: count}.items() if more}
    return table.but(extra=extra)


def _put_force(table: Table, name: str, value: str) -> Table:
    """A force lies face up at a beach, or is out of the game; without a value it is a face-down card again."""
    side = table.card_of(name).side
    pieces = table.pieces[side]
    if value in FACE_DOWN:
        lies = pieces.named.get(name, OUT) != OUT
        return table.with_pieces(side, piles.turned_down(pieces, name)) if lies else table
    if value != OUT and value not in table.box.beaches:
        there = f"{', '.join(table.box.beaches)}, out, and none (face down)"
        raise Impossible(f"{name} cannot be at {value!r}; there are {there}.")
    if name in pieces.named:
        return table.with_pieces(side, pieces.move(name, value))
    start = Beach(value) if value != OUT else next(iter(pieces.unnamed), OUT)
    turned = piles.turned_up(pieces, name, Beach(start))
    return table.with_pieces(side, turned.move(name, value))


def state(table: Table) -> dict[str, Any]:
    """All that the table shows, as plain values; null is what nobody knows."""
    battle = table.battle
    return {
        **decks.pile_state(table),
        "beaches": {str(beach): _beach_state(table, beach) for beach in table.box.beaches},
        "beach": str(table.beach) or None,
        "actions_left": table.actions_left(table.beach) if table.beach else 0,
        "out_of_the_game": sorted(table.out_of_the_game()),
        "lost_face_down": {side: table.pieces[side].unnamed.get(OUT, 0) for side in SIDES},
        "turn_card": table.turn_text.title,
        "battle": None if battle is None else {
            "attacker": battle.attacker, "defender": battle.defender, "beach": str(battle.beach),
            "totals": totals_words(table, battle), "cards": [str(p.card) for p in battle.cards],
        },
        "in_play": [{"source": str(p.source), "side": p.side} for p in table.in_play],
        "allied_beaches": [str(beach) for beach in allied_beaches(table)],
        "outcome": table.outcome or None,
        "skipped": [{"rule": d.rule, "side": d.side, "what": d.what, "turn": d.turn} for d in table.parked],
    }  # fmt: skip


def _beach_state(table: Table, beach: Beach) -> dict[str, Any]:
    return {
        side: {
            "active": [str(force) for force in table.active_at(beach, side)],
            "face_down": table.face_down(beach, side),
            "extra_actions": table.extra.get(pile_of(side, beach), 0),
        }
        for side in SIDES
    }


def show(table: Table) -> list[str]:
    """The table on one screen, a beach a line for each side."""
    step = table.place(table.beach) if table.step == "beaches" and table.beach else STEPS[table.step]
    lines = [f"Turn {table.turn} of {TURNS} ({table.turn_text.title}) · {SIDES[table.side]} · {step}"]
    for beach, title in table.box.beaches.items():
        mark = ">" if beach == table.beach else " "
        control = "Allied" if allied_controls(table, beach) else "German"
        lines.append(f"{mark} {title:<6} {_side_words(table, beach, GERMAN)}   [{control}]")
        lines.append(f"         {_side_words(table, beach, ALLIED)}")
    for side, title in SIDES.items():
        h = table.cards[side]
        lines.append(f"{title}: hand {h.hand}, deck {h.deck}, discards {h.discards}")
    if table.out_of_the_game():
        lines.append("Out of the game: " + ", ".join(map(table.title, sorted(table.out_of_the_game()))))
    if table.battle is not None:
        battle = table.battle
        lines.append(f"{table.title(battle.attacker)} attacks {table.title(battle.defender)}")
        lines.append(totals_written_out(table, battle))
    lines += [f"In play: {table.title(p.source)} ({SIDES[p.side]})" for p in table.in_play if p.left != 0]
    lines.append(f"As it stands: {table.outcome or outcome_words(table)}")
    lines += [f"Skipped in turn {d.turn}: {d.what} ({SIDES[d.side]}) [{d.rule}]" for d in table.parked]
    return lines


def _side_words(table: Table, beach: Beach, side: str) -> str:
    forces = [_force_words(table, force) for force in table.active_at(beach, side)]
    down = table.face_down(beach, side)
    extra = table.extra.get(pile_of(side, beach), 0)
    rest = ([f"{down} face down"] if down else []) + ([f"+{extra} action{'s' * (extra > 1)}"] if extra else [])
    return f"{SIDES[side]}: {', '.join([*forces, *rest]) or '-'}"


def _force_words(table: Table, force: Force) -> str:
    value = table.card_of(force).value
    return f"{force} ({value if isinstance(value, int) else '?'}{', attacked' if force in table.attacked else ''})"


def why(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """`why totals`, `why beaches`, `why hand [SIDE]`: how a derived value comes about."""
    topic = words[0] if words else ""
    if topic == "totals" and table.battle is not None:
        yield f"{totals_written_out(table, table.battle)} [attack.values]"
    elif topic == "beaches":
        for beach, title in table.box.beaches.items():
            german = f"{len(table.active_at(beach, GERMAN))} active, {table.face_down(beach, GERMAN)} face down"
            side = "Allied" if allied_controls(table, beach) else "German"
            yield f"{title} is {side}: German forces there: {german} [victory.control]"
        yield f"As it stands: {outcome_words(table)} [victory.outcome]"
    elif topic == "hand":
        for side in SIDES if len(words) == 1 else words[1:]:
            if side in SIDES:
                yield f"{decks.hand_words(table, side)} [cards.hand]"

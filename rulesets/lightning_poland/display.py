"""How the table is shown: on a screen, in the toolbar, as JSON, and piece by piece for hands and audits."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from referee.components import decks
from referee.components.decks import hand_words, pile_places, pile_state, put_pile
from referee.components.facts import replace
from referee.components.unknown import UNKNOWN, as_json
from referee.ruleset import Impossible
from rulesets.lightning_poland.box import ActionCard, ForceCard, ObjectiveCard
from rulesets.lightning_poland.effects import texts_in_mind
from rulesets.lightning_poland.names import HAND_LIMIT, MOST_CARDS, POINTS_TO_WIN, SIDES, Force, Objective
from rulesets.lightning_poland.objectives import is_closed, may_attack, score_words, standing, standing_words, targets
from rulesets.lightning_poland.setup import UNCOUNTED, row_side
from rulesets.lightning_poland.table import Battle, Table, joined
from rulesets.lightning_poland.turn import STEPS
from rulesets.lightning_poland.values import sum_of, terms, text_words, total_words
from rulesets.lightning_poland.words import THE, WHO, listed_titles

WIDTH = 79

PHRASES = {
    "at": "{thing}: {new}",
    "at-gone": "take {thing} off the table",
    "middle": "put {thing} in the middle",
    "middle-gone": "take {thing} out of the middle",
    "holder": "lay {thing} with the captured objectives of {new}",
    **{f"holder={side}": f"lay {{thing}} with the objectives that {the} captured" for side, the in THE.items()},
    "holder-gone": "lay {thing} back with the objectives to be captured",
    "in-play": "lay {thing} down before {new}",
    **{f"in-play={side}": f"lay {{thing}} down before {the}" for side, the in THE.items()},
    "in-play-gone": "discard {thing}",
    "in-play-mended": "{thing} in play: {old} -> {new}",
    **decks.PHRASES,
}

OUT = "out of the game"
PLACES = ("face up in the row", "committed", OUT)
NAMES = {"row": PLACES[0], "out": OUT, "none": ""}
"""What may be written for the place of a force, beside the words of the layout."""


def status(table: Table) -> tuple[str, ...]:
    """The step, the points, and the hand of the side that acts: on a narrow screen the last goes first."""
    side = table.speaker
    hand = "hand" if side == table.side else f"hand of {THE[side]}"
    points = ", ".join(f"{title} {score_words(table, side)}" for side, title in SIDES.items())
    return (STEPS[table.step], f"points: {points}", f"{hand} {table.hand(side)}")


def layout(table: Table) -> dict[str, str]:
    """Everything that lies on the table, flat."""
    places = {f"{name}.at": _place(table, Force(name)) for name in table.box.forces}
    battle = table.battle
    for name in table.box.objectives:
        attacked = battle is not None and battle.objective == name and not battle.winner
        places[f"{name}.middle"] = "yes" if attacked else ""
        places[f"{name}.holder"] = table.captured.get(Objective(name), "")
    for name in table.box.cards:
        players = [c.side for c in battle.cards if c.card == name] if battle else []
        places[f"{name}.in-play"] = ",".join(players)
    places |= pile_places(table)
    return places | {f"{side}.deck": UNCOUNTED for side in table.uncounted}


def _place(table: Table, force: Force) -> str:
    if force in table.gone:
        return OUT
    if force in table.row:
        return PLACES[0]
    return PLACES[1] if force in table.on_table else ""


def put(table: Table, key: str, value: str) -> Table:
    """The table with one place of its layout set, for an adjustment. Raises Impossible."""
    thing, _, aspect = key.rpartition(".")
    if aspect == "deck" and thing in SIDES and value == UNCOUNTED:
        return table.but(uncounted=table.uncounted | {thing})
    if (piled := put_pile(table, key, value, MOST_CARDS)) is not None:
        return piled.but(uncounted=table.uncounted - {thing}) if aspect == "deck" else piled
    if aspect == "at" and thing in table.box.forces:
        return _put_force(table, Force(thing), NAMES.get(value, value))
    if aspect == "holder" and thing in table.box.objectives and value in ("", "none", *SIDES):
        captured = {o: holder for o, holder in table.captured.items() if o != thing}
        return table.but(captured=captured | ({Objective(thing): value} if value in SIDES else {}))
    raise Impossible(f"{key} cannot be {value!r}.")


def _put_force(table: Table, force: Force, value: str) -> Table:
    if value == _place(table, force):
        return table
    if value not in (PLACES[0], OUT, ""):
        raise Impossible(f"{force} is in the row, out or none; it comes into a battle by battle or commit.")
    side, was, will = table.side_of(force), bool(_place(table, force)), bool(value)
    if was != will:  # a card that nobody saw move comes out of the deck, or goes there
        holding, more = table.cards[side], int(will) - int(was)
        holding = replace(holding, deck=max(0, holding.deck - more), away=max(0, holding.away + more))
        table = table.with_cards(side, holding)
    gone = tuple(f for f in table.gone if f != force)
    table = table.without(force).but(gone=(*gone, force) if value == OUT else gone)
    table = table.seen(force)
    return table.but(row=(*table.row, force)) if value == PLACES[0] else table


def state(table: Table) -> dict[str, Any]:
    """All that the table shows, as plain values; null is what nobody knows."""
    piles = pile_state(table)
    counted: dict[str, Any] = {side: None if side in table.uncounted else n for side, n in piles["decks"].items()}
    return {
        **piles,
        "decks": counted,
        "points": {side: standing(table, side).points for side in SIDES},
        "rows": {side: list(map(str, table.row_of(side))) for side in SIDES},
        "forces": {str(f): _facts(table.box.forces[f]) for f in table.on_table},
        "removed": sorted(table.gone),
        "objectives": {name: _objective_state(table, name) for name in table.box.objectives},
        "supply": table.supply_used,
        "battle": _battle_state(table),
        "owed": [{"side": o.side, "what": o.what, "count": o.count, "rule": o.rule} for o in table.owed],
        "skipped": [{"rule": d.rule, "side": d.side, "what": d.what, "turn": d.turn} for d in table.parked],
    }


def _facts(card: ForceCard | ActionCard) -> dict[str, Any]:
    row = {"title": card.title, "type": as_json(card.type), "rating": as_json(card.rating)}
    attack, defend = (0, 0) if card.plain is True else (as_json(card.attack), as_json(card.defend))
    return row | {"attack": attack, "defend": defend}


def _objective_state(table: Table, name: str) -> dict[str, Any]:
    card = table.box.objectives[name]
    return {
        "title": card.title,
        "by": as_json(card.by),
        "points": as_json(card.points),
        "row": row_side(table, name) or None,
        "captured": table.captured.get(Objective(name)),
    }


def _battle_state(table: Table) -> dict[str, Any] | None:
    battle = table.battle
    if battle is None:
        return None
    return {
        "objective": str(battle.objective),
        "attacker": battle.side,
        "committed": {side: list(map(str, battle.committed(side))) for side in SIDES},
        "cards": [{"card": str(c.card), "side": c.side, **_facts(table.box.cards[c.card])} for c in battle.cards],
        "turn": battle.turn,
        "over": battle.over,
        "winner": battle.winner or None,
        "totals": {side: as_json(sum_of(table, battle, side).total) for side in SIDES},
        "sum": total_words(table, battle),
    }


def show(table: Table) -> list[str]:
    """The table on one screen."""
    lines = [f"Turn {table.turn} · {SIDES[table.side]} · {STEPS[table.step]} · {POINTS_TO_WIN} points win"]
    for side, title in SIDES.items():
        h = table.cards[side]
        deck = "not counted" if side in table.uncounted else h.deck
        lines.append(f"{title}: hand {h.hand} (limit {HAND_LIMIT}), deck {deck}, discards {h.discards}")
        lines += _wrapped("  forces ", joined(_force_words(table.box.forces[f], f) for f in table.row_of(side)))
        lines += _wrapped("  has ", standing_words(table, side))
        if table.held_by(side):
            lines += _wrapped("  captured ", joined(_worth(table, o) for o in table.held_by(side)))
    for side, title in SIDES.items():
        left = [o for o in map(Objective, table.box.objectives) if table.box.objectives[o].by == side]
        there = joined((_worth(table, o, side) for o in left if o not in table.captured), "none on file")
        lines += _wrapped(f"To be captured by {title}: ", there)
    lost = [o for o, c in table.box.objectives.items() if c.by is UNKNOWN and Objective(o) not in table.captured]
    if lost:
        lines += _wrapped("To be captured by nobody knows whom: ", joined(lost))
    if table.gone:
        lines += _wrapped("Out of the game: ", joined(sorted(table.gone)))
    if table.battle is not None:
        lines += _battle_lines(table, table.battle)
    return lines + [f"Skipped in turn {d.turn}: {d.what} ({SIDES[d.side]}) [{d.rule}]" for d in table.parked]


def _wrapped(start: str, text: str) -> list[str]:
    return textwrap.wrap(f"{start}{text}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _worth(table: Table, objective: Objective, attacker: str = "") -> str:
    """An objective and its points; that it is closed, for who may attack it."""
    points = table.box.objectives[objective].points
    closed = " (closed)" if attacker and is_closed(table, attacker, objective) else ""
    return f"{objective} {'?' if points is UNKNOWN else points}{closed}"


def _force_words(card: ForceCard | ActionCard | ObjectiveCard, name: str) -> str:
    """A card and its values: `xvi-corps 2 (+2 attacking)`."""
    rating = "" if isinstance(card, ObjectiveCard) else f" {'?' if card.rating is UNKNOWN else card.rating}"
    text = text_words(card)
    return f"{name}{rating} ({text})" if text else f"{name}{rating}"


def _card_words(card: ActionCard, name: str) -> str:
    return f"{_force_words(card, name)} [{card.type}]"


def _battle_lines(table: Table, battle: Battle) -> Iterator[str]:
    box = table.box
    yield from _wrapped("Battle for ", _force_words(box.objectives[battle.objective], battle.objective))
    for side in (battle.side, table.enemy_of(battle.side)):
        role = "attacks" if side == battle.side else "defends"
        forces = joined((_force_words(box.forces[f], f) for f in battle.committed(side)), "no force")
        cards = [_card_words(box.cards[c.card], c.card) for c in battle.cards if c.side == side]
        yield from _wrapped(f"  {SIDES[side]} {role}: ", joined([forces, *cards]))
    yield from _wrapped("  ", total_words(table, battle))
    if texts := texts_in_mind(table, battle):
        yield from _wrapped("  texts to mind: ", joined(texts))


def why(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """`why total`, `why points [SIDE]`, `why hand [SIDE]`, `why objectives`: how a derived value comes about.

    `why battle OBJECTIVE` or `why OBJECTIVE`: whether it may be attacked now, which needs no force to be named.
    """
    topic, sides = (words[0] if words else ""), [w for w in words[1:] if w in SIDES] or list(SIDES)
    if topic == "total" and table.battle is None:
        yield "There is no battle, so there are no values to add up [battle.11]"
    elif topic == "total" and table.battle is not None:
        for side in sides:
            parts = [f"{'?' if v is UNKNOWN else v} {name}" for v, name in terms(table, table.battle, side)]
            yield f"{SIDES[side]}: {joined(parts, '0')}: {sum_of(table, table.battle, side)} [battle.11]"
    elif topic == "points":
        for side in sides:
            had = joined((_worth(table, o) for o in table.held_by(side)), "nothing captured")
            yield f"{SIDES[side]}: {had}; {standing_words(table, side)} [win]"
    elif topic == "hand":
        for side in sides:
            yield f"{hand_words(table, side)} [turns.4]"
    elif topic in ("battle", "attack") and len(words) == 2:
        yield from _why_open(table, words[1])
    elif len(words) == 1 and topic in table.box.objectives:
        yield from _why_open(table, topic)
    elif topic == "objectives":
        for side in sides:
            yield f"{SIDES[side]} may attack: {joined(targets(table, side))} [battle.1]"
            for name in map(Objective, table.box.objectives):
                yield from (f"  {name}: {f.message} [{f.rule}]" for f in may_attack(table, side, name))


def _why_open(table: Table, begun: str) -> Iterator[str]:
    """Whether the side whose turn it is may attack the objective whose name begins so."""
    named = [o for o in map(Objective, table.box.objectives) if o.startswith(begun)]
    if len(named) != 1:
        return
    found = [f"{f.message} [{f.rule}]" for f in may_attack(table, table.side, named[0])]
    yield from found or [f"{WHO[table.side]} may attack {listed_titles(table, named)} [battle.1]"]

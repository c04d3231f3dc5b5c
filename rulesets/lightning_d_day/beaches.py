"""Player Turn: one beach at a time, from the own left to the right, and one action at each: activate or attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from referee.components.unknown import UNKNOWN
from referee.components.wording import listed
from referee.ruleset import Action, Finding, Word, action, doubt, illegal, needs
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.box import Free
from rulesets.lightning_d_day.names import (
    FROM_HAND,
    GERMAN,
    NO_BEACH,
    SIDES,
    Beach,
    Force,
    Reserve,
    pile_of,
)
from rulesets.lightning_d_day.table import Table
from rulesets.lightning_d_day.words import WHO, the_force

STRIKE = (Beach("utah"), Beach("gold"))
"""Where the German player may strike at once in turn 1 (turn.strike)."""


def in_order(table: Table, side: str, beach: Beach) -> Iterator[Finding]:
    """No beach is gone back to; an act at a later one gives up what might be done before, and is asked about. The way
    along the beaches is that of the side whose turn it is.
    """
    if side != table.side:
        return
    if table.behind(beach):
        later = table.order(table.side)[table.order(table.side).index(table.beach) :]
        message = f"{table.place(beach)} was passed; {table.place(table.beach)} is resolved now"
        yield illegal("turn.order", message, " or ".join(later))
        return
    missed = [table.place(b) for b in _between(table, beach) if something_to_do(table, b)]
    if missed:
        yield doubt("turn.order", f"an action is left at {listed(missed)}; there is no going back", "pass first")


def _between(table: Table, beach: Beach) -> tuple[Beach, ...]:
    row = table.order(table.side)
    if beach not in row or table.beach not in row:
        return ()
    return row[row.index(table.beach) : row.index(beach)]


def something_to_do(table: Table, beach: Beach) -> bool:
    """Whether the side whose turn it is could still use an action at a beach."""
    if not table.actions_left(beach):
        return False
    idle = [f for f in table.active_at(beach, table.side) if f not in table.attacked]
    return bool(table.face_down(beach, table.side) or (idle and in_reach(table, beach, table.side)))


def names_known(table: Table, side: str) -> bool:
    """Whether the names of all forces that lie face down at the present beach are on file."""
    cards = table.box.forces.items()
    there = [name for name, card in cards if (card.side, card.beach) == (side, table.beach)]
    return sum(not table.seen(side, name) for name in there) >= table.face_down(table.beach, side)


def in_reach(table: Table, beach: Beach, side: str) -> bool:
    """Whether an enemy is at a beach or beside it."""
    enemy = table.enemy_of(side)
    near = (beach, *map(Beach, table.box.map.neighbours(beach)))
    return any(table.active_at(b, enemy) or table.face_down(b, enemy) for b in near)


def an_action_left(table: Table, side: str, beach: Beach) -> Iterator[Finding]:
    """One action at each beach, and one more for each Airborne card there, for the side whose turn it is."""
    if side == table.side and not table.actions_left(beach):
        more = 1 + table.extra.get(pile_of(table.side, beach), 0) + (table.again if beach == table.beach else 0)
        had = "the one action" if more == 1 else f"all {more} actions"
        verb = "was" if more == 1 else "were"
        yield illegal("turn.action", f"{had} at {table.place(beach)} {verb} used in this turn", "pass")


def is_strike(table: Table, force: Force) -> bool:
    """Whether a force may attack at once by the note on turn 1: its card may allow it, or a ruling does."""
    any_force = table.ruled("turn.strike-whose") == "any"
    return where_strikes_are(table, force) and (any_force or table.card_of(force).free is UNKNOWN)


def where_strikes_are(table: Table, force: Force) -> bool:
    """Whether a force is a German one, at Utah or Gold in turn 1."""
    return table.turn == 1 and table.side_of(force) == GERMAN and table.beach_of(force) in STRIKE


def may_attack_free(table: Table, force: Force) -> bool:
    """Whether a force has its free attack now: in the turn in which it was activated, and once."""
    if force not in table.activated or force in table.freed or table.beach_of(force) != table.beach:
        return False
    free = table.card_of(force).free
    if is_strike(table, force) or free is Free.ATTACK:
        return True
    return free is UNKNOWN and not table.actions_left(table.beach)


def has_free_attack(table: Table, force: Force) -> bool:
    """Whether a force is known to have its free attack now."""
    known = table.card_of(force).free is Free.ATTACK or is_strike(table, force)
    return known and may_attack_free(table, force)


@action("activate", rule="turn.sides", short="a", examples=("activate 1-inf", "activate 21-panzer at omaha"))
class Activate(Action[Table]):
    """Turn up the top card of the pile at a beach: that force is active. This is the action of the beach.

    The card is turned up first, and named as it is printed; one that is not on file is taught then.
    """

    force: Reserve
    at: Annotated[Beach | None, Word("at")] = None

    def among(self, field: str, table: Table) -> Iterable[Any] | None:
        """Forces of the own side, those of the beach that is resolved before all others."""
        if field != "force":
            return None
        own = [Reserve(name) for name in table.names(Reserve) if table.side_of(name) == self.side]
        return sorted(own, key=lambda force: table.card_of(force).beach != table.beach)

    def judge(self, table: Table) -> Iterator[Finding]:
        card = table.card_of(self.force)
        if card.side != self.side:
            own = f"a force of {SIDES[self.side]}"
            yield illegal("setup.forces", f"{card.title} is a force of {SIDES[card.side]}", own)
            return
        beach = self._beach(table)
        if card.beach is UNKNOWN:
            message = f"the beach printed on {card.title} (`hand`: none, it comes out of the hand) is not known"
            yield needs("setup.forces", message, f"force {self.force} beach ?")
        elif card.beach != beach:
            where = "comes out of the hand" if card.beach == FROM_HAND else f"belongs to {table.place(card.beach)}"
            message = f"{card.title} {where}, not into the pile at {table.place(beach)}"
            yield illegal("setup.forces", message, f"{card.beach}; or, by its card, force {self.force} beach {beach}")
            return
        yield from in_order(table, self.side, beach)
        if table.behind(beach):
            return
        yield from an_action_left(table, self.side, beach)
        if not table.face_down(beach, self.side):
            none = f"no force of {SIDES[self.side]} lies face down at {table.place(beach)}"
            yield illegal("turn.activate", none, "attack, or pass")
        elif card.free is UNKNOWN:
            message = f"the free action of {card.title} when it is activated is not known"
            yield needs("turn.free", message, f"force {self.force} free ?")

    def _beach(self, table: Table) -> Beach:
        if self.at is not None:
            return self.at
        printed = table.card_of(self.force).beach
        return table.beach if printed in (UNKNOWN, FROM_HAND) else Beach(str(printed))

    def apply(self, table: Table) -> Table:
        card, force, beach = table.card_of(self.force), Force(self.force), self._beach(table)
        own = self.side == table.side
        if own and not table.behind(beach):
            table = table.at(beach).but(used=(table.used if beach == table.beach else 0) + 1)
        if beach not in table.box.beaches:
            return table
        table = table.with_pieces(card.side, piles.turned_up(table.pieces[card.side], force, beach))
        return table.but(activated=(*table.activated, force)) if own else table

    def story(self, before: Table, after: Table) -> str:
        where = after.place(after.beach_of(self.force) or self._beach(before))
        return f"{WHO[self.side]} turned up {the_force(before, Force(self.force))} at {where}"


def next_beach(table: Table) -> Table:
    """The side goes on to its next beach; behind the last one its part of the turn is over."""
    row = table.order(table.side)
    at = row.index(table.beach) + 1 if table.beach in row else len(row)
    return table.at(row[at]) if at < len(row) else half_over(table)


def half_over(table: Table) -> Table:
    """The side whose turn it is has resolved all of its beaches."""
    return table.at(NO_BEACH).but(done=True)


def begun(table: Table, side: str) -> Table:
    """A side begins with its first beach."""
    fresh = table.but(side=side, step="beaches", done=False, activated=(), freed=(), attacked=(), used=0, again=0)
    return fresh.but(beach=fresh.order(side)[0])

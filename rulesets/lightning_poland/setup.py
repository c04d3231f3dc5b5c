"""Set-Up: decks, starting forces, objectives and opening hands; the German player begins."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.cards import Holding
from referee.components.facts import replace
from referee.components.wording import capital, listed
from referee.ruleset import (
    Action,
    Ask,
    Finding,
    NotUnderstood,
    Option,
    Setup,
    action,
    illegal,
    warning,
)
from rulesets.lightning_poland.box import shipped
from rulesets.lightning_poland.names import GERMAN, HAND_LIMIT, MOST_CARDS, SIDES, AnyForce, Force, Objective
from rulesets.lightning_poland.table import Table, joined
from rulesets.lightning_poland.words import THE, listed_titles

UNCOUNTED = "unknown"

OPTIONS = tuple(
    Option(
        f"{side}-deck",
        f"How many cards has the {title} deck, without its country, objective and starting force cards?",
        {UNCOUNTED: "nobody counted; it is known from the first shuffle on"},
        UNCOUNTED,
        f"a number, {HAND_LIMIT} to {MOST_CARDS}",
    )
    for side, title in SIDES.items()
)


def start(setup: Setup) -> Table:
    """The table as it is laid out (setup.1 to setup.4). Raises NotUnderstood for a deck of no such number."""
    box = shipped()
    row = tuple(Force(name) for name, card in box.forces.items() if card.start is True)
    cards: dict[str, Holding] = {}
    uncounted: list[str] = []
    for side in SIDES:
        said = setup.options.get(f"{side}-deck", UNCOUNTED)
        if said == UNCOUNTED:
            uncounted.append(side)
        size = MOST_CARDS if said == UNCOUNTED else _size(side, said)
        away = sum(box.forces[force].side == side for force in row)
        cards[side] = Holding(deck=size - HAND_LIMIT, hand=HAND_LIMIT, away=away)
    return Table(
        side=GERMAN, step="setup", turn=1, rulings=setup.rulings, box=box, row=row, cards=cards,
        uncounted=frozenset(uncounted),
    )  # fmt: skip


def _size(side: str, said: str) -> int:
    if said.isascii() and said.isdecimal() and HAND_LIMIT <= int(said[:9]) <= MOST_CARDS:
        return int(said)
    numbers = f"a number from {HAND_LIMIT} to {MOST_CARDS}, or {UNCOUNTED}"
    raise NotUnderstood(f"{side}-deck is {numbers}; not {said[:40]!r}.")


def ask_setup(table: Table) -> Ask:
    """The table is laid out: starting forces are told now, or later."""
    bare = [SIDES[side] for side in SIDES if not table.row_of(side)]
    aimless = [side for side in SIDES if all(card.by != side for card in table.box.objectives.values())]
    missing = [f"forces marked S, {listed(bare)} (`starts FORCE`)"] if bare else []
    missing += [f'objectives that {THE[side]} may capture (`objective "NAME" by {side}`)' for side in aimless]
    if missing:
        question = f"Lay out all; not told yet, now or later: {'; '.join(missing)}"
        return Ask("setup.2", table.side, ("starts", "ready"), question, may=True, step=True, enter="ready")
    question = "Is all laid out? Then the German player begins"
    return Ask("setup.5", table.side, ("ready", "starts"), question, may=True, step=True, enter="ready")


@action("starts", rule="setup.2", learns=True, examples=("starts xvi-corps",))
class Starts(Action[Table]):
    """Tell that force cards are marked S: they begin the game face up on the table. It stays on file."""

    forces: tuple[AnyForce, ...]

    def judge(self, table: Table) -> Iterator[Finding]:
        for force in self.forces:
            if table.box.forces[force].start is False:
                yield warning("setup.2", f"on file {force} was not marked S; now it is")

    def apply(self, table: Table) -> Table:
        for force in self.forces:
            table = marked(table, force, True)
        return table

    def story(self, before: Table, after: Table) -> str:
        return f"{capital(listed_titles(before, self.forces))} began the game face up on the table"


def marked(table: Table, name: str, start: bool) -> Table:
    """The table that knows whether a force is marked S: it is laid out, or taken away, before the first operation.

    Later it is laid out where it may have lain there all the time.
    """
    card, open_now = table.box.forces[name], table.nothing_played or table.may_lie_there(name)
    table = table.but(box=replace(table.box, forces={**table.box.forces, name: replace(card, start=start)}))
    force, there = Force(name), name in table.on_table
    if not open_now or there == start or force in table.gone:
        return table
    if start:
        return table.laid_out(force)
    holding = table.cards[card.side]
    return table.with_cards(card.side, replace(holding, away=holding.away - 1)).without(force)


@action("ready", rule="setup.5", timed=True, examples=("ready",))
class Ready(Action[Table]):
    """All is laid out; the German player has the first turn."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "setup":
            yield illegal("setup.5", "the first turn has begun already", "what is asked now")
            return
        for side, title in SIDES.items():
            if not table.row_of(side):
                message = f"no {title} force lies on the table; those marked S begin the game there"
                yield warning("setup.2", message, "starts FORCE, ...")

    def apply(self, table: Table) -> Table:
        return begun(table)

    def story(self, before: Table, after: Table) -> str:
        return "All was laid out, and the Germans began"


def begun(table: Table) -> Table:
    """The table when the first turn begins."""
    return table.but(side=GERMAN, step="operation") if table.step == "setup" else table


def row_side(table: Table, objective: Objective | str) -> str:
    """Beside whose cards an objective lies until it is captured; "" if nobody knows. A ruling."""
    by = str(table.box.objectives[objective].by)
    if by not in SIDES:
        return ""
    return by if table.ruled("setup.3-row") == "target" else table.enemy_of(by)


def checklist(table: Table) -> list[str]:
    """What to lay on the table (types.country)."""
    box = table.box
    lines = ["The German deck (cross) and the Polish deck (eagle), each shuffled, face down; the two country cards"]
    for side, title in SIDES.items():
        forces = joined((box.forces[f].title for f in table.row_of(side)), "nobody told yet which")
        lines.append(f"{title} forces marked S, face up: {forces}")
    for side, title in SIDES.items():
        none = 'none on file (`objective "NAME" by SIDE` tells one)'
        there = joined((c.title for name, c in box.objectives.items() if row_side(table, name) == side), none)
        lines.append(f"Objectives beside the {title} cards: {there}")
    lines.append("Beside whose cards an objective lies, the book leaves open: `rule setup.3` says how it is read")
    lines.append(f"Hands: both players draw {HAND_LIMIT} cards; the German player begins")
    return lines

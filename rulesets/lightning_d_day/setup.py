"""Setting up the Game: five beaches with their face-down piles, the turn cards, and five cards each."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.cards import Holding
from referee.ruleset import Action, Ask, Finding, Setup, action, illegal, ruling
from rulesets.lightning_d_day import piles
from rulesets.lightning_d_day.beaches import begun
from rulesets.lightning_d_day.box import shipped
from rulesets.lightning_d_day.learning import unknown_piles
from rulesets.lightning_d_day.names import GERMAN, SIDES, beach_of_pile, pile_of, side_of_pile
from rulesets.lightning_d_day.table import Table


def start(setup: Setup) -> Table:
    """The table as it is laid out (setup.beaches, setup.forces, setup.turn-cards, setup.hands)."""
    box = shipped()
    pieces = {side: piles.laid_out({str(b): box.piles[pile_of(side, b)].forces for b in box.beaches}) for side in SIDES}
    cards = {side: Holding(deck=box.action_cards_of(side) - box.hand, hand=box.hand) for side in SIDES}
    return Table(
        side=GERMAN, step="setup", turn=1, rulings=setup.rulings, options=setup.options, box=box, pieces=pieces,
        cards=cards,
    )  # fmt: skip


def ask_setup(table: Table) -> Ask:
    """The piles lie as they should; of most the number is only inferred, and the cards tell."""
    unsure = unknown_piles(table)
    decks = " and ".join(f"{title} {table.box.action_cards_of(side)}" for side, title in SIDES.items())
    question = f"Is all laid out (decks: {decks})? Then the German player begins"
    if unsure:
        question = f"Inferred, so count them: {pile_words(table)} (another number: pile german-gold 4); decks: {decks}"
    return Ask("setup.forces", GERMAN, ("ready",), question, may=True, step=True, enter="ready")


def pile_words(table: Table) -> str:
    """The piles whose number is only inferred, a side after the other: `German Sword 3, Juno 3; Allied ...`."""
    rows = []
    for side, title in SIDES.items():
        own = [
            f"{table.place(beach_of_pile(pile))} {card.forces}"
            for pile, card in table.box.piles.items()
            if side_of_pile(pile) == side and card.sure == "inferred"
        ]
        if own:
            rows.append(f"{title} {', '.join(own)}")
    return "; ".join(rows)


@action("ready", rule="setup.forces", timed=True, examples=("ready",))
class Ready(Action[Table]):
    """All is laid out, each pile with so many forces as the referee says; the German player begins."""

    def judge(self, table: Table) -> Iterator[Finding]:
        if table.step != "setup":
            yield illegal("setup.forces", "the first turn has begun already", "what is asked now")
            return
        if table.ruled("turn.order-german") != "utah":
            yield ruling("turn.order-german", "both players resolve the beaches from Sword to Utah")

    def apply(self, table: Table) -> Table:
        return begun(table, GERMAN) if table.step == "setup" else table

    def story(self, before: Table, after: Table) -> str:
        return "All was laid out, and the Germans began"


def checklist(table: Table) -> list[str]:
    """What to lay on the table; that piles and decks are shuffled is only reminded (setup.shuffle)."""
    box = table.box
    lines = [
        "German deck to one player, Allied deck to the other; take country cards and force cards out",
        "Beach cards in a row: " + " - ".join(box.beaches.values()) + " (Sword is on the Allied player's left)",
    ]
    for side, title in SIDES.items():
        piles_of = ((name, box.piles[pile_of(side, beach)]) for beach, name in box.beaches.items())
        row = ", ".join(f"{name} {card.forces}{'?' if card.sure == 'inferred' else ''}" for name, card in piles_of)
        lines.append(f"{title} forces, by the beach printed on them, each pile shuffled and face down: {row}")
    if unknown_piles(table):
        lines.append("Count the piles that have a `?`: their number is only inferred")
    lines.append(f"The five turn cards in a pile, {table.turn_text.title} (turn 1) on top, face up")
    for side, title in SIDES.items():
        lines.append(f"{title} deck of {box.action_cards_of(side)} cards, shuffled: draw {box.hand}")
    lines.append("The German player begins")
    return lines

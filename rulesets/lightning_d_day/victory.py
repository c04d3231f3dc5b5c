"""Victory: the beaches that the Allied player controls at the end of the fifth turn."""

from __future__ import annotations

from referee.components.wording import listed, numeral
from referee.ruleset import Action, Consequence
from rulesets.lightning_d_day.names import ALLIED, GERMAN, TURNS, Beach
from rulesets.lightning_d_day.table import Table

OUTCOMES = {
    5: "Decisive Allied Victory",
    4: "Allied Victory (Historical)",
    3: "Indecisive Outcome",
    2: "Marginal German Victory",
    1: "Solid German Victory",
    0: "Decisive German Victory",
}
DRAWN = 3
"""Beaches of the Allied player with which nobody wins."""


def allied_controls(table: Table, beach: Beach) -> bool:
    """Whether the Allied player controls a beach. The text contradicts itself, so rulings say how it is read."""
    if table.active_at(beach, GERMAN):
        return table.ruled("victory.active") == "allied"
    if table.face_down(beach, GERMAN):
        return table.ruled("victory.face-down") == "allied"
    here = table.active_at(beach, ALLIED) or table.face_down(beach, ALLIED)
    return bool(here) or table.ruled("victory.empty") == "allied"


def allied_beaches(table: Table) -> tuple[Beach, ...]:
    """The beaches that the Allied player controls as it stands."""
    return tuple(beach for beach in table.box.beaches if allied_controls(table, beach))


def outcome_words(table: Table) -> str:
    """How the game would end as it stands."""
    return OUTCOMES[len(allied_beaches(table))]


def game_over(table: Table) -> Consequence[Table] | None:
    """At the end of the fifth turn beaches are counted: behind the last one, or by a ruling behind the draws."""
    if table.turn < TURNS or table.battle is not None or table.pending:
        return None
    resolved = table.step == "beaches" and table.side == ALLIED and table.done
    if not (table.step == "turn-end" or (resolved and table.ruled("victory.end") == "beaches")):
        return None
    mine = allied_beaches(table)
    winner = "draw" if len(mine) == DRAWN else ALLIED if len(mine) > DRAWN else GERMAN
    held = f" ({listed(map(table.place, mine))})" if mine else ""
    said = f"{OUTCOMES[len(mine)]}: the Allies control {numeral(len(mine))} of the five beaches{held}"
    return Consequence("victory.outcome", said, table.but(winner=winner, outcome=OUTCOMES[len(mine)]))


def told_after_the_end(table: Table, act: Action[Table]) -> bool:
    """Whether an act belongs to the end of the fifth turn, where the beaches were counted before it (victory.end)."""
    return counted_early(table) and act.verb in ("discard", "draw", "pass") and act.side not in table.ended


def counted_early(table: Table) -> bool:
    """Whether the beaches were counted before the discards and draws of the fifth turn."""
    return bool(table.outcome) and table.step == "beaches"


def ended_by(table: Table) -> str:
    """The rule that ended the game; "" if a player gave it up."""
    return "victory.outcome" if table.outcome else ""

"""Steps of a Player Turn: what is asked in each step, and how the turn goes on."""

from __future__ import annotations

from referee.components.decks import deck_is_empty
from referee.components.facts import replace
from referee.ruleset import Ask, Consequence, action
from rulesets.lightning_north_africa.attack_plans import outcome
from rulesets.lightning_north_africa.battle import (
    ENDS,
    ask_battle,
    battle_skipped,
    contested,
    end_of_battle,
    free_to_attack,
)
from rulesets.lightning_north_africa.battle_cards import battle_window_closed, bonus_told, no_more_cards
from rulesets.lightning_north_africa.by_card import text_verbs, text_words
from rulesets.lightning_north_africa.hand import (
    DRAWS_AT_END,
    ask_draw,
    ask_owed_discard,
    ask_owed_draw,
    cost_is_told,
    due_in_step_one,
    nothing_to_discard,
)
from rulesets.lightning_north_africa.interpose import effect_words, window_closed
from rulesets.lightning_north_africa.losses import ask_loss, elimination, harm_is_told, losses_without_takers
from rulesets.lightning_north_africa.names import ALLIED, enemy_of
from rulesets.lightning_north_africa.reinforcements import any_step
from rulesets.lightning_north_africa.setup import ask_setup, begun, lost_words, the_others
from rulesets.lightning_north_africa.supply import ask_supply, cut_off, told_late
from rulesets.lightning_north_africa.table import OfTurn, Owed, Table
from rulesets.lightning_north_africa.tobruk import change_of_control
from rulesets.lightning_north_africa.victory import allied_victory, axis_victory, danger
from rulesets.lightning_north_africa.words import OWN, THE, WHO, does

ACTION_VERBS = ("move", "order", "prepare", "special", "play", "reinforce", "pass", *ENDS)
"""A draw or a discard would be out of place; it is judged here, for it must not be taken for the end of the turn."""


def asks(table: Table) -> Ask | None:
    """The first thing still open: what is owed, a window, the battle, then the step of the turn."""
    if table.winner:
        return None
    if table.owed:
        return _ask_owed(table, table.owed[0])
    if table.pending:
        top = table.pending[-1]
        question = f"May answer {top.words}{effect_words(table, top)}"
        early = ("pass",) if top.side == table.side else ()  # the side whose turn it is ends its actions so
        return Ask("actions.interpose", enemy_of(top.side), ("play",), question, may=True, early=early)
    if table.battle is not None:
        return ask_battle(table, table.battle)
    ask = _ask_step(table)
    lost = lost_words(table) if table.step == "draw" else ""
    return replace(ask, question="; ".join(filter(None, (ask.question, text_words(table), lost, danger(table)))))


def _ask_owed(table: Table, owed: Owed) -> Ask:
    if owed.what == "draw":
        return ask_owed_draw(table, owed)
    if owed.what in ("discard", "cost"):
        return ask_owed_discard(table, owed)
    return ask_loss(table, owed)


def _ask_step(table: Table) -> Ask:
    us = table.side
    also = ("reinforce",) if any_step(table) else ()
    match table.step:
        case "setup":
            return ask_setup(table)
        case "draw":
            return ask_draw(table, "draw-one", due_in_step_one(table))
        case "actions":
            verbs = (*ACTION_VERBS, *text_verbs(table))
            return Ask("actions", us, verbs, "Operations and action cards", may=True, step=True, enter="pass")
        case "battles":
            regions = contested(table, us)
            where = ", ".join(map(table.place, regions)) or "none is possible"
            verbs = ("attack", "pass", *also, *text_verbs(table))
            among = free_to_attack(table, us, regions)
            lost = f"the attack in {where}" if among else ""
            return Ask("battles.1", us, verbs, f"Battles: {where}", True, True, enter="pass", among=among, lost=lost)
        case "supply":
            return ask_supply(table)
        case "discard":
            verbs = ("discard", "pass", *also)
            if not (table.hand(us) or also):
                return Ask("discard", us, verbs, "No card in hand to discard", True, True, enter="pass", idle=True)
            return Ask("discard", us, verbs, "May discard any number of cards", True, True, enter="pass")
        case _:
            return ask_draw(table, "draw-two", DRAWS_AT_END)


def closed(table: Table) -> Table:
    """The open window is let pass, or an optional step ended."""
    if table.owed:
        return table.but(owed=table.owed[1:])
    if table.pending:
        return window_closed(table)
    if table.battle is not None:
        return battle_window_closed(table, table.battle)
    return next_step(table)


def skipped(table: Table) -> Table:
    """The table went past a duty."""
    if table.owed:
        return table.but(owed=table.owed[1:])
    if table.battle is not None:
        return battle_skipped(table, table.battle)
    return next_step(table.without_draw(table.side) if table.step in ("draw", "draw-two") else table)


AFTER = {
    "setup": "draw",
    "draw": "actions",
    "actions": "battles",
    "battles": "supply",
    "supply": "discard",
    "discard": "draw-two",
    "draw-two": "turn-end",
}


def next_step(table: Table) -> Table:
    """The next step of this turn."""
    return begun(table) if table.step == "setup" else table.but(step=AFTER[table.step])


PASSED = {
    "actions": "ended {own} actions",
    "battles": "fought no more battles in this turn",
    "supply": "let the supply check pass",
    "discard": "kept all cards in hand",
}
"""What a pass means in each step, for the story."""


@action("pass", rule="actions", examples=("pass",))
class Pass(OfTurn):
    """The player whose turn it is does no more: no more actions, battle cards, battles or discards.

    A side that may answer lets it be.
    """

    def apply(self, table: Table) -> Table:
        if table.battle is not None:
            return table if table.owed else no_more_cards(table, table.battle, self.side)
        if self.side != table.side:
            return window_closed(table) if table.pending else table
        return next_step(table) if table.step in ("actions", "battles", "supply", "discard") else table

    def story(self, before: Table, after: Table) -> str:
        if after == before:
            return f"{WHO[self.side]} passed, and nothing came of it"
        if before.battle is not None:
            what = "played no more battle cards" if before.battle.shown is None else "did not react"
            return f"{WHO[self.side]} {what}"
        if before.pending and self.side != before.side:
            return f"{WHO[self.side]} did not answer {before.pending[-1].words}"
        return f"{WHO[self.side]} {PASSED.get(before.step, 'passed').format(own=OWN[self.side])}"


def consequences(table: Table) -> Consequence[Table] | None:
    """What the rules make happen by themselves, the next thing first."""
    return (
        cut_off(table)
        or elimination(table)
        or bonus_told(table)
        or allied_victory(table)
        or change_of_control(table)
        or losses_without_takers(table)
        or nothing_to_discard(table)
        or cost_is_told(table)
        or harm_is_told(table)
        or outcome(table)
        or end_of_battle(table)
        or the_others(table)
        or told_late(table)
        or deck_is_empty(table, "setup.7", "setup.7-when")
        or _end_of_turn(table)
    )


def _end_of_turn(table: Table) -> Consequence[Table] | None:
    if table.step != "turn-end":
        return None
    if table.side == ALLIED:
        won = axis_victory(table)
        if won:
            return won
    forces = {
        f: replace(s, operated=False, moved=False, ordered=False, attacked=False, arrived=False)
        for f, s in table.forces.items()
    }
    after = table.next_side(
        step="draw",
        forces=forces,
        in_play=(),
        fortress_paid=(),
        inflicted=None,
        unchecked=(),
        unpaid=(),
        extra_operations=0,
        pending=(),
        battle=None,
    )
    return Consequence("setup.7", f"the turn of {THE[table.side]} is over; {does(after.side, 'begin')}", after)
